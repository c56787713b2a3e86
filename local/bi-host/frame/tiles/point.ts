import type { Grain, PartNode, Tile, TileData, BoardView } from '../../wire/board'
import { formatInterval } from '../../rendering/format'
import type { ChartData } from '../../rendering/charts/laid-out'
import { curvePoint, positionsIn } from '../../rendering/readout'
import type { ViewOptions } from '../protocol/view-options'
import type { Words } from '../theme/words'
import type { Press } from './chart'
import { offeredActions, type TileAction } from './tile-actions'

/** The attribute value that a click filters by. */
export interface Pick {
  readonly key: string
  readonly label: string
}

/** One number of a tile with its context: a mark of a chart, a cell, a row. */
export interface Point {
  readonly pick: Pick | null
  /** The context in words: "USDT, 20 Nov 2026". */
  readonly heading: string
  /** First and last day, ISO, if the number belongs to an interval. */
  readonly days: { readonly from: string; readonly to: string } | null
  readonly attributes: readonly { readonly id: string; readonly name: string; readonly value: string }[]
  readonly measures: readonly { readonly name: string; readonly value: number | null }[]
}

/** The point at a position of a tile (as the arrow keys count), or at a row of a table. */
export function pointAt(tile: Tile, data: TileData, position: number, pick: Pick | null): Point {
  const days = daysOf(data, position)
  const heading = [
    pick?.label ?? '',
    data.kind === 'matrix' ? (data.columns[position % data.columns.length]?.label ?? '') : '',
    days === null ? '' : formatInterval(days.from, 'grain' in data ? data.grain : 'day'),
  ]
  const field = tile.crossFilterField ?? 'name'
  return {
    pick,
    heading: heading.filter((part) => part !== '').join(', '),
    days,
    attributes: [
      ...(pick === null ? [] : [{ id: field, name: tile.crossFilterName ?? field, value: pick.key }]),
      ...(data.kind === 'matrix'
        ? [
            {
              id: data.columnHeading,
              name: data.columnHeading,
              value: data.columns[position % data.columns.length]?.key ?? '',
            },
          ]
        : []),
      ...(days === null ? [] : [{ id: 'date', name: 'date', value: days.from }]),
    ],
    measures: measuresAt(data, position, pick, tile.title),
  }
}

/** What a click at a position of a chart filters by. `null` if the position has no name. */
export function pickAt(data: ChartData, position: number): Pick | null {
  const item =
    data.kind === 'bars'
      ? data.categories[position]
      : data.kind === 'parts'
        ? data.nodes[position]
        : data.kind === 'scatter'
          ? data.points[position]
          : data.kind === 'matrix'
            ? data.rows[Math.floor(position / data.columns.length)]
            : undefined
  return item ? { key: item.key, label: item.label } : null
}

/** Where a key moves the cursor of a chart (`null`: none yet). `undefined` for a key that moves nothing. */
export function cursorAfter(key: string, cursor: number | null, data: ChartData): number | undefined {
  const last = positionsIn(data) - 1
  const at = cursor ?? (key === 'ArrowLeft' ? last + 1 : -1)
  const page = data.kind === 'matrix' ? data.columns.length : Math.max(2, Math.round((last + 1) / 20))
  const line = data.kind === 'matrix' ? page : 1
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + line,
    ArrowUp: at - line,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: last,
  }
  const to = moves[key]
  return to === undefined ? undefined : Math.max(0, Math.min(last, to))
}

function daysOf(data: TileData, position: number): Point['days'] {
  if (data.kind === 'candles') return dayOf(data.dates[position])
  if (data.kind !== 'series') return null
  const from = data.dates[position]?.slice(0, 10)
  return from === undefined ? null : { from, to: lastDay(from, data.grain) }
}

const dayOf = (day: string | undefined): Point['days'] => (day === undefined ? null : { from: day, to: day })

function lastDay(from: string, grain: Grain): string {
  const date = new Date(`${from}T00:00:00Z`)
  if (grain === 'week') date.setUTCDate(date.getUTCDate() + 6)
  if (grain === 'month') date.setUTCMonth(date.getUTCMonth() + 1, 0)
  return date.toISOString().slice(0, 10)
}

function measuresAt(data: TileData, position: number, pick: Pick | null, title: string): Point['measures'] {
  switch (data.kind) {
    case 'series': {
      const named = data.series.filter(({ key }) => key === pick?.key)
      return (named.length > 0 ? named : data.series).map(({ label, values }) => ({
        name: label,
        value: values[position] ?? null,
      }))
    }
    case 'candles':
      return (['open', 'high', 'low', 'close'] as const).map((name) => ({
        name,
        value: data[name][position] ?? null,
      }))
    case 'bars':
      return data.series.map(({ label, values }) => ({ name: label, value: values[position] ?? null }))
    case 'matrix': {
      const row = Math.floor(position / data.columns.length)
      return [{ name: title, value: data.values[row]?.[position % data.columns.length] ?? null }]
    }
    case 'parts':
      return [{ name: data.totalLabel, value: nodeOf(data.nodes, pick?.key)?.value ?? null }]
    case 'curves': {
      const [, point] = curvePoint(data, position)
      return [{ name: data.y.label, value: point?.[1] ?? null }]
    }
    case 'scatter': {
      const point = data.points[position]
      return [
        { name: data.x.label, value: point?.x ?? null },
        { name: data.y.label, value: point?.y ?? null },
      ]
    }
    case 'table':
      return data.columns.flatMap(({ label }, at) => {
        const cell = data.cells[at]?.[position]
        return typeof cell === 'number' ? [{ name: label, value: cell }] : []
      })
    case 'kpi':
      return [{ name: title, value: data.value }]
    case 'pivot':
      return []
  }
}

