import { readFlagValues } from '../../../core/flags/evaluate'
import { flagTable, type FlagValues } from '../../../core/kernel/flag-table'
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
import { changeStream, type StreamNeeds } from './stream'
import * as v from 'valibot'
import { sha256 } from '../sha256'

const cacheKey = 'assay.flags'

const storedSchema = v.object({
  who: v.string(),
  asked: v.nullable(v.string()),
  tag: v.nullable(v.string()),
  flags: v.record(v.string(), v.unknown()),
})

interface OfrepCache {
  /** What was stored for this person at this service; null when it was nothing, or somebody else's. */
  read(): Promise<OfrepReply | null>
  /** Nothing once they have left, however soon after the answer that was. */
  write(reply: OfrepReply, hasLeft: () => boolean): Promise<void>
}

/**
 * The answer to one person at a time. Whose it is, and which service's, is known by a hash of both; the tag holds only for the facts it
 * was asked with. Where there are streams no tag is stored: their addresses must not be, and come with a whole answer only. Blocked or
 * full storage means a cold start.
 */
function ofrepCache({ host, headers, storage }: OfrepOptions, { session, context }: FlagPerson): OfrepCache {
  const owner = sha256(JSON.stringify([host, headers ?? {}, session]))
  // The time of the visit is no fact about the person.
  const facts = sha256(JSON.stringify({ ...context, custom: { ...context.custom, timestamp: '' } }))
  return {
    async read() {
      const [who, asked] = await Promise.all([owner, facts])
      try {
        const stored = v.parse(storedSchema, JSON.parse(storage().getItem(cacheKey) ?? 'null'))
        if (stored.who !== who) return null
        const { flags, tag } = stored
        return {
          values: new Map(Object.entries(flags)),
          streams: [],
          tag: stored.asked === asked ? tag : null,
        }
      } catch {
        return null
      }
    },
    async write({ values, streams, tag: latest }, hasLeft) {
      const [who, asked] = await Promise.all([owner, facts])
      if (who === null || hasLeft()) return
      try {
        // Of all that the service has, what is the portal's: storage is small, and others' flags are nobody's here.
        const flags = Object.fromEntries([...values].filter(([key]) => key in flagTable))
        const tag = streams.length > 0 ? null : latest
        storage().setItem(cacheKey, JSON.stringify({ who, asked, tag, flags }))
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
  eventStreams: v.nullish(v.array(v.unknown())),
})

/** A stream the portal can follow; of every other kind and shape it is left out. */
const streamSchema = v.object({
  type: v.literal('sse'),
  url: v.optional(v.string()),
  endpoint: v.optional(v.object({ origin: v.optional(v.string()), requestUri: v.string() })),
})

interface OfrepReply {
  readonly values: ReadonlyMap<string, unknown>
  /** Addresses of server-sent event streams that tell of changes. */
  readonly streams: readonly string[]
  /** Sent back with the next question, so that "nothing new" is a short answer. */
  readonly tag: string | null
}

/** Anything that is not a bulk evaluation is null, and named by where it differs. */
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

/** One person, as a question says who it is. */
export const evaluationBody = ({ key, ...attributes }: FlagPerson['context']): string =>
  JSON.stringify({ context: { targetingKey: key, ...attributes } })

export interface OfrepOptions extends StreamNeeds, Pick<ExchangeOptions, 'fetch' | 'deadlineMs'> {
  /** Base address of the OFREP service, without a trailing slash. */
  readonly host: string
  readonly journal: Journal
  readonly storage: () => Storage
  /** Go with every question: a key, where the service wants one. */
  readonly headers?: Readonly<Record<string, string>>
  /** How often a page without word of a change looks for one; a minute unless given. */
  readonly pollEveryMs?: number
}

type Outcome =
  | { readonly reply: OfrepReply | 'unchanged' }
  | {
      readonly failure: FailureReason
      /**
       * By the service's own word, in milliseconds; null where it gives none, `never` where asking again is of no use. It may be over by
       * this machine's clock: a service that refuses is not stormed for that.
       */
      readonly wait: number | 'never' | null
    }

/** Asks for one person's flags, and again whenever they may have changed, until the returned function is called. */
export function followPerson(options: OfrepOptions, person: FlagPerson, report: FlagReport): () => void {
  const { clock, journal, page, pollEveryMs = 60_000 } = options
  const cache = ofrepCache(options, person)
  const drift = journalDrift(journal, 'flag-source')
  const stream = changeStream(options, (version, resumed) => {
    configuration = resumed || configuration === null ? null : version
    void evaluate(0)
  })
  let known: OfrepReply = { values: new Map(), streams: [], tag: null }
  /** What the stream said of the configuration that is to be evaluated, as a query; null where nobody knows what was missed. */
  let configuration: string | null = ''
  let left = false
  let asking = false
  let askAgain = false
  /** The time to look came while nobody saw the page, or the service refused it. */
  let due = false
  const failures = failureJournal(journal)
  const next = nextQuestion(clock)

  async function evaluate(before: number): Promise<void> {
    askAgain = asking
    if (asking || left || next.isResting()) return
    next.cancel()
    asking = true
    const wanted = configuration
    configuration = ''
    const outcome = await ask(options, person, { tag: known.tag, version: wanted }, drift)
    asking = false
    if (left) return
    if ('failure' in outcome && (wanted === null || configuration === '')) configuration = wanted
    if ('failure' in outcome) failed(outcome, before)
    else succeeded(outcome.reply)
    if (askAgain && !due) void evaluate(0)
  }

  function succeeded(reply: OfrepReply | 'unchanged'): void {
    failures.over()
    if (reply !== 'unchanged') {
      known = reply
      void cache.write(reply, () => left)
    }
    stream.at(known.streams)
    report.live(flagValues(known))
    next.at(pollEveryMs, poll)
  }

  function failed({ failure, wait }: Extract<Outcome, { failure: unknown }>, before: number): void {
    failures.note(failure)
    report.failed(failure)
    if (wait === 'never') {
      due = true
      stream.at([])
    } else next.at(Math.max(wait ?? 0, backOff(before)), () => look(before + 1), wait !== null)
  }

  const look = (before: number): void =>
    page.visibilityState === 'hidden' ? void (due = true) : void evaluate(before)
  const poll = (): void => (stream.isOpen() ? next.at(pollEveryMs, poll) : look(0))

  /** Nothing else tells of what a hidden page has missed, or whether a service that refused it would now answer. */
  function seen(): void {
    if (!due || page.visibilityState === 'hidden') return
    due = false
    void evaluate(0)
  }

  page.addEventListener('visibilitychange', seen)
  void cache.read().then((stored) => {
    if (!left && stored !== null) report.cached(flagValues((known = stored)))
    void evaluate(0)
  })
  return () => {
    left = true
    next.cancel()
    page.removeEventListener('visibilitychange', seen)
    stream.dispose()
  }
}

/** When the service is asked again. Before a time of its own choice (`rest`) is over nothing does, whatever a stream says. */
function nextQuestion(clock: Clock) {
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

/** One line for a failure, however often it comes in a row. */
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
  /** Of the values that are known already. */
  readonly tag: string | null
  /** The configuration that the service has spoken of, as a query; empty for whichever it has, null for all of it, known or not. */
  readonly version: string | null
}

/** One question. */
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
