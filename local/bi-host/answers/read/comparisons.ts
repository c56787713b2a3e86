import { addDays, addMonths } from '../../model/days'
import type { AnswerCompare, AnswerRange, PeriodUnit } from '../../wire/answers'
import { low, textAt, type Candidate } from './draft'
import { dateAt, periodAt, unitOf, type Days } from './moments'
import { type Word, amountAt, listed, phraseBook } from './words'
import type { Lexicon } from './lexicon'
import { measuresOf, parseExpression } from '../../query/expression'

const versus = listed(`
  as compared with, as compared to, compared with, compared to, compared against, compare it with,
  compare it to, compare that with, compare that to, compare this with, compare this to, compare with,
  compare to, compare against, comparing with, comparing to, compares with, compares to, in comparison with,
  in comparison to, comparison with, comparison to, relative to, versus, vs, v, against, over, than, on`)
/** After "compare X" these join as well. */
const joints = ['with', 'to', 'and', 'from']
const yearAgo = listed(`
  the same time last year, same time last year, the same time a year ago, the same period last year,
  same period last year, the same period a year ago, same period a year ago, the same period a year earlier,
  the same quarter last year, same quarter last year, the same month last year, same month last year,
  the same week last year, same week last year, this time last year, the previous year, previous year,
  the prior year, prior year, a year ago, one year ago, a year earlier, one year earlier, a year before,
  one year before, the year before, 12 months ago, twelve months ago, 12 months earlier, yoy`)

const compared = (length: number, compare: AnswerCompare, range: AnswerRange | null = null): Candidate => ({
  length,
  meaning: { kind: 'compare', compare, range },
})

/** "vs previous period", "year over year", "compared with a year ago", "this month vs last month", "Q3 vs Q2". */
export function compareAt(words: readonly Word[], at: number, asOf: string): Candidate | null {
  const yearly = textAt(words, at, ['year over year', 'year on year', 'yoy'])
  if (yearly > 0) return compared(yearly, 'year-ago')
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
  const lead = leadAt(words, at)
  const ago = textAt(words, at + lead, yearAgo)
  // Without "vs" only what can be nothing but a comparison.
  if (ago > 0 && (lead > 0 || / (?:ago|earlier|before)$/.test(textOf(words, at, ago))))
    return compared(lead + ago, 'year-ago')
  if (lead === 0) return beforeThat(words, at)
  const loose = ['over', 'on'].includes(low(words, at))
  const the = low(words, at + lead) === 'the' ? 1 : 0
  const from = at + lead + the
  const earlier = earlierAt(words, from, loose)
  if (earlier) return compared(lead + the + earlier.length, earlier.compare, earlier.range)
  return loose ? null : datesBeside(words, at, from, asOf)
}

/** "And the week before": at the end of a question, what is shown beside the week before. */
function beforeThat(words: readonly Word[], at: number): Candidate | null {
  const unit = low(words, at) === 'the' ? unitOf(words[at + 1]) : null
  const ends = at + 3 === words.length && /^(?:before|prior)$/.test(low(words, at + 2))
  const led = words.slice(0, at).every(({ low: text }) => /^(?:and|what|how|about|in)$/.test(text))
  return unit && ends && led && unit !== 'year' ? compared(3, 'previous-period') : null
}

const textOf = (words: readonly Word[], at: number, length: number): string =>
  words
    .slice(at, at + length)
    .map((word) => word.low)
    .join(' ')

function leadAt(words: readonly Word[], at: number): number {
  const lead = textAt(words, at, versus)
  if (lead > 0) return lead
  const said = words.slice(0, at).some(({ low: text }) => text.startsWith('compar'))
  return said ? textAt(words, at, joints) : 0
}

interface Earlier {
  readonly length: number
  readonly compare: AnswerCompare
  readonly range: AnswerRange | null
}

