import type { MatrixData, NumberFormat } from '../../wire/board'
import { type Query, type QueryFilter, type Range, partsOf } from '../../model/source'
import type { TileContext } from '../definition'
import type { Calculation, Made } from '../tiles/shapes'
import { formatNumber } from '../../rendering/format'

interface GridChoice {
  readonly rows: string
  readonly columns: string
  readonly rowHeading: string
  readonly columnHeading: string
  readonly range: Range
  readonly where?: readonly QueryFilter[]
  readonly scale?: MatrixData['scale']
  readonly labels?: boolean
  readonly format?: NumberFormat
  /** Maximum of rows and columns, largest first. A given order takes precedence. */
  readonly most?: number
  readonly rowOrder?: readonly string[]
  readonly columnOrder?: readonly string[]
}

export function grid(measure: string, choice: GridChoice): Calculation<Made<MatrixData>> {
  return {
    measure,
    asks: {
      measures: [measure],
      by: [choice.rows, choice.columns],
      range: choice.range,
      ...(choice.where ? { where: choice.where } : {}),
    },
    build: (context) => buildGrid(context, measure, choice),
  }
}

async function buildGrid(
  context: TileContext,
  measure: string,
  choice: GridChoice,
): Promise<Made<MatrixData>> {
  const [source = '', id = ''] = measure.split('.')
  const { measure: meaning } = context.model.measure(context.model.source(source), id)
  const query: Query = {
    source,
    measures: [id],
    dims: [choice.rows, choice.columns],
    range: choice.range,
    ...(choice.where ? { filters: choice.where } : {}),
  }
  const { columns } = await context.run(query)
  const rowNames = columns[choice.rows] ?? []
  const columnNames = columns[choice.columns] ?? []
  const numbers = columns[id] ?? []
  const cell = new Map(rowNames.map((name, at) => [`${name}|${columnNames[at]}`, numbers[at]]))
  const rows = choice.rowOrder ?? ordered(rowNames, numbers, choice.most)
  const across = choice.columnOrder ?? ordered(columnNames, numbers, choice.most)
  const format = choice.format ?? meaning.format
  const ratio = partsOf(meaning).bottom !== null
  const values = rows.map((row) =>
    across.map((column) => {
      const value = cell.get(`${row}|${column}`)
      return typeof value === 'number' && (ratio || value !== 0) ? value : null
    }),
  )
  const [largest] = rows
    .flatMap((row, r) => across.map((column, c) => ({ row, column, value: values[r]?.[c] ?? null })))
    .filter(({ value }) => value !== null)
    .sort((a, b) => Math.abs(b.value ?? 0) - Math.abs(a.value ?? 0))
  return {
    data: {
      scale: choice.scale ?? 'sequential',
      rows: rows.map((key) => ({ key, label: key })),
      columns: across.map((key) => ({ key, label: key })),
      values,
      format,
      rowHeading: choice.rowHeading,
      columnHeading: choice.columnHeading,
      labels: choice.labels ?? true,
    },
    summary: largest
      ? `${meaning.label}, ${rows.length} by ${across.length}: largest ${largest.row}, ${largest.column} with ${formatNumber(largest.value, format)}.`
      : `${meaning.label}: no data for this choice.`,
  }
}

/** Names ordered by the sum of their values, largest first. */
function ordered(
  names: readonly (string | number | null)[],
  numbers: readonly (string | number | null)[],
  most = 24,
): readonly string[] {
  const totals = new Map<string, number>()
  for (const [at, name] of names.entries()) {
    const value = numbers[at]
    totals.set(
      String(name),
      (totals.get(String(name)) ?? 0) + (typeof value === 'number' ? Math.abs(value) : 0),
    )
  }
  return [...totals]
    .sort(([a, x], [b, y]) => y - x || a.localeCompare(b))
    .slice(0, most)
    .map(([name]) => name)
}
