import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface PlainReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface PlainProvider {
  readonly origin: string
  /** Received bodies of state changes, and all other requests, in order. */
  readonly states: readonly string[]
  readonly requests: readonly {
    readonly line: string
    readonly authorization: string
    readonly body: string
  }[]
  close(): Promise<void>
}

export interface PlainProviderOptions {
  readonly answer: (request: IncomingMessage, state: string, body: string) => PlainReply
  /** Status of a state change; 200 by default. */
  readonly stateStatus?: (state: string) => number
}

/** A service with provider states in plain Node, as a backend team might have it. */
export async function startPlainProvider(options: PlainProviderOptions): Promise<PlainProvider> {
  const states: string[] = []
  const requests: PlainProvider['requests'][number][] = []
  let state = ''
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (request.url === '/_pact/state') {
      states.push(body)
      const change = JSON.parse(body) as { readonly state: string; readonly action: string }
      state = change.action === 'setup' ? change.state : ''
      response.writeHead(options.stateStatus?.(change.state) ?? 200).end()
      return
    }
    requests.push({
      line: `${request.method} ${request.url}`,
      authorization: request.headers.authorization ?? '',
      body,
    })
    const reply = options.answer(request, state, body)
    response.writeHead(reply.status, reply.headers).end(reply.body)
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    states,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
