import type { ChartType } from '../wire/answers'
import type { Grain, RangeId } from '../wire/board'
import type { QueryFilter, Range } from '../model/query'

/** What the chart builder is asked for the numbers of a tile. Fields are bare ids of the first measure's source, or qualified. */
export interface TileQuestion {
  /** Qualified ids, and formulas over them: `moving_average(price.close, 200)`. */
  readonly measures: readonly string[]
  readonly by?: readonly string[]
  readonly where?: readonly QueryFilter[]
  /** Hold where the board is not filtered by their field: the asset that a tile is about until one is chosen. */
  readonly otherwise?: readonly QueryFilter[]
  readonly grain?: Grain
  /** The board's, where there is a grain. */
  readonly range?: Range
  /** One value over the last so many days (rows, for a source of trading days), in place of range and grain. */
  readonly over?: number
  readonly top?: { readonly count: number; readonly other?: boolean }
  readonly chart?: ChartType
}

/** Some tiles show less or coarser over another range. */
export type Asks = TileQuestion | ((range: RangeId) => TileQuestion)