/** The period before: "last month", "previous quarter", "prior 3 months", "3 months before", "a week ago". */
function earlierAt(words: readonly Word[], at: number, loose: boolean): Earlier | null {
  const current = (unit: PeriodUnit): AnswerRange => ({ kind: 'current', unit })
  const before = textAt(words, at, ['previous', 'prior', 'preceding', 'last', 'earlier', 'past'])
  const counted = periodAt(words, at + before)
  const unit = unitOf(words[at + before])
  if (before > 0 && !(loose && ['last', 'past'].includes(low(words, at)))) {
    if (textAt(words, at + before, ['period', 'interval', 'one']) > 0)
      return { length: before + 1, compare: 'previous-period', range: null }
    if (unit !== null)
      return unit === 'year'
        ? { length: before + 1, compare: 'year-ago', range: null }
        : { length: before + 1, compare: 'previous-period', range: current(unit) }
    if (counted)
      return {
        length: before + counted.length,
        compare: 'previous-period',
        range: { kind: 'last', ...counted.value },
      }
  }
  if (before > 0) return null
  if (low(words, at) === 'yesterday')
    return { length: 1, compare: 'previous-period', range: { kind: 'last', count: 1, unit: 'day' } }
  const plain = textAt(words, at, ['period before', 'one before', 'time before', 'days before'])
  if (plain > 0) return { length: plain, compare: 'previous-period', range: null }
  const article = ['a', 'one'].includes(low(words, at)) && unitOf(words[at + 1]) ? 1 : 0
  const single = unitOf(words[at + article])
  const period = counted ?? (single ? { value: { count: 1, unit: single }, length: article + 1 } : null)
  if (!period) return null
  const tail = textAt(
    words,
    at + period.length,
    listed(`
  before that, before it, prior to that, before, earlier, ago, prior, previously`),
  )
  if (tail === 0) return null
  const { count, unit: of } = period.value
  if (of === 'year' && count === 1) return { length: period.length + tail, compare: 'year-ago', range: null }
  return {
    length: period.length + tail,
    compare: 'previous-period',
    range: { kind: 'last', count, unit: of },
  }
}

/** "Q3 vs Q2", "2025 vs 2024", "October against September": the second is what came right before, or a year before. */
function datesBeside(words: readonly Word[], at: number, from: number, asOf: string): Candidate | null {
  const second = dateAt(words, from, asOf)
  const first = [3, 2, 1].map((back) => dateEnding(words, at, back, asOf)).find((found) => found !== null)
  if (!second || !first) return null
  const length = from - at + second.length
  const { value } = second
  if (value.from === addMonths(first.from, -12)) return compared(length, 'year-ago')
  return addDays(value.to, 1) === first.from ? compared(length, 'previous-period') : null
}

function dateEnding(words: readonly Word[], at: number, back: number, asOf: string): Days | null {
  const found = at >= back ? dateAt(words, at - back, asOf) : null
  return found?.length === back ? found.value : null
}

const more =
  /^(?:more|less|fewer|higher|lower|bigger|larger|smaller|greater|faster|slower|cheaper|dearer|better|worse|stronger|weaker|safer|riskier)$/
const joint = /^(?:or|vs|versus)$/

/** "Does USDC trade more than USDT", "did Ondo or Securitize raise more": one beside another. */
export function moreThanAt(
  words: readonly Word[],
  at: number,
  { asOf, lexicon }: { readonly asOf: string; readonly lexicon: Pick<Lexicon, 'match'> },
): Candidate | null {
  const ahead = low(words, at) === 'ahead' && low(words, at + 1) === 'of'
  if (!ahead && !more.test(low(words, at))) return null
  if (ahead || low(words, at + 1) === 'than') {
    if (amountAt(words, at + 2)) return null
    // "More than last month": the comparison says it; "higher than funding" lays two figures side by side.
    const next = lexicon.match(words, at + 2)?.senses ?? []
    const figure = next.some(({ kind }) => kind === 'measure') && !next.some(({ kind }) => kind === 'value')
    return compareAt(words, at + 1, asOf) || figure
      ? { length: 1, meaning: { kind: 'filler' } }
      : { length: 2, meaning: { kind: 'marker', marker: 'versus' } }
  }
  return words.some(({ low: text }) => joint.test(text)) ? { length: 1, meaning: { kind: 'filler' } } : null
}

/** "Average transfer size", "size of the typical transfer": the mean of one of them, by any word for a mean. */
function meansOf(nouns: readonly string[]): readonly string[] {
  const averages = ['average', 'avg', 'mean', 'typical', 'usual']
  const sizes = ['size', 'amount', 'ticket', 'ticket size', 'value']
  return nouns.flatMap((noun) =>
    averages.flatMap((mean) =>
      sizes.flatMap((size) => [
        `${mean} ${noun} ${size}`,
        ...['a', 'the', 'an', 'each', 'one', ''].map((article) =>
          `${mean} ${size} of ${article} ${noun}${article === '' ? 's' : ''}`.replaceAll('  ', ' '),
        ),
        `${size} of the ${mean} ${noun}`,
        `${size} of a ${mean} ${noun}`,
        `${size} of an ${mean} ${noun}`,
      ]),
    ),
  )
}

