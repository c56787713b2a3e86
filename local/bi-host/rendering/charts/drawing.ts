import type { Readout } from '../readout'
import { drawnBack, type Palette } from '../theme/variables'
import type { ChartOption } from './engine'

/** What happened within an interval of a chart, by the interval's place. */
export type EventMarks = ReadonlyMap<number, readonly string[]>

/** What a picture is drawn with. */
export interface DrawContext {
  readonly palette: Palette
  /** The color of a name, the same on the whole board. */
  readonly color: (colorKey: string) => string
  readonly width: number
  readonly height: number
  /** Keys of series switched off in the legend. */
  readonly hidden: ReadonlySet<string>
  /** Key that this tile narrows the others by; the rest is drawn back. */
  readonly selected: string | null
  /** Empty where they are switched off. */
  readonly events: EventMarks
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
  /** Its numbers are to be read, but have no room: the scale of its colors has to say them. */
  readonly needsScale?: boolean
  /** The same with words that fit, once it is known how large each part of a tree has become. */
  readonly worded?: (room: PartRoom) => ChartOption
  readonly readout: (pointed: Pointed) => Readout | null
  /** Where the arrow keys put the cursor. */
  readonly mark: (position: number) => { readonly seriesIndex: number; readonly dataIndex: number }
  /** Running place of a mark, where it is not its index in the data. */
  readonly position?: (pointed: Pointed) => number
  /** The key and name a click filters by; `null` where there is nothing to filter by. */
  readonly pick: (pointed: Pointed) => Named | null
}

interface Named {
  readonly key: string
  readonly label: string
}

export function pickOf(item: Named | undefined): Named | null {
  return item ? { key: item.key, label: item.label } : null
}

/** How much of a mark is seen, by the keys it stands for: less of it while its tile narrows the others by something else. */
export function fade({ selected }: DrawContext, ...keys: readonly (string | undefined)[]): number {
  return selected !== null && !keys.includes(selected) ? drawnBack : 1
}

const narrow = /[ijltfrI1.,:;|!'()\s\u2032-]/
const wide = /[mwMW@%\u2026]/
const capital = /[A-Z$\d+\u2212\u2013]/

/** About how wide words are in the charts' face; a canvas that could measure them is not there when sizes are planned. */
export function textWidth(text: string, size = 11.5): number {
  let width = 0
  for (const letter of text) {
    width += narrow.test(letter) ? 0.33 : wide.test(letter) ? 0.86 : capital.test(letter) ? 0.61 : 0.54
  }
  return width * size
}

export function widest(texts: readonly string[], size?: number): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text, size)), 0)
}

/** Words in two lines, broken where both are short; of two places that are as good the later one. */
export function inTwoLines(text: string): string {
  const words = text.split(' ')
  const breaks = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')])
  const best = breaks.toReversed().reduce<readonly string[] | null>((found, next) => {
    return found === null || widest(next) < widest(found) - aTrifle ? next : found
  }, null)
  return best === null ? text : best.join('\n')
}

const aTrifle = 4
