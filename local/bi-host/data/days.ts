/** Days as whole numbers since 1970-01-01, UTC: the only date format of the generator. */
export type Day = number

export const millisecondsPerDay = 86_400_000

/** Throws if `iso` is not a calendar day: dates in the generator come from this code. */
export function dayOf(iso: string): Day {
  const time = Date.parse(`${iso}T00:00:00Z`)
  if (Number.isNaN(time)) throw new Error(`${iso} is not a day of the form 2026-11-20.`)
  return time / millisecondsPerDay
}

export const isoOf = (day: Day): string => new Date(day * millisecondsPerDay).toISOString().slice(0, 10)

/** 0 Sunday to 6 Saturday. */
export const weekdayOf = (day: Day): number => (day + 4) % 7

export const isWeekend = (day: Day): boolean => weekdayOf(day) % 6 === 0

const yearOf = (day: Day): number => new Date(day * millisecondsPerDay).getUTCFullYear()

/** 1 to 12. */
export const monthOf = (day: Day): number => new Date(day * millisecondsPerDay).getUTCMonth() + 1

export function nextMonth(day: Day): Day {
  const date = new Date(day * millisecondsPerDay)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / millisecondsPerDay
}

export function lastFriday(day: Day): Day {
  const end = nextMonth(day) - 1
  return end - ((weekdayOf(end) + 2) % 7)
}

/** US daylight time: second Sunday of March to first Sunday of November. */
export function isNewYorkSummer(day: Day): boolean {
  const year = yearOf(day)
  const sundayFrom = (iso: string): Day => {
    const first = dayOf(iso)
    return first + ((7 - weekdayOf(first)) % 7)
  }
  return day >= sundayFrom(`${year}-03-08`) && day < sundayFrom(`${year}-11-01`)
}

/** London summer time: last Sunday of March to last Sunday of October. */
export function isLondonSummer(day: Day): boolean {
  const year = yearOf(day)
  const lastSunday = (iso: string): Day => dayOf(iso) - weekdayOf(dayOf(iso))
  return day >= lastSunday(`${year}-03-31`) && day < lastSunday(`${year}-10-31`)
}

export const firstDay: Day = dayOf('2023-11-21')

/** The fixed as-of date: the last day of the sample data. */
export const defaultAsOf = '2026-11-20'

/** Series start before the history, so that trailing measures are stable when the first row is written. */
const warmUpDays = 120

/** Series always extend to this day, whatever the as-of date, because paths depend on later anchors. */
const horizon: Day = dayOf('2027-12-31')

/**
 * The time frame of all series. Series have one value a day, from `origin` to the horizon, in arrays of `length`. Rows are written for the
 * indices `from` up to, but not including, `to`.
 */
export interface Frame {
  readonly seed: string
  readonly origin: Day
  readonly length: number
  readonly from: number
  readonly to: number
}

/** Throws if `asOf` is outside the range for which the generator has anchors. */
export function frameOf(seed: string, asOf: string): Frame {
  const origin = firstDay - warmUpDays
  const last = dayOf(asOf)
  if (last < firstDay + 1 || last > horizon) throw new Error(`The sample data cannot end on ${asOf}.`)
  return { seed, origin, length: horizon - origin + 1, from: warmUpDays, to: last - origin + 1 }
}

/** Index of a calendar day in the series. Negative if it is before them. */
export const indexOf = (frame: Frame, iso: string): number => dayOf(iso) - frame.origin
