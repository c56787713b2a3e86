import type { Ports } from '../ports'

/** Kept for this browser, for nobody in particular: a day, as milliseconds since the epoch. */
const timestampKey = 'assay.flags.since'

const day = 86_400_000
const longest = 30 * day

/**
 * The timestamp of the user context. The vendor's cache is keyed by the whole context, so a new one at each start would leave it
 * cold: it is the day this browser first asked, and a new day after a month. Storage that is blocked makes it today.
 */
export function flagTimestamp({ clock, keyValueStore }: Pick<Ports, 'clock' | 'keyValueStore'>): string {
  const today = Math.floor(clock.now() / day) * day
  const stored = keyValueStore.read(timestampKey)
  const kept = stored.ok && stored.value !== null ? Number(stored.value) : Number.NaN
  if (Number.isInteger(kept) && kept <= today && kept > today - longest) return new Date(kept).toISOString()
  keyValueStore.write(timestampKey, String(today))
  return new Date(today).toISOString()
}
