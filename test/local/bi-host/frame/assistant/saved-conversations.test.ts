import { describe, expect, test } from 'vitest'
import {
  createConversation,
  type Conversation,
  announceConversation,
} from '../../../../../local/bi-host/frame/assistant/conversation'
import type { ConversationHost } from '../../../../../local/bi-host/frame/assistant/conversation-host'
import {
  createConversationStorage,
  saveConversation,
  resumeConversation,
} from '../../../../../local/bi-host/frame/assistant/saved-conversations'
import type { Frame } from '../../../../../local/bi-host/frame/protocol/frame'
import { words } from './answer-words'

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
