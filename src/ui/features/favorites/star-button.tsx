import Star from 'lucide-react/icons/star'
import type { ReactNode } from 'react'
import type { FavoriteItem, FavoritesChange } from '../../../core/favorites/favorites'
import { Tooltip } from '../../components/tooltip'
import { useStore } from 'zustand'
import { isFavorite, itemId } from '../../../core/favorites/favorites'
import { favoriteLimits, isFull } from '../../../core/favorites/stored-favorites'
import type { Stores } from '../../../state/stores'
import { mentionedName } from '../../hooks/dashboard-texts'
import { useApp } from '../../hooks/use-app'

/** Whether this is a favorite, and a function that toggles it. A notice says if the browser does not store it. */
export function useStar(
  item: FavoriteItem,
  name: string,
  /** Raises a notice with Undo after removal; false where Undo already shows beside the star. */
  undo = true,
): {
  readonly starred: boolean
  readonly toggle: () => Promise<void>
} {
  const { stores } = useApp()
  const id = itemId(item)
  const starred = useStore(stores.favorites, (favorites) => isFavorite(favorites, id))
  return {
    starred,
    async toggle() {
      const stored = await changeFavorites(
        stores,
        starred ? { kind: 'unstarred', id } : { kind: 'starred', item },
      )
      if (stored && starred && undo)
        stores.notices.getState().raise({
          tone: 'success',
          text: `“${mentionedName(name)}” was removed from favorites.`,
          action: { label: 'Undo', run: () => void changeFavorites(stores, { kind: 'starred', item }) },
        })
    },
  }
}

/** Changes favorites. Returns false, with a notice, if the list is full or the change holds for this page only. */
export async function changeFavorites(
  { favorites, notices }: Pick<Stores, 'favorites' | 'notices'>,
  change: FavoritesChange,
): Promise<boolean> {
  if (change.kind === 'starred' && isFull(favorites.getState())) {
    notices.getState().raise({ tone: 'warning', text: favoritesFullText })
    return false
  }
  const stored = await favorites.getState().change(change)
  if (!stored) notices.getState().raise({ tone: 'warning', text: notStoredText })
  return stored
}

export const favoritesFullText = `You already have ${favoriteLimits.favorites} favorites, the maximum. Remove one to add another.`

export const notStoredText =
  'Your browser blocks storage, so favorites won’t be kept after you close this page.'

/** The favorite toggle of a page, a dashboard or a tile. `name` is for its accessible name. */
export function StarButton({
  item,
  name,
  className = 'control control--icon',
  undo = true,
}: {
  readonly item: FavoriteItem
  readonly name: string
  readonly className?: string
  readonly undo?: boolean
}): ReactNode {
  const { starred, toggle } = useStar(item, name, undo)
  return (
    <Tooltip text={starred ? 'Remove from favorites' : 'Add to favorites'}>
      <button
        type="button"
        className={`${className} star`}
        aria-pressed={starred}
        aria-label={`Favorite: ${name}`}
        onClick={() => void toggle()}
      >
        <Star size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </Tooltip>
  )
}
