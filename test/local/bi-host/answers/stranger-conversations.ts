/**
 * Written by somebody who had not read the reader, before its last change (engineering decision 33). Each right reading in the
 * notation of `notation.ts`; any of those listed will do. The first run stands in docs/reading-questions.md.
 * `board` is a key of `liveboards`; what a follow-up expects is the whole query as it should then stand.
 */
export const strangerConversations: readonly {
  readonly board: string
  readonly turns: readonly (readonly [question: string, ...expected: string[]])[]
}[] = [
  {
    board: 'stablecoins',
    turns: [
      [
        'supply by stablecoin over the last year',
        'stable_supply.supply; by token; day; last 1 year',
        'stable_supply.supply; by token; day; last 12 month',
        'stable_supply.supply; by token; day; last 365 day',
        'stable_supply.supply; by token; day; previous 1 year',
        'stable_supply.supply; by token; week; last 1 year',
        'stable_supply.supply; by token; week; last 12 month',
        'stable_supply.supply; by token; week; last 365 day',
        'stable_supply.supply; by token; week; previous 1 year',
        'stable_supply.supply; by token; month; last 1 year',
        'stable_supply.supply; by token; month; last 12 month',
        'stable_supply.supply; by token; month; last 365 day',
        'stable_supply.supply; by token; month; previous 1 year',
      ],
      [
        'by month instead',
        'stable_supply.supply; by token; month; last 1 year',
        'stable_supply.supply; by token; month; last 12 month',
        'stable_supply.supply; by token; month; last 365 day',
        'stable_supply.supply; by token; month; previous 1 year',
      ],
      [
        'top 3 only',
        'stable_supply.supply; by token; month; last 1 year; top 3 token by stable_supply.supply',
        'stable_supply.supply; by token; month; last 12 month; top 3 token by stable_supply.supply',
        'stable_supply.supply; by token; month; last 365 day; top 3 token by stable_supply.supply',
        'stable_supply.supply; by token; month; previous 1 year; top 3 token by stable_supply.supply',
      ],
      [
        'as a table',
        'stable_supply.supply; by token; month; last 1 year; top 3 token by stable_supply.supply; chart table',
        'stable_supply.supply; by token; month; last 12 month; top 3 token by stable_supply.supply; chart table',
        'stable_supply.supply; by token; month; last 365 day; top 3 token by stable_supply.supply; chart table',
        'stable_supply.supply; by token; month; previous 1 year; top 3 token by stable_supply.supply; chart table',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      ['USDT supply by chain', 'stable_supply.supply; by chain; where token in USDT'],
      ['without Tron', 'stable_supply.supply; by chain; where chain not-in Tron; where token in USDT'],
      ['what about USDC', 'stable_supply.supply; by chain; where chain not-in Tron; where token in USDC'],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'net issuance this quarter',
        'stable_supply.net_issuance; current quarter',
        'stable_supply.net_issuance; day; current quarter',
        'stable_supply.net_issuance; week; current quarter',
        'stable_supply.net_issuance; month; current quarter',
      ],
      [
        'compare with the previous quarter',
        'stable_supply.net_issuance; current quarter; vs previous-period',
        'stable_supply.net_issuance; day; current quarter; vs previous-period',
        'stable_supply.net_issuance; week; current quarter; vs previous-period',
        'stable_supply.net_issuance; month; current quarter; vs previous-period',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      ['daily stablecoin supply in May', 'stable_supply.supply; day; between 2026-05-01 2026-05-31'],
      ['why did it fall on 12 May', 'why stable_supply.supply; day 2026-05-12'],
    ],
  },
  {
    board: 'home',
    turns: [
      ['what is the total crypto market cap?', 'market_cap.cap'],
      ['split it by asset, top 5', 'market_cap.cap; by asset; top 5 asset by market_cap.cap'],
      [
        'and as share of total?',
        'share(market_cap.cap); by asset; top 5 asset by share(market_cap.cap)',
        'market_cap.cap, share(market_cap.cap); by asset; top 5 asset by market_cap.cap',
        'market_cap.cap, share(market_cap.cap); by asset; top 5 asset by share(market_cap.cap)',
        'share_of_total(market_cap.cap); by asset; top 5 asset by share_of_total(market_cap.cap)',
        'market_cap.cap, share_of_total(market_cap.cap); by asset; top 5 asset by market_cap.cap',
        'market_cap.cap, share_of_total(market_cap.cap); by asset; top 5 asset by share_of_total(market_cap.cap)',
        'percent_of_total(market_cap.cap); by asset; top 5 asset by percent_of_total(market_cap.cap)',
        'market_cap.cap, percent_of_total(market_cap.cap); by asset; top 5 asset by market_cap.cap',
        'market_cap.cap, percent_of_total(market_cap.cap); by asset; top 5 asset by percent_of_total(market_cap.cap)',
        'market_cap.cap; by asset; top 5 asset by market_cap.cap; chart donut',
        'market_cap.cap; by asset; top 5 asset by market_cap.cap; chart treemap',
      ],
    ],
  },
  {
    board: 'home',
    turns: [
      [
        'btc and eth funding last 90 days',
        'funding.funding_rate; by asset; day; last 90 day; where asset in BTC, ETH',
        'funding.funding_rate; by asset; week; last 90 day; where asset in BTC, ETH',
      ],
      [
        'as a 7-day moving average',
        'moving_average(funding.funding_rate, 7); by asset; day; last 90 day; where asset in BTC, ETH',
        'funding.funding_rate, moving_average(funding.funding_rate, 7); by asset; day; last 90 day; where asset in BTC, ETH',
      ],
      ['will it turn negative next week?', 'refuse'],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      [
        'volume by exchange last 30 days',
        'trading.volume; by exchange; last 30 day',
        'trading.volume; by exchange; day; last 30 day',
        'trading.volume; by exchange; week; last 30 day',
      ],
      [
        'spot only',
        'trading.volume; by exchange; last 30 day; where market_type in Spot',
        'trading.volume; by exchange; day; last 30 day; where market_type in Spot',
        'trading.volume; by exchange; week; last 30 day; where market_type in Spot',
      ],
      ['how many customers does Binance have?', 'refuse'],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      ['open interest by asset', 'trading.open_interest; by asset'],
      [
        'which one grew most this month?',
        'growth(trading.open_interest); by asset; current month; top 1 asset by growth(trading.open_interest)',
        'trading.open_interest, growth(trading.open_interest); by asset; current month; top 1 asset by growth(trading.open_interest)',
        'change(trading.open_interest); by asset; current month; top 1 asset by change(trading.open_interest)',
        'trading.open_interest, change(trading.open_interest); by asset; current month; top 1 asset by change(trading.open_interest)',
      ],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      [
        'bitcoin price this year',
        'price.close; day; current year; where asset in BTC',
        'price.close; day; since 2026-01-01; where asset in BTC',
        'price.close; day; between 2026-01-01 2026-12-31; where asset in BTC',
        'price.close; week; current year; where asset in BTC',
        'price.close; week; since 2026-01-01; where asset in BTC',
        'price.close; week; between 2026-01-01 2026-12-31; where asset in BTC',
        'price.close; month; current year; where asset in BTC',
        'price.close; month; since 2026-01-01; where asset in BTC',
        'price.close; month; between 2026-01-01 2026-12-31; where asset in BTC',
      ],
      [
        'and last year?',
        'price.close; day; previous 1 year; where asset in BTC',
        'price.close; day; between 2025-01-01 2025-12-31; where asset in BTC',
        'price.close; week; previous 1 year; where asset in BTC',
        'price.close; week; between 2025-01-01 2025-12-31; where asset in BTC',
        'price.close; month; previous 1 year; where asset in BTC',
        'price.close; month; between 2025-01-01 2025-12-31; where asset in BTC',
      ],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['mvrv by month since 2024', 'onchain.mvrv; month; since 2024-01-01; where asset in BTC'],
      ['add sopr', 'onchain.mvrv, onchain.sopr; month; since 2024-01-01; where asset in BTC'],
      ['so is this a good time to buy?', 'refuse'],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      [
        'why did the bitcoin price drop on 10 October 2025?',
        'why price.close; day 2025-10-10; where asset in BTC',
      ],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      ['network fees per week, last 6 months', 'onchain.fees; week; last 6 month; where asset in ETH'],
      ['burned coins as well', 'onchain.fees, onchain.burned; week; last 6 month; where asset in ETH'],
    ],
  },
  {
    board: 'ethereum',
    turns: [['stablecoins on Ethereum, by token', 'stable_supply.supply; by token; where chain in Ethereum']],
  },
  {
    board: 'etf',
    turns: [
      [
        'net flow by sponsor this month',
        'etf.net_flow; by issuer; current month',
        'etf.net_flow; by issuer; day; current month',
        'etf.net_flow; by issuer; week; current month',
      ],
      [
        'bitcoin funds only',
        'etf.net_flow; by issuer; current month; where underlying in BTC',
        'etf.net_flow; by issuer; day; current month; where underlying in BTC',
        'etf.net_flow; by issuer; week; current month; where underlying in BTC',
      ],
      [
        'who had the largest outflow?',
        'etf.net_flow; by issuer; current month; where underlying in BTC; bottom 1 issuer by etf.net_flow',
        'etf.net_flow; by issuer; day; current month; where underlying in BTC; bottom 1 issuer by etf.net_flow',
        'etf.net_flow; by issuer; week; current month; where underlying in BTC; bottom 1 issuer by etf.net_flow',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['five largest funds by aum', 'etf.aum; by fund; top 5 fund by etf.aum'],
      ['how does that compare with a year ago', 'etf.aum; by fund; vs year-ago; top 5 fund by etf.aum'],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'borrow apy by asset class last 90 days',
        'lending.borrow_apy; by asset_class; day; last 90 day',
        'lending.borrow_apy; by asset_class; week; last 90 day',
      ],
      [
        'just dollar',
        'lending.borrow_apy; by asset_class; day; last 90 day; where asset_class in Dollar',
        'lending.borrow_apy; by asset_class; week; last 90 day; where asset_class in Dollar',
        'lending.borrow_apy; day; last 90 day; where asset_class in Dollar',
        'lending.borrow_apy; week; last 90 day; where asset_class in Dollar',
      ],
      [
        'and the supply apy next to it',
        'lending.borrow_apy, lending.supply_apy; by asset_class; day; last 90 day; where asset_class in Dollar',
        'lending.borrow_apy, lending.supply_apy; by asset_class; week; last 90 day; where asset_class in Dollar',
        'lending.borrow_apy, lending.supply_apy; day; last 90 day; where asset_class in Dollar',
        'lending.borrow_apy, lending.supply_apy; week; last 90 day; where asset_class in Dollar',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      ['utilisation by protocol', 'lending.utilisation; by protocol'],
      ['only those above 80%', 'lending.utilisation; by protocol; where lending.utilisation gt 80'],
      ['what are their credit ratings?', 'refuse'],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'liquidations by month this year',
        'liquidations.amount; month; current year',
        'liquidations.amount; month; since 2026-01-01',
        'liquidations.amount; month; between 2026-01-01 2026-12-31',
      ],
      ['why did they rise in October?', 'why liquidations.amount; between 2026-10-01 2026-10-31'],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'long short ratio of SOL, last 60 days',
        'sentiment.long_short; day; last 60 day; where asset in SOL',
        'sentiment.long_short; week; last 60 day; where asset in SOL',
      ],
      [
        'and btc?',
        'sentiment.long_short; day; last 60 day; where asset in BTC',
        'sentiment.long_short; week; last 60 day; where asset in BTC',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        'btc put skew at 30 days tenor, last 3 months',
        'option_surface.put_skew; day; last 3 month; where asset in BTC; where tenor eq 30',
        'option_surface.put_skew; day; last 3 month; where asset in BTC; where tenor in 30',
        'option_surface.put_skew; week; last 3 month; where asset in BTC; where tenor eq 30',
        'option_surface.put_skew; week; last 3 month; where asset in BTC; where tenor in 30',
      ],
      [
        'eth instead',
        'option_surface.put_skew; day; last 3 month; where asset in ETH; where tenor eq 30',
        'option_surface.put_skew; day; last 3 month; where asset in ETH; where tenor in 30',
        'option_surface.put_skew; week; last 3 month; where asset in ETH; where tenor eq 30',
        'option_surface.put_skew; week; last 3 month; where asset in ETH; where tenor in 30',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        'option volume by type this quarter',
        'options.volume; by option_type; current quarter',
        'options.volume; by option_type; day; current quarter',
        'options.volume; by option_type; week; current quarter',
        'options.volume; by option_type; month; current quarter',
      ],
      [
        'puts only',
        'options.volume; by option_type; current quarter; where option_type in Put',
        'options.volume; by option_type; day; current quarter; where option_type in Put',
        'options.volume; by option_type; week; current quarter; where option_type in Put',
        'options.volume; by option_type; month; current quarter; where option_type in Put',
        'options.volume; current quarter; where option_type in Put',
        'options.volume; day; current quarter; where option_type in Put',
        'options.volume; week; current quarter; where option_type in Put',
        'options.volume; month; current quarter; where option_type in Put',
      ],
      ['show me the gamma exposure of dealers', 'refuse'],
    ],
  },
  {
    board: 'futures',
    turns: [
      ['bitcoin basis by exchange', 'futures_term.basis; by exchange; where asset in BTC'],
      [
        'only CME, over the last 6 months',
        'futures_term.basis; by exchange; day; last 6 month; where asset in BTC; where exchange in CME',
        'futures_term.basis; by exchange; week; last 6 month; where asset in BTC; where exchange in CME',
        'futures_term.basis; by exchange; month; last 6 month; where asset in BTC; where exchange in CME',
        'futures_term.basis; day; last 6 month; where asset in BTC; where exchange in CME',
        'futures_term.basis; week; last 6 month; where asset in BTC; where exchange in CME',
        'futures_term.basis; month; last 6 month; where asset in BTC; where exchange in CME',
      ],
      ['where will it stand at the end of next year?', 'refuse'],
    ],
  },
  {
    board: 'staking',
    turns: [
      ['staked value by network', 'staking.staked; by network'],
      ['without Ethereum', 'staking.staked; by network; where network not-in Ethereum'],
      ['real yield instead', 'staking.real_yield; by network; where network not-in Ethereum'],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'rwa value by class since 2025',
        'rwa.value; by asset_class; day; since 2025-01-01; where transfer_class in Distributed',
        'rwa.value; by asset_class; day; since 2025-01-01',
        'rwa.value; by asset_class; week; since 2025-01-01; where transfer_class in Distributed',
        'rwa.value; by asset_class; week; since 2025-01-01',
        'rwa.value; by asset_class; month; since 2025-01-01; where transfer_class in Distributed',
        'rwa.value; by asset_class; month; since 2025-01-01',
        'rwa.value; by asset_class; quarter; since 2025-01-01; where transfer_class in Distributed',
        'rwa.value; by asset_class; quarter; since 2025-01-01',
      ],
      [
        'by chain instead',
        'rwa.value; by chain; day; since 2025-01-01; where transfer_class in Distributed',
        'rwa.value; by chain; day; since 2025-01-01',
        'rwa.value; by chain; week; since 2025-01-01; where transfer_class in Distributed',
        'rwa.value; by chain; week; since 2025-01-01',
        'rwa.value; by chain; month; since 2025-01-01; where transfer_class in Distributed',
        'rwa.value; by chain; month; since 2025-01-01',
        'rwa.value; by chain; quarter; since 2025-01-01; where transfer_class in Distributed',
        'rwa.value; by chain; quarter; since 2025-01-01',
      ],
      [
        'only treasuries',
        'rwa.value; by chain; day; since 2025-01-01; where asset_class in Treasuries; where transfer_class in Distributed',
        'rwa.value; by chain; day; since 2025-01-01; where asset_class in Treasuries',
        'rwa.value; by chain; week; since 2025-01-01; where asset_class in Treasuries; where transfer_class in Distributed',
        'rwa.value; by chain; week; since 2025-01-01; where asset_class in Treasuries',
        'rwa.value; by chain; month; since 2025-01-01; where asset_class in Treasuries; where transfer_class in Distributed',
        'rwa.value; by chain; month; since 2025-01-01; where asset_class in Treasuries',
        'rwa.value; by chain; quarter; since 2025-01-01; where asset_class in Treasuries; where transfer_class in Distributed',
        'rwa.value; by chain; quarter; since 2025-01-01; where asset_class in Treasuries',
      ],
    ],
  },
]
