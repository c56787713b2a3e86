import declarationsText from './declarations.jsonl?raw'

/** Defaults of a source for words a question leaves out, and its synonyms. Attributes are bare ids of the source. */
export interface SourceDeclaration {
  readonly source: string
  readonly words?: readonly string[]
  /** Default measure if the question names none. */
  readonly measure?: string
  /** Measure for the size of one of its entities. */
  readonly size?: string
  /** The attribute that a ranking without a noun is of, if it is not the first. Qualified id. */
  readonly thing?: string
  /** The attribute for "where" questions. */
  readonly where?: string
  /** The attribute for "who" questions. */
  readonly who?: string
  /** Measure of the coins held. */
  readonly coins?: string
  /** Its measure is the default for questions that name only a return, a volatility or a drawdown. */
  readonly usual?: true
  /** Values that all its rows have, so that filtering by one is a no-op. */
  readonly wholly?: readonly string[]
}

/** Synonyms of a measure or an attribute, and its relations to other fields. */
export interface FieldDeclaration {
  /** Qualified id. */
  readonly field: string
  /** Equivalent to its label. */
  readonly strong?: readonly string[]
  /** Apply only if no stronger synonym has the word. */
  readonly weak?: readonly string[]
  /** Apply only if an entity of its source is named: "IBIT volume". */
  readonly bound?: readonly string[]
  /** Apply only if its source, or a value only that source has, is named. */
  readonly tied?: readonly string[]
  /** The same quantity counted in coins. */
  readonly inCoins?: string
  /** Counted in coins and without a counterpart in dollars: multiply by the price. */
  readonly timesPrice?: true
  /** The measure that is its share of the total. */
  readonly share?: string
  /** The only asset that has it. */
  readonly onlyFor?: string
  /** An outflow: subtracted in a net amount. */
  readonly goesOut?: true
  readonly lowIsBest?: true
}

/** Synonyms of a value of a concept. */
interface ValueDeclaration {
  readonly concept: string
  readonly value: string
  readonly words: readonly string[]
}

const declarations = declarationsText
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as SourceDeclaration | FieldDeclaration | ValueDeclaration)

export const declaredSources = declarations.filter((one) => 'source' in one)
export const declaredFields = declarations.filter((one) => 'field' in one)
export const declaredValues = declarations.filter((one) => 'value' in one)

const byField = new Map(declaredFields.map((one) => [one.field, one]))

/** Synonyms of a field, by strength. */
export const wordsOfField = (
  id: string,
): Required<Pick<FieldDeclaration, 'strong' | 'weak' | 'bound' | 'tied'>> => {
  const { strong = [], weak = [], bound = [], tied = [] } = byField.get(id) ?? {}
  return { strong, weak, bound, tied }
}
