/**
 * Messages between the BI host's server and its frame application. Types and two tables: both sides import it. Transport:
 * `POST /prism/?op=LoadContextBook` with a BoardRequest, answered by a BoardReply (one request per board). Arrays by column, because they
 * are a third smaller than row objects. Dates are ISO days (`2026-11-20`), UTC.
 */
import type { TileData, TileKind } from './tile-data'

/** Ranges that a board offers. */
export const rangeIds = ['30D', '90D', '1Y', 'ALL'] as const

/** Length of each range, counted back from the last day, for boards, charts and questions. `null` is everything. */
export const rangeLengths = {
  '30D': { count: 30, unit: 'day' },
  '90D': { count: 90, unit: 'day' },
  '1Y': { count: 1, unit: 'year' },
  ALL: null,
} as const

export type * from './tile-data'

export type RangeId = (typeof rangeIds)[number]

/** ISO days, both inclusive. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** The time range of a board's tiles: one of the offered ranges, or explicit days. */
export type BoardRange = RangeId | Days

/** A filter on a field, by model id, e.g. `stable_supply.token`. Several values mean any of them. */
export interface FieldFilter {
  readonly field: string
  readonly op: 'in' | 'not-in' | 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'between' | 'contains'
  readonly values: readonly (string | number)[]
  /** Set if the filter came from a click on this tile. It does not apply to that tile itself. */
  readonly fromTile?: string
}

/** Maps the vendor's filter operators to the model's. */
export const filterOperators = {
  EQ: 'in',
  IN: 'in',
  NE: 'not-in',
  NOT_IN: 'not-in',
  LT: 'lt',
  LE: 'le',
  GT: 'gt',
  GE: 'ge',
  BW: 'between',
  BW_INC: 'between',
  CONTAINS: 'contains',
} as const satisfies Readonly<Record<string, FieldFilter['op']>>

export interface BoardRequest {
  readonly liveboardId: string
  readonly tabId?: string
  readonly range?: RangeId
  /** Narrows the range, like a filter on the date column. */
  readonly days?: Days
  readonly filters?: readonly FieldFilter[]
  /** Only these tiles. Absent: all tiles of the tab. */
  readonly tiles?: readonly string[]
  /** Drills one tile down by another attribute. The reply holds that tile alone. */
  readonly drill?: DrillRequest
  /** Tiles of every tab, for the edit page. `tabId` does not narrow them. */
  readonly allTabs?: true
  /** Includes the events up to the last day. With no tiles, the reply holds the events alone. */
  readonly events?: true
  /** `definition`: the board and tile headers without data, so that the page can lay itself out at once. */
  readonly part?: 'all' | 'definition'
}

export interface DrillRequest {
  readonly tile: string
  /** One of the fields in `Tile.drill`. */
  readonly by: string
  /** Days of the clicked point. Absent: the range of the board. */
  readonly days?: Days
}

export interface BoardReply {
  readonly board: BoardView
  readonly tiles: readonly Tile[]
  readonly events?: readonly BoardEvent[]
}

/** An event that explains a jump: its ISO day (UTC), and the entity it concerns (`asset:btc`), or `market`. */
export interface BoardEvent {
  readonly date: string
  readonly title: string
  readonly subject: string
}

export interface BoardView {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly tabs: readonly { readonly id: string; readonly label: string }[]
  readonly activeTabId: string | null
  /** Last day of the data, ISO. */
  readonly asOf: string
  /** "Sample data" if the generator is the source. Null if every table has a real one. */
  readonly badge: string | null
  readonly source: string
  readonly ranges: readonly RangeId[]
  readonly range: RangeId
  /** Set if every tile shown has its own range, so that the board's range control would have no effect. */
  readonly rangeFixed?: true
  /** Attribute filters offered as chips, with their values. */
  readonly filters: readonly FilterChip[]
  /** False for a board without tiles: the frame then shows the "being prepared" page with the description. */
  readonly ready: boolean
  /** True on the user's own dashboard, which can be arranged and edited. */
  readonly editable?: boolean
}

