/**
 * By a seventh person, who had read neither the reader nor the sets before, after what the fifth stranger found was mended. Each right
 * reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in docs/reading-questions.md.
 */
export const sixthStrangerQuestions: readonly (readonly [question: string, ...readings: string[]])[] = [
  [
    'whats btc price rn',
    'price.close; {|current day|last 1 day|between 2026-11-20 2026-11-20}; where asset in BTC',
  ],
  [
    'sol vs eth last 3 months',
    '{price.close|rebase(price.close)|growth(price.close)|price.close, growth(price.close)|price.close, rebase(price.close)}; by asset; @G; @m3; where asset in ETH, SOL',
    'price.close; by asset; @m3; where asset in ETH, SOL; sort price.close desc',
    'price.close; by asset; @m3; vs previous-period; where asset in ETH, SOL',
    '{|price.close, }growth(price.close); by asset; @m3; where asset in ETH, SOL; sort growth(price.close) desc',
    'change(price.close); by asset; @m3; where asset in ETH, SOL',
  ],
  [
    'is doge overbought',
    'price.rsi; {|day}; where asset in DOGE',
    'price.rsi; {current day|last 1 day}; where asset in DOGE',
    '{price.close, price.rsi|price.rsi, price.close}; {|day}; where asset in DOGE',
    'price.rsi; {|day|current day|last 1 day}; where asset in DOGE; where price.rsi {gt|ge} 70',
  ],
  [
    'funding on hyperliquid',
    '{funding.funding_rate|funding.rate}; {|day}; where exchange in Hyperliquid',
    '{funding.funding_rate|funding.rate}; {|current day|last 1 day|between 2026-11-20 2026-11-20}; where exchange in Hyperliquid',
    '{funding.funding_rate|funding.rate}; by asset; where exchange in Hyperliquid',
    'funding.funding_rate; by asset; where exchange in Hyperliquid; sort funding.funding_rate desc',
    'funding.rate; by asset; where exchange in Hyperliquid; sort funding.rate desc',
  ],
  [
    'longs liquidated yesterday on binance',
    'exchange_liquidations.amount; {|by exchange, side|by side, exchange}; @yd; where exchange in Binance; where side in Long',
  ],
  ['should i sell my eth', 'refuse'],
  [
    'monthly net flows into ibit and fbtc this year',
    'etf.net_flow; by fund; month; @yr; where fund in FBTC, IBIT',
  ],
  [
    'ethereum etf aum as % of all etf aum, weekly',
    '{|etf.aum, }share(etf.aum); by underlying; week; {|where underlying in ETH}',
  ],
  [
    'mvrv btc since 2025',
    'onchain.mvrv; {|day|week|month|quarter}; {since 2025-01-01|between 2025-01-01 2026-11-20}; where asset in BTC',
  ],
  [
    '30 day realised vol of bitcoin vs implied',
    '{volatility(price.close, 30), option_surface.atm|option_surface.atm, volatility(price.close, 30)}; {|day}; where asset in BTC; where tenor {in|eq} 30',
  ],
  [
    'drawdown of eth from its peak since january',
    '{drawdown(price.close)|price.close, drawdown(price.close)}; @G; @yr; where asset in ETH',
  ],
  [
    'cheapest bitcoin etf by fee',
    'etf.fee; by fund; {|bottom 1 fund by etf.fee|sort etf.fee|bottom 1 fund by etf.fee; sort etf.fee}; where underlying in BTC',
  ],
  [
    'which etfs trade at a discount',
    'etf.premium; by fund; where etf.premium lt 0; {|sort etf.premium|sort etf.premium desc}',
  ],
  [
    'what do tokenised treasuries yield compared to t-bills',
    '{rwa.yield, rates.bill|rates.bill, rwa.yield|rwa.yield - rates.bill|rwa.yield, rates.bill, rwa.yield - rates.bill}; @G; where asset_class in Treasuries',
    '{rwa.yield, rates.bill|rates.bill, rwa.yield}; by product; where asset_class in Treasuries; {|sort rwa.yield desc}',
  ],
  ['min ticket for buidl', 'rwa.minimum; where product in BUIDL'],
  [
    'best staking yields after inflation',
    'staking.real_yield; by network; {|sort staking.real_yield desc|top 1 network by staking.real_yield|top 1 network by staking.real_yield; sort staking.real_yield desc|top 3 network by staking.real_yield|top 3 network by staking.real_yield; sort staking.real_yield desc|top 5 network by staking.real_yield|top 5 network by staking.real_yield; sort staking.real_yield desc|top 10 network by staking.real_yield|top 10 network by staking.real_yield; sort staking.real_yield desc}',
    'staking.real_yield; by asset; {|sort staking.real_yield desc|top 1 asset by staking.real_yield|top 1 asset by staking.real_yield; sort staking.real_yield desc|top 3 asset by staking.real_yield|top 3 asset by staking.real_yield; sort staking.real_yield desc|top 5 asset by staking.real_yield|top 5 asset by staking.real_yield; sort staking.real_yield desc|top 10 asset by staking.real_yield|top 10 asset by staking.real_yield; sort staking.real_yield desc}',
    'staking.real_yield; by protocol; {|sort staking.real_yield desc|top 1 protocol by staking.real_yield|top 1 protocol by staking.real_yield; sort staking.real_yield desc|top 3 protocol by staking.real_yield|top 3 protocol by staking.real_yield; sort staking.real_yield desc|top 5 protocol by staking.real_yield|top 5 protocol by staking.real_yield; sort staking.real_yield desc|top 10 protocol by staking.real_yield|top 10 protocol by staking.real_yield; sort staking.real_yield desc}',
  ],
  ['will btc reach 150k by xmas', 'refuse'],
  [
    'how much usdt was minted on tron last month',
    'stable_supply.issued; {|by token, chain|by chain, token}; @lm; where chain in Tron; where token in USDT',
  ],
  [
    'pyusd supply growth ytd',
    '{growth(stable_supply.supply)|change(stable_supply.supply)|stable_supply.supply, growth(stable_supply.supply)|stable_supply.supply, change(stable_supply.supply)|stable_supply.supply; vs previous-period}; @yr; where token in PYUSD',
    '{growth(stable_supply.supply)|stable_supply.supply, growth(stable_supply.supply)}; {day|week|month}; @yr; where token in PYUSD',
  ],
  [
    'usde worst depeg this year',
    'stable_price.deviation_low; day; @yr; where token in USDe; {|sort stable_price.deviation_low}',
    'stable_price.deviation; day; @yr; where token in USDe; {|sort stable_price.deviation}',
  ],
  [
    'bridged usdc from ethereum to base vs to arbitrum, q3',
    'stable_bridge.bridged; {by to_chain|by token, to_chain|by from_chain, to_chain}; @G; {previous 1 quarter|between 2026-07-01 2026-09-30}; where from_chain in Ethereum; where to_chain in Arbitrum, Base; where token in USDC',
    'stable_bridge.bridged; by to_chain; {previous 1 quarter|between 2026-07-01 2026-09-30}; where from_chain in Ethereum; where to_chain in Arbitrum, Base; where token in USDC; sort stable_bridge.bridged desc',
  ],
  ['tether net profit last quarter', 'refuse'],
  [
    'hash rate 7 day average last 6 months',
    '{|onchain.hash_rate, }moving_average(onchain.hash_rate, 7); {|day}; @m6; {where asset in BTC|by asset}',
  ],
  [
    'btc issuance in dollars per month',
    '{onchain.issuance * price.close|price.close * onchain.issuance|onchain.issuance, onchain.issuance * price.close}; month; where asset in BTC',
  ],
  [
    'how far is btc above its realised price',
    '{price.close - onchain.realised_price|price.close / onchain.realised_price|onchain.mvrv|price.close, onchain.realised_price|onchain.realised_price, price.close|price.close / onchain.realised_price - 1|(price.close / onchain.realised_price - 1) * 100|(price.close - onchain.realised_price) / onchain.realised_price|(price.close - onchain.realised_price) / onchain.realised_price * 100}; {|current day|last 1 day|between 2026-11-20 2026-11-20}; where asset in BTC',
    '{price.close, onchain.realised_price|onchain.realised_price, price.close|price.close - onchain.realised_price|price.close / onchain.realised_price}; day; where asset in BTC',
  ],
  [
    'btc quarterly futures basis on cme and deribit',
    'futures_term.basis; by exchange; @G; where asset in BTC; where exchange in CME, Deribit; where expiry_kind in Quarterly',
    'futures_term.basis; {by expiry, exchange|by exchange, expiry}; where asset in BTC; where exchange in CME, Deribit; where expiry_kind in Quarterly',
    'futures_term.basis; by exchange; where asset in BTC; where exchange in CME, Deribit; where expiry_kind in Quarterly; sort futures_term.basis desc',
  ],
  [
    'eth 25d skew 7d vs 90d',
    'option_surface.put_skew; by tenor; @G; where asset in ETH; where tenor in 7, 90',
    'option_surface.put_skew; by tenor; where asset in ETH; where tenor in 7, 90; sort option_surface.put_skew desc',
  ],
  [
    'btc atm vol term structure',
    'option_surface.atm; by tenor; {|current day|last 1 day|between 2026-11-20 2026-11-20}; where asset in BTC; {|chart line}',
  ],
  [
    'oi by strike for the btc calls',
    'option_strikes.open_interest; by strike; where asset in BTC; where option_type in Call; {|sort option_strikes.open_interest desc}',
  ],
  [
    'which option expiry has the most eth oi',
    'options.open_interest; by expiry; {|top 1 expiry by options.open_interest|sort options.open_interest desc|top 1 expiry by options.open_interest; sort options.open_interest desc}; where asset in ETH',
    'options.open_interest_coins; by expiry; {|top 1 expiry by options.open_interest_coins|sort options.open_interest_coins desc|top 1 expiry by options.open_interest_coins; sort options.open_interest_coins desc}; where asset in ETH',
  ],
  [
    'put call ratio btc by volume and by oi, past month',
    '{options.put_call_volume, options.put_call_oi|options.put_call_oi, options.put_call_volume}; @G; @lm; where asset in BTC',
  ],
  [
    'deribit share of option volume by month',
    '{|options.volume, }share(options.volume); by exchange; month; {|where exchange in Deribit}',
  ],
  [
    'share of stablecoin supply backed by crypto collateral over time',
    '{|stable_supply.supply, }share(stable_supply.supply); by backing; {|day|week|month|quarter}; {|where backing in Crypto collateral}',
    'stable_supply.supply; by backing; {day|week|month}; chart area-100',
  ],
  [
    'number of depeg events per year',
    'events.events; year; where kind in depeg',
    'events.events; year; all; where kind in depeg',
  ],
  [
    'volume on regulated venues vs dex last 12 months',
    'trading.volume; by venue_kind; {|day|week|month|quarter}; @py; where venue_kind in DEX, Regulated',
    'trading.volume; by venue_kind; @py; where venue_kind in DEX, Regulated; sort trading.volume desc',
  ],
  [
    'how many positions were liquidated on aave in october 2025',
    'liquidations.positions; {|month}; between 2025-10-01 2025-10-31; where protocol in Aave v3',
  ],
  [
    'perp to spot ratio quarterly excluding dex',
    'trading.perp_to_spot; quarter; {where venue_kind not-in DEX|where venue_kind in CEX, Regulated}',
  ],
  ['how many people in germany own bitcoin', 'refuse'],
  [
    'which lending markets are over 90% utilised',
    'lending.utilisation; by market; where lending.utilisation {gt|ge} 90; {|sort lending.utilisation desc}',
  ],
  [
    'rwa holders top 10 products as a table',
    'rwa.holders; by product; top 10 product by rwa.holders; {|sort rwa.holders desc}; chart table',
  ],
  [
    'fastest growing chain for tokenised assets last 6 months',
    '{|rwa.value, }growth(rwa.value); by chain; {|top 1 chain by growth(rwa.value)|sort growth(rwa.value) desc|top 1 chain by growth(rwa.value); sort growth(rwa.value) desc}; @m6',
    'rwa.value; by chain; @m6; vs previous-period',
    '{|rwa.value, }change(rwa.value); by chain; @m6; {sort change(rwa.value) desc|top 1 chain by change(rwa.value)|top 1 chain by change(rwa.value); sort change(rwa.value) desc}',
  ],
  [
    'aave deposits minus loans per chain',
    'lending.supplied - lending.borrowed; by chain; where protocol in Aave v3; {|sort lending.supplied - lending.borrowed desc}',
    'lending.idle; by chain; where protocol in Aave v3; {|sort lending.idle desc}',
    'lending.supplied, lending.borrowed, lending.supplied - lending.borrowed; by chain; where protocol in Aave v3',
  ],
  [
    'nyse holidays in december 2026',
    'calendar.closures; {by holiday|by holiday; day|day|by holiday, open|by holiday, open; day}; between 2026-12-01 2026-12-31; where market in NYSE; {|where open in closed}',
  ],
  ['social posts per asset this week', 'sentiment.posts; by asset; @tw; {|sort sentiment.posts desc}'],
  [
    'busiest hour for spot trading',
    'hourly.volume; by hour; {|top 1 hour by hourly.volume|sort hourly.volume desc|top 1 hour by hourly.volume; sort hourly.volume desc}',
  ],
]
