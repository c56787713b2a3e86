/**
 * By a twelfth person, who had read neither the reader nor the sets before, after what the ninth stranger and four rounds of
 * practice found was mended. A second person, who had not read them either, completed the lists of right readings before the
 * first run. Each right reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in
 * docs/reading-questions.md.
 */
export const eleventhStrangerConversations: readonly {
  readonly board: string
  readonly turns: readonly (readonly [question: string, ...readings: string[]])[]
}[] = [
  {
    board: 'stablecoins',
    turns: [
      ['total stablecoin supply by week this year', 'stable_supply.supply; week; @yr'],
      ['split it by what backs them', 'stable_supply.supply; by backing; week; @yr'],
      [
        'only synthetic and crypto backed',
        'stable_supply.supply; by backing; week; @yr; where backing in Crypto collateral, Synthetic',
      ],
      [
        'as a stacked area',
        'stable_supply.supply; by backing; week; @yr; where backing in Crypto collateral, Synthetic; chart stacked-area',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'usdt issued vs redeemed past 4 weeks',
        '{stable_supply.issued, stable_supply.redeemed|stable_supply.redeemed, stable_supply.issued}; @D; @w4; where token in USDT',
      ],
      [
        'same for usdc',
        '{stable_supply.issued, stable_supply.redeemed|stable_supply.redeemed, stable_supply.issued}; @D; @w4; where token in USDC',
      ],
      [
        'and the net?',
        '{stable_supply.net_issuance|stable_supply.redeemed, stable_supply.issued, stable_supply.net_issuance|stable_supply.issued, stable_supply.redeemed, stable_supply.net_issuance|stable_supply.issued - stable_supply.redeemed|stable_supply.issued, stable_supply.redeemed, stable_supply.issued - stable_supply.redeemed}; @D; @w4; where token in USDC',
      ],
    ],
  },
  {
    board: 'home',
    turns: [
      [
        'how much did btc eth and sol move this month',
        '{growth(price.close)|change(price.close)|price.close, growth(price.close)|price.close, change(price.close)|rebase(price.close)}; by asset; {|day|week|month}; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; where asset in BTC, ETH, SOL',
        'price.close; by asset; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; vs previous-period; where asset in BTC, ETH, SOL',
        '{growth(price.close)|price.close, growth(price.close)}; by asset; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; where asset in BTC, ETH, SOL; sort growth(price.close) desc',
        'price.close; by asset; day; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; where asset in BTC, ETH, SOL',
      ],
      [
        'and ytd',
        '{growth(price.close)|change(price.close)|price.close, growth(price.close)|price.close, change(price.close)|rebase(price.close)}; by asset; {|day|week|month|year}; @yr; where asset in BTC, ETH, SOL',
        'price.close; by asset; @yr; vs previous-period; where asset in BTC, ETH, SOL',
        '{growth(price.close)|price.close, growth(price.close)}; by asset; @yr; where asset in BTC, ETH, SOL; sort growth(price.close) desc',
        'price.close; by asset; day; @yr; where asset in BTC, ETH, SOL',
        'price.close; by asset; {week|month}; @yr; where asset in BTC, ETH, SOL',
      ],
    ],
  },
  {
    board: 'home',
    turns: [
      ['fear and greed last 3 months', 'fear_greed.fear_greed; @G; @m3'],
      [
        'put the bitcoin price next to it',
        '{fear_greed.fear_greed, price.close|price.close, fear_greed.fear_greed}; @G; @m3; where asset in BTC',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      [
        'ten largest coins by market cap',
        '{market_cap.cap; top 10 asset by market_cap.cap|price.cap; top 10 asset by price.cap|market_cap.cap; top 10 asset by market_cap.cap; sort market_cap.cap desc|price.cap; top 10 asset by price.cap; sort price.cap desc|market_cap.cap; where kind in Assets; top 10 asset by market_cap.cap|market_cap.cap; where kind in Assets; top 10 asset by market_cap.cap; sort market_cap.cap desc}; by asset; @now',
      ],
      [
        'leave out btc',
        '{market_cap.cap; top 10 asset by market_cap.cap|price.cap; top 10 asset by price.cap|market_cap.cap; top 10 asset by market_cap.cap; sort market_cap.cap desc|price.cap; top 10 asset by price.cap; sort price.cap desc|market_cap.cap; where kind in Assets; top 10 asset by market_cap.cap|market_cap.cap; where kind in Assets; top 10 asset by market_cap.cap; sort market_cap.cap desc}; by asset; @now; where asset not-in BTC',
      ],
      [
        'monthly over the last 6 months',
        '{market_cap.cap; top 10 asset by market_cap.cap|price.cap; top 10 asset by price.cap|market_cap.cap; top 10 asset by market_cap.cap; sort market_cap.cap desc|price.cap; top 10 asset by price.cap; sort price.cap desc|market_cap.cap; where kind in Assets; top 10 asset by market_cap.cap|market_cap.cap; where kind in Assets; top 10 asset by market_cap.cap; sort market_cap.cap desc}; by asset; month; @m6; where asset not-in BTC',
      ],
      [
        'show that as a table',
        '{market_cap.cap; top 10 asset by market_cap.cap|price.cap; top 10 asset by price.cap|market_cap.cap; top 10 asset by market_cap.cap; sort market_cap.cap desc|price.cap; top 10 asset by price.cap; sort price.cap desc|market_cap.cap; where kind in Assets; top 10 asset by market_cap.cap|market_cap.cap; where kind in Assets; top 10 asset by market_cap.cap; sort market_cap.cap desc}; by asset; month; @m6; where asset not-in BTC; chart table',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      [
        'perp volume by exhange last month',
        'trading.volume; by exchange; @lm; where market_type in Perpetual; {|sort trading.volume desc}',
      ],
      [
        'in percent instead of dollars',
        'share(trading.volume); by exchange; @lm; where market_type in Perpetual; {|sort share(trading.volume) desc}',
      ],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      [
        'coins on exchanges since january',
        'onchain.exchange_balance; @G; {since 2026-01-01|current year|between 2026-01-01 2026-11-20}; where asset in BTC',
      ],
      [
        'add the first print',
        'onchain.exchange_balance, onchain.exchange_balance_first; @G; {since 2026-01-01|current year|between 2026-01-01 2026-11-20}; where asset in BTC',
      ],
      ['why did the balance fall last week', 'why onchain.exchange_balance; @lw; where asset in BTC'],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      [
        'hashrate 7d average over the past year',
        '{moving_average(onchain.hash_rate, 7)|onchain.hash_rate, moving_average(onchain.hash_rate, 7)}; {|day}; {last 1 year|last 12 month|last 365 day|last 52 week|previous 1 year|previous 12 month}; where asset in BTC',
      ],
      ['where will it be in march', 'refuse'],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      [
        'eth burned vs newly issued last 3 months',
        '{onchain.burned, onchain.issuance|onchain.issuance, onchain.burned}; @G; @m3; where asset in ETH',
      ],
      [
        'per month please',
        '{onchain.burned, onchain.issuance|onchain.issuance, onchain.burned}; month; @m3; where asset in ETH',
      ],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      [
        'how much eth is staked',
        '{staking.staked_coins|staking.staked|staking.staked_share|staking.staked_coins, staking.staked|staking.staked, staking.staked_coins}; @now; {where asset in ETH|where network in Ethereum|where asset in ETH; where network in Ethereum}',
      ],
      [
        'who has it, by provider',
        '{staking.staked_coins; sort staking.staked_coins desc|staking.staked_coins|staking.staked; sort staking.staked desc|staking.staked|staking.staked_coins, staking.staked|staking.staked, staking.staked_coins|share(staking.staked)|share(staking.staked_coins)|share(staking.staked); sort share(staking.staked) desc|share(staking.staked_coins); sort share(staking.staked_coins) desc|staking.staked, share(staking.staked)|staking.staked_coins, share(staking.staked_coins)}; by protocol; @now; {where asset in ETH|where network in Ethereum|where asset in ETH; where network in Ethereum}',
      ],
      [
        'without native',
        '{staking.staked_coins; sort staking.staked_coins desc|staking.staked_coins|staking.staked; sort staking.staked desc|staking.staked|staking.staked_coins, staking.staked|staking.staked, staking.staked_coins|share(staking.staked)|share(staking.staked_coins)|share(staking.staked); sort share(staking.staked) desc|share(staking.staked_coins); sort share(staking.staked_coins) desc|staking.staked, share(staking.staked)|staking.staked_coins, share(staking.staked_coins)}; by protocol; @now; {where asset in ETH|where network in Ethereum|where asset in ETH; where network in Ethereum}; where protocol not-in Native',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      [
        'btc etf flows by fund this week',
        'etf.net_flow; by fund; {|day}; @tw; where underlying in BTC',
        'etf.net_flow; by fund; @tw; where underlying in BTC; sort etf.net_flow desc',
      ],
      [
        'take out gbtc',
        'etf.net_flow; by fund; {|day}; @tw; where fund not-in GBTC; where underlying in BTC',
        'etf.net_flow; by fund; @tw; where fund not-in GBTC; where underlying in BTC; sort etf.net_flow desc',
      ],
      [
        'this month instead',
        'etf.net_flow; by fund; {|day|week|month}; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; where fund not-in GBTC; where underlying in BTC',
        'etf.net_flow; by fund; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; where fund not-in GBTC; where underlying in BTC; sort etf.net_flow desc',
      ],
      [
        'now the eth funds',
        'etf.net_flow; by fund; {|day|week|month}; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; {|where fund not-in GBTC}; where underlying in ETH',
        'etf.net_flow; by fund; {current month|since 2026-11-01|between 2026-11-01 2026-11-20|between 2026-11-01 2026-11-30}; {|where fund not-in GBTC}; where underlying in ETH; sort etf.net_flow desc',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['IBIT premium or discount over the last 30 days', 'etf.premium; @D; @d30; where fund in IBIT'],
      [
        'what does it charge?',
        '{etf.fee|etf.premium, etf.fee}; @D; {|current day|last 1 day|last 30 day|last 1 month}; where fund in IBIT',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'usdc and usdt deposit rates on aave per chain',
        'lending.supply_apy; by {chain, asset|asset, chain|chain}; @now; where asset in USDC, USDT; where protocol in Aave v3',
      ],
      [
        'only where more than 100m is deposited',
        '{lending.supply_apy, lending.supplied|lending.supplied, lending.supply_apy}; by {chain, asset|asset, chain|chain}; @now; where asset in USDC, USDT; where lending.supplied gt 100000000; where protocol in Aave v3',
      ],
      [
        'best rate first',
        '{lending.supply_apy, lending.supplied|lending.supplied, lending.supply_apy}; by {chain, asset|asset, chain|chain}; @now; where asset in USDC, USDT; where lending.supplied gt 100000000; where protocol in Aave v3; sort lending.supply_apy desc',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'how full are the dai markets',
        'lending.utilisation; {by market|by protocol|by market; sort lending.utilisation desc|by protocol; sort lending.utilisation desc|}; @now; where asset in DAI',
      ],
      [
        'day by day for the past 2 weeks',
        'lending.utilisation; {by market|by protocol|by market; sort lending.utilisation desc|by protocol; sort lending.utilisation desc|}; day; @w2; where asset in DAI',
      ],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'coinbase vs kraken spot volume 90d',
        'trading.volume; by exchange; @G; @d90; where exchange in Coinbase, Kraken; where market_type in Spot',
      ],
      [
        'add okx',
        'trading.volume; by exchange; @G; @d90; where exchange in Coinbase, Kraken, OKX; where market_type in Spot',
      ],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      ['coinbase proof of reserves', 'refuse'],
      [
        'ok then its spot volume by coin last quarter',
        'trading.volume; by asset; @lq; where exchange in Coinbase; where market_type in Spot; {|sort trading.volume desc}',
      ],
      [
        'just the top 3',
        'trading.volume; by asset; @lq; where exchange in Coinbase; where market_type in Spot; top 3 asset by trading.volume; {|sort trading.volume desc}',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        'btc put call ratio by open interest',
        'options.put_call_oi; @G; where asset in BTC',
        'options.put_call_oi; @now; where asset in BTC',
      ],
      [
        'per exchange',
        'options.put_call_oi; by exchange; @G; where asset in BTC; {|sort options.put_call_oi desc}',
        'options.put_call_oi; by exchange; @now; where asset in BTC',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      ['eth implied vol term structure', 'option_surface.atm; by tenor; @now; where asset in ETH'],
      ['btc as well', 'option_surface.atm; by {tenor, asset|asset, tenor}; @now; {|where asset in BTC, ETH}'],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'open interest in btc futures and perps by venue',
        'trading.open_interest; by {exchange|exchange, market_type|market_type, exchange}; @now; where asset in BTC; {|where market_type in Dated future, Perpetual}',
        'trading.open_interest; by exchange; @now; where asset in BTC; {|where market_type in Dated future, Perpetual}; sort trading.open_interest desc',
        'trading.open_interest; by {exchange, market_type|market_type, exchange}; @now; where asset in BTC; {|where market_type in Dated future, Perpetual}; sort trading.open_interest desc',
      ],
      [
        'only cme and deribit',
        'trading.open_interest; by {exchange|exchange, market_type|market_type, exchange}; @now; where asset in BTC; where exchange in CME, Deribit; {|where market_type in Dated future, Perpetual}',
        'trading.open_interest; by exchange; @now; where asset in BTC; where exchange in CME, Deribit; {|where market_type in Dated future, Perpetual}; sort trading.open_interest desc',
        'trading.open_interest; by {exchange, market_type|market_type, exchange}; @now; where asset in BTC; where exchange in CME, Deribit; {|where market_type in Dated future, Perpetual}; sort trading.open_interest desc',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'sol funding trend over the last month',
        '{funding.funding_rate|funding.rate}; {hour|day|week}; @lm; where asset in SOL',
      ],
      [
        'which venue pays most',
        'funding.funding_rate; by exchange; {|hour|day|week}; @lm; where asset in SOL; {top 1 exchange by funding.funding_rate|top 1 exchange by funding.funding_rate; sort funding.funding_rate desc|sort funding.funding_rate desc}',
        'funding.rate; by exchange; {|hour|day|week}; @lm; where asset in SOL; {top 1 exchange by funding.rate|top 1 exchange by funding.rate; sort funding.rate desc|sort funding.rate desc}',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      [
        'how long does unstaking take per network',
        'staking.exit; by network; @now; {|sort staking.exit desc|sort staking.exit}',
      ],
      [
        'anything over 14 days',
        'staking.exit; by network; @now; where staking.exit gt 14; {|sort staking.exit desc|sort staking.exit}',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      [
        'jito vs marinade apr this quarter',
        'staking.apr; by protocol; @G; {current quarter|since 2026-10-01|between 2026-10-01 2026-11-20}; where protocol in Jito, Marinade',
      ],
      [
        'and what discount do their tokens trade at',
        '{staking.liquid_premium|staking.apr, staking.liquid_premium}; by protocol; @G; {current quarter|since 2026-10-01|between 2026-10-01 2026-11-20}; where protocol in Jito, Marinade',
      ],
    ],
  },
  {
    board: 'rwa',
    turns: [
      ['rwa value by class', 'rwa.value; by asset_class; @now; @tc; {|sort rwa.value desc}'],
      [
        'how did that change over the past quarter',
        '{growth(rwa.value)|change(rwa.value)|rwa.value, growth(rwa.value)|rwa.value, change(rwa.value)|rwa.value, change(rwa.value), growth(rwa.value)}; by asset_class; @lq; @tc',
        'rwa.value; by asset_class; @lq; vs previous-period; @tc; {|sort rwa.value desc}',
        'rwa.value; by asset_class; {day|week|month}; @lq; @tc',
        '{growth(rwa.value); sort growth(rwa.value) desc|change(rwa.value); sort change(rwa.value) desc|rwa.value, growth(rwa.value); sort growth(rwa.value) desc|rwa.value, change(rwa.value); sort change(rwa.value) desc|rwa.value, growth(rwa.value); sort rwa.value desc|rwa.value, change(rwa.value); sort rwa.value desc}; by asset_class; @lq; @tc',
        '{growth(rwa.value)|change(rwa.value)|rwa.value, growth(rwa.value)|rwa.value, change(rwa.value)}; by asset_class; {month|quarter}; @lq; @tc',
      ],
      [
        'gold and treasuries only',
        '{growth(rwa.value)|change(rwa.value)|rwa.value, growth(rwa.value)|rwa.value, change(rwa.value)|rwa.value, change(rwa.value), growth(rwa.value)}; by asset_class; @lq; where asset_class in Gold, Treasuries; @tc',
        'rwa.value; by asset_class; @lq; vs previous-period; where asset_class in Gold, Treasuries; @tc; {|sort rwa.value desc}',
        'rwa.value; by asset_class; {day|week|month}; @lq; where asset_class in Gold, Treasuries; @tc',
        '{growth(rwa.value); sort growth(rwa.value) desc|change(rwa.value); sort change(rwa.value) desc|rwa.value, growth(rwa.value); sort growth(rwa.value) desc|rwa.value, change(rwa.value); sort change(rwa.value) desc|rwa.value, growth(rwa.value); sort rwa.value desc|rwa.value, change(rwa.value); sort rwa.value desc}; by asset_class; @lq; @tc; where asset_class in Gold, Treasuries',
        '{growth(rwa.value)|change(rwa.value)|rwa.value, growth(rwa.value)|rwa.value, change(rwa.value)}; by asset_class; {month|quarter}; @lq; @tc; where asset_class in Gold, Treasuries',
      ],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'how many holders do ousg and usdy have',
        'rwa.holders; by product; @now; @tc; where product in OUSG, USDY',
        'rwa.holders; @now; where product in OUSG, USDY',
        'rwa.holders; by product; @now; @tc; where product in OUSG, USDY; sort rwa.holders desc',
      ],
      ['who are they?', 'refuse'],
    ],
  },
]
