import type {
  BarsData,
  CandlesData,
  CurvesData,
  MatrixData,
  NumberFormat,
  PartsData,
  PivotData,
  ScatterData,
  TableData,
  TileData,
} from '../../wire/board'
import type { TileDefinition, BuiltTile, Drill, TileContext, Asks } from '../definition'

/** Texts and layout of a tile besides its id and title. */
export interface TileText {
  /** In series, `{grain}` and `{range}` are placeholders. */
  readonly subtitle?: string
  /** Columns of the 60-column grid, and height in px. */
  readonly size?: readonly [span: number, height: number]
  readonly unit?: string
  readonly definition?: string
  readonly crossFilterField?: string
}

/** A calculation of a board: its measure, the meaning of its numbers, and how to compute them. */
export interface Calculation<Result> {
  /** Field whose source and last day the trust line shows. */
  readonly measure: string
  readonly unit?: string
  readonly definition?: string
  readonly drill?: Drill
  /** Sources that a filter narrows together or not at all. */
  readonly together?: readonly string[]
  /** It shows shares by this qualified field, so filters on it do not apply. */
  readonly whole?: string
  /** The chart builder's query for the same numbers. */
  readonly asks?: Asks
  readonly build: (context: TileContext) => Promise<Result>
}

/** Result of a chart calculation. The tile's builder adds the kind. */
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
    readonly together?: readonly string[]
    readonly whole?: string
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
    ...(about.together === undefined ? {} : { together: about.together }),
    ...(about.whole === undefined ? {} : { whole: about.whole }),
    ...(about.asks === undefined ? {} : { asks: about.asks }),
    ...(about.drill === undefined ? {} : { drill: about.drill }),
  }
}

type Builder<Data extends TileData> = (
  id: string,
  title: string,
  calculation: Calculation<Made<Data>>,
  text: TileText,
) => TileDefinition

function builderOf<Data extends TileData>(kind: Data['kind']): Builder<Data> {
  return (id, title, calculation, text) => ({
    ...tileHead(id, title, { ...calculation, kind, size: [30, 340], text }),
    build: async (context) => {
      const made = await calculation.build(context)
      return { ...made, data: { ...made.data, kind } as unknown as TileData }
    },
  })
}

export const bars = builderOf<BarsData>('bars')
export const matrix = builderOf<MatrixData>('matrix')
export const parts = builderOf<PartsData>('parts')
export const candles = builderOf<CandlesData>('candles')
export const curves = builderOf<CurvesData>('curves')
export const scatter = builderOf<ScatterData>('scatter')
export const pivot = builderOf<PivotData>('pivot')
export const rows = builderOf<TableData>('table')

export interface Bar {
  readonly key: string
  readonly value: number | null
  readonly label?: string
  readonly note?: string
  readonly from?: number | null
}

/** One bar per name, largest first unless `sorted` is false. */
export function barsData(
  list: readonly Bar[],
  format: NumberFormat,
  more: Partial<Omit<BarsData, 'kind' | 'categories' | 'series' | 'format'>> & {
    readonly name?: string
    readonly sorted?: boolean
  } = {},
): Omit<BarsData, 'kind'> {
  const { name = 'Value', sorted = true, ...rest } = more
  const present = list.filter(({ value }) => value !== null)
  const ordered = sorted ? present.sort((a, b) => (b.value ?? 0) - (a.value ?? 0)) : present
  return {
    shape: 'bars',
    orientation: 'horizontal',
    categories: ordered.map(({ key, label }) => ({ key, label: label ?? key, colorKey: key })),
    series: [{ key: 'value', label: name, colorKey: name, values: ordered.map(({ value }) => value) }],
    format,
    ...(ordered.some(({ note }) => note !== undefined)
      ? { notes: ordered.map(({ note }) => note ?? '') }
      : {}),
    ...(ordered.some(({ from }) => from !== undefined)
      ? { from: ordered.map(({ from }) => from ?? null) }
      : {}),
    ...rest,
  }
}
