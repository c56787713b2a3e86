/**
 * By an eighth person, who had read neither the reader nor the sets before, after what the sixth stranger and two more practice sets found was mended. Each right
 * reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in docs/reading-questions.md.
 */
export const seventhStrangerQuestions: readonly (readonly [question: string, ...readings: string[]])[] = [
  [
    'btc perp volume binance vs bybit vs okx last 30d',
    'trading.volume; by exchange; {|day|week}; @d30; where asset in BTC; where exchange in Binance, Bybit, OKX; where market_type in Perpetual',
  ],
  [
    'eth funding hyperliquid 7 day moving avg',
    '{|funding.funding_rate, }moving_average(funding.funding_rate, 7); {|day}; where asset in ETH; where exchange in Hyperliquid',
  ],
  [
    '25d put skew 30 day tenor btc vs eth since june',
    'option_surface.put_skew; by asset; {|day|week}; since 2026-06-01; where asset in BTC, ETH; {where tenor eq 30|where tenor in 30}',
  ],
  [
    'fundng in bps per 8h by coin on okx right now',
    'funding.rate; by asset; {|current day|last 1 day}; where exchange in OKX; {|sort funding.rate desc}',
  ],
  [
    'SOL 20d realized vol since july',
    '{|price.close, }volatility(price.close, 20); {|day}; since 2026-07-01; where asset in SOL',
  ],
  [
    'annualised basis cme vs deribit, btc quarterlies only',
    'futures_term.basis; by exchange; {|day|week}; where asset in BTC; where exchange in CME, Deribit; where expiry_kind in Quarterly',
  ],
  ['perp to spot ratio doge by month this year', 'trading.perp_to_spot; month; @yr; where asset in DOGE'],
  [
    'which hour of the day is btc trading thinnest?',
    'hourly.volume; by hour; where asset in BTC; bottom 1 hour by hourly.volume; {|sort hourly.volume}',
    'hourly.volume; by hour; where asset in BTC; sort hourly.volume',
  ],
  [
    'eth vol term structure',
    'option_surface.atm; by tenor; {|current day|last 1 day}; where asset in ETH',
    'option_surface.iv; by tenor; {|current day|last 1 day}; where asset in ETH; where delta in ATM',
  ],
  [
    'exchange liqs yesterday, longs vs shorts',
    'exchange_liquidations.amount; by side; {|day}; @yd; {|where side in Long, Short}',
    'exchange_liquidations.amount; by side; {|day}; @d1; {|where side in Long, Short}',
  ],
  [
    'sol open interest as % of its market cap',
    'trading.open_interest / price.cap; {|by asset}; {|current day|last 1 day}; where asset in SOL',
    'trading.open_interest, price.cap, trading.open_interest / price.cap; {|by asset}; {|current day|last 1 day}; where asset in SOL',
    'trading.open_interest / price.cap * 100; {|by asset}; {|current day|last 1 day}; where asset in SOL',
    'trading.open_interest, price.cap, trading.open_interest / price.cap * 100; {|by asset}; {|current day|last 1 day}; where asset in SOL',
    'trading.open_interest / market_cap.cap; {|by asset}; {|current day|last 1 day}; where asset in SOL',
    'trading.open_interest, market_cap.cap, trading.open_interest / market_cap.cap; {|by asset}; {|current day|last 1 day}; where asset in SOL',
    'trading.open_interest / market_cap.cap * 100; {|by asset}; {|current day|last 1 day}; where asset in SOL',
    'trading.open_interest, market_cap.cap, trading.open_interest / market_cap.cap * 100; {|by asset}; {|current day|last 1 day}; where asset in SOL',
  ],
  ['option volume by venue last week, pie', 'options.volume; by exchange; @lw; chart donut'],
  ['btc close on 30 sept 2026', 'price.close; {|day}; between 2026-09-30 2026-09-30; where asset in BTC'],
  [
    'how far is bitcoin below its high this year',
    '{|price.close, }drawdown(price.close); {|day|week}; @yr; where asset in BTC',
  ],
  [
    'btc spot price against the average cost basis of all holders',
    '{price.close, onchain.realised_price|onchain.realised_price, price.close}; {|day|week|month}; where asset in BTC',
  ],
  [
    'how many btc do the etfs hold and how does that compare to 3 months ago',
    'etf.holdings; vs previous-period; @m3; where underlying in BTC',
    'growth(etf.holdings); @m3; where underlying in BTC',
    'change(etf.holdings); @m3; where underlying in BTC',
    'etf.holdings, growth(etf.holdings); @m3; where underlying in BTC',
    'etf.holdings, change(etf.holdings); @m3; where underlying in BTC',
    'etf.holdings; vs previous-period; since 2026-08-20; where underlying in BTC',
    'growth(etf.holdings); since 2026-08-20; where underlying in BTC',
    'change(etf.holdings); since 2026-08-20; where underlying in BTC',
    'etf.holdings, growth(etf.holdings); since 2026-08-20; where underlying in BTC',
    'etf.holdings, change(etf.holdings); since 2026-08-20; where underlying in BTC',
  ],
  ['Should we sell a fifth of our bitcoin before year end?', 'refuse'],
  [
    't-bill rate versus usdc supply apy on aave over the past year',
    '{rates.bill, lending.supply_apy|lending.supply_apy, rates.bill}; @G; @py; where asset in USDC; where protocol in Aave v3',
  ],
  [
    'Bitcoin price at the end of each quarter since 2025',
    'price.close; quarter; since 2025-01-01; where asset in BTC',
  ],
  [
    'where do i get the best rate lending usdt',
    'lending.supply_apy; by market; {|current day|last 1 day}; where asset in USDT; top 1 market by lending.supply_apy; {|sort lending.supply_apy desc}',
    'lending.supply_apy; by market; {|current day|last 1 day}; where asset in USDT; sort lending.supply_apy desc',
    'lending.supply_apy; by protocol; {|current day|last 1 day}; where asset in USDT; top 1 protocol by lending.supply_apy; {|sort lending.supply_apy desc}',
    'lending.supply_apy; by protocol; {|current day|last 1 day}; where asset in USDT; sort lending.supply_apy desc',
    'lending.supply_apy; by chain; {|current day|last 1 day}; where asset in USDT; top 1 chain by lending.supply_apy; {|sort lending.supply_apy desc}',
    'lending.supply_apy; by chain; {|current day|last 1 day}; where asset in USDT; sort lending.supply_apy desc',
    'lending.supply_apy; by {protocol, chain|chain, protocol}; {|current day|last 1 day}; where asset in USDT; sort lending.supply_apy desc',
  ],
  [
    'lending markets with utilisation above 95%',
    'lending.utilisation; by market; {|current day|last 1 day}; where lending.utilisation gt 95; {|sort lending.utilisation desc}',
  ],
  [
    'eth borrow apy morpho vs spark last 2 weeks',
    'lending.borrow_apy; by protocol; {|day}; @w2; where asset in ETH; where protocol in Morpho, Spark',
  ],
  [
    'how much weeth got liquidated on aave this quarter',
    'liquidations.amount; @tq; where collateral in weETH; where protocol in Aave v3',
  ],
  [
    'idle usdc by chain treemap',
    'lending.idle; by chain; {|current day|last 1 day}; where asset in USDC; chart treemap',
  ],
  [
    'ltv and liq threshold for wsteth, aave on ethereum',
    'lending.loan_to_value, lending.threshold; {|by asset|by market}; {|current day|last 1 day}; where asset in wstETH; where chain in Ethereum; where protocol in Aave v3',
    'lending.loan_to_value, lending.threshold; {|current day|last 1 day}; where market in Aave v3 · Ethereum · wstETH',
  ],
  [
    'total borrowed ex stablecoins, by protocol',
    'lending.borrowed; by protocol; {|current day|last 1 day}; where asset_class not-in Dollar; {|sort lending.borrowed desc}',
    'lending.borrowed; by protocol; {|current day|last 1 day}; where asset not-in DAI, FDUSD, PYUSD, USDC, USDS, USDT, USDe; {|sort lending.borrowed desc}',
  ],
  [
    'gap between borrow and supply apy on compound, per chain',
    '{|lending.borrow_apy, lending.supply_apy, }lending.borrow_apy - lending.supply_apy; by chain; {|current day|last 1 day}; where protocol in Compound v3',
    'lending.supply_apy, lending.borrow_apy, lending.borrow_apy - lending.supply_apy; by chain; {|current day|last 1 day}; where protocol in Compound v3',
  ],
  ['biggest single day of ETF inflows ever', 'etf.net_flow; day; {|all}; sort etf.net_flow desc'],
  ['how much money left GBTC in 2024', 'etf.net_flow; between 2024-01-01 2024-12-31; where fund in GBTC'],
  [
    '5 largest tokenised treasury products by value, with number of holders',
    'rwa.value, rwa.holders; by product; {|current day|last 1 day}; @tc; where asset_class in Treasuries; top 5 product by rwa.value; {|sort rwa.value desc}',
  ],
  [
    'why did liquidations spike on 10 october 2025',
    'why exchange_liquidations.amount; day 2025-10-10',
    'why liquidations.amount; day 2025-10-10',
  ],
  [
    'tether usdt share of stablecoin supply over time',
    '{|stable_supply.supply, }share(stable_supply.supply); by token; @G; {|where token in USDT}',
    '{|stable_supply.supply, }share(stable_supply.supply); @G; where token in USDT',
    '{|stable_supply.supply, }share(stable_supply.supply); by issuer; @G; {|where issuer in Tether}',
    '{|stable_supply.supply, }share(stable_supply.supply); @G; where issuer in Tether',
  ],
  ['Which listed companies own the most bitcoin?', 'refuse'],
  [
    'how many depegs have there been since 2024',
    'events.events; {|by title|by subject}; since 2024-01-01; where kind in depeg',
  ],
  ['whats eth at', 'price.close; {|current day|last 1 day}; where asset in ETH'],
  ['are people scared or greedy right now', 'fear_greed.fear_greed; {|day}; {|current day|last 1 day}'],
  [
    'which coins went up the most this week',
    'growth(price.close); by asset; @tw; sort growth(price.close) desc',
    'growth(price.close); by asset; @tw; top 1 asset by growth(price.close); {|sort growth(price.close) desc}',
    'growth(price.close); by asset; @tw; top 3 asset by growth(price.close); {|sort growth(price.close) desc}',
    'growth(price.close); by asset; @tw; top 5 asset by growth(price.close); {|sort growth(price.close) desc}',
    'growth(price.close); by asset; @tw; top 10 asset by growth(price.close); {|sort growth(price.close) desc}',
    'price.close, growth(price.close); by asset; @tw; sort growth(price.close) desc',
    'price.close, growth(price.close); by asset; @tw; top 1 asset by growth(price.close); {|sort growth(price.close) desc}',
    'price.close, growth(price.close); by asset; @tw; top 3 asset by growth(price.close); {|sort growth(price.close) desc}',
    'price.close, growth(price.close); by asset; @tw; top 5 asset by growth(price.close); {|sort growth(price.close) desc}',
    'price.close, growth(price.close); by asset; @tw; top 10 asset by growth(price.close); {|sort growth(price.close) desc}',
  ],
  [
    'what do you earn staking solana?',
    'staking.{apr|real_yield}; {|current day|last 1 day}; {where network in Solana|where asset in SOL}',
    '{staking.apr, staking.real_yield|staking.real_yield, staking.apr}; {|current day|last 1 day}; {where network in Solana|where asset in SOL}',
  ],
  ['will xrp get to 10 dollars', 'refuse'],
  [
    'tokenised asset value by who is allowed to hold it',
    'rwa.value; by access; {|current day|last 1 day}; @tc; {|sort rwa.value desc}',
  ],
  [
    'share of trading volume by venue type, monthly in 2026',
    '{|trading.volume, }share(trading.volume); by venue_kind; month; @yr',
    'trading.volume; by venue_kind; month; @yr; chart area-100',
  ],
  [
    'usdt moved from tron to ethereum last month, amount and number of transfers',
    'stable_bridge.bridged, stable_bridge.transfers; @lm; where from_chain in Tron; where to_chain in Ethereum; where token in USDT',
  ],
  [
    'which stablecoins dipped more than 50bp below a dollar in the last 90 days',
    'stable_price.deviation_low; by token; day; @d90; where stable_price.deviation_low lt -50; {|sort stable_price.deviation_low}',
    'stable_price.deviation_low; by token; day; @d90; where stable_price.deviation_low le -50; {|sort stable_price.deviation_low}',
    'stable_price.deviation; by token; day; @d90; where stable_price.deviation lt -50; {|sort stable_price.deviation}',
    'stable_price.deviation; by token; day; @d90; where stable_price.deviation le -50; {|sort stable_price.deviation}',
  ],
  ['list of sanctioned wallets holding USDT', 'refuse'],
  [
    'Which days is NYSE closed in December',
    'calendar.closures; by holiday; {|day}; between 2026-12-01 2026-12-31; where market in NYSE; {|where open in closed}',
    'calendar.closures; day; between 2026-12-01 2026-12-31; where market in NYSE; {|where open in closed}',
  ],
]
