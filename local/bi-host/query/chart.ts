import type { ScatterData, SeriesData, TileData, Series } from '../wire/board'
import type { ChartAxes, ChartType, AnswerGrain, AnswerTable, ChartChoice } from '../wire/answers'
import type { Resolved, AnswerMeasure } from './resolve'
import { addDays, intervalEnd, weekdayOf } from '../model/days'
import { earlierWords } from './words'
import type { Expression } from './expression'

/** Whether intervals are missing because a condition on their numbers, or a ranking, removed them. */
function leavesIntervalsOut({ query, grain, measures, hidden }: Resolved): boolean {
  if (grain === undefined) return false
  const conditions = (query.filters ?? []).some(({ field }) =>
    [...measures, ...hidden].some(({ id }) => id === field),
  )
  return conditions || (query.limit !== undefined && query.sort !== undefined && query.sort.by !== 'date')
}

/** Up to this many bars are labeled one by one. */
const maxLabeledBars = 12
/** An axis with more positions than this is unreadable. */
const maxPositions = 5000

/**
 * The dates of a time axis. If a condition removed some, every date between the first and the last, so that the gap is visible. A handful
 * of bars stand side by side instead, each labeled.
 */
export function axisDates(resolved: Resolved, dates: readonly string[], bars: boolean): readonly string[] {
  const { grain } = resolved
  const [first, last] = [dates[0], dates.at(-1)]
  if (grain === undefined || first === undefined || last === undefined || !leavesIntervalsOut(resolved))
    return dates
  if (bars && dates.length <= maxLabeledBars) return dates
  const known = new Set(dates)
  const weekdays = grain === 'day' && resolved.sources.every(({ tradingDays }) => tradingDays === true)
  const all: string[] = []
  for (let date = first; date <= last; date = next(date, grain)) {
    if (all.length === maxPositions) return dates
    if (known.has(date) || !weekdays || weekdayOf(date) < 5) all.push(date)
  }
  return all
}

const next = (date: string, grain: AnswerGrain): string =>
  grain === 'hour'
    ? `${new Date(Date.parse(date) + 3_600_000).toISOString().slice(0, 19)}Z`
    : addDays(intervalEnd(date, grain), 1)

/** Chart types that can have a second value axis. */
export const hasTwoSides = (type: ChartType): boolean => type === 'line' || type === 'bars-line'

const canBeLog = (type: ChartType): boolean => type === 'line' || type === 'area' || type === 'scatter'

/** Whether a log scale can show all values of the left axis, or of both axes of a scatter plot. */
export function isAboveZero(data: Pick<SeriesData, 'series'> | Pick<ScatterData, 'points'>): boolean {
  if ('points' in data) return data.points.every(({ x, y }) => x > 0 && y > 0)
  return data.series
    .filter(({ axis }) => axis !== 'right')
    .every(({ values }) => values.every((value) => value === null || value > 0))
}

/** The axis options for the chart as drawn. */
export function axesOf({ measures }: Resolved, type: ChartType, data: TileData | null): ChartAxes {
  const overTime = data?.kind === 'series' ? data : null
  const cloud = data?.kind === 'scatter' ? data : null
  const drawn = overTime ?? cloud
  const logReason =
    drawn === null || !canBeLog(type)
      ? 'Only lines, areas and scatter plots have one.'
      : isAboveZero(drawn)
        ? ''
        : 'Needs numbers above zero.'
  return {
    log: overTime?.logScale === true || cloud?.x.logScale === true,
    logReason,
    sides:
      overTime === null || !hasTwoSides(type)
        ? []
        : measures.slice(1).map(({ id, label }) => ({
            id,
            label,
            side: overTime.series.some(({ key, axis }) => key.startsWith(`${id}:`) && axis === 'right')
              ? 'right'
              : 'left',
          })),
  }
}

/** More pairs of a line and its comparison than this are unreadable. */
const maxPairs = 4

