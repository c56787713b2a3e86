import { createHash } from 'node:crypto'
import { curatedBoards } from '../../bi-host/boards/library/catalogue'
import type { TileDefinition } from '../../bi-host/boards/definition'
import { createModel } from '../../bi-host/model/semantic-model'
import type { Source } from '../../bi-host/model/source'
import { sources } from '../../bi-host/model/sources'
import type { NumberFormat } from '../../bi-host/wire/board'
import { liveboards } from '../../bi-host/wire/liveboards'
import { boards } from './boards'
import { type Asked, formatOf, paramsOf, wordsOf } from './charts'
import { boardCss, namedColors, seriesScheme } from './look'
import {
  type Column,
  columnOf,
  columnsOf,
  compositeColumns,
  compositeExpression,
  compositeSql,
  expressionOf,
  isFlowing,
  isStateful,
  relationSql,
} from './relations'
import type { Board, Chart, Composite } from './table'

/*
 * Superset's dashboards from `boards.ts` and the semantic model: what its import reads, as files. JSON is YAML. Every identity is a name's
 * hash, so that a second import finds what the first one made.
 */

export const model = createModel(sources)

interface Metric {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly expression: string
  readonly format: NumberFormat
}

/** A relation that guests may read whole: it holds what one dashboard shows of one source, and no more. */
export interface Dataset {
  readonly name: string
  readonly sql: string
  readonly columns: readonly Column[]
  readonly metrics: readonly Metric[]
}

interface MadeChart {
  readonly chart: Chart
  readonly tile: TileDefinition
  readonly dataset: Dataset
  readonly asked: Asked
  readonly params: Readonly<Record<string, unknown>>
  readonly viz: string
  readonly words: string
  /** Concepts that the chart itself fixes: a filter of the dashboard does not reach it. */
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

/** Version 5: the same for the same words, always. */
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
const bare = (measure: string): string => measure.slice(measure.indexOf('.') + 1)
const sourceOf = (measure: string): Source => model.source(measure.slice(0, measure.indexOf('.')))

/** What a chart without a course is about; a course has all days. */
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
  const measures = [...new Set(own.flatMap(({ of }) => (isComposite(of) ? [] : measuresOf(of).map(bare))))]
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
    metrics: measures.map((id) => {
      const { measure } = model.measure(source, id)
      return {
        name: id,
        label: measure.label,
        description: `${measure.unit}. ${measure.definition}`,
        expression: `${formatOf(measure.format).factor}${expressionOf(id, source)}`,
        format: measure.format,
      }
    }),
  }
}

function compositeDataset(board: Board, chart: Chart, composite: Composite, tile: TileDefinition): Dataset {
  const format = formatOfComposite(composite)
  const { measure } = model.measure(sourceOf(tile.measure), bare(tile.measure))
  return {
    name: `${snake(board.key)}_${snake(chart.tile)}`,
    sql: compositeSql(model, composite),
    columns: compositeColumns(model, composite),
    metrics: [
      {
        name: 'value',
        label: tile.title,
        description: wordsOf(tile, measure),
        expression: `${formatOf(format).factor}${'top' in composite && composite.percent ? '1e2 * ' : ''}${compositeExpression(model, composite)}`,
        format,
      },
    ],
  }
}

function formatOfComposite(composite: Composite): NumberFormat {
  if ('top' in composite)
    return composite.percent ? { kind: 'percent', digits: 2 } : { kind: 'ratio', digits: 2 }
  const [first] = Object.values(composite.lines)
  const measure = first?.measure ?? ''
  return model.measure(sourceOf(measure), bare(measure)).measure.format
}

const snake = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_')
const kebab = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

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
        return makeChart(chart, tile, datasetOf(chart, tile))
      }),
    })),
    datasets: [...datasets.values()],
  }
}

