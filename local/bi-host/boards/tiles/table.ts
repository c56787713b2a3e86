import type { TableCell, TableColumn, TableData, Better, NumberFormat } from '../../wire/board'
import type { QueryFilter } from '../../model/source'
import type { BuiltTile, TileContext, TileDefinition, TileQuestion } from '../definition'
import { figureAt, figureOver, readPanel, type Panel } from '../panel'
import { known, difference, lastOf, percentChange, type Values } from '../../query/statistics'
import { formatNumber } from '../../rendering/format'
import { tileHead, type TileText } from './shapes'
import * as formats from '../../model/formats'

/** One column of a table by an attribute, computed for each row from its measure's daily history. */
export interface ColumnSpec {
  readonly label: string
  readonly measure: string
  /** Days (rows) of history needed. */
  readonly days: number
  readonly kind: TableColumn['kind']
  readonly format?: NumberFormat
  readonly better?: Better
  readonly cell: (history: Values, key: string, panel: Panel) => TableCell
  /** Set if the column's cells add up to a figure. */
  readonly figure?: 'at' | { readonly over: number }
  /** Relative to all names, whatever the filter. */
  readonly ofAll?: true
}

export const now = (measure: string, label: string, more: Partial<ColumnSpec> = {}): ColumnSpec => ({
  label,
  measure,
  days: 5,
  kind: 'number',
  cell: lastOf,
  figure: 'at',
  ...more,
})

/** `share` draws a bar beside the number. `number` omits it for tables with many columns. */
export const share = (
  measure: string,
  label = 'Share',
  kind: 'share' | 'number' = 'share',
  over = 1,
): ColumnSpec => ({
  label,
  measure,
  days: Math.max(5, over),
  kind,
  ofAll: true,
  format: formats.percent,
  cell: (history, _key, panel) => {
    const sized = (values: Values): number | null =>
      over === 1 ? lastOf(values) : known(values.slice(-over)).reduce((sum, value) => sum + value, 0)
    const all = panel.keys.reduce((sum, key) => sum + (sized(panel.values[key] ?? []) ?? 0), 0)
    const own = sized(history)
    return own === null || all === 0 ? null : (100 * own) / all
  },
})

export const change = (
  measure: string,
  days: number,
  as: 'percent' | 'absolute' | 'points' | 'basis-points',
  label = `${days} d`,
): ColumnSpec => ({
  label,
  measure,
  days: days + 1,
  kind: 'change',
  ...(as === 'percent'
    ? { format: formats.percentChange }
    : as === 'points'
      ? { format: formats.points }
      : as === 'basis-points'
        ? { format: formats.basisPointsChange }
        : {}),
  cell: (history) => {
    const before = history.at(-1 - days)
    if (as === 'percent') return percentChange(lastOf(history), before)
    const gap = difference(lastOf(history), before)
    return gap === null ? null : as === 'basis-points' ? gap * 100 : gap
  },
})

export const sumOver = (
  measure: string,
  days: number,
  label: string,
  more: Partial<ColumnSpec> = {},
): ColumnSpec => ({
  label,
  measure,
  days,
  kind: 'number',
  cell: (history) => {
    const present = known(history.slice(-days))
    return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0)
  },
  figure: { over: days },
  ...more,
})

export const trend = (measure: string, days = 90): ColumnSpec => ({
  label: `${days}-day trend`,
  measure,
  days,
  kind: 'trend',
  cell: (history) => history.slice(-days),
})

/** A text column: the value of another attribute in each row, e.g. who may hold a product. */
export const words = (field: string, label: string): WordsColumn => ({ words: field, label })

interface WordsColumn {
  readonly words: string
  readonly label: string
}

export interface TableText extends TileText {
  readonly heading: string
  /** The first column sorts the rows and provides the trust line. Rows without a value in it are dropped. */
  readonly columns: readonly [ColumnSpec, ...(ColumnSpec | WordsColumn)[]]
  readonly where?: readonly QueryFilter[]
  /** Measure that sorts the rows without being shown. Default: the first column. */
  readonly orderBy?: string
  /** Rows without colors, because no chart draws their names. */
  readonly plain?: true
  readonly rowLinks?: (key: string) => string | null
}

