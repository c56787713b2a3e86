import type { Journal, JournalEntry } from '../../core/ports/journal'
import { masked } from './masking'

export interface MemoryJournal extends Journal {
  readonly entries: readonly JournalEntry[]
}

/** Keeps what was written, for tests to read. */
export function memoryJournal(): MemoryJournal {
  const entries: JournalEntry[] = []
  return { entries, record: (entry) => void entries.push({ ...entry, text: masked(entry.text) }) }
}
