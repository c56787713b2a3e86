import { measuresOf, parseExpression } from '../expression'
import { phraseBook } from './phrases'
import type { Candidate } from './meaning'
import type { Word } from './words'

/** What has a name of its own and is made of two measures. */
const known: readonly (readonly [expression: string, label: string, names: string])[] = [
  [
    'stable_bridge.bridged / stable_bridge.transfers',
    'Average transfer',
    'average transfer size, average size of transfers, average size of a transfer, average bridge transfer size, average size of a bridge transfer, average size of bridge transfers, average bridge transfer, size per transfer, avg transfer size, mean transfer size',
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
    'average holding, average holding size, value per wallet, average value per holder',
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
