/**
 * By a fourteenth person, who had read neither the reader nor the sets before, after what the twelfth stranger found was
 * mended. A second person, who had not read them either, completed the lists of right readings before the first run. Each right
 * reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in
 * docs/reading-questions.md.
 */
export const thirteenthStrangerQuestions: readonly (readonly [question: string, ...readings: string[]])[] = [
  ['should we hedge the eth book before the december expiry?', 'refuse'],
  [
    'split of the total market cap between coins and stablecoins in %',
    'share(market_cap.cap); by kind; @now; {|sort share(market_cap.cap) desc}',
    'market_cap.cap, share(market_cap.cap); by kind; @now',
    'share(market_cap.cap), market_cap.cap; by kind; @now',
    'market_cap.cap, share(market_cap.cap); by kind; @now; sort market_cap.cap desc',
    'share(market_cap.cap); by kind; @now; {|sort share(market_cap.cap) desc}; chart donut',
    '{market_cap.cap, share(market_cap.cap)|share(market_cap.cap), market_cap.cap}; by kind; @now; {|sort share(market_cap.cap) desc|sort market_cap.cap desc}; {|chart donut}',
  ],
  [
    'btc eth sol performance ytd',
    'growth(price.close); by asset; @yr; where asset in BTC, ETH, SOL; {|sort growth(price.close) desc}',
    '{price.close, growth(price.close)|growth(price.close), price.close}; by asset; @yr; where asset in BTC, ETH, SOL',
    'rebase(price.close); by asset; {|day|week|month}; @yr; where asset in BTC, ETH, SOL',
    'price.close; by asset; @yr; vs previous-period; where asset in BTC, ETH, SOL',
    '{price.close, growth(price.close)|growth(price.close), price.close}; by asset; @yr; where asset in BTC, ETH, SOL; {sort growth(price.close) desc|sort price.close desc}',
    '{price.close, rebase(price.close)|rebase(price.close), price.close}; by asset; {|day|week|month}; @yr; where asset in BTC, ETH, SOL',
  ],
  [
    'what were the high and low of ether in october',
    '{price.high, price.low|price.low, price.high}; {|month|week|day}; {between 2026-10-01 2026-10-31|previous 1 month}; where asset in ETH',
  ],
  ['coins with rsi above 70', 'price.rsi; by asset; @now; where price.rsi gt 70; {|sort price.rsi desc}'],
  [
    'BTC dominance since the start of 2025',
    'price.bitcoin_dominance; {|day|week|month}; {since 2025-01-01|between 2025-01-01 2026-11-20}',
  ],
  [
    'market share of perp volume by exchange last week',
    'share(trading.volume); by exchange; {last 1 week|last 7 day|previous 1 week|previous 7 day}; where market_type in Perpetual; {|sort share(trading.volume) desc}',
    '{trading.volume, share(trading.volume)|share(trading.volume), trading.volume}; by exchange; {last 1 week|last 7 day|previous 1 week|previous 7 day}; where market_type in Perpetual; {|sort share(trading.volume) desc|sort trading.volume desc}',
  ],
  [
    'solana perps open interest binance vs bybit 90d',
    'trading.open_interest; by exchange; {|day|week|month}; {last 90 day|last 3 month|last 1 quarter|previous 90 day}; where asset in SOL; where exchange in Binance, Bybit; where market_type in Perpetual',
    'trading.open_interest; by exchange; {last 90 day|last 3 month|last 1 quarter|previous 90 day}; where asset in SOL; where exchange in Binance, Bybit; where market_type in Perpetual; sort trading.open_interest desc',
  ],
  [
    'cex vs dex spot volume, monthly this year',
    'trading.volume; by venue_kind; month; @yr; where market_type in Spot; {|where venue_kind in CEX, DEX}',
  ],
  [
    'which coins have negative funding right now',
    'funding.funding_rate; by asset; @now; where funding.funding_rate lt 0; {|sort funding.funding_rate|sort funding.funding_rate desc}',
    'funding.rate; by asset; @now; where funding.rate lt 0; {|sort funding.rate|sort funding.rate desc}',
  ],
  [
    'average btc funding on hyperliquid past 2 weeks',
    '{funding.funding_rate|funding.rate}; {|day}; {last 2 week|last 14 day|previous 2 week|previous 14 day}; where asset in BTC; where exchange in Hyperliquid',
  ],
  [
    'How much USDT did Tether redeem in the last 3 months, week by week?',
    'stable_supply.redeemed; week; {last 3 month|last 90 day|last 1 quarter|previous 3 month|last 13 week|previous 90 day}; where token in USDT',
    'stable_supply.redeemed; week; {last 3 month|last 90 day|last 1 quarter|previous 3 month|last 13 week|previous 90 day}; where issuer in Tether; {|where token in USDT}',
  ],
  [
    'stablecoin supply by chain without ethereum and tron',
    'stable_supply.supply; by chain; @now; where chain not-in Ethereum, Tron; {|sort stable_supply.supply desc}',
  ],
  [
    'top 3 stablecoins by net issuance this quarter',
    'stable_supply.net_issuance; by token; {current quarter|since 2026-10-01|between 2026-10-01 2026-12-31|between 2026-10-01 2026-11-20}; top 3 token by stable_supply.net_issuance; {|sort stable_supply.net_issuance desc}',
  ],
  [
    'worst depeg of usde this year',
    'stable_price.deviation_low; {|day|week|month}; @yr; where token in USDe; {|sort stable_price.deviation_low}',
    'stable_price.deviation; {day|week|month}; @yr; where token in USDe; sort stable_price.deviation',
  ],
  [
    'usdc moved from solana to ethereum last 30 days',
    'stable_bridge.bridged; {|day|week}; {last 30 day|last 1 month|previous 30 day}; where from_chain in Solana; where to_chain in Ethereum; where token in USDC',
  ],
  [
    'list all depeg events so far',
    'events.events; {by title|by title, subject|by subject, title}; {|day}; {all|between 2024-01-01 2026-11-20}; where kind in depeg; {|chart table}',
  ],
  [
    'ibit vs fbtc flows past month',
    'etf.net_flow; by fund; {|day|week}; {last 1 month|last 30 day|previous 1 month|previous 30 day}; where fund in FBTC, IBIT',
    'etf.net_flow; by fund; {last 1 month|last 30 day|previous 1 month|previous 30 day}; where fund in FBTC, IBIT; sort etf.net_flow desc',
  ],
  [
    'cumulative flows into the eth etfs since launch',
    'cumulative(etf.net_flow); {|day|week|month}; {all|since 2024-07-23|since 2024-07-22|between 2024-07-23 2026-11-20}; where underlying in ETH',
    '{etf.net_flow, cumulative(etf.net_flow)|cumulative(etf.net_flow), etf.net_flow}; {|day|week|month}; {all|since 2024-07-23|since 2024-07-22|between 2024-07-23 2026-11-20}; where underlying in ETH',
    'etf.net_flow; {all|since 2024-07-23|since 2024-07-22|between 2024-07-23 2026-11-20}; where underlying in ETH',
  ],
  [
    'cheapest bitcoin etf by fee',
    'etf.fee; by fund; @now; where underlying in BTC; sort etf.fee',
    'etf.fee; by fund; @now; where underlying in BTC; {bottom 1 fund by etf.fee|bottom 3 fund by etf.fee|bottom 5 fund by etf.fee|bottom 10 fund by etf.fee}; {|sort etf.fee}',
  ],
  [
    'USDC supply rates on ethereum per protocol',
    'lending.supply_apy; by protocol; @now; where asset in USDC; where chain in Ethereum; {|sort lending.supply_apy desc}',
  ],
  [
    'lending markets with utilization over 90%',
    'lending.utilisation; by market; @now; where lending.utilisation gt 90; {|sort lending.utilisation desc}',
    'lending.utilisation; {by protocol, chain, asset|by protocol, asset, chain|by chain, protocol, asset|by chain, asset, protocol|by asset, protocol, chain|by asset, chain, protocol}; @now; where lending.utilisation gt 90; {|sort lending.utilisation desc}',
  ],
  [
    'aave loans outstanding vs a year ago',
    'lending.borrowed; {|day|week|month}; @now; vs year-ago; where protocol in Aave v3',
    'lending.borrowed; {|day|week|month}; {current month|current year|last 1 month|last 30 day|last 1 year|last 12 month|last 365 day}; vs year-ago; where protocol in Aave v3',
    '{growth(lending.borrowed)|change(lending.borrowed)|lending.borrowed, growth(lending.borrowed)|lending.borrowed, change(lending.borrowed)|growth(lending.borrowed), lending.borrowed|change(lending.borrowed), lending.borrowed}; {last 1 year|last 12 month|last 365 day}; where protocol in Aave v3',
    'lending.borrowed; {last 1 year|last 12 month|last 365 day}; vs previous-period; where protocol in Aave v3',
  ],
  [
    'onchain liqs by collateral, monthly over the last 6 months as stacked bars',
    'liquidations.amount; by collateral; month; {last 6 month|last 180 day|last 26 week|previous 6 month|last 2 quarter}; chart stacked-bars',
  ],
  [
    'longs liquidated yesterday by exchange',
    'exchange_liquidations.amount; by exchange; {|day}; @yd; where side in Long; {|sort exchange_liquidations.amount desc}',
  ],
  [
    'days with more than 500m of btc liquidated on exchanges',
    'exchange_liquidations.amount; day; {|all}; where asset in BTC; where exchange_liquidations.amount gt 500000000; {|sort exchange_liquidations.amount desc}',
  ],
  [
    'real staking yield by network, highest first',
    'staking.real_yield; {by network|by asset}; @now; sort staking.real_yield desc',
  ],
  [
    'how long does it take to unstake eth',
    'staking.exit; {|by protocol}; @now; where asset in ETH',
    'staking.exit; {|by protocol}; @now; where network in Ethereum',
    'staking.exit; {|by protocol}; @now; where asset in ETH; where network in Ethereum',
    'staking.exit; by protocol; @now; {where asset in ETH|where network in Ethereum|where asset in ETH; where network in Ethereum}; {sort staking.exit|sort staking.exit desc}',
  ],
  [
    'restaked value eigenlayer and symbiotic trend since january',
    'restaking.restaked; by protocol; {|day|week|month}; {since 2026-01-01|current year|between 2026-01-01 2026-11-20}; where protocol in EigenLayer, Symbiotic',
    'restaking.restaked; by protocol; {|day|week|month}; {since 2026-01-01|current year|between 2026-01-01 2026-11-20}; where protocol in EigenLayer, Symbiotic; {chart line|chart area|chart stacked-area}',
  ],
  [
    'tokenised treasuries by issuer',
    'rwa.value; by issuer; @now; where asset_class in Treasuries; @tc; {|sort rwa.value desc}',
  ],
  [
    'holders of paxg and xaut',
    'rwa.holders; by product; {|day|week|month}; where product in PAXG, XAUT; @tc',
    'rwa.holders; by product; {current day|last 1 day}; where product in PAXG, XAUT; @tc',
    'rwa.holders; @now; where product in PAXG, XAUT; @tc',
    'rwa.holders; by product; @now; where product in PAXG, XAUT; @tc; sort rwa.holders desc',
  ],
  [
    'yield of tokenized treasuries minus the t-bill rate, past year',
    '{rwa.yield - rates.bill|rwa.yield, rates.bill, rwa.yield - rates.bill|rates.bill, rwa.yield, rwa.yield - rates.bill|rwa.yield - rates.bill, rwa.yield, rates.bill}; {|day|week|month}; {last 1 year|last 12 month|last 365 day|previous 1 year|previous 12 month|last 52 week}; where asset_class in Treasuries; @tc',
  ],
  [
    'btc exchange balance change past 30 days',
    '{change(onchain.exchange_balance)|growth(onchain.exchange_balance)|onchain.exchange_balance, change(onchain.exchange_balance)|onchain.exchange_balance, growth(onchain.exchange_balance)|change(onchain.exchange_balance), onchain.exchange_balance|growth(onchain.exchange_balance), onchain.exchange_balance}; {|day|week}; {last 30 day|last 1 month|previous 30 day}; where asset in BTC',
    'onchain.exchange_balance; {last 30 day|last 1 month|previous 30 day}; vs previous-period; where asset in BTC',
  ],
  [
    '7d avg hashrate ytd',
    'moving_average(onchain.hash_rate, 7); {|day|week|month}; @yr; where asset in BTC',
    '{onchain.hash_rate, moving_average(onchain.hash_rate, 7)|moving_average(onchain.hash_rate, 7), onchain.hash_rate}; {|day|week|month}; @yr; where asset in BTC',
    '{moving_average(onchain.hash_rate, 7)|onchain.hash_rate, moving_average(onchain.hash_rate, 7)|moving_average(onchain.hash_rate, 7), onchain.hash_rate}; by asset; {|day|week|month}; @yr',
  ],
  [
    '30 day atm vol btc and eth, last 6 months',
    'option_surface.atm; by asset; {|day|week|month}; {last 6 month|last 180 day|last 26 week|previous 6 month|last 2 quarter}; where asset in BTC, ETH; {where tenor in 30|where tenor eq 30}',
    'option_surface.atm; {by asset, tenor|by tenor, asset}; {|day|week|month}; {last 6 month|last 180 day|last 26 week|previous 6 month|last 2 quarter}; where asset in BTC, ETH; {where tenor in 30|where tenor eq 30}',
    'option_surface.atm; by asset; {|day|week|month}; {last 6 month|last 180 day|last 26 week|previous 6 month|last 2 quarter}; {where tenor in 30|where tenor eq 30}',
  ],
  [
    'btc option open interest, share per venue',
    'share(options.open_interest); by exchange; @now; where asset in BTC; {|sort share(options.open_interest) desc}',
    'share(options.open_interest_coins); by exchange; @now; where asset in BTC; {|sort share(options.open_interest_coins) desc}',
    '{options.open_interest, share(options.open_interest)|share(options.open_interest), options.open_interest}; by exchange; @now; where asset in BTC; {|sort options.open_interest desc|sort share(options.open_interest) desc}',
    '{options.open_interest_coins, share(options.open_interest_coins)|share(options.open_interest_coins), options.open_interest_coins}; by exchange; @now; where asset in BTC; {|sort options.open_interest_coins desc|sort share(options.open_interest_coins) desc}',
  ],
  [
    'eth oi by strike calls vs puts',
    'option_strikes.open_interest; {by strike, option_type|by option_type, strike}; @now; where asset in ETH; {|where option_type in Call, Put}; {|sort option_strikes.open_interest desc|sort option_strikes.open_interest}; {|chart bars|chart stacked-bars}',
  ],
  [
    'cme bitcoin basis daily last 3 months',
    'futures_term.basis; day; {last 3 month|last 90 day|last 1 quarter|previous 3 month|last 13 week|previous 90 day}; where asset in BTC; where exchange in CME',
  ],
  [
    'what hour of the day is busiest for btc spot',
    'hourly.volume; by hour; {|last 30 day|last 1 month|last 90 day|last 1 year|all}; where asset in BTC; {|sort hourly.volume desc}',
    'hourly.volume; by hour; {|last 30 day|last 1 month|last 90 day|last 1 year|all}; where asset in BTC; {top 1 hour by hourly.volume|top 3 hour by hourly.volume|top 5 hour by hourly.volume|top 10 hour by hourly.volume}; {|sort hourly.volume desc}',
  ],
  [
    'most talked about coins on social this week',
    'sentiment.posts; by asset; @tw; {|sort sentiment.posts desc|top 1 asset by sentiment.posts|top 3 asset by sentiment.posts|top 5 asset by sentiment.posts|top 10 asset by sentiment.posts}',
    'sentiment.posts; by asset; @tw; {top 1 asset by sentiment.posts|top 3 asset by sentiment.posts|top 5 asset by sentiment.posts|top 10 asset by sentiment.posts}; sort sentiment.posts desc',
  ],
  [
    'fear & greed and fed policy rate since 2024',
    '{fear_greed.fear_greed, rates.policy|rates.policy, fear_greed.fear_greed}; {|day|week|month}; {since 2024-01-01|between 2024-01-01 2026-11-20}',
  ],
  [
    'which nyse holidays are still to come this year',
    'calendar.closures; by holiday; {|day}; {between 2026-11-20 2026-12-31|between 2026-11-21 2026-12-31|since 2026-11-20|since 2026-11-21}; where market in NYSE; {|where open in closed}',
  ],
  ['circle revenue last quarter', 'refuse'],
  ['where will bitcoin be at year end?', 'refuse'],
  ['which bank holds the reserves behind usdt', 'refuse'],
]
