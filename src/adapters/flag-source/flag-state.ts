import { sameValues } from '../../core/flags/evaluate'
import { defaultFlagValues, type FlagValues } from '../../core/kernel/flag-table'
import { timings } from '../../core/kernel/limits'
import type { Clock } from '../../core/ports/clock'
import type { FlagPerson, FlagSource, FlagStatus } from '../../core/ports/flag-source'
import type { Journal } from '../../core/ports/journal'

export type FailureReason = Extract<FlagStatus, { kind: 'defaults' }>['reason']

/** Takes an adapter's reports about one person's flags. Reports are ignored once the next person's have begun. */
export interface FlagReport {
  /** Settles with the first report, or when the fallback time is over. */
  readonly settled: Promise<FlagStatus>
  live(values: FlagValues): void
  /** Values from the cache; live values take precedence. */
  cached(values: FlagValues): void
  /** Falls back to defaults, unless there are live or cached values. */
  failed(reason: FailureReason): void
}

/** The vendor-independent part of the port: the latest values and status, their session, the subscribers and the fallback. */
export interface FlagState extends Pick<FlagSource, 'status' | 'all' | 'subscribe'> {
  /** Starts the reports for a session. If it is another session than before, the previous values are dropped at once. */
  begin(session: string): FlagReport
  dispose(): void
}

export function createFlagState(clock: Clock, journal?: Journal): FlagState {
  const listeners = new Set<() => void>()
  let values = defaultFlagValues
  let status: FlagStatus = { kind: 'loading' }
  let present: string | undefined
  let endReport = (): void => undefined

  function show(nextValues: FlagValues, nextStatus: FlagStatus): void {
    const hasNewValues = !sameValues(nextValues, values)
    const hasNewStatus = !sameStatus(nextStatus, status)
    if (hasNewValues) values = nextValues
    if (hasNewStatus) status = nextStatus
    if (hasNewValues || hasNewStatus) for (const listener of listeners) listener()
  }

  function begin(session: string): FlagReport {
    endReport()
    if (session !== present) show(defaultFlagValues, { kind: 'loading' })
    present = session
    let isOver = false
    let settle: (first: FlagStatus) => void = () => undefined
    const settled = new Promise<FlagStatus>((resolve) => {
      settle = resolve
    })
    const update = (nextValues: FlagValues, nextStatus: FlagStatus): void => {
      if (isOver) return
      cancelFallback()
      show(nextValues, nextStatus)
      settle(status)
    }
    const report: FlagReport = {
      settled,
      live: (given) => update(given, { kind: 'live' }),
      cached: (given) =>
        status.kind === 'live' ? update(values, status) : update(given, { kind: 'cached' }),
      failed: (reason) =>
        status.kind === 'live' || status.kind === 'cached'
          ? update(values, status)
          : update(defaultFlagValues, { kind: 'defaults', reason }),
    }
    const cancelFallback = clock.after(timings.flagFallback, () => {
      const text = `No flags within ${timings.flagFallback / 1_000} s.`
      journal?.record({ level: 'error', where: 'flags', text, failure: { kind: 'timeout' } })
      report.failed('timeout')
    })
    endReport = () => {
      isOver = true
      cancelFallback()
      settle(status)
    }
    return report
  }

  return {
    status: () => status,
    all: () => values,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    begin,
    dispose() {
      endReport()
      listeners.clear()
    },
  }
}

/**
 * The port for a vendor that is followed for one person at a time. `follow` requests this person's flags until the function that it returns
 * is called; `before` is the person before.
 */
export function createFlagSource(
  clock: Clock,
  journal: Journal | undefined,
  follow: (person: FlagPerson, report: FlagReport, before: FlagPerson | undefined) => () => void,
): FlagSource {
  const state = createFlagState(clock, journal)
  let present: FlagPerson | undefined
  let leave = (): void => undefined
  function identify(person: FlagPerson): Promise<FlagStatus> {
    leave()
    const report = state.begin(person.session)
    leave = follow(person, report, present)
    present = person
    return report.settled
  }
  return {
    ...state,
    start: identify,
    identify,
    dispose() {
      leave()
      state.dispose()
    },
  }
}

const maxBackOffMs = 30_000

/** Back-off before the next attempt, in ms, after this many failures: one second, doubled each time, half a minute at most. */
export function backOff(attempts: number): number {
  return Math.min(1_000 * 2 ** attempts, maxBackOffMs)
}

function sameStatus(one: FlagStatus, other: FlagStatus): boolean {
  if (one.kind !== other.kind) return false
  return one.kind !== 'defaults' || (other.kind === 'defaults' && one.reason === other.reason)
}
