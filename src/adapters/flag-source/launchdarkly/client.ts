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
  /** Delay from the first answer to the stream, which requests everything again when it opens: lets a dashboard load first. */
  readonly streamDelayMs: number
  /** The page: hidden tabs do not stream, since eight of them would starve each other. */
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
}

/** Takes the reports about a person's flags. `late`: an answer came after the person had left. */
type Reports = Pick<FlagReport, 'live' | 'cached' | 'failed'> & { readonly late: () => void }

/**
 * A stream that has brought nothing for this long, in ms, is reopened; the SDK would wait forever. Without cached
 * flags a first one is not opened sooner: it makes the SDK cancel a request that is still under way, and send it again.
 */
const streamCheckMs = 30_000

/** Requests the flags again when the service has sent nothing for this long, in ms: a proxy may block the stream and hide changes. */
const maxSilence = 300_000

/**
 * Each client that replaces another leaves two listeners of the SDK on the page for good. So the pauses between clients grow, up to this,
 * in ms, until a stream brings something.
 */
const maxPause = 900_000

/** The SDK's wording of an environment that is unknown (404), not accessible (401, 403) or in secure mode (400), which wants a hash. */
const refusal = /Environment not found|\b(?:400|401|403|Bad Request|Unauthorized|Forbidden)\b/

/**
 * The value of `failures` after a failed start. The SDK requests a change once and gives up if that fails; a reopened stream makes it ask
 * again. The error event that comes with a failed start does not count as a failure: otherwise the stream, which asks from then on, would
 * be reopened at once, and its request would be lost.
 */
const startFailed = -1

/**
 * Follows one person's flags, with one client at a time, until the returned function is called. After a failed start it retries by the
 * stream, which the SDK would not do by itself, and by another client if the stream brings nothing. The SDK's `identify` would also send a
 * request, but it discards the cache first. A hidden page closes its stream.
 */
export function followPerson(options: PersonOptions, context: FlagUserContext, report: Reports): () => void {
  let sdk: LaunchDarklySdk | null = null
  let running: RunningClient | undefined
  let answered = false
  let hasLeft = false
  let failures = 0
  /** The stream was reopened, and the service has sent nothing since. */
  let isSilent = false
  const pacing = clientPacing(options.clock)
  const timer = visiblePageTimer(options.clock, options.page)
  const errors = errorJournal(options.journal)

  const wait = (milliseconds: number, next = checkStream): void => timer.after(milliseconds, next)
  function checkStream(): void {
    if (isSilent && pacing.left() === 0) return connect()
    running?.streamAnew()
    isSilent = true
    wait(answered ? Math.max(streamCheckMs, pacing.left()) : streamCheckMs)
  }
  function refused(): void {
    report.failed('refused')
    running?.rest()
    wait(maxSilence)
  }
  const events: ClientEvents = {
    late: report.late,
    answered(values) {
      pacing.answered()
      events.changed(values)
    },
    changed(values) {
      answered = true
      errors.over()
      failures = 0
      isSilent = false
      wait(maxSilence)
      report.live(values)
    },
    initialized: (values) => void (answered || report.cached(values)),
    failed(cause) {
      failures = startFailed
      if (isRefusal(cause)) return refused()
      report.failed('unreachable')
      running?.stream()
      wait(timings.flagFallback)
    },
    error(cause) {
      errors.note(cause instanceof Error && cause.message !== '' ? cause.message : 'Unknown error')
      answered = false
      if (failures === startFailed) return void (failures = 0)
      isSilent = false
      if (isRefusal(cause)) return refused()
      wait(backOff(failures))
      failures += 1
    },
  }
  function connect(): void {
    if (sdk === null) return
    running?.end()
    running = runClient(sdk, options, context, events)
    pacing.begun()
    isSilent = false
    wait(streamCheckMs)
  }
  async function load(attempt: number): Promise<void> {
    sdk = await options.loadSdk().catch(() => null)
    if (hasLeft) return
    if (sdk !== null) return connect()
    errors.note('The flag SDK could not be loaded.')
    report.failed('unreachable')
    wait(backOff(attempt), () => void load(attempt + 1))
  }

  void load(0)
  return () => {
    hasLeft = true
    timer.end()
    running?.end()
  }
}

