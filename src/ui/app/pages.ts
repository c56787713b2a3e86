import { lazy, type ComponentType } from 'react'
import type { EmbeddedView } from '../../core/ports/dashboard-surface'
import { loadDeferredUi } from './use-deferred-ui'
import { PartMissing } from '../components/area-boundary'
import { paths } from '../hooks/routes'

/** A page beside the datasets. `pattern` is a wouter pattern; `Page` may be lazy. */
export interface PageEntry {
  readonly pattern: string | RegExp
  readonly title: string
  readonly subtitle: string | null
  /** The view that it is made of. */
  readonly shows: EmbeddedView['kind']
  readonly Page: ComponentType<{ readonly params: Readonly<Record<string, string | undefined>> }>
}
/** The styles of pages and dialogs come with the later parts. */
function withStyles<Module>(page: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    try {
      return (await Promise.all([page(), loadDeferredUi()]))[0]
    } catch (cause) {
      throw new PartMissing(String(cause))
    }
  }
}

/** In place of a page whose view the vendor does not have. */
export const NotOffered = lazy(withStyles(() => import('../pages/not-offered-page')))

export const pages: readonly PageEntry[] = [
  {
    // Before the list: the empty id is a page of its own, which selects the first dashboard.
    pattern: /^\/saved-dashboards\/(?<id>[^/]*)$/,
    title: 'Dashboard Gallery',
    subtitle: null,
    shows: 'dashboard',
    Page: lazy(withStyles(() => import('../pages/gallery/saved-dashboard-page'))),
  },
  {
    pattern: paths.savedDashboards,
    title: 'All Dashboards',
    subtitle: 'My Workspace',
    shows: 'dashboard',
    Page: lazy(withStyles(() => import('../pages/gallery/all-dashboards-page'))),
  },
  {
    pattern: paths.chartBuilder,
    title: 'Data Weaver',
    subtitle: 'Customize Your Insights',
    shows: 'builder',
    Page: lazy(withStyles(() => import('../pages/builder-page'))),
  },
  {
    pattern: paths.deepResearch,
    title: 'Deep Research',
    subtitle: 'Ask the data',
    shows: 'conversation',
    Page: lazy(withStyles(() => import('../pages/research-page'))),
  },
]
