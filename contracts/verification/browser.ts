import { createServer, request as plainRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer, json } from 'node:stream/consumers'
import { preflightProblem, readableBy } from '../../local/deployment/ask'
import { callNamed, providers } from '../interactions/operations'

interface GatewayOptions {
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
interface Observed {
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

interface Provider {
  readonly baseUrl: string
  /** The portal's origin. */
  readonly origin: string
}

/** Headers that a page may send without a preflight. */
const simpleHeaders = ['accept', 'accept-language', 'content-language', 'content-type']
const simpleTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i
/** Headers that Pact's verifier and Node's `fetch` add by themselves, and a page of the portal does not set. */
const notOfPages =
  /^(host|connection|content-length|user-agent|accept-encoding|transfer-encoding|referer|cache-control|pragma|sec-.*)$/

/** Character sets in which the portal reads a response correctly. Texts are tokens in plain ASCII, so more sets are valid for them. */
const textSets: readonly string[] = ['', 'utf-8', 'utf8', 'us-ascii', 'iso-8859-1']
const jsonSets: readonly string[] = ['', 'utf-8', 'utf8', 'us-ascii']

/** Only the clients of flags and preferences read an ETag. */
const tagged = providers
  .filter(({ name }) => name === 'flag-evaluation' || name === 'preferences')
  .flatMap(({ routes }) => Object.values(routes).map(({ path }) => path))

/** One rule about one call. */
export interface BrowserRow {
  readonly description: string
  readonly method: string
  readonly path: string
  readonly passed: boolean
  /** What is wrong, or, for a rule that is met, what the portal must do without. */
  readonly reasons: readonly string[]
}

interface Verdict {
  readonly problems: readonly string[]
  /** What the portal must do without. */
  readonly notes?: readonly string[]
}

/** Rules for the responses to one call, each a row of the report. */
const rules: Readonly<Record<string, (answers: readonly Observed[], provider: Provider) => Verdict>> = {
  origin: (answers, { origin }) => ({
    problems: unreadable(answers, origin),
  }),
  redirect: (answers) => ({
    problems: answers
      .filter(({ status }) => status >= 300 && status < 400 && status !== 304)
      .map(
        ({ status, headers }) => `${status} to ${headers.get('location')}: the portal follows no redirect`,
      ),
  }),
  headers: (answers) => {
    const good = answers.filter(({ status }) => status >= 200 && status < 300)
    const hidden = (name: string): boolean =>
      good.some(
        ({ headers }) => headers.has(name) && !exposed(headers).some((one) => one === name || one === '*'),
      )
    const isText = good.some(({ headers }) => /^text\/plain/i.test(headers.get('content-type') ?? ''))
    return {
      problems:
        answers.some(({ examplePath }) => tagged.includes(examplePath)) && hidden('etag')
          ? ['ETag is sent and not exposed: add it to Access-Control-Expose-Headers']
          : [],
      notes:
        isText && (hidden('date') || good.some(({ headers }) => !headers.has('date')))
          ? ['Date is not sent or not exposed: the portal then goes by the clock of the person’s machine']
          : [],
    }
  },
  charset: (answers) => ({
    problems: answers.flatMap(({ status, headers }) => {
      const type = headers.get('content-type') ?? ''
      const set = (/;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1] ?? '').toLowerCase()
      const known = /^text\/plain/i.test(type) ? textSets : jsonSets
      return status !== 200 || known.includes(set) ? [] : [`the answer is in ${set}; the portal reads UTF-8`]
    }),
  }),
  caching: (answers) => ({
    problems: answers.flatMap(({ method, status, headers }) => {
      const text = (headers.get('cache-control') ?? '').toLowerCase()
      const isStored =
        /\bpublic\b|(?:max-age|s-maxage)\s*=\s*"?0*[1-9]/.test(text) && !/no-store|no-cache/.test(text)
      return method === 'GET' && status === 200 && isStored
        ? [`Cache-Control: ${text}; an answer from a cache would be an old one`]
        : []
    }),
  }),
}

/** Why a page of that origin cannot read these responses; empty if it can. */
export function unreadable(
  answers: readonly Pick<Response, 'status' | 'headers'>[],
  origin: string,
): readonly string[] {
  return answers
    .filter((answer) => !readableBy(answer, origin))
    .map(({ status, headers }) => {
      const allowed = headers.get('access-control-allow-origin')
      return `the answer with ${status} has ${allowed === null ? 'no Access-Control-Allow-Origin' : `Access-Control-Allow-Origin: ${allowed}`}; a page of ${origin} cannot read it`
    })
}

function exposed(headers: Headers): readonly string[] {
  const names = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(',')
  return names.map((name) => name.trim())
}

/** What a page of the portal cannot do with these responses although they meet the pact: a row for each rule and call. */
export async function browserChecks(
  observed: readonly Observed[],
  provider: Provider,
): Promise<readonly BrowserRow[]> {
  const calls = new Map<string, Observed[]>()
  for (const one of observed) {
    const call = callNamed(one.method, one.path)
    calls.set(call, [...(calls.get(call) ?? []), one])
  }
  const rows = [...calls]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(async ([call, answers]) => {
      const [method = '', path = ''] = call.split(' ')
      const row = (rule: string, { problems, notes = [] }: Verdict): BrowserRow => ({
        description: `browser ${rule}: ${call}`,
        method,
        path,
        passed: problems.length === 0,
        reasons: [...new Set(problems.length === 0 ? notes : problems)],
      })
      const asked = await preflight(answers, provider)
      return [
        ...(asked === null ? [] : [row('preflight', asked)]),
        ...Object.entries(rules).map(([rule, judge]) => row(rule, judge(answers, provider))),
      ]
    })
  return (await Promise.all(rows)).flat()
}

/** Null if the browser sends no preflight. */
async function preflight(
  answers: readonly Observed[],
  { baseUrl, origin }: Provider,
): Promise<Verdict | null> {
  const [first] = answers
  if (first === undefined) return null
  const { method, path } = first
  const special = answers.flatMap(({ sent, contentType }) =>
    sent.filter(
      (name) =>
        !notOfPages.test(name) &&
        (!simpleHeaders.includes(name) || (name === 'content-type' && !simpleTypes.test(contentType))),
    ),
  )
  const headers = [...new Set(special)].toSorted()
  if (headers.length === 0 && ['GET', 'HEAD', 'POST'].includes(method)) return null
  const address = `${baseUrl.replace(/\/$/, '')}${path}`
  const problem = await preflightProblem(address, { origin, method, headers }, { deadlineMs: 10_000, fetch })
  return { problems: problem === null ? [] : [problem] }
}
