import type { FlightRecord, Journal, JournalEntry } from '../../core/ports/journal'

/** As many events and entries as a visit's record has. */
const most = 200

/**
 * A journal that remembers the last events and entries beside writing entries out. Of an entry it remembers no text, since services and
 * people have written in it. `now` in milliseconds since the epoch.
 */
export function flightRecorder(
  write: (entry: JournalEntry) => void,
  { now, trace }: { readonly now: () => number; readonly trace: string },
): Journal {
  const began = now()
  const events: FlightRecord['events'][number][] = []
  let count = 0
  const keep = (event: FlightRecord['events'][number]['event']): void => {
    count += 1
    events.push({ at: now(), event })
    if (events.length > most) events.shift()
  }
  return {
    record(entry) {
      const { text: _text, failure, ...typed } = entry
      // A failure has members of its own that services and people have written in.
      const reduced = failure && { failure: { kind: failure.kind, status: failure.status ?? null } }
      keep({ kind: 'journal', ...typed, ...reduced })
      write(entry)
    },
    note: keep,
    flight: () => ({ trace, began, count, events: [...events] }),
  }
}
