import { createHash } from 'node:crypto'
import { curatedBoards } from '../../bi-host/boards/library/catalogue'
import type { TileDefinition } from '../../bi-host/boards/definition'
import { createModel } from '../../bi-host/model/semantic-model'
import type { Source } from '../../bi-host/model/source'
import { sources } from '../../bi-host/model/sources'
import { axisUnit } from '../../bi-host/rendering/format'
import type { NumberFormat } from '../../bi-host/wire/board'
import { liveboards } from '../../bi-host/wire/liveboards'
import { formatOf, paramsOf, type Asked, type Board, type Chart, type Composite } from './charts'
import { colorOfName } from './look'
import {
  type Column,
  columnOf,
  columnValue,
  columnsOf,
  compositeColumns,
  compositeExpression,
  compositeSql,
  expressionOf,
  isFlowing,
  isStateful,
  lastDay,
  relationSql,
} from './relations'
import { coinsBoards, marketBoards } from './boards/market'
import { tradingBoards, yieldsBoards } from './boards/trading'

/* The dashboards of `boards.ts` with what the semantic model and the embedded dashboards say about them. */

export const model = createModel(sources)

interface Metric {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly expression: string
  readonly format: NumberFormat
}

/** A relation that guests may read in full: it has only what one dashboard shows of one source. */
export interface Dataset {
  readonly name: string
  readonly sql: string
  readonly columns: readonly Column[]
  readonly metrics: readonly Metric[]
}

export interface MadeChart {
  readonly chart: Chart
  readonly tile: TileDefinition
  /** The embedded dashboard's title, with what Superset shows nowhere else: what the chart is narrowed to, its unit, its days. */
  readonly title: string
  readonly dataset: Dataset
  readonly asked: Asked
  readonly params: Readonly<Record<string, unknown>>
  readonly viz: string
  readonly words: string
  /** Concepts that the chart itself fixes, so that dashboard filters on them do not apply. */
  readonly fixed: readonly string[]
}

export interface MadeBoard {
  readonly board: Board
  readonly title: string
  readonly description: string
  readonly embeddedId: string
  readonly dashboardId: string
  readonly datasets: readonly Dataset[]
  readonly tabs: readonly {
    readonly id: string
    readonly title: string
    readonly charts: readonly MadeChart[]
  }[]
}

const namespace = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')

