import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ScriptedReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export type Script = ScriptedReply | 'drop' | 'silence'

export interface ScriptedService {
  readonly baseUrl: string
  /** Access tokens of the requests so far; null where there was none. */
  readonly arrived: readonly (string | null)[]
  readonly headers: readonly Readonly<Record<string, string | string[] | undefined>>[]
  /** The next request gets this response; afterwards it is a token service again. */
  next(script: Script): void
  close(): Promise<void>
}

/** A token service over HTTP that follows a script. */
export async function startScriptedService(): Promise<ScriptedService> {
  const scripts: Script[] = []
  const arrived: (string | null)[] = []
  const headers: ScriptedService['headers'][number][] = []
  let issued = 0
  const token = (): ScriptedReply => {
    issued += 1
    const type = { 'content-type': 'text/plain; charset=utf-8' }
    return { status: 200, headers: type, body: `scripted-token-${String(issued).padStart(4, '0')}` }
  }
  const send = (response: ServerResponse, { status, headers: given = {}, body = '' }: ScriptedReply): void =>
    void response.writeHead(status, given).end(body)
  const server = createServer((request, response) => {
    arrived.push(request.headers.authorization?.replace(/^Bearer /, '') ?? null)
    headers.push(request.headers)
    const script = scripts.shift() ?? token()
    if (script === 'drop') request.socket.destroy()
    else if (script !== 'silence') send(response, script)
  })
  // A connection that closes while the next request uses it looks like an unreachable service.
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    headers,
    next: (script) => void scripts.push(script),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
