import { type Source, QueryProblem } from '../../model/source'
import type { Warehouse } from '../../warehouse/warehouse'
import { createReader, type Reader } from './reader'
import type { TokenScope } from '../../questions/token-fields'
import { isTokenPhrase } from '../../questions/token-syntax'
import { readTokens } from '../../questions/tokens'
import type { SemanticModel } from '../../model/semantic-model'
import { chipsOf } from '../../questions/chips'
import type { Reading } from '../../wire/answers'
import { resolve } from '../../query/resolve'
import { explained, maskedWhy } from '../../questions/why'

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
