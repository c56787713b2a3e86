import type { Result } from '../kernel/result'

/** An open conversation with the provider's assistant about one source. */
export interface Conversation {
  readonly id: string
  readonly sourceId: string
}

/** The assistant's first suggestion for a message (specification, section 3, "AI answer suggestion"). */
export interface AnswerSuggestion {
  /** The question as the assistant parsed it, one phrase each. */
  readonly tokens: readonly string[]
  /** The same as one text, in the form that the builder accepts. Empty when the assistant does not send it. */
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
  /** Phrases with more than one possible meaning. */
  readonly ambiguities: readonly { readonly phrase: string; readonly candidates: readonly string[] }[]
  /** Nested questions. `name`: the group that a nested question defines, if any. */
  readonly subQueries: readonly { readonly tokens: readonly string[]; readonly name: string | null }[]
  readonly visualization: {
    readonly chartType: string
    readonly displayMode: string
    /** Column ids. */
    readonly axes: readonly {
      readonly x: readonly string[]
      readonly y: readonly string[]
      readonly color: readonly string[]
    }[]
    /** Column ids of a custom chart, for which the assistant has no axes. */
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

/** The reply to one message. */
export interface AssistantReply {
  /** Identifies the answer to the same vendor's surface. Opaque to the portal. */
  readonly handle: string
  readonly answer: AnswerSuggestion
}

export type ResearchFailure =
  /** A source is required (specification, section 5). */
  | { readonly kind: 'source-missing' }
  /** The vendor offers no assistant. */
  | { readonly kind: 'not-supported' }
  /** The assistant replied with an error. `text` is shown to the user. */
  | {
      readonly kind: 'assistant-error'
      readonly text: string
      readonly code: string | null
      readonly tool: string | null
    }
  /** The service rejected the request without processing it: unknown conversation, or a query it does not support. */
  | { readonly kind: 'assistant-rejected' }
  | { readonly kind: 'assistant-refused'; readonly status: number }
  | { readonly kind: 'assistant-unavailable'; readonly status: number }
  | { readonly kind: 'assistant-unreachable' }
  | { readonly kind: 'assistant-timeout' }
  /** A reply that does not match the contract. `path` locates the difference and contains no values. */
  | { readonly kind: 'assistant-malformed'; readonly path: string }
  | { readonly kind: 'assistant-token' }

/** The BI provider's assistant. Messages are sent one at a time, in an open conversation. */
export interface ResearchAssistant {
  open(sourceId: string): Promise<Result<Conversation, ResearchFailure>>
  /**
   * `message.id` is a random UUID from the caller. A message rejected because of its token is sent once more under the same id; nothing
   * else is retried. When `stopped` settles, the caller no longer waits and the request is aborted.
   */
  ask(
    conversation: Conversation,
    message: { readonly id: string; readonly text: string },
    stopped?: Promise<void>,
  ): Promise<Result<AssistantReply, ResearchFailure>>
}
