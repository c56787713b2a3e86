import { numberOf, type Values } from '../query/statistics'
import type { KpiData, PartsData, ScatterData, TableCell, TableData, TileData } from '../wire/board'
import { summaryOf } from './tiles/series'
import { formatNumber } from '../rendering/format'
import { isAboveZero, notCompared } from '../query/chart'
import type { AnswerTable, ChartOptions, ChartType } from '../wire/answers'
import type { Resolved } from '../query/resolve'
import { barsData, matrixData, seriesData } from '../query/series-data'
import { midSentence } from '../query/words'

export interface Drawn {
  readonly data: TileData | null
  readonly summary: string
  readonly notes: readonly string[]
}

/** The sparkline of a KPI: its daily history. */
export interface Course {
  readonly dates: readonly string[]
  readonly values: Values
}

interface ChartChosen {
  readonly type: ChartType
  readonly options: ChartOptions
  readonly title: string
  readonly lastDay: string
  readonly course: Course | null
  /** The period in words. Empty if the value is that of the last day. */
  readonly days: string
}

/** The table of an answer as tile data, drawn the same in the builder and on dashboards. */
export function drawAnswer(resolved: Resolved, table: AnswerTable, chart: ChartChosen): Drawn {
  if (table.rows === 0) return { data: null, summary: `${chart.title}: no data for this choice.`, notes: [] }
  const overTime = resolved.grain !== undefined
  switch (chart.type) {
    case 'kpi':
      return plainly(kpi(resolved, table, chart), resolved, table, chart)
    case 'table':
      return plainly(tableData(table), resolved, table, chart)
    case 'heatmap':
      return plainly(matrixData(resolved, table), resolved, table, chart)
    case 'scatter':
      return plainly(scatter(resolved, table, chart.options), resolved, table, chart)
    case 'donut':
    case 'treemap':
      return plainly(parts(resolved, table, chart.type), resolved, table, chart)
    case 'line':
    case 'area':
    case 'stacked-area':
    case 'area-100':
    case 'bars':
    case 'stacked-bars':
    case 'bars-line': {
      if (!overTime) return plainly(barsData(resolved, table, chart.type), resolved, table, chart)
      const { data, notes } = seriesData(resolved, table, chart)
      const running = data.partialFrom !== undefined
      return { data, notes, summary: summaryOf(chart.title, { ...data, running }) }
    }
  }
}

function plainly(
  data: TileData,
  resolved: Resolved,
  table: AnswerTable,
  { title, days }: ChartChosen,
): Drawn {
  const firstMeasure = table.columns.findIndex(({ role }) => role === 'measure')
  const names = table.cells[firstMeasure - 1]
  const format = resolved.measures[0]?.format ?? { kind: 'number' as const }
  const figures = (table.cells[firstMeasure] ?? [])
    .slice(0, 4)
    .map((value, row) => `${names ? `${String(names[row])} ` : ''}${formatNumber(numberOf(value), format)}`)
  if (data.kind === 'kpi' && days !== '') figures.push(midSentence(days))
  const compares = data.kind === 'table' || data.kind === 'kpi'
  return {
    data,
    notes: compares ? [] : notCompared(resolved),
    summary: `${title}: ${figures.join(', ')}${table.rows > 4 ? `; ${table.rows} rows in all` : ''}.`,
  }
}

function kpi(resolved: Resolved, table: AnswerTable, { course }: ChartChosen): KpiData {
  const [measure] = resolved.measures
  const format = measure?.format ?? { kind: 'number' as const }
  const column = table.columns.findIndex(({ role }) => role === 'measure')
  const values = (table.cells[column] ?? []).map(numberOf)
  const overTime = resolved.grain !== undefined
  const spark = overTime ? { dates: (table.cells[0] ?? []).map(String), values } : course
  const change = table.columns.findIndex(({ role }) => role === 'change')
  const prior = table.columns.findIndex(({ role }) => role === 'prior')
  const about = table.columns[change]
  const [moved, earlier] = [numberOf(table.cells[change]?.[0]), numberOf(table.cells[prior]?.[0])]
  const before = resolved.query.compare === 'year-ago' ? 'a year ago' : 'the period before'
  const better = measure?.better ?? 'none'
  // Across zero there is no percentage, so the earlier value is shown instead.
  const compared =
    moved === null
      ? { value: earlier, format, label: before.replace(/^the/, 'in the'), better: 'none' as const }
      : { value: moved, format: about?.format ?? format, label: `vs ${before}`, better }
  return {
    kind: 'kpi',
    value: values.findLast((value) => value !== null) ?? null,
    format,
    changes: about?.format === undefined ? [] : [compared],
    percentile: null,
    spark: { dates: spark?.dates ?? [], values: spark?.values ?? [] },
    colorKey: measure?.label ?? '',
  }
}

