/** What the assistant says to a question, in the vendor's words: a suggestion without its place in the conversation. */
export interface Suggestion {
  readonly tokens: readonly string[]
  readonly tmlTokens: readonly string[]
  readonly title: string
  readonly description: string
  readonly sqlQuery: string | null
  readonly warningType: string | null
  readonly formulaInfo: readonly { readonly name: string; readonly expression: string }[]
  readonly llmReasoning: {
    readonly assumptions: readonly string[]
    readonly clarifications: readonly string[]
    readonly interpretation: string
  }
  readonly ambiguousPhrases: readonly { readonly phrase: string; readonly candidates: readonly string[] }[]
  readonly ambiguousTokens: readonly string[]
  readonly subQueries: readonly {
    readonly tokens: readonly string[]
    readonly cohortConfig: {
      readonly name: string
      readonly type: string
      readonly anchor: string | null
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
    readonly customChartConfigs: readonly { readonly key: string; readonly columns: readonly string[] }[]
  } | null
  readonly tableData: {
    readonly columnDataLite: readonly {
      readonly columnId: string
      readonly columnName: string
      readonly columnDataType: string
      readonly dataValue: readonly (string | number | boolean | null)[]
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