/** The comparison line of each line, drawn more quietly. None where it would be unreadable. */
export function earlierSeries(
  { measures, attributes, query }: Resolved,
  table: AnswerTable,
  drawn: {
    readonly type: ChartType
    readonly dates: readonly string[]
    readonly series: readonly Series[]
    readonly right: ReadonlySet<string>
  },
): readonly Series[] {
  const { type, dates, series, right } = drawn
  if (query.compare === undefined) return []
  const split = attributes.length > 0
  if (split ? type !== 'line' || series.length > maxPairs : stacked.has(type)) return []
  const when = earlierWords(query.compare)
  return measures.flatMap(({ id }) => {
    const at = table.columns.findIndex((column) => column.id === `${id}:prior`)
    const head = table.columns[at]
    if (!head) return []
    const own = (name: string): Series | undefined =>
      series.find(({ key }) => key === `${id}:${name}` || (key === name && measures.length === 1))
    // In the order of the lines they belong to.
    const names = split ? [...new Set(table.cells[1]?.map(String))].filter((name) => own(name)) : ['']
    const positionOf = (name: string): number => series.findIndex((line) => line === own(name))
    return names
      .toSorted((one, other) => positionOf(one) - positionOf(other))
      .map((name) => {
        const beside = own(name)
        const byDate = new Map(
          table.cells[0]?.flatMap((date, row) =>
            !split || String(table.cells[1]?.[row]) === name ? [[date, table.cells[at]?.[row]] as const] : [],
          ),
        )
        return {
          key: split ? `${head.id}:${name}` : head.id,
          label: beside && split ? `${beside.label}, ${when}` : head.label,
          colorKey: beside && split ? beside.colorKey : head.label,
          values: dates.map((date) => {
            const value = byDate.get(date)
            return typeof value === 'number' ? value : null
          }),
          as: 'line' as const,
          dashed: true,
          ...(right.has(id) ? { axis: 'right' as const } : {}),
        }
      })
  })
}

const stacked: ReadonlySet<ChartType> = new Set(['stacked-area', 'area-100', 'stacked-bars'])

/** Note for charts that have no room for the comparison. */
export function notCompared({ query }: Resolved): readonly string[] {
  return query.compare === undefined
    ? []
    : [
        `The chart leaves out ${query.compare === 'year-ago' ? 'the values of a year ago' : 'the period before'}; the table has it.`,
      ]
}

const labels: Readonly<Record<ChartType, string>> = {
  kpi: 'Headline number',
  line: 'Lines',
  area: 'Area',
  'stacked-area': 'Stacked area',
  'area-100': '100% area',
  bars: 'Bars',
  'stacked-bars': 'Stacked bars',
  'bars-line': 'Bars and line',
  donut: 'Donut',
  treemap: 'Treemap',
  heatmap: 'Heat map',
  scatter: 'Scatter',
  table: 'Table',
}

/** The chart picker: every type, whether it fits, why not, and which is best. */
export function chartChoices(resolved: Resolved): readonly ChartChoice[] {
  const best = bestChart(resolved)
  return (Object.keys(labels) as ChartType[]).map((type) => {
    const reason = whyNot(type, resolved)
    return { type, label: labels[type], fits: reason === '', reason, recommended: type === best }
  })
}

/**
 * Over time: a line, bars for a flow, or if split, stacked areas for balances, stacked bars for flows, lines for rates. Otherwise bars for
 * one attribute, a heat map for two, a number for none, and a table for what no chart fits. Separate days are bars, because no line
 * connects them.
 */
export function bestChart(resolved: Resolved): ChartType {
  const { grain, attributes, measures } = resolved
  const [first, second] = measures
  if (!first) return 'table'
  const split = attributes.length
  if (grain !== undefined) {
    if (split > 1) return 'table'
    if (split === 0 && leavesIntervalsOut(resolved) && sameUnit(measures)) return 'bars'
    if (second || first.formula) return 'line'
    if (split === 0) return first.adds === 'flow' ? 'bars' : 'line'
    return first.adds === 'balance' ? 'stacked-area' : first.adds === 'flow' ? 'stacked-bars' : 'line'
  }
  if (split === 0) return second ? 'table' : 'kpi'
  if (split === 1) return !second || sameUnit(measures) ? 'bars' : measures.length === 2 ? 'scatter' : 'table'
  return split === 2 && !second ? 'heatmap' : 'table'
}

