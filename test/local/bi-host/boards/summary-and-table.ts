import type { PartNode, Tile, TileData } from '../../../../local/bi-host/wire/board'
import { tableOf, type PlainTable } from '../../../../local/bi-host/rendering/table-model'

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
