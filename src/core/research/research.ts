import { longestQuestion } from '../kernel/limits'
import type { Ports } from '../ports'
import type { Conversation, ResearchFailure } from '../ports/research-assistant'
import { ok, type Result } from '../kernel/result'
import { anonymousSession, sessionKey } from '../session/session-key'
import type { SessionStore } from '../session/session-store'
import { earlierAnswer, readAnswers, withAnswer, writeAnswers, type EarlierAnswer } from './earlier-answers'
import {
  isOpen,
  withOutcome,
  withoutMessage,
  withMessage,
  type Outcome,
  type ResearchConversation,
  type ResearchMessage,
} from './conversation'

/** What is said about a dataset while its pages are open, and what is left of earlier visits. */
export interface ResearchState {
  /** By worksheet. */
  readonly conversations: ReadonlyMap<string, ResearchConversation>
  /** Newest first. */
  readonly earlierAnswers: readonly EarlierAnswer[]
}

export interface Research {
  /** Settles when there is an answer, a failure, or it was stopped. An empty question is not sent. */
  readonly askResearch: (worksheetId: string, question: string) => Promise<void>
  /** Gives up waiting: what still comes is not shown. */
  readonly stopResearch: (worksheetId: string, messageId: string) => Promise<void>
  /** The same question once more, in the place of a failed or stopped one. */
  readonly repeatResearch: (worksheetId: string, messageId: string) => Promise<void>
  /** Asks an answer's questions of an earlier visit again, in a conversation of their own; the last of them is compared. */
  readonly reopenAnswer: (id: string) => Promise<void>
  /** A new conversation on this worksheet; the old one is gone from the screen. */
  readonly clearResearch: (worksheetId: string) => Promise<void>
}

type Needs = Pick<Ports, 'researchAssistant' | 'keyValueStore' | 'journal' | 'clock'>

/** A conversation with the assistant and the messages that wait for it: they go one after the other. */
interface Line {
  conversation: Conversation | null
  last: Promise<void>
  /** Gives up the question that is on its way. */
  stop: () => void
}

const empty: ResearchState = { conversations: new Map(), earlierAnswers: [] }

/**
 * Deep Research (specification, section 4, "AI conversation"). A conversation is created with the first question, once; questions wait
 * until it exists and go one at a time. Nothing outlives the person: who signs out leaves no talk and no answer on screen.
 */
