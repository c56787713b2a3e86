import { latestOf } from '../tiles/kpi'
import type { TileContext } from '../definition'
import { aligned, only, readPanel } from '../panel'
import { known, quantile } from '../../query/statistics'
import type { Track } from '../tiles/kpi'
import type { OwnSeries } from '../tiles/series'
import type { Calculation } from '../tiles/tile'
import { shownRows } from './span'

const about = {
  measure: 'trading.open_interest',
  unit: 'Percent of market cap, end of the UTC day',
  definition:
    'Futures open interest over the market cap of the same assets. Price moves both, so a rise is new positions. Venues report open interest themselves, and some of it is implausible.',
} as const

const share = '100 * trading.open_interest / price.cap'

/** Open interest over market cap, every day of the history. */
async function ratioTrack(context: TileContext): Promise<Track> {
  const [open, cap] = await Promise.all([
    readPanel(context, { measure: 'trading.open_interest', range: 'ALL' }),
    readPanel(context, { measure: 'price.cap', range: 'ALL' }),
  ])
  const caps = aligned(open.dates, cap)
  const values = only(open).map((value, row) => {
    const whole = caps[row] ?? null
    return value === null || whole === null || whole === 0 ? null : (100 * value) / whole
  })
  const last = values.at(-1)
  return {
    dates: open.dates,
    values,
    figures:
      typeof last === 'number'
        ? { [`${open.meaning} over market cap at ${open.dates.at(-1) ?? ''}`]: last }
        : {},
  }
}

/** As a card. */
export const leverageShare: Calculation<Track> = {
  ...about,
  asks: latestOf(share),
  build: ratioTrack,
}

/** As a line, with its own 90th percentile of the last year shaded. */
export const leverageRatio: Calculation<OwnSeries> = {
  ...about,
  asks: { measures: [share], grain: 'day' },
  build: async (context) => {
    const track = await ratioTrack(context)
    const high = quantile(known(track.values.slice(-365)), 0.9)
    const rows = shownRows(context.range, track.values.length)
    const values = track.values.slice(-rows)
    return {
      dates: track.dates.slice(-rows),
      grain: 'day',
      series: [{ key: 'share', label: 'OI / market cap', colorKey: 'Open interest', values }],
      guides:
        high === null
          ? []
          : [
              {
                value: high,
                to: Math.max(high, ...known(values)) * 1.02,
                label: 'Above the 90th percentile of its year',
                tone: 'amber',
              },
            ],
      figures: track.figures ?? {},
    }
  },
}
