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
/** The available fields, with lookups. */
export interface Catalog {
  readonly reply: FieldsReply
  field(id: string): FieldView | undefined
  sourceOf(id: string): SourceView | undefined
  /** Label of anything in a query: a field, a formula, the date. */
  label(id: string, query?: AnswerQuery): string
  /** The same field, or the same attribute in two sources. */
  same(id: string, other: string): boolean
  /** Intervals that every source of the query supports. Days if there is no source yet. */
  grains(query: AnswerQuery): readonly AnswerGrain[]
  /** Whether an attribute applies to what the query measures. */
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
  /** Id of a dataset's worksheet or of a source, as given. */
  readonly id: string
  readonly title: string
  readonly sources: readonly string[]
  readonly examples: readonly string[]
}

/** Where and under what name a chart is saved. */
interface SavedState {
  readonly saved: SavedAnswerHead | null
  readonly savedAs: string
  /** The user has changed it since it was saved. */
  readonly touched: boolean
  /** The tile that this chart was opened from, and that it can replace. */
  readonly pinned: PinnedChart | null
}

/** An earlier state of a chart. */
export interface Step {
  readonly answer: Answer
  /** Set if the next step belongs to another chart: which chart this is, and where it is saved. */
  readonly left?: SavedState & { readonly chart: number }
}

export interface BuilderState extends SavedState {
  /** Number of the current chart, counted up with every new one. */
  readonly chart: number
  readonly catalog: Catalog | null
  /** Why the fields could not be loaded. */
  readonly fieldsProblem: BoardProblem | null
  readonly answer: Answer
  /** The last question, and how it was read. */
  readonly phrase: string
  /** Text typed in the search bar but not asked. Null if there is none. */
  readonly typed: string | null
  readonly tokens: readonly Token[]
  /** Reading of the last question. Null after a manual change. */
  readonly reading: Reading | null
  readonly status: 'idle' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly reply: RunReply | null
  /** The result on screen while the next answer is computed. */
  readonly shown: RunResult | null
  readonly runProblem: BoardProblem | null
  /** Undo history, across this chart and earlier ones. */
  readonly past: readonly Step[]
  readonly future: readonly Step[]
  /** The user's choices for ambiguous words. */
  readonly choices: Readonly<Record<string, string>>
  /** What the builder was opened on: a dataset's sources, or a single source. */
  readonly topic: Topic | null
  /** An unfinished chart from this tab, to be offered. */
  readonly unfinished: Answer | null
  /** Notes about an old or damaged chart that was opened. */
  readonly openProblems: readonly string[]
}

/** An empty sheet. */
export const emptySheet = {
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

/** Differs from what is saved, whoever changed it. */
export function isChanged({ answer, savedAs }: Pick<BuilderState, 'answer' | 'savedAs'>): boolean {
  return JSON.stringify(answer) !== savedAs
}

/** The user's work that would be lost with the page. */
export function isUnsaved(state: Pick<BuilderState, 'answer' | 'savedAs' | 'touched'>): boolean {
  return state.touched && state.answer.query.measures.length > 0 && isChanged(state)
}

/** The result on screen, kept while the next answer is computed. Null if a message is shown instead. */
export function visibleResult({ shown, reply, status }: BuilderState): RunResult | null {
  if (status === 'running') return shown
  return status === 'done' && reply?.kind === 'result' ? shown : null
}

/** Title of the unsaved chart that this one replaced. Null once the user continues with the new one. */
export function replacedTitle({ past, touched, catalog }: BuilderState): string | null {
  const last = past.at(-1)
  if (touched || last?.left === undefined || !isUnsaved({ ...last.left, answer: last.answer })) return null
  return titled(last.answer, catalog).title
}

const maxSteps = 100

const isEmpty = ({ query }: Answer): boolean => query.measures.length === 0

type HistoryChange = Pick<BuilderState, 'answer' | 'typed' | 'past' | 'future'>

/** Moves on to the next answer of the chart, with an undo step. */
export function withAnswer({ past, answer: before, reading }: BuilderState, answer: Answer): HistoryChange {
  // No undo step for an untouched sheet, or for one that is empty because its question was refused.
  const none = before === emptyAnswer && (past.length === 0 || (reading?.refusal ?? null) !== null)
  const steps = none ? past : [...past, { answer: before }].slice(-maxSteps)
  return { answer, typed: null, past: steps, future: [] }
}

/** Empties the chart because its question has no answer. Undo brings the previous answer back. */
export function withoutAnswer({ past, answer }: BuilderState): HistoryChange {
  const steps = isEmpty(answer) ? past : [...past, { answer }]
  return { answer: emptyAnswer, typed: null, past: steps, future: [] }
}

/** Undo step with where this chart is saved, for coming back from another chart. */
function chartStep({ answer, chart, saved, savedAs, touched, pinned }: BuilderState): Step {
  return { answer, left: { chart, saved, savedAs, touched, pinned } }
}

export function nextChart(state: BuilderState) {
  const { answer, chart, past } = state
  const here = chartStep(state)
  const last = past.at(-1)
  if (!isEmpty(answer)) return { ...emptySheet, chart: chart + 1, past: [...past, here] }
  // An empty sheet is not a step. The step before it marks the end of the chart.
  const back = last === undefined ? [] : [{ left: here.left, ...last } as Step]
  return { ...emptySheet, chart: chart + 1, past: [...past.slice(0, -1), ...back] }
}

/** Undo or redo. Null if there is no such step. */
export function stepped(state: BuilderState, from: 'past' | 'future'): Partial<BuilderState> | null {
  const { past, future, answer } = state
  const next = state[from].at(-1)
  if (next === undefined) return null
  const here = next.left === undefined ? { answer } : chartStep(state)
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

/** The chart was saved as sent. Changes made since `was` remain, unsaved. If another chart was started meanwhile, nothing changes. */
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

/** The chart with its displayed title: the user's own, or a generated one. */
export function titled(answer: Answer, catalog: Catalog | null): Answer {
  const own = answer.title.trim()
  return { ...answer, title: (own === '' ? autoTitle(answer, catalog) : own).slice(0, 200) }
}

/** Generated title of an unnamed chart: "Supply by Chain", "Volatility and Funding: BTC, ETH", "Top 10 Product by Growth". */
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
