/**
 * By a twelfth person, who had read neither the reader nor the sets before, after what the ninth stranger and four rounds of
 * practice found was mended. A second person, who had not read them either, completed the lists of right readings before the
 * first run. Each right reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in
 * docs/reading-questions.md.
 */
export const eleventhStrangerQuestions: readonly (readonly [question: string, ...readings: string[]])[] = [
  ['how much usdt is out there', 'stable_supply.supply; @now; where token in USDT'],
  [
    'net mints minus burns per stablecoin this month',
    '{stable_supply.net_issuance|stable_supply.issued - stable_supply.redeemed|stable_supply.issued, stable_supply.redeemed, stable_supply.net_issuance|stable_supply.issued, stable_supply.redeemed, stable_supply.issued - stable_supply.redeemed}; by token; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}',
    'stable_supply.net_issuance; by token; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; sort stable_supply.net_issuance desc',
    'stable_supply.net_issuance; by token; {day|week}; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}',
    'stable_supply.issued - stable_supply.redeemed; by token; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; sort stable_supply.issued - stable_supply.redeemed desc',
    'stable_supply.net_issuance; by token; month; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}',
  ],
  [
    'last months redemptions as % of supply, by coin',
    '{stable_supply.redeemed / stable_supply.supply|stable_supply.redeemed / stable_supply.supply * 100|100 * stable_supply.redeemed / stable_supply.supply|stable_supply.redeemed, stable_supply.supply, stable_supply.redeemed / stable_supply.supply|stable_supply.redeemed, stable_supply.supply, stable_supply.redeemed / stable_supply.supply * 100}; by token; @lm',
    'stable_supply.redeemed / stable_supply.supply; by token; @lm; sort stable_supply.redeemed / stable_supply.supply desc',
    'stable_supply.redeemed / stable_supply.supply * 100; by token; @lm; sort stable_supply.redeemed / stable_supply.supply * 100 desc',
    'stable_supply.redeemed / stable_supply.supply; by token; month; @lm',
  ],
  [
    'USDe worst intraday low vs the dollar since August',
    'stable_price.deviation_low; day; {since 2026-08-01|between 2026-08-01 2026-11-20}; where token in USDe',
    'stable_price.deviation_low; day; {since 2026-08-01|between 2026-08-01 2026-11-20}; where token in USDe; sort stable_price.deviation_low',
  ],
  [
    'which stables closed more than 20bp below a dollar yesterday',
    'stable_price.deviation; by token; {|day}; @yd; where stable_price.deviation lt -20; {|sort stable_price.deviation}',
    'stable_price.price; by token; {|day}; @yd; where stable_price.price lt 0.998; {|sort stable_price.price}',
    'stable_price.deviation, stable_price.price; by token; {|day}; @yd; where stable_price.deviation lt -20; {|sort stable_price.deviation}',
  ],
  [
    'USDC by chain as donut',
    'stable_supply.supply; by chain; @now; where token in USDC; {|sort stable_supply.supply desc}; chart donut',
    'share(stable_supply.supply); by chain; @now; where token in USDC; chart donut',
  ],
  [
    "tron's share of tether",
    'share(stable_supply.supply); {|by chain}; @G; where chain in Tron; where token in USDT',
    'share(stable_supply.supply); by chain; where token in USDT; {|sort share(stable_supply.supply) desc}',
    'stable_supply.supply, share(stable_supply.supply); {|by chain}; where chain in Tron; where token in USDT',
    'stable_supply.supply, share(stable_supply.supply); by chain; where token in USDT',
    'share(stable_supply.supply); {|by chain}; @G; where chain in Tron; where issuer in Tether',
    'share(stable_supply.supply); by chain; where issuer in Tether; {|sort share(stable_supply.supply) desc}',
    'stable_supply.supply, share(stable_supply.supply); {|by chain}; where chain in Tron; where issuer in Tether',
    'stable_supply.supply, share(stable_supply.supply); by chain; where issuer in Tether',
  ],
  [
    'weekly stabelcoin float ex usdt and usdc ytd',
    'stable_supply.supply; {|by token}; week; @yr; where token not-in USDC, USDT',
  ],
  [
    'How much of the stablecoin market do USDT and USDC make up together, last 2 years',
    'stable_supply.dollar_share; {|day|week|month|quarter}; @y2',
    'share(stable_supply.supply); by token; {|day|week|month|quarter}; @y2; where token in USDC, USDT',
    'share(stable_supply.supply); {|day|week|month|quarter}; @y2; where token in USDC, USDT',
  ],
  [
    'top 5 chains usdc went to from ethereum in the past quarter',
    'stable_bridge.bridged; by to_chain; @lq; where from_chain in Ethereum; where token in USDC; top 5 to_chain by stable_bridge.bridged; {|sort stable_bridge.bridged desc}',
  ],
  [
    'avg size of a bridge transfer per stablecoin in 2026',
    '{stable_bridge.bridged / stable_bridge.transfers|stable_bridge.bridged, stable_bridge.transfers, stable_bridge.bridged / stable_bridge.transfers}; by token; @yr',
    'stable_bridge.bridged / stable_bridge.transfers; by token; @yr; sort stable_bridge.bridged / stable_bridge.transfers desc',
  ],
  [
    'who printed the most stablecoins in october',
    'stable_supply.issued; by {issuer|token}; {|month}; {between 2026-10-01 2026-10-31|previous 1 month}; sort stable_supply.issued desc',
    'stable_supply.issued; by issuer; {|month}; {between 2026-10-01 2026-10-31|previous 1 month}; top 1 issuer by stable_supply.issued; {|sort stable_supply.issued desc}',
    'stable_supply.issued; by token; {|month}; {between 2026-10-01 2026-10-31|previous 1 month}; top 1 token by stable_supply.issued; {|sort stable_supply.issued desc}',
  ],
  [
    'why did usdc supply shrink in september?',
    'why stable_supply.supply; between 2026-09-01 2026-09-30; where token in USDC',
  ],
  ['should we move treasury cash from usdt into usdc', 'refuse'],
  ['our own balance at circle', 'refuse'],
  ['tether q3 profit', 'refuse'],
  [
    'tokenized treasuries by issuer, biggest first',
    'rwa.value; by issuer; @now; where asset_class in Treasuries; @tc; sort rwa.value desc',
  ],
  [
    'BUIDL vs USYC yield against tbills',
    '{rwa.yield, rates.bill|rates.bill, rwa.yield|rwa.yield - rates.bill|rwa.yield, rates.bill, rwa.yield - rates.bill}; by product; @G; where product in BUIDL, USYC; @tc',
    'rwa.yield, rates.bill; by product; @now; where product in BUIDL, USYC; @tc',
  ],
  [
    'rwa products you can get into with less than 1000 dollars',
    'rwa.minimum; by product; @now; {where rwa.minimum lt 1000|where rwa.minimum le 1000}; @tc; {|sort rwa.minimum|sort rwa.minimum desc}',
  ],
  [
    'fastest growing stablecoins over 90 days',
    '{growth(stable_supply.supply)|stable_supply.supply, growth(stable_supply.supply)}; by token; @d90; {|sort growth(stable_supply.supply) desc|top 10 token by growth(stable_supply.supply)|top 10 token by growth(stable_supply.supply); sort growth(stable_supply.supply) desc|top 5 token by growth(stable_supply.supply)|top 5 token by growth(stable_supply.supply); sort growth(stable_supply.supply) desc}',
    'stable_supply.supply; by token; @d90; vs previous-period',
    '{growth(market_cap.cap)|market_cap.cap, growth(market_cap.cap)}; by asset; @d90; where kind in Stablecoins; {|sort growth(market_cap.cap) desc|top 10 asset by growth(market_cap.cap)|top 10 asset by growth(market_cap.cap); sort growth(market_cap.cap) desc}',
  ],
  [
    'How many days are US markets closed in December?',
    'calendar.closures; {|by market|by holiday|by market, holiday|by holiday, market}; {|day|month}; between 2026-12-01 2026-12-31; {|where open in closed}; {|where market in NYSE|where market in CME, NYSE}',
  ],
  [
    'lending markets over 95% utilized right now',
    'lending.utilisation; by market; @now; where lending.utilisation gt 95; {|sort lending.utilisation desc}',
  ],
  [
    '30 day moving average of dollar borrow rates on ethereum',
    '{moving_average(lending.borrow_apy, 30)|lending.borrow_apy, moving_average(lending.borrow_apy, 30)}; {|day}; where asset_class in Dollar; where chain in Ethereum',
    'moving_average(lending.borrow_apy, 30); by asset; {|day}; where asset_class in Dollar; where chain in Ethereum',
    'lending.borrow_apy, moving_average(lending.borrow_apy, 30); by asset; {|day}; where asset_class in Dollar; where chain in Ethereum',
  ],
  [
    'worst day for onchain liquidations this year',
    'liquidations.amount; day; @yr; sort liquidations.amount desc',
  ],
  [
    'longs vs shorts liquidated on bybit last week',
    'exchange_liquidations.amount; by side; @D; @lw; where exchange in Bybit',
    'exchange_liquidations.amount; by side; @D; @lw; where exchange in Bybit; where side in Long, Short',
  ],
  [
    'Binance share of spot volume by month, past year',
    '{share(trading.volume)|trading.volume, share(trading.volume)}; {|by exchange}; month; {last 1 year|last 12 month|last 365 day|last 52 week|previous 1 year|previous 12 month}; where exchange in Binance; where market_type in Spot',
    'share(trading.volume); by exchange; month; {last 1 year|last 12 month|last 365 day|last 52 week|previous 1 year|previous 12 month}; where market_type in Spot',
  ],
  [
    'what does restaking pay on top, by protocol',
    'restaking.extra; by protocol; @now; {|sort restaking.extra desc}',
  ],
  [
    'SOL funding hyperliquid vs binance last 2 weeks',
    '{funding.funding_rate|funding.rate}; by exchange; {|hour|day|week}; @w2; where asset in SOL; where exchange in Binance, Hyperliquid',
  ],
  [
    'btc call open interest by strike',
    'option_strikes.open_interest; by strike; @now; where asset in BTC; where option_type in Call; {|sort option_strikes.open_interest desc}',
  ],
  [
    'Are eth puts dearer than calls? 7 and 90 day skew',
    'option_surface.put_skew; by tenor; {|day}; @now; where asset in ETH; where tenor in 7, 90',
    'option_surface.put_skew; by tenor; {week|month}; where asset in ETH; where tenor in 7, 90',
  ],
  [
    'btc option expiries with more than 500m open',
    'options.open_interest; by expiry; @now; where asset in BTC; where options.open_interest gt 500000000; {|sort options.open_interest desc|sort options.open_interest}',
  ],
  [
    'bitcoin etf inflows by sponsor last week',
    'etf.net_flow; by issuer; @D; @lw; where underlying in BTC',
    'etf.net_flow; by issuer; @lw; where underlying in BTC; sort etf.net_flow desc',
  ],
  [
    'running total of eth etf flows since they started',
    'cumulative(etf.net_flow); @G; {|all|since 2024-07-23|between 2024-07-23 2026-11-20}; where underlying in ETH',
    'etf.net_flow, cumulative(etf.net_flow); @G; {|all|since 2024-07-23|between 2024-07-23 2026-11-20}; where underlying in ETH',
    'etf.net_flow; {all|since 2024-07-23|between 2024-07-23 2026-11-20}; where underlying in ETH',
  ],
  ['how many xrp etfs are there', 'etf.funds; {|by fund}; @now; where underlying in XRP'],
  [
    'which eth staking provider leaves you the most after dilution',
    'staking.real_yield; by protocol; @now; {where asset in ETH|where network in Ethereum|where asset in ETH; where network in Ethereum}; {top 1 protocol by staking.real_yield|sort staking.real_yield desc|top 1 protocol by staking.real_yield; sort staking.real_yield desc}',
  ],
  [
    'total crypto mkt cap now vs a year ago',
    '{market_cap.cap|market_cap.cap, growth(market_cap.cap)}; @now; vs year-ago',
    '{growth(market_cap.cap)|change(market_cap.cap)|market_cap.cap, growth(market_cap.cap)|market_cap.cap, change(market_cap.cap)}; {last 1 year|last 12 month|last 365 day}',
    'market_cap.cap; {last 1 year|last 12 month|last 365 day}; vs previous-period',
    'market_cap.cap; {last 1 year|last 12 month|last 365 day}; vs year-ago',
  ],
  [
    'btc dominance chart since jan 2025',
    'price.bitcoin_dominance; {day|week|month|quarter}; {since 2025-01-01|between 2025-01-01 2026-11-20}; {|chart line}',
  ],
  [
    'drawdown of SOL this year',
    '{drawdown(price.close)|price.close, drawdown(price.close)}; @G; @yr; where asset in SOL',
  ],
  [
    '90d realized vol doge',
    '{volatility(price.close, 90)|price.close, volatility(price.close, 90)}; {|day}; {|current day|last 1 day|last 90 day|last 3 month}; where asset in DOGE',
  ],
  [
    'how many depegs in 2026',
    'events.events; {|by title|by subject}; @yr; where kind in depeg',
    'events.events; {|by title|by subject}; {day|month}; @yr; where kind in depeg',
  ],
  ['will usde lose its peg again before christmas', 'refuse'],
  ['cme btc basis past 3 months', 'futures_term.basis; @G; @m3; where asset in BTC; where exchange in CME'],
  [
    'what did people pay in etherum fees so far this month compared to last month',
    '{onchain.fees, growth(onchain.fees)|onchain.fees, change(onchain.fees)|growth(onchain.fees)|change(onchain.fees)}; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; where asset in ETH',
    'onchain.fees; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; vs previous-period; where asset in ETH',
    'onchain.fees; month; last 2 month; {|vs previous-period}; where asset in ETH',
    'onchain.fees; month; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; vs previous-period; where asset in ETH',
    'onchain.fees; month; {since 2026-10-01|between 2026-10-01 2026-11-20}; where asset in ETH',
    'onchain.fees; {day|week}; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; vs previous-period; where asset in ETH',
    '{onchain.fees, growth(onchain.fees)|onchain.fees, change(onchain.fees)|growth(onchain.fees)|change(onchain.fees)}; month; {current month|last 2 month}; where asset in ETH',
  ],
  [
    'busiest hour of the day for bitcoin spot trading',
    'hourly.volume; by hour; {|last 30 day|last 1 month|last 90 day|last 3 month|last 1 year|all}; where asset in BTC; {top 1 hour by hourly.volume|sort hourly.volume desc|top 1 hour by hourly.volume; sort hourly.volume desc}',
  ],
  ['how many btc does mt gox still hold', 'refuse'],
]
