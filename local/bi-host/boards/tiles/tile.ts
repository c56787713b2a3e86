import type { TileData } from '../../wire/board'
import type { BuiltTile, Drill, TileContext, TileDefinition } from '../definition'
import type { Asks } from '../tile-question'

/** What a board says about a tile besides its id and title. */
export interface TileText {
  /** `{grain}` and `{range}` are filled in for series. */
  readonly subtitle?: string
  /** Columns of the 60-column grid, and height in px. */
  readonly size?: readonly [span: number, height: number]
  readonly unit?: string
  readonly definition?: string
  readonly crossFilterField?: string
}

/** A calculation of a board's own: what it rests on, what its numbers mean, and how they are made. */
export interface Calculation<Result> {
  /** Field whose source and last day the trust line quotes. */
  readonly measure: string
  readonly unit?: string
  readonly definition?: string
  readonly drill?: Drill
  /** The same numbers as a question to the chart builder. */
  readonly asks?: Asks
  readonly build: (context: TileContext) => Promise<Result>
}

/** What a calculation of a chart gives back; the kind is the builder's business. */
export type Made<Data extends TileData> = Omit<BuiltTile, 'data'> & { readonly data: Omit<Data, 'kind'> }

export function tileHead(
  id: string,
  title: string,
  about: {
    readonly kind: TileData['kind']
    readonly measure: string
    readonly size: readonly [span: number, height: number]
    readonly text: TileText
    readonly unit?: string | undefined
    readonly definition?: string | undefined
    readonly crossFilterField?: string | undefined
    readonly drill?: Drill
    readonly asks?: Asks | undefined
  },
): Omit<TileDefinition, 'build'> {
  const { text } = about
  const [span, height] = text.size ?? about.size
  const unit = text.unit ?? about.unit
  const definition = text.definition ?? about.definition
  const crossFilterField = text.crossFilterField ?? about.crossFilterField
  return {
    id,
    title,
    subtitle: text.subtitle ?? '',
    kind: about.kind,
    span,
    height,
    measure: about.measure,
    ...(unit === undefined ? {} : { unit }),
    ...(definition === undefined ? {} : { definition }),
    ...(crossFilterField === undefined ? {} : { crossFilterField }),
    ...(about.asks === undefined ? {} : { asks: about.asks }),
    ...(about.drill === undefined ? {} : { drill: about.drill }),
  }
}
