import type { Answer, Narrowing, SavedAnswerHead } from '../../wire/answers'
import type { AnswerHost } from '../host/calls'
import { createStore, type Store } from '../protocol/state'
import {
  nothing,
  titled,
  type BuilderState,
  type PinnedChart,
  type Step,
  createCatalog,
} from './builder-state'
import { emptyAnswer } from './edits'
import { createReading, type AskOptions } from './reading'

export interface Builder {
  readonly state: Store<BuilderState>
  readonly host: AnswerHost
  /** What the page around sets for every chart: asked with, never kept. */
  readonly narrowing: () => { readonly narrow?: Narrowing }
  loadFields(): Promise<void>
  /** Reads a question and answers it. */
  ask(phrase: string, options?: AskOptions): Promise<void>
  /** Colours the text while it is typed. */
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
    kept: {
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

const mostSteps = 100

export function createBuilder(host: AnswerHost, narrowing: Builder['narrowing'] = () => ({})): Builder {
  const state = createStore<BuilderState>({
    ...nothing,
    chart: 0,
    catalog: null,
    fieldsProblem: null,
    topic: null,
  })
  let running: AbortController | null = null
  const reading = createReading({ state, host, stopRunning: stop, take, setAside })

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
      const body = { answer: titled(answer, state.get().catalog), ...narrowing() }
      const result = await host('RunAnswer', body, mine.signal)
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
    reading.stop()
    const { past, answer: before, reading: read } = state.get()
    // Nothing to come back to: a sheet that nobody has begun, or one that is empty because its question was refused.
    const none = before === emptyAnswer && (past.length === 0 || (read?.refusal ?? null) !== null)
    state.set({
      ...more,
      answer,
      past: none ? past : [...past, { answer: before }].slice(-mostSteps),
      future: [],
    })
    void run()
  }

  /** The question has no answer: no chart stands beside it. The one before can be come back to. */
  function setAside(more: Partial<BuilderState>): void {
    const { past, answer } = state.get()
    const empty = answer.query.measures.length === 0
    state.set({ ...more, answer: emptyAnswer, past: empty ? past : [...past, { answer }], future: [] })
  }

  /** This chart with where it is kept, to be come back to from another one. */
  function leaving(): Step {
    const { answer, chart, saved, savedAs, touched, pinned } = state.get()
    return { answer, left: { chart, saved, savedAs, touched, pinned } }
  }

  /** Makes room for another chart. */
  function leave(): Pick<BuilderState, 'chart' | 'past'> {
    stop()
    reading.stop()
    const { answer, chart, past } = state.get()
    const here = leaving()
    const last = past.at(-1)
    if (answer.query.measures.length > 0) return { chart: chart + 1, past: [...past, here] }
    // An empty sheet is no step; the one before it is that of the chart.
    const back = last === undefined ? [] : [{ left: here.left, ...last } as Step]
    return { chart: chart + 1, past: [...past.slice(0, -1), ...back] }
  }

  function travel(from: 'past' | 'future'): void {
    const { past, future, answer } = state.get()
    const list = from === 'past' ? past : future
    const next = list.at(-1)
    if (next === undefined) return
    reading.stop()
    const here = next.left === undefined ? { answer } : leaving()
    const empty = next.answer.query.measures.length === 0
    state.set({
      answer: next.answer,
      past: from === 'past' ? past.slice(0, -1) : [...past, here],
      future: from === 'past' ? [...future, here] : future.slice(0, -1),
      reading: null,
      touched: true,
      ...(empty && { phrase: '', tokens: [] }),
      ...(next.left && { ...next.left, choices: {}, openProblems: [] }),
    })
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
      if (JSON.stringify(next) === JSON.stringify(answer)) return
      take(next, { reading: null, touched: true })
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
    reset() {
      state.set({ ...nothing, ...leave() })
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
      const savedAs = JSON.stringify(answer)
      state.set({ ...nothing, ...leave(), answer, saved, pinned, savedAs, openProblems: problems })
      void run()
    },
    keeping() {
      const { chart: mine, answer: asked } = state.get()
      const { title } = asked
      return (saved, sent) => {
        const { chart, answer, touched } = state.get()
        if (mine !== chart) return
        const named = answer.title === title ? { ...answer, title: sent.title } : answer
        const savedAs = JSON.stringify(sent)
        state.set({ answer: named, saved, savedAs, touched: touched && JSON.stringify(named) !== savedAs })
      }
    },
  }
}
