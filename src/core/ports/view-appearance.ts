/** Actions a BI view can offer, in our words. Each surface adapter maps every one of them; a test fails on a gap. */
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
  /** Only these are shown; the empty list shows none. */
  | { readonly kind: 'only'; readonly visible: readonly EmbeddedAction[] }
  | { readonly kind: 'all-but'; readonly hidden: readonly EmbeddedAction[] }

/** How a view looks and what it lets people do: the specification's embed theme configuration, plus the action rule. */
export interface ViewAppearance {
  readonly mode: 'light' | 'dark'
  /** Kinds of visualisation that carry no watermark. */
  readonly watermarkExclusions: readonly string[]
  readonly interactivity: boolean
  readonly fullFeatures: boolean
  /** The assistant on a chart, drill-down, cross-filtering and chart interactions: only when both flags above are true. */
  readonly chartFeatures: boolean
  /** The "Deep Research" action of a tile. */
  readonly deepResearch: boolean
  readonly actions: ActionRule
}
