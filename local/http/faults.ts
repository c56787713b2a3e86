import type { IncomingMessage, RequestListener } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { forLog } from './listen'
import { policyHeader, isOwnPage } from './guard'

/**
 * Fault switches: every service of the embedded stack checks them before it answers, so that a test or a developer can
 * make it fail in a chosen way. docs/local-stack.md has the rules, the HTTP API and examples.
 */

export const faultServices = [
  'identity',
  'token-service',
  'gateway',
  'flags',
  'flag-stream',
  'bi-host',
  'portal',
] as const
type FaultService = (typeof faultServices)[number]

export const faultKinds = ['status', 'reply', 'delay', 'hang', 'drop', 'clock', 'release'] as const
/**
 * `status`: an error response (default 500). `reply`: a custom response (default 200). `delay`: waits, then answers as
 * usual. `hang`: never answers. `drop`: closes the connection. `clock`: shifts the service's clock by `milliseconds`
 * (identity and token service only). `release`: the BI host pretends to be a cluster of that `release`.
 */
type FaultKind = (typeof faultKinds)[number]

export interface FaultRule {
  readonly service: FaultService
  readonly kind: FaultKind
  /** Path prefix (`/api/token`), or a regular expression after a tilde (`~^/api/token$`); default every path. */
  readonly match?: string
  /** Default every method but OPTIONS, so that preflights pass. */
  readonly method?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly contentType?: string
  readonly body?: string
  /** Repeats the body this many times, for large responses. */
  readonly repeat?: number
  /** Delay before the fault; for `clock` the offset, negative for a clock that is behind. */
  readonly milliseconds?: number
  /** For `release`: `26.7`, `26.2` or `10.14`. */
  readonly release?: string
  /** Applies to this many requests, then lets the rest pass. */
  readonly times?: number
  /** Lets this many matching requests pass first. */
  readonly after?: number
}

interface FaultRequest {
  readonly method: string
  /** Path without query. */
  readonly path: string
  /** Path under which the request is counted; default `path`. Groups paths that contain identifiers. */
  readonly countedAs?: string
}

/** Requests by service, then by `METHOD /path`. */
export type RequestCounts = Readonly<Partial<Record<FaultService, Readonly<Record<string, number>>>>>

export interface Faults {
  /** Counts the request. Returns the rule that applies to it, or `null`. Each match advances the rule's `after` and `times`. */
  take(service: FaultService, request: FaultRequest): FaultRule | null
  /** Offset of the service's clock in milliseconds; positive if it is ahead. */
  clockOffset(service: FaultService): number
  /** The release that the BI host pretends to be, if any. */
  release(): string | undefined
  rules(): readonly FaultRule[]
  add(rule: FaultRule): void
  replace(rules: readonly FaultRule[]): void
  /** Removes every rule, or those of one service. */
  clear(service?: FaultService): void
  counts(): RequestCounts
  clearCounts(): void
  /** Calls the listener with every added rule, until the returned function is called. Streams use it to close open connections. */
  watch(listener: (rule: FaultRule) => void): () => void
}

interface Entry {
  readonly rule: FaultRule
  readonly matches: (path: string) => boolean
  seen: number
}

/** Maximum number of paths counted separately for each service, which bounds memory. */
const maxCountedPaths = 2_000

