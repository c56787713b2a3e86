import { createServer, request as plainRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer, json } from 'node:stream/consumers'

export interface GatewayOptions {
  /** Base URL of the provider, with a path if it has one. */
  readonly baseUrl: string
  /** The provider's endpoint for states; null if it has none. */
  readonly stateUrl: string | null
  /** Replacements for example credentials of the pact. */
  readonly credentials: ReadonlyMap<string, string>
  /** Replacements for examples in a path, a query or a body. */
  readonly identifiers: ReadonlyMap<string, string>
  /** The portal's origin, as a browser would send it. */
  readonly origin: string
  /** Sent with every request and state change, so that a provider can distinguish parallel verifications. */
  readonly verificationId: string
}

/** One request to the provider, and its response. */
export interface Observed {
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** Path in the pact. */
  readonly examplePath: string
  /** Names of the sent headers, in lower case. */
  readonly sent: readonly string[]
  readonly contentType: string
  readonly status: number
  readonly headers: Headers
}

/** Proxy between Pact's verifier and a provider. */
export interface Gateway {
  readonly baseUrl: string
  readonly stateUrl: string
  /** States that the provider cannot set up (501). */
  readonly unsupported: ReadonlySet<string>
  /** Problems with states, as sentences. */
  readonly problems: readonly string[]
  readonly observed: readonly Observed[]
  close(): Promise<void>
}

const statePath = '/_assay-verification/state'
const unsupportedStatus = 501
const verificationHeader = 'x-verification-id'

/**
 * Forwards requests byte for byte, with the real credential in place of the example, and state changes to the provider's endpoint. Pact's
 * own proxy cannot be used: it breaks form bodies and ignores a missing state.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const unsupported = new Set<string>()
  const problems: string[] = []
  const observed: Observed[] = []

  async function changeState(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const change = (await json(request)) as { readonly state: string; readonly action: string }
    const { status, values, problem } = await postState(options, change)
    if (status === unsupportedStatus) unsupported.add(change.state)
    else if (problem !== null) problems.push(`${change.action} of "${change.state}"${problem}`)
    response.writeHead(status, { 'content-type': 'application/json' })
    // Returns values that the pact refers to by name.
    response.end(values)
  }

  const server = createServer((request, response) => {
    const refuse = (): void => void response.destroy()
    if (request.url === statePath) changeState(request, response).catch(refuse)
    else forward(request, response, options, observed).catch(refuse)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    baseUrl: origin,
    stateUrl: `${origin}${statePath}`,
    unsupported,
    problems,
    observed,
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

/** Sets up a state, or tears it down. Never throws. */
export async function postState(
  { stateUrl, verificationId }: Pick<GatewayOptions, 'stateUrl' | 'verificationId'>,
  change: unknown,
): Promise<StateReply> {
  // Without an endpoint, only interactions run that need no state.
  if (stateUrl === null) return { status: 200, values: '{}', problem: null }
  try {
    const reply = await fetch(stateUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [verificationHeader]: verificationId },
      body: JSON.stringify(change),
      signal: AbortSignal.timeout(10_000),
    })
    const { status } = reply
    const hint = status === 404 ? '; a service that brings about no states is verified with --no-states' : ''
    const problem = reply.ok ? null : ` was answered with ${status}${hint}`
    return { status, values: objectOr(await reply.text()), problem }
  } catch (error) {
    const problem = `: ${error instanceof Error ? error.message : String(error)}`
    return { status: 502, values: '{}', problem }
  }
}

/** The text if it is a JSON object, else an empty object. */
function objectOr(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? text : '{}'
  } catch {
    return '{}'
  }
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  options: GatewayOptions,
  observed: Observed[],
): Promise<void> {
  const base = new URL(options.baseUrl)
  const { authorization = '', 'content-type': contentType = '' } = request.headers
  const real = options.credentials.get(authorization.replace(/^Bearer /, ''))
  const body = withIdentifiers(await buffer(request), contentType, options.identifiers)
  const path = withIdentifiers(Buffer.from(request.url ?? '/'), 'path', options.identifiers).toString()
  const { method = 'GET', headers: sent } = request
  const send = base.protocol === 'https:' ? secureRequest : plainRequest
  const outgoing = send(
    {
      protocol: base.protocol,
      hostname: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port,
      method,
      path: `${base.pathname.replace(/\/$/, '')}${path}`,
      headers: {
        ...sent,
        host: base.host,
        origin: options.origin,
        [verificationHeader]: options.verificationId,
        ...(real !== undefined && { authorization: `Bearer ${real}` }),
        ...(sent['content-length'] !== undefined && { 'content-length': String(body.length) }),
      },
    },
    (reply) => {
      const headers = Object.entries(reply.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      )
      observed.push({
        method,
        path: new URL(path, base).pathname,
        examplePath: new URL(request.url ?? '/', base).pathname,
        sent: Object.keys(sent),
        contentType,
        status: reply.statusCode ?? 502,
        headers: new Headers(headers),
      })
      if (
        /^text\/plain/i.test(sent.accept ?? '') &&
        /^text\/plain/i.test(reply.headers['content-type'] ?? '')
      )
        void asJson(reply, response).catch(() => response.destroy())
      else {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
      }
    },
  )
  outgoing.on('error', () => response.destroy())
  outgoing.end(body)
}

/**
 * Marks JSON bodies as JSON. Version 1 of the vendor's API returns JSON under other media types, which the portal ignores but Pact would
 * compare. A token is not JSON and stays as it is.
 */
async function asJson(reply: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(reply)
  const isJson = /^\s*[[{]/.test(body.toString())
  response.writeHead(reply.statusCode ?? 502, {
    ...reply.headers,
    ...(isJson && { 'content-type': 'application/json' }),
  })
  response.end(body)
}

/** Replaces the example identifiers, encoded for that kind of text. */
function withIdentifiers(text: Buffer, kind: string, identifiers: ReadonlyMap<string, string>): Buffer {
  const written = (value: string): string => {
    if (kind === 'path') return encodeURIComponent(value)
    const inJson = JSON.stringify(value).slice(1, -1)
    return kind.startsWith('application/x-www-form-urlencoded') ? encodeURIComponent(inJson) : inJson
  }
  let changed = text.toString()
  for (const [example, given] of identifiers) changed = changed.replaceAll(written(example), written(given))
  return identifiers.size === 0 ? text : Buffer.from(changed)
}
