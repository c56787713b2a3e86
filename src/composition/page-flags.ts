import { keptFlagsKey } from '../core/flags/kept-flags'

/** Whether this browser holds flags of whoever is here; somebody who comes back from signing in may have none yet. */
export function hasKeptFlags(page: Window, startAddress: string): boolean {
  if (new URL(startAddress).searchParams.has('code')) return false
  try {
    return page.localStorage.getItem(keptFlagsKey) !== null
  } catch {
    return false
  }
}
