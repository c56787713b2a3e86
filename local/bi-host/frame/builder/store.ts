import type { Answer, Reading, RunReply, RunResult, SavedAnswerHead, Token } from '../../answers/contract'
import type { BoardProblem } from '../board/problem'
import { createStore, type Store } from '../store'
import { createCatalog, type Catalog } from './catalog'
import { emptyAnswer } from './edits'
import { autoTitle } from './auto-title'
import type { AnswerHost } from '../board/answer-host'

export interface PinnedPlace {
  readonly dashboardId: string
  readonly dashboardName: string
  readonly tileId: string
}

export interface Topic {
  /** Of a dataset's worksheet or of a source, as it was given. */
  readonly id: string
  readonly title: string
  readonly sources: readonly string[]
  readonly examples: readonly string[]
}

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
  /** Where the chart stands that this one was opened from, and can be put back. */
  readonly pinned: PinnedPlace | null
  /** What a person meant by words that can mean several things. */
  readonly choices: Readonly<Record<string, string>>
  /** What the builder was opened on: a dataset's sources, or one. */
  readonly topic: Topic | null
  /** Sentences about an old or damaged chart that was opened. */
  readonly openProblems: readonly string[]
}

export interface Builder {
  readonly state: Store<BuilderState>
  readonly host: AnswerHost
  loadFields(): Promise<void>
  /**
   * Reads a question and answers it. `byPerson` is false for one that came with the address. `choices` says what is meant by
   * some of its words; what was chosen before holds as long as the word is there.
   */
  ask(
    phrase: string,
    options?: { readonly byPerson?: boolean; readonly choices?: Readonly<Record<string, string>> },
  ): Promise<void>
  /** Colours the text while it is typed. */
  colour(phrase: string): Promise<void>
  /** A change by hand. The same answer again costs nothing. */
  edit(change: (answer: Answer) => Answer): void
  undo(): void
  redo(): void
  run(): Promise<void>
  /** Once more what failed or was stopped: the reading of a question, or its answer. */
  retry(): Promise<void>
  cancel(): void
  /** Begins anew. */
  reset(): void
  /** Narrows what is offered to a dataset's sources or to one source; without an id to none. False: there is none of this id. */
  about(id: string | null): Promise<boolean>
  open(
    answer: Answer,
    kept: {
      readonly saved?: SavedAnswerHead
      readonly pinned?: PinnedPlace
      readonly problems?: readonly string[]
    },
  ): void
  /**
   * The chart is about to be kept; call what it gives once it is, with what was sent. What was changed meanwhile stays, and is
   * still to be kept; a chart that was begun meanwhile is another one.
   */
  keeping(): (saved: SavedAnswerHead | null, sent: Answer) => void
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
  choices: {},
  openProblems: [],
} as const

export function createBuilder(host: AnswerHost): Builder {
  const state = createStore<BuilderState>({ ...nothing, catalog: null, fieldsProblem: null, topic: null })
  let running: AbortController | null = null
  let reading: AbortController | null = null
  let colouring: AbortController | null = null
  /** The answer that the question in the bar was read on top of. */
  let readOn: Answer = emptyAnswer
  /** Counts the charts that were begun. */
  let begun = 0
  /** The question that has not been read yet. */
  let unread: string | null = null

  function stop(): void {
    running?.abort()
    running = null
  }

  function stopReading(): void {
    for (const going of [reading, colouring]) going?.abort()
    reading = colouring = unread = null
  }

  /** Those of the choices whose word is still in the text. */
  function holding(
    choices: Readonly<Record<string, string>>,
    text: string,
  ): Readonly<Record<string, string>> {
    const low = text.toLowerCase()
    return Object.fromEntries(Object.entries(choices).filter(([word]) => low.includes(word.toLowerCase())))
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
    stopReading()
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
    stopReading()
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
      const text = phrase.trim()
      if (text === '') return
      stopReading()
      const mine = (reading = new AbortController())
      const held = holding({ ...state.get().choices, ...choices }, text)
      // Another meaning of a word is the same question again, not one on top of its own answer.
      const previous = choices === undefined ? state.get().answer : readOn
      readOn = previous
      unread = text
      state.set({ phrase, status: 'running', runProblem: null, choices: held })
      try {
        const result = await host(
          'ReadQuestion',
          {
            phrase: text,
            choices: held,
            ...(previous.query.measures.length === 0
              ? {}
              : { previous: titled(previous, state.get().catalog) }),
          },
          mine.signal,
        )
        if (reading !== mine) return
        if (!result.ok) return state.set({ status: 'failed', runProblem: result.problem })
        unread = null
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
      colouring?.abort()
      const mine = (colouring = new AbortController())
      if (phrase.trim() === '') return state.set({ tokens: [] })
      try {
        const choices = holding(state.get().choices, phrase)
        const result = await host('ReadQuestion', { phrase, choices }, mine.signal)
        if (colouring === mine && result.ok) state.set({ tokens: result.value.tokens })
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
    async retry() {
      await (unread === null ? run() : this.ask(unread, { choices: {} }))
    },
    cancel() {
      const left = unread
      stop()
      stopReading()
      unread = left
      state.set({ status: 'cancelled' })
    },
    reset() {
      stop()
      stopReading()
      begun += 1
      state.set(nothing)
    },
    async about(id) {
      if (id === null) {
        state.set({ topic: null })
        return true
      }
      const reply = await host('GetAnswerFields', { worksheetId: id })
      if (!reply.ok) return false
      const { title, sources, examples } = reply.value
      state.set({ topic: { id, title, examples, sources: sources.map((source) => source.id) } })
      return true
    },
    open(answer, { saved = null, pinned = null, problems = [] }) {
      stopReading()
      begun += 1
      state.set({ ...nothing, answer, saved, pinned, keptAs: JSON.stringify(answer), openProblems: problems })
      void run()
    },
    keeping() {
      const mine = begun
      const { title } = state.get().answer
      return (saved, sent) => {
        if (mine !== begun) return
        const { answer, touched } = state.get()
        const named = answer.title === title ? { ...answer, title: sent.title } : answer
        const keptAs = JSON.stringify(sent)
        state.set({ answer: named, saved, keptAs, touched: touched && JSON.stringify(named) !== keptAs })
      }
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
