import type { AnswerGrain } from '../wire/answers'
import { type Expression, callsOf, functionNamed } from './expression'
import type { NumberFormat } from '../wire/board'
import * as formats from '../model/formats'
import { QueryProblem } from '../model/source'

/** Where a formula finds its numbers: generated column names. */
interface FormulaContext {
  /** Column of a measure, in the comparison period if `prior`. */
  column(id: string, prior: boolean): string
  readonly grain: AnswerGrain | null
  /** Columns to partition by, so that the series of different names stay separate. */
  readonly partition: readonly string[]
  /** First day of the range as SQL. A window may start before it. */
  start(): string
  readonly perYear: number
  bind(value: number): string
}

/** Maximum number of layers of an answer: each nests the statement one level deeper. */
const maxLayers = 64

/**
 * A formula as SQL over one row of columns. Window functions cannot be nested, so each becomes a layer of its own: `layers` collects the
 * additional select expressions, level by level. A subexpression used twice shares one layer, so nested functions cost one layer each.
 * Throws QueryProblem if there are too many.
 */
export function formulaSql(expression: Expression, context: FormulaContext, layers: string[]): string {
  const known = { now: new Map<Expression, string>(), prior: new Map<Expression, string>() }
  const layer = (sql: string): string => {
    const at = layers.indexOf(sql)
    if (at < 0 && layers.length === maxLayers)
      throw new QueryProblem('The formulas nest too many functions. Leave some out.')
    return `t${at < 0 ? layers.push(sql) - 1 : at}`
  }
  const written = (part: Expression, prior: boolean): string => {
    const seen = known[prior ? 'prior' : 'now']
    const sql = seen.get(part) ?? partSql(part, context, { layer, prior, written })
    seen.set(part, sql)
    return sql
  }
  return written(expression, false)
}

interface Writing {
  readonly layer: (sql: string) => string
  readonly prior: boolean
  readonly written: (part: Expression, prior: boolean) => string
}

function partSql(
  expression: Expression,
  context: FormulaContext,
  { layer, prior, written }: Writing,
): string {
  const of = (inner: Expression): string => written(inner, prior)
  switch (expression.kind) {
    case 'number':
      return `${context.bind(expression.value)}::double`
    case 'measure':
      return context.column(expression.id, prior)
    case 'negate':
      return `(- ${of(expression.of)})`
    case 'binary': {
      const [left, right] = [of(expression.left), of(expression.right)]
      return expression.op === '/' ? `(${left} / nullif(${right}, 0))` : `(${left} ${expression.op} ${right})`
    }
    case 'call': {
      const value = layer(of(expression.of))
      if (expression.name !== 'growth' && expression.name !== 'change')
        return layer(windowSql(expression, value, context, layer))
      const before = context.grain
        ? layer(`lag(${value}) over (${ordered(context)})`)
        : layer(written(expression.of, true))
      return expression.name === 'change'
        ? `(${value} - ${before})`
        : `(case when ${before} > 0 and ${value} >= 0 then 100 * (${value} / ${before} - 1) end)`
    }
  }
}

const partition = ({ partition: columns }: FormulaContext): string =>
  columns.length === 0 ? '' : `partition by ${columns.join(', ')} `

const ordered = (context: FormulaContext): string => `${partition(context)}order by d`

function windowSql(
  { name, count }: Extract<Expression, { kind: 'call' }>,
  value: string,
  context: FormulaContext,
  layer: (sql: string) => string,
): string {
  const last = (length: number): string =>
    `over (${ordered(context)} rows between ${length - 1} preceding and current row)`
  const soFar = `over (${ordered(context)} rows between unbounded preceding and current row)`
  const whole = `over (${ordered(context)} rows between unbounded preceding and unbounded following)`
  const inRange = (): string => `case when d >= ${context.start()} then ${value} end`
  switch (name) {
    case 'moving_average':
    case 'moving_sum': {
      const enough = `row_number() over (${ordered(context)}) >= ${count} and count(${value}) ${last(count)} >= ${0.6 * count}`
      return `case when ${enough} then ${name === 'moving_sum' ? 'sum' : 'avg'}(${value}) ${last(count)} end`
    }
    case 'volatility': {
      const before = layer(`lag(${value}) over (${ordered(context)})`)
      const step = layer(`case when ${value} > 0 and ${before} > 0 then ln(${value} / ${before}) end`)
      return `case when count(${step}) ${last(count)} >= ${count} then 100 * sqrt(${context.perYear}) * stddev_samp(${step}) ${last(count)} end`
    }
    case 'cumulative':
      return `sum(${inRange()}) ${soFar}`
    case 'rebase':
      return `100 * ${value} / nullif(first_value(${inRange()} ignore nulls) ${whole}, 0)`
    case 'drawdown':
      return `100 * (${value} / nullif(max(${inRange()}) ${soFar}, 0) - 1)`
    case 'share':
    case 'growth':
    case 'change': {
      const rows = context.grain ? 'partition by d' : ''
      return `100 * ${value} / nullif(sum(${value}) over (${rows}), 0)`
    }
  }
}

