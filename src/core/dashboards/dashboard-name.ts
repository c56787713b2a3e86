/** Maximum length of a name, in characters. The form enforces it before the host would. */
export const longestName = 10_000

/** The trimmed name; null when it is empty, in which case no create request is sent (specification, section 5). */
export function dashboardName(typed: string): string | null {
  const name = typed.trim()
  if (name.length <= longestName) return name === '' ? null : name
  // Half of a surrogate pair at the end would be invalid text.
  return name.slice(0, longestName).replace(/[\uD800-\uDBFF]$/, '')
}
