import type { BarsData, MatrixData, Series, SeriesData } from '../wire/board'
import { isRunning } from '../model/days'
import { hasTwoSides, isAboveZero, axisDates, earlierSeries, notCompared } from './chart'
import type { AnswerTable, ChartOptions, ChartType } from '../wire/answers'
import type { AnswerMeasure, Resolved } from './resolve'

export type Values = readonly (number | null)[]

/** Maximum number of distinguishable lines or bands, and how many to keep if there are more. */
const maxSeries = 12
const drawnSeries = 8

export interface Pivot {
  readonly dates: readonly string[]
  readonly lines: readonly {
    readonly measure: AnswerMeasure
    /** Attribute value. Null if the measure is not split. */
    readonly name: string | null
    readonly values: Values
  }[]
  readonly notes: readonly string[]
}

/** Pivots rows to one list of values per measure and name, on shared dates. */
function pivotByDate(
  resolved: Resolved,
  table: AnswerTable,
  { adds, bars }: { readonly adds: boolean; readonly bars: boolean },
): Pivot {
  const [dateColumn = []] = table.cells
  const names = resolved.attributes.length === 0 ? null : (table.cells[1] ?? [])
  const dates = axisDates(resolved, [...new Set(dateColumn.map(String))].sort(), bars)
  const positions = new Map(dates.map((date, at) => [date, at]))
  const firstMeasure = 1 + resolved.attributes.length
  const notes: string[] = []
  const lines = resolved.measures.flatMap((measure, index) => {
    const isSplit = names !== null && splitBy(resolved, measure).length > 0
    const byName = new Map<string, (number | null)[]>()
    const values = table.cells[firstMeasure + index] ?? []
    values.forEach((value, row) => {
      const name = isSplit ? String(names[row]) : ''
      let list = byName.get(name)
      if (!list) byName.set(name, (list = dates.map(() => null)))
      if (typeof value === 'number') list[positions.get(String(dateColumn[row])) ?? 0] = value
    })
    const { largest, note } = limited([...byName], measure, adds)
    if (note !== '') notes.push(note)
    return largest.map(([name, list]) => ({ measure, name: isSplit ? name : null, values: list }))
  })
  return { dates, lines, notes: [...new Set(notes)] }
}

export const splitBy = (resolved: Resolved, measure: AnswerMeasure): readonly string[] =>
  resolved.attributes
    .filter((attribute) => attribute.in.get(measure.base.source.id) !== null)
    .map(({ id }) => id)

type Named = readonly [name: string, values: (number | null)[]]

/** Keeps the largest. The rest becomes one band if values add up, else it is left out. */
function limited(
  list: readonly Named[],
  measure: AnswerMeasure,
  adds: boolean,
): { readonly largest: readonly Named[]; readonly note: string } {
  const weight = ([, values]: Named): number =>
    measure.adds === 'flow'
      ? values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0)
      : Math.abs(values.findLast((value) => value !== null) ?? 0)
  const other = list.filter(([name]) => name === 'Other')
  const sorted = list.filter(([name]) => name !== 'Other').sort((a, b) => weight(b) - weight(a))
  if (list.length <= maxSeries) return { largest: [...sorted, ...other], note: '' }
  const largest = sorted.slice(0, drawnSeries)
  if (!adds)
    return { largest, note: `The ${drawnSeries} largest of ${list.length} are drawn; the table has all.` }
  const rest = [...sorted.slice(drawnSeries), ...other]
  const sums = (rest[0]?.[1] ?? []).map((_, at) => {
    const present = rest.map(([, values]) => values[at] ?? null).filter((value) => value !== null)
    return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0)
  })
  return { largest: [...largest, ['Other', sums]], note: '' }
}

export function seriesData(
  resolved: Resolved,
  table: AnswerTable,
  chart: { readonly type: ChartType; readonly options: ChartOptions; readonly lastDay: string },
): { readonly data: SeriesData; readonly notes: readonly string[] } {
  const stacked = chart.type === 'stacked-area' || chart.type === 'area-100' || chart.type === 'stacked-bars'
  const bars = chart.type === 'bars' || chart.type === 'stacked-bars' || chart.type === 'bars-line'
  const { dates, lines, notes } = pivotByDate(resolved, table, { adds: stacked, bars })
  const right = rightAxis(resolved, lines, chart)
  const many = resolved.measures.length > 1
  const series: Series[] = lines.map(({ measure, name, values }) => ({
    key: many ? `${measure.id}:${name ?? ''}` : (name ?? measure.id),
    label: `${many ? (name === null ? measure.label : `${name} · ${measure.label}`) : (name ?? measure.label)}${right.has(measure.id) ? ' (right)' : ''}`,
    colorKey:
      name !== null && measure === resolved.measures[0]
        ? name
        : name === null
          ? measure.label
          : `${name} ${measure.label}`,
    values,
    ...(right.has(measure.id) ? { axis: 'right' as const } : {}),
    ...(chart.type === 'bars-line'
      ? { as: measure === resolved.measures[0] ? ('bars' as const) : ('line' as const) }
      : {}),
  }))
  const earlier = earlierSeries(resolved, table, { type: chart.type, dates, series, right })
  series.push(...earlier)
  const grain = resolved.grain ?? 'day'
  const format = resolved.measures.find(({ id }) => !right.has(id))?.format ?? resolved.measures[0]?.format
  const rightFormat = resolved.measures.find(({ id }) => right.has(id))?.format
  const lastDay = resolved.span.to < chart.lastDay ? resolved.span.to : chart.lastDay
  const running = isFlow(resolved) && dates.length > 0 && isRunning(lastDay, grain)
  return {
    notes: [...notes, ...(earlier.length === 0 ? notCompared(resolved) : [])],
    data: {
      kind: 'series',
      shape: shapeOf(
        chart.type,
        lines.some(({ values }) => values.some((value) => (value ?? 0) < 0)),
      ),
      grain,
      dates,
      series,
      format: format ?? { kind: 'number' },
      ...(rightFormat ? { rightFormat } : {}),
      ...(chart.options.logScale === true &&
      (chart.type === 'line' || chart.type === 'area') &&
      isAboveZero({ series })
        ? { logScale: true }
        : {}),
      ...(grain === 'day' && resolved.sources.every(({ tradingDays }) => tradingDays === true)
        ? { tradingDays: true }
        : {}),
      ...(running ? { partialFrom: dates.length - 1 } : {}),
    },
  }
}

