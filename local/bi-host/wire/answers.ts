/**
 * What the answer builder's screen and the host say to each other. Types only, no code: both sides import it.
 * Every call is `POST /prism/?op=<Operation>` with a JSON body, answered by JSON: see `AnswerOperations` at the end.
 * A refusal (401, 403, 404, 400…) is a `HostProblem` as everywhere; what is wrong with a *question* is part of a 200
 * answer, so that it can be shown beside it. A call is canceled by aborting the fetch: the statement stops.
 */
import type { Answer, AnswerGrain } from './answer'
import type {
  CompleteReply,
  CompleteRequest,
  Reading,
  ReadRequest,
  Narrowing,
  RunReply,
  RunRequest,
} from './reading'

export type * from './answer'
export type * from './reading'

/** What can be asked about. */

export interface FieldsRequest {
  /** Only what this worksheet (one per curated dataset) or this one source is about; absent: everything the person may see. */
  readonly worksheetId?: string
}

export interface FieldsReply {
  /** Who has asked. */
  readonly person: string
  readonly worksheetId: string | null
  /** Name of the worksheet or source. */
  readonly title: string
  /** Last day of the data, ISO. */
  readonly asOf: string
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
  /** `moving_average(measure, days)`. */
  readonly signature: string
  readonly description: string
}

/** An answer of the assistant as its view draws it, with what may be asked next in the same conversation. */
export interface AssistantAnswer {
  readonly reply: RunReply
  /** At most 3, each of which is understood after this answer, or in the stead of what was not understood. */
  readonly followUps: readonly string[]
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

/** A chart as it stands on a dashboard. */
export interface OpenedPin {
  readonly dashboardId: string
  readonly dashboardName: string
  readonly tileId: string
  /** `null` for a tile of a curated board, which was never built, and when not even a measure is left of it. */
  readonly answer: Answer | null
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
  /** The chart of one tile, to be changed where it is. 404: no such tile on a dashboard of this person. */
  readonly OpenPin: {
    readonly body: { readonly dashboardId: string; readonly tileId: string }
    readonly reply: OpenedPin
  }
  /** Names the answer for the vendor's answer service, which then reads it, narrows it and pins it. */
  readonly OpenAnswerSession: {
    readonly body: { readonly answer: Answer; readonly narrow?: Narrowing }
    readonly reply: { readonly sessionId: string }
  }
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

const separator = '~'

/**
 * The id of a session of the vendor's answer service: where the answer stands (a board, a conversation, or none of them), and which
 * of the answers there it is. No imports: host and frame use it.
 */
export const sessionIdOf = (container: string, id: string): string => `${container}${separator}${id}`

export function partsOfSession(sessionId: string): readonly [container: string, id: string] {
  const [container = '', id = ''] = sessionId.split(separator)
  return [container, id]
}

/** How the vendor's answer service names the answer behind a tile; the host finds board and tile in it again. */
interface AnswerSession {
  readonly sessionId: string
  readonly genNo: number
  readonly acSession: { readonly sessionId: string; readonly genNo: number }
}

export const sessionOf = (liveboardId: string, vizId: string): AnswerSession =>
  sessionNamed(sessionIdOf(liveboardId, vizId))

/** The first generation of a session. */
export const sessionNamed = (sessionId: string): AnswerSession => ({
  sessionId,
  genNo: 1,
  acSession: { sessionId, genNo: 1 },
})
