import type {
  AnswerCompare,
  AnswerFilter,
  AnswerGrain,
  AnswerRange,
  ChartType,
  PeriodUnit,
} from '../contract'
import { FormulaProblem, parseExpression } from '../expression'
import type { FunctionName } from '../functions'
import { grainAt, periodAt, rangeAt } from './dates'
import type { Lexicon, Sense } from './lexicon'
import { charts, fillers, functionNames } from './vocabulary'
import { amountAt, stemOf } from './words'
import type { Word } from './words'

export type Marker =
  | 'by'
  | 'versus'
  | 'without'
  | 'and'
  | 'which'
  | 'of'
  | 'total'
  | 'over-time'
  | 'only'
  | 'instead'
  | 'add'
  | 'sorted'
  | 'descending'
  | 'ascending'
  | 'with'
  | 'ratio'
  | 'per'
  | 'days-when'
  | 'other'
  | 'equals'
  | 'to'

export type Meaning =
  | { readonly kind: 'range'; readonly range: AnswerRange }
  | { readonly kind: 'grain'; readonly grain: AnswerGrain }
  | { readonly kind: 'chart'; readonly type: ChartType }
  | {
      readonly kind: 'top'
      readonly count: number | null
      readonly from: 'top' | 'bottom'
      readonly superlative: boolean
    }
  | { readonly kind: 'compare'; readonly compare: AnswerCompare }
  | { readonly kind: 'step'; readonly grain: AnswerGrain }
  | { readonly kind: 'function'; readonly name: FunctionName; readonly usual: string | null }
  | { readonly kind: 'window'; readonly count: number; readonly unit: PeriodUnit }
  | {
      readonly kind: 'condition'
      readonly op: AnswerFilter['op']
      readonly values: readonly number[]
      readonly unit: 'percent' | 'bps' | null
    }
  | { readonly kind: 'amount'; readonly value: number }
  | { readonly kind: 'name'; readonly senses: readonly Sense[] }
  | { readonly kind: 'field'; readonly id: string }
  | { readonly kind: 'formula'; readonly expression: string }
  | { readonly kind: 'marker'; readonly marker: Marker }
  | { readonly kind: 'filler' }
  | { readonly kind: 'unknown' }

/** Some words of the phrase and what they may mean. */
export interface Mention {
  readonly at: number
  readonly length: number
  readonly meaning: Meaning
  readonly corrected: boolean
}

export interface MentionContext {
  readonly lexicon: Lexicon
  readonly asOf: string
  /** Whether this is the id of a measure or an attribute. */
  readonly isField: (id: string) => boolean
}

/** Cuts the words into mentions: at each place the longest that means something. */
export function mentionsOf(words: readonly Word[], context: MentionContext): readonly Mention[] {
  const first = cut(words, context, new Set())
  const slips = new Map<number, string>()
  for (const { at, meaning } of first) {
    const word = words[at]
    const better =
      meaning.kind === 'unknown' && word && !word.quoted ? context.lexicon.correct(word.low) : null
    if (better !== null) slips.set(at, better)
  }
  if (slips.size === 0) return first
  const mended = words.map((word, at) => {
    const low = slips.get(at)
    return low === undefined ? word : { ...word, low, stem: stemOf(low) }
  })
  return cut(mended, context, new Set(slips.keys()))
}

function cut(
  words: readonly Word[],
  context: MentionContext,
  slips: ReadonlySet<number>,
): readonly Mention[] {
  const mentions: Mention[] = []
  for (let at = 0; at < words.length;) {
    const found = longest(words, at, context)
    const corrected = Array.from({ length: found.length }, (_, step) => at + step).some((place) =>
      slips.has(place),
    )
    mentions.push({ at, length: found.length, meaning: found.meaning, corrected })
    at += found.length
  }
  return mentions
}

interface Candidate {
  readonly length: number
  readonly meaning: Meaning
}

/** The longest candidate; of equal ones the first. */
function longest(words: readonly Word[], at: number, context: MentionContext): Candidate {
  const candidates = [
    exactAt(words, at, context),
    compareAt(words, at),
    ranged(words, at, context.asOf),
    conditionAt(words, at),
    topAt(words, at),
    chartAt(words, at),
    functionAt(words, at),
    grained(words, at),
    named(words, at, context.lexicon),
    windowAt(words, at),
    markerAt(words, at),
    amounted(words, at),
  ]
  let best: Candidate | null = null
  for (const candidate of candidates)
    if (candidate && candidate.length > (best?.length ?? 0)) best = candidate
  if (best) return best
  const word = words[at]
  const isFiller = word && !word.quoted && (fillers.has(word.low) || !/[\p{L}\p{N}]/u.test(word.low))
  return { length: 1, meaning: { kind: isFiller ? 'filler' : 'unknown' } }
}

