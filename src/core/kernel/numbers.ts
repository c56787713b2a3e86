/**
 * Whether two values of one measure are the same. A database adds fractions in any order, so the last digits of a sum differ from query to
 * query. Whole numbers are counts and exact.
 */
export const isSameNumber = (one: number, other: number): boolean =>
  Number.isSafeInteger(one) && Number.isSafeInteger(other)
    ? one === other
    : Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other))
