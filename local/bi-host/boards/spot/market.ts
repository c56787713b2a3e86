import type { TableData } from '../../wire/board'
import * as formats from '../../model/formats'
import { allCloses, breadthShares, meanCorrelation } from '../calculations/prices'
import { shownRows } from '../calculations/span'
import { line } from '../coin/price'
import { figureAt } from '../panel'
import type { Panel } from '../panel'
import { known, median } from '../../query/statistics'
import type { Values } from '../../query/statistics'
import type { Track } from '../tiles/kpi'
import type { OwnSeries } from '../tiles/series'
import type { Calculation, Made } from '../tiles/tile'
import { inWords } from '../../rendering/wording'

/** Share of assets above their 50-day mean. */
export const breadthCard: Calculation<Track> = {
  measure: 'price.close',
  unit: 'Percent of tracked assets that closed above their 50-day mean',
  definition: 'How many assets take part in a move. Under 20 or above 80 the market is stretched.',
  build: async (context) => {
    const closes = await allCloses(context)
    const { above } = breadthShares(closes)
    const value = above.at(-1)
    return {
      dates: closes.dates,
      values: above,
      note:
        typeof value !== 'number'
          ? ''
          : value < 20
            ? 'few take part'
            : value > 80
              ? 'nearly all take part'
              : 'between 20 and 80',
    }
  },
}

const correlationText = {
  measure: 'price.close',
  unit: 'Mean Pearson correlation of all pairs, daily log returns of 30 days',
  definition: 'How much everything moves together. It rises in falls, when diversification is wanted most.',
} as const

const correlationFigure = ({ meaning, dates }: Panel, values: Values): Record<string, number> => {
  const last = values.at(-1) ?? null
  return last === null ? {} : { [figureAt(`correlation of ${meaning}`, dates.at(-1) ?? '')]: last }
}

export const correlationCard: Calculation<Track> = {
  ...correlationText,
  build: async (context) => {
    const closes = await allCloses(context)
    const rows = Math.min(400, closes.dates.length)
    const values = meanCorrelation(closes, 30, rows)
    return { dates: closes.dates.slice(-rows), values, figures: correlationFigure(closes, values) }
  },
}

export const correlationHistory: Calculation<OwnSeries> = {
  ...correlationText,
  build: async (context) => {
    const closes = await allCloses(context)
    const rows = shownRows(context.range, closes.dates.length)
    const values = meanCorrelation(closes, 30, rows)
    return {
      dates: closes.dates.slice(-rows),
      grain: 'day',
      series: [line('Mean of all pairs, 30 d', values, { colorKey: 'Correlation' })],
      figures: correlationFigure(closes, values),
    }
  },
}

const moveOver = (values: readonly (number | null)[], row: number, days: number): number | null => {
  const now = values[row] ?? null
  const before = values[row - days] ?? null
  return now === null || before === null || before <= 0 ? null : (now / before - 1) * 100
}

/** The middle asset's move of the day: a mean would follow one outlier. */
export const medianMove: Calculation<Track> = {
  measure: 'price.close',
  unit: 'Percent, median of the 1-day changes of all tracked assets',
  definition:
    'Half of the assets moved less, half more. A mean would follow one outlier, a cap-weighted index would follow Bitcoin.',
  build: async (context) => {
    const closes = await allCloses(context)
    return {
      dates: closes.dates,
      values: closes.dates.map((_, row) =>
        median(known(closes.keys.map((key) => moveOver(closes.values[key] ?? [], row, 1)))),
      ),
    }
  },
}

/** Return over that of bitcoin, over fixed windows. */
export const relativeStrength: Calculation<Made<TableData>> = {
  measure: 'price.close',
  unit: 'Percentage points of return over that of BTC',
  definition:
    'Fixed windows, so that the start date cannot be chosen to please. Above zero the asset did better than bitcoin.',
  build: async (context) => {
    const closes = await allCloses(context)
    const last = closes.dates.length - 1
    const windows = [7, 30, 90] as const
    const over = (key: string, days: number): number | null => {
      const own = moveOver(closes.values[key] ?? [], last, days)
      const bitcoin = moveOver(closes.values['BTC'] ?? [], last, days)
      return own === null || bitcoin === null ? null : own - bitcoin
    }
    const assets = closes.keys
      .filter((key) => key !== 'BTC')
      .sort((a, b) => (over(b, 30) ?? -1e9) - (over(a, 30) ?? -1e9))
    const [best = ''] = assets
    const shown = assets.length <= 10 ? assets : [...assets.slice(0, 5), ...assets.slice(-5)]
    return {
      data: {
        columns: [
          { key: 'asset', label: 'Asset', kind: 'text' },
          ...windows.map((days) => ({
            key: `d${days}`,
            label: `${days} d`,
            kind: 'change' as const,
            format: formats.points,
            better: 'up' as const,
          })),
        ],
        cells: [shown, ...windows.map((days) => shown.map((key) => over(key, days)))],
        rowColors: shown,
        sort: { column: 2, descending: true },
      },
      summary: `Strongest against bitcoin over 30 days: ${best} with ${inWords(over(best, 30), formats.points)}.`,
    }
  },
}
