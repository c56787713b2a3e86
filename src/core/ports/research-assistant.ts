import type { Result } from '../kernel/result'

/** An open conversation with the provider's assistant about one source. */
export interface Conversation {
  readonly id: string
  readonly sourceId: string
}

/** The assistant's first suggestion for a message (specification, section 3, "AI answer suggestion"). */
export interface AnswerSuggestion {
  /** The question as it was read, a phrase each. */
  readonly tokens: readonly string[]
  /** The same as one text, as the builder takes it; empty where the assistant does not say. */
  readonly query: string
  readonly sourceId: string | null
  readonly title: string
  readonly description: string
  readonly cached: boolean
  readonly sqlQuery: string | null
  readonly warningType: string | null
  readonly formulas: readonly { readonly name: string; readonly expression: string }[]
  readonly reasoning: {
    readonly assumptions: readonly string[]
    readonly clarifications: readonly string[]
    readonly interpretation: string
  }
  /** What could have been meant as well. */
  readonly ambiguities: readonly { readonly phrase: string; readonly candidates: readonly string[] }[]
  /** Questions inside the question; the name of the group that one defines, where it has one. */
  readonly subQueries: readonly { readonly tokens: readonly string[]; readonly name: string | null }[]
  readonly visualization: {
    readonly chartType: string
    readonly displayMode: string
    /** Ids of columns. */
    readonly axes: readonly {
      readonly x: readonly string[]
      readonly y: readonly string[]
      readonly color: readonly string[]
    }[]
    /** Ids of the columns of a chart of somebody's own making, which has no axes that the assistant knows. */
    readonly columns: readonly string[]
  } | null
  readonly table: readonly AnswerColumn[]
}

export interface AnswerColumn {
  readonly id: string
  readonly name: string
  readonly dataType: string
  readonly values: readonly (string | number | boolean | null)[]
}

/** One message's reply. */
export interface AssistantReply {
  /** What the same vendor's surface shows the answer by; opaque to the portal. */
  readonly handle: string
  readonly answer: AnswerSuggestion
}

export type ResearchFailure =
  /** A source is required (specification, section 5). */
  | { readonly kind: 'source-missing' }
  /** The vendor has no assistant. */
  | { readonly kind: 'not-supported' }
  /** The assistant answered that it could not: its text, to be shown. */
  | {
      readonly kind: 'assistant-error'
      readonly text: string
      readonly code: string | null
      readonly tool: string | null
    }
  /** The request itself was turned away, unread: no such conversation, or the service does not know what it was asked in. */
  | { readonly kind: 'assistant-rejected' }
  | { readonly kind: 'assistant-refused'; readonly status: number }
  | { readonly kind: 'assistant-unavailable'; readonly status: number }
  | { readonly kind: 'assistant-unreachable' }
  | { readonly kind: 'assistant-timeout' }
  /** A reply that is not what was agreed; `path` says where it differs, never what stood there. */
  | { readonly kind: 'assistant-malformed'; readonly path: string }
  | { readonly kind: 'assistant-token' }

/** Asks the BI provider's assistant. Messages are sent one at a time, in a conversation that exists. */
export interface ResearchAssistant {
  open(sourceId: string): Promise<Result<Conversation, ResearchFailure>>
  /**
   * `message.id` is a random UUID of the caller's. A message that was turned away for its token, unread, goes once more under the
   * same id; nothing else is tried again by itself. When `stopped` settles nobody waits any more: the request is given up.
   */
  ask(
    conversation: Conversation,
    message: { readonly id: string; readonly text: string },
    stopped?: Promise<void>,
  ): Promise<Result<AssistantReply, ResearchFailure>>
}