const low = (words: readonly Word[], at: number): string => {
  const word = words[at]
  return word && !word.quoted ? word.low : ''
}

/** Length of the first of these texts that stands here, 0 for none. Longer ones first. */
function textAt(words: readonly Word[], at: number, texts: readonly string[]): number {
  for (const text of texts) {
    const parts = text.split(' ')
    if (parts.every((part, step) => low(words, at + step) === part)) return parts.length
  }
  return 0
}

function exactAt(words: readonly Word[], at: number, { isField }: MentionContext): Candidate | null {
  const word = words[at]
  if (!word || word.quoted) return null
  if (word.text.startsWith('(')) {
    const expression = word.text.slice(1, -1).trim()
    try {
      parseExpression(expression, () => 'a.b')
      return { length: 1, meaning: { kind: 'formula', expression } }
    } catch (error) {
      if (error instanceof FormulaProblem) return { length: 1, meaning: { kind: 'unknown' } }
      throw error
    }
  }
  return isField(word.low) ? { length: 1, meaning: { kind: 'field', id: word.low } } : null
}

const ranged = (words: readonly Word[], at: number, asOf: string): Candidate | null => {
  const found = rangeAt(words, at, asOf)
  return found && { length: found.length, meaning: { kind: 'range', range: found.value } }
}

const grained = (words: readonly Word[], at: number): Candidate | null => {
  const found = grainAt(words, at)
  return found && { length: found.length, meaning: { kind: 'grain', grain: found.value } }
}

const windowAt = (words: readonly Word[], at: number): Candidate | null => {
  const found = periodAt(words, at)
  return found && { length: found.length, meaning: { kind: 'window', ...found.value } }
}

const named = (words: readonly Word[], at: number, lexicon: Lexicon): Candidate | null => {
  const found = lexicon.match(words, at)
  return found && { length: found.length, meaning: { kind: 'name', senses: found.senses } }
}

const amounted = (words: readonly Word[], at: number): Candidate | null => {
  const found = amountAt(words, at)
  return found && { length: found.length, meaning: { kind: 'amount', value: found.value } }
}

const versus = [
  'compared with',
  'compared to',
  'relative to',
  'versus',
  'vs',
  'v',
  'against',
  'over',
  'than',
  'on',
]

/** "vs previous period", "year over year", "compared with a year ago", "month over month". */
function compareAt(words: readonly Word[], at: number): Candidate | null {
  const yearly = textAt(words, at, ['year over year', 'year on year', 'yoy'])
  if (yearly > 0) return { length: yearly, meaning: { kind: 'compare', compare: 'year-ago' } }
  const steps = [
    ['month', ['month over month', 'month on month', 'mom']],
    ['week', ['week over week', 'week on week', 'wow']],
    ['quarter', ['quarter over quarter', 'quarter on quarter', 'qoq']],
    ['day', ['day over day', 'day on day', 'dod']],
  ] as const
  for (const [grain, texts] of steps) {
    const length = textAt(words, at, texts)
    if (length > 0) return { length, meaning: { kind: 'step', grain } }
  }
  const lead = textAt(words, at, versus)
  const ago = textAt(words, at + lead, [
    'the same time last year',
    'same period last year',
    'a year ago',
    'one year ago',
    'a year earlier',
    'a year before',
    'the year before',
  ])
  if (ago > 0) return { length: lead + ago, meaning: { kind: 'compare', compare: 'year-ago' } }
  if (lead === 0) return null
  const the = low(words, at + lead) === 'the' ? 1 : 0
  if (
    textAt(words, at + lead + the, ['last year']) > 0 &&
    lead > 0 &&
    !['over', 'on'].includes(low(words, at))
  )
    return { length: lead + the + 2, meaning: { kind: 'compare', compare: 'year-ago' } }
  const before = textAt(words, at + lead + the, ['previous', 'prior', 'preceding'])
  const period = textAt(words, at + lead + the + before, [
    'period',
    'quarter',
    'month',
    'week',
    'year',
    'interval',
  ])
  const earlier = textAt(words, at + lead + the, [
    'period before',
    'month before',
    'quarter before',
    'week before',
  ])
  if (earlier > 0)
    return { length: lead + the + earlier, meaning: { kind: 'compare', compare: 'previous-period' } }
  return before > 0 && period > 0
    ? { length: lead + the + before + period, meaning: { kind: 'compare', compare: 'previous-period' } }
    : null
}

