import type { FlagPerson } from '../../../core/ports/flag-source'
import { sha256 } from '../sha256'

const cacheKey = 'assay.flags'

export interface OfrepCache {
  /** What was kept for this person; null when it was nothing, or somebody else's. */
  read(): Promise<ReadonlyMap<string, unknown> | null>
  write(values: ReadonlyMap<string, unknown>): Promise<void>
}

/** Values of one person at a time. Whose they are is told by a hash of their session; blocked or full storage means a cold start. */
export function ofrepCache(storage: () => Storage, { session }: FlagPerson): OfrepCache {
  const owner = sha256(session)
  return {
    async read() {
      const who = await owner
      try {
        const kept: unknown = JSON.parse(storage().getItem(cacheKey) ?? 'null')
        if (typeof kept !== 'object' || kept === null) return null
        const { who: keptFor, flags } = kept as { readonly who?: unknown; readonly flags?: unknown }
        if (who === null || keptFor !== who || typeof flags !== 'object' || flags === null) return null
        return new Map<string, unknown>(Object.entries(flags))
      } catch {
        return null
      }
    },
    async write(values) {
      const who = await owner
      if (who === null) return
      try {
        storage().setItem(cacheKey, JSON.stringify({ who, flags: Object.fromEntries(values) }))
      } catch {
        // The next start is cold, nothing else.
      }
    },
  }
}

export function sweepOfrepCache(storage: () => Storage): void {
  try {
    storage().removeItem(cacheKey)
  } catch {
    // Nothing was kept.
  }
}
