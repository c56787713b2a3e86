import type {
  Ambiguity,
  AnswerFilter,
  AnswerFormula,
  AnswerQuery,
  ChartType,
  AnswerCompare,
  AnswerGrain,
  AnswerRange,
  PeriodUnit,
} from '../../wire/answers'
import { measuresOf, parseExpression, type FunctionName } from '../../query/expression'
import type { Marker } from './markers'
import type { Sense } from './lexicon'
import type { Word } from './words'
import type { SemanticModel } from '../../model/semantic-model'
import type { Source } from '../../model/source'
import type { Mention } from './mentions'
import type { Named } from './roles'
import type { Subject } from './choosing'

type Changeable<Value> = { -readonly [Key in keyof Value]: Value[Key] }

/** An answer while it is being put together, and what there is to say about it. */
export class Draft {
  readonly measures: string[] = []
  readonly formulas: AnswerFormula[] = []
  readonly attributes: string[] = []
  readonly filters: AnswerFilter[] = []
  readonly rest: Changeable<Pick<AnswerQuery, 'grain' | 'range' | 'sort' | 'top' | 'compare' | 'limit'>> = {}
  chart: ChartType | 'auto' = 'auto'
  readonly assumed = new Set<string>()
  readonly assumptions: string[] = []
  readonly ambiguities: Ambiguity[] = []
  /** Places of mentions that did something. */
  readonly used = new Set<number>()
  /** Places that could not be brought to bear. */
  readonly unknown = new Set<number>()
  /** Words that are no name here and were brought to bear all the same: "as a share of supply". */
  readonly explained = new Set<number>()
  /** Wants to be seen over time. */
  series = false
  single = false
  /** Asked about from the other end: what fell most stands at the bottom, an outflow is below zero. */
  turned = false
  /** Says which way it must have gone: "which shrank". */
  sign: { readonly field: string; readonly direction: 'up' | 'down' } | null = null
  /** Attributes that are split by only because several of their values were named. */
  readonly side = new Set<string>()

  addMeasure(id: string): string {
    if (!this.measures.includes(id)) this.measures.push(id)
    return id
  }

  /** A formula by its expression; the same one twice is one. */
  formula(expression: string, label: string): string {
    const known = this.formulas.find((formula) => formula.expression === expression)
    if (known) return `formula.${known.id}`
    const slug = expression
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^[^a-z]+|_+$/g, '')
      .slice(0, 56)
    let id = slug === '' ? 'formula' : slug
    while (this.formulas.some((formula) => formula.id === id)) id = `${id}_2`
    this.formulas.push({ id, label, expression })
    return `formula.${id}`
  }

  /** The text a measure has in an expression. */
  expressionOf(id: string): string {
    return this.formulas.find((formula) => `formula.${formula.id}` === id)?.expression ?? id
  }

  /** Sources in order of appearance. */
  sources(): readonly string[] {
    const ids = this.measures.flatMap((id) =>
      id.startsWith('formula.') ? measuresOf(parseExpression(this.expressionOf(id), (label) => label)) : [id],
    )
    return [...new Set(ids.map((id) => id.slice(0, id.indexOf('.'))))]
  }

  query(): AnswerQuery {
    const formulas = this.formulas.filter(
      ({ id }) =>
        this.measures.includes(`formula.${id}`) ||
        this.filters.some(({ field }) => field === `formula.${id}`),
    )
    return {
      measures: this.measures,
      ...(this.attributes.length > 0 ? { attributes: this.attributes } : {}),
      ...(this.filters.length > 0 ? { filters: this.filters } : {}),
      ...(formulas.length > 0 ? { formulas } : {}),
      ...this.rest,
    }
  }
}

export type Direction = 'up' | 'down'

