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

/** Of the page that stands at any other path. */
export const notFoundTitle = 'Page not found'

/** What a path of the address bar means. */
export type Destination<Page> =
  | { readonly kind: 'registered'; readonly page: Page }
  | { readonly kind: 'dataset'; readonly dataset: Dataset }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'unknown' }

/** Any page with slashes too many at its end is that page; in other letters it is none. */
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

/** Where to bring a person back to after sign-in: the page they are on, home when the address is no path of ours. */
export function returnPath(path: string, search: string, hash: string): PortalPath {
  return portalPath((search === '' ? path : `${path}?${search.replace(/^\?/, '')}`) + hash) ?? homePath
}

/** The page of a tile's board, on the tab that the tile stands on. */
export function boardOf(path: string, tabId: string | null): string {
  return tabId === null ? path : `${path}?tab=${encodeURIComponent(tabId)}`
}
