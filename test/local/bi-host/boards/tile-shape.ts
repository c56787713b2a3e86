import type { Tile, TileData } from '../../../../local/bi-host/wire/board'

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
