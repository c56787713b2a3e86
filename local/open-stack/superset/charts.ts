import type { NumberFormat } from '../../bi-host/wire/board'
import type { Chart } from './table'

/** A chart's query of its dataset. */
export interface Asked {
  readonly metrics: readonly string[]
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
