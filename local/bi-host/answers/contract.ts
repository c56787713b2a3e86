/**
 * What the answer builder's screen and the host say to each other. Types only, no code: both sides import it.
 * Every call is `POST /prism/?op=<Operation>` with a JSON body, answered by JSON: see `AnswerOperations` at the end.
 * A refusal (401, 403, 404, 400…) is a `HostProblem` as everywhere; what is wrong with a *question* is part of a 200
 * answer, so that it can be shown beside it. A call is cancelled by aborting the fetch: the statement stops.
 */
import type { Better, FieldFilter, Grain, NumberFormat, Tile } from '../contract'

// ---- An answer: plain data, kept as it is -------------------------------------------------------------------------

/** What is asked and how it is drawn. Saved, pinned, put into an address and sent around as JSON. */
export interface Answer {
  readonly version: 2
  /** 1 to 200 characters. */
  readonly title: string
  readonly query: AnswerQuery
  readonly chart: AnswerChart
}

/**
 * Field ids are qualified: `stable_supply.supply`, `stable_supply.chain`. `formula.<id>` is one of `formulas`.
 * Measures may come from several sources; they are joined on the date and on attributes of the same concept (`concept`
 * of a FieldView), so name an attribute by the id of any source that has it. A source without it is not split: see
 * `splitBy` of its result column.
 */
export interface AnswerQuery {
  /** 1 to 8 measure or formula ids, in the order of the columns. */
  readonly measures: readonly string[]
  /** 0 to 3 attribute ids to split by, in order. */
  readonly attributes?: readonly string[]
  /** Absent: one value over the whole range (a balance: its latest). */
  readonly grain?: AnswerGrain
  /** Absent: `RunResult.range` says what was taken (a chip marked `assumed`). */
  readonly range?: AnswerRange
  /** All of them hold. A field may be an attribute, a measure or a formula ("volume over 1bn"). At most 20. */
  readonly filters?: readonly AnswerFilter[]
  /** `by`: a measure, formula or attribute id of this query, or `date`. */
  readonly sort?: { readonly by: string; readonly descending?: boolean }
  readonly top?: AnswerTop
  readonly compare?: AnswerCompare
  readonly formulas?: readonly AnswerFormula[]
  /** Most rows wanted, 1 to 10,000. */
  readonly limit?: number
}

export type AnswerGrain = Grain
export type PeriodUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** Relative ranges count from the as-of day of the data, and move with it. Days are ISO, both ends inside. */
export type AnswerRange =
  /** The last 90 days up to as-of. */
  | { readonly kind: 'last'; readonly count: number; readonly unit: PeriodUnit }
  /** This quarter to date; `year` is year to date. */
  | { readonly kind: 'current'; readonly unit: PeriodUnit }
  /** The complete calendar intervals before the running one: last quarter is `count: 1`. */
  | { readonly kind: 'previous'; readonly unit: PeriodUnit; readonly count: number }
  | { readonly kind: 'since'; readonly from: string }
  | { readonly kind: 'between'; readonly from: string; readonly to: string }
  | { readonly kind: 'all' }

/**
 * `in`, `not-in`: values of an attribute. `eq ne lt le gt ge between`: numbers and days. `contains`: text. A measure
 * condition holds for the rows of the table as they are shown, in the unit of the measure (percent as 5 for 5 %).
 */
export type AnswerFilter = Pick<FieldFilter, 'field' | 'op' | 'values'>

/** Keeps the first values of an attribute by a measure over the whole range. */
export interface AnswerTop {
  /** One of `attributes`. */
  readonly attribute: string
  /** 1 to 100. */
  readonly count: number
  /** One of `measures`. */
  readonly by: string
  readonly from?: 'top' | 'bottom'
  /** Add the rest up as "Other" (balances, flows and weighted ratios only; never with `from: 'bottom'`). */
  readonly other?: boolean
}

/**
 * Adds a column `<measure>:prior` per measure. Without a grain also the change in percent, `<measure>:change` (in
 * points for measures that are percentages). With a grain, row by row the interval as many intervals earlier.
 */
export type AnswerCompare = 'previous-period' | 'year-ago'

/**
 * A calculation over measures. `expression` is text such as `rwa.value / rwa.holders`, `growth(stable_supply.supply)`,
 * `moving_average(funding.funding_rate, 7)`; labels in brackets are read too: `[Supply] / [Volume]`. Functions: see
 * `FieldsReply.functions`. It is parsed, checked against the model and compiled; it is never evaluated as code.
 */
export interface AnswerFormula {
  /** `[a-z][a-z0-9_]*`, at most 60 characters; the field id is `formula.<id>`. */
  readonly id: string
  readonly label: string
  readonly expression: string
}

/** `auto` draws what `RunResult.chart.type` says. */
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
  /** Measure and formula ids drawn against the right axis; absent: chosen by unit and size. */
  readonly rightAxis?: readonly string[]
}

// ---- Fields --------------------------------------------------------------------------------------------------------

export interface FieldsRequest {
  /** Only what this worksheet (one per curated dataset) is about; absent: everything the person may see. */
  readonly worksheetId?: string
}

export interface FieldsReply {
  readonly worksheetId: string | null
  /** Last day of the data, ISO. */
  readonly asOf: string
  readonly badge: string | null
  readonly dataVersion: string
  /** In the order of the data panel. */
  readonly groups: readonly {
    readonly id: string
    readonly label: string
    readonly sources: readonly string[]
  }[]
  readonly sources: readonly SourceView[]
  readonly functions: readonly FunctionView[]
  /** Questions that work, for the empty page. */
  readonly examples: readonly string[]
}