/** Empty if the type can show the answer. */
export function whyNot(type: ChartType, { grain, attributes, measures }: Resolved): string {
  const split = attributes.length
  const overTime = grain !== undefined
  const one = measures.length === 1
  switch (type) {
    case 'table':
      return ''
    case 'kpi':
      return !one ? 'Shows one measure.' : split > 0 ? 'Shows one number: take the attributes away.' : ''
    case 'line':
      return needsTime(overTime) || (split > 1 ? 'Takes one attribute at most.' : '')
    case 'area':
      return needsTime(overTime) || (!one || split > 0 ? 'Shows one measure that is not split.' : '')
    case 'stacked-area':
    case 'area-100':
      return needsTime(overTime) || whyNoStack(measures, split)
    case 'stacked-bars':
      return overTime
        ? whyNoStack(measures, split)
        : split === 2 && one
          ? stackable(measures)
          : 'Needs an interval, or two attributes.'
    case 'bars':
      if (split > 1) return 'Takes one attribute at most.'
      if (!overTime && split === 0) return 'Needs an attribute or an interval.'
      return sameUnit(measures) ? '' : 'The measures have different units.'
    case 'bars-line':
      return needsTime(overTime) || (one ? 'Needs two measures.' : split > 0 ? 'Takes no attribute.' : '')
    case 'donut':
      return wholeOf(overTime, measures) || (split === 1 ? '' : 'Needs one attribute.')
    case 'treemap':
      return wholeOf(overTime, measures) || (split === 1 || split === 2 ? '' : 'Needs one or two attributes.')
    case 'heatmap':
      if (!one) return 'Shows one measure.'
      return split + (overTime ? 1 : 0) === 2 ? '' : 'Needs two attributes, or one and an interval.'
    case 'scatter':
      if (overTime) return 'Needs no interval.'
      return split === 1 && measures.length >= 2 ? '' : 'Needs two measures and one attribute.'
  }
}

const needsTime = (overTime: boolean): string => (overTime ? '' : 'Needs an interval, such as by week.')

/** Whether the sum of these numbers is meaningful: yes for amounts and shares, no for growth and quotients. */
function addsUp(measure: AnswerMeasure, part: Expression): boolean {
  switch (part.kind) {
    case 'number':
      return true
    case 'measure':
      return part.id !== measure.base.id || measure.base.measure.kind !== 'ratio'
    case 'negate':
      return addsUp(measure, part.of)
    case 'binary':
      if (part.op === '/') return part.right.kind === 'number' && addsUp(measure, part.left)
      return addsUp(measure, part.left) && addsUp(measure, part.right)
    case 'call':
      return part.name === 'share' || (!notAmounts.has(part.name) && addsUp(measure, part.of))
  }
}

const notAmounts: ReadonlySet<string> = new Set(['growth', 'volatility', 'drawdown', 'rebase'])

/** Only additive values can be stacked: a sum of rates is meaningless. */
const stackable = (measures: readonly AnswerMeasure[]): string =>
  measures.every((measure) => addsUp(measure, measure.expression)) &&
  !measures.some(({ overTime }) => overTime)
    ? ''
    : 'Rates and prices do not add up.'

function whyNoStack(measures: readonly AnswerMeasure[], split: number): string {
  if (measures.length === 1 && split === 1) return stackable(measures)
  if (measures.length > 1 && split === 0)
    return sameUnit(measures) ? stackable(measures) : 'The measures have different units.'
  return 'Needs one measure and one attribute.'
}

function wholeOf(overTime: boolean, measures: readonly AnswerMeasure[]): string {
  if (overTime) return 'Shows one point in time: take the interval away.'
  return measures.length > 1 ? 'Shows one measure.' : stackable(measures)
}

const sameUnit = (measures: readonly AnswerMeasure[]): boolean =>
  measures.every(({ format }) => format.kind === measures[0]?.format.kind)
