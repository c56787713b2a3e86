import * as formats from '../../bi-host/model/formats'
import type { QueryFilter } from '../../bi-host/model/source'
import type { NumberFormat } from '../../bi-host/wire/board'
import type { DatasetKey } from '../../../src/core/catalogue/catalogue'

/** A measure such as `stable_supply.supply`, filtered by `where`. */
export interface Part {
  readonly measure: string
  readonly where?: readonly QueryFilter[]
  /** -1 for drawing it below zero. */
  readonly sign?: 1 | -1
}

/** Several measures, from any sources, as lines of one chart, or the daily quotient of two measures. */
export type Composite =
  | { readonly lines: Readonly<Record<string, Part>> }
  | {
      readonly top: Part
      readonly bottom: Part
      /** Attributes of one concept, one for each measure, by which both are split. */
      readonly by?: readonly [top: string, bottom: string]
      /** Format in the embedded dashboard. A percentage is the quotient times a hundred. */
      readonly format: NumberFormat
    }

type Kind =
  /** One number, its change from `lag` rows ago, and its trend line. */
  | 'number'
  | 'line'
  | 'area'
  /** Shares of the whole. */
  | 'shares'
  | 'columns'
  /** Horizontal bars, largest on top. */
  | 'bars'
  | 'parts'
  | 'matrix'
  | 'table'

/** One chart of a dashboard. Title, unit and definition are those of the embedded dashboard's tile with this id. */
export interface Chart {
  readonly tile: string
  readonly kind: Kind
  /** Measures of one source, or a composite of several. */
  readonly of: string | readonly string[] | Composite
  /** Attribute of the same source to split by. */
  readonly by?: string
  /** In a matrix, `by` has the rows and `across` the columns. */
  readonly across?: string
  readonly where?: readonly QueryFilter[]
  readonly grain?: 'day' | 'week' | 'month'
  /** Number of largest parts. The rest is one part `Other`; lines leave it out. */
  readonly top?: number
  /** Measure of the same source by which the largest are found, as in the embedded tile. Default: the drawn one. */
  readonly rankBy?: string
  /** Number of last days in a chart that is not a time series; 1 is only the last day. */
  readonly days?: number
  /** For a number: rows that are summed (flows) or averaged (rates). For a line: rows of its moving average. */
  readonly over?: number
  /** For a number: rows back to the value that it is compared with. */
  readonly lag?: number
  /** Format in the embedded tile, if it differs from the measure's own. */
  readonly format?: NumberFormat
  /** Width in columns of 12. */
  readonly width?: number
  /** Height in units of 8 px; default by kind. */
  readonly height?: number
}

interface Tab {
  readonly id: string
  readonly title: string
  readonly charts: readonly Chart[]
}

export interface Board {
  readonly key: DatasetKey
  /** Filter fields, besides the time range. */
  readonly filters: readonly string[]
  readonly tabs: readonly Tab[]
  /** Tiles of the embedded dashboard without a chart here, each with the reason. */
  readonly leftOut: Readonly<Record<string, string>>
}

export const is = (field: string, ...values: readonly (string | number)[]): readonly QueryFilter[] => [
  { field, op: 'in', values },
]

/** Reasons why a tile of the embedded dashboard has no chart here. */
export const without = {
  twoDays: 'A change between two days is no measure of a relation: it needs a dataset of its own',
  sparks: 'Its table has sparkline and change cells, which the table chart does not have',
  statistics:
    'Statistics of a history (percentiles, correlations, deviations) are computed by the embedded host, not in SQL',
  candles: 'Superset has no candlesticks',
  curves: 'Curves of several days over a tenor have no chart of their own',
  ranges: 'Bars from one value to another are not drawn',
  ahead: 'Scheduled events lie after the last day, outside every range',
  list: 'A list of findings is no chart',
} as const

export const futures = is('market_type', 'Perpetual', 'Dated future')
export const spot = is('market_type', 'Spot')
export const btc = is('asset', 'BTC')
export const eth = is('asset', 'ETH')
export const dollars = is('asset_class', 'Dollar')
export const treasuries = is('asset_class', 'Treasuries')
export const onEthereum = is('network', 'Ethereum')
export const month = is('tenor', 30)
export const bill = { measure: 'rates.bill' }
export const funding = {
  BTC: { measure: 'funding.funding_rate', where: btc },
  ETH: { measure: 'funding.funding_rate', where: eth },
  'T-bill': bill,
}
export const leverage = {
  top: { measure: 'trading.open_interest' },
  bottom: { measure: 'price.cap' },
  format: formats.percentFine,
} as const
export const fundDemand = (coin: readonly ReturnType<typeof is>[number][], asset: typeof coin) =>
  ({
    lines: {
      'Fund flow': { measure: 'etf.flow_coins', where: coin },
      Issuance: { measure: 'onchain.issuance', where: asset },
    },
  }) as const

