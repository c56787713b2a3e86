import type { Ports } from '../ports'

/**
 * Says that this browser holds flag values of whoever was here last. The start gate reads it before anything else is loaded: cached
 * flags count as loaded (engineering decision 36).
 */
export const storedFlagsKey = 'assay.flags.kept'

/** Keeps the mark true to the flags: set once values have come, gone with the person they were for. */
export function markStoredFlags({ flagSource, keyValueStore }: Pick<Ports, 'flagSource' | 'keyValueStore'>): {
  readonly forget: () => void
} {
  let marked = false
  flagSource.subscribe(() => {
    if (marked || flagSource.status().kind !== 'live') return
    marked = true
    keyValueStore.write(storedFlagsKey, 'yes')
  })
  return {
    forget() {
      marked = false
      keyValueStore.remove(storedFlagsKey)
    },
  }
}
