import { readFileSync } from 'node:fs'

/** A question, then every correct reading in the notation of `reading-text.ts`; `refuse` if the data cannot answer it. */
export type Question = readonly [question: string, ...readings: string[]]

/**
 * The authors of holdout sets 1 to 13 had not seen the reader or the earlier sets; set 0 is by the reader's author. Sets 14 to 16 are by
 * the author of another reader, who wrote them from the list of datasets before starting on it, in the role of three analysts.
 */
interface HoldoutQuestion {
  readonly set: number
  readonly question: Question
}

/** `board` is a key of `liveboards`. The readings of a message are of the whole query after it. */
export interface Conversation {
  readonly board: string
  readonly messages: readonly Question[]
}

const linesOf = (name: string): readonly unknown[] =>
  readFileSync(new URL(`sets/${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

export const holdoutQuestions = linesOf('holdout-questions') as readonly HoldoutQuestion[]
export const holdoutConversations = linesOf('holdout-conversations') as readonly (Conversation & {
  readonly set: number
})[]

/** Questions used in building and correcting the reader. They are no evidence of how well it reads. */
export const regressionQuestions = (
  linesOf('regression-questions') as readonly { readonly question: Question }[]
).map(({ question }) => question)
export const regressionConversations = linesOf('regression-conversations') as readonly Conversation[]
