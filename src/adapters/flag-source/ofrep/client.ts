import { readFlagValues } from '../../../core/flags/evaluate'
import { flagKeys, type FlagValues } from '../../../core/kernel/flag-table'
import type { Clock } from '../../../core/ports/clock'
import type { FlagPerson } from '../../../core/ports/flag-source'
import type { Journal } from '../../../core/ports/journal'
import {
  exchange,
  type ExchangeOptions,
  journalDrift,
  type ReportDrift,
  retryAfter,
} from '../../_shared/http/exchange'
import { backOff, type FailureReason, type FlagReport } from '../flag-state'
import { ofrepCacheKey } from '../stored-flags'
import { changeStream, type StreamNeeds } from './stream'
import * as v from 'valibot'
import { sha256 } from '../sha256'

const storedSchema = v.object({
  who: v.string(),
  asked: v.nullable(v.string()),
  tag: v.nullable(v.string()),
  flags: v.record(v.string(), v.unknown()),
})

interface OfrepCache {
  /** What is stored for this person and this service; null if there is nothing, or another person's. */
  read(): Promise<OfrepReply | null>
  /** Stores nothing once the person has left, however soon after the answer. */
  write(reply: OfrepReply, hasLeft: () => boolean): Promise<void>
}

/**
 * Stores the answer for one person at a time. A hash of the person and the service identifies it. The tag is valid only for the facts that
 * were sent with the request, and if every flag of this release is stored: an earlier one had fewer in its table, and the tag names the
 * whole answer. If there are streams, no tag is stored: their addresses must not be stored, and only a full answer has them. Blocked or
 * full storage means a cold start.
 */
function ofrepCache({ host, headers, storage }: OfrepOptions, { session, context }: FlagPerson): OfrepCache {
  const owner = sha256(JSON.stringify([host, headers ?? {}, session]))
  // The time of the visit is not a fact about the person.
  const facts = sha256(JSON.stringify({ ...context, custom: { ...context.custom, timestamp: '' } }))
  return {
    async read() {
      const [who, asked] = await Promise.all([owner, facts])
      try {
        const stored = v.parse(storedSchema, JSON.parse(storage().getItem(ofrepCacheKey) ?? 'null'))
        if (stored.who !== who) return null
        const { flags, tag } = stored
        return {
          values: new Map(Object.entries(flags)),
          streams: [],
          tag: stored.asked === asked && flagKeys.every((key) => key in flags) ? tag : null,
        }
      } catch {
        return null
      }
    },
    async write({ values, streams, tag: latest }, hasLeft) {
      const [who, asked] = await Promise.all([owner, facts])
      if (who === null || hasLeft()) return
      try {
        // Stores only the portal's flags: storage is small, and the portal does not use the service's other flags.
        const flags = Object.fromEntries(flagKeys.map((key) => [key, values.get(key) ?? null]))
        const tag = streams.length > 0 ? null : latest
        storage().setItem(ofrepCacheKey, JSON.stringify({ who, asked, tag, flags }))
      } catch {
        // The only consequence is that the next start is cold.
      }
    },
  }
}

/** Bulk evaluation of OFREP. One flag that could not be evaluated carries an error code instead of a value. */
const replySchema = v.object({
  flags: v.array(v.object({ key: v.string(), value: v.optional(v.unknown()) })),
  eventStreams: v.nullish(v.array(v.unknown())),
})

/** A stream that the portal can follow. Streams of any other type or shape are ignored. */
const streamSchema = v.object({
  type: v.literal('sse'),
  url: v.optional(v.string()),
  endpoint: v.optional(v.object({ origin: v.optional(v.string()), requestUri: v.string() })),
})

interface OfrepReply {
  readonly values: ReadonlyMap<string, unknown>
  /** Addresses of server-sent event streams that announce changes. */
  readonly streams: readonly string[]
  /** Sent back with the next request, so that an unchanged answer is short (304). */
  readonly tag: string | null
}

/** Null for anything but a bulk evaluation; `drift` gets the path at which it differs. */
export function parseOfrepReply(
  text: string,
  tag: string | null,
  host: string,
  drift: ReportDrift,
): OfrepReply | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), replySchema), text)
  if (!parsed.success) {
    drift(v.getDotPath(parsed.issues[0]) ?? 'body')
    return null
  }
  const { flags, eventStreams } = parsed.output
  return {
    values: new Map(flags.map(({ key, value }) => [key, value])),
    streams: (eventStreams ?? []).flatMap((stream) => streamAddress(stream, host)),
    tag,
  }
}

function streamAddress(stream: unknown, host: string): readonly string[] {
  const { success, output } = v.safeParse(streamSchema, stream)
  if (!success) return []
  const { url, endpoint } = output
  if (url !== undefined) return [url]
  return endpoint === undefined ? [] : [`${endpoint.origin ?? host}${endpoint.requestUri}`]
}

/** The one call of the remote evaluation protocol that the portal uses. The pact is checked against this table. */
export const flagEvaluationRoutes = {
  evaluate: { method: 'POST', path: '/ofrep/v1/evaluate/flags' },
} as const

/** The body of a request for one person's flags. */
export const evaluationBody = ({ key, ...attributes }: FlagPerson['context']): string =>
  JSON.stringify({ context: { targetingKey: key, ...attributes } })

export interface OfrepOptions extends StreamNeeds, Pick<ExchangeOptions, 'fetch' | 'deadlineMs'> {
  /** Base address of the OFREP service, without a trailing slash. */
  readonly host: string
  readonly journal: Journal
  readonly storage: () => Storage
  /** Sent with every request: a key, if the service requires one. */
  readonly headers?: Readonly<Record<string, string>>
  /** Polling interval of a page without an open stream; default: one minute. */
  readonly pollEveryMs?: number
}

