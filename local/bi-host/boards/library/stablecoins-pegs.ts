import type { BarsData, Guide } from '../../wire/board'
import { type TileContext, grainFor } from '../definition'
import { readPanel, aligned, rolling, totalOf, type Panel } from '../panel'
import { known, lastOf } from '../../query/statistics'
import { barsData, type Calculation, type Made } from '../tiles/shapes'
import type { Track } from '../tiles/kpi'
import { type OwnSeries, line, shownRows } from '../tiles/series'
import { formatDay, formatNumber } from '../../rendering/format'
import * as formats from '../../model/formats'

/** Share of the largest stablecoin, and of the two largest. */
export const concentration: Calculation<OwnSeries> = {
  measure: 'stable_supply.supply',
  unit: 'Percent of supply',
  definition: 'Two issuers under one rule can still fail together.',
  build: async (context) => {
    const grain = grainFor('week', context.range)
    const panel = await readPanel(context.whole('stable_supply.token'), {
      measure: 'stable_supply.supply',
      by: 'token',
      grain,
      range: context.range,
    })
    const shares = panel.dates.map((_, row) => sharesAt(panel, row))
    return {
      dates: panel.dates,
      grain,
      series: [
        line(
          'Largest',
          shares.map((list) => list[0] ?? 0),
        ),
        line(
          'Two largest',
          shares.map((list) => (list[0] ?? 0) + (list[1] ?? 0)),
          { colorKey: 'Total' },
        ),
      ],
    }
  },
}

function sharesAt(panel: Panel, row: number): readonly number[] {
  const values = panel.keys.map((key) => panel.values[key]?.[row] ?? 0)
  const all = values.reduce((sum, value) => sum + value, 0)
  return values.map((value) => (all === 0 ? 0 : (100 * value) / all)).sort((a, b) => b - a)
}

/** Trading volume of 30 days over supply, for the largest stablecoins and for all. */
export const turnover: Calculation<OwnSeries> = {
  measure: 'stable_price.volume',
  together: ['stable_price', 'stable_supply'],
  unit: 'Times supply traded in 30 days, on all chains',
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
    // The first days have no full 30-day sum.
    const length = Math.max(0, Math.min(shownRows(context, volume.dates), volume.dates.length - days + 1))
    const tokens = supply.keys.filter((key) => key in volume.values).slice(0, 3)
    const ratio = (traded: readonly (number | null)[], held: readonly (number | null)[]): (number | null)[] =>
      traded.map((value, row) => (value === null || !held[row] ? null : value / held[row])).slice(-length)
    const all = rolling({ ...volume, top: { '': totalOf(volume) }, bottom: null }, '', days)
    const whole = { ...supply, values: { '': totalOf(supply) } }
    return {
      dates: volume.dates.slice(-length),
      grain: 'day',
      series: [
        line('Together', ratio(all, aligned(volume.dates, whole)), { key: 'all', colorKey: 'Total' }),
        ...tokens.map((token) =>
          line(token, ratio(rolling(volume, token, days), aligned(volume.dates, supply, token))),
        ),
      ],
    }
  },
}

/** Largest one-day net redemption of each stablecoin in a year, as a share of supply the day before. */
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
      return { key, value: worst.share, note: worst.day === '' ? '' : formatDay(worst.day) }
    })
    bars.sort((a, b) => b.value - a.value)
    return {
      data: barsData(bars, formats.percentFine, { name: 'Largest 1-day net redemption' }),
      summary: `Largest 1-day net redemption in a year: ${bars.map(({ key, value }) => `${key} ${formatNumber(value, formats.percentFine)}`).join(', ')}.`,
    }
  },
}

const bigEnoughUsd = 5e8
const pegDays = { last: 90, unit: 'day' } as const
const bp = { kind: 'bps', digits: 0, signed: true } as const

const pegLines: readonly Guide[] = [
  { value: 100, label: '+100 bp', tone: 'red' },
  { value: 50, label: '+50 bp', tone: 'amber' },
  { value: 25, label: '+25 bp', tone: 'amber' },
  { value: 10, label: '+10 bp', tone: 'neutral' },
  { value: -10, label: '\u221210 bp', tone: 'neutral' },
  { value: -25, label: '\u221225 bp', tone: 'amber' },
  { value: -50, label: '\u221250 bp', tone: 'amber' },
  { value: -100, label: '\u2212100 bp', tone: 'red' },
]