const isFlow = ({ measures }: Resolved): boolean => measures.some(({ adds }) => adds === 'flow')

function shapeOf(type: ChartType, negative: boolean): SeriesData['shape'] {
  switch (type) {
    case 'area':
    case 'stacked-area':
    case 'area-100':
      return negative && type !== 'area' ? 'line' : type
    case 'bars':
    case 'bars-line':
      return 'bars'
    case 'stacked-bars':
      return negative ? 'diverging-bars' : 'stacked-bars'
    case 'line':
    case 'kpi':
    case 'donut':
    case 'treemap':
    case 'heatmap':
    case 'scatter':
    case 'table':
      return 'line'
  }
}

/** Measures for the right axis: those with another unit than the first, or of a very different magnitude. */
function rightAxis(
  { measures }: Resolved,
  lines: Pivot['lines'],
  { type, options }: { readonly type: ChartType; readonly options: ChartOptions },
): ReadonlySet<string> {
  const [first, ...others] = measures
  if (!first || !hasTwoSides(type)) return new Set()
  if (options.rightAxis) return new Set(options.rightAxis.filter((id) => first.id !== id))
  const size = (id: string): number =>
    lines
      .filter(({ measure }) => measure.id === id)
      .reduce(
        (most, { values }) =>
          values.reduce<number>((top, value) => Math.max(top, Math.abs(value ?? 0)), most),
        0,
      )
  const base = size(first.id)
  return new Set(
    others
      .filter(({ id, format }) => {
        if (format.kind !== first.format.kind) return true
        const own = size(id)
        return own > 0 && base > 0 && (own / base > 20 || base / own > 20)
      })
      .map(({ id }) => id),
  )
}

/** Values by name: one bar or one stack per name. */
export function barsData(resolved: Resolved, table: AnswerTable, type: ChartType): BarsData {
  const [first = [], second = []] = table.cells
  const [attribute] = resolved.attributes
  const shown = resolved.attributes.length
  const categories = [...new Set(first.map(String))].slice(0, 40)
  const positions = new Map(categories.map((name, at) => [name, at]))
  const spread = (column: readonly (string | number | null)[], rows: (row: number) => boolean): Values => {
    const list = categories.map((): number | null => null)
    column.forEach((value, row) => {
      const at = positions.get(String(first[row]))
      if (typeof value === 'number' && at !== undefined && rows(row)) list[at] = value
    })
    return list
  }
  const names = shown === 2 ? [...new Set(second.map(String))].slice(0, maxSeries) : []
  const series =
    shown === 2
      ? names.map((name) => ({
          key: name,
          label: name,
          colorKey: name,
          values: spread(table.cells[2] ?? [], (row) => String(second[row]) === name),
        }))
      : resolved.measures.map(({ id, label }, at) => ({
          key: id,
          label,
          colorKey: label,
          values: spread(table.cells[1 + at] ?? [], () => true),
        }))
  return {
    kind: 'bars',
    shape: type === 'stacked-bars' ? 'stacked-bars' : 'bars',
    orientation: attribute && attribute.kind !== 'text' ? 'vertical' : 'horizontal',
    categories: categories.map((name) => ({ key: name, label: name, colorKey: name })),
    series,
    format: resolved.measures[0]?.format ?? { kind: 'number' },
  }
}

export function matrixData(resolved: Resolved, table: AnswerTable): MatrixData {
  const overTime = resolved.grain !== undefined
  const [rowCells, columnCells] = overTime
    ? [table.cells[1] ?? [], table.cells[0] ?? []]
    : [table.cells[0] ?? [], table.cells[1] ?? []]
  const values = table.cells[2] ?? []
  const rows = [...new Set(rowCells.map(String))].slice(0, 40)
  const columns = [...new Set(columnCells.map(String))].slice(overTime ? -60 : 0, overTime ? undefined : 40)
  const grid = rows.map(() => columns.map((): number | null => null))
  const rowAt = new Map(rows.map((name, at) => [name, at]))
  const columnAt = new Map(columns.map((name, at) => [name, at]))
  values.forEach((value, row) => {
    const [y, x] = [rowAt.get(String(rowCells[row])), columnAt.get(String(columnCells[row]))]
    const line = y === undefined ? undefined : grid[y]
    if (line && x !== undefined && typeof value === 'number') line[x] = value
  })
  const [a, b] = resolved.attributes
  return {
    kind: 'matrix',
    scale: grid.some((line) => line.some((value) => (value ?? 0) < 0)) ? 'diverging' : 'sequential',
    rows: rows.map((name) => ({ key: name, label: name })),
    columns: columns.map((name) => ({ key: name, label: name })),
    values: grid,
    format: resolved.measures[0]?.format ?? { kind: 'number' },
    rowHeading: a?.label ?? '',
    columnHeading: overTime ? 'Date' : (b?.label ?? ''),
    labels: columns.length <= 14,
  }
}
