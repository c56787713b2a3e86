import type { Grain } from '../wire/board'
import { formatDay, formatInterval, formatNumber, formatShortDay } from './format'

/** Words for sentences (summaries, notes). Numbers and days are written by the frame's own formatter. */
export const inWords = formatNumber
export const dayInWords = formatDay
export const shortDay = formatShortDay

/** From one interval to another: days by their dates, weeks by their first days, months by their names. */
export function spanInWords(first: string, last: string, grain: Grain): string {
  if (grain === 'week') return `weeks of ${formatDay(first)} to ${formatDay(last)}`
  return `${formatInterval(first, grain)} to ${formatInterval(last, grain)}`
}

/** `27 Nov` in the year of the data, `26 Mar 27` beyond it: short enough to stand under a bar. */
export const expiryLabel = (day: string, asOf: string): string =>
  day.slice(0, 4) === asOf.slice(0, 4) ? shortDay(day) : `${shortDay(day)} ${day.slice(2, 4)}`

export const rangeInWords = {
  '30D': 'last 30 days',
  '90D': 'last 90 days',
  '1Y': 'last year',
  ALL: 'all history',
} as const