interface TableSpec extends TableText {
  readonly title: string
  readonly by: string
}

/** A table by the values of one qualified attribute (`stable_supply.token`), sorted by its first column, largest first. */
export function table(id: string, title: string, by: string, text: TableText): TileDefinition {
  const { measure } = text.columns[0]
  return {
    ...tileHead(id, title, {
      kind: 'table',
      measure,
      size: [60, 460],
      text,
      crossFilterField: by,
      drill: { where: text.where ?? [], by: [by.split('.').at(-1) ?? ''] },
      asks: askedBy(by, text),
    }),
    build: (context) => buildTable(context, { ...text, title, by }),
  }
}

/** Only the columns with current values: the builder computes changes itself. */
function askedBy(by: string, { columns, where }: TableText): TileQuestion {
  const [first] = columns
  const state = columns.flatMap((column) =>
    'measure' in column && column.figure === 'at' ? [column.measure] : [],
  )
  return {
    measures: [...new Set([first.measure, ...state])].slice(0, 8),
    by: [by],
    over: typeof first.figure === 'object' ? first.figure.over : 1,
    ...(where === undefined ? {} : { where }),
  }
}

type Panels = ReadonlyMap<string, Panel>

async function buildTable(context: TileContext, spec: TableSpec): Promise<BuiltTile> {
  const [panels, texts] = await Promise.all([readPanels(context, spec), readWords(context, spec)])
  const [first] = spec.columns
  const main = panels.get(first.measure)
  const order = (spec.orderBy === undefined ? main : panels.get(spec.orderBy))?.keys ?? []
  const keys = main
    ? order.filter((key) => main.values[key] && first.cell(main.values[key], key, main) !== null)
    : []
  const cells: (readonly TableCell[])[] = [
    keys,
    ...spec.columns.map((column) => {
      if ('words' in column) return keys.map((key) => texts.get(column.words)?.get(key) ?? null)
      const panel = panels.get(column.ofAll ? `${column.measure} of all` : column.measure)
      return keys.map((key) => (panel?.values[key] ? column.cell(panel.values[key], key, panel) : null))
    }),
  ]
  const data: TableData = {
    kind: 'table',
    columns: [
      { key: 'name', label: spec.heading, kind: 'text' },
      ...spec.columns.map((column, index) => headOf(column, index, panels)),
    ],
    cells,
    ...(spec.orderBy === undefined ? { sort: { column: 1, descending: true } } : {}),
    ...(spec.plain ? {} : { rowColors: keys }),
    ...(spec.rowLinks ? { rowLinks: keys.map(spec.rowLinks) } : {}),
  }
  return { data, summary: tableSummary(spec, data), figures: figuresOf(spec, panels, data) }
}

/** The daily history of each measure, read once per measure. */
async function readPanels(context: TileContext, spec: TableSpec): Promise<Panels> {
  // One length for all measures of a source, so that one query reads them.
  const longest = new Map<string, number>()
  const measures = new Set<string>(spec.orderBy === undefined ? [] : [spec.orderBy])
  for (const column of spec.columns) {
    if (!('measure' in column)) continue
    const source = sourceOf(column.measure)
    measures.add(column.measure)
    longest.set(source, Math.max(longest.get(source) ?? 0, column.days))
  }
  const read = async (measure: string, isWhole = false): Promise<[string, Panel]> => {
    const source = context.model.source(sourceOf(measure))
    const days = longest.get(source.id) ?? 2
    const by = context.model.counterpart(source, spec.by) ?? spec.by
    const calendar = source.tradingDays ? Math.ceil((days * 7) / 5) + 12 : days
    const where = (spec.where ?? []).flatMap((filter) => {
      const field = context.model.counterpart(source, filter.field)
      return field === null ? [] : [{ ...filter, field }]
    })
    const request = { measure, by, range: { last: calendar, unit: 'day' }, where } as const
    return isWhole
      ? [`${measure} of all`, await readPanel(context.whole(spec.by), request)]
      : [measure, await readPanel(context, request)]
  }
  const wholes = spec.columns.flatMap((column) =>
    'measure' in column && column.ofAll ? [column.measure] : [],
  )
  return new Map(
    await Promise.all([
      ...[...measures].map((measure) => read(measure)),
      ...wholes.map((measure) => read(measure, true)),
    ]),
  )
}

