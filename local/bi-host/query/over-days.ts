import type { AnswerGrain } from '../wire/answers'
import { callsOf, type Expression } from './expression'
import { functionNamed } from './functions'

/** Compare one interval with another, or begin with the first one: they are of the intervals that are shown. */
const ofIntervals: ReadonlySet<string> = new Set(['growth', 'change', 'rebase', 'cumulative'])

/** Over intervals longer than a day, what looks back over days is read by day and shown at its last day. */
export const isLonger = (grain: AnswerGrain | null): boolean =>
  grain === 'week' || grain === 'month' || grain === 'quarter' || grain === 'year'

/** Whether a formula looks back over days: 30-day volatility is of 30 days, also where it is shown by week. */
export const looksBack = (expression: Expression): boolean => callsOf(expression).some(overDays)

export const hasWindow = (expression: Expression): boolean =>
  callsOf(expression).some(({ name }) => functionNamed(name).window !== null)

const overDays = ({ name }: Extract<Expression, { kind: 'call' }>): boolean =>
  functionNamed(name).window !== null || name === 'drawdown'

/**
 * The formula with its largest parts that have to be read by day given to `take`, which says what stands in their
 * place. The growth from month to month of a 30-day mean is of the months; the volatility of a growth is of the days.
 */
export function withoutDays(expression: Expression, take: (part: Expression) => Expression): Expression {
  if (!looksBack(expression)) return expression
  if (!comparesIntervals(expression)) return take(expression)
  const of = (inner: Expression): Expression => withoutDays(inner, take)
  switch (expression.kind) {
    case 'number':
    case 'measure':
      return expression
    case 'binary':
      return { ...expression, left: of(expression.left), right: of(expression.right) }
    case 'negate':
    case 'call':
      return { ...expression, of: of(expression.of) }
  }
}

/** Whether the intervals that are shown are compared outside of what looks back over days. */
function comparesIntervals(expression: Expression): boolean {
  switch (expression.kind) {
    case 'number':
    case 'measure':
      return false
    case 'negate':
      return comparesIntervals(expression.of)
    case 'binary':
      return comparesIntervals(expression.left) || comparesIntervals(expression.right)
    case 'call':
      return ofIntervals.has(expression.name) || (!overDays(expression) && comparesIntervals(expression.of))
  }
}
