/**
 * What the BI host's server and its frame application say to each other. Types only, no code: both sides import it.
 * Transport: `POST /prism/?op=LoadContextBook` with a BoardRequest, answered by a BoardReply (one request per board).
 * Column-shaped on purpose: arrays by column are a third smaller than row objects. Dates are ISO days (`2026-11-20`), UTC.
 */

export type RangeId = '30D' | '90D' | '1Y' | 'ALL'
export type Grain = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'

/** A field by its model id, e.g. `stable_supply.token`; several values mean any of them. */
export interface FieldFilter {
  readonly field: string
  readonly op: 'in' | 'not-in' | 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'between' | 'contains'
  readonly values: readonly (string | number)[]
  /** Set when the filter came from clicking this tile; it is then not applied to that tile itself. */
  readonly fromTile?: string
}

export interface BoardRequest {
  readonly liveboardId: string
  readonly tabId?: string
  readonly range?: RangeId
  readonly filters?: readonly FieldFilter[]
  /** Only these tiles; absent means all tiles of the tab. */
  readonly tiles?: readonly string[]
  /** One tile broken down by another attribute, instead of the board: the answer holds that one tile. */
  readonly drill?: DrillRequest
  /** `definition`: answer the board and the tiles' headers without data, so that the page can be laid out at once. */
  readonly part?: 'all' | 'definition'
}

export interface DrillRequest {
  readonly tile: string
  /** One of the fields that the tile offers (`Tile.drill`). */
  readonly by: string
  /** Days of the point, ISO, both inside; absent takes the range of the board. */
  readonly days?: { readonly from: string; readonly to: string }
}

export interface BoardReply {
  readonly board: BoardView
  readonly tiles: readonly Tile[]
  /** Changes when the data file changes; part of every cache key. */
  readonly dataVersion: string
  /** Milliseconds the server spent in queries. */
  readonly queryMs: number
}

export interface BoardView {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly tabs: readonly { readonly id: string; readonly label: string }[]
  readonly activeTabId: string | null
  /** Last day of the data, ISO. */
  readonly asOf: string
  /** "Sample data" while the generator is the source; null when every table has a real one. */
  readonly badge: string | null
  readonly source: string
  readonly ranges: readonly RangeId[]
  readonly range: RangeId
  /** Attribute filters offered as chips, with the values a person may choose. */
  readonly filters: readonly FilterChip[]
  /** False for a board that has no tiles yet: the frame shows the "being prepared" page with the description. */
  readonly ready: boolean
  /** True on a person's own dashboard, which they may arrange and edit. */
  readonly editable?: boolean
}

export interface FilterChip {
  readonly field: string
  readonly label: string
  readonly values: readonly string[]
  readonly chosen: readonly string[]
  readonly multiple: boolean
}

/**
 * How a number is written. Frame and server share the meaning; the frame has the one formatter.
 * `percent` and `pp` numbers are already in percent (12.5 is written 12.5%), `bps` in basis points.
 */
export interface NumberFormat {
  readonly kind:
    | 'usd'
    | 'number'
    | 'percent'
    | 'bps'
    | 'pp'
    | 'ratio'
    | 'price'
    | 'coins'
    | 'index'
    | 'days'
    | 'vol-points'
  /** 3 significant digits with K/M/B/T when true (the default for usd). */
  readonly compact?: boolean
  readonly digits?: number
  /** Always write the sign, with U+2212 for minus. */
  readonly signed?: boolean
  /** Unit written behind the number, e.g. "BTC". */
  readonly suffix?: string
}

/** Which direction is better for the reader; colour means direction only where this is not 'none'. */
export type Better = 'up' | 'down' | 'none'

export interface TileTrust {
  /** What one number is, e.g. "US dollars at the end of the UTC day". */
  readonly unit: string
  readonly source: string
  readonly lastDay: string
  readonly status: 'final' | 'provisional' | 'sample'
  /** One or two sentences: how the number is made and its commonest misreading. */
  readonly definition: string
}

export interface Tile {
  readonly id: string
  readonly title: string
  readonly subtitle: string
  readonly kind: TileKind
  /** Columns of the 60-column grid, and height in px. Below 760 px the frame uses 12 columns, below 560 two. */
  readonly span: number
  readonly height: number
  readonly trust: TileTrust
  /** One sentence a screen reader hears in place of the picture: latest, change, range. */
  readonly summary: string
  /** Field that a click on a series, slice, cell or row filters by; absent when the tile does not filter others. */
  readonly crossFilterField?: string
  /** What a number of this tile can be broken down by; absent where it cannot. */
  readonly drill?: readonly { readonly field: string; readonly label: string }[]
  /** The question this tile answers in the words of the search bar, for "Open in Data Weaver". */
  readonly question?: string
  /** On a person's own dashboard: where the tile stands on the grid of `tile-grid.ts`; `span` and `height` say the same. */
  readonly place?: PlaceOnGrid
  readonly data: TileData | null
  /** A tile that could not be computed says why, in one plain sentence; the others still show. */
  readonly problem?: string
}

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
  /** Name whose colour is the same in every tile; the frame maps it, "Other" is grey. */
  readonly colorKey: string
  readonly values: readonly (number | null)[]
  /** Drawn against the right axis, or as a line over bars. */
  readonly axis?: 'left' | 'right'
  readonly as?: 'line' | 'area' | 'bars'
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

/** Values over time: line, area, stacked area, 100 % area, bars, stacked and diverging bars. */
export interface SeriesData {
  readonly kind: 'series'
  readonly shape: 'line' | 'area' | 'stacked-area' | 'area-100' | 'bars' | 'stacked-bars' | 'diverging-bars'
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
  readonly format: NumberFormat
  readonly guides?: readonly Guide[]
  /** Small text after the bar, e.g. the 30-day change in pp. */
  readonly notes?: readonly string[]
}

/** Heatmap and matrix. */
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
}

export interface TableData {
  readonly kind: 'table'
  readonly columns: readonly TableColumn[]
  /** One array per column, all of one length. */
  readonly cells: readonly (readonly TableCell[])[]
  /** Column index the rows are sorted by at first, and whether descending. */
  readonly sort?: { readonly column: number; readonly descending: boolean }
  /** Colour key per row (a dot before the name). */
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

interface PlaceOnGrid {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** `POST /prism/?op=SaveArrangement`: all that was done to a person's own dashboard, kept as one change. */
export interface ArrangementRequest {
  readonly liveboardId: string
  readonly places: readonly { readonly id: string; readonly layout: PlaceOnGrid }[]
  readonly removed: readonly string[]
  readonly added: readonly {
    /** A UUID of the frame's own making: the same request sent twice adds one tile. */
    readonly id: string
    readonly boardId: string
    readonly tileId: string
    readonly layout: PlaceOnGrid
  }[]
}

/** `POST /prism/?op=GetTileOffers` answers `{ offers }`: tiles of curated boards that can stand on another dashboard. */
export interface TileOffer {
  readonly boardId: string
  readonly boardTitle: string
  readonly tileId: string
  readonly title: string
  readonly subtitle: string
  readonly kind: TileKind
  readonly w: number
  readonly h: number
}

/** Every refusal of the host, whatever the endpoint: 4xx or 5xx with this body. Never a stack trace. */
export interface HostProblem {
  readonly error: {
    readonly code:
      | 'unauthenticated'
      | 'forbidden'
      | 'not-found'
      | 'bad-request'
      | 'too-large'
      | 'timeout'
      | 'unavailable'
    readonly message: string
    readonly reference: string
  }
}
