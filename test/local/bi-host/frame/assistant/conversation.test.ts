import { describe, expect, test } from 'vitest'
import { createConversation } from '../../../../../local/bi-host/frame/assistant/conversation'
import type {
  AnswerWords,
  ConversationHost,
  Message,
  Said,
} from '../../../../../local/bi-host/frame/assistant/conversation-host'

const words = (title: string): AnswerWords => ({
  title,
  description: '',
  tokens: [],
  llmReasoning: { assumptions: [], clarifications: [], interpretation: '' },
  formulaInfo: [],
  ambiguousPhrases: [],
})

/** A host that answers when it is told to. */
function open(opened: readonly Said<string>[] = [{ ok: true, value: 'c-1' }]) {
  const asked: Message[] = []
  const replies: ((said: Said<AnswerWords>) => void)[] = []
  const signals: AbortSignal[] = []
  let opens = 0
  const host: ConversationHost = {
    open: async () => opened[opens++] ?? { ok: false, text: 'not again' },
    ask(message, signal) {
      asked.push(message)
      signals.push(signal)
      return new Promise((resolve) => replies.push(resolve))
    },
  }
  let ids = 0
  const conversation = createConversation(host, 'w-1', () => `m-${(ids += 1)}`)
  const kinds = () => conversation.state.get().turns.map(({ question, outcome }) => [question, outcome.kind])
  /** Until what was asked has gone out. */
  const sent = async (count: number) => {
    while (asked.length < count) await Promise.resolve()
  }
  const reply = (at: number, said: Said<AnswerWords>) => replies[at]?.(said)
  return { conversation, asked, signals, kinds, sent, reply, opens: () => opens }
}

describe('the conversation of the frame', () => {
  test('is created once, with the first question, and goes on in it', async () => {
    const { conversation, asked, kinds, sent, reply, opens } = open()
    const first = conversation.ask('  supply by chain ')
    await sent(1)
    expect(kinds()).toEqual([['supply by chain', 'asking']])
    reply(0, { ok: true, value: words('Supply') })
    await first
    const second = conversation.ask('only Tron')
    await sent(2)
    reply(1, { ok: false, text: 'No.' })
    await second
    expect(asked.map(({ convId, id, worksheetId }) => [convId, id, worksheetId])).toEqual([
      ['c-1', 'm-1', 'w-1'],
      ['c-1', 'm-2', 'w-1'],
    ])
    expect(kinds()).toEqual([
      ['supply by chain', 'answered'],
      ['only Tron', 'failed'],
    ])
    expect(opens()).toBe(1)
  })

  test('an empty question is not asked', async () => {
    const { conversation, kinds, opens } = open()
    await conversation.ask('   ')
    expect([kinds(), opens()]).toEqual([[], 0])
  })

  test('one that could not be created is created with the next question', async () => {
    const { conversation, kinds, sent, reply } = open([
      { ok: false, text: 'Busy.' },
      { ok: true, value: 'c-2' },
    ])
    await conversation.ask('supply')
    expect(kinds()).toEqual([['supply', 'failed']])
    const again = conversation.again('m-1')
    await sent(1)
    reply(0, { ok: true, value: words('Supply') })
    await again
    expect(kinds()).toEqual([['supply', 'answered']])
    expect(conversation.state.get().convId).toBe('c-2')
  })

  test('a question that is stopped is given up, and what still comes is not shown', async () => {
    const { conversation, kinds, sent, reply, signals } = open()
    const asking = conversation.ask('supply')
    await sent(1)
    conversation.stop()
    expect(signals[0]?.aborted).toBe(true)
    reply(0, { ok: true, value: words('Late') })
    await asking
    expect(kinds()).toEqual([['supply', 'stopped']])
  })

  test('begins anew, loses its last question, or takes it back into the field', async () => {
    const { conversation, kinds, sent, reply } = open()
    const asking = conversation.ask('supply')
    await sent(1)
    reply(0, { ok: true, value: words('Supply') })
    await asking
    await conversation.editLast('')
    expect([kinds(), conversation.state.get().draft]).toEqual([[], 'supply'])
    void conversation.ask('supply by chain')
    await sent(2)
    const other = conversation.editLast('supply by token')
    await sent(3)
    reply(2, { ok: true, value: words('Supply') })
    await other
    expect(kinds()).toEqual([['supply by token', 'answered']])
    conversation.deleteLast()
    expect(kinds()).toEqual([])
    conversation.reset()
    expect(conversation.state.get().convId).toBeNull()
  })
})