export interface FilterChip {
  readonly field: string
  readonly label: string
  readonly values: readonly string[]
  readonly chosen: readonly string[]
  readonly multiple: boolean
  /** Set if the filter narrows no tile of the shown tab. Absent on a board without tabs. */
  readonly elsewhere?: boolean
}

export interface TileTrust {
  /** What one number stands for, e.g. "US dollars at the end of the UTC day". */
  readonly unit: string
  readonly source: string
  readonly lastDay: string
  readonly status: 'final' | 'provisional' | 'sample'
  /** One or two sentences: how the number is computed and its most common misreading. */
  readonly definition: string
  /** Qualified id of its base measure: the anchor on the methodology page. */
  readonly field?: string
}

/** Scope that a picture, a file or a printed tile states besides its numbers, in words. */
export interface TileScope {
  readonly board: string
  /** The board's range, if the tile follows it: "last 90 days". */
  readonly range?: string
  /** Filters that apply to this tile: "Underlying = ETH". */
  readonly filters: readonly string[]
  /** Names of the board's filters that do not apply to this tile. */
  readonly ignored: readonly string[]
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
  /** Scope when the numbers were computed. Absent off a board and before there are numbers. */
  readonly scope?: TileScope
  /** One sentence that screen readers get in place of the picture: latest value, change, range. */
  readonly summary: string
  /** Field that a click on a series, slice, cell or row filters by. Absent if the tile does not filter others. */
  readonly crossFilterField?: string
  /** Name of the same column for users and for the vendor's filters. */
  readonly crossFilterName?: string
  /** Fields this tile can be drilled down by. Absent if there are none. */
  readonly drill?: readonly { readonly field: string; readonly label: string }[]
  /** The tile's question in the syntax of the search bar, for "Open in Data Weaver". */
  readonly question?: string
  /** Source or worksheet that covers the whole question, for the builder to open. Null if there is none. */
  readonly sourceId?: string | null
  /** On a user's own dashboard: the position on the grid of `tile-grid.ts`. `span` and `height` are derived from it. */
  readonly position?: GridPosition
  /** The tab it is on, if every tab was requested (`allTabs`). */
  readonly tabId?: string
  readonly data: TileData | null
  /** Why the tile could not be computed, in one plain sentence. The other tiles still show. */
  readonly problem?: string
}

interface GridPosition {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** `POST /prism/?op=SaveArrangement`: all edits of a user's own dashboard, saved as one change. */
export interface ArrangementRequest {
  readonly liveboardId: string
  /** `tabId`: the tab it is on. Absent: it stays on its tab. */
  readonly positions: readonly {
    readonly id: string
    readonly layout: GridPosition
    readonly tabId?: string
  }[]
  readonly removed: readonly string[]
  readonly added: readonly {
    /** A UUID from the frame, so that a retried request does not add the tile twice. */
    readonly id: string
    readonly boardId: string
    readonly tileId: string
    readonly layout: GridPosition
    readonly tabId?: string
  }[]
  /**
   * All tabs in order, with frame-generated ids for new ones, and the removed ones. Absent: tabs do not change. Tiles of a removed tab that
   * are not removed themselves move to the first tab.
   */
  readonly tabs?: {
    readonly list: readonly { readonly id: string; readonly label: string }[]
    readonly removed: readonly string[]
  }
}

/** `POST /prism/?op=GetTileOffers` answers `{ offers }`: tiles of curated boards that can be added to another dashboard. */
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

/** The user's choice on a board: range and filters. Absent fields and a null range mean the board's defaults. */
export interface ViewChoice {
  readonly range: RangeId | null
  readonly chosen: Readonly<Record<string, readonly string[]>>
}

/**
 * A named choice, private to a signed-in user. `variables` of the calls, all for one board (`liveboardId`): `ListPersonalisedViews {}`,
 * `SavePersonalisedView {id?, name, range, chosen}` (creates one without `id`), `DeletePersonalisedViews {ids}`.
 */
export interface PersonalView extends ViewChoice {
  readonly id: string
  readonly name: string
  /** Milliseconds since 1970. */
  readonly created: number
  readonly modified: number
}

/** Body of every refusal (4xx or 5xx), whatever the endpoint. Never includes a stack trace. */
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
