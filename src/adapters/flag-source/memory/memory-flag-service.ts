import type { FlagUserContext } from '../../../core/ports/flag-source'

export type MemoryAnswer = (context: FlagUserContext) => Readonly<Record<string, unknown>>

/** A flag service in this process, for the adapters in memory of any number of tabs. */
export interface MemoryFlagService {
  /** What people get from now on; pages that stream are told at once. */
  answer(next: MemoryAnswer): void
  /** `down` refuses; `silent` takes questions and answers them when it is up again. */
  become(condition: 'up' | 'down' | 'silent'): void
  /** Calls back with values, or with null when the service cannot be reached. */
  ask(context: FlagUserContext, answered: (values: Readonly<Record<string, unknown>> | null) => void): void
  /** Calls back on every change and when the service has come back; gives the way to stop. */
  stream(changed: () => void): () => void
  /** Streams that are open. */
  streams(): number
}

export function memoryFlagService(first: MemoryAnswer = () => ({})): MemoryFlagService {
  let current = first
  let condition: 'up' | 'down' | 'silent' = 'up'
  let unanswered: (() => void)[] = []
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  return {
    answer(next) {
      current = next
      if (condition === 'up') tell()
    },
    become(next) {
      condition = next
      if (next === 'silent') return
      for (const retry of unanswered.splice(0)) retry()
      if (next === 'up') tell()
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
