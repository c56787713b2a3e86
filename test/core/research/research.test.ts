import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import {
  memoryIdentityProvider,
  memoryUser,
} from '../../../src/adapters/identity-provider/memory/memory-identity-provider'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'
import { memoryPageAddress } from '../../../src/adapters/page-address/memory-page-address'
import { memoryBrowser, memorySiblingTabs } from '../../../src/adapters/sibling-tabs/memory-sibling-tabs'
import { memoryResearchAssistant } from '../../../src/adapters/research-assistant/memory-research-assistant'
import { changedNumbers } from '../../../src/core/research/changed-numbers'
import {
  earlierAnswer,
  maxEarlierAnswers,
  readAnswers,
  withAnswer,
  withRestored,
  writeAnswers,
  type EarlierAnswer,
} from '../../../src/core/research/earlier-answers'
import { research, type ResearchState } from '../../../src/core/research/research'
import { readConversations, writeConversations } from '../../../src/core/research/stored-conversations'
import type {
  AnswerColumn,
  AnswerSuggestion,
  ResearchAssistant,
} from '../../../src/core/ports/research-assistant'
import type { SiblingTabs } from '../../../src/core/ports/sibling-tabs'
import { createSessionStore } from '../../../src/core/session/session-store'

const column = (id: string, values: AnswerColumn['values'], dataType = 'DOUBLE'): AnswerColumn => ({
  id,
  name: id,
  dataType,
  values,
})
const answer = (table: readonly AnswerColumn[], title = 'Supply'): AnswerSuggestion => ({
  tokens: ['supply'],
  query: '[supply]',
  sourceId: 'w',
  title,
  description: '',
  cached: false,
  sqlQuery: null,
  warningType: null,
  formulas: [],
  reasoning: { assumptions: [], clarifications: [], interpretation: '' },
  ambiguities: [],
  subQueries: [],
  visualization: null,
  table,
})
const supply = (usdt: number) =>
  answer([column('coin', ['USDT', 'USDC'], 'VARCHAR'), column('supply', [usdt, 80])])

/** Responds only on command, in any order. */
function slowAssistant(inner: ResearchAssistant) {
  const held: { readonly text: string; readonly go: () => void; stopped: boolean }[] = []
  const assistant: ResearchAssistant = {
    open: (sourceId) => inner.open(sourceId),
    ask: (conversation, message, stopped) =>
      new Promise((resolve) => {
        const entry = {
          text: message.text,
          go: () => resolve(inner.ask(conversation, message)),
          stopped: false,
        }
        void stopped?.then(() => (entry.stopped = true))
        held.push(entry)
      }),
  }
  return { assistant, held }
}

async function setUp(
  options: {
    readonly signedIn?: boolean
    readonly assistant?: ResearchAssistant
    readonly keyValueStore?: ReturnType<typeof memoryKeyValueStore>
    /** Storage of a tab that was here before. */
    readonly tabStore?: ReturnType<typeof memoryKeyValueStore>
    readonly siblingTabs?: SiblingTabs
    /** How many ids were given before. */
    readonly ids?: number
  } = {},
) {
  const answers = new Map([
    ['supply', supply(190)],
    ['by chain', answer([], 'By chain')],
  ])
  const memory = memoryResearchAssistant(answers)
  let opened = 0
  const given = options.assistant ?? memory
  const researchAssistant: ResearchAssistant = {
    open(sourceId) {
      opened += 1
      return given.open(sourceId)
    },
    ask: (conversation, message, stopped) => given.ask(conversation, message, stopped),
  }
  const keyValueStore = options.keyValueStore ?? memoryKeyValueStore()
  const { tabStore = memoryKeyValueStore(), siblingTabs = memorySiblingTabs() } = options
  const journal = memoryJournal()
  const clock = fixedClock(1_000)
  const session = createSessionStore({
    clock,
    identityProvider: memoryIdentityProvider((options.signedIn ?? true) ? { user: memoryUser } : {}),
    journal,
    keyValueStore,
    pageAddress: memoryPageAddress('/home'),
    tabStore,
  })
  let { ids = 0 } = options
  const made = research(
    { researchAssistant, keyValueStore, tabStore, siblingTabs, journal, clock },
    session,
    () => `id-${(ids += 1)}`,
  )
  await session.start({
    address: 'http://localhost/home',
    query: { code: null, state: null, error: null, errorDescription: null },
  })
  let state: ResearchState = { conversations: new Map(), earlierAnswers: [] }
  made.watch((next) => (state = next))
  const outcomes = (sourceId = 'w') =>
    state.conversations.get(sourceId)?.messages.map(({ question, outcome }) => [question, outcome.kind])
  return {
    ...made,
    memory,
    session,
    keyValueStore,
    tabStore,
    journal,
    clock,
    state: () => state,
    outcomes,
    opened: () => opened,
  }
}

