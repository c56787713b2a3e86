/** Actions that a BI view can offer, under the portal's names. An adapter that can hide single actions maps every one (tested). */
export const embeddedActions = [
  'share',
  'edit',
  'present',
  'save',
  'make-a-copy',
  'copy-link',
  'rename',
  'alerts',
  'watchlist',
  'manage-monitor',
  'add-to-favorites',
  'download-pdf',
  'download-csv',
  'download-xlsx',
  'schedule',
  'schedules-list',
  'export-definition',
  'import-definition',
  'update-definition',
  'edit-definition',
  'sync-to-other-apps',
  'sync-to-sheets',
  'sync-to-slack',
  'sync-to-teams',
  'manage-pipelines',
  'request-verification',
  'automated-analysis',
] as const

export type EmbeddedAction = (typeof embeddedActions)[number]

export type ActionRule =
  /** Shows only these; the empty list shows none. */
  | { readonly kind: 'only'; readonly visible: readonly EmbeddedAction[] }
  | { readonly kind: 'all-but'; readonly hidden: readonly EmbeddedAction[] }

/** A view's theme and permitted actions: the specification's embed theme configuration, plus the action rule. */
export interface ViewAppearance {
  readonly mode: 'light' | 'dark'
  /** Chart types without a watermark. */
  readonly watermarkExclusions: readonly string[]
  readonly interactivity: boolean
  readonly fullFeatures: boolean
  /** The assistant on a chart, drill-down, cross-filtering and chart interactions. True only when both members above are true. */
  readonly chartFeatures: boolean
  /** Offers the "Deep Research" action on a tile. */
  readonly deepResearch: boolean
  readonly actions: ActionRule
}
