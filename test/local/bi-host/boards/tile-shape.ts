import type { Tile, TileData, PartNode } from '../../../../local/bi-host/wire/board'
import { tableOf, type PlainTable } from '../../../../local/bi-host/rendering/table-model'
import type { BoardAnswer } from '../../../../local/bi-host/boards/load-board'

/** What is missing or malformed in a tile's answer, as sentences; empty if nothing is. */
export function holes(tile: Tile): string[] {
  const { data, trust } = tile
  const say = (what: string): string => `${tile.id}: ${what}`
  if (!data) return [say('no data')]
  return [
    ...(data.kind === tile.kind ? [] : ['the kind of its data differs']),
    ...(tile.summary.endsWith('.') && !/undefined|NaN|\[object|null/.test(tile.summary)
      ? []
      : [`summary "${tile.summary}"`]),
    ...(/\{|\}/.test(tile.subtitle) ? [`subtitle "${tile.subtitle}"`] : []),
    ...(trust.unit.length > 4 && trust.source.length > 4 && trust.definition.length > 30
      ? []
      : ['trust line']),
    ...(/^\d{4}-\d\d-\d\d$/.test(trust.lastDay) ? [] : [`last day "${trust.lastDay}"`]),
    ...(numbersIn(data).every(Number.isFinite) ? [] : ['a number that is none']),
    ...inside(data),
  ].map(say)
}

function inside(data: TileData): string[] {
  switch (data.kind) {
    case 'kpi':
      return [
        ...(data.value === null ? ['no value'] : []),
        ...(data.changes.length > 0 && data.changes.length <= 2 ? [] : ['needs one or two comparators']),
        ...(data.changes.every(({ value }) => value !== null) ? [] : ['a comparator without a value']),
        ...(data.spark.dates.length === data.spark.values.length && data.spark.dates.length > 2
          ? []
          : ['sparkline']),
      ]
    case 'series':
      return [
        ...(data.dates.length > 1 ? [] : ['fewer than two dates']),
        ...(isSorted(data.dates) ? [] : ['dates out of order']),
        ...(data.series.length > 0 && data.series.length <= 12 ? [] : [`${data.series.length} series`]),
        ...data.series.flatMap(({ key, values }) => [
          ...(values.length === data.dates.length
            ? []
            : [`${key} has ${values.length} values for ${data.dates.length} dates`]),
          ...(values.some((value) => value !== null) ? [] : [`${key} is empty`]),
        ]),
      ]
    case 'bars':
      return [
        ...(data.categories.length > 0 ? [] : ['no bars']),
        ...(data.series.every(({ values }) => values.length === data.categories.length)
          ? []
          : ['values per bar']),
        ...(data.notes === undefined || data.notes.length === data.categories.length
          ? []
          : ['notes per bar']),
      ]
    case 'matrix':
      return [
        ...(data.values.length === data.rows.length &&
        data.values.every((row) => row.length === data.columns.length)
          ? []
          : ['cells']),
        ...(data.values.flat().some((value) => value !== null) ? [] : ['no cell has a value']),
      ]
    case 'parts':
      return [
        ...(data.nodes.length > 0 && data.nodes.every(({ value }) => value > 0) ? [] : ['parts']),
        ...(data.shape === 'treemap' || data.nodes.length <= 4 ? [] : ['more than four parts of a donut']),
      ]
    case 'candles':
      return new Set([data.open, data.high, data.low, data.close, data.dates].map(({ length }) => length))
        .size === 1 && data.dates.length > 1
        ? []
        : ['candles']
    case 'curves':
      return data.curves.length > 0 && data.curves.every(({ points }) => points.length > 1)
        ? []
        : ['a curve of fewer than two points']
    case 'scatter':
      return data.points.length > 1 ? [] : ['points']
    case 'table':
      return [
        ...(data.cells.length === data.columns.length ? [] : ['cells per column']),
        ...(new Set(data.cells.map(({ length }) => length)).size === 1
          ? []
          : ['columns of different length']),
        ...data.columns.flatMap(({ label }, column) =>
          data.cells[column]?.some((cell) => cell !== null) || data.cells[0]?.length === 0
            ? []
            : [`column "${label}" is empty`],
        ),
      ]
    case 'pivot':
      return data.values.length === data.rows.length &&
        data.values.every(
          (row) => row.length === data.groups.reduce((sum, { measures }) => sum + measures.length, 0),
        )
        ? []
        : ['pivot cells']
  }
}

const isSorted = (dates: readonly string[]): boolean =>
  dates.every((date, row) => row === 0 || (dates[row - 1] ?? '') < date)

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(numbersIn)
}

