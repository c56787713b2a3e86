import { datasetKeys } from '../catalogue/catalogue'
import { isPlainId } from '../embedding/view-checks'
import { withoutDirectionMarks } from '../kernel/plain-text'
import { itemId, noFavorites, type Favorites, type FavoriteItem, type LaterItem } from './favorites'

export const favoriteLimits = { favorites: 100, recents: 12, name: 200, later: 1_000 } as const

/** Raised when the text changes in a way that older portals cannot read. */
const version = 1

export function favoritesText(saved: Favorites): string {
  // The stored text has the spelling it began with.
  const { favorites, later = [], recents } = saved
  return JSON.stringify({ version, favourites: [...favorites, ...later], recents })
}

/** What a stored text holds. A text that is none of ours counts as nothing stored, a bad entry as absent. */
export function readFavorites(text: string | null): Favorites {
  const fields = record(parsed(text))
  if (fields['version'] !== version) return noFavorites
  const later = laterItems(fields['favourites'])
  return {
    favorites: items(fields['favourites']).slice(-favoriteLimits.favorites),
    recents: items(fields['recents']).slice(0, favoriteLimits.recents),
    ...(later.length > 0 && { later }),
  }
}

/** Whether it is a text of this version, whatever its entries are. */
export const isFavoritesText = (text: string): boolean => record(parsed(text))['version'] === version

/** Whether it is a text of a later portal, over which this one must not write. */
export function isLaterText(text: string): boolean {
  const { version: given } = record(parsed(text))
  return typeof given === 'number' && given > version
}

/** Whether another star needs room: none is taken away for it, which nobody would see. */
export const isFull = ({ favorites, later = [] }: Pick<Favorites, 'favorites' | 'later'>): boolean =>
  favorites.length + later.length >= favoriteLimits.favorites

/** As long as a label may be, in its own direction; never half of an emoji. */
export function itemName(name: string): string {
  return withoutDirectionMarks(name)
    .slice(0, favoriteLimits.name)
    .replace(/[\uD800-\uDBFF]$/, '')
}

function items(given: unknown): readonly FavoriteItem[] {
  if (!Array.isArray(given)) return []
  const known = new Map<string, FavoriteItem>()
  for (const entry of given.slice(0, 1_000)) {
    const item = itemOf(record(entry))
    if (item !== null && !known.has(itemId(item))) known.set(itemId(item), item)
  }
  return [...known.values()]
}

/** A kind of thing, or a dataset, that came after this portal. A page that is open since then would else take its star away, everywhere. */
function laterItems(given: unknown): readonly LaterItem[] {
  return (Array.isArray(given) ? given.slice(0, 1_000) : [])
    .map(record)
    .filter(({ kind, key }) =>
      kind === 'dataset'
        ? typeof key === 'string' && !datasetKeys.some((known) => known === key)
        : typeof kind === 'string' && kind !== 'dashboard' && kind !== 'tile',
    )
    .filter((entry) => JSON.stringify(entry).length <= favoriteLimits.later)
    .slice(-favoriteLimits.favorites)
}

function itemOf(fields: Readonly<Record<string, unknown>>): FavoriteItem | null {
  switch (fields['kind']) {
    case 'dataset': {
      const key = datasetKeys.find((known) => known === fields['key'])
      return key === undefined ? null : { kind: 'dataset', key }
    }
    case 'dashboard': {
      const { id, name } = fields
      return plain(id) && words(name) ? { kind: 'dashboard', id, name } : null
    }
    case 'tile': {
      const { dashboardId, tabId, chartId, title: given } = fields
      const title = typeof given === 'string' ? withoutDirectionMarks(given) : null
      if (!plain(dashboardId) || !plain(chartId) || !words(title) || !(tabId === null || plain(tabId)))
        return null
      return { kind: 'tile', dashboardId, tabId, chartId, title }
    }
    default:
      return null
  }
}

function plain(given: unknown): given is string {
  return typeof given === 'string' && isPlainId(given)
}

function words(given: unknown): given is string {
  return typeof given === 'string' && given !== '' && given.length <= favoriteLimits.name
}

/** Members of an object; none of anything else. */
export function record(given: unknown): Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>) : {}
}

/** Of stored JSON; null for what is none. */
export function parsed(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
