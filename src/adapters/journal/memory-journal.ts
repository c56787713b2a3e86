import type { Journal, JournalEntry } from '../../core/ports/journal'
import { flightRecorder } from './flight-recorder'
import { masked } from './masking'

export interface MemoryJournal extends Journal {
  readonly entries: readonly JournalEntry[]
}

/** Keeps what was written, for tests to read. */
export function memoryJournal(now: () => number = () => 0): MemoryJournal {
  const entries: JournalEntry[] = []
  const write = (entry: JournalEntry): void => void entries.push({ ...entry, text: masked(entry.text) })
  return { entries, ...flightRecorder(write, { now, trace: 'memory-visit' }) }
}
