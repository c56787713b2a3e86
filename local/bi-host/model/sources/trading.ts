import { ratio, usd, basisPoints, percent, days, percentFine, price, points } from '../formats'
import {
  measure,
  by,
  additive,
  ratioOf,
  semiAdditive,
  daily,
  asset,
  exchange,
  expiry,
  type Source,
} from '../source'

export const exchangeLiquidations: Source = {
  id: 'exchange_liquidations',
  revisions: 'Final. Venues publish about one order a second, so it is a floor.',
  label: 'Exchange liquidations',
  description: 'One day, venue, asset and side: forced closures as venues publish them.',
  ...daily('f_liq_cex'),
  measures: {
    amount: measure('Exchange liquidations', usd, additive('amount_usd'), {
      unit: 'US dollars of notional, summed over the interval',
      definition:
        'A floor: the largest venues publish about one forced order a second. Never add it to on-chain liquidations, which are complete.',
      synonyms: ['cex liquidations', 'forced liquidations'],
      better: 'down',
    }),
  },
  attributes: { side: by('Side', 'side', 'liquidation side', 'side, direction'), exchange, asset },
}

export const futuresTerm: Source = {
  id: 'futures_term',
  revisions: 'A snapshot at 00:00 UTC, final. One that was missed is never filled in.',
  label: 'Futures by expiry',
  description: 'One day, venue, asset and expiry: mark price, premium over the index, open interest.',
  ...daily('f_futures_term'),
  carry: { unit: 'exchange', days: 4 },
  synonyms: ['futures', 'dated futures'],
  measures: {
    basis: measure('Basis', percent, ratioOf('basis_ann_pct * open_interest_usd', 'open_interest_usd'), {
      unit: 'Percent a year, simple, weighted by open interest',
      definition:
        '(future / index - 1) x 365 / days. Under 7 days to expiry the yearly figure explodes: read the premium there.',
      synonyms: ['futures basis', 'annualised basis', 'carry'],
    }),
    premium: {
      ...ratioOf('premium_pct * open_interest_usd', 'open_interest_usd'),
      label: 'Futures premium',
      format: percentFine,
      unit: 'Percent over the index, not annualized, weighted by open interest',
      definition: 'Future over index less one. It shrinks to zero at expiry by construction.',
      synonyms: ['premium'],
    },
    days_to_expiry: {
      ...ratioOf('days_to_expiry * open_interest_usd', 'open_interest_usd'),
      label: 'Days to expiry',
      format: days,
      unit: 'Fractional days from the snapshot',
      definition: 'Counted from the snapshot at 00:00 UTC to 08:00 UTC of the expiry.',
    },
    mark: measure('Futures price', price, ratioOf('mark_price * open_interest_usd', 'open_interest_usd'), {
      unit: 'US dollars, weighted by open interest',
      definition: 'Mark price of the venue, not the last trade.',
      requires: ['asset'],
    }),
    index: measure('Index price', price, ratioOf('index_price * open_interest_usd', 'open_interest_usd'), {
      unit: 'US dollars',
      definition: 'Spot index at the snapshot.',
      requires: ['asset'],
    }),
    open_interest: measure('Dated futures open interest', usd, semiAdditive('open_interest_usd'), {
      unit: 'US dollars, one side, end of the UTC day; CME carried over weekends',
      definition: 'Dated futures only; perpetuals are several times larger.',
      synonyms: ['futures oi'],
    }),
    open_interest_coins: {
      ...semiAdditive('open_interest_coins'),
      label: 'Dated futures open interest in coins',
      format: { kind: 'coins', compact: true },
      unit: 'Coins, one side, end of the UTC day',
      definition: 'Price does not move it: a rise is new positions.',
      requires: ['asset'],
    },
    volume: measure('Dated futures volume', usd, additive('volume_usd'), {
      unit: 'US dollars, reported, summed over the interval',
      definition: 'Rolls around expiry count twice, once in each contract.',
      synonyms: ['dated futures volume'],
      better: 'up',
    }),
  },
  attributes: { exchange, asset, expiry, expiry_kind: by('Expiry kind', 'expiry_kind', 'expiry kind') },
}

