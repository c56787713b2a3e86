/**
 * By a thirteenth person, who had read neither the reader nor the sets before, after what the tenth and eleventh strangers
 * found was mended. A second person, who had not read them either, completed the lists of right readings before the first run.
 * Each right reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in
 * docs/reading-questions.md.
 */
export const twelfthStrangerQuestions: readonly (readonly [question: string, ...readings: string[]])[] = [
  ["morning, what's bitcoin at?", 'price.close; @now; where asset in BTC'],
  [
    'how much new money went into the bitcoin etfs last week',
    'etf.net_flow; {|day}; @lw; where underlying in BTC',
  ],
  [
    'ETH staking yield vs t-bills over the past year',
    '{staking.apr, rates.bill|staking.apr, rates.bill, staking.apr - rates.bill}; {|day|week|month|quarter}; {last 1 year|last 12 month|last 365 day|previous 12 month|last 52 week|previous 1 year}; {where asset in ETH|where network in Ethereum|where asset in ETH; where network in Ethereum}',
  ],
  [
    '3 biggest rwa issuers',
    'rwa.value; by issuer; @now; @tc; top 3 issuer by rwa.value; {|sort rwa.value desc}',
  ],
  [
    'what share of stablecoin supply sits on tron?',
    '{share(stable_supply.supply)|stable_supply.supply, share(stable_supply.supply)}; by chain; @now; where chain in Tron',
    'share(stable_supply.supply); by chain; @now; {|sort share(stable_supply.supply) desc}',
    'stable_supply.supply, share(stable_supply.supply); by chain; @now; {|sort stable_supply.supply desc|sort share(stable_supply.supply) desc}',
  ],
  [
    'value of gold tokens over the last 6 months',
    'rwa.value; {|day|week|month}; @m6; where asset_class in Gold; @tc',
    'rwa.value; by product; {|day|week|month}; @m6; where asset_class in Gold; @tc',
  ],
  [
    'open interest by exchange without binance',
    'trading.open_interest; by exchange; @now; where exchange not-in Binance; {|sort trading.open_interest desc}',
  ],
  ['should we trim our eth position here?', 'refuse'],
  [
    'aave usdc borrow rate 7 day avg, last 3 months',
    '{moving_average(lending.borrow_apy, 7)|lending.borrow_apy, moving_average(lending.borrow_apy, 7)}; {|day|week|month}; @m3; where asset in USDC; where protocol in Aave v3',
  ],
  [
    'which exchange had the most liquidations yesterday',
    'exchange_liquidations.amount; by exchange; @yd; {|sort exchange_liquidations.amount desc|top 1 exchange by exchange_liquidations.amount|top 1 exchange by exchange_liquidations.amount; sort exchange_liquidations.amount desc}',
  ],
  [
    'how has solana done against ethereum this year',
    'price.close; by asset; {day|week|month}; @yr; where asset in ETH, SOL',
    '{rebase(price.close)|price.close, rebase(price.close)}; by asset; {|day|week|month}; @yr; where asset in ETH, SOL',
    '{growth(price.close)|price.close, growth(price.close)}; by asset; {|month}; @yr; where asset in ETH, SOL; {|sort growth(price.close) desc}',
    'price.close; by asset; @yr; vs previous-period; where asset in ETH, SOL; {|sort price.close desc}',
  ],
  [
    'days to get out of eth staking right now',
    'staking.exit; @now; {where asset in ETH|where network in Ethereum|where asset in ETH; where network in Ethereum}',
    'staking.exit; by protocol; @now; {where asset in ETH|where network in Ethereum|where asset in ETH; where network in Ethereum}',
  ],
  [
    'btc 30d realised vol since january',
    '{volatility(price.close, 30)|price.close, volatility(price.close, 30)}; {|day|week|month}; @yr; where asset in BTC',
  ],
  [
    'defi liquidatons by collateral last quarter',
    'liquidations.amount; by collateral; @lq; {|sort liquidations.amount desc}',
  ],
  [
    'USDe - how far below a dollar did it get in october 2025',
    'stable_price.deviation_low; {|day|week|month}; between 2025-10-01 2025-10-31; where token in USDe',
    'stable_price.deviation_low; day; between 2025-10-01 2025-10-31; where token in USDe; sort stable_price.deviation_low',
    '{stable_price.deviation, stable_price.deviation_low|stable_price.deviation_low, stable_price.deviation}; {|day}; between 2025-10-01 2025-10-31; where token in USDe',
    'stable_price.deviation; day; between 2025-10-01 2025-10-31; where token in USDe; {|sort stable_price.deviation}',
  ],
  ['etf fees, cheapest first', 'etf.fee; by fund; @now; sort etf.fee'],
  [
    'how many bitcoin does blackrock hold',
    'etf.holdings; @now; where issuer in BlackRock; where underlying in BTC',
    'etf.holdings; by fund; @now; where issuer in BlackRock; where underlying in BTC',
    'etf.holdings; @now; where fund in IBIT; where underlying in BTC',
  ],
  [
    'how many depegs were there in 2025?',
    'events.events; {|by title|by subject|by title, subject|by subject, title}; {between 2025-01-01 2025-12-31|previous 1 year}; where kind in depeg',
  ],
  ['whats nvidia trading at', 'refuse'],
  [
    'most talked about coins past week',
    'sentiment.posts; by asset; @lw; {|sort sentiment.posts desc}',
    'sentiment.posts; by asset; @lw; {top 1 asset by sentiment.posts|top 3 asset by sentiment.posts|top 5 asset by sentiment.posts|top 10 asset by sentiment.posts}; {|sort sentiment.posts desc}',
  ],
  [
    'yield on tokenized treasuries minus the t-bill rate',
    '{rwa.yield - rates.bill|rwa.yield, rates.bill, rwa.yield - rates.bill}; @now; where asset_class in Treasuries; @tc',
    '{rwa.yield - rates.bill|rwa.yield, rates.bill, rwa.yield - rates.bill}; {day|week|month}; where asset_class in Treasuries; @tc',
  ],
  [
    'Funding on hyperliquid by coin, highest first',
    'funding.funding_rate; by asset; @now; where exchange in Hyperliquid; sort funding.funding_rate desc',
  ],
  [
    'usdc supply base vs solana monthly this year',
    'stable_supply.supply; by chain; month; @yr; where chain in Base, Solana; where token in USDC',
  ],
  ['perp to spot ratio last 90 days', 'trading.perp_to_spot; {|day|week|month}; @d90'],
  [
    'when was the last reserve report of each stablecoin',
    'stable_supply.supply; {by token, attestation|by attestation, token}; @now; {|sort stable_supply.supply desc}',
  ],
  [
    'put call ratio for eth options',
    '{options.put_call_oi|options.put_call_volume|options.put_call_oi, options.put_call_volume}; @now; where asset in ETH',
    '{options.put_call_oi|options.put_call_volume|options.put_call_oi, options.put_call_volume}; {day|week|month}; where asset in ETH',
  ],
  [
    'top 5 lending markets by loans outstanding',
    'lending.borrowed; by market; @now; top 5 market by lending.borrowed; {|sort lending.borrowed desc}',
  ],
  [
    'chains with more than 5bn in stables',
    'stable_supply.supply; by chain; @now; where stable_supply.supply {gt|ge} 5000000000; {|sort stable_supply.supply desc}',
  ],
  [
    'cumulative flows into eth etfs since launch',
    '{cumulative(etf.net_flow)|etf.net_flow, cumulative(etf.net_flow)}; {|day|week|month}; {all|since 2024-07-23|between 2024-07-23 2026-11-20}; where underlying in ETH',
    'etf.net_flow; {all|since 2024-07-23|between 2024-07-23 2026-11-20}; where underlying in ETH',
  ],
  ['why did open interest move last week', 'why trading.open_interest; @lw'],
  [
    'rwa holders by chain as a pie',
    'rwa.holders; by chain; @now; @tc; {|sort rwa.holders desc}; chart donut',
  ],
  [
    'worst days for long liquidations in 2025',
    'exchange_liquidations.amount; day; {between 2025-01-01 2025-12-31|previous 1 year}; where side in Long; {|sort exchange_liquidations.amount desc}',
  ],
  [
    'whats lidos share of staked eth',
    '{share(staking.staked)|staking.staked, share(staking.staked)}; by protocol; @now; {where asset in ETH|where network in Ethereum|where asset in ETH; where network in Ethereum}; {|where protocol in Lido}',
    '{share(staking.staked_coins)|staking.staked_coins, share(staking.staked_coins)}; by protocol; @now; {where network in Ethereum|where asset in ETH; where network in Ethereum}; {|where protocol in Lido}',
    '{share(staking.staked)|staking.staked, share(staking.staked)}; by protocol; @now; {where asset in ETH|where network in Ethereum|where asset in ETH; where network in Ethereum}; sort share(staking.staked) desc',
    '{share(staking.staked_coins)|staking.staked_coins, share(staking.staked_coins)}; by protocol; @now; {where network in Ethereum|where asset in ETH; where network in Ethereum}; sort share(staking.staked_coins) desc',
    'staking.staked, share(staking.staked); by protocol; @now; {where asset in ETH|where network in Ethereum}; sort staking.staked desc',
    'staking.staked_coins, share(staking.staked_coins); by protocol; @now; where network in Ethereum; sort staking.staked_coins desc',
  ],
  [
    'how many days is the nyse closed this year',
    'calendar.closures; @yr; where market in NYSE; {|where open in closed}',
    'calendar.closures; by holiday; @yr; where market in NYSE; {|where open in closed}',
  ],
  [
    'at what hour does bitcoin trade the most',
    'hourly.volume; by hour; {|last 30 day|last 90 day}; where asset in BTC; {|sort hourly.volume desc|top 1 hour by hourly.volume|top 1 hour by hourly.volume; sort hourly.volume desc}',
  ],
  [
    'tether minted less redeemed last month',
    '{stable_supply.net_issuance|stable_supply.issued - stable_supply.redeemed|stable_supply.issued, stable_supply.redeemed, stable_supply.issued - stable_supply.redeemed|stable_supply.issued, stable_supply.redeemed, stable_supply.net_issuance}; @lm; {where issuer in Tether|where token in USDT}',
  ],
  ['who runs kraken these days?', 'refuse'],
  [
    'basis on quarterly btc futures per exchange',
    'futures_term.basis; by exchange; @now; where asset in BTC; where expiry_kind in Quarterly; {|sort futures_term.basis desc}',
  ],
  ['will the fed cut in december', 'refuse'],
  [
    'fastest growing stablecoins past 3 months',
    '{growth(stable_supply.supply)|stable_supply.supply, growth(stable_supply.supply)}; by token; @m3; {|sort growth(stable_supply.supply) desc}',
    'stable_supply.supply; by token; @m3; vs previous-period; {|sort stable_supply.supply desc}',
    '{growth(stable_supply.supply)|stable_supply.supply, growth(stable_supply.supply)}; by token; @m3; {top 10 token by growth(stable_supply.supply)|top 5 token by growth(stable_supply.supply)|top 3 token by growth(stable_supply.supply)}; {|sort growth(stable_supply.supply) desc}',
  ],
  [
    '30 day implied vol btc vs eth, this quarter',
    'option_surface.atm; by asset; {|day|week|month}; {current quarter|since 2026-10-01|between 2026-10-01 2026-11-20|between 2026-10-01 2026-12-31}; where asset in BTC, ETH; where tenor {eq|in} 30',
  ],
  [
    'restaked value by protocol, monthly, past year',
    'restaking.restaked; by protocol; month; {last 1 year|last 12 month|last 365 day|last 52 week|previous 12 month|previous 1 year}',
  ],
  [
    'stabelcoins moved from ethereum to solana last month, $',
    'stable_bridge.bridged; @lm; where from_chain in Ethereum; where to_chain in Solana',
    'stable_bridge.bridged; by token; @lm; where from_chain in Ethereum; where to_chain in Solana',
    'stable_bridge.bridged; by from_chain, to_chain; @lm; where from_chain in Ethereum; where to_chain in Solana',
  ],
  [
    'spot volume this month compared with a year ago',
    'trading.volume; {|day|week|month}; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; vs year-ago; where market_type in Spot',
  ],
  ['buidl net subscriptions per month ytd', 'rwa.net_subscriptions; month; @yr; where product in BUIDL; @tc'],
]
