import type { Better, Grain, NumberFormat, FieldFilter, RangeId } from '../wire/board'

/**
 * One subject of the semantic model: a table (or a sub-select from this code), its one date column, its measures and its attributes. Every
 * identifier in SQL comes from here.
 */
export interface Source {
  /** Lower-case id, the first half of every field id: `stable_supply.token`. */
  readonly id: string
  readonly label: string
  /** One sentence: what a row stands for. */
  readonly description: string
  /** A table name or a parenthesized sub-select. */
  readonly from: string
  /** Physical tables behind `from`, for the trust line. */
  readonly tables: readonly string[]
  readonly date: { readonly column: string; readonly kind: 'day' | 'timestamp' }
  /** Finest interval of the rows. */
  readonly grain: Grain
  /** Rows exist on US trading days only, so charts show no gap for weekends. */
  readonly tradingDays?: boolean
  /** Has scheduled events: queries may include rows after the as-of day. */
  readonly reachesAhead?: boolean
  /**
   * Attribute whose values (a venue, a fund) report as a whole and may miss a day: their last report is carried forward for at most `days`.
   * Without it, states are read on the exact last day of the interval.
   */
  readonly carry?: { readonly unit: string; readonly days: number }
  readonly measures: Readonly<Record<string, Measure>>
  readonly attributes: Readonly<Record<string, Attribute>>
  readonly synonyms?: readonly string[]
  /** Until when its numbers may change, and why. Absent if they are final at once. */
  readonly revisions?: string
}

/** Common properties of tables with one row per day. */
export const daily = (table: string): Pick<Source, 'from' | 'tables' | 'date' | 'grain'> => ({
  from: table,
  tables: [table],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
})

interface MeasureText {
  readonly label: string
  readonly format: NumberFormat
  /** What one number stands for: "US dollars at the end of the UTC day". */
  readonly unit: string
  /** How it is computed, and its most common misreading. */
  readonly definition: string
  readonly synonyms?: readonly string[]
  readonly better?: Better
  /** The neutral level, if it is not zero. */
  readonly center?: number
  /** Attributes without which the number is meaningless (a price needs an asset). */
  readonly requires?: readonly string[]
}

/** Row-level SQL, never `sum(…)`: the compiler aggregates. */
export type Measure =
  /** A flow: summed over rows and days. */
  | (MeasureText & { readonly kind: 'additive'; readonly sql: string })
  /** A balance: read on the last day of the interval, summed over rows but never over days. */
  | (MeasureText & { readonly kind: 'semi-additive'; readonly sql: string })
  /**
   * top / bottom x scale, each aggregated over its rows: over all days of the interval, or on its last day only. A source with `carry`
   * aggregates by sums only.
   */
  | (MeasureText & {
      readonly kind: 'ratio'
      readonly top: string
      readonly bottom: string
      readonly over: 'interval' | 'last-day'
      readonly scale?: number
      /** Default: sum. */
      readonly folds?: { readonly top?: Fold; readonly bottom?: Fold }
    })

type Parts<Kind extends Measure['kind']> = Omit<Extract<Measure, { kind: Kind }>, keyof MeasureText>

export const additive = (sql: string): Parts<'additive'> => ({ kind: 'additive', sql })
export const semiAdditive = (sql: string): Parts<'semi-additive'> => ({ kind: 'semi-additive', sql })

/** A measure from its label, its number format and its row-level parts. */
export const measure = <Own extends Parts<'additive'> | Parts<'semi-additive'> | Parts<'ratio'>>(
  label: string,
  format: NumberFormat,
  parts: Own,
  text: Omit<MeasureText, 'label' | 'format'> & Partial<Pick<Parts<'ratio'>, 'over' | 'scale' | 'folds'>>,
) => ({ ...parts, label, format, ...text })

type Over = Parts<'ratio'>['over']

export const ratioOf = (top: string, bottom: string, over: Over = 'last-day'): Parts<'ratio'> => ({
  kind: 'ratio',
  top,
  bottom,
  over,
})

/** Averages only the rows that have a value. */
export const weightedMean = (value: string, weight: string): Parts<'ratio'> =>
  ratioOf(`${value} * ${weight}`, `case when ${value} is not null then ${weight} end`)

/** Aggregate of a group's rows. `first` takes the value of the earliest day. */
export type Fold = 'sum' | 'lowest' | 'highest' | 'first'

