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
export type FaultService = (typeof faultServices)[number]

export const faultKinds = ['status', 'reply', 'delay', 'hang', 'drop', 'clock', 'release'] as const
/**
 * `status`: an error response (default 500). `reply`: a custom response (default 200). `delay`: waits, then answers as
 * usual. `hang`: never answers. `drop`: closes the connection. `clock`: shifts the service's clock by `milliseconds`
 * (identity and token service only). `release`: the BI host pretends to be a cluster of that `release`.
 */
export type FaultKind = (typeof faultKinds)[number]

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

export interface FaultRequest {
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