/** A number with a unit or a magnitude, a count, or a date: a summary must contain one, so that it says more than the title. */
const says = /[$%]\s?\d|\d(\.\d+)?\s?(%|[KMBT]\b|bp|pp|x\b|\w{3,})|\d \w{3} \d{4}|\d\.\d/

/** What a screen reader user would miss in a tile's summary and table; empty if nothing. */
export function unsaid(tile: Tile): readonly string[] {
  const { data, summary } = tile
  if (!data) return [`${tile.id}: no data`]
  const table = tableOf(tile)
  return [
    ...(says.test(summary.replace(tile.title, '')) ? [] : [`the summary names no number: "${summary}"`]),
    ...headsOf(table),
    ...(data.kind === 'bars' && table.columns.some(({ label }) => label === 'From')
      ? ['a column does not say what a bar begins with']
      : []),
    ...(table.rows.length === rowsOf(data) ? [] : [`${table.rows.length} rows for ${rowsOf(data)}`]),
    ...cellsOf(table),
    ...lost(data, table),
  ].map((fault) => `${tile.id}: ${fault}`)
}

function headsOf({ columns }: PlainTable): readonly string[] {
  const labels = columns.map(({ label }) => label.trim())
  return [
    ...(columns.length >= 2 ? [] : ['fewer than two columns']),
    ...(labels.every((label) => label !== '') ? [] : ['a column without a name']),
    ...(new Set(labels).size === labels.length ? [] : [`two columns of one name: ${labels.join(', ')}`]),
  ]
}

function cellsOf({ columns, rows }: PlainTable): readonly string[] {
  return columns.flatMap(({ label, numeric }, at) => {
    const cells = rows.map((row) => row[at])
    if (cells.some((cell) => cell === undefined || cell.text === '')) return [`an empty cell under ${label}`]
    // A column of numbers has its unit in every cell or in its header.
    return numeric && cells.some((cell) => typeof cell?.raw === 'string') ? [`words under ${label}`] : []
  })
}

/** Expected number of rows: the number of points in the picture. */
function rowsOf(data: TileData): number {
  switch (data.kind) {
    case 'kpi':
      return 1 + data.changes.length + (data.percentile === null ? 0 : 1)
    case 'series':
    case 'candles':
      return data.dates.length
    case 'bars':
      return data.categories.length
    case 'matrix':
      return data.rows.length
    case 'parts':
      return allOf(data.nodes).length
    case 'curves':
      return data.curves.reduce((sum, { points }) => sum + points.length, 0)
    case 'scatter':
      return data.points.length
    case 'table':
      return data.cells[0]?.length ?? 0
    case 'pivot':
      return data.rows.length + (data.totals ? 1 : 0)
  }
}

const allOf = (nodes: readonly PartNode[]): readonly PartNode[] =>
  nodes.flatMap((node) => [node, ...allOf(node.children ?? [])])

/** Numbers of the picture that are in no cell of the table. */
function lost(data: TileData, table: PlainTable): readonly string[] {
  const held = new Set(table.rows.flat().map(({ raw }) => raw))
  const gone = pictured(data).filter((value) => value !== null && !held.has(value))
  return gone.length === 0 ? [] : [`${gone.length} numbers are not in the table`]
}

function pictured(data: TileData): readonly (number | null)[] {
  switch (data.kind) {
    case 'kpi':
      return [data.value, ...data.changes.map(({ value }) => value)]
    case 'series':
    case 'bars':
      return data.series.flatMap(({ values }) => values)
    case 'candles':
      return [data.open, data.high, data.low, data.close, ...data.overlays.map(({ values }) => values)].flat()
    case 'matrix':
      return data.values.flat()
    case 'parts':
      return allOf(data.nodes).map(({ value }) => value)
    case 'curves':
      return data.curves.flatMap(({ points }) => points.flat())
    case 'scatter':
      return data.points.flatMap(({ x, y, size }) => [x, y, size ?? null])
    case 'table':
      return data.columns.flatMap(({ kind }, at) =>
        kind === 'trend'
          ? []
          : (data.cells[at] ?? []).map((cell) => (typeof cell === 'number' ? cell : null)),
      )
    case 'pivot':
      return [...data.values.flat(), ...(data.totals ?? [])]
  }
}

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
      const [first, second] = each.map(lastOf)
      // A stack shows its total on the last day and over the range, and two lines show their gap.
      return [
        ...each.map(lastOf),
        sum(each.map((values) => values.at(-1) ?? null)),
        ...each.map(sum),
        sum(each.map(sum)),
        (first ?? 0) - (second ?? 0),
      ]
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
