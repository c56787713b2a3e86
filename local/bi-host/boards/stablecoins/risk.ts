import type { BarsData } from '../../wire/board'
import * as formats from '../../model/formats'
import { grainFor } from '../definition'
import { aligned, readPanel, rolling, totalOf } from '../panel'
import type { Panel } from '../panel'
import { barsData } from '../tiles/shapes'
import type { OwnSeries } from '../tiles/series'
import type { Calculation, Made } from '../tiles/tile'
import { dayInWords, inWords } from '../../rendering/wording'

/** Share of the two largest stablecoins, and the Herfindahl index of all of them. */
export const concentration: Calculation<OwnSeries> = {
  measure: 'stable_supply.supply',
  unit: 'Left: percent of supply. Right: Herfindahl index, 0 to 10,000',
  definition:
    'The index adds up squared shares in percent: above 2,500 a market counts as highly concentrated. Two issuers under one rule can still fail together.',
  build: async (context) => {
    const grain = grainFor('week', context.range)
    const panel = await readPanel(context, {
      measure: 'stable_supply.supply',
      by: 'token',
      grain,
      range: context.range,
    })
    const shares = panel.dates.map((_, row) => sharesAt(panel, row))
    return {
      dates: panel.dates,
      grain,
      rightFormat: formats.index,
      series: [
        {
          key: 'top2',
          label: 'Two largest',
          colorKey: 'USDT',
          values: shares.map((list) => (list[0] ?? 0) + (list[1] ?? 0)),
        },
        {
          key: 'hhi',
          label: 'Herfindahl index',
          colorKey: 'Herfindahl index',
          values: shares.map((list) => list.reduce((all, share) => all + share * share, 0)),
          axis: 'right',
        },
      ],
    }
  },
}

function sharesAt(panel: Panel, row: number): readonly number[] {
  const values = panel.keys.map((key) => panel.values[key]?.[row] ?? 0)
  const all = values.reduce((sum, value) => sum + value, 0)
  return values.map((value) => (all === 0 ? 0 : (100 * value) / all)).sort((a, b) => b - a)
}

/** Trading volume of 30 days over supply, for the largest stablecoins and all together. */
export const turnover: Calculation<OwnSeries> = {
  measure: 'stable_price.volume',
  unit: 'Times supply traded in 30 days',
  definition:
    'Reported volume of 30 days over supply: how often a token changed hands. High turnover is trading use; a held reserve turns over little. Wash trading inflates it.',
  asks: {
    measures: ['moving_sum(stable_price.volume, 30) / stable_supply.supply'],
    by: ['token'],
    grain: 'day',
  },
  build: async (context) => {
    const days = 30
    const [volume, supply] = await Promise.all([
      readPanel(context, { measure: 'stable_price.volume', by: 'token', range: 'ALL' }),
      readPanel(context, { measure: 'stable_supply.supply', by: 'token', range: 'ALL' }),
    ])
    const length = { '30D': 30, '90D': 90, '1Y': 365, ALL: Math.max(0, volume.dates.length - days + 1) }[
      context.range
    ]
    const tokens = supply.keys.filter((key) => key in volume.values).slice(0, 3)
    const ratio = (traded: readonly (number | null)[], held: readonly (number | null)[]): (number | null)[] =>
      traded.map((value, row) => (value === null || !held[row] ? null : value / held[row])).slice(-length)
    const all = rolling({ ...volume, top: { '': totalOf(volume) }, bottom: null }, '', days)
    const whole = { ...supply, values: { '': totalOf(supply) } }
    return {
      dates: volume.dates.slice(-length),
      grain: 'day',
      series: [
        {
          key: 'all',
          label: 'All',
          colorKey: 'Stablecoins',
          values: ratio(all, aligned(volume.dates, whole)),
        },
        ...tokens.map((token) => ({
          key: token,
          label: token,
          colorKey: token,
          values: ratio(rolling(volume, token, days), aligned(volume.dates, supply, token)),
        })),
      ],
    }
  },
}

/** Per stablecoin, the largest net redemption of one day in a year, as a share of supply the day before. */
export const worstRedemption: Calculation<Made<BarsData>> = {
  measure: 'stable_supply.redeemed',
  unit: 'Percent of supply the day before, largest single day of the last 365',
  definition:
    'What a run has looked like so far: redeemed less issued on the worst day over supply. It says nothing about how fast reserves can be sold.',
  build: async (context) => {
    const range = { last: 366, unit: 'day' } as const
    const [issuance, supply] = await Promise.all([
      readPanel(context, { measure: 'stable_supply.net_issuance', by: 'token', range }),
      readPanel(context, { measure: 'stable_supply.supply', by: 'token', range }),
    ])
    const bars = supply.keys.map((key) => {
      let worst = { share: 0, day: '' }
      for (const [row, day] of issuance.dates.entries()) {
        const before = row === 0 ? 0 : (supply.values[key]?.[row - 1] ?? 0)
        const net = issuance.values[key]?.[row] ?? 0
        const share = before > 0 ? (-100 * net) / before : 0
        if (share > worst.share) worst = { share, day }
      }
      return { key, value: worst.share, note: worst.day === '' ? '' : dayInWords(worst.day) }
    })
    bars.sort((a, b) => b.value - a.value)
    return {
      data: barsData(bars, formats.percentFine, { name: 'Largest 1-day net redemption' }),
      summary: `Largest 1-day net redemption in a year: ${bars.map(({ key, value }) => `${key} ${inWords(value, formats.percentFine)}`).join(', ')}.`,
    }
  },
}
