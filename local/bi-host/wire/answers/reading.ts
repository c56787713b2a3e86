import type { Answer } from './question'

/** Reading a question, and completing one. */

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
