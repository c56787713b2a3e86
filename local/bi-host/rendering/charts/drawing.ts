import type { Readout } from '../readout'
import type { Palette } from '../theme/variables'
import type { ChartOption } from './engine'

/** What a picture is drawn with. */
export interface DrawContext {
  readonly palette: Palette
  /** The colour of a name, the same on the whole board. */
  readonly color: (colorKey: string) => string
  readonly width: number
  readonly height: number
  /** Keys of series switched off in the legend. */
  readonly hidden: ReadonlySet<string>
  /** Key that this tile narrows the others by; the rest is drawn back. */
  readonly selected: string | null
}

/** What the chart library says about a mark that was pointed at. */
export interface Pointed {
  readonly seriesId?: string
  readonly seriesIndex?: number
  readonly dataIndex?: number
  readonly name?: string
  readonly data?: unknown
}

/** Size in pixels of the part at these places: among the parts, then within it; `null` where it is not drawn. */
export type PartRoom = (
  at: number,
  within?: number,
) => { readonly width: number; readonly height: number } | null

/** A picture and how its marks and the tile's data find each other. */
export interface Drawing {
  readonly option: ChartOption
  /** Its numbers are to be read, but have no room: the scale of its colours has to say them. */
  readonly needsScale?: boolean
  /** The same with words that fit, once it is known how large each part of a tree has become. */
  readonly worded?: (room: PartRoom) => ChartOption
  readonly readout: (pointed: Pointed) => Readout | null
  /** Where the arrow keys put the cursor. */
  readonly mark: (position: number) => { readonly seriesIndex: number; readonly dataIndex: number }
  /** Running place of a mark, where it is not its index in the data. */
  readonly position?: (pointed: Pointed) => number
  /** The key and name a click filters by; `null` where there is nothing to filter by. */
  readonly pick: (pointed: Pointed) => { readonly key: string; readonly label: string } | null
}
