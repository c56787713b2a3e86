import declarationsText from './declarations.jsonl?raw'

/** What a source is taken for where a question does not say it, and how else it is called. Attributes are bare ids of it. */
export interface SourceDeclaration {
  readonly source: string
  readonly words?: readonly string[]
  /** What is measured where no measure is named. */
  readonly measure?: string
  /** How large one of its things is. */
  readonly size?: string
  /** The attribute that a ranking without a noun is of, where it is not the first; qualified. */
  readonly thing?: string
  /** The attribute that "where" asks for. */
  readonly where?: string
  /** The attribute that "who" asks for. */
  readonly who?: string
  /** What is held of a coin. */
  readonly coins?: string
  /** Its measure is meant where only what became of it is said: a return, a volatility, a drawdown. */
  readonly usual?: true
  /** Values that everything in it has, so that naming one holds nothing. */
  readonly wholly?: readonly string[]
}

/** How else a measure or an attribute is called, and what it is to others. */
export interface FieldDeclaration {
  /** Qualified id. */
  readonly field: string
  /** As good as its label. */
  readonly strong?: readonly string[]
  /** Only where nothing stronger has the word. */
  readonly weak?: readonly string[]
  /** Only where the things of its source are named: "IBIT volume". */
  readonly bound?: readonly string[]
  /** Only where its source or a value that is its alone is named. */
  readonly tied?: readonly string[]
  /** The same counted in coins. */
  readonly inCoins?: string
  /** Counted in coins without a twin in dollars: worth that many times the price. */
  readonly timesPrice?: true
  /** The measure that is its share in all there is. */
  readonly share?: string
  /** The one asset that has it. */
  readonly onlyFor?: string
  /** Leaves: it is taken away in a net. */
  readonly goesOut?: true
  readonly lowIsBest?: true
}

/** How else a value of a concept is called. */
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

/** How else a field is called, by how much the words say. */
export const wordsOfField = (
  id: string,
): Required<Pick<FieldDeclaration, 'strong' | 'weak' | 'bound' | 'tied'>> => {
  const { strong = [], weak = [], bound = [], tied = [] } = byField.get(id) ?? {}
  return { strong, weak, bound, tied }
}