function makeChart(chart: Chart, tile: TileDefinition, dataset: Dataset): MadeChart {
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
    values,
  }))
  const [named] = where.flatMap(({ values }) => values.map(String))
  const colors = namedColors(named === undefined ? [] : [named])
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
    by: splitBy(),
    across:
      source === null || chart.across === undefined || chart.across === 'day'
        ? chart.across
        : columnOf(source, chart.across),
    where,
    hasDays: daysOf(chart) === 'course',
    format: metric.format,
    color: Object.values(colors)[0] ?? seriesScheme[0] ?? '#000000',
  }
  return {
    chart,
    tile,
    dataset,
    asked,
    ...paramsOf(chart, asked),
    words: `${tile.subtitle.replaceAll(/,? ?(by )?\{(range|grain)\}/g, '')}${tile.subtitle === '' ? '' : '. '}${wordsOf(tile, metricWords(tile))}`,
    fixed: where.map(({ column }) => column),
  }
}

function metricWords(tile: TileDefinition) {
  return model.measure(sourceOf(tile.measure), bare(tile.measure)).measure
}

/** The twelve dashboards, made once. */
export const madeBoards: readonly MadeBoard[] = boards.map(makeBoard)

/** What the portal and the gateway need to know of them; `dashboards.json` holds the same, and a test holds the two together. */
export const dashboardList = (slugOf: (key: Board['key']) => string) =>
  madeBoards.map(({ board, title, embeddedId, tabs }) => ({
    slug: slugOf(board.key),
    title,
    embeddedId,
    tabs: [...tabs.map(({ id, title }) => ({ id, title })), definitionsTab],
  }))

const definitionsTab = { id: 'TAB-definitions', title: 'Definitions' } as const
const version = '1.0.0'
const databaseId = uuidOf('database')

const rangeWords = {
  '30D': 'Last month',
  '90D': 'Last quarter',
  '1Y': 'Last year',
  ALL: 'No filter',
} as const

/** Where the data lie: a file that DuckDB reads, or any engine of which Superset knows the address. */
export interface DataAddress {
  readonly uri: string
}

/** Every file of the bundle by its path. */
export function bundleFiles({ uri }: DataAddress): ReadonlyMap<string, string> {
  const files = new Map<string, object>([
    ['metadata.yaml', { version, type: 'assets', timestamp: '2026-01-01T00:00:00+00:00' }],
    ['databases/market.yaml', database(uri)],
  ])
  for (const made of madeBoards) {
    for (const dataset of made.datasets)
      files.set(`datasets/market/${dataset.name}.yaml`, datasetFile(dataset))
    for (const one of made.tabs.flatMap(({ charts }) => charts))
      files.set(`charts/${snake(made.board.key)}_${snake(one.chart.tile)}.yaml`, chartFile(made, one))
    files.set(`dashboards/${snake(made.board.key)}.yaml`, dashboardFile(made))
  }
  return new Map([...files].map(([path, content]) => [path, `${JSON.stringify(content, null, 1)}\n`]))
}

function database(uri: string): object {
  return {
    database_name: 'market',
    sqlalchemy_uri: uri,
    expose_in_sqllab: false,
    allow_run_async: false,
    allow_ctas: false,
    allow_cvas: false,
    allow_dml: false,
    cache_timeout: 300,
    // Nothing but reading, and nothing outside the file.
    extra: uri.startsWith('duckdb:')
      ? { engine_params: { connect_args: { read_only: true, config: { enable_external_access: false } } } }
      : {},
    uuid: databaseId,
    version,
  }
}

