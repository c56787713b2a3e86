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

/**
 * The SDK asks once for a change and lets go of it when that fails; a stream that is opened anew has it ask again. How many have failed
 * in a row, after a failed start: the error that comes with it is none of them, or the stream that asks from then on would be opened anew
 * at once, and its question be lost.
 */
const startFailed = -1

/**
 * One client for one person, until the returned function is called. A failed start goes on trying by the stream, which the SDK would
 * not do by itself; a hidden page gives its stream back.
 */
export function followPerson(options: PersonOptions, context: FlagUserContext, report: Reports): () => void {
  const { clock, journal, page, streamDelayMs } = options
  let client: LDClient | undefined
  let answered = false
  let left = false
  let failures = 0
  let cancelWait = (): void => undefined
  const note = errorJournal(journal)

  const read = (from: LDClient): FlagValues => readFlagValues((key): unknown => from.variation(key, null))

  /** The service's word: an answer, everything at once on the stream, or one change. */
  function fromService(): void {
    if (left) return report.late()
    if (client === undefined) return
    answered = true
    failures = 0
    report.live(read(client))
  }

  const streamWhileVisible = (): void => client?.setStreaming(page.visibilityState !== 'hidden')

  function patrol(): void {
    if (answered) return
    client?.setStreaming(false)
    streamWhileVisible()
    cancelWait = clock.after(patrolEvery, patrol)
  }

  function connect(sdk: LaunchDarklySdk): void {
    const made = sdk.initialize(options.clientId, { ...context }, clientOptions(options, fromService))
    client = made
    made.on('change', fromService)
    made.on('initialized', () => {
      if (left) return
      // Nothing of the service yet: the values are those of the cache.
      if (!answered) report.cached(read(made))
      if (streamDelayMs === 0) streamWhileVisible()
      else clock.after(streamDelayMs, () => void (left || streamWhileVisible()))
    })
    made.on('failed', () => {
      if (left) return
      report.failed('unreachable')
      failures = startFailed
      streamWhileVisible()
    })
    made.on('error', (cause: unknown) => {
      if (left) return
      note(cause instanceof Error && cause.message !== '' ? cause.message : 'Unknown error')
      answered = false
      if (failures === startFailed) return void (failures = 0)
      cancelWait()
      cancelWait = clock.after(backOff(failures), patrol)
      failures += 1
    })
    page.addEventListener('visibilitychange', streamWhileVisible)
    // Else the SDK streams as soon as it has started, hidden or not.
    if (page.visibilityState === 'hidden' || streamDelayMs > 0) made.setStreaming(false)
    cancelWait = clock.after(timings.flagFallback, patrol)
  }

  async function load(attempt: number): Promise<void> {
    const sdk = await options.loadSdk().catch(() => null)
    if (left) return
    if (sdk !== null) return connect(sdk)
    note('The flag SDK could not be loaded.')
    report.failed('unreachable')
    cancelWait = clock.after(backOff(attempt), () => void load(attempt + 1))
  }

  void load(0)
  return () => {
    left = true
    cancelWait()
    page.removeEventListener('visibilitychange', streamWhileVisible)
    // A closed client whose first answer is still to come would open a stream for the person who has gone.
    client?.setStreaming(false)
    client?.close().catch(() => undefined)
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
