import type {
  Answer,
  Reading,
  RunReply,
  RunResult,
  SavedAnswerHead,
  Token,
  AnswerGrain,
  AnswerQuery,
  FieldsReply,
  FieldView,
  SourceView,
} from '../../wire/answers'
import type { BoardProblem } from '../host/calls'
import { emptyAnswer } from './edits'
/** What may be chosen, with quick ways to look things up. */
export interface Catalog {
  readonly reply: FieldsReply
  field(id: string): FieldView | undefined
  sourceOf(id: string): SourceView | undefined
  /** The name of anything a query can hold: a field, a formula, the date. */
  label(id: string, query?: AnswerQuery): string
  /** One field, or the same thing in two sources. */
  same(id: string, other: string): boolean
  /** Intervals that every source of the query can be read by; days when there is none yet. */
  grains(query: AnswerQuery): readonly AnswerGrain[]
  /** Whether an attribute says something about what the query measures. */
  splits(attribute: FieldView, query: AnswerQuery): boolean
}

export function createCatalog(reply: FieldsReply): Catalog {
  const fields = new Map<string, { readonly field: FieldView; readonly source: SourceView }>()
  for (const source of reply.sources)
    for (const field of [...source.measures, ...source.attributes]) fields.set(field.id, { field, source })

  const sourcesOf = (query: AnswerQuery): readonly SourceView[] => {
    const ids = [...query.measures, ...(query.attributes ?? [])]
    const texts = (query.formulas ?? []).map((formula) => formula.expression)
    return reply.sources.filter(
      (source) =>
        ids.some((id) => fields.get(id)?.source === source) ||
        texts.some((text) => text.includes(`${source.id}.`)),
    )
  }

  return {
    reply,
    field: (id) => fields.get(id)?.field,
    sourceOf: (id) => fields.get(id)?.source,
    label(id, query) {
      if (id === 'date') return 'Date'
      const formula = query?.formulas?.find((candidate) => `formula.${candidate.id}` === id)
      return formula?.label ?? fields.get(id)?.field.label ?? id
    },
    same(id, other) {
      const concept = fields.get(id)?.field.concept
      return id === other || (concept !== undefined && concept === fields.get(other)?.field.concept)
    },
    grains(query) {
      const sources = sourcesOf(query)
      const all: readonly AnswerGrain[] = sources[0]?.grains ?? ['day', 'week', 'month', 'quarter', 'year']
      return all.filter((grain) => sources.every((source) => source.grains.includes(grain)))
    },
    splits(attribute, query) {
      const sources = sourcesOf({ ...query, attributes: [] })
      if (sources.length === 0) return true
      return sources.some((source) =>
        source.attributes.some(
          (other) =>
            other.id === attribute.id ||
            (attribute.concept !== undefined && other.concept === attribute.concept),
        ),
      )
    },
  }
}

export interface PinnedChart {
  readonly dashboardId: string
  readonly dashboardName: string
  readonly tileId: string
}

interface Topic {
  /** Of a dataset's worksheet or of a source, as it was given. */
  readonly id: string
  readonly title: string
  readonly sources: readonly string[]
  readonly examples: readonly string[]
}

/** Where a chart is kept, and as what. */
interface SavedState {
  readonly saved: SavedAnswerHead | null
  readonly savedAs: string
  /** A person has changed something since it was kept. */
  readonly touched: boolean
  /** Where the chart stands that this one was opened from, and can be put back. */
  readonly pinned: PinnedChart | null
}

/** A chart as it was. */
export interface Step {
  readonly answer: Answer
  /** Where the next step is of another chart: which one this is, and where it is kept. */
  readonly left?: SavedState & { readonly chart: number }
}

export interface BuilderState extends SavedState {
  /** Counts the charts that were begun: which one this is. */
  readonly chart: number
  readonly catalog: Catalog | null
  /** Why there is nothing to choose from. */
  readonly fieldsProblem: BoardProblem | null
  readonly answer: Answer
  /** The question that was asked last, and how it is read. */
  readonly phrase: string
  /** What was typed over it in the search bar and has not been asked; null for nothing. */
  readonly typed: string | null
  readonly tokens: readonly Token[]
  /** How the last question was read; gone when something is changed by hand. */
  readonly reading: Reading | null
  readonly status: 'idle' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly reply: RunReply | null
  /** What is on screen while the next answer is worked out. */
  readonly shown: RunResult | null
  readonly runProblem: BoardProblem | null
  /** The way back, over this chart and those before it. */
  readonly past: readonly Step[]
  readonly future: readonly Step[]
  /** What a person meant by words that can mean several things. */
  readonly choices: Readonly<Record<string, string>>
  /** What the builder was opened on: a dataset's sources, or one. */
  readonly topic: Topic | null
  /** A chart that was left unfinished in this tab, to be offered. */
  readonly unfinished: Answer | null
  /** Sentences about an old or damaged chart that was opened. */
  readonly openProblems: readonly string[]
}

/** A sheet that nobody has begun. */
export const nothing = {
  answer: emptyAnswer,
  phrase: '',
  typed: null,
  tokens: [],
  reading: null,
  status: 'idle',
  reply: null,
  shown: null,
  runProblem: null,
  past: [],
  future: [],
  saved: null,
  savedAs: '',
  touched: false,
  pinned: null,
  choices: {},
  openProblems: [],
} as const

/** Other than what is kept of it, whoever made it so. */
export function isChanged({ answer, savedAs }: Pick<BuilderState, 'answer' | 'savedAs'>): boolean {
  return JSON.stringify(answer) !== savedAs
}

