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
import type { TileDefinition } from '../definition'
import { tileHead } from './tile'
import type { Calculation, Made, TileText } from './tile'

type Builder<Data extends TileData> = (
  id: string,
  title: string,
  calculation: Calculation<Made<Data>>,
  text: TileText,
) => TileDefinition

/** A tile around a calculation of the board's own. */
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
