import type { Ports } from '../ports'
import type { Conversation, ResearchFailure } from '../ports/research-assistant'
import { ok, type Result } from '../kernel/result'
import { anonymousSession, sessionKey } from '../session/session-key'
import type { SessionKeeper } from '../session/session-keeper'
import { keptAnswer, readAnswers, withAnswer, writeAnswers, type KeptAnswer } from './kept-answers'
import {
  isOpen,
  withOutcome,
  withoutTurn,
  withTurn,
  type Outcome,
  type Talk,
  type Turn,
} from './conversation'

/** What is said about a dataset while its pages are open, and what is left of earlier visits. */
export interface ResearchState {
  /** By worksheet. */
  readonly talks: ReadonlyMap<string, Talk>
  /** Newest first. */
  readonly kept: readonly KeptAnswer[]
}

export interface Research {
  /** Settles when there is an answer, a failure, or it was stopped. An empty question is not sent. */
  readonly askResearch: (worksheetId: string, question: string) => Promise<void>
  /** Gives up waiting: what still comes is not shown. */
  readonly stopResearch: (worksheetId: string, turnId: string) => Promise<void>
  /** The same question once more, in the place of a failed or stopped one. */
  readonly repeatResearch: (worksheetId: string, turnId: string) => Promise<void>
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

const empty: ResearchState = { talks: new Map(), kept: [] }
const longestQuestion = 1_000

/**
 * Deep Research (specification, section 4, "AI conversation"). A conversation is created with the first question, once; questions wait
 * until it exists and go one at a time. Nothing outlives the person: who signs out leaves no talk and no answer on screen.
 */
export function research(
  needs: Needs,
  session: SessionKeeper,
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
  function setTalk(worksheetId: string, change: (talk: Talk) => Talk): void {
    const talk = state.talks.get(worksheetId) ?? { worksheetId, turns: [] }
    set({ talks: new Map([...state.talks, [worksheetId, change(talk)]]) })
  }
  const storeKey = (): string => `assay.answers.${person}`

  session.watch((auth) => {
    const key = sessionKey(auth)
    if (key === person) return
    person = key
    for (const line of lines.values()) line.stop()
    lines.clear()
    const text = person === anonymousSession ? null : keyValueStore.read(storeKey())
    set({ talks: new Map(), kept: text?.ok ? readAnswers(text.value) : [] })
  })

  function keep(worksheetId: string, id: string): void {
    const turns = state.talks.get(worksheetId)?.turns ?? []
    const at = turns.findIndex((turn) => turn.id === id)
    const outcome = turns[at]?.outcome
    if (outcome?.kind !== 'answered') return
    const questions = turns
      .slice(0, at + 1)
      .filter((turn) => turn.outcome.kind === 'answered')
      .map((turn) => turn.question)
    const facts = { id, worksheetId, questions, askedAt: clock.now() }
    // Another tab of this person may have kept some since.
    const stored = keyValueStore.read(storeKey())
    const before = stored.ok && stored.value !== null ? readAnswers(stored.value) : state.kept
    const kept = withAnswer(before, keptAnswer(facts, outcome.reply.answer))
    set({ kept })
    const written = keyValueStore.write(storeKey(), writeAnswers(kept))
    if (!written.ok)
      journal.record({ level: 'info', where: 'research', text: `Answer not kept: ${written.failure.kind}` })
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
  async function send(line: Line, worksheetId: string, turn: Turn): Promise<void> {
    const mine = (): boolean =>
      lines.get(worksheetId) === line &&
      (state.talks.get(worksheetId)?.turns.some((one) => one.id === turn.id && isOpen(one)) ?? false)
    const settle = (outcome: Outcome): void => {
      if (mine()) setTalk(worksheetId, (talk) => withOutcome(talk, turn.id, outcome))
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
      const asked = researchAssistant.ask(opened.value, { id: turn.id, text: turn.question }, stopped)
      // A question that was given up does not hold up the next one.
      const reply = await Promise.race([asked, stopped])
      if (!reply || !mine()) return
      if (!reply.ok) return failed(reply.failure)
      settle({ kind: 'answered', reply: reply.value, conversation: opened.value })
      keep(worksheetId, turn.id)
    } catch (cause) {
      failed({ kind: 'assistant-malformed', path: '' }, `Thrown: ${String(cause)}`)
    }
  }

  async function ask(worksheetId: string, question: string, before: KeptAnswer | null): Promise<void> {
    const text = question.trim().slice(0, longestQuestion)
    if (text === '' || person === anonymousSession) return
    const turn: Turn = { id: newId(), question: text, outcome: { kind: 'waiting' }, before }
    setTalk(worksheetId, (talk) => withTurn(talk, turn))
    if (worksheetId === '')
      return setTalk(worksheetId, (talk) =>
        withOutcome(talk, turn.id, { kind: 'failed', failure: { kind: 'worksheet-not-found' } }),
      )
    const line = lines.get(worksheetId) ?? {
      conversation: null,
      last: Promise.resolve(),
      stop: () => undefined,
    }
    lines.set(worksheetId, line)
    const mine = (): Promise<void> => send(line, worksheetId, turn)
    // However the one before has ended.
    line.last = line.last.then(mine, mine)
    return line.last
  }

  async function clearResearch(worksheetId: string): Promise<void> {
    lines.get(worksheetId)?.stop()
    lines.delete(worksheetId)
    set({ talks: new Map([...state.talks].filter(([id]) => id !== worksheetId)) })
  }

  return {
    askResearch: (worksheetId, question) => ask(worksheetId, question, null),
    async stopResearch(worksheetId, turnId) {
      const turn = state.talks.get(worksheetId)?.turns.find(({ id }) => id === turnId)
      if (!turn || !isOpen(turn)) return
      setTalk(worksheetId, (talk) => withOutcome(talk, turnId, { kind: 'stopped' }))
      if (turn.outcome.kind === 'asking') lines.get(worksheetId)?.stop()
    },
    async repeatResearch(worksheetId, turnId) {
      const turn = state.talks.get(worksheetId)?.turns.find(({ id }) => id === turnId)
      if (!turn || isOpen(turn)) return
      setTalk(worksheetId, (talk) => withoutTurn(talk, turnId))
      await ask(worksheetId, turn.question, turn.before)
    },
    async reopenAnswer(id) {
      const kept = state.kept.find((answer) => answer.id === id)
      if (!kept) return
      await clearResearch(kept.worksheetId)
      const last = kept.questions.length - 1
      await Promise.all(
        kept.questions.map((question, at) => ask(kept.worksheetId, question, at === last ? kept : null)),
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
