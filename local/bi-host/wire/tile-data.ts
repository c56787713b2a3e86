/** What a tile draws: one shape per kind of picture, and how its numbers are written. */

export type Grain = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'

/**
 * How a number is written. Frame and server share the meaning; the frame has the one formatter.
 * `percent` and `pp` numbers are already in percent (12.5 is written 12.5%), `bps` in basis points.
 */
export interface NumberFormat {
  readonly kind: 'usd' | 'number' | 'percent' | 'bps' | 'pp' | 'ratio' | 'price' | 'coins' | 'index' | 'days'
  /** 3 significant digits with K/M/B/T when true (the default for usd). */
  readonly compact?: boolean
  /** Decimals; from the ninth on a number is written as a power of ten: 2.13×10⁻¹⁰. */
  readonly digits?: number
  /** Always write the sign, with U+2212 for minus. */
  readonly signed?: boolean
  /** Never write it: the side of the axis says what a number is of. */
  readonly unsigned?: boolean
  /** Unit written behind the number, e.g. "BTC". */
  readonly suffix?: string
}

/** Which direction is better for the reader; color means direction only where this is not 'none'. */
export type Better = 'up' | 'down' | 'none'

export type TileKind = TileData['kind']

export type TileData =
  | KpiData
  | SeriesData
  | BarsData
  | MatrixData
  | PartsData
  | CandlesData
  | CurvesData
  | ScatterData
  | TableData
  | PivotData

export interface KpiData {
  readonly kind: 'kpi'
  readonly value: number | null
  readonly format: NumberFormat
  /** Words instead of a number above the figure when the KPI names its subject, e.g. "USDe" for the worst peg. */
  readonly subject?: string
  /** At most two comparators. */
  readonly changes: readonly {
    readonly value: number | null
    readonly format: NumberFormat
    readonly label: string
    readonly better: Better
  }[]
  /** Share of days of the last year at or below today's value, 0..100; null with under 180 days. */
  readonly percentile: number | null
  /** A short plain remark such as "4 days out" or "drawdown −12.4%". */
  readonly note?: string
  readonly tone?: 'neutral' | 'amber' | 'red'
  readonly spark: { readonly dates: readonly string[]; readonly values: readonly (number | null)[] }
  readonly colorKey: string
}

export interface Series {
  readonly key: string
  readonly label: string
  /** Name whose color is the same in every tile; the frame maps it, "Other" is grey. */
  readonly colorKey: string
  readonly values: readonly (number | null)[]
  /** Drawn against the right axis, or as a line over bars. */
  readonly axis?: 'left' | 'right'
  readonly as?: 'line' | 'area' | 'bars'
  /** A line that another one is compared with: quieter than that one. */
  readonly dashed?: boolean
  /** Low and high of a band drawn around the line. */
  readonly band?: { readonly low: readonly (number | null)[]; readonly high: readonly (number | null)[] }
}

/** Guide line or zone with its words. */
export interface Guide {
  readonly value: number
  readonly to?: number
  readonly label: string
  readonly tone?: 'neutral' | 'amber' | 'red' | 'green'
}

/**
 * Values over time: line, area, stacked area, 100 % area, bars, stacked and diverging bars. `change` draws lines of what has come or
 * gone since the first date, of levels that are given as they are.
 */
export interface SeriesData {
  readonly kind: 'series'
  readonly shape:
    | 'line'
    | 'change'
    | 'area'
    | 'stacked-area'
    | 'area-100'
    | 'bars'
    | 'stacked-bars'
    | 'diverging-bars'
  readonly grain: Grain
  readonly dates: readonly string[]
  readonly series: readonly Series[]
  readonly format: NumberFormat
  readonly rightFormat?: NumberFormat
  readonly guides?: readonly Guide[]
  readonly logScale?: boolean
  /** Trading days only: no gaps for weekends (category axis). */
  readonly tradingDays?: boolean
  /** From this index on the interval is still running: hatched, and named "to date". */
  readonly partialFrom?: number
  readonly axisNotes?: { readonly above: string; readonly below: string }
}

/** Values over names: bars, stacked bars, diverging bars, range bars. */
export interface BarsData {
  readonly kind: 'bars'
  readonly shape: 'bars' | 'stacked-bars' | 'diverging-bars' | 'range-bars'
  readonly orientation: 'horizontal' | 'vertical'
  readonly categories: readonly { readonly key: string; readonly label: string; readonly colorKey: string }[]
  readonly series: readonly {
    readonly key: string
    readonly label: string
    readonly colorKey: string
    readonly values: readonly (number | null)[]
  }[]
  /** For range bars: where each bar starts. */
  readonly from?: readonly (number | null)[]
  /** What that is, and what each runs to: a table has a column of both. */
  readonly ends?: readonly [from: string, to: string]
  readonly format: NumberFormat
  readonly guides?: readonly Guide[]
  /** Small text after the bar, e.g. the 30-day change in pp. */
  readonly notes?: readonly string[]
}