/** What a browser gives a duplicate of the tab. */
function copyOf(tabStore: ReturnType<typeof memoryKeyValueStore>): typeof tabStore {
  const key = `assay.research-conversations.${JSON.stringify([memoryUser.issuer, memoryUser.subject])}`
  const text = tabStore.read(key)
  const copy = memoryKeyValueStore()
  copy.write(key, (text.ok && text.value) || '')
  return copy
}

/** The questions of each conversation at the assistant. */
function askedIn({ asked }: ReturnType<typeof memoryResearchAssistant>): readonly (readonly string[])[] {
  const conversations = new Set(asked.map(({ conversationId }) => conversationId))
  return [...conversations].map((id) =>
    asked.flatMap(({ conversationId, text }) => (conversationId === id ? [text] : [])),
  )
}

/** Everything requested has been handled. */
const settled = async (): Promise<void> => {
  for (let message = 0; message < 20; message += 1) await Promise.resolve()
}

describe('a conversation', () => {
  it('is created once, with the first question, and questions wait for it and for each other', async () => {
    const it = await setUp()
    const both = [it.askResearch('w', ' supply '), it.askResearch('w', 'by chain')]
    expect(it.outcomes()).toEqual([
      ['supply', 'waiting'],
      ['by chain', 'waiting'],
    ])
    await Promise.all(both)
    expect(it.opened()).toBe(1)
    expect(it.memory.asked.map(({ text }) => text)).toEqual(['supply', 'by chain'])
    expect(it.outcomes()).toEqual([
      ['supply', 'answered'],
      ['by chain', 'answered'],
    ])
  })

  it('strips bidirectional marks from questions: they are invisible when pasted, and would reverse a reply that repeats them', async () => {
    const it = await setUp()
    await it.askResearch('w', '\u202Esup\u200Eply\u2066')
    expect(it.memory.asked.map(({ text }) => text)).toEqual(['supply'])
    expect(it.outcomes()).toEqual([['supply', 'answered']])
    await it.askResearch('w', '\u202E')
    expect(it.memory.asked).toHaveLength(1)
  })

  it('is separate for each worksheet', async () => {
    const it = await setUp()
    await Promise.all([it.askResearch('w', 'supply'), it.askResearch('other', 'supply')])
    expect(it.opened()).toBe(2)
    expect(new Set(it.memory.asked.map(({ conversationId }) => conversationId)).size).toBe(2)
  })

  it('sends nothing for an empty question or without a user', async () => {
    const empty = await setUp()
    await empty.askResearch('w', '   ')
    const nobody = await setUp({ signedIn: false })
    await nobody.askResearch('w', 'supply')
    expect([empty.opened(), nobody.opened()]).toEqual([0, 0])
  })

  it('needs a source', async () => {
    const it = await setUp()
    await it.askResearch('', 'supply')
    const [message] = it.state().conversations.get('')?.messages ?? []
    expect(message?.outcome).toEqual({ kind: 'failed', failure: { kind: 'source-missing' } })
    expect(it.opened()).toBe(0)
  })

  it('that cannot be created fails the question, and the next question retries', async () => {
    const it = await setUp()
    it.memory.failNext({ kind: 'assistant-unreachable' })
    await it.askResearch('w', 'supply')
    expect(it.outcomes()).toEqual([['supply', 'failed']])
    await it.repeatResearch('w', 'id-1')
    expect(it.outcomes()).toEqual([['supply', 'answered']])
    expect(it.opened()).toBe(2)
  })

  it.each(['open', 'ask'] as const)(
    'survives an assistant that throws at "%s": that question fails, and the next one is sent',
    async (where) => {
      const memory = memoryResearchAssistant(new Map([['supply', supply(1)]]))
      let throws = 1
      const assistant: ResearchAssistant = {
        ...memory,
        [where]: async (...given: readonly never[]) => {
          if (throws-- > 0) throw new Error('a chunk did not come')
          return (memory[where] as (...same: readonly never[]) => unknown)(...given)
        },
      }
      const it = await setUp({ assistant })
      await Promise.all([it.askResearch('w', 'supply'), it.askResearch('w', 'supply')])
      expect(it.outcomes()).toEqual([
        ['supply', 'failed'],
        ['supply', 'answered'],
      ])
      expect(it.journal.entries).toEqual([
        { level: 'error', where: 'research', text: 'Thrown: Error: a chunk did not come' },
      ])
    },
  )

  it('survives storage that throws: the answer is shown but not saved', async () => {
    const it = await setUp()
    it.keyValueStore.read = () => {
      throw new Error('no storage')
    }
    await it.askResearch('w', 'supply')
    await it.askResearch('w', 'by chain')
    expect(it.outcomes()).toEqual([
      ['supply', 'answered'],
      ['by chain', 'answered'],
    ])
  })

  it('keeps the text of an error, and replaces it on retry', async () => {
    const it = await setUp()
    await it.askResearch('w', 'weather')
    const [message] = it.state().conversations.get('w')?.messages ?? []
    expect(message?.outcome).toMatchObject({
      kind: 'failed',
      failure: { text: 'I did not understand "weather".' },
    })
    await it.repeatResearch('w', message?.id ?? '')
    expect(it.outcomes()).toEqual([['weather', 'failed']])
    expect(it.memory.asked).toHaveLength(2)
  })

  it('continues after a stopped question, whose answer is not shown', async () => {
    const { assistant, held } = slowAssistant(memoryResearchAssistant(new Map([['supply', supply(1)]])))
    const it = await setUp({ assistant })
    const first = it.askResearch('w', 'supply')
    const second = it.askResearch('w', 'supply')
    await settled()
    expect(held).toHaveLength(1)
    await it.stopResearch('w', 'id-1')
    await first
    await settled()
    expect(held.map(({ stopped }) => stopped)).toEqual([true, false])
    held[0]?.go()
    held[1]?.go()
    await second
    expect(it.outcomes()).toEqual([
      ['supply', 'stopped'],
      ['supply', 'answered'],
    ])
  })

  it('continues after its token was rejected, in the same conversation with another token', async () => {
    const it = await setUp()
    await it.askResearch('w', 'supply')
    it.memory.failNext({ kind: 'assistant-refused', status: 401 })
    await it.askResearch('w', 'by chain')
    await it.repeatResearch('w', 'id-2')
    expect(it.outcomes()).toEqual([
      ['supply', 'answered'],
      ['by chain', 'answered'],
    ])
    expect(it.opened()).toBe(1)
    expect(new Set(it.memory.asked.map(({ conversationId }) => conversationId)).size).toBe(1)
  })

  it('reports a lost connection, and continues where it was', async () => {
    const it = await setUp()
    await it.askResearch('w', 'supply')
    it.memory.failNext({ kind: 'assistant-unreachable' })
    await it.askResearch('w', 'by chain')
    expect(it.state().conversations.get('w')?.messages.at(-1)?.outcome).toEqual({
      kind: 'failed',
      failure: { kind: 'assistant-unreachable' },
    })
    await it.repeatResearch('w', 'id-2')
    expect([it.outcomes()?.at(-1), it.opened()]).toEqual([['by chain', 'answered'], 1])
  })

  it('of one tab does not mix with that of another, and the saved answers of both are kept', async () => {
    const keyValueStore = memoryKeyValueStore()
    const shared = memoryResearchAssistant(
      new Map([
        ['supply', supply(190)],
        ['by chain', answer([], 'By chain')],
      ]),
    )
    const [one, other] = [
      await setUp({ assistant: shared, keyValueStore }),
      await setUp({ assistant: shared, keyValueStore }),
    ]
    await Promise.all([one.askResearch('w', 'supply'), other.askResearch('w', 'by chain')])
    await one.askResearch('w', 'by chain')
    expect(one.outcomes()?.map(([question]) => question)).toEqual(['supply', 'by chain'])
    expect(other.outcomes()?.map(([question]) => question)).toEqual(['by chain'])
    expect(askedIn(shared).toSorted((a, b) => b.length - a.length)).toEqual([
      ['supply', 'by chain'],
      ['by chain'],
    ])
    const third = await setUp({ keyValueStore })
    expect(third.state().earlierAnswers.map(({ questions }) => questions)).toEqual(
      expect.arrayContaining([['supply'], ['by chain'], ['supply', 'by chain']]),
    )
  })

  it('of a duplicated tab continues in one of its own, in which its last answer is asked for again', async () => {
    const browser = memoryBrowser()
    const questions = ['supply', 'by chain', 'only USDC', 'by month', 'by week']
    const assistant = memoryResearchAssistant(new Map(questions.map((text) => [text, supply(190)])))
    const original = browser.open()
    const one = await setUp({ assistant, siblingTabs: original })
    await one.askResearch('w', 'supply')
    await one.askResearch('w', 'weather')
    await one.askResearch('w', 'by chain')
    const tabStore = copyOf(one.tabStore)
    const other = await setUp({ assistant, tabStore, siblingTabs: browser.open(), ids: 3 })
    expect(other.outcomes()).toEqual(one.outcomes())
    await other.askResearch('w', 'only USDC')
    await one.askResearch('w', 'by month')
    // A reload of the original does not lose it to the duplicate.
    original.dispose()
    const again = { assistant, tabStore: one.tabStore, siblingTabs: browser.open(), ids: 4 }
    const reloaded = await setUp(again)
    await reloaded.askResearch('w', 'by week')
    expect(other.outcomes()?.at(-1)).toEqual(['only USDC', 'answered'])
    expect(askedIn(assistant)).toEqual([
      ['supply', 'weather', 'by chain', 'by month', 'by week'],
      // This assistant does not understand the answer as one query.
      ['[supply]', 'supply', 'by chain', 'only USDC'],
    ])
  })

  it('of a duplicated tab is asked for its last answer alone, if that is understood as one query', async () => {
    const browser = memoryBrowser()
    const questions = ['supply', 'by chain', 'only USDC', '[supply]']
    const assistant = memoryResearchAssistant(new Map(questions.map((text) => [text, supply(190)])))
    const one = await setUp({ assistant, siblingTabs: browser.open() })
    await one.askResearch('w', 'supply')
    await one.askResearch('w', 'by chain')
    const tabStore = copyOf(one.tabStore)
    const other = await setUp({ assistant, tabStore, siblingTabs: browser.open(), ids: 3 })
    await other.askResearch('w', 'only USDC')
    expect(askedIn(assistant).at(-1)).toEqual(['[supply]', 'only USDC'])
  })

  it('of a duplicated tab is its own also after the other tab has gone, though nothing was asked in it', async () => {
    const browser = memoryBrowser()
    const original = browser.open()
    const assistant = memoryResearchAssistant(new Map([['supply', supply(190)]]))
    const one = await setUp({ assistant, siblingTabs: original })
    await one.askResearch('w', 'supply')
    const duplicate = browser.open()
    const { tabStore } = await setUp({ assistant, tabStore: copyOf(one.tabStore), siblingTabs: duplicate })
    await settled()
    original.dispose()
    duplicate.dispose()
    const reloaded = await setUp({ assistant, tabStore, siblingTabs: browser.open(), ids: 1 })
    await reloaded.askResearch('w', 'supply')
    expect(askedIn(assistant)).toEqual([['supply'], ['[supply]', 'supply', 'supply']])
  })

  it('whose questions cannot be asked again fails the next one, and Retry does', async () => {
    const browser = memoryBrowser()
    const assistant = memoryResearchAssistant(new Map([['supply', supply(190)]]))
    const one = await setUp({ assistant, siblingTabs: browser.open() })
    await one.askResearch('w', 'supply')
    const tabStore = copyOf(one.tabStore)
    const other = await setUp({ assistant, tabStore, siblingTabs: browser.open(), ids: 1 })
    const asking = vi.spyOn(assistant, 'ask')
    asking.mockResolvedValueOnce({ ok: false, failure: { kind: 'assistant-unreachable' } })
    await other.askResearch('w', 'supply')
    expect(other.outcomes()?.at(-1)).toEqual(['supply', 'failed'])
    await other.repeatResearch('w', other.state().conversations.get('w')?.messages.at(-1)?.id ?? '')
    expect(other.outcomes()).toEqual([
      ['supply', 'answered'],
      ['supply', 'answered'],
    ])
    expect(askedIn(assistant)).toEqual([['supply'], ['[supply]', 'supply', 'supply']])
  })

  it('is removed with the user, and so is a late answer', async () => {
    const { assistant, held } = slowAssistant(memoryResearchAssistant(new Map([['supply', supply(1)]])))
    const it = await setUp({ assistant })
    const asked = it.askResearch('w', 'supply')
    await settled()
    await it.session.logout()
    held[0]?.go()
    await asked
    expect(it.state()).toEqual({ conversations: new Map(), earlierAnswers: [] })
  })
})

