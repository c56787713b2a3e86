import type { FlagUserContext } from '../../../core/ports/flag-source'

/**
 * Removes what the SDK has kept in this browser for anybody but this person, or for anybody at all. Its keys are
 * `ld:<client id>:<context in base64>`: each one names somebody, and every change of a context leaves another behind.
 */
export function sweepCache(storage: () => Storage, clientId: string, present: FlagUserContext | null): void {
  const prefix = `ld:${clientId}:`
  const own = present === null ? null : prefix + base64(JSON.stringify(present))
  try {
    const store = storage()
    const others = Object.keys(store).filter((key) => key.startsWith(prefix) && key !== own)
    for (const key of others) store.removeItem(key)
  } catch {
    // Storage is blocked: nothing was kept.
  }
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
