import { basisPoints, count, percent, usd, usdChange, percentFine } from '../formats'
import {
  measure,
  by,
  additive,
  ratioOf,
  semiAdditive,
  weightedMean,
  daily,
  type Source,
  chain,
} from '../source'
export const rwa: Source = {
  id: 'rwa',
  revisions: 'Provisional until the next net asset value of each product, which may be a month away.',
  label: 'Tokenized real-world assets',
  description:
    'One day, product and chain: value, units, flows, yield and holders. Wrappers of another listed product are left out.',
  ...daily('f_rwa_daily'),
  from: `(select f.*, d.access, d.minimum_usd, d.redemption_window, d.nav_frequency, d.fee_pct
    from f_rwa_daily f join dim_product d using (entity_id) where d.is_wrapper_of is null)`,
  synonyms: ['rwa', 'tokenised assets', 'tokenized assets'],
  measures: {
    value: measure('RWA value', usd, semiAdditive('value_usd'), {
      unit: 'US dollars at net asset value, end of the UTC day',
      definition:
        'Units times net asset value or price. Growth mixes subscriptions with price: gold can rise without a new token.',
      synonyms: ['tokenised value', 'value', 'rwa tvl', 'market size'],
      better: 'up',
    }),
    net_subscriptions: measure('Net subscriptions', usdChange, additive('net_subscription_usd'), {
      unit: 'US dollars, change of units at net asset value, summed over the interval',
      definition:
        'Tokens created less tokens redeemed, at net asset value: the part of growth that is new money.',
      synonyms: ['subscriptions', 'net growth', 'rwa inflow'],
      better: 'up',
    }),
    price_effect: measure('Price effect', usdChange, additive('price_effect_usd'), {
      unit: 'US dollars, change of value from price alone, summed over the interval',
      definition: 'Value that came or went without a token being created or redeemed.',
    }),
    yield: measure('RWA yield', percentFine, weightedMean('yield_pct', 'value_usd'), {
      unit: 'Percent a year, net 7-day APY, weighted by value; products without a yield left out',
      definition:
        'After the management fee. Compare it with the bill rate: most of these products hold bills.',
      synonyms: ['treasury yield', 'net yield', 'rwa yields', 'yield'],
      better: 'up',
    }),
    holders: measure('Holders', count, semiAdditive('holders'), {
      unit: 'Addresses that hold a token, added over products and chains',
      definition:
        'Addresses, not people. Institutional funds have tens to hundreds; one holder of two products counts twice.',
      synonyms: ['holder count', 'addresses'],
      better: 'up',
    }),
    defi_active: measure('Used in DeFi', usd, semiAdditive('defi_active_usd'), {
      unit: 'US dollars in lending and trading protocols, end of the UTC day',
      definition: 'The part of the value that works as collateral or liquidity; the rest is held.',
      better: 'up',
    }),
    defi_share: measure('Share used in DeFi', percent, ratioOf('defi_active_usd', 'value_usd'), {
      scale: 100,
      unit: 'Percent of value in lending and trading protocols',
      definition: 'Whether tokenizing is used for more than record-keeping.',
    }),
    fee: measure('Management fee', percentFine, ratioOf('fee_pct * value_usd', 'value_usd'), {
      unit: 'Percent a year, weighted by value',
      definition: 'Taken before the yield that is shown.',
    }),
    minimum: measure('Minimum', usd, ratioOf('minimum_usd', '1'), {
      unit: 'US dollars, smallest first subscription',
      definition: 'Smallest first subscription at the issuer; secondary markets differ.',
      requires: ['product'],
    }),
  },
  attributes: {
    product: by('Product', 'product', 'rwa product', 'product, fund, token'),
    asset_class: by('Asset class', 'asset_class', 'rwa class', 'class, asset class', {
      aliases: { Treasuries: ['treasury', 't-bills', 'government bonds'] },
    }),
    transfer_class: by('Transfer', 'transfer_class', 'transfer class', 'transfer class, distribution'),
    issuer: by('Issuer', 'issuer', 'rwa issuer', 'issuer, platform'),
    chain,
    access: by('Access', 'access', 'rwa access', 'access'),
    redemption: by('Redemption', 'redemption_window', 'rwa redemption', 'redemption window'),
    nav_frequency: by('NAV struck', 'nav_frequency', 'nav frequency'),
    nav_date: by('NAV date', 'nav_date', 'nav date', '', { kind: 'day' }),
  },
}

