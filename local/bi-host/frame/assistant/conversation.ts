import { createStore, type Store } from '../protocol/store'
import type { AnswerWords, ConversationHost } from './conversation-host'
import type { Frame } from '../protocol/frame'

/** One question and what became of it. */
export interface Turn {
  /** Also the id of its message; asked again it is another one. */
  readonly id: string
  readonly question: string
  readonly outcome:
    | { readonly kind: 'asking' | 'stopped' }
    | { readonly kind: 'answered'; readonly words: AnswerWords }
    | { readonly kind: 'failed'; readonly text: string }
}

export interface ConversationState {
  /** Null until the first question was asked. */
  readonly convId: string | null
  readonly turns: readonly Turn[]
  /** What stands in the field. */
  readonly draft: string
}

/** A conversation about one worksheet. One question is on its way at a time: another one, or the end, gives it up. */
export interface Conversation {
  readonly state: Store<ConversationState>
  write(draft: string): void
  ask(question: string): Promise<void>
  /** Gives up the question that is on its way. */
  stop(): void
  /** The same question once more, in place of one that failed or was stopped. */
  again(id: string): Promise<void>
  /** Goes on with one from before a reload; not once something has been asked here. */
  resume(convId: string, turns: readonly Turn[]): void
  /** Begins anew: what was asked is forgotten. */
  reset(): void
  deleteLast(): void
  /** The last question is asked with other words, or without any goes back into the field. */
  editLast(question: string): Promise<void>
}

export const longestQuestion = 1_000
const begun: ConversationState = { convId: null, turns: [], draft: '' }

export function createConversation(
  host: ConversationHost,
  worksheetId: string,
  newId: () => string,
): Conversation {
  const state = createStore<ConversationState>(begun)
  let current: AbortController | null = null

  function settle(id: string, outcome: Turn['outcome']): void {
    const { turns } = state.get()
    state.set({ turns: turns.map((turn) => (turn.id === id ? { ...turn, outcome } : turn)) })
  }

  function stop(): void {
    current?.abort()
    current = null
    const open = state.get().turns.find(({ outcome }) => outcome.kind === 'asking')
    if (open !== undefined) settle(open.id, { kind: 'stopped' })
  }

  async function ask(given: string): Promise<void> {
    const question = given.trim().slice(0, longestQuestion)
    if (question === '') return
    stop()
    const mine = (current = new AbortController())
    const turn: Turn = { id: newId(), question, outcome: { kind: 'asking' } }
    state.set({ turns: [...state.get().turns, turn], draft: '' })
    try {
      const outcome = await outcomeOf(turn, mine.signal)
      if (!mine.signal.aborted) settle(turn.id, outcome)
    } catch (error) {
      // Given up: it is marked as stopped already.
      if (!mine.signal.aborted) throw error
    }
  }

  async function outcomeOf({ id, question }: Turn, signal: AbortSignal): Promise<Turn['outcome']> {
    let { convId } = state.get()
    if (convId === null) {
      const opened = await host.open(worksheetId, signal)
      if (!opened.ok) return { kind: 'failed', text: opened.text }
      convId = opened.value
      if (!signal.aborted) state.set({ convId })
    }
    // What was taken back, stopped or not understood narrows nothing.
    const after = state
      .get()
      .turns.filter((turn) => turn.id !== id && turn.outcome.kind === 'answered')
      .map((turn) => turn.id)
    const said = await host.ask({ convId, worksheetId, id, text: question, after }, signal)
    return said.ok ? { kind: 'answered', words: said.value } : { kind: 'failed', text: said.text }
  }

  function deleteLast(): void {
    stop()
    state.set({ turns: state.get().turns.slice(0, -1) })
  }

  return {
    state,
    write: (draft) => state.set({ draft }),
    ask,
    stop,
    async again(id) {
      const { turns } = state.get()
      const turn = turns.find((one) => one.id === id)
      if (turn === undefined) return
      state.set({ turns: turns.filter((one) => one !== turn) })
      await ask(turn.question)
    },
    resume(convId, turns) {
      if (state.get().turns.length === 0) state.set({ convId, turns })
    },
    reset() {
      stop()
      state.set(begun)
    },
    deleteLast,
    async editLast(question) {
      const before = state.get().turns.at(-1)?.question
      if (before === undefined) return
      deleteLast()
      if (question.trim() === '') state.set({ draft: before })
      else await ask(question)
    },
  }
}

/** Tells the embedding page, in the vendor's words, what happens in the conversation. Returns the way to stop. */
export function announceConversation(frame: Frame, conversation: Conversation): () => void {
  const { port } = frame
  // What was said before somebody came back to it has been told.
  let before: readonly Turn[] = conversation.state.get().turns
  port.post('spotterInit', {})
  port.post('spotterLoadComplete', {})
  return conversation.state.subscribe(() => {
    const { turns, convId } = conversation.state.get()
    if (turns === before) return
    for (const turn of turns) {
      const known = before.find(({ id }) => id === turn.id)
      // What comes with its answer was told before a reload.
      if (known === undefined && turn.outcome.kind !== 'asking') continue
      if (known === undefined) port.post('SpotterQueryTriggered', { query: turn.question })
      if (turn.outcome.kind !== 'answered' || known?.outcome.kind === 'answered') continue
      port.post('SpotterData', { convId, messageId: turn.id, title: turn.outcome.words.title })
      port.post('spotterResponseComplete', { convId, messageId: turn.id })
    }
    if (turns.length === 0 && before.length > 0) port.post('ResetSpotterConversation', {})
    before = turns
  })
}

/** The conversations of one visit to the page: one for each source, there again when its source is chosen again. */
export interface Talks {
  about(worksheetId: string): Conversation
  /** The question of the address, which is asked once, of the source it came with. */
  takeQuestion(worksheetId: string): string
}

export function createTalks(
  asked: { readonly worksheetId: string; readonly question: string },
  begin: (worksheetId: string) => Conversation,
): Talks {
  const known = new Map<string, Conversation>()
  let { question } = asked
  return {
    about(worksheetId) {
      const conversation = known.get(worksheetId) ?? begin(worksheetId)
      known.set(worksheetId, conversation)
      return conversation
    },
    takeQuestion(worksheetId) {
      if (worksheetId !== asked.worksheetId) return ''
      const taken = question
      question = ''
      return taken
    },
  }
}