describe('a reload', () => {
  const known = new Map([['supply', supply(190)]])

  it('keeps a conversation with its answers, and continues it at the assistant', async () => {
    const shared = memoryResearchAssistant(known)
    const before = await setUp({ assistant: shared })
    await before.askResearch('w', 'supply')
    await before.askResearch('w', 'weather')
    const again = await setUp({ assistant: shared, tabStore: before.tabStore })
    expect(again.state().conversations).toEqual(before.state().conversations)
    await again.askResearch('w', 'supply')
    expect(again.outcomes()?.at(-1)).toEqual(['supply', 'answered'])
    expect([again.opened(), new Set(shared.asked.map((one) => one.conversationId)).size]).toEqual([0, 1])
  })

  it('drops questions in flight, and sends nothing by itself', async () => {
    const shared = memoryResearchAssistant(known)
    const before = await setUp({ assistant: slowAssistant(shared).assistant })
    void before.askResearch('w', 'supply')
    void before.askResearch('w', 'by chain')
    await settled()
    const again = await setUp({ assistant: shared, tabStore: before.tabStore })
    expect(again.outcomes()).toEqual([
      ['supply', 'stopped'],
      ['by chain', 'stopped'],
    ])
    expect(shared.asked).toEqual([])
    await again.repeatResearch('w', 'id-1')
    expect(again.outcomes()).toContainEqual(['supply', 'answered'])
  })

  it('restores a conversation only for its user, and none that was cleared', async () => {
    const before = await setUp()
    await before.askResearch('w', 'supply')
    await before.rememberResearchDraft('by month')
    const nobody = await setUp({ tabStore: before.tabStore, signedIn: false })
    expect(nobody.state().conversations.size).toBe(0)
    expect(await nobody.researchDraft()).toBe('')
    await nobody.rememberResearchDraft('of a visitor')
    const again = await setUp({ tabStore: before.tabStore })
    expect(await again.researchDraft()).toBe('by month')
    const restore = await again.clearResearch('w')
    expect((await setUp({ tabStore: before.tabStore })).outcomes()).toBeUndefined()
    restore()
    expect(again.outcomes()).toEqual([['supply', 'answered']])
    expect((await setUp({ tabStore: before.tabStore })).outcomes()).toEqual([['supply', 'answered']])
    const late = await again.clearResearch('w')
    await again.session.logout()
    late()
    expect(again.outcomes()).toBeUndefined()
  })

  it('with full storage loses only the conversation, and reports it once', async () => {
    const before = await setUp({ tabStore: memoryKeyValueStore({ capacity: 200 }) })
    await before.askResearch('w', 'supply')
    await before.askResearch('w', 'supply')
    expect(before.outcomes()?.map(([, kind]) => kind)).toEqual(['answered', 'answered'])
    const reports = before.journal.entries.filter(({ text }) => text.startsWith('Conversation not saved'))
    expect(reports).toHaveLength(1)
  })

  it('stores the newest answers whose tables fit, at least the last one', async () => {
    const whole = await setUp()
    for (const text of ['supply', 'supply', 'supply']) await whole.askResearch('w', text)
    const storedOf = (...rows: readonly number[]): readonly number[] => {
      const conversations = structuredClone([...whole.state().conversations])
      const messages = conversations[0]?.[1].messages ?? []
      const sized = messages.map((message, at) => {
        if (message.outcome.kind !== 'answered') throw new Error('There is no answer.')
        const { reply } = message.outcome
        const table = [column('supply', Array<number>(rows[at] ?? 0).fill(1))]
        const outcome = { ...message.outcome, reply: { ...reply, answer: { ...reply.answer, table } } }
        return { ...message, outcome }
      })
      const [[source, conversation] = ['', undefined]] = conversations
      if (conversation === undefined) throw new Error('There is no conversation.')
      const text = writeConversations(new Map([[source, { ...conversation, messages: sized }]]))
      const stored = readConversations(text).get(source)?.messages ?? []
      return stored.map(({ outcome }) =>
        outcome.kind === 'answered' ? (outcome.reply.answer.table[0]?.values.length ?? 0) : 0,
      )
    }
    expect(storedOf(10_000, 10_000, 10_000)).toEqual([10_000, 10_000])
    expect(storedOf(10_000, 8_000, 1_000)).toEqual([10_000, 8_000, 1_000])
    expect(storedOf(1, 1, 25_000)).toEqual([25_000])
  })

  it('drops every stored message with an invalid field', async () => {
    const whole = await setUp()
    await whole.askResearch('w', 'supply')
    await whole.askResearch('w', 'weather')
    const text = writeConversations(whole.state().conversations)
    expect(readConversations(text)).toEqual(whole.state().conversations)
    for (const other of [null, '', '{', '[]', '{"version":2,"conversations":[]}', '{"version":1}'])
      expect(readConversations(other).size).toBe(0)
    // Each member in turn has a wrong value: the reader must not throw, and its result must be displayable.
    const damage = (value: unknown, path: readonly string[] = []): readonly string[] => {
      if (typeof value !== 'object' || value === null) return []
      return Object.entries(value).flatMap(([name, inner]) => {
        const changed = JSON.parse(text) as object
        let at: Record<string, unknown> = changed as never
        for (const step of path) at = at[step] as never
        at[name] = typeof inner === 'number' ? 'x' : 7
        return [JSON.stringify(changed), ...damage(inner, [...path, name])]
      })
    }
    for (const damaged of damage(JSON.parse(text)))
      for (const { messages, opened } of readConversations(damaged).values()) {
        expect(opened === null || typeof opened.id === 'string').toBe(true)
        for (const { outcome } of messages) {
          expect(['answered', 'failed', 'stopped']).toContain(outcome.kind)
          if (outcome.kind !== 'answered') continue
          const { answer: shown } = outcome.reply
          expect(() => [
            ...shown.tokens.map((token) => token.trim()),
            ...shown.table.flatMap(({ name, values }) => [name.trim(), ...values]),
            shown.reasoning.assumptions.join(),
          ]).not.toThrow()
        }
      }
  })
})

