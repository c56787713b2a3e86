import { QueryProblem } from '../model/source'
import { resolve } from '../query/resolve'
import type { Answer, Chip, NotUnderstood, Reading, Token } from '../wire/answers'
import { chipsOf, examplesFor } from './chips'
import type { Item, TokenScope } from './token-fields'
import { lexemesOf } from './token-lexer'
import { parseTokens, type Parsed } from './token-parser'
import { titleOf } from './titles'

/**
 * Reads a phrase in token language: everything is taken as it is written, nothing is implied. What is not known is refused by name,
 * with the nearest that is; what was understood besides it stands as chips, and there is no answer.
 */
export function readTokens(scope: TokenScope, phrase: string): Reading {
  const lexemes = lexemesOf(phrase)
  const parsed = parseTokens(scope, lexemes)
  const { answer, chips, refusal } = answered(scope, parsed)
  return {
    phrase,
    tokens: parsed.items.map((item) => tokenOf(phrase, item)),
    answer,
    amended: false,
    chips,
    notUnderstood: parsed.problems.map(({ start, end, suggestions }): NotUnderstood => {
      return { text: phrase.slice(start, end), start, end, suggestions }
    }),
    ambiguities: [],
    assumptions: [],
    refusal:
      refusal === null ? null : { message: refusal, suggestions: examplesFor(scope.sources).slice(0, 3) },
  }
}

interface Answered {
  readonly answer: Answer | null
  readonly chips: readonly Chip[]
  readonly refusal: string | null
}

function answered({ model, asOf }: TokenScope, { query, chart, problems }: Parsed): Answered {
  const [problem] = problems
  if (query.measures.length === 0)
    return {
      answer: null,
      chips: [],
      refusal: problem?.message ?? 'Name a measure in brackets, such as [Supply] or [Price].',
    }
  try {
    const resolved = resolve(model, query, asOf)
    const chips = chipsOf(model, resolved, { type: chart })
    if (problem) return { answer: null, chips, refusal: problem.message }
    return {
      answer: { version: 2, title: titleOf(resolved), query, chart: { type: chart } },
      chips,
      refusal: null,
    }
  } catch (error) {
    if (!(error instanceof QueryProblem)) throw error
    return { answer: null, chips: [], refusal: problem?.message ?? error.message }
  }
}

const types: Readonly<Record<Item['reads']['as'], Pick<Token, 'kind' | 'typeEnum' | 'dataType'>>> = {
  measure: { kind: 'measure', typeEnum: 'MEASURE', dataType: 'DOUBLE' },
  attribute: { kind: 'attribute', typeEnum: 'ATTRIBUTE', dataType: 'VARCHAR' },
  value: { kind: 'attribute', typeEnum: 'ATTRIBUTE_VALUE', dataType: 'VARCHAR' },
  range: { kind: 'date', typeEnum: 'DATE', dataType: 'DATE' },
  grain: { kind: 'date', typeEnum: 'DATE_BUCKET', dataType: 'DATE' },
  formula: { kind: 'formula', typeEnum: 'FORMULA', dataType: 'DOUBLE' },
  top: { kind: 'set', typeEnum: 'SET', dataType: 'UNKNOWN' },
  condition: { kind: 'parameter', typeEnum: 'PARAMETER', dataType: 'UNKNOWN' },
  keyword: { kind: 'other', typeEnum: 'KEYWORD', dataType: 'UNKNOWN' },
  unknown: { kind: 'other', typeEnum: 'UNRECOGNIZED', dataType: 'UNKNOWN' },
}

function tokenOf(phrase: string, { start, end, reads }: Item): Token {
  return {
    ...types[reads.as],
    text: phrase.slice(start, end),
    start,
    end,
    state: reads.as === 'unknown' ? 'unknown' : 'read',
    reads: reads.label,
    guid: reads.id ?? null,
  }
}
