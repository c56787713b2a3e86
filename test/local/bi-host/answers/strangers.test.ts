import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readerFor } from '../../../../local/bi-host/answers/read/readers'
import { modelAnswers } from '../../../../local/bi-host/assistant/model-answers'
import type { Understood } from '../../../../local/bi-host/assistant/suggestion'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import type { Warehouse } from '../../../../local/bi-host/warehouse/warehouse'
import { sampleWarehouse } from '../boards/sample-warehouse'
import { eighthStrangerConversations } from './eighth-stranger-conversations'
import { eighthStrangerQuestions } from './eighth-stranger-questions'
import { eleventhStrangerConversations } from './eleventh-stranger-conversations'
import { eleventhStrangerQuestions } from './eleventh-stranger-questions'
import { fifthStrangerConversations } from './fifth-stranger-conversations'
import { fifthStrangerQuestions } from './fifth-stranger-questions'
import { fourthStrangerConversations } from './fourth-stranger-conversations'
import { fourthStrangerQuestions } from './fourth-stranger-questions'
import { ninthStrangerConversations } from './ninth-stranger-conversations'
import { ninthStrangerQuestions } from './ninth-stranger-questions'
import { readings } from './readings'
import { seenConversations } from './seen-conversations'
import { seenSpotConversations } from './seen-spot'
import { secondStrangerConversations } from './second-stranger-conversations'
import { secondStrangerQuestions } from './second-stranger-questions'
import { seventhStrangerConversations } from './seventh-stranger-conversations'
import { seventhStrangerQuestions } from './seventh-stranger-questions'
import { sixthStrangerConversations } from './sixth-stranger-conversations'
import { sixthStrangerQuestions } from './sixth-stranger-questions'
import { strangerConversations } from './stranger-conversations'
import { strangerQuestions } from './stranger-questions'
import { tenthStrangerConversations } from './tenth-stranger-conversations'
import { tenthStrangerQuestions } from './tenth-stranger-questions'
import { thirdStrangerConversations } from './third-stranger-conversations'
import { thirdStrangerQuestions } from './third-stranger-questions'
import { thirteenthStrangerQuestions } from './thirteenth-stranger-questions'
import { twelfthStrangerConversations } from './twelfth-stranger-conversations'
import { twelfthStrangerQuestions } from './twelfth-stranger-questions'
import { countOf, noted, verdict } from './verdict'

vi.setConfig({ testTimeout: 120_000 })

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await sampleWarehouse()
}, 120_000)
afterAll(() => warehouse.close())

/** Every turn of a conversation on a board, as the assistant understands it after those before it. */
function* heard<Turn extends readonly [question: string, ...expected: string[]]>(
  board: string,
  turns: readonly Turn[],
): Generator<{ readonly turn: Turn; readonly understood: Understood }> {
  const { understood } = modelAnswers(warehouse)
  const about = new Map(Object.entries(liveboards)).get(board)
  if (!about) throw new Error(`There is no board "${board}".`)
  for (const [at, turn] of turns.entries())
    yield {
      turn,
      understood: understood(turn[0], {
        conversationId: 'c',
        worksheet: { id: about.worksheetId, name: about.title },
        asked: turns.slice(0, at).map(([text]) => text),
        person: 'somebody',
      }),
    }
}

type Question = readonly [question: string, ...expected: string[]]
type Conversation = { readonly board: string; readonly turns: readonly Question[] }

/** A set whose readings are written short, with every one of them. */
const inFull = (questions: readonly Question[]): readonly Question[] =>
  questions.map(([question, ...short]) => [question, ...readings(short)])
const turnsInFull = (conversations: readonly Conversation[]): readonly Conversation[] =>
  conversations.map(({ board, turns }) => ({ board, turns: inFull(turns) }))