export interface MatrixData {
  readonly kind: 'matrix'
  readonly scale: 'sequential' | 'diverging'
  readonly rows: readonly { readonly key: string; readonly label: string }[]
  readonly columns: readonly { readonly key: string; readonly label: string }[]
  /** `values[row][column]`; null is an empty cell. */
  readonly values: readonly (readonly (number | null)[])[]
  readonly format: NumberFormat
  readonly rowHeading: string
  readonly columnHeading: string
  /** Write the number into the cell when there is room. */
  readonly labels: boolean
  readonly min?: number
  readonly max?: number
  /** Of a diverging scale: the value that means nothing in particular; zero unless the measure has another. */
  readonly center?: number
}

/** Donut (at most four parts) and treemap. */
export interface PartsData {
  readonly kind: 'parts'
  readonly shape: 'donut' | 'treemap'
  readonly nodes: readonly PartNode[]
  readonly total: number
  readonly totalLabel: string
  readonly format: NumberFormat
}
export interface PartNode {
  readonly key: string
  readonly label: string
  readonly colorKey: string
  readonly value: number
  readonly children?: readonly PartNode[]
}

export interface CandlesData {
  readonly kind: 'candles'
  readonly dates: readonly string[]
  readonly open: readonly number[]
  readonly high: readonly number[]
  readonly low: readonly number[]
  readonly close: readonly number[]
  readonly volume?: readonly (number | null)[]
  readonly overlays: readonly Series[]
  readonly format: NumberFormat
}

/** Term structures, smiles, cones: y over a number, not over time. */
export interface CurvesData {
  readonly kind: 'curves'
  readonly x: {
    readonly label: string
    readonly format: NumberFormat
    readonly ticks?: readonly { readonly value: number; readonly label: string }[]
    readonly logScale?: boolean
  }
  readonly y: { readonly label: string; readonly format: NumberFormat }
  readonly curves: readonly {
    readonly key: string
    readonly label: string
    readonly colorKey: string
    readonly points: readonly (readonly [number, number])[]
    readonly dashed?: boolean
  }[]
  readonly guides?: readonly Guide[]
}

export interface ScatterData {
  readonly kind: 'scatter'
  readonly x: { readonly label: string; readonly format: NumberFormat; readonly logScale?: boolean }
  readonly y: { readonly label: string; readonly format: NumberFormat; readonly logScale?: boolean }
  readonly points: readonly {
    readonly key: string
    readonly label: string
    readonly colorKey: string
    readonly x: number
    readonly y: number
    readonly size?: number
  }[]
  readonly sizeLabel?: string
  /** How the size is written; a plain number without. */
  readonly sizeFormat?: NumberFormat
}

export interface TableData {
  readonly kind: 'table'
  readonly columns: readonly TableColumn[]
  /** One array per column, all of one length. */
  readonly cells: readonly (readonly TableCell[])[]
  /** Column index the rows are sorted by at first, and whether descending. */
  readonly sort?: { readonly column: number; readonly descending: boolean }
  /** Color key per row (a dot before the name). */
  readonly rowColors?: readonly string[]
  /** Portal path a row opens, where it has one (e.g. "/datasets/etf"). */
  readonly rowLinks?: readonly (string | null)[]
}
export interface TableColumn {
  readonly key: string
  readonly label: string
  readonly kind: 'text' | 'number' | 'change' | 'share' | 'trend' | 'zone'
  readonly format?: NumberFormat
  readonly better?: Better
}
/** A trend cell is the list of its points; a zone cell is its word. */
export type TableCell = string | number | null | readonly (number | null)[]

export interface PivotData {
  readonly kind: 'pivot'
  readonly rowHeading: string
  readonly rows: readonly string[]
  /** Two-level head: groups, each with its measures. */
  readonly groups: readonly {
    readonly label: string
    readonly measures: readonly {
      readonly label: string
      readonly format: NumberFormat
      readonly change?: boolean
    }[]
  }[]
  /** `values[row]` in the order of groups then measures. */
  readonly values: readonly (readonly (number | null)[])[]
  readonly totals?: readonly (number | null)[]
}
