/**
 * Questions written in one go before there was a reader of phrases, with the query that a person means by them
 * (engineering decision 33). Never tune the reader to them before their first run is on record in
 * docs/reading-questions.md. Several expectations: each is a right reading. `refuse` is right where the data has no
 * such thing. The notation is that of `notation.ts`.
 */
export const unseenPhrases: readonly (readonly [question: string, ...expected: string[]])[] = [
  [
    'usdc supply on solana since january',
    'stable_supply.supply; day; since 2026-01-01; where chain in Solana; where token in USDC',
  ],
  ['how much eth is held by etfs', 'etf.holdings; where underlying in ETH'],
  [
    'top 5 exchanges by open interest',
    'trading.open_interest; by exchange; top 5 exchange by trading.open_interest',
  ],
  ['monthly etf net flow by issuer this year', 'etf.net_flow; by issuer; month; current year'],
  [
    'average funding rate on binance last month',
    'funding.funding_rate; previous 1 month; where exchange in Binance',
  ],
  ['bitcoin dominance over the past year', 'price.bitcoin_dominance; day; last 1 year'],
  ['sol price vs eth price', 'price.close; by asset; day; where asset in ETH, SOL'],
  [
    'which chain lost the most usdt this month',
    'stable_supply.net_bridged; by chain; current month; where token in USDT; bottom 1 chain by stable_supply.net_bridged',
    'change(stable_supply.supply); by chain; current month; where token in USDT; bottom 1 chain by change(stable_supply.supply)',
    'growth(stable_supply.supply); by chain; current month; where token in USDT; bottom 1 chain by growth(stable_supply.supply)',
  ],
  [
    'weekly liquidations by exchange, stacked bars',
    'exchange_liquidations.amount; by exchange; week; chart stacked-bars',
  ],
  [
    'borrow apy for usdc on aave vs compound',
    'lending.borrow_apy; by protocol; day; where asset in USDC; where protocol in Aave v3, Compound v3',
  ],
  ['stablecoin volume yesterday', 'stable_price.volume; previous 1 day'],
  ['rwa value by asset class as a donut', 'rwa.value; by asset_class; chart donut'],
  [
    'eth staking apr by provider',
    'staking.apr; by protocol; where asset in ETH',
    'staking.apr; by protocol; where network in Ethereum',
  ],
  ['btc 25 delta skew 7 day tenor', 'option_surface.put_skew; where asset in BTC; where tenor eq 7'],
  [
    'put call ratio for bitcoin over the last 6 months',
    'options.put_call_oi; day; last 6 month; where asset in BTC',
  ],
  [
    'hash rate growth year over year',
    'growth(onchain.hash_rate); vs year-ago; where asset in BTC',
    'growth(onchain.hash_rate); vs year-ago',
    'onchain.hash_rate; vs year-ago; where asset in BTC',
  ],
  ['circle vs tether supply', 'stable_supply.supply; by issuer; day; where issuer in Circle, Tether'],
  [
    'etf flows excluding blackrock, last 30 days',
    'etf.net_flow; day; last 30 day; where issuer not-in BlackRock',
  ],
  ['price and volume of solana by week', 'price.close, trading.volume; week; where asset in SOL'],
  ['countries with the most bitcoin holders', 'refuse'],
  ['markets with utilisation over 90%', 'lending.utilisation; by market; where lending.utilisation gt 90'],
  ['7 day moving average of fear and greed', 'moving_average(fear_greed.fear_greed, 7); day'],
  [
    'btc realised volatility 30d vs implied volatility',
    'volatility(price.close, 30), option_surface.atm; day; where asset in BTC; where tenor eq 30',
  ],
  ['dex volume share by venue', 'share(trading.volume); by exchange; where venue_kind in DEX'],
  [
    'cumulative bitcoin etf flows since launch',
    'cumulative(etf.net_flow); day; all; where underlying in BTC',
    'cumulative(etf.net_flow); week; all; where underlying in BTC',
  ],
  [
    'bottom 3 coins by 30 day return',
    'growth(price.close); by asset; last 30 day; bottom 3 asset by growth(price.close)',
  ],
  [
    'stablecoins excluding usdt and usdc by supply',
    'stable_supply.supply; by token; where token not-in USDC, USDT',
  ],
  [
    'net issuance of usde per month in 2025',
    'stable_supply.net_issuance; month; between 2025-01-01 2025-12-31; where token in USDe',
  ],
  [
    'gold tokens value over time',
    'rwa.value; day; where asset_class in Gold',
    'rwa.value; week; where asset_class in Gold',
  ],
  [
    'active addresses ethereum q3 2026',
    'onchain.active_addresses; day; between 2026-07-01 2026-09-30; where asset in ETH',
  ],
  ['open interest to volume ratio by exchange', 'trading.open_interest / trading.volume; by exchange'],
  [
    'perpetual volume on hyperliquid compared with previous quarter',
    'trading.volume; current quarter; vs previous-period; where exchange in Hyperliquid; where market_type in Perpetual',
    'trading.volume; previous 1 quarter; vs previous-period; where exchange in Hyperliquid; where market_type in Perpetual',
  ],
  [
    'supplied and borrowed on morpho last 12 months',
    'lending.supplied, lending.borrowed; day; last 12 month; where protocol in Morpho',
  ],
  ['t-bill rate against rwa yield', 'rates.bill, rwa.yield; day'],
  ['how many validators does solana have', 'staking.validators; where network in Solana'],
  [
    'option volume puts vs calls last quarter',
    'options.volume; by option_type; previous 1 quarter; where option_type in Call, Put',
    'options.volume; by option_type; day; previous 1 quarter; where option_type in Call, Put',
  ],
  [
    'usde peg deviation during october 2025',
    'stable_price.deviation; day; between 2025-10-01 2025-10-31; where token in USDe',
  ],
  ['heatmap of funding by exchange and asset', 'funding.funding_rate; by exchange, asset; chart heatmap'],
  ['avalanche tvl', 'refuse'],
  ['price of gold', 'refuse'],
  ['days with etf outflows over 500m', 'etf.net_flow; day; where etf.net_flow lt -500000000'],
]
