import type { LDClient, LDOptions, initialize } from 'launchdarkly-js-client-sdk'
import { readFlagValues } from '../../../core/flags/evaluate'
import type { FlagValues } from '../../../core/kernel/flag-table'
import type { FlagUserContext } from '../../../core/ports/flag-source'
import { timings } from '../../../core/kernel/limits'
import type { Clock } from '../../../core/ports/clock'
import type { Journal } from '../../../core/ports/journal'
import { backOff, type FlagReport } from '../flag-state'

export interface LaunchDarklySdk {
  readonly initialize: typeof initialize
}

export interface PersonOptions {
  readonly loadSdk: () => Promise<LaunchDarklySdk>
  /** Client-side id of the environment. */
  readonly clientId: string
  readonly host: string
  readonly streamHost: string
  readonly clock: Clock
  readonly journal: Journal
  /** Milliseconds from the first answer to the stream, whose beginning asks for everything once more: it makes way for a dashboard. */
  readonly streamDelayMs: number
  /** The page: hidden tabs do not stream, or eight of them would starve each other. */
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
}

/** What is reported of a person's flags; `late` for an answer that came after they had left. */
type Reports = Pick<FlagReport, 'live' | 'cached' | 'failed'> & { readonly late: () => void }

/** A stream that has brought nothing for this long is opened anew; the SDK would wait for ever. */
const patrolEvery = 30_000

/** Where something on the way lets no stream pass, nobody hears of a change: asked again when the service has said nothing for this long. */
const longestSilence = 300_000

/**
 * A client that was made in another's stead leaves two listeners of the SDK's on the page for good. So the pauses between them grow, to
 * this at most, until a stream brings something.
 */
const longestPause = 900_000

/** How the SDK words that the environment is not known, or not to be had: 404, 401 and 403. */
const refusal = /Environment not found|\b(?:401|403|Unauthorized|Forbidden)\b/

/**
 * The SDK asks once for a change and lets go of it when that fails; a stream that is opened anew has it ask again. How many have failed
 * in a row, after a failed start: the error that comes with it is none of them, or the stream that asks from then on would be opened anew
 * at once, and its question be lost.
 */
const startFailed = -1

/**
 * One client at a time for one person, until the returned function is called. A failed start goes on trying by the stream, which the SDK
 * would not do by itself, and by another client where the stream brings nothing: the SDK's `identify`, which asks too, throws the cache
 * away before. A hidden page gives its stream back.
 */
export function followPerson(options: PersonOptions, context: FlagUserContext, report: Reports): () => void {
  const { clock, journal } = options
  let sdk: LaunchDarklySdk | null = null
  let running: RunningClient | undefined
  let answered = false
  let left = false
  let failures = 0
  /** The stream was opened anew, and the service has said nothing since. */
  let isMute = false
  const pace = clientPace(clock)
  const timer = timerWhileSeen(clock, options.page)
  const note = errorJournal(journal)

  const wait = (milliseconds: number, next = patrol): void => timer.after(milliseconds, next)
  function patrol(): void {
    if (isMute && pace.left() === 0) return connect()
    running?.streamAnew()
    isMute = true
    wait(answered ? Math.max(patrolEvery, pace.left()) : patrolEvery)
  }
  function refused(): void {
    report.failed('refused')
    running?.quiet()
    wait(longestSilence)
  }
  const events: ClientEvents = {
    late: report.late,
    answered(values) {
      pace.answered()
      events.changed(values)
    },
    changed(values) {
      answered = true
      failures = 0
      isMute = false
      wait(longestSilence)
      report.live(values)
    },
    // Nothing of the service yet: the values are those of the cache.
    initialized: (values) => void (answered || report.cached(values)),
    failed(cause) {
      failures = startFailed
      if (isRefusal(cause)) return refused()
      report.failed('unreachable')
      running?.stream()
    },
    error(cause) {
      note(cause instanceof Error && cause.message !== '' ? cause.message : 'Unknown error')
      answered = false
      if (failures === startFailed) return void (failures = 0)
      isMute = false
      if (isRefusal(cause)) return refused()
      wait(backOff(failures))
      failures += 1
    },
  }
  function connect(): void {
    if (sdk === null) return
    running?.end()
    running = runClient(sdk, options, context, events)
    pace.begun()
    isMute = false
    wait(timings.flagFallback)
  }
  async function load(attempt: number): Promise<void> {
    sdk = await options.loadSdk().catch(() => null)
    if (left) return
    if (sdk !== null) return connect()
    note('The flag SDK could not be loaded.')
    report.failed('unreachable')
    wait(backOff(attempt), () => void load(attempt + 1))
  }

  void load(0)
  return () => {
    left = true
    timer.end()
    running?.end()
  }
}

