/**
 * By a ninth person, who had read neither the reader nor the sets before, after what the seventh stranger and a practice set found was mended. Each right
 * reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in docs/reading-questions.md.
 */
export const eighthStrangerQuestions: readonly (readonly [question: string, ...readings: string[]])[] = [
  [
    'btc 30d atm iv',
    'option_surface.atm; where asset in BTC; {|current day|last 1 day|between 2026-11-20 2026-11-20}; {where tenor eq 30|where tenor in 30}',
  ],
  [
    'eth 25 delta put skew at the 7 day tenor, last 3 months',
    'option_surface.put_skew; @G; @m3; where asset in ETH; {where tenor eq 7|where tenor in 7}',
  ],
  [
    'term structure of btc atm vol right now',
    'option_surface.atm; by tenor; {|current day|last 1 day|between 2026-11-20 2026-11-20}; where asset in BTC; {|sort option_surface.atm desc}; {|chart line}',
  ],
  [
    'top 5 btc call strikes by open interest',
    'option_strikes.open_interest; by strike; where asset in BTC; where option_type in Call; {top 5 strike by option_strikes.open_interest|top 5 strike by option_strikes.open_interest; sort option_strikes.open_interest desc}',
  ],
  [
    'deribit put call ratio btc vs eth over time',
    '{options.put_call_oi|options.put_call_volume}; by asset; @G; where asset in BTC, ETH; where exchange in Deribit',
  ],
  [
    'how much premium went into calls and how much into puts this month',
    'options.premium; by option_type; {current month|since 2026-11-01|between 2026-11-01 2026-11-30|between 2026-11-01 2026-11-20}; {|where option_type in Call, Put}; {|sort options.premium desc}',
  ],
  [
    'how much btc option oi has less than a week to expiry',
    '{options.open_interest|options.open_interest_coins}; where asset in BTC; where bucket in Up to 7 d',
    '{options.open_interest|options.open_interest_coins}; where asset in BTC; {where expiry le 2026-11-27|where expiry lt 2026-11-27|where expiry le 2026-11-26}',
  ],
  [
    'eth 30d implied vs 30d realised vol',
    '{option_surface.atm, volatility(price.close, 30)|volatility(price.close, 30), option_surface.atm}; @G; where asset in ETH; {where tenor eq 30|where tenor in 30}',
  ],
  [
    'cme basis on bitcoin by expiry',
    'futures_term.basis; by expiry; {|current day|last 1 day|between 2026-11-20 2026-11-20}; where asset in BTC; where exchange in CME; {|sort futures_term.basis desc}',
  ],
  ['should i sell the december straddle', 'refuse'],
  [
    'tokenized treasuries by product, biggest first',
    'rwa.value; by product; where asset_class in Treasuries; sort rwa.value desc',
  ],
  [
    'BUIDL holders vs BENJI holders since january',
    'rwa.holders; by product; @G; {since 2026-01-01|current year|between 2026-01-01 2026-11-20}; where product in BENJI, BUIDL; {|sort rwa.holders desc}',
  ],
  [
    'which products have a minimum under 100k',
    'rwa.minimum; by product; where rwa.minimum lt 100000; {|sort rwa.minimum|sort rwa.minimum desc}',
  ],
  [
    'rwa yield less t-bill rate by product',
    '{rwa.yield - rates.bill|rwa.yield, rates.bill, rwa.yield - rates.bill|rwa.yield, rwa.yield - rates.bill}; by product; {|sort rwa.yield - rates.bill desc}',
  ],
  [
    'net subs into private credit per quarter since 2025',
    'rwa.net_subscriptions; quarter; {since 2025-01-01|between 2025-01-01 2026-11-20}; where asset_class in Private credit',
  ],
  [
    'what part of tokenised stocks is used in defi',
    'rwa.defi_share; where asset_class in Equities',
    '{rwa.defi_active / rwa.value|rwa.defi_active / rwa.value * 100}; where asset_class in Equities',
  ],
  [
    'how much did tokenised gold gain from price alone in october',
    'rwa.price_effect; {between 2026-10-01 2026-10-31|previous 1 month}; where asset_class in Gold',
  ],
  [
    'mgmt fee buidl ousg ustb',
    'rwa.fee; by product; where product in BUIDL, OUSG, USTB; {|sort rwa.fee|sort rwa.fee desc}',
  ],
  [
    'ibit vs fbtc flows ytd',
    'etf.net_flow; by fund; @G; @yr; where fund in FBTC, IBIT; {|sort etf.net_flow desc}',
  ],
  [
    'btc etf flows by sponsor last week without grayscale',
    'etf.net_flow; by issuer; @lw; where issuer not-in Grayscale; where underlying in BTC; {|sort etf.net_flow desc}',
  ],
  [
    'cheapest eth etf by fee',
    'etf.fee; by fund; where underlying in ETH; {bottom 1 fund by etf.fee|bottom 1 fund by etf.fee; sort etf.fee|sort etf.fee}',
  ],
  [
    'cumulative net flow of the solana etfs since launch as an area chart',
    'cumulative(etf.net_flow); @G; {|all}; where underlying in SOL; chart area',
  ],
  [
    'what % of bitcoin etf assets does each fund hold',
    '{share(etf.aum)|etf.aum, share(etf.aum)}; by fund; where underlying in BTC; {|sort share(etf.aum) desc|chart donut}',
    '{share(etf.holdings)|etf.holdings, share(etf.holdings)}; by fund; where underlying in BTC; {|sort share(etf.holdings) desc|chart donut}',
    'etf.aum, share(etf.aum); by fund; where underlying in BTC; sort etf.aum desc',
  ],
  [
    'average gbtc premium to nav in q3',
    'etf.premium; {between 2026-07-01 2026-09-30|previous 1 quarter}; where fund in GBTC',
  ],
  [
    'how much did vaneck take in each month last year',
    'etf.net_flow; month; {previous 1 year|last 1 year|last 12 month|previous 12 month|between 2025-01-01 2025-12-31}; where issuer in VanEck',
  ],
  ['SPY inflows this month', 'refuse'],
  [
    'real yield by network, leave out cardano',
    'staking.real_yield; by network; where network not-in Cardano; {|sort staking.real_yield desc}',
    'staking.real_yield; by network; where asset not-in ADA; {|sort staking.real_yield desc}',
  ],
  ['eth exit queue in days past 6 months', 'staking.exit; @G; @m6; @eth; {|where protocol in Native}'],
  [
    'which liquid staking provider trades furthest below its value',
    'staking.liquid_premium; by protocol; {bottom 1 protocol by staking.liquid_premium|bottom 1 protocol by staking.liquid_premium; sort staking.liquid_premium|sort staking.liquid_premium}',
  ],
  [
    'number of solana validators vs a year ago',
    'staking.validators; vs year-ago; where network in Solana',
    'staking.validators; current day; vs year-ago; where network in Solana',
    'staking.validators; last 1 day; vs year-ago; where network in Solana',
    'staking.validators; between 2026-11-20 2026-11-20; vs year-ago; where network in Solana',
    'change(staking.validators); last 1 year; where network in Solana',
    'change(staking.validators); last 12 month; where network in Solana',
    'change(staking.validators); last 365 day; where network in Solana',
    'growth(staking.validators); last 1 year; where network in Solana',
    'growth(staking.validators); last 12 month; where network in Solana',
    'growth(staking.validators); last 365 day; where network in Solana',
    'staking.validators, change(staking.validators); last 1 year; where network in Solana',
    'staking.validators, change(staking.validators); last 12 month; where network in Solana',
    'staking.validators, change(staking.validators); last 365 day; where network in Solana',
    'staking.validators, growth(staking.validators); last 1 year; where network in Solana',
    'staking.validators, growth(staking.validators); last 12 month; where network in Solana',
    'staking.validators, growth(staking.validators); last 365 day; where network in Solana',
    'staking.validators; last 1 year; vs previous-period; where network in Solana',
    'staking.validators; last 12 month; vs previous-period; where network in Solana',
    'staking.validators; last 365 day; vs previous-period; where network in Solana',
  ],
  [
    'eigenlayer restaked value divided by all staked ether',
    '{restaking.restaked / staking.staked|restaking.restaked / staking.staked * 100|restaking.restaked, staking.staked, restaking.restaked / staking.staked}; @eth; where protocol in EigenLayer',
  ],
  [
    'usdc on base vs solana',
    'stable_supply.supply; by chain; @G; where chain in Base, Solana; where token in USDC; {|sort stable_supply.supply desc}',
  ],
  [
    'how many stablecoin transfers went from ethereum to tron last month',
    'stable_bridge.transfers; @lm; where from_chain in Ethereum; where to_chain in Tron',
  ],
  [
    'usdt redemptions this month compared with last month',
    'stable_supply.redeemed; {current month|since 2026-11-01|between 2026-11-01 2026-11-30|between 2026-11-01 2026-11-20}; vs previous-period; where token in USDT',
    '{growth(stable_supply.redeemed)|change(stable_supply.redeemed)|stable_supply.redeemed, growth(stable_supply.redeemed)|stable_supply.redeemed, change(stable_supply.redeemed)}; {current month|month; current month}; where token in USDT',
    'stable_supply.redeemed; month; {last 2 month|since 2026-10-01|between 2026-10-01 2026-11-20}; where token in USDT',
    'stable_supply.redeemed; month; current month; vs previous-period; where token in USDT',
  ],
  [
    'stablecoins with more than 5bn supply',
    'stable_supply.supply; by token; where stable_supply.supply gt 5000000000; {|sort stable_supply.supply desc}',
  ],
  [
    'pyusd supply growth by chain over the past quarter',
    'growth(stable_supply.supply); by chain; previous 1 quarter; where token in PYUSD',
    'growth(stable_supply.supply); by chain; previous 1 quarter; where token in PYUSD; sort growth(stable_supply.supply) desc',
    'growth(stable_supply.supply); by chain; last 1 quarter; where token in PYUSD',
    'growth(stable_supply.supply); by chain; last 1 quarter; where token in PYUSD; sort growth(stable_supply.supply) desc',
    'growth(stable_supply.supply); by chain; last 3 month; where token in PYUSD',
    'growth(stable_supply.supply); by chain; last 3 month; where token in PYUSD; sort growth(stable_supply.supply) desc',
    'growth(stable_supply.supply); by chain; last 90 day; where token in PYUSD',
    'growth(stable_supply.supply); by chain; last 90 day; where token in PYUSD; sort growth(stable_supply.supply) desc',
    'change(stable_supply.supply); by chain; previous 1 quarter; where token in PYUSD',
    'change(stable_supply.supply); by chain; previous 1 quarter; where token in PYUSD; sort change(stable_supply.supply) desc',
    'change(stable_supply.supply); by chain; last 1 quarter; where token in PYUSD',
    'change(stable_supply.supply); by chain; last 1 quarter; where token in PYUSD; sort change(stable_supply.supply) desc',
    'change(stable_supply.supply); by chain; last 3 month; where token in PYUSD',
    'change(stable_supply.supply); by chain; last 3 month; where token in PYUSD; sort change(stable_supply.supply) desc',
    'change(stable_supply.supply); by chain; last 90 day; where token in PYUSD',
    'change(stable_supply.supply); by chain; last 90 day; where token in PYUSD; sort change(stable_supply.supply) desc',
    'stable_supply.supply, growth(stable_supply.supply); by chain; previous 1 quarter; where token in PYUSD',
    'stable_supply.supply, growth(stable_supply.supply); by chain; previous 1 quarter; where token in PYUSD; sort growth(stable_supply.supply) desc',
    'stable_supply.supply, growth(stable_supply.supply); by chain; last 1 quarter; where token in PYUSD',
    'stable_supply.supply, growth(stable_supply.supply); by chain; last 1 quarter; where token in PYUSD; sort growth(stable_supply.supply) desc',
    'stable_supply.supply, growth(stable_supply.supply); by chain; last 3 month; where token in PYUSD',
    'stable_supply.supply, growth(stable_supply.supply); by chain; last 3 month; where token in PYUSD; sort growth(stable_supply.supply) desc',
    'stable_supply.supply, growth(stable_supply.supply); by chain; last 90 day; where token in PYUSD',
    'stable_supply.supply, growth(stable_supply.supply); by chain; last 90 day; where token in PYUSD; sort growth(stable_supply.supply) desc',
    'stable_supply.supply, change(stable_supply.supply); by chain; previous 1 quarter; where token in PYUSD',
    'stable_supply.supply, change(stable_supply.supply); by chain; previous 1 quarter; where token in PYUSD; sort change(stable_supply.supply) desc',
    'stable_supply.supply, change(stable_supply.supply); by chain; last 1 quarter; where token in PYUSD',
    'stable_supply.supply, change(stable_supply.supply); by chain; last 1 quarter; where token in PYUSD; sort change(stable_supply.supply) desc',
    'stable_supply.supply, change(stable_supply.supply); by chain; last 3 month; where token in PYUSD',
    'stable_supply.supply, change(stable_supply.supply); by chain; last 3 month; where token in PYUSD; sort change(stable_supply.supply) desc',
    'stable_supply.supply, change(stable_supply.supply); by chain; last 90 day; where token in PYUSD',
    'stable_supply.supply, change(stable_supply.supply); by chain; last 90 day; where token in PYUSD; sort change(stable_supply.supply) desc',
    'stable_supply.supply; by chain; @lq; vs previous-period; where token in PYUSD; {|sort stable_supply.supply desc}',
  ],
  ['why did usde supply fall last month', 'why stable_supply.supply; @lm; where token in USDe'],
  ['visa stablecoin settlement fees', 'refuse'],
  [
    'fed funds rate vs 3m bill since 2024',
    '{rates.policy, rates.bill|rates.bill, rates.policy}; {|day|week|month|quarter}; since 2024-01-01',
  ],
  ['btc dominance monthly for the last two years', 'price.bitcoin_dominance; month; @y2'],
  [
    'crypto market cap ex stablecoins indexed to 100 from jan 2025',
    'rebase(market_cap.cap); {|day|week|month|quarter}; {since 2025-01-01|between 2025-01-01 2026-11-20}; {where kind in Assets|where kind not-in Stablecoins}',
    'rebase(price.cap); {|day|week|month|quarter}; {since 2025-01-01|between 2025-01-01 2026-11-20}',
  ],
  [
    'fear & greed 30 day moving avg',
    '{moving_average(fear_greed.fear_greed, 30)|fear_greed.fear_greed, moving_average(fear_greed.fear_greed, 30)}; {|day}',
  ],
  [
    'days nyse is closed in december',
    'calendar.closures; {|day}; {|by holiday}; between 2026-12-01 2026-12-31; where market in NYSE; {|where open in closed}',
  ],
  [
    'busiest utc hour for eth spot trading',
    'hourly.volume; by hour; where asset in ETH; {top 1 hour by hourly.volume|top 1 hour by hourly.volume; sort hourly.volume desc|sort hourly.volume desc}',
  ],
  ['will the fed cut rates again in december', 'refuse'],
]
