import { type Day, dayOf, isWeekend, isLondonSummer, lastFriday, monthOf, nextMonth, weekdayOf } from './days'
import { nyseCalendar } from './universe/market'

type ExpiryKind = 'Weekly' | 'Monthly' | 'Quarterly'

export interface Expiry {
  readonly day: Day
  readonly kind: ExpiryKind
}

/** The widest expiry kind that applies to a Friday. */
export function expiryKind(friday: Day): ExpiryKind {
  if (friday !== lastFriday(friday)) return 'Weekly'
  return monthOf(friday) % 3 === 0 ? 'Quarterly' : 'Monthly'
}

/** Fridays after `day`, up to `horizon` days ahead, with their kinds. A Friday's own 08:00 expiry is over at the end of that day. */
export function expiriesAfter(day: Day, horizon: number): readonly Expiry[] {
  const found: Expiry[] = []
  const first = day + 1 + ((12 - weekdayOf(day + 1)) % 7)
  for (let friday = first; friday <= day + horizon; friday += 7) {
    found.push({ day: friday, kind: expiryKind(friday) })
  }
  return found
}

/** The next `count` last Fridays of a month after `day`. */
export function monthlyExpiriesAfter(day: Day, count: number): readonly Expiry[] {
  const found: Expiry[] = []
  for (let month = day; found.length < count; month = nextMonth(month)) {
    const friday = lastFriday(month)
    if (friday > day) found.push({ day: friday, kind: expiryKind(friday) })
  }
  return found
}

/** Hours after 00:00 UTC at which a contract expires: 08:00 offshore, 16:00 London on CME. */
function expiryHour(expiry: Day, isCme: boolean): number {
  if (!isCme) return 8
  return isLondonSummer(expiry) ? 15 : 16
}

/** Fractional days from the end of `day` (the snapshot) to the expiry instant. */
export const daysToExpiry = (day: Day, expiry: Day, isCme = false): number =>
  expiry - day - 1 + expiryHour(expiry, isCme) / 24

/** Full-day closings of the New York Stock Exchange, by name. */
export const nyseHolidays: ReadonlyMap<Day, string> = new Map(
  nyseCalendar.flatMap(({ iso, holiday }) => (holiday === undefined ? [] : [[dayOf(iso), holiday]])),
)

const earlyCloses: ReadonlySet<Day> = new Set(
  nyseCalendar.filter(({ earlyClose }) => earlyClose !== undefined).map(({ iso }) => dayOf(iso)),
)

/** CME crypto futures close on fewer holidays than the stock exchange. */
const cmeHolidayNames = new Set(["New Year's Day", 'Good Friday', 'Christmas Day'])

/** First UTC day with weekend rows: round-the-clock trading was announced to start on Friday 29 May 2026. */
const cmeRoundTheClock: Day = dayOf('2026-05-29')

const lastCalendarDay = dayOf('2026-12-31')

/** After the published calendars end, only weekends are known closings. */
export const isNyseOpen = (day: Day): boolean =>
  !isWeekend(day) && (day > lastCalendarDay || !nyseHolidays.has(day))

/** Trading days that end at 13:00 New York. */
export const isNyseEarlyClose = (day: Day): boolean => earlyCloses.has(day)

const isCmeBusinessDay = (day: Day): boolean =>
  !isWeekend(day) && !cmeHolidayNames.has(nyseHolidays.get(day) ?? '')

/** Whether CME futures have a row on this UTC day. */
export const isCmeOpen = (day: Day): boolean => day >= cmeRoundTheClock || isCmeBusinessDay(day)

/** CME trade date of a UTC day: weekends and holidays count to the next business day. */
export function cmeTradeDate(day: Day): Day {
  let trade = day
  while (!isCmeBusinessDay(trade)) trade += 1
  return trade
}

export const calendarRange = { first: dayOf('2023-01-01'), last: lastCalendarDay } as const
