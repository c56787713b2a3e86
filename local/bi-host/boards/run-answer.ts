import { numberOf, type Values } from '../query/statistics'
import type { KpiData, PartsData, ScatterData, TableCell, TableData, TileData } from '../wire/board'
import { summaryOf } from './tiles/series'
import { formatNumber, formatDay } from '../rendering/format'
import { isAboveZero, notCompared, axesOf, bestChart, chartChoices, whyNot } from '../query/chart'
import type {
  AnswerTable,
  ChartOptions,
  ChartType,
  Answer,
  Chip,
  RunProblem,
  RunReply,
  RunResult,
  Token,
} from '../wire/answers'
import { AnswerProblem, resolve, type Resolved } from '../query/resolve'
import { barsData, matrixData, seriesData } from '../query/series-data'
import { midSentence, rangeLabel } from '../query/words'
import type { BuiltTile } from './definition'
import { QueryProblem } from '../model/source'
import { QueryStopped } from '../warehouse/engine'
import type { Warehouse } from '../warehouse/warehouse'
import { chipsOf } from '../questions/chips'
import { figuresOf, rowCap, tableOf, withFittedFormats } from '../query/table'
import { phraseOf, wordsOf } from '../questions/phrase'
import type { Reader } from '../answers/read/reader'
import { remedies } from '../query/remedies'
import { holderOf } from './library/catalogue'

interface Drawn {
  readonly data: TileData | null
  readonly summary: string
  readonly notes: readonly string[]
}

