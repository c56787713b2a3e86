/** Questions about prices, coins and venues that the reader was mended with: no evidence, but they stay read. */
export const seenSpot: readonly (readonly [question: string, expected: string])[] = [
  ['dominance of usdc', 'share(stable_supply.supply); by token'],
  ['stablecoin dominance over the last year', 'share(market_cap.cap); by kind; day; last 1 year'],
  ['how much of the market is bitcoin', 'share(market_cap.cap); by asset'],
  ['altcoin dominance', 'refuse'],
  // Words of stablecoins, bridges and tokenised assets, and verbs, that are not theirs where something else is named.
  ['how has eth staking apr moved this year', 'staking.apr; day; current year; where asset in ETH'],
  [
    'how has usdt supply on tron moved this month',
    'stable_supply.supply; day; current month; where chain in Tron; where token in USDT',
  ],
  ['change in price of btc this month', 'change(price.close); current month; where asset in BTC'],
  ['how much btc changed hands yesterday', 'trading.volume; previous 1 day; where asset in BTC'],
  ['ethereum transactions per day', 'refuse'],
  ['morning, how has eth done this year', 'price.close; day; current year; where asset in ETH'],
  [
    'basis on monthly eth futures by exchange',
    'futures_term.basis; by exchange; where asset in ETH; where expiry_kind in Monthly',
  ],
  [
    'exchanges with more than 1bn in btc open interest',
    'trading.open_interest; by exchange; where asset in BTC; where trading.open_interest gt 1000000000',
  ],
  [
    'chains with over 1bn in stablecoins',
    'stable_supply.supply; by chain; where stable_supply.supply gt 1000000000',
  ],
  [
    'how far under par did usdc get this year',
    'stable_price.deviation_low; day; current year; where token in USDC',
  ],
  ['eth burned in the quarter so far', 'onchain.burned; current quarter; where asset in ETH'],
  ['coins by 30 day return', 'growth(price.close); by asset; last 30 day'],
  ['hourly pattern by weekday', 'hourly.volume; by hour, weekday'],
  ['volume by exchange out of total', 'share(trading.volume); by exchange'],
  ['how far did eth slip last week', 'growth(price.close); previous 1 week; where asset in ETH'],
  ['how much has xrp recovered since september', 'growth(price.close); since 2026-09-01; where asset in XRP'],
  [
    'who handled the most spot volume last month',
    'trading.volume; by exchange; previous 1 month; where market_type in Spot; top 1 exchange by trading.volume',
  ],
  ['how many btc do exchanges hold', 'onchain.exchange_balance; where asset in BTC'],
  ['coins larger than 50bn', 'price.cap; by asset; where price.cap gt 50000000000'],
  [
    'price of bitcoin with its 200 day average since 2024',
    'price.close, moving_average(price.close, 200); day; since 2024-01-01; where asset in BTC',
  ],
  ['how many sol are in circulation', 'price.supply; where asset in SOL'],
  [
    'biggest loser yesterday',
    'growth(price.close); by asset; previous 1 day; bottom 1 asset by growth(price.close)',
  ],
  ['new btc mined per week', 'onchain.issuance; week; where asset in BTC'],
  ['is btc above its 200 day', 'price.close - moving_average(price.close, 200); day; where asset in BTC'],
  [
    'btc candles last week',
    'price.open, price.high, price.low, price.close; day; previous 1 week; where asset in BTC',
  ],
  ['whats btc going for today', 'price.close; last 1 day; where asset in BTC'],
  ['coins sold at a loss btc', 'onchain.sopr; where asset in BTC'],
  ['interest rate on 3 month bills, monthly', 'rates.bill; month'],
  ['average daily volume on upbit', 'refuse'],
  ['BNB price in euros', 'refuse'],
]

export const seenSpotConversations: readonly {
  readonly board: string
  readonly turns: readonly (readonly [question: string, expected: string])[]
}[] = [
  {
    board: 'globalCryptoMarket',
    turns: [
      ['mkt cap by coin', 'price.cap; by asset'],
      ['leave the stablecoins out', 'price.cap; by asset'],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      ['why did volume fall last week', 'why trading.volume; previous 1 week'],
      [
        'top 5 by growth',
        'growth(trading.volume); by exchange; previous 1 week; top 5 exchange by growth(trading.volume)',
      ],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      [
        'change in exchange balance last month',
        'change(onchain.exchange_balance); previous 1 month; where asset in BTC',
      ],
      ['and in percent?', 'growth(onchain.exchange_balance); previous 1 month; where asset in BTC'],
    ],
  },
  {
    board: 'home',
    turns: [
      ['fear & greed last 3 months', 'fear_greed.fear_greed; day; last 3 month'],
      ['put btc next to it', 'fear_greed.fear_greed, price.close; day; last 3 month; where asset in BTC'],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      ['fees paid by day last month', 'onchain.fees; day; previous 1 month; where asset in ETH'],
      ['smooth it over a week', 'moving_average(onchain.fees, 7); day; previous 1 month; where asset in ETH'],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      ['spot volume by month past year', 'trading.volume; month; last 1 year; where market_type in Spot'],
      [
        'just dexes',
        'trading.volume; month; last 1 year; where market_type in Spot; where venue_kind in DEX',
      ],
      [
        'as share of total',
        'share(trading.volume); by venue_kind; month; last 1 year; where market_type in Spot',
      ],
    ],
  },
  {
    board: 'home',
    turns: [
      ['btc and eth price this year', 'price.close; by asset; day; current year; where asset in BTC, ETH'],
      ['in percent terms', 'growth(price.close); by asset; current year; where asset in BTC, ETH'],
    ],
  },
]
