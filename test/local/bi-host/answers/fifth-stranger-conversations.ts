/**
 * By a sixth person, who had read neither the reader nor the sets before, after what the fourth stranger found was mended. Each right
 * reading in the short form of `readings.ts`; any of those it stands for will do. The first run stands in docs/reading-questions.md.
 */
export const fifthStrangerConversations: readonly {
  readonly board: string
  readonly turns: readonly (readonly [question: string, ...readings: string[]])[]
}[] = [
  {
    board: 'home',
    turns: [
      [
        'total crypto market cap over the past year',
        'market_cap.cap; {|day|week|month|quarter}; {last 1 year|last 12 month|last 365 day|last 52 week|previous 12 month|last 4 quarter}; ',
      ],
      [
        'same without bitcoin',
        'market_cap.cap; {|day|week|month|quarter}; {last 1 year|last 12 month|last 365 day|last 52 week|previous 12 month|last 4 quarter}; where asset not-in BTC',
      ],
      [
        'split into coins and stablecoins',
        'market_cap.cap; by kind; {|day|week|month|quarter}; {last 1 year|last 12 month|last 365 day|last 52 week|previous 12 month|last 4 quarter}; where asset not-in BTC',
      ],
    ],
  },
  {
    board: 'home',
    turns: [
      [
        'hows sentiment this month',
        'fear_greed.fear_greed; {|day|week}; {current month|since 2026-11-01|between 2026-11-01 2026-11-30|between 2026-11-01 2026-11-20}; ',
      ],
      ['what will it be next month', 'refuse'],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'usdc supply by chain',
        'stable_supply.supply; by chain; where token in USDC; {|sort stable_supply.supply desc}; ',
      ],
      [
        'just the top 5',
        'stable_supply.supply; by chain; where token in USDC; top 5 chain by stable_supply.supply; {|sort stable_supply.supply desc}; ',
      ],
    ],
  },
  {
    board: 'stablecoins',
    turns: [
      [
        'net issuance per week, last 6 months',
        'stable_supply.net_issuance; week; {last 6 month|last 180 day|last 26 week|previous 6 month|last 2 quarter}; ',
      ],
      [
        'why did it drop last week',
        'why stable_supply.net_issuance; {last 1 week|last 7 day|previous 1 week|between 2026-11-09 2026-11-15}; ',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      ['volume by exchange this week', 'trading.volume; by exchange; @tw; {|sort trading.volume desc}; '],
      [
        'just spot',
        'trading.volume; by exchange; @tw; where market_type in Spot; {|sort trading.volume desc}; ',
      ],
      [
        'change vs the week before',
        '{growth(trading.volume)|trading.volume, growth(trading.volume)|growth(trading.volume), trading.volume}; by exchange; @tw; where market_type in Spot',
        'growth(trading.volume); by exchange; @tw; where market_type in Spot; sort growth(trading.volume) desc',
        '{trading.volume, growth(trading.volume)|growth(trading.volume), trading.volume}; by exchange; @tw; where market_type in Spot; {sort growth(trading.volume) desc|sort trading.volume desc}',
        '{change(trading.volume)|trading.volume, change(trading.volume)|change(trading.volume), trading.volume}; by exchange; @tw; where market_type in Spot',
        'change(trading.volume); by exchange; @tw; where market_type in Spot; sort change(trading.volume) desc',
        '{trading.volume, change(trading.volume)|change(trading.volume), trading.volume}; by exchange; @tw; where market_type in Spot; {sort change(trading.volume) desc|sort trading.volume desc}',
        'trading.volume; vs previous-period; by exchange; @tw; where market_type in Spot',
        'trading.volume; vs previous-period; by exchange; @tw; where market_type in Spot; sort trading.volume desc',
        '{growth(trading.volume)|change(trading.volume)|trading.volume, growth(trading.volume)|trading.volume, change(trading.volume)}; by exchange; week; {last 2 week|last 14 day|previous 2 week}; where market_type in Spot',
      ],
    ],
  },
  {
    board: 'globalCryptoMarket',
    turns: [
      ['perp to spot ratio trend', 'trading.perp_to_spot; {|day|week|month|quarter|year}; '],
      [
        'for eth only, last 90 days',
        'trading.perp_to_spot; {|day|week|month|quarter}; {last 90 day|last 3 month|last 1 quarter|previous 90 day}; where asset in ETH',
      ],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      ['mvrv last 2 years', 'onchain.mvrv; {|day|week|month|quarter|year}; @y2; where asset in BTC'],
      [
        'add the price',
        '{onchain.mvrv, price.close|price.close, onchain.mvrv}; {|day|week|month|quarter|year}; @y2; where asset in BTC',
      ],
      ['monthly', '{onchain.mvrv, price.close|price.close, onchain.mvrv}; month; @y2; where asset in BTC'],
    ],
  },
  {
    board: 'bitcoin',
    turns: [
      [
        'hash rate 7d average',
        '{moving_average(onchain.hash_rate, 7)|onchain.hash_rate, moving_average(onchain.hash_rate, 7)|moving_average(onchain.hash_rate, 7), onchain.hash_rate}; {|day}; where asset in BTC',
      ],
      ['how much of that is marathon', 'refuse'],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      [
        'eth burned per month this year',
        'onchain.burned; month; {current year|since 2026-01-01|between 2026-01-01 2026-12-31|between 2026-01-01 2026-11-20}; where asset in ETH',
      ],
      [
        'vs issuance',
        '{onchain.burned, onchain.issuance|onchain.issuance, onchain.burned|onchain.burned, onchain.issuance, onchain.burned - onchain.issuance|onchain.burned, onchain.issuance, onchain.issuance - onchain.burned|onchain.burned - onchain.issuance|onchain.issuance - onchain.burned|onchain.burned / onchain.issuance|onchain.burned, onchain.issuance, onchain.burned / onchain.issuance}; month; {current year|since 2026-01-01|between 2026-01-01 2026-12-31|between 2026-01-01 2026-11-20}; where asset in ETH',
      ],
      [
        'as a line chart',
        '{onchain.burned, onchain.issuance|onchain.issuance, onchain.burned|onchain.burned, onchain.issuance, onchain.burned - onchain.issuance|onchain.burned, onchain.issuance, onchain.issuance - onchain.burned|onchain.burned - onchain.issuance|onchain.issuance - onchain.burned|onchain.burned / onchain.issuance|onchain.burned, onchain.issuance, onchain.burned / onchain.issuance}; month; {current year|since 2026-01-01|between 2026-01-01 2026-12-31|between 2026-01-01 2026-11-20}; where asset in ETH; chart line',
      ],
      [
        'drop the burn',
        'onchain.issuance; month; {current year|since 2026-01-01|between 2026-01-01 2026-12-31|between 2026-01-01 2026-11-20}; where asset in ETH; {|chart line}',
      ],
    ],
  },
  {
    board: 'ethereum',
    turns: [
      [
        'staking yield',
        '{staking.apr|staking.real_yield|staking.apr, staking.real_yield}; {|day|week|month|quarter|year}; @eth',
        '{staking.apr|staking.real_yield}; {|day|week|month|quarter|year}; where asset in ETH; where network in Ethereum',
      ],
      [
        'who are the biggest providers',
        'staking.staked; by protocol; @eth; {|sort staking.staked desc|top 1 protocol by staking.staked|top 3 protocol by staking.staked|top 5 protocol by staking.staked|top 10 protocol by staking.staked}',
        'staking.staked; by protocol; where asset in ETH; where network in Ethereum; {|sort staking.staked desc|top 1 protocol by staking.staked|top 3 protocol by staking.staked|top 5 protocol by staking.staked|top 10 protocol by staking.staked}',
        'staking.staked_coins; by protocol; where network in Ethereum; {|sort staking.staked_coins desc|top 1 protocol by staking.staked_coins|top 3 protocol by staking.staked_coins|top 5 protocol by staking.staked_coins|top 10 protocol by staking.staked_coins}',
        'staking.staked_coins; by protocol; where asset in ETH; where network in Ethereum; {|sort staking.staked_coins desc|top 1 protocol by staking.staked_coins|top 3 protocol by staking.staked_coins|top 5 protocol by staking.staked_coins|top 10 protocol by staking.staked_coins}',
        'staking.staked; by protocol; @eth; {top 1|top 3|top 5|top 10} protocol by staking.staked; sort staking.staked desc',
        'staking.staked; by protocol; where asset in ETH; where network in Ethereum; {top 1|top 3|top 5|top 10} protocol by staking.staked; sort staking.staked desc',
        'staking.staked_coins; by protocol; where network in Ethereum; {top 1|top 3|top 5|top 10} protocol by staking.staked_coins; sort staking.staked_coins desc',
        'staking.staked_coins; by protocol; where asset in ETH; where network in Ethereum; {top 1|top 3|top 5|top 10} protocol by staking.staked_coins; sort staking.staked_coins desc',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['daily flows last two weeks', 'etf.net_flow; day; @w2'],
      ['only blackrock', 'etf.net_flow; day; @w2; where issuer in BlackRock'],
      [
        'make it cumulative',
        '{cumulative(etf.net_flow)|etf.net_flow, cumulative(etf.net_flow)|cumulative(etf.net_flow), etf.net_flow}; day; @w2; where issuer in BlackRock',
      ],
    ],
  },
  {
    board: 'etf',
    turns: [
      ['aum by underlying', 'etf.aum; by underlying; {|sort etf.aum desc}; '],
      [
        'how has that changed since june',
        '{growth(etf.aum)|etf.aum, growth(etf.aum)|growth(etf.aum), etf.aum}; by underlying; {since 2026-06-01|between 2026-06-01 2026-11-20}',
        'growth(etf.aum); by underlying; {since 2026-06-01|between 2026-06-01 2026-11-20}; sort growth(etf.aum) desc',
        '{etf.aum, growth(etf.aum)|growth(etf.aum), etf.aum}; by underlying; {since 2026-06-01|between 2026-06-01 2026-11-20}; {sort growth(etf.aum) desc|sort etf.aum desc}',
        '{change(etf.aum)|etf.aum, change(etf.aum)|change(etf.aum), etf.aum}; by underlying; {since 2026-06-01|between 2026-06-01 2026-11-20}',
        'change(etf.aum); by underlying; {since 2026-06-01|between 2026-06-01 2026-11-20}; sort change(etf.aum) desc',
        '{etf.aum, change(etf.aum)|change(etf.aum), etf.aum}; by underlying; {since 2026-06-01|between 2026-06-01 2026-11-20}; {sort change(etf.aum) desc|sort etf.aum desc}',
        'etf.aum; vs previous-period; by underlying; {since 2026-06-01|between 2026-06-01 2026-11-20}',
        'etf.aum; vs previous-period; by underlying; {since 2026-06-01|between 2026-06-01 2026-11-20}; sort etf.aum desc',
        'etf.aum; by underlying; {day|week|month|quarter}; {since 2026-06-01|between 2026-06-01 2026-11-20}',
        '{growth(etf.aum)|change(etf.aum)|etf.aum, growth(etf.aum)|etf.aum, change(etf.aum)|rebase(etf.aum)}; by underlying; {day|week|month|quarter}; {since 2026-06-01|between 2026-06-01 2026-11-20}',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'borrow apy on usdc by protocol',
        'lending.borrow_apy; by protocol; where asset in USDC; {|sort lending.borrow_apy desc|sort lending.borrow_apy}',
      ],
      [
        'over the past 3 months',
        'lending.borrow_apy; by protocol; {|day|week|month|quarter}; {last 3 month|last 90 day|previous 3 month|last 1 quarter}; where asset in USDC',
        'lending.borrow_apy; by protocol; {last 3 month|last 90 day|previous 3 month|last 1 quarter}; where asset in USDC; {sort lending.borrow_apy desc|sort lending.borrow_apy}',
      ],
      [
        'take out compound',
        'lending.borrow_apy; by protocol; {|day|week|month|quarter}; {last 3 month|last 90 day|previous 3 month|last 1 quarter}; where asset in USDC; where protocol not-in Compound v3',
        'lending.borrow_apy; by protocol; {last 3 month|last 90 day|previous 3 month|last 1 quarter}; where asset in USDC; where protocol not-in Compound v3; {sort lending.borrow_apy desc|sort lending.borrow_apy}',
      ],
    ],
  },
  {
    board: 'lending',
    turns: [
      [
        'how much eth is borrowed on arbitrum',
        'lending.borrowed; {where asset in ETH|where asset_class in Ether}; where chain in Arbitrum',
      ],
      ['is it safe to lend there', 'refuse'],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'sol price last 30 days',
        'price.close; {|day|week}; {last 30 day|last 1 month|previous 30 day}; where asset in SOL',
      ],
      [
        'ada instead',
        'price.close; {|day|week}; {last 30 day|last 1 month|previous 30 day}; where asset in ADA',
      ],
      [
        'both, rebased to 100',
        '{rebase(price.close)|price.close, rebase(price.close)|rebase(price.close), price.close}; by asset; {|day|week}; {last 30 day|last 1 month|previous 30 day}; where asset in ADA, SOL',
      ],
    ],
  },
  {
    board: 'spotAnalytics',
    turns: [
      [
        'top 10 coins by spot volume last month',
        'trading.volume; by asset; {last 1 month|last 30 day|previous 1 month|between 2026-10-01 2026-10-31}; where market_type in Spot; top 10 asset by trading.volume; {|sort trading.volume desc}; ',
      ],
      [
        'as share of the total',
        '{share(trading.volume)|trading.volume, share(trading.volume)|share(trading.volume), trading.volume}; by asset; {last 1 month|last 30 day|previous 1 month|between 2026-10-01 2026-10-31}; where market_type in Spot; top 10 asset by share(trading.volume); {|sort share(trading.volume) desc}',
        '{trading.volume, share(trading.volume)|share(trading.volume), trading.volume}; by asset; {last 1 month|last 30 day|previous 1 month|between 2026-10-01 2026-10-31}; where market_type in Spot; top 10 asset by trading.volume; {|sort trading.volume desc|sort share(trading.volume) desc}',
      ],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        'put call ratio btc',
        '{options.put_call_oi|options.put_call_volume|options.put_call_oi, options.put_call_volume}; {|day|week|month|quarter}; where asset in BTC',
      ],
      [
        'eth',
        '{options.put_call_oi|options.put_call_volume|options.put_call_oi, options.put_call_volume}; {|day|week|month|quarter}; where asset in ETH',
      ],
      ['by volume not oi please', 'options.put_call_volume; {|day|week|month|quarter}; where asset in ETH'],
    ],
  },
  {
    board: 'derivatives',
    turns: [
      [
        '30 day skew btc and eth last month',
        'option_surface.put_skew; by asset; {|day|week|month}; {last 1 month|last 30 day|previous 1 month|between 2026-10-01 2026-10-31}; where asset in BTC, ETH; {where tenor eq 30|where tenor in 30}',
      ],
      [
        'use the 90 day tenor',
        'option_surface.put_skew; by asset; {|day|week|month}; {last 1 month|last 30 day|previous 1 month|between 2026-10-01 2026-10-31}; where asset in BTC, ETH; {where tenor eq 90|where tenor in 90}',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'btc funding by exchange',
        'funding.funding_rate; by exchange; where asset in BTC; {|sort funding.funding_rate desc}; ',
        'funding.rate; by exchange; where asset in BTC; {|sort funding.rate desc}; ',
      ],
      [
        'this week',
        'funding.funding_rate; by exchange; {|day|week}; @tw; where asset in BTC',
        'funding.rate; by exchange; {|day|week}; @tw; where asset in BTC',
        'funding.funding_rate; by exchange; @tw; where asset in BTC; sort funding.funding_rate desc',
        'funding.rate; by exchange; @tw; where asset in BTC; sort funding.rate desc',
      ],
      [
        'only the negative ones',
        'funding.funding_rate; by exchange; {|day|week}; @tw; where asset in BTC; where funding.funding_rate lt 0; {|sort funding.funding_rate|sort funding.funding_rate desc}',
        'funding.rate; by exchange; {|day|week}; @tw; where asset in BTC; where funding.rate lt 0; {|sort funding.rate|sort funding.rate desc}',
      ],
      [
        'forget that, show me liquidations by side today',
        'exchange_liquidations.amount; by side; {current day|last 1 day|between 2026-11-20 2026-11-20|since 2026-11-20}; {|where asset in BTC}; {|sort exchange_liquidations.amount desc}; ',
      ],
    ],
  },
  {
    board: 'futures',
    turns: [
      [
        'dated futurs oi by expiry',
        'futures_term.open_interest; by expiry; {|sort futures_term.open_interest desc}; ',
      ],
      [
        'in coins, btc',
        'futures_term.open_interest_coins; by expiry; where asset in BTC; {|sort futures_term.open_interest_coins desc}; ',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      ['staked share by network', 'staking.staked_share; by network; {|sort staking.staked_share desc}; '],
      [
        'lowest 3',
        'staking.staked_share; by network; bottom 3 network by staking.staked_share; {|sort staking.staked_share|sort staking.staked_share desc}',
      ],
      [
        'show days to leave too',
        '{staking.staked_share, staking.exit|staking.exit, staking.staked_share}; by network; bottom 3 network by staking.staked_share; {|sort staking.staked_share|sort staking.staked_share desc}',
      ],
    ],
  },
  {
    board: 'staking',
    turns: [
      [
        'jito vs marinade apr over the last year',
        'staking.apr; by protocol; {|day|week|month|quarter}; {last 1 year|last 12 month|last 365 day|last 52 week|previous 12 month|previous 1 year|between 2025-01-01 2025-12-31}; where protocol in Jito, Marinade',
        'staking.apr; by protocol; {last 1 year|last 12 month|last 365 day|last 52 week|previous 12 month|previous 1 year|between 2025-01-01 2025-12-31}; where protocol in Jito, Marinade; sort staking.apr desc',
      ],
      [
        'and their discount to value',
        '{staking.liquid_premium|staking.apr, staking.liquid_premium|staking.liquid_premium, staking.apr}; by protocol; {|day|week|month|quarter}; {last 1 year|last 12 month|last 365 day|last 52 week|previous 12 month|previous 1 year|between 2025-01-01 2025-12-31}; where protocol in Jito, Marinade',
      ],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'tokenised gold value',
        'rwa.value; {|day|week|month|quarter|year}; @tc; where asset_class in Gold',
        'rwa.value; by product; @tc; where asset_class in Gold; {|sort rwa.value desc}; ',
      ],
      [
        'how many holders',
        '{rwa.holders|rwa.value, rwa.holders|rwa.holders, rwa.value}; {|day|week|month|quarter|year}; @tc; where asset_class in Gold',
        '{rwa.holders|rwa.value, rwa.holders|rwa.holders, rwa.value}; by product; @tc; where asset_class in Gold; {|sort rwa.holders desc}',
        'rwa.value, rwa.holders; by product; @tc; where asset_class in Gold; sort rwa.value desc',
      ],
    ],
  },
  {
    board: 'rwa',
    turns: [
      [
        'treasuries by product, biggest first',
        'rwa.value; by product; @tc; where asset_class in Treasuries; {|sort rwa.value desc}',
      ],
      ['will buidl overtake usyc next year', 'refuse'],
    ],
  },
]
