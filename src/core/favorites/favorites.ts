import type { DatasetKey } from '../catalogue/catalogue'
import type { StarredTile } from '../ports/dashboard-surface'

/** Something a person can come back to: a curated page, a dashboard of their own, or one visualisation of either. */
export type KeptItem =
  | { readonly kind: 'dataset'; readonly key: DatasetKey }
  | { readonly kind: 'dashboard'; readonly id: string; readonly name: string }
  | StarredTile

/** What one person has starred, in the order of starring, and where they were last, newest first. */
export interface Kept {
  readonly favourites: readonly KeptItem[]
  readonly recents: readonly KeptItem[]
}

export type KeptChange =
  | { readonly kind: 'visited' | 'starred'; readonly item: KeptItem }
  /** `gone`: it does not exist any more, so it is no place to come back to either, and neither is a tile of it. */
  | { readonly kind: 'unstarred' | 'gone'; readonly id: string }

export const keptLimits = { favourites: 100, recents: 12, name: 200 } as const

export const nothingKept: Kept = { favourites: [], recents: [] }

/** The same for the same thing, whatever it is called today. */
export function keptId(item: KeptItem): string {
  switch (item.kind) {
    case 'dataset':
      return `dataset:${item.key}`
    case 'dashboard':
      return `dashboard:${item.id.toLowerCase()}`
    case 'tile':
      return `tile:${item.liveboardId.toLowerCase()}:${item.vizId}`
  }
}

export function isFavourite(kept: Kept, id: string): boolean {
  return kept.favourites.some((item) => keptId(item) === id)
}

/** One step. The same object when nothing has changed. */
export function keptStep(kept: Kept, change: KeptChange): Kept {
  switch (change.kind) {
    case 'visited':
      return visited(kept, change.item)
    case 'starred':
      return isFavourite(kept, keptId(change.item))
        ? kept
        : { ...kept, favourites: [...kept.favourites, change.item].slice(-keptLimits.favourites) }
    case 'unstarred':
      return isFavourite(kept, change.id)
        ? { ...kept, favourites: without(kept.favourites, change.id) }
        : kept
    case 'gone': {
      const favourites = kept.favourites.filter((item) => !standsOn(item, change.id))
      const recents = kept.recents.filter((item) => !standsOn(item, change.id))
      const same = favourites.length === kept.favourites.length && recents.length === kept.recents.length
      return same ? kept : { favourites, recents }
    }
  }
}

/** To the front; a favourite takes the name it has now. */
function visited(kept: Kept, item: KeptItem): Kept {
  const id = keptId(item)
  const [last] = kept.recents
  if (last !== undefined && JSON.stringify(last) === JSON.stringify(item)) return kept
  return {
    favourites: kept.favourites.map((one) => (keptId(one) === id ? item : one)),
    recents: [item, ...without(kept.recents, id)].slice(0, keptLimits.recents),
  }
}

/** It is this thing, or a tile of this dashboard. */
function standsOn(item: KeptItem, id: string): boolean {
  if (keptId(item) === id) return true
  return item.kind === 'tile' && keptId({ kind: 'dashboard', id: item.liveboardId, name: '' }) === id
}

function without(items: readonly KeptItem[], id: string): readonly KeptItem[] {
  return items.filter((item) => keptId(item) !== id)
}
