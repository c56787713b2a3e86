import type { Answer, Reading, RunReply, RunResult, SavedAnswerHead, Token } from '../../answers/contract'
import type { BoardProblem } from '../board/problem'
import type { SearchOptions } from '../protocol/view-options'
import { createStore, type Store } from '../store'
import { createCatalog, type Catalog } from './catalog'
import { emptyAnswer } from './edits'
import { autoTitle } from './auto-title'
import type { AnswerHost } from './host'

export interface BuilderState {
  readonly catalog: Catalog | null
  /** Why there is nothing to choose from. */
  readonly fieldsProblem: BoardProblem | null
  readonly answer: Answer
  /** The text of the search bar, and how it is read. */
  readonly phrase: string
  readonly tokens: readonly Token[]
  /** How the last question was read; gone when something is changed by hand. */
  readonly reading: Reading | null
  readonly status: 'idle' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly reply: RunReply | null
  /** What is on screen while the next answer is worked out. */
  readonly shown: RunResult | null
  readonly runProblem: BoardProblem | null
  readonly past: readonly Answer[]
  readonly future: readonly Answer[]
  /** Where this chart is kept, and as what. */
  readonly saved: SavedAnswerHead | null
  readonly keptAs: string
  /** A person has changed something since it was kept. */
  readonly touched: boolean
  /** The pinned chart that this one comes from. */
  readonly pinned: SearchOptions['pinned']
  /** Sentences about an old or damaged chart that was opened. */
  readonly openProblems: readonly string[]
}

export interface Builder {
  readonly state: Store<BuilderState>
  readonly host: AnswerHost
  loadFields(): Promise<void>
  /** Reads a question and answers it. `byPerson` is false for one that came with the address. */
  ask(
    phrase: string,
    options?: { readonly byPerson?: boolean; readonly choices?: Record<string, string> },
  ): Promise<void>
  /** Colours the text while it is typed. */
  colour(phrase: string): Promise<void>
  /** A change by hand. The same answer again costs nothing. */
  edit(change: (answer: Answer) => Answer): void
  undo(): void
  redo(): void
  run(): Promise<void>
  cancel(): void
  /** Begins anew. */
  reset(): void
  open(
    answer: Answer,
    kept: { readonly saved: SavedAnswerHead | null; readonly problems?: readonly string[] },
  ): void
  /** The chart as it is now is kept. */
  kept(saved: SavedAnswerHead | null): void
}

const most = 100

const nothing = {
  answer: emptyAnswer,
  phrase: '',
  tokens: [],
  reading: null,
  status: 'idle',
  reply: null,
  shown: null,
  runProblem: null,
  past: [],
  future: [],
  saved: null,
  keptAs: '',
  touched: false,
  pinned: null,
  openProblems: [],
} as const

export function createBuilder(host: AnswerHost): Builder {
  const state = createStore<BuilderState>({ ...nothing, catalog: null, fieldsProblem: null })
  let running: AbortController | null = null
  let reading: AbortController | null = null

  function stop(): void {
    running?.abort()
    running = null
  }

  async function run(): Promise<void> {
    stop()
    const { answer } = state.get()
    if (answer.query.measures.length === 0) {
      state.set({ status: 'idle', reply: null, shown: null, runProblem: null })
      return
    }
    const mine = (running = new AbortController())
    state.set({ status: 'running', runProblem: null })
    try {
      const result = await host('RunAnswer', { answer: titled(answer, state.get().catalog) }, mine.signal)
      if (running !== mine) return
      if (!result.ok) return state.set({ status: 'failed', runProblem: result.problem })
      const reply = result.value
      const words = state.get().reading === null ? { phrase: reply.phrase, tokens: reply.tokens } : {}
      state.set({
        status: 'done',
        reply,
        ...words,
        ...(reply.kind === 'result' ? { shown: reply } : {}),
      })
    } catch {
      // Given up for a newer question, or by the person.
    }
  }

  /** Takes the next answer; the one before can be come back to. */
  function take(answer: Answer, more: Partial<BuilderState>): void {
    const { past, answer: before } = state.get()
    const first = before.query.measures.length === 0 && past.length === 0
    state.set({
      ...more,
      answer,
      past: first && before === emptyAnswer ? past : [...past, before].slice(-most),
      future: [],
    })
    void run()
  }

  function travel(from: 'past' | 'future'): void {
    const { past, future, answer } = state.get()
    const list = from === 'past' ? past : future
    const next = list.at(-1)
    if (next === undefined) return
    state.set({
      answer: next,
      past: from === 'past' ? past.slice(0, -1) : [...past, answer],
      future: from === 'past' ? [...future, answer] : future.slice(0, -1),
      reading: null,
      touched: true,
    })
    void run()
  }

  return {
    state,
    host,
    run,
    async loadFields() {
      state.set({ fieldsProblem: null })
      const reply = await host('GetAnswerFields', {})
      state.set(reply.ok ? { catalog: createCatalog(reply.value) } : { fieldsProblem: reply.problem })
    },
    async ask(phrase, { byPerson = true, choices } = {}) {
      reading?.abort()
      const mine = (reading = new AbortController())
      const text = phrase.trim()
      if (text === '') return
      state.set({ phrase, status: 'running', runProblem: null })
      try {
        const previous = state.get().answer
        const result = await host(
          'ReadQuestion',
          {
            phrase: text,
            ...(previous.query.measures.length === 0 ? {} : { previous }),
            ...(choices === undefined ? {} : { choices }),
          },
          mine.signal,
        )
        if (reading !== mine) return
        if (!result.ok) return state.set({ status: 'failed', runProblem: result.problem })
        const read = result.value
        const told = { reading: read, tokens: read.tokens, phrase: text }
        if (read.answer === null) {
          stop()
          return state.set({ ...told, status: 'done', reply: null, shown: null })
        }
        // A name that a person gave goes on with a question that only changes a part.
        const title = read.amended ? previous.title : ''
        take({ ...read.answer, title }, { ...told, touched: state.get().touched || byPerson })
      } catch {
        // A newer question is on its way.
      }
    },
    async colour(phrase) {
      reading?.abort()
      const mine = (reading = new AbortController())
      if (phrase.trim() === '') return state.set({ tokens: [] })
      try {
        const result = await host('ReadQuestion', { phrase }, mine.signal)
        if (reading === mine && result.ok) state.set({ tokens: result.value.tokens })
      } catch {
        // The next letter has come.
      }
    },
    edit(change) {
      const { answer } = state.get()
      const next = change(answer)
      if (JSON.stringify(next) === JSON.stringify(answer)) return
      take(next, { reading: null, touched: true })
    },
    undo: () => travel('past'),
    redo: () => travel('future'),
    cancel() {
      stop()
      state.set({ status: 'cancelled' })
    },
    reset() {
      stop()
      state.set(nothing)
    },
    open(answer, { saved, problems = [] }) {
      state.set({ ...nothing, answer, saved, keptAs: JSON.stringify(answer), openProblems: problems })
      void run()
    },
    kept(saved) {
      const { answer } = state.get()
      state.set({ saved, keptAs: JSON.stringify(answer), touched: false })
    },
  }
}

/** A person's work that would be lost with the page. */
export function isUnsaved({ answer, keptAs, touched }: BuilderState): boolean {
  return touched && answer.query.measures.length > 0 && JSON.stringify(answer) !== keptAs
}

/** The chart with the name that it shows: a person's, or one made of what it asks. */
export function titled(answer: Answer, catalog: Catalog | null): Answer {
  const own = answer.title.trim()
  return { ...answer, title: (own === '' ? autoTitle(answer, catalog) : own).slice(0, 200) }
}
