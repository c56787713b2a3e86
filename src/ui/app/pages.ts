import type { ComponentType } from 'react'
import type { EmbeddedView } from '../../core/ports/dashboard-surface'
import { loadDeferredUi } from './use-deferred-ui'
import { part } from '../components/part'
import { paths } from '../hooks/routes'

/** A page beside the datasets. `pattern` is its path, or one for many; `Page` may be lazy. */
export interface PageEntry {
  readonly pattern: string | RegExp
  readonly title: string
  readonly subtitle: string | null
  /** The view that it is made of. */
  readonly shows: EmbeddedView['kind']
  readonly Page: ComponentType<{ readonly params: Readonly<Record<string, string | undefined>> }>
}
/** A page in a file of its own; its styles come with the later parts. */
function pagePart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  return part(async () => (await Promise.all([load(), loadDeferredUi()]))[0].default)
}

/** In place of a page whose view the vendor does not have. */
export const NotOffered = pagePart(() => import('../pages/not-offered-page'))

export const pages: readonly PageEntry[] = [
  {
    // Before the list: the empty id is a page of its own, which selects the first dashboard.
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
