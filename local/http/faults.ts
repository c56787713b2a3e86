/**
 * Fault switches: every service of the embedded stack asks here before it answers, so that a test or a person can make
 * it fail in a chosen way. The rules, the HTTP control surface and examples are in docs/local-stack.md.
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
export type FaultService = (typeof faultServices)[number]

export const faultKinds = ['status', 'reply', 'delay', 'hang', 'drop', 'clock', 'release'] as const
/**
 * `status`: an error answer (500 by default). `reply`: an answer of one's own (200 by default). `delay`: wait, then
 * answer as usual. `hang`: never answer. `drop`: cut the connection. `clock`: the service's clock is off by
 * `milliseconds` (identity and token service only). `release`: the BI host pretends to be a cluster of that `release`.
 */
export type FaultKind = (typeof faultKinds)[number]

export interface FaultRule {
  readonly service: FaultService
  readonly kind: FaultKind
  /** Path prefix (`/api/token`), or a regular expression after a tilde (`~^/api/token$`). Absent: every path. */
  readonly match?: string
  /** Absent: every method but OPTIONS, so that preflights pass. */
  readonly method?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly contentType?: string
  readonly body?: string
  /** Writes the body this many times over, for answers too large to type. */
  readonly repeat?: number
  /** How long to wait before acting; for `clock` the offset, negative for a clock that is behind. */
  readonly milliseconds?: number
  /** For `release`: `26.7`, `26.2` or `10.14`. */
  readonly release?: string
  /** Acts on this many requests, then lets the rest pass. */
  readonly times?: number
  /** Lets this many matching requests pass first. */
  readonly after?: number
}

export interface FaultRequest {
  readonly method: string
  /** Path without query. */
  readonly path: string
  /** What the request is counted as; the path by default (paths that carry identifiers are grouped). */
  readonly countedAs?: string
}

/** Requests by service, then by `METHOD /path`. */
export type RequestCounts = Readonly<Partial<Record<FaultService, Readonly<Record<string, number>>>>>

export interface Faults {
  /** Counts the request and gives the rule that applies to it, used up by one; `null` when it shall pass. */
  take(service: FaultService, request: FaultRequest): FaultRule | null
  /** Milliseconds the service's clock is ahead (positive) or behind. */
  clockOffset(service: FaultService): number
  /** The release that the BI host pretends to be of, if it does. */
  release(): string | undefined
  rules(): readonly FaultRule[]
  add(rule: FaultRule): void
  replace(rules: readonly FaultRule[]): void
  /** Removes every rule, or those of one service. */
  clear(service?: FaultService): void
  counts(): RequestCounts
  clearCounts(): void
  /** Calls the listener with every rule as it is added, until the returned function is called. Streams cut open connections on it. */
  watch(listener: (rule: FaultRule) => void): () => void
}

interface Entry {
  readonly rule: FaultRule
  readonly matches: (path: string) => boolean
  seen: number
}

/** Paths of one service that are counted each by itself: whoever asks for ever new ones takes no more memory. */
const mostCounted = 2_000

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
      const key = counts.size < mostCounted || counts.has(path) ? path : `${request.method} …`
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

/** Rules about a whole service. */
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
