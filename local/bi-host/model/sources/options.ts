import { percent, percentFine, points, ratio, usd } from '../formats'
import {
  measure,
  by,
  additive,
  ratioOf,
  semiAdditive,
  daily,
  type Source,
  asset,
  exchange,
  expiry,
} from '../source'
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