/** `right` and `wrong` are what came out last: fewer right or more wrong is a step back. */
test.each([
  { whose: 'first', questions: strangerQuestions, right: 44, wrong: 1 },
  { whose: 'second', questions: secondStrangerQuestions, right: 45, wrong: 0 },
  { whose: 'third', questions: thirdStrangerQuestions, right: 45, wrong: 0 },
  { whose: 'fourth', questions: inFull(fourthStrangerQuestions), right: 45, wrong: 0 },
  { whose: 'fifth', questions: inFull(fifthStrangerQuestions), right: 45, wrong: 0 },
  { whose: 'sixth', questions: inFull(sixthStrangerQuestions), right: 45, wrong: 0 },
  { whose: 'seventh', questions: inFull(seventhStrangerQuestions), right: 45, wrong: 0 },
  { whose: 'eighth', questions: inFull(eighthStrangerQuestions), right: 45, wrong: 0 },
  { whose: 'ninth', questions: inFull(ninthStrangerQuestions), right: 45, wrong: 0 },
  { whose: 'tenth', questions: inFull(tenthStrangerQuestions), right: 45, wrong: 0 },
  { whose: 'eleventh', questions: inFull(eleventhStrangerQuestions), right: 45, wrong: 0 },
  { whose: 'twelfth', questions: inFull(twelfthStrangerQuestions), right: 45, wrong: 0 },
  { whose: 'thirteenth', questions: inFull(thirteenthStrangerQuestions), right: 44, wrong: 1 },
])(
  'questions of the $whose stranger are read no worse than before, and what is not right says how it was read',
  ({ questions, right, wrong }) => {
    const reader = readerFor(warehouse, warehouse.model.sources)
    const verdicts = questions.map(([question, ...expected]) => {
      const reading = reader.read({ phrase: question })
      const found = verdict(reading, reading.answer, expected).verdict
      if (found === 'wrong') expect(reading.chips.length, question).toBeGreaterThan(0)
      return found
    })
    expect(countOf(verdicts, 'right')).toBeGreaterThanOrEqual(right)
    expect(countOf(verdicts, 'wrong')).toBeLessThanOrEqual(wrong)
  },
)

test.each([
  { whose: 'first', conversations: strangerConversations, right: 60, wrong: 0 },
  { whose: 'second', conversations: secondStrangerConversations, right: 60, wrong: 0 },
  { whose: 'third', conversations: thirdStrangerConversations, right: 60, wrong: 0 },
  { whose: 'fourth', conversations: turnsInFull(fourthStrangerConversations), right: 60, wrong: 0 },
  { whose: 'fifth', conversations: turnsInFull(fifthStrangerConversations), right: 60, wrong: 0 },
  { whose: 'sixth', conversations: turnsInFull(sixthStrangerConversations), right: 60, wrong: 0 },
  { whose: 'seventh', conversations: turnsInFull(seventhStrangerConversations), right: 60, wrong: 0 },
  { whose: 'eighth', conversations: turnsInFull(eighthStrangerConversations), right: 60, wrong: 0 },
  { whose: 'ninth', conversations: turnsInFull(ninthStrangerConversations), right: 60, wrong: 0 },
  { whose: 'tenth', conversations: turnsInFull(tenthStrangerConversations), right: 60, wrong: 0 },
  { whose: 'eleventh', conversations: turnsInFull(eleventhStrangerConversations), right: 58, wrong: 2 },
  { whose: 'twelfth', conversations: turnsInFull(twelfthStrangerConversations), right: 60, wrong: 0 },
])(
  'conversations of the $whose stranger are understood no worse than before',
  ({ conversations, right, wrong }) => {
    const verdicts = conversations.flatMap(({ board, turns }) =>
      [...heard(board, turns)].map(({ turn: [question, ...expected], understood: { reading, answer } }) => {
        const found = verdict(reading, answer, expected).verdict
        if (found === 'wrong') expect(reading.chips.length, question).toBeGreaterThan(0)
        return found
      }),
    )
    expect(countOf(verdicts, 'right')).toBeGreaterThanOrEqual(right)
    expect(countOf(verdicts, 'wrong')).toBeLessThanOrEqual(wrong)
  },
)

test.each([...seenConversations, ...seenSpotConversations])(
  'a conversation on $board: $turns.0.0',
  ({ board, turns }) => {
    const read = [...heard(board, turns)].map(({ turn: [question], understood: { answer } }) => [
      question,
      noted(answer),
    ])
    expect(read).toEqual(turns)
  },
)

test('what a board is about is taken for granted, and said', () => {
  const [first, second] = [...heard('bitcoin', [['mvrv by month'], ['and for ethereum']])]
  expect(
    first?.understood.reading.chips.filter(({ assumed }) => assumed).map(({ label }) => label),
  ).toContain('Asset: BTC')
  expect(noted(second?.understood.answer ?? null)).toBe('onchain.mvrv; month; where asset in ETH')
})

test('“why” of what nothing divides says so', () => {
  const [why] = [...heard('bitcoin', [['why did the bitcoin price drop on 10 October 2025?']])]
  expect(why?.understood.answer?.query.attributes).toBeUndefined()
  expect(why?.understood.assumption).toMatch(
    /^“Why” cannot be answered here: nothing in the data divides price/,
  )
})
