import type { ChartType } from '../contract'
import { FormulaProblem, parseExpression } from '../expression'
import { compareAt } from './comparisons'
import { grainAt, rangeAt } from './dates'
import { highest, lowest, markers, operators } from './keywords'
import type { Lexicon } from './lexicon'
import { low, textAt } from './meaning'
import type { Candidate, Meaning } from './meaning'
import { periodAt } from './moments'
import { charts, fillers, functionNames, waysOfGrowth } from './vocabulary'
import { amountAt, stemOf } from './words'
import type { Word } from './words'

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

function conditionAt(words: readonly Word[], at: number): Candidate | null {
  const sign = low(words, at)
  if (sign === 'negative' || sign === 'positive')
    return {
      length: 1,
      meaning: { kind: 'condition', op: sign === 'negative' ? 'lt' : 'gt', values: [0], unit: null },
    }
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
  // "7d average": a mean over a stretch of days is one that moves.
  const mean = ['average', 'avg', 'mean'].includes(low(words, at))
  const over = [1, 2].some((back) => at >= back && periodAt(words, at - back)?.length === back)
  if (!best && mean && over)
    return { length: 1, meaning: { kind: 'function', name: 'moving_average', usual: null } }
  const word = words[at]
  const way = word?.quoted === false ? waysOfGrowth.find(([text]) => text === word.low) : undefined
  if (!best && way)
    return {
      length: 1,
      meaning: { kind: 'function', name: 'growth', usual: way[2] ? 'price.close' : null, way: way[1] },
    }
  return best
}

function markerAt(words: readonly Word[], at: number): Candidate | null {
  let best: Candidate | null = null
  for (const [text, marker] of markers) {
    const length = textAt(words, at, [text])
    if (length > (best?.length ?? 0)) best = { length, meaning: { kind: 'marker', marker } }
  }
  return best
}
