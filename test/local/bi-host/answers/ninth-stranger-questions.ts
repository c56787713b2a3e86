/**
 * By a tenth person, who had read neither the reader nor the sets before, after what the eighth stranger found was mended. Each right
 * reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in docs/reading-questions.md.
 */
export const ninthStrangerQuestions: readonly (readonly [question: string, ...readings: string[]])[] = [
  [
    'btc nupl vs mvrv, monthly since jan 2025',
    '{onchain.nupl, onchain.mvrv|onchain.mvrv, onchain.nupl}; month; since 2025-01-01; where asset in BTC',
  ],
  [
    'Which bitcoin funds charge less than 0.3%?',
    'etf.fee; by fund; where underlying in BTC; where etf.fee lt 0.3; {|sort etf.fee|sort etf.fee desc}',
  ],
  [
    'cumulative net flow IBIT vs FBTC this year',
    '{|etf.net_flow, }cumulative(etf.net_flow); by fund; {|day|week|month}; @yr; where fund in FBTC, IBIT',
  ],
  [
    'bitcoin drawdown from its high over the past year',
    '{|price.close, }drawdown(price.close); {|day|week|month}; @py; where asset in BTC',
  ],
  [
    '30d realized vol of ETH and SOL this year',
    '{|price.close, }volatility(price.close, 30); by asset; {|day|week|month}; @yr; where asset in ETH, SOL',
  ],
  [
    'sector performance last 30 days',
    '{|price.cap, }growth(price.cap); by sector; {|day|week}; @d30; {|sort growth(price.cap) desc}',
    'price.cap; by sector; @d30; vs previous-period',
    'rebase(price.cap); by sector; {|day|week}; @d30',
  ],
  [
    'tokenized gold value growth yoy',
    '{|rwa.value, }growth(rwa.value); @py; where asset_class in Gold',
    'rwa.value; {|current day|last 1 day|current year}; vs year-ago; where asset_class in Gold',
    'rwa.value; @py; vs {previous-period|year-ago}; where asset_class in Gold',
    'growth(rwa.value); year; where asset_class in Gold',
  ],
  [
    'put call ratio eth by volume last 30 days',
    'options.put_call_volume; {|day|week}; @d30; where asset in ETH',
  ],
  [
    'funding on hyperliquid by coin last 7 days',
    'funding.{funding_rate|rate}; by asset; {|day}; @d7; where exchange in Hyperliquid',
    'funding.funding_rate; by asset; @d7; where exchange in Hyperliquid; sort funding.funding_rate desc',
  ],
  [
    'best usdc supply apy by protocol',
    'lending.supply_apy; by protocol; @now; where asset in USDC; {|sort lending.supply_apy desc|top 1 protocol by lending.supply_apy|top 1 protocol by lending.supply_apy; sort lending.supply_apy desc}',
  ],
  [
    'aave liqs by collateral last month',
    'liquidations.amount; by collateral; @lm; where protocol in Aave v3; {|sort liquidations.amount desc}',
  ],
  [
    'eth borrow apy aave vs spark vs morpho, 3 month trend',
    'lending.borrow_apy; by protocol; {|day|week|month}; @m3; where asset in ETH; where protocol in Aave v3, Morpho, Spark',
  ],
  [
    'how much perp volume went through dexes last week',
    'trading.volume; @lw; where market_type in Perpetual; where venue_kind in DEX',
  ],
  [
    'which coins have rsi over 70',
    'price.rsi; by asset; @now; where price.rsi gt 70; {|sort price.rsi desc}',
  ],
  [
    'long vs short liquidations this week',
    'exchange_liquidations.amount; by side; {|day}; @tw',
    'exchange_liquidations.amount; by side; {|day}; @tw; where side in Long, Short',
  ],
  [
    'restaked value eigenlayer vs symbiotic last 6 months',
    'restaking.restaked; by protocol; {|day|week|month}; @m6; where protocol in EigenLayer, Symbiotic',
  ],
  [
    'weETH liquidation threshold on aave',
    'lending.threshold; @now; where asset in weETH; where protocol in Aave v3',
  ],
  [
    '1 month atm vol btc vs eth past 6 months',
    'option_surface.atm; by asset; {|day|week|month}; @m6; where asset in BTC, ETH; {where tenor eq 30|where tenor in 30}',
  ],
  [
    'cme btc basis 7d moving average',
    '{|futures_term.basis, }moving_average(futures_term.basis, 7); {|day|week|month}; where asset in BTC; where exchange in CME',
  ],
  [
    'open interest of btc calls by strike',
    'option_strikes.open_interest; by strike; where asset in BTC; where option_type in Call; {|sort option_strikes.open_interest desc}',
  ],
  ['ETHE premium to nav daily, last two weeks', 'etf.premium; day; @w2; where fund in ETHE'],
  [
    'biggest outflows yesterday by fund',
    'etf.net_flow; by fund; @yd; {sort etf.net_flow|bottom 1 fund by etf.net_flow|bottom 5 fund by etf.net_flow|bottom 10 fund by etf.net_flow|bottom 1 fund by etf.net_flow; sort etf.net_flow|bottom 5 fund by etf.net_flow; sort etf.net_flow|bottom 10 fund by etf.net_flow; sort etf.net_flow}',
    'etf.net_flow; by fund; @yd; where etf.net_flow lt 0; {|sort etf.net_flow}',
  ],
  [
    'etf turnover and flows per week this quarter',
    '{etf.volume, etf.net_flow|etf.net_flow, etf.volume}; week; @tq',
  ],
  ['how many IBIT shares does goldman hold', 'refuse'],
  [
    'flow as % of assets, blackrock vs fidelity, last month',
    '{etf.flow_to_assets|etf.net_flow / etf.aum}; by issuer; {|day|week|month}; @lm; where issuer in BlackRock, Fidelity',
  ],
  ['Why did eth etf flows fall last week?', 'why etf.net_flow; @lw; where underlying in ETH'],
  [
    'nyse closures in december 2026',
    'calendar.closures; {|day|by holiday|by holiday; day}; between 2026-12-01 2026-12-31; where market in NYSE',
  ],
  [
    'usdc and pyusd supply on solana',
    'stable_supply.supply; by token; @now; where chain in Solana; where token in PYUSD, USDC',
    'stable_supply.supply; by token; {day|week|month}; where chain in Solana; where token in PYUSD, USDC',
  ],
  [
    'how far did usdc fall below the peg at worst this year',
    'stable_price.deviation_low; {|day|week|month}; @yr; where token in USDC',
  ],
  [
    'USDT redemptions by month 2025',
    'stable_supply.redeemed; month; between 2025-01-01 2025-12-31; where token in USDT',
  ],
  [
    'stablecoins with more than 5bn supply',
    'stable_supply.supply; by token; @now; where stable_supply.supply gt 5000000000; {|sort stable_supply.supply desc}',
  ],
  [
    'usdc bridged from ethereum to base last quarter',
    'stable_bridge.bridged; @lq; where from_chain in Ethereum; where to_chain in Base; where token in USDC',
  ],
  ['social posts about doge per day, last 2 weeks', 'sentiment.posts; day; @w2; where asset in DOGE'],
  [
    'tokenised treasuries yield minus t-bill rate',
    'rwa.yield - rates.bill; {|day|week|month}; where asset_class in Treasuries',
    'rwa.yield, rates.bill, rwa.yield - rates.bill; {|day|week|month}; where asset_class in Treasuries',
  ],
  [
    'how many loans got liquidated on aave in october 2025',
    'liquidations.positions; between 2025-10-01 2025-10-31; where protocol in Aave v3',
  ],
  [
    'which depegs happened this year',
    'events.events; by title; {|day|week|month}; @yr; where kind in depeg; {|sort events.events desc}',
    'events.events; by title, subject; {|day}; @yr; where kind in depeg',
    'events.events; by subject, title; {|day}; @yr; where kind in depeg',
    'events.events; by subject; {|day}; @yr; where kind in depeg',
  ],
  [
    'lido share of staked eth',
    'share(staking.staked); {|by protocol}; @now; @eth; where protocol in Lido',
    'share(staking.staked_coins); {|by protocol}; @now; where network in Ethereum; where protocol in Lido',
    'share(staking.staked); by protocol; @now; @eth; {|sort share(staking.staked) desc}',
    'share(staking.staked_coins); by protocol; where network in Ethereum; {|sort share(staking.staked_coins) desc}',
  ],
  [
    'Open interest by venue excluding CME as a donut',
    'trading.open_interest; by exchange; @now; where exchange not-in CME; chart donut',
    'trading.open_interest; by exchange; where exchange not-in CME; sort trading.open_interest desc; chart donut',
  ],
  ['how many customers does binance have', 'refuse'],
  ['coinbase q3 revenue', 'refuse'],
  ['how much is one ethereum worth', 'price.close; @now; where asset in ETH'],
  [
    'whats the biggest crypto by market cap',
    'market_cap.cap; by asset; @now; {|where kind in Assets}; {sort market_cap.cap desc|top 1 asset by market_cap.cap|top 1 asset by market_cap.cap; sort market_cap.cap desc}',
    'price.cap; by asset; @now; {sort price.cap desc|top 1 asset by price.cap|top 1 asset by price.cap; sort price.cap desc}',
  ],
  [
    'what hour of the day is btc traded the most',
    'hourly.volume; by hour; where asset in BTC; {sort hourly.volume desc|top 1 hour by hourly.volume|top 1 hour by hourly.volume; sort hourly.volume desc}',
  ],
  ['should i buy solana now or wait', 'refuse'],
  [
    'which network takes longest to unstake',
    'staking.exit; by network; @now; {sort staking.exit desc|top 1 network by staking.exit|top 1 network by staking.exit; sort staking.exit desc}',
  ],
]