/** The stablecoin above half a billion that is farthest from one dollar today. */
export const worstPeg: Calculation<Track> = {
  measure: 'stable_price.deviation',
  together: ['stable_price', 'stable_supply'],
  definition:
    'The close farthest from one dollar among stablecoins above 500 million in supply. Amber from 25 bp, red from 100. The close may have recovered from a worse low: see the band below.',
  asks: { measures: ['stable_price.deviation'], by: ['token'], over: 1 },
  build: async (context) => {
    const [prices, supply] = await Promise.all([
      readPanel(context, {
        measure: 'stable_price.deviation',
        by: 'token',
        range: { last: 400, unit: 'day' },
      }),
      readPanel(context, { measure: 'stable_supply.supply', by: 'token', range: { last: 5, unit: 'day' } }),
    ])
    const [worst] = prices.keys
      .filter((token) => (lastOf(supply.values[token] ?? []) ?? 0) > bigEnoughUsd)
      .sort((a, b) => size(prices.values[b]) - size(prices.values[a]))
    if (worst === undefined) return { dates: prices.dates, values: [] }
    return { dates: prices.dates, values: prices.values[worst] ?? [], subject: worst }
  },
}

const size = (values: readonly (number | null)[] | undefined): number => Math.abs(lastOf(values ?? []) ?? 0)

/** Daily closes of the largest stablecoins, with the band from the worst low to the highest high. */
export const pegBands: Calculation<OwnSeries> = {
  measure: 'stable_price.deviation',
  together: ['stable_price', 'stable_supply'],
  unit: 'Basis points from one dollar; line: daily close, band: lowest to highest price on any venue',
  asks: { measures: ['stable_price.deviation'], by: ['token'], grain: 'day', range: pegDays },
  build: async (context) => {
    const tokens = await largest(context, 4)
    const [close, low, high] = await Promise.all(
      (['deviation', 'deviation_low', 'deviation_high'] as const).map((measure) =>
        readPanel(context, { measure: `stable_price.${measure}`, by: 'token', range: pegDays }),
      ),
    )
    if (!close || !low || !high) return { dates: [], series: [], grain: 'day' }
    const present = tokens.filter((token) => token in close.values)
    const reach = Math.max(
      12,
      ...present.flatMap((token) =>
        known([...(low.values[token] ?? []), ...(high.values[token] ?? [])]).map(Math.abs),
      ),
    )
    return {
      dates: close.dates,
      grain: 'day',
      // Guides far outside the data would flatten it.
      guides: pegLines.filter(({ value }) => Math.abs(value) <= reach * 1.15),
      series: present.map((token) =>
        line(token, close.values[token] ?? [], {
          band: { low: low.values[token] ?? [], high: high.values[token] ?? [] },
        }),
      ),
    }
  },
}

async function largest(context: TileContext, count: number): Promise<readonly string[]> {
  const supply = await readPanel(context, {
    measure: 'stable_supply.supply',
    by: 'token',
    range: { last: 5, unit: 'day' },
  })
  return supply.keys.filter((token) => token !== 'Other').slice(0, count)
}

/** For each stablecoin, the days of the last 90 on which a venue traded more than 25 bp from one dollar. */
export const daysOffPeg: Calculation<Made<BarsData>> = {
  measure: 'stable_price.deviation_low',
  unit: 'Days of the last 90 with a low or high beyond 25 bp',
  definition:
    'Counts days on which the lowest or highest price of any venue lay more than 25 bp from one dollar. A mean would hide them: one day can be enough for a liquidation.',
  build: async (context) => {
    const [low, high] = await Promise.all([
      readPanel(context, { measure: 'stable_price.deviation_low', by: 'token', range: pegDays }),
      readPanel(context, { measure: 'stable_price.deviation_high', by: 'token', range: pegDays }),
    ])
    const bars = low.keys.map((key) => {
      const worst = low.dates.map((_, row) =>
        farther(low.values[key]?.[row] ?? null, high.values[key]?.[row] ?? null),
      )
      const extreme = known(worst).reduce(
        (found, value) => (Math.abs(value) > Math.abs(found) ? value : found),
        0,
      )
      return {
        key,
        value: known(worst).filter((value) => Math.abs(value) > 25).length,
        note: `worst ${formatNumber(extreme, bp)}`,
      }
    })
    bars.sort((a, b) => b.value - a.value)
    return {
      data: barsData(bars, { kind: 'number', digits: 0 }, { name: 'Days beyond 25 bp' }),
      summary: `Days beyond 25 bp in 90: ${bars.map(({ key, value, note }) => `${key} ${value} (${note})`).join(', ')}.`,
    }
  },
}

const farther = (low: number | null, high: number | null): number | null =>
  low === null ? high : high === null || Math.abs(low) >= Math.abs(high) ? low : high
