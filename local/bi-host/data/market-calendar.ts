import { type Day, dayOf, isWeekend } from './days'
import { nyseCalendar } from './universe/market'

/** Full-day closings of the New York Stock Exchange by name. */
export const nyseHolidays: ReadonlyMap<Day, string> = new Map(
  nyseCalendar.flatMap(({ iso, holiday }) => (holiday === undefined ? [] : [[dayOf(iso), holiday]])),
)

const earlyCloses: ReadonlySet<Day> = new Set(
  nyseCalendar.filter(({ earlyClose }) => earlyClose !== undefined).map(({ iso }) => dayOf(iso)),
)

/** CME crypto futures close on fewer holidays than the stock exchange. */
const cmeHolidayNames = new Set(["New Year's Day", 'Good Friday', 'Christmas Day'])

/** First UTC day with weekend rows: trading round the clock was announced to start on Friday 29 May 2026. */
export const cmeRoundTheClock: Day = dayOf('2026-05-29')

const lastCalendarDay = dayOf('2026-12-31')

/** After the published calendars end, only weekends are known to be closed. */
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
