import { type Source, QueryProblem } from '../../model/source'
import type { Warehouse } from '../../warehouse/warehouse'
import { createReader, type Reader } from './reader'
import type { TokenScope } from '../../questions/token-fields'
import { isTokenPhrase } from '../../questions/token-syntax'
import { readTokens } from '../../questions/tokens'
import type { SemanticModel } from '../../model/semantic-model'
import { chipsOf } from '../../questions/chips'
import type { Reading, Answer } from '../../wire/answers'
import { resolve } from '../../query/resolve'
import { explained, maskedWhy } from '../../questions/why'
import { sourcesOf } from './follow-up'

const kept = new WeakMap<Warehouse, Map<string, Reader>>()
/** A reader holds some 5 MB of names. People meet those of thirteen worksheets; each source can be asked for as one, too. */
const most = 20

/** A reader that takes "why did supply fall" for what it can say: who the change came from. */
function explaining(reader: Reader, model: SemanticModel, asOf: string): Reader {
  return {
    ...reader,
    read(request) {
      const masked = maskedWhy(request.phrase)
      if (masked === null) return reader.read(request)
      return { ...split(reader.read({ ...request, phrase: masked }), model, asOf), phrase: request.phrase }
    },
  }
}

function split(reading: Reading, model: SemanticModel, asOf: string): Reading {
  const [measure] = reading.answer?.query.measures ?? []
  if (reading.answer === null || measure === undefined || measure.startsWith('formula.')) return reading
  const { answer, assumption } = explained(model, reading.answer, measure)
  try {
    const chips = chipsOf(model, resolve(model, answer.query, asOf), answer.chart, new Set())
    return { ...reading, answer, chips, assumptions: [...reading.assumptions, assumption] }
  } catch (error) {
    if (error instanceof QueryProblem)
      return { ...reading, answer: null, chips: [], refusal: { message: error.message, suggestions: [] } }
    throw error
  }
}

/** The reader over some sources of a warehouse, made once while it is in use. */
export function readerFor(warehouse: Warehouse, sources: readonly Source[]): Reader {
  const own = kept.get(warehouse) ?? new Map<string, Reader>()
  kept.set(warehouse, own)
  const key = sources.map(({ id }) => id).join(' ')
  const known = own.get(key)
  if (known) {
    own.delete(key)
    own.set(key, known)
    return known
  }
  const scope: TokenScope = {
    model: warehouse.model,
    sources,
    asOf: warehouse.asOf,
    facts: (source) => warehouse.facts(source),
  }
  const plain = explaining(createReader(scope), warehouse.model, warehouse.asOf)
  const reader: Reader = {
    lexicon: plain.lexicon,
    // Token language is exact and a question of its own: no rule for plain words gets to see it.
    read: (request) =>
      isTokenPhrase(request.phrase) ? readTokens(scope, request.phrase) : plain.read(request),
  }
  own.set(key, reader)
  const [oldest] = own.keys()
  if (own.size > most && oldest !== undefined) own.delete(oldest)
  return reader
}

/**
 * A board's reader that asks all data where the board's own does not explain a question: what the other understands whole is taken,
 * and that it is not on the board is said.
 */
export function readingOn(board: Reader, all: Reader, shown: readonly Source[]): Reader {
  const labels = new Map(shown.map(({ id, label }) => [id, label]))
  const near = kinship(shown)
  const told = (reading: Reading): Reading => ({
    ...reading,
    assumptions: [...reading.assumptions, ...elsewhere(reading, labels)],
  })
  return {
    lexicon: board.lexicon,
    read(request) {
      const first = board.read(request)
      const enough = isWhole(first) && !guessed(first) && knows(request.previous, labels)
      const second = all.read({ ...request, near })
      // "Total market cap" says more in three words together than one by one.
      if (enough && !(isWhole(second) && !guessed(second) && saysMore(second, first))) return first
      // What is put to the board's own answer is about the board, unless it is a question of its own.
      const reaches = second.answer !== null && !knows(second.answer, labels)
      const own = second.amended && knows(request.previous, labels) && !addsTo(request) && reaches
      const certain =
        !guessed(second) || ofEvents(second) || (request.previous === undefined && first.answer === null)
      if (isWhole(second) && certain && !own) return told(second)
      const { previous, ...anew } = request
      const third = previous ? all.read({ ...anew, near }) : null
      return third !== null && isWhole(third) && ofEvents(third) ? told(third) : first
    },
  }
}