export interface SourceView {
  readonly id: string
  readonly label: string
  readonly description: string
  readonly synonyms: readonly string[]
  readonly measures: readonly FieldView[]
  readonly attributes: readonly FieldView[]
  /** Intervals this source can be read by, finest first. */
  readonly grains: readonly AnswerGrain[]
  readonly firstDay: string
  readonly lastDay: string
  /** Where the numbers come from. */
  readonly origin: string
}

export interface FieldView {
  /** Qualified: `stable_supply.supply`. */
  readonly id: string
  readonly label: string
  readonly kind: 'measure' | 'attribute'
  readonly dataType: 'number' | 'text' | 'day'
  readonly synonyms: readonly string[]
  /** Measures: what one number is, and how it is made. */
  readonly unit?: string
  readonly definition?: string
  readonly format?: NumberFormat
  readonly better?: Better
  /** Measures: summed over days, read at the end of an interval, or a weighted ratio. */
  readonly adds?: 'flow' | 'balance' | 'ratio'
  /** Measures: attribute ids of which one must be split by or filtered to one value ("a price needs an asset"). */
  readonly needs?: readonly string[]
  /** Attributes: fields of other sources with this concept are the same thing. */
  readonly concept?: string
  /** Attributes of text: distinct values, most rows first. Days and numbers have none: use a range control. */
  readonly values?: readonly string[]
}

export interface FunctionView {
  /** `moving_average`. */
  readonly name: string
  /** `moving_average(measure, intervals)`. */
  readonly signature: string
  readonly description: string
  readonly example: string
}

// ---- Reading a question ----------------------------------------------------------------------------------------------

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
  /** `null`: refused; `refusal` says why and what to ask instead. */
  readonly answer: Answer | null
  /** The phrase changed `previous` instead of asking anew. */
  readonly amended: boolean
  /** How it was read, in the order in which a sentence would say it. Show them always. */
  readonly chips: readonly Chip[]
  readonly notUnderstood: readonly NotUnderstood[]
  readonly ambiguities: readonly Ambiguity[]
  /** Sentences: what was taken for granted ("30-day tenor", "Funding is weighted by open interest over all venues"). */
  readonly assumptions: readonly string[]
  readonly refusal: Refused | null
}

/** The specification's kinds of search token; each has its colour. */
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
  /** "Did not understand weather." */
  readonly message: string
  /** Whole questions that work and lie near; at most 3. */
  readonly suggestions: readonly string[]
}

// ---- Completions -----------------------------------------------------------------------------------------------------

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
  /** "Measure in Stablecoin supply", "Asset", "Time range". */
  readonly detail: string
  readonly guid: string | null
}

// ---- Running ---------------------------------------------------------------------------------------------------------

export interface RunRequest {
  readonly answer: Answer
  readonly worksheetId?: string
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
  }
  readonly chips: readonly Chip[]
  /** The question in words, which is read back as the same query: the text of the search bar for an answer made by hand. */
  readonly phrase: string
  readonly tokens: readonly Token[]
  readonly range: { readonly from: string; readonly to: string; readonly label: string }
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
}

export interface ChartChoice {
  readonly type: ChartType
  readonly label: string
  readonly fits: boolean
  /** Why not: "Needs two attributes." Empty when it fits. */
  readonly reason: string
  readonly recommended: boolean
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

// ---- Keeping ---------------------------------------------------------------------------------------------------------

export interface SavedAnswerHead {
  readonly id: string
  readonly title: string
  /** Milliseconds since 1970. */
  readonly created: number
  readonly modified: number
}

export interface OpenedAnswer {
  readonly head: SavedAnswerHead
  /** Of the present version, whatever version was kept. */
  readonly answer: Answer
  /** What could not be kept when an old or damaged answer was opened, in sentences; empty for a sound one. */
  readonly problems: readonly string[]
}

/** A dashboard of the person that a chart can be pinned to. */
export interface PinTarget {
  readonly id: string
  readonly name: string
  readonly tabs: readonly { readonly id: string; readonly label: string }[]
}

export interface PinRequest {
  readonly answer: Answer
  readonly to:
    | { readonly dashboardId: string; readonly tab?: { readonly id: string } | { readonly label: string } }
    | { readonly newDashboard: string; readonly tab?: { readonly label: string } }
  /** Replace this pinned chart instead of adding one. */
  readonly tileId?: string
}

export interface PinReply {
  readonly dashboardId: string
  readonly dashboardName: string
  readonly tileId: string
  readonly tabId: string | null
  readonly created: boolean
}

/**
 * Operation name to body and reply. Saving, opening and pinning need a person: 403 for a visitor.
 */
export interface AnswerOperations {
  readonly GetAnswerFields: { readonly body: FieldsRequest; readonly reply: FieldsReply }
  readonly ReadQuestion: { readonly body: ReadRequest; readonly reply: Reading }
  readonly CompleteQuestion: { readonly body: CompleteRequest; readonly reply: CompleteReply }
  readonly RunAnswer: { readonly body: RunRequest; readonly reply: RunReply }
  readonly ListAnswers: {
    readonly body: object
    readonly reply: { readonly answers: readonly SavedAnswerHead[] }
  }
  readonly OpenAnswer: { readonly body: { readonly id: string }; readonly reply: OpenedAnswer }
  /** With an `id` it is replaced, else made. */
  readonly SaveAnswer: {
    readonly body: { readonly id?: string; readonly answer: Answer }
    readonly reply: { readonly head: SavedAnswerHead }
  }
  readonly DeleteAnswer: { readonly body: { readonly id: string }; readonly reply: object }
  readonly ListPinTargets: {
    readonly body: object
    readonly reply: { readonly dashboards: readonly PinTarget[] }
  }
  readonly PinAnswer: { readonly body: PinRequest; readonly reply: PinReply }
}
