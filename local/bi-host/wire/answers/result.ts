import type { Better, NumberFormat, RangeId, Tile } from '../board'
import type { Answer, AnswerRange, ChartType } from './question'
import type { Chip, ChipTarget, Token } from './reading'

/** Running an answer. */

export interface RunRequest {
  readonly answer: Answer
  readonly worksheetId?: string
  readonly narrow?: Narrowing
}

/** What the page around sets for every answer of a view; it is no part of the answer and is not kept with it. */
export interface Narrowing {
  /** `column`: the id or the label of an attribute. At most 20. */
  readonly filters?: readonly {
    readonly column: string
    readonly op: 'in' | 'not-in' | 'lt' | 'le' | 'gt' | 'ge' | 'between' | 'contains'
    readonly values: readonly (string | number)[]
  }[]
  /** Where the answer says none. */
  readonly range?: RangeId
}

export type RunReply = RunResult | RunProblem

export interface RunResult {
  readonly kind: 'result'
  readonly table: AnswerTable
  /** The chart, ready for the frame's tile drawing; `data` is null when the answer is empty. `trust` is the first measure's. */
  readonly tile: Tile
  readonly chart: {
    /** Drawn in `tile`: the chosen type where it fits, else the best one (`note` then says so). */
    readonly type: ChartType
    readonly note: string | null
    /** All types, in the order of the chart row. */
    readonly choices: readonly ChartChoice[]
    readonly axes: ChartAxes
  }
  readonly chips: readonly Chip[]
  /** The question in words, which is read back as the same query: the text of the search bar for an answer made by hand. */
  readonly phrase: string
  readonly tokens: readonly Token[]
  readonly range: {
    readonly from: string
    readonly to: string
    readonly label: string
    /** The query's own, or what was taken where it names none. */
    readonly taken: AnswerRange
  }
  readonly asOf: string
  readonly badge: string | null
  readonly trust: readonly MeasureTrust[]
  /** Plain remarks: rows that were cut, a source that is not split, days that are missing. */
  readonly notes: readonly string[]
  readonly dataVersion: string
  readonly queryMs: number
}

/** The answer cannot be given as asked: show the sentence and offer the changes. */
export interface RunProblem {
  readonly kind: 'problem'
  readonly reason: 'cannot' | 'too-much' | 'too-slow'
  readonly message: string
  /** Which chip it is about, where it is about one. */
  readonly target?: ChipTarget
  readonly remedies: readonly { readonly label: string; readonly answer: Answer }[]
  readonly chips: readonly Chip[]
  readonly phrase: string
  readonly tokens: readonly Token[]
  /** As in a result; absent where the question names what is not there. */
  readonly range?: RunResult['range']
}

export interface ChartChoice {
  readonly type: ChartType
  readonly label: string
  readonly fits: boolean
  /** Why not: "Needs two attributes." Empty when it fits. */
  readonly reason: string
  readonly recommended: boolean
}

/** How the value axes of the drawn chart stand, and what of them can be changed. */
export interface ChartAxes {
  readonly log: boolean
  /** Why there can be no logarithmic scale: "Only lines, areas and scatter plots have one." Empty when there can. */
  readonly logReason: string
  /** Measures that can stand on either axis, with the side they are drawn against; empty where there is one axis. */
  readonly sides: readonly { readonly id: string; readonly label: string; readonly side: 'left' | 'right' }[]
}

export interface AnswerTable {
  readonly columns: readonly AnswerColumn[]
  /** One array per column, all of one length. Dates are ISO days (hours: `2026-11-20T08:00:00Z`). */
  readonly cells: readonly (readonly (string | number | null)[])[]
  readonly rows: number
  /** The row cap cut the answer; a note says so. */
  readonly truncated: boolean
}

export interface AnswerColumn {
  /** `date`, an attribute, measure or formula id, `<measure>:prior` or `<measure>:change`. */
  readonly id: string
  readonly label: string
  readonly role: 'date' | 'attribute' | 'measure' | 'prior' | 'change'
  readonly format?: NumberFormat
  readonly better?: Better
  /** Measures: the attributes of the query that it is really split by. */
  readonly splitBy?: readonly string[]
}

export interface MeasureTrust {
  readonly id: string
  readonly label: string
  readonly unit: string
  readonly definition: string
  readonly source: string
  readonly lastDay: string
  readonly status: 'final' | 'provisional' | 'sample'
}