export const funding: Source = {
  id: 'funding',
  revisions: 'Final at the settlement it was paid at. A change of the interval is normalized to 8 hours.',
  label: 'Funding',
  description: 'One 8-hour settlement, venue and asset: the rate that longs pay to shorts.',
  from: 'f_funding_8h',
  tables: ['f_funding_8h'],
  date: { column: 'ts', kind: 'timestamp' },
  grain: 'hour',
  synonyms: ['funding'],
  measures: {
    funding_rate: {
      ...ratioOf('rate_bps * weight_oi_usd', 'weight_oi_usd', 'interval'),
      scale: 10.95,
      center: 10.95,
      label: 'Funding',
      format: percent,
      unit: 'Percent a year, simple, weighted by open interest',
      definition:
        'Mean rate per 8 hours x 3 x 365, venues weighted by their open interest; positive means longs pay. The resting level is 10.95% a year (1 bp per 8 hours), not zero.',
      synonyms: ['funding', 'funding rate', 'annualised funding', 'funding rates'],
    },
    interval: {
      ...ratioOf('interval_h * weight_oi_usd', 'weight_oi_usd', 'interval'),
      label: 'Settlement interval',
      format: { kind: 'number', digits: 0, suffix: 'h' },
      unit: 'Hours between settlements, weighted by open interest',
      definition:
        'Venues settle every 1, 4 or 8 hours and some change it in stress; rates are added up to 8 hours before they are compared.',
      synonyms: ['funding interval'],
    },
    rate: {
      ...ratioOf('rate_bps * weight_oi_usd', 'weight_oi_usd', 'interval'),
      label: 'Funding per 8 hours',
      format: basisPoints,
      unit: 'Basis points per 8 hours, weighted by open interest',
      definition: 'Rates of venues that settle every 1 or 4 hours are added up to 8 hours first.',
      synonyms: ['raw funding', '8h funding'],
    },
  },
  attributes: { exchange, asset },
}

export const trading: Source = {
  id: 'trading',
  revisions: 'Final one hour after the UTC day. A venue that takes back trades or is added changes history.',
  label: 'Trading by venue',
  description: 'One day, venue, asset and market type: reported volume and open interest.',
  ...daily('f_cex_daily'),
  carry: { unit: 'exchange', days: 4 },
  synonyms: ['exchanges', 'venues', 'cex'],
  measures: {
    volume: measure('Volume', usd, additive('volume_usd'), {
      unit: 'US dollars of reported notional, one side of each trade, summed over the interval',
      definition:
        'As the venues report it; some double count or wash. A UTC day is not the rolling 24 hours of exchange pages.',
      synonyms: ['trading volume', 'turnover', 'volumes'],
      better: 'up',
    }),
    open_interest: measure('Open interest', usd, semiAdditive('open_interest_usd'), {
      unit: 'US dollars, one side, end of the UTC day; a venue without a report is carried at most 4 days',
      definition:
        'Contracts still open, one side counted. In dollars it moves with price by construction: a record can be price alone.',
      synonyms: ['oi', 'open positions', 'open contracts'],
    }),
    perp_to_spot: {
      ...ratioOf(
        "case when market_type = 'Perpetual' then volume_usd else 0 end",
        "case when market_type = 'Spot' then volume_usd else 0 end",
        'interval',
      ),
      label: 'Perpetual to spot',
      format: ratio,
      unit: 'Perpetual volume over spot volume of the interval',
      definition:
        'Above 5 trading is mostly leverage, under 2 mostly cash. Venues without spot weigh only on the top.',
      synonyms: ['perp to spot', 'perp spot ratio', 'perpetual to spot ratio'],
    },
  },
  attributes: {
    exchange: by('Exchange', 'exchange', 'exchange', 'exchange, venue, cex'),
    venue_kind: by('Venue kind', 'venue_kind', 'venue kind', 'venue kind, venue type'),
    asset: by('Asset', 'asset', 'asset', 'asset, coin, underlying', {
      aliases: { BTC: ['bitcoin'], ETH: ['ethereum', 'ether'] },
    }),
    market_type: by('Market type', 'market_type', 'market type', 'market type, market, instrument', {
      aliases: {
        Perpetual: ['perps', 'perp', 'perpetuals', 'swaps'],
        'Dated future': ['dated futures', 'futures'],
        Spot: ['spot market'],
      },
    }),
  },
}

