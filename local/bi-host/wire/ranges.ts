/** How far back a board can look. No imports: host and frame use it. */
export const rangeIds = ['30D', '90D', '1Y', 'ALL'] as const

/** The same as so many units up to the last day, wherever a board, a chart or a question counts it; `null` is everything. */
export const rangeLengths = {
  '30D': { count: 30, unit: 'day' },
  '90D': { count: 90, unit: 'day' },
  '1Y': { count: 1, unit: 'year' },
  ALL: null,
} as const
