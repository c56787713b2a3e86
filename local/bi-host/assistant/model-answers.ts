import { isDeepStrictEqual } from 'node:util'
import { createHash } from 'node:crypto'
import type { Answer, Reading, AssistantAnswer, AnswerTable, RunResult } from '../wire/answers'
import type { Reader } from '../answers/read/reader'
import type { Subject } from '../answers/read/choosing'
import { runAnswer } from '../boards/run-answer'
import type { SemanticModel } from '../model/semantic-model'
import { unsettled } from '../questions/chips'
import { changeBy, explained, explains, splitsOf, whenOfWhy } from '../questions/why'
import type { Warehouse } from '../warehouse/warehouse'
import { userTermsOf, refusalText, inUserTerms, titled, type UserTerms } from './phrasing'
import { failure, suggestionOf, type Understood } from './suggestion'
import { asksOf } from './summary'
import { narrowed } from '../query/resolve'
import { otherNames, withBoth, readingOn, readerFor } from '../answers/read/readers'
import { openWorksheet } from '../boards/library/catalogue'
import { liveboards } from '../wire/liveboards'
import type { AnswerContext, Answering, Asking } from '../wire/answering'
import { daysBetween } from '../model/days'

/** A question that was understood, and its reading. */
interface Previous {
  readonly asked: string
  readonly answer: Answer
  /** Whether it is a question for causes ("why"). */
  readonly why: boolean
  /** The last answer before it that was about other names. */
  readonly before: Answer | null
  readonly words: UserTerms
}

/** Runs a query with the filters of the page where the question was asked. */
type Run = (answer: Answer) => ReturnType<typeof runAnswer>

/** Of the splits with more than one member, the one that explains most of a change. Null if there is none. */
async function bestSplit(model: SemanticModel, run: Run, about: Answer, measure: string) {
  const found = await Promise.all(
    splitsOf(model, about, measure).map(async (split) => {
      const reply = await run(changeBy(split, about, ''))
      const size = reply.kind === 'result' ? explains(reply.table) : null
      return size === null ? [] : [{ split, size }]
    }),
  )
  return found.flat().toSorted((a, b) => b.size - a.size)[0]?.split ?? null
}

/** "Hello", "thanks": nothing that could change the previous answer. */
function isPleasantry(reading: Reading, asked: string, unchanged: Answer | undefined): boolean {
  return (
    unchanged !== undefined &&
    reading.amended &&
    !/\b(?:again|repeat|same)\b/i.test(asked) &&
    reading.tokens.every(({ state }) => state === 'filler') &&
    isDeepStrictEqual(reading.answer?.query, unchanged.query)
  )
}

async function understand(
  { model }: Warehouse,
  reader: Reader,
  {
    run,
    asked,
    previous,
    unchanged,
    subject,
  }: {
    readonly run: Run
    readonly asked: string
    readonly previous: Previous | null
    /** The previous answer without added names. */
    readonly unchanged: Answer | undefined
    readonly subject: Subject | undefined
  },
): Promise<Understood> {
  const when = whenOfWhy(asked)
  const before = previous === null ? {} : { previous: previous.answer }
  const onTop = averaged(model, asked, reader.read({ phrase: when ?? asked, subject, ...before }))
  const read =
    when === null && isPleasantry(onTop, asked, unchanged) ? reader.read({ phrase: asked, subject }) : onTop
  const after = (phrase: string): Reading => reader.read({ phrase, subject, ...before })
  // Reads the user's exact words, so that suggestions are phrased the same way.
  const reading = read.notUnderstood.length === 0 ? read : unsettled(after(asked), after)
  // "Why did it fall" alone is about everything that was shown.
  const about = ofMeasure(when === '' ? (previous?.answer ?? null) : reading.answer, when !== null)
  const followsUpOn =
    when === '' || (reading.amended && dependsOnPrevious(reader, { asked: when ?? asked, subject }, reading))
      ? (previous?.asked ?? null)
      : null
  const words =
    reading.answer === null
      ? (previous?.words ?? noWords)
      : userTermsOf(model, reading, reading.answer, previous?.words ?? noWords)
  const [measure] = about?.query.measures ?? []
  const isWhy = previous?.why === true && reading.amended && repeatsWhy(previous.answer, about)
  if ((when === null && !isWhy) || about === null || measure === undefined || measure.startsWith('formula.'))
    return { reading, words, answer: reading.answer, assumption: null, followsUpOn }
  const shown = sameDays(about, previous?.answer)
  const split = await bestSplit(model, run, shown, measure)
  return { reading, words, followsUpOn, ...explained(model, shown, measure, split) }
}

