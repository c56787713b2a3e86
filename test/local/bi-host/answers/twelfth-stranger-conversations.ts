/**
 * By a thirteenth person, who had read neither the reader nor the sets before, after what the tenth and eleventh strangers
 * found was mended. A second person, who had not read them either, completed the lists of right readings before the first run.
 * Each right reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in
 * docs/reading-questions.md.
 */
export const twelfthStrangerConversations: readonly {
  readonly board: string
  readonly turns: readonly (readonly [question: string, ...readings: string[]])[]
}[] = [
  {
    board: 'home',
    turns: [
      [
        'market cap by coin last 90 days',
        '{market_cap.cap|price.cap}; by asset; {|day|week|month}; @d90',
        'market_cap.cap; by asset; {|day|week|month}; @d90; sort market_cap.cap desc',
        'price.cap; by asset; {|day|week|month}; @d90; sort price.cap desc',
      ],
      [
        'only the 5 largest',
        'market_cap.cap; by asset; {|day|week|month}; @d90; top 5 asset by market_cap.cap; {|sort market_cap.cap desc}',
        'price.cap; by asset; {|day|week|month}; @d90; top 5 asset by price.cap; {|sort price.cap desc}',
      ],
      [
        'as a stacked area',
        'market_cap.cap; by asset; {day|week|month}; @d90; top 5 asset by market_cap.cap; {|sort market_cap.cap desc}; chart stacked-area',
        'price.cap; by asset; {day|week|month}; @d90; top 5 asset by price.cap; {|sort price.cap desc}; chart stacked-area',
      ],
      [
        'make that since january',
        'market_cap.cap; by asset; {day|week|month}; @yr; top 5 asset by market_cap.cap; {|sort market_cap.cap desc}; chart stacked-area',
        'price.cap; by asset; {day|week|month}; @yr; top 5 asset by price.cap; {|sort price.cap desc}; chart stacked-area',
      ],
    ],
  },
  {
    board: 'home',
    turns: [
      ['fear and greed last 30 days', 'fear_greed.fear_greed; {|day|week}; @d30'],
      [
        'put the btc price next to it',
        'fear_greed.fear_greed, price.close; {|day|week}; @d30; where asset in BTC',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      ['net issuance last 30 days', 'stable_supply.net_issuance; {|day|week}; @d30'],
      [
        'split it by coin',
        'stable_supply.net_issuance; by token; {|day|week}; @d30; {|sort stable_supply.net_issuance desc}',
      ],
      [
        'leave out tether',
        'stable_supply.net_issuance; by token; {|day|week}; @d30; {where token not-in USDT|where issuer not-in Tether}; {|sort stable_supply.net_issuance desc}',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      ['how far is usdt from par', 'stable_price.deviation; @now; where token in USDT'],
      ['usdc?', 'stable_price.deviation; @now; where token in USDC'],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      [
        'spot volume by exchange last month',
        'trading.volume; by exchange; @lm; where market_type in Spot; {|sort trading.volume desc}',
      ],
      [
        'same for perps',
        'trading.volume; by exchange; @lm; where market_type in Perpetual; {|sort trading.volume desc}',
      ],
      [
        'just the ones above 100bn',
        'trading.volume; by exchange; @lm; where market_type in Perpetual; where trading.volume {gt|ge} 100000000000; {|sort trading.volume desc}',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      ['btc dominance this year', 'price.bitcoin_dominance; {|day|week|month}; @yr'],
      ['by month pls', 'price.bitcoin_dominance; month; @yr'],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['mvrv over the last 2 years', 'onchain.mvrv; {|day|week|month}; @y2; where asset in BTC'],
      [
        'add the realised price',
        'onchain.mvrv, onchain.realised_price; {|day|week|month}; @y2; where asset in BTC',
      ],
      ['ok drop mvrv', 'onchain.realised_price; {|day|week|month}; @y2; where asset in BTC'],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      [
        'coins on exchanges past 3 months',
        'onchain.exchange_balance; {|day|week|month}; @m3; where asset in BTC',
      ],
      ['why did it change?', 'why onchain.exchange_balance; @m3; where asset in BTC'],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      ['gas fees per week this year', 'onchain.fees; week; @yr; where asset in ETH'],
      ['eth burned instead', 'onchain.burned; week; @yr; where asset in ETH'],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      [
        'whats the staking apr',
        'staking.apr; @now; {where asset in ETH|where network in Ethereum|where asset in ETH; where network in Ethereum}',
      ],
      [
        'by provider, best first',
        'staking.apr; by protocol; @now; {where asset in ETH|where network in Ethereum|where asset in ETH; where network in Ethereum}; sort staking.apr desc',
      ],
      ['and what will it be next year?', 'refuse'],
    ],
  },
  {
    board: 'etf',
    turns: [
      [
        'flows by fund this week',
        'etf.net_flow; by fund; {|day}; {current week|last 1 week|last 7 day|since 2026-11-16|between 2026-11-16 2026-11-20|between 2026-11-16 2026-11-22}; {|sort etf.net_flow desc}',
      ],
      [
        'just blackrock and fidelity',
        '{etf.net_flow; by fund|etf.net_flow; by issuer|etf.net_flow; by fund, issuer|etf.net_flow; by issuer, fund}; {|day}; {current week|last 1 week|last 7 day|since 2026-11-16|between 2026-11-16 2026-11-20|between 2026-11-16 2026-11-22}; where issuer in BlackRock, Fidelity; {|sort etf.net_flow desc}',
        'etf.net_flow; by fund; {|day}; {current week|last 1 week|last 7 day|since 2026-11-16|between 2026-11-16 2026-11-20|between 2026-11-16 2026-11-22}; where fund in IBIT, ETHA, FBTC, FETH; {|sort etf.net_flow desc}',
      ],
      [
        'and for the month so far?',
        '{etf.net_flow; by fund|etf.net_flow; by issuer|etf.net_flow; by fund, issuer|etf.net_flow; by issuer, fund}; {|day}; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; where issuer in BlackRock, Fidelity; {|sort etf.net_flow desc}',
        'etf.net_flow; by fund; {|day}; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; where fund in IBIT, ETHA, FBTC, FETH; {|sort etf.net_flow desc}',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['ether etf aum by sponsor', 'etf.aum; by issuer; @now; where underlying in ETH; {|sort etf.aum desc}'],
      [
        'as a share of the total',
        'share(etf.aum); by issuer; @now; where underlying in ETH; {|sort share(etf.aum) desc}',
        'etf.aum, share(etf.aum); by issuer; @now; where underlying in ETH; {|sort share(etf.aum) desc|sort etf.aum desc}',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'dollar borrow rates by protocol',
        'lending.borrow_apy; by protocol; @now; where asset_class in Dollar; {|sort lending.borrow_apy desc|sort lending.borrow_apy}',
      ],
      [
        'on ethereum only',
        'lending.borrow_apy; by protocol; @now; where asset_class in Dollar; where chain in Ethereum; {|sort lending.borrow_apy desc|sort lending.borrow_apy}',
      ],
      [
        'which is cheapest?',
        'lending.borrow_apy; by protocol; @now; where asset_class in Dollar; where chain in Ethereum; {sort lending.borrow_apy|bottom 1 protocol by lending.borrow_apy|bottom 1 protocol by lending.borrow_apy; sort lending.borrow_apy|bottom 1 protocol by lending.borrow_apy; sort lending.borrow_apy desc}',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      ['aave deposits last 6 months', 'lending.supplied; {|day|week|month}; @m6; where protocol in Aave v3'],
      [
        'compare with morpho',
        'lending.supplied; by protocol; {|day|week|month}; @m6; where protocol in Aave v3, Morpho; {|sort lending.supplied desc}',
      ],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'sol price and volume last month',
        'price.close, trading.volume; {|day|week}; @lm; where asset in SOL; {|where market_type in Spot}',
        'price.close, hourly.volume; {|day|week}; @lm; where asset in SOL',
      ],
      ['is that a good entry?', 'refuse'],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'which weekday is the busiest',
        'hourly.volume; by weekday; {|last 30 day|last 90 day}; {|sort hourly.volume desc|top 1 weekday by hourly.volume|top 1 weekday by hourly.volume; sort hourly.volume desc}',
      ],
      [
        'bitcoin only',
        'hourly.volume; by weekday; {|last 30 day|last 90 day}; where asset in BTC; {|sort hourly.volume desc|top 1 weekday by hourly.volume|top 1 weekday by hourly.volume; sort hourly.volume desc}',
      ],
      [
        'no, all coins again',
        'hourly.volume; by weekday; {|last 30 day|last 90 day}; {|sort hourly.volume desc|top 1 weekday by hourly.volume|top 1 weekday by hourly.volume; sort hourly.volume desc}',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        'btc option oi by expiry',
        'options.open_interest; by expiry; @now; where asset in BTC; {|sort options.open_interest desc}',
        'options.open_interest_coins; by expiry; @now; where asset in BTC; {|sort options.open_interest_coins desc}',
      ],
      [
        'calls only',
        'options.open_interest; by expiry; @now; where asset in BTC; where option_type in Call; {|sort options.open_interest desc}',
        'options.open_interest_coins; by expiry; @now; where asset in BTC; where option_type in Call; {|sort options.open_interest_coins desc}',
      ],
      [
        'puts instead',
        'options.open_interest; by expiry; @now; where asset in BTC; where option_type in Put; {|sort options.open_interest desc}',
        'options.open_interest_coins; by expiry; @now; where asset in BTC; where option_type in Put; {|sort options.open_interest_coins desc}',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        '25 delta skew btc 30d tenor over the last 3 months',
        'option_surface.put_skew; {|day|week|month}; @m3; where asset in BTC; where tenor {eq|in} 30',
      ],
      [
        'now eth',
        'option_surface.put_skew; {|day|week|month}; @m3; where asset in ETH; where tenor {eq|in} 30',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      ['btc funding rate last 2 weeks', 'funding.funding_rate; {|hour|day|week}; @w2; where asset in BTC'],
      [
        'by exchange',
        'funding.funding_rate; by exchange; {|hour|day|week}; @w2; where asset in BTC; {|sort funding.funding_rate desc}',
      ],
      [
        'per day',
        'funding.funding_rate; by exchange; day; @w2; where asset in BTC; {|sort funding.funding_rate desc}',
      ],
      [
        'take out kraken, line chart',
        'funding.funding_rate; by exchange; day; @w2; where asset in BTC; where exchange not-in Kraken; {|sort funding.funding_rate desc}; chart line',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'open interest in sol perps',
        'trading.open_interest; @now; where asset in SOL; where market_type in Perpetual',
      ],
      [
        'how does that compare to a month ago',
        'trading.open_interest; {last 1 month|last 30 day}; vs previous-period; where asset in SOL; where market_type in Perpetual',
        '{growth(trading.open_interest)|change(trading.open_interest)|trading.open_interest, growth(trading.open_interest)|trading.open_interest, change(trading.open_interest)}; {last 1 month|last 30 day}; where asset in SOL; where market_type in Perpetual',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      [
        'top 5 networks by real yield',
        'staking.real_yield; by network; @now; top 5 network by staking.real_yield; {|sort staking.real_yield desc}',
      ],
      [
        'show the nominal apr too',
        'staking.real_yield, staking.apr; by network; @now; top 5 network by staking.real_yield; {|sort staking.real_yield desc}',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      [
        'how much sol is staked',
        '{staking.staked_coins|staking.staked|staking.staked_coins, staking.staked|staking.staked, staking.staked_coins}; @now; where network in Solana',
        '{staking.staked|staking.staked_coins}; @now; where asset in SOL; where network in Solana',
        'staking.staked; @now; where asset in SOL',
        '{staking.staked_coins|staking.staked|staking.staked_coins, staking.staked|staking.staked, staking.staked_coins}; by network; @now; where asset in SOL',
        '{staking.staked_coins, staking.staked|staking.staked, staking.staked_coins}; @now; where asset in SOL; where network in Solana',
      ],
      [
        'as precent of supply',
        '{staking.staked_share|staking.staked_coins, staking.staked_share|staking.staked, staking.staked_share}; @now; {where network in Solana|where asset in SOL; where network in Solana}',
        '{staking.staked_share|staking.staked_coins, staking.staked_share|staking.staked, staking.staked_share}; by network; @now; where asset in SOL',
        '{staking.staked_coins, staking.staked, staking.staked_share|staking.staked, staking.staked_coins, staking.staked_share}; @now; where network in Solana',
      ],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'tokenised treasuries by product',
        'rwa.value; by product; @now; where asset_class in Treasuries; @tc; {|sort rwa.value desc}',
      ],
      [
        'how much did each grow over the past 3 months',
        '{growth(rwa.value)|change(rwa.value)|rwa.value, growth(rwa.value)|rwa.value, change(rwa.value)}; by product; @m3; where asset_class in Treasuries; @tc',
        'growth(rwa.value); by product; @m3; where asset_class in Treasuries; @tc; sort growth(rwa.value) desc',
        'change(rwa.value); by product; @m3; where asset_class in Treasuries; @tc; sort change(rwa.value) desc',
        'rwa.value, growth(rwa.value); by product; @m3; where asset_class in Treasuries; @tc; {sort growth(rwa.value) desc|sort rwa.value desc}',
        'rwa.value, change(rwa.value); by product; @m3; where asset_class in Treasuries; @tc; {sort change(rwa.value) desc|sort rwa.value desc}',
        'rwa.value; by product; @m3; vs previous-period; where asset_class in Treasuries; @tc; {|sort rwa.value desc}',
      ],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'private credit value monthly this year',
        'rwa.value; month; @yr; where asset_class in Private credit; @tc',
      ],
      ['different thing - whats the 3 month t-bill paying', 'rates.bill; @now'],
    ],
  },
]
