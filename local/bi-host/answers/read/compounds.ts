import { measuresOf, parseExpression } from '../expression'
import { phraseBook } from './phrases'
import type { Candidate } from './meaning'
import type { Word } from './words'

/** "Average transfer size", "size of the typical transfer": the mean of one of them, by any word for a mean. */
function meansOf(nouns: readonly string[]): readonly string[] {
  const means = ['average', 'avg', 'mean', 'typical', 'usual']
  const sizes = ['size', 'amount', 'ticket', 'ticket size', 'value']
  return nouns.flatMap((noun) =>
    means.flatMap((mean) =>
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
      ...meansOf([
        'transfer',
        'bridge transfer',
        'bridge transaction',
        'bridge',
        'bridged',
        'hop',
        'crossing',
      ]),
      ...['size', 'amount', 'dollars', 'value', 'usd', 'money'].flatMap((what) => [
        `${what} per transfer`,
        `${what} per bridge transfer`,
        `${what} per bridge transaction`,
      ]),
      'size of transfers',
      'transfer size',
      'transfer sizes',
      'average transfer',
      'average bridge transfer',
      'average amount per transfer',
      'bridge size',
    ].join(', '),
  ],
  [
    'option_surface.atm - volatility(price.close, 30)',
    'Volatility premium',
    'vol risk premium, volatility risk premium, variance risk premium, vol premium, volatility premium, vrp, iv rv spread, iv-rv spread, implied realised spread, implied realized spread',
  ],
  [
    'liquidations.amount / liquidations.positions',
    'Average liquidation',
    'average liquidation size, average size of a liquidation, average liquidated position, size per liquidation, avg liquidation size',
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
      ...[
        'holding',
        'value',
        'ticket',
        'balance',
        'amount',
        'investment',
        'position',
        'dollars',
        'money',
        'assets',
      ].flatMap((what) =>
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

const book = phraseBook(
  known.flatMap(([expression, label, names]) =>
    names.split(', ').map((name) => [name, expression, label] as const),
  ),
)

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
