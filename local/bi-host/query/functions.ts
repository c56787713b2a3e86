import type { FunctionView } from '../wire/answers'

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
