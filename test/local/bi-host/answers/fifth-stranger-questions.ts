/**
 * By a sixth person, who had read neither the reader nor the sets before, after what the fourth stranger found was mended. Each right
 * reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in docs/reading-questions.md.
 */
export const fifthStrangerQuestions: readonly (readonly [question: string, ...readings: string[]])[] = [
  [
    'which venue did the most btc perp volume yesterday',
    'trading.volume; by exchange; @yd; where asset in BTC; where market_type in Perpetual; {top 1 exchange by trading.volume|top 1 exchange by trading.volume; sort trading.volume desc|sort trading.volume desc}; ',
  ],
  [
    'funding by coin on hyperliquid right now',
    'funding.funding_rate; by asset; {|current day|last 1 day|between 2026-11-20 2026-11-20}; where exchange in Hyperliquid; {|sort funding.funding_rate desc}; ',
    'funding.rate; by asset; {|current day|last 1 day|between 2026-11-20 2026-11-20}; where exchange in Hyperliquid; {|sort funding.rate desc}; ',
  ],
  [
    'busiest hour of the day for eth spot?',
    'hourly.volume; by hour; where asset in ETH; {top 1 hour by hourly.volume|top 1 hour by hourly.volume; sort hourly.volume desc|sort hourly.volume desc}; ',
    'hourly.volume; by hour; where asset in ETH',
  ],
  [
    'eth basis cme vs deribit last 3 months',
    'futures_term.basis; by exchange; {|day|week|month|quarter}; {last 3 month|last 90 day|previous 3 month|last 1 quarter}; where asset in ETH; where exchange in CME, Deribit',
    'futures_term.basis; by exchange; {last 3 month|last 90 day|previous 3 month|last 1 quarter}; where asset in ETH; where exchange in CME, Deribit; sort futures_term.basis desc',
  ],
  [
    'BTC 30d implied vol daily since september',
    'option_surface.atm; day; {since 2026-09-01|between 2026-09-01 2026-11-20}; where asset in BTC; {where tenor eq 30|where tenor in 30}',
  ],
  [
    '7 day moving average of bitcoin volume',
    '{moving_average(trading.volume, 7)|trading.volume, moving_average(trading.volume, 7)|moving_average(trading.volume, 7), trading.volume}; {|day}; where asset in BTC',
  ],
  [
    'top 5 coins by price gain over the last 7 days',
    '{growth(price.close)|price.close, growth(price.close)|growth(price.close), price.close}; by asset; {last 7 day|last 1 week|previous 7 day}; top 5 asset by growth(price.close); {|sort growth(price.close) desc}',
  ],
  [
    'share of open interest by exchange, %',
    '{share(trading.open_interest)|trading.open_interest, share(trading.open_interest)|share(trading.open_interest), trading.open_interest}; by exchange; {|sort share(trading.open_interest) desc}; ',
    '{trading.open_interest, share(trading.open_interest)|share(trading.open_interest), trading.open_interest}; by exchange; sort trading.open_interest desc',
  ],
  [
    'days this year with long liquidations over 100m',
    'exchange_liquidations.amount; day; {current year|since 2026-01-01|between 2026-01-01 2026-12-31|between 2026-01-01 2026-11-20}; where exchange_liquidations.amount gt 100000000; where side in Long; {|sort exchange_liquidations.amount desc}',
  ],
  [
    'usdc supply apy on aave ethereum vs the t-bill',
    '{lending.supply_apy, rates.bill|rates.bill, lending.supply_apy}; {|day|week|month|quarter}; where asset in USDC; where chain in Ethereum; where protocol in Aave v3',
    '{lending.supply_apy - rates.bill|lending.supply_apy, rates.bill, lending.supply_apy - rates.bill}; {|day|week|month|quarter}; where asset in USDC; where chain in Ethereum; where protocol in Aave v3',
    '{lending.supply_apy, rates.bill|rates.bill, lending.supply_apy}; {|day|week|month|quarter}; where market in Aave v3 · Ethereum · USDC',
    '{lending.supply_apy - rates.bill|lending.supply_apy, rates.bill, lending.supply_apy - rates.bill}; {|day|week|month|quarter}; where market in Aave v3 · Ethereum · USDC',
  ],
  [
    'by how much did the btc on exchanges change in the last 90 days',
    '{growth(onchain.exchange_balance)|onchain.exchange_balance, growth(onchain.exchange_balance)|growth(onchain.exchange_balance), onchain.exchange_balance}; {|by asset}; {last 90 day|last 3 month|last 1 quarter|previous 90 day}; where asset in BTC',
    '{change(onchain.exchange_balance)|onchain.exchange_balance, change(onchain.exchange_balance)|change(onchain.exchange_balance), onchain.exchange_balance}; {|by asset}; {last 90 day|last 3 month|last 1 quarter|previous 90 day}; where asset in BTC',
    'onchain.exchange_balance; vs previous-period; {|by asset}; {last 90 day|last 3 month|last 1 quarter|previous 90 day}; where asset in BTC',
  ],
  [
    'eth options oi by expiry as a table',
    '{options.open_interest|options.open_interest_coins|options.open_interest, options.open_interest_coins}; by expiry; where asset in ETH; chart table',
    'options.open_interest; by expiry; where asset in ETH; sort options.open_interest desc; chart table',
  ],
  [
    'bybit and okx perp volume q3 vs q2',
    '{growth(trading.volume)|trading.volume, growth(trading.volume)|growth(trading.volume), trading.volume}; by exchange; {previous 1 quarter|between 2026-07-01 2026-09-30}; where exchange in Bybit, OKX; where market_type in Perpetual; ',
    'growth(trading.volume); by exchange; {previous 1 quarter|between 2026-07-01 2026-09-30}; where exchange in Bybit, OKX; where market_type in Perpetual; ; sort growth(trading.volume) desc',
    '{trading.volume, growth(trading.volume)|growth(trading.volume), trading.volume}; by exchange; {previous 1 quarter|between 2026-07-01 2026-09-30}; where exchange in Bybit, OKX; where market_type in Perpetual; ; {sort growth(trading.volume) desc|sort trading.volume desc}',
    '{change(trading.volume)|trading.volume, change(trading.volume)|change(trading.volume), trading.volume}; by exchange; {previous 1 quarter|between 2026-07-01 2026-09-30}; where exchange in Bybit, OKX; where market_type in Perpetual; ',
    'change(trading.volume); by exchange; {previous 1 quarter|between 2026-07-01 2026-09-30}; where exchange in Bybit, OKX; where market_type in Perpetual; ; sort change(trading.volume) desc',
    '{trading.volume, change(trading.volume)|change(trading.volume), trading.volume}; by exchange; {previous 1 quarter|between 2026-07-01 2026-09-30}; where exchange in Bybit, OKX; where market_type in Perpetual; ; {sort change(trading.volume) desc|sort trading.volume desc}',
    'trading.volume; vs previous-period; by exchange; {previous 1 quarter|between 2026-07-01 2026-09-30}; where exchange in Bybit, OKX; where market_type in Perpetual; ',
    'trading.volume; vs previous-period; by exchange; {previous 1 quarter|between 2026-07-01 2026-09-30}; where exchange in Bybit, OKX; where market_type in Perpetual; ; sort trading.volume desc',
    'trading.volume; by exchange; quarter; {previous 1 quarter|between 2026-07-01 2026-09-30}; vs previous-period; where exchange in Bybit, OKX; where market_type in Perpetual; ',
    'trading.volume; by exchange; quarter; {previous 2 quarter|between 2026-04-01 2026-09-30}; where exchange in Bybit, OKX; where market_type in Perpetual; ',
    '{trading.volume, growth(trading.volume)|trading.volume, change(trading.volume)|growth(trading.volume)|change(trading.volume)}; by exchange; quarter; {previous 2 quarter|between 2026-04-01 2026-09-30}; where exchange in Bybit, OKX; where market_type in Perpetual; ',
  ],
  [
    'total stablecoin supply vs a year ago',
    'stable_supply.supply; {|current day|last 1 day}; vs year-ago',
    'stable_supply.supply; {last 1 year|last 12 month|last 365 day|last 52 week|previous 12 month|last 4 quarter}; {vs previous-period|vs year-ago}',
    '{growth(stable_supply.supply)|change(stable_supply.supply)|stable_supply.supply, growth(stable_supply.supply)|stable_supply.supply, change(stable_supply.supply)}; {last 1 year|last 12 month|last 365 day|last 52 week|previous 12 month|last 4 quarter}; ',
    'stable_supply.supply; {|day|week|month|quarter}; {last 1 year|last 12 month|last 365 day|current year|last 1 month}; vs year-ago',
  ],
  [
    'yield on tokenised treasuries minus the bill rate',
    '{rwa.yield - rates.bill|rwa.yield, rates.bill, rwa.yield - rates.bill|rwa.yield - rates.bill, rwa.yield, rates.bill}; {|day|week|month|quarter}; where asset_class in Treasuries',
  ],
  [
    'How much USDT was redeemed last month?',
    'stable_supply.redeemed; {last 1 month|last 30 day|previous 1 month|between 2026-10-01 2026-10-31}; where token in USDT',
  ],
  [
    'days this year a stablecoin traded more than 50 bps below par',
    'stable_price.deviation_low; by token; day; {current year|since 2026-01-01|between 2026-01-01 2026-12-31|between 2026-01-01 2026-11-20}; where stable_price.deviation_low lt -50; {|sort stable_price.deviation_low|sort stable_price.deviation_low desc}',
    'stable_price.deviation; by token; day; {current year|since 2026-01-01|between 2026-01-01 2026-12-31|between 2026-01-01 2026-11-20}; where stable_price.deviation lt -50; {|sort stable_price.deviation|sort stable_price.deviation desc}',
    'stable_price.price; by token; day; {current year|since 2026-01-01|between 2026-01-01 2026-12-31|between 2026-01-01 2026-11-20}; where stable_price.price lt 0.995; {|sort stable_price.price}',
  ],
  [
    'fdusd vs usd1 supply since june',
    'stable_supply.supply; by token; {|day|week|month|quarter}; {since 2026-06-01|between 2026-06-01 2026-11-20}; where token in FDUSD, USD1',
    'stable_supply.supply; by token; {since 2026-06-01|between 2026-06-01 2026-11-20}; where token in FDUSD, USD1; sort stable_supply.supply desc',
  ],
  [
    'average management fee of tokenised funds by issuer',
    'rwa.fee; by issuer; {|sort rwa.fee desc}; ',
    'rwa.fee; by issuer; sort rwa.fee',
  ],
  [
    'eth drawdown this year',
    '{drawdown(price.close)|price.close, drawdown(price.close)|drawdown(price.close), price.close}; {|day|week|month}; {current year|since 2026-01-01|between 2026-01-01 2026-12-31|between 2026-01-01 2026-11-20}; where asset in ETH',
  ],
  [
    'USDe worst low from par by week, past 12 months',
    'stable_price.deviation_low; week; {last 1 year|last 12 month|last 365 day|last 52 week|previous 12 month|last 4 quarter}; where token in USDe',
  ],
  [
    'lending markets with utilization above 95%',
    'lending.utilisation; {by market|by protocol, chain, asset|by protocol, asset, chain|by asset, protocol, chain|by chain, protocol, asset}; {|current day|last 1 day|between 2026-11-20 2026-11-20}; where lending.utilisation gt 95; {|sort lending.utilisation desc}',
  ],
  [
    'onchain liquidations by collateral last 6 months stacked bars',
    'liquidations.amount; by collateral; {|day|week|month|quarter}; {last 6 month|last 180 day|last 26 week|previous 6 month|last 2 quarter}; chart stacked-bars',
    'liquidations.amount; by collateral; {last 6 month|last 180 day|last 26 week|previous 6 month|last 2 quarter}; sort liquidations.amount desc; chart stacked-bars',
  ],
  [
    'how many positions got liquidated on morpho in october',
    'liquidations.positions; {between 2026-10-01 2026-10-31|previous 1 month}; where protocol in Morpho',
  ],
  [
    'days to exit eth staking, trend',
    'staking.exit; {|day|week|month|quarter|year}; @eth',
    'staking.exit; {|day|week|month|quarter|year}; where asset in ETH; where network in Ethereum',
    'staking.exit; {|day|week|month|quarter|year}; @eth; where protocol in Native',
  ],
  [
    'cumulatve IBIT flows since launch',
    '{cumulative(etf.net_flow)|etf.net_flow, cumulative(etf.net_flow)|cumulative(etf.net_flow), etf.net_flow}; {|day|week|month}; {|all|since 2024-01-11}; where fund in IBIT',
    'etf.net_flow; {all|since 2024-01-11}; where fund in IBIT',
  ],
  [
    'which btc etf has the lowest fee?',
    'etf.fee; by fund; where underlying in BTC; {bottom 1 fund by etf.fee|bottom 1 fund by etf.fee; sort etf.fee|sort etf.fee}; ',
  ],
  [
    'weekly net flow of the btc funds ex GBTC this quarter',
    'etf.net_flow; {|by fund}; week; {current quarter|since 2026-10-01|between 2026-10-01 2026-12-31|between 2026-10-01 2026-11-20}; where fund not-in GBTC; where underlying in BTC',
  ],
  ['etf assets by sponsor donut', 'etf.aum; by issuer; {|sort etf.aum desc}; chart donut'],
  [
    'premuim to nav of the ether funds',
    'etf.premium; {|by fund}; {|day|week|month|quarter}; where underlying in ETH',
    'etf.premium; by fund; where underlying in ETH; sort etf.premium desc',
  ],
  [
    'kamino deposits by asset',
    'lending.supplied; by asset; where protocol in Kamino; {|sort lending.supplied desc}; ',
  ],
  [
    'rank chains by stablecoins bridged in this month',
    'stable_supply.bridged_in; by chain; {current month|since 2026-11-01|between 2026-11-01 2026-11-30|between 2026-11-01 2026-11-20}; {|sort stable_supply.bridged_in desc}; ',
    'stable_bridge.bridged; by to_chain; {current month|since 2026-11-01|between 2026-11-01 2026-11-30|between 2026-11-01 2026-11-20}; {|sort stable_bridge.bridged desc}; ',
  ],
  [
    'whats each providers share of staked eth',
    '{share(staking.staked)|staking.staked, share(staking.staked)|share(staking.staked), staking.staked}; by protocol; @eth; {|sort share(staking.staked) desc}',
    '{share(staking.staked)|staking.staked, share(staking.staked)|share(staking.staked), staking.staked}; by protocol; where asset in ETH; where network in Ethereum; {|sort share(staking.staked) desc}',
    '{share(staking.staked_coins)|staking.staked_coins, share(staking.staked_coins)|share(staking.staked_coins), staking.staked_coins}; by protocol; where network in Ethereum; {|sort share(staking.staked_coins) desc}',
    '{share(staking.staked_coins)|staking.staked_coins, share(staking.staked_coins)|share(staking.staked_coins), staking.staked_coins}; by protocol; where asset in ETH; where network in Ethereum; {|sort share(staking.staked_coins) desc}',
    'staking.staked, share(staking.staked); by protocol; @eth; sort staking.staked desc',
    'staking.staked, share(staking.staked); by protocol; where asset in ETH; where network in Ethereum; sort staking.staked desc',
    'staking.staked_coins, share(staking.staked_coins); by protocol; where network in Ethereum; sort staking.staked_coins desc',
    'staking.staked_coins, share(staking.staked_coins); by protocol; where asset in ETH; where network in Ethereum; sort staking.staked_coins desc',
  ],
  [
    'eigenlayer vs symbiotic restaked value growth past 6 mths',
    '{growth(restaking.restaked)|restaking.restaked, growth(restaking.restaked)|growth(restaking.restaked), restaking.restaked}; by protocol; {last 6 month|last 180 day|last 26 week|previous 6 month|last 2 quarter}; where protocol in EigenLayer, Symbiotic',
    'growth(restaking.restaked); by protocol; {last 6 month|last 180 day|last 26 week|previous 6 month|last 2 quarter}; where protocol in EigenLayer, Symbiotic; sort growth(restaking.restaked) desc',
    '{restaking.restaked, growth(restaking.restaked)|growth(restaking.restaked), restaking.restaked}; by protocol; {last 6 month|last 180 day|last 26 week|previous 6 month|last 2 quarter}; where protocol in EigenLayer, Symbiotic; {sort growth(restaking.restaked) desc|sort restaking.restaked desc}',
    '{change(restaking.restaked)|restaking.restaked, change(restaking.restaked)|change(restaking.restaked), restaking.restaked}; by protocol; {last 6 month|last 180 day|last 26 week|previous 6 month|last 2 quarter}; where protocol in EigenLayer, Symbiotic',
    'change(restaking.restaked); by protocol; {last 6 month|last 180 day|last 26 week|previous 6 month|last 2 quarter}; where protocol in EigenLayer, Symbiotic; sort change(restaking.restaked) desc',
    '{restaking.restaked, change(restaking.restaked)|change(restaking.restaked), restaking.restaked}; by protocol; {last 6 month|last 180 day|last 26 week|previous 6 month|last 2 quarter}; where protocol in EigenLayer, Symbiotic; {sort change(restaking.restaked) desc|sort restaking.restaked desc}',
    'restaking.restaked; vs previous-period; by protocol; {last 6 month|last 180 day|last 26 week|previous 6 month|last 2 quarter}; where protocol in EigenLayer, Symbiotic',
    'restaking.restaked; vs previous-period; by protocol; {last 6 month|last 180 day|last 26 week|previous 6 month|last 2 quarter}; where protocol in EigenLayer, Symbiotic; sort restaking.restaked desc',
    '{growth(restaking.restaked)|restaking.restaked, growth(restaking.restaked)|change(restaking.restaked)|rebase(restaking.restaked)|restaking.restaked}; by protocol; {day|week|month|quarter}; {last 6 month|last 180 day|last 26 week|previous 6 month|last 2 quarter}; where protocol in EigenLayer, Symbiotic',
  ],
  [
    'real staking yield by network excluding ethereum',
    'staking.real_yield; by network; where network not-in Ethereum; {|sort staking.real_yield desc}; ',
    'staking.real_yield; by network; where asset not-in ETH; {|sort staking.real_yield desc}; ',
  ],
  [
    'share of rwa value used in defi by chain, only chains above 10%',
    'rwa.defi_share; by chain; where rwa.defi_share gt 10; {|sort rwa.defi_share desc}',
    '{rwa.defi_share, rwa.value|rwa.value, rwa.defi_share}; by chain; where rwa.defi_share gt 10; {|sort rwa.defi_share desc}',
  ],
  [
    'btc exchange balance first print against revised, last 90 days',
    '{onchain.exchange_balance_first, onchain.exchange_balance|onchain.exchange_balance, onchain.exchange_balance_first}; {|day|week|month|quarter}; {last 90 day|last 3 month|last 1 quarter|previous 90 day}; where asset in BTC',
    '{onchain.exchange_balance_first - onchain.exchange_balance|onchain.exchange_balance_first, onchain.exchange_balance, onchain.exchange_balance_first - onchain.exchange_balance|onchain.exchange_balance_first - onchain.exchange_balance, onchain.exchange_balance_first, onchain.exchange_balance}; {|day|week|month|quarter}; {last 90 day|last 3 month|last 1 quarter|previous 90 day}; where asset in BTC',
    '{onchain.exchange_balance_first - onchain.exchange_balance|onchain.exchange_balance, onchain.exchange_balance_first, onchain.exchange_balance_first - onchain.exchange_balance|onchain.exchange_balance_first - onchain.exchange_balance, onchain.exchange_balance, onchain.exchange_balance_first}; {|day|week|month|quarter}; {last 90 day|last 3 month|last 1 quarter|previous 90 day}; where asset in BTC',
    '{onchain.exchange_balance - onchain.exchange_balance_first|onchain.exchange_balance_first, onchain.exchange_balance, onchain.exchange_balance - onchain.exchange_balance_first|onchain.exchange_balance - onchain.exchange_balance_first, onchain.exchange_balance_first, onchain.exchange_balance}; {|day|week|month|quarter}; {last 90 day|last 3 month|last 1 quarter|previous 90 day}; where asset in BTC',
    '{onchain.exchange_balance - onchain.exchange_balance_first|onchain.exchange_balance, onchain.exchange_balance_first, onchain.exchange_balance - onchain.exchange_balance_first|onchain.exchange_balance - onchain.exchange_balance_first, onchain.exchange_balance, onchain.exchange_balance_first}; {|day|week|month|quarter}; {last 90 day|last 3 month|last 1 quarter|previous 90 day}; where asset in BTC',
  ],
  [
    'list all depeg events',
    'events.events; {by title|by title, subject|by subject, title|by kind, title|by title, kind}; {|day}; {|all}; where kind in depeg; {|chart table}',
    'events.events; {|by subject|by kind}; day; {|all}; where kind in depeg; {|chart table}',
  ],
  [
    'which stablecoin issuers had net redemptions in 2025',
    'stable_supply.net_issuance; by issuer; {between 2025-01-01 2025-12-31|previous 1 year}; where stable_supply.net_issuance lt 0; {|sort stable_supply.net_issuance|sort stable_supply.net_issuance desc}',
  ],
  [
    'what days is the nyse closed in december',
    'calendar.closures; {by holiday|by holiday, open|by open, holiday}; {|day}; between 2026-12-01 2026-12-31; where market in NYSE; {|where open in closed}',
    'calendar.closures; {|by open}; day; between 2026-12-01 2026-12-31; where market in NYSE; {|where open in closed}',
  ],
  [
    'whats the fear and greed index at',
    'fear_greed.fear_greed; {|current day|last 1 day|between 2026-11-20 2026-11-20}; ',
  ],
  ['should i buy solana now or wait', 'refuse'],
  ['eth price target for year end', 'refuse'],
  ['how many people work at circle', 'refuse'],
  ['tesla share price last month', 'refuse'],
]