const operators: readonly (readonly [text: string, op: AnswerFilter['op']])[] = [
  ['greater than or equal to', 'ge'],
  ['less than or equal to', 'le'],
  ['is greater than', 'gt'],
  ['is less than', 'lt'],
  ['greater than', 'gt'],
  ['higher than', 'gt'],
  ['larger than', 'gt'],
  ['bigger than', 'gt'],
  ['more than', 'gt'],
  ['less than', 'lt'],
  ['lower than', 'lt'],
  ['smaller than', 'lt'],
  ['fewer than', 'lt'],
  ['not less than', 'ge'],
  ['at least', 'ge'],
  ['at most', 'le'],
  ['no more than', 'le'],
  ['up to', 'le'],
  ['over', 'gt'],
  ['above', 'gt'],
  ['exceeding', 'gt'],
  ['beyond', 'gt'],
  ['under', 'lt'],
  ['below', 'lt'],
  ['>=', 'ge'],
  ['<=', 'le'],
  ['!=', 'ne'],
  ['>', 'gt'],
  ['<', 'lt'],
  ['=', 'eq'],
  ['equals', 'eq'],
  ['exactly', 'eq'],
]

function conditionAt(words: readonly Word[], at: number): Candidate | null {
  if (low(words, at) === 'between') {
    const first = amountAt(words, at + 1)
    const joint = at + 1 + (first?.length ?? 0)
    const second = first && ['and', 'to', '&'].includes(low(words, joint)) ? amountAt(words, joint + 1) : null
    if (!first || !second) return null
    return {
      length: 2 + first.length + second.length,
      meaning: {
        kind: 'condition',
        op: 'between',
        values: [first.value, second.value],
        unit: second.unit ?? first.unit,
      },
    }
  }
  for (const [text, op] of operators) {
    const length = textAt(words, at, [text])
    if (length === 0) continue
    const amount = amountAt(words, at + length)
    // "over 30 days" is a stretch of time.
    if (!amount || periodAt(words, at + length)) return null
    return {
      length: length + amount.length,
      meaning: { kind: 'condition', op, values: [amount.value], unit: amount.unit },
    }
  }
  return null
}

const highest = [
  'top',
  'largest',
  'biggest',
  'highest',
  'most',
  'best',
  'leading',
  'greatest',
  'strongest',
  'fastest',
]
const lowest = ['bottom', 'smallest', 'lowest', 'least', 'worst', 'weakest', 'fewest', 'slowest']

/** "top 10", "5 largest", "highest", "most". */
function topAt(words: readonly Word[], at: number): Candidate | null {
  const side = (place: number): 'top' | 'bottom' | null =>
    highest.includes(low(words, place)) ? 'top' : lowest.includes(low(words, place)) ? 'bottom' : null
  const from = side(at)
  if (from) {
    const amount = amountAt(words, at + 1)
    const counted =
      amount?.length === 1 &&
      amount.unit === null &&
      Number.isInteger(amount.value) &&
      amount.value > 0 &&
      !periodAt(words, at + 1)
    if (counted) return { length: 2, meaning: { kind: 'top', count: amount.value, from, superlative: false } }
    return { length: 1, meaning: { kind: 'top', count: null, from, superlative: true } }
  }
  const amount = amountAt(words, at)
  const after = amount?.length === 1 ? side(at + 1) : null
  return amount && after && Number.isInteger(amount.value) && amount.value > 0
    ? { length: 2, meaning: { kind: 'top', count: amount.value, from: after, superlative: false } }
    : null
}

function chartAt(words: readonly Word[], at: number): Candidate | null {
  const lead = textAt(words, at, ['shown as', 'drawn as', 'displayed as', 'as', 'in', 'on', 'with'])
  const article = ['a', 'an', 'the'].includes(low(words, at + lead)) ? 1 : 0
  let best: { readonly length: number; readonly type: ChartType } | null = null
  for (const [text, type] of charts) {
    const length = textAt(words, at + lead + article, [text])
    if (length > (best?.length ?? 0)) best = { length, type }
  }
  if (!best) return null
  const start = lead + article
  const tail = ['chart', 'charts', 'graph', 'plot', 'diagram'].includes(low(words, at + start + best.length))
    ? 1
    : 0
  return { length: start + best.length + tail, meaning: { kind: 'chart', type: best.type } }
}

