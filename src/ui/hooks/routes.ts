import type { Catalogue, Dataset } from '../../core/catalogue/catalogue'
import { homePath, portalPath, type PortalPath } from '../../core/kernel/portal-path'
/** Every path of the portal. The datasets' own come from the catalogue. */
export const paths = {
  root: '/',
  datasets: '/datasets',
  home: homePath,
  chartBuilder: '/chart-builder',
  deepResearch: '/deep-research',
  savedDashboards: '/saved-dashboards',
  savedDashboard: (dashboardId: string) => `/saved-dashboards/${encodeURIComponent(dashboardId)}`,
} as const

/** State of a history entry whose question, `#q=`, is asked when its page opens. A link from outside cannot set it. */
export const asks = { asks: true } as const

/** Title of the page at any other path. */
export const notFoundTitle = 'Page not found'

/** What a path in the address bar leads to. */
export type Destination<Page> =
  | { readonly kind: 'registered'; readonly page: Page }
  | { readonly kind: 'dataset'; readonly dataset: Dataset }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'unknown' }

/** A page's path with extra slashes at its end leads to that page; with other upper or lower case letters it leads nowhere. */
export function destinationOf<Page>(
  path: string,
  catalogue: Catalogue,
  registered: (path: string) => Page | null,
): Destination<Page> {
  if (path === paths.root || path === paths.datasets) return { kind: 'redirect', to: paths.home }
  const page = registered(path)
  if (page !== null) return { kind: 'registered', page }
  const dataset = catalogue.byPath(path)
  if (dataset !== undefined) return { kind: 'dataset', dataset }
  const bare = path.replace(/\/+$/, '')
  if (bare !== path && destinationOf(bare, catalogue, registered).kind !== 'unknown')
    return { kind: 'redirect', to: bare === paths.datasets ? paths.home : bare }
  return { kind: 'unknown' }
}

/** Where the user returns after sign-in: the current page, or Home if the address is no path of the portal. */
export function returnPath(path: string, search: string, hash: string): PortalPath {
  return portalPath((search === '' ? path : `${path}?${search.replace(/^\?/, '')}`) + hash) ?? homePath
}

/** URL of the board that a tile is on, with the tile's tab. */
export function boardOf(path: string, tabId: string | null): string {
  return tabId === null ? path : `${path}?tab=${encodeURIComponent(tabId)}`
}