describe('answers of earlier visits', () => {
  it('are saved for the user, with the questions that led to them', async () => {
    const it = await setUp()
    await it.askResearch('w', 'supply')
    await it.askResearch('w', 'by chain')
    expect(it.state().earlierAnswers.map(({ questions, askedAt }) => [questions, askedAt])).toEqual([
      [['supply', 'by chain'], 1_000],
      [['supply'], 1_000],
    ])
    await it.session.logout()
    expect(it.state().earlierAnswers).toEqual([])
  })

  it('saved by a later portal are not overwritten; new ones last as long as the page', async () => {
    const it = await setUp()
    await it.askResearch('w', 'supply')
    const key = `assay.answers.${JSON.stringify([memoryUser.issuer, memoryUser.subject])}`
    const later = '{"version":2,"answers":[{"of":"a later portal"}]}'
    it.keyValueStore.write(key, later)
    await it.askResearch('w', 'by chain')
    expect(it.state().earlierAnswers.map(({ questions }) => questions.at(-1))).toEqual(['by chain', 'supply'])
    expect(it.keyValueStore.read(key)).toEqual({ ok: true, value: later })
  })

  it('of one source can be removed, also for the next page, and restored', async () => {
    const it = await setUp()
    for (const [source, question] of [
      ['w', 'supply'],
      ['v', 'supply'],
      ['w', 'by chain'],
    ] as const) {
      it.clock.advance(1_000)
      await it.askResearch(source, question)
    }
    const before = it.state().earlierAnswers
    expect(before.map(({ sourceId }) => sourceId)).toEqual(['w', 'v', 'w'])
    const key = `assay.answers.${JSON.stringify([memoryUser.issuer, memoryUser.subject])}`
    const stored = () => {
      const text = it.keyValueStore.read(key)
      return readAnswers(text.ok ? text.value : null)
    }
    const restore = await it.forgetAnswers('w')
    expect(it.state().earlierAnswers).toEqual([before[1]])
    expect(stored()).toEqual([before[1]])
    restore()
    expect(it.state().earlierAnswers).toEqual(before)
    expect(stored()).toEqual(before)
    // A question that was asked again meanwhile has its newer answer.
    const older = await it.forgetAnswers('w')
    await it.clearResearch('w')
    it.clock.advance(1_000)
    await it.askResearch('w', 'supply')
    const [again] = it.state().earlierAnswers
    older()
    expect(it.state().earlierAnswers).toEqual([again, before[0], before[1]])
    expect(stored()).toEqual(it.state().earlierAnswers)
    // A user who has left meanwhile restores nothing for the next one.
    const late = await it.forgetAnswers('w')
    await it.session.logout()
    late()
    expect(it.state().earlierAnswers).toEqual([])
    expect(stored()).toEqual([before[1]])
  })

  it('are asked again in a separate conversation, for comparison', async () => {
    const it = await setUp()
    await it.askResearch('w', 'supply')
    await it.askResearch('w', 'by chain')
    const [newest] = it.state().earlierAnswers
    await it.reopenAnswer(newest?.id ?? '')
    expect(it.outcomes()).toEqual([
      ['supply', 'answered'],
      ['by chain', 'answered'],
    ])
    const messages = it.state().conversations.get('w')?.messages ?? []
    expect(messages.map(({ before }) => before?.title)).toEqual([undefined, 'By chain'])
    expect(it.opened()).toBe(2)
  })

  it('are lost, and nothing else, when storage is full or unreadable', async () => {
    const it = await setUp()
    it.keyValueStore.write = () => ({ ok: false, failure: { kind: 'store-full' } })
    await it.askResearch('w', 'supply')
    expect(it.outcomes()).toEqual([['supply', 'answered']])
    for (const text of [null, '', '{', '[]', '{"version":2,"answers":[]}', '{"version":1,"answers":{}}'])
      expect(readAnswers(text)).toEqual([])
    const whole: EarlierAnswer = {
      id: 'a',
      sourceId: 'w',
      questions: ['q'],
      title: 't',
      askedAt: 1,
      table: [],
    }
    const damaged = [
      { ...whole, questions: [] },
      { ...whole, table: [{ id: 1 }] },
      null,
      { ...whole, askedAt: 'x' },
      { ...whole, askedAt: 1e300 },
    ]
    expect(readAnswers(JSON.stringify({ version: 1, answers: [...damaged, whole] }))).toEqual([whole])
  })

  it('are saved once per list of questions, newest first, up to the limit', () => {
    const one = (n: number, question = `q${n}`): EarlierAnswer => ({
      id: `id-${n}`,
      sourceId: 'w',
      questions: [question],
      title: '',
      askedAt: n,
      table: [],
    })
    const many = Array.from({ length: 40 }, (_, n) => one(n)).reduce(
      withAnswer,
      [] as readonly EarlierAnswer[],
    )
    expect(many).toHaveLength(maxEarlierAnswers)
    expect(many[0]?.id).toBe('id-39')
    expect(
      withAnswer(many, one(99, 'q39'))
        .map(({ id }) => id)
        .slice(0, 2),
    ).toEqual(['id-99', 'id-38'])
    expect(readAnswers(writeAnswers(many))).toEqual(many)
  })
})

