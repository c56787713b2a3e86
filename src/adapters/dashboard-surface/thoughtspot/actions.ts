import type { Action } from '@thoughtspot/visual-embed-sdk'
import type { ActionRule, EmbeddedAction } from '../../../core/ports/view-appearance'

/** The vendor's wire ids of each action. Every action of the core is here: a missing one does not compile. */
const wireIds: Readonly<Record<EmbeddedAction, readonly `${Action}`[]>> = {
  share: [
    'share',
    'shareViz',
    'spotterShareConversationButtonHeader',
    'spotterShareConversationMenuItemSidebar',
  ],
  edit: ['edit'],
  present: ['present'],
  save: ['save'],
  'make-a-copy': ['makeACopy'],
  'copy-link': ['embedDocument'],
  rename: [
    'renameModalTitleDescription',
    'editTitle',
    'editDetails',
    'axisMenuRename',
    'columnRename',
    'spotterChatRename',
  ],
  alerts: ['createMonitor', 'manageMonitor'],
  watchlist: ['addToWatchlist', 'removeFromWatchlist'],
  'manage-monitor': ['manageMonitor'],
  'add-to-favorites': ['addToFavorites', 'removeFromFavorites'],
  'download-pdf': ['downloadAsPdf', 'downloadLiveboardAsContinuousPDF', 'downloadLiveboardAsA4Pdf'],
  'download-csv': ['downloadAsCSV', 'downloadLiveboardAsCsv'],
  'download-xlsx': ['downloadAsXLSX', 'downloadLiveboardAsXlsx'],
  schedule: ['subscription', 'sendTestScheduleEmail'],
  'schedules-list': ['schedule-list'],
  'export-definition': ['exportTSL'],
  'import-definition': ['importTSL'],
  'update-definition': ['updateTSL'],
  'edit-definition': ['editTSL'],
  'sync-to-other-apps': ['sync-to-other-apps'],
  'sync-to-sheets': ['sync-to-sheets'],
  'sync-to-slack': ['syncToSlack'],
  'sync-to-teams': ['syncToTeams'],
  'manage-pipelines': ['manage-pipeline'],
  'request-verification': ['requestVerification'],
  'automated-analysis': [
    'spotIQAnalyze',
    'kpiAnalysisCTA',
    'enableContextualChangeAnalysis',
    'enableIterativeChangeAnalysis',
  ],
}

/** Menus that are empty once all of these actions are hidden. */
const parents: readonly { readonly id: `${Action}`; readonly of: readonly EmbeddedAction[] }[] = [
  { id: 'tml', of: ['export-definition', 'import-definition', 'update-definition', 'edit-definition'] },
  { id: 'downloadLiveboard', of: ['download-pdf', 'download-csv', 'download-xlsx'] },
]

/** Selects the menu entries of actions: on a cluster, an entry has its wire id as `data-testid`. */
export const actionSelectors = (actions: readonly EmbeddedAction[]): string =>
  actions.flatMap((action) => wireIds[action].map((id) => `[data-testid="${id}"]`)).join(', ')

/** The actions of "chart features", hidden while these are off. */
const chartFeatureIds: readonly `${Action}`[] = [
  'DRILL',
  'context-menu-item-cross-filter',
  'context-menu-item-include',
  'context-menu-item-exclude',
]

/**
 * The vendor's own actions that open a chart's analysis, its assistant and its explorer. The portal offers custom actions in their place
 * and handles them itself.
 */
const replaced: readonly `${Action}`[] = [
  ...wireIds['automated-analysis'],
  'AskAi',
  'spotterOnLiveboard',
  'explore',
]

export interface ActionOptions {
  readonly visibleActions?: Action[]
  readonly hiddenActions?: Action[]
}

/** Either the visible or the hidden list, never both: with both, the SDK builds no frame. */
export function actionOptions(rule: ActionRule, features: { readonly chart: boolean }): ActionOptions {
  const ids = (actions: readonly EmbeddedAction[]): Action[] =>
    actions.flatMap((action) => wireIds[action] as readonly Action[])
  if (rule.kind === 'only') return { visibleActions: ids(rule.visible) }
  const empty = parents.filter(({ of }) => of.every((one) => rule.hidden.includes(one))).map(({ id }) => id)
  const featureIds = features.chart ? [] : chartFeatureIds
  return {
    hiddenActions: [
      ...new Set([...ids(rule.hidden), ...([...empty, ...featureIds, ...replaced] as readonly Action[])]),
    ],
  }
}
