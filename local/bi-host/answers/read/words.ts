import { low } from './draft'

/** Texts that a comma parts. */
export const listed = (texts: string): readonly string[] => texts.trim().split(/,\s+/)

/** What each of several texts means, as rows of a table: `means('by')('for each, in each')`. */
export const means =
  <const Meant extends readonly (string | number)[]>(...meant: Meant) =>
  (texts: string): readonly (readonly [text: string, ...Meant])[] =>
    listed(texts).map((text) => [text, ...meant])

/** One word of a phrase, where it stands. A quoted text or a formula in parentheses is one word. */
export interface Word {
  readonly text: string
  readonly low: string
  /** Without plural ending. */
  readonly stem: string
  readonly start: number
  readonly end: number
  readonly quoted: boolean
  /** A comma stands before it: no name reaches over that. */
  readonly apart: boolean
}

const shape =
  /"[^"]{0,200}"|\d{4}-\d{2}-\d{2}|\d{4}-\d{2}(?!\d)|\d{1,2}\.\d{1,2}\.\d{4}|(?:(?<![\p{L}\p{N}])[-−])?[$€£]?\d+(?:,\d{3}(?!\d))*(?:\.\d+)?(?:%|[a-z]{1,9}(?![\p{L}\p{N}]))?|[\p{L}_][\p{L}\p{N}_]*(?:\.[a-z][a-z0-9_]*)?|[<>!]=?|=|\/|&|%|×|[\d\p{No}]+|(?<=\s)[-−–—](?=\s)/giu

/** Full-width signs and the digits of any writing as ASCII has them, each where it stood. */
function asciiOf(text: string): string {
  const halfWidth = text.replaceAll(/[！-～]/gu, (sign) => sign.normalize('NFKC'))
  return halfWidth.replaceAll(/[^\P{Nd}\d\u{10000}-\u{10ffff}]/gu, (digit) => {
    // Ten of a writing begin a row of sixteen, or with its seventh.
    const row = digit.charCodeAt(0) & ~15
    return String(digit.charCodeAt(0) - (/\p{Nd}/u.test(String.fromCharCode(row)) ? row : row + 6))
  })
}

/** Words in order. Other signs separate words and mean nothing. */
export function wordsOf(written: string): readonly Word[] {
  const phrase = asciiOf(written)
  const words: Word[] = []
  let from = 0
  for (const formula of formulasIn(phrase)) {
    words.push(...plainWords(phrase, from, formula.start))
    words.push(word(phrase, formula.start, formula.end))
    from = formula.end
  }
  words.push(...plainWords(phrase, from, phrase.length))
  return words
}

function plainWords(phrase: string, from: number, to: number): readonly Word[] {
  return [...phrase.slice(from, to).matchAll(shape)].flatMap((match) => {
    const start = from + match.index
    const end = start + match[0].length
    // "7dma" is two words in one.
    const [, days] = /^(\d+d?)(?:s?ma|avg|mavg)$/i.exec(match[0]) ?? []
    return days === undefined
      ? [word(phrase, start, end)]
      : [word(phrase, start, start + days.length), word(phrase, start + days.length, end)]
  })
}

function word(phrase: string, start: number, end: number): Word {
  const text = phrase.slice(start, end)
  const quoted = text.startsWith('"')
  const low = (quoted ? text.slice(1, -1) : text).toLowerCase()
  const apart = /[,;]\s*$/.test(phrase.slice(Math.max(0, start - 8), start))
  return { text, low, stem: stemOf(low), start, end, quoted, apart }
}

/** `(rwa.value / rwa.holders)`: parentheses around something that names a field. */
function formulasIn(phrase: string): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < phrase.length; at += 1) {
    if (phrase[at] === '(') {
      if (depth === 0) start = at
      depth += 1
    } else if (phrase[at] === ')' && depth > 0) {
      depth -= 1
      if (depth === 0 && /[a-z_]\.[a-z_]|\[/i.test(phrase.slice(start, at)))
        found.push({ start, end: at + 1 })
    }
  }
  return found
}

export function stemOf(low: string): string {
  if (low.length > 4 && low.endsWith('ies')) return `${low.slice(0, -3)}y`
  if (low.length > 4 && /(?:ches|shes|xes|sses)$/.test(low)) return low.slice(0, -2)
  if (low.length > 3 && low.endsWith('s') && !low.endsWith('ss')) return low.slice(0, -1)
  return low
}

/** Words of a name of the model, as a phrase would have them. */
export const nameWords = (name: string): readonly string[] =>
  plainWords(name, 0, name.length).map(({ low }) => low)

const scales: ReadonlyMap<string, number> = new Map([
  ...means(1e3)('k, thousand'),
  ...means(1e6)('m, mm, mn, mio, mln, million, millions'),
  ...means(1e9)('b, bn, billion, billions'),
  ...means(1e12)('t, tn, trn, trillion'),
])
const small = listed(`
  zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve`)

