import type { BarsData, NumberFormat, PartNode, PartsData, MatrixData } from '../../wire/board'
import * as formats from '../../model/formats'
import { partsOf, type QueryFilter, type Query, type Range } from '../../model/source'
import { figureAt, figureOver, readPanel, meaningOf, type Panel } from '../panel'
import { difference, known, lastOf } from '../../query/statistics'
import { barsData, type Bar, type Calculation, type Made } from '../tiles/shapes'
import type { TileContext, TileQuestion } from '../definition'
import { formatDay, formatNumber } from '../../rendering/format'

interface BreakdownChoice {
  readonly by: string
  readonly where?: readonly QueryFilter[]
  /** Keeps the largest, and adds the rest up as "Other". */
  readonly top?: number
  readonly format?: NumberFormat
  readonly name?: string
}

const requestOf = (measure: string, choice: BreakdownChoice, days: number) => ({
  measure,
  by: choice.by,
  range: { last: days, unit: 'day' } as const,
  ...(choice.where ? { where: choice.where } : {}),
  ...(choice.top ? { top: { count: choice.top, other: true } } : {}),
})

const wholeBy = (context: TileContext, measure: string, { by }: BreakdownChoice): TileContext =>
  context.whole(`${measure.split('.')[0] ?? ''}.${by}`)

const asked = (measure: string, { by, where, top }: BreakdownChoice, over: number): TileQuestion => ({
  measures: [measure],
  by: [by],
  over,
  ...(where ? { where } : {}),
  ...(top ? { top: { count: top, other: true } } : {}),
})

/** A balance on the last day by the values of an attribute, with the 30-day change of each share. */
export function latestBy(measure: string, choice: BreakdownChoice): Calculation<Made<BarsData>> {
  return {
    measure,
    drill: { where: choice.where ?? [], by: [choice.by] },
    asks: asked(measure, choice, 1),
    build: async (context) => {
      const [panel, all] = await Promise.all([
        readPanel(context, requestOf(measure, choice, 31)),
        readPanel(wholeBy(context, measure, choice), requestOf(measure, choice, 31)),
      ])
      const total = sumAt(all, -1)
      const before = sumAt(all, 0)
      const bars = panel.keys.map((key): Bar => {
        const value = lastOf(panel.values[key] ?? [])
        const was = panel.values[key]?.[0] ?? 0
        const gap =
          value === null || total === 0 || before === 0 ? null : (100 * value) / total - (100 * was) / before
        return {
          key,
          value,
          note: `${formatNumber(total === 0 ? null : (100 * (value ?? 0)) / total, formats.percent)}, ${formatNumber(gap, formats.points)}`,
        }
      })
      const day = panel.dates.at(-1) ?? ''
      return {
        data: barsData(bars, choice.format ?? panel.measure.format, {
          name: choice.name ?? panel.measure.label,
          sorted: false,
        }),
        summary: `On ${formatDay(day)}: ${barsSummary(bars, choice.format ?? panel.measure.format)}.`,
        figures: {
          ...(panel.measure.kind === 'semi-additive'
            ? { [figureAt(panel.meaning, day)]: sumAt(panel, -1) }
            : {}),
          ...eachAt(panel, day),
        },
      }
    },
  }
}

/** Figures of each name on the last day. None for a flow, which belongs to no single day. */
function eachAt(panel: Panel, day: string): Record<string, number> {
  if (panel.measure.kind === 'additive') return {}
  return Object.fromEntries(
    panel.keys.flatMap((key) => {
      const value = panel.values[key]?.at(-1) ?? null
      return value === null || key === 'Other' ? [] : [[figureAt(panel.meaningOf(key), day), value]]
    }),
  )
}

