import type { Ports } from '../ports'
import type { ChartNumber } from '../ports/dashboard-library'
import type { StarredTile } from '../ports/dashboard-surface'
import { anonymousSession, sessionKey } from '../session/session-key'
import type { SessionStore } from '../session/session-store'
import { parsed, record } from '../kernel/json'
import { favoriteLimits } from './stored-favorites'
import { itemId } from './favorites'

/** The current value of a starred number, and its value at the end of the user's last visit (null when there was none). */
export interface NumberSeen extends Pick<ChartNumber, 'value' | 'unit'> {
  /** `itemId` of its chart. */
  readonly id: string
  readonly before: NumberAt | null
}

interface NumberAt {
  readonly value: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Storage key per user (issuer and subject). */
const lastLookKey = (session: string): string => `assay.last-look.${session}`
const version = 1
/** Milliseconds without a look after which a visit ends. */
const visitTimeoutMs = 30 * 60_000

interface Entry extends NumberSeen {
  /** Time of the last look, in milliseconds since the epoch. */
  readonly at: number
}

/**
 * Compares these numbers with the stored ones of the same unit, and returns the text to store. Stored numbers that are not in `numbers`
 * stay unchanged.
 */
export function lastLook(
  stored: string | null,
  numbers: readonly Omit<NumberSeen, 'before'>[],
  now: number,
): { readonly seen: readonly NumberSeen[]; readonly text: string } {
  const earlier = new Map(entriesOf(stored).map((entry) => [entry.id, entry]))
  const seen = numbers.map((number): NumberSeen => {
    const last = earlier.get(number.id)
    earlier.delete(number.id)
    if (last === undefined || last.unit !== number.unit) return { ...number, before: null }
    const isNewVisit = now - last.at > visitTimeoutMs
    return { ...number, before: isNewVisit ? { value: last.value, at: last.at } : last.before }
  })
  const looked = seen.map((number): Entry => ({ ...number, at: now }))
  const entries = [...earlier.values(), ...looked].slice(-favoriteLimits.favorites)
  return {
    seen,
    text: JSON.stringify({ version, numbers: entries }),
  }
}

/** The starred charts that are a single number, with their previous values. Empty when the vendor does not support it. */
export function starredNumbers(
  {
    clock,
    dashboardLibrary,
    journal,
    keyValueStore,
  }: Pick<Ports, 'clock' | 'dashboardLibrary' | 'journal' | 'keyValueStore'>,
  session: Pick<SessionStore, 'state'>,
): (tiles: readonly StarredTile[]) => Promise<readonly NumberSeen[]> {
  return async (tiles) => {
    const person = sessionKey(session.state())
    if (person === anonymousSession || tiles.length === 0 || !dashboardLibrary.capabilities.numbers) return []
    const read = await dashboardLibrary.numbers(tiles)
    if (!read.ok) {
      const { text, kind } = read.failure
      journal.record({ level: 'info', where: 'favorites', text, failure: { kind } })
    }
    if (!read.ok || person !== sessionKey(session.state())) return []
    const numbers = read.value.map(({ dashboardId, chartId, ...number }) => ({
      id: itemId({ kind: 'tile', tabId: null, title: '', dashboardId, chartId }),
      ...number,
    }))
    const stored = keyValueStore.read(lastLookKey(person))
    const { seen, text } = lastLook(stored.ok ? stored.value : null, numbers, clock.now())
    keyValueStore.write(lastLookKey(person), text)
    return seen
  }
}

/** Ignores a text in an unknown format, and skips invalid entries. */
function entriesOf(text: string | null): readonly Entry[] {
  const { version: written, numbers } = record(parsed(text))
  if (written !== version || !Array.isArray(numbers)) return []
  return numbers.slice(0, favoriteLimits.favorites).flatMap((one: unknown): readonly Entry[] => {
    const { id, before, unit } = record(one)
    const now = numberAt(one)
    if (typeof id !== 'string' || now === null) return []
    const known: Pick<Entry, 'unit'> = unit === 'percent' || unit === 'amount' ? { unit } : {}
    return [{ id, ...now, ...known, before: numberAt(before) }]
  })
}

function numberAt(given: unknown): NumberAt | null {
  const { value, at } = record(given)
  return typeof value === 'number' && typeof at === 'number' ? { value, at } : null
}
