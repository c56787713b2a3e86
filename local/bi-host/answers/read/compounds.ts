import { measuresOf, parseExpression } from '../../query/expression'
import { phraseBook, type Word, listed } from './words'
import type { Candidate } from './meaning'

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
