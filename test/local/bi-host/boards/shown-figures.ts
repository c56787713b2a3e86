import type { Tile } from '../../../../local/bi-host/wire/board'

type Values = readonly (number | null)[]

const sum = (values: Values): number => values.reduce<number>((all, value) => all + (value ?? 0), 0)
const lastOf = (values: Values): number | null => values.findLast((value) => value !== null) ?? null
const numbers = (values: readonly unknown[]): Values =>
  values.map((value) => (typeof value === 'number' ? value : null))

/** Every number that a tile says with its last points, its parts, or their sum: what a total that it states must be one of. */
export function shownBy({ data }: Tile): readonly number[] {
  return candidates(data).filter((value) => value !== null)
}

function candidates(data: Tile['data']): Values {
  switch (data?.kind) {
    case 'kpi':
      return [data.value]
    case 'series': {
      const each = data.series.map(({ values }) => values)
      return [...each.map(lastOf), sum(each.map((values) => values.at(-1) ?? null)), ...each.map(sum)]
    }
    case 'candles':
      return [data.close.at(-1) ?? null]
    case 'bars': {
      const each = data.series.map(({ values }) => values)
      const stacks = data.categories.map((_, at) => sum(each.map((values) => values[at] ?? null)))
      return [...each.flat(), ...each.map(sum), sum(stacks), ...stacks]
    }
    case 'matrix':
      return [...data.values.flat(), sum(data.values.flat())]
    case 'parts':
      return [data.total, sum(data.nodes.map(({ value }) => value)), ...data.nodes.map(({ value }) => value)]
    case 'table':
      return data.cells.flatMap((cells) => [...numbers(cells), sum(numbers(cells))])
    case 'scatter':
      return data.points.flatMap(({ x, y, size }) => [x, y, size ?? null])
    case 'curves':
      return data.curves.flatMap(({ points }) => points.flat())
    case 'pivot':
      return [...data.values.flat(), ...(data.totals ?? [])]
    case undefined:
      return []
  }
}

/** How far apart two numbers are in relation to their size. */
export const apart = (left: number, right: number): number =>
  Math.abs(left - right) / Math.max(Math.abs(left), Math.abs(right), 1e-9)
