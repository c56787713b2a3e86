import type { ChartType } from '../../wire/answers'
import { atWorst } from './ranking'
import { charts, functionNames, movements, operators } from './keywords'
import { markers } from './markers'
import { low, textAt, type Candidate } from './draft'
import { periodAt } from './moments'
import { phraseBook, amountAt, type Word, listed, currencyAt, type Amount } from './words'

export function chartAt(words: readonly Word[], at: number): Candidate | null {
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

const functionTexts = phraseBook(functionNames)
const movementTexts = phraseBook(movements)
const markerTexts = phraseBook(markers)

export function functionAt(words: readonly Word[], at: number): Candidate | null {
  // "Earnings per share" are of no data here, nor how many shares there are.
  if (/^shares?$/.test(low(words, at)) && (low(words, at - 1) === 'per' || asksHowMany(words, at)))
    return null
  const found = functionTexts(words, at)
  let best: Candidate | null = found && {
    length: found.length,
    meaning: { kind: 'function', name: found.entry[1], usual: found.entry[2] ?? null, direction: null },
  }
  // "How much of the volume is perps": a part of it.
  if (
    textAt(words, at, ['how much of']) > 0 &&
    !/^(?:an?|each|every|it|that|this|them)$/.test(low(words, at + 3)) &&
    !words.some(({ low: text }) => /^(?:vs|versus|against)$/.test(text))
  )
    best = { length: 3, meaning: { kind: 'function', name: 'share', usual: null, direction: null } }
  // "USDT dominance": its share; that of bitcoin is a measure.
  if (
    low(words, at) === 'dominance' &&
    dollars.test(low(words, low(words, at - 1) === 's' ? at - 2 : at - 1))
  )
    best = { length: 1, meaning: { kind: 'function', name: 'share', usual: null, direction: null } }
  const line = lineAt(words, at)
  if (line) return line
  // "7-day average" is a moving one.
  if (['average', 'avg', 'mean', 'averages'].includes(low(words, at)) && periodEnds(words, at))
    best = { length: 1, meaning: { kind: 'function', name: 'moving_average', usual: null, direction: null } }
  // "20d sum" is a moving one.
  if (['sum', 'total'].includes(low(words, at)) && periodEnds(words, at))
    best = { length: 1, meaning: { kind: 'function', name: 'moving_sum', usual: null, direction: null } }
  // "How did it change" asks to see the course; "by how much" asks for a figure.
  if (best?.meaning.kind === 'function' && best.meaning.name === 'change' && asksForCourse(words)) best = null
  // "How much did it move" asks for the figure.
  if (/^(?:mov(?:e|ed|ing)|chang(?:e|ed|ing))$/.test(low(words, at)) && asksHowFar(words))
    best = { length: 1, meaning: { kind: 'function', name: 'growth', usual: null, direction: null } }
  // "What moved the most" ranks by how far.
  if (/^(?:moved|moves|moving|move|changed)$/.test(low(words, at)) && ranksMoves(words, at))
    best = { length: 1, meaning: { kind: 'function', name: 'growth', usual: 'price.close', direction: null } }
  // "Down more than 20%", "up the most".
  if (/^(?:up|down)$/.test(low(words, at)) && (asksByHowMuch(words, at + 1) || isMoved(words, at)))
    best = {
      length: 1,
      meaning: {
        kind: 'function',
        name: 'growth',
        usual: 'price.close',
        direction: low(words, at) === 'up' ? 'up' : 'down',
      },
    }
  // "Drop Tron" is an order.
  if (['drop', 'lose', 'add'].includes(low(words, at)) && opens(words, at)) return best
  const moved = movementTexts(words, at)
  if (!moved || moved.length <= (best?.length ?? 0)) return best
  const [, name, direction, usual] = moved.entry
  // "How far did it fall at worst": from its highest.
  if (
    direction === 'down' &&
    words.some((_, place) => textAt(words, place, atWorst) > 0) &&
    !/^(?:below|under|off)$/.test(low(words, at + moved.length))
  )
    return {
      length: moved.length,
      meaning: { kind: 'function', name: 'drawdown', usual: usual ?? 'price.close', direction: null },
    }
  return { length: moved.length, meaning: { kind: 'function', name, usual: usual ?? null, direction } }
}

/** "Above its 200-day": the mean of so many days, as traders say it. */
function lineAt(words: readonly Word[], at: number): Candidate | null {
  const period = periodAt(words, at)
  const [days, length] = [period?.value.count ?? 0, period?.length ?? 0]
  const noun = low(words, at + length)
  const said = /^(?:its|the|their|his|vs|versus|against|above|below|under|over)$/.test(low(words, at - 1))
  const single = words[at + length - 1]?.low !== 'days' && period?.value.unit === 'day'
  const ends =
    /^(?:|by|for|on|since|in|this|today|now|right|and|line|level|mark|yet|still|again|at|as|vs)$/.test(noun)
  // "Its 50-day and 200-day means" says what they are.
  const told = words.some(({ low: text }) =>
    /^(?:averages?|avgs?|means?|moving|s?mas?|rolling|highs?|lows?|range|vola?|volatility|returns?)$/.test(
      text,
    ),
  )
  return said && single && ends && !told && [20, 50, 100, 200].includes(days)
    ? {
        length: length + (/^(?:line|level|mark)$/.test(noun) ? 1 : 0),
        meaning: { kind: 'function', name: 'moving_average', usual: 'price.close', direction: null, days },
      }
    : null
}

/** "Take Solana out", "put Deribit back": the verb and its end stand apart. */
export function partedAt(words: readonly Word[], at: number): Candidate | null {
  const text = low(words, at)
  const later = words.slice(at + 1).map((word) => word.low)
  if (
    /^(?:take|leave|cut|throw|kick|filter|keep|strip|pull)$/.test(text) &&
    (later.includes('out') || later.includes('away'))
  )
    return { length: 1, meaning: { kind: 'marker', marker: 'without' } }
  // "Every venue but Bybit".
  const all = /^(?:all|every|everything|everyone|everybody|any|anything|anyone|each|total)$/
  if (text === 'but' && later.length > 0 && [1, 2, 3].some((back) => all.test(low(words, at - back))))
    return { length: 1, meaning: { kind: 'marker', marker: 'without' } }
  if (/^(?:put|bring|get|have)$/.test(text) && later.at(-1) === 'back')
    return { length: 1, meaning: { kind: 'marker', marker: 'add' } }
  return null
}

const asksHowMany = (words: readonly Word[], at: number): boolean =>
  words
    .slice(Math.max(0, at - 3), at)
    .some(({ low: text }, step, before) => /^(?:many|number)$/.test(text) && step >= before.length - 3)

/** "Holidays left this year". */
export const leftAt = (words: readonly Word[], at: number): Candidate | null =>
  low(words, at) === 'left' &&
  words.some(({ low: text }) => /^(?:holidays?|closures?|events?|closed|expiries)$/.test(text))
    ? { length: 1, meaning: { kind: 'marker', marker: 'ahead' } }
    : null

/** "How much more is supplied than borrowed": how far the one is from the other. */
const thanAt = (words: readonly Word[], at: number): boolean =>
  low(words, at) === 'than' &&
  words.slice(0, at).some((_, place) => textAt(words, place, ['how much', 'how far', 'by how much']) > 0)

export function markerAt(words: readonly Word[], at: number): Candidate | null {
  if (thanAt(words, at)) return { length: 1, meaning: { kind: 'marker', marker: 'beyond' } }
  const parted = partedAt(words, at)
  if (parted) return parted
  const found = markerTexts(words, at)
  // "By exchange out of total": no order to swap anything.
  if (found?.entry[1] === 'swap' && !words.slice(0, at).every(({ low: text }) => ordering.test(text)))
    return null
  // "Did SOL fall too?" asks of SOL what was asked of others, and lays nothing beside it.
  if (found?.entry[1] === 'add' && likewise.test(low(words, at)) && asks.test(low(words, 0)))
    return { length: found.length, meaning: { kind: 'filler' } }
  // "Which pays most on top" asks who, of what is paid besides.
  if (low(words, at) === 'most' && found?.length === 3) return null
  return found && { length: found.length, meaning: { kind: 'marker', marker: found.entry[1] } }
}

const dollars = /^(?:usdt|usdc|dai|usde|usds|usd1|pyusd|fdusd|tether|circle|ethena|sky)$/
const likewise = /^(?:too|also|as)$/
const asks = /^(?:did|does|do|is|are|was|were|has|have)$/
/** What may stand before an order. */
const ordering = /^(?:and|now|ok|okay|then|please|can|could|you|so|but|actually|let|me|us|lets|to|i|want)$/

function asksForCourse(words: readonly Word[]): boolean {
  const how = words.findIndex(
    (_, at) => textAt(words, at, ['how did', 'how has', 'how have', 'how does', 'how do']) > 0,
  )
  return how >= 0
}

/** What says that a sum or a mean moves. */
export const rolling = /^(?:rolling|moving|trailing|running)$/

/** "More than 20%", "by 5%", "the most". */
function asksByHowMuch(words: readonly Word[], at: number): boolean {
  if (textAt(words, at, ['the most', 'most', 'the least', 'least']) > 0) return true
  const lead = textAt(
    words,
    at,
    listed(`
  more than, less than, at least, over, above, under, by more than, by at least, by over, by`),
  )
  return (partAt(words, at + lead) ?? amountAt(words, at + lead))?.unit === 'percent'
}

/** "Which coins are up this month", "is sol down", not "what's up". */
const isMoved = (words: readonly Word[], at: number): boolean =>
  /^(?:are|is|was|were|being|finished|ended|closed)$/.test(low(words, at - 1)) ||
  (at > 1 && words.slice(0, at).some((word) => /^(?:is|are|was|were|much)$/.test(word.low))) ||
  (at > 0 && /^(?:today|yesterday|this|last|since|over|in|on|ytd|mtd|past)$/.test(low(words, at + 1)))

const ranksMoves = (words: readonly Word[], at: number): boolean =>
  [at - 2, at - 1, at + 1, at + 2].some((place) =>
    /^(?:most|least|biggest|largest|best|worst)$/.test(low(words, place)),
  ) &&
  !words.some(({ low: text }) =>
    /^(?:bridges?|bridged|chains?|networks?|cross-chain|to|into|onto|money|dollars)$/.test(text),
  )

const asksHowFar = (words: readonly Word[]): boolean =>
  words.some((_, at) => /^how (?:much|far)$/.test(`${low(words, at)} ${low(words, at + 1)}`)) &&
  words.some(({ low: text }) => /^(?:did|has|have|does)$/.test(text))

const periodEnds = (words: readonly Word[], at: number): boolean =>
  periodAt(words, at - 1)?.length === 1 || periodAt(words, at - 2)?.length === 2

/** Nothing stands before it but "ok", "now", "please". */
const opens = (words: readonly Word[], at: number): boolean =>
  words.slice(0, at).every((word) => /^(?:ok|okay|now|and|then|so|please|well|alright|no)$/.test(word.low))

/** What is a part of a whole by its name, in percent. */
const parts: readonly (readonly [text: string, percent: number])[] = [
  ['three quarters', 75],
  ['two thirds', 200 / 3],
  ['a quarter', 25],
  ['one quarter', 25],
  ['a third', 100 / 3],
  ['one third', 100 / 3],
  ['a fifth', 20],
  ['a tenth', 10],
  ['one half', 50],
  ['a half', 50],
  ['half', 50],
]

/** "More than half", "at least a third of": of a billion it would be an amount, over a quarter a stretch of time. */
function partAt(words: readonly Word[], at: number): Amount | null {
  const found = parts.find(([text]) => textAt(words, at, [text]) > 0)
  if (!found) return null
  const length = found[0].split(' ').length
  const stretch =
    /quarters?$/.test(found[0]) && /^(?:over|under|last|past|within|for)$/.test(low(words, at - 1))
  const whole = found[0] === 'half' && (amountAt(words, at) !== null || periodAt(words, at) !== null)
  return !whole && (!stretch || low(words, at + length) === 'of')
    ? { value: Math.round(found[1] * 100) / 100, unit: 'percent', length }
    : null
}

/** "Less than 50m" counts millions; "over 12m" is a year. */
const inMillions = (low: string, operator: string, count: number): boolean =>
  /^[$€£]?\d+m$/.test(low) && (operator !== 'over' || count > 36)

/** "Over 1bn", "between 2 and 5", "went negative", "at least half". */
export function conditionAt(words: readonly Word[], at: number): Candidate | null {
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
  for (const [text, op] of [
    ['negative', 'lt'],
    ['positive', 'gt'],
  ] as const) {
    const verb = ['is', 'are', 'was', 'were', 'went', 'turned', 'has', 'stays', 'net'].includes(
      low(words, at),
    )
      ? 1
      : 0
    if (low(words, at + verb) === text)
      return { length: verb + 1, meaning: { kind: 'condition', op, values: [0], unit: null } }
  }
  for (const [text, op] of operators) {
    const length = textAt(words, at, [text])
    if (length === 0) continue
    const amount = partAt(words, at + length) ?? amountAt(words, at + length)
    // "over 30 days" is a stretch of time.
    const period = periodAt(words, at + length)
    if (
      !amount ||
      (period && amount.unit === null && !inMillions(low(words, at + length), text, period.value.count))
    )
      return null
    const counted = length + amount.length
    return {
      length: counted + currencyAt(words, at + counted),
      meaning: { kind: 'condition', op, values: [amount.value], unit: amount.unit },
    }
  }
  return null
}
