import { createElement, lazy, type ComponentType } from 'react'
import { ContactSales } from './top-menu/contact-sales'
import { KnowledgeBase } from './top-menu/knowledge-base'
import { Search } from './top-menu/search'
import { ThemeToggle } from './top-menu/theme-toggle'
import { loadLaterParts, useLaterParts, type LaterParts } from './use-deferred-ui'
import { PartMissing } from '../components/area-boundary'
import { paths } from '../hooks/routes'

/**
 * What the shell shows beside the curated datasets. A page or a control of the top menu is one entry here. Order is the order
 * on the screen.
 */

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
      return (await Promise.all([page(), loadLaterParts()]))[0]
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
    Page: lazy(withStyles(() => import('../pages/builder/builder-page'))),
  },
  {
    pattern: paths.deepResearch,
    title: 'Deep Research',
    subtitle: 'Ask the data',
    Page: lazy(withStyles(() => import('../pages/research-page'))),
  },
]

/** A control of the top menu. It decides itself whether it is to be seen, and renders nothing otherwise. */
export interface MenuEntry {
  readonly id: string
  /** Rules stand between groups: the visitor's, the signed-in person's, everybody's. */
  readonly group: 'visitor' | 'person' | 'everyone'
  /** Also in the bar of a phone; the others are reached through its menu. */
  readonly onPhone: boolean
  readonly Control: ComponentType
}
/** Of signed-in people: before it is known that somebody is one of them the later parts are there. */
function later(name: 'RefreshData' | 'ChartBuilder' | 'SavedDashboards' | 'DeepResearch'): ComponentType {
  return function LaterControl() {
    const parts = useLaterParts()
    return parts === null ? null : createElement(parts[name])
  }
}

export const menuEntries: readonly MenuEntry[] = [
  { id: 'contact-sales', group: 'visitor', onPhone: true, Control: ContactSales },
  { id: 'refresh', group: 'person', onPhone: true, Control: later('RefreshData') },
  { id: 'chart-builder', group: 'person', onPhone: false, Control: later('ChartBuilder') },
  { id: 'saved-dashboards', group: 'person', onPhone: false, Control: later('SavedDashboards') },
  { id: 'deep-research', group: 'person', onPhone: false, Control: later('DeepResearch') },
  { id: 'knowledge-base', group: 'everyone', onPhone: false, Control: KnowledgeBase },
  { id: 'theme', group: 'everyone', onPhone: true, Control: ThemeToggle },
  { id: 'search', group: 'everyone', onPhone: true, Control: Search },
]

/** Rendered once beside the pages, over everything: dialogs and panels that open from anywhere. By their name in `deferred-ui.ts`. */
export const overlays: readonly (keyof LaterParts & `${string}Overlay`)[] = [
  'CreateOverlay',
  'LeaveOverlay',
  'SearchOverlay',
  'ResearchOverlay',
]
