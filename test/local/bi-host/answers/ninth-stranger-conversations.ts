/**
 * By a tenth person, who had read neither the reader nor the sets before, after what the eighth stranger found was mended. Each right
 * reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in docs/reading-questions.md.
 */
export const ninthStrangerConversations: readonly {
  readonly board: string
  readonly turns: readonly (readonly [question: string, ...readings: string[]])[]
}[] = [
  {
    board: 'home',
    turns: [
      ['btc price past 3 months', 'price.close; {|day|week|month}; @m3; where asset in BTC'],
      ['add eth', 'price.close; by asset; {|day|week|month}; @m3; where asset in BTC, ETH'],
      [
        'percent change instead of the price',
        'growth(price.close); by asset; {|day|week|month}; @m3; where asset in BTC, ETH',
        'price.close; by asset; @m3; vs previous-period; where asset in BTC, ETH',
        'rebase(price.close); by asset; {|day|week|month}; @m3; where asset in BTC, ETH',
      ],
    ],
  },
  {
    board: 'home',
    turns: [
      [
        'fear and greed this month',
        'fear_greed.fear_greed; {|day|week}; {current month|last 1 month|last 30 day}',
      ],
      [
        'vs a year ago',
        'fear_greed.fear_greed; {|day|week}; {current month|last 1 month|last 30 day}; vs year-ago',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'net issuance by token last month',
        'stable_supply.net_issuance; by token; @lm; {|sort stable_supply.net_issuance desc}',
      ],
      [
        'only the ones with fiat reserves',
        'stable_supply.net_issuance; by token; @lm; where backing in Fiat reserves; {|sort stable_supply.net_issuance desc}',
      ],
      [
        'per week',
        'stable_supply.net_issuance; by token; week; @lm; where backing in Fiat reserves; {|sort stable_supply.net_issuance desc}',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'supply on tron by stablecoin',
        'stable_supply.supply; by token; @now; where chain in Tron; {|sort stable_supply.supply desc}',
      ],
      [
        'and on solana?',
        'stable_supply.supply; by token; @now; where chain in Solana; {|sort stable_supply.supply desc}',
        'stable_supply.supply; by token, chain; where chain in Solana, Tron',
        'stable_supply.supply; by chain, token; where chain in Solana, Tron',
      ],
      [
        'as a pie',
        'stable_supply.supply; by token; @now; where chain in Solana; {|sort stable_supply.supply desc}; chart donut',
        'stable_supply.supply; by token, chain; where chain in Solana, Tron; chart donut',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      ['total crypto market cap over the last year', 'market_cap.cap; {|day|week|month}; @py'],
      [
        'without stablecoins',
        'market_cap.cap; {|day|week|month}; @py; {where kind in Assets|where kind not-in Stablecoins}',
        'price.cap; {|day|week|month}; @py',
      ],
      [
        'split by coin',
        'market_cap.cap; by asset; {|day|week|month}; @py; {where kind in Assets|where kind not-in Stablecoins}; {|sort market_cap.cap desc}',
        'price.cap; by asset; {|day|week|month}; @py; {|sort price.cap desc}',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      [
        'top 10 coins by price growth this year',
        '{|price.close, }growth(price.close); by asset; @yr; top 10 asset by growth(price.close); {|sort growth(price.close) desc}',
      ],
      [
        'bottom 5 instead',
        '{|price.close, }growth(price.close); by asset; @yr; bottom 5 asset by growth(price.close); {|sort growth(price.close) desc|sort growth(price.close)}',
      ],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['mvrv last 2 years', 'onchain.mvrv; {|day|week|month}; @y2; where asset in BTC'],
      [
        'add the price',
        '{onchain.mvrv, price.close|price.close, onchain.mvrv}; {|day|week|month}; @y2; where asset in BTC',
      ],
      ['will it go higher by christmas?', 'refuse'],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['coins held on exchanges', 'onchain.exchange_balance; {|day|week|month}; where asset in BTC'],
      [
        'how much did that change in the last 90 days',
        '{change|growth}(onchain.exchange_balance); @d90; where asset in BTC',
        'onchain.exchange_balance, {change|growth}(onchain.exchange_balance); @d90; where asset in BTC',
        'onchain.exchange_balance; @d90; vs previous-period; where asset in BTC',
        '{change|growth}(onchain.exchange_balance); {day|week|month}; @d90; where asset in BTC',
      ],
      [
        'hash rate 7 day average this year',
        '{|onchain.hash_rate, }moving_average(onchain.hash_rate, 7); {|day|week|month}; @yr; where asset in BTC',
      ],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      [
        'eth burned vs issued last 12 months',
        '{onchain.burned, onchain.issuance|onchain.issuance, onchain.burned}; {|day|week|month}; @m12; where asset in ETH',
      ],
      [
        'by month as bars',
        '{onchain.burned, onchain.issuance|onchain.issuance, onchain.burned}; month; @m12; where asset in ETH; chart bars',
      ],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      [
        'how long is the staking exit queue',
        'staking.exit; {|day}; {where network in Ethereum|where asset in ETH|where asset in ETH; where network in Ethereum}',
      ],
      [
        'by provider',
        'staking.exit; by protocol; {where network in Ethereum|where asset in ETH|where asset in ETH; where network in Ethereum}; {|sort staking.exit desc}',
      ],
      [
        'what about the entry queue',
        'staking.entry; by protocol; {where network in Ethereum|where asset in ETH|where asset in ETH; where network in Ethereum}; {|sort staking.entry desc}',
        'staking.entry; {where network in Ethereum|where asset in ETH|where asset in ETH; where network in Ethereum}',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['flows into btc etfs last week', 'etf.net_flow; {|day|week}; @lw; where underlying in BTC'],
      [
        'which fund got the most',
        'etf.net_flow; by fund; {|day|week}; @lw; where underlying in BTC; {sort etf.net_flow desc|top 1 fund by etf.net_flow|top 1 fund by etf.net_flow; sort etf.net_flow desc}',
      ],
      [
        'same for eth',
        'etf.net_flow; by fund; {|day|week}; @lw; where underlying in ETH; {sort etf.net_flow desc|top 1 fund by etf.net_flow|top 1 fund by etf.net_flow; sort etf.net_flow desc}',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      [
        'assets of grayscale funds',
        'etf.aum; {|by fund}; @now; where issuer in Grayscale',
        'etf.aum; by fund; where issuer in Grayscale; sort etf.aum desc',
      ],
      [
        'and their fees',
        '{etf.fee|etf.aum, etf.fee}; {|by fund}; @now; where issuer in Grayscale',
        '{etf.fee|etf.aum, etf.fee}; by fund; where issuer in Grayscale; sort etf.fee desc',
        'etf.aum, etf.fee; by fund; where issuer in Grayscale; sort etf.aum desc',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      ['utilization by protocol', 'lending.utilisation; by protocol; @now; {|sort lending.utilisation desc}'],
      [
        'just usdc markets over 90%',
        'lending.utilisation; by {protocol|market|protocol, market|market, protocol}; @now; where asset in USDC; where lending.utilisation gt 90; {|sort lending.utilisation desc}',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'total borrowed on base past 6 months',
        'lending.borrowed; {|day|week|month}; @m6; where chain in Base',
      ],
      [
        'split it by asset',
        'lending.borrowed; by asset; {|day|week|month}; @m6; where chain in Base; {|sort lending.borrowed desc}',
      ],
      [
        'and supplied',
        '{lending.supplied|lending.borrowed, lending.supplied}; by asset; {|day|week|month}; @m6; where chain in Base',
        'lending.supplied; by asset; {|day|week|month}; @m6; where chain in Base; sort lending.supplied desc',
      ],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'spot volume by exchange last 7 days',
        'trading.volume; by exchange; {|day}; @d7; where market_type in Spot; {|sort trading.volume desc}',
      ],
      [
        'share of each',
        '{|trading.volume, }share(trading.volume); by exchange; {|day}; @d7; where market_type in Spot; {|sort share(trading.volume) desc}',
        'trading.volume, share(trading.volume); by exchange; @d7; where market_type in Spot; sort trading.volume desc',
      ],
      [
        'only sol',
        '{|trading.volume, }share(trading.volume); by exchange; {|day}; @d7; where asset in SOL; where market_type in Spot; {|sort share(trading.volume) desc}',
        'trading.volume, share(trading.volume); by exchange; @d7; where asset in SOL; where market_type in Spot; sort trading.volume desc',
      ],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'doge vs xrp price rebased to 100, this year',
        'rebase(price.close); by asset; {|day|week|month}; @yr; where asset in DOGE, XRP',
      ],
      ['add ada', 'rebase(price.close); by asset; {|day|week|month}; @yr; where asset in ADA, DOGE, XRP'],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        'btc options oi by expiry',
        'options.open_interest; by expiry; @now; where asset in BTC',
        'options.open_interest; by expiry; where asset in BTC; sort options.open_interest desc',
      ],
      [
        'calls only',
        'options.open_interest; by expiry; @now; where asset in BTC; where option_type in Call',
        'options.open_interest; by expiry; where asset in BTC; where option_type in Call; sort options.open_interest desc',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        '25 delta skew for eth 30 day tenor last 3 months',
        'option_surface.put_skew; {|day|week|month}; @m3; where asset in ETH; {where tenor eq 30|where tenor in 30}',
      ],
      [
        'btc',
        'option_surface.put_skew; {|day|week|month}; @m3; where asset in BTC; {where tenor eq 30|where tenor in 30}',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'funding rate btc by exchange past month',
        'funding.{funding_rate|rate}; by exchange; {|day|week}; @d30; where asset in BTC',
        'funding.{funding_rate|rate}; by exchange; {|day|week}; previous 1 month; where asset in BTC',
        'funding.funding_rate; by exchange; @lm; where asset in BTC; sort funding.funding_rate desc',
      ],
      [
        'exclude kraken and deribit',
        'funding.{funding_rate|rate}; by exchange; {|day|week}; @lm; where asset in BTC; where exchange not-in Deribit, Kraken',
        'funding.funding_rate; by exchange; @lm; where asset in BTC; where exchange not-in Deribit, Kraken; sort funding.funding_rate desc',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'perp open interest eth',
        'trading.open_interest; {|day|week|month}; where asset in ETH; where market_type in Perpetual',
      ],
      [
        'how does it compare with a month ago',
        'trading.open_interest; {last 1 month|last 30 day|previous 1 month|current month}; vs previous-period; where asset in ETH; where market_type in Perpetual',
        '{|trading.open_interest, }{change|growth}(trading.open_interest); @lm; where asset in ETH; where market_type in Perpetual',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      ['staking apr by network', 'staking.apr; by network; @now; {|sort staking.apr desc}'],
      [
        'net of dilution',
        'staking.real_yield; by network; @now; {|sort staking.real_yield desc}',
        'staking.apr, staking.real_yield; by network; @now; {|sort staking.real_yield desc|sort staking.apr desc}',
        'staking.apr - staking.dilution; by network',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      [
        'steth discount to nav',
        'staking.liquid_premium; {|day|week|month}; where protocol in Lido',
        'staking.liquid_premium; {|day|week|month}; where protocol in Lido; @eth',
      ],
      [
        'and rocket pool',
        'staking.liquid_premium; {|day|week|month}; {|where asset in ETH|where network in Ethereum}; {where protocol in Rocket Pool|where protocol in Lido, Rocket Pool; by protocol}',
      ],
      ['which of them is the safer one', 'refuse'],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'new money into BUIDL by chain this year',
        'rwa.net_subscriptions; by chain; @yr; where product in BUIDL; {|sort rwa.net_subscriptions desc}',
      ],
      [
        'cumulative',
        '{|rwa.net_subscriptions, }cumulative(rwa.net_subscriptions); by chain; {|day|week|month}; @yr; where product in BUIDL',
      ],
      ['who are the biggest investors in it', 'refuse'],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'rwa value per holder by product',
        'rwa.value / rwa.holders; by product; @now; {|sort rwa.value / rwa.holders desc}',
        'rwa.value, rwa.holders, rwa.value / rwa.holders; by product; {|sort rwa.value / rwa.holders desc}',
      ],
      [
        'top 3 only',
        'rwa.value / rwa.holders; by product; @now; top 3 product by rwa.value / rwa.holders; {|sort rwa.value / rwa.holders desc}',
        'rwa.value, rwa.holders, rwa.value / rwa.holders; by product; top 3 product by rwa.value / rwa.holders; {|sort rwa.value / rwa.holders desc}',
      ],
    ],
  },
]
