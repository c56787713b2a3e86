import type { FunctionView, AnswerGrain } from '../wire/answers'
import jsep from 'jsep'

interface Behavior {
  /** Length of the window in days (in hours for the hour grain). Null without a window. */
  readonly window: { readonly least: number; readonly usual: number } | null
  /** Needs an interval: without one it is computed daily, and the latest value counts. */
  readonly overTime: boolean
  /** Intervals it looks back in addition to its window. */
  readonly lead: number
}

const called = <const Name extends string>(name: Name, description: string, own: Partial<Behavior> = {}) => {
  const behavior: Behavior = { window: null, overTime: false, lead: 0, ...own }
  return { name, signature: `${name}(measure${own.window ? ', days' : ''})`, description, ...behavior }
}
const overTime = true

/** Functions available in formulas. The texts are for users. Their SQL is in `formula-sql.ts`. */
export const functions = [
  called(
    'growth',
    'Change in percent: against the interval before, or, without an interval, against the period before.',
    { lead: 1 },
  ),
  called('change', 'Change in the unit of the measure, against the interval or the period before.', {
    lead: 1,
  }),
  called('share', 'Percent of the total of all rows of the same interval.'),
  called('moving_average', 'Mean of the last days; empty until there are that many.', {
    window: { least: 2, usual: 7 },
    overTime,
  }),
  called('moving_sum', 'Sum of the last days; empty until there are that many.', {
    window: { least: 2, usual: 30 },
    overTime,
  }),
  called(
    'volatility',
    'Realized volatility in percent a year: sample deviation of the log changes of the last days, times the root of 365.',
    { window: { least: 2, usual: 30 }, overTime, lead: 1 },
  ),
  called('cumulative', 'Running total since the start of the range.', { overTime }),
  called('rebase', 'First value of the range as 100: how lines of different size moved.', { overTime }),
  called('drawdown', 'Percent under the highest value since the start of the range.', { overTime }),
] as const satisfies readonly FunctionView[]

export type FunctionName = (typeof functions)[number]['name']

export const functionNamed = (name: FunctionName): (typeof functions)[number] => {
  const found = functions.find((candidate) => candidate.name === name)
  if (!found) throw new Error(`There is no function ${name}.`)
  return found
}

/** A formula as a plain tree: no parser nodes, and nothing executable. */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  /** Qualified id of a measure. The compiler checks that it exists. */
  | { readonly kind: 'measure'; readonly id: string }
  | {
      readonly kind: 'binary'
      readonly op: '+' | '-' | '*' | '/'
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly kind: 'negate'; readonly of: Expression }
  | {
      readonly kind: 'call'
      readonly name: FunctionName
      readonly of: Expression
      /** Length of the window in days (in hours for the hour grain). 0 for functions without one. */
      readonly count: number
    }

/** A formula that cannot be parsed. The message is for users. */
export class FormulaProblem extends Error {
  override readonly name = 'FormulaProblem'
}

const maxLength = 500
const maxParts = 60

/** Parses `growth(stable_supply.supply) / 2`. `labelToId` maps `[Net issuance]` to a measure id or null. Throws FormulaProblem. */
export function parseExpression(
  text: string,
  labelToId: (label: string) => string | null = () => null,
): Expression {
  if (text.length > maxLength) throw new FormulaProblem(`A formula has at most ${maxLength} characters.`)
  const plain = text.replaceAll(/\[([^[\]]{1,100})\]/g, (_, label: string) => {
    const id = labelToId(label)
    if (id === null) throw new FormulaProblem(`There is no measure called "${label}".`)
    return ` ${id} `
  })
  let parts = 0
  const convert = (node: unknown): Expression => {
    parts += 1
    if (parts > maxParts) throw new FormulaProblem('The formula is too long.')
    return expressionOf(node as Node, convert)
  }
  return convert(tree(plain))
}

/** The parser's node members used here. Every node type not handled is refused. */
interface Node {
  readonly type: string
  readonly value?: unknown
  readonly name?: unknown
  readonly operator?: unknown
  readonly computed?: unknown
  readonly optional?: unknown
  readonly left?: unknown
  readonly right?: unknown
  readonly argument?: unknown
  readonly object?: unknown
  readonly property?: unknown
  readonly callee?: unknown
  readonly arguments?: unknown
}

function tree(text: string): unknown {
  try {
    return jsep(text)
  } catch (error) {
    const at = error instanceof Error && 'index' in error ? Number(error.index) : Number.NaN
    throw new FormulaProblem(
      Number.isNaN(at)
        ? 'The formula cannot be read.'
        : `The formula cannot be read at character ${Math.min(at + 1, text.length)}.`,
    )
  }
}

