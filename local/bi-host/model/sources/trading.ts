import { ratio, usd } from '../formats'
import type { Source } from '../source'

export const trading: Source = {
  id: 'trading',
  label: 'Trading by venue',
  description: 'One day, venue, asset and market type: reported volume and open interest.',
  from: 'f_cex_daily',
  tables: ['f_cex_daily'],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
  carry: { unit: 'exchange', days: 4 },
  synonyms: ['exchanges', 'venues', 'cex'],
  measures: {
    volume: {
      kind: 'additive',
      sql: 'volume_usd',
      label: 'Volume',
      format: usd,
      unit: 'US dollars of reported notional, one side of each trade, summed over the interval',
      definition:
        'As the venues report it; some double count or wash. A UTC day is not the rolling 24 hours of exchange pages.',
      synonyms: ['trading volume', 'turnover', 'volumes'],
      better: 'up',
    },
    open_interest: {
      kind: 'semi-additive',
      sql: 'open_interest_usd',
      label: 'Open interest',
      format: usd,
      unit: 'US dollars, one side, end of the UTC day; a venue without a report is carried at most 4 days',
      definition:
        'Contracts still open, one side counted. In dollars it moves with price by construction: a record can be price alone.',
      synonyms: ['oi', 'open positions', 'open contracts'],
    },
    perp_to_spot: {
      kind: 'ratio',
      top: "case when market_type = 'Perpetual' then volume_usd else 0 end",
      bottom: "case when market_type = 'Spot' then volume_usd else 0 end",
      over: 'interval',
      label: 'Perpetual to spot',
      format: ratio,
      unit: 'Perpetual volume over spot volume of the interval',
      definition:
        'Above 5 trading is mostly leverage, under 2 mostly cash. Venues without spot weigh only on the top.',
      synonyms: ['perp to spot', 'perp spot ratio', 'perpetual to spot ratio'],
    },
  },
  attributes: {
    exchange: {
      label: 'Exchange',
      sql: 'exchange',
      concept: 'exchange',
      synonyms: ['exchange', 'venue', 'cex'],
    },
    venue_kind: {
      label: 'Venue kind',
      sql: 'venue_kind',
      concept: 'venue kind',
      synonyms: ['venue kind', 'venue type'],
    },
    asset: {
      label: 'Asset',
      sql: 'asset',
      concept: 'asset',
      synonyms: ['asset', 'coin', 'underlying'],
      aliases: { BTC: ['bitcoin'], ETH: ['ethereum', 'ether'] },
    },
    market_type: {
      label: 'Market type',
      sql: 'market_type',
      concept: 'market type',
      synonyms: ['market type', 'market', 'instrument'],
      aliases: {
        Perpetual: ['perps', 'perp', 'perpetuals', 'swaps'],
        'Dated future': ['dated futures', 'futures'],
        Spot: ['spot market'],
      },
    },
  },
}
