import type { FlightRecord, Journal, JournalEntry } from '../../core/ports/journal'

/** Maximum number of events and entries in a visit's record. */
const maxEvents = 200

/**
 * A journal that writes entries out and also records the last events and entries. It records no text of an entry, since that may contain
 * text from services and users. `now` in milliseconds since the epoch.
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
    if (events.length > maxEvents) events.shift()
  }
  return {
    record(entry) {
      const { text: _text, failure, ...typed } = entry
      // Other members of a failure may contain text from services and users.
      const reduced = failure && { failure: { kind: failure.kind, status: failure.status ?? null } }
      keep({ kind: 'journal', ...typed, ...reduced })
      write(entry)
    },
    note: keep,
    flight: () => ({ trace, began, count, events: [...events] }),
  }
}
