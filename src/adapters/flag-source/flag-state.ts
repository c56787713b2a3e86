import { sameValues, timeoutFlagValues } from '../../core/flags/evaluate'
import { defaultFlagValues, type FlagValues } from '../../core/kernel/flag-table'
import { timings } from '../../core/kernel/limits'
import type { Clock } from '../../core/ports/clock'
import type { FlagSource, FlagStatus } from '../../core/ports/flag-source'

export type FailureReason = Extract<FlagStatus, { kind: 'defaults' }>['reason']

/** What an adapter has to say about one person's flags. Once the next person is here, it is ignored. */
export interface FlagReport {
  /** Settles with the first thing that was said, or when the fallback time is over. */
  readonly settled: Promise<FlagStatus>
  live(values: FlagValues): void
  /** Values kept from before; those of the service are better. */
  cached(values: FlagValues): void
  /** Values that are there, live or cached, are better than defaults. */
  failed(reason: FailureReason): void
}

/** The part of the port that is the same for every vendor: last values and status, whose they are, who subscribes, and the fallback. */
export interface FlagState extends Pick<FlagSource, 'status' | 'all' | 'subscribe'> {
  /** Another session than before: what is shown goes at once. */
  begin(session: string): FlagReport
  dispose(): void
}

export function createFlagState(clock: Clock): FlagState {
  const listeners = new Set<() => void>()
  let values = defaultFlagValues()
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
    if (session !== present) show(defaultFlagValues(), { kind: 'loading' })
    present = session
    let over = false
    let settle: (first: FlagStatus) => void = () => undefined
    const settled = new Promise<FlagStatus>((resolve) => {
      settle = resolve
    })
    const say = (nextValues: FlagValues, nextStatus: FlagStatus): void => {
      if (over) return
      cancelFallback()
      show(nextValues, nextStatus)
      settle(status)
    }
    const report: FlagReport = {
      settled,
      live: (given) => say(given, { kind: 'live' }),
      cached: (given) => (status.kind === 'live' ? say(values, status) : say(given, { kind: 'cached' })),
      failed: (reason) =>
        status.kind === 'live' || status.kind === 'cached'
          ? say(values, status)
          : say(timeoutFlagValues(), { kind: 'defaults', reason }),
    }
    const cancelFallback = clock.after(timings.flagFallback, () => report.failed('timeout'))
    endReport = () => {
      over = true
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

const longestWait = 30_000

/** Milliseconds before the next try, after so many that failed: a second, doubled each time, half a minute at most. */
export function backOff(attempts: number): number {
  return Math.min(1_000 * 2 ** attempts, longestWait)
}

function sameStatus(one: FlagStatus, other: FlagStatus): boolean {
  if (one.kind !== other.kind) return false
  return one.kind !== 'defaults' || (other.kind === 'defaults' && one.reason === other.reason)
}