/** "Against the T-bill", "add the price": laid beside what was shown, wherever it comes from. */
const addsTo = ({ phrase }: { readonly phrase: string }): boolean =>
  /\b(?:next to|beside|alongside|on top of) (?:it|that|this|them|those|these)\b|\b(?:alongside|next to it)$/i.test(
    phrase.trim(),
  ) ||
  /^(?:and |now |ok |then )*(?:add|against|vs|versus|compare|compared|next to|overlay|plus|put|show it against)\b/i.test(
    phrase.trim(),
  )

/** Whether longer names were found in the question, and nothing else was made of it. */
const saysMore = (second: Reading, first: Reading): boolean =>
  !first.amended &&
  second.tokens.length < first.tokens.length &&
  second.tokens.filter(({ kind }) => kind === 'measure').length ===
    first.tokens.filter(({ kind }) => kind === 'measure').length

const isWhole = ({ answer, notUnderstood }: Reading): boolean => answer !== null && notUnderstood.length === 0

/** Whether no measure was named. */
const guessed = ({ assumptions }: Reading): boolean =>
  assumptions.some((text) => text.startsWith('No measure was named'))

/** What happened goes by its own names: a depeg, a rate cut. */
const ofEvents = ({ answer }: Reading): boolean => answer !== null && sourcesOf(answer).join() === 'events'

/** What goes on from data of another board is read over all of it. */
const knows = (
  previous: Parameters<typeof sourcesOf>[0] | undefined,
  labels: ReadonlyMap<string, string>,
): boolean => previous === undefined || sourcesOf(previous).every((id) => labels.has(id))

function elsewhere({ answer }: Reading, labels: ReadonlyMap<string, string>): readonly string[] {
  const others = answer ? sourcesOf(answer).filter((id) => !labels.has(id)) : []
  return others.length === 0 ? [] : ['This board does not show it: it was read over all data.']
}

/** How much of what divides a source also divides the board's own. */
function kinship(own: readonly Source[]): (source: Source) => number {
  const concepts = new Set(
    own.flatMap(({ attributes }) => Object.values(attributes).map(({ concept }) => concept)),
  )
  return ({ attributes }) => {
    const all = Object.values(attributes)
    return all.length === 0 ? 0 : all.filter(({ concept }) => concepts.has(concept)).length / all.length
  }
}

/** "Both, rebased to 100", after one name took the place of another: the two that were asked about last, side by side. */
export function withBoth<Known extends { readonly answer: Answer; readonly before: Answer | null }>(
  question: string,
  previous: Known | null,
): Known | null {
  const joined = previous && opens.test(question) ? bothOf(previous.answer, previous.before) : null
  return previous && joined ? { ...previous, answer: joined } : previous
}

const opens =
  /^\W*(?:(?:and|now|show|me|give|let's|see|with|for|of|compare|plot|put|lay|place|draw|have|get|in|on|then|ok) )*(?:both|the two|the pair|together)\b/i

function bothOf({ query, ...answer }: Answer, before: Answer | null): Answer | null {
  const older = before?.query.filters ?? []
  const filters = query.filters ?? []
  const found = filters.flatMap((filter) => {
    const other = older.find(({ field, op }) => field === filter.field && op === 'in')
    const fresh = other?.values.filter((value) => !filter.values.includes(value)) ?? []
    return filter.op === 'in' &&
      filter.values.length === 1 &&
      other?.values.length === 1 &&
      fresh.length === 1
      ? [{ ...filter, values: [...fresh, ...filter.values] }]
      : []
  })
  const [joined] = found
  if (!joined || found.length > 1) return null
  const attributes = query.attributes ?? []
  return {
    ...answer,
    query: {
      ...query,
      filters: filters.map((filter) => (filter.field === joined.field ? joined : filter)),
      attributes: attributes.includes(joined.field) ? attributes : [...attributes, joined.field],
    },
  }
}

/** The last answer about other names than this one. */
export const otherNames = (
  { query }: Answer,
  last: { readonly answer: Answer; readonly before: Answer | null } | undefined,
): Answer | null => {
  if (!last) return null
  return JSON.stringify(query.filters) === JSON.stringify(last.answer.query.filters)
    ? last.before
    : last.answer
}
