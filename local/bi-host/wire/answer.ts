import type { FieldFilter, Grain } from './board'

/** An answer: plain data, stored as it is. */

/** A query and how it is drawn. Saved, pinned, put into addresses and sent as JSON. */
export interface Answer {
  readonly version: 2
  /** 1 to 200 characters. */
  readonly title: string
  readonly query: AnswerQuery
  readonly chart: AnswerChart
}

/**
 * Field ids are qualified: `stable_supply.supply`, `stable_supply.chain`. `formula.<id>` is one of `formulas`. Measures may come from
 * several sources, which are joined on the date and on attributes with the same concept (`concept` of a FieldView), so an attribute may be
 * given by its id in any of them. A source without the attribute is not split: see `splitBy` of its result column.
 */
export interface AnswerQuery {
  /** 1 to 8 measure or formula ids, in the order of the columns. */
  readonly measures: readonly string[]
  /** 0 to 3 attribute ids to split by, in order. */
  readonly attributes?: readonly string[]
  /** Absent: one value over the whole range (for a balance, the latest). */
  readonly grain?: AnswerGrain
  /** Absent: the default range, reported in `RunResult.range` and as a chip marked `assumed`. */
  readonly range?: AnswerRange
  /** All must hold. A field may be an attribute, a measure or a formula ("volume over 1bn"). At most 20. */
  readonly filters?: readonly AnswerFilter[]
  /** `by`: a measure, formula or attribute id of this query, or `date`. */
  readonly sort?: { readonly by: string; readonly descending?: boolean }
  readonly top?: AnswerTop
  readonly compare?: AnswerCompare
  readonly formulas?: readonly AnswerFormula[]
  /** Maximum number of rows, 1 to 10,000. */
  readonly limit?: number
}

export type AnswerGrain = Grain
export type PeriodUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** Relative ranges count back from the as-of day of the data and move with it. Days are ISO, both ends inclusive. */
export type AnswerRange =
  /** E.g. the last 90 days up to as-of. */
  | { readonly kind: 'last'; readonly count: number; readonly unit: PeriodUnit }
  /** E.g. this quarter to date. `year` is year to date. */
  | { readonly kind: 'current'; readonly unit: PeriodUnit }
  /** The complete calendar periods before the current one: `count: 1` is last quarter. */
  | { readonly kind: 'previous'; readonly unit: PeriodUnit; readonly count: number }
  | { readonly kind: 'since'; readonly from: string }
  | { readonly kind: 'between'; readonly from: string; readonly to: string }
  | { readonly kind: 'all' }

/**
 * `in`, `not-in`: values of an attribute. `eq ne lt le gt ge between`: numbers and days. `contains`: text. A condition on a measure applies
 * to the rows of the table as shown, in the unit of the measure (percent as 5 for 5 %).
 */
export type AnswerFilter = Pick<FieldFilter, 'field' | 'op' | 'values'>

/** Keeps the top values of an attribute, ranked by a measure over the whole range. */
export interface AnswerTop {
  /** One of `attributes`. */
  readonly attribute: string
  /** 1 to 100. */
  readonly count: number
  /** One of `measures`. */
  readonly by: string
  readonly from?: 'top' | 'bottom'
  /** Adds the remaining values up as "Other" (balances, flows and weighted ratios only, and not with `from: 'bottom'`). */
  readonly other?: boolean
}

/**
 * Adds a column `<measure>:prior` per measure. Without a grain it also adds the change in percent, `<measure>:change` (in points if the
 * measure is a percentage). With a grain, each row is compared with the row as many intervals earlier.
 */
export type AnswerCompare = 'previous-period' | 'year-ago'

/**
 * A calculation over measures. `expression` is text such as `rwa.value / rwa.holders` or `growth(stable_supply.supply)`,
 * `moving_average(funding.funding_rate, 7)`. Labels in brackets work too: `[Supply] / [Volume]`. Functions: see `FieldsReply.functions`. It
 * is parsed, checked against the model and compiled, never evaluated as code.
 */
export interface AnswerFormula {
  /** `[a-z][a-z0-9_]*`, at most 60 characters; the field id is `formula.<id>`. */
  readonly id: string
  readonly label: string
  readonly expression: string
}

/** `auto` draws the type in `RunResult.chart.type`. */
export interface AnswerChart {
  readonly type: ChartType | 'auto'
  readonly options?: ChartOptions
}

export type ChartType =
  | 'kpi'
  | 'line'
  | 'area'
  | 'stacked-area'
  /** Shares of the whole over time. */
  | 'area-100'
  /** Over time: columns; over an attribute: horizontal bars. */
  | 'bars'
  | 'stacked-bars'
  /** First measure as bars, the others as lines on the right axis. */
  | 'bars-line'
  | 'donut'
  | 'treemap'
  | 'heatmap'
  | 'scatter'
  | 'table'

export interface ChartOptions {
  readonly logScale?: boolean
  /** Ids of measures and formulas on the right axis. Absent: chosen by unit and magnitude. */
  readonly rightAxis?: readonly string[]
}