it('cleared answers are restored below newer ones, and never in place of one', () => {
  const answers = (source: string) =>
    fc
      .uniqueArray(
        fc.record({ question: fc.integer({ min: 0, max: 60 }), askedAt: fc.integer({ min: 0, max: 1_000 }) }),
        { selector: ({ question }) => question, maxLength: 30 },
      )
      .map((all) =>
        all
          .toSorted((a, b) => b.askedAt - a.askedAt)
          .map(({ question, askedAt }): EarlierAnswer => ({
            id: `${source} ${question}`,
            sourceId: 'w',
            questions: [String(question)],
            title: '',
            askedAt,
            table: [],
          })),
      )
  fc.assert(
    fc.property(answers('now'), answers('gone'), (now, gone) => {
      const restored = withRestored(now, gone)
      const questionOf = ({ questions }: EarlierAnswer) => questions[0]
      expect(new Set(restored.map(questionOf)).size).toBe(restored.length)
      expect(restored).toEqual(restored.toSorted((a, b) => b.askedAt - a.askedAt))
      const missing = [...now, ...gone].filter(
        (one) =>
          !restored.includes(one) &&
          !now.some((other) => questionOf(other) === questionOf(one) && other !== one),
      )
      const oldest = restored.at(-1)?.askedAt ?? 0
      expect(missing.every(({ askedAt }) => restored.length === maxEarlierAnswers && askedAt <= oldest)).toBe(
        true,
      )
    }),
  )
})

