import { useStore } from 'zustand'
import { isFavourite, keptId, type KeptItem } from '../../../core/favorites/favorites'
import { useApp } from '../../hooks/use-app'

/** Whether this is a favourite, and the way to change that. A browser that will not keep it is named once. */
export function useStar(item: KeptItem): { readonly starred: boolean; readonly toggle: () => Promise<void> } {
  const { stores } = useApp()
  const id = keptId(item)
  const starred = useStore(stores.kept, (kept) => isFavourite(kept, id))
  return {
    starred,
    async toggle() {
      const { change } = stores.kept.getState()
      const kept = await change(starred ? { kind: 'unstarred', id } : { kind: 'starred', item })
      if (!kept) stores.notices.getState().raise({ tone: 'warning', text: notKept })
    },
  }
}

export const notKept =
  'This browser keeps nothing for the portal, so your favourites last until the page is closed.'
