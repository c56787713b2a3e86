import type { Tile, BoardView, TileData } from '../../wire/board'
import type { ViewOptions } from '../protocol/view-options'
import type { WordId, Words } from '../theme/words'
import { tableOf } from '../../rendering/table-model'
import type { ChartData } from '../../rendering/charts/laid-out'

/** An entry of a tile's menu. `id` is the vendor's wire id and the entry's `data-testid`. */
export interface TileAction {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly disabled: boolean
  readonly group: number
}

interface ActionRow {
  readonly id: string
  readonly word: WordId
  readonly group: number
  readonly hint?: WordId
  /** Hides the entry where it does not apply. */
  readonly only?: (tile: Tile, context: TileContext) => boolean
  /** Why it is unavailable for this tile. */
  readonly blockedReason?: (tile: Tile) => WordId | null
}

/** Whether a tile is on a board, and whether that is the user's own. */
interface TileContext {
  readonly editable: boolean
  readonly onBoard: boolean
}

const isData = (tile: Tile): boolean => tile.data !== null

/** In menu order. A line separates groups. */
const rows: readonly ActionRow[] = [
  { id: 'AskAi', word: 'viz.menu.spotter', group: 1, hint: 'viz.menu.spotter.tooltip' },
  { id: 'spotIQAnalyze', word: 'viz.menu.spotiq', group: 1, hint: 'viz.menu.spotiq.run' },
  {
    id: 'explore',
    word: 'viz.menu.explore',
    group: 2,
    only: (tile) => isData(tile) || tile.question !== undefined,
    blockedReason: (tile) => (tile.question === undefined ? 'viz.menu.explore.none' : null),
  },
  { id: 'DRILL', word: 'point.drill', group: 2, only: (tile) => tile.drill !== undefined },
  {
    id: 'showUnderlyingData',
    word: 'viz.menu.underlying',
    group: 2,
    only: ({ data }) => data !== null && data.kind !== 'table' && data.kind !== 'pivot',
  },
  { id: 'downloadAsPng', word: 'viz.menu.png', group: 3, only: isData },
  { id: 'downloadAsCSV', word: 'viz.menu.csv', group: 3, only: isData },
  { id: 'downloadAsXLSX', word: 'viz.menu.xlsx', group: 3, only: isData },
  { id: 'downloadAsPdf', word: 'viz.menu.pdf', group: 3, only: isData },
  { id: 'embedDocument', word: 'viz.menu.copyLink', group: 3, only: (_, { onBoard }) => onBoard },
  { id: 'shareViz', word: 'viz.menu.share', group: 3 },
  { id: 'pin', word: 'viz.menu.pin', group: 3, only: isData },
  { id: 'addToWatchlist', word: 'viz.menu.watchlist', group: 4, only: (tile) => tile.kind === 'kpi' },
  { id: 'createMonitor', word: 'viz.menu.createAlert', group: 4, only: (tile) => tile.kind === 'kpi' },
  { id: 'manageMonitor', word: 'viz.menu.manageAlerts', group: 4, only: (tile) => tile.kind === 'kpi' },
  { id: 'editTitle', word: 'viz.menu.rename', group: 5, only: (_, { editable }) => editable },
]

/** Actions that are part of another vendor action, such as a submenu: hiding that one hides these. */
const parentActions: Readonly<Record<string, string>> = {
  downloadAsPng: 'download',
  downloadAsCSV: 'download',
  downloadAsXLSX: 'download',
  downloadAsPdf: 'download',
  downloadLiveboardAsCsv: 'downloadLiveboard',
  exportTSL: 'tml',
  shareViz: 'share',
}

const named = (list: readonly string[], actionId: string): boolean =>
  list.includes(actionId) || list.includes(parentActions[actionId] ?? actionId)

/** If there is an allow-list, only that counts (including custom actions). Otherwise the block-list does. */
export function isShown(actionId: string, options: Pick<ViewOptions, 'hidden' | 'visible'>): boolean {
  return options.visible === null ? !named(options.hidden, actionId) : options.visible.includes(actionId)
}

export function isDisabled(actionId: string, options: Pick<ViewOptions, 'disabled'>): boolean {
  return named(options.disabled, actionId)
}

/** Whether a tile offers its table. Only hidden by name: an allow-list must not take the numbers from users who cannot see the chart. */
export function tableSwitch({ hidden, disabled }: ViewOptions): 'shown' | 'disabled' | 'hidden' {
  if (hidden.includes(tableSwitchAction)) return 'hidden'
  return disabled.includes(tableSwitchAction) ? 'disabled' : 'shown'
}

export const tableSwitchAction = 'answerChartSwitcher'

/** Shown and enabled: for gestures without a menu entry, such as a click that filters the other tiles. */
export function isAllowed(
  actionId: string,
  options: Pick<ViewOptions, 'hidden' | 'visible' | 'disabled'>,
): boolean {
  return isShown(actionId, options) && !isDisabled(actionId, options)
}

