/**
 * By a ninth person, who had read neither the reader nor the sets before, after what the seventh stranger and a practice set found was mended. Each right
 * reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in docs/reading-questions.md.
 */
export const eighthStrangerConversations: readonly {
  readonly board: string
  readonly turns: readonly (readonly [question: string, ...readings: string[]])[]
}[] = [
  {
    board: 'home',
    turns: [
      ['total crypto mcap past year', 'market_cap.cap; {|day|week|month|quarter}; @py'],
      [
        'take out stablecoins',
        'market_cap.cap; {|day|week|month|quarter}; @py; {where kind in Assets|where kind not-in Stablecoins}',
        'price.cap; {|day|week|month|quarter}; @py',
      ],
      [
        'just btc and eth then',
        'market_cap.cap; by asset; {|day|week|month|quarter}; @py; where asset in BTC, ETH; {|where kind in Assets|where kind not-in Stablecoins}; {|sort market_cap.cap desc}',
        'price.cap; by asset; {|day|week|month|quarter}; @py; where asset in BTC, ETH; {|sort price.cap desc}',
      ],
    ],
  },
  {
    board: 'home',
    turns: [
      ['staking apr, rwa yield and t-bill rate side by side', 'staking.apr, rwa.yield, rates.bill; @G'],
      ['quarter by quarter since 2025', 'staking.apr, rwa.yield, rates.bill; quarter; since 2025-01-01'],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'net issuance of usdt and usdc per week this quarter',
        'stable_supply.net_issuance; by token; week; @tq; where token in USDC, USDT',
      ],
      [
        'only on ethereum',
        'stable_supply.net_issuance; by token; week; @tq; where chain in Ethereum; where token in USDC, USDT',
      ],
      [
        'tron instead',
        'stable_supply.net_issuance; by token; week; @tq; where chain in Tron; where token in USDC, USDT',
      ],
      [
        'ok all chains again but monthly',
        'stable_supply.net_issuance; by token; month; @tq; where token in USDC, USDT',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'which chain does usdc get bridged to the most',
        'stable_bridge.bridged; by to_chain; where token in USDC; {top 1 to_chain by stable_bridge.bridged|top 1 to_chain by stable_bridge.bridged; sort stable_bridge.bridged desc|sort stable_bridge.bridged desc}',
        'stable_supply.bridged_in; by chain; where token in USDC; {top 1 chain by stable_supply.bridged_in|top 1 chain by stable_supply.bridged_in; sort stable_supply.bridged_in desc|sort stable_supply.bridged_in desc}',
      ],
      [
        'top 5, with the number of transfers',
        'stable_bridge.bridged, stable_bridge.transfers; by to_chain; where token in USDC; {top 5 to_chain by stable_bridge.bridged|top 5 to_chain by stable_bridge.bridged; sort stable_bridge.bridged desc}',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      ['open interest by exchange', 'trading.open_interest; by exchange; {|sort trading.open_interest desc}'],
      [
        'top 4 only',
        'trading.open_interest; by exchange; {top 4 exchange by trading.open_interest|top 4 exchange by trading.open_interest; sort trading.open_interest desc}',
      ],
      [
        'as % of total',
        'share(trading.open_interest); by exchange; top 4 exchange by share(trading.open_interest); {|sort share(trading.open_interest) desc}',
        'trading.open_interest, share(trading.open_interest); by exchange; {top 4 exchange by share(trading.open_interest)|top 4 exchange by trading.open_interest}; {|sort share(trading.open_interest) desc|sort trading.open_interest desc}',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      ['perp to spot ratio over the last 6 months', 'trading.perp_to_spot; @G; @m6'],
      ['why did it go down in september', 'why trading.perp_to_spot; between 2026-09-01 2026-09-30'],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      [
        'mvrv and nupl since 2024',
        'onchain.mvrv, onchain.nupl; {|day|week|month|quarter}; since 2024-01-01; where asset in BTC',
      ],
      [
        'drop nupl, add price',
        '{onchain.mvrv, price.close|price.close, onchain.mvrv}; {|day|week|month|quarter}; since 2024-01-01; where asset in BTC',
      ],
      [
        'weekly',
        '{onchain.mvrv, price.close|price.close, onchain.mvrv}; week; since 2024-01-01; where asset in BTC',
      ],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['etf flows last 4 weeks', 'etf.net_flow; {|day|week}; @w4; where underlying in BTC'],
      [
        'which fund took in the most',
        'etf.net_flow; by fund; {|day|week}; @w4; where underlying in BTC; {top 1 fund by etf.net_flow|top 1 fund by etf.net_flow; sort etf.net_flow desc|sort etf.net_flow desc}',
      ],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      [
        'how much is staked',
        'staking.staked; where asset in ETH',
        'staking.staked; where network in Ethereum',
        'staking.staked_coins; where network in Ethereum',
      ],
      [
        'as % of supply',
        'staking.staked_share; where network in Ethereum',
        'staking.staked, staking.staked_share; where network in Ethereum',
        'staking.staked_coins, staking.staked_share; where network in Ethereum',
      ],
      [
        'compare with solana',
        '{staking.staked_share|staking.staked, staking.staked_share|staking.staked_coins, staking.staked_share}; @G; {by network; where network in Ethereum, Solana|by network; where asset in ETH, SOL}; {|sort staking.staked_share desc}',
      ],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      ['eth burned per month this year', 'onchain.burned; month; @yr; where asset in ETH'],
      [
        'against newly issued coins',
        '{onchain.burned, onchain.issuance|onchain.issuance, onchain.burned}; month; @yr; where asset in ETH',
        '{onchain.issuance - onchain.burned|onchain.burned / onchain.issuance|onchain.burned, onchain.issuance, onchain.issuance - onchain.burned}; month; @yr; where asset in ETH',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['aum by fund for eth etfs', 'etf.aum; by fund; where underlying in ETH; {|sort etf.aum desc}'],
      [
        'only those above 500m',
        'etf.aum; by fund; where etf.aum gt 500000000; where underlying in ETH; {|sort etf.aum desc}',
      ],
      [
        'add the fee',
        'etf.aum, etf.fee; by fund; where etf.aum gt 500000000; where underlying in ETH; {|sort etf.aum desc}',
      ],
      [
        'same for bitcoin',
        'etf.aum, etf.fee; by fund; where etf.aum gt 500000000; where underlying in BTC; {|sort etf.aum desc}',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['net flows yesterday', 'etf.net_flow; {|day}; @yd'],
      ['by sponsor, worst first', 'etf.net_flow; by issuer; {|day}; @yd; sort etf.net_flow'],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'usdc supply apy on aave across chains',
        'lending.supply_apy; by chain; where asset in USDC; where protocol in Aave v3; {|sort lending.supply_apy desc}',
      ],
      [
        'and what do borrowers pay?',
        '{lending.borrow_apy|lending.supply_apy, lending.borrow_apy}; by chain; where asset in USDC; where protocol in Aave v3; {|sort lending.borrow_apy desc}',
        'lending.supply_apy, lending.borrow_apy; by chain; where asset in USDC; where protocol in Aave v3; sort lending.supply_apy desc',
      ],
      [
        'show the trend over 90 days',
        '{lending.borrow_apy|lending.supply_apy, lending.borrow_apy}; by chain; {|day|week|month}; @d90; where asset in USDC; where protocol in Aave v3',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'liquidations by collateral in the last month',
        'liquidations.amount; by collateral; @lm; {|sort liquidations.amount desc}',
      ],
      [
        'count of positions instead',
        'liquidations.positions; by collateral; @lm; {|sort liquidations.positions desc}',
      ],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'coinbase spot volume by coin last 30 days',
        'trading.volume; by asset; @d30; where exchange in Coinbase; where market_type in Spot; {|sort trading.volume desc}',
      ],
      [
        'and kraken?',
        'trading.volume; by asset; @d30; where exchange in Kraken; where market_type in Spot; {|sort trading.volume desc}',
        'trading.volume; {by asset, exchange|by exchange, asset|by asset}; @d30; where exchange in Coinbase, Kraken; where market_type in Spot; {|sort trading.volume desc}',
      ],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'doge social posts vs price this month',
        '{sentiment.posts, price.close|price.close, sentiment.posts}; {|day|week}; {current month|since 2026-11-01|between 2026-11-01 2026-11-30|between 2026-11-01 2026-11-20}; where asset in DOGE',
      ],
      [
        'xrp',
        '{sentiment.posts, price.close|price.close, sentiment.posts}; {|day|week}; {current month|since 2026-11-01|between 2026-11-01 2026-11-30|between 2026-11-01 2026-11-20}; where asset in XRP',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        'eth option volume by exchange last month',
        'options.volume; by exchange; @lm; where asset in ETH; {|sort options.volume desc}',
      ],
      [
        'ex deribit',
        'options.volume; by exchange; @lm; where asset in ETH; where exchange not-in Deribit; {|sort options.volume desc}',
      ],
      [
        'calls only',
        'options.volume; by exchange; @lm; where asset in ETH; where exchange not-in Deribit; where option_type in Call; {|sort options.volume desc}',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        'btc smile 30 day tenor',
        'option_surface.iv; by delta; {|current day|last 1 day|between 2026-11-20 2026-11-20}; where asset in BTC; {where tenor eq 30|where tenor in 30}; {|chart line}',
      ],
      [
        'now 90 day',
        'option_surface.iv; by delta; {|current day|last 1 day|between 2026-11-20 2026-11-20}; where asset in BTC; {where tenor eq 90|where tenor in 90}; {|chart line}',
      ],
      ['will vol go up from here?', 'refuse'],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'average funding by exchange for btc this month',
        'funding.funding_rate; by exchange; current month; where asset in BTC',
        'funding.funding_rate; by exchange; current month; where asset in BTC; sort funding.funding_rate desc',
        'funding.funding_rate; by exchange; since 2026-11-01; where asset in BTC',
        'funding.funding_rate; by exchange; since 2026-11-01; where asset in BTC; sort funding.funding_rate desc',
        'funding.funding_rate; by exchange; between 2026-11-01 2026-11-30; where asset in BTC',
        'funding.funding_rate; by exchange; between 2026-11-01 2026-11-30; where asset in BTC; sort funding.funding_rate desc',
        'funding.funding_rate; by exchange; between 2026-11-01 2026-11-20; where asset in BTC',
        'funding.funding_rate; by exchange; between 2026-11-01 2026-11-20; where asset in BTC; sort funding.funding_rate desc',
        'funding.rate; by exchange; current month; where asset in BTC',
        'funding.rate; by exchange; current month; where asset in BTC; sort funding.rate desc',
        'funding.rate; by exchange; since 2026-11-01; where asset in BTC',
        'funding.rate; by exchange; since 2026-11-01; where asset in BTC; sort funding.rate desc',
        'funding.rate; by exchange; between 2026-11-01 2026-11-30; where asset in BTC',
        'funding.rate; by exchange; between 2026-11-01 2026-11-30; where asset in BTC; sort funding.rate desc',
        'funding.rate; by exchange; between 2026-11-01 2026-11-20; where asset in BTC',
        'funding.rate; by exchange; between 2026-11-01 2026-11-20; where asset in BTC; sort funding.rate desc',
      ],
      [
        'eth',
        'funding.funding_rate; by exchange; current month; where asset in ETH',
        'funding.funding_rate; by exchange; current month; where asset in ETH; sort funding.funding_rate desc',
        'funding.funding_rate; by exchange; since 2026-11-01; where asset in ETH',
        'funding.funding_rate; by exchange; since 2026-11-01; where asset in ETH; sort funding.funding_rate desc',
        'funding.funding_rate; by exchange; between 2026-11-01 2026-11-30; where asset in ETH',
        'funding.funding_rate; by exchange; between 2026-11-01 2026-11-30; where asset in ETH; sort funding.funding_rate desc',
        'funding.funding_rate; by exchange; between 2026-11-01 2026-11-20; where asset in ETH',
        'funding.funding_rate; by exchange; between 2026-11-01 2026-11-20; where asset in ETH; sort funding.funding_rate desc',
        'funding.rate; by exchange; current month; where asset in ETH',
        'funding.rate; by exchange; current month; where asset in ETH; sort funding.rate desc',
        'funding.rate; by exchange; since 2026-11-01; where asset in ETH',
        'funding.rate; by exchange; since 2026-11-01; where asset in ETH; sort funding.rate desc',
        'funding.rate; by exchange; between 2026-11-01 2026-11-30; where asset in ETH',
        'funding.rate; by exchange; between 2026-11-01 2026-11-30; where asset in ETH; sort funding.rate desc',
        'funding.rate; by exchange; between 2026-11-01 2026-11-20; where asset in ETH',
        'funding.rate; by exchange; between 2026-11-01 2026-11-20; where asset in ETH; sort funding.rate desc',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'cme dated futures oi',
        'futures_term.open_interest; where exchange in CME',
        'trading.open_interest; where exchange in CME; where market_type in Dated future',
      ],
      [
        'split btc vs eth, past 3 months',
        'futures_term.open_interest; by asset; @G; @m3; where asset in BTC, ETH; where exchange in CME',
        'trading.open_interest; by asset; @G; @m3; where asset in BTC, ETH; where exchange in CME; where market_type in Dated future',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      ['apr per network', 'staking.apr; by network; {|sort staking.apr desc}'],
      [
        'after inflation pls',
        '{staking.real_yield|staking.apr, staking.real_yield}; by network; {|sort staking.real_yield desc}',
        'staking.apr, staking.real_yield; by network; sort staking.apr desc',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      ['jito staked value last 6 months', 'staking.staked; @G; @m6; where protocol in Jito'],
      ['what commission does kiln charge its clients', 'refuse'],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'who issues the most treasuries',
        'rwa.value; by issuer; where asset_class in Treasuries; {top 1 issuer by rwa.value|top 1 issuer by rwa.value; sort rwa.value desc|sort rwa.value desc}',
      ],
      [
        'show all of them as a donut',
        'rwa.value; by issuer; where asset_class in Treasuries; {|sort rwa.value desc}; chart donut',
      ],
      ['who audits them', 'refuse'],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'value on solana vs ethereum',
        'rwa.value; by chain; @G; where chain in Ethereum, Solana; {|sort rwa.value desc}',
      ],
      [
        'which of the two grew faster since june',
        'growth(rwa.value); by chain; since 2026-06-01; where chain in Ethereum, Solana',
        'growth(rwa.value); by chain; since 2026-06-01; where chain in Ethereum, Solana; sort growth(rwa.value) desc',
        'growth(rwa.value); by chain; since 2026-06-01; where chain in Ethereum, Solana; top 1 chain by growth(rwa.value)',
        'growth(rwa.value); by chain; since 2026-06-01; where chain in Ethereum, Solana; top 1 chain by growth(rwa.value); sort growth(rwa.value) desc',
        'growth(rwa.value); by chain; between 2026-06-01 2026-11-20; where chain in Ethereum, Solana',
        'growth(rwa.value); by chain; between 2026-06-01 2026-11-20; where chain in Ethereum, Solana; sort growth(rwa.value) desc',
        'growth(rwa.value); by chain; between 2026-06-01 2026-11-20; where chain in Ethereum, Solana; top 1 chain by growth(rwa.value)',
        'growth(rwa.value); by chain; between 2026-06-01 2026-11-20; where chain in Ethereum, Solana; top 1 chain by growth(rwa.value); sort growth(rwa.value) desc',
        'rwa.value, growth(rwa.value); by chain; since 2026-06-01; where chain in Ethereum, Solana',
        'rwa.value, growth(rwa.value); by chain; since 2026-06-01; where chain in Ethereum, Solana; sort growth(rwa.value) desc',
        'rwa.value, growth(rwa.value); by chain; since 2026-06-01; where chain in Ethereum, Solana; top 1 chain by growth(rwa.value)',
        'rwa.value, growth(rwa.value); by chain; since 2026-06-01; where chain in Ethereum, Solana; top 1 chain by growth(rwa.value); sort growth(rwa.value) desc',
        'rwa.value, growth(rwa.value); by chain; between 2026-06-01 2026-11-20; where chain in Ethereum, Solana',
        'rwa.value, growth(rwa.value); by chain; between 2026-06-01 2026-11-20; where chain in Ethereum, Solana; sort growth(rwa.value) desc',
        'rwa.value, growth(rwa.value); by chain; between 2026-06-01 2026-11-20; where chain in Ethereum, Solana; top 1 chain by growth(rwa.value)',
        'rwa.value, growth(rwa.value); by chain; between 2026-06-01 2026-11-20; where chain in Ethereum, Solana; top 1 chain by growth(rwa.value); sort growth(rwa.value) desc',
        'change(rwa.value); by chain; since 2026-06-01; where chain in Ethereum, Solana',
        'change(rwa.value); by chain; since 2026-06-01; where chain in Ethereum, Solana; sort change(rwa.value) desc',
        'change(rwa.value); by chain; since 2026-06-01; where chain in Ethereum, Solana; top 1 chain by change(rwa.value)',
        'change(rwa.value); by chain; since 2026-06-01; where chain in Ethereum, Solana; top 1 chain by change(rwa.value); sort change(rwa.value) desc',
        'change(rwa.value); by chain; between 2026-06-01 2026-11-20; where chain in Ethereum, Solana',
        'change(rwa.value); by chain; between 2026-06-01 2026-11-20; where chain in Ethereum, Solana; sort change(rwa.value) desc',
        'change(rwa.value); by chain; between 2026-06-01 2026-11-20; where chain in Ethereum, Solana; top 1 chain by change(rwa.value)',
        'change(rwa.value); by chain; between 2026-06-01 2026-11-20; where chain in Ethereum, Solana; top 1 chain by change(rwa.value); sort change(rwa.value) desc',
        'rwa.value, change(rwa.value); by chain; since 2026-06-01; where chain in Ethereum, Solana',
        'rwa.value, change(rwa.value); by chain; since 2026-06-01; where chain in Ethereum, Solana; sort change(rwa.value) desc',
        'rwa.value, change(rwa.value); by chain; since 2026-06-01; where chain in Ethereum, Solana; top 1 chain by change(rwa.value)',
        'rwa.value, change(rwa.value); by chain; since 2026-06-01; where chain in Ethereum, Solana; top 1 chain by change(rwa.value); sort change(rwa.value) desc',
        'rwa.value, change(rwa.value); by chain; between 2026-06-01 2026-11-20; where chain in Ethereum, Solana',
        'rwa.value, change(rwa.value); by chain; between 2026-06-01 2026-11-20; where chain in Ethereum, Solana; sort change(rwa.value) desc',
        'rwa.value, change(rwa.value); by chain; between 2026-06-01 2026-11-20; where chain in Ethereum, Solana; top 1 chain by change(rwa.value)',
        'rwa.value, change(rwa.value); by chain; between 2026-06-01 2026-11-20; where chain in Ethereum, Solana; top 1 chain by change(rwa.value); sort change(rwa.value) desc',
        'rwa.value; by chain; since 2026-06-01; vs previous-period; where chain in Ethereum, Solana; {|sort rwa.value desc}',
      ],
    ],
  },
]
