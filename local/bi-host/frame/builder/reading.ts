import type { Answer } from '../../wire/answers'
import type { AnswerHost } from '../host/calls'
import type { Store } from '../protocol/state'
import { titled, withoutAnswer, type BuilderState } from './builder-state'
import { emptyAnswer } from './edits'

export interface AskOptions {
  /** False for a question that came with the address. */
  readonly byPerson?: boolean
  /** What is meant by some of its words; what was chosen before holds as long as the word is there. */
  readonly choices?: Readonly<Record<string, string>>
}

/** Has the words of the search bar read, one question at a time: the newest wins. */
interface QuestionReading {
  ask(phrase: string, options?: AskOptions): Promise<void>
  /** Colours the text while it is typed. */
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

export function createReading({ state, host, stopRunning, take }: ReadingOptions): QuestionReading {
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
