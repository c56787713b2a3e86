import { type Day, dayOf } from './days'

/** First day of the history. */
export const firstDay: Day = dayOf('2023-11-21')

/** The fixed as-of date: the last day of the sample data. */
export const defaultAsOf = '2026-11-20'

/** Series start earlier than the history, so that trailing measures have run in when the first row is written. */
const warmUpDays = 120

/** Series are always made to this day, whatever the as-of date: paths lean on anchors that lie ahead of it. */
const horizon: Day = dayOf('2027-12-31')

/**
 * The time frame that every series shares. Series have one value a day, from `origin` to the horizon, in arrays of
 * `length`; rows are written for the indices `from` up to, not including, `to`.
 */
export interface Frame {
  readonly seed: string
  readonly origin: Day
  readonly length: number
  readonly from: number
  readonly to: number
}

/** Throws when `asOf` is outside the range for which the generator has anchors. */
export function frameOf(seed: string, asOf: string): Frame {
  const origin = firstDay - warmUpDays
  const last = dayOf(asOf)
  if (last < firstDay + 1 || last > horizon) throw new Error(`The sample data cannot end on ${asOf}.`)
  return { seed, origin, length: horizon - origin + 1, from: warmUpDays, to: last - origin + 1 }
}

/** Index of a calendar day in the series; below 0 when it is before them. */
export const indexOf = (frame: Frame, iso: string): number => dayOf(iso) - frame.origin
