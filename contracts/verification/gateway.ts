import { createServer, request as plainRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface GatewayOptions {
  /** The provider, with a path if it lies under one. */
  readonly baseUrl: string
  /** Where the provider takes its states. */
  readonly stateUrl: string
  /** The example credential of the pact, and what is sent in its place; nothing is replaced without it. */
  readonly credential?: { readonly example: string; readonly real: string }
}

/** Stands between Pact's verifier and a provider. */
export interface Gateway {
  readonly baseUrl: string
  readonly stateUrl: string
  /** States that the provider says it cannot bring about (501). */
  readonly unsupported: ReadonlySet<string>
  /** What went wrong with states, one sentence each. */
  readonly problems: readonly string[]
  close(): Promise<void>
}

const statePath = '/_assay-verification/state'
const unsupportedStatus = 501

/**
 * Forwards requests byte for byte, with the real credential in the place of the example, and state changes to where the provider
 * takes them. Pact's own proxy does neither: it breaks form bodies and lets a missing state pass.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const unsupported = new Set<string>()
  const problems: string[] = []

  async function changeState(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const change = (await json(request)) as { readonly state: string; readonly action: string }
    const { status, values, problem } = await postState(options.stateUrl, change)
    if (status === unsupportedStatus) unsupported.add(change.state)
    else if (problem !== null) problems.push(`${change.action} of "${change.state}"${problem}`)
    response.writeHead(status, { 'content-type': 'application/json' })
    // Values that the pact asks for by name come from here.
    response.end(values)
  }

  const server = createServer((request, response) => {
    const refuse = (): void => void response.destroy()
    if (request.url === statePath) changeState(request, response).catch(refuse)
    else forward(request, response, options)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    baseUrl: origin,
    stateUrl: `${origin}${statePath}`,
    unsupported,
    problems,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

interface StateReply {
  readonly status: number
  /** A JSON object. */
  readonly values: string
  readonly problem: string | null
}

async function postState(stateUrl: string, change: unknown): Promise<StateReply> {
  try {
    const reply = await fetch(stateUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
      signal: AbortSignal.timeout(10_000),
    })
    const { status } = reply
    const problem = reply.ok ? null : ` was answered with ${status}`
    return { status, values: objectOr(await reply.text()), problem }
  } catch (error) {
    const problem = `: ${error instanceof Error ? error.message : String(error)}`
    return { status: 502, values: '{}', problem }
  }
}

/** What is no JSON object says nothing. */
function objectOr(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? text : '{}'
  } catch {
    return '{}'
  }
}

function forward(request: IncomingMessage, response: ServerResponse, options: GatewayOptions): void {
  const base = new URL(options.baseUrl)
  const { credential } = options
  const headers = { ...request.headers, host: base.host }
  if (credential !== undefined && headers.authorization === `Bearer ${credential.example}`) {
    headers.authorization = `Bearer ${credential.real}`
  }
  const send = base.protocol === 'https:' ? secureRequest : plainRequest
  const outgoing = send(
    {
      protocol: base.protocol,
      hostname: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port,
      method: request.method,
      path: `${base.pathname.replace(/\/$/, '')}${request.url ?? '/'}`,
      headers,
    },
    (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    },
  )
  outgoing.on('error', () => response.destroy())
  request.pipe(outgoing)
}