/** A chart's query of its dataset. */
export interface Asked {
  readonly metrics: readonly string[]
  /** Metric by which the largest are found, if it is not the drawn one. */
  readonly rank: string | undefined
  /** Columns. */
  readonly by: string | undefined
  readonly across: string | undefined
  /** The chart's own conditions. */
  readonly where: readonly { readonly column: string; readonly values: readonly (string | number)[] }[]
  /** Without a day column, no time range can be chosen. */
  readonly hasDays: boolean
  /** Time grain of its rows. */
  readonly row: 'day' | 'trading day'
  readonly format: NumberFormat
  readonly color: string
}

type Params = Readonly<Record<string, unknown>>

/** Number format of a measure. Percentages and their changes are stored as fractions of one. */
export function formatOf({ kind, compact, digits, signed, suffix }: NumberFormat): {
  readonly d3format: string
  readonly currency: { readonly symbol: string; readonly symbolPosition: 'prefix' } | null
  readonly factor: '' | '1e-2 * '
} {
  const sign = signed ? '+' : ''
  const dollars = { symbol: 'USD', symbolPosition: 'prefix' } as const
  const smart = signed ? 'SMART_NUMBER_SIGNED' : 'SMART_NUMBER'
  if (kind === 'usd') return { d3format: smart, currency: dollars, factor: '' }
  if (kind === 'price') return { d3format: `,.${digits ?? 2}~f`, currency: dollars, factor: '' }
  if (kind === 'percent') return { d3format: `${sign},.${digits ?? 1}%`, currency: null, factor: '1e-2 * ' }
  if (compact || kind === 'coins' || (suffix !== undefined && digits === undefined))
    return { d3format: smart, currency: null, factor: '' }
  return {
    d3format: `${sign},.${digits ?? (kind === 'ratio' ? 2 : kind === 'index' || kind === 'days' ? 0 : 1)}f`,
    currency: null,
    factor: '',
  }
}

const grains = { day: 'P1D', week: 'P1W', month: 'P1M' } as const

const filter = (subject: string, operator: string, comparator: unknown): Params => ({
  clause: 'WHERE',
  expressionType: 'SIMPLE',
  subject,
  operator,
  comparator,
})

/** Parameters of a chart by kind: the `form_data` of Superset's plug-ins. */
export function paramsOf(chart: Chart, asked: Asked): { readonly viz: string; readonly params: Params } {
  const { viz, params } = kinds[chart.kind](chart, asked)
  return { viz, params: { viz_type: viz, ...params } }
}

function commonOf(asked: Asked): Params {
  const conditions = asked.where.map(({ column, values }) => filter(column, 'IN', values))
  const format = formatOf(asked.format)
  return {
    adhoc_filters: [...(asked.hasDays ? [filter('day', 'TEMPORAL_RANGE', 'No filter')] : []), ...conditions],
    color_scheme: 'assay',
    row_limit: 10_000,
    y_axis_format: format.d3format,
    ...(format.currency && { currency_format: format.currency }),
  }
}

const columnsOf = (...columns: readonly (string | undefined)[]): readonly string[] =>
  columns.filter((column) => column !== undefined)

const rangeOf = ({ hasDays }: Asked): Params =>
  hasDays ? { granularity_sqla: 'day', time_range: 'No filter' } : {}

/** Parameters of time series. */
function courseOf(chart: Chart, asked: Asked): Params {
  const groupby = columnsOf(asked.by)
  return {
    ...commonOf(asked),
    x_axis: 'day',
    time_grain_sqla: grains[chart.grain ?? 'day'],
    metrics: asked.metrics,
    groupby,
    truncate_metric: true,
    show_legend: groupby.length > 0 || asked.metrics.length > 1,
    legendType: 'scroll',
    legendOrientation: 'top',
    legendSort: null,
    rich_tooltip: true,
    showTooltipTotal: chart.kind === 'area' || chart.kind === 'columns',
    tooltipTimeFormat: '%d %b %Y',
    x_axis_time_format: '%-d %b %Y',
    truncateXAxis: true,
    y_axis_bounds: [null, null],
    truncateYAxis: chart.kind === 'line',
    sort_series_type: 'sum',
    sort_series_ascending: false,
    only_total: true,
    ...(chart.top && { limit: chart.top, group_others_when_limit_reached: chart.kind !== 'line' }),
    ...(asked.rank && { timeseries_limit_metric: asked.rank }),
    ...(chart.over && { rolling_type: 'mean', rolling_periods: chart.over, min_periods: 1 }),
  }
}

const kinds: Readonly<
  Record<Chart['kind'], (chart: Chart, asked: Asked) => { readonly viz: string; readonly params: Params }>
