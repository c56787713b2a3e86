import { cut } from '../kernel/plain-text'

/** Maximum length of a name, in characters. The form enforces it before the host would. */
export const maxNameLength = 10_000

/** The trimmed name; null when it is empty, in which case no create request is sent (specification, section 5). */
export function dashboardName(typed: string): string | null {
  return cut(typed.trim(), maxNameLength) || null
}
