import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Answer, Narrowing, SavedAnswerHead, AnswerQuery } from '../../wire/answers'
import type { AnswerHost } from '../host/calls'
import { createStore, type Store } from '../protocol/state'
import {
  createCatalog,
  nextChart,
  emptySheet,
  stepped,
  titled,
  withAnswer,
  withSaved,
  withoutAnswer,
  type BuilderState,
  type PinnedChart,
  type Catalog,
} from './builder-state'
import { emptyAnswer } from './edits'
import { useStore } from '../parts/context'

interface AskOptions {
  /** False for a question from the address. */
  readonly byPerson?: boolean
  /** Meanings of ambiguous words. Earlier choices apply as long as the word is there. */
  readonly choices?: Readonly<Record<string, string>>
}

/** Reads the search bar's question. One at a time: the latest wins. */
interface QuestionReading {
  ask(phrase: string, options?: AskOptions): Promise<void>
  /** Colors the text while the user types. */
  highlight(phrase: string): Promise<void>
  /** The question that has not been read yet. */
  unread(): string | null
  /** Aborts the reading. The question can be asked again. */
  pause(): void
  stop(): void
}

interface ReadingOptions {
  readonly state: Store<BuilderState>
  readonly host: AnswerHost
  readonly stopRunning: () => void
  /** Continues with the answer that was read. */
  readonly take: (answer: Answer, more: Partial<BuilderState>) => void
}

function createReading({ state, host, stopRunning, take }: ReadingOptions): QuestionReading {
  let reading: AbortController | null = null
  let highlighting: AbortController | null = null
  /** The answer that the current question was read relative to. */
  let baseAnswer: Answer = emptyAnswer
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
      const controller = (reading = new AbortController())
      const held = applicableChoices({ ...state.get().choices, ...choices }, text)
      // Choosing another meaning repeats the same question, so it must not be read relative to its own answer.
      const { answer, reading: last } = state.get()
      // A refused question made no chart either, so the next one is read relative to the same answer.
      const refused = (last?.refusal ?? null) !== null && answer.query.measures.length === 0
      const previous = choices === undefined && !refused ? answer : baseAnswer
      baseAnswer = previous
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
          controller.signal,
        )
        if (reading !== controller) return
        if (!result.ok) return state.set({ status: 'failed', runProblem: result.problem })
        unread = null
        const read = result.value
        const words = { reading: read, tokens: read.tokens, phrase: text }
        if (read.answer === null) {
          stopRunning()
          const done = { ...words, status: 'done', reply: null, shown: null } as const
          return state.set({ ...done, ...withoutAnswer(state.get()) })
        }
        // A question that only changes a part keeps the user's title.
        const title = read.amended ? previous.title : ''
        take({ ...read.answer, title }, { ...words, touched: state.get().touched || byPerson })
      } catch {
        // Aborted by a newer question.
      }
    },
    async highlight(phrase) {
      highlighting?.abort()
      const controller = (highlighting = new AbortController())
      if (phrase.trim() === '') return state.set({ tokens: [] })
      try {
        const choices = applicableChoices(state.get().choices, phrase)
        const result = await host('ReadQuestion', { phrase, choices }, controller.signal)
        if (highlighting === controller && result.ok) state.set({ tokens: result.value.tokens })
      } catch {
        // Aborted by the next key press.
      }
    },
  }
}

/** The choices whose word is still in the text. */
function applicableChoices(
  choices: Readonly<Record<string, string>>,
  text: string,
): Readonly<Record<string, string>> {
  const low = text.toLowerCase()
  return Object.fromEntries(Object.entries(choices).filter(([word]) => low.includes(word.toLowerCase())))
}

