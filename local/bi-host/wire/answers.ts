/**
 * Messages between the answer builder's screen and the host. Types only, no code: both sides import it. Every call is
 * `POST /prism/?op=<Operation>` with a JSON body and reply: see `AnswerOperations` at the end. A refusal (401, 403, 404, 400…) is a
 * `HostProblem` as everywhere. A problem with a *question* is part of a reply with status 200, so that it can be shown next to the
 * question. Aborting the fetch cancels the call and stops its statement.
 */
import type {
  Answer,
  AnswerGrain,
  CompleteReply,
  CompleteRequest,
  Reading,
  ReadRequest,
  Narrowing,
  RunReply,
  RunRequest,
} from './reading'

export type * from './reading'

/** Fields that can be queried. */

export interface FieldsRequest {
  /** Only the fields of this worksheet (one per curated dataset) or single source. Absent: every field the user may see. */
  readonly worksheetId?: string
}

export interface FieldsReply {
  /** The user who asked. */
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
  /** Example questions that work, for the empty page. */
  readonly examples: readonly string[]
}

export interface SourceView {
  readonly id: string
  readonly label: string
  readonly description: string
  readonly synonyms: readonly string[]
  readonly measures: readonly FieldView[]
  readonly attributes: readonly FieldView[]
  /** Intervals this source supports, finest first. */
  readonly grains: readonly AnswerGrain[]
}

export interface FieldView {
  /** Qualified: `stable_supply.supply`. */
  readonly id: string
  readonly label: string
  readonly kind: 'measure' | 'attribute'
  readonly dataType: 'number' | 'text' | 'day'
  readonly synonyms: readonly string[]
  /** Measures: what one number stands for, and how it is computed. */
  readonly unit?: string
  readonly definition?: string
  /** Measures: attribute ids, one of which must be split by or filtered to a single value ("a price needs an asset"). */
  readonly needs?: readonly string[]
  /** Attributes: fields with the same concept in other sources are the same attribute. */
  readonly concept?: string
  /** Text attributes: distinct values, most rows first. Days and numbers have none, and use a range control. */
  readonly values?: readonly string[]
}

export interface FunctionView {
  /** `moving_average`. */
  readonly name: string
  /** `moving_average(measure, days)`. */
  readonly signature: string
  readonly description: string
}

/** An assistant's answer as its view draws it, with suggested follow-up questions. */
export interface AssistantAnswer {
  readonly reply: RunReply
  /** At most 3. Each works after this answer, or instead of the part that was not understood. */
  readonly followUps: readonly string[]
}

// ---- Saving ----------------------------------------------------------------------------------------------------------

export interface SavedAnswerHead {
  readonly id: string
  readonly title: string
  /** Milliseconds since 1970. */
  readonly created: number
  readonly modified: number
}

export interface OpenedAnswer {
  readonly head: SavedAnswerHead
  /** Migrated to the current version. */
  readonly answer: Answer
  /** Parts that could not be restored from an old or damaged answer, as sentences. Empty if nothing was lost. */
  readonly problems: readonly string[]
}

/** A chart of a dashboard. */
export interface OpenedPin {
  readonly dashboardId: string
  readonly dashboardName: string
  readonly tileId: string
  /** `null` for a tile of a curated board, which has no answer, and if no measure of the answer is left. */
  readonly answer: Answer | null
  readonly problems: readonly string[]
}

/** A dashboard of the user that a chart can be pinned to. */
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
  /** Replaces this pinned chart instead of adding one. */
  readonly tileId?: string
}

export interface PinReply {
  readonly dashboardId: string
  readonly dashboardName: string
  readonly tileId: string
  readonly tabId: string | null
  readonly created: boolean
}

/** Body and reply of each operation. Saving, opening and pinning need a signed-in user: 403 for anonymous visitors. */
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
  /** Opens the chart of one tile for editing. 404: the user has no dashboard with such a tile. */
  readonly OpenPin: {
    readonly body: { readonly dashboardId: string; readonly tileId: string }
    readonly reply: OpenedPin
  }
  /** Registers the answer with the vendor's answer service, which can then read, filter and pin it. */
  readonly OpenAnswerSession: {
    readonly body: { readonly answer: Answer; readonly narrow?: Narrowing }
    readonly reply: { readonly sessionId: string }
  }
  /** With an `id` it replaces that answer, else it creates one. */
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

/** Session id of the vendor's answer service: the container (a board, a conversation or neither) plus the answer's id in it. */
export const sessionIdOf = (container: string, id: string): string => `${container}${separator}${id}`

export function partsOfSession(sessionId: string): readonly [container: string, id: string] {
  const [container = '', id = ''] = sessionId.split(separator)
  return [container, id]
}

/** How the vendor's answer service identifies the answer behind a tile. The host parses board and tile out of it. */
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
