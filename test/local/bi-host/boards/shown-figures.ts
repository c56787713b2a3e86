import type { BoardAnswer } from '../../../../local/bi-host/boards/load-board'
import type { Tile } from '../../../../local/bi-host/wire/board'

type Values = readonly (number | null)[]

export const sum = (values: Values): number => values.reduce<number>((all, value) => all + (value ?? 0), 0)
const lastOf = (values: Values): number | null => values.findLast((value) => value !== null) ?? null
const numbers = (values: readonly unknown[]): Values =>
  values.map((value) => (typeof value === 'number' ? value : null))

/** The numbers that a tile shows: last points, parts and their sums. Its stated total must be one of them. */
function shownBy({ data }: Tile): readonly number[] {
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

/** Relative difference of two numbers. */
const apart = (left: number, right: number): number =>
  Math.abs(left - right) / Math.max(Math.abs(left), Math.abs(right), 1e-9)

/** Figures that more than one tile states, with their largest relative difference. */
export function shared(
  answers: readonly BoardAnswer[],
): { name: string; tiles: readonly string[]; apart: number }[] {
  const stated = new Map<string, { tile: string; value: number }[]>()
  for (const { reply, figures } of answers) {
    for (const { tile, name, value } of figures) {
      stated.set(name, [...(stated.get(name) ?? []), { tile: `${reply.board.title}/${tile}`, value }])
    }
  }
  return [...stated]
    .filter(([, list]) => list.length > 1)
    .map(([name, list]) => {
      const values = list.map(({ value }) => value)
      const size = Math.max(...values.map(Math.abs), 1e-9)
      return {
        name,
        tiles: list.map(({ tile }) => tile),
        apart: (Math.max(...values) - Math.min(...values)) / size,
      }
    })
}

export const disagreeing = (answers: readonly BoardAnswer[]): unknown[] =>
  shared(answers).filter(({ apart }) => apart > 1e-9)

/** Figures that their own tile does not show. */
export const unseenFigures = ({
  reply,
  figures,
}: Pick<BoardAnswer, 'reply' | 'figures'>): BoardAnswer['figures'] =>
  figures.filter(({ tile, value }) => {
    const shown = reply.tiles.find(({ id }) => id === tile)
    if (value === 0 && shown?.data?.kind === 'kpi' && shown.data.value === null) return false
    return shown === undefined || !shownBy(shown).some((number) => apart(number, value) < 1e-9)
  })