export interface Builder {
  readonly state: Store<BuilderState>
  readonly host: AnswerHost
  /** Filters and range of the embedding page: sent with queries, never saved. */
  readonly narrowing: () => { readonly narrow?: Narrowing }
  loadFields(): Promise<void>
  /** Reads a question and computes its answer. */
  ask(phrase: string, options?: AskOptions): Promise<void>
  /** Colors the text while the user types. */
  highlight(phrase: string): Promise<void>
  /** Puts a question into the search bar for the user to ask. */
  write(phrase: string): Promise<void>
  /** Applies a manual change. A no-op if the answer is the same. */
  edit(change: (answer: Answer) => Answer): void
  undo(): void
  redo(): void
  run(): Promise<void>
  /** Retries what failed or was stopped: reading the question, or computing its answer. */
  retry(): Promise<void>
  cancel(): void
  /** Starts over. Undo brings the previous chart back. */
  reset(): void
  /** Limits the offered fields to a dataset's sources or to one source. Null removes the limit. False: unknown id. */
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
   * Call before saving. After saving, call the returned function with what was sent. Changes made meanwhile remain, unsaved. If another
   * chart was started meanwhile, nothing changes.
   */
  beginSave(): (saved: SavedAnswerHead | null, sent: Answer) => void
}

export function createBuilder(host: AnswerHost, narrowing: Builder['narrowing'] = () => ({})): Builder {
  const state = createStore<BuilderState>({
    ...emptySheet,
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
    beginSave() {
      const was = state.get()
      return (saved, sent) => state.set(withSaved(state.get(), was, saved, sent))
    },
  }
}

/** Computes the answer. The latest request wins. */
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
    const controller = (running = new AbortController())
    state.set({ status: 'running', runProblem: null })
    try {
      const result = await host(
        'RunAnswer',
        { answer: titled(answer, catalog), ...narrowing() },
        controller.signal,
      )
      if (running !== controller) return
      if (!result.ok) return state.set({ status: 'failed', runProblem: result.problem })
      const reply = result.value
      state.set({
        status: 'done',
        reply,
        ...(state.get().reading === null && { phrase: reply.phrase, tokens: reply.tokens }),
        ...(reply.kind === 'result' && { shown: reply }),
      })
    } catch {
      // Aborted by a newer question or by the user.
    }
  }

  return { run, stop }
}

/** `undefined`: unknown id. */
async function findTopic(host: AnswerHost, id: string): Promise<BuilderState['topic'] | undefined> {
  const reply = await host('GetAnswerFields', { worksheetId: id })
  if (!reply.ok) return undefined
  const { title, sources, examples } = reply.value
  return { id, title, examples, sources: sources.map((source) => source.id) }
}

/** Dialogs and panels of the builder, one at a time. */
export type Opened =
  | { readonly kind: 'save' | 'pin' | 'charts' | 'fields' | 'settings' }
  | { readonly kind: 'formula'; readonly id: string | null; readonly expression?: string }

export interface BuilderUi {
  readonly builder: Builder
  readonly opened: Opened | null
  readonly open: (what: Opened | null) => void
  /** Announces text to screen readers only. */
  readonly announce: (text: string) => void
  /** Whether the embedding page shows this action (by wire id). */
  readonly shows: (actionId: string) => boolean
  /** Why the embedding page has disabled this action, in its words. Null if it is enabled. */
  readonly disabledReason: (actionId: string) => string | null
}

export const BuilderContext = createContext<BuilderUi | null>(null)

export function useBuilderUi(): BuilderUi {
  const ui = useContext(BuilderContext)
  if (!ui) throw new Error('This part stands outside the builder')
  return ui
}

export function useBuilderState<Part>(pick: (state: BuilderState) => Part): Part {
  return useStore(useBuilderUi().builder.state, pick)
}

/** Fields and query. For components that render only once the fields are loaded. */
export function useQuery(): { readonly catalog: Catalog; readonly query: AnswerQuery } {
  const catalog = useBuilderState((state) => state.catalog)
  const query = useBuilderState((state) => state.answer.query)
  if (!catalog) throw new Error('This part needs the fields')
  return { catalog, query }
}
