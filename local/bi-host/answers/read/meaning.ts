import type {
  AnswerCompare,
  AnswerFilter,
  AnswerGrain,
  AnswerRange,
  ChartType,
  PeriodUnit,
} from '../../wire/answers'
import type { FunctionName } from '../../query/functions'
import type { Marker } from './markers'
import type { Sense } from './lexicon'
import type { Word } from './words'

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
