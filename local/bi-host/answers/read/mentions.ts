import { FormulaProblem, measuresOf, parseExpression } from '../../query/expression'
import { compareAt, moreThanAt, compoundAt } from './comparisons'
import { conditionAt, chartAt, functionAt, leftAt, markerAt, partedAt, rolling } from './words-at'
import { rangeAt, grainAt } from './dates'
import { withTied, type Lexicon } from './lexicon'
import { marketPartAt, cryptoAt, movedAt } from './implied'
import { low, textAt, type Candidate, type Meaning } from './draft'
import { periodAt, smooths, unitOf } from './moments'
import { idleAt } from './small-talk'
import { dayAheadAt, spanAheadAt } from './ahead'
import { topAt } from './tops-said'
import { fillers } from './vocabulary'
import { amountAt, stemOf, type Word } from './words'

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
  /** The text of a formula with ids in place of labels. */
  readonly inIds: (expression: string) => string
  /** Places where the longest name is not taken. */
  readonly broken: ReadonlySet<number>
}

/** Words of the trade for what the model does not have: no slips of anything. */
const noSlip = /^(?:sharpe|sortino|calmar|beta|gamma|theta|vega)$/

/** Cuts the words into mentions: at each place the longest that means something. */
export function mentionsOf(words: readonly Word[], asked: MentionContext): readonly Mention[] {
  const plain = cut(words, asked, new Set())
  const lexicon = withTied(
    asked.lexicon,
    plain.flatMap(({ meaning }) => (meaning.kind === 'name' ? [meaning.senses] : [])),
  )
  const context = { ...asked, lexicon }
  const first = lexicon === asked.lexicon ? plain : cut(words, context, new Set())
  const slips = new Map<number, string>()
  for (const { at, meaning } of first) {
    const word = words[at]
    const better =
      meaning.kind === 'unknown' && word && !word.quoted && !noSlip.test(word.low)
        ? context.lexicon.correct(word.low)
        : null
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
  // Of streaks nothing is known.
  const streak = textAt(words, at, ['in a row', 'in a stretch', 'on the trot'])
  if (streak > 0) return { length: streak, meaning: { kind: 'unknown' } }
  const idle = idleAt(words, at)
  const candidates = [
    idle > 0 ? { length: idle, meaning: { kind: 'filler' } as const } : null,
    exactAt(words, at, context),
    leftAt(words, at),
    partedAt(words, at),
    compoundAt(words, at, context.isField),
    compareAt(words, at, context.asOf),
    dayAheadAt(words, at, context.asOf),
    isRate(words, at, context.lexicon) ? null : ranged(words, at, context.asOf),
    conditionAt(words, at),
    spanAheadAt(words, at),
    topAt(words, at),
    chartAt(words, at),
    marketPartAt(words, at, context.lexicon),
    functionAt(words, at),
    grained(words, at),
    named(words, at, context),
    movedAt(words, at, context.lexicon),
    cryptoAt(words, at, context.lexicon),
    windowAt(words, at),
    markerAt(words, at),
    moreThanAt(words, at, context),
    amounted(words, at),
  ]
  let best: Candidate | null = null
  for (const candidate of candidates)
    if (candidate && candidate.length > (best?.length ?? 0)) best = candidate
  if (best) return best
  const word = words[at]
  // "Show us" asks nothing; "in the US" names a place.
  if (low(words, at) === 'us' && ['the', 'in', 'of', 'for', 'from'].includes(low(words, at - 1)))
    return { length: 1, meaning: { kind: 'unknown' } }
  // "Rolling 20d sum": the stretch says the same.
  if (rolling.test(low(words, at)) && periodAt(words, at + 1))
    return { length: 1, meaning: { kind: 'filler' } }
  const isFiller = word && !word.quoted && (fillers.has(word.low) || !/[\p{L}\p{N}]/u.test(word.low))
  return { length: 1, meaning: { kind: isFiller ? 'filler' : 'unknown' } }
}

function exactAt(words: readonly Word[], at: number, { isField, inIds }: MentionContext): Candidate | null {
  const word = words[at]
  if (!word || word.quoted) return null
  if (word.text.startsWith('(')) {
    // From here on every measure goes by its id: whatever looks at the expression next need not know labels.
    const expression = inIds(word.text.slice(1, -1).trim())
    try {
      const known = measuresOf(parseExpression(expression)).every(isField)
      return { length: 1, meaning: known ? { kind: 'formula', expression } : { kind: 'unknown' } }
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
  const found = isContract(words, at) ? null : grainAt(words, at)
  return found && { length: found.length, meaning: { kind: 'grain', grain: found.value } }
}

/** "Quarterly futures basis", "monthly expiries": which contracts, unless something is traded or paid by the month. */
const isContract = (words: readonly Word[], at: number): boolean => {
  if (!/^(?:weekly|monthly|quarterly)$/.test(low(words, at))) return false
  const noun = low(words, at + 1)
  if (/^(?:expiry|expiries|expirations?|contracts?|dated|ones)$/.test(noun)) return true
  const additive = words.some(({ low: text }) =>
    /^(?:volumes?|traded|turnover|premiums?|trading|flows?)$/.test(text),
  )
  // "Quarterly BTC futures".
  return (
    (/^(?:futures?|options?)$/.test(noun) || /^(?:futures|options)$/.test(low(words, at + 2))) && !additive
  )
}

const windowAt = (words: readonly Word[], at: number): Candidate | null => {
  // "To borrow 1m USDC" is an amount.
  if (
    /^\d+m$/.test(low(words, at)) &&
    /^(?:borrow|lend|deposit|withdraw|buy|sell|stake|supply|of)$/.test(low(words, at - 1))
  )
    return { length: 1, meaning: { kind: 'filler' } }
  const unit = /^(?:a|one)$/.test(low(words, at)) && smooths(words, at) ? unitOf(words[at + 1]) : null
  if (unit) return { length: 2, meaning: { kind: 'window', count: 1, unit } }
  const found = periodAt(words, at)
  return found && { length: found.length, meaning: { kind: 'window', ...found.value } }
}

const named = (words: readonly Word[], at: number, { lexicon, broken }: MentionContext): Candidate | null => {
  const longest = beforeVerb(words, at, lexicon)
  const found =
    shared(words, at, lexicon) ??
    stillOpen(words, at, lexicon) ??
    (longest && broken.has(at) ? lexicon.match(words.slice(0, at + longest.length - 1), at) : longest) ??
    lexicon.joined(words, at)
  return found && { length: found.length, meaning: { kind: 'name', senses: found.senses } }
}

/** "ETFs trading at a discount": trading is what they do there, and no name. */
function beforeVerb(words: readonly Word[], at: number, lexicon: Lexicon): ReturnType<Lexicon['match']> {
  const found = lexicon.match(words, at)
  const end = at + (found?.length ?? 0)
  const verb = /^(?:trading|traded|trades)$/.test(low(words, end - 1))
  // "What each fund holds": each of them, and what it does.
  const each =
    /^(?:each|every|which)$/.test(low(words, at - 1)) && /^(?:holds?|owns?)$/.test(low(words, end - 1))
  // "Which products yield the most": the products, and what they do.
  const most =
    end - at > 1 &&
    /^(?:yields?|pays?|earns?|returns?)$/.test(low(words, end - 1)) &&
    words[end - 2]?.stem !== words[end - 2]?.low &&
    /^(?:most|least|more|less|best)$/.test(low(words, low(words, end) === 'the' ? end + 1 : end))
  return found && (each || most || (verb && /^(?:at|above|below|under|over|near)$/.test(low(words, end))))
    ? lexicon.match(words.slice(0, end - 1), at)
    : found
}

/** "Borrow and supply APY": the noun is said once and meant twice. */
function shared(words: readonly Word[], at: number, lexicon: Lexicon): ReturnType<Lexicon['match']> {
  const [first, joint, second, noun] = words.slice(at, at + 4)
  if (
    !first ||
    !second ||
    !noun ||
    !/^(?:and|or|vs|versus|minus|less|against|to|&|\/|-)$/.test(joint?.low ?? '')
  )
    return null
  const both = lexicon.match([second, noun], 0)
  const alone = lexicon.match([first, noun], 0)
  if (both?.length !== 2 || alone?.length !== 2) return null
  const sources = both.senses.flatMap((sense) => (sense.kind === 'measure' ? [sense.source] : []))
  const senses = alone.senses.filter((sense) => sense.kind === 'measure' && sources.includes(sense.source))
  return senses.length > 0 ? { length: 1, senses } : null
}

/** "Staking apr" is no April, nor is "the apr". */
function isRate(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const place = low(words, at) === 'the' ? at + 1 : at
  return (
    low(words, place) === 'apr' &&
    lexicon.match(words.slice(0, place + 1), place) !== null &&
    !dated(words, at) &&
    !dated(words, place)
  )
}

const dated = (words: readonly Word[], at: number): boolean =>
  /^(?:\d{1,2}|since|until|till|before|after|from|to|early|late|mid|end)$/.test(low(words, at - 1)) ||
  /^\d{1,4}$/.test(low(words, at + 1))

const amounted = (words: readonly Word[], at: number): Candidate | null => {
  const found = amountAt(words, at)
  return found && { length: found.length, meaning: { kind: 'amount', value: found.value } }
}

/** "With more than 500m open", "contracts open by expiry": what is open is open interest, and no price. */
function stillOpen(words: readonly Word[], at: number, lexicon: Lexicon): ReturnType<Lexicon['match']> {
  const word = words[at]
  if (word?.low !== 'open' || /^(?:interest|contracts?|positions?)$/.test(low(words, at + 1))) return null
  const many = [1, 2].some((back) => {
    const amount = amountAt(words, at - back)
    return amount?.length === back && amount.value >= 1e5
  })
  if (!many && !/^(?:contracts|positions|puts|calls|options|longs|shorts)$/.test(low(words, at - 1)))
    return null
  const found = lexicon.match([word, { ...word, low: 'interest', stem: 'interest' }], 0)
  return found?.length === 2 ? { ...found, length: 1 } : null
}
