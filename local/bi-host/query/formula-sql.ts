import type { AnswerGrain } from '../wire/answers'
import { type Expression, callsOf } from './expression'
import { functionNamed } from './functions'

/** Where a formula finds its numbers: columns of our own naming. */
export interface FormulaContext {
  /** Column of a measure; of the period before when `prior`. */
  column(id: string, prior: boolean): string
  readonly grain: AnswerGrain | null
  /** Columns to partition by, so that one name's line does not run into the next. */
  readonly partition: readonly string[]
  /** First day of the range as SQL; a window may begin before it. */
  start(): string
  readonly perYear: number
  bind(value: number): string
}

/**
 * A formula as SQL over one row of columns. Window functions may not hold one another, so each is a layer of its own:
 * `layers` collects what to select besides everything else, one level after the other.
 */
export function formulaSql(
  expression: Expression,
  context: FormulaContext,
  layers: string[],
  prior = false,
): string {
  const of = (inner: Expression): string => formulaSql(inner, context, layers, prior)
  const layer = (sql: string): string => `t${layers.push(sql) - 1}`
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
        : layer(formulaSql(expression.of, context, layers, true))
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

/** Intervals a formula looks back before its first row. */
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
