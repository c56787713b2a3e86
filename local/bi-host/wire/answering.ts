import type { AnswerColumn } from '../../../src/core/ports/research-assistant'
import type { Narrowing } from './answers'

/** A word of a question, in the vendor's format. */
interface Token {
  readonly token: string
}

/**
 * The assistant's answer to a question in the vendor's format: a suggestion without its location in the conversation. The shape follows the
 * vendor's recorded reply (its SDK's `bodyless-conversation.spec.ts`). Fields the host does not set are null.
 */
export interface Suggestion {
  readonly tokens: readonly string[]
  readonly tmlTokens: readonly string[]
  readonly title: string
  readonly description: string
  readonly sqlQuery: string | null
  readonly warningType: string | null
  readonly formulaInfo: readonly { readonly name: string; readonly expression: string }[]
  /** Texts, with one sentence per line. */
  readonly llmReasoning: {
    readonly assumptions: string
    readonly clarifications: string
    readonly interpretation: string
  }
  readonly ambiguousPhrases: readonly {
    readonly token: readonly Token[]
    readonly alternativePhrases: readonly { readonly token: readonly Token[] }[]
  }[]
  readonly ambiguousTokens: readonly { readonly token: Token; readonly alternativeTokens: readonly Token[] }[]
  readonly subQueries: readonly {
    readonly tokens: readonly string[]
    readonly cohortConfig: {
      readonly name: string
      readonly cohortType: string
      readonly anchorColumnId: string
    } | null
  }[]
  readonly visualizationSuggestion: {
    readonly chartType: string
    readonly displayMode: string
    readonly axisConfigs: readonly {
      readonly x: readonly string[]
      readonly y: readonly string[]
      readonly color: readonly string[]
    }[]
    readonly customChartConfigs: readonly {
      readonly key: string
      readonly dimensions: readonly { readonly key: string; readonly columns: readonly string[] }[]
    }[]
  } | null
  readonly tableData: {
    readonly columnDataLite: readonly {
      readonly columnId: string
      readonly columnName: string
      readonly columnDataType: string
      readonly dataValue: AnswerColumn['values']
    }[]
  }
}

/** What a question is about, and the user who asks it. */
export interface AnswerContext {
  readonly conversationId: string
  readonly worksheet: { readonly id: string; readonly name: string }
  /** Earlier questions of the conversation, oldest first. */
  readonly asked: readonly string[]
  /** Subject of the user who asks. */
  readonly person: string
  /** Filters and range that the embedding page applies to every answer. */
  readonly narrow?: Narrowing | undefined
  /** Aborts when the caller no longer waits for the answer. */
  readonly signal: AbortSignal
}

/** Context of a question whose answer is needed in any case, so without an abort signal. */
export type Asking = Omit<AnswerContext, 'signal'>

/** The vendor's `errorData`. `errTxt` is shown to the user. */
export interface AnswerFailure {
  readonly tool: string | null
  readonly errCode: string
  readonly errTxt: string
  readonly toolErrCode: string | null
}

export type Answered = { readonly suggestion: Suggestion } | { readonly failure: AnswerFailure }

/** Interface to the code that understands questions. If it throws, the host is at fault, not the question. */
export type Answering = (question: string, context: AnswerContext) => Promise<Answered>
