import type { FieldFilter, Grain, Better, NumberFormat, RangeId, Tile } from './board'

/** An answer: plain data, stored as it is. */

/** A query and how it is drawn. Saved, pinned, put into addresses and sent as JSON. */
export interface Answer {
  readonly version: 2
  /** 1 to 200 characters. */
  readonly title: string
  readonly query: AnswerQuery
  readonly chart: AnswerChart
}

/**
 * Field ids are qualified: `stable_supply.supply`, `stable_supply.chain`. `formula.<id>` is one of `formulas`. Measures may come from
 * several sources, which are joined on the date and on attributes with the same concept (`concept` of a FieldView), so an attribute may be
 * given by its id in any of them. A source without the attribute is not split: see `splitBy` of its result column.
 */
export interface AnswerQuery {
  /** 1 to 8 measure or formula ids, in the order of the columns. */
  readonly measures: readonly string[]
  /** 0 to 3 attribute ids to split by, in order. */
  readonly attributes?: readonly string[]
  /** Absent: one value over the whole range (for a balance, the latest). */
  readonly grain?: AnswerGrain
  /** Absent: the default range, reported in `RunResult.range` and as a chip marked `assumed`. */
  readonly range?: AnswerRange
  /** All must hold. A field may be an attribute, a measure or a formula ("volume over 1bn"). At most 20. */
  readonly filters?: readonly AnswerFilter[]
  /** `by`: a measure, formula or attribute id of this query, or `date`. */
  readonly sort?: { readonly by: string; readonly descending?: boolean }
  readonly top?: AnswerTop
  readonly compare?: AnswerCompare
  readonly formulas?: readonly AnswerFormula[]
  /** Maximum number of rows, 1 to 10,000. */
  readonly limit?: number
}

export type AnswerGrain = Grain
export type PeriodUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** Relative ranges count back from the as-of day of the data and move with it. Days are ISO, both ends inclusive. */
export type AnswerRange =
  /** E.g. the last 90 days up to as-of. */
  | { readonly kind: 'last'; readonly count: number; readonly unit: PeriodUnit }
  /** E.g. this quarter to date. `year` is year to date. */
  | { readonly kind: 'current'; readonly unit: PeriodUnit }
  /** The complete calendar periods before the current one: `count: 1` is last quarter. */
  | { readonly kind: 'previous'; readonly unit: PeriodUnit; readonly count: number }
  | { readonly kind: 'since'; readonly from: string }
  | { readonly kind: 'between'; readonly from: string; readonly to: string }
  | { readonly kind: 'all' }

/**
 * `in`, `not-in`: values of an attribute. `eq ne lt le gt ge between`: numbers and days. `contains`: text. A condition on a measure applies
 * to the rows of the table as shown, in the unit of the measure (percent as 5 for 5 %).
 */
export type AnswerFilter = Pick<FieldFilter, 'field' | 'op' | 'values'>

/** Keeps the top values of an attribute, ranked by a measure over the whole range. */
export interface AnswerTop {
  /** One of `attributes`. */
  readonly attribute: string
  /** 1 to 100. */
  readonly count: number
  /** One of `measures`. */
  readonly by: string
  readonly from?: 'top' | 'bottom'
  /** Adds the remaining values up as "Other" (balances, flows and weighted ratios only, and not with `from: 'bottom'`). */
  readonly other?: boolean
}

/**
 * Adds a column `<measure>:prior` per measure. Without a grain it also adds the change in percent, `<measure>:change` (in points if the
 * measure is a percentage). With a grain, each row is compared with the row as many intervals earlier.
 */
export type AnswerCompare = 'previous-period' | 'year-ago'

/**
 * A calculation over measures. `expression` is text such as `rwa.value / rwa.holders` or `growth(stable_supply.supply)`,
 * `moving_average(funding.funding_rate, 7)`. Labels in brackets work too: `[Supply] / [Volume]`. Functions: see `FieldsReply.functions`. It
 * is parsed, checked against the model and compiled, never evaluated as code.
 */
export interface AnswerFormula {
  /** `[a-z][a-z0-9_]*`, at most 60 characters; the field id is `formula.<id>`. */
  readonly id: string
  readonly label: string
  readonly expression: string
}

