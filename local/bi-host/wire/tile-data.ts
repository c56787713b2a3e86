/** Data of a tile: one shape per kind of picture, and the formats of its numbers. */

export type Grain = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'

/**
 * Number format, shared by frame and server. The frame has the only formatter. `percent` and `pp` numbers are in percent already (12.5
 * prints 12.5%), `bps` are basis points.
 */
export interface NumberFormat {
  readonly kind: 'usd' | 'number' | 'percent' | 'bps' | 'pp' | 'ratio' | 'price' | 'coins' | 'index' | 'days'
  /** True: 3 significant digits with K/M/B/T (the default for usd). */
  readonly compact?: boolean
  /** Decimals. From nine on, a number prints as a power of ten: 2.13×10⁻¹⁰. */
  readonly digits?: number
  /** Always print the sign, with U+2212 for minus. */
  readonly signed?: boolean
  /** Never print the sign: the side of the axis shows it. */
  readonly unsigned?: boolean
  /** Unit printed after the number, e.g. "BTC". */
  readonly suffix?: string
}

/** The direction that is good for the reader. Color shows direction unless this is 'none'. */
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
  /** Words above the number if the KPI names its subject, e.g. "USDe" for the worst peg. */
  readonly subject?: string
  /** At most two comparisons. */
  readonly changes: readonly {
    readonly value: number | null
    readonly format: NumberFormat
    readonly label: string
    readonly better: Better
  }[]
  /** Share of days of the last year at or below today's value, 0..100. Null with fewer than 180 days. */
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
  /** Key of a color that is the same in every tile. The frame maps it, and "Other" is grey. */
  readonly colorKey: string
  readonly values: readonly (number | null)[]
  /** On the right axis, or as a line over bars. */
  readonly axis?: 'left' | 'right'
  readonly as?: 'line' | 'area' | 'bars'
  /** A reference line for comparison, drawn more quietly than the line it belongs to. */
  readonly dashed?: boolean
  /** Low and high of a band around the line. */
  readonly band?: { readonly low: readonly (number | null)[]; readonly high: readonly (number | null)[] }
}

/** Guide line or zone with its label. */
export interface Guide {
  readonly value: number
  readonly to?: number
  readonly label: string
  readonly tone?: 'neutral' | 'amber' | 'red' | 'green'
}

/** Values over time: line, area, bars and their stacked forms. `change` takes levels and draws their difference from the first date. */
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
  /** Trading days only: a category axis without gaps for weekends. */
  readonly tradingDays?: boolean
  /** Index from which intervals are still incomplete: hatched, and labeled "to date". */
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
  /** Range bars: start of each bar. */
  readonly from?: readonly (number | null)[]
  /** Range bars: what start and end stand for. A table has a column for each. */
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
  /** Print the number in the cell if there is room. */
  readonly labels: boolean
  readonly min?: number
  readonly max?: number
  /** Diverging scale: the neutral value. Zero unless the measure has another. */
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

/** Term structures, smiles, cones: y over a number instead of time. */
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
  /** Format of the size. Default: a plain number. */
  readonly sizeFormat?: NumberFormat
}

export interface TableData {
  readonly kind: 'table'
  readonly columns: readonly TableColumn[]
  /** One array per column, all of equal length. */
  readonly cells: readonly (readonly TableCell[])[]
  /** Initial sort: column index and direction. */
  readonly sort?: { readonly column: number; readonly descending: boolean }
  /** Color key per row (the dot before the name). */
  readonly rowColors?: readonly string[]
  /** Portal path that a row opens, if any (e.g. "/datasets/etf"). */
  readonly rowLinks?: readonly (string | null)[]
}
export interface TableColumn {
  readonly key: string
  readonly label: string
  readonly kind: 'text' | 'number' | 'change' | 'share' | 'trend' | 'zone'
  readonly format?: NumberFormat
  readonly better?: Better
}
/** A trend cell is a list of points, a zone cell a word. */
export type TableCell = string | number | null | readonly (number | null)[]

export interface PivotData {
  readonly kind: 'pivot'
  readonly rowHeading: string
  readonly rows: readonly string[]
  /** Two-level header: groups, each with its measures. */
  readonly groups: readonly {
    readonly label: string
    readonly measures: readonly {
      readonly label: string
      readonly format: NumberFormat
      readonly change?: boolean
    }[]
  }[]
  /** `values[row]`, ordered by group, then measure. */
  readonly values: readonly (readonly (number | null)[])[]
  readonly totals?: readonly (number | null)[]
}
