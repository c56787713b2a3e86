import type { PartNode, PartsData, MatrixData, NumberFormat } from '../../wire/board'
import { type Query, type QueryFilter, type Range, partsOf } from '../../model/source'
import { figureAt, meaningOf } from '../panel'
import type { TileContext } from '../definition'
import type { Calculation, Made } from '../tiles/shapes'
import { formatNumber } from '../../rendering/format'

interface WholeChoice {
  readonly by: string
  readonly within?: string
  readonly range?: Range
  readonly where?: readonly QueryFilter[]
  readonly totalLabel: string
  /** Parts beyond this number are added up as "Other". */
  readonly most?: number
}

/** A treemap: a balance on the last day (or a flow over a range) by one attribute, and by a second within it. */
export function treemap(measure: string, choice: WholeChoice): Calculation<Made<PartsData>> {
  return {
    measure,
    asks: {
      measures: [measure],
      by: choice.within === undefined ? [choice.by] : [choice.by, choice.within],
      range: choice.range ?? '30D',
      chart: 'treemap',
      ...(choice.where ? { where: choice.where } : {}),
    },
    build: (context) => wholeOf(context, measure, { most: 30, ...choice }, 'treemap'),
  }
}

async function wholeOf(
  context: TileContext,
  measure: string,
  choice: WholeChoice,
  shape: PartsData['shape'],
): Promise<Made<PartsData>> {
  const [source = '', id = ''] = measure.split('.')
  const { measure: meaning } = context.model.measure(context.model.source(source), id)
  const query: Query = {
    source,
    measures: [id],
    dims: choice.within === undefined ? [choice.by] : [choice.by, choice.within],
    range: choice.range ?? '30D',
    ...(choice.where ? { filters: choice.where } : {}),
  }
  const { columns } = await context.run(query)
  const outer = new Map<string, PartNode[]>()
  for (const [row, name] of (columns[choice.by] ?? []).entries()) {
    const value = columns[id]?.[row]
    if (typeof value !== 'number' || value <= 0) continue
    const inner = choice.within === undefined ? String(name) : String(columns[choice.within]?.[row])
    const list = outer.get(String(name)) ?? []
    list.push({
      key: inner,
      label: inner,
      colorKey: choice.within === undefined ? inner : String(name),
      value,
    })
    outer.set(String(name), list)
  }
  const nodes = grouped(
    [...outer].map(([key, children]) => ({
      key,
      label: key,
      colorKey: key,
      value: children.reduce((sum, { value }) => sum + value, 0),
      ...(choice.within === undefined ? {} : { children: children.sort((a, b) => b.value - a.value) }),
    })),
    choice.most ?? 30,
  )
  const total = nodes.reduce((sum, { value }) => sum + value, 0)
  const share = (value: number): string =>
    formatNumber(total === 0 ? null : (100 * value) / total, { kind: 'percent', digits: 1 })
  const filters = [...(choice.where ?? []), ...context.filtersOf(source, choice.where ?? [])]
  return {
    data: { shape, nodes, total, totalLabel: choice.totalLabel, format: meaning.format },
    summary: `${meaning.label} ${formatNumber(total, meaning.format)}: ${nodes
      .slice(0, 4)
      .map(({ label, value }) => `${label} ${share(value)}`)
      .join(', ')}.`,
    figures:
      meaning.kind === 'semi-additive'
        ? { [figureAt(meaningOf(measure, filters), context.facts(source).lastDay)]: total }
        : {},
  }
}

function grouped(nodes: readonly PartNode[], most: number): readonly PartNode[] {
  const sorted = [...nodes].sort((a, b) => b.value - a.value)
  if (sorted.length <= most + 1) return sorted
  const rest = sorted.slice(most)
  return [
    ...sorted.slice(0, most),
    {
      key: 'Other',
      label: 'Other',
      colorKey: 'Other',
      value: rest.reduce((sum, { value }) => sum + value, 0),
    },
  ]
}

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
