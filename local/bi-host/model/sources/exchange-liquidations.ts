import { usd } from '../formats'
import type { Source } from '../source'

export const exchangeLiquidations: Source = {
  id: 'exchange_liquidations',
  label: 'Exchange liquidations',
  description: 'One day, venue, asset and side: forced closures as venues publish them.',
  from: 'f_liq_cex',
  tables: ['f_liq_cex'],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
  measures: {
    amount: {
      kind: 'additive',
      sql: 'amount_usd',
      label: 'Exchange liquidations',
      format: usd,
      unit: 'US dollars of notional, summed over the interval',
      definition:
        'A floor: the largest venues publish about one forced order a second. Never add it to on-chain liquidations, which are complete.',
      synonyms: ['cex liquidations', 'forced liquidations'],
      better: 'down',
    },
  },
  attributes: {
    side: { label: 'Side', sql: 'side', concept: 'liquidation side', synonyms: ['side', 'direction'] },
    exchange: { label: 'Exchange', sql: 'exchange', concept: 'exchange', synonyms: ['exchange', 'venue'] },
    asset: {
      label: 'Asset',
      sql: 'asset',
      concept: 'asset',
      synonyms: ['asset', 'coin'],
      aliases: { BTC: ['bitcoin'], ETH: ['ethereum', 'ether'] },
    },
  },
}
