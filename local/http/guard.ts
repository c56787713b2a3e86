import {
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { createHash, type BinaryLike } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

export const policyHeader = 'content-security-policy'

/**
 * Default headers of every response, including errors; a handler may override them. The portal's pages read these responses by CORS,
 * which the resource policy does not block, and never show one as a page.
 */
export const answerHeaders = {
  'cache-control': 'no-store',
  [policyHeader]: "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

const plain = { 'content-type': 'text/plain; charset=utf-8' } as const

export interface GuardOptions {
  readonly handler: RequestListener
  /** Host names to accept besides the loopback ones. */
  readonly hosts?: readonly string[]
  /**
   * JSON response to a request that cannot be parsed, because its head is too large or it is not HTTP. Such a request reaches no
   * handler. Default a sentence.
   */
  readonly unreadable?: (tooLarge: boolean) => { readonly status: string; readonly body: unknown }
  /** Rate limit for the matching paths, by IP address: `perMinute` on average, a quarter of it at once. Above it, 429. */
  readonly limit?: { readonly path: RegExp; readonly perMinute: number }
}

/** Adds the default headers to every response, and refuses requests that must not reach the handler. */
export function guard(server: Server, options: GuardOptions): void {
  const judge = judged(options)
  const refuse = (response: ServerResponse, { status, headers, text }: Refusal): void => {
    response.writeHead(status, { ...plain, ...headers })
    response.end(text)
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    for (const [header, value] of Object.entries(answerHeaders)) response.setHeader(header, value)
    const refusal = judge(request)
    if (refusal === null) options.handler(request, response)
    else refuse(response, refusal)
  })
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    for (const [header, value] of Object.entries(answerHeaders)) response.setHeader(header, value)
    refuse(response, { status: 417, text: 'The only supported expectation is 100-continue.\n' })
  })
  server.on('clientError', (error, socket) => {
    const code = ('code' in error && clientErrors.get(String(error.code))) || 400
    // Browsers open connections ahead of time. A response on an unused one would be taken for that of the next request.
    const isUnused = code === 408 && (socket as Socket).bytesRead === 0
    if (!socket.writable || isUnused) return void socket.destroy()
    const own = code === 408 ? undefined : options.unreadable?.(code === 431)
    const status = own?.status ?? `${code} ${STATUS_CODES[code] ?? ''}`
    const text = own === undefined ? `${status}\n` : JSON.stringify(own.body)
    const headers = {
      ...answerHeaders,
      ...plain,
      ...(own && { 'content-type': 'application/json; charset=utf-8' }),
      'content-length': Buffer.byteLength(text),
      connection: 'close',
    }
    const head = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n${text}`)
  })
}

/** Status codes by Node's error code, as Node itself answers; 400 for all others. */
const clientErrors: ReadonlyMap<string, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])

interface Refusal {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly text: string
}

function judged(options: GuardOptions): (request: IncomingMessage) => Refusal | null {
  const allowed = new Set(options.hosts)
  const { path, perMinute } = options.limit ?? { path: /^$/, perMinute: 1 }
  const limit = createRateLimit(perMinute)
  return (request) => {
    const name = hostName(request.headers.host)
    if (name === null || !(isLoopbackName(name) || allowed.has(name)))
      return { status: 421, text: 'This service is available on this machine only.\n' }
    const counted = request.method !== 'OPTIONS' && path.test(request.url ?? '')
    const seconds = counted ? limit(request.socket.remoteAddress ?? '') : 0
    if (seconds === 0) return null
    // Readable from every origin: it has no personal data, and a page must read the retry delay to wait for it.
    const readable = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' }
    return {
      status: 429,
      headers: { 'retry-after': String(seconds), ...readable },
      text: `Too many requests. Try again in ${seconds} s.\n`,
    }
  }
}

function hostName(header: string | undefined): string | null {
  if (header === undefined) return null
  const url = URL.canParse(`http://${header}`) ? new URL(`http://${header}`) : null
  return url === null ? null : url.hostname
}

/** Whether the name is `localhost`, a name below it, or a loopback address as written by `URL.hostname`. */
function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '127.0.0.1' || name === '[::1]'
}

