import type { SemanticModel } from '../../model/semantic-model'
import type { Source } from '../../model/source'
import type { Mention } from './mentions'
import type { Named } from './roles'
import type { Subject } from './subject'

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
