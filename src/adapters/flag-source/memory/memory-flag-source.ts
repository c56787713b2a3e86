import { readFlagValues } from '../../../core/flags/evaluate'
import type { FlagKey, FlagValues } from '../../../core/kernel/flag-table'
import type { Clock } from '../../../core/ports/clock'
import type { FlagPerson, FlagSource, FlagUserContext } from '../../../core/ports/flag-source'
import { backOff, createFlagSource, type FlagReport } from '../flag-state'

export type MemoryAnswer = (context: FlagUserContext) => Readonly<Record<string, unknown>>

/** A flag service in this process, for the in-memory adapters of any number of tabs. */
export interface MemoryFlagService {
  /** Sets the answers from now on; pages that stream get them at once. */
  answer(next: MemoryAnswer): void
  /** `down` refuses requests. `silent` holds them until the condition changes. */
  become(condition: 'up' | 'down' | 'silent'): void
  /** Calls back with values, or with null if the service cannot be reached. */
  ask(context: FlagUserContext, answered: (values: Readonly<Record<string, unknown>> | null) => void): void
  /** Calls back on every change and when the service is up again. Returns the function that stops it. */
  stream(changed: () => void): () => void
  /** The number of open streams. */
  streams(): number
}

export function memoryFlagService(first: MemoryAnswer = () => ({})): MemoryFlagService {
  let current = first
  let condition: 'up' | 'down' | 'silent' = 'up'
  let unanswered: (() => void)[] = []
  const listeners = new Set<() => void>()
  const notify = (): void => {
    for (const listener of listeners) listener()
  }
  return {
    answer(next) {
      current = next
      if (condition === 'up') notify()
    },
    become(next) {
      condition = next
      if (next === 'silent') return
      for (const retry of unanswered.splice(0)) retry()
      if (next === 'up') notify()
    },
    ask(context, answered) {
      const reply = (): void => answered(condition === 'up' ? current(context) : null)
      if (condition === 'silent') unanswered = [...unanswered, reply]
      else reply()
    },
    stream(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    streams: () => listeners.size,
  }
}

export interface MemoryFlagSource extends FlagSource {
  /** Changes a value as a live change from the service would; only for a source with a service of its own. */
  set<Key extends FlagKey>(key: Key, value: FlagValues[Key]): void
}

export interface MemoryFlagOptions {
  readonly service?: MemoryFlagService
  /** Without a clock nothing times out: the source's own service always answers. */
  readonly clock?: Clock
  /** Stands for the browser's storage: values by the session of the person they are for. */
  readonly stored?: Map<string, Readonly<Record<string, unknown>>>
  readonly page?: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
}

const timeless: Clock = { now: () => 0, after: () => () => undefined }
const visiblePage = {
  visibilityState: 'visible',
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
} as const

/** Requests one person's flags, and again whenever they may have changed, until the returned function is called. */
function followPerson(
  { service, clock, stored, page }: Required<MemoryFlagOptions>,
  { session, context }: FlagPerson,
  report: FlagReport,
): () => void {
  let hasLeft = false
  let stopStream: (() => void) | undefined
  let failures = 0
  let cancelRetry = (): void => undefined
  const retry = (): void => (page.visibilityState === 'hidden' ? undefined : ask())
  const ask = (): void =>
    service.ask(context, (values) => {
      if (hasLeft) return
      cancelRetry()
      if (values === null) {
        cancelRetry = clock.after(backOff(failures), retry)
        failures += 1
        return report.failed('unreachable')
      }
      failures = 0
      stored.set(session, values)
      report.live(readFlagValues((key) => values[key]))
    })
  const stop = (): void => {
    stopStream?.()
    stopStream = undefined
  }
  const streamWhileVisible = (): void => {
    if (page.visibilityState === 'hidden') return stop()
    if (stopStream !== undefined) return
    stopStream = service.stream(ask)
    ask()
  }
  page.addEventListener('visibilitychange', streamWhileVisible)
  const before = stored.get(session)
  if (before !== undefined) report.cached(readFlagValues((key) => before[key]))
  if (page.visibilityState === 'hidden') ask()
  else streamWhileVisible()
  return () => {
    hasLeft = true
    cancelRetry()
    stop()
    page.removeEventListener('visibilitychange', streamWhileVisible)
  }
}

/** Serves the table's defaults, or the given values, at once. Used in tests and when no flag service is configured. */
export function memoryFlagSource(
  given: Partial<FlagValues> = {},
  options: MemoryFlagOptions = {},
): MemoryFlagSource {
  let own = given
  const {
    service = memoryFlagService(() => own),
    clock = timeless,
    stored = new Map(),
    page = visiblePage,
  } = options
  const source = createFlagSource(clock, undefined, (person, report, before) => {
    if (before !== undefined && before.session !== person.session) stored.delete(before.session)
    return followPerson({ service, clock, stored, page }, person, report)
  })
  return {
    ...source,
    set(key, value) {
      own = { ...own, [key]: value }
      service.answer(() => own)
    },
  }
}
