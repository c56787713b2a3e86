import type { Answer, AnswerRange, ChartType } from './answer'
import type { Better, NumberFormat, RangeId, Tile } from './board'

export interface ReadRequest {
  /** At most 500 characters. */
  readonly phrase: string
  readonly worksheetId?: string
  /** The answer that a follow-up amends ("only Ethereum", "by month instead"). */
  readonly previous?: Answer
  /** What the person chose where the host asked: by the text of `Ambiguity.text`. */
  readonly choices?: Readonly<Record<string, string>>
}

/** Every word of the phrase lies in exactly one token; white space and punctuation lie in none. */
export interface Reading {
  readonly phrase: string
  readonly tokens: readonly Token[]
  /** `null`: refused, as with any word that was not understood; `refusal` says why and what to ask instead. */
  readonly answer: Answer | null
  /** The phrase changed `previous` instead of asking anew. */
  readonly amended: boolean
  /** How it was read, in the order in which a sentence would say it. Show them always: of a refused one they are what was understood. */
  readonly chips: readonly Chip[]
  readonly notUnderstood: readonly NotUnderstood[]
  readonly ambiguities: readonly Ambiguity[]
  /** Sentences: what was taken for granted ("30-day tenor", "Funding is weighted by open interest over all venues"). */
  readonly assumptions: readonly string[]
  readonly refusal: Refused | null
}

/** The specification's kinds of search token; each has its color. */
export type TokenKind = 'measure' | 'attribute' | 'date' | 'formula' | 'set' | 'parameter' | 'other'

export interface Token {
  readonly kind: TokenKind
  /** As typed. */
  readonly text: string
  /** UTF-16 offsets into the phrase: `phrase.slice(start, end) === text`. */
  readonly start: number
  readonly end: number
  /** `filler`: a word that asks nothing ("show me"). `unknown`: not understood, underline it. */
  readonly state: 'read' | 'corrected' | 'ambiguous' | 'filler' | 'unknown'
  /** What it was read as: "Supply", "Ethereum", "last 90 days". */
  readonly reads: string
  /** Attributes of the specification's search token. */
  readonly typeEnum:
    | 'MEASURE'
    | 'ATTRIBUTE'
    | 'ATTRIBUTE_VALUE'
    | 'DATE'
    | 'DATE_BUCKET'
    | 'FORMULA'
    | 'SET'
    | 'PARAMETER'
    | 'KEYWORD'
    | 'UNRECOGNIZED'
  readonly dataType: 'DOUBLE' | 'VARCHAR' | 'DATE' | 'UNKNOWN'
  /** Field or formula id, where it stands for one. */
  readonly guid: string | null
}

/** One thing the answer does. `target` says which part of the query to take away or open when it is clicked. */
export interface Chip {
  readonly kind: TokenKind
  /** "Supply", "by Chain", "Asset: BTC, ETH", "Last 90 days", "Daily", "Top 10 by Growth", "Volume over $1B". */
  readonly label: string
  /** A sentence more, for a tooltip: the definition of a measure, the days of a range. */
  readonly detail?: string
  /** Not said by the person: shown in a quieter way. */
  readonly assumed: boolean
  readonly target: ChipTarget
}

export type ChipTarget =
  | { readonly part: 'measure' | 'attribute'; readonly id: string }
  | { readonly part: 'filter'; readonly index: number }
  | { readonly part: 'range' | 'grain' | 'top' | 'sort' | 'compare' | 'chart' | 'limit' }

export interface NotUnderstood {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Near words that would be understood, best first; at most 3. */
  readonly suggestions: readonly string[]
  /** Nearest too, but with them the rest of the question cannot be answered; absent for none. */
  readonly unfit?: readonly string[]
  /** The phrase with this word left out; absent where nothing would be left to ask. */
  readonly without?: string
}

/** A word with several meanings. The first choice was taken when `answer` is there. */
export interface Ambiguity {
  readonly text: string
  readonly start: number
  readonly end: number
  /** `id` goes into `ReadRequest.choices[text]`. */
  readonly choices: readonly { readonly id: string; readonly label: string; readonly detail: string }[]
  readonly chosen: string | null
}

export interface Refused {
  /** Null where the words that were not understood (`notUnderstood`) are all there is to say. */
  readonly message: string | null
  /** Whole questions that work and lie near; at most 3. */
  readonly suggestions: readonly string[]
}

export interface CompleteRequest {
  readonly phrase: string
  /** Where the caret stands, UTF-16 offset. */
  readonly caret: number
  readonly worksheetId?: string
  /** At most 30; 8 unless told. */
  readonly limit?: number
}

export interface CompleteReply {
  /** Best first. */
  readonly completions: readonly Completion[]
}

export interface Completion {
  /** Replaces `phrase.slice(start, end)`. A space follows when nothing else does. */
  readonly insert: string
  readonly start: number
  readonly end: number
  readonly label: string
  readonly kind: TokenKind
  readonly typeEnum: Token['typeEnum']
  readonly dataType: Token['dataType']
  /** "Measure in Stablecoin supply", "Asset", "Time range". */
  readonly detail: string
  readonly guid: string | null
}

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