> = {
  number: (chart, asked) => ({
    viz: 'big_number',
    params: {
      ...commonOf(asked),
      x_axis: 'day',
      time_grain_sqla: grains[chart.grain ?? 'day'],
      metric: asked.metrics[0] ?? '',
      show_trend_line: true,
      start_y_axis_at_zero: false,
      // Superset always shows the change in percent, which is meaningful for balances and prices only.
      ...(isStock(asked.format) && {
        compare_lag: chart.lag ?? 30,
        compare_suffix: `vs ${chart.lag ?? 30} ${asked.row}${chart.lag === 1 ? '' : 's'} before`,
      }),
      header_font_size: 0.3,
      subheader_font_size: 0.125,
      subtitle_font_size: 0.125,
      rolling_type: 'None',
      ...(chart.over && {
        rolling_type: asked.format.kind === 'percent' || asked.format.kind === 'ratio' ? 'mean' : 'sum',
        rolling_periods: chart.over,
        min_periods: chart.over,
      }),
      aggregation: 'LAST_VALUE',
      color_picker: rgb(asked.color),
    },
  }),
  line: (chart, asked) => ({
    viz: 'echarts_timeseries_line',
    params: { ...courseOf(chart, asked), seriesType: 'line' },
  }),
  area: (chart, asked) => ({
    viz: 'echarts_area',
    params: { ...courseOf(chart, asked), seriesType: 'line', stack: 'Stack', opacity: 0.55 },
  }),
  shares: (chart, asked) => ({
    viz: 'echarts_area',
    params: {
      ...courseOf(chart, asked),
      seriesType: 'line',
      stack: 'Stack',
      opacity: 0.55,
      contributionMode: 'row',
      y_axis_format: ',.0%',
      currency_format: undefined,
    },
  }),
  columns: (chart, asked) => ({
    viz: 'echarts_timeseries_bar',
    params: { ...courseOf(chart, asked), stack: 'Stack', orientation: 'vertical' },
  }),
  bars: (chart, asked) => ({
    viz: 'echarts_timeseries_bar',
    params: {
      ...commonOf(asked),
      ...rangeOf(asked),
      x_axis: asked.by,
      metrics: asked.metrics,
      groupby: [],
      orientation: 'horizontal',
      x_axis_sort: asked.metrics[0] ?? '',
      x_axis_sort_asc: true,
      ...(asked.metrics.length > 1 && { stack: 'Stack' }),
      row_limit: chart.top ?? 12,
      show_legend: asked.metrics.length > 1,
      legendType: 'scroll',
      legendOrientation: 'top',
      rich_tooltip: true,
      show_value: asked.metrics.length === 1,
      truncateXAxis: true,
      y_axis_bounds: [null, null],
    },
  }),
  parts: (_chart, asked) => ({
    viz: 'treemap_v2',
    params: {
      ...commonOf(asked),
      ...rangeOf(asked),
      groupby: columnsOf(asked.by, asked.across),
      metric: asked.metrics[0] ?? '',
      row_limit: 60,
      label_type: 'key_value',
      number_format: formatOf(asked.format).d3format,
      show_labels: true,
      show_upper_labels: true,
    },
  }),
  matrix: (chart, asked) => ({
    viz: 'heatmap_v2',
    params: {
      ...commonOf(asked),
      ...rangeOf(asked),
      x_axis: asked.across,
      ...(asked.across === 'day' && {
        time_grain_sqla: grains[chart.grain ?? 'day'],
        x_axis_time_format: '%d %b',
      }),
      groupby: asked.by,
      metric: asked.metrics[0] ?? '',
      normalize_across: 'heatmap',
      legend_type: 'continuous',
      linear_color_scheme: asked.format.signed === true ? 'assay_div' : 'assay_seq',
      sort_x_axis: asked.across === 'day' ? 'alpha_asc' : 'value_desc',
      sort_y_axis: 'value_asc',
      show_values: true,
      show_percentage: false,
      // Its text stays dark on a dark card, and every cell shows its number.
      show_legend: false,
      value_bounds: [null, null],
      left_margin: 90,
      bottom_margin: 40,
      xscale_interval: 1,
      yscale_interval: 1,
    },
  }),
  table: (_chart, asked) => ({
    viz: 'table',
    params: {
      ...commonOf(asked),
      ...rangeOf(asked),
      query_mode: 'aggregate',
      groupby: columnsOf(asked.by, asked.across),
      metrics: asked.metrics,
      timeseries_limit_metric: asked.metrics[0] ?? '',
      order_desc: true,
      row_limit: 60,
      show_cell_bars: false,
      table_timestamp_format: '%d %b %Y',
    },
  }),
}

const isStock = ({ kind, signed }: NumberFormat): boolean =>
  signed !== true && ['usd', 'price', 'coins', 'number'].includes(kind)

function rgb(color: string): Params {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return { r, g, b, a: 1 }
}
