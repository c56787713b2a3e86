/** How far back a board can look. No imports: host and frame use it. */
export const rangeIds = ['30D', '90D', '1Y', 'ALL'] as const
