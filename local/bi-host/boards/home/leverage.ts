import { grainFor } from '../definition'
import type { TileContext } from '../definition'
import { aligned, only, readPanel, rolling } from '../panel'
import type { OwnSeries } from '../tiles/series'
import type { Calculation } from '../tiles/tile'

export const restingFunding = { value: 10.95, label: 'Resting level, 1 bp per 8 h' } as const

/** Money from outside: fund creations and new stablecoins. */
export const newMoney: Calculation<OwnSeries> = {
  measure: 'etf.net_flow',
  unit: 'US dollars, summed over the interval',
  definition:
    'ETF creations less redemptions, and stablecoins issued less redeemed: flows, not price. They overlap when a fund buyer sells stablecoins, so read them side by side rather than as one sum.',
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
      { key: 'stablecoins', label: 'Stablecoin net issuance', colorKey: 'Stablecoins', values: only(coins) },
      {
        key: 'etf',
        label: 'ETF net flow',
        colorKey: 'ETF',
        values: coins.dates.map((date) => at.get(date) ?? null),
      },
    ],
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
      range: context.range,
      where: [{ field: 'asset', op: 'in', values: ['BTC', 'ETH'] }],
    }),
    readPanel(context, { measure: 'rates.bill', range: 'ALL' }),
  ])
  return {
    dates: funding.dates,
    grain: 'day',
    series: [
      ...['BTC', 'ETH'].map((asset) => ({
        key: asset,
        label: asset,
        colorKey: asset,
        values: rolling(funding, asset, days),
      })),
      { key: 'bill', label: 'T-bill rate', colorKey: 'T-bill rate', values: aligned(funding.dates, bill) },
    ],
  }
}
