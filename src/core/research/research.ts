import { maxQuestionLength } from '../kernel/limits'
import { withoutDirectionMarks } from '../kernel/plain-text'
import type { Ports } from '../ports'
import type { JournalEntry } from '../ports/journal'
import type { Conversation } from '../ports/research-assistant'
import { anonymousSession, sessionKey } from '../session/session-key'
import type { SessionStore } from '../session/session-store'
import {
  earlierAnswer,
  isFromNewerPortal,
  readAnswers,
  withAnswer,
  withRestored,
  writeAnswers,
  type EarlierAnswer,
} from './earlier-answers'
import { readConversations, writeConversations } from './stored-conversations'
import {
  conversationStep,
  isOpen,
  newConversation,
  type ConversationEffect,
  type ConversationEvent,
  type ResearchConversation,
  type ResearchMessage,
} from './conversation'

/** The open conversations, and the answers stored by earlier visits. */
export interface ResearchState {
  /** By source id. */
  readonly conversations: ReadonlyMap<string, ResearchConversation>
  /** Newest first. */
  readonly earlierAnswers: readonly EarlierAnswer[]
}

export interface Research {
  /** Settles when the question is answered, has failed or was stopped. An empty question is not sent. */
  readonly askResearch: (sourceId: string, question: string) => Promise<void>
  /** Stops waiting for the answer. A late reply is ignored. */
  readonly stopResearch: (sourceId: string, messageId: string) => Promise<void>
  /** Asks a question again, replacing its message. A no-op while the question is in flight or queued. */
  readonly repeatResearch: (sourceId: string, messageId: string) => Promise<void>
  /** Asks the questions of an earlier answer again, in a new conversation. The last answer is compared with the earlier one. */
  readonly reopenAnswer: (id: string) => Promise<void>
  /** Deletes the earlier answers on this source, from the browser's storage too. Returns a function that restores them. */
  readonly forgetAnswers: (sourceId: string) => Promise<() => void>
  /** Removes the conversation on this source. The next question starts a new one. Returns a function that restores it. */
  readonly clearResearch: (sourceId: string) => Promise<() => void>
  /** The text typed in this tab but not sent; empty when there is none. */
  readonly researchDraft: () => Promise<string>
  readonly rememberResearchDraft: (draft: string) => Promise<void>
}

type Needs = Pick<
  Ports,
  'researchAssistant' | 'keyValueStore' | 'tabStore' | 'siblingTabs' | 'journal' | 'clock'
>
type Conversations = ResearchState['conversations']
type Answered = Extract<ConversationEffect, { readonly kind: 'save-answer' }>

/**
 * Deep Research (specification, section 4, "AI conversation"). Logging out removes all conversations and answers from the screen. They
 * survive a reload and a sign-in redirect, because the tab stores them per user.
 */
