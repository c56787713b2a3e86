import { useEffect, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { itemId } from '../../../core/favorites/favorites'
import { datasetNames, tickers } from '../../../core/catalogue/dataset-words'
import type { Usage } from '../../../core/navigation/search'
import { shortcuts, type Shortcut } from '../../../core/shell/shortcuts'
import { createdDay, shownName } from '../../hooks/dashboard-texts'
import { boardOf, paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'
import type { StarredTile } from '../../../core/ports/dashboard-surface'
import type { LibraryChart, SavedDashboard } from '../../../core/ports/dashboard-library'
import type { Catalogue } from '../../../core/catalogue/catalogue'
import { chartsStoreOf } from '../../../state/charts-store'
import type { Command } from '../../../state/commands-store'
import type { SearchEntry } from '../../../core/navigation/search-index'

/** One row of the palette. */
export interface PaletteEntry extends SearchEntry {
  /** Shown at its right end. */
  readonly detail: string
  readonly shortcut: Shortcut | null
  /** Selects the icon: the title of a dataset, or the id of a command. */
  readonly picture: string
  /** Path of the page that it opens; an action has none. */
  readonly path?: string
  readonly run: () => void
}

type Navigate = (path: string) => void

const opensPage = (path: string, navigate: Navigate) => ({ path, run: () => navigate(path) })

/** All entries of the palette at the moment. */
export function useEntries(): readonly PaletteEntry[] {
  const { catalogue, stores } = useApp()
  const [, navigate] = useLocation()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const phase = useStore(stores.dashboards, (state) => state.phase)
  const load = useStore(stores.dashboards, (state) => state.load)
  const dashboards = useStore(stores.dashboards, (state) => state.dashboards)
  const commands = useStore(stores.commands, (state) => state.commands)
  const favorites = useStore(stores.favorites, (state) => state.favorites)

  const charts = useCharts(phase === 'ready' && signedIn)
  const shouldLoad = signedIn && phase === 'idle'
  useEffect(() => {
    if (shouldLoad) void load()
  }, [shouldLoad, load])

  return useMemo(() => {
    const datasets = catalogue.datasets.map((dataset): PaletteEntry => {
      const { sidebarName: name } = dataset
      return {
        id: itemId({ kind: 'dataset', key: dataset.key }),
        group: 'datasets',
        title: name,
        names: `${dataset.title} ${datasetNames(catalogue, dataset)}`,
        tickers: tickers[dataset.key] ?? [],
        about: dataset.description,
        detail: name === dataset.subtitle ? '' : dataset.subtitle,
        shortcut: null,
        picture: name,
        ...opensPage(dataset.path, navigate),
      }
    })
    const saved = dashboards.map((dashboard): PaletteEntry => ({
      id: itemId({ kind: 'dashboard', id: dashboard.id, name: '' }),
      group: 'dashboards',
      title: shownName(dashboard.name).slice(0, 300),
      names: '',
      about: dashboard.description.slice(0, 500),
      detail: createdDay(dashboard.createdAt),
      shortcut: null,
      picture: 'All Dashboards',
      ...opensPage(paths.savedDashboard(dashboard.id), navigate),
    }))
    const tiles = favorites
      .filter((item): item is StarredTile => item.kind === 'tile')
      .map((tile): PaletteEntry => {
        const dataset = catalogue.byDashboardId(tile.dashboardId)
        const own = dashboards.find(({ id }) => id.toLowerCase() === tile.dashboardId.toLowerCase())
        return {
          id: itemId(tile),
          group: 'tiles',
          title: tile.title,
          names: 'tile',
          about: '',
          detail: dataset?.sidebarName ?? own?.name ?? 'Saved dashboard',
          shortcut: null,
          picture: 'tile',
          ...opensPage(
            boardOf(dataset?.path ?? paths.savedDashboard(tile.dashboardId), tile.tabId),
            navigate,
          ),
        }
      })
    const starred = new Set(tiles.map(({ id }) => id))
    const others = chartEntries(charts, { catalogue, dashboards, navigate }).filter(
      ({ id }) => !starred.has(id),
    )
    return [...datasets, ...saved, ...tiles, ...others, ...commandEntries(commands)]
  }, [catalogue, navigate, dashboards, favorites, commands, charts])
}

function commandEntries(commands: readonly Command[]): readonly PaletteEntry[] {
  return commands
    .filter(({ id }) => id !== 'search')
    .map((command) => ({
      id: `action:${command.id}`,
      group: 'actions',
      title: command.label,
      names: command.names ?? '',
      about: '',
      detail: '',
      shortcut: shortcuts.find(({ action }) => action === command.shortcut) ?? null,
      picture: command.id,
      run: command.run,
    }))
}

/** Each opens the dashboard that the chart is on. */
function chartEntries(
  charts: readonly LibraryChart[],
  {
    catalogue,
    dashboards,
    navigate,
  }: {
    readonly catalogue: Catalogue
    readonly dashboards: readonly SavedDashboard[]
    readonly navigate: Navigate
  },
): readonly PaletteEntry[] {
  return charts.map(({ dashboardId, chartId, title }) => {
    const dataset = catalogue.byDashboardId(dashboardId)
    const own = dashboards.find(({ id }) => id === dashboardId)
    return {
      id: itemId({ kind: 'tile', dashboardId, tabId: null, chartId, title }),
      group: 'tiles',
      title: title.slice(0, 300),
      names: 'chart',
      about: '',
      detail: dataset?.sidebarName ?? shownName(own?.name ?? 'Saved dashboard'),
      shortcut: null,
      picture: 'tile',
      ...opensPage(dataset?.path ?? paths.savedDashboard(dashboardId), navigate),
    }
  })
}

/** How many of the user's dashboards are searched for charts, newest first: each may take a request. */
const maxOwnDashboards = 20

/** The charts of all curated dashboards and of the user's newest, once they are known. */
function useCharts(ready: boolean): readonly LibraryChart[] {
  const { catalogue, stores, useCases } = useApp()
  const dashboards = useStore(stores.dashboards, (state) => state.dashboards)
  const { charts, load } = useStore(chartsStoreOf(stores, useCases))
  useEffect(() => {
    if (!ready) return
    const curated = catalogue.datasets.map(({ dashboardId }) => dashboardId)
    const own = dashboards.slice(0, maxOwnDashboards).map(({ id }) => id)
    void load([...curated, ...own])
  }, [ready, catalogue, dashboards, load])
  return useMemo(() => [...charts.values()].flat(), [charts])
}

export function useUsage(): Usage {
  const { catalogue, stores } = useApp()
  const [path] = useLocation()
  const favorites = useStore(stores.favorites, (state) => state.favorites)
  const recents = useStore(stores.favorites, (state) => state.recents)
  return useMemo(() => {
    const dataset = catalogue.byPath(path)
    // The router has decoded it already.
    const saved = /^\/saved-dashboards\/([^/]+)$/.exec(path)?.[1]
    return {
      favorites: favorites.map(itemId),
      recents: recents.map(itemId),
      here:
        dataset === undefined
          ? saved === undefined
            ? null
            : itemId({ kind: 'dashboard', id: saved, name: '' })
          : itemId({ kind: 'dataset', key: dataset.key }),
    }
  }, [catalogue, path, favorites, recents])
}
