import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { ReplyDrift } from './reply-drifts'

export interface DriftingService {
  readonly origin: string
  close(): Promise<void>
}

/** A service with a change in it: everything goes to the real one and comes back through the drift; states go straight through. */
export async function startDriftingService(origin: string, drift: ReplyDrift): Promise<DriftingService> {
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URL(request.url ?? '/', origin)
    const { pathname } = asked
    const isState = pathname === '/_pact/state'
    if (!isState) asked.pathname = drift.path?.(pathname) ?? pathname
    const { host: _, connection: _connection, 'content-length': _length, ...headers } = request.headers
    const body = await buffer(request)
    const reply = await fetch(asked, {
      method: request.method ?? 'GET',
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ...(body.length > 0 && { body }),
    })
    const drifted = {
      status: reply.status,
      headers: Object.fromEntries(reply.headers),
      text: await reply.text(),
    }
    if (!isState) drift.change?.(drifted, { path: pathname })
    delete drifted.headers['content-length']
    delete drifted.headers['transfer-encoding']
    delete drifted.headers['connection']
    response.writeHead(drifted.status, drifted.headers)
    response.end(drifted.status === 204 || drifted.status === 304 ? undefined : drifted.text)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
