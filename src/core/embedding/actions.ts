import type { ActionRule, EmbeddedAction } from '../ports/view-appearance'

/** Hidden by the theme/embed builder in full-feature mode (specification, section 6). */
export const hiddenInFullFeatureMode: readonly EmbeddedAction[] = [
  'share',
  'edit',
  'present',
  'save',
  'make-a-copy',
  'copy-link',
  'manage-monitor',
  'add-to-favorites',
  'download-pdf',
  'schedule',
  'schedules-list',
  'export-definition',
  'sync-to-other-apps',
  'sync-to-sheets',
  'sync-to-slack',
  'sync-to-teams',
  'manage-pipelines',
  'request-verification',
  'automated-analysis',
]

/** Hidden by styling "whatever the lists say" (specification, section 6). Hidden as actions first; a style rule is the fallback. */
export const alwaysHidden = ['rename', 'alerts', 'watchlist'] as const satisfies readonly EmbeddedAction[]

/** Hidden from everyone by the page-level embeds (specification, section 6). */
export const hiddenOnEveryPage: readonly EmbeddedAction[] = [
  ...alwaysHidden,
  'export-definition',
  'import-definition',
  'update-definition',
  'edit-definition',
  'sync-to-other-apps',
  'sync-to-sheets',
  'sync-to-slack',
  'sync-to-teams',
  'manage-pipelines',
  'add-to-favorites',
  'make-a-copy',
  'download-pdf',
  'download-csv',
  'download-xlsx',
  'present',
  'schedule',
  'schedules-list',
  'request-verification',
  'share',
  'copy-link',
]

/** The actions that a view offers. Visible and hidden lists are never sent together, because the vendor's SDK then creates no frame. */
export function actionRule(view: 'curated' | 'own', signedIn: boolean): ActionRule {
  if (!signedIn) return { kind: 'only', visible: [] }
  if (view === 'own') return { kind: 'all-but', hidden: hiddenOnEveryPage }
  return { kind: 'all-but', hidden: [...new Set([...hiddenInFullFeatureMode, ...hiddenOnEveryPage])] }
}
