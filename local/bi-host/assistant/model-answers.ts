import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Answer, AssistantAnswer, Reading, AnswerTable, RunResult } from '../wire/answers'
import { narrowed } from '../query/narrow'
import { otherNames, withBoth } from '../answers/read/both'
import { readingOn } from '../answers/read/reading-on'
import { readerFor } from '../answers/read/readers'
import type { Reader } from '../answers/read/reader'
import type { Subject } from '../answers/read/subject'
import { runAnswer } from '../boards/run-answer'
import { openWorksheet } from '../boards/library/catalogue'
import { liveboards } from '../wire/liveboards'
import type { SemanticModel } from '../model/semantic-model'
import type { Warehouse } from '../warehouse/warehouse'
import type { AnswerContext, Answering } from '../wire/answering'
import { asksOf } from './summary'
import { refusalText, inOwnWords, ownWords, titled, type OwnWords } from './left-out'
import { failure, suggestionOf, type Understood } from './suggestion'
import { explained, whenOfWhy } from '../questions/why'
import { daysBetween } from '../model/days'

const most = 3

/** What may be asked next. Only what the reader understands, word for word, and what would change the answer. */
function followUps(
  reader: Reader,
  previous: Answer,
  { table, range }: Pick<RunResult, 'table' | 'range'>,
): readonly string[] {
  const days = daysBetween(range.from, range.to) + 1
  return candidates(previous, table, days)
    .filter((phrase) => {
      const { answer, amended, notUnderstood } = reader.read({ phrase, previous })
      if (answer === null || !amended || notUnderstood.length > 0) return false
      return JSON.stringify(answer.query) !== JSON.stringify(previous.query)
    })
    .slice(0, most)
}

/** In the order of how much they tell. */
function candidates({ query }: Answer, table: AnswerTable, days: number): readonly string[] {
  const overTime = table.columns.some(({ role }) => role === 'date')
  const names = byWeight(table)
  const finest = query.grain === undefined || query.grain === 'day' || query.grain === 'hour'
  return [
    ...(names.length > 1 ? [`only ${names[0] ?? ''}`] : []),
    ...(overTime && finest && days > 150 ? ['by month instead'] : []),
    ...(overTime && finest && days > 27 && days <= 150 ? ['by week instead'] : []),
    ...(names.length > 6 ? ['top 5'] : []),
    ...(overTime ? (days < 360 ? ['past year'] : []) : ['by week, last 90 days']),
    ...(overTime || query.compare !== undefined ? [] : ['compared with the previous period']),
  ]
}

/** The names of an answer by its first measure, the weightiest first: of a table over time by its last interval. */
function byWeight({ columns, cells }: AnswerTable): readonly string[] {
  const column = (role: string): readonly (string | number | null)[] =>
    cells[columns.findIndex((one) => one.role === role)] ?? []
  const [names, values, dates] = [column('attribute'), column('measure'), column('date')]
  const last = dates.reduce<string>((latest, day) => (String(day) > latest ? String(day) : latest), '')
  const weight = new Map<string, number>()
  for (const [row, name] of names.entries()) {
    if (typeof name !== 'string') continue
    const value = last === '' || dates[row] === last ? Math.abs(Number(values[row] ?? 0)) : 0
    weight.set(name, Math.max(weight.get(name) ?? 0, value))
  }
  return [...weight].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
}

/** What the answer view draws; null when the question has no answer. */
export type Drawing = (question: string, context: AnswerContext) => Promise<AssistantAnswer | null>
/** The question as a query; null when it was not understood. */
export type Understanding = (question: string, context: Omit<AnswerContext, 'signal'>) => Answer | null

/** A question that was understood, and as what. */
interface Previous {
  readonly asked: string
  readonly answer: Answer
  /** Whether it asked why. */
  readonly why: boolean
  /** The last answer before it that was about other names. */
  readonly before: Answer | null
  readonly words: OwnWords
}

/** A message as it was read, and the last one up to it that was understood. */
interface Read {
  readonly understood: Understood
  readonly last: Previous | null
}

/** Messages that are stored as they were read, so that none is read twice; the oldest go. */
const mostRead = 2_000