/** "Average price last month" is the mean over days, so it needs a daily grain: without one, the value is the last day's or the total. */
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

const noWords: UserTerms = new Map()

/** Whether the question depends on the previous one. A complete question reads the same alone. */
function dependsOnPrevious(
  reader: Reader,
  { asked, subject }: { readonly asked: string; readonly subject: Subject | undefined },
  { answer }: Reading,
): boolean {
  const alone = reader.read({ phrase: asked, subject })
  return alone.answer === null || !isDeepStrictEqual(alone.answer.query, answer?.query)
}

/** "Why did it fall" after a change or a growth is about the measure that changed. */
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

/** "Why did Circle redeem so much", "why the outflow?": takes over the days and names that were shown for the same measure. */
function sameDays(about: Answer, previous: Answer | undefined): Answer {
  const { range, measures, filters = [], attributes = [] } = about.query
  const shown = previous?.query
  // A question with a range of its own stands alone.
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

/** "And ether?" after a "why" is another "why": the same change for another name or period. */
function repeatsWhy({ query: before }: Answer, after: Answer | null): boolean {
  return (
    after !== null &&
    after.query.measures.join() === before.measures.join() &&
    after.query.compare === before.compare &&
    after.query.top === undefined &&
    after.query.grain === undefined
  )
}

const maxFollowUps = 3

/** Follow-up suggestions. Only phrases that the reader fully understands and that change the answer. */
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
    .slice(0, maxFollowUps)
}