export function research(
  needs: Needs,
  session: SessionStore,
  newId: () => string,
): Research & { readonly watch: (listener: (state: ResearchState) => void) => () => void } {
  const { researchAssistant, keyValueStore, journal, clock } = needs
  const listeners = new Set<(state: ResearchState) => void>()
  const lines = new Map<string, Line>()
  let state = empty
  let person = anonymousSession

  function set(next: Partial<ResearchState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener(state)
  }
  function setConversation(
    worksheetId: string,
    change: (conversation: ResearchConversation) => ResearchConversation,
  ): void {
    const conversation = state.conversations.get(worksheetId) ?? { worksheetId, messages: [] }
    set({ conversations: new Map([...state.conversations, [worksheetId, change(conversation)]]) })
  }
  const storeKey = (): string => `assay.answers.${person}`

  session.watch((auth) => {
    const key = sessionKey(auth)
    if (key === person) return
    person = key
    for (const line of lines.values()) line.stop()
    lines.clear()
    const text = person === anonymousSession ? null : keyValueStore.read(storeKey())
    set({ conversations: new Map(), earlierAnswers: text?.ok ? readAnswers(text.value) : [] })
  })

  function keep(worksheetId: string, id: string): void {
    const messages = state.conversations.get(worksheetId)?.messages ?? []
    const at = messages.findIndex((message) => message.id === id)
    const outcome = messages[at]?.outcome
    if (outcome?.kind !== 'answered') return
    const questions = messages
      .slice(0, at + 1)
      .filter((message) => message.outcome.kind === 'answered')
      .map((message) => message.question)
    const facts = { id, worksheetId, questions, askedAt: clock.now() }
    // Another tab of this person may have kept some since.
    const stored = keyValueStore.read(storeKey())
    const before = stored.ok && stored.value !== null ? readAnswers(stored.value) : state.earlierAnswers
    const earlierAnswers = withAnswer(before, earlierAnswer(facts, outcome.reply.answer))
    set({ earlierAnswers })
    const written = keyValueStore.write(storeKey(), writeAnswers(earlierAnswers))
    if (!written.ok)
      journal.record({
        level: 'info',
        where: 'research',
        text: `Answer not kept: ${written.failure.kind}`,
      })
  }

  /** The conversation of a line; one that could not be created is tried again by the next question. */
  async function conversationOf(
    line: Line,
    worksheetId: string,
  ): Promise<Result<Conversation, ResearchFailure>> {
    if (line.conversation !== null) return ok(line.conversation)
    const opened = await researchAssistant.open(worksheetId)
    if (opened.ok) line.conversation = opened.value
    return opened
  }

  /** What is thrown on the way, against the ports' promise, fails this question and no other. */
  async function send(line: Line, worksheetId: string, message: ResearchMessage): Promise<void> {
    const mine = (): boolean =>
      lines.get(worksheetId) === line &&
      (state.conversations.get(worksheetId)?.messages.some((one) => one.id === message.id && isOpen(one)) ??
        false)
    const settle = (outcome: Outcome): void => {
      if (mine())
        setConversation(worksheetId, (conversation) => withOutcome(conversation, message.id, outcome))
    }
    const failed = (failure: ResearchFailure, text: string = failure.kind): void => {
      journal.record({ level: 'error', where: 'research', text })
      settle({ kind: 'failed', failure })
    }
    if (!mine()) return
    try {
      const opened = await conversationOf(line, worksheetId)
      if (!mine()) return
      if (!opened.ok) return failed(opened.failure)
      settle({ kind: 'asking' })
      const stopped = new Promise<void>((resolve) => {
        line.stop = resolve
      })
      const asked = researchAssistant.ask(opened.value, { id: message.id, text: message.question }, stopped)
      // A question that was given up does not hold up the next one.
      const reply = await Promise.race([asked, stopped])
      if (!reply || !mine()) return
      if (!reply.ok) return failed(reply.failure)
      settle({ kind: 'answered', reply: reply.value, conversation: opened.value })
      keep(worksheetId, message.id)
    } catch (cause) {
      failed({ kind: 'assistant-malformed', path: '' }, `Thrown: ${String(cause)}`)
    }
  }

  async function ask(worksheetId: string, question: string, before: EarlierAnswer | null): Promise<void> {
    const text = question.trim().slice(0, longestQuestion)
    if (text === '' || person === anonymousSession) return
    const message: ResearchMessage = { id: newId(), question: text, outcome: { kind: 'waiting' }, before }
    setConversation(worksheetId, (conversation) => withMessage(conversation, message))
    if (worksheetId === '')
      return setConversation(worksheetId, (conversation) =>
        withOutcome(conversation, message.id, { kind: 'failed', failure: { kind: 'worksheet-not-found' } }),
      )
    const line = lines.get(worksheetId) ?? {
      conversation: null,
      last: Promise.resolve(),
      stop: () => undefined,
    }
    lines.set(worksheetId, line)
    const mine = (): Promise<void> => send(line, worksheetId, message)
    // However the one before has ended.
    line.last = line.last.then(mine, mine)
    return line.last
  }

  async function clearResearch(worksheetId: string): Promise<void> {
    lines.get(worksheetId)?.stop()
    lines.delete(worksheetId)
    set({ conversations: new Map([...state.conversations].filter(([id]) => id !== worksheetId)) })
  }

  return {
    askResearch: (worksheetId, question) => ask(worksheetId, question, null),
    async stopResearch(worksheetId, messageId) {
      const message = state.conversations.get(worksheetId)?.messages.find(({ id }) => id === messageId)
      if (!message || !isOpen(message)) return
      setConversation(worksheetId, (conversation) =>
        withOutcome(conversation, messageId, { kind: 'stopped' }),
      )
      if (message.outcome.kind === 'asking') lines.get(worksheetId)?.stop()
    },
    async repeatResearch(worksheetId, messageId) {
      const message = state.conversations.get(worksheetId)?.messages.find(({ id }) => id === messageId)
      if (!message || isOpen(message)) return
      setConversation(worksheetId, (conversation) => withoutMessage(conversation, messageId))
      await ask(worksheetId, message.question, message.before)
    },
    async reopenAnswer(id) {
      const earlier = state.earlierAnswers.find((answer) => answer.id === id)
      if (!earlier) return
      await clearResearch(earlier.worksheetId)
      const last = earlier.questions.length - 1
      await Promise.all(
        earlier.questions.map((question, at) =>
          ask(earlier.worksheetId, question, at === last ? earlier : null),
        ),
      )
    },
    clearResearch,
    watch(listener) {
      listener(state)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
