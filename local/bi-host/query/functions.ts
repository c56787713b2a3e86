import type { FunctionView } from '../wire/answers'

/** What formulas may call. The texts are for people; what a function does in SQL is in `formula-sql.ts`. */
export const functions = [
  {
    name: 'growth',
    signature: 'growth(measure)',
    description:
      'Change in percent: against the interval before, or, without an interval, against the period of the same length before.',
    window: null,
    overTime: false,
    lead: 1,
  },
  {
    name: 'change',
    signature: 'change(measure)',
    description: 'Change in the unit of the measure, against the interval or the period before.',
    window: null,
    overTime: false,
    lead: 1,
  },
  {
    name: 'share',
    signature: 'share(measure)',
    description: 'Percent of the total of all rows of the same interval.',
    window: null,
    overTime: false,
    lead: 0,
  },
  {
    name: 'moving_average',
    signature: 'moving_average(measure, days)',
    description: 'Mean of the last days; empty until there are that many.',
    window: { least: 2, usual: 7 },
    overTime: true,
    lead: 0,
  },
  {
    name: 'moving_sum',
    signature: 'moving_sum(measure, days)',
    description: 'Sum of the last days; empty until there are that many.',
    window: { least: 2, usual: 30 },
    overTime: true,
    lead: 0,
  },
  {
    name: 'volatility',
    signature: 'volatility(measure, days)',
    description:
      'Realized volatility in percent a year: sample deviation of the log changes of the last days, times the root of 365.',
    window: { least: 2, usual: 30 },
    overTime: true,
    lead: 1,
  },
  {
    name: 'cumulative',
    signature: 'cumulative(measure)',
    description: 'Running total since the start of the range.',
    window: null,
    overTime: true,
    lead: 0,
  },
  {
    name: 'rebase',
    signature: 'rebase(measure)',
    description: 'First value of the range as 100: how lines of different size moved.',
    window: null,
    overTime: true,
    lead: 0,
  },
  {
    name: 'drawdown',
    signature: 'drawdown(measure)',
    description: 'Percent under the highest value since the start of the range.',
    window: null,
    overTime: true,
    lead: 0,
  },
] as const satisfies readonly (FunctionView & {
  /** How many days a window may have, by the hour how many hours; null when it has none. */
  readonly window: { readonly least: number; readonly usual: number } | null
  /** Needs an interval: without one it is read by day, at its latest. */
  readonly overTime: boolean
  /** Intervals it looks back besides its window. */
  readonly lead: number
})[]

export type FunctionName = (typeof functions)[number]['name']

export const functionNamed = (name: FunctionName): (typeof functions)[number] => {
  const found = functions.find((candidate) => candidate.name === name)
  if (!found) throw new Error(`There is no function ${name}.`)
  return found
}
