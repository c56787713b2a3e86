import type { FieldFilter, Grain, RangeId } from '../wire/board'

/** A range that counts back from the as-of day, or two ISO days, both inside. */
export type Range =
  | RangeId
  | { readonly last: number; readonly unit: 'day' | 'week' | 'month' | 'quarter' | 'year' }
  | { readonly from: string; readonly to: string }

/** What a tile, a saved answer or a question asks of one source. Ids only; the compiler knows the SQL. */
export interface Query {
  readonly source: string
  readonly measures: readonly string[]
  readonly dims?: readonly string[]
  /** Absent: one interval over the whole range. */
  readonly grain?: Grain
  readonly filters?: readonly QueryFilter[]
  readonly range?: Range
  readonly sort?: { readonly by: string; readonly descending?: boolean }
  /** Keep the largest `count` values of `dim` by measure `by`; the rest is one row "Other" (or is left out). */
  readonly top?: {
    readonly dim: string
    readonly count: number
    readonly by: string
    readonly other?: boolean
    /** The values to keep, where they are known already. */
    readonly names?: readonly string[]
  }
  /** Adds `<measure>:prior` for the interval of the same length just before; only without a grain. */
  readonly compare?: 'prior-period'
  readonly limit?: number
}

/** Field: an attribute or measure id of the source, bare or qualified with its source. */
export type QueryFilter = Pick<FieldFilter, 'field' | 'op' | 'values'>

/** Columns by name: `date` (ISO), dims, measures, `<measure>:top` and `<measure>:bottom` of ratios, `<measure>:prior`. */
export interface ResultSet {
  readonly columns: Readonly<Record<string, readonly (string | number | null)[]>>
  readonly rows: number
  /** The row cap cut the answer. */
  readonly truncated: boolean
}

/** A request that the model cannot answer; the message is fit for people and names the field. */
export class QueryProblem extends Error {
  override readonly name = 'QueryProblem'
}