/** The menu of a tile. If it is empty, the tile has no menu button. */
export function actionsOf(
  tile: Tile,
  context: TileContext,
  options: ViewOptions,
  words: Words,
): readonly TileAction[] {
  const vendor = rows
    .filter((row) => row.only?.(tile, context) ?? true)
    .map(({ id, word, group, hint, blockedReason }) => {
      const bar = blockedReason?.(tile) ?? null
      return {
        id,
        label: words(word),
        group,
        hint: hint && words(hint),
        blockedReason: bar === null ? undefined : words(bar),
      }
    })
  const targets = context.onBoard ? ['VIZ'] : ['ANSWER', 'SPOTTER']
  const custom = options.customActions
    .filter(
      ({ position, target = targets[0] ?? '' }) => position !== 'CONTEXTMENU' && targets.includes(target),
    )
    .map(({ id, name }) => ({ id, label: name, group: 6 }))
  return offeredActions([...vendor, ...custom], options)
}

/** The entries that the embedding page shows. Disabled if it says so, or if there is a `blockedReason`. */
export function offeredActions(
  entries: readonly (Pick<TileAction, 'id' | 'label' | 'group'> & {
    readonly hint?: string | undefined
    readonly blockedReason?: string | undefined
  })[],
  options: ViewOptions,
): readonly TileAction[] {
  return entries
    .filter(({ id }) => isShown(id, options))
    .map(({ id, label, group, hint = '', blockedReason }) => {
      const off = isDisabled(id, options)
      const disabled = off || blockedReason !== undefined
      return { id, label, group, disabled, hint: off ? options.disabledHint : (blockedReason ?? hint) }
    })
}

/** The kind of a tile, for style rules of the embedding page (`data-viz-type`): `kpi`, `stacked-area`, `pivot`, … */
export function vizKind(tile: Tile): string {
  return vizTypeOf(tile).toLowerCase().replace('_table', '').replaceAll('_', '-')
}

export function vizTypeOf({ data, kind }: Tile): string {
  switch (kind) {
    case 'kpi':
      return 'KPI'
    case 'table':
      return 'TABLE'
    case 'pivot':
      return 'PIVOT_TABLE'
    case 'matrix':
      return 'HEATMAP'
    case 'candles':
      return 'CANDLESTICK'
    case 'curves':
      return 'LINE'
    case 'scatter':
      return data?.kind === 'scatter' && data.sizeLabel !== undefined ? 'BUBBLE' : 'SCATTER'
    case 'parts':
      return data?.kind === 'parts' && data.shape === 'donut' ? 'PIE' : 'TREEMAP'
    case 'bars': {
      if (data?.kind !== 'bars') return 'BAR'
      const stacked = data.shape === 'stacked-bars' ? 'STACKED_' : ''
      return `${stacked}${data.orientation === 'vertical' ? 'COLUMN' : 'BAR'}`
    }
    case 'series':
      return data?.kind === 'series' ? seriesTypes[data.shape] : 'LINE'
  }
}

const seriesTypes = {
  line: 'LINE',
  change: 'LINE',
  area: 'AREA',
  'stacked-area': 'STACKED_AREA',
  'area-100': 'STACKED_AREA',
  bars: 'COLUMN',
  'stacked-bars': 'STACKED_COLUMN',
  'diverging-bars': 'COLUMN',
} as const

/** Row limit of the event, newest or largest first: it signals that there is data and does not carry all of it. */
const maxRows = 100

/** The vendor's `data` event of one visualization: its columns, and values by column. The data date is this host's extension. */
export function tileDataEvent(tile: Tile, board?: Pick<BoardView, 'asOf' | 'source'>) {
  const table = tableOf(tile)
  const rows = table.rows.slice(0, maxRows)
  const columns = table.columns.map((column, at) => ({
    column: {
      id: `${tile.id}:${at}`,
      name: column.label,
      type: column.numeric ? 'MEASURE' : 'ATTRIBUTE',
      dataType: column.numeric ? 'DOUBLE' : 'CHAR',
    },
  }))
  return {
    ...(board ? { asOf: board.asOf, source: board.source } : { asOf: tile.trust.lastDay }),
    vizId: tile.id,
    viz: { id: tile.id, name: tile.title, type: vizTypeOf(tile) },
    columns,
    data: {
      columnDataLite: columns.map(({ column }, at) => ({
        columnId: column.id,
        columnDataType: column.dataType,
        dataValue: rows.map((row) => row[at]?.raw ?? null),
      })),
      completionRatio: table.rows.length === 0 ? 1 : rows.length / table.rows.length,
      samplingRatio: 1,
      totalRowCount: table.rows.length,
    },
  }
}

/** The answer behind a tile in the vendor's format, which the SDK's answer service starts from. */
export function embedAnswerData(tile: Tile): unknown {
  const { columns, data, viz } = tileDataEvent(tile)
  const { sourceId } = tile
  return {
    id: tile.id,
    name: tile.title,
    sources: sourceId ? [{ header: { guid: sourceId, displayName: tile.trust.source } }] : [],
    columns,
    data: [data],
    viz,
  }
}

/** Whether a tile is drawn on a canvas. */
export function isChartData(data: TileData): data is ChartData {
  return data.kind !== 'kpi' && data.kind !== 'table' && data.kind !== 'pivot'
}