/** One timer. An action that comes due on a hidden page waits until it is visible, and then for the stream, which reopens by itself. */
function visiblePageTimer(clock: Clock, page: PersonOptions['page']) {
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
    void (page.visibilityState !== 'hidden' && due !== null && after(streamCheckMs, due))
  page.addEventListener('visibilitychange', onLook)
  return {
    after,
    end(): void {
      cancel()
      page.removeEventListener('visibilitychange', onLook)
    },
  }
}

/** Decides when another client may be created. */
function clientPacing(clock: Clock) {
  /** Clients that were created since a stream last brought something. */
  let made = 0
  let begunAt = 0
  let nextAt = 0
  /** The client has received its first answer: later ones come by the stream. */
  let isFollowing = false
  return {
    begun(): void {
      begunAt = clock.now()
      nextAt = begunAt + Math.min(streamCheckMs * 2 ** made, maxPause)
      made += 1
      isFollowing = false
    },
    answered(): void {
      if (isFollowing) made = 0
      isFollowing = true
    },
    /** Time until another client may be created, in ms. A clock that was set back must not extend it. */
    left: () => (clock.now() < begunAt ? 0 : Math.max(0, nextAt - clock.now())),
  }
}

const isRefusal = (cause: unknown): boolean => cause instanceof Error && refusal.test(cause.message)

interface ClientEvents {
  /** All flags of the service: an answer to the client's own request, or to one that the stream triggered. */
  answered(values: FlagValues): void
  /** Some flags differ. For one answer the SDK may emit both. */
  changed(values: FlagValues): void
  /** An answer that came after the client had ended. */
  late(): void
  /** The SDK has values: without an answer from the service so far, those of the cache. */
  initialized(values: FlagValues): void
  failed(cause: unknown): void
  error(cause: unknown): void
}

interface RunningClient {
  /** Streams while the page is visible. */
  stream(): void
  streamAnew(): void
  /** Closes the stream until `streamAnew`, whenever the page becomes visible. */
  rest(): void
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
  let resting = false
  const values = (): FlagValues => readFlagValues((key): unknown => client.variation(key, null))
  const answered = (): void => (ended ? events.late() : events.answered(values()))
  const changed = (): void => (ended ? events.late() : events.changed(values()))
  const stream = (): void => void (ended || resting || client.setStreaming(page.visibilityState !== 'hidden'))
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
  // Otherwise the SDK streams as soon as it has started, hidden page or not.
  if (page.visibilityState === 'hidden' || streamDelayMs > 0) quiet()
  return {
    stream,
    streamAnew() {
      resting = false
      quiet()
      stream()
    },
    rest() {
      resting = true
      quiet()
    },
    end() {
      ended = true
      page.removeEventListener('visibilitychange', stream)
      // A closed client whose first answer is still in flight would open a stream for the person who has left.
      quiet()
      client.close().catch(() => undefined)
    },
  }
}

/**
 * Records an error once, however often it repeats until the service answers again. Removes addresses: in the SDK's messages they contain
 * the person's context.
 */
function errorJournal(journal: Journal) {
  let last = ''
  return {
    note(text: string): void {
      const safe = text.replaceAll(/https?:\/\/\S+/g, '…')
      if (safe !== last) journal.record({ level: 'error', where: 'flags', text: safe })
      last = safe
    },
    over: () => void (last = ''),
  }
}

function clientOptions(options: PersonOptions, onAllFlags: () => void): LDOptions {
  const silent = (): void => undefined
  return {
    bootstrap: 'localStorage',
    baseUrl: options.host,
    streamUrl: options.streamHost,
    eventsUrl: options.host,
    // Sends the person's context in request bodies: servers, proxies and browsers log addresses. The stream then identifies no one, and
    // only announces that something has changed.
    useReport: true,
    // No events, only requests and the stream. If events were ever sent, they would omit the attributes `email` and `name`.
    sendEvents: false,
    privateAttributes: ['email', 'name'],
    fetchGoals: false,
    diagnosticOptOut: true,
    sendLDHeaders: false,
    // The SDK's default logger prints the person's context, in base64, at information level.
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    // Called whenever the service has sent all flags, also if none of them differs from the cache: "change" does not fire then.
    inspectors: [{ type: 'flag-details-changed', name: 'portal', synchronous: true, method: onAllFlags }],
  }
}
