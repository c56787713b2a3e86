import type { Answer, Reading, RunReply, RunResult, SavedAnswerHead, Token } from '../../answers/contract'
import type { BoardProblem } from '../board/problem'
import { autoTitle } from './auto-title'
import type { Catalog } from './catalog'
import { emptyAnswer } from './edits'

export interface PinnedPlace {
  readonly dashboardId: string
  readonly dashboardName: string
  readonly tileId: string
}

export interface Topic {
  /** Of a dataset's worksheet or of a source, as it was given. */
  readonly id: string
  readonly title: string
  readonly sources: readonly string[]
  readonly examples: readonly string[]
}

export interface BuilderState {
  readonly catalog: Catalog | null
  /** Why there is nothing to choose from. */
  readonly fieldsProblem: BoardProblem | null
  readonly answer: Answer
  /** The text of the search bar, and how it is read. */
  readonly phrase: string
  readonly tokens: readonly Token[]
  /** How the last question was read; gone when something is changed by hand. */
  readonly reading: Reading | null
  readonly status: 'idle' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly reply: RunReply | null
  /** What is on screen while the next answer is worked out. */
  readonly shown: RunResult | null
  readonly runProblem: BoardProblem | null
  readonly past: readonly Answer[]
  readonly future: readonly Answer[]
  /** Where this chart is kept, and as what. */
  readonly saved: SavedAnswerHead | null
  readonly keptAs: string
  /** A person has changed something since it was kept. */
  readonly touched: boolean
  /** Where the chart stands that this one was opened from, and can be put back. */
  readonly pinned: PinnedPlace | null
  /** What a person meant by words that can mean several things. */
  readonly choices: Readonly<Record<string, string>>
  /** What the builder was opened on: a dataset's sources, or one. */
  readonly topic: Topic | null
  /** Sentences about an old or damaged chart that was opened. */
  readonly openProblems: readonly string[]
}

/** A sheet that nobody has begun. */
export const nothing = {
  answer: emptyAnswer,
  phrase: '',
  tokens: [],
  reading: null,
  status: 'idle',
  reply: null,
  shown: null,
  runProblem: null,
  past: [],
  future: [],
  saved: null,
  keptAs: '',
  touched: false,
  pinned: null,
  choices: {},
  openProblems: [],
} as const

/** Other than what is kept of it, whoever made it so. */
export function isChanged({ answer, keptAs }: BuilderState): boolean {
  return JSON.stringify(answer) !== keptAs
}

/** A person's work that would be lost with the page. */
export function isUnsaved(state: BuilderState): boolean {
  return state.touched && state.answer.query.measures.length > 0 && isChanged(state)
}

/** The chart with the name that it shows: a person's, or one made of what it asks. */
export function titled(answer: Answer, catalog: Catalog | null): Answer {
  const own = answer.title.trim()
  return { ...answer, title: (own === '' ? autoTitle(answer, catalog) : own).slice(0, 200) }
}
