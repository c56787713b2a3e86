import { daysOf, type TimeRange } from '../../core/kernel/narrowing'

/** Day, month, year, with three letters for September as for every other month. */
function daysIn(timeZone?: string): (at: number) => string {
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone })
  return (at) => day.format(at).replace('Sept', 'Sep')
}

/** Formats a moment's day in UTC: 20 Nov 2026. */
const dayAt = daysIn('UTC')

/** The same in the user's time zone. */
export const localDayAt = daysIn()

/** Formats an ISO day: 20 Nov 2026. Null if it is not a valid day. */
export function formatDay(iso: string): string | null {
  const at = Date.parse(`${iso}T00:00:00Z`)
  return Number.isNaN(at) ? null : dayAt(at)
}

/** Formats a range of days: 2 Nov 2026 – 8 Nov 2026, or one date for a single day. Null for a named range and for none. */
export function formatDays(range: TimeRange | null): string | null {
  const days = daysOf(range)
  if (days === null) return null
  const from = formatDay(days.from) ?? days.from
  return days.from === days.to ? from : `${from} – ${formatDay(days.to) ?? days.to}`
}
