/**
 * By a fifth person, who had read neither the reader nor the sets before, after what the third stranger found was mended. Each right
 * reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in docs/reading-questions.md.
 */
export const fourthStrangerConversations: readonly {
  readonly board: string
  readonly turns: readonly (readonly [question: string, ...readings: string[]])[]
}[] = [
  {
    board: 'home',
    turns: [
      [
        'what moved the most in the last 7 days',
        'growth(price.close); by asset; @d7; {sort growth(price.close) desc|top 1 asset by growth(price.close)|top 1 asset by growth(price.close); sort growth(price.close) desc|top 3 asset by growth(price.close)|top 3 asset by growth(price.close); sort growth(price.close) desc|top 5 asset by growth(price.close)|top 5 asset by growth(price.close); sort growth(price.close) desc|top 10 asset by growth(price.close)|top 10 asset by growth(price.close); sort growth(price.close) desc}',
        'price.close, growth(price.close); by asset; @d7; {sort growth(price.close) desc|top 1 asset by growth(price.close)|top 1 asset by growth(price.close); sort growth(price.close) desc|top 3 asset by growth(price.close)|top 3 asset by growth(price.close); sort growth(price.close) desc|top 5 asset by growth(price.close)|top 5 asset by growth(price.close); sort growth(price.close) desc|top 10 asset by growth(price.close)|top 10 asset by growth(price.close); sort growth(price.close) desc}',
        'growth(price.close), price.close; by asset; @d7; {sort growth(price.close) desc|top 1 asset by growth(price.close)|top 1 asset by growth(price.close); sort growth(price.close) desc|top 3 asset by growth(price.close)|top 3 asset by growth(price.close); sort growth(price.close) desc|top 5 asset by growth(price.close)|top 5 asset by growth(price.close); sort growth(price.close) desc|top 10 asset by growth(price.close)|top 10 asset by growth(price.close); sort growth(price.close) desc}',
      ],
      [
        'just the top 5',
        'growth(price.close); by asset; @d7; top 5 asset by growth(price.close); {|sort growth(price.close) desc}',
        'price.close, growth(price.close); by asset; @d7; top 5 asset by growth(price.close); {|sort growth(price.close) desc}',
        'growth(price.close), price.close; by asset; @d7; top 5 asset by growth(price.close); {|sort growth(price.close) desc}',
      ],
      [
        'same for the last month',
        'growth(price.close); by asset; @lm; top 5 asset by growth(price.close); {|sort growth(price.close) desc}',
        'price.close, growth(price.close); by asset; @lm; top 5 asset by growth(price.close); {|sort growth(price.close) desc}',
        'growth(price.close), price.close; by asset; @lm; top 5 asset by growth(price.close); {|sort growth(price.close) desc}',
      ],
    ],
  },
  {
    board: 'home',
    turns: [
      [
        'total crypto market cap now vs a year ago',
        'market_cap.cap; {|current day|last 1 day|last 1 year|last 12 month|last 365 day}; vs year-ago',
        'market_cap.cap; @py; vs previous-period',
        'growth(market_cap.cap); @py',
        'market_cap.cap, growth(market_cap.cap); @py',
        'growth(market_cap.cap), market_cap.cap; @py',
        'change(market_cap.cap); @py',
        'market_cap.cap, change(market_cap.cap); @py',
        'change(market_cap.cap), market_cap.cap; @py',
      ],
      [
        'without stablecoins',
        'market_cap.cap; {|current day|last 1 day|last 1 year|last 12 month|last 365 day}; vs year-ago; where kind {in Assets|not-in Stablecoins}',
        'market_cap.cap; @py; vs previous-period; where kind {in Assets|not-in Stablecoins}',
        'growth(market_cap.cap); @py; where kind {in Assets|not-in Stablecoins}',
        'market_cap.cap, growth(market_cap.cap); @py; where kind {in Assets|not-in Stablecoins}',
        'growth(market_cap.cap), market_cap.cap; @py; where kind {in Assets|not-in Stablecoins}',
        'change(market_cap.cap); @py; where kind {in Assets|not-in Stablecoins}',
        'market_cap.cap, change(market_cap.cap); @py; where kind {in Assets|not-in Stablecoins}',
        'change(market_cap.cap), market_cap.cap; @py; where kind {in Assets|not-in Stablecoins}',
        'price.cap; {|current day|last 1 day|last 1 year|last 12 month|last 365 day}; vs year-ago',
        'price.cap; @py; vs previous-period',
        'growth(price.cap); @py',
        'price.cap, growth(price.cap); @py',
        'growth(price.cap), price.cap; @py',
        'change(price.cap); @py',
        'price.cap, change(price.cap); @py',
        'change(price.cap), price.cap; @py',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      ['supply by chain', 'stable_supply.supply; by chain; @now; {|sort stable_supply.supply desc}'],
      [
        'only usdc',
        'stable_supply.supply; by chain; @now; where token in USDC; {|sort stable_supply.supply desc}',
      ],
      [
        'how has that changed over the last 90 days',
        'stable_supply.supply; by chain; @d90; vs previous-period; where token in USDC; {|sort stable_supply.supply desc}',
        'stable_supply.supply; by chain; {day|week|month}; @d90; where token in USDC; {|sort stable_supply.supply desc}',
        'growth(stable_supply.supply); by chain; @d90; where token in USDC; {|sort growth(stable_supply.supply) desc}',
        'stable_supply.supply, growth(stable_supply.supply); by chain; @d90; where token in USDC; {|sort growth(stable_supply.supply) desc}',
        'growth(stable_supply.supply), stable_supply.supply; by chain; @d90; where token in USDC; {|sort growth(stable_supply.supply) desc}',
        'change(stable_supply.supply); by chain; @d90; where token in USDC; {|sort change(stable_supply.supply) desc}',
        'stable_supply.supply, change(stable_supply.supply); by chain; @d90; where token in USDC; {|sort change(stable_supply.supply) desc}',
        'change(stable_supply.supply), stable_supply.supply; by chain; @d90; where token in USDC; {|sort change(stable_supply.supply) desc}',
        'stable_supply.supply, growth(stable_supply.supply); by chain; @d90; where token in USDC; sort stable_supply.supply desc',
        'stable_supply.supply, change(stable_supply.supply); by chain; @d90; where token in USDC; sort stable_supply.supply desc',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      ['fdusd deviation from par this year', 'stable_price.deviation; @G; @yr; where token in FDUSD'],
      ['add usd1', 'stable_price.deviation; by token; @G; @yr; where token in FDUSD, USD1'],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      ['volume by exchange last month', 'trading.volume; by exchange; @G; @lm; {|sort trading.volume desc}'],
      [
        'spot only',
        'trading.volume; by exchange; @G; @lm; where market_type in Spot; {|sort trading.volume desc}',
      ],
      [
        'drop binance',
        'trading.volume; by exchange; @G; @lm; where exchange not-in Binance; where market_type in Spot; {|sort trading.volume desc}',
      ],
      [
        'weekly',
        'trading.volume; by exchange; week; @lm; where exchange not-in Binance; where market_type in Spot; {|sort trading.volume desc}',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      ['what is the total open interest?', 'trading.open_interest; @now'],
      [
        'how much of that is perps?',
        'trading.open_interest; @now; where market_type in Perpetual',
        'trading.open_interest; by market_type; @now; {|sort trading.open_interest desc}',
        'trading.open_interest; by market_type; @now; chart donut',
        'share(trading.open_interest); by market_type; @now; {|where market_type in Perpetual}; {|sort share(trading.open_interest) desc}',
        'trading.open_interest, share(trading.open_interest); by market_type; @now; {|where market_type in Perpetual}; {|sort share(trading.open_interest) desc}',
        'share(trading.open_interest), trading.open_interest; by market_type; @now; {|where market_type in Perpetual}; {|sort share(trading.open_interest) desc}',
      ],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      [
        'sopr 7 day average since june',
        'moving_average(onchain.sopr, 7); {|day}; since 2026-06-01; where asset in BTC',
        'onchain.sopr, moving_average(onchain.sopr, 7); {|day}; since 2026-06-01; where asset in BTC',
        'moving_average(onchain.sopr, 7), onchain.sopr; {|day}; since 2026-06-01; where asset in BTC',
      ],
      [
        'and nupl',
        'moving_average(onchain.sopr, 7), onchain.nupl; {|day}; since 2026-06-01; where asset in BTC',
        'moving_average(onchain.sopr, 7), moving_average(onchain.nupl, 7); {|day}; since 2026-06-01; where asset in BTC',
        'onchain.nupl; {|day}; since 2026-06-01; where asset in BTC',
        'moving_average(onchain.nupl, 7); {|day}; since 2026-06-01; where asset in BTC',
        'onchain.nupl, moving_average(onchain.nupl, 7); {|day}; since 2026-06-01; where asset in BTC',
        'onchain.sopr, moving_average(onchain.sopr, 7), onchain.nupl; {|day}; since 2026-06-01; where asset in BTC',
        'moving_average(onchain.sopr, 7), onchain.sopr, onchain.nupl; {|day}; since 2026-06-01; where asset in BTC',
        'onchain.sopr, moving_average(onchain.sopr, 7), onchain.nupl, moving_average(onchain.nupl, 7); {|day}; since 2026-06-01; where asset in BTC',
        'moving_average(onchain.sopr, 7), moving_average(onchain.nupl, 7), onchain.nupl; {|day}; since 2026-06-01; where asset in BTC',
        'moving_average(onchain.sopr, 7), onchain.nupl, moving_average(onchain.nupl, 7); {|day}; since 2026-06-01; where asset in BTC',
        'onchain.nupl; {week|month}; since 2026-06-01; where asset in BTC',
      ],
      ['something else: hash rate per month this year', 'onchain.hash_rate; month; @yr; where asset in BTC'],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['how many btc sit on exchanges', 'onchain.exchange_balance; @now; where asset in BTC'],
      [
        'vs a year ago',
        'onchain.exchange_balance; {|current day|last 1 day|last 1 year|last 12 month|last 365 day}; vs year-ago; where asset in BTC',
        'onchain.exchange_balance; @py; vs previous-period; where asset in BTC',
        'growth(onchain.exchange_balance); @py; where asset in BTC',
        'onchain.exchange_balance, growth(onchain.exchange_balance); @py; where asset in BTC',
        'growth(onchain.exchange_balance), onchain.exchange_balance; @py; where asset in BTC',
        'change(onchain.exchange_balance); @py; where asset in BTC',
        'onchain.exchange_balance, change(onchain.exchange_balance); @py; where asset in BTC',
        'change(onchain.exchange_balance), onchain.exchange_balance; @py; where asset in BTC',
      ],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      ['gas fees per month', 'onchain.fees; month; where asset in ETH'],
      ['last 12 months as columns', 'onchain.fees; month; @m12; where asset in ETH; chart bars'],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      [
        'what yield do i get for staking eth',
        '{staking.apr|staking.real_yield}; @now; {where asset in ETH|where network in Ethereum|where asset in ETH; where network in Ethereum}',
      ],
      [
        'which provider pays the most',
        'staking.apr; by protocol; @now; {where asset in ETH|where network in Ethereum|where asset in ETH; where network in Ethereum}; {sort staking.apr desc|top 1 protocol by staking.apr|top 1 protocol by staking.apr; sort staking.apr desc|top 3 protocol by staking.apr|top 3 protocol by staking.apr; sort staking.apr desc|top 5 protocol by staking.apr|top 5 protocol by staking.apr; sort staking.apr desc|top 10 protocol by staking.apr|top 10 protocol by staking.apr; sort staking.apr desc}',
        'staking.real_yield; by protocol; @now; {where asset in ETH|where network in Ethereum|where asset in ETH; where network in Ethereum}; {sort staking.real_yield desc|top 1 protocol by staking.real_yield|top 1 protocol by staking.real_yield; sort staking.real_yield desc|top 3 protocol by staking.real_yield|top 3 protocol by staking.real_yield; sort staking.real_yield desc|top 5 protocol by staking.real_yield|top 5 protocol by staking.real_yield; sort staking.real_yield desc|top 10 protocol by staking.real_yield|top 10 protocol by staking.real_yield; sort staking.real_yield desc}',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      [
        'net flows by fund last 5 days',
        'etf.net_flow; by fund; {|day}; last 5 day; {|sort etf.net_flow desc}',
      ],
      [
        'only the ether ones',
        'etf.net_flow; by fund; {|day}; last 5 day; where underlying in ETH; {|sort etf.net_flow desc}',
      ],
      ['why the outflow?', 'why etf.net_flow; {|day}; last 5 day; where underlying in ETH'],
    ],
  },
  {
    board: 'etf',
    turns: [
      [
        'ibit vs fbtc volume this month',
        'etf.volume; by fund; @G; current month; where fund in FBTC, IBIT; {|sort etf.volume desc}',
      ],
      ['what will inflows be next week', 'refuse'],
    ],
  },
  {
    board: 'lending',
    turns: [
      ['utilisation by protocol', 'lending.utilisation; by protocol; @now; {|sort lending.utilisation desc}'],
      [
        'only stablecoins',
        'lending.utilisation; by protocol; @now; {where asset_class in Dollar|where asset in DAI, FDUSD, PYUSD, USDC, USDS, USDT, USDe}; {|sort lending.utilisation desc}',
      ],
      [
        'over 85%',
        'lending.utilisation; by protocol; @now; {where asset_class in Dollar|where asset in DAI, FDUSD, PYUSD, USDC, USDS, USDT, USDe}; where lending.utilisation gt 85; {|sort lending.utilisation desc}',
      ],
      [
        'as a table',
        'lending.utilisation; by protocol; @now; {where asset_class in Dollar|where asset in DAI, FDUSD, PYUSD, USDC, USDS, USDT, USDe}; where lending.utilisation gt 85; {|sort lending.utilisation desc}; chart table',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'usdc borrow cost aave vs morpho past 6 months',
        'lending.borrow_apy; by protocol; @G; @m6; where asset in USDC; where protocol in Aave v3, Morpho',
      ],
      [
        'and what lenders earn',
        '{lending.borrow_apy, lending.supply_apy|lending.supply_apy}; by protocol; @G; @m6; where asset in USDC; where protocol in Aave v3, Morpho',
      ],
      ['is morpho safe to use?', 'refuse'],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      ['spot volume by weekday', 'hourly.volume; by weekday; {|sort hourly.volume desc}'],
      ['only sol', 'hourly.volume; by weekday; where asset in SOL; {|sort hourly.volume desc}'],
      [
        'and by hour of day',
        'hourly.volume; by {weekday, hour|hour, weekday|hour}; where asset in SOL; {|sort hourly.volume desc}',
      ],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'sol vs btc last 30 days, both starting at 100',
        'rebase(price.close); by asset; @D; @d30; where asset in BTC, SOL',
        'price.close, rebase(price.close); by asset; @D; @d30; where asset in BTC, SOL',
        'rebase(price.close), price.close; by asset; @D; @d30; where asset in BTC, SOL',
      ],
      [
        'swap btc for eth',
        'rebase(price.close); by asset; @D; @d30; where asset in ETH, SOL',
        'price.close, rebase(price.close); by asset; @D; @d30; where asset in ETH, SOL',
        'rebase(price.close), price.close; by asset; @D; @d30; where asset in ETH, SOL',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        'eth atm vol by tenor',
        'option_surface.atm; by tenor; @now; where asset in ETH',
        'option_surface.iv; by tenor; @now; where asset in ETH; where delta in ATM',
      ],
      [
        'now btc',
        'option_surface.atm; by tenor; @now; where asset in BTC',
        'option_surface.iv; by tenor; @now; where asset in BTC; where delta in ATM',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        'option open interest by expiry',
        'options.open_interest; by expiry; @now; {|sort options.open_interest desc}',
      ],
      [
        'btc on deribit only',
        'options.open_interest; by expiry; @now; where asset in BTC; where exchange in Deribit; {|sort options.open_interest desc}',
      ],
      [
        'split puts and calls',
        'options.open_interest; by {expiry, option_type|option_type, expiry|option_type}; @now; where asset in BTC; where exchange in Deribit; {|where option_type in Call, Put}; {|sort options.open_interest desc}',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'btc basis by expiry on cme',
        'futures_term.basis; by expiry; @now; where asset in BTC; where exchange in CME',
      ],
      ['what is our own pnl on that trade', 'refuse'],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'perp oi by exchange last 3 months',
        'trading.open_interest; by exchange; @G; @m3; where market_type in Perpetual; {|sort trading.open_interest desc}',
      ],
      [
        'as shares',
        'trading.open_interest, share(trading.open_interest); by exchange; @G; @m3; where market_type in Perpetual; sort trading.open_interest desc',
        'share(trading.open_interest); by exchange; @G; @m3; where market_type in Perpetual; {|sort share(trading.open_interest) desc}',
        'trading.open_interest, share(trading.open_interest); by exchange; @G; @m3; where market_type in Perpetual; {|sort share(trading.open_interest) desc}',
        'share(trading.open_interest), trading.open_interest; by exchange; @G; @m3; where market_type in Perpetual; {|sort share(trading.open_interest) desc}',
        'trading.open_interest; by exchange; {day|week|month}; @m3; where market_type in Perpetual; chart area-100',
        'trading.open_interest; by exchange; @m3; where market_type in Perpetual; {|sort trading.open_interest desc}; chart donut',
      ],
      [
        'without hyperliquid',
        'trading.open_interest, share(trading.open_interest); by exchange; @G; @m3; where exchange not-in Hyperliquid; where market_type in Perpetual; sort trading.open_interest desc',
        'share(trading.open_interest); by exchange; @G; @m3; where exchange not-in Hyperliquid; where market_type in Perpetual; {|sort share(trading.open_interest) desc}',
        'trading.open_interest, share(trading.open_interest); by exchange; @G; @m3; where exchange not-in Hyperliquid; where market_type in Perpetual; {|sort share(trading.open_interest) desc}',
        'share(trading.open_interest), trading.open_interest; by exchange; @G; @m3; where exchange not-in Hyperliquid; where market_type in Perpetual; {|sort share(trading.open_interest) desc}',
        'trading.open_interest; by exchange; {day|week|month}; @m3; where exchange not-in Hyperliquid; where market_type in Perpetual; chart area-100',
        'trading.open_interest; by exchange; @m3; where exchange not-in Hyperliquid; where market_type in Perpetual; {|sort trading.open_interest desc}; chart donut',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      ['staking apr per network', 'staking.apr; by {network|asset}; @now; {|sort staking.apr desc}'],
      [
        'and after inflation',
        'staking.real_yield; by {network|asset}; @now; {|sort staking.real_yield desc}',
        'staking.apr, staking.real_yield; by {network|asset}; @now; {|sort staking.apr desc|sort staking.real_yield desc}',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      ['how much is restaked in eigenlayer', 'restaking.restaked; @now; where protocol in EigenLayer'],
      [
        'vs symbiotic over the past year',
        'restaking.restaked; by protocol; @G; @py; where protocol in EigenLayer, Symbiotic',
      ],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'top 5 tokenised treasury products by value',
        'rwa.value; by product; @now; where asset_class in Treasuries; @tc; top 5 product by rwa.value; {|sort rwa.value desc}',
      ],
      [
        'add the yield',
        'rwa.value, rwa.yield; by product; @now; where asset_class in Treasuries; @tc; top 5 product by rwa.value; {|sort rwa.value desc}',
      ],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'how much did tokenised gold grow in 2025',
        'growth(rwa.value); {between 2025-01-01 2025-12-31|previous 1 year}; where asset_class in Gold; @tc',
        'rwa.value, growth(rwa.value); {between 2025-01-01 2025-12-31|previous 1 year}; where asset_class in Gold; @tc',
        'growth(rwa.value), rwa.value; {between 2025-01-01 2025-12-31|previous 1 year}; where asset_class in Gold; @tc',
        'change(rwa.value); {between 2025-01-01 2025-12-31|previous 1 year}; where asset_class in Gold; @tc',
        'rwa.value, change(rwa.value); {between 2025-01-01 2025-12-31|previous 1 year}; where asset_class in Gold; @tc',
        'change(rwa.value), rwa.value; {between 2025-01-01 2025-12-31|previous 1 year}; where asset_class in Gold; @tc',
        'rwa.value; {between 2025-01-01 2025-12-31|previous 1 year}; vs {previous-period|year-ago}; where asset_class in Gold; @tc',
      ],
      [
        'was that price or new money?',
        '{|rwa.value, |growth(rwa.value), |change(rwa.value), |rwa.value, growth(rwa.value), }{rwa.price_effect, rwa.net_subscriptions|rwa.net_subscriptions, rwa.price_effect}; {|month|quarter}; {between 2025-01-01 2025-12-31|previous 1 year}; where asset_class in Gold; @tc',
      ],
    ],
  },
]
