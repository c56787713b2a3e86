/**
 * By a person who had neither read the reader nor the sets before, after what the first stranger found was mended. Each right reading
 * in the notation of `notation.ts`; any of those listed will do. The first run stands in docs/reading-questions.md.
 */
export const secondStrangerConversations: readonly {
  readonly board: string
  readonly turns: readonly (readonly [question: string, ...expected: string[]])[]
}[] = [
  {
    board: 'home',
    turns: [
      ["what's the total crypto market cap", 'market_cap.cap'],
      [
        'and compared with a year ago?',
        'market_cap.cap; vs year-ago',
        'market_cap.cap; last 1 day; vs year-ago',
      ],
      [
        'split it by coin, 8 largest',
        'market_cap.cap; by asset; top 8 asset by market_cap.cap',
        'market_cap.cap; by asset; vs year-ago; top 8 asset by market_cap.cap',
        'market_cap.cap; by asset; last 1 day; vs year-ago; top 8 asset by market_cap.cap',
      ],
    ],
  },
  {
    board: 'home',
    turns: [
      [
        'why did the crypto market cap fall yesterday?',
        'why market_cap.cap; day 2026-11-19',
        'why market_cap.cap; between 2026-11-19 2026-11-19',
        'why market_cap.cap; previous 1 day',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      ['net issuance so far this month', 'stable_supply.net_issuance; current month'],
      [
        'only tether',
        'stable_supply.net_issuance; current month; where issuer in Tether',
        'stable_supply.net_issuance; current month; where token in USDT',
      ],
      [
        'same for circle',
        'stable_supply.net_issuance; current month; where issuer in Circle',
        'stable_supply.net_issuance; current month; where token in USDC',
      ],
      [
        'by week instead, year to date',
        'stable_supply.net_issuance; week; current year; where issuer in Circle',
        'stable_supply.net_issuance; week; current year; where token in USDC',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'usde deviation from par last 90 days',
        'stable_price.deviation; day; last 90 day; where token in USDe',
        'stable_price.deviation; last 90 day; where token in USDe',
      ],
      [
        'add the worst low',
        'stable_price.deviation, stable_price.deviation_low; day; last 90 day; where token in USDe',
        'stable_price.deviation, stable_price.deviation_low; last 90 day; where token in USDe',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'why did USDC supply rise this month?',
        'why stable_supply.supply; current month; where token in USDC',
      ],
      ["which banks hold circle's reserves?", 'refuse'],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      [
        'perp volume by venue last 30 days, top 5',
        'trading.volume; by exchange; last 30 day; where market_type in Perpetual; top 5 exchange by trading.volume',
        'trading.volume; by exchange; last 1 month; where market_type in Perpetual; top 5 exchange by trading.volume',
        'trading.volume; by exchange; day; last 30 day; where market_type in Perpetual; top 5 exchange by trading.volume',
        'trading.volume; by exchange; day; last 1 month; where market_type in Perpetual; top 5 exchange by trading.volume',
        'trading.volume; by exchange; week; last 30 day; where market_type in Perpetual; top 5 exchange by trading.volume',
        'trading.volume; by exchange; week; last 1 month; where market_type in Perpetual; top 5 exchange by trading.volume',
      ],
      [
        'and spot?',
        'trading.volume; by exchange; last 30 day; where market_type in Spot; top 5 exchange by trading.volume',
        'trading.volume; by exchange; last 1 month; where market_type in Spot; top 5 exchange by trading.volume',
        'trading.volume; by exchange; day; last 30 day; where market_type in Spot; top 5 exchange by trading.volume',
        'trading.volume; by exchange; day; last 1 month; where market_type in Spot; top 5 exchange by trading.volume',
        'trading.volume; by exchange; week; last 30 day; where market_type in Spot; top 5 exchange by trading.volume',
        'trading.volume; by exchange; week; last 1 month; where market_type in Spot; top 5 exchange by trading.volume',
      ],
      [
        'show that as a donut',
        'trading.volume; by exchange; last 30 day; where market_type in Spot; top 5 exchange by trading.volume; chart donut',
        'trading.volume; by exchange; last 1 month; where market_type in Spot; top 5 exchange by trading.volume; chart donut',
        'trading.volume; by exchange; day; last 30 day; where market_type in Spot; top 5 exchange by trading.volume; chart donut',
        'trading.volume; by exchange; day; last 1 month; where market_type in Spot; top 5 exchange by trading.volume; chart donut',
        'trading.volume; by exchange; week; last 30 day; where market_type in Spot; top 5 exchange by trading.volume; chart donut',
        'trading.volume; by exchange; week; last 1 month; where market_type in Spot; top 5 exchange by trading.volume; chart donut',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      [
        'binance open interest by day since September',
        'trading.open_interest; day; since 2026-09-01; where exchange in Binance',
      ],
      [
        'ether only',
        'trading.open_interest; day; since 2026-09-01; where asset in ETH; where exchange in Binance',
      ],
      [
        'why did it rise last week?',
        'why trading.open_interest; previous 1 week; where asset in ETH; where exchange in Binance',
        'why trading.open_interest; last 1 week; where asset in ETH; where exchange in Binance',
        'why trading.open_interest; last 7 day; where asset in ETH; where exchange in Binance',
      ],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      [
        'price over the past year',
        'price.close; day; last 1 year; where asset in BTC',
        'price.close; day; last 365 day; where asset in BTC',
        'price.close; day; last 12 month; where asset in BTC',
        'price.close; week; last 1 year; where asset in BTC',
        'price.close; week; last 365 day; where asset in BTC',
        'price.close; week; last 12 month; where asset in BTC',
        'price.close; last 1 year; where asset in BTC',
        'price.close; last 365 day; where asset in BTC',
        'price.close; last 12 month; where asset in BTC',
      ],
      [
        'put the 50 day average on it',
        'moving_average(price.close, 50); day; last 1 year; where asset in BTC',
        'moving_average(price.close, 50); day; last 365 day; where asset in BTC',
        'moving_average(price.close, 50); day; last 12 month; where asset in BTC',
        'moving_average(price.close, 50); last 1 year; where asset in BTC',
        'moving_average(price.close, 50); last 365 day; where asset in BTC',
        'moving_average(price.close, 50); last 12 month; where asset in BTC',
        'price.close, moving_average(price.close, 50); day; last 1 year; where asset in BTC',
        'price.close, moving_average(price.close, 50); day; last 365 day; where asset in BTC',
        'price.close, moving_average(price.close, 50); day; last 12 month; where asset in BTC',
        'price.close, moving_average(price.close, 50); last 1 year; where asset in BTC',
        'price.close, moving_average(price.close, 50); last 365 day; where asset in BTC',
        'price.close, moving_average(price.close, 50); last 12 month; where asset in BTC',
      ],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      [
        'mvrv right now',
        'onchain.mvrv; where asset in BTC',
        'onchain.mvrv; last 1 day; where asset in BTC',
        'onchain.mvrv; current day; where asset in BTC',
        'onchain.mvrv; between 2026-11-20 2026-11-20; where asset in BTC',
      ],
      [
        'sopr too',
        'onchain.mvrv, onchain.sopr; where asset in BTC',
        'onchain.mvrv, onchain.sopr; last 1 day; where asset in BTC',
        'onchain.mvrv, onchain.sopr; current day; where asset in BTC',
        'onchain.mvrv, onchain.sopr; between 2026-11-20 2026-11-20; where asset in BTC',
      ],
      ['will it hit 150k by christmas?', 'refuse'],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      [
        'gas fees this week vs the week before',
        'onchain.fees; current week; vs previous-period; where asset in ETH',
        'onchain.fees; last 7 day; vs previous-period; where asset in ETH',
        'onchain.fees; last 1 week; vs previous-period; where asset in ETH',
      ],
      [
        'how much was burned?',
        'onchain.burned; current week; where asset in ETH',
        'onchain.burned; current week; vs previous-period; where asset in ETH',
        'onchain.burned; last 7 day; where asset in ETH',
        'onchain.burned; last 7 day; vs previous-period; where asset in ETH',
        'onchain.burned; last 1 week; where asset in ETH',
        'onchain.burned; last 1 week; vs previous-period; where asset in ETH',
        'onchain.fees, onchain.burned; current week; where asset in ETH',
        'onchain.fees, onchain.burned; current week; vs previous-period; where asset in ETH',
        'onchain.fees, onchain.burned; last 7 day; where asset in ETH',
        'onchain.fees, onchain.burned; last 7 day; vs previous-period; where asset in ETH',
        'onchain.fees, onchain.burned; last 1 week; where asset in ETH',
        'onchain.fees, onchain.burned; last 1 week; vs previous-period; where asset in ETH',
      ],
      [
        'fees and burn by week for this year',
        'onchain.fees, onchain.burned; week; current year; where asset in ETH',
        'onchain.fees, onchain.burned; week; current year; vs previous-period; where asset in ETH',
        'onchain.burned, onchain.fees; week; current year; where asset in ETH',
        'onchain.burned, onchain.fees; week; current year; vs previous-period; where asset in ETH',
      ],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      [
        'stablecoins on ethereum by token, top 5',
        'stable_supply.supply; by token; where chain in Ethereum; top 5 token by stable_supply.supply',
      ],
      [
        'on tron instead',
        'stable_supply.supply; by token; where chain in Tron; top 5 token by stable_supply.supply',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      [
        'bitcoin etf flows, daily, last 30 days',
        'etf.net_flow; day; last 30 day; where underlying in BTC',
        'etf.net_flow; day; last 1 month; where underlying in BTC',
      ],
      [
        'why did it fall on 12 November?',
        'why etf.net_flow; day 2026-11-12; where underlying in BTC',
        'why etf.net_flow; between 2026-11-12 2026-11-12; where underlying in BTC',
      ],
      [
        'which fund lost the most that day',
        'etf.net_flow; by fund; between 2026-11-12 2026-11-12; where underlying in BTC; bottom 1 fund by etf.net_flow',
      ],
      ['should i buy the dip?', 'refuse'],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['assets under management by sponsor', 'etf.aum; by issuer', 'etf.aum; by issuer; sort etf.aum desc'],
      [
        'as a share of the total',
        'share(etf.aum); by issuer',
        'etf.aum, share(etf.aum); by issuer',
        'etf.aum, share(etf.aum); by issuer; sort etf.aum desc',
        'share(etf.aum); by issuer; sort share(etf.aum) desc',
        'etf.aum; by issuer; chart donut',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      ['what does it cost to borrow USDC?', 'lending.borrow_apy; where asset in USDC'],
      [
        'where is it cheapest',
        'lending.borrow_apy; by protocol; where asset in USDC; bottom 1 protocol by lending.borrow_apy',
        'lending.borrow_apy; by chain; where asset in USDC; bottom 1 chain by lending.borrow_apy',
        'lending.borrow_apy; by market; where asset in USDC; bottom 1 market by lending.borrow_apy',
      ],
      [
        'on ethereum only',
        'lending.borrow_apy; by protocol; where asset in USDC; where chain in Ethereum; bottom 1 protocol by lending.borrow_apy',
        'lending.borrow_apy; by chain; where asset in USDC; where chain in Ethereum; bottom 1 chain by lending.borrow_apy',
        'lending.borrow_apy; by market; where asset in USDC; where chain in Ethereum; bottom 1 market by lending.borrow_apy',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'liquidations last 7 days vs the 7 days before',
        'liquidations.amount; last 7 day; vs previous-period',
        'liquidations.amount; last 1 week; vs previous-period',
      ],
      [
        'per protocol',
        'liquidations.amount; by protocol; last 7 day; vs previous-period',
        'liquidations.amount; by protocol; last 7 day; vs previous-period; sort liquidations.amount desc',
        'liquidations.amount; by protocol; last 1 week; vs previous-period',
        'liquidations.amount; by protocol; last 1 week; vs previous-period; sort liquidations.amount desc',
      ],
      ["who audited aave's smart contracts?", 'refuse'],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'top 5 gainers past 7 days',
        'growth(price.close); by asset; last 7 day; top 5 asset by growth(price.close)',
        'growth(price.close); by asset; last 1 week; top 5 asset by growth(price.close)',
        'price.close, growth(price.close); by asset; last 7 day; top 5 asset by growth(price.close)',
        'price.close, growth(price.close); by asset; last 1 week; top 5 asset by growth(price.close)',
      ],
      [
        'and the losers?',
        'growth(price.close); by asset; last 7 day; bottom 5 asset by growth(price.close)',
        'growth(price.close); by asset; last 1 week; bottom 5 asset by growth(price.close)',
        'price.close, growth(price.close); by asset; last 7 day; bottom 5 asset by growth(price.close)',
        'price.close, growth(price.close); by asset; last 1 week; bottom 5 asset by growth(price.close)',
      ],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'long short ratio btc eth sol last 90 days',
        'sentiment.long_short; by asset; day; last 90 day; where asset in BTC, ETH, SOL',
        'sentiment.long_short; by asset; week; last 90 day; where asset in BTC, ETH, SOL',
        'sentiment.long_short; by asset; last 90 day; where asset in BTC, ETH, SOL',
      ],
      ['how deep is the order book on binance?', 'refuse'],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        'btc atm vol 30 day tenor',
        'option_surface.atm; where asset in BTC; where tenor eq 30',
        'option_surface.atm; where asset in BTC; where tenor in 30',
      ],
      ['whole term structure', 'option_surface.atm; by tenor; where asset in BTC'],
      ['for eth', 'option_surface.atm; by tenor; where asset in ETH'],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'bitcoin funding by exchange last 7 days',
        'funding.funding_rate; by exchange; last 7 day; where asset in BTC',
        'funding.funding_rate; by exchange; last 1 week; where asset in BTC',
        'funding.funding_rate; by exchange; day; last 7 day; where asset in BTC',
        'funding.funding_rate; by exchange; day; last 1 week; where asset in BTC',
      ],
      [
        'only those above 10%',
        'funding.funding_rate; by exchange; last 7 day; where asset in BTC; where funding.funding_rate gt 10',
        'funding.funding_rate; by exchange; last 1 week; where asset in BTC; where funding.funding_rate gt 10',
        'funding.funding_rate; by exchange; day; last 7 day; where asset in BTC; where funding.funding_rate gt 10',
        'funding.funding_rate; by exchange; day; last 1 week; where asset in BTC; where funding.funding_rate gt 10',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      ['annualised basis of btc futures by expiry', 'futures_term.basis; by expiry; where asset in BTC'],
      ['just cme', 'futures_term.basis; by expiry; where asset in BTC; where exchange in CME'],
    ],
  },
  {
    board: 'staking',
    turns: [
      [
        'which network pays most after inflation?',
        'staking.real_yield; by network; top 1 network by staking.real_yield',
      ],
      [
        'show the nominal apr next to it',
        'staking.real_yield, staking.apr; by network; top 1 network by staking.real_yield',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      ['lido apr by month this year', 'staking.apr; month; current year; where protocol in Lido'],
      ['how many of its validators got slashed?', 'refuse'],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'growth of tokenised treasuries over the last 3 months',
        'growth(rwa.value); last 3 month; where asset_class in Treasuries',
        'growth(rwa.value); last 90 day; where asset_class in Treasuries',
        'growth(rwa.value); last 1 quarter; where asset_class in Treasuries',
        'growth(rwa.value); previous 3 month; where asset_class in Treasuries',
        'growth(rwa.value); month; last 3 month; where asset_class in Treasuries',
        'growth(rwa.value); month; last 90 day; where asset_class in Treasuries',
        'growth(rwa.value); month; last 1 quarter; where asset_class in Treasuries',
        'growth(rwa.value); month; previous 3 month; where asset_class in Treasuries',
        'growth(rwa.value); week; last 3 month; where asset_class in Treasuries',
        'growth(rwa.value); week; last 90 day; where asset_class in Treasuries',
        'growth(rwa.value); week; last 1 quarter; where asset_class in Treasuries',
        'growth(rwa.value); week; previous 3 month; where asset_class in Treasuries',
        'growth(rwa.value); day; last 3 month; where asset_class in Treasuries',
        'growth(rwa.value); day; last 90 day; where asset_class in Treasuries',
        'growth(rwa.value); day; last 1 quarter; where asset_class in Treasuries',
        'growth(rwa.value); day; previous 3 month; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); last 3 month; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); last 90 day; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); last 1 quarter; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); previous 3 month; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); month; last 3 month; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); month; last 90 day; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); month; last 1 quarter; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); month; previous 3 month; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); week; last 3 month; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); week; last 90 day; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); week; last 1 quarter; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); week; previous 3 month; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); day; last 3 month; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); day; last 90 day; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); day; last 1 quarter; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); day; previous 3 month; where asset_class in Treasuries',
      ],
      [
        'by month',
        'growth(rwa.value); month; last 3 month; where asset_class in Treasuries',
        'growth(rwa.value); month; last 90 day; where asset_class in Treasuries',
        'growth(rwa.value); month; last 1 quarter; where asset_class in Treasuries',
        'growth(rwa.value); month; previous 3 month; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); month; last 3 month; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); month; last 90 day; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); month; last 1 quarter; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value); month; previous 3 month; where asset_class in Treasuries',
      ],
      [
        'how much of it was new money',
        'rwa.net_subscriptions; last 3 month; where asset_class in Treasuries',
        'rwa.net_subscriptions; last 90 day; where asset_class in Treasuries',
        'rwa.net_subscriptions; last 1 quarter; where asset_class in Treasuries',
        'rwa.net_subscriptions; previous 3 month; where asset_class in Treasuries',
        'rwa.net_subscriptions; month; last 3 month; where asset_class in Treasuries',
        'rwa.net_subscriptions; month; last 90 day; where asset_class in Treasuries',
        'rwa.net_subscriptions; month; last 1 quarter; where asset_class in Treasuries',
        'rwa.net_subscriptions; month; previous 3 month; where asset_class in Treasuries',
        'rwa.value, rwa.net_subscriptions; last 3 month; where asset_class in Treasuries',
        'rwa.value, rwa.net_subscriptions; last 90 day; where asset_class in Treasuries',
        'rwa.value, rwa.net_subscriptions; last 1 quarter; where asset_class in Treasuries',
        'rwa.value, rwa.net_subscriptions; previous 3 month; where asset_class in Treasuries',
        'rwa.value, rwa.net_subscriptions; month; last 3 month; where asset_class in Treasuries',
        'rwa.value, rwa.net_subscriptions; month; last 90 day; where asset_class in Treasuries',
        'rwa.value, rwa.net_subscriptions; month; last 1 quarter; where asset_class in Treasuries',
        'rwa.value, rwa.net_subscriptions; month; previous 3 month; where asset_class in Treasuries',
        'growth(rwa.value), rwa.net_subscriptions; last 3 month; where asset_class in Treasuries',
        'growth(rwa.value), rwa.net_subscriptions; last 90 day; where asset_class in Treasuries',
        'growth(rwa.value), rwa.net_subscriptions; last 1 quarter; where asset_class in Treasuries',
        'growth(rwa.value), rwa.net_subscriptions; previous 3 month; where asset_class in Treasuries',
        'growth(rwa.value), rwa.net_subscriptions; month; last 3 month; where asset_class in Treasuries',
        'growth(rwa.value), rwa.net_subscriptions; month; last 90 day; where asset_class in Treasuries',
        'growth(rwa.value), rwa.net_subscriptions; month; last 1 quarter; where asset_class in Treasuries',
        'growth(rwa.value), rwa.net_subscriptions; month; previous 3 month; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value), rwa.net_subscriptions; last 3 month; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value), rwa.net_subscriptions; last 90 day; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value), rwa.net_subscriptions; last 1 quarter; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value), rwa.net_subscriptions; previous 3 month; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value), rwa.net_subscriptions; month; last 3 month; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value), rwa.net_subscriptions; month; last 90 day; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value), rwa.net_subscriptions; month; last 1 quarter; where asset_class in Treasuries',
        'rwa.value, growth(rwa.value), rwa.net_subscriptions; month; previous 3 month; where asset_class in Treasuries',
      ],
    ],
  },
  {
    board: 'rwa',
    turns: [
      ['3 biggest issuers by value', 'rwa.value; by issuer; top 3 issuer by rwa.value'],
      ['what is their credit rating?', 'refuse'],
    ],
  },
]
