/** Readings learned from practice and from the sixth stranger, by their class. */
export const seenClasses: readonly (readonly [question: string, expected: string])[] = [
  [
    'eth burned in dollars per day this month',
    'onchain.burned * price.close; day; current month; where asset in ETH',
  ],
  ['how much are the btc on exchanges worth', 'onchain.exchange_balance * price.close; where asset in BTC'],
  ['etf holdings in dollars', 'etf.aum'],
  ['ibit aum in btc', 'etf.holdings; where fund in IBIT; where underlying in BTC'],
  [
    'by how much does btc trade above realised price',
    'price.close - onchain.realised_price; where asset in BTC',
  ],
  ['weekly futures open interest', 'futures_term.open_interest; where expiry_kind in Weekly'],
  ['monthly options volume', 'options.volume; month'],
  [
    'put call ratio by oi and by volume eth',
    'options.put_call_oi, options.put_call_volume; where asset in ETH',
  ],
  ['share of stablecoins backed by crypto', 'share(stable_supply.supply); by backing'],
  ['gold backed products by value', 'rwa.value; by product; where asset_class in Gold'],
  [
    'top 5 bridge routes by volume last 30 days',
    'stable_bridge.bridged; by from_chain, to_chain; last 30 day; sort stable_bridge.bridged desc',
  ],
  ['spot volume weekend vs weekday', 'hourly.volume; by weekday'],
  ['btc volume on sundays', 'hourly.volume; where asset in BTC; where weekday in 7'],
  ['altcoins volume last 30 days', 'trading.volume; day; last 30 day; where asset not-in BTC'],
  [
    'best rate to lend usdc',
    'lending.supply_apy; by protocol; where asset in USDC; top 1 protocol by lending.supply_apy',
  ],
  [
    'best rate to borrow eth',
    'lending.borrow_apy; by protocol; where asset in ETH; bottom 1 protocol by lending.borrow_apy',
  ],
  ['biggest fund', 'etf.aum; by fund; top 1 fund by etf.aum'],
  [
    'btc open interest strikes above 100k',
    'option_strikes.open_interest; by strike; where asset in BTC; where strike gt 100000',
  ],
  [
    'markets paying over 5% on usdc',
    'lending.supply_apy; by market; where asset in USDC; where lending.supply_apy gt 5',
  ],
  ['25 delta call iv btc', 'option_surface.iv; where asset in BTC; where delta in 25C; where tenor eq 30'],
  [
    'supply of each stablecoin with date of its reserve report',
    'stable_supply.supply; by token, attestation',
  ],
  ['next market holiday', 'calendar.closures; by holiday; day; between 2026-11-21 2027-11-20; sort date'],
  ['any market holidays left this year', 'calendar.closures; by holiday; day; between 2026-11-21 2026-12-31'],
  ['btc price next week', 'refuse'],
  ['any depegs this year', 'events.events; by title; current year; where kind in depeg'],
  ['stablecoins under 0.99', 'stable_price.price; by token; where stable_price.price lt 0.99'],
  ['coins under 1 dollar', 'price.close; by asset; where price.close lt 1'],
  [
    'max btc price in 2025',
    'price.close; day; between 2025-01-01 2025-12-31; where asset in BTC; sort price.close desc',
  ],
  [
    'vol risk premium btc',
    'option_surface.atm - volatility(price.close, 30); where asset in BTC; where tenor eq 30',
  ],
  ['term structure btc vol', 'option_surface.atm; by tenor; where asset in BTC'],
  ['average transfer size', 'stable_bridge.bridged / stable_bridge.transfers'],
  ['usdt minus usdc supply', 'refuse'],
  ['percent of btc held by etfs', 'etf.holdings / price.supply; where underlying in BTC'],
  ['which etfs stake', 'etf.aum; by fund; where staking in yes'],
  ['coins held by ether etfs', 'etf.holdings; where underlying in ETH'],
  ['rwa products open to us retail', 'rwa.value; where access in US retail and institutions, KYC'],
  [
    'heatmap of eth volume hour by weekday',
    'hourly.volume; by hour, weekday; where asset in ETH; chart heatmap',
  ],
  ['spread of rwa yield over t-bills', 'rwa.yield - rates.bill'],
  ['stablecoins as a share of total crypto market cap', 'share(market_cap.cap); by kind'],
  ['where do stablecoins leaving tron go', 'stable_bridge.bridged; by to_chain; where from_chain in Tron'],
  [
    'strike with the most call open interest on btc',
    'option_strikes.open_interest; by strike; where asset in BTC; where option_type in Call; top 1 strike by option_strikes.open_interest',
  ],
  [
    'coins on okx with less than 20m volume',
    'trading.volume; by asset; where exchange in OKX; where trading.volume lt 20000000',
  ],
]
