/** Conversations the reader was mended with: a regression test, like `seen-phrases.ts`. Each turn with the query it must give. */
export const seenConversations: readonly {
  readonly board: string
  readonly turns: readonly (readonly [question: string, expected: string])[]
}[] = [
  {
    board: 'staking',
    turns: [
      ['staked share by network', 'staking.staked_share; by network'],
      ['add the apr', 'staking.staked_share, staking.apr; by network'],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      ['open interest by asset', 'trading.open_interest; by asset'],
      [
        'which one grew most this month?',
        'growth(trading.open_interest); by asset; current month; top 1 asset by growth(trading.open_interest)',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'why did usdt supply grow so much in October?',
        'why stable_supply.supply; between 2026-10-01 2026-10-31; where token in USDT',
      ],
      [
        'what drove the rise in stablecoin supply in August 2026?',
        'why stable_supply.supply; between 2026-08-01 2026-08-31',
      ],
      [
        "what's behind the drop in net issuance last month",
        'why stable_supply.net_issuance; previous 1 month',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      ['stablecoin supply by chain, last 90 days', 'stable_supply.supply; by chain; day; last 90 day'],
      [
        'only Ethereum and Tron',
        'stable_supply.supply; by chain; day; last 90 day; where chain in Ethereum, Tron',
      ],
      [
        'as share of total',
        'share(stable_supply.supply); by chain; day; last 90 day; where chain in Ethereum, Tron',
      ],
      [
        'as a 30-day moving average',
        'moving_average(share(stable_supply.supply), 30); by chain; day; last 90 day; where chain in Ethereum, Tron',
      ],
      [
        'drop the split',
        'moving_average(share(stable_supply.supply), 30); day; last 90 day; where chain in Ethereum, Tron',
      ],
      ['back to all chains', 'moving_average(share(stable_supply.supply), 30); by chain; day; last 90 day'],
      [
        'since March instead',
        'moving_average(share(stable_supply.supply), 30); by chain; day; since 2026-03-01',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      ['usdt supply', 'stable_supply.supply; where token in USDT'],
      ['split it by chain', 'stable_supply.supply; by chain; where token in USDT'],
      ['top 5', 'stable_supply.supply; by chain; where token in USDT; top 5 chain by stable_supply.supply'],
      [
        'add net issuance',
        'stable_supply.supply, stable_supply.net_issuance; by chain; where token in USDT; top 5 chain by stable_supply.supply',
      ],
      [
        'and the same for USDC',
        'stable_supply.supply, stable_supply.net_issuance; by chain; where token in USDC; top 5 chain by stable_supply.supply',
      ],
      [
        'over time',
        'stable_supply.supply, stable_supply.net_issuance; by chain; day; where token in USDC; top 5 chain by stable_supply.supply',
      ],
      [
        'compare with a year ago',
        'stable_supply.supply, stable_supply.net_issuance; by chain; day; vs year-ago; where token in USDC; top 5 chain by stable_supply.supply',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['etf flows this month', 'etf.net_flow; day; current month'],
      ['by fund', 'etf.net_flow; by fund; day; current month'],
      ['which had the largest inflow?', 'etf.net_flow; by fund; current month; top 1 fund by etf.net_flow'],
      [
        'ethereum funds only',
        'etf.net_flow; by fund; current month; where underlying in ETH; top 1 fund by etf.net_flow',
      ],
      [
        'what about blackrock',
        'etf.net_flow; by fund; current month; where issuer in BlackRock; where underlying in ETH; top 1 fund by etf.net_flow',
      ],
      [
        'and last month?',
        'etf.net_flow; by fund; previous 1 month; where issuer in BlackRock; where underlying in ETH; top 1 fund by etf.net_flow',
      ],
      [
        'cumulative',
        'cumulative(etf.net_flow); by fund; day; previous 1 month; where issuer in BlackRock; where underlying in ETH; top 1 fund by cumulative(etf.net_flow)',
      ],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['price', 'price.close; where asset in BTC'],
      ['and volume next to it', 'price.close, trading.volume; where asset in BTC'],
      ['last 2 years weekly', 'price.close, trading.volume; week; last 2 year; where asset in BTC'],
      [
        'how does that compare to eth',
        'price.close, trading.volume; by asset; week; last 2 year; where asset in BTC, ETH',
      ],
      ['drop eth', 'price.close, trading.volume; week; last 2 year; where asset in BTC'],
      ['active addresses', 'onchain.active_addresses; where asset in BTC'],
      ['mvrv vs price', 'onchain.mvrv, price.close; day; where asset in BTC'],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      ['price last 6 months', 'price.close; day; last 6 month; where asset in ETH'],
      ['staking apr', 'staking.apr; where asset in ETH'],
      ['validators', 'staking.validators; where network in Ethereum'],
      ['etf net flow this month', 'etf.net_flow; day; current month; where underlying in ETH'],
      ['mvrv', 'onchain.mvrv; where asset in ETH'],
      ['how much was burned last month', 'onchain.burned; previous 1 month; where asset in ETH'],
      ['stablecoin supply by token', 'stable_supply.supply; by token; where chain in Ethereum'],
    ],
  },
  {
    board: 'lending',
    turns: [
      ['borrowed by protocol', 'lending.borrowed; by protocol'],
      ['only aave', 'lending.borrowed; where protocol in Aave v3'],
      ['by asset', 'lending.borrowed; by asset; where protocol in Aave v3'],
      ['top 10', 'lending.borrowed; by asset; where protocol in Aave v3; top 10 asset by lending.borrowed'],
      [
        'just the stablecoins',
        'lending.borrowed; by asset; where asset_class in Dollar; where protocol in Aave v3; top 10 asset by lending.borrowed',
      ],
      [
        'utilisation as well',
        'lending.borrowed, lending.utilisation; by asset; where asset_class in Dollar; where protocol in Aave v3; top 10 asset by lending.borrowed',
      ],
      [
        'where utilisation is above 80%',
        'lending.borrowed, lending.utilisation; by asset; where asset_class in Dollar; where lending.utilisation gt 80; where protocol in Aave v3; top 10 asset by lending.borrowed',
      ],
    ],
  },
  {
    board: 'rwa',
    turns: [
      ['value by asset class', 'rwa.value; by asset_class'],
      ['as a pie', 'rwa.value; by asset_class; chart donut'],
      ['just treasuries by issuer', 'rwa.value; by issuer; where asset_class in Treasuries; chart donut'],
      ['holders instead', 'rwa.holders; by issuer; where asset_class in Treasuries; chart donut'],
      [
        'which issuer grew fastest this year?',
        'growth(rwa.holders); by issuer; current year; where asset_class in Treasuries; top 1 issuer by growth(rwa.holders); chart donut',
      ],
      [
        'add yield',
        'growth(rwa.holders), rwa.yield; by issuer; current year; where asset_class in Treasuries; top 1 issuer by growth(rwa.holders); chart donut',
      ],
      [
        'split by chain',
        'growth(rwa.holders), rwa.yield; by chain; current year; where asset_class in Treasuries; chart donut',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      ['basis by exchange for btc', 'futures_term.basis; by exchange; where asset in BTC'],
      ['over the last 3 months', 'futures_term.basis; by exchange; day; last 3 month; where asset in BTC'],
      ['make it weekly', 'futures_term.basis; by exchange; week; last 3 month; where asset in BTC'],
      [
        'only Deribit and CME',
        'futures_term.basis; by exchange; week; last 3 month; where asset in BTC; where exchange in CME, Deribit',
      ],
      [
        'compare it with eth',
        'futures_term.basis; by exchange, asset; week; last 3 month; where asset in BTC, ETH; where exchange in CME, Deribit',
      ],
      [
        '7-day average',
        'moving_average(futures_term.basis, 7); by exchange, asset; week; last 3 month; where asset in BTC, ETH; where exchange in CME, Deribit',
      ],
      [
        'lowest first',
        'moving_average(futures_term.basis, 7); by exchange, asset; week; last 3 month; where asset in BTC, ETH; where exchange in CME, Deribit; sort moving_average(futures_term.basis, 7)',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      ['staking apr by network', 'staking.apr; by network'],
      ['exclude ethereum', 'staking.apr; by network; where network not-in Ethereum'],
      ['real yield as well', 'staking.apr, staking.real_yield; by network; where network not-in Ethereum'],
      [
        'top 3',
        'staking.apr, staking.real_yield; by network; where network not-in Ethereum; top 3 network by staking.apr',
      ],
      [
        'highest first',
        'staking.apr, staking.real_yield; by network; where network not-in Ethereum; top 3 network by staking.apr; sort staking.apr desc',
      ],
      [
        'against a year ago',
        'staking.apr, staking.real_yield; by network; vs year-ago; where network not-in Ethereum; top 3 network by staking.apr; sort staking.apr desc',
      ],
      [
        'and solana over time?',
        'staking.apr, staking.real_yield; day; vs year-ago; where network in Solana; sort staking.apr desc',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      [
        'btc volume by exchange last month',
        'trading.volume; by exchange; previous 1 month; where asset in BTC',
      ],
      ['what about eth?', 'trading.volume; by exchange; previous 1 month; where asset in ETH'],
      [
        'spot only',
        'trading.volume; by exchange; previous 1 month; where asset in ETH; where market_type in Spot',
      ],
      [
        'show the trend',
        'trading.volume; by exchange; day; previous 1 month; where asset in ETH; where market_type in Spot',
      ],
      [
        'as a percentage',
        'share(trading.volume); by exchange; day; previous 1 month; where asset in ETH; where market_type in Spot',
      ],
      [
        'which ones fell?',
        'growth(trading.volume); by exchange; previous 1 month; where asset in ETH; where growth(trading.volume) lt 0; where market_type in Spot',
      ],
      ['reset the filters', 'growth(trading.volume); by exchange; previous 1 month'],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      ['supply by issuer this year', 'stable_supply.supply; by issuer; day; current year'],
      ['as a stacked area', 'stable_supply.supply; by issuer; day; current year; chart stacked-area'],
      [
        'just circle and tether',
        'stable_supply.supply; by issuer; day; current year; where issuer in Circle, Tether; chart stacked-area',
      ],
      [
        'how did it change last month?',
        'stable_supply.supply; by issuer; day; previous 1 month; where issuer in Circle, Tether; chart stacked-area',
      ],
      [
        'in percent of total',
        'share(stable_supply.supply); by issuer; day; previous 1 month; where issuer in Circle, Tether; chart stacked-area',
      ],
      [
        'go back to all issuers',
        'share(stable_supply.supply); by issuer; day; previous 1 month; chart stacked-area',
      ],
      [
        'which issuer lost the most?',
        'change(stable_supply.supply); by issuer; previous 1 month; bottom 1 issuer by change(stable_supply.supply)',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'net issuance of USDC last 6 months weekly',
        'stable_supply.net_issuance; week; last 6 month; where token in USDC',
      ],
      [
        'cumulative please',
        'cumulative(stable_supply.net_issuance); week; last 6 month; where token in USDC',
      ],
      ['and USDT?', 'cumulative(stable_supply.net_issuance); week; last 6 month; where token in USDT'],
      [
        'both',
        'cumulative(stable_supply.net_issuance); by token; week; last 6 month; where token in USDC, USDT',
      ],
      [
        'put them side by side',
        'cumulative(stable_supply.net_issuance); by token; week; last 6 month; where token in USDC, USDT',
      ],
      [
        'only the last 3 months',
        'cumulative(stable_supply.net_issuance); by token; week; last 3 month; where token in USDC, USDT',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      ['total volume over the last year by month', 'trading.volume; month; last 1 year'],
      ['split by market type', 'trading.volume; by market_type; month; last 1 year'],
      ['just perpetuals', 'trading.volume; month; last 1 year; where market_type in Perpetual'],
      [
        'compare to the previous year',
        'trading.volume; month; last 1 year; vs year-ago; where market_type in Perpetual',
      ],
      [
        'add open interest',
        'trading.volume, trading.open_interest; month; last 1 year; vs year-ago; where market_type in Perpetual',
      ],
      [
        'show as bars',
        'trading.volume, trading.open_interest; month; last 1 year; vs year-ago; where market_type in Perpetual; chart bars',
      ],
      [
        'top 5 exchanges',
        'trading.volume, trading.open_interest; by exchange; month; last 1 year; vs year-ago; where market_type in Perpetual; top 5 exchange by trading.volume',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      ['funding rates', 'funding.funding_rate'],
      ['by exchange', 'funding.funding_rate; by exchange'],
      ['which is the highest?', 'funding.funding_rate; by exchange; top 1 exchange by funding.funding_rate'],
      [
        'and for bitcoin',
        'funding.funding_rate; by exchange; where asset in BTC; top 1 exchange by funding.funding_rate',
      ],
      [
        'over the last 30 days',
        'funding.funding_rate; by exchange; last 30 day; where asset in BTC; top 1 exchange by funding.funding_rate',
      ],
      [
        'smooth it with a 7 day average',
        'moving_average(funding.funding_rate, 7); by exchange; day; last 30 day; where asset in BTC; top 1 exchange by moving_average(funding.funding_rate, 7)',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['what is the total aum', 'etf.aum'],
      ['and by sponsor', 'etf.aum; by issuer'],
      ['as a donut', 'etf.aum; by issuer; chart donut'],
      ['how has it developed since January', 'etf.aum; by issuer; day; since 2026-01-01'],
      ['bitcoin only', 'etf.aum; by issuer; day; since 2026-01-01; where underlying in BTC'],
      [
        'with ethereum as well',
        'etf.aum; by issuer, underlying; day; since 2026-01-01; where underlying in BTC, ETH',
      ],
      [
        'daily net flows instead',
        'etf.net_flow; by issuer, underlying; day; since 2026-01-01; where underlying in BTC, ETH',
      ],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      [
        'how has the price moved over the last 3 months',
        'price.close; day; last 3 month; where asset in BTC',
      ],
      ['and volatility', 'price.close, volatility(price.close, 30); day; last 3 month; where asset in BTC'],
      ['drawdown', 'drawdown(price.close); where asset in BTC'],
      ['mvrv since 2020', 'onchain.mvrv; week; since 2020-01-01; where asset in BTC'],
      ['what about nupl', 'onchain.nupl; week; since 2020-01-01; where asset in BTC'],
      ['add the price', 'onchain.nupl, price.close; week; since 2020-01-01; where asset in BTC'],
      ['weekly please', 'onchain.nupl, price.close; week; since 2020-01-01; where asset in BTC'],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      ['active addresses last year', 'onchain.active_addresses; day; previous 1 year; where asset in ETH'],
      ['monthly', 'onchain.active_addresses; month; previous 1 year; where asset in ETH'],
      [
        'versus bitcoin',
        'onchain.active_addresses; by asset; month; previous 1 year; where asset in BTC, ETH',
      ],
      [
        'as an index',
        'rebase(onchain.active_addresses); by asset; month; previous 1 year; where asset in BTC, ETH',
      ],
      ['fees burned this quarter', 'onchain.fees, onchain.burned; day; current quarter; where asset in ETH'],
      [
        'compare with last quarter',
        'onchain.fees, onchain.burned; day; current quarter; vs previous-period; where asset in ETH',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      ['supplied and borrowed', 'lending.supplied, lending.borrowed'],
      ['by protocol', 'lending.supplied, lending.borrowed; by protocol'],
      ['what about utilisation', 'lending.utilisation; by protocol'],
      ['above 70%', 'lending.utilisation; by protocol; where lending.utilisation gt 70'],
      [
        'top 5 markets',
        'lending.utilisation; by market; where lending.utilisation gt 70; top 5 market by lending.utilisation',
      ],
      [
        'only USDC',
        'lending.utilisation; by market; where asset in USDC; where lending.utilisation gt 70; top 5 market by lending.utilisation',
      ],
      [
        'since June',
        'lending.utilisation; by market; since 2026-06-01; where asset in USDC; where lending.utilisation gt 70; top 5 market by lending.utilisation',
      ],
    ],
  },
  {
    board: 'rwa',
    turns: [
      ['top 10 products by value', 'rwa.value; by product; top 10 product by rwa.value'],
      ['only on ethereum', 'rwa.value; by product; where chain in Ethereum; top 10 product by rwa.value'],
      [
        'those with more than 1000 holders',
        'rwa.value; by product; where chain in Ethereum; where holders gt 1000; top 10 product by rwa.value',
      ],
      [
        'what about yield',
        'rwa.yield; by product; where chain in Ethereum; where holders gt 1000; top 10 product by rwa.yield',
      ],
      [
        'how do they compare with a year ago',
        'rwa.yield; by product; vs year-ago; where chain in Ethereum; where holders gt 1000; top 10 product by rwa.yield',
      ],
      ['chains with the most value', 'rwa.value; by chain; top 10 chain by rwa.value'],
      [
        'which asset class grew fastest in 2026',
        'growth(rwa.value); by asset_class; between 2026-01-01 2026-12-31; top 1 asset_class by growth(rwa.value)',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      ['staked value by network over time', 'staking.staked; by network; day'],
      ['last 6 months', 'staking.staked; by network; day; last 6 month'],
      ['as 100% area', 'staking.staked; by network; day; last 6 month; chart area-100'],
      ['share', 'share(staking.staked); by network; day; last 6 month; chart area-100'],
      ['only ethereum', 'share(staking.staked); day; last 6 month; where network in Ethereum'],
      ['by provider', 'share(staking.staked); by protocol; day; last 6 month; where network in Ethereum'],
      [
        'the largest five',
        'share(staking.staked); by protocol; day; last 6 month; where network in Ethereum; top 5 protocol by share(staking.staked)',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      ['open interest by expiry', 'futures_term.open_interest; by expiry'],
      ['for eth', 'futures_term.open_interest; by expiry; where asset in ETH'],
      ['volume instead', 'futures_term.volume; by expiry; where asset in ETH'],
      ['last week', 'futures_term.volume; by expiry; previous 1 week; where asset in ETH'],
      [
        'how does that compare to the week before',
        'futures_term.volume; by expiry; previous 1 week; vs previous-period; where asset in ETH',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      ['implied volatility of btc', 'option_surface.atm; where asset in BTC; where tenor eq 30'],
      ['and eth', 'option_surface.atm; where asset in ETH; where tenor eq 30'],
      ['90 day tenor', 'option_surface.atm; where asset in ETH; where tenor eq 90'],
      ['over the past year', 'option_surface.atm; day; last 1 year; where asset in ETH; where tenor eq 90'],
      [
        'put skew instead',
        'option_surface.put_skew; day; last 1 year; where asset in ETH; where tenor eq 90',
      ],
      [
        'weekly averages',
        'option_surface.put_skew; week; last 1 year; where asset in ETH; where tenor eq 90',
      ],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      ['rsi by coin', 'price.rsi; by asset'],
      ['above 70', 'price.rsi; by asset; where price.rsi gt 70'],
      ['sort descending', 'price.rsi; by asset; where price.rsi gt 70; sort price.rsi desc'],
      [
        'only the top 10',
        'price.rsi; by asset; where price.rsi gt 70; top 10 asset by price.rsi; sort price.rsi desc',
      ],
      ['fear and greed last year', 'fear_greed.fear_greed; day; previous 1 year'],
      ['against btc price', 'fear_greed.fear_greed, price.close; day; previous 1 year; where asset in BTC'],
      ['monthly', 'fear_greed.fear_greed, price.close; month; previous 1 year; where asset in BTC'],
    ],
  },
  {
    board: 'home',
    turns: [
      ['market cap by asset', 'market_cap.cap; by asset'],
      [
        'top 10 without bitcoin',
        'market_cap.cap; by asset; where asset not-in BTC; top 10 asset by market_cap.cap',
      ],
      [
        'last year',
        'market_cap.cap; by asset; previous 1 year; where asset not-in BTC; top 10 asset by market_cap.cap',
      ],
      [
        'as table',
        'market_cap.cap; by asset; previous 1 year; where asset not-in BTC; top 10 asset by market_cap.cap; chart table',
      ],
      ['how about stablecoin supply?', 'stable_supply.supply; previous 1 year'],
      ['by token', 'stable_supply.supply; by token; previous 1 year'],
    ],
  },
  {
    board: 'home',
    turns: [
      ['market cap by asset', 'market_cap.cap; by asset'],
      [
        'top 10 without bitcoin',
        'market_cap.cap; by asset; where asset not-in BTC; top 10 asset by market_cap.cap',
      ],
      ['how about stablecoin supply?', 'stable_supply.supply'],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      ['implied volatility of btc', 'option_surface.atm; where asset in BTC; where tenor eq 30'],
      ['90 day tenor', 'option_surface.atm; where asset in BTC; where tenor eq 90'],
      ['over the past year', 'option_surface.atm; day; last 1 year; where asset in BTC; where tenor eq 90'],
      ['what about open interest?', 'options.open_interest; day; last 1 year; where asset in BTC'],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['price', 'price.close; where asset in BTC'],
      ['and volatility', 'price.close, volatility(price.close, 30); where asset in BTC'],
      [
        'as a 7-day moving average',
        'moving_average(price.close, 7), moving_average(volatility(price.close, 30), 7); day; where asset in BTC',
      ],
    ],
  },
  {
    board: 'rwa',
    turns: [
      ['top 10 products by value', 'rwa.value; by product; top 10 product by rwa.value'],
      [
        'those with more than 1000 holders',
        'rwa.value; by product; where holders gt 1000; top 10 product by rwa.value',
      ],
      ['chains with the most value', 'rwa.value; by chain; top 10 chain by rwa.value'],
    ],
  },
  {
    board: 'futures',
    turns: [
      ['open interest by expiry', 'futures_term.open_interest; by expiry'],
      ['for eth', 'futures_term.open_interest; by expiry; where asset in ETH'],
      ['volume instead', 'futures_term.volume; by expiry; where asset in ETH'],
      [
        'how much did it grow last month?',
        'growth(futures_term.volume); by expiry; previous 1 month; where asset in ETH',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['eth etf flows by week this year', 'etf.net_flow; week; current year; where underlying in ETH'],
      [
        'only the weeks with inflows',
        'etf.net_flow; week; current year; where etf.net_flow gt 0; where underlying in ETH',
      ],
      [
        'which was the worst one',
        'etf.net_flow; week; current year; where etf.net_flow gt 0; where underlying in ETH; sort etf.net_flow',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      ['real yield by network', 'staking.real_yield; by network'],
      [
        'top 3 with their apr',
        'staking.real_yield, staking.apr; by network; top 3 network by staking.real_yield',
      ],
    ],
  },
  {
    board: 'home',
    turns: [
      ['why did bitcoin jump on 13 November?', 'why price.close; day 2026-11-13; where asset in BTC'],
      ['what about sol', 'why price.close; day 2026-11-13; where asset in SOL'],
      ['and on 10 october 2025', 'why price.close; day 2025-10-10; where asset in SOL'],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['price with 50 day average', 'price.close, moving_average(price.close, 50); day; where asset in BTC'],
      ['make it 200', 'price.close, moving_average(price.close, 200); day; where asset in BTC'],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'sol and avax rebased to 100, last 3 months',
        'rebase(price.close); by asset; day; last 3 month; where asset in AVAX, SOL',
      ],
      [
        'now 30d realised vol instead',
        'volatility(price.close, 30); by asset; day; last 3 month; where asset in AVAX, SOL',
      ],
      ['drawdown instead', 'drawdown(price.close); by asset; day; last 3 month; where asset in AVAX, SOL'],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      ['oi by exchange', 'trading.open_interest; by exchange'],
      ['and volume', 'trading.open_interest, trading.volume; by exchange'],
      ['drop oi', 'trading.volume; by exchange'],
      ['only perps', 'trading.volume; by exchange; where market_type in Perpetual'],
      ['past 2 qtrs', 'trading.volume; by exchange; last 2 quarter; where market_type in Perpetual'],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['active addresses past yr', 'onchain.active_addresses; day; last 1 year; where asset in BTC'],
      ['7d avg', 'moving_average(onchain.active_addresses, 7); day; last 1 year; where asset in BTC'],
      [
        'weekly instead',
        'moving_average(onchain.active_addresses, 7); week; last 1 year; where asset in BTC',
      ],
      [
        'and exchange balance',
        'moving_average(onchain.active_addresses, 7), onchain.exchange_balance; week; last 1 year; where asset in BTC',
      ],
      ['only exchange balance', 'onchain.exchange_balance; week; last 1 year; where asset in BTC'],
      ['how much did it change', 'growth(onchain.exchange_balance); week; last 1 year; where asset in BTC'],
      [
        'different topic: etf inflows this month',
        'etf.net_flow; day; current month; where underlying in BTC',
      ],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      ['btc price vs eth price ytd', 'price.close; by asset; day; current year; where asset in BTC, ETH'],
      ['indexed to 100', 'rebase(price.close); by asset; day; current year; where asset in BTC, ETH'],
      ['with sol', 'rebase(price.close); by asset; day; current year; where asset in BTC, ETH, SOL'],
      ['drop eth', 'rebase(price.close); by asset; day; current year; where asset in BTC, SOL'],
      ['drawdown', 'drawdown(price.close); by asset; day; current year; where asset in BTC, SOL'],
      ['30d vol', 'volatility(price.close, 30); by asset; day; current year; where asset in BTC, SOL'],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      ['usdt supply by chain', 'stable_supply.supply; by chain; where token in USDT'],
      ['top 3', 'stable_supply.supply; by chain; where token in USDT; top 3 chain by stable_supply.supply'],
      [
        'include others',
        'stable_supply.supply; by chain; where token in USDT; top 3 chain by stable_supply.supply',
      ],
      [
        'now usdc',
        'stable_supply.supply; by chain; where token in USDC; top 3 chain by stable_supply.supply',
      ],
      [
        'replace usdc with usdt',
        'stable_supply.supply; by chain; where token in USDT; top 3 chain by stable_supply.supply',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      ['utilisation by protocol', 'lending.utilisation; by protocol'],
      ['only stablecoins', 'lending.utilisation; by protocol; where asset_class in Dollar'],
      [
        'over 85%',
        'lending.utilisation; by protocol; where asset_class in Dollar; where lending.utilisation gt 85',
      ],
      [
        'as a table',
        'lending.utilisation; by protocol; where asset_class in Dollar; where lending.utilisation gt 85; chart table',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['net flows by fund last 5 days', 'etf.net_flow; by fund; last 5 day'],
      ['only the ether ones', 'etf.net_flow; by fund; last 5 day; where underlying in ETH'],
      ['why the outflow?', 'why etf.net_flow; last 5 day; where underlying in ETH'],
      ['ibit vs fbtc volume this month', 'etf.volume; by fund; day; current month; where fund in FBTC, IBIT'],
      ['something else: aum by issuer', 'etf.aum; by issuer'],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      ['put call ratio btc', 'options.put_call_oi; where asset in BTC'],
      ['eth', 'options.put_call_oi; where asset in ETH'],
      ['by volume not oi please', 'options.put_call_volume; where asset in ETH'],
      ['both', 'options.put_call_volume; by asset; where asset in BTC, ETH'],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      ['btc options oi by expiry', 'options.open_interest; by expiry; where asset in BTC'],
      [
        'only december',
        'options.open_interest; by expiry; where asset in BTC; where expiry between 2026-12-01, 2026-12-31',
      ],
      ['liquidations yesterday', 'exchange_liquidations.amount; previous 1 day'],
    ],
  },
  {
    board: 'lending',
    turns: [
      ['borrow apy on aave, last 90 days', 'lending.borrow_apy; day; last 90 day; where protocol in Aave v3'],
      ['against the t-bill', 'lending.borrow_apy, rates.bill; day; last 90 day; where protocol in Aave v3'],
      ['spread', 'lending.borrow_apy - rates.bill; day; last 90 day; where protocol in Aave v3'],
      ['make it a year', 'lending.borrow_apy - rates.bill; day; last 1 year; where protocol in Aave v3'],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'treasuries by product, top 5',
        'rwa.value; by product; where asset_class in Treasuries; top 5 product by rwa.value',
      ],
      ['holders', 'rwa.holders; by product; where asset_class in Treasuries; top 5 product by rwa.holders'],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      ['fees this month', 'onchain.fees; day; current month; where asset in ETH'],
      ['and how much was burned', 'onchain.burned; day; current month; where asset in ETH'],
      ['in dollars', 'onchain.burned * price.close; day; current month; where asset in ETH'],
      ['staking apr', 'staking.apr; where asset in ETH'],
      ['compare with sol', 'staking.apr; by asset; where asset in ETH, SOL'],
      ['and dot', 'staking.apr; by asset; where asset in DOT, ETH, SOL'],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['exchange balance', 'onchain.exchange_balance; where asset in BTC'],
      ['change over 90 days', 'change(onchain.exchange_balance); last 90 day; where asset in BTC'],
      ['why', 'why onchain.exchange_balance; last 90 day; where asset in BTC'],
    ],
  },
  {
    board: 'rwa',
    turns: [
      ['how big is tokenised gold', 'rwa.value; where asset_class in Gold'],
      ['by product', 'rwa.value; by product; where asset_class in Gold'],
      ['holders of each', 'rwa.holders; by product; where asset_class in Gold'],
      ['value per holder', 'rwa.value / rwa.holders; by product; where asset_class in Gold'],
    ],
  },
  {
    board: 'staking',
    turns: [
      ['how much eth is staked', 'staking.staked; where asset in ETH'],
      ['share of supply', 'staking.staked_share; where network in Ethereum'],
      ['vs sol', 'staking.staked_share; by network; where network in Ethereum, Solana'],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['btc etf holdings', 'etf.holdings; where underlying in BTC'],
      ['as a share of supply', 'etf.holdings / price.supply; where underlying in BTC'],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      ['sol vs eth price last 30 days', 'price.close; by asset; day; last 30 day; where asset in ETH, SOL'],
      ['top 10 coins by market cap', 'price.cap; by asset; top 10 asset by price.cap'],
      [
        'their returns this month',
        'growth(price.close); by asset; current month; top 10 asset by growth(price.close)',
      ],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      [
        'eth burned and issued per month this year',
        'onchain.burned, onchain.issuance; month; current year; where asset in ETH',
      ],
      ['net of the two', 'onchain.issuance - onchain.burned; month; current year; where asset in ETH'],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        'btc open interest by strike, puts only',
        'option_strikes.open_interest; by strike; where asset in BTC; where option_type in Put',
      ],
      [
        'top 3 strikes',
        'option_strikes.open_interest; by strike; where asset in BTC; where option_type in Put; top 3 strike by option_strikes.open_interest',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'eth funding by exchange last 7 days',
        'funding.funding_rate; by exchange; last 7 day; where asset in ETH',
      ],
      ['in bps per 8h', 'funding.rate; by exchange; last 7 day; where asset in ETH'],
    ],
  },
  {
    board: 'staking',
    turns: [
      ['apr by network', 'staking.apr; by network'],
      [
        'add real yield and sort by it',
        'staking.apr, staking.real_yield; by network; sort staking.real_yield desc',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['monthly etf net flow by issuer this year', 'etf.net_flow; by issuer; month; current year'],
      ['How much did BTC move over the last 7 days', 'growth(price.close); last 7 day; where asset in BTC'],
    ],
  },
  {
    board: 'home',
    turns: [
      ['total crypto mcap past year', 'market_cap.cap; day; last 1 year'],
      ['take out stablecoins', 'market_cap.cap; day; last 1 year; where kind not-in Stablecoins'],
      ['just btc and eth then', 'market_cap.cap; by asset; day; last 1 year; where asset in BTC, ETH'],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['etf flows last 4 weeks', 'etf.net_flow; day; last 4 week; where underlying in BTC'],
      [
        'which fund took in the most',
        'etf.net_flow; by fund; last 4 week; where underlying in BTC; top 1 fund by etf.net_flow',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'usdc supply apy on aave across chains',
        'lending.supply_apy; by chain; where asset in USDC; where protocol in Aave v3',
      ],
      [
        'and what do borrowers pay?',
        'lending.supply_apy, lending.borrow_apy; by chain; where asset in USDC; where protocol in Aave v3',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      ['liquidations by collateral in the last month', 'liquidations.amount; by collateral; last 1 month'],
      ['count of positions instead', 'liquidations.positions; by collateral; last 1 month'],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'who issues the most treasuries',
        'rwa.value; by issuer; where asset_class in Treasuries; top 1 issuer by rwa.value',
      ],
      ['show all of them as a donut', 'rwa.value; by issuer; where asset_class in Treasuries; chart donut'],
      ['value on solana vs ethereum', 'rwa.value; by chain; day; where chain in Ethereum, Solana'],
      [
        'which of the two grew faster since june',
        'growth(rwa.value); by chain; since 2026-06-01; where chain in Ethereum, Solana; top 1 chain by growth(rwa.value)',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'net issuance of usdt and usdc per week this quarter',
        'stable_supply.net_issuance; by token; week; current quarter; where token in USDC, USDT',
      ],
      [
        'only on ethereum',
        'stable_supply.net_issuance; by token; week; current quarter; where chain in Ethereum; where token in USDC, USDT',
      ],
      [
        'ok all chains again but monthly',
        'stable_supply.net_issuance; by token; month; current quarter; where token in USDC, USDT',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'change of open interest by exchange over 7 days',
        'change(trading.open_interest); by exchange; last 7 day',
      ],
      ['and in percent?', 'growth(trading.open_interest); by exchange; last 7 day'],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['price this year', 'price.close; day; current year; where asset in BTC'],
      [
        'with the 50 day average',
        'price.close, moving_average(price.close, 50); day; current year; where asset in BTC',
      ],
      ['drop the average', 'price.close; day; current year; where asset in BTC'],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      ['usdc peg last month', 'stable_price.deviation; day; previous 1 month; where token in USDC'],
      ['same for dai', 'stable_price.deviation; day; previous 1 month; where token in DAI'],
      [
        'put both in one chart',
        'stable_price.deviation; by token; day; previous 1 month; where token in DAI, USDC',
      ],
      ['go back a year', 'stable_price.deviation; by token; day; last 1 year; where token in DAI, USDC'],
    ],
  },
  {
    board: 'rwa',
    turns: [
      ['fees by product', 'rwa.fee; by product'],
      ['and how big are they', 'rwa.value; by product'],
      ['rest as other', 'rwa.value; by product; top 5 product by rwa.value'],
      ['who are the biggest investors in it', 'refuse'],
    ],
  },
  {
    board: 'rwa',
    turns: [
      ['buidl value over the past year', 'rwa.value; day; last 1 year; where product in BUIDL'],
      ['add benji', 'rwa.value; by product; day; last 1 year; where product in BENJI, BUIDL'],
      ['index both to 100', 'rebase(rwa.value); by product; day; last 1 year; where product in BENJI, BUIDL'],
      ['take buidl away again', 'rebase(rwa.value); day; last 1 year; where product in BENJI'],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      ['stablecoins here', 'stable_supply.supply; where chain in Ethereum'],
      ['split by coin', 'stable_supply.supply; by token; where chain in Ethereum'],
      [
        'which lost supply this month',
        'change(stable_supply.supply); by token; current month; where chain in Ethereum; where change(stable_supply.supply) lt 0',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'btc funding last 90 days by venue',
        'funding.funding_rate; by exchange; last 90 day; where asset in BTC',
      ],
      [
        'daily, smooth it over a week',
        'moving_average(funding.funding_rate, 7); by exchange; day; last 90 day; where asset in BTC',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      ['open interest per strike for bitcoin', 'option_strikes.open_interest; by strike; where asset in BTC'],
      ['above 100k', 'option_strikes.open_interest; by strike; where asset in BTC; where strike gt 100000'],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'what was seized last quarter by collateral',
        'liquidations.amount; by collateral; previous 1 quarter',
      ],
      [
        'average size instead',
        'liquidations.amount / liquidations.positions; by collateral; previous 1 quarter',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      ['aave supplied and borrowed', 'lending.supplied, lending.borrowed; where protocol in Aave v3'],
      ['and the net?', 'lending.idle; where protocol in Aave v3'],
    ],
  },
  {
    board: 'lending',
    turns: [
      ['borrow apy by protocol', 'lending.borrow_apy; by protocol'],
      ['best rate first', 'lending.borrow_apy; by protocol; sort lending.borrow_apy'],
    ],
  },
  {
    board: 'futures',
    turns: [
      ['open interest by exchange', 'trading.open_interest; by exchange'],
      [
        'only where volume is over 1bn',
        'trading.open_interest, trading.volume; by exchange; where trading.volume gt 1000000000',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['btc etf flows this week', 'etf.net_flow; day; current week; where underlying in BTC'],
      ['now the sol funds', 'etf.net_flow; day; current week; where underlying in SOL'],
    ],
  },
]