const sourceOf = (measure: string): string => measure.split('.')[0] ?? ''

/** Values of other attributes on the last days, by row. */
async function readWords(
  context: TileContext,
  spec: TableSpec,
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const fields = spec.columns.flatMap((column) => ('words' in column ? [column.words] : []))
  const read = async (field: string): Promise<[string, Map<string, string>]> => {
    const [sourceId = '', attribute = ''] = field.split('.')
    const source = context.model.source(sourceId)
    const by = context.model.counterpart(source, spec.by) ?? spec.by
    const [measure = ''] = Object.keys(source.measures).filter((id) => !source.measures[id]?.requires)
    const { columns } = await context.run({
      source: sourceId,
      measures: [measure],
      dims: [by, attribute],
      range: { last: 5, unit: 'day' },
    })
    const pairs = (columns[by] ?? []).map(
      (key, row) => [String(key), String(columns[attribute]?.[row] ?? '')] as const,
    )
    return [field, new Map(pairs.filter(([, word]) => word !== 'Unknown'))]
  }
  return new Map(await Promise.all(fields.map(read)))
}

function headOf(column: ColumnSpec | WordsColumn, index: number, panels: Panels): TableColumn {
  const key = `c${index}`
  if ('words' in column) return { key, label: column.label, kind: 'text' }
  const measure = panels.get(column.measure)?.measure
  const own = column.format ?? measure?.format
  const format = own && column.kind === 'change' && !column.format ? { ...own, signed: true } : own
  const better = column.better ?? (column.kind === 'change' ? measure?.better : undefined)
  return {
    key,
    label: column.label,
    kind: column.kind,
    ...(format && column.kind !== 'trend' ? { format } : {}),
    ...(better ? { better } : {}),
  }
}

function figuresOf(spec: TableSpec, panels: Panels, data: TableData): Record<string, number> {
  const figures: Record<string, number> = {}
  for (const [index, column] of spec.columns.entries()) {
    if ('words' in column) continue
    const panel = panels.get(column.measure)
    const { figure } = column
    if (!panel || !figure) continue
    const cells = (data.cells[index + 1] ?? []).map((cell) => (typeof cell === 'number' ? cell : null))
    const last = panel.dates.at(-1) ?? ''
    const name = (meaning: string): string =>
      figure === 'at'
        ? figureAt(meaning, last)
        : figureOver(meaning, panel.dates.at(-figure.over) ?? last, last)
    for (const [row, key] of (data.cells[0] ?? []).entries()) {
      const value = cells[row] ?? null
      if (value !== null) figures[name(panel.meaningOf(String(key)))] = value
    }
    if (panel.measure.kind !== 'ratio') figures[name(panel.meaning)] = known(cells).reduce((a, b) => a + b, 0)
  }
  return figures
}

function tableSummary(spec: TableSpec, data: TableData): string {
  const [names = [], values = []] = data.cells
  const format = data.columns[1]?.format ?? { kind: 'number' as const }
  const sentences = names
    .slice(0, 3)
    .map(
      (name, row) =>
        `${String(name)} ${formatNumber(typeof values[row] === 'number' ? values[row] : null, format)}`,
    )
  return `${spec.title}: ${names.length} rows by ${spec.heading.toLowerCase()}, ${spec.orderBy === undefined ? 'largest' : 'first'} ${sentences.join(', ')}.`
}