/** Whether an origin, or any http(s) URL, is on this machine, on any port. */
export function isLoopbackAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return (url.protocol === 'http:' || url.protocol === 'https:') && isLoopbackName(url.hostname)
}

interface Bucket {
  tokens: number
  at: number
}

/** Maximum number of callers, which bounds memory. Evicts the least recently active one. */
const maxBuckets = 20_000

/**
 * A token bucket for each caller: `perMinute` on average, a quarter of it at once.
 * @returns a function that takes one token and returns 0, or, if none is left, the retry delay in seconds
 */
export function createRateLimit(perMinute: number, now: () => number = () => performance.now()) {
  const capacity = Math.max(1, Math.ceil(perMinute / 4))
  const perMillisecond = perMinute / 60_000
  const buckets = new Map<string, Bucket>()
  return (caller: string): number => {
    const time = now()
    const bucket = buckets.get(caller) ?? { tokens: capacity, at: time }
    const tokens = Math.min(capacity, bucket.tokens + (time - bucket.at) * perMillisecond)
    buckets.delete(caller)
    if (buckets.size >= maxBuckets)
      for (const oldest of buckets.keys()) {
        buckets.delete(oldest)
        break
      }
    buckets.set(caller, { tokens: tokens < 1 ? tokens : tokens - 1, at: time })
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / perMillisecond / 1000))
  }
}

export interface OriginPolicy {
  /** Origins whose pages may read the responses. */
  readonly origins: readonly string[]
  readonly methods: readonly string[]
  readonly requestHeaders: readonly string[]
  readonly responseHeaders?: readonly string[]
  /** Response to pages of any other origin: one without CORS headers, or a refusal. */
  readonly others: 'unreadable' | 'refused'
}

/** Whether the request comes from the service's own page, the address bar or no page. Pages of other origins must not change anything. */
export function isOwnPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  // Sec-Fetch-Site first: a form on a page without referrer sends the origin "null".
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return origin === undefined || origin === `http://${host}`
}

const daySeconds = 86_400

/** CORS headers of a response (other than to a preflight) for a page of `origin`. */
export function originHeaders(policy: OriginPolicy, origin: string | undefined): Record<string, string> {
  if (origin === undefined || !policy.origins.includes(origin)) return { vary: 'Origin' }
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    ...(policy.responseHeaders && { 'access-control-expose-headers': policy.responseHeaders.join(', ') }),
  }
}

/**
 * Applies the policy to the routes of this Fastify scope. Requests without `Origin` (a backend, a contract test, the
 * address bar) are served. `answerPreflights` handles preflights, once per path pattern.
 */
export function addOriginPolicy(app: FastifyInstance, policy: OriginPolicy): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    reply.headers(originHeaders(policy, origin))
    if (origin === undefined || policy.origins.includes(origin) || policy.others === 'unreadable')
      return undefined
    return reply
      .code(403)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send('Requests from this origin are not allowed.\n')
  })
}

/** Answers preflights for the given paths. Browsers cache the response for a day. */
export function answerPreflights(app: FastifyInstance, policy: OriginPolicy, paths: readonly string[]): void {
  for (const path of paths) {
    app.options(path, async (_request, reply) =>
      reply
        .headers({
          'access-control-allow-methods': policy.methods.join(', '),
          'access-control-allow-headers': policy.requestHeaders.join(', '),
          'access-control-max-age': String(daySeconds),
          'cache-control': 'no-store',
        })
        .code(204)
        .send(),
    )
  }
}

/** A strong entity tag of the content, quoted for the header. */
export function entityTag(content: BinaryLike): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}