/** A flow summed over the last `days` by the values of an attribute. */
export function sumBy(
  measure: string,
  choice: BreakdownChoice & { readonly days: number; readonly shape?: BarsData['shape'] },
): Calculation<Made<BarsData>> {
  return {
    measure,
    drill: { where: choice.where ?? [], by: [choice.by], range: { last: choice.days, unit: 'day' } },
    asks: asked(measure, choice, choice.days),
    build: async (context) => {
      const panel = await readPanel(context, requestOf(measure, choice, choice.days))
      const bars = panel.keys
        .map((key): Bar => ({ key, value: sum(panel.values[key] ?? []) }))
        .sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
      const format = choice.format ?? panel.measure.format
      const total = bars.reduce((all, { value }) => all + (value ?? 0), 0)
      return {
        data: barsData(bars, format, {
          name: choice.name ?? panel.measure.label,
          shape: choice.shape ?? 'bars',
        }),
        summary: `Last ${choice.days} days: ${barsSummary(bars, format)}.`,
        figures: { [figureOver(panel.meaning, panel.dates[0] ?? '', panel.dates.at(-1) ?? '')]: total },
      }
    },
  }
}

/** How many percentage points of the total each value gained or lost in 30 days. */
export function shareChangeBy(
  measure: string,
  choice: BreakdownChoice & { readonly over?: number },
): Calculation<Made<BarsData>> {
  const { over = 1 } = choice
  return {
    measure,
    build: async (context) => {
      const panel = await readPanel(wholeBy(context, measure, choice), requestOf(measure, choice, 30 + over))
      const window = (key: string, end: number): number =>
        sum((panel.values[key] ?? []).slice(end - over, end)) ?? 0
      const shares = (end: number): Map<string, number> => {
        const all = panel.keys.reduce((total, key) => total + window(key, end), 0)
        return new Map(panel.keys.map((key) => [key, all === 0 ? 0 : (100 * window(key, end)) / all]))
      }
      const [now, before] = [shares(panel.dates.length), shares(over)]
      const bars = panel.keys.map((key): Bar => ({
        key,
        value: difference(now.get(key), before.get(key)),
        note: formatNumber(now.get(key), formats.percent),
      }))
      return {
        data: barsData(
          bars,
          { ...formats.points, digits: 2 },
          { shape: 'diverging-bars', name: 'Change of share' },
        ),
        summary: `Change of share in 30 days: ${barsSummary(bars, formats.points)}.`,
      }
    },
  }
}

/** A rate on the last day by the values of an attribute. */
export function rateBy(
  measure: string,
  choice: BreakdownChoice & { readonly guide?: { readonly measure: string; readonly label: string } },
): Calculation<Made<BarsData>> {
  return {
    measure,
    asks: asked(measure, choice, 1),
    build: async (context) => {
      const [panel, guide] = await Promise.all([
        readPanel(context, requestOf(measure, choice, 31)),
        choice.guide
          ? readPanel(context, { measure: choice.guide.measure, range: { last: 10, unit: 'day' } })
          : null,
      ])
      const format = choice.format ?? panel.measure.format
      const level = guide ? lastOf(guide.values[''] ?? []) : null
      const bars = panel.keys.map((key): Bar => ({ key, value: lastOf(panel.values[key] ?? []) }))
      return {
        data: barsData(bars, format, {
          name: choice.name ?? panel.measure.label,
          ...(level === null || !choice.guide
            ? {}
            : { guides: [{ value: level, label: `${choice.guide.label} ${formatNumber(level, format)}` }] }),
        }),
        summary: `${panel.measure.label}: ${barsSummary(bars, format)}.`,
      }
    },
  }
}

export const sum = (values: readonly (number | null)[]): number | null => {
  const present = known(values)
  return present.length === 0 ? null : present.reduce((all, value) => all + value, 0)
}

/** Sum of all keys on one row of the panel, counted from either end. */
const sumAt = (panel: Panel, row: number): number =>
  sum(panel.keys.map((key) => panel.values[key]?.at(row) ?? null)) ?? 0

/** The first names and values of a list of bars, for a summary. */
export const barsSummary = (bars: readonly Bar[], format: NumberFormat): string =>
  bars
    .slice(0, 4)
    .map(({ key, value }) => `${key} ${formatNumber(value, format)}`)
    .join(', ')

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