function expressionOf(node: Node, convert: (node: unknown) => Expression): Expression {
  switch (node.type) {
    case 'Literal':
      if (typeof node.value === 'number' && Math.abs(node.value) <= Number.MAX_SAFE_INTEGER)
        return { kind: 'number', value: node.value }
      break
    case 'UnaryExpression':
      if (node.operator === '-') return { kind: 'negate', of: convert(node.argument) }
      if (node.operator === '+') return convert(node.argument)
      break
    case 'BinaryExpression': {
      const { operator } = node
      if (operator === '+' || operator === '-' || operator === '*' || operator === '/')
        return { kind: 'binary', op: operator, left: convert(node.left), right: convert(node.right) }
      break
    }
    case 'MemberExpression': {
      const [source, field] = [nameOf(node.object), nameOf(node.property)]
      if (source !== null && field !== null && node.computed === false && node.optional !== true)
        return { kind: 'measure', id: `${source}.${field}` }
      break
    }
    case 'CallExpression':
      return call(node, convert)
    case 'Identifier':
      throw new FormulaProblem(
        `"${String(node.name)}" is not a measure: write it as source.measure, or in [brackets].`,
      )
    default:
  }
  throw new FormulaProblem(
    'A formula is made of measures, numbers, + - * / and functions; something else is in it.',
  )
}

function call(node: Node, convert: (node: unknown) => Expression): Expression {
  const name = nameOf(node.callee)
  const about = functions.find((candidate) => candidate.name === name)
  if (!about) {
    throw new FormulaProblem(
      `There is no function "${name ?? ''}". There are: ${functions.map((known) => known.name).join(', ')}.`,
    )
  }
  const [of, count, ...more] = (node.arguments ?? []) as readonly Node[]
  if (of === undefined || more.length > 0) throw new FormulaProblem(`Write it as ${about.signature}.`)
  if (about.window === null) {
    if (count !== undefined) throw new FormulaProblem(`Write it as ${about.signature}.`)
    return { kind: 'call', name: about.name, of: convert(of), count: 0 }
  }
  const days = count === undefined ? about.window.usual : count.value
  if (typeof days !== 'number' || !Number.isInteger(days) || days < about.window.least || days > 400) {
    throw new FormulaProblem(`${about.name} takes ${about.window.least} to 400 days.`)
  }
  return { kind: 'call', name: about.name, of: convert(of), count: days }
}

const nameOf = (node: unknown): string | null => {
  const { type, name } = (node ?? {}) as Node
  return type === 'Identifier' && typeof name === 'string' ? name : null
}

/** Every measure of the formula, without duplicates, in order of appearance. */
export function measuresOf(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'number':
      return []
    case 'measure':
      return [expression.id]
    case 'binary':
      return [...new Set([...measuresOf(expression.left), ...measuresOf(expression.right)])]
    case 'negate':
    case 'call':
      return measuresOf(expression.of)
  }
}

export function callsOf(expression: Expression): readonly Extract<Expression, { readonly kind: 'call' }>[] {
  switch (expression.kind) {
    case 'number':
    case 'measure':
      return []
    case 'binary':
      return [...callsOf(expression.left), ...callsOf(expression.right)]
    case 'negate':
      return callsOf(expression.of)
    case 'call':
      return [expression, ...callsOf(expression.of)]
  }
}

/** Functions that compare intervals or start from the first one: they apply to the shown intervals. */
const ofIntervals: ReadonlySet<string> = new Set(['growth', 'change', 'rebase', 'cumulative'])

/** At a grain longer than a day, formulas that look back over days are computed daily, and each interval shows its last day. */
export const isLonger = (grain: AnswerGrain | null): boolean =>
  grain === 'week' || grain === 'month' || grain === 'quarter' || grain === 'year'

/** Whether a formula looks back over days: 30-day volatility spans 30 days even if shown by week. */
export const looksBack = (expression: Expression): boolean => callsOf(expression).some(overDays)

export const hasWindow = (expression: Expression): boolean =>
  callsOf(expression).some(({ name }) => functionNamed(name).window !== null)

const overDays = ({ name }: Extract<Expression, { kind: 'call' }>): boolean =>
  functionNamed(name).window !== null || name === 'drawdown'

/**
 * Replaces the largest parts that must be computed daily with what `take` returns for them. The month-to-month growth of a 30-day mean is
 * monthly. The volatility of a growth is daily.
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

/** Whether shown intervals are compared outside any part that looks back over days. */
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
