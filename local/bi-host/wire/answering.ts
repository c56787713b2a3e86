import type { AnswerColumn, AnswerSuggestion } from '../../../src/core/ports/research-assistant'
import type { Narrowing } from './answers'

type Same =
  | 'tokens'
  | 'tmlTokens'
  | 'title'
  | 'description'
  | 'sqlQuery'
  | 'warningType'
  | 'formulaInfo'
  | 'ambiguousPhrases'
  | 'ambiguousTokens'
  | 'subQueries'

/**
 * What the assistant says to a question, in the vendor's words: a suggestion without its place in the conversation. What the portal
 * calls the same is not written down twice.
 */
export interface Suggestion extends Pick<AnswerSuggestion, Same> {
  readonly llmReasoning: AnswerSuggestion['reasoning']
  readonly visualizationSuggestion: AnswerSuggestion['visualization']
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