/** A person's work that would be lost with the page. */
export function isUnsaved(state: Pick<BuilderState, 'answer' | 'savedAs' | 'touched'>): boolean {
  return state.touched && state.answer.query.measures.length > 0 && isChanged(state)
}

/** The answer that stands on screen, also while the next one is worked out; nothing where a message stands in its place. */
export function onScreen({ shown, reply, status }: BuilderState): RunResult | null {
  if (status === 'running') return shown
  return status === 'done' && reply?.kind === 'result' ? shown : null
}

/** Another chart was begun on top of this one, which was not kept: what it is called until somebody goes on. */
export function putAway({ past, touched, catalog }: BuilderState): string | null {
  const last = past.at(-1)
  if (touched || last?.left === undefined || !isUnsaved({ ...last.left, answer: last.answer })) return null
  return titled(last.answer, catalog).title
}

const mostSteps = 100

const isEmpty = ({ query }: Answer): boolean => query.measures.length === 0

type HistoryChange = Pick<BuilderState, 'answer' | 'typed' | 'past' | 'future'>

/** The next answer of the chart; the one before it can be come back to. */
export function withAnswer({ past, answer: before, reading }: BuilderState, answer: Answer): HistoryChange {
  // Nothing to come back to: a sheet that nobody has begun, or one that is empty because its question was refused.
  const none = before === emptyAnswer && (past.length === 0 || (reading?.refusal ?? null) !== null)
  const steps = none ? past : [...past, { answer: before }].slice(-mostSteps)
  return { answer, typed: null, past: steps, future: [] }
}

/** The question has no answer: no chart stands beside it. The one before can be come back to. */
export function withoutAnswer({ past, answer }: BuilderState): HistoryChange {
  const steps = isEmpty(answer) ? past : [...past, { answer }]
  return { answer: emptyAnswer, typed: null, past: steps, future: [] }
}

/** This chart with where it is kept, to be come back to from another one. */
function leaving({ answer, chart, saved, savedAs, touched, pinned }: BuilderState): Step {
  return { answer, left: { chart, saved, savedAs, touched, pinned } }
}

export function nextChart(state: BuilderState) {
  const { answer, chart, past } = state
  const here = leaving(state)
  const last = past.at(-1)
  if (!isEmpty(answer)) return { ...nothing, chart: chart + 1, past: [...past, here] }
  // An empty sheet is no step; the one before it is that of the chart.
  const back = last === undefined ? [] : [{ left: here.left, ...last } as Step]
  return { ...nothing, chart: chart + 1, past: [...past.slice(0, -1), ...back] }
}

/** One step back or forward; null where there is none. */
export function stepped(state: BuilderState, from: 'past' | 'future'): Partial<BuilderState> | null {
  const { past, future, answer } = state
  const next = state[from].at(-1)
  if (next === undefined) return null
  const here = next.left === undefined ? { answer } : leaving(state)
  return {
    answer: next.answer,
    typed: null,
    past: from === 'past' ? past.slice(0, -1) : [...past, here],
    future: from === 'past' ? [...future, here] : future.slice(0, -1),
    reading: null,
    touched: true,
    ...(isEmpty(next.answer) && { phrase: '', tokens: [] }),
    ...(next.left && { ...next.left, choices: {}, openProblems: [] }),
  }
}

/**
 * The chart is kept, as it was sent. What was changed since it `was` sent stays, and is still to be kept; a chart that was begun
 * meanwhile is another one.
 */
export function withSaved(
  { chart, answer, touched }: BuilderState,
  was: Pick<BuilderState, 'chart' | 'answer'>,
  saved: SavedAnswerHead | null,
  sent: Answer,
): Partial<BuilderState> {
  if (chart !== was.chart) return {}
  const named = answer.title === was.answer.title ? { ...answer, title: sent.title } : answer
  const savedAs = JSON.stringify(sent)
  return { answer: named, saved, savedAs, touched: touched && JSON.stringify(named) !== savedAs }
}

/** The chart with the name that it shows: a person's, or one made of what it asks. */
export function titled(answer: Answer, catalog: Catalog | null): Answer {
  const own = answer.title.trim()
  return { ...answer, title: (own === '' ? autoTitle(answer, catalog) : own).slice(0, 200) }
}

/** "Supply by Chain", "Volatility and Funding: BTC, ETH", "Top 10 Product by Growth": what a chart is called until somebody names it. */
export function autoTitle({ query }: Answer, catalog: Catalog | null): string {
  const name = (id: string): string => catalog?.label(id, query) ?? id
  const measures = listed(query.measures.map(name))
  const attributes = (query.attributes ?? []).map(name)
  const chosen = (query.filters ?? [])
    .filter((filter) => filter.op === 'in')
    .flatMap((filter) => filter.values.map(String))
  const only = chosen.length === 0 ? '' : `: ${chosen.slice(0, 3).join(', ')}${chosen.length > 3 ? ' …' : ''}`
  if (measures === '') return 'Untitled chart'
  if (query.top !== undefined) {
    const end = query.top.from === 'bottom' ? 'Bottom' : 'Top'
    const by = name(query.top.by)
    const also = listed(query.measures.filter((id) => id !== query.top?.by).map(name))
    return `${end} ${query.top.count} ${name(query.top.attribute)} by ${by}${also === '' ? '' : `, with ${also}`}${only}`
  }
  const by = attributes.length === 0 ? '' : ` by ${listed(attributes)}`
  return `${measures}${by}${only}`
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
