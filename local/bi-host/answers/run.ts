import type { BuiltTile } from '../boards/definition'
import { QueryProblem } from '../model/query'
import { QueryStopped } from '../server/engine'
import type { Warehouse } from '../server/warehouse'
import { bestChart, chartChoices, whyNot } from './chart'
import { chipsOf } from './chips'
import { compileAnswer } from './compile'
import type { CompileContext } from './compile'
import type {
  Answer,
  AnswerColumn,
  AnswerTable,
  Chip,
  RunProblem,
  RunReply,
  RunResult,
  Token,
} from './contract'
import * as formats from '../model/formats'
import { phraseOf } from './phrase'
import type { Reader } from './read/reader'
import { remedies } from './remedies'
import { AnswerProblem, resolve } from './resolve'
import type { Resolved } from './resolve'
import { splitBy } from './series-data'
import { drawAnswer } from './tile-data'
import type { Course } from './tile-data'
import { capital, rangeWords } from './words'

/** Most rows of an answer: more cannot be read, nor drawn. */
export const rowCap = 10_000

export interface RunOptions {
  readonly signal?: AbortSignal
  /** Reads a phrase: the words of the search bar, and their tokens. */
  readonly reader?: Pick<Reader, 'read'>
}

/** Answers, or says what stands in the way. Throws QueryStopped when nobody waits any more. */
export async function runAnswer(
  warehouse: Warehouse,
  answer: Answer,
  { signal, reader }: RunOptions = {},
): Promise<RunReply> {
  const started = performance.now()
  const { model } = warehouse
  const read = (text: string): Answer | null => reader?.read({ phrase: text }).answer ?? null
  const phrase = safely(() => phraseOf(model, answer, read), '')
  const tokens = reader?.read({ phrase }).tokens ?? []
  let chips: readonly Chip[] = []
  const problem = (reason: RunProblem['reason'], message: string, error?: unknown): RunProblem => ({
    kind: 'problem',
    reason,
    message,
    ...(error instanceof AnswerProblem && error.target ? { target: error.target } : {}),
    remedies: remedies(
      warehouse,
      answer,
      error instanceof AnswerProblem
        ? { reason, needs: error.needs, target: error.target }
        : { reason, needs: null, target: null },
    ),
    chips,
    phrase,
    tokens,
  })
  try {
    const resolved = resolve(model, answer.query, warehouse.asOf)
    chips = chipsOf(model, resolved, answer.chart)
    const table = await tableOf(warehouse, resolved, signal)
    if (table.truncated && answer.query.limit === undefined)
      return problem(
        'too-much',
        `This answer has more than ${rowCap.toLocaleString('en-US')} rows, more than anybody reads.`,
      )
    const course = await courseOf(warehouse, resolved, signal)
    return result(warehouse, { answer, resolved, table, course, chips, phrase, tokens, started })
  } catch (error) {
    if (error instanceof QueryProblem) return problem('cannot', error.message, error)
    if (error instanceof QueryStopped && error.reason === 'timeout')
      return problem('too-slow', 'This answer takes too long to compute. Narrow it and try again.')
    throw error
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

/** Rows of a resolved query; the names of a "top" are found first. */
export async function tableOf(
  warehouse: Warehouse,
  resolved: Resolved,
  signal?: AbortSignal,
): Promise<AnswerTable> {
  const limit = Math.min(resolved.query.limit ?? rowCap, rowCap)
  const keep = await keptNames(warehouse, resolved, signal)
  if (keep?.names.length === 0) return emptyTable(resolved)
  const context: CompileContext = {
    model: warehouse.model,
    facts: (source) => warehouse.facts(source),
    limit,
    ...(keep ? { keep } : {}),
  }
  const { sql, values } = compileAnswer(resolved, context)
  const columns = await warehouse.statement(sql, values, signal)
  return readTable(resolved, columns, limit)
}

const emptyTable = (resolved: Resolved): AnswerTable => readTable(resolved, {}, rowCap)

async function keptNames(
  warehouse: Warehouse,
  { query }: Resolved,
  signal: AbortSignal | undefined,
): Promise<CompileContext['keep'] | null> {
  const { top } = query
  if (!top) return null
  if (!query.attributes?.includes(top.attribute) || !query.measures.includes(top.by))
    throw new QueryProblem('"Top" takes an attribute and a measure of the answer.')
  if (!Number.isInteger(top.count) || top.count < 1 || top.count > 100)
    throw new QueryProblem('"Top" takes a count from 1 to 100.')
  const ranking = resolve(
    warehouse.model,
    {
      measures: [top.by],
      attributes: [top.attribute],
      ...(query.range ? { range: query.range } : {}),
      ...(query.filters ? { filters: query.filters.filter(({ field }) => field !== top.by) } : {}),
      ...(query.formulas ? { formulas: query.formulas } : {}),
      ...(query.compare ? { compare: query.compare } : {}),
      sort: { by: top.by, descending: top.from !== 'bottom' },
    },
    warehouse.asOf,
  )
  const { sql, values } = compileAnswer(ranking, {
    model: warehouse.model,
    facts: (source) => warehouse.facts(source),
    limit: 500,
  })
  const { a0 = [], v0 = [] } = await warehouse.statement(sql, values, signal)
  const names = a0
    .filter((_, row) => v0[row] !== null)
    .map(String)
    .filter((name) => name !== 'Unknown' && name !== 'Other')
  return {
    attribute: top.attribute,
    names: names.slice(0, top.count),
    // There is no "Other" among numbers and days.
    other: top.other === true && top.from !== 'bottom' && ranking.attributes[0]?.kind === 'text',
  }
}

type Columns = Awaited<ReturnType<Warehouse['statement']>>

function readTable(resolved: Resolved, columns: Columns, limit: number): AnswerTable {
  const { grain, attributes, measures, query } = resolved
  const count = Object.values(columns)[0]?.length ?? 0
  const rows = Math.min(count, limit)
  const take = (name: string): readonly (string | number | null)[] =>
    (columns[name] ?? [])
      .slice(0, rows)
      .map((value) => (typeof value === 'number' && !Number.isFinite(value) ? null : value))
  const heads: AnswerColumn[] = []
  const cells: (readonly (string | number | null)[])[] = []
  const add = (head: AnswerColumn, values: readonly (string | number | null)[]): void => {
    heads.push(head)
    cells.push(values)
  }
  if (grain !== undefined) {
    const text = (value: string | number | null): string =>
      typeof value === 'number' ? new Date(value * 86_400_000).toISOString().slice(0, 10) : String(value)
    add({ id: 'date', label: 'Date', role: 'date' }, take('d').map(text))
  }
  attributes.forEach(({ id, label }, at) => add({ id, label, role: 'attribute' }, take(`a${at}`)))
  measures.forEach((measure, at) => {
    const { id, label, format, better } = measure
    add({ id, label, role: 'measure', format, better, splitBy: splitBy(resolved, measure) }, take(`v${at}`))
  })
  if (query.compare !== undefined) {
    measures.forEach(({ id, label, format, better }, at) => {
      const [now, prior] = [take(`v${at}`), take(`p${at}`)]
      add(
        {
          id: `${id}:prior`,
          label: `${label}, ${query.compare === 'year-ago' ? 'a year ago' : 'period before'}`,
          role: 'prior',
          format,
        },
        prior,
      )
      if (grain !== undefined) return
      const inPoints = format.kind === 'percent' || format.kind === 'bps' || format.kind === 'vol-points'
      add(
        {
          id: `${id}:change`,
          label: `${label}, change`,
          role: 'change',
          format: inPoints
            ? format.kind === 'percent'
              ? formats.points
              : { ...format, signed: true }
            : formats.percentChange,
          better,
        },
        now.map((value, row) => changeOf(value, prior[row], inPoints)),
      )
    })
  }
  return { columns: heads, cells, rows, truncated: count > limit }
}

/** Percent of a base that is not positive means nothing. */
function changeOf(
  now: string | number | null,
  prior: string | number | null | undefined,
  inPoints: boolean,
): number | null {
  if (typeof now !== 'number' || typeof prior !== 'number') return null
  if (inPoints) return now - prior
  return prior > 0 ? (now / prior - 1) * 100 : null
}

/** A headline number comes with its course by day. */
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
    readonly started: number
  },
): RunResult {
  const { answer, resolved, table, chips } = made
  const wanted = answer.chart.type
  const reason = wanted === 'auto' ? '' : whyNot(wanted, resolved)
  const type = wanted === 'auto' || reason !== '' ? bestChart(resolved) : wanted
  const choices = chartChoices(resolved)
  const label = (id: string): string => choices.find((choice) => choice.type === id)?.label ?? id
  const trust = resolved.bases.map(({ id, measure, source }) => ({
    id,
    label: measure.label,
    unit: measure.unit,
    definition: measure.definition,
    lastDay: warehouse.facts(source.id).lastDay,
    source: warehouse.origin(source.id).source,
    status: warehouse.origin(source.id).status,
  }))
  const [first] = trust
  const drawn = drawAnswer(resolved, table, {
    type,
    options: answer.chart.options ?? {},
    title: answer.title,
    lastDay: first?.lastDay ?? warehouse.asOf,
    course: made.course,
  })
  const firstDay =
    resolved.sources.map(({ id }) => warehouse.facts(id).firstDay).sort()[0] ?? resolved.span.from
  const note =
    reason === '' ? null : `${label(wanted)} does not fit: ${reason} Drawn as ${label(type).toLowerCase()}.`
  return {
    kind: 'result',
    table,
    tile: {
      id: 'answer',
      title: answer.title,
      subtitle: chips.map((chip) => chip.label).join(', '),
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
      data: drawn.data,
    },
    chart: { type, note, choices },
    chips,
    phrase: made.phrase,
    tokens: made.tokens,
    range: {
      from: resolved.span.from < firstDay ? firstDay : resolved.span.from,
      to: resolved.span.to,
      label: capital(rangeWords(resolved.range)),
    },
    asOf: warehouse.asOf,
    badge: warehouse.badge,
    trust,
    notes: [
      ...(table.rows === 0 ? ['No data for this choice.'] : []),
      ...(table.truncated ? [`The first ${table.rows} rows of more.`] : []),
      ...drawn.notes,
    ],
    dataVersion: warehouse.dataVersion,
    queryMs: Math.round((performance.now() - made.started) * 10) / 10,
  }
}

/** An answer as the content of a tile. Throws QueryProblem when it cannot be given. */
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
