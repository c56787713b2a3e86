import type { Journal, JournalEntry } from '../../core/ports/journal'
import { flightRecorder } from './flight-recorder'
import { masked } from './masking'

/** An entry as a console shows it. */
type Written = Omit<JournalEntry, 'failure'>

export interface MemoryJournal extends Journal {
  readonly entries: readonly Written[]
}

/** Stores the entries, for tests to read. */
export function memoryJournal(now: () => number = () => 0): MemoryJournal {
  const entries: Written[] = []
  const write = ({ failure: _failure, ...entry }: JournalEntry): void =>
    void entries.push({ ...entry, text: masked(entry.text) })
  return { entries, ...flightRecorder(write, { now, trace: 'memory-visit' }) }
}
