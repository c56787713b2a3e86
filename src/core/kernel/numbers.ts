/**
 * Whether two values of one measure are the same. A database adds in any order, so the last digits of a sum differ from query to query.
 * Whole numbers may be counts: below 10¹³ they are the same only if they are equal.
 */
export function isSameNumber(one: number, other: number): boolean {
  const tolerance = Number.isInteger(one) && Number.isInteger(other) ? 1e-13 : 1e-9
  return Math.abs(one - other) <= tolerance * Math.max(Math.abs(one), Math.abs(other))
}