const datasetFile = ({ name, sql, columns, metrics }: Dataset): object => ({
  table_name: name,
  main_dttm_col: columns.some(({ kind }) => kind === 'day') ? 'day' : null,
  description: null,
  schema: 'main',
  catalog: null,
  sql,
  filter_select_enabled: true,
  normalize_columns: false,
  always_filter_main_dttm: false,
  cache_timeout: null,
  uuid: uuidOf('dataset', name),
  database_uuid: databaseId,
  version,
  metrics: metrics.map((metric) => {
    const { d3format, currency } = formatOf(metric.format)
    return {
      metric_name: metric.name,
      verbose_name: metric.label,
      description: metric.description,
      expression: metric.expression,
      d3format,
      currency,
    }
  }),
  columns: columns.map(({ name, label, kind }) => ({
    column_name: name,
    verbose_name: label,
    is_dttm: kind === 'day',
    is_active: true,
    type: { day: 'DATE', text: 'VARCHAR', number: 'DOUBLE PRECISION' }[kind],
    groupby: kind !== 'number' || !/_(?:sum|top|bottom)$/.test(name),
    filterable: kind !== 'number' || !/_(?:sum|top|bottom)$/.test(name),
  })),
})

const chartId = ({ board }: MadeBoard, { chart }: MadeChart): string => uuidOf('chart', board.key, chart.tile)

const chartFile = (made: MadeBoard, one: MadeChart): object => ({
  slice_name: one.tile.title,
  description: one.words,
  viz_type: one.viz,
  params: one.params,
  cache_timeout: null,
  uuid: chartId(made, one),
  dataset_uuid: uuidOf('dataset', one.dataset.name),
  version,
})

/** Columns of 12 and units of 8 px. */
const sizes: Readonly<Record<Chart['kind'], { readonly width: number; readonly height: number }>> = {
  number: { width: 3, height: 20 },
  line: { width: 6, height: 44 },
  area: { width: 6, height: 44 },
  shares: { width: 6, height: 44 },
  columns: { width: 6, height: 44 },
  bars: { width: 6, height: 44 },
  parts: { width: 6, height: 52 },
  matrix: { width: 12, height: 56 },
  table: { width: 12, height: 64 },
}

/** Charts in rows of twelve columns, in their order. */
function rowsOf(charts: readonly MadeChart[]): readonly (readonly MadeChart[])[] {
  const rows: MadeChart[][] = []
  let used = 12
  for (const one of charts) {
    const width = one.chart.width ?? sizes[one.chart.kind].width
    if (used + width > 12) {
      rows.push([])
      used = 0
    }
    rows.at(-1)?.push(one)
    used += width
  }
  return rows
}

function dashboardFile(made: MadeBoard): object {
  const all = made.tabs.flatMap(({ charts }) => charts)
  const numberOf = (one: MadeChart): number => all.indexOf(one) + 1
  const inTabs = ['ROOT_ID', 'TABS-1']
  const position: Record<string, unknown> = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['TABS-1'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [], parents: ['ROOT_ID'] },
    HEADER_ID: { type: 'HEADER', id: 'HEADER_ID', meta: { text: made.title } },
    'TABS-1': {
      type: 'TABS',
      id: 'TABS-1',
      children: [...made.tabs.map(({ id }) => id), definitionsTab.id],
      parents: ['ROOT_ID'],
      meta: {},
    },
  }
  const addTab = (id: string, title: string, children: readonly string[]): void => {
    const meta = { text: title, defaultText: 'Tab title', placeholder: 'Tab title' }
    position[id] = { type: 'TAB', id, children, parents: inTabs, meta }
  }
  const addRow = (id: string, tab: string, children: readonly string[]): void => {
    position[id] = {
      type: 'ROW',
      id,
      children,
      parents: [...inTabs, tab],
      meta: { background: 'BACKGROUND_TRANSPARENT' },
    }
  }
  for (const tab of made.tabs) {
    const rows = rowsOf(tab.charts)
    const rowId = (row: number): string => `ROW-${tab.id.slice(4)}-${row + 1}`
    addTab(
      tab.id,
      tab.title,
      rows.map((_, row) => rowId(row)),
    )
    for (const [row, charts] of rows.entries()) {
      addRow(
        rowId(row),
        tab.id,
        charts.map((one) => `CHART-${one.chart.tile}`),
      )
      const height = Math.max(...charts.map(({ chart }) => sizes[chart.kind].height))
      for (const one of charts) {
        const id = `CHART-${one.chart.tile}`
        position[id] = {
          type: 'CHART',
          id,
          children: [],
          parents: [...inTabs, tab.id, rowId(row)],
          meta: {
            width: one.chart.width ?? sizes[one.chart.kind].width,
            height,
            chartId: numberOf(one),
            sliceName: one.tile.title,
            uuid: chartId(made, one),
          },
        }
      }
    }
  }
  addTab(definitionsTab.id, definitionsTab.title, ['ROW-definitions-1'])
  addRow('ROW-definitions-1', definitionsTab.id, ['MARKDOWN-definitions'])
  position['MARKDOWN-definitions'] = {
    type: 'MARKDOWN',
    id: 'MARKDOWN-definitions',
    children: [],
    parents: [...inTabs, definitionsTab.id, 'ROW-definitions-1'],
    meta: { width: 12, height: Math.max(50, 10 * all.length), code: definitions(made) },
  }
  return {
    dashboard_title: made.title,
    description: made.description,
    slug: kebab(made.board.key),
    css: boardCss,
    published: true,
    uuid: made.dashboardId,
    version,
    position,
    metadata: {
      color_scheme: 'assay',
      label_colors: namedColors(names),
      cross_filters_enabled: true,
      refresh_frequency: 0,
      filter_bar_orientation: 'HORIZONTAL',
      native_filter_configuration: filtersOf(made, numberOf),
    },
    theme_id: null,
  }
}