type Outcome =
  | { readonly reply: OfrepReply | 'unchanged' }
  | {
      readonly failure: FailureReason
      /**
       * The service's own retry delay, in ms; null without one, `never` if a retry is useless. By this machine's clock it may be over
       * already: the back-off still applies, so that a refusing service is not flooded.
       */
      readonly wait: number | 'never' | null
    }

/** Requests one person's flags, and again whenever they may have changed, until the returned function is called. */
export function followPerson(options: OfrepOptions, person: FlagPerson, report: FlagReport): () => void {
  const { clock, journal, page, pollEveryMs = 60_000 } = options
  const cache = ofrepCache(options, person)
  const drift = journalDrift(journal, 'flag-source')
  const stream = changeStream(options, (version, resumed) => {
    configuration = resumed || configuration === null ? null : version
    void evaluate(0)
  })
  let known: OfrepReply = { values: new Map(), streams: [], tag: null }
  /** The version that the stream has announced for the next evaluation, as a query; null if changes may have been missed. */
  let configuration: string | null = ''
  let hasLeft = false
  let isAsking = false
  let askAgain = false
  /** A request came due while the page was hidden, or the service refused the page. */
  let isDue = false
  const failures = failureJournal(journal)
  const next = requestTimer(clock)

  async function evaluate(before: number): Promise<void> {
    askAgain = isAsking
    if (isAsking || hasLeft || next.isResting()) return
    next.cancel()
    isAsking = true
    const wanted = configuration
    configuration = ''
    const outcome = await ask(options, person, { tag: known.tag, version: wanted }, drift)
    isAsking = false
    if (hasLeft) return
    if ('failure' in outcome && (wanted === null || configuration === '')) configuration = wanted
    if ('failure' in outcome) failed(outcome, before)
    else succeeded(outcome.reply)
    if (askAgain && !isDue) void evaluate(0)
  }

  function succeeded(reply: OfrepReply | 'unchanged'): void {
    failures.over()
    if (reply !== 'unchanged') {
      known = reply
      void cache.write(reply, () => hasLeft)
    }
    stream.at(known.streams)
    report.live(flagValues(known))
    next.at(pollEveryMs, poll)
  }

  function failed({ failure, wait }: Extract<Outcome, { failure: unknown }>, before: number): void {
    failures.note(failure)
    report.failed(failure)
    if (wait === 'never') {
      isDue = true
      stream.at([])
    } else next.at(Math.max(wait ?? 0, backOff(before)), () => look(before + 1), wait !== null)
  }

  const look = (before: number): void =>
    page.visibilityState === 'hidden' ? void (isDue = true) : void evaluate(before)
  const poll = (): void => (stream.isTrusted() ? next.at(pollEveryMs, poll) : look(0))

  /** Only a request shows what a hidden page has missed, or whether a service that refused it would now answer. */
  function onVisible(): void {
    if (!isDue || page.visibilityState === 'hidden') return
    isDue = false
    void evaluate(0)
  }

  page.addEventListener('visibilitychange', onVisible)
  void cache.read().then((stored) => {
    if (!hasLeft && stored !== null) report.cached(flagValues((known = stored)))
    void evaluate(0)
  })
  return () => {
    hasLeft = true
    next.cancel()
    page.removeEventListener('visibilitychange', onVisible)
    stream.dispose()
  }
}

/** Schedules the next request. During a delay that the service chose (`rest`) there is none, whatever a stream announces. */
function requestTimer(clock: Clock) {
  let cancel = (): void => undefined
  let resting = false
  return {
    cancel: () => cancel(),
    isResting: () => resting,
    at(milliseconds: number, ask: () => void, rest = false): void {
      cancel()
      resting = rest
      cancel = clock.after(milliseconds, () => {
        resting = false
        ask()
      })
    },
  }
}

const flagValues = ({ values }: OfrepReply): FlagValues => readFlagValues((key) => values.get(key))

/** Records a failure once, however often it repeats in a row. */
function failureJournal(journal: Journal) {
  let noted: FailureReason | undefined
  return {
    over: () => void (noted = undefined),
    note(failure: FailureReason): void {
      if (failure !== noted)
        journal.record({
          level: 'error',
          where: 'flags',
          text: `Flags not loaded: ${failure}`,
          failure: { kind: failure },
        })
      noted = failure
    },
  }
}

interface Known {
  /** The tag of the known values. */
  readonly tag: string | null
  /** The version that the stream has announced, as a query; empty for the present one. Null requests a full answer, known or not. */
  readonly version: string | null
}

/** Sends one request. */
async function ask(
  options: OfrepOptions,
  person: FlagPerson,
  { tag, version }: Known,
  drift: ReportDrift,
): Promise<Outcome> {
  const answer = await exchange(
    `${options.host}${flagEvaluationRoutes.evaluate.path}${version ?? ''}`,
    {
      method: flagEvaluationRoutes.evaluate.method,
      headers: {
        ...options.headers,
        'content-type': 'application/json',
        ...(tag === null || version === null ? {} : { 'if-none-match': tag }),
      },
      body: evaluationBody(person.context),
    },
    options,
  )
  if (!answer.ok) {
    const { kind } = answer.failure
    return { failure: kind === 'too-long' ? 'malformed' : kind, wait: null }
  }
  const { status, headers, text } = answer.value
  if (status === 304) return { reply: 'unchanged' }
  if (status === 401 || status === 403) return { failure: 'refused', wait: 'never' }
  if (status !== 200) {
    const wait = retryAfter(headers, options.clock.now())
    return { failure: status < 500 ? 'refused' : 'unreachable', wait }
  }
  const reply = parseOfrepReply(text, headers.get('etag'), options.host, drift)
  return reply === null ? { failure: 'malformed', wait: null } : { reply }
}
