/**
 * What the BI host's server and its frame application say to each other. Types, and two tables: both sides import it.
 * Transport: `POST /prism/?op=LoadContextBook` with a BoardRequest, answered by a BoardReply (one request per board).
 * Column-shaped on purpose: arrays by column are a third smaller than row objects. Dates are ISO days (`2026-11-20`), UTC.
 */
import type { TileData, TileKind } from './tile-data'

/** How far back a board can look. */
export const rangeIds = ['30D', '90D', '1Y', 'ALL'] as const

/** The same as so many units up to the last day, wherever a board, a chart or a question counts it; `null` is everything. */
export const rangeLengths = {
  '30D': { count: 30, unit: 'day' },
  '90D': { count: 90, unit: 'day' },
  '1Y': { count: 1, unit: 'year' },
  ALL: null,
} as const

export type * from './tile-data'

export type RangeId = (typeof rangeIds)[number]

/** ISO days, both inside. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** What the tiles of a board follow: one of its ranges, or days. */
export type BoardRange = RangeId | Days

/** A field by its model id, e.g. `stable_supply.token`; several values mean any of them. */
export interface FieldFilter {
  readonly field: string
  readonly op: 'in' | 'not-in' | 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'between' | 'contains'
  readonly values: readonly (string | number)[]
  /** Set when the filter came from clicking this tile; it is then not applied to that tile itself. */
  readonly fromTile?: string
}

/** The model's word for each of the vendor's operators. */
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
  /** Within the range, as a filter of the date column is. */
  readonly days?: Days
  readonly filters?: readonly FieldFilter[]
  /** Only these tiles; absent means all tiles of the tab. */
  readonly tiles?: readonly string[]
  /** One tile broken down by another attribute, instead of the board: the answer holds that one tile. */
  readonly drill?: DrillRequest
  /** The tiles of every tab, for the page that arranges them; nothing is asked of a tab then. */
  readonly allTabs?: true
  /** The events up to the last day come along; with no tiles they come alone. */
  readonly events?: true
  /** `definition`: answer the board and the tiles' headers without data, so that the page can be laid out at once. */
  readonly part?: 'all' | 'definition'
}

export interface DrillRequest {
  readonly tile: string
  /** One of the fields that the tile offers (`Tile.drill`). */
  readonly by: string
  /** Days of the point; absent takes the range of the board. */
  readonly days?: Days
}

export interface BoardReply {
  readonly board: BoardView
  readonly tiles: readonly Tile[]
  readonly events?: readonly BoardEvent[]
}

/** What explains a jump: its ISO day (UTC), and the entity it is about (`asset:btc`), or `market`. */
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
  /** "Sample data" while the generator is the source; null when every table has a real one. */
  readonly badge: string | null
  readonly source: string
  readonly ranges: readonly RangeId[]
  readonly range: RangeId
  /** Every tile shown keeps a range of its own: the board's would change nothing. */
  readonly rangeFixed?: true
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
  /** No tile of the tab shown is narrowed by it; absent on a board without tabs. */
  readonly elsewhere?: boolean
}

export interface TileTrust {
  /** What one number is, e.g. "US dollars at the end of the UTC day". */
  readonly unit: string
  readonly source: string
  readonly lastDay: string
  readonly status: 'final' | 'provisional' | 'sample'
  /** One or two sentences: how the number is made and its commonest misreading. */
  readonly definition: string
  /** The measure that it rests on, by its qualified id: its place on the methodology page. */
  readonly field?: string
}

/** What a picture, a file or a printed tile says besides its numbers, in words. */
export interface TileScope {
  readonly board: string
  /** Of the board, where the tile follows it: "last 90 days". */
  readonly range?: string
  /** Filters that narrow this tile: "Underlying = ETH". */
  readonly filters: readonly string[]
  /** Names of the filters set on the board that do not narrow this tile. */
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
  /** What held when its numbers were made; absent off a board and before there are numbers. */
  readonly scope?: TileScope
  /** One sentence a screen reader hears in place of the picture: latest, change, range. */
  readonly summary: string
  /** Field that a click on a series, slice, cell or row filters by; absent when the tile does not filter others. */
  readonly crossFilterField?: string
  /** The same column as people and the vendor's filters name it. */
  readonly crossFilterName?: string
  /** What a number of this tile can be broken down by; absent where it cannot. */
  readonly drill?: readonly { readonly field: string; readonly label: string }[]
  /** The question this tile answers in the words of the search bar, for "Open in Data Weaver". */
  readonly question?: string
  /** Source or worksheet that holds all of the question, for the builder to open on; null where none does. */
  readonly sourceId?: string | null
  /** On a person's own dashboard: where the tile stands on the grid of `tile-grid.ts`; `span` and `height` say the same. */
  readonly position?: GridPosition
  /** The tab that it is on, where every tab was asked for (`allTabs`). */
  readonly tabId?: string
  readonly data: TileData | null
  /** A tile that could not be computed says why, in one plain sentence; the others still show. */
  readonly problem?: string
}

interface GridPosition {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** `POST /prism/?op=SaveArrangement`: all that was done to a person's own dashboard, kept as one change. */
export interface ArrangementRequest {
  readonly liveboardId: string
  /** `tabId`: the tab it stands on; absent leaves it where it is. */
  readonly positions: readonly {
    readonly id: string
    readonly layout: GridPosition
    readonly tabId?: string
  }[]
  readonly removed: readonly string[]
  readonly added: readonly {
    /** A UUID of the frame's own making: the same request sent twice adds one tile. */
    readonly id: string
    readonly boardId: string
    readonly tileId: string
    readonly layout: GridPosition
    readonly tabId?: string
  }[]
  /**
   * All tabs in their order, with ids of the frame's own making for new ones, and those that were taken away; absent leaves the tabs
   * alone. Tiles of a tab that is taken away and are not removed come to stand on the first one.
   */
  readonly tabs?: {
    readonly list: readonly { readonly id: string; readonly label: string }[]
    readonly removed: readonly string[]
  }
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

/** What a person has chosen on a board: range and filters. Absent fields and a null range are at the board's own. */
export interface ViewChoice {
  readonly range: RangeId | null
  readonly chosen: Readonly<Record<string, readonly string[]>>
}

/**
 * A choice that a signed-in person keeps under a name, for themselves alone. `variables` of the calls, all of one board (`liveboardId`):
 * `ListPersonalisedViews {}`, `SavePersonalisedView {id?, name, range, chosen}` (a new one without `id`), `DeletePersonalisedViews {ids}`.
 */
export interface PersonalView extends ViewChoice {
  readonly id: string
  readonly name: string
  /** Milliseconds since 1970. */
  readonly created: number
  readonly modified: number
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