export const optionStrikes: Source = {
  id: 'option_strikes',
  revisions: 'A snapshot at 00:00 UTC, final. One that was missed is never filled in.',
  label: 'Option open interest by strike',
  description: 'One day, asset, type and strike of the next quarterly expiry on Deribit.',
  ...daily('f_option_strike'),
  measures: {
    open_interest: measure('Open interest by strike', usd, semiAdditive('open_interest_usd'), {
      unit: 'US dollars of notional (contracts x index), end of the UTC day',
      definition:
        'The next quarterly expiry on Deribit only. Who holds which side is not known: a wall of calls may be sold ones.',
      synonyms: ['strikes', 'oi by strike'],
      requires: ['asset'],
    }),
  },
  attributes: {
    asset: by('Asset', 'asset', 'asset', 'asset'),
    option_type: by('Type', 'option_type', 'option type', 'type'),
    strike: by('Strike', 'strike', 'strike', 'strike', { kind: 'number' }),
    expiry: by('Expiry', 'expiry', 'expiry', '', { kind: 'day' }),
  },
}

const common = { kind: 'ratio', over: 'last-day', requires: ['asset', 'tenor'] } as const
const atDelta = (delta: string): string => `case when delta = '${delta}' then iv_pct end`
const oneAt = (delta: string): string => `case when delta = '${delta}' then 1 end`

export const optionSurface: Source = {
  id: 'option_surface',
  revisions: 'A snapshot at 00:00 UTC. A change of the fit recomputes all history.',
  label: 'Implied volatility',
  description: 'One day, asset, tenor and delta: interpolated implied volatility, end of day.',
  ...daily('f_option_surface'),
  measures: {
    atm: {
      ...common,
      top: atDelta('ATM'),
      bottom: oneAt('ATM'),
      format: percent,
      label: 'ATM implied volatility',
      unit: 'Percent a year (365 days), 50-delta forward, constant tenor',
      definition:
        'At-the-money implied volatility at one tenor. It runs 1 to 4 pp under index volatilities such as DVOL, which price the whole smile.',
      synonyms: ['iv', 'implied vol', 'implied volatility', 'atm vol', 'atm iv'],
    },
    put_skew: {
      ...common,
      top: "case delta when '25P' then iv_pct when '25C' then -iv_pct end",
      bottom: oneAt('25P'),
      format: points,
      label: '25-delta put skew',
      unit: 'Percentage points, 25-delta put less 25-delta call',
      definition:
        "Put minus call: above zero puts are dearer. A dealer's risk reversal has the opposite sign, and some sites divide by ATM.",
      synonyms: ['skew', 'put skew', '25 delta skew'],
    },
    butterfly: {
      ...common,
      top: "case delta when '25P' then iv_pct / 2 when '25C' then iv_pct / 2 when 'ATM' then -iv_pct end",
      bottom: oneAt('ATM'),
      format: points,
      label: '25-delta butterfly',
      unit: 'Percentage points, mean of the wings less ATM',
      definition:
        'How dear the wings are against the middle; it rises when large moves either way are feared.',
      synonyms: ['fly', 'butterfly'],
    },
    iv: {
      ...common,
      requires: ['asset', 'tenor', 'delta'],
      top: 'iv_pct',
      bottom: '1',
      format: percent,
      label: 'Implied volatility at a delta',
      unit: 'Percent a year (365 days)',
      definition:
        'One point of the surface, interpolated between listed options: the far wings rest on few quotes.',
      synonyms: ['volatility surface', 'smile'],
    },
  },
  attributes: {
    asset,
    tenor: by('Tenor', 'tenor_days', 'tenor', 'tenor, maturity', { kind: 'number' }),
    delta: by('Delta', 'delta', 'delta', 'delta'),
  },
}