/** UUID version 5: always the same for the same name. */
export function uuidOf(...words: readonly string[]): string {
  const bytes = createHash('sha1')
    .update(namespace)
    .update(`assay/superset/${words.join('/')}`)
    .digest()
    .subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const isComposite = (of: Chart['of']): of is Composite => typeof of === 'object' && !Array.isArray(of)
const measuresOf = (of: Exclude<Chart['of'], Composite>): readonly string[] =>
  typeof of === 'string' ? [of] : of
export const bare = (measure: string): string => measure.slice(measure.indexOf('.') + 1)
export const sourceOf = (measure: string): Source => model.source(measure.slice(0, measure.indexOf('.')))

/** Days of a chart that is not a time series. A time series has all days. */
const daysOf = ({ kind, days, across }: Chart): 'course' | number =>
  across === 'day'
    ? 'course'
    : (days ?? (kind === 'bars' || kind === 'parts' || kind === 'matrix' || kind === 'table' ? 1 : 'course'))

const windowOf = (days: 'course' | number): string =>
  days === 'course' ? '' : days === 1 ? '_last_day' : `_${days}_days`

function plainDataset(
  board: Board,
  charts: readonly Chart[],
  source: Source,
  days: 'course' | number,
): Dataset {
  const own = charts.filter(({ of }) => !isComposite(of))
  const measures = [
    ...new Set(
      own.flatMap(({ of, rankBy }) =>
        isComposite(of) ? [] : [...measuresOf(of), ...(rankBy === undefined ? [] : [rankBy])].map(bare),
      ),
    ),
  ]
  const filters = board.filters.flatMap((field) => model.counterpart(source, field) ?? [])
  const split = own.flatMap(({ by, across, where = [] }) => [by, across, ...where.map(({ field }) => field)])
  const attributes = [
    ...new Set([...split.filter((id): id is string => id !== undefined && id !== 'day'), ...filters]),
  ].sort()
  const relation = { source, measures, attributes, days }
  return {
    name: `${snake(board.key)}_${source.id}${windowOf(days)}`,
    sql: relationSql(relation),
    columns: columnsOf(relation),
    metrics: measures.flatMap((id) => {
      const { measure } = model.measure(source, id)
      const format = formatOfMetric(source, id, own)
      const metric = {
        name: id,
        label: measure.label,
        description: `${measure.unit}. ${measure.definition}`,
        expression: `${formatOf(format).factor}${expressionOf(id, source)}`,
        format,
      }
      const rank = rankMetric(source, id)
      return rank && own.some((chart) => rankOf(chart, source) === rank.name)
        ? [metric, { ...metric, ...rank }]
        : [metric]
    }),
  }
}

/**
 * Metric by which the largest names of a measure are found as in the embedded dashboards: a balance by its last day (or the days of a range
 * that ends earlier), a flow in both directions by its size, because by its sum a large seller would be last. Null: by the measure itself.
 */
function rankMetric(source: Source, id: string): Pick<Metric, 'name' | 'label' | 'expression'> | null {
  const { label, kind, format } = model.measure(source, id).measure
  const column = `${id}_sum`
  if (kind === 'semi-additive')
    return {
      name: `${id}_latest`,
      label: `${label}, last day`,
      expression: `1e6 * sum(case when day = ${lastDay} then ${column} else 0 end) + sum(${column})`,
    }
  if (kind !== 'additive' || format.signed !== true) return null
  return { name: `${id}_size`, label: `${label}, without sign`, expression: `sum(abs(${column}))` }
}

function rankOf(chart: Chart, source: Source): string | undefined {
  const { of, top, rankBy = of } = chart
  return top === undefined || typeof rankBy !== 'string' || daysOf(chart) !== 'course'
    ? undefined
    : rankMetric(source, bare(rankBy))?.name
}

/** A metric is stored in its charts' unit: as a fraction of one if they show percentages. */
function formatOfMetric(source: Source, id: string, charts: readonly Chart[]): NumberFormat {
  const { format } = model.measure(source, id).measure
  const other = charts.find(
    (chart) =>
      chart.format !== undefined &&
      formatOf(chart.format).factor !== formatOf(format).factor &&
      chart.of === `${source.id}.${id}`,
  )
  return other?.format ?? format
}

function compositeDataset(board: Board, chart: Chart, composite: Composite, tile: TileDefinition): Dataset {
  const format = formatOfComposite(composite)
  return {
    name: `${snake(board.key)}_chart_${snake(chart.tile)}`,
    sql: compositeSql(model, composite),
    columns: compositeColumns(model, composite),
    metrics: [
      {
        name: 'value',
        label: tile.title,
        description: wordsOf(tile, []),
        expression: `${formatOf(format).factor}${'top' in composite && format.kind === 'percent' ? '1e2 * ' : ''}${compositeExpression(model, composite)}`,
        format,
      },
    ],
  }
}

function formatOfComposite(composite: Composite): NumberFormat {
  if ('top' in composite) return composite.format
  const [first] = Object.values(composite.lines)
  const measure = first?.measure ?? ''
  return model.measure(sourceOf(measure), bare(measure)).measure.format
}

export const snake = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_')

function makeBoard(board: Board): MadeBoard {
  const definition = curatedBoards.find(({ id }) => id === liveboards[board.key].id)
  if (!definition) throw new Error(`There is no embedded dashboard ${board.key}.`)
  const charts = board.tabs.flatMap((tab) => tab.charts)
  const datasets = new Map<string, Dataset>()
  const datasetOf = (chart: Chart, tile: TileDefinition): Dataset => {
    if (isComposite(chart.of)) {
      const made = compositeDataset(board, chart, chart.of, tile)
      datasets.set(made.name, made)
      return made
    }
    const source = sourceOf(measuresOf(chart.of)[0] ?? '')
    const days = daysOf(chart)
    const name = `${snake(board.key)}_${source.id}${windowOf(days)}`
    const alike = charts.filter(
      (one) =>
        !isComposite(one.of) && sourceOf(measuresOf(one.of)[0] ?? '') === source && daysOf(one) === days,
    )
    const made = datasets.get(name) ?? plainDataset(board, alike, source, days)
    datasets.set(name, made)
    return made
  }
  return {
    board,
    title: definition.title,
    description: definition.description,
    dashboardId: uuidOf('dashboard', board.key),
    embeddedId: uuidOf('embedded', board.key),
    tabs: board.tabs.map(({ id, title, charts }) => ({
      id: `TAB-${id}`,
      title,
      charts: charts.map((chart) => {
        const tile = definition.tiles.find((one) => one.id === chart.tile)
        if (!tile) throw new Error(`${board.key} has no tile ${chart.tile}.`)
        return makeChart(chart, tile, datasetOf(chart, tile), definition.title)
      }),
    })),
    datasets: [...datasets.values()],
  }
}

/** Other words for a value or unit in a title. */
const alsoCalled: Readonly<Record<string, string>> = {
  BTC: 'Bitcoin',
  ETH: 'Ether',
  Ethereum: 'ETH|Ether',
  Treasuries: 'Treasury',
  Perpetual: 'Futures',
  'Dated future': 'Futures',
  coins: 'BTC|ETH|Bitcoin|Ether',
}
const isNamedIn = (title: string, name: string): boolean =>
  new RegExp(`\\b(?:${name}|${alsoCalled[name] ?? name})`, 'i').test(title)

function titleOf(
  { days = 1 }: Chart,
  { title }: TileDefinition,
  { where, by, format }: Asked,
  board: string,
): string {
  // The legend has the values by which a chart is split.
  const narrowed = where.flatMap(({ column, values }) => (column === by ? [] : values.map(String)))
  const unit = axisUnit(format) || (format.kind === 'coins' ? 'coins' : '')
  return [
    title,
    ...narrowed.filter((value) => !isNamedIn(`${title} ${board}`, value)),
    ...(unit === '' || isNamedIn(title, unit) ? [] : [unit]),
    ...(days > 1 ? [`${days} days`] : []),
  ].join(', ')
}

function makeChart(chart: Chart, tile: TileDefinition, dataset: Dataset, board: string): MadeChart {
  const composite = isComposite(chart.of) ? chart.of : null
  const measures = composite === null && !isComposite(chart.of) ? measuresOf(chart.of) : []
  const source = composite === null ? sourceOf(measures[0] ?? '') : null
  if (chart.grain !== undefined && chart.grain !== 'day') {
    const isState =
      source === null
        ? composite !== null && !isFlowing(model, composite)
        : measures.some((id) => isStateful(source, bare(id)))
    if (isState) throw new Error(`${chart.tile}: a balance is read by day.`)
  }
  const where = (chart.where ?? []).map(({ field, values }) => ({
    column: source === null ? field : columnOf(source, field),
    values: source === null ? values : values.map((value) => columnValue(source, field, value)),
  }))
  const about = composite !== null && 'top' in composite ? (composite.top.where ?? []) : where
  const [named] = about.flatMap(({ values }) => values.map(String))
  const splitBy = (): string | undefined => {
    if (source !== null) return chart.by === undefined ? undefined : columnOf(source, chart.by)
    return dataset.columns.find(({ kind }) => kind === 'text')?.name
  }
  const metric = dataset.metrics.find(
    ({ name }) => name === (source === null ? 'value' : bare(measures[0] ?? '')),
  )
  if (!metric) throw new Error(`${dataset.name} has no metric for ${chart.tile}.`)
  const asked: Asked = {
    metrics: source === null ? ['value'] : measures.map(bare),
    rank: source === null ? undefined : rankOf(chart, source),
    by: splitBy(),
    across:
      source === null || chart.across === undefined || chart.across === 'day'
        ? chart.across
        : columnOf(source, chart.across),
    where,
    hasDays: daysOf(chart) === 'course',
    row: source?.tradingDays === true ? 'trading day' : 'day',
    format: chart.format ?? metric.format,
    color: colorOfName(named ?? ''),
  }
  return {
    chart,
    tile,
    title: titleOf(chart, tile, asked, board),
    dataset,
    asked,
    ...paramsOf(chart, asked),
    words: wordsOf(tile, measures),
    fixed: where.map(({ column }) => column),
  }
}

/** Description of a chart's numbers: those of its measures, or the tile's own if several measures are combined. */
function wordsOf(tile: TileDefinition, measures: readonly string[]): string {
  const texts = (measures.length === 0 ? [tile.measure] : measures).map((name) => {
    const { measure } = model.measure(sourceOf(name), bare(name))
    const own: Partial<TileDefinition> = measures.length === 0 ? tile : {}
    const words = `${own.unit ?? measure.unit}. ${own.definition ?? measure.definition}`
    return measures.length > 1 ? `${measure.label}: ${words}` : words
  })
  return texts.join(' ')
}

/**
 * The twelve dashboards for Superset. Titles, units and definitions are those of the embedded dashboards. These tables add how each chart
 * is drawn, or why it is left out.
 */
const boards: readonly Board[] = [...marketBoards, ...coinsBoards, ...tradingBoards, ...yieldsBoards]

/** The twelve dashboards, made once. */
export const madeBoards: readonly MadeBoard[] = boards.map(makeBoard)