/** Most informative first. */
function candidates({ query }: Answer, table: AnswerTable, days: number): readonly string[] {
  const overTime = table.columns.some(({ role }) => role === 'date')
  const names = namesBySize(table)
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

/** The names of an answer by size of its first measure, largest first. Over time, the size is that of the last interval. */
function namesBySize({ columns, cells }: AnswerTable): readonly string[] {
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

/** Content of the answer view. A question without an answer gets what was understood, and suggestions. */
export type Drawing = (question: string, context: AnswerContext) => Promise<AssistantAnswer | null>
/** The question as a query. Null if it was not understood. */
export type Understanding = (question: string, context: Asking) => Promise<Answer | null>

/** A message as it was read, and the last message up to it that was understood. */
interface Read {
  readonly understood: Understood
  readonly last: Previous | null
}

/** Size of the cache of read messages, so that none is read twice. The oldest are dropped. */
const maxCachedReadings = 2_000

/** Default subject of questions on the boards of a single coin. */
const subjects: Readonly<Record<string, Subject>> = {
  [liveboards.bitcoin.worksheetId]: { asset: 'BTC' },
  [liveboards.ethereum.worksheetId]: { asset: 'ETH', chain: 'Ethereum' },
}

/**
 * The assistant over the semantic model. It reads questions by rules, without a language model: it reports what it did not understand, and
 * shows how it read each other word. Each question is read once, relative to the reading of the one before it, so that "only Ethereum" has
 * something to narrow.
 */
export function modelAnswers(warehouse: Warehouse): {
  readonly answer: Answering
  readonly draw: Drawing
  readonly understood: (question: string, context: Asking) => Promise<Understood>
  readonly understand: Understanding
} {
  const readerOf = (context: Asking): Reader => {
    const bearer = { kind: 'person', subject: context.person, email: '', name: '' } as const
    const { sources } = openWorksheet(warehouse.model, bearer, context.worksheet.id)
    return readingOn(readerFor(warehouse, sources), readerFor(warehouse, warehouse.model.sources), sources)
  }
  const under = (answer: Answer, { narrow }: Pick<AnswerContext, 'narrow'>): Answer =>
    narrowed(warehouse.model, warehouse.asOf, answer, narrow)
  const readLast = messageReader(warehouse, readerOf, (answer, context) =>
    runAnswer(warehouse, under(answer, context)),
  )
  const refusalOf = (question: string, reading: Reading, context: Asking): string =>
    refusalText({ question, reading, reader: readerOf(context), asOf: warehouse.asOf })
  const understood = async (question: string, context: Asking): Promise<Understood> => {
    const found = await readLast([...context.asked, question], context)
    if (found === null) throw new Error('No message.')
    return found.understood
  }
  return {
    understood,
    async answer(question, context) {
      const read = await understood(question, context)
      if (read.answer === null) return failure('NOT_UNDERSTOOD', refusalOf(question, read.reading, context))
      const answer = titled(read.words, under(ranking(read.answer), context))
      const reply = await runAnswer(warehouse, answer, { signal: context.signal })
      if (reply.kind === 'problem') return failure(reply.reason.toUpperCase(), reply.message)
      const result = inUserTerms(read.words, reply)
      return { suggestion: suggestionOf(warehouse, read, { question, answer, result }) }
    },
    async draw(question, context) {
      const { reading, answer, drawn = answer, words } = await understood(question, context)
      if (answer === null || drawn === null) {
        const { chips, tokens, refusal } = reading
        const message = refusalOf(question, reading, context)
        const reply = {
          kind: 'problem',
          reason: 'cannot',
          message,
          remedies: [],
          chips,
          phrase: question,
          tokens,
        } as const
        return { reply, followUps: refusal?.suggestions ?? [] }
      }
      const reply = await runAnswer(warehouse, under(ranking(drawn), context), { signal: context.signal })
      return {
        reply: reply.kind === 'result' ? inUserTerms(words, isWinner(drawn) ? marked(reply) : reply) : reply,
        followUps: reply.kind === 'result' ? followUps(readerOf(context), answer, reply) : [],
      }
    },
    async understand(question, context) {
      const { answer, drawn = answer } = await understood(question, context)
      return drawn && under(ranking(drawn), context)
    },
  }
}

/** Reads the last of these messages relative to the cached reading of the one before it. Null if there are none. */
function messageReader(
  warehouse: Warehouse,
  readerOf: (context: Asking) => Reader,
  runUnder: (answer: Answer, context: Asking) => ReturnType<Run>,
) {
  const read = new Map<string, Promise<Read | null>>()
  const readLast = (messages: readonly string[], context: Asking): Promise<Read | null> => {
    const { id } = context.worksheet
    const key = createHash('sha256')
      .update(JSON.stringify([id, context.person, context.narrow, messages]))
      .digest('base64')
    const made = read.get(key) ?? readNow(messages, context)
    read.set(key, made)
    made.catch(() => read.delete(key))
    for (const oldest of read.keys()) if (read.size > maxCachedReadings) read.delete(oldest)
    return made
  }
  const readNow = async (messages: readonly string[], context: Asking): Promise<Read | null> => {
    const asked = messages.at(-1)
    if (asked === undefined) return null
    const before = (await readLast(messages.slice(0, -1), context))?.last ?? null
    const run: Run = (answer) => runUnder(answer, context)
    const previous = await withWinner(run, asked, withBoth(asked, before))
    const subject = subjects[context.worksheet.id]
    const understood = await understand(warehouse, readerOf(context), {
      run,
      asked,
      previous,
      unchanged: before?.answer,
      subject,
    })
    const { answer, assumption, words } = understood
    // A message that was not understood is skipped: the next one follows the message before it.
    const last =
      answer === null
        ? before
        : { asked, answer, why: assumption !== null, before: otherNames(answer, before ?? undefined), words }
    return { understood, last }
  }
  return readLast
}

/** How many names to show around the one that "which has the most" asks for. */
const rankingSize = 10

/** "Which has the most": a single name over the whole range. */
const isWinner = ({ query: { top, attributes = [], grain } }: Answer): boolean =>
  top?.count === 1 && attributes.length === 1 && grain === undefined

/** Widens a winner to its ranking, because a single bar has nothing to compare with. */
function ranking(answer: Answer): Answer {
  const { top } = answer.query
  if (top === undefined || !isWinner(answer)) return answer
  const query = { ...answer.query, top: { ...top, count: rankingSize } }
  return { ...answer, title: answer.title.replace(/^(Top|Bottom) 1: /, ''), query }
}

/** Labels the winner's bar as the answer. */
function marked(result: RunResult): RunResult {
  const { data } = result.tile
  if (data?.kind !== 'bars') return result
  const notes = data.categories.map((_, at) => (at === 0 ? 'Answer' : (data.notes?.[at] ?? '')))
  return { ...result, tile: { ...result.tile, data: { ...data, notes } } }
}

/** Only as subject or possessive: in "smooth it", "it" is the chart. */
const pronoun = /\b(?:has|have|did|does|do|is|was) (?:it|that one|this one)\b|\bits\b/i

/** "Which exchange has the most", then "why did it fall": keeps the exchange found, even if another one leads on other days. */
async function withWinner(run: Run, asked: string, previous: Previous | null): Promise<Previous | null> {
  if (previous === null || !pronoun.test(asked) || !isWinner(previous.answer)) return previous
  const reply = await run(previous.answer)
  const { top, attributes: _attributes, filters = [], ...query } = previous.answer.query
  const [name] = reply.kind === 'result' ? namesBySize(reply.table) : []
  if (name === undefined || top === undefined) return previous
  const winner = { field: top.attribute, op: 'in', values: [name] } as const
  const others = filters.filter(({ field }) => field !== top.attribute)
  return { ...previous, answer: { ...previous.answer, query: { ...query, filters: [...others, winner] } } }
}
