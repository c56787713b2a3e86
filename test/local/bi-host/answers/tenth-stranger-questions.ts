/**
 * By an eleventh person, who had read neither the reader nor the sets before, after what the ninth stranger and four rounds of
 * practice found was mended. A second person, who had not read them either, completed the lists of right readings before the
 * first run. Each right reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in
 * docs/reading-questions.md.
 */
export const tenthStrangerQuestions: readonly (readonly [question: string, ...readings: string[]])[] = [
  [
    'cex spot volume 7dma this year',
    '{|trading.volume, }moving_average(trading.volume, 7); {|day}; @yr; where venue_kind in CEX; where market_type in Spot',
  ],
  [
    'binance share of perp volume per month since jan 2025',
    '{|trading.volume, }share(trading.volume); {|by exchange}; month; since 2025-01-01; where market_type in Perpetual; where exchange in Binance',
    '{|trading.volume, }share(trading.volume); by exchange; month; since 2025-01-01; where market_type in Perpetual',
    '{|trading.volume, }share(trading.volume); {|by exchange}; month; between 2025-01-01 2026-11-20; where market_type in Perpetual; where exchange in Binance',
    '{|trading.volume, }share(trading.volume); by exchange; month; between 2025-01-01 2026-11-20; where market_type in Perpetual',
  ],
  [
    'OI weighted funding on ETH perps right now',
    '{funding.funding_rate|funding.rate}; @now; where asset in ETH',
  ],
  [
    'exchanges with more than 20bn perp volume yesterday',
    'trading.volume; by exchange; @yd; where market_type in Perpetual; where trading.volume gt 20000000000; {|sort trading.volume desc}',
  ],
  [
    'btc annualised basis CME vs Deribit last quarter',
    'futures_term.basis; by exchange; @S; {previous 1 quarter|last 1 quarter|last 3 month|last 90 day|between 2026-07-01 2026-09-30}; where asset in BTC; where exchange in CME, Deribit',
  ],
  ['order book depth within 1% for BTC-USD on kraken', 'refuse'],
  [
    '25 delta skew eth 30d',
    'option_surface.put_skew; @now; where asset in ETH; where tenor {in|eq} 30',
    'option_surface.put_skew; @S; where asset in ETH; where tenor {in|eq} 30',
  ],
  [
    'whats the vol term structure for btc',
    'option_surface.atm; by tenor; @now; where asset in BTC; {|chart line}',
    'option_surface.iv; by tenor; @now; where asset in BTC; where delta in ATM; {|chart line}',
  ],
  [
    'how many coins did IBIT buy last month?',
    'etf.flow_coins; {|by underlying}; {last 1 month|last 30 day|previous 1 month|between 2026-10-01 2026-10-31}; where fund in IBIT',
    'etf.flow_coins; {last 1 month|last 30 day|previous 1 month|between 2026-10-01 2026-10-31}; where fund in IBIT; where underlying in BTC',
    'change(etf.holdings); {|by underlying}; {last 1 month|last 30 day|previous 1 month|between 2026-10-01 2026-10-31}; where fund in IBIT',
    'change(etf.holdings); {last 1 month|last 30 day|previous 1 month|between 2026-10-01 2026-10-31}; where fund in IBIT; where underlying in BTC',
  ],
  [
    'grayscale outflows ytd',
    'etf.net_flow; @G; @yr; where issuer in Grayscale',
    'etf.net_flow; by fund; @yr; where issuer in Grayscale; {|sort etf.net_flow|sort etf.net_flow desc}',
    '{|etf.net_flow, }cumulative(etf.net_flow); @G; @yr; where issuer in Grayscale',
    'etf.net_flow; by fund; @yr; where issuer in Grayscale; where etf.net_flow lt 0; {|sort etf.net_flow|sort etf.net_flow desc}',
    'etf.net_flow; {day|week|month}; @yr; where issuer in Grayscale; where etf.net_flow lt 0',
  ],
  [
    'cheapest bitcoin ETF by fee',
    'etf.fee; by fund; @now; where underlying in BTC; {bottom 1|bottom 3|bottom 5|bottom 10} fund by etf.fee; {|sort etf.fee}',
    'etf.fee; by fund; @now; where underlying in BTC; sort etf.fee',
  ],
  [
    'stablecoin market cap excl. USDT, monthly, past 2 years',
    'stable_supply.supply; month; {last 2 year|last 24 month|previous 2 year|previous 24 month}; where token not-in USDT',
    'stable_supply.supply; month; {last 2 year|last 24 month|previous 2 year|previous 24 month}; where issuer not-in Tether',
    'market_cap.cap; {|by kind}; month; {last 2 year|last 24 month|previous 2 year|previous 24 month}; where kind {in Stablecoins|not-in Assets}; where asset not-in USDT',
  ],
  [
    'How much USDC was redeemed in October',
    'stable_supply.redeemed; {between 2026-10-01 2026-10-31|previous 1 month}; where token in USDC',
    'stable_supply.redeemed; {between 2026-10-01 2026-10-31|previous 1 month}; where issuer in Circle',
  ],
  [
    'Bitcoin drawdown from peak since 2024',
    '{|price.close, }drawdown(price.close); @G; {since 2024-01-01|between 2024-01-01 2026-11-20}; where asset in BTC',
  ],
  [
    'where do stablecoins go when they leave ethereum',
    'stable_bridge.bridged; by to_chain; where from_chain in Ethereum; {|sort stable_bridge.bridged desc}',
    'stable_bridge.bridged; by to_chain; where from_chain in Ethereum; {top 1|top 3|top 5|top 10} to_chain by stable_bridge.bridged; {|sort stable_bridge.bridged desc}',
  ],
  [
    'did usde lose its peg in the last 90d',
    '{stable_price.deviation|stable_price.deviation_low|stable_price.price}; @G; @d90; where token in USDe',
    '{stable_price.deviation, stable_price.deviation_low|stable_price.deviation_low, stable_price.deviation|stable_price.price, stable_price.deviation|stable_price.deviation, stable_price.price|stable_price.deviation, stable_price.deviation_low, stable_price.deviation_high}; @G; @d90; where token in USDe',
    'events.events; {|by title|by subject|by kind}; {|day|month}; @d90; where kind in depeg; where subject in token:usde',
  ],
  [
    'aave usdc borrow rates by chain',
    'lending.borrow_apy; by chain; @now; where asset in USDC; where protocol in Aave v3; {|sort lending.borrow_apy desc}',
  ],
  [
    'lending pools with utilization above 85%',
    'lending.utilisation; by {market|protocol, chain, asset}; @now; where lending.utilisation gt 85; {|sort lending.utilisation desc}',
  ],
  [
    'long vs short liqudations on oct 10 2025',
    'exchange_liquidations.amount; by side; {|day}; between 2025-10-10 2025-10-10; {|where side in Long, Short}',
  ],
  [
    'hyperliquid open interest relative to binance',
    'trading.open_interest; by exchange; @S; where exchange in Binance, Hyperliquid',
    'trading.open_interest; by exchange; @now; where exchange in Binance, Hyperliquid; {|sort trading.open_interest desc}',
    '{|trading.open_interest, }share(trading.open_interest); by exchange; @S; where exchange in Binance, Hyperliquid',
    '{|trading.open_interest, }share(trading.open_interest); by exchange; @now; where exchange in Binance, Hyperliquid; {|sort share(trading.open_interest) desc}',
  ],
  [
    'perp volume to open interest by exchange, 30d',
    '{|trading.volume, trading.open_interest, }trading.volume / trading.open_interest; by exchange; @d30; where market_type in Perpetual; {|sort trading.volume / trading.open_interest desc}',
    '{|trading.volume, trading.open_interest, }trading.volume / trading.open_interest; by exchange; {day|week}; @d30; where market_type in Perpetual',
    'trading.volume, trading.open_interest; by exchange; @d30; where market_type in Perpetual',
  ],
  ['should we roll the basis trade into december', 'refuse'],
  [
    'perp/spot ratio by coin last month highest first',
    'trading.perp_to_spot; by asset; {last 1 month|last 30 day|previous 1 month|between 2026-10-01 2026-10-31}; sort trading.perp_to_spot desc',
  ],
  [
    'put option volume last month, deribit and okx',
    'options.volume; by exchange; @S; {last 1 month|last 30 day|previous 1 month|between 2026-10-01 2026-10-31}; where exchange in Deribit, OKX; where option_type in Put',
    'options.volume; by exchange; {last 1 month|last 30 day|previous 1 month|between 2026-10-01 2026-10-31}; where exchange in Deribit, OKX; where option_type in Put; sort options.volume desc',
    'options.volume; @S; {last 1 month|last 30 day|previous 1 month|between 2026-10-01 2026-10-31}; where exchange in Deribit, OKX; where option_type in Put',
  ],
  [
    'btc hashrate 30 day moving avg',
    '{|onchain.hash_rate, }moving_average(onchain.hash_rate, 30); {|day}; where asset in BTC',
  ],
  [
    'tokenized treasurys top 5 issuers',
    'rwa.value; by issuer; @now; where asset_class in Treasuries; top 5 issuer by rwa.value; {|sort rwa.value desc}',
    'rwa.value; by issuer; @now; where asset_class in Treasuries; @tc; top 5 issuer by rwa.value; {|sort rwa.value desc}',
  ],
  [
    'gold tokens this year: new subscriptions vs price effect',
    '{rwa.net_subscriptions, rwa.price_effect|rwa.price_effect, rwa.net_subscriptions}; @G; @yr; where asset_class in Gold; @tc',
  ],
  ['how many wallets hold BUIDL', 'rwa.holders; @now; where product in BUIDL; @tc'],
  [
    'how long does it take to get out of eth staking atm',
    'staking.exit; @now; @eth',
    'staking.exit; @now; @eth; where protocol in Native',
  ],
  [
    'staking yields after inflation, ranked',
    'staking.real_yield; by {network|asset|protocol}; @now; sort staking.real_yield desc',
  ],
  [
    'lidos share of staked ether',
    '{|staking.staked, }share(staking.staked); {|by protocol}; @now; @eth; where protocol in Lido',
    '{|staking.staked, }share(staking.staked); by protocol; @now; @eth; {|sort share(staking.staked) desc}',
    'staking.staked, share(staking.staked); by protocol; @now; @eth; sort staking.staked desc',
    '{|staking.staked_coins, }share(staking.staked_coins); {|by protocol}; @now; where network in Ethereum; where protocol in Lido',
    '{|staking.staked_coins, }share(staking.staked_coins); by protocol; @now; where network in Ethereum; {|sort share(staking.staked_coins) desc}',
  ],
  [
    'eigenlayer vs symbiotic restaked over time',
    'restaking.restaked; by protocol; @G; where protocol in EigenLayer, Symbiotic',
  ],
  [
    'bitcoin social posts against price this month',
    '{sentiment.posts, price.close|price.close, sentiment.posts}; @G; {current month|since 2026-11-01|between 2026-11-01 2026-11-20}; where asset in BTC',
    '{sentiment.posts, price.close|price.close, sentiment.posts}; {|day}; {current month|since 2026-11-01|between 2026-11-01 2026-11-20}; where asset in BTC; {chart scatter|chart bars-line}',
  ],
  [
    'how many days is CME closed in 2026',
    'calendar.closures; {current year|between 2026-01-01 2026-12-31}; where market in CME; {|where open in closed}',
  ],
  [
    'what strike has the most open btc calls',
    'option_strikes.open_interest; by strike; @now; where asset in BTC; where option_type in Call; {top 1|top 3|top 5|top 10} strike by option_strikes.open_interest; {|sort option_strikes.open_interest desc}',
    'option_strikes.open_interest; by strike; @now; where asset in BTC; where option_type in Call; {|sort option_strikes.open_interest desc}',
  ],
  [
    'what hour of the day does SOL trade most',
    'hourly.volume; by hour; where asset in SOL; {top 1|top 3|top 5|top 10} hour by hourly.volume; {|sort hourly.volume desc}',
    'hourly.volume; by hour; where asset in SOL; {|sort hourly.volume desc}',
  ],
  ['How many bitcoin does Strategy (MSTR) own?', 'refuse'],
  [
    'rebased performance btc eth sol ytd',
    'rebase(price.close); by asset; @G; @yr; where asset in BTC, ETH, SOL',
    'price.close, rebase(price.close); by asset; @G; @yr; where asset in BTC, ETH, SOL',
  ],
  [
    'top gainers this week',
    '{|price.close, }growth(price.close); by asset; @tw; {|where growth(price.close) gt 0}; {|sort growth(price.close) desc}',
    '{|price.close, }growth(price.close); by asset; @tw; {top 1|top 3|top 5|top 10} asset by growth(price.close); {|sort growth(price.close) desc}',
    'price.close; by asset; @tw; vs previous-period',
  ],
  [
    '30d realized vol of eth and btc, past year',
    '{|price.close, }volatility(price.close, 30); by asset; @G; @py; where asset in BTC, ETH',
  ],
  [
    'btc on exchanges, change over 3 months',
    '{|onchain.exchange_balance, }change(onchain.exchange_balance); @S; {last 3 month|last 90 day|last 1 quarter|previous 3 month|previous 3 month}; where asset in BTC',
    '{|onchain.exchange_balance, }growth(onchain.exchange_balance); @S; {last 3 month|last 90 day|last 1 quarter|previous 3 month|previous 3 month}; where asset in BTC',
    'onchain.exchange_balance; {last 3 month|last 90 day|last 1 quarter|previous 3 month|previous 3 month}; vs previous-period; where asset in BTC',
    '{|onchain.exchange_balance, }change(onchain.exchange_balance), growth(onchain.exchange_balance); {last 3 month|last 90 day|last 1 quarter|previous 3 month|previous 3 month}; where asset in BTC',
  ],
  [
    'which depegs happened this year',
    'events.events; by title; {|day|week|month}; @yr; where kind in depeg',
    'events.events; by {subject|title, subject|subject, title}; {|day|week|month}; @yr; where kind in depeg',
  ],
  [
    'onchain liqs by collateral last 6 months vs the 6 months before',
    'liquidations.amount; by collateral; {last 6 month|last 180 day|last 26 week|previous 6 month|previous 6 month}; vs previous-period; {|sort liquidations.amount desc}',
    '{|liquidations.amount, }{growth(liquidations.amount)|change(liquidations.amount)}; by collateral; {last 6 month|last 180 day|last 26 week|previous 6 month|previous 6 month}',
    '{|liquidations.amount, }growth(liquidations.amount); by collateral; {last 6 month|last 180 day|last 26 week|previous 6 month|previous 6 month}; sort growth(liquidations.amount) desc',
    '{|liquidations.amount, }change(liquidations.amount); by collateral; {last 6 month|last 180 day|last 26 week|previous 6 month|previous 6 month}; sort change(liquidations.amount) desc',
    'liquidations.amount, {growth(liquidations.amount)|change(liquidations.amount)}; by collateral; {last 6 month|last 180 day|last 26 week|previous 6 month|previous 6 month}; sort liquidations.amount desc',
  ],
  [
    'compound deposits minus loans',
    '{|lending.supplied, lending.borrowed, }lending.supplied - lending.borrowed; @now; where protocol in Compound v3',
    'lending.idle; @now; where protocol in Compound v3',
  ],
  ['where will eth funding be next month?', 'refuse'],
]