function nodeOf(nodes: readonly PartNode[], key: string | undefined): PartNode | undefined {
  for (const node of nodes) {
    const found = node.key === key ? node : nodeOf(node.children ?? [], key)
    if (found) return found
  }
  return undefined
}

/** A point as in the vendor's events: all four lists, including empty ones. */
function pointPayload(point: Point): {
  readonly selectedAttributes: readonly unknown[]
  readonly deselectedAttributes: readonly unknown[]
  readonly selectedMeasures: readonly unknown[]
  readonly deselectedMeasures: readonly unknown[]
} {
  return {
    selectedAttributes: point.attributes.map(({ id, name, value }) => ({
      column: { id, name, dataType: name === 'date' ? 'DATE' : 'CHAR' },
      value,
    })),
    deselectedAttributes: [],
    selectedMeasures: point.measures.map(({ name, value }) => ({
      column: { id: name, name, dataType: 'DOUBLE' },
      value,
    })),
    deselectedMeasures: [],
  }
}

export function pointEvent(vizId: string, point: Point): object {
  const clickedPoint = pointPayload(point)
  return { vizId, clickedPoint, selectedPoints: [clickedPoint] }
}

/** A point in words for the clipboard: tab-separated, so that spreadsheets split it into cells. */
export function sentenceOfPoint(point: Point | null, title: string): string {
  if (point === null) return title
  const lines = point.measures.map(({ name, value }) => `${name}\t${value ?? ''}`)
  return [`${title}\t${point.heading}`, ...lines].join('\n')
}

export const crossFilterAction = 'context-menu-item-cross-filter'
export const removeCrossFilterAction = 'context-menu-item-remove-cross-filter'
export const includeAction = 'context-menu-item-include'
export const excludeAction = 'context-menu-item-exclude'
export const copyAction = 'context-menu-item-copy-to-clipboard'
export const drillAction = 'DRILL'

/** The board's filter chip for this tile's attribute, if it has the value. */
export function chipFor(
  tile: Tile,
  point: Point,
  filters: BoardView['filters'],
): BoardView['filters'][number] | undefined {
  const name = tile.crossFilterField?.split('.').at(-1)
  return filters.find(
    (chip) => chip.field.split('.').at(-1) === name && chip.values.includes(point.pick?.key ?? ''),
  )
}

interface PointSituation {
  readonly tile: Tile
  readonly point: Point
  readonly filters: BoardView['filters']
  /** This tile filters the others by this value. */
  readonly selected: boolean
  readonly options: ViewOptions
  readonly words: Words
}

/** The menu of a point, by the vendor's ids. If a page hides all entries, the browser's own menu opens. */
export function pointActions(situation: PointSituation): readonly TileAction[] {
  const { tile, point, filters, selected, options, words } = situation
  const value = point.pick === null ? '' : ` \u201c${point.pick.label}\u201d`
  const mayFilter = tile.crossFilterField !== undefined && point.pick !== null
  const chip = chipFor(tile, point, filters)
  const rows: readonly (readonly [id: string, label: string, group: number, offered: boolean])[] = [
    [crossFilterAction, words('point.filter') + value, 1, mayFilter && !selected],
    [removeCrossFilterAction, words('point.unfilter'), 1, selected],
    [includeAction, words('point.include') + value, 2, chip !== undefined],
    [excludeAction, words('point.exclude') + value, 2, chip?.multiple === true],
    [drillAction, words('point.drill'), 3, tile.drill !== undefined],
    ['showUnderlyingData', words('viz.menu.underlying'), 3, true],
    [copyAction, words('point.copy'), 4, true],
  ]
  const custom = options.customActions
    .filter(({ position }) => position === 'CONTEXTMENU')
    .map(({ id, name }) => [id, name, 5, true] as const)
  const offered = rows.filter(([, , , means]) => means)
  return offeredActions(
    [...offered, ...custom].map(([id, label, group]) => ({ id, label, group })),
    options,
  )
}

/** The effect of a click on a point, given what the embedding page allows. */
export function pressOutcome(
  how: Press,
  {
    menuOn,
    hasMenu,
    mayFilter,
    mayDrill,
  }: {
    readonly menuOn: ViewOptions['pointMenuOn']
    readonly hasMenu: boolean
    readonly mayFilter: boolean
    readonly mayDrill: boolean
  },
): 'menu' | 'filter' | 'drill' | null {
  const forMenu = (how === 'menu' && menuOn !== 'left') || (how === 'click' && menuOn !== 'right')
  if (forMenu && hasMenu) return 'menu'
  if (how === 'click') return mayFilter ? 'filter' : null
  return how === 'double' && mayDrill ? 'drill' : null
}

/** The remaining values of a chip after a point is kept alone or excluded. `null` for other actions. */
export function chosenBy(
  actionId: string,
  { chosen, values }: BoardView['filters'][number],
  key: string,
): readonly string[] | null {
  if (actionId === includeAction) return [key]
  if (actionId !== excludeAction) return null
  return (chosen.length > 0 ? chosen : values).filter((value) => value !== key)
}
