import { latestOf, type Track } from '../tiles/kpi'
import type { BarsData, ScatterData } from '../../wire/board'
import * as formats from '../../model/formats'
import { histories, history, onDates } from '../calculations/coin-history'
import { aligned, cardHistory, readPanel } from '../panel'
import { lastOf, movingMean, difference } from '../../query/statistics'
import { barsData, type Calculation, type Made } from '../tiles/shapes'
import { type OwnSeries, line, dailySeries } from '../tiles/series'
import { formatNumber } from '../../rendering/format'

export const onEthereum = [{ field: 'network', op: 'eq', values: ['Ethereum'] }] as const
const today = { last: 2, unit: 'day' } as const

/** Ether's reward as a 7-day mean, against the T-bill rate. */
export const etherReward: Calculation<Track> = {
  measure: 'staking.apr',
  unit: 'Percent a year, simple, after fee, 7-day mean',
  asks: latestOf('moving_average(staking.apr, 7)', onEthereum),
  build: async (context) => {
    const [reward, bill] = await Promise.all([
      history(context, 'staking.apr', onEthereum),
      history(context, 'rates.bill', []),
    ])
    const values = movingMean(reward.values, 7)
    const [now, rate] = [lastOf(values), lastOf(bill.values)]
    return {
      dates: reward.dates,
      values,
      changes: [
        { ...formats.gap(difference(now, rate), formats.percentFine), label: 'over T-bill', better: 'none' },
      ],
    }
  },
}

/** The network with the highest yield after dilution: ranking by nominal rate would reward inflation. */
export const bestRealYield: Calculation<Track> = {
  measure: 'staking.real_yield',
  definition:
    'The network whose reward less dilution is highest. The highest nominal reward is usually the highest inflation.',
  asks: { measures: ['staking.real_yield'], by: ['network'], over: 1 },
  build: async (context) => {
    const panel = await readPanel(context, {
      measure: 'staking.real_yield',
      by: 'network',
      range: cardHistory,
    })
    const [best = ''] = [...panel.keys].sort(
      (a, b) => (lastOf(panel.values[b] ?? []) ?? -99) - (lastOf(panel.values[a] ?? []) ?? -99),
    )
    return { dates: panel.dates, values: panel.values[best] ?? [], subject: best }
  },
}

/** What remains of each reward after the dilution it has to offset. */
export const realYields: Calculation<Made<BarsData>> = {
  measure: 'staking.real_yield',
  unit: 'Percent a year: (1 + reward) / (1 + dilution) - 1',
  definition:
    'A high reward paid in new coins is a share split. What is left is the real yield; who does not stake earns minus the dilution.',
  asks: { measures: ['staking.apr', 'staking.dilution', 'staking.real_yield'], by: ['network'], over: 1 },
  build: async (context) => {
    const read = (measure: string) =>
      readPanel(context, { measure: `staking.${measure}`, by: 'network', range: today })
    const [nominal, dilution, real] = await Promise.all([read('apr'), read('dilution'), read('real_yield')])
    const last = (panel: typeof real, name: string): number | null => lastOf(panel.values[name] ?? [])
    const bars = real.keys.map((key) => ({
      key,
      value: last(real, key),
      note: `${formatNumber(last(nominal, key), formats.percentFine)} over dilution of ${formatNumber(last(dilution, key), formats.percentFine)}`,
    }))
    return {
      data: barsData(bars, formats.percentFine, { shape: 'diverging-bars', name: 'Real yield' }),
      summary: `Real yield: ${bars.map(({ key, value, note }) => `${key} ${formatNumber(value, formats.percentFine)} (${note})`).join(', ')}.`,
    }
  },
}

export const rewardSources: Calculation<OwnSeries> = {
  measure: 'staking.consensus',
  unit: 'Percent a year, before fee: from new coins, and from fees and MEV',
  asks: { measures: ['staking.consensus', 'staking.fees'], where: onEthereum, grain: 'day' },
  build: async (context) => {
    const [coins, fees] = await histories(context, ['staking.consensus', 'staking.fees'], onEthereum)
    return dailySeries(context, coins.dates, [
      line('New coins', coins.values, { colorKey: 'Issued' }),
      line('Fees and MEV', onDates(coins.dates, fees), { colorKey: 'Fees' }),
    ])
  },
}

