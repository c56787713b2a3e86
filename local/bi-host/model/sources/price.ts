import { index, percent, price as priceFormat, usd } from '../formats'
import type { Source } from '../source'

const onePrice = {
  kind: 'ratio',
  bottom: '1',
  over: 'last-day',
  format: priceFormat,
  requires: ['asset'],
} as const

export const price: Source = {
  id: 'price',
  label: 'Prices',
  description: 'One day and asset: open, high, low, close in UTC, and circulating supply.',
  from: '(select p.*, a.sector from f_price_daily p join dim_asset a using (entity_id))',
  tables: ['f_price_daily'],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
  synonyms: ['prices'],
  measures: {
    close: {
      ...onePrice,
      top: 'close',
      label: 'Price',
      unit: 'US dollars at the end of the UTC day',
      definition: 'Last price of the UTC day. It is not the New York close that funds are valued at.',
      synonyms: ['close', 'spot price', 'quote'],
      better: 'up',
    },
    open: {
      ...onePrice,
      top: 'open',
      label: 'Open',
      unit: 'US dollars at the start of the UTC day',
      definition: 'First price of the UTC day; it equals the close before.',
    },
    high: {
      ...onePrice,
      top: 'high',
      label: 'High',
      unit: 'US dollars',
      definition: 'Highest price of the UTC day.',
    },
    low: {
      ...onePrice,
      top: 'low',
      label: 'Low',
      unit: 'US dollars',
      definition: 'Lowest price of the UTC day.',
    },
    rsi: {
      kind: 'ratio',
      top: 'rsi_14',
      bottom: 'case when rsi_14 is not null then 1 end',
      over: 'last-day',
      label: 'RSI 14',
      format: index,
      unit: 'Index from 0 to 100, Wilder smoothing, daily closes in UTC',
      definition:
        'Relative strength over 14 days, Wilder smoothing as on TradingView. Above 70 can last for weeks in a trend: it is no sell signal by itself.',
      synonyms: ['rsi', 'relative strength index'],
      requires: ['asset'],
    },
    cap: {
      kind: 'semi-additive',
      sql: 'market_cap_usd',
      label: 'Asset market cap',
      format: usd,
      unit: 'US dollars, end of the UTC day',
      definition: 'Price times circulating supply of the tracked coins, stablecoins left out.',
      synonyms: ['asset cap'],
      better: 'up',
    },
    supply: {
      kind: 'semi-additive',
      sql: 'supply',
      label: 'Circulating supply',
      format: { kind: 'coins', compact: true },
      unit: 'Coins, end of the UTC day',
      definition: 'Coins in circulation. Different assets must not be added.',
      synonyms: ['coin supply'],
      requires: ['asset'],
    },
    bitcoin_dominance: {
      kind: 'ratio',
      top: "case when asset = 'BTC' then market_cap_usd else 0 end",
      bottom: 'market_cap_usd',
      over: 'last-day',
      scale: 100,
      label: 'Bitcoin dominance',
      format: percent,
      unit: 'Percent of the market cap of the tracked assets, stablecoins left out',
      definition:
        'Bitcoin over the tracked assets. It is higher than the BTC.D of charting sites, which count thousands of coins and stablecoins.',
      synonyms: ['btc dominance', 'dominance'],
    },
  },
  attributes: {
    asset: {
      label: 'Asset',
      sql: 'asset',
      concept: 'asset',
      synonyms: ['asset', 'coin', 'token'],
      aliases: { BTC: ['bitcoin', 'xbt'], ETH: ['ethereum', 'ether'], SOL: ['solana'] },
    },
    sector: { label: 'Sector', sql: 'sector', concept: 'sector', synonyms: ['sector'] },
  },
}