/** What the boards of one coin are about, for questions that do not say. */
const subjects: Readonly<Record<string, Subject>> = {
  [liveboards.bitcoin.worksheetId]: { asset: 'BTC' },
  [liveboards.ethereum.worksheetId]: { asset: 'ETH', chain: 'Ethereum' },
}

/**
 * The assistant over the semantic model. It reads questions by rules and is no language model: what it did not understand it says, and
 * every word it did is shown as it was read. A question is read once, on top of what the one before it was read as, so that "only
 * Ethereum" has something to narrow.
 */
export function modelAnswers(warehouse: Warehouse): {
  readonly answer: Answering
  readonly draw: Drawing
  readonly understood: (question: string, context: Omit<AnswerContext, 'signal'>) => Understood
  readonly understand: Understanding
} {
  const readerOf = (context: Omit<AnswerContext, 'signal'>): Reader => {
    const bearer = { kind: 'person', subject: context.person, email: '', name: '' } as const
    const { sources } = openWorksheet(warehouse.model, bearer, context.worksheet.id)
    return readingOn(readerFor(warehouse, sources), readerFor(warehouse, warehouse.model.sources), sources)
  }
  const under = (answer: Answer, { narrow }: Pick<AnswerContext, 'narrow'>): Answer =>
    narrowed(warehouse.model, warehouse.asOf, answer, narrow)
  const read = new Map<string, Read>()
  /** The last of these messages, read after the one before it as that was stored; null for none. */
  const readLast = (messages: readonly string[], context: Omit<AnswerContext, 'signal'>): Read | null => {
    const asked = messages.at(-1)
    if (asked === undefined) return null
    const { id } = context.worksheet
    const key = createHash('sha256')
      .update(JSON.stringify([id, context.person, messages]))
      .digest('base64')
    const stored = read.get(key)
    if (stored) return stored
    const before = readLast(messages.slice(0, -1), context)?.last ?? null
    const previous = withBoth(asked, before)
    const understood = understand(warehouse, readerOf(context), { asked, previous, subject: subjects[id] })
    const { answer, assumption, words } = understood
    // What was not understood is passed over: the next question goes on from the one before it.
    const last =
      answer === null
        ? before
        : { asked, answer, why: assumption !== null, before: otherNames(answer, before ?? undefined), words }
    const made = { understood, last }
    read.set(key, made)
    for (const oldest of read.keys()) if (read.size > mostRead) read.delete(oldest)
    return made
  }
  const understood = (question: string, context: Omit<AnswerContext, 'signal'>): Understood => {
    const found = readLast([...context.asked, question], context)
    if (found === null) throw new Error('No message.')
    return found.understood
  }
  return {
    understood,
    async answer(question, context) {
      const read = understood(question, context)
      const reader = readerOf(context)
      if (read.answer === null) {
        const { reading } = read
        return failure('NOT_UNDERSTOOD', refusalText({ question, reading, reader, asOf: warehouse.asOf }))
      }
      const answer = titled(read.words, under(read.answer, context))
      const reply = await runAnswer(warehouse, answer, { signal: context.signal })
      if (reply.kind === 'problem') return failure(reply.reason.toUpperCase(), reply.message)
      const result = inOwnWords(read.words, reply)
      return { suggestion: suggestionOf(warehouse, read, { question, answer, result, reader }) }
    },
    async draw(question, context) {
      const { answer, drawn = answer, words } = understood(question, context)
      if (answer === null || drawn === null) return null
      const reply = await runAnswer(warehouse, under(drawn, context), { signal: context.signal })
      return {
        reply: reply.kind === 'result' ? inOwnWords(words, reply) : reply,
        followUps: reply.kind === 'result' ? followUps(readerOf(context), answer, reply) : [],
      }
    },
    understand(question, context) {
      const { answer, drawn = answer } = understood(question, context)
      return drawn && under(drawn, context)
    },
  }
}