/** The sparkline of a KPI: its daily history. */
interface Course {
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
function drawAnswer(resolved: Resolved, table: AnswerTable, chart: ChartChosen): Drawn {
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

interface RunOptions {
  readonly signal?: AbortSignal
  /** Reads a phrase for the search bar's words and tokens. */
  readonly reader?: Pick<Reader, 'read'>
}

/** Runs an answer, or reports the problem. Throws QueryStopped if the caller aborts. */
export async function runAnswer(
  warehouse: Warehouse,
  answer: Answer,
  { signal, reader }: RunOptions = {},
): Promise<RunReply> {
  const { model } = warehouse
  const read = (text: string): Answer | null => reader?.read({ phrase: text }).answer ?? null
  const phrase = safely(() => phraseOf(model, answer, read), '')
  const tokens = reader?.read({ phrase }).tokens ?? []
  let chips: readonly Chip[] = []
  let range: RunResult['range'] | null = null
  const problem = (reason: RunProblem['reason'], message: string, error?: unknown): RunProblem => {
    const about = error instanceof AnswerProblem ? error.about : {}
    return {
      kind: 'problem',
      reason,
      message,
      ...(about.target ? { target: about.target } : {}),
      remedies: remedies(warehouse, answer, reason, about),
      chips,
      ...(range === null ? {} : { range }),
      // The exact phrase is only worth its length if it leads to an answer.
      ...(reason === 'cannot' ? formatNumber() : { phrase, tokens }),
    }
  }
  const formatNumber = () => {
    const phraseOfAnswer = safely(() => wordsOf(model, answer), phrase)
    return { phrase: phraseOfAnswer, tokens: reader?.read({ phrase: phraseOfAnswer }).tokens ?? [] }
  }
  try {
    const resolved = resolve(model, answer.query, warehouse.asOf)
    chips = chipsOf(model, resolved, answer.chart)
    range = rangeTaken(warehouse, resolved)
    const table = await tableOf(warehouse, resolved, signal)
    if (table.truncated && answer.query.limit === undefined)
      return problem(
        'too-much',
        `This answer has more than ${rowCap.toLocaleString('en-US')} rows, more than anybody reads.`,
      )
    const course = await courseOf(warehouse, resolved, signal)
    return result(warehouse, {
      answer,
      resolved: withFittedFormats(resolved, table),
      table,
      course,
      chips,
      phrase,
      tokens,
    })
  } catch (error) {
    if (error instanceof QueryProblem) return problem('cannot', error.message, error)
    if (error instanceof QueryStopped && error.reason === 'timeout')
      return problem('too-slow', 'This answer takes too long to compute. Narrow it and try again.')
    throw error
  }
}

/** The requested days, limited to those that exist. */
function rangeTaken(warehouse: Warehouse, { sources, span, range }: Resolved): RunResult['range'] {
  const firstDay = sources.map(({ id }) => warehouse.facts(id).firstDay).sort()[0] ?? span.from
  return {
    from: span.from < firstDay ? firstDay : span.from,
    to: span.to,
    label: rangeLabel(range),
    taken: range,
  }
}

function safely<Value>(make: () => Value, otherwise: Value): Value {
  try {
    return make()
  } catch (error) {
    if (error instanceof QueryProblem) return otherwise
    throw error
  }
}

/** A KPI comes with its daily history. */
async function courseOf(
  warehouse: Warehouse,
  resolved: Resolved,
  signal?: AbortSignal,
): Promise<Course | null> {
  const { query, attributes, measures, grain } = resolved
  if (grain !== undefined || attributes.length > 0 || measures.length > 1) return null
  const { compare: _compare, range: _range, sort: _sort, limit: _limit, ...rest } = query
  const daily = resolve(
    warehouse.model,
    {
      ...rest,
      filters: (query.filters ?? []).filter(({ field }) => !query.measures.includes(field)),
      grain: 'day',
      range: { kind: 'last', count: 90, unit: 'day' },
    },
    warehouse.asOf,
  )
  const table = await tableOf(warehouse, daily, signal)
  return {
    dates: (table.cells[0] ?? []).map(String),
    values: (table.cells[1] ?? []).map((value) => (typeof value === 'number' ? value : null)),
  }
}

function result(
  warehouse: Warehouse,
  made: {
    readonly answer: Answer
    readonly resolved: Resolved
    readonly table: AnswerTable
    readonly course: Course | null
    readonly chips: readonly Chip[]
    readonly phrase: string
    readonly tokens: readonly Token[]
  },
): RunResult {
  const { answer, resolved, table, chips } = made
  const wanted = answer.chart.type
  const reason = wanted === 'auto' ? '' : whyNot(wanted, resolved)
  const type = wanted === 'auto' || reason !== '' ? bestChart(resolved) : wanted
  const choices = chartChoices(resolved)
  const label = (id: string): string => choices.find((choice) => choice.type === id)?.label ?? id
  const trust = figuresOf(warehouse, resolved)
  const [first] = trust
  const drawn = drawAnswer(resolved, table, {
    type,
    options: answer.chart.options ?? {},
    title: answer.title,
    lastDay: first?.lastDay ?? warehouse.asOf,
    course: made.course,
    days: chips.find(({ target }) => target.part === 'range')?.label ?? '',
  })
  const note =
    reason === '' ? null : `${label(wanted)} does not fit: ${reason} Drawn as ${label(type).toLowerCase()}.`
  return {
    kind: 'result',
    table,
    tile: {
      id: 'answer',
      title: answer.title,
      subtitle: type === 'kpi' ? cardWords(chips, answer.title) : labelsOf(chips),
      kind: drawn.data?.kind ?? 'table',
      span: 60,
      height: 420,
      trust: {
        unit: first?.unit ?? '',
        source: first?.source ?? '',
        lastDay: first?.lastDay ?? warehouse.asOf,
        status: first?.status ?? 'final',
        definition: first?.definition ?? '',
      },
      summary: drawn.summary,
      question: made.phrase,
      sourceId: holderOf(warehouse.model, resolved.sources),
      data: drawn.data,
    },
    chart: { type, note, choices, axes: axesOf(resolved, type, drawn.data) },
    chips,
    phrase: made.phrase,
    tokens: made.tokens,
    range: rangeTaken(warehouse, resolved),
    asOf: warehouse.asOf,
    badge: warehouse.badge,
    trust,
    notes: [
      ...(table.rows === 0 ? ['No data for this choice.'] : beginsEarlier(warehouse, resolved)),
      ...(table.truncated ? [`The first ${table.rows} rows of more.`] : []),
      ...drawn.notes,
    ],
  }
}

/** Note if the first whole interval starts before the requested day. */
function beginsEarlier(warehouse: Warehouse, resolved: Resolved): readonly string[] {
  const { range, span, grain } = resolved
  if (!('from' in range) || rangeTaken(warehouse, resolved).from >= range.from) return []
  return [`The first ${grain} begins on ${formatDay(span.from)}.`]
}

const labelsOf = (chips: readonly Chip[]): string => chips.map(({ label }) => label).join(', ')

/** Text for the subtitle of a small card: its days first, the year once. */
function cardWords(chips: readonly Chip[], title: string): string {
  const days = chips.filter(({ kind }) => kind === 'date')
  const others = chips.filter((chip) => !days.includes(chip) && chip.label !== title)
  return labelsOf([...days, ...others]).replace(/^From (\d+ \w+)(?: (\d{4})(?= to \d+ \w+ \2))?/, '$1')
}

/** An answer as tile content. Throws QueryProblem if it cannot be computed. */
export async function builtAnswer(
  warehouse: Warehouse,
  answer: Answer,
  signal?: AbortSignal,
): Promise<BuiltTile> {
  const reply = await runAnswer(warehouse, answer, signal ? { signal } : {})
  if (reply.kind === 'problem') throw new QueryProblem(reply.message)
  const { data, summary, subtitle } = reply.tile
  if (data === null) throw new QueryProblem('No data for this choice.')
  return { data, summary, subtitle }
}
