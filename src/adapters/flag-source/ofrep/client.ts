import { readFlagValues } from '../../../core/flags/evaluate'
import type { Clock } from '../../../core/ports/clock'
import type { FlagPerson } from '../../../core/ports/flag-source'
import type { Journal } from '../../../core/ports/journal'
import { exchange, type ExchangeOptions, journalDrift, type ReportDrift } from '../../_shared/http/exchange'
import { backOff, type FailureReason, type FlagReport } from '../flag-state'
import { changeStream, type OpenStream } from './stream'
import * as v from 'valibot'
import { sha256 } from '../sha256'

const cacheKey = 'assay.flags'

interface OfrepCache {
  /** What was stored for this person; null when it was nothing, or somebody else's. */
  read(): Promise<ReadonlyMap<string, unknown> | null>
  write(values: ReadonlyMap<string, unknown>): Promise<void>
}

/** Values of one person at a time. Whose they are is known by a hash of their session; blocked or full storage means a cold start. */
function ofrepCache(storage: () => Storage, { session }: FlagPerson): OfrepCache {
  const owner = sha256(session)
  return {
    async read() {
      const who = await owner
      try {
        const stored: unknown = JSON.parse(storage().getItem(cacheKey) ?? 'null')
        if (typeof stored !== 'object' || stored === null) return null
        const { who: storedFor, flags } = stored as { readonly who?: unknown; readonly flags?: unknown }
        if (who === null || storedFor !== who || typeof flags !== 'object' || flags === null) return null
        return new Map<string, unknown>(Object.entries(flags))
      } catch {
        return null
      }
    },
    async write(values) {
      const who = await owner
      if (who === null) return
      try {
        storage().setItem(cacheKey, JSON.stringify({ who, flags: Object.fromEntries(values) }))
      } catch {
        // The next start is cold, nothing else.
      }
    },
  }
}

export function sweepOfrepCache(storage: () => Storage): void {
  try {
    storage().removeItem(cacheKey)
  } catch {
    // Nothing was stored.
  }
}

/** Bulk evaluation of OFREP. One flag that could not be evaluated carries an error code instead of a value. */
const replySchema = v.object({
  flags: v.array(v.object({ key: v.string(), value: v.optional(v.unknown()) })),
  eventStreams: v.optional(v.array(v.object({ type: v.string(), url: v.string() }))),
})

interface OfrepReply {
  readonly values: ReadonlyMap<string, unknown>
  /** Addresses of server-sent event streams that tell of changes. */
  readonly streams: readonly string[]
  /** Sent back with the next question, so that "nothing new" is a short answer. */
  readonly tag: string | null
}

/** Anything that is not a bulk evaluation is null, and named by where it differs. */
function parseOfrepReply(text: string, tag: string | null, drift: ReportDrift): OfrepReply | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), replySchema), text)
  if (!parsed.success) {
    drift(v.getDotPath(parsed.issues[0]) ?? 'body')
    return null
  }
  const { flags, eventStreams = [] } = parsed.output
  return {
    values: new Map(flags.map(({ key, value }) => [key, value])),
    streams: eventStreams.filter(({ type }) => type === 'sse').map(({ url }) => url),
    tag,
  }
}

/** The one call of the remote evaluation protocol that the portal uses. The pact is checked against this table. */
export const flagEvaluationRoutes = {
  evaluate: { method: 'POST', path: '/ofrep/v1/evaluate/flags' },
} as const

export interface OfrepOptions extends Pick<ExchangeOptions, 'fetch' | 'deadlineMs'> {
  /** Base address of the OFREP service, without a trailing slash. */
  readonly host: string
  /** Streams are followed only on this origin, whatever the service names. */
  readonly streamHost: string
  readonly clock: Clock
  readonly journal: Journal
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  readonly storage: () => Storage
  readonly openStream: OpenStream
}

/** How often a page without word of a change looks for one. */
const pollEvery = 60_000

type Outcome = { readonly reply: OfrepReply | 'unchanged' } | { readonly failure: FailureReason }

/** Asks for one person's flags, and again whenever they may have changed, until the returned function is called. */
export function followPerson(options: OfrepOptions, person: FlagPerson, report: FlagReport): () => void {
  const { clock, journal, page } = options
  const cache = ofrepCache(options.storage, person)
  const drift = journalDrift(journal, 'flag-source')
  const stream = changeStream(options, () => void evaluate(0))
  let values: ReadonlyMap<string, unknown> = new Map()
  let tag: string | null = null
  let left = false
  let asking = false
  let askAgain = false
  /** The time to look came while nobody saw the page. */
  let due = false
  let noted: FailureReason | undefined
  let cancelNext = (): void => undefined

  async function evaluate(failures: number): Promise<void> {
    askAgain = asking
    if (asking || left) return
    cancelNext()
    asking = true
    const outcome = await ask(options, person, tag, drift)
    asking = false
    if (left) return
    if ('failure' in outcome) failed(outcome.failure, failures)
    else succeeded(outcome.reply)
    if (askAgain) void evaluate(0)
  }

  function succeeded(reply: OfrepReply | 'unchanged'): void {
    noted = undefined
    if (reply !== 'unchanged') {
      ;({ values, tag } = reply)
      void cache.write(values)
      stream.at(reply.streams.find((address) => originOf(address) === options.streamHost) ?? null)
    }
    report.live(readFlagValues((key) => values.get(key)))
    cancelNext = clock.after(pollEvery, poll)
  }

  function failed(reason: FailureReason, failures: number): void {
    if (reason !== noted)
      journal.record({ level: 'error', where: 'flags', text: `Flags not loaded: ${reason}` })
    noted = reason
    report.failed(reason)
    cancelNext = clock.after(backOff(failures), () => void evaluate(failures + 1))
  }

  function poll(): void {
    if (stream.isOpen()) cancelNext = clock.after(pollEvery, poll)
    else if (page.visibilityState === 'hidden') due = true
    else void evaluate(0)
  }

  /** A service without a stream has nothing else that would tell of what a hidden page has missed. */
  function seen(): void {
    if (!due || page.visibilityState === 'hidden') return
    due = false
    void evaluate(0)
  }

  page.addEventListener('visibilitychange', seen)
  void cache.read().then((stored) => {
    if (stored !== null && !left) report.cached(readFlagValues((key) => stored.get(key)))
  })
  void evaluate(0)
  return () => {
    left = true
    cancelNext()
    page.removeEventListener('visibilitychange', seen)
    stream.dispose()
  }
}

/** One question. `tag`: of the values that are known already. */
async function ask(
  options: OfrepOptions,
  person: FlagPerson,
  tag: string | null,
  drift: ReportDrift,
): Promise<Outcome> {
  const { key, ...attributes } = person.context
  const answer = await exchange(
    `${options.host}${flagEvaluationRoutes.evaluate.path}`,
    {
      method: flagEvaluationRoutes.evaluate.method,
      headers: { 'content-type': 'application/json', ...(tag === null ? {} : { 'if-none-match': tag }) },
      body: JSON.stringify({ context: { targetingKey: key, ...attributes } }),
    },
    options,
  )
  if (!answer.ok) return { failure: answer.failure.kind === 'timeout' ? 'timeout' : 'unreachable' }
  const { status, headers, text } = answer.value
  if (status === 304) return { reply: 'unchanged' }
  if (status !== 200) return { failure: status < 500 ? 'refused' : 'unreachable' }
  const reply = parseOfrepReply(text, headers.get('etag'), drift)
  return reply === null ? { failure: 'malformed' } : { reply }
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}
