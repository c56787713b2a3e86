import type { BuiltTile } from './definition'
import { QueryProblem } from '../model/source'
import { QueryStopped } from '../warehouse/engine'
import type { Warehouse } from '../warehouse/warehouse'
import { axesOf, bestChart, chartChoices, whyNot } from '../query/chart'
import { chipsOf } from '../questions/chips'
import type { Answer, AnswerTable, Chip, RunProblem, RunReply, RunResult, Token } from '../wire/answers'
import { figuresOf, rowCap, tableOf, withFittedFormats } from '../query/table'
import { phraseOf, wordsOf } from '../questions/phrase'
import type { Reader } from '../answers/read/reader'
import { remedies } from '../query/remedies'
import { AnswerProblem, resolve, type Resolved } from '../query/resolve'
import { drawAnswer, type Course } from './answer-tile-data'
import { rangeLabel } from '../query/words'
import { formatDay } from '../rendering/format'
import { holderOf } from './library/catalogue'

export interface RunOptions {
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
