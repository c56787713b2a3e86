/** Longest name that is sent. The field says so before the host would. */
export const longestName = 10_000

/** Trimmed; null when nothing is left, and then no create is ever sent (specification, section 5). */
export function dashboardName(typed: string): string | null {
  const name = typed.trim()
  if (name.length <= longestName) return name === '' ? null : name
  // Half of an emoji at the end would be no text at all.
  return name.slice(0, longestName).replace(/[\uD800-\uDBFF]$/, '')
}
