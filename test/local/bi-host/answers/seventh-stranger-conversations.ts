/**
 * By an eighth person, who had read neither the reader nor the sets before, after what the sixth stranger and two more practice sets found was mended. Each right
 * reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in docs/reading-questions.md.
 */
export const seventhStrangerConversations: readonly {
  readonly board: string
  readonly turns: readonly (readonly [question: string, ...readings: string[]])[]
}[] = [
  {
    board: 'home',
    turns: [
      ['fear and greed past 3 months', 'fear_greed.fear_greed; {|day|week}; @m3'],
      ['btc price next to it', 'fear_greed.fear_greed, price.close; {|day|week}; @m3; where asset in BTC'],
      ['weekly please', 'fear_greed.fear_greed, price.close; week; @m3; where asset in BTC'],
    ],
  },
  {
    board: 'home',
    turns: [
      [
        'total market cap vs a year ago',
        'market_cap.cap; vs year-ago; {|current day|last 1 day}',
        'market_cap.cap; vs previous-period; @py',
        'growth(market_cap.cap); @py',
        'change(market_cap.cap); @py',
        'market_cap.cap, growth(market_cap.cap); @py',
        'market_cap.cap, change(market_cap.cap); @py',
        'market_cap.cap; current year; vs year-ago',
      ],
      [
        'and without stablecoins',
        'market_cap.cap; vs year-ago; {|current day|last 1 day}; where kind in Assets',
        'market_cap.cap; vs previous-period; @py; where kind in Assets',
        'growth(market_cap.cap); @py; where kind in Assets',
        'change(market_cap.cap); @py; where kind in Assets',
        'market_cap.cap, growth(market_cap.cap); @py; where kind in Assets',
        'market_cap.cap, change(market_cap.cap); @py; where kind in Assets',
        'market_cap.cap; current year; vs year-ago; where kind in Assets',
        'market_cap.cap; vs year-ago; {|current day|last 1 day}; where kind not-in Stablecoins',
        'market_cap.cap; vs previous-period; @py; where kind not-in Stablecoins',
        'growth(market_cap.cap); @py; where kind not-in Stablecoins',
        'change(market_cap.cap); @py; where kind not-in Stablecoins',
        'market_cap.cap, growth(market_cap.cap); @py; where kind not-in Stablecoins',
        'market_cap.cap, change(market_cap.cap); @py; where kind not-in Stablecoins',
        'market_cap.cap; current year; vs year-ago; where kind not-in Stablecoins',
        'price.cap; vs year-ago; {|current day|last 1 day}',
        'price.cap; vs previous-period; @py',
        'growth(price.cap); @py',
        'change(price.cap); @py',
        'price.cap, growth(price.cap); @py',
        'price.cap, change(price.cap); @py',
        'price.cap; current year; vs year-ago',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'who issues the most stablecoins',
        'stable_supply.supply; by issuer; {|current day|last 1 day}; top 1 issuer by stable_supply.supply; {|sort stable_supply.supply desc}',
        'stable_supply.supply; by issuer; {|current day|last 1 day}; sort stable_supply.supply desc',
      ],
      [
        'show me the top 5',
        'stable_supply.supply; by issuer; {|current day|last 1 day}; top 5 issuer by stable_supply.supply; {|sort stable_supply.supply desc}',
      ],
      [
        'only on tron',
        'stable_supply.supply; by issuer; {|current day|last 1 day}; where chain in Tron; top 5 issuer by stable_supply.supply; {|sort stable_supply.supply desc}',
      ],
      [
        'now net issuance last month instead',
        'stable_supply.net_issuance; by issuer; @lm; where chain in Tron; {|top 5 issuer by stable_supply.net_issuance}; {|sort stable_supply.net_issuance desc}',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'usde off par since oct 2025, worst lows',
        'stable_price.deviation_low; {|day|week}; since 2025-10-01; where token in USDe',
      ],
      ['is ethena going to blow up?', 'refuse'],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      ['volume by exchange last 30 days', 'trading.volume; by exchange; @d30; {|sort trading.volume desc}'],
      [
        'only the dexes, as a donut',
        'trading.volume; by exchange; @d30; where venue_kind in DEX; {|sort trading.volume desc}; chart donut',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      [
        'solana open interest',
        'trading.open_interest; {|day|week}; {|current day|last 1 day}; where asset in SOL',
        'trading.open_interest; {|day|week}; where asset in SOL; where market_type in Perpetual',
      ],
      [
        'by exchange, biggest first',
        'trading.open_interest; by exchange; {|current day|last 1 day}; where asset in SOL; {|where market_type in Perpetual}; sort trading.open_interest desc',
      ],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['mvrv since the start of the year', 'onchain.mvrv; {|day|week}; @yr; where asset in BTC'],
      ['add nupl', 'onchain.mvrv, onchain.nupl; {|day|week}; @yr; where asset in BTC'],
      ['same for eth', 'onchain.mvrv, onchain.nupl; {|day|week}; @yr; where asset in ETH'],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      [
        'how many coins are sitting on exchanges, last 6 months',
        'onchain.exchange_balance; {|day|week|month}; @m6; where asset in BTC',
      ],
      ['how much of that belongs to mt gox creditors', 'refuse'],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      [
        'burned vs issued by month this year',
        '{onchain.burned, onchain.issuance|onchain.issuance, onchain.burned}; month; @yr; where asset in ETH',
      ],
      [
        'net of the two',
        'onchain.issuance - onchain.burned; month; @yr; where asset in ETH',
        'onchain.burned - onchain.issuance; month; @yr; where asset in ETH',
        'onchain.burned, onchain.issuance, onchain.issuance - onchain.burned; month; @yr; where asset in ETH',
        'onchain.burned, onchain.issuance, onchain.burned - onchain.issuance; month; @yr; where asset in ETH',
        'onchain.issuance, onchain.burned, onchain.issuance - onchain.burned; month; @yr; where asset in ETH',
        'onchain.issuance, onchain.burned, onchain.burned - onchain.issuance; month; @yr; where asset in ETH',
      ],
      [
        'as a running total',
        'cumulative(onchain.issuance - onchain.burned); month; @yr; where asset in ETH',
        'cumulative(onchain.burned - onchain.issuance); month; @yr; where asset in ETH',
        'cumulative(onchain.issuance) - cumulative(onchain.burned); month; @yr; where asset in ETH',
        'cumulative(onchain.burned) - cumulative(onchain.issuance); month; @yr; where asset in ETH',
        'onchain.issuance - onchain.burned, cumulative(onchain.issuance - onchain.burned); month; @yr; where asset in ETH',
        'onchain.issuance - onchain.burned, cumulative(onchain.burned - onchain.issuance); month; @yr; where asset in ETH',
        'onchain.issuance - onchain.burned, cumulative(onchain.issuance) - cumulative(onchain.burned); month; @yr; where asset in ETH',
        'onchain.issuance - onchain.burned, cumulative(onchain.burned) - cumulative(onchain.issuance); month; @yr; where asset in ETH',
        'onchain.burned - onchain.issuance, cumulative(onchain.issuance - onchain.burned); month; @yr; where asset in ETH',
        'onchain.burned - onchain.issuance, cumulative(onchain.burned - onchain.issuance); month; @yr; where asset in ETH',
        'onchain.burned - onchain.issuance, cumulative(onchain.issuance) - cumulative(onchain.burned); month; @yr; where asset in ETH',
        'onchain.burned - onchain.issuance, cumulative(onchain.burned) - cumulative(onchain.issuance); month; @yr; where asset in ETH',
        'onchain.burned, onchain.issuance, cumulative(onchain.issuance - onchain.burned); month; @yr; where asset in ETH',
        'onchain.burned, onchain.issuance, cumulative(onchain.burned - onchain.issuance); month; @yr; where asset in ETH',
        'onchain.burned, onchain.issuance, cumulative(onchain.issuance) - cumulative(onchain.burned); month; @yr; where asset in ETH',
        'onchain.burned, onchain.issuance, cumulative(onchain.burned) - cumulative(onchain.issuance); month; @yr; where asset in ETH',
        'onchain.issuance, onchain.burned, cumulative(onchain.issuance - onchain.burned); month; @yr; where asset in ETH',
        'onchain.issuance, onchain.burned, cumulative(onchain.burned - onchain.issuance); month; @yr; where asset in ETH',
        'onchain.issuance, onchain.burned, cumulative(onchain.issuance) - cumulative(onchain.burned); month; @yr; where asset in ETH',
        'onchain.issuance, onchain.burned, cumulative(onchain.burned) - cumulative(onchain.issuance); month; @yr; where asset in ETH',
        'onchain.burned, onchain.issuance, onchain.issuance - onchain.burned, cumulative(onchain.issuance - onchain.burned); month; @yr; where asset in ETH',
        'onchain.burned, onchain.issuance, onchain.issuance - onchain.burned, cumulative(onchain.burned - onchain.issuance); month; @yr; where asset in ETH',
        'onchain.burned, onchain.issuance, onchain.issuance - onchain.burned, cumulative(onchain.issuance) - cumulative(onchain.burned); month; @yr; where asset in ETH',
        'onchain.burned, onchain.issuance, onchain.issuance - onchain.burned, cumulative(onchain.burned) - cumulative(onchain.issuance); month; @yr; where asset in ETH',
        'onchain.burned, onchain.issuance, onchain.burned - onchain.issuance, cumulative(onchain.issuance - onchain.burned); month; @yr; where asset in ETH',
        'onchain.burned, onchain.issuance, onchain.burned - onchain.issuance, cumulative(onchain.burned - onchain.issuance); month; @yr; where asset in ETH',
        'onchain.burned, onchain.issuance, onchain.burned - onchain.issuance, cumulative(onchain.issuance) - cumulative(onchain.burned); month; @yr; where asset in ETH',
        'onchain.burned, onchain.issuance, onchain.burned - onchain.issuance, cumulative(onchain.burned) - cumulative(onchain.issuance); month; @yr; where asset in ETH',
        'onchain.issuance, onchain.burned, onchain.issuance - onchain.burned, cumulative(onchain.issuance - onchain.burned); month; @yr; where asset in ETH',
        'onchain.issuance, onchain.burned, onchain.issuance - onchain.burned, cumulative(onchain.burned - onchain.issuance); month; @yr; where asset in ETH',
        'onchain.issuance, onchain.burned, onchain.issuance - onchain.burned, cumulative(onchain.issuance) - cumulative(onchain.burned); month; @yr; where asset in ETH',
        'onchain.issuance, onchain.burned, onchain.issuance - onchain.burned, cumulative(onchain.burned) - cumulative(onchain.issuance); month; @yr; where asset in ETH',
        'onchain.issuance, onchain.burned, onchain.burned - onchain.issuance, cumulative(onchain.issuance - onchain.burned); month; @yr; where asset in ETH',
        'onchain.issuance, onchain.burned, onchain.burned - onchain.issuance, cumulative(onchain.burned - onchain.issuance); month; @yr; where asset in ETH',
        'onchain.issuance, onchain.burned, onchain.burned - onchain.issuance, cumulative(onchain.issuance) - cumulative(onchain.burned); month; @yr; where asset in ETH',
        'onchain.issuance, onchain.burned, onchain.burned - onchain.issuance, cumulative(onchain.burned) - cumulative(onchain.issuance); month; @yr; where asset in ETH',
      ],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      ['what percent of eth is staked', 'staking.staked_share; {|current day|last 1 day}; @ethn'],
      [
        'which provider has the most?',
        'staking.staked; by protocol; {|current day|last 1 day}; @eth; top 1 protocol by staking.staked; {|sort staking.staked desc}',
        'staking.staked; by protocol; {|current day|last 1 day}; @eth; sort staking.staked desc',
        'staking.staked; by protocol; {|current day|last 1 day}; @ethn; top 1 protocol by staking.staked; {|sort staking.staked desc}',
        'staking.staked; by protocol; {|current day|last 1 day}; @ethn; sort staking.staked desc',
        'staking.staked_coins; by protocol; {|current day|last 1 day}; @ethn; top 1 protocol by staking.staked_coins; {|sort staking.staked_coins desc}',
        'staking.staked_coins; by protocol; {|current day|last 1 day}; @ethn; sort staking.staked_coins desc',
        'staking.staked_share; by protocol; {|current day|last 1 day}; @ethn; top 1 protocol by staking.staked_share; {|sort staking.staked_share desc}',
        'staking.staked_share; by protocol; {|current day|last 1 day}; @ethn; sort staking.staked_share desc',
        'share(staking.staked); by protocol; {|current day|last 1 day}; @eth; top 1 protocol by share(staking.staked); {|sort share(staking.staked) desc}',
        'share(staking.staked); by protocol; {|current day|last 1 day}; @eth; sort share(staking.staked) desc',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['etf flows this week', 'etf.net_flow; {|day}; @tw'],
      ['by issuer', 'etf.net_flow; by issuer; {|day}; @tw; {|sort etf.net_flow desc}'],
      [
        'just blackrock and fidelity',
        'etf.net_flow; by issuer; {|day}; @tw; where issuer in BlackRock, Fidelity; {|sort etf.net_flow desc}',
      ],
      [
        'and last week?',
        'etf.net_flow; by issuer; {|day}; @lw; where issuer in BlackRock, Fidelity; {|sort etf.net_flow desc}',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['sponsor fee per fund, cheapest first', 'etf.fee; by fund; {|current day|last 1 day}; sort etf.fee'],
      [
        'only the ether ones',
        'etf.fee; by fund; {|current day|last 1 day}; where underlying in ETH; sort etf.fee',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'usdc borrow apy by protocol',
        'lending.borrow_apy; by protocol; {|current day|last 1 day}; where asset in USDC; {|sort lending.borrow_apy desc}',
      ],
      [
        'just base and arbitrum',
        'lending.borrow_apy; by {protocol|protocol, chain|chain, protocol}; {|current day|last 1 day}; where asset in USDC; where chain in Arbitrum, Base; {|sort lending.borrow_apy desc}',
      ],
      [
        'weekly over the last 3 months',
        'lending.borrow_apy; by {protocol|protocol, chain|chain, protocol}; week; @m3; where asset in USDC; where chain in Arbitrum, Base',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'utilisation on venus',
        'lending.utilisation; {|day|week}; {|current day|last 1 day}; where protocol in Venus',
      ],
      ['why did it change last week', 'why lending.utilisation; @lw; where protocol in Venus'],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'spot volume by coin this month',
        'trading.volume; by asset; {current month|between 2026-11-01 2026-11-20|since 2026-11-01}; where market_type in Spot; {|sort trading.volume desc}',
      ],
      [
        'leave out btc and eth',
        'trading.volume; by asset; {current month|between 2026-11-01 2026-11-20|since 2026-11-01}; where asset not-in BTC, ETH; where market_type in Spot; {|sort trading.volume desc}',
      ],
      [
        'compared to the month before',
        'trading.volume; vs previous-period; by asset; {current month|between 2026-11-01 2026-11-20|since 2026-11-01}; where asset not-in BTC, ETH; where market_type in Spot; {|sort trading.volume desc}',
        'growth(trading.volume); by asset; {current month|between 2026-11-01 2026-11-20|since 2026-11-01}; where asset not-in BTC, ETH; where market_type in Spot; {|sort growth(trading.volume) desc}',
        'change(trading.volume); by asset; {current month|between 2026-11-01 2026-11-20|since 2026-11-01}; where asset not-in BTC, ETH; where market_type in Spot; {|sort change(trading.volume) desc}',
        'trading.volume, growth(trading.volume); by asset; {current month|between 2026-11-01 2026-11-20|since 2026-11-01}; where asset not-in BTC, ETH; where market_type in Spot; {|sort growth(trading.volume) desc}',
        'trading.volume, change(trading.volume); by asset; {current month|between 2026-11-01 2026-11-20|since 2026-11-01}; where asset not-in BTC, ETH; where market_type in Spot; {|sort change(trading.volume) desc}',
        'trading.volume; by asset; month; last 2 month; where asset not-in BTC, ETH; where market_type in Spot',
      ],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'sol and avax price rebased to 100 since january',
        'rebase(price.close); by asset; {|day|week}; since 2026-01-01; where asset in AVAX, SOL',
      ],
      [
        'put link in too',
        'rebase(price.close); by asset; {|day|week}; since 2026-01-01; where asset in AVAX, LINK, SOL',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        'btc put call ratio',
        'options.{put_call_oi|put_call_volume}; {|day|week}; {|current day|last 1 day}; where asset in BTC',
        '{options.put_call_oi, options.put_call_volume|options.put_call_volume, options.put_call_oi}; {|day|week}; {|current day|last 1 day}; where asset in BTC',
      ],
      [
        'by time to expiry',
        'options.{put_call_oi|put_call_volume}; by bucket; {|current day|last 1 day}; where asset in BTC',
        '{options.put_call_oi, options.put_call_volume|options.put_call_volume, options.put_call_oi}; by bucket; {|current day|last 1 day}; where asset in BTC',
      ],
      [
        'eth instead',
        'options.{put_call_oi|put_call_volume}; by bucket; {|current day|last 1 day}; where asset in ETH',
        '{options.put_call_oi, options.put_call_volume|options.put_call_volume, options.put_call_oi}; by bucket; {|current day|last 1 day}; where asset in ETH',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        'eth open interest by strike, calls only',
        'option_strikes.open_interest; by strike; {|current day|last 1 day}; where asset in ETH; where option_type in Call',
      ],
      [
        'top 5 strikes',
        'option_strikes.open_interest; by strike; {|current day|last 1 day}; where asset in ETH; where option_type in Call; top 5 strike by option_strikes.open_interest; {|sort option_strikes.open_interest desc}',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'btc funding by exchange last 7 days',
        'funding.funding_rate; by exchange; {|day}; @d7; where asset in BTC; {|sort funding.funding_rate desc}',
      ],
      [
        'in bps per 8h please',
        'funding.rate; by exchange; {|day}; @d7; where asset in BTC; {|sort funding.rate desc}',
      ],
      [
        'which one is highest',
        'funding.rate; by exchange; @d7; where asset in BTC; top 1 exchange by funding.rate; {|sort funding.rate desc}',
        'funding.rate; by exchange; @d7; where asset in BTC; sort funding.rate desc',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'cme btc basis',
        'futures_term.basis; {|day|week}; {|current day|last 1 day}; where asset in BTC; where exchange in CME',
      ],
      ['how many hedge funds are short there', 'refuse'],
    ],
  },
  {
    board: 'staking',
    turns: [
      [
        'real yield by network',
        'staking.real_yield; by network; {|current day|last 1 day}; {|sort staking.real_yield desc}',
      ],
      [
        'above 3% only',
        'staking.real_yield; by network; {|current day|last 1 day}; where staking.real_yield gt 3; {|sort staking.real_yield desc}',
      ],
      [
        'with the nominal apr alongside',
        '{staking.real_yield, staking.apr|staking.apr, staking.real_yield}; by network; {|current day|last 1 day}; where staking.real_yield gt 3; {|sort staking.real_yield desc}',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      ['how long to unstake eth', 'staking.exit; {|current day|last 1 day}; @eth'],
      ['ok which validator should i pick', 'refuse'],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'rwa value by asset class over time',
        'rwa.value; by asset_class; @G; @tc',
        'rwa.value; by asset_class; quarter',
      ],
      [
        'as shares',
        '{|rwa.value, }share(rwa.value); by asset_class; @G; @tc',
        '{|rwa.value, }share(rwa.value); by asset_class; quarter',
        'rwa.value; by asset_class; @G; @tc; chart area-100',
      ],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'net subscriptions last quarter by issuer',
        'rwa.net_subscriptions; by issuer; @lq; @tc; {|sort rwa.net_subscriptions desc}',
      ],
      [
        'forget that, how much gold is tokenised',
        'rwa.value; {|current day|last 1 day}; @tc; where asset_class in Gold',
      ],
    ],
  },
]