/** `auto` draws the type in `RunResult.chart.type`. */
export interface AnswerChart {
  readonly type: ChartType | 'auto'
  readonly options?: ChartOptions
}

export type ChartType =
  | 'kpi'
  | 'line'
  | 'area'
  | 'stacked-area'
  /** Shares of the whole over time. */
  | 'area-100'
  /** Over time: columns; over an attribute: horizontal bars. */
  | 'bars'
  | 'stacked-bars'
  /** First measure as bars, the others as lines on the right axis. */
  | 'bars-line'
  | 'donut'
  | 'treemap'
  | 'heatmap'
  | 'scatter'
  | 'table'

export interface ChartOptions {
  readonly logScale?: boolean
  /** Ids of measures and formulas on the right axis. Absent: chosen by unit and magnitude. */
  readonly rightAxis?: readonly string[]
}

export interface ReadRequest {
  /** At most 500 characters. */
  readonly phrase: string
  readonly worksheetId?: string
  /** The answer that a follow-up amends ("only Ethereum", "by month instead"). */
  readonly previous?: Answer
  /** The user's choices for ambiguous words, keyed by `Ambiguity.text`. */
  readonly choices?: Readonly<Record<string, string>>
}

/** Every word of the phrase is in exactly one token. White space and punctuation are in none. */
export interface Reading {
  readonly phrase: string
  readonly tokens: readonly Token[]
  /** `null`: refused, e.g. because of a word that was not understood. `refusal` has the reason and suggestions. */
  readonly answer: Answer | null
  /** The phrase amended `previous` instead of starting a new question. */
  readonly amended: boolean
  /** How the question was read, in the order of a sentence. Show them always: for a refused question they list what was understood. */
  readonly chips: readonly Chip[]
  readonly notUnderstood: readonly NotUnderstood[]
  readonly ambiguities: readonly Ambiguity[]
  /** Assumptions, as sentences ("30-day tenor", "Funding is weighted by open interest over all venues"). */
  readonly assumptions: readonly string[]
  readonly refusal: Refused | null
}

/** The specification's kinds of search token, each with a color. */
export type TokenKind = 'measure' | 'attribute' | 'date' | 'formula' | 'set' | 'parameter' | 'other'

export interface Token {
  readonly kind: TokenKind
  /** As typed. */
  readonly text: string
  /** UTF-16 offsets into the phrase: `phrase.slice(start, end) === text`. */
  readonly start: number
  readonly end: number
  /** `filler`: a word without meaning for the query ("show me"). `unknown`: not understood, to be underlined. */
  readonly state: 'read' | 'corrected' | 'ambiguous' | 'filler' | 'unknown'
  /** Its reading: "Supply", "Ethereum", "last 90 days". */
  readonly reads: string
  /** Attributes of the specification's search token: `typeEnum`, `dataType`, `guid`. */
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
  /** Field or formula id, if the token stands for one. */
  readonly guid: string | null
}

/** One part of the answer. `target` names the part of the query that a click removes or opens. */
export interface Chip {
  readonly kind: TokenKind
  /** "Supply", "by Chain", "Asset: BTC, ETH", "Last 90 days", "Daily", "Top 10 by Growth", "Volume over $1B". */
  readonly label: string
  /** Tooltip: the definition of a measure, the days of a range. */
  readonly detail?: string
  /** Assumed rather than asked for: shown more quietly. */
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
  /** Similar words that would be understood, best first, at most 3. */
  readonly suggestions: readonly string[]
  /** Similar words too, but the rest of the question cannot be answered with them. Absent if there are none. */
  readonly unfit?: readonly string[]
  /** The phrase without this word. Absent if nothing would be left. */
  readonly without?: string
}

/** A word with several meanings. If `answer` is set, the first choice was taken. */
export interface Ambiguity {
  readonly text: string
  readonly start: number
  readonly end: number
  /** `id` goes into `ReadRequest.choices[text]`. */
  readonly choices: readonly { readonly id: string; readonly label: string; readonly detail: string }[]
  readonly chosen: string | null
}

export interface Refused {
  /** Null if there is nothing to say beyond the words in `notUnderstood`. */
  readonly message: string | null
  /** Similar questions that work, at most 3. */
  readonly suggestions: readonly string[]
}