function tableData(table: AnswerTable): TableData {
  const rows = Math.min(table.rows, 2000)
  return {
    kind: 'table',
    columns: table.columns.map(({ id, label, role, format, better }) => ({
      key: id,
      label,
      kind:
        role === 'date' || role === 'attribute'
          ? ('text' as const)
          : role === 'change'
            ? ('change' as const)
            : ('number' as const),
      ...(format === undefined ? {} : { format }),
      ...(better === undefined ? {} : { better }),
    })),
    cells: table.cells.map((column): readonly TableCell[] => column.slice(0, rows)),
  }
}

function scatter(resolved: Resolved, table: AnswerTable, options: ChartOptions): ScatterData {
  const [x, y, size] = resolved.measures
  const [names = [], xs = [], ys = [], sizes = []] = table.cells
  const points = names.flatMap((name, row) => {
    const [a, b, c] = [numberOf(xs[row]), numberOf(ys[row]), size ? numberOf(sizes[row]) : null]
    if (a === null || b === null) return []
    const key = String(name)
    return [{ key, label: key, colorKey: key, x: a, y: b, ...(c !== null && { size: c }) }]
  })
  const log = options.logScale === true && isAboveZero({ points }) ? { logScale: true } : {}
  return {
    kind: 'scatter',
    x: { label: x?.label ?? '', format: x?.format ?? { kind: 'number' }, ...log },
    y: { label: y?.label ?? '', format: y?.format ?? { kind: 'number' }, ...log },
    points,
    ...(size ? { sizeLabel: size.label, sizeFormat: size.format } : {}),
  }
}

/** Parts of a whole: a donut of at most four, or a treemap of names, with the second attribute nested in the first. */
function parts(resolved: Resolved, table: AnswerTable, shape: 'donut' | 'treemap'): PartsData {
  const measure = resolved.measures[0]
  const inner = resolved.attributes.length === 2
  const values = table.cells[inner ? 2 : 1] ?? []
  const groups = new Map<string, { key: string; value: number }[]>()
  values.forEach((value, row) => {
    if (typeof value !== 'number' || value <= 0) return
    const group = String(table.cells[0]?.[row])
    const list = groups.get(group) ?? []
    list.push({ key: inner ? String(table.cells[1]?.[row]) : group, value })
    groups.set(group, list)
  })
  const nodes = [...groups]
    .map(([key, list]) => ({
      key,
      label: key,
      colorKey: key,
      value: list.reduce((sum, { value }) => sum + value, 0),
      ...(inner && { children: list.map((leaf) => ({ ...leaf, label: leaf.key, colorKey: key })) }),
    }))
    .sort((a, b) => b.value - a.value)
  const maxParts = shape === 'donut' ? 4 : 24
  const rest = nodes.slice(maxParts - 1)
  const shown =
    nodes.length <= maxParts
      ? nodes
      : [
          ...nodes.slice(0, maxParts - 1),
          {
            key: 'Other',
            label: 'Other',
            colorKey: 'Other',
            value: rest.reduce((sum, { value }) => sum + value, 0),
          },
        ]
  return {
    kind: 'parts',
    shape,
    nodes: shown,
    total: nodes.reduce((sum, { value }) => sum + value, 0),
    totalLabel: 'in all',
    format: measure?.format ?? { kind: 'number' },
  }
}
