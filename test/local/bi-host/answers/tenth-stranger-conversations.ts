/**
 * By an eleventh person, who had read neither the reader nor the sets before, after what the ninth stranger and four rounds of
 * practice found was mended. A second person, who had not read them either, completed the lists of right readings before the
 * first run. Each right reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in
 * docs/reading-questions.md.
 */
export const tenthStrangerConversations: readonly {
  readonly board: string
  readonly turns: readonly (readonly [question: string, ...readings: string[]])[]
}[] = [
  {
    board: 'home',
    turns: [
      ['market cap of everything', 'market_cap.cap; @now'],
      [
        'without stablecoins',
        'market_cap.cap; @now; where kind {in Assets|not-in Stablecoins}',
        'price.cap; @now',
      ],
      [
        'by coin, five biggest',
        'market_cap.cap; by asset; @now; where kind {in Assets|not-in Stablecoins}; top 5 asset by market_cap.cap; {|sort market_cap.cap desc}',
        'price.cap; by asset; @now; top 5 asset by price.cap; {|sort price.cap desc}',
      ],
    ],
  },
  {
    board: 'home',
    turns: [
      [
        'fear & greed last 3 months',
        'fear_greed.fear_greed; @G; {last 3 month|last 90 day|last 1 quarter|previous 3 month|previous 3 month}',
      ],
      [
        'put btc price next to it',
        '{fear_greed.fear_greed, price.close|price.close, fear_greed.fear_greed}; @G; {last 3 month|last 90 day|last 1 quarter|previous 3 month|previous 3 month}; where asset in BTC',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      ['suply by chain', 'stable_supply.supply; by chain; @now; {|sort stable_supply.supply desc}'],
      [
        'just usdt and usdc',
        'stable_supply.supply; by chain; @now; where token in USDC, USDT; {|sort stable_supply.supply desc}',
        'stable_supply.supply; by {chain, token|token, chain}; @now; where token in USDC, USDT; {|sort stable_supply.supply desc}',
      ],
      [
        'past 6 months, weekly',
        'stable_supply.supply; by chain; week; {last 6 month|last 180 day|last 26 week|previous 6 month|previous 6 month}; where token in USDC, USDT; {|sort stable_supply.supply desc}',
        'stable_supply.supply; by {chain, token|token, chain}; week; {last 6 month|last 180 day|last 26 week|previous 6 month|previous 6 month}; where token in USDC, USDT; {|sort stable_supply.supply desc}',
      ],
      [
        'as stacked area pls',
        'stable_supply.supply; by chain; week; {last 6 month|last 180 day|last 26 week|previous 6 month|previous 6 month}; where token in USDC, USDT; {|sort stable_supply.supply desc}; chart stacked-area',
        'stable_supply.supply; by {chain, token|token, chain}; week; {last 6 month|last 180 day|last 26 week|previous 6 month|previous 6 month}; where token in USDC, USDT; {|sort stable_supply.supply desc}; chart stacked-area',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'net issuance last month',
        'stable_supply.net_issuance; @S; {last 1 month|last 30 day|previous 1 month|between 2026-10-01 2026-10-31}',
      ],
      [
        'why did it change?',
        'why stable_supply.net_issuance; {last 1 month|last 30 day|previous 1 month|between 2026-10-01 2026-10-31}',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      ['volume by venue type this year, monthly', 'trading.volume; by venue_kind; month; @yr'],
      [
        'in percent of total',
        '{|trading.volume, }share(trading.volume); by venue_kind; month; @yr',
        'trading.volume; by venue_kind; month; @yr; chart area-100',
        'share(trading.volume); by venue_kind; month; @yr; chart area-100',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      [
        'price change of defi coins past month',
        '{|price.close, }{growth(price.close)|change(price.close)}; by asset; @pm; where sector in DeFi',
        '{|price.close, }growth(price.close); by asset; @pm; where sector in DeFi; sort growth(price.close) desc',
        '{|price.close, }change(price.close); by asset; @pm; where sector in DeFi; sort change(price.close) desc',
        'price.close; by asset; @pm; vs previous-period; where sector in DeFi',
      ],
      [
        'payments as well',
        '{|price.close, }{growth(price.close)|change(price.close)}; by {asset|asset, sector|sector, asset}; @pm; where sector in DeFi, Payments',
        '{|price.close, }growth(price.close); by {asset|asset, sector|sector, asset}; @pm; where sector in DeFi, Payments; sort growth(price.close) desc',
        '{|price.close, }change(price.close); by {asset|asset, sector|sector, asset}; @pm; where sector in DeFi, Payments; sort change(price.close) desc',
        'price.close; by {asset|asset, sector|sector, asset}; @pm; vs previous-period; where sector in DeFi, Payments',
      ],
      [
        'sort from best to worst',
        '{|price.close, }growth(price.close); by {asset|asset, sector|sector, asset}; @pm; where sector in DeFi, Payments; sort growth(price.close) desc',
        '{|price.close, }change(price.close); by {asset|asset, sector|sector, asset}; @pm; where sector in DeFi, Payments; sort change(price.close) desc',
      ],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['price past year', 'price.close; @G; @py; where asset in BTC'],
      ['add realised price', 'price.close, onchain.realised_price; @G; @py; where asset in BTC'],
      [
        'only since july',
        'price.close, onchain.realised_price; @G; {since 2026-07-01|between 2026-07-01 2026-11-20}; where asset in BTC',
      ],
      [
        'drop the spot price again',
        'onchain.realised_price; @G; {since 2026-07-01|between 2026-07-01 2026-11-20}; where asset in BTC',
      ],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['sopr now', 'onchain.sopr; @now; where asset in BTC'],
      ['compared with last year', 'onchain.sopr; @now; vs year-ago; where asset in BTC'],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      ['active addresses trend', 'onchain.active_addresses; @G; where asset in ETH'],
      [
        'smooth it over 7 days',
        '{|onchain.active_addresses, }moving_average(onchain.active_addresses, 7); @S; where asset in ETH',
      ],
      [
        'same for bitcoin',
        '{|onchain.active_addresses, }moving_average(onchain.active_addresses, 7); @S; where asset in BTC',
      ],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      ['how much ether was burned this year', 'onchain.burned; @yr; where asset in ETH'],
      ['per month', 'onchain.burned; month; @yr; where asset in ETH'],
    ],
  },
  {
    board: 'etf',
    turns: [
      [
        'flows by fund last week',
        'etf.net_flow; by fund; {last 1 week|last 7 day|previous 1 week|between 2026-11-09 2026-11-15}; {|sort etf.net_flow desc}',
      ],
      [
        'just the ether ones',
        'etf.net_flow; by fund; {last 1 week|last 7 day|previous 1 week|between 2026-11-09 2026-11-15}; where underlying in ETH; {|sort etf.net_flow desc}',
      ],
      [
        'top 3',
        'etf.net_flow; by fund; {last 1 week|last 7 day|previous 1 week|between 2026-11-09 2026-11-15}; where underlying in ETH; top 3 fund by etf.net_flow; {|sort etf.net_flow desc}',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      [
        'blackrock vs fidelity aum',
        'etf.aum; by issuer; @S; where issuer in BlackRock, Fidelity',
        'etf.aum; by issuer; @now; where issuer in BlackRock, Fidelity; {|sort etf.aum desc}',
      ],
      ['who will be ahead in 2027', 'refuse'],
    ],
  },
  {
    board: 'lending',
    turns: [
      ['borrowed by protocol', 'lending.borrowed; by protocol; @now; {|sort lending.borrowed desc}'],
      [
        'on base only',
        'lending.borrowed; by protocol; @now; where chain in Base; {|sort lending.borrowed desc}',
      ],
      [
        'no, arbitrum instead',
        'lending.borrowed; by protocol; @now; where chain in Arbitrum; {|sort lending.borrowed desc}',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'what do i earn on usdc in aave',
        'lending.supply_apy; @now; where asset in USDC; where protocol in Aave v3',
        'lending.supply_apy; by {chain|market}; @now; where asset in USDC; where protocol in Aave v3; {|sort lending.supply_apy desc}',
      ],
      [
        'and t-bills next to it, last 12 months',
        '{lending.supply_apy, rates.bill|rates.bill, lending.supply_apy}; @G; {last 12 month|last 1 year|last 365 day|previous 12 month|previous 12 month|last 52 week}; where asset in USDC; where protocol in Aave v3',
        'lending.supply_apy, rates.bill; by {chain|market}; @G; {last 12 month|last 1 year|last 365 day|previous 12 month|previous 12 month|last 52 week}; where asset in USDC; where protocol in Aave v3; {|sort lending.supply_apy desc}',
      ],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'spot volume per exchange last 30 days',
        'trading.volume; by exchange; @d30; where market_type in Spot; {|sort trading.volume desc}',
        'trading.volume; by exchange; {day|week}; @d30; where market_type in Spot',
      ],
      [
        'market share',
        '{|trading.volume, }share(trading.volume); by exchange; @S; @d30; where market_type in Spot',
        'share(trading.volume); by exchange; @d30; where market_type in Spot; sort share(trading.volume) desc',
        'trading.volume, share(trading.volume); by exchange; @d30; where market_type in Spot; sort {trading.volume|share(trading.volume)} desc',
      ],
      [
        'leave out binance',
        '{|trading.volume, }share(trading.volume); by exchange; @S; @d30; where exchange not-in Binance; where market_type in Spot',
        'share(trading.volume); by exchange; @d30; where exchange not-in Binance; where market_type in Spot; sort share(trading.volume) desc',
        'trading.volume, share(trading.volume); by exchange; @d30; where exchange not-in Binance; where market_type in Spot; sort {trading.volume|share(trading.volume)} desc',
      ],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'btc spot volume by hour of day, last 4 weeks',
        'hourly.volume; by hour; {last 4 week|last 28 day|previous 4 week|previous 4 week}; where asset in BTC; {|sort hourly.volume desc}',
      ],
      [
        'by weekday instead',
        'hourly.volume; by weekday; {last 4 week|last 28 day|previous 4 week|previous 4 week}; where asset in BTC; {|sort hourly.volume desc}',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      ['liquidations yesterday', 'exchange_liquidations.amount; @yd'],
      ['longs only', 'exchange_liquidations.amount; @yd; where side in Long'],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        'put call ratio eth',
        '{options.put_call_oi|options.put_call_volume}; @G; where asset in ETH',
        '{options.put_call_oi|options.put_call_volume}; @now; where asset in ETH',
        '{options.put_call_oi, options.put_call_volume|options.put_call_volume, options.put_call_oi}; @G; where asset in ETH',
      ],
      ['so is it time to buy puts?', 'refuse'],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'btc oi by exchange',
        '{trading.open_interest|futures_term.open_interest}; by exchange; @now; where asset in BTC',
        'trading.open_interest; by exchange; @now; where asset in BTC; {where market_type in Perpetual|where market_type in Dated future|where market_type in Dated future, Perpetual}; {|sort trading.open_interest desc}',
        'trading.open_interest; by exchange; @now; where asset in BTC; sort trading.open_interest desc',
        'futures_term.open_interest; by exchange; @now; where asset in BTC; sort futures_term.open_interest desc',
      ],
      [
        'only those above 1bn',
        'trading.open_interest; by exchange; @now; where asset in BTC; where trading.open_interest gt 1000000000; {|sort trading.open_interest desc}',
        'trading.open_interest; by exchange; @now; where asset in BTC; {where market_type in Perpetual|where market_type in Dated future|where market_type in Dated future, Perpetual}; where trading.open_interest gt 1000000000; {|sort trading.open_interest desc}',
        'futures_term.open_interest; by exchange; @now; where asset in BTC; where futures_term.open_interest gt 1000000000; {|sort futures_term.open_interest desc}',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      ['eth basis by expiry', 'futures_term.basis; by expiry; @now; where asset in ETH'],
      ['just cme', 'futures_term.basis; by expiry; @now; where asset in ETH; where exchange in CME'],
    ],
  },
  {
    board: 'staking',
    turns: [
      ['apr by network', 'staking.apr; by network; @now; {|sort staking.apr desc}'],
      ['show real yield instead', 'staking.real_yield; by network; @now; {|sort staking.real_yield desc}'],
      ['vs a year ago', 'staking.real_yield; by network; @now; vs year-ago; {|sort staking.real_yield desc}'],
      [
        'cardano and sui only',
        'staking.real_yield; by network; @now; vs year-ago; where network in Cardano, Sui; {|sort staking.real_yield desc}',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      [
        'number of validators on solana over the last year',
        'staking.validators; @G; @py; where network in Solana',
      ],
      [
        'what about ethereum?',
        'staking.validators; @G; @py; where network in Ethereum',
        'staking.validators; by network; @G; @py; where network in Ethereum, Solana',
      ],
    ],
  },
  {
    board: 'rwa',
    turns: [
      ['value by asset class', 'rwa.value; by asset_class; @now; @tc; {|sort rwa.value desc}'],
      ['as a donut', 'rwa.value; by asset_class; @now; @tc; {|sort rwa.value desc}; chart donut'],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'which ondo products yield the most',
        'rwa.yield; by product; @now; where issuer in Ondo; @tc; {|sort rwa.yield desc}',
        'rwa.yield; by product; @now; where issuer in Ondo; @tc; {top 1|top 3|top 5|top 10} product by rwa.yield; {|sort rwa.yield desc}',
      ],
      ['are they safe for our treasury', 'refuse'],
    ],
  },
]