/** One timer. What comes due while nobody looks waits for somebody who does, and for the stream, which begins anew by itself then. */
function timerWhileSeen(clock: Clock, page: PersonOptions['page']) {
  let due: (() => void) | null = null
  let cancel = (): void => undefined
  function after(milliseconds: number, run: () => void): void {
    cancel()
    due = null
    cancel = clock.after(milliseconds, () => {
      if (page.visibilityState === 'hidden') due = run
      else run()
    })
  }
  const onLook = (): void =>
    void (page.visibilityState !== 'hidden' && due !== null && after(patrolEvery, due))
  page.addEventListener('visibilitychange', onLook)
  return {
    after,
    end(): void {
      cancel()
      page.removeEventListener('visibilitychange', onLook)
    },
  }
}

/** When there may be another client. */
function clientPace(clock: Clock) {
  /** Clients that were made since a stream brought something. */
  let made = 0
  let nextAt = 0
  /** The client has brought its first answer: what it brings from now on has come by the stream. */
  let isFollowing = false
  return {
    begun(): void {
      nextAt = clock.now() + Math.min(patrolEvery * 2 ** made, longestPause)
      made += 1
      isFollowing = false
    },
    answered(): void {
      if (isFollowing) made = 0
      isFollowing = true
    },
    /** In ms; 0 where there may be one now. */
    left: () => Math.max(0, nextAt - clock.now()),
  }
}

const isRefusal = (cause: unknown): boolean => cause instanceof Error && refusal.test(cause.message)

interface ClientEvents {
  /** All that the service has: an answer to the client's own question, or to one that the stream had it ask. */
  answered(values: FlagValues): void
  /** Some of it differs: of one answer the SDK says both. */
  changed(values: FlagValues): void
  /** An answer that came after its end. */
  late(): void
  initialized(values: FlagValues): void
  failed(cause: unknown): void
  error(cause: unknown): void
}

interface RunningClient {
  /** While the page is seen. */
  stream(): void
  streamAnew(): void
  quiet(): void
  end(): void
}

function runClient(
  sdk: LaunchDarklySdk,
  options: PersonOptions,
  context: FlagUserContext,
  events: ClientEvents,
): RunningClient {
  const { clock, page, streamDelayMs } = options
  let ended = false
  const values = (): FlagValues => readFlagValues((key): unknown => client.variation(key, null))
  const answered = (): void => (ended ? events.late() : events.answered(values()))
  const changed = (): void => (ended ? events.late() : events.changed(values()))
  const stream = (): void => void (ended || client.setStreaming(page.visibilityState !== 'hidden'))
  const quiet = (): void => client.setStreaming(false)
  const client: LDClient = sdk.initialize(options.clientId, { ...context }, clientOptions(options, answered))
  client.on('change', changed)
  client.on('initialized', () => {
    if (ended) return
    events.initialized(values())
    if (streamDelayMs === 0) stream()
    else clock.after(streamDelayMs, stream)
  })
  client.on('failed', (cause: unknown) => void (ended || events.failed(cause)))
  client.on('error', (cause: unknown) => void (ended || events.error(cause)))
  page.addEventListener('visibilitychange', stream)
  // Else the SDK streams as soon as it has started, hidden or not.
  if (page.visibilityState === 'hidden' || streamDelayMs > 0) quiet()
  return {
    stream,
    streamAnew() {
      quiet()
      stream()
    },
    quiet,
    end() {
      ended = true
      page.removeEventListener('visibilitychange', stream)
      // A closed client whose first answer is still to come would open a stream for the person who has gone.
      quiet()
      client.close().catch(() => undefined)
    },
  }
}

/** One line for an error, however often it comes in a row. The SDK's messages carry addresses with the person's context in them. */
function errorJournal(journal: Journal): (text: string) => void {
  let last = ''
  return (text) => {
    const safe = text.replaceAll(/https?:\/\/\S+/g, '…')
    if (safe !== last) journal.record({ level: 'error', where: 'flags', text: safe })
    last = safe
  }
}

function clientOptions(options: PersonOptions, replaced: () => void): LDOptions {
  const silent = (): void => undefined
  return {
    bootstrap: 'localStorage',
    baseUrl: options.host,
    streamUrl: options.streamHost,
    eventsUrl: options.host,
    // Who asks stands in bodies: an address is written down by servers, proxies and browsers. The stream then names nobody, and what
    // it brings is that something has changed.
    useReport: true,
    // Nothing but questions and the stream. Should events ever be sent, they name nobody.
    sendEvents: false,
    privateAttributes: ['email', 'name'],
    fetchGoals: false,
    diagnosticOptOut: true,
    sendLDHeaders: false,
    // Its default prints the person's context, in base64, at information level.
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    // Told whenever the service has sent all flags, also when none of them differs from the cache: "change" would say nothing.
    inspectors: [{ type: 'flag-details-changed', name: 'portal', synchronous: true, method: replaced }],
  }
}
