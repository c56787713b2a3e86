import { describe, expect, test, vi } from 'vitest'
import {
  createConversation,
  createConversations,
  announceConversation,
  type Conversation,
  createConversationStorage,
  saveConversation,
  resumeConversation,
} from '../../../../../local/bi-host/frame/assistant/conversation'
import type {
  AnswerWords,
  ConversationHost,
  SentMessage,
  HostResult,
} from '../../../../../local/bi-host/frame/assistant/conversation-host'
import type { Frame } from '../../../../../local/bi-host/frame/protocol/frame'

/** A conversation with a host whose replies the test sends. */
function open(opened: readonly HostResult<string>[] = [{ ok: true, value: 'c-1' }]) {
  const asked: SentMessage[] = []
  const replies: ((result: HostResult<AnswerWords>) => void)[] = []
  const signals: AbortSignal[] = []
  let opens = 0
  const host: ConversationHost = {
    open: async () => opened[opens++] ?? { ok: false, text: 'not again' },
    ask(message, signal) {
      asked.push(message)
      signals.push(signal)
      return new Promise((resolve) => replies.push(resolve))
    },
    messages: async () => ({ ok: true, ids: [] }),
  }
  let ids = 0
  const conversation = createConversation(host, 'w-1', () => `m-${(ids += 1)}`)
  const kinds = () =>
    conversation.state.get().messages.map(({ question, outcome }) => [question, outcome.kind])
  /** Waits until that many messages have been sent. */
  const sent = (count: number) => vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(count))
  const reply = (at: number, result: HostResult<AnswerWords>) => replies[at]?.(result)
  return { conversation, asked, signals, kinds, sent, reply, opens: () => opens }
}