function understand(
  { model }: Warehouse,
  reader: Reader,
  {
    asked,
    previous,
    subject,
  }: { readonly asked: string; readonly previous: Previous | null; readonly subject: Subject | undefined },
): Understood {
  const when = whenOfWhy(asked)
  const before = previous === null ? {} : { previous: previous.answer }
  const reading = averaged(model, asked, reader.read({ phrase: when ?? asked, subject, ...before }))
  // "Why did it fall" alone is about the whole of what was shown.
  const about = ofMeasure(when === '' ? (previous?.answer ?? null) : reading.answer, when !== null)
  const goesOnFrom =
    when === '' || (reading.amended && takesOver(reader, { asked: when ?? asked, subject }, reading))
      ? (previous?.asked ?? null)
      : null
  const words =
    reading.answer === null
      ? (previous?.words ?? noWords)
      : ownWords(model, reading, reading.answer, previous?.words ?? noWords)
  const [measure] = about?.query.measures ?? []
  const again = previous?.why === true && reading.amended && asksTheSame(previous.answer, about)
  if ((when === null && !again) || about === null || measure === undefined || measure.startsWith('formula.'))
    return { reading, words, answer: reading.answer, assumption: null, goesOnFrom }
  return { reading, words, goesOnFrom, ...explained(model, sameDays(about, previous?.answer), measure) }
}

/** "Average price last month": the mean of its days, where one number would be the last of them, or all together. */
function averaged(model: SemanticModel, asked: string, reading: Reading): Reading {
  const { answer } = reading
  const [id = '', ...more] = answer?.query.measures ?? []
  if (answer === null || !asksOf(asked).mean || more.length > 0 || id.startsWith('formula.')) return reading
  const { query } = answer
  const [source = ''] = id.split('.')
  const { measure } = model.measure(model.source(source), id)
  const isMean = measure.kind === 'ratio' && measure.over === 'interval'
  if (
    isMean ||
    query.grain !== undefined ||
    query.compare !== undefined ||
    (query.attributes ?? []).length > 0
  )
    return reading
  return { ...reading, answer: { ...answer, query: { ...query, grain: 'day' } } }
}

const noWords: OwnWords = new Map()

/** Whether a question would be read otherwise by itself: one that says everything goes on from nothing. */
function takesOver(
  reader: Reader,
  { asked, subject }: { readonly asked: string; readonly subject: Subject | undefined },
  { answer }: Reading,
): boolean {
  const alone = reader.read({ phrase: asked, subject })
  return alone.answer === null || !isDeepStrictEqual(alone.answer.query, answer?.query)
}

/** "Why did it fall", after a change or a growth: what changed is what is asked about. */
function ofMeasure(about: Answer | null, why: boolean): Answer | null {
  const [first] = about?.query.measures ?? []
  const formula = about?.query.formulas?.find(({ id }) => `formula.${id}` === first)
  const [, base] = /^(?:change|growth)\(([a-z_]+\.[a-z0-9_]+)\)$/.exec(formula?.expression ?? '') ?? []
  if (!why || about === null || first === undefined || base === undefined) return about
  const { formulas: _formulas, top: _top, sort: _sort, filters = [], ...rest } = about.query
  return {
    ...about,
    query: { ...rest, measures: [base], filters: filters.filter(({ field }) => field !== first) },
  }
}

/** "Why did Circle redeem so much", "why the outflow?": about the days and the names that were shown of the same measure. */
function sameDays(about: Answer, previous: Answer | undefined): Answer {
  const { range, measures, filters = [], attributes = [] } = about.query
  const shown = previous?.query
  // Days of its own make it a question of its own.
  if (!shown || range || shown.measures[0] !== measures[0]) return about
  const held = (shown.filters ?? []).filter(
    ({ field, op }) => (op === 'in' || op === 'not-in') && !filters.some((own) => own.field === field),
  )
  const remaining = [...held, ...filters]
  const split = attributes.length > 0 ? attributes : (shown.attributes ?? [])
  return {
    ...about,
    query: {
      ...about.query,
      ...(shown.range ? { range: shown.range } : {}),
      ...(remaining.length > 0 ? { filters: remaining } : {}),
      ...(split.length > 0 ? { attributes: split } : {}),
    },
  }
}

/** "And ether?" after a "why" asks why again: the same change, of another or over other days. */
function asksTheSame({ query: before }: Answer, after: Answer | null): boolean {
  return (
    after !== null &&
    after.query.measures.join() === before.measures.join() &&
    after.query.compare === before.compare &&
    after.query.top === undefined &&
    after.query.grain === undefined
  )
}
