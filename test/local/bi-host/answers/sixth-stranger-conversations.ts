/**
 * By a seventh person, who had read neither the reader nor the sets before, after what the fifth stranger found was mended. Each right
 * reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in docs/reading-questions.md.
 */
export const sixthStrangerConversations: readonly {
  readonly board: string
  readonly turns: readonly (readonly [question: string, ...readings: string[]])[]
}[] = [
  {
    board: 'home',
    turns: [
      ['fear and greed past month', 'fear_greed.fear_greed; {|day|week}; @lm'],
      [
        'make it a year',
        'fear_greed.fear_greed; {|day|week|month}; @py',
        'fear_greed.fear_greed; {|day|week|month}; previous 1 year',
      ],
    ],
  },
  {
    board: 'home',
    turns: [
      [
        'top 5 gainers this week',
        '{|price.close, }growth(price.close); by asset; top 5 asset by growth(price.close); {|sort growth(price.close) desc}; @tw',
      ],
      [
        'and the losers',
        '{|price.close, }growth(price.close); by asset; bottom 5 asset by growth(price.close); {|sort growth(price.close)|sort growth(price.close) desc}; @tw',
      ],
      ['will they bounce tomorrow', 'refuse'],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'net issuance this month',
        'stable_supply.net_issuance; {|day|week|month}; {current month|last 1 month|last 30 day|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}',
      ],
      [
        'by issuer',
        'stable_supply.net_issuance; by issuer; {|day|week}; {current month|last 1 month|last 30 day|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}',
        'stable_supply.net_issuance; by issuer; {current month|last 1 month|last 30 day|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; sort stable_supply.net_issuance desc',
      ],
      [
        'only the top 3',
        'stable_supply.net_issuance; by issuer; {|day|week}; {current month|last 1 month|last 30 day|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; top 3 issuer by stable_supply.net_issuance',
        'stable_supply.net_issuance; by issuer; top 3 issuer by stable_supply.net_issuance; {|sort stable_supply.net_issuance desc}; {current month|last 1 month|last 30 day|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'pyusd price last week',
        '{stable_price.price|stable_price.deviation}; {|day}; @lw; where token in PYUSD',
      ],
      [
        'and usdc?',
        '{stable_price.price|stable_price.deviation}; {|day}; @lw; where token in USDC',
        '{stable_price.price|stable_price.deviation}; by token; {|day}; @lw; where token in PYUSD, USDC',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      [
        'total mcap over the past year',
        'market_cap.cap; {|day|week|month|quarter}; @py',
        'market_cap.cap; {|day|week|month|quarter}; previous 1 year',
      ],
      [
        'without stablecoins',
        'market_cap.cap; {|day|week|month|quarter}; @py; {where kind in Assets|where kind not-in Stablecoins}',
        'price.cap; {|day|week|month|quarter}; @py',
        'market_cap.cap; {|day|week|month|quarter}; previous 1 year; {where kind in Assets|where kind not-in Stablecoins}',
      ],
      [
        'as area chart',
        'market_cap.cap; {|day|week|month|quarter}; @py; {where kind in Assets|where kind not-in Stablecoins}; {chart area|chart stacked-area}',
        'price.cap; {|day|week|month|quarter}; @py; chart area',
        'market_cap.cap; {|day|week|month|quarter}; previous 1 year; {where kind in Assets|where kind not-in Stablecoins}; chart area',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      [
        'spot volume by exchange last month',
        'trading.volume; by exchange; @lm; where market_type in Spot; {|sort trading.volume desc}',
        'trading.volume; by exchange; {day|week}; @lm; where market_type in Spot',
      ],
      [
        'in percent',
        '{|trading.volume, }share(trading.volume); by exchange; @lm; where market_type in Spot; {|sort share(trading.volume) desc}',
        'trading.volume, share(trading.volume); by exchange; @lm; where market_type in Spot; sort trading.volume desc',
        '{|trading.volume, }share(trading.volume); by exchange; {day|week}; @lm; where market_type in Spot',
      ],
      ['which of these should i open an account with', 'refuse'],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['nupl last 6 months', 'onchain.nupl; @G; @m6; where asset in BTC'],
      ['add sopr', 'onchain.nupl, onchain.sopr; @G; @m6; where asset in BTC'],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['exchange balance', 'onchain.exchange_balance; @G; where asset in BTC'],
      [
        'change since july',
        '{growth(onchain.exchange_balance)|change(onchain.exchange_balance)|onchain.exchange_balance, growth(onchain.exchange_balance)|onchain.exchange_balance, change(onchain.exchange_balance)|onchain.exchange_balance; vs previous-period}; {since 2026-07-01|between 2026-07-01 2026-11-20}; where asset in BTC',
        '{|onchain.exchange_balance, }{change|growth}(onchain.exchange_balance); {day|week|month}; since 2026-07-01; where asset in BTC',
      ],
      [
        'why did it fall in october',
        'why onchain.exchange_balance; {between 2026-10-01 2026-10-31|previous 1 month}; where asset in BTC',
      ],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      [
        'gas fees per week this quarter',
        'onchain.fees; week; {current quarter|since 2026-10-01|between 2026-10-01 2026-11-20|between 2026-10-01 2026-12-31}; where asset in ETH',
      ],
      [
        'and how much was burned',
        '{onchain.burned|onchain.fees, onchain.burned}; week; {current quarter|since 2026-10-01|between 2026-10-01 2026-11-20|between 2026-10-01 2026-12-31}; where asset in ETH',
      ],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      ['staked share', 'staking.staked_share; @G; {where asset in ETH|where network in Ethereum}'],
      [
        'what about solana',
        'staking.staked_share; @G; {where network in Solana|where asset in SOL}',
        'staking.staked_share; @G; {by network; where network in Ethereum, Solana|by asset; where asset in ETH, SOL|by asset; where network in Ethereum, Solana|by network; where asset in ETH, SOL}',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['flows yesterday by fund', 'etf.net_flow; by fund; @yd; {|sort etf.net_flow desc}'],
      ['just the eth ones', 'etf.net_flow; by fund; @yd; where underlying in ETH; {|sort etf.net_flow desc}'],
      [
        'ok and for the whole week',
        'etf.net_flow; by fund; {current week|last 1 week|last 7 day|previous 1 week}; where underlying in ETH; {|sort etf.net_flow desc}',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['blackrock aum', 'etf.aum; @G; where issuer in BlackRock'],
      [
        'vs grayscale and fidelity',
        'etf.aum; by issuer; @G; where issuer in BlackRock, Fidelity, Grayscale',
        'etf.aum; by issuer; where issuer in BlackRock, Fidelity, Grayscale; sort etf.aum desc',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'usdc borrow rates by protocol',
        'lending.borrow_apy; by protocol; where asset in USDC; {|sort lending.borrow_apy desc}',
      ],
      [
        'sort high to low',
        'lending.borrow_apy; by protocol; where asset in USDC; sort lending.borrow_apy desc',
      ],
      [
        'utilisation too',
        'lending.borrow_apy, lending.utilisation; by protocol; where asset in USDC; sort lending.borrow_apy desc',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'onchain liquidations by collateral last quarter',
        'liquidations.amount; by collateral; @lq; {|sort liquidations.amount desc}',
      ],
      [
        'leave out eth',
        'liquidations.amount; by collateral; @lq; where collateral not-in ETH; {|sort liquidations.amount desc}',
      ],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'coinbase vs kraken spot volume, weekly',
        'trading.volume; by exchange; week; where exchange in Coinbase, Kraken; where market_type in Spot',
      ],
      [
        'last 3 months only',
        'trading.volume; by exchange; week; @m3; where exchange in Coinbase, Kraken; where market_type in Spot',
      ],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'volume by hour of day for sol',
        'hourly.volume; by hour; where asset in SOL; {|sort hourly.volume desc}',
      ],
      ['by weekday instead', 'hourly.volume; by weekday; where asset in SOL; {|sort hourly.volume desc}'],
      ['bar chart', 'hourly.volume; by weekday; where asset in SOL; chart bars; {|sort hourly.volume desc}'],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        'btc options oi by exchange',
        'options.open_interest; by exchange; where asset in BTC; {|sort options.open_interest desc}',
        'options.open_interest_coins; by exchange; where asset in BTC; {|sort options.open_interest_coins desc}',
      ],
      [
        'puts only',
        'options.open_interest; by exchange; where asset in BTC; where option_type in Put; {|sort options.open_interest desc}',
        'options.open_interest_coins; by exchange; where asset in BTC; where option_type in Put; {|sort options.open_interest_coins desc}',
      ],
      [
        'chart it over the last 60 days',
        '{options.open_interest|options.open_interest_coins}; by exchange; {|day|week}; {last 60 day|last 2 month}; where asset in BTC; where option_type in Put; {|chart line}',
        'options.open_interest; by exchange; {|day|week}; {last 60 day|last 2 month}; where asset in BTC; where option_type in Put; sort options.open_interest desc; {|chart line}',
        'options.open_interest_coins; by exchange; {|day|week}; {last 60 day|last 2 month}; where asset in BTC; where option_type in Put; sort options.open_interest_coins desc; {|chart line}',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        'liquidations on 10 october 2025',
        'exchange_liquidations.amount; between 2025-10-10 2025-10-10',
        'exchange_liquidations.amount; day; between 2025-10-10 2025-10-10',
      ],
      [
        'longs vs shorts',
        'exchange_liquidations.amount; by side; {|day}; between 2025-10-10 2025-10-10; {|where side in Long, Short}; {|sort exchange_liquidations.amount desc}',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'eth funding by exchange past 7 days',
        '{funding.funding_rate|funding.rate}; by exchange; {|hour|day}; @d7; where asset in ETH',
        'funding.funding_rate; by exchange; @d7; where asset in ETH; sort funding.funding_rate desc',
        'funding.rate; by exchange; @d7; where asset in ETH; sort funding.rate desc',
      ],
      [
        'only binance and bybit',
        '{funding.funding_rate|funding.rate}; by exchange; {|hour|day}; @d7; where asset in ETH; where exchange in Binance, Bybit',
        'funding.funding_rate; by exchange; @d7; where asset in ETH; where exchange in Binance, Bybit; sort funding.funding_rate desc',
        'funding.rate; by exchange; @d7; where asset in ETH; where exchange in Binance, Bybit; sort funding.rate desc',
      ],
      [
        'no, all exchanges again',
        '{funding.funding_rate|funding.rate}; by exchange; {|hour|day}; @d7; where asset in ETH',
        'funding.funding_rate; by exchange; @d7; where asset in ETH; sort funding.funding_rate desc',
        'funding.rate; by exchange; @d7; where asset in ETH; sort funding.rate desc',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      ['perp open interest', 'trading.open_interest; @G; where market_type in Perpetual'],
      [
        'how much did it change since 1 november',
        '{growth(trading.open_interest)|change(trading.open_interest)|trading.open_interest, growth(trading.open_interest)|trading.open_interest, change(trading.open_interest)|trading.open_interest; vs previous-period}; {since 2026-11-01|between 2026-11-01 2026-11-20|current month}; where market_type in Perpetual',
        '{|trading.open_interest, }{change|growth}(trading.open_interest); {day|week|month}; {since 2026-11-01|current month}; where market_type in Perpetual',
      ],
      ['what will it be next month', 'refuse'],
    ],
  },
  {
    board: 'staking',
    turns: [
      [
        'apr by provider for solana',
        'staking.apr; by protocol; {where network in Solana|where asset in SOL}; {|sort staking.apr desc}',
      ],
      [
        'which one is highest',
        'staking.apr; by protocol; {where network in Solana|where asset in SOL}; {top 1 protocol by staking.apr|sort staking.apr desc|top 1 protocol by staking.apr; sort staking.apr desc}',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      ['restaked value trend', 'restaking.restaked; {|day|week|month|quarter}'],
      [
        'split by protocol',
        'restaking.restaked; by protocol; {|day|week|month|quarter}',
        'restaking.restaked; by protocol; sort restaking.restaked desc',
      ],
    ],
  },
  {
    board: 'rwa',
    turns: [
      ['value by asset class', 'rwa.value; by asset_class; @tc; {|sort rwa.value desc}'],
      [
        'treasuries only, by product',
        'rwa.value; by product; @tc; where asset_class in Treasuries; {|sort rwa.value desc}',
      ],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'franklin templeton token holders',
        'rwa.holders; @G; where issuer in Franklin Templeton',
        'rwa.holders; by product; where issuer in Franklin Templeton',
      ],
      [
        'since june',
        'rwa.holders; @G; {since 2026-06-01|between 2026-06-01 2026-11-20}; where issuer in Franklin Templeton',
        'rwa.holders; by product; @G; since 2026-06-01; where issuer in Franklin Templeton',
      ],
      ['who is their ceo', 'refuse'],
    ],
  },
]