describe('the conversation of the frame', () => {
  test('is created once, with the first question, and is reused', async () => {
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

  test('marks a question that was not fully understood, so that an alternative can be offered', async () => {
    const { conversation, sent, reply } = open()
    const asking = conversation.ask('supply in Atlantis')
    await sent(1)
    reply(0, { ok: false, text: 'Did not understand “Atlantis”.', unread: true })
    await asking
    expect(conversation.state.get().messages.map(({ outcome }) => outcome)).toEqual([
      { kind: 'failed', text: 'Did not understand “Atlantis”.', unread: true },
    ])
  })

  test('an empty question is not asked', async () => {
    const { conversation, kinds, opens } = open()
    await conversation.ask('   ')
    expect([kinds(), opens()]).toEqual([[], 0])
  })

  test('retries a failed creation with the next question', async () => {
    const { conversation, kinds, sent, reply } = open([
      { ok: false, text: 'Busy.' },
      { ok: true, value: 'c-2' },
    ])
    await conversation.ask('supply')
    expect(kinds()).toEqual([['supply', 'failed']])
    const again = conversation.retry('m-1')
    await sent(1)
    reply(0, { ok: true, value: words('Supply') })
    await again
    expect(kinds()).toEqual([['supply', 'answered']])
    expect(conversation.state.get().convId).toBe('c-2')
  })

  test('aborts a stopped question, and ignores its late answer', async () => {
    const { conversation, kinds, sent, reply, signals } = open()
    const asking = conversation.ask('supply')
    await sent(1)
    conversation.stop()
    expect(signals[0]?.aborted).toBe(true)
    reply(0, { ok: true, value: words('Late') })
    await asking
    expect(kinds()).toEqual([['supply', 'stopped']])
  })

  test('starts over, drops its last question, or moves it back into the input', async () => {
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

  test('builds only on questions that remain and were answered', async () => {
    const { conversation, asked, sent, reply } = open()
    const ask = async (question: string, result: HostResult<AnswerWords> | null): Promise<void> => {
      const at = asked.length
      const asking = conversation.ask(question)
      await sent(at + 1)
      if (result === null) conversation.stop()
      reply(at, result ?? { ok: false, text: '' })
      await asking
    }
    await ask('supply by chain', { ok: true, value: words('Supply') })
    await ask('only Tron', { ok: true, value: words('Tron') })
    conversation.deleteLast()
    await ask('the weather', { ok: false, text: 'No.' })
    await ask('only Solana', null)
    await ask('last 90 days', { ok: true, value: words('Supply') })
    await ask('by month instead', { ok: true, value: words('Supply') })
    expect(asked.map(({ after }) => after)).toEqual([[], ['m-1'], ['m-1'], ['m-1'], ['m-1'], ['m-1', 'm-5']])
  })
})

describe('the conversations of a visit', () => {
  test('are restored when their source is selected again, and the URL’s question is used once', () => {
    const begun: string[] = []
    const conversations = createConversations({ worksheetId: 'w-1', question: 'supply' }, (about) => {
      begun.push(about)
      return open().conversation
    })
    const first = conversations.about('w-1')
    expect(conversations.takeQuestion('w-2')).toBe('')
    expect(conversations.takeQuestion('w-1')).toBe('supply')
    expect(conversations.about('w-2')).not.toBe(first)
    expect(conversations.about('w-1')).toBe(first)
    expect(conversations.takeQuestion('w-1')).toBe('')
    expect(begun).toEqual(['w-1', 'w-2'])
  })

  test('do not announce anything twice', async () => {
    const { conversation, sent, reply } = open()
    const asking = conversation.ask('supply')
    await sent(1)
    reply(0, { ok: true, value: words('Supply') })
    await asking
    const result: string[] = []
    const port = { post: (type: string) => void result.push(type) }
    announceConversation({ port } as unknown as Frame, conversation)
    void conversation.ask('only Tron')
    await sent(2)
    expect(result).toEqual(['spotterInit', 'spotterLoadComplete', 'SpotterQueryTriggered'])
  })
})

/** The words of an answer that has only a title. */
export const words = (title: string): AnswerWords => ({
  title,
  description: '',
  tokens: [],
  llmReasoning: { assumptions: [], clarifications: [], interpretation: '' },
  formulaInfo: [],
  ambiguousPhrases: [],
})

/** One tab and one host. A test can load the page in it any number of times. */
function tab() {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  const asked: string[] = []
  let messages: Awaited<ReturnType<ConversationHost['messages']>> | null = null
  let ids = 0
  const host: ConversationHost = {
    open: async () => ({ ok: true, value: 'c-1' }),
    async ask({ text }) {
      asked.push(text)
      return text === 'the weather' ? { ok: false, text: 'No.' } : { ok: true, value: words(text) }
    },
    messages: async () => messages ?? { ok: true, ids: ['m-1', 'm-2', 'm-3', 'm-4'] },
  }
  async function load(question = '', worksheetId = 'w-1'): Promise<Conversation> {
    const stored = createConversationStorage(() => storage)
    const conversation = createConversation(host, worksheetId, () => `m-${(ids += 1)}`)
    saveConversation(conversation, worksheetId, stored)
    const { signal } = new AbortController()
    await resumeConversation(conversation, { worksheetId, question }, { stored, host, signal })
    return conversation
  }
  return { load, asked, storage, stored, answer: (next: typeof messages) => (messages = next) }
}
const shown = (conversation: Conversation): readonly (readonly string[])[] =>
  conversation.state.get().messages.map(({ question, outcome }) => [question, outcome.kind])

describe('a conversation after a reload', () => {
  test('is restored with its answers, asks nothing again, and continues', async () => {
    const { load, asked } = tab()
    const before = await load()
    await before.ask('supply by chain')
    await before.ask('the weather')
    const after = await load()
    expect(after.state.get()).toMatchObject({ convId: 'c-1', messages: before.state.get().messages })
    expect(shown(after)).toEqual([
      ['supply by chain', 'answered'],
      ['the weather', 'failed'],
    ])
    expect(asked).toHaveLength(2)
    await after.ask('only Tron')
    expect(shown(await load())).toHaveLength(3)
  })

  test('restores the draft of the same user', async () => {
    const { load, answer } = tab()
    const before = await load()
    await before.ask('supply by chain')
    before.write('only T')
    expect((await load()).state.get().draft).toBe('only T')
    answer({ ok: false, gone: true })
    expect((await load()).state.get().draft).toBe('')
  })

  test('shows a question that was in flight as stopped', async () => {
    const { load } = tab()
    const before = await load()
    await before.ask('supply by chain')
    void before.ask('only Tron')
    expect(shown(await load())).toEqual([
      ['supply by chain', 'answered'],
      ['only Tron', 'stopped'],
    ])
  })

  test('is not shown to another user, and is then discarded', async () => {
    const { load, answer } = tab()
    await (await load()).ask('supply by chain')
    answer({ ok: false, gone: false })
    expect(shown(await load())).toEqual([])
    answer({ ok: false, gone: true })
    expect(shown(await load())).toEqual([])
    answer(null)
    expect(shown(await load())).toEqual([])
  })

  test('drops an answer that the host no longer has', async () => {
    const { load, answer } = tab()
    const before = await load()
    await before.ask('supply by chain')
    await before.ask('only Tron')
    answer({ ok: true, ids: ['m-1'] })
    expect(shown(await load())).toEqual([['supply by chain', 'answered']])
  })

  test('starts over after “New conversation”, on another source, and for a question that it does not contain', async () => {
    const { load } = tab()
    const before = await load()
    await before.ask('supply by chain')
    expect(shown(await load('price of BTC'))).toEqual([])
    expect(shown(await load('', 'w-2'))).toEqual([])
    expect(shown(await load(' supply by chain '))).toHaveLength(1)
    before.reset()
    expect(shown(await load())).toEqual([])
  })

  test('does not announce anything twice', async () => {
    const { load, storage } = tab()
    await (await load()).ask('supply by chain')
    const posted: string[] = []
    const port = { post: (type: string) => void posted.push(type) }
    const conversation = await load('', 'w-2')
    announceConversation({ port } as unknown as Frame, conversation)
    const saved = createConversationStorage(() => storage).of('w-1')
    conversation.resume('c-1', saved?.messages ?? [])
    expect(posted).toEqual(['spotterInit', 'spotterLoadComplete'])
    await conversation.ask('only Tron')
    expect(posted.slice(2)).toEqual(['SpotterQueryTriggered', 'SpotterData', 'spotterResponseComplete'])
  })
})

describe('the state stored for a tab', () => {
  test('has the last selected source, for the page that it was selected on', () => {
    const { storage } = tab()
    createConversationStorage(() => storage).choose('w-home', 'w-2')
    const stored = createConversationStorage(() => storage)
    expect([stored.chosenOn('w-home'), stored.chosenOn('w-3')]).toEqual(['w-2', 'w-3'])
  })

  test.each([
    'nonsense',
    '7',
    '{"conversations":{"w-1":{"convId":"c-1","messages":[{"id":"m-1","question":"q","outcome":{"kind":"answered"}}]}}}',
    '{"conversations":{"w-1":{"messages":[{"id":"m-1","question":"q","outcome":{"kind":"stopped"}}]}}}',
  ])('drops damaged parts: %s', async (text) => {
    const { load, stored } = tab()
    stored.set('conversations-2', text)
    expect(shown(await load())).toEqual([])
  })

  test('is empty without storage, and everything works', async () => {
    const stored = createConversationStorage(() => {
      throw new Error('switched off')
    })
    stored.keep('w-1', { convId: 'c', messages: [], draft: '' })
    expect(stored.of('w-1')).toBeNull()
  })
})
