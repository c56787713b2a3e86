/**
 * By a fifth person, who had read neither the reader nor the sets before, after what the third stranger found was mended. Each right
 * reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in docs/reading-questions.md.
 */
export const fourthStrangerQuestions: readonly (readonly [question: string, ...readings: string[]])[] = [
  [
    'btc funding across venues last 7d',
    '{funding.funding_rate|funding.rate}; by exchange; {|day}; @d7; where asset in BTC',
    'funding.funding_rate; by exchange; @d7; where asset in BTC; sort funding.funding_rate desc',
    'funding.rate; by exchange; @d7; where asset in BTC; sort funding.rate desc',
  ],
  ['perp to spot ratio by month ytd', 'trading.perp_to_spot; month; @yr'],
  [
    'top 10 coins by oi right now',
    'trading.open_interest; by asset; @now; top 10 asset by trading.open_interest; {|sort trading.open_interest desc}',
  ],
  [
    'eth perp oi binance vs bybit last 3 mths',
    'trading.open_interest; by exchange; @G; @m3; where asset in ETH; where exchange in Binance, Bybit; where market_type in Perpetual',
  ],
  [
    'how much got liquidated on 10 oct 2025, longs vs shorts',
    'exchange_liquidations.amount; by side; {|day}; between 2025-10-10 2025-10-10; {|where side in Long, Short}; {|sort exchange_liquidations.amount desc}',
  ],
  [
    'cme basis btc vs eth since september',
    'futures_term.basis; by asset; @G; since 2026-09-01; where asset in BTC, ETH; where exchange in CME',
  ],
  [
    'exchanges with more than 5bn spot volume yesterday',
    'trading.volume; by exchange; @yd; where market_type in Spot; where trading.volume gt 5000000000; {|sort trading.volume desc}',
  ],
  [
    'btc vs eth 30d atm iv past 6 months',
    'option_surface.atm; by asset; @G; @m6; where asset in BTC, ETH; where tenor {in|eq} 30',
    'option_surface.iv; by asset; @G; @m6; where asset in BTC, ETH; where delta in ATM; where tenor {in|eq} 30',
  ],
  [
    'btc call open interest by strike',
    'option_strikes.open_interest; by strike; where asset in BTC; where option_type in Call; {|sort option_strikes.open_interest desc}',
  ],
  [
    'premium paid for puts last week by exchange',
    'options.premium; by exchange; {|day}; @lw; where option_type in Put; {|sort options.premium desc}',
  ],
  [
    '25 delta skew btc, 7 day vs 90 day, last quarter',
    'option_surface.put_skew; by tenor; @G; @lq; where asset in BTC; where tenor in 7, 90',
  ],
  [
    'where is the best supply apy for usdc at the moment?',
    'lending.supply_apy; by market; @now; where asset in USDC; {sort lending.supply_apy desc|top 1 market by lending.supply_apy|top 1 market by lending.supply_apy; sort lending.supply_apy desc|top 3 market by lending.supply_apy|top 3 market by lending.supply_apy; sort lending.supply_apy desc|top 5 market by lending.supply_apy|top 5 market by lending.supply_apy; sort lending.supply_apy desc|top 10 market by lending.supply_apy|top 10 market by lending.supply_apy; sort lending.supply_apy desc}',
    'lending.supply_apy; by protocol; @now; where asset in USDC; {sort lending.supply_apy desc|top 1 protocol by lending.supply_apy|top 1 protocol by lending.supply_apy; sort lending.supply_apy desc|top 3 protocol by lending.supply_apy|top 3 protocol by lending.supply_apy; sort lending.supply_apy desc|top 5 protocol by lending.supply_apy|top 5 protocol by lending.supply_apy; sort lending.supply_apy desc|top 10 protocol by lending.supply_apy|top 10 protocol by lending.supply_apy; sort lending.supply_apy desc}',
    'lending.supply_apy; by chain; @now; where asset in USDC; {sort lending.supply_apy desc|top 1 chain by lending.supply_apy|top 1 chain by lending.supply_apy; sort lending.supply_apy desc|top 3 chain by lending.supply_apy|top 3 chain by lending.supply_apy; sort lending.supply_apy desc|top 5 chain by lending.supply_apy|top 5 chain by lending.supply_apy; sort lending.supply_apy desc|top 10 chain by lending.supply_apy|top 10 chain by lending.supply_apy; sort lending.supply_apy desc}',
    'lending.supply_apy; by {protocol, chain|chain, protocol}; @now; where asset in USDC; sort lending.supply_apy desc',
  ],
  [
    'usdt and usdc supply on tron vs ethereum, monthly since 2025',
    'stable_supply.supply; by {token, chain|chain, token|chain}; month; since 2025-01-01; where chain in Ethereum, Tron; where token in USDC, USDT',
  ],
  [
    'net issuance of stablecoins per week this year, stacked by issuer',
    'stable_supply.net_issuance; by issuer; week; @yr; {|chart stacked-bars|chart stacked-area}',
  ],
  [
    'compare the t-bill rate with rwa yield over the last 12 months',
    '{rates.bill, rwa.yield|rwa.yield, rates.bill}; @G; @m12',
    '{rates.bill, rwa.yield|rwa.yield, rates.bill}; quarter; @m12',
    '{rates.bill, rwa.yield, |rwa.yield, rates.bill, }{rwa.yield - rates.bill|rates.bill - rwa.yield}; @G; @m12',
  ],
  [
    'how much usdc moved from ethereum to base each week',
    'stable_bridge.bridged; week; where from_chain in Ethereum; where to_chain in Base; where token in USDC',
  ],
  [
    'staking real yield by network, best first',
    'staking.real_yield; by {network|asset}; @now; sort staking.real_yield desc',
  ],
  [
    'bitcoin mvrv and realised price weekly, last two years',
    '{onchain.mvrv, onchain.realised_price|onchain.realised_price, onchain.mvrv}; week; @y2; where asset in BTC',
  ],
  [
    '7 day moving avg of eth active addresses',
    '{|onchain.active_addresses, }moving_average(onchain.active_addresses, 7); {|day}; where asset in ETH',
    'moving_average(onchain.active_addresses, 7), onchain.active_addresses; {|day}; where asset in ETH',
  ],
  [
    'cumulative etf inflows bitcoin vs ether since launch',
    'cumulative(etf.net_flow); by underlying; @G; {|all|since 2024-01-11}; where underlying in BTC, ETH',
    'etf.net_flow, cumulative(etf.net_flow); by underlying; @G; {|all|since 2024-01-11}; where underlying in BTC, ETH',
    'cumulative(etf.net_flow), etf.net_flow; by underlying; @G; {|all|since 2024-01-11}; where underlying in BTC, ETH',
  ],
  [
    'fear and greed against btc price past year',
    '{fear_greed.fear_greed, price.close|price.close, fear_greed.fear_greed}; @G; @py; where asset in BTC',
  ],
  [
    'which sector gained most market cap in q3?',
    'change(price.cap); by sector; {between 2026-07-01 2026-09-30|previous 1 quarter}; {sort change(price.cap) desc|top 1 sector by change(price.cap)|top 1 sector by change(price.cap); sort change(price.cap) desc|top 3 sector by change(price.cap)|top 3 sector by change(price.cap); sort change(price.cap) desc|top 5 sector by change(price.cap)|top 5 sector by change(price.cap); sort change(price.cap) desc|top 10 sector by change(price.cap)|top 10 sector by change(price.cap); sort change(price.cap) desc}',
    'price.cap, change(price.cap); by sector; {between 2026-07-01 2026-09-30|previous 1 quarter}; {sort change(price.cap) desc|top 1 sector by change(price.cap)|top 1 sector by change(price.cap); sort change(price.cap) desc|top 3 sector by change(price.cap)|top 3 sector by change(price.cap); sort change(price.cap) desc|top 5 sector by change(price.cap)|top 5 sector by change(price.cap); sort change(price.cap) desc|top 10 sector by change(price.cap)|top 10 sector by change(price.cap); sort change(price.cap) desc}',
    'change(price.cap), price.cap; by sector; {between 2026-07-01 2026-09-30|previous 1 quarter}; {sort change(price.cap) desc|top 1 sector by change(price.cap)|top 1 sector by change(price.cap); sort change(price.cap) desc|top 3 sector by change(price.cap)|top 3 sector by change(price.cap); sort change(price.cap) desc|top 5 sector by change(price.cap)|top 5 sector by change(price.cap); sort change(price.cap) desc|top 10 sector by change(price.cap)|top 10 sector by change(price.cap); sort change(price.cap) desc}',
    'growth(price.cap); by sector; {between 2026-07-01 2026-09-30|previous 1 quarter}; {sort growth(price.cap) desc|top 1 sector by growth(price.cap)|top 1 sector by growth(price.cap); sort growth(price.cap) desc|top 3 sector by growth(price.cap)|top 3 sector by growth(price.cap); sort growth(price.cap) desc|top 5 sector by growth(price.cap)|top 5 sector by growth(price.cap); sort growth(price.cap) desc|top 10 sector by growth(price.cap)|top 10 sector by growth(price.cap); sort growth(price.cap) desc}',
    'price.cap, growth(price.cap); by sector; {between 2026-07-01 2026-09-30|previous 1 quarter}; {sort growth(price.cap) desc|top 1 sector by growth(price.cap)|top 1 sector by growth(price.cap); sort growth(price.cap) desc|top 3 sector by growth(price.cap)|top 3 sector by growth(price.cap); sort growth(price.cap) desc|top 5 sector by growth(price.cap)|top 5 sector by growth(price.cap); sort growth(price.cap) desc|top 10 sector by growth(price.cap)|top 10 sector by growth(price.cap); sort growth(price.cap) desc}',
    'growth(price.cap), price.cap; by sector; {between 2026-07-01 2026-09-30|previous 1 quarter}; {sort growth(price.cap) desc|top 1 sector by growth(price.cap)|top 1 sector by growth(price.cap); sort growth(price.cap) desc|top 3 sector by growth(price.cap)|top 3 sector by growth(price.cap); sort growth(price.cap) desc|top 5 sector by growth(price.cap)|top 5 sector by growth(price.cap); sort growth(price.cap) desc|top 10 sector by growth(price.cap)|top 10 sector by growth(price.cap); sort growth(price.cap) desc}',
  ],
  [
    'monthly eth issuance minus burn this year',
    '{|onchain.issuance, onchain.burned, }onchain.issuance - onchain.burned; month; @yr; where asset in ETH',
  ],
  [
    'what hour of the day does btc trade the most?',
    'hourly.volume; by hour; where asset in BTC; {sort hourly.volume desc|top 1 hour by hourly.volume|top 1 hour by hourly.volume; sort hourly.volume desc|top 3 hour by hourly.volume|top 3 hour by hourly.volume; sort hourly.volume desc|top 5 hour by hourly.volume|top 5 hour by hourly.volume; sort hourly.volume desc|top 10 hour by hourly.volume|top 10 hour by hourly.volume; sort hourly.volume desc}',
    'hourly.volume; by hour; where asset in BTC',
  ],
  [
    'lending markets over 95% utilised',
    'lending.utilisation; by market; @now; where lending.utilisation gt 95; {|sort lending.utilisation desc}',
  ],
  [
    'on-chain liquidations last 90 days by collateral without eth',
    'liquidations.amount; by collateral; @G; @d90; where collateral not-in ETH; {|sort liquidations.amount desc}',
  ],
  [
    'solana drawdown past year',
    'drawdown(price.close); {|day|week}; @py; where asset in SOL; {|sort drawdown(price.close)}',
    'price.close, drawdown(price.close); {|day|week}; @py; where asset in SOL; {|sort drawdown(price.close)}',
    'drawdown(price.close), price.close; {|day|week}; @py; where asset in SOL; {|sort drawdown(price.close)}',
  ],
  [
    'aave utilisation by chain vs a month ago',
    'lending.utilisation; by chain; {last 30 day|last 1 month|previous 1 month}; vs previous-period; where protocol in Aave v3; {|sort lending.utilisation desc}',
    'change(lending.utilisation); by chain; {last 30 day|last 1 month}; where protocol in Aave v3; {|sort change(lending.utilisation) desc}',
    'lending.utilisation, change(lending.utilisation); by chain; {last 30 day|last 1 month}; where protocol in Aave v3; {|sort change(lending.utilisation) desc}',
    'change(lending.utilisation), lending.utilisation; by chain; {last 30 day|last 1 month}; where protocol in Aave v3; {|sort change(lending.utilisation) desc}',
    'growth(lending.utilisation); by chain; {last 30 day|last 1 month}; where protocol in Aave v3; {|sort growth(lending.utilisation) desc}',
    'lending.utilisation, growth(lending.utilisation); by chain; {last 30 day|last 1 month}; where protocol in Aave v3; {|sort growth(lending.utilisation) desc}',
    'growth(lending.utilisation), lending.utilisation; by chain; {last 30 day|last 1 month}; where protocol in Aave v3; {|sort growth(lending.utilisation) desc}',
  ],
  [
    'what share of stablecoin supply is usdt',
    'share(stable_supply.supply); by token; @now; {|where token in USDT}; {|sort share(stable_supply.supply) desc}',
    'stable_supply.supply, share(stable_supply.supply); by token; @now; {|where token in USDT}; {|sort share(stable_supply.supply) desc}',
    'share(stable_supply.supply), stable_supply.supply; by token; @now; {|where token in USDT}; {|sort share(stable_supply.supply) desc}',
    'stable_supply.supply, share(stable_supply.supply); by token; @now; {|where token in USDT}; sort stable_supply.supply desc',
    'stable_supply.supply; by token; @now; chart donut',
  ],
  [
    'usde peg since oct 2025',
    '{stable_price.deviation|stable_price.price}; @G; since 2025-10-01; where token in USDe',
  ],
  ['how much does tether earn on its reserves', 'refuse'],
  [
    'which issuers redeemed more than 1bn last month',
    'stable_supply.redeemed; by issuer; @lm; where stable_supply.redeemed gt 1000000000; {|sort stable_supply.redeemed desc}',
  ],
  [
    'stablecoin supply by backing as a donut',
    'stable_supply.supply; by backing; @now; {|sort stable_supply.supply desc}; chart donut',
  ],
  ['is usdt allowed under mica', 'refuse'],
  ['rwa value by access type', 'rwa.value; by access; @now; {|sort rwa.value desc}'],
  [
    'how many days is the nyse closed this year',
    'calendar.closures; {current year|between 2026-01-01 2026-12-31}; where market in NYSE; {|where open in closed}',
  ],
  ['IBIT flows over the last two weeks', 'etf.net_flow; @D; @w2; where fund in IBIT'],
  [
    'which btc etf has the lowest fee',
    'etf.fee; by fund; @now; where underlying in BTC; {sort etf.fee|bottom 1 fund by etf.fee|bottom 1 fund by etf.fee; sort etf.fee|bottom 3 fund by etf.fee|bottom 3 fund by etf.fee; sort etf.fee|bottom 5 fund by etf.fee|bottom 5 fund by etf.fee; sort etf.fee|bottom 10 fund by etf.fee|bottom 10 fund by etf.fee; sort etf.fee}',
  ],
  [
    'blackrock vs fidelity etf assets by quarter',
    'etf.aum; by issuer; quarter; {|all}; where issuer in BlackRock, Fidelity',
  ],
  ['should I buy IBIT or FBTC?', 'refuse'],
  [
    'what was the price of bitcoin on 1 January 2025?',
    'price.close; {|day}; between 2025-01-01 2025-01-01; where asset in BTC',
  ],
  [
    'how many validators does ethereum have?',
    'staking.validators; @now; {where asset in ETH|where network in Ethereum|where asset in ETH; where network in Ethereum}',
  ],
  ['will bitcoin hit 200k before christmas', 'refuse'],
  ['coinbase quarterly revenue', 'refuse'],
  [
    'doge mentions on social media last month vs the month before',
    'sentiment.posts; @lm; vs previous-period; where asset in DOGE',
    'growth(sentiment.posts); @lm; where asset in DOGE',
    'sentiment.posts, growth(sentiment.posts); @lm; where asset in DOGE',
    'growth(sentiment.posts), sentiment.posts; @lm; where asset in DOGE',
    'change(sentiment.posts); @lm; where asset in DOGE',
    'sentiment.posts, change(sentiment.posts); @lm; where asset in DOGE',
    'change(sentiment.posts), sentiment.posts; @lm; where asset in DOGE',
    'sentiment.posts; month; {last 2 month|previous 2 month|between 2026-09-01 2026-10-31}; where asset in DOGE',
    'sentiment.posts; month; previous 1 month; vs previous-period; where asset in DOGE',
  ],
]
