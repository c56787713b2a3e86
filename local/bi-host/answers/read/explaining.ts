import { QueryProblem } from '../../model/source'
import type { SemanticModel } from '../../model/semantic-model'
import { chipsOf } from '../../questions/chips'
import type { Reading } from '../../wire/answers'
import { resolve } from '../../query/resolve'
import { explained, maskedWhy } from '../../questions/why'
import type { Reader } from './reader'

/** A reader that takes "why did supply fall" for what it can say: who the change came from. */
export function explaining(reader: Reader, model: SemanticModel, asOf: string): Reader {
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