export function research(
  needs: Needs,
  session: SessionStore,
  newId: () => string,
): Research & { readonly watch: (listener: (state: ResearchState) => void) => () => void } {
  const listeners = new Set<(state: ResearchState) => void>()
  const answers = savedAnswers(needs)
  let state: ResearchState = { conversations: new Map(), earlierAnswers: [] }
  let person = anonymousSession

  function set(change: Partial<ResearchState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener(state)
  }
  const changeAnswers: ChangeAnswers = (next) =>
    set({ earlierAnswers: answers.change(person, state.earlierAnswers, next) })
  const tab = tabStorage(needs, () => person)
  const running = runConversations(needs, assistantOfTab(needs, newId), {
    changed(conversations) {
      set({ conversations })
      tab.write('conversations', writeConversations(conversations))
    },
    answered: (sourceId, { id, questions, reply }) => {
      const facts = { id, sourceId, questions, askedAt: needs.clock.now() }
      const answer = earlierAnswer(facts, reply.answer)
      changeAnswers((before) => withAnswer(before, answer))
    },
  })

  session.watch((auth) => {
    const key = sessionKey(auth)
    if (key === person) return
    // Reset `person` first, so that `clear` does not overwrite the previous user's stored conversations.
    person = anonymousSession
    running.clear()
    person = key
    set({ earlierAnswers: key === anonymousSession ? [] : answers.read(key) })
    running.resume(readConversations(tab.read('conversations')))
  })

  async function ask(sourceId: string, question: string, before: EarlierAnswer | null): Promise<void> {
    const text = withoutDirectionMarks(question).trim().slice(0, maxQuestionLength)
    if (text === '' || person === anonymousSession) return
    await running.ask(sourceId, { id: newId(), question: text, before })
  }
  const messageAt = (sourceId: string, id: string): ResearchMessage | undefined =>
    state.conversations.get(sourceId)?.messages.find((message) => message.id === id)
  /** A user who has left meanwhile restores nothing for the next one. */
  function ofPerson(restore: () => void): () => void {
    const owner = person
    return () => (person === owner ? restore() : undefined)
  }

  return {
    askResearch: (sourceId, question) => ask(sourceId, question, null),
    stopResearch: async (sourceId, id) => running.dispatch(sourceId, { kind: 'stopped', id }),
    async repeatResearch(sourceId, id) {
      const message = messageAt(sourceId, id)
      if (message === undefined || isOpen(message)) return
      running.dispatch(sourceId, { kind: 'withdrawn', id })
      await ask(sourceId, message.question, message.before)
    },
    async reopenAnswer(id) {
      const earlier = state.earlierAnswers.find((answer) => answer.id === id)
      if (!earlier) return
      running.clear(earlier.sourceId)
      await Promise.all(comparedQuestions(earlier).map((one) => ask(earlier.sourceId, ...one)))
    },
    forgetAnswers: async (sourceId) => ofPerson(forget(state.earlierAnswers, sourceId, changeAnswers)),
    clearResearch: async (sourceId) => ofPerson(clear(running, state.conversations, sourceId)),
    researchDraft: async () => tab.read('draft') ?? '',
    rememberResearchDraft: async (draft) => tab.write('draft', draft),
    watch(listener) {
      listener(state)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

interface Running {
  /** Settles when the question is answered, has failed, was stopped or was removed. */
  readonly ask: (sourceId: string, message: Omit<ResearchMessage, 'outcome'>) => Promise<void>
  readonly dispatch: (sourceId: string, event: ConversationEvent) => void
  /** Removes one conversation, or all. */
  readonly clear: (sourceId?: string) => void
  /** Restores conversations, from before a reload or as they were removed. */
  readonly resume: (conversations: Conversations) => void
}

/** Holds the conversations by source, and carries out the effects of `conversationStep`. */
function runConversations(
  { journal }: Needs,
  assistant: ReturnType<typeof assistantOfTab>,
  handlers: {
    readonly changed: (conversations: Conversations) => void
    readonly answered: (sourceId: string, answer: Answered) => void
  },
): Running {
  /** By source id: aborts the request in flight. */
  const aborts = new Map<string, () => void>()
  /** By message id: settles the promise of `ask`. */
  const pendingAsks = new Map<string, () => void>()
  let conversations: Conversations = new Map()

  function set(next: Conversations): void {
    conversations = next
    handlers.changed(next)
    const messages = [...next.values()].flatMap((conversation) => conversation.messages)
    const open = new Set(messages.filter(isOpen).map(({ id }) => id))
    for (const [id, settle] of pendingAsks) if (!open.has(id) && pendingAsks.delete(id)) settle()
  }

  function dispatch(sourceId: string, event: ConversationEvent): void {
    const before = conversations.get(sourceId)
    // A late event for a conversation that was cleared.
    if (before === undefined && event.kind !== 'asked') return
    const { conversation, effects } = conversationStep(before ?? newConversation(sourceId), event)
    set(new Map([...conversations, [sourceId, conversation]]))
    for (const effect of effects) carryOut(sourceId, effect)
  }

  function carryOut(sourceId: string, effect: ConversationEffect): void {
    switch (effect.kind) {
      case 'open': {
        const isAwaited = (): boolean => conversations.get(sourceId)?.sending === effect.id
        return report(sourceId, effect.id, assistant.open(sourceId, effect, isAwaited))
      }
      case 'ask': {
        const stopped = new Promise<void>((resolve) => void aborts.set(sourceId, resolve))
        return report(sourceId, effect.id, assistant.ask(effect, stopped))
      }
      case 'give-up':
        return aborts.get(sourceId)?.()
      case 'save-answer':
        try {
          return handlers.answered(sourceId, effect)
        } catch (cause) {
          return note(`Thrown: ${String(cause)}`)
        }
      case 'report':
        return note(effect.text, effect.failure)
    }
  }
  const note = (text: string, failure: JournalEntry['failure'] = { kind: 'thrown' }): void =>
    journal.record({ level: 'error', where: 'research', text, failure })

  function report(sourceId: string, id: string, work: Promise<ConversationEvent>): void {
    void work
      .catch((cause: unknown) => ({ kind: 'threw', id, cause: String(cause) }) as const)
      .then((event) => dispatch(sourceId, event))
  }

  return {
    ask: (sourceId, message) =>
      new Promise((resolve) => {
        pendingAsks.set(message.id, resolve)
        dispatch(sourceId, { kind: 'asked', message })
      }),
    dispatch,
    resume(stored) {
      set(new Map([...conversations, ...stored]))
      for (const [sourceId, { opened }] of stored)
        if (opened !== null) assistant.resume(opened, (event) => dispatch(sourceId, event))
    },
    clear(sourceId) {
      for (const [id, abort] of aborts) if (sourceId === undefined || id === sourceId) abort()
      set(new Map([...conversations].filter(([id]) => sourceId !== undefined && id !== sourceId)))
    },
  }
}

/** Removes a conversation. Returns a function that restores it as a reload would. */
function clear(running: Running, conversations: Conversations, sourceId: string): () => void {
  const removed = writeConversations(new Map([...conversations].filter(([id]) => id === sourceId)))
  running.clear(sourceId)
  return () => {
    running.clear(sourceId)
    running.resume(readConversations(removed))
  }
}

type EffectOf<Kind> = Extract<ConversationEffect, { readonly kind: Kind }>

/**
 * The assistant as this tab uses it: no other tab continues the same conversation. A browser copies a tab's storage into its duplicate,
 * conversations included; the tab that had one first keeps it.
 */
function assistantOfTab({ researchAssistant, siblingTabs }: Needs, newId: () => string) {
  /** By conversation, for those from the tab's storage. */
  const resumed = new Map<string, Promise<boolean>>()
  const markOf = (id: string): string => `conversation ${id}`
  async function isTaken(id: string): Promise<boolean> {
    const withdraw = await siblingTabs.announce(markOf(id))
    const taken = (await siblingTabs.announcements()).includes(markOf(id))
    if (taken) withdraw()
    return taken
  }
  return {
    /** Asks again what the next question may follow from: the last answer as one query, or every question if that is not understood. */
    async open(
      sourceId: string,
      { id, again }: EffectOf<'open'>,
      isAwaited: () => boolean,
    ): Promise<ConversationEvent> {
      const result = await researchAssistant.open(sourceId)
      if (!result.ok) return { kind: 'opened', id, result }
      void siblingTabs.announce(markOf(result.value.id))
      for (const text of [...(again.query === '' ? [] : [again.query]), ...again.questions]) {
        if (!isAwaited()) break
        const reply = await researchAssistant.ask(result.value, { id: newId(), text })
        if (reply.ok && text === again.query) break
        if (!reply.ok && reply.failure.kind !== 'assistant-error')
          return { kind: 'opened', id, result: reply }
      }
      return { kind: 'opened', id, result }
    },
    async ask(
      { id, conversation, question }: EffectOf<'ask'>,
      stopped: Promise<void>,
    ): Promise<ConversationEvent> {
      if (await resumed.get(conversation.id)) return { kind: 'taken', id: conversation.id }
      const result = await researchAssistant.ask(conversation, { id, text: question }, stopped)
      return { kind: 'replied', id, result }
    },
    /** Calls `taken` if another tab has the conversation. */
    resume({ id }: Conversation, taken: (event: ConversationEvent) => void): void {
      const checking = isTaken(id)
      resumed.set(id, checking)
      void checking.then((is) => (is ? taken({ kind: 'taken', id }) : undefined))
    },
  }
}

/** Per-user tab storage; nothing is stored when signed out. If storage is blocked or full, only reload survival is lost. */
function tabStorage(
  { tabStore, journal }: Needs,
  person: () => string,
): {
  readonly read: (what: 'conversations' | 'draft') => string | null
  readonly write: (what: 'conversations' | 'draft', text: string) => void
} {
  const keyOf = (what: string): string => `assay.research-${what}.${person()}`
  /** Storage failures are recorded once, not on every question. */
  let isReported = false
  return {
    read(what) {
      if (person() === anonymousSession) return null
      const text = tabStore.read(keyOf(what))
      return text.ok ? text.value : null
    },
    write(what, text) {
      if (person() === anonymousSession) return
      const written = tabStore.write(keyOf(what), text)
      if (written.ok || isReported) return
      isReported = true
      journal.record({
        level: 'info',
        where: 'research',
        text: `Conversation not saved for a reload: ${written.failure.kind}`,
        failure: written.failure,
      })
    },
  }
}

interface SavedAnswers {
  readonly read: (person: string) => readonly EarlierAnswer[]
  /** `known`: the base for the change when storage is empty or unreadable. */
  readonly change: (
    person: string,
    known: readonly EarlierAnswer[],
    next: (before: readonly EarlierAnswer[]) => readonly EarlierAnswer[],
  ) => readonly EarlierAnswer[]
}

/** The questions of an earlier answer. The last one is paired with the answer, for comparison. */
function comparedQuestions(
  answer: EarlierAnswer,
): readonly (readonly [question: string, before: EarlierAnswer | null])[] {
  const last = answer.questions.length - 1
  return answer.questions.map((question, at) => [question, at === last ? answer : null])
}

type ChangeAnswers = (next: (before: readonly EarlierAnswer[]) => readonly EarlierAnswer[]) => void

/** Removes the answers of one source. Returns a function that restores them. */
function forget(earlier: readonly EarlierAnswer[], sourceId: string, change: ChangeAnswers): () => void {
  const gone = earlier.filter((answer) => answer.sourceId === sourceId)
  change((before) => before.filter((answer) => answer.sourceId !== sourceId))
  return () => change((before) => withRestored(before, gone))
}

function savedAnswers({ keyValueStore, journal }: Needs): SavedAnswers {
  const keyOf = (person: string): string => `assay.answers.${person}`
  return {
    read(person) {
      const text = keyValueStore.read(keyOf(person))
      return text.ok ? readAnswers(text.value) : []
    },
    change(person, known, next) {
      // Another tab of this person may have saved some since.
      const stored = keyValueStore.read(keyOf(person))
      // Do not overwrite the format of a newer portal. The change then lasts until the page closes.
      if (stored.ok && isFromNewerPortal(stored.value)) return next(known)
      const before = stored.ok && stored.value !== null ? readAnswers(stored.value) : known
      const answers = next(before)
      const written = keyValueStore.write(keyOf(person), writeAnswers(answers))
      if (!written.ok)
        journal.record({
          level: 'info',
          where: 'research',
          text: `Answers not saved: ${written.failure.kind}`,
          failure: written.failure,
        })
      return answers
    },
  }
}
