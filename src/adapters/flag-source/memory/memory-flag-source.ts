import { readFlagValues } from '../../../core/flags/evaluate'
import type { FlagKey, FlagValues } from '../../../core/kernel/flag-table'
import type { Clock } from '../../../core/ports/clock'
import type { FlagPerson, FlagSource, FlagStatus } from '../../../core/ports/flag-source'
import { createFlagState, type FlagTurn } from '../flag-state'
import { memoryFlagService, type MemoryFlagService } from './memory-flag-service'

export interface MemoryFlagSource extends FlagSource {
  /** Changes a value as a live change from the service would; only for a source with a service of its own. */
  set<Key extends FlagKey>(key: Key, value: FlagValues[Key]): void
}

export interface MemoryFlagOptions {
  readonly service?: MemoryFlagService
  /** Without one nothing is waited for; a service of one's own always answers. */
  readonly clock?: Clock
  /** What the browser keeps: values by the session of the person they are for. */
  readonly kept?: Map<string, Readonly<Record<string, unknown>>>
  readonly page?: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
}

const timeless: Clock = { now: () => 0, after: () => () => undefined }
const shown = {
  visibilityState: 'visible',
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
} as const

/** The table's defaults, or the values given, at once. What runs when no flag service is configured, and in tests. */
export function memoryFlagSource(
  given: Partial<FlagValues> = {},
  options: MemoryFlagOptions = {},
): MemoryFlagSource {
  let own = given
  const { service = memoryFlagService(() => own), clock = timeless, kept = new Map(), page = shown } = options
  const board = createFlagState(clock)
  let present: string | undefined
  let leave = (): void => undefined

  function followPerson({ session, context }: FlagPerson, turn: FlagTurn): () => void {
    let left = false
    let stopStream: (() => void) | undefined
    const ask = (): void =>
      service.ask(context, (values) => {
        if (left) return
        if (values === null) return turn.failed('unreachable')
        kept.set(session, values)
        turn.live(readFlagValues((key) => values[key]))
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
    const before = kept.get(session)
    if (before !== undefined) turn.cached(readFlagValues((key) => before[key]))
    if (page.visibilityState === 'hidden') ask()
    else streamWhileVisible()
    return () => {
      left = true
      stop()
      page.removeEventListener('visibilitychange', streamWhileVisible)
    }
  }

  function follow(person: FlagPerson): Promise<FlagStatus> {
    leave()
    if (present !== undefined && present !== person.session) kept.delete(present)
    present = person.session
    const turn = board.begin(person.session)
    leave = followPerson(person, turn)
    return turn.settled
  }

  return {
    start: follow,
    identify: follow,
    status: board.status,
    all: board.all,
    subscribe: board.subscribe,
    set(key, value) {
      own = { ...own, [key]: value }
      service.answer(() => own)
    },
    dispose() {
      leave()
      board.dispose()
    },
  }
}