export interface CompleteRequest {
  readonly phrase: string
  /** Caret position, as a UTF-16 offset. */
  readonly caret: number
  readonly worksheetId?: string
  /** At most 30, 8 by default. */
  readonly limit?: number
}

export interface CompleteReply {
  /** Best first. */
  readonly completions: readonly Completion[]
}

export interface Completion {
  /** Replaces `phrase.slice(start, end)`. A space follows if nothing else does. */
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

/** Filters and range that the embedding page sets for every answer of a view. Not part of the answer, and not saved with it. */
export interface Narrowing {
  /** `column`: the id or the label of an attribute. At most 20. */
  readonly filters?: readonly {
    readonly column: string
    readonly op: 'in' | 'not-in' | 'lt' | 'le' | 'gt' | 'ge' | 'between' | 'contains'
    readonly values: readonly (string | number)[]
  }[]
  /** Applies if the answer has no range. */
  readonly range?: RangeId
}

export type RunReply = RunResult | RunProblem

export interface RunResult {
  readonly kind: 'result'
  readonly table: AnswerTable
  /** The chart, ready for the frame to draw. `data` is null for an empty result. `trust` is that of the first measure. */
  readonly tile: Tile
  readonly chart: {
    /** The type drawn in `tile`: the chosen one if it fits, else the best one (`note` then says so). */
    readonly type: ChartType
    readonly note: string | null
    /** All types, in the order of the chart picker. */
    readonly choices: readonly ChartChoice[]
    readonly axes: ChartAxes
  }
  readonly chips: readonly Chip[]
  /** The query in words, which parse back to the same query: the search bar's text for an answer built by hand. */
  readonly phrase: string
  readonly tokens: readonly Token[]
  readonly range: {
    readonly from: string
    readonly to: string
    readonly label: string
    /** The query's own range, or the default that was used. */
    readonly taken: AnswerRange
  }
  readonly asOf: string
  readonly badge: string | null
  readonly trust: readonly MeasureTrust[]
  /** Plain notes: rows cut off, a source that is not split, missing days. */
  readonly notes: readonly string[]
}

/** The answer cannot be computed as asked: show the sentence and offer the changes. */
export interface RunProblem {
  readonly kind: 'problem'
  readonly reason: 'cannot' | 'too-much' | 'too-slow'
  readonly message: string
  /** The chip it concerns, if it concerns one. */
  readonly target?: ChipTarget
  readonly remedies: readonly { readonly label: string; readonly answer: Answer }[]
  readonly chips: readonly Chip[]
  readonly phrase: string
  readonly tokens: readonly Token[]
  /** As in a result. Absent if the question names something unknown. */
  readonly range?: RunResult['range']
}

export interface ChartChoice {
  readonly type: ChartType
  readonly label: string
  readonly fits: boolean
  /** Why it does not fit: "Needs two attributes." Empty if it fits. */
  readonly reason: string
  readonly recommended: boolean
}

/** The value axes of the drawn chart, and their options. */
export interface ChartAxes {
  readonly log: boolean
  /** Why a logarithmic scale is unavailable: "Only lines, areas and scatter plots have one." Empty if it is available. */
  readonly logReason: string
  /** Measures that can go on either axis, with their current side. Empty if there is one axis. */
  readonly sides: readonly { readonly id: string; readonly label: string; readonly side: 'left' | 'right' }[]
}

export interface AnswerTable {
  readonly columns: readonly AnswerColumn[]
  /** One array per column, all of equal length. Dates are ISO days (hours: `2026-11-20T08:00:00Z`). */
  readonly cells: readonly (readonly (string | number | null)[])[]
  readonly rows: number
  /** The row limit cut the answer off. A note says so. */
  readonly truncated: boolean
}

export interface AnswerColumn {
  /** `date`, an attribute, measure or formula id, `<measure>:prior` or `<measure>:change`. */
  readonly id: string
  readonly label: string
  readonly role: 'date' | 'attribute' | 'measure' | 'prior' | 'change'
  readonly format?: NumberFormat
  readonly better?: Better
  /** Measures: the attributes of the query that actually split it. */
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