export function createFaults(): Faults {
  let entries: Entry[] = []
  const counted = new Map<FaultService, Map<string, number>>()
  const listeners = new Set<(rule: FaultRule) => void>()

  function announce(added: readonly Entry[]) {
    for (const { rule } of added) for (const listener of listeners) listener(rule)
  }

  return {
    take(service, request) {
      const counts = counted.get(service) ?? new Map<string, number>()
      counted.set(service, counts)
      const path = `${request.method} ${request.countedAs ?? request.path}`
      const key = counts.size < maxCountedPaths || counts.has(path) ? path : `${request.method} …`
      counts.set(key, (counts.get(key) ?? 0) + 1)
      for (const entry of entries) {
        const { rule } = entry
        if (rule.service !== service || notOfRequests.has(rule.kind) || !entry.matches(request.path)) continue
        if (rule.method === undefined ? request.method === 'OPTIONS' : rule.method !== request.method)
          continue
        entry.seen += 1
        const first = rule.after ?? 0
        if (entry.seen <= first) continue
        if (rule.times !== undefined && entry.seen > first + rule.times) continue
        return rule
      }
      return null
    },
    clockOffset: (service) =>
      entries
        .filter(({ rule }) => rule.service === service && rule.kind === 'clock')
        .reduce((sum, { rule }) => sum + (rule.milliseconds ?? 0), 0),
    release: () => entries.find(({ rule }) => rule.kind === 'release')?.rule.release,
    rules: () => entries.map(({ rule }) => rule),
    add(rule) {
      const entry = newEntry(rule)
      entries.push(entry)
      announce([entry])
    },
    replace(rules) {
      entries = rules.map(newEntry)
      announce(entries)
    },
    clear(service) {
      entries = service === undefined ? [] : entries.filter(({ rule }) => rule.service !== service)
    },
    counts: () =>
      Object.fromEntries([...counted].map(([service, counts]) => [service, Object.fromEntries(counts)])),
    clearCounts: () => counted.clear(),
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Rules that apply to a service as a whole rather than to requests. */
const notOfRequests: ReadonlySet<FaultKind> = new Set(['clock', 'release'])

function newEntry(rule: FaultRule): Entry {
  return { rule, matches: matcher(rule.match), seen: 0 }
}

function matcher(match: string | undefined): (path: string) => boolean {
  if (match === undefined) return () => true
  if (match.startsWith('~')) {
    const expression = new RegExp(match.slice(1))
    return (path) => expression.test(path)
  }
  return (path) => path.startsWith(match)
}

/** Groups paths with identifiers or personal data for counting, e.g. as `/interaction/*`. */
type CountedAs = (path: string) => string

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Outcome = Answer | 'pass' | 'hang' | 'drop'

/** Counts a request, waits for the rule's delay, and returns the outcome. */
async function outcome(
  faults: Faults,
  service: FaultService,
  request: IncomingMessage,
  countedAs?: CountedAs,
): Promise<Outcome> {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
  const rule = faults.take(service, {
    method: request.method ?? 'GET',
    path,
    ...(countedAs && { countedAs: countedAs(path) }),
  })
  if (rule === null) return 'pass'
  if (rule.milliseconds !== undefined) await wait(Math.max(0, rule.milliseconds), undefined, { ref: false })
  if (rule.kind === 'hang' || rule.kind === 'drop') return rule.kind
  if (rule.kind === 'status') return answer(rule, 500, `A fault switch makes the ${service} fail.\n`)
  return rule.kind === 'reply' ? answer(rule, 200, '') : 'pass'
}

/** A faulty response has only its rule's headers. Without the stack's content security policy, a frame can show the error. */
function answer(rule: FaultRule, status: number, body: string): Answer {
  return {
    status: rule.status ?? status,
    headers: {
      'cache-control': 'no-store',
      'content-type': rule.contentType ?? 'text/plain; charset=utf-8',
      ...rule.headers,
    },
    body: (rule.body ?? body).repeat(rule.repeat ?? 1),
  }
}

/**
 * Adds the fault switches to every route of this Fastify scope. Call it after adding the hook that sets CORS headers, so
 * that a page can read the error response.
 */
export function addFaults(
  app: FastifyInstance,
  faults: Faults,
  service: FaultService,
  countedAs?: CountedAs,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const result = await outcome(faults, service, request.raw, countedAs)
    if (result === 'pass') return undefined
    reply.raw.removeHeader(policyHeader)
    if (result === 'hang' || result === 'drop') {
      reply.hijack()
      if (result === 'drop') request.raw.socket.destroy()
      return reply
    }
    return reply.code(result.status).headers(result.headers).send(result.body)
  })
}