/** What a stretch of words may mean. */
export type Meaning =
  | { readonly kind: 'range'; readonly range: AnswerRange }
  | { readonly kind: 'grain'; readonly grain: AnswerGrain }
  | { readonly kind: 'chart'; readonly type: ChartType }
  | {
      readonly kind: 'top'
      readonly count: number | null
      readonly from: 'top' | 'bottom'
      readonly superlative: boolean
      /** "All-time high": over all there is. */
      readonly ever?: boolean
      /** What an adjective measures by itself: "cheapest" asks for the cost. */
      readonly quality?: string | undefined
    }
  | {
      readonly kind: 'compare'
      readonly compare: AnswerCompare
      /** What is compared when nothing else says so: "vs last month" is about this month. */
      readonly range: AnswerRange | null
    }
  | { readonly kind: 'step'; readonly grain: AnswerGrain }
  | {
      readonly kind: 'function'
      readonly name: FunctionName
      readonly usual: string | null
      /** "grew" and "fell" say which way; a ranking by what fell begins at the bottom. */
      readonly direction: Direction | null
      /** Over so many days, where the name itself says it: "the 200-day". */
      readonly days?: number
    }
  | { readonly kind: 'window'; readonly count: number; readonly unit: PeriodUnit }
  | {
      readonly kind: 'condition'
      readonly op: AnswerFilter['op']
      readonly values: readonly number[]
      /** `days`: from the day of the data on. */
      readonly unit: 'percent' | 'bps' | 'days' | null
    }
  | { readonly kind: 'amount'; readonly value: number }
  | { readonly kind: 'name'; readonly senses: readonly Sense[] }
  | { readonly kind: 'field'; readonly id: string }
  | { readonly kind: 'formula'; readonly expression: string; readonly label?: string }
  | { readonly kind: 'marker'; readonly marker: Marker }
  | { readonly kind: 'filler' }
  | { readonly kind: 'unknown' }

export interface Candidate {
  readonly length: number
  readonly meaning: Meaning
}

export const low = (words: readonly Word[], at: number): string => {
  const word = words[at]
  return word && !word.quoted ? word.low : ''
}

/** Length of the first of these texts that stands here, 0 for none. Longer ones first. */
export function textAt(words: readonly Word[], at: number, texts: readonly string[]): number {
  const first = low(words, at)
  if (first === '') return 0
  for (const text of texts) {
    // Lists are long, and hardly a text in them even begins so.
    if (!text.startsWith(first)) continue
    const parts = text.split(' ')
    if (parts.every((part, step) => low(words, at + step) === part)) return parts.length
  }
  return 0
}

export const isMarker = (meaning: Meaning | undefined, ...wanted: readonly Marker[]): boolean =>
  meaning?.kind === 'marker' && wanted.includes(meaning.marker)

export interface MeasureContext {
  readonly model: SemanticModel
  readonly sources: readonly Source[]
  readonly mentions: readonly Mention[]
  readonly names: readonly Named[]
  /** Sources of the answer that is being changed: theirs come first. */
  readonly running?: readonly string[]
  /** Sources of the answer before, where this is a question of its own. */
  readonly lately?: readonly string[]
  /** Attributes the running answer is held on: another value of those is meant first. */
  readonly held?: readonly string[]
  /** What the running answer is split by. */
  readonly laidOut?: readonly string[]
  /** What the question is about when it does not say. */
  readonly subject?: Subject | undefined
  /** How near a source is to the board that the question is asked on, from 0 to 1. */
  readonly near?: ((source: Source) => number) | undefined
  readonly choices: Readonly<Record<string, string>>
  readonly textOf: (mention: Mention) => {
    readonly text: string
    readonly start: number
    readonly end: number
  }
}

/** A measure where it stands in the phrase. */
export interface Placed {
  readonly place: number
  id: string
  readonly rank: boolean
}

/** The words of a mention as they were written; empty where there is none. */
export function saidAt(
  { mentions, textOf }: Pick<MeasureContext, 'mentions' | 'textOf'>,
  place: number,
): string {
  const mention = mentions[place]
  return mention ? textOf(mention).text : ''
}
