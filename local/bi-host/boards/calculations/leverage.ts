import { latestOf, type Track } from '../tiles/kpi'
import { type TileContext, grainFor } from '../definition'
import { aligned, figureOver, lastFigure, only, readPanel, rolling } from '../panel'
import { known, quantile, shares } from '../../query/statistics'
import { type OwnSeries, line, dailySeries, latestFigures } from '../tiles/series'
import type { Calculation } from '../tiles/shapes'

export const restingFunding = { value: 10.95, label: 'Resting level, 1 bp per 8 h' } as const

/** Money from outside the market: fund creations and new stablecoins. */
export const newMoney: Calculation<OwnSeries> = {
  measure: 'etf.net_flow',
  unit: 'US dollars, summed over the interval',
  definition:
    'ETF creations less redemptions, and stablecoins issued less redeemed: flows, not price. They overlap when a fund buyer sells stablecoins, so read them side by side rather than as one sum.',
  together: ['etf', 'stable_supply'],
  asks: { measures: ['stable_supply.net_issuance', 'etf.net_flow'], grain: 'week' },
  build: moneyFlows,
}

async function moneyFlows(context: TileContext): Promise<OwnSeries> {
  const grain = grainFor('week', context.range)
  const [funds, coins] = await Promise.all([
    readPanel(context, { measure: 'etf.net_flow', grain, range: context.range }),
    readPanel(context, { measure: 'stable_supply.net_issuance', grain, range: context.range }),
  ])
  const at = new Map(funds.dates.map((date, row) => [date, only(funds)[row] ?? null]))
  return {
    dates: coins.dates,
    grain,
    series: [
      line('Stablecoin net issuance', only(coins), { key: 'stablecoins', colorKey: 'Stablecoins' }),
      {
        key: 'etf',
        label: 'ETF net flow',
        colorKey: 'ETF',
        values: coins.dates.map((date) => at.get(date) ?? null),
      },
    ],
    figures: {
      ...latestFigures(funds, { day: context.facts('etf').lastDay, grain, whole: true }),
      ...latestFigures(coins, { day: context.facts('stable_supply').lastDay, grain, whole: true }),
    },
  }
}

/** Funding of BTC and ETH as 7-day means weighted by open interest, with the T-bill rate. */
export const fundingLines: Calculation<OwnSeries> = {
  measure: 'funding.funding_rate',
  unit: 'Percent a year, simple, 7-day mean weighted by open interest',
  build: fundingMeans,
}

async function fundingMeans(context: TileContext): Promise<OwnSeries> {
  const days = 7
  const [funding, bill] = await Promise.all([
    readPanel(context, {
      measure: 'funding.funding_rate',
      by: 'asset',
      range: 'ALL',
      where: [{ field: 'asset', op: 'in', values: ['BTC', 'ETH'] }],
    }),
    readPanel(context, { measure: 'rates.bill', range: 'ALL' }),
  ])
  const means = ['BTC', 'ETH'].map((asset) => line(asset, rolling(funding, asset, days)))
  const [from = '', to = ''] = [funding.dates.at(-days), funding.dates.at(-1)]
  return {
    // The mean of the first visible day also covers seven days.
    ...dailySeries(context, funding.dates, [
      ...means,
      line('T-bill rate', aligned(funding.dates, bill), { key: 'bill' }),
    ]),
    figures: Object.fromEntries(
      means.flatMap(({ key, values }) => {
        const last = values.at(-1) ?? null
        return last === null ? [] : [[figureOver(funding.meaningOf(key), from, to), last]]
      }),
    ),
  }
}

const about = {
  measure: 'trading.open_interest',
  together: ['trading', 'price'],
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
  const track = { dates: open.dates, values: shares(only(open), aligned(open.dates, cap)) }
  return { ...track, figures: lastFigure(`${open.meaning} over market cap`, track) }
}

/** As a card. */
export const leverageShare: Calculation<Track> = { ...about, asks: latestOf(share), build: ratioTrack }

/** As a line, with its own 90th percentile of the last year shaded. */
export const leverageRatio: Calculation<OwnSeries> = {
  ...about,
  asks: { measures: [share], grain: 'day' },
  build: async (context) => {
    const track = await ratioTrack(context)
    const high = quantile(known(track.values.slice(-365)), 0.9)
    const share = line('OI / market cap', track.values, { key: 'share', colorKey: 'Open interest' })
    const drawn = dailySeries(context, track.dates, [share])
    return {
      ...drawn,
      guides:
        high === null
          ? []
          : [
              {
                value: high,
                to: Math.max(high, ...known(drawn.series.flatMap(({ values }) => values))) * 1.02,
                label: 'Above the 90th percentile of its year',
                tone: 'amber',
              },
            ],
      figures: track.figures ?? {},
    }
  },
}
