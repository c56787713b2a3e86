/** Key of the last answer of a service that speaks OFREP. */
export const ofrepCacheKey = 'assay.flags'

/**
 * Removes all flags that are stored in this browser except the entry `own`: those of other people, and those of earlier releases with
 * another environment or flag service. The keys of LaunchDarkly's SDK are `ld:<client id>:<context in base64>`: each identifies a person,
 * and every change of a context leaves another key behind.
 */
export function sweepStoredFlags(storage: () => Storage, own: string | null): void {
  try {
    const store = storage()
    const stored = [ofrepCacheKey, ...Object.keys(store).filter((key) => key.startsWith('ld:'))]
    for (const key of stored) if (key !== own) store.removeItem(key)
  } catch {
    // Storage is blocked: nothing was stored.
  }
}
