import { datasetKeys } from '../catalogue/catalogue'
import { isPlainId } from '../embedding/view-checks'
import { parsed, record } from '../kernel/json'
import { cut, withoutDirectionMarks } from '../kernel/plain-text'
import { itemId, noFavorites, type Favorites, type FavoriteItem, type LaterItem } from './favorites'

export const favoriteLimits = { favorites: 100, recents: 12, name: 200, later: 1_000 } as const

/** Increment when the format changes so that older portals cannot read it. */
const version = 1

/** `id`: of the service's copy. Another service, or one that lost its data, starts another copy. */
export function favoritesText(saved: Favorites, id?: string): string {
  // The stored format keeps its original spelling.
  const { favorites, later = [], recents } = saved
  return JSON.stringify({ version, id, favourites: [...favorites, ...later], recents })
}

/** Undefined in copies that an older portal started. */
export function copyId(text: string | null): string | undefined {
  const { id } = record(parsed(text))
  return typeof id === 'string' ? id : undefined
}

/** Parses a stored text. Ignores a text in an unknown format, and skips invalid entries. */
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

/** Whether the text has this version. Its entries are not checked. */
export const isFavoritesText = (text: string): boolean => record(parsed(text))['version'] === version

/** Whether a newer portal wrote the text. This portal must not overwrite it. */
export function isFromNewerPortal(text: string): boolean {
  const { version: given } = record(parsed(text))
  return typeof given === 'number' && given > version
}

/** Whether the limit is reached. No older favorite is dropped for a new one, because the user would not notice. */
export const isFull = ({ favorites, later = [] }: Pick<Favorites, 'favorites' | 'later'>): boolean =>
  favorites.length + later.length >= favoriteLimits.favorites

/** The name without direction marks, truncated to the limit. */
export const itemName = (name: string): string => cut(withoutDirectionMarks(name), favoriteLimits.name)

function items(given: unknown): readonly FavoriteItem[] {
  if (!Array.isArray(given)) return []
  const known = new Map<string, FavoriteItem>()
  for (const entry of given.slice(0, 1_000)) {
    const item = itemOf(record(entry))
    if (item !== null && !known.has(itemId(item))) known.set(itemId(item), item)
  }
  return [...known.values()]
}

/** Entries of a kind or dataset that only a newer portal knows. Without this, an older page still open would delete them everywhere. */
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