describe('numbers that changed', () => {
  const coins = (names: readonly string[], values: readonly (number | null)[]) => [
    column('coin', names, 'VARCHAR'),
    column('supply', values),
  ]
  const changesOf = (...tables: Parameters<typeof changedNumbers>) => changedNumbers(...tables).changes

  it('are those of rows that existed before, wherever they are now', () => {
    const before = coins(['USDT', 'USDC', 'DAI'], [190, 80, 4])
    const after = coins(['USDC', 'USDT', 'USDe'], [80, 192, 6])
    expect(changedNumbers(before, after)).toEqual({
      changes: [{ column: 'supply', row: 1, before: 190 }],
      compared: 2,
      total: 3,
    })
  })

  it('are none in the same table, in a new column, or where there was no number', () => {
    const table = coins(['USDT'], [190])
    expect(changesOf(table, table)).toEqual([])
    expect(changesOf(table, [...table, column('share', [0.5])])).toEqual([])
    expect(changesOf(coins(['USDT'], [null]), table)).toEqual([])
    expect(changesOf([], [])).toEqual([])
  })

  it('are none in any table that is compared with itself, also where its rows look alike', () => {
    const values = fc.constantFrom<AnswerColumn['values'][number]>(null, true, 'USDT', 'USDC', 0, 1, 2.5)
    const cells = fc.array(fc.array(values, { maxLength: 4 }), { maxLength: 4 })
    fc.assert(
      fc.property(cells, (columns) => {
        const table = columns.map((rows, at) => column(`c${at}`, rows))
        expect(changesOf(table, table)).toEqual([])
      }),
    )
  })

  it('are not those of rows that look alike, as it is unknown which is which', () => {
    const years = (values: readonly number[]) => [column('year', [2025, 2026]), column('volume', values)]
    expect(changesOf(years([10, 20]), years([10, 30]))).toEqual([])
    const twice = coins(['USDT', 'USDT', 'DAI'], [1, 2, 3])
    const once = coins(['USDT', 'DAI'], [2, 4])
    const dai = (row: number, before: number) => [{ column: 'supply', row, before }]
    expect(changesOf(twice, once)).toEqual(dai(1, 3))
    expect(changesOf(once, twice)).toEqual(dai(2, 4))
  })

  it('are not those that differ by the binary noise of a sum', () => {
    expect(changesOf(coins(['USDT'], [0.1 + 0.2]), coins(['USDT'], [0.3]))).toEqual([])
  })

  it('come with how many numbers could be compared', () => {
    const day = (date: string, price: number) => [column('day', [date], 'DATE'), column('price', [price])]
    expect(changedNumbers(day('2026-11-20', 5), day('2026-11-21', 6))).toMatchObject({
      compared: 0,
      total: 1,
    })
    const rows = (last: number) =>
      coins(
        Array.from({ length: 500 }, (_, row) => `c${row}`),
        [...Array(499).fill(1), last],
      )
    const facts = { id: '1', sourceId: 'w', questions: ['supply'], askedAt: 0 }
    const before = earlierAnswer(facts, answer(rows(1)))
    expect(changedNumbers(before.table, rows(2))).toEqual({ changes: [], compared: 400, total: 500 })
  })

  it('are those of the text and of the newest days where a table is too long to store', () => {
    const facts = { id: '1', sourceId: 'w', questions: ['price'], askedAt: 0 }
    const rows = Array.from({ length: 2_000 }, (_, row) => row)
    const day = (row: number): string =>
      new Date(Date.UTC(2026, 0, 1 + Math.floor(row / 10))).toISOString().slice(0, 10)
    const table = [
      column('day', rows.map(day), 'DATE'),
      column(
        'coin',
        rows.map((row) => `c${row % 10}`),
        'VARCHAR',
      ),
      column(
        'price',
        rows.map((row) => 1 + row / 100),
      ),
    ]
    const newest = rows.toSorted((a, b) => Math.floor(b / 10) - Math.floor(a / 10))
    for (const written of [[], [0], [3, 777, 1_999], rows.filter((row) => row % 20 === 0)]) {
      const description = written.map((row) => `c${row % 10} $${(1 + row / 100).toFixed(2)}`).join(', then ')
      const stored = earlierAnswer(facts, { ...answer(table), description }).table.at(-1)?.values ?? []
      expect(stored).toHaveLength(400)
      expect(new Set(stored)).toEqual(
        new Set([...new Set([...written, ...newest])].slice(0, 400).map((row) => 1 + row / 100)),
      )
    }
  })

  it('include the oldest row of a number that many rows have, which texts compare with', () => {
    const facts = { id: '1', sourceId: 'w', questions: ['price'], askedAt: 0 }
    const days = Array.from({ length: 1_500 }, (_, row) => new Date(Date.UTC(2020, 0, 1 + row)).toISOString())
    const table = [
      column('day', days, 'DATE'),
      column(
        'price',
        days.map(() => 1),
      ),
    ]
    const description = 'Price was $1.00 on 8 Feb 2024, unchanged from $1.00 on 1 Jan 2020.'
    const stored = earlierAnswer(facts, { ...answer(table), description }).table[0]?.values ?? []
    expect(stored).toHaveLength(400)
    expect(stored).toEqual([days[0], ...days.slice(-399)])
  })
})
