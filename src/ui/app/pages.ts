import type { ComponentType } from 'react'
import type { EmbeddedView } from '../../core/ports/dashboard-surface'
import { loadDeferredUi } from './use-deferred-ui'
import { part } from '../components/part'
import { paths } from '../hooks/routes'

/** A page that is no dataset's. `pattern` is its path, or matches several; `Page` may be lazy. */
export interface PageEntry {
  readonly pattern: string | RegExp
  readonly title: string
  readonly subtitle: string | null
  /** The embedded view that the page consists of. */
  readonly shows: EmbeddedView['kind']
  readonly Page: ComponentType<{ readonly params: Readonly<Record<string, string | undefined>> }>
}
/** A page in its own file. Its styles load with the deferred UI. */
function pagePart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  return part(async () => (await Promise.all([load(), loadDeferredUi()]))[0].default)
}

/** Replaces a page whose view the vendor does not offer. */
export const NotOffered = pagePart(() => import('../pages/not-offered-page'))

export const pages: readonly PageEntry[] = [
  {
    // Before the list: the path with an empty id is this page, too, and selects the first dashboard.
    pattern: /^\/saved-dashboards\/(?<id>[^/]*)$/,
    title: 'Dashboard Gallery',
    subtitle: null,
    shows: 'dashboard',
    Page: pagePart(() => import('../pages/gallery/saved-dashboard-page')),
  },
  {
    pattern: paths.savedDashboards,
    title: 'All Dashboards',
    subtitle: 'My Workspace',
    shows: 'dashboard',
    Page: pagePart(() => import('../pages/gallery/all-dashboards-page')),
  },
  {
    pattern: paths.chartBuilder,
    title: 'Data Weaver',
    subtitle: 'Customize Your Insights',
    shows: 'builder',
    Page: pagePart(() => import('../pages/builder-page')),
  },
  {
    pattern: paths.deepResearch,
    title: 'Deep Research',
    subtitle: 'Ask the data',
    shows: 'conversation',
    Page: pagePart(() => import('../pages/research-page')),
  },
]
