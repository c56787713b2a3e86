import type { AnswerColumn } from '../../../src/core/ports/research-assistant'
import type { Narrowing } from './answers'

/** A word of a question, as the vendor names it. */
interface Token {
  readonly token: string
}

/**
 * What the assistant says to a question, in the vendor's words: a suggestion without its location in the conversation. Shapes are those of
 * the vendor's recorded reply (its SDK's `bodyless-conversation.spec.ts`); what the host leaves unset is null.
 */
export interface Suggestion {
  readonly tokens: readonly string[]
  readonly tmlTokens: readonly string[]
  readonly title: string
  readonly description: string
  readonly sqlQuery: string | null
  readonly warningType: string | null
  readonly formulaInfo: readonly { readonly name: string; readonly expression: string }[]
  /** Texts; several sentences stand on a line each. */
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

/** What a question is asked about, and by whom. */
export interface AnswerContext {
  readonly conversationId: string
  readonly worksheet: { readonly id: string; readonly name: string }
  /** Questions asked before in this conversation, oldest first. */
  readonly asked: readonly string[]
  /** Subject of the person who asks. */
  readonly person: string
  /** What the page around sets for every answer. */
  readonly narrow?: Narrowing | undefined
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

/** A question's context where the answer is waited for in any case. */
export type Asking = Omit<AnswerContext, 'signal'>

/** The vendor's `errorData`. `errTxt` is shown to the person. */
export interface AnswerFailure {
  readonly tool: string | null
  readonly errCode: string
  readonly errTxt: string
  readonly toolErrCode: string | null
}

export type Answered = { readonly suggestion: Suggestion } | { readonly failure: AnswerFailure }

/** The seam behind which questions are understood. What it throws is a fault of the host, not of the question. */
export type Answering = (question: string, context: AnswerContext) => Promise<Answered>
