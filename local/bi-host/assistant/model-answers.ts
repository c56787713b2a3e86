import { createHash } from 'node:crypto'
import type { Answer, AssistantAnswer, AnswerTable, Reading, RunResult } from '../wire/answers'
import { narrowed } from '../query/resolve'
import { otherNames, withBoth, readingOn, readerFor } from '../answers/read/readers'
import type { Reader } from '../answers/read/reader'
import type { Subject } from '../answers/read/choosing'
import { runAnswer } from '../boards/run-answer'
import { openWorksheet } from '../boards/library/catalogue'
import { liveboards } from '../wire/liveboards'
import type { Warehouse } from '../warehouse/warehouse'
import type { AnswerContext, Answering, Asking } from '../wire/answering'
import { refusalText, inUserTerms, titled } from './phrasing'
import { failure, suggestionOf, type Understood } from './suggestion'
import { understand, type Previous, type Run } from './understand'
import { daysBetween } from '../model/days'

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