export const options: Source = {
  id: 'options',
  revisions: 'A snapshot at 00:00 UTC, final. One that was missed is never filled in.',
  label: 'Options by expiry',
  description: 'One day, venue, asset, type and expiry: volume, open interest and premium.',
  ...daily('f_option_daily'),
  carry: { unit: 'exchange', days: 4 },
  synonyms: ['options'],
  measures: {
    open_interest: measure('Option open interest', usd, semiAdditive('open_interest_usd'), {
      unit: 'US dollars of notional (contracts x index), end of the UTC day',
      definition:
        'Notional, not money at risk: the premium paid for it is a few percent of it. Large expiries make it fall in one step.',
      synonyms: ['option oi', 'options open interest'],
    }),
    open_interest_coins: {
      ...semiAdditive('open_interest_coins'),
      label: 'Option open interest in coins',
      format: { kind: 'coins', compact: true },
      unit: 'Coins, end of the UTC day',
      definition: 'Open contracts in coins: price does not move it.',
      requires: ['asset'],
    },
    volume: measure('Option volume', usd, additive('volume_usd'), {
      unit: 'US dollars of notional, summed over the interval',
      definition:
        'Notional traded. A cheap far option counts as much as a dear near one: the premium does not.',
      synonyms: ['options volume'],
      better: 'up',
    }),
    premium: measure('Premium traded', usd, additive('premium_usd'), {
      unit: 'US dollars paid for options, summed over the interval',
      definition: 'What buyers paid: closer to money at risk than notional.',
      synonyms: ['option premium', 'premiums'],
      better: 'up',
    }),
    premium_rate: {
      ...ratioOf('premium_usd', 'volume_usd', 'interval'),
      scale: 100,
      label: 'Premium to notional',
      format: percentFine,
      unit: 'Percent of notional traded',
      definition: 'Rises with volatility and with time to expiry.',
    },
    put_call_oi: {
      ...ratioOf(
        "case when option_type = 'Put' then open_interest_coins else 0 end",
        "case when option_type = 'Call' then open_interest_coins else 0 end",
      ),
      label: 'Put/call by open interest',
      format: ratio,
      unit: 'Puts over calls, open contracts in coins, end of the UTC day',
      definition:
        'Under 1 there are more calls. Sold calls count like bought ones, so it is no vote on direction; by volume it often disagrees.',
      synonyms: ['put call ratio', 'put/call'],
      requires: ['asset'],
    },
    put_call_volume: {
      ...ratioOf(
        "case when option_type = 'Put' then volume_usd else 0 end",
        "case when option_type = 'Call' then volume_usd else 0 end",
        'interval',
      ),
      label: 'Put/call by volume',
      format: ratio,
      unit: 'Puts over calls, notional traded in the interval',
      definition: 'What traded, not what is held: it jumps from day to day.',
      synonyms: ['put call volume ratio'],
    },
  },
  attributes: {
    exchange,
    asset,
    option_type: by('Type', 'option_type', 'option type', 'option type, puts and calls, type', {
      aliases: { Put: ['puts'], Call: ['calls'] },
    }),
    expiry,
    expiry_kind: by('Expiry kind', 'expiry_kind', 'expiry kind'),
    bucket: by('Time to expiry', 'expiry_bucket', 'expiry bucket', 'expiry bucket, time to expiry'),
  },
}
