import { daysOf, type TimeRange } from '../../core/kernel/narrowing'

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

/** Formats a moment's day in UTC: 20 Nov 2026, with three letters for September as for every other month. */
const dayAt = (at: number): string => day.format(at).replace('Sept', 'Sep')

/** The moment at which UTC shows what the user's clock shows: a formatter would keep the time zone of the page load. */
const onUserClock = (at: number): number => at - new Date(at).getTimezoneOffset() * 60_000

/** The same in the user's time zone. */
export const localDayAt = (at: number): string => dayAt(onUserClock(at))

/** Formats a moment's time of day in the user's time zone: 4:58 PM. */
export const localTimeAt = (at: number): string => time.format(onUserClock(at))

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