function functionAt(words: readonly Word[], at: number): Candidate | null {
  let best: Candidate | null = null
  for (const [text, name, usual] of functionNames) {
    const length = textAt(words, at, [text])
    if (length > (best?.length ?? 0))
      best = { length, meaning: { kind: 'function', name, usual: usual ?? null } }
  }
  return best
}

const markers: readonly (readonly [text: string, marker: Marker])[] = [
  ['broken down by', 'by'],
  ['split by', 'by'],
  ['grouped by', 'by'],
  ['for each', 'by'],
  ['in each', 'by'],
  ['by each', 'by'],
  ['per each', 'by'],
  ['across', 'by'],
  ['each', 'by'],
  ['every', 'by'],
  ['all', 'by'],
  ['by', 'by'],
  ['per', 'per'],
  ['compared with', 'versus'],
  ['compared to', 'versus'],
  ['relative to', 'versus'],
  ['versus', 'versus'],
  ['vs', 'versus'],
  ['v', 'versus'],
  ['against', 'versus'],
  ['not including', 'without'],
  ['other than', 'without'],
  ['apart from', 'without'],
  ['leaving out', 'without'],
  ['without', 'without'],
  ['excluding', 'without'],
  ['except for', 'without'],
  ['except', 'without'],
  ['exclude', 'without'],
  ['excl', 'without'],
  ['ex', 'without'],
  ['minus', 'without'],
  ['not', 'without'],
  ['no', 'without'],
  ['and', 'and'],
  ['or', 'and'],
  ['&', 'and'],
  ['which', 'which'],
  ['what', 'which'],
  ['who', 'which'],
  ['of', 'of'],
  ['total', 'total'],
  ['overall', 'total'],
  ['average', 'total'],
  ['avg', 'total'],
  ['mean', 'total'],
  ['sum', 'total'],
  ['how much', 'total'],
  ['how many', 'total'],
  ['over time', 'over-time'],
  ['through time', 'over-time'],
  ['history', 'over-time'],
  ['historical', 'over-time'],
  ['historically', 'over-time'],
  ['trend', 'over-time'],
  ['trends', 'over-time'],
  ['evolution', 'over-time'],
  ['time series', 'over-time'],
  ['course', 'over-time'],
  ['only', 'only'],
  ['just', 'only'],
  ['instead', 'instead'],
  ['rather', 'instead'],
  ['also', 'add'],
  ['add', 'add'],
  ['plus', 'add'],
  ['sorted by', 'sorted'],
  ['sort by', 'sorted'],
  ['ordered by', 'sorted'],
  ['order by', 'sorted'],
  ['ranked by', 'sorted'],
  ['rank by', 'sorted'],
  ['descending', 'descending'],
  ['ascending', 'ascending'],
  ['with other', 'other'],
  ['and other', 'other'],
  ['where', 'with'],
  ['whose', 'with'],
  ['with', 'with'],
  ['having', 'with'],
  ['ratio of', 'ratio'],
  ['ratio', 'ratio'],
  ['divided by', 'ratio'],
  ['/', 'ratio'],
  ['to', 'to'],
  ['days when', 'days-when'],
  ['days where', 'days-when'],
  ['days with', 'days-when'],
  ['days on which', 'days-when'],
  ['is', 'equals'],
  ['=', 'equals'],
]

function markerAt(words: readonly Word[], at: number): Candidate | null {
  let best: Candidate | null = null
  for (const [text, marker] of markers) {
    const length = textAt(words, at, [text])
    if (length > (best?.length ?? 0)) best = { length, meaning: { kind: 'marker', marker } }
  }
  return best
}

/** Every word that means something besides the names of the model. */
export const keywords: readonly string[] = [
  ...new Set(
    [
      ...markers.map(([text]) => text),
      ...functionNames.map(([text]) => text),
      ...charts.map(([text]) => text),
      ...operators.map(([text]) => text),
      ...highest,
      ...lowest,
      'last previous quarter month week yesterday today since between daily weekly monthly quarterly yearly hourly january february march april june july august september october november december',
      [...fillers].filter((word) => word.length > 4).join(' '),
    ].flatMap((text) => text.split(' ')),
  ),
].filter((word) => word.length > 2)
