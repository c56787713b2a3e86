import { daysOf, type TimeRange } from '../../core/kernel/narrowing'

/** British order, and three letters for September as for every other month. */
function daysIn(timeZone?: string): (at: number) => string {
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone })
  return (at) => day.format(at).replace('Sept', 'Sep')
}

/** The day of a moment, in UTC, as the portal writes days: 20 Nov 2026. */
const dayAt = daysIn('UTC')

/** The same, where the person is. */
export const localDayAt = daysIn()

/** An ISO day as the portal writes days: 20 Nov 2026. Null for what is none. */
export function writeDay(iso: string): string | null {
  const at = Date.parse(`${iso}T00:00:00Z`)
  return Number.isNaN(at) ? null : dayAt(at)
}

/** A range of days as the portal writes it: 2 Nov 2026 – 8 Nov 2026, and a single day once. Null for a named one, and for none. */
export function writeDays(range: TimeRange | null): string | null {
  const days = daysOf(range)
  if (days === null) return null
  const from = writeDay(days.from) ?? days.from
  return days.from === days.to ? from : `${from} – ${writeDay(days.to) ?? days.to}`
}
