import { volPoints, volPointsChange } from '../formats'
import type { Source } from '../source'

const common = { kind: 'ratio', over: 'last-day', requires: ['asset', 'tenor'] } as const
const atDelta = (delta: string): string => `case when delta = '${delta}' then iv_pct end`
const oneAt = (delta: string): string => `case when delta = '${delta}' then 1 end`

export const optionSurface: Source = {
  id: 'option_surface',
  label: 'Implied volatility',
  description: 'One day, asset, tenor and delta: interpolated implied volatility, end of day.',
  from: 'f_option_surface',
  tables: ['f_option_surface'],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
  measures: {
    atm: {
      ...common,
      top: atDelta('ATM'),
      bottom: oneAt('ATM'),
      format: volPoints,
      label: 'ATM implied volatility',
      unit: 'Percent a year (365 days), 50-delta forward, constant tenor',
      definition:
        'At-the-money implied volatility at one tenor. It runs 1 to 4 points under index volatilities such as DVOL, which price the whole smile.',
      synonyms: ['iv', 'implied vol', 'implied volatility', 'atm vol', 'atm iv'],
    },
    put_skew: {
      ...common,
      top: "case delta when '25P' then iv_pct when '25C' then -iv_pct end",
      bottom: oneAt('25P'),
      format: volPointsChange,
      label: '25-delta put skew',
      unit: 'Volatility points, 25-delta put less 25-delta call',
      definition:
        "Put minus call: above zero puts are dearer. A dealer's risk reversal has the opposite sign, and some sites divide by ATM.",
      synonyms: ['skew', 'put skew', '25 delta skew'],
    },
    butterfly: {
      ...common,
      top: "case delta when '25P' then iv_pct / 2 when '25C' then iv_pct / 2 when 'ATM' then -iv_pct end",
      bottom: oneAt('ATM'),
      format: volPointsChange,
      label: '25-delta butterfly',
      unit: 'Volatility points, mean of the wings less ATM',
      definition:
        'How dear the wings are against the middle; it rises when large moves either way are feared.',
      synonyms: ['fly', 'butterfly'],
    },
    iv: {
      ...common,
      requires: ['asset', 'tenor', 'delta'],
      top: 'iv_pct',
      bottom: '1',
      format: volPoints,
      label: 'Implied volatility at a delta',
      unit: 'Percent a year (365 days)',
      definition:
        'One point of the surface, interpolated between listed options: the far wings rest on few quotes.',
      synonyms: ['volatility surface', 'smile'],
    },
  },
  attributes: {
    asset: {
      label: 'Asset',
      sql: 'asset',
      concept: 'asset',
      synonyms: ['asset', 'coin'],
      aliases: { BTC: ['bitcoin'], ETH: ['ethereum', 'ether'] },
    },
    tenor: {
      label: 'Tenor',
      sql: 'tenor_days',
      concept: 'tenor',
      kind: 'number',
      synonyms: ['tenor', 'maturity'],
    },
    delta: { label: 'Delta', sql: 'delta', concept: 'delta', synonyms: ['delta'] },
  },
}
