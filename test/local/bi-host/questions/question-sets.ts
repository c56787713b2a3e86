import { readFileSync } from 'node:fs'

/** What is asked, then every right reading in the notation of `reading-text.ts`; `refuse` where the data has no such thing. */
export type Question = readonly [question: string, ...readings: string[]]

/**
 * The people of holdout set 1 to 13 had read neither the reader nor the sets before; set 0 is by the reader's author. Sets 14 to 16 are by
 * the author of another reader, from the list of datasets before that was begun, in the part of three analysts.
 */
interface HoldoutQuestion {
  readonly set: number
  readonly question: Question
}

/** `board` is a key of `liveboards`; a message expects the whole query as it should then stand. */
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

/** What the reader was made and mended with: no evidence of how well it reads. */
export const regressionQuestions = (
  linesOf('regression-questions') as readonly { readonly question: Question }[]
).map(({ question }) => question)
export const regressionConversations = linesOf('regression-conversations') as readonly Conversation[]
