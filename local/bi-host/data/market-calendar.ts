import { type Day, dayOf, isWeekend } from './days'

/**
 * Full-day closings of the New York Stock Exchange, 2023 to 2026, one-offs included
 * (the exchange's published holiday calendar; 9 January 2025 was a day of mourning).
 */
export const nyseHolidays: ReadonlyMap<Day, string> = new Map(
  Object.entries({
    '2023-01-02': "New Year's Day (observed)",
    '2023-01-16': 'Martin Luther King Jr. Day',
    '2023-02-20': "Washington's Birthday",
    '2023-04-07': 'Good Friday',
    '2023-05-29': 'Memorial Day',
    '2023-06-19': 'Juneteenth',
    '2023-07-04': 'Independence Day',
    '2023-09-04': 'Labor Day',
    '2023-11-23': 'Thanksgiving Day',
    '2023-12-25': 'Christmas Day',
    '2024-01-01': "New Year's Day",
    '2024-01-15': 'Martin Luther King Jr. Day',
    '2024-02-19': "Washington's Birthday",
    '2024-03-29': 'Good Friday',
    '2024-05-27': 'Memorial Day',
    '2024-06-19': 'Juneteenth',
    '2024-07-04': 'Independence Day',
    '2024-09-02': 'Labor Day',
    '2024-11-28': 'Thanksgiving Day',
    '2024-12-25': 'Christmas Day',
    '2025-01-01': "New Year's Day",
    '2025-01-09': 'National Day of Mourning',
    '2025-01-20': 'Martin Luther King Jr. Day',
    '2025-02-17': "Washington's Birthday",
    '2025-04-18': 'Good Friday',
    '2025-05-26': 'Memorial Day',
    '2025-06-19': 'Juneteenth',
    '2025-07-04': 'Independence Day',
    '2025-09-01': 'Labor Day',
    '2025-11-27': 'Thanksgiving Day',
    '2025-12-25': 'Christmas Day',
    '2026-01-01': "New Year's Day",
    '2026-01-19': 'Martin Luther King Jr. Day',
    '2026-02-16': "Washington's Birthday",
    '2026-04-03': 'Good Friday',
    '2026-05-25': 'Memorial Day',
    '2026-06-19': 'Juneteenth',
    '2026-07-03': 'Independence Day (observed)',
    '2026-09-07': 'Labor Day',
    '2026-11-26': 'Thanksgiving Day',
    '2026-12-25': 'Christmas Day',
  }).map(([iso, name]) => [dayOf(iso), name]),
)

/** Trading days that end at 13:00 New York. */
const earlyCloses: ReadonlySet<Day> = new Set(
  [
    '2023-07-03',
    '2023-11-24',
    '2024-07-03',
    '2024-11-29',
    '2024-12-24',
    '2025-07-03',
    '2025-11-28',
    '2025-12-24',
    '2026-11-27',
    '2026-12-24',
  ].map(dayOf),
)

/** CME crypto futures close on fewer holidays than the stock exchange. */
const cmeHolidayNames = new Set(["New Year's Day", 'Good Friday', 'Christmas Day'])

/** First UTC day with weekend rows: trading round the clock was announced to start on Friday 29 May 2026. */
export const cmeRoundTheClock: Day = dayOf('2026-05-29')

const lastCalendarDay = dayOf('2026-12-31')

/** After the published calendars end, only weekends are known to be closed. */
export const isNyseOpen = (day: Day): boolean =>
  !isWeekend(day) && (day > lastCalendarDay || !nyseHolidays.has(day))

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