/** What has a name of its own and is made of two measures. */
const known: readonly (readonly [expression: string, label: string, names: string])[] = [
  [
    'stable_bridge.bridged / stable_bridge.transfers',
    'Average transfer',
    [
      ...meansOf(
        listed(`
  transfer, bridge transfer, bridge transaction, bridge, bridged, hop, crossing`),
      ),
      ...['size', 'amount', 'dollars', 'value', 'usd', 'money'].flatMap((what) => [
        `${what} per transfer`,
        `${what} per bridge transfer`,
        `${what} per bridge transaction`,
      ]),
      ...listed(`
  size of transfers, transfer size, transfer sizes, average transfer, average bridge transfer,
  average amount per transfer, bridge size`),
    ].join(', '),
  ],
  [
    'option_surface.atm - volatility(price.close, 30)',
    'Volatility premium',
    'vol risk premium, volatility risk premium, variance risk premium, vol premium, volatility premium, vrp, iv rv spread, iv-rv spread, implied realised spread, implied realized spread',
  ],
  [
    'lending.borrow_apy - lending.supply_apy',
    'Borrow APY less supply APY',
    'net interest margin, interest margin, lending margin, lending spread, interest spread, borrow supply spread, borrow-supply spread, spread between borrowers and lenders, gap between borrowers and lenders, gap between what borrowers pay and what lenders earn, gap between what borrowers pay and lenders earn',
  ],
  [
    'etf.aum / etf.funds',
    'Average fund',
    'average fund size, average size of a fund, average etf size, assets per fund',
  ],
  [
    'onchain.issuance - onchain.burned',
    'Issuance less burned',
    'issuance after burn, issuance after burns, issuance net of burn, issuance net of burns, issuance net of the burn, net new coins, issuance less burn',
  ],
  [
    'rwa.value / rwa.holders',
    'Value per holder',
    [
      ...meansOf(['holding', 'holder', 'investor', 'position', 'wallet']),
      ...listed(`
  holding, value, ticket, balance, amount, investment, position, dollars, money, assets`).flatMap((what) =>
        ['holder', 'wallet', 'address', 'investor', 'account', 'owner'].flatMap((who) => [
          `${what} per ${who}`,
          `average ${what} per ${who}`,
          `avg ${what} per ${who}`,
          `average ${what} of a ${who}`,
        ]),
      ),
      'average holding',
      'average balance',
      'average investment',
    ].join(', '),
  ],
  [
    'trading.volume / trading.open_interest',
    'Volume / open interest',
    'volume to oi, volume to open interest, volume oi ratio, volume/oi, volume / oi, turnover of open interest',
  ],
]

/** What a sum is made of: its mean is the sum by how many there are. */
const averaged: readonly (readonly [expression: string, label: string, nouns: readonly string[]])[] = [
  [
    'liquidations.amount / liquidations.positions',
    'Average liquidation',
    listed(`
  liquidation, liquidated position, liquidated loan, on-chain liquidation, defi liquidation,
  position liquidated, loan liquidated`),
  ],
]

/** "Average size of a transfer", "mean transfer size", "dollars per transfer", "how big is the average transfer". */
const averageNames = (noun: string): readonly string[] => [
  ...['average', 'avg', 'mean', 'typical'].flatMap((mean) => [
    `${mean} ${noun} size`,
    `${mean} ${noun}`,
    `${mean} size per ${noun}`,
    ...['size', 'value', 'amount'].flatMap((size) =>
      ['a ', 'an ', 'the ', 'each ', 's'].map((article) =>
        article === 's' ? `${mean} ${size} of ${noun}s` : `${mean} ${size} of ${article}${noun}`,
      ),
    ),
  ]),
  ...['size', 'amount', 'dollars', 'usd', 'value', 'money'].map((size) => `${size} per ${noun}`),
]

const book = phraseBook([
  ...averaged.flatMap(([expression, label, nouns]) =>
    nouns.flatMap(averageNames).map((name) => [name, expression, label] as const),
  ),
  ...known.flatMap(([expression, label, names]) =>
    names.split(', ').map((name) => [name, expression, label] as const),
  ),
])

/** A name for a formula, where all of its measures are known here. */
export function compoundAt(
  words: readonly Word[],
  at: number,
  isField: (id: string) => boolean,
): Candidate | null {
  const found = book(words, at)
  if (!found) return null
  const [, expression, label] = found.entry
  return measuresOf(parseExpression(expression)).every(isField)
    ? { length: found.length, meaning: { kind: 'formula', expression, label } }
    : null
}

/** "Average size", after a sum whose parts are counted. */
export function averageOf(measure: string): { readonly expression: string; readonly label: string } | null {
  const found = averaged.find(([expression]) => expression.split(' / ').includes(measure))
  return found ? { expression: found[0], label: found[1] } : null
}