export interface Amount {
  readonly value: number
  readonly unit: 'percent' | 'bps' | null
  /** Words it takes. */
  readonly length: number
}

const tens = ['ten', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** "A billion", "half a million", "two hundred million", "one and a half billion", "fifty". */
function inWords(words: readonly Word[], at: number): Amount | null {
  const said = (place: number): string => (words[place]?.quoted === false ? words[place].low : '')
  const scaleAt = (place: number): number | undefined =>
    said(place).length > 1 ? scales.get(said(place)) : undefined
  const first = said(at)
  if (first === 'half') {
    const a = said(at + 1) === 'a' ? 1 : 0
    const scale = scaleAt(at + 1 + a)
    return scale === undefined ? null : { value: scale / 2, unit: null, length: 2 + a }
  }
  const ten = tens.indexOf(first)
  const count = /^an?$/.test(first) ? 1 : ten >= 0 ? (ten + 1) * 10 : small.indexOf(first)
  if (count < 0) return null
  const half = said(at + 1) === 'and' && said(at + 2) === 'a' && said(at + 3) === 'half' ? 3 : 0
  const hundred = said(at + 1) === 'hundred' ? 1 : 0
  const end = at + 1 + half + hundred
  const scale = scaleAt(end)
  const value = (count + (half > 0 ? 0.5 : 0)) * (hundred > 0 ? 100 : 1)
  if (scale !== undefined) return { value: value * scale, unit: null, length: end + 1 - at }
  if (said(end) === 'percent' && !/^an?$/.test(first)) return { value, unit: 'percent', length: end + 1 - at }
  return hundred > 0 || ten > 0 ? { value, unit: null, length: end - half - at } : null
}

/** "1bn", "$1.5 billion", "90%", "25 bps", "ten". */
export function amountAt(words: readonly Word[], at: number): Amount | null {
  const first = words[at]
  if (!first || first.quoted) return null
  const [, sign, digits, suffix = ''] = /^([-−]?)[$€£]?(\d[\d,]*(?:\.\d+)?)([%a-z]*)$/.exec(first.low) ?? []
  const named = small.indexOf(first.low)
  if (digits === undefined)
    return inWords(words, at) ?? (named < 0 ? null : { value: named, unit: null, length: 1 })
  const number = Number(digits.replaceAll(',', '')) * (sign ? -1 : 1)
  const next = words[at + 1]?.low ?? ''
  if (suffix === '%') return { value: number, unit: 'percent', length: 1 }
  if (suffix === 'bp' || suffix === 'bps') return { value: number, unit: 'bps', length: 1 }
  if (suffix !== '') {
    const scale = scales.get(suffix)
    return scale === undefined ? null : { value: number * scale, unit: null, length: 1 }
  }
  if (next === 'percent') return { value: number, unit: 'percent', length: 2 }
  if (next === 'bp' || next === 'bps') return { value: number, unit: 'bps', length: 2 }
  const scale = next.length > 1 || next === 'm' || next === 'b' ? scales.get(next) : undefined
  return scale === undefined
    ? { value: number, unit: null, length: 1 }
    : { value: number * scale, unit: null, length: 2 }
}

/** "100 dollars", "1bn usd": how many words say what is counted in. */
export const currencyAt = (words: readonly Word[], at: number): number =>
  /^(?:dollars?|usd|bucks)$/.test(words[at]?.low ?? '') && words[at]?.quoted === false ? 1 : 0

/** Edits between two words, neighbours swapped counting once; gives up above `most`. */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1]
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1)
      next.push(cost)
    }
    before = last
    last = next
  }
  return last[b.length] ?? most + 1
}

/** Finds the longest of many texts that stands at a place; of equal ones the first. */
export function phraseBook<Entry extends readonly [text: string, ...rest: unknown[]]>(
  entries: readonly Entry[],
): (words: readonly Word[], at: number) => { readonly length: number; readonly entry: Entry } | null {
  const byFirst = new Map<string, { readonly parts: readonly string[]; readonly entry: Entry }[]>()
  for (const entry of entries) {
    const parts = entry[0].split(' ')
    const [first = ''] = parts
    const list = byFirst.get(first)
    if (list) list.push({ parts, entry })
    else byFirst.set(first, [{ parts, entry }])
  }
  return (words, at) => {
    let best: { readonly length: number; readonly entry: Entry } | null = null
    for (const { parts, entry } of byFirst.get(low(words, at)) ?? [])
      if (parts.length > (best?.length ?? 0) && parts.every((part, step) => low(words, at + step) === part))
        best = { length: parts.length, entry }
    return best
  }
}

/** Words beside which "vol" is volatility, and those of a question in which it is what was traded. */
const ofVolatility =
  /^(?:implied|realised|realized|historical|historic|atm|price|option|options|money|annualised|annualized|\d+(?:d|day|days))$/
