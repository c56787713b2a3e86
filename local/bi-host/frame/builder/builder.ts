import type { Answer, Narrowing, SavedAnswerHead } from '../../wire/answers'
import type { AnswerHost } from '../host/calls'
import { createStore, type Store } from '../protocol/state'
import {
  createCatalog,
  nextChart,
  nothing,
  stepped,
  titled,
  withAnswer,
  withSaved,
  type BuilderState,
  type PinnedChart,
  withoutAnswer,
} from './builder-state'
import { emptyAnswer } from './edits'

interface AskOptions {
  /** False for a question that came with the address. */
  readonly byPerson?: boolean
  /** What is meant by some of its words; what was chosen before holds as long as the word is there. */
  readonly choices?: Readonly<Record<string, string>>
}

/** Has the words of the search bar read, one question at a time: the newest wins. */
interface QuestionReading {
  ask(phrase: string, options?: AskOptions): Promise<void>
  /** Colors the text while it is typed. */
  highlight(phrase: string): Promise<void>
  /** The question that has not been read yet. */
  unread(): string | null
  /** Gives up what is being read; it can be asked again. */
  pause(): void
  stop(): void
}

interface ReadingOptions {
  readonly state: Store<BuilderState>
  readonly host: AnswerHost
  readonly stopRunning: () => void
  /** Goes on with the answer that was read. */
  readonly take: (answer: Answer, more: Partial<BuilderState>) => void
}

function createReading({ state, host, stopRunning, take }: ReadingOptions): QuestionReading {
  let reading: AbortController | null = null
  let highlighting: AbortController | null = null
  /** The answer that the question in the bar was read on top of. */
  let readOn: Answer = emptyAnswer
  let unread: string | null = null

  function pause(): void {
    for (const going of [reading, highlighting]) going?.abort()
    reading = highlighting = null
  }

  function stop(): void {
    pause()
    unread = null
  }

  return {
    unread: () => unread,
    pause,
    stop,
    async ask(phrase, { byPerson = true, choices } = {}) {
      const text = phrase.trim()
      if (text === '') return
      stop()
      const mine = (reading = new AbortController())
      const held = holding({ ...state.get().choices, ...choices }, text)
      // Another meaning of a word is the same question again, not one on top of its own answer.
      const { answer, reading: last } = state.get()
      // Nor has one that was refused made a chart: the next goes on from the same one.
      const refused = (last?.refusal ?? null) !== null && answer.query.measures.length === 0
      const previous = choices === undefined && !refused ? answer : readOn
      readOn = previous
      unread = text
      state.set({ phrase, typed: null, status: 'running', runProblem: null, choices: held })
      const begun = previous.query.measures.length > 0
      try {
        const result = await host(
          'ReadQuestion',
          {
            phrase: text,
            choices: held,
            ...(begun ? { previous: titled(previous, state.get().catalog) } : {}),
          },
          mine.signal,
        )
        if (reading !== mine) return
        if (!result.ok) return state.set({ status: 'failed', runProblem: result.problem })
        unread = null
        const read = result.value
        const words = { reading: read, tokens: read.tokens, phrase: text }
        if (read.answer === null) {
          stopRunning()
          const done = { ...words, status: 'done', reply: null, shown: null } as const
          return state.set({ ...done, ...withoutAnswer(state.get()) })
        }
        // A name that a person gave goes on with a question that only changes a part.
        const title = read.amended ? previous.title : ''
        take({ ...read.answer, title }, { ...words, touched: state.get().touched || byPerson })
      } catch {
        // A newer question is on its way.
      }
    },
    async highlight(phrase) {
      highlighting?.abort()
      const mine = (highlighting = new AbortController())
      if (phrase.trim() === '') return state.set({ tokens: [] })
      try {
        const choices = holding(state.get().choices, phrase)
        const result = await host('ReadQuestion', { phrase, choices }, mine.signal)
        if (highlighting === mine && result.ok) state.set({ tokens: result.value.tokens })
      } catch {
        // The next letter has come.
      }
    },
  }
}

/** Those of the choices whose word is still in the text. */
function holding(choices: Readonly<Record<string, string>>, text: string): Readonly<Record<string, string>> {
  const low = text.toLowerCase()
  return Object.fromEntries(Object.entries(choices).filter(([word]) => low.includes(word.toLowerCase())))
}