const definitions = (made: MadeBoard): string =>
  [
    made.description,
    ...made.tabs.flatMap(({ charts }) => charts.map(({ tile, words }) => `### ${tile.title}\n${words}`)),
  ].join('\n\n')

function filtersOf(made: MadeBoard, numberOf: (one: MadeChart) => number): readonly object[] {
  const all = made.tabs.flatMap(({ charts }) => charts)
  const range =
    rangeWords[curatedBoards.find(({ id }) => id === liveboards[made.board.key].id)?.range ?? '90D']
  const base = { type: 'NATIVE_FILTER', cascadeParentIds: [], description: '' }
  return [
    {
      ...base,
      id: 'NATIVE_FILTER-range',
      name: 'Time range',
      filterType: 'filter_time',
      targets: [{}],
      controlValues: {},
      scope: { rootPath: ['ROOT_ID'], excluded: [] },
      // Both halves, or it is shown and not applied.
      defaultDataMask: { extraFormData: { time_range: range }, filterState: { value: range }, ownState: {} },
    },
    ...made.board.filters.map((field) => {
      const source = sourceOf(field)
      const column = columnOf(source, bare(field))
      const target = made.datasets.find((dataset) => dataset.columns.some(({ name }) => name === column))
      if (!target) throw new Error(`${made.board.key}: nothing can be filtered by ${field}.`)
      return {
        ...base,
        id: `NATIVE_FILTER-${column}`,
        name: model.attribute(source, field).attribute.label,
        filterType: 'filter_select',
        targets: [{ column: { name: column }, datasetUuid: uuidOf('dataset', target.name) }],
        controlValues: {
          multiSelect: true,
          enableEmptyFilter: false,
          defaultToFirstItem: false,
          searchAllOptions: false,
          inverseSelection: false,
        },
        scope: {
          rootPath: ['ROOT_ID'],
          excluded: all.filter(({ fixed }) => fixed.includes(column)).map(numberOf),
        },
        defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} },
      }
    }),
  ]
}

/** Names that have a color of their own, as the data write them. */
const names =
  'BTC,ETH,SOL,BNB,XRP,DOGE,Bitcoin,Ethereum,Solana,BNB Chain,USDT,USDC,USDe,USDS,DAI,PYUSD,USD1,FDUSD,Tether,Perpetual,Spot,Dated future,Call,Put,Other,Others,T-bill'.split(
    ',',
  )