export const etf: Source = {
  id: 'etf',
  revisions:
    'Provisional until 12:00 UTC of the next trading date and until every fund has reported. Issuers correct it later.',
  label: 'Exchange-traded funds',
  description: 'One New York trading date and US spot fund: flow, holdings, assets, premium.',
  ...daily('f_etf_daily'),
  from: '(select f.*, d.is_staking from f_etf_daily f join dim_fund d using (entity_id))',
  tradingDays: true,
  carry: { unit: 'fund', days: 4 },
  synonyms: ['etf', 'etfs', 'funds'],
  measures: {
    net_flow: measure('ETF net flow', usdChange, additive('net_flow_usd'), {
      unit: 'US dollars, New York trading dates, summed over the interval',
      definition:
        'Creations less redemptions at the 16:00 New York price. It is not secondary-market buying, and part of it hedges futures.',
      synonyms: ['net flow', 'etf flow', 'flows', 'inflow', 'etf inflow', 'net inflow'],
      better: 'up',
    }),
    flow_coins: {
      ...additive('flow_coins'),
      label: 'ETF flow in coins',
      format: { kind: 'coins', compact: true, signed: true },
      unit: 'Coins, New York trading dates, summed over the interval',
      definition:
        'Coins that came or went through creations and redemptions. Different underlyings must not be added.',
      requires: ['underlying'],
    },
    aum: measure('ETF assets', usd, semiAdditive('aum_usd'), {
      unit: 'US dollars at 16:00 New York, end of the trading date',
      definition:
        'Holdings times the 16:00 New York price. Growth mixes flow and price: the two are shown apart.',
      synonyms: ['aum', 'assets under management', 'fund assets', 'net assets'],
      better: 'up',
    }),
    holdings: measure('ETF holdings', { kind: 'coins', compact: true }, semiAdditive('holdings'), {
      unit: 'Coins held, end of the trading date',
      definition:
        'Coins held by the funds; settlement can lag a day. Different underlyings must not be added.',
      synonyms: ['holdings', 'coins held'],
      requires: ['underlying'],
      better: 'up',
    }),
    volume: measure('ETF volume', usd, additive('volume_usd'), {
      unit: 'US dollars traded on exchanges, summed over the interval',
      definition: 'Turnover of fund shares between investors; most of it creates no flow.',
      synonyms: ['etf turnover', 'fund volume'],
      better: 'up',
    }),
    premium: measure('Premium to NAV', basisPoints, ratioOf('premium_bps * aum_usd', 'aum_usd'), {
      unit: 'Basis points over net asset value at the close, weighted by assets',
      definition:
        'Closing share price over net asset value. Part of it is the gap between the 16:00 close and the coin price a moment later.',
      synonyms: ['premium', 'discount', 'nav premium'],
    }),
    fee: measure('Sponsor fee', { kind: 'percent', digits: 2 }, ratioOf('fee_pct * aum_usd', 'aum_usd'), {
      unit: 'Percent a year, weighted by assets',
      definition: 'Sponsor fee after waivers. Trading costs come on top.',
      synonyms: ['fee', 'expense ratio', 'cost'],
    }),
    flow_to_assets: {
      ...ratioOf('net_flow_usd', 'aum_usd', 'interval'),
      scale: 100,
      label: 'Flow to assets',
      format: { ...percent, digits: 2, signed: true },
      unit: 'Percent of assets, mean of the trading dates',
      definition:
        'Net flow over assets of the same date: what makes a small fund comparable with a large one.',
      synonyms: ['flow as percent of aum'],
    },
    funds: measure('Funds', count, semiAdditive('case when aum_usd > 0 then 1 else 0 end'), {
      unit: 'Funds with assets',
      definition: 'Funds that report assets on the date.',
      synonyms: ['number of funds'],
    }),
  },
  attributes: {
    staking: by('Stakes', "case when is_staking then 'yes' else 'no' end", 'fund stakes'),
    fund: by('Fund', 'fund', 'fund', 'fund, ticker, etf'),
    issuer: by('Sponsor', 'issuer', 'fund sponsor', 'sponsor, issuer'),
    underlying: by('Underlying', 'underlying', 'asset', 'underlying, asset, coin', {
      aliases: { BTC: ['bitcoin'], ETH: ['ethereum', 'ether'] },
    }),
  },
}