export interface Builder {
  readonly state: Store<BuilderState>
  readonly host: AnswerHost
  /** What the page around sets for every chart: asked with, never kept. */
  readonly narrowing: () => { readonly narrow?: Narrowing }
  loadFields(): Promise<void>
  /** Reads a question and answers it. */
  ask(phrase: string, options?: AskOptions): Promise<void>
  /** Colors the text while it is typed. */
  highlight(phrase: string): Promise<void>
  /** Puts a question into the search bar, to be asked by the person. */
  write(phrase: string): Promise<void>
  /** A change by hand. The same answer again costs nothing. */
  edit(change: (answer: Answer) => Answer): void
  undo(): void
  redo(): void
  run(): Promise<void>
  /** Once more what failed or was stopped: the reading of a question, or its answer. */
  retry(): Promise<void>
  cancel(): void
  /** Begins anew. What was there is one step back. */
  reset(): void
  /** Narrows what is offered to a dataset's sources or to one source; without an id to none. False: there is none of this id. */
  about(id: string | null): Promise<boolean>
  open(
    answer: Answer,
    source: {
      readonly saved?: SavedAnswerHead
      readonly pinned?: PinnedChart
      readonly problems?: readonly string[]
    },
  ): void
  /**
   * The chart is about to be kept; call what it gives once it is, with what was sent. What was changed meanwhile stays, and is
   * still to be kept; a chart that was begun meanwhile is another one.
   */
  keeping(): (saved: SavedAnswerHead | null, sent: Answer) => void
}

export function createBuilder(host: AnswerHost, narrowing: Builder['narrowing'] = () => ({})): Builder {
  const state = createStore<BuilderState>({
    ...nothing,
    chart: 0,
    catalog: null,
    fieldsProblem: null,
    topic: null,
    unfinished: null,
  })
  const { run, stop } = createRunning(state, host, narrowing)
  const reading = createReading({ state, host, stopRunning: stop, take })

  function take(answer: Answer, more: Partial<BuilderState>): void {
    reading.stop()
    state.set({ ...more, ...withAnswer(state.get(), answer) })
    void run()
  }

  function begin(more: Partial<BuilderState> = {}): void {
    stop()
    reading.stop()
    state.set({ ...nextChart(state.get()), ...more })
  }

  function travel(from: 'past' | 'future'): void {
    const change = stepped(state.get(), from)
    if (change === null) return
    reading.stop()
    state.set(change)
    void run()
  }

  return {
    state,
    host,
    narrowing,
    run,
    async loadFields() {
      state.set({ fieldsProblem: null })
      const reply = await host('GetAnswerFields', {})
      state.set(reply.ok ? { catalog: createCatalog(reply.value) } : { fieldsProblem: reply.problem })
    },
    ask: (phrase, options) => reading.ask(phrase, options),
    highlight: (phrase) => reading.highlight(phrase),
    write(phrase) {
      state.set({ phrase })
      return reading.highlight(phrase)
    },
    edit(change) {
      const { answer } = state.get()
      const next = change(answer)
      if (JSON.stringify(next) !== JSON.stringify(answer)) take(next, { reading: null, touched: true })
    },
    undo: () => travel('past'),
    redo: () => travel('future'),
    async retry() {
      const unread = reading.unread()
      await (unread === null ? run() : reading.ask(unread, { choices: {} }))
    },
    cancel() {
      stop()
      reading.pause()
      state.set({ status: 'cancelled' })
    },
    reset: () => begin(),
    async about(id) {
      const topic = id === null ? null : await findTopic(host, id)
      if (topic !== undefined) state.set({ topic })
      return topic !== undefined
    },
    open(answer, { saved = null, pinned = null, problems = [] }) {
      begin({ answer, saved, pinned, savedAs: JSON.stringify(answer), openProblems: problems })
      void run()
    },
    keeping() {
      const was = state.get()
      return (saved, sent) => state.set(withSaved(state.get(), was, saved, sent))
    },
  }
}

/** Has the answer worked out, the newest only. */
function createRunning(state: Store<BuilderState>, host: AnswerHost, narrowing: Builder['narrowing']) {
  let running: AbortController | null = null

  function stop(): void {
    running?.abort()
    running = null
  }

  async function run(): Promise<void> {
    stop()
    const { answer, catalog } = state.get()
    if (answer.query.measures.length === 0)
      return state.set({ status: 'idle', reply: null, shown: null, runProblem: null })
    const mine = (running = new AbortController())
    state.set({ status: 'running', runProblem: null })
    try {
      const result = await host('RunAnswer', { answer: titled(answer, catalog), ...narrowing() }, mine.signal)
      if (running !== mine) return
      if (!result.ok) return state.set({ status: 'failed', runProblem: result.problem })
      const reply = result.value
      state.set({
        status: 'done',
        reply,
        ...(state.get().reading === null && { phrase: reply.phrase, tokens: reply.tokens }),
        ...(reply.kind === 'result' && { shown: reply }),
      })
    } catch {
      // Given up for a newer question, or by the person.
    }
  }

  return { run, stop }
}

/** `undefined`: there is none of this id. */
async function findTopic(host: AnswerHost, id: string): Promise<BuilderState['topic'] | undefined> {
  const reply = await host('GetAnswerFields', { worksheetId: id })
  if (!reply.ok) return undefined
  const { title, sources, examples } = reply.value
  return { id, title, examples, sources: sources.map((source) => source.id) }
}