interface FaultyOptions {
  readonly countedAs?: CountedAs
  /** Further headers of an error response, e.g. CORS headers for the portal's page. */
  readonly headers?: (request: IncomingMessage) => Readonly<Record<string, string>>
}

/** Adds the fault switches to a plain request handler. */
export function withFaults(
  faults: Faults,
  service: FaultService,
  handler: RequestListener,
  options: FaultyOptions = {},
): RequestListener {
  return (request, response) => {
    outcome(faults, service, request, options.countedAs)
      .then((result) => {
        if (result === 'pass') handler(request, response)
        else if (result === 'drop') request.socket.destroy()
        else if (result !== 'hang') {
          response.removeHeader(policyHeader)
          response.writeHead(result.status, { ...options.headers?.(request), ...result.headers })
          response.end(result.body)
        }
        return undefined
      })
      .catch((error: unknown) => {
        // An unexpected error in one request must not end the whole stack.
        console.error(`${service}:`, forLog(error))
        if (response.headersSent) response.destroy()
        else response.writeHead(500, options.headers?.(request)).end()
      })
  }
}

const wholeNumber = v.pipe(v.number(), v.integer())
const count = v.pipe(wholeNumber, v.minValue(0))

const ruleSchema = v.strictObject({
  service: v.picklist(faultServices),
  kind: v.picklist(faultKinds),
  match: v.exactOptional(v.pipe(v.string(), v.check(isMatch, 'must be a path prefix or ~expression'))),
  method: v.exactOptional(v.pipe(v.string(), v.toUpperCase())),
  status: v.exactOptional(v.pipe(wholeNumber, v.minValue(200), v.maxValue(599))),
  headers: v.exactOptional(v.record(v.string(), v.string())),
  contentType: v.exactOptional(v.string()),
  body: v.exactOptional(v.string()),
  repeat: v.exactOptional(count),
  milliseconds: v.exactOptional(wholeNumber),
  release: v.exactOptional(v.picklist(['26.7', '26.2', '10.14'])),
  times: v.exactOptional(count),
  after: v.exactOptional(count),
})

/**
 * HTTP API of the fault switches, for tests and curl: `GET`, `PUT` and `DELETE /_local/faults`, `GET` and
 * `DELETE /_local/counts`. `PUT` takes one rule or a list and replaces all rules.
 * Requests from pages of any other origin are refused, even from this machine.
 */
export function registerFaultControl(app: FastifyInstance, faults: Faults): void {
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (isOwnPage(request.raw)) return undefined
      return reply.code(403).send({ error: 'Fault switches are for this service’s own pages only.' })
    })
    scope.get('/_local/faults', async () => ({ rules: faults.rules() }))
    scope.put('/_local/faults', async (request, reply) => {
      const parsed = parseRules(request.body)
      if (typeof parsed === 'string') return reply.code(400).send({ error: parsed })
      faults.replace(parsed)
      return { rules: faults.rules() }
    })
    scope.delete('/_local/faults', async () => {
      faults.clear()
      return { rules: faults.rules() }
    })
    scope.get('/_local/counts', async () => ({ counts: faults.counts() }))
    scope.delete('/_local/counts', async () => {
      faults.clearCounts()
      return { counts: faults.counts() }
    })
  })
}

/** The rules, or a sentence that names the invalid member. */
function parseRules(body: unknown): readonly FaultRule[] | string {
  const result = v.safeParse(v.array(ruleSchema), Array.isArray(body) ? body : [body])
  if (result.success) return result.output
  const [issue] = result.issues
  return `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`
}

function isMatch(match: string): boolean {
  if (match.startsWith('/')) return true
  if (!match.startsWith('~')) return false
  try {
    return new RegExp(match.slice(1)) instanceof RegExp
  } catch {
    return false
  }
}