/** Intervals that a formula needs before its first row. */
export function leadOf(expression: Expression): number {
  return callsOf(expression).reduce((sum, { name, count }) => sum + count + functionNamed(name).lead, 0)
}

export const perYear: Readonly<Record<AnswerGrain, number>> = {
  hour: 24 * 365,
  day: 365,
  week: 52,
  month: 12,
  quarter: 4,
  year: 1,
}

/**
 * Fits the format of a calculation to its values, because the magnitude of a quotient is unknown beforehand. The largest value shows three
 * significant digits (rates two). From the ninth decimal on, numbers print as powers of ten.
 */
export function fitFormat(
  format: NumberFormat,
  values: readonly (string | number | null | undefined)[],
): NumberFormat {
  const largest = values.reduce<number>(
    (top, value) =>
      typeof value === 'number' && Number.isFinite(value) ? Math.max(top, Math.abs(value)) : top,
    0,
  )
  if (largest === 0 || largest >= 100) return format
  const decimals = (digits: number): number =>
    Math.min(maxDecimals, Math.max(0, digits - 1 - Math.floor(Math.log10(largest))))
  switch (format.kind) {
    case 'number':
      return { ...format, digits: Math.max(format.digits ?? 0, decimals(3)) }
    case 'ratio':
    case 'percent':
    case 'pp':
    case 'bps':
    case 'index':
      return largest >= 1 ? format : { ...format, digits: Math.max(format.digits ?? 0, decimals(2)) }
    case 'usd':
      return largest >= 1 ? format : { ...format, kind: 'price', compact: false, digits: decimals(3) }
    case 'price':
    case 'coins':
    case 'days':
      return format
  }
}

/** Values too small for this many decimals are not worth showing. */
const maxDecimals = 30

/** The format of a formula's result, derived from its measures. */
export function formatOf(expression: Expression, measure: (id: string) => NumberFormat): NumberFormat {
  const of = (inner: Expression): NumberFormat => formatOf(inner, measure)
  switch (expression.kind) {
    case 'number':
      return plain
    case 'measure':
      return measure(expression.id)
    case 'negate':
      return { ...of(expression.of), signed: true }
    case 'call':
      return ofCall(expression.name, of(expression.of))
    case 'binary':
      return ofBinary(expression.op, expression, of)
  }
}

const plain: NumberFormat = { kind: 'number', compact: true, digits: 2 }

function ofCall(name: Extract<Expression, { kind: 'call' }>['name'], inner: NumberFormat): NumberFormat {
  switch (name) {
    case 'growth':
      return formats.percentChange
    case 'change':
      return inner.kind === 'percent' ? formats.points : { ...inner, signed: true }
    case 'share':
    case 'volatility':
    case 'drawdown':
      return formats.percent
    case 'rebase':
      return { kind: 'index', digits: 1 }
    case 'moving_average':
    case 'moving_sum':
    case 'cumulative':
      return inner
  }
}

function ofBinary(
  op: '+' | '-' | '*' | '/',
  { left, right }: { readonly left: Expression; readonly right: Expression },
  of: (inner: Expression) => NumberFormat,
): NumberFormat {
  const [a, b] = [of(left), of(right)]
  const scaled = right.kind === 'number' ? a : left.kind === 'number' && op === '*' ? b : null
  if (scaled) return scaled
  if (op === '/') {
    if (a.kind === b.kind) return formats.ratio
    return (a.kind === 'usd' || a.kind === 'price') && b.kind !== 'usd' ? formats.usd : plain
  }
  if (op === '*') return [a, b].some(({ kind }) => kind === 'usd' || kind === 'price') ? formats.usd : plain
  return a.kind === b.kind ? { ...a, ...(op === '-' ? { signed: true } : {}) } : plain
}