const aheadOfVolatility = /^(?:surface|smile|curve|skew|term|points|index|cone)$/
const ofVolume =
  /^(?:spot|perps?|perpetuals?|swaps?|trading|traded|trade|exchanges?|venues?|dex|dexs|dexes|cex|cexs|cexes|etfs?|funds?|futures?|stablecoins?|calls?|puts?|24h|hourly|binance|coinbase|okx|bybit|kraken|bitget|gate|hyperliquid|uniswap|raydium|cme|deribit)$/

/** What is written short and means one thing only. */
const shortened: ReadonlyMap<string, string> = new Map(
  listed(`
  % percent, pct percent, perc percent, mkt market, mkts markets, liqs liquidations, liq liquidation,
  thresh threshold, addr addresses, addrs addresses, util utilisation, exch exchange, exchs exchanges,
  dom dominance, stables stablecoins, treasurys treasuries, vola volatility, mth month, mths months,
  mnth month, mnths months, mos months, wk week, wks weeks, yr year, yrs years, qtr quarter, qtrs quarters,
  hr hour, hrs hours, prev previous, mcaps mcap, avgs averages, approx approximately, yday yesterday,
  wrt against, w/o without, w with, n and, ppl people, btwn between, b4 before, hows how, whos who,
  wheres where, whens when, xchange exchange, xchanges exchanges, mgmt management, mgt management,
  subs subscriptions, tx transaction, txs transactions, txn transaction, txns transactions, xfer transfer,
  xfers transfers, amt amount, opts options, futs futures, derivs derivatives, prem premium, prems premiums,
  collat collateral, infl inflation, tsy treasury, tsys treasuries, usts treasuries, bal balance,
  bals balances, avail available, govt government`).map((pair) => {
    const [short = '', full = ''] = pair.split(' ')
    return [short, full]
  }),
)

/** "7, 30 and 90 days": the unit is said once and meant of each. */
function withUnits(words: readonly Word[]): readonly Word[] {
  const units: (string | null)[] = words.map(() => null)
  for (let at = words.length - 2; at >= 0; at -= 1) {
    const text = words[at]?.low ?? ''
    const joint = /^(?:and|or|&|vs|to)$/.test(words[at + 1]?.low ?? '') ? 1 : 0
    const next = words[at + 1 + joint]
    const joined = joint === 1 || next?.apart === true
    const unit =
      units[at + 1 + joint] ??
      /^\d+(d|w|m|y)$/.exec(next?.low ?? '')?.[1] ??
      (/^\d+$/.test(next?.low ?? '')
        ? /^(d|w)(?:ay|ays|eek|eeks)$/.exec(words[at + 2 + joint]?.low ?? '')?.[1]
        : null)
    const counts = /^(?:top|bottom|last|past|from|between|strike|of)$/.test(words[at - 1]?.low ?? '')
    if (/^\d{1,3}$/.test(text) && joined && unit && !counts) units[at] = unit
  }
  return words.map((word, at) => {
    const unit = units[at]
    return unit ? { ...word, low: `${word.low}${unit}`, stem: `${word.low}${unit}` } : word
  })
}

/** "Vol" in full, by what is said around it: "spot vol" is volume, "implied vol" and "30d vol" are volatility. */
export function inFull(said: readonly Word[]): readonly Word[] {
  const words = withUnits(said)
  return words.map((word, at) => {
    const full = word.quoted ? undefined : shortened.get(word.low)
    if (full !== undefined) return { ...word, low: full, stem: stemOf(full) }
    // "200ma" is over so many days.
    if (
      /^\d+$/.test(word.low) &&
      /^s?ma$/.test(words[at + 1]?.low ?? '') &&
      words[at + 1]?.start === word.end
    )
      return { ...word, low: `${word.low}d`, stem: `${word.low}d` }
    // "The most open BTC calls": their open interest.
    if (
      !word.quoted &&
      word.low === 'open' &&
      words[at + 1]?.low !== 'interest' &&
      words.slice(at + 1, at + 3).some(({ low }) => /^(?:calls?|puts?|options)$/.test(low))
    )
      return { ...word, low: 'oi', stem: 'oi' }
    if (word.quoted || (word.low !== 'vol' && word.low !== 'vols')) return word
    const lead = words[at - 1]?.low ?? ''
    const unit = words[at - 1]?.stem === 'day' ? (words[at - 2]?.low ?? '') : ''
    if (
      words.some(({ stem }) => /^(?:structure|tenor|smile|surface|delta)$/.test(stem)) &&
      !/^(?:reali[sz]ed|historical)$/.test(lead)
    )
      return { ...word, low: 'iv', stem: 'iv' }
    if (ofVolatility.test(lead) || /^\d+$/.test(unit) || aheadOfVolatility.test(words[at + 1]?.low ?? ''))
      return word
    return words.some(({ low }) => ofVolume.test(low))
      ? { ...word, low: 'volume', stem: stemOf('volume') }
      : word
  })
}
