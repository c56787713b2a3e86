import type { AnswerMeasure, Resolved } from './resolve'
import type { ChartChoice, ChartType } from '../wire/answers'
import type { Expression } from './expression'
import { leavesIntervalsOut } from './axes'

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
