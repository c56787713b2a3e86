import type { RangeId } from '../../wire/board'

/** How many of the last rows of a daily (or, `perYear` 252, trading-day) history the board's range shows. */
export function shownRows(range: RangeId, total: number, perYear: 365 | 252 = 365): number {
  const rows = { '30D': perYear / 12, '90D': perYear / 4, '1Y': perYear, ALL: total }[range]
  return Math.min(
    total,
    perYear === 365 && range === '90D' ? 90 : perYear === 365 && range === '30D' ? 30 : Math.round(rows),
  )
}