/** What a provider pays after its fee, relative to native staking. */
export const providerSpread: Calculation<Made<BarsData>> = {
  measure: 'staking.apr',
  unit: 'Basis points a year over native staking on Ethereum, after fee',
  definition:
    'A provider takes a fee and adds fees and MEV that a lone validator misses on most days. Below zero is the price of a liquid token.',
  build: async (context) => {
    // Without native staking there is nothing to compare with.
    const panel = await readPanel(context.whole('staking.protocol'), {
      measure: 'staking.apr',
      by: 'protocol',
      where: onEthereum,
      range: today,
    })
    const native = lastOf(panel.values['Native'] ?? panel.values['Solo'] ?? []) ?? 0
    const bars = panel.keys
      .filter((key) => key !== 'Native')
      .map((key) => {
        const own = lastOf(panel.values[key] ?? [])
        return {
          key,
          value: own === null ? null : (own - native) * 100,
          note: formatNumber(own, formats.percentFine),
        }
      })
    return {
      data: barsData(bars, formats.basisPointsChange, { shape: 'diverging-bars', name: 'Over native' }),
      summary: `Against native staking of ${formatNumber(native, formats.percentFine)}: ${bars.map(({ key, value }) => `${key} ${formatNumber(value, formats.basisPointsChange)}`).join(', ')}.`,
    }
  },
}

export const rewardAndSize: Calculation<Made<ScatterData>> = {
  measure: 'staking.apr',
  unit: 'Percent a year over US dollars staked; the size of a dot is the staked share',
  asks: { measures: ['staking.staked', 'staking.real_yield'], by: ['network'], over: 1 },
  build: async (context) => {
    const read = (measure: string) =>
      readPanel(context, { measure: `staking.${measure}`, by: 'network', range: today })
    const [size, real, share] = await Promise.all([read('staked'), read('real_yield'), read('staked_share')])
    const points = size.keys.flatMap((key) => {
      const [x, y] = [lastOf(size.values[key] ?? []), lastOf(real.values[key] ?? [])]
      return x === null || y === null
        ? []
        : [{ key, label: key, colorKey: key, x, y, size: lastOf(share.values[key] ?? []) ?? 0 }]
    })
    return {
      data: {
        x: { label: 'Staked value', format: formats.usd, logScale: true },
        y: { label: 'Real yield', format: formats.percent },
        points,
        sizeLabel: 'Staked share',
        sizeFormat: formats.percent,
      },
      summary: `Real yield and size of ${points.length} networks; largest ${points[0]?.label ?? ''} with ${formatNumber(points[0]?.x, formats.usd)} at ${formatNumber(points[0]?.y, formats.percentFine)}.`,
    }
  },
}

/** Shares of the largest pool of staked ether, and of the three largest. */
export const providerConcentration: Calculation<OwnSeries> = {
  measure: 'staking.staked_coins',
  unit: 'Percent of staked ether',
  definition:
    'Above a third one provider could stop finality, from 22% on its own governance has asked for restraint. "Native" stands for thousands of operators and is never counted as one of the largest.',
  build: async (context) => {
    const panel = await readPanel(context.whole('staking.protocol'), {
      measure: 'staking.staked_coins',
      by: 'protocol',
      where: onEthereum,
      range: 'ALL',
    })
    const providers = panel.keys.filter((key) => !/native/i.test(key) && key !== 'Other')
    const largest = (count: number): readonly (number | null)[] =>
      panel.dates.map((_, row) => {
        const at = (key: string): number => panel.values[key]?.[row] ?? 0
        const all = panel.keys.reduce((total, key) => total + at(key), 0)
        const most = providers.map(at).sort((a, b) => b - a)
        return all === 0
          ? null
          : (100 * most.slice(0, count).reduce((total, coins) => total + coins, 0)) / all
      })
    return dailySeries(context, panel.dates, [
      line('Largest provider', largest(1)),
      line('Three largest', largest(3)),
    ])
  },
}

export const liquidTokens: Calculation<OwnSeries> = {
  measure: 'staking.liquid_premium',
  asks: { measures: ['staking.liquid_premium'], by: ['protocol'], where: onEthereum, grain: 'day' },
  build: async (context) => {
    const panel = await readPanel(context, {
      measure: 'staking.liquid_premium',
      by: 'protocol',
      where: onEthereum,
      range: context.range,
    })
    const keys = panel.keys.filter((key) => (panel.values[key] ?? []).some((value) => value !== null))
    return { dates: panel.dates, grain: 'day', series: keys.map((key) => line(key, panel.values[key] ?? [])) }
  },
}

export const rewards: Calculation<OwnSeries> = {
  measure: 'staking.apr',
  asks: { measures: ['staking.apr'], by: ['network'], grain: 'day' },
  build: async (context) => {
    const [panel, bill] = await Promise.all([
      readPanel(context, { measure: 'staking.apr', by: 'network', range: context.range }),
      readPanel(context, { measure: 'rates.bill', range: 'ALL' }),
    ])
    return {
      dates: panel.dates,
      grain: 'day',
      series: [
        ...panel.keys.map((key) => line(key, panel.values[key] ?? [])),
        line('T-bill rate', aligned(panel.dates, bill)),
      ],
    }
  },
}
