import { curatedBoards } from '../../bi-host/boards/library/catalogue'
import { liveboards } from '../../bi-host/wire/liveboards'
import { formatOf, type Board, type Chart } from './charts'
import legendsText from './legends.jsonl?raw'
import { boardCss, labelColors } from './look'
import {
  bare,
  type Dataset,
  madeBoards,
  type MadeBoard,
  type MadeChart,
  model,
  snake,
  sourceOf,
  uuidOf,
} from './made-boards'
import { columnOf } from './relations'

/*
 * Superset's dashboards in its import format, as files. JSON is valid YAML. Every id is the hash of a name, so that a second import
 * updates what the first one created.
 */

/** Ids for the portal and the gateway. `dashboards.json` has the same, which a test checks. */
export const dashboardList = (slugOf: (key: Board['key']) => string) =>
  madeBoards.map(({ board, title, embeddedId, tabs }) => ({
    slug: slugOf(board.key),
    title,
    embeddedId,
    tabs: [...tabs.map(({ id, title }) => ({ id, title })), definitionsTab],
  }))

const definitionsTab = { id: 'TAB-definitions', title: 'Definitions' } as const
const kebab = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const version = '1.0.0'
const databaseId = uuidOf('database')

const rangeWords = {
  '30D': 'Last month',
  '90D': 'Last quarter',
  '1Y': 'Last year',
  ALL: 'No filter',
} as const

/** The data: a DuckDB file, or any engine by its SQLAlchemy URI. */
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
    // Read-only, and without access outside the file.
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
  slice_name: one.title,
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

interface Sized {
  readonly one: MadeChart
  readonly width: number
}

/** Arranges charts, in order, in rows of twelve columns. The last chart of a row fills the rest of it. */
function rowsOf(charts: readonly MadeChart[]): readonly (readonly Sized[])[] {
  const rows: Sized[][] = []
  let used = 12
  for (const one of charts) {
    const width = one.chart.width ?? sizes[one.chart.kind].width
    if (used + width > 12) {
      rows.push([])
      used = 0
    }
    rows.at(-1)?.push({ one, width })
    used += width
  }
  return rows.map((row) => {
    const left = 12 - row.reduce((sum, { width }) => sum + width, 0)
    return row.map((sized, at) => (at === row.length - 1 ? { ...sized, width: sized.width + left } : sized))
  })
}

type Positions = Readonly<Record<string, object | string>>

const inTabs = ['ROOT_ID', 'TABS-1'] as const

function dashboardFile(made: MadeBoard): object {
  const all = made.tabs.flatMap(({ charts }) => charts)
  const numberOf = (one: MadeChart): number => all.indexOf(one) + 1
  const position: Positions = {
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
    ...Object.assign({}, ...made.tabs.map((tab) => tabPositions(made, tab, numberOf))),
    ...definitionPositions(made, all.length),
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
      label_colors: { ...colorsAlone(made), ...labelColors(legendsOf(made)) },
      // No cross-filters: a click in a chart would filter all others, and neither a link nor a refresh would keep that.
      cross_filters_enabled: false,
      refresh_frequency: 0,
      filter_bar_orientation: 'HORIZONTAL',
      native_filter_configuration: filtersOf(made, numberOf),
    },
    theme_id: null,
  }
}

const tabAt = (id: string, title: string, children: readonly string[]): Positions => ({
  [id]: {
    type: 'TAB',
    id,
    children,
    parents: inTabs,
    meta: { text: title, defaultText: 'Tab title', placeholder: 'Tab title' },
  },
})

const rowAt = (id: string, tab: string, children: readonly string[]): Positions => ({
  [id]: {
    type: 'ROW',
    id,
    children,
    parents: [...inTabs, tab],
    meta: { background: 'BACKGROUND_TRANSPARENT' },
  },
})

const chartAt = ({ chart }: MadeChart): string => `CHART-${chart.tile}`

/** A tab with its charts in rows, each as tall as its tallest chart. */
function tabPositions(
  made: MadeBoard,
  tab: MadeBoard['tabs'][number],
  numberOf: (one: MadeChart) => number,
): Positions {
  const rows = rowsOf(tab.charts).map((charts, at) => ({ charts, id: `ROW-${tab.id.slice(4)}-${at + 1}` }))
  const ids = rows.map(({ id }) => id)
  const positions: Record<string, object | string> = { ...tabAt(tab.id, tab.title, ids) }
  for (const row of rows) {
    Object.assign(
      positions,
      rowAt(
        row.id,
        tab.id,
        row.charts.map(({ one }) => chartAt(one)),
      ),
    )
    const height = Math.max(
      ...row.charts.map(({ one: { chart } }) => chart.height ?? sizes[chart.kind].height),
    )
    for (const { one, width } of row.charts)
      positions[chartAt(one)] = {
        type: 'CHART',
        id: chartAt(one),
        children: [],
        parents: [...inTabs, tab.id, row.id],
        meta: {
          width,
          height,
          chartId: numberOf(one),
          sliceName: one.title,
          uuid: chartId(made, one),
        },
      }
  }
  return positions
}

function definitionPositions(made: MadeBoard, charts: number): Positions {
  const { id, title } = definitionsTab
  const [row, text] = ['ROW-definitions-1', 'MARKDOWN-definitions']
  return {
    ...tabAt(id, title, [row]),
    ...rowAt(row, id, [text]),
    [text]: {
      type: 'MARKDOWN',
      id: text,
      children: [],
      parents: [...inTabs, id, row],
      meta: { width: 12, height: Math.max(50, 7 * charts), code: definitions(made) },
    },
  }
}

/** Names that a chart may show at once, from the data, largest first. One line for each chart, written by a test. */
interface Legend {
  readonly dashboard: string
  readonly chart: string
  readonly names: readonly string[]
}

const legends = legendsText
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Legend)

/** Names that occur together in each chart: lines, measures, or values from the data. */
export const legendsOf = ({ board, tabs }: MadeBoard): readonly (readonly string[])[] =>
  tabs.flatMap(({ charts }) =>
    charts.map(({ chart: { kind, of, tile }, asked: { metrics } }) => {
      if (typeof of === 'object' && 'lines' in of) return Object.keys(of.lines)
      // By id, because Superset looks colors up before it applies labels.
      if (metrics.length > 1 && kind !== 'table') return metrics
      return legends.find(({ dashboard, chart }) => dashboard === board.key && chart === tile)?.names ?? []
    }),
  )

/** Color of a measure that is drawn alone: that of its subject. */
const colorsAlone = ({ tabs }: MadeBoard): Readonly<Record<string, string>> =>
  Object.fromEntries(
    tabs.flatMap(({ charts }) =>
      charts.flatMap(({ asked: { by, color, metrics } }) => {
        const [metric, ...more] = metrics
        return metric === undefined || by !== undefined || more.length > 0 ? [] : [[metric, color]]
      }),
    ),
  )

const definitions = (made: MadeBoard): string =>
  [
    made.description,
    ...made.tabs.flatMap(({ charts }) => charts.map(({ title, words }) => `### ${title}\n${words}`)),
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
      // Both halves are required. Otherwise the filter is shown but not applied.
      defaultDataMask: { extraFormData: { time_range: range }, filterState: { value: range }, ownState: {} },
    },
    ...made.board.filters.map((field) => {
      const source = sourceOf(field)
      const column = columnOf(source, bare(field))
      const target = made.datasets.find((dataset) => dataset.columns.some(({ name }) => name === column))
      if (!target) throw new Error(`${made.board.key}: no dataset can be filtered by ${field}.`)
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
