import type { FlightRecord, Journal, JournalEntry, PortalEvent } from '../../core/ports/journal'

/** As many events and entries as are kept. */
const most = 200

/** A journal that keeps the last of what it is told, beside writing entries out. `now` in milliseconds since the epoch. */
export function flightRecorder(
  write: (entry: JournalEntry) => void,
  { now, trace }: { readonly now: () => number; readonly trace: string },
): Journal {
  const began = now()
  const events: FlightRecord['events'][number][] = []
  let count = 0
  const keep = (event: PortalEvent | ({ kind: 'journal' } & JournalEntry)): void => {
    count += 1
    events.push({ at: now(), event })
    if (events.length > most) events.shift()
  }
  return {
    record(entry) {
      keep({ kind: 'journal', ...entry })
      write(entry)
    },
    note: keep,
    flight: () => ({ trace, began, count, events: [...events] }),
  }
}
