/** Maximum length of a name, in characters. The form enforces it before the host would. */
export const maxNameLength = 10_000

/** The trimmed name; null when it is empty, in which case no create request is sent (specification, section 5). */
export function dashboardName(typed: string): string | null {
  const name = typed.trim()
  if (name.length <= maxNameLength) return name === '' ? null : name
  // Half of a surrogate pair at the end would be invalid text.
  return name.slice(0, maxNameLength).replace(/[\uD800-\uDBFF]$/, '')
}
