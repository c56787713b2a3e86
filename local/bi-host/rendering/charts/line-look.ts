import type { Series } from '../../wire/board'
import type { LineSeriesOption } from './engine'

/** A line without a neighbour on either side is not seen: such a point is a dot. */
export function dotsOf(values: readonly (number | null)[]): {
  readonly symbol: 'circle'
  readonly symbolSize: number | ((value: unknown, point: { readonly dataIndex: number }) => number)
  readonly showSymbol: boolean
  readonly showAllSymbol?: true
} {
  const alone = (at: number): boolean =>
    values[at] !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null
  const some = values.some((_, at) => alone(at))
  return {
    symbol: 'circle',
    symbolSize: some ? (_value, { dataIndex }) => (alone(dataIndex) ? 5 : 0) : 6,
    showSymbol: some,
    ...(some ? { showAllSymbol: true } : {}),
  }
}

/** How a line is drawn; one that another is compared with is dashed and quieter. */
export function strokeOf(
  { dashed = false }: Pick<Series, 'dashed'>,
  color: string,
  { stacked, faded }: { readonly stacked: boolean; readonly faded: number },
): NonNullable<LineSeriesOption['lineStyle']> {
  const strong = dashed ? 0.7 : 1
  return {
    color,
    join: 'round',
    width: stacked ? 0.5 : dashed ? 1.25 : 1.75,
    opacity: faded * strong,
    ...(dashed ? { type: [4, 4] } : {}),
  }
}