export interface Attribute {
  readonly label: string
  readonly sql: string
  /** Attributes of different sources with the same concept are filtered together: a token is a token everywhere. */
  readonly concept: string
  readonly synonyms?: readonly string[]
  /** Synonyms of a value: `{ 'Aave v3': ['aave'] }`. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>
  /** `number` keeps values numeric (a tenor in days). */
  readonly kind?: 'text' | 'number' | 'day'
}

/** `synonyms`: separated by commas. */
export const by = (
  label: string,
  sql: string,
  concept: string,
  synonyms = '',
  more: Pick<Attribute, 'aliases' | 'kind'> = {},
): Attribute => ({ label, sql, concept, ...(synonyms && { synonyms: synonyms.split(', ') }), ...more })

const sums = { top: 'sum', bottom: 'sum' } as const

/** The row-level parts of a measure in one shape for the compiler. */
export function partsOf(measure: Measure): {
  readonly over: 'interval' | 'last-day'
  readonly top: string
  readonly bottom: string | null
  readonly scale: number
  readonly folds: { readonly top: Fold; readonly bottom: Fold }
} {
  switch (measure.kind) {
    case 'additive':
      return { over: 'interval', top: measure.sql, bottom: null, scale: 1, folds: sums }
    case 'semi-additive':
      return { over: 'last-day', top: measure.sql, bottom: null, scale: 1, folds: sums }
    case 'ratio':
      return {
        over: measure.over,
        top: measure.top,
        bottom: measure.bottom,
        scale: measure.scale ?? 1,
        folds: { ...sums, ...measure.folds },
      }
  }
}

/** Whether a measure describes a moment or an extreme of a period, not all of it. Over days it is then a course. */
export const isState = (measure: Measure): boolean =>
  measure.kind === 'semi-additive' ||
  (measure.kind === 'ratio' && (measure.over === 'last-day' || measure.folds?.top !== undefined))

// Columns that several sources share.

export const asset: Attribute = by('Asset', 'asset', 'asset', 'asset, coin', {
  aliases: { BTC: ['bitcoin'], ETH: ['ethereum', 'ether'] },
})

export const exchange: Attribute = by('Exchange', 'exchange', 'exchange', 'exchange, venue')

export const expiry: Attribute = by('Expiry', 'expiry', 'expiry', 'expiry, expiration', { kind: 'day' })

export const chain: Attribute = by('Chain', 'chain', 'chain', 'chain, network')

/** A range counted back from the as-of day, or two ISO days, both inclusive. */
export type Range =
  | RangeId
  | { readonly last: number; readonly unit: 'day' | 'week' | 'month' | 'quarter' | 'year' }
  | { readonly from: string; readonly to: string }

/** A query of one source from a tile, a saved answer or a question. Ids only: the compiler knows the SQL. */
export interface Query {
  readonly source: string
  readonly measures: readonly string[]
  readonly dims?: readonly string[]
  /** Absent: one interval over the whole range. */
  readonly grain?: Grain
  readonly filters?: readonly QueryFilter[]
  readonly range?: Range
  readonly sort?: { readonly by: string; readonly descending?: boolean }
  /** Keeps the `count` largest values of `dim` by measure `by`. The rest becomes one row "Other" or is left out. */
  readonly top?: {
    readonly dim: string
    readonly count: number
    readonly by: string
    readonly other?: boolean
    /** The values to keep, if already known. */
    readonly names?: readonly string[]
  }
  /** Adds `<measure>:prior` for the interval of the same length just before. Only without a grain. */
  readonly compare?: 'prior-period'
  readonly limit?: number
}

/** Field: attribute or measure id of the source, bare or qualified. */
export type QueryFilter = Pick<FieldFilter, 'field' | 'op' | 'values'>

/** Columns by name: `date` (ISO), dims, measures, `<measure>:top` and `<measure>:bottom` of ratios, `<measure>:prior`. */
export interface ResultSet {
  readonly columns: Readonly<Record<string, readonly (string | number | null)[]>>
  readonly rows: number
  /** The row limit cut the answer off. */
  readonly truncated: boolean
}

/** A query that the model cannot answer. The message is for users and names the field. */
export class QueryProblem extends Error {
  override readonly name = 'QueryProblem'
}
