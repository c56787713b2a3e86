import { lazy, type ComponentType } from 'react'
import { loadDeferredUi } from './use-deferred-ui'
import { PartMissing } from '../components/area-boundary'
import { paths } from '../hooks/routes'

/** A page beside the datasets. `pattern` is a wouter pattern; `Page` may be lazy. */
export interface PageEntry {
  readonly pattern: string | RegExp
  readonly title: string
  readonly subtitle: string | null
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

export const pages: readonly PageEntry[] = [
  {
    // Before the list: the empty id is a page of its own, which selects the first dashboard.
    pattern: /^\/saved-dashboards\/(?<id>[^/]*)$/,
    title: 'Dashboard Gallery',
    subtitle: null,
    Page: lazy(withStyles(() => import('../pages/gallery/saved-dashboard-page'))),
  },
  {
    pattern: paths.savedDashboards,
    title: 'All Dashboards',
    subtitle: 'My Workspace',
    Page: lazy(withStyles(() => import('../pages/gallery/all-dashboards-page'))),
  },
  {
    pattern: paths.chartBuilder,
    title: 'Data Weaver',
    subtitle: 'Customize Your Insights',
    Page: lazy(withStyles(() => import('../pages/builder-page'))),
  },
  {
    pattern: paths.deepResearch,
    title: 'Deep Research',
    subtitle: 'Ask the data',
    Page: lazy(withStyles(() => import('../pages/research-page'))),
  },
]
