import { useStore } from 'zustand'
import { itemId, type FavoriteItem } from '../../core/favorites/favorites'
import { mentionedName } from './dashboard-texts'
import { boardOf, paths } from './routes'
import { useApp } from './use-app'

/** Link to a favorite or a recent, under its present name. */
export interface FavoriteLink {
  readonly id: string
  readonly title: string
  readonly path: string
  /** Selects the icon, see icons.tsx. */
  readonly picture: string
  /** Name of the board that a tile is on. */
  readonly board: string
}

/** Null for a dashboard that is no longer in the user's list. An incomplete list does not show that. */
export function useFavoriteLinks(): (item: FavoriteItem) => FavoriteLink | null {
  const { catalogue, stores } = useApp()
  const { dashboards, complete, phase } = useStore(stores.dashboards)
  const isListed = phase === 'ready'

  function saved(id: string, name: string): FavoriteLink | null {
    const present = isListed
      ? dashboards.find((dashboard) => dashboard.id.toLowerCase() === id.toLowerCase())
      : undefined
    if (isListed && complete && present === undefined) return null
    const title = mentionedName(present?.name ?? name)
    return { id: '', title, path: paths.savedDashboard(id), picture: 'All Dashboards', board: title }
  }

  return (item) => {
    const id = itemId(item)
    switch (item.kind) {
      case 'dataset': {
        const dataset = catalogue.datasets.find(({ key }) => key === item.key)
        if (dataset === undefined) return null
        const { sidebarName: title } = dataset
        return { id, title, path: dataset.path, picture: title, board: title }
      }
      case 'dashboard': {
        const link = saved(item.id, item.name)
        return link === null ? null : { ...link, id }
      }
      case 'tile': {
        const dataset = catalogue.byDashboardId(item.dashboardId)
        const board =
          dataset === undefined
            ? saved(item.dashboardId, 'Saved dashboard')
            : { path: dataset.path, board: dataset.sidebarName }
        if (board === null) return null
        const path = boardOf(board.path, item.tabId)
        return { id, title: item.title, path, picture: 'tile', board: board.board }
      }
    }
  }
}

/** As many as there are digits for. */
const maxNumbered = 9

/** Favorites in the order of starring, so that each keeps its digit, and how many more there are. */
export function useFirstFavorites(): { readonly links: readonly FavoriteLink[]; readonly more: number } {
  const { stores } = useApp()
  const favorites = useStore(stores.favorites, (state) => state.favorites)
  const linkOf = useFavoriteLinks()
  const links = favorites.map(linkOf).filter((link) => link !== null)
  return { links: links.slice(0, maxNumbered), more: Math.max(0, links.length - maxNumbered) }
}
