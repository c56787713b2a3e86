import { isDeepStrictEqual } from 'node:util'
import type { Answer, Reading } from '../wire/answers'
import type { Reader } from '../answers/read/reader'
import type { Subject } from '../answers/read/choosing'
import type { runAnswer } from '../boards/run-answer'
import type { SemanticModel } from '../model/semantic-model'
import { unsettled } from '../questions/chips'
import { changeBy, explained, explains, splitsOf, whenOfWhy } from '../questions/why'
import type { Warehouse } from '../warehouse/warehouse'
import { userTermsOf, type UserTerms } from './phrasing'
import type { Understood } from './suggestion'
import { asksOf } from './summary'

/** A question that was understood, and its reading. */
export interface Previous {
  readonly asked: string
  readonly answer: Answer
  /** Whether it is a question for causes ("why"). */
  readonly why: boolean
  /** The last answer before it that was about other names. */
  readonly before: Answer | null
  readonly words: UserTerms
}

/** Runs a query with the filters of the page where the question was asked. */
export type Run = (answer: Answer) => ReturnType<typeof runAnswer>

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

export async function understand(
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
