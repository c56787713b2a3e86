import { latestOf, type Track, ago, kpi, kpiOf } from '../tiles/kpi'
import type { BarsData, ScatterData } from '../../wire/board'
import * as formats from '../../model/formats'
import { histories, history, onDates } from '../calculations/coin'
import { aligned, cardHistory, lastFigure, readPanel } from '../panel'
import { lastOf, movingMean, difference } from '../../query/statistics'
import { barsData, type Calculation, type Made, bars, scatter } from '../tiles/shapes'
import { type OwnSeries, line, dailySeries, series, seriesOf } from '../tiles/series'
import { formatNumber } from '../../rendering/format'
import { liveboards } from '../../wire/liveboards'
import { rateBy } from '../calculations/breakdown'
import type { BoardDefinition } from '../definition'
import { queues } from './ethereum'
import { table, change, now, share, trend, words, type TableText, type ColumnSpec } from '../tiles/table'

const onEthereum = [{ field: 'network', op: 'eq', values: ['Ethereum'] }] as const
const today = { last: 2, unit: 'day' } as const

/** Ether's reward as a 7-day mean, against the T-bill rate. */
const etherReward: Calculation<Track> = {
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
const bestRealYield: Calculation<Track> = {
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
    const track = { dates: panel.dates, values: panel.values[best] ?? [] }
    return { ...track, subject: best, figures: lastFigure(panel.meaningOf(best), track) }
  },
}

/** What remains of each reward after the dilution it has to offset. */
const realYields: Calculation<Made<BarsData>> = {
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

const rewardSources: Calculation<OwnSeries> = {
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
const providerSpread: Calculation<Made<BarsData>> = {
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

const rewardAndSize: Calculation<Made<ScatterData>> = {
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
const providerConcentration: Calculation<OwnSeries> = {
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

const liquidTokens: Calculation<OwnSeries> = {
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

const rewards: Calculation<OwnSeries> = {
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

const thirds = [
  { value: 22, label: 'One provider: 22%', tone: 'amber' },
  { value: 33.3, label: 'One provider: a third', tone: 'red' },
] as const

/** Coins of different networks cannot be added. */
const coinsColumn: ColumnSpec = {
  label: 'Coins',
  measure: 'staking.staked_coins',
  days: 2,
  kind: 'number',
  cell: lastOf,
}

const networkColumns: TableText['columns'] = [
  now('staking.staked', 'Staked value'),
  share('staking.staked'),
  coinsColumn,
  now('staking.staked_share', 'Of supply'),
  now('staking.apr', 'APR'),
  now('staking.dilution', 'Dilution'),
  now('staking.real_yield', 'Real yield'),
  change('staking.apr', 30, 'basis-points', 'APR, 30 d'),
  now('staking.exit', 'Days to leave'),
  now('staking.validators', 'Validators'),
  words('staking.asset', 'Coin'),
  trend('staking.staked_share', 90),
]

export const staking: BoardDefinition = {
  id: liveboards.staking.id,
  title: 'Staking',
  description:
    'What staking pays after dilution, how much is locked, who holds it, and how long leaving takes.',
  range: '1Y',
  chips: [
    { field: 'staking.network', multiple: true },
    { field: 'staking.protocol', multiple: true },
  ],
  tiles: [
    kpi('staked', 'Staked value', 'staking.staked', {
      changes: [ago(1, 'percent', '1 d'), ago(30, 'percent', '30 d')],
    }),
    kpiOf('reward', 'ETH APR, 7-day mean', etherReward, {
      color: 'ETH',
      changes: [ago(30, 'basis-points', '30 d')],
      better: 'none',
    }),
    kpi('real-yield', 'Real yield of ETH', 'staking.real_yield', {
      where: onEthereum,
      color: 'ETH',
      changes: [ago(30, 'basis-points', '30 d')],
      better: 'none',
    }),
    kpi('staked-share', 'ETH staked share', 'staking.staked_share', {
      where: onEthereum,
      color: 'ETH',
      changes: [ago(30, 'points', '30 d')],
    }),
    kpiOf('best', 'Top real yield', bestRealYield, {
      changes: [ago(30, 'basis-points', '30 d')],
      better: 'none',
    }),
    bars('real-yields', 'Real yield by network', realYields, {
      subtitle: 'What is left after dilution? (1 + reward) / (1 + dilution) − 1, last day',
      size: [26, 420],
      crossFilterField: 'staking.network',
    }),
    seriesOf('rewards', 'Reward by network', rewards, {
      subtitle: 'APR after fee, weighted by stake, and the T-bill, {range}',
      size: [34, 420],
      format: formats.percent,
      crossFilterField: 'staking.network',
    }),
    series('share-history', 'Staked share of supply', 'staking.staked_share', {
      subtitle: 'How much is locked? Staked share of total supply, {range}',
      by: 'network',
    }),
    series('value', 'Staked value', 'staking.staked', {
      subtitle: 'Change since the first day shown, US dollars: price moves it, {range}',
      by: 'network',
      top: 6,
      shape: 'change',
    }),
    series('providers', 'Staked ether by provider', 'staking.staked', {
      subtitle: 'Who holds staked ether? Share by provider, {range}',
      where: onEthereum,
      by: 'protocol',
      shape: 'area-100',
    }),
    seriesOf('concentration', 'Concentration of staked ether', providerConcentration, {
      subtitle: 'Is one too large? Shares of the largest pools; solo operators count apart, {range}',
      format: formats.percent,
      guides: thirds,
    }),
    seriesOf('sources', 'Ether reward by source', rewardSources, {
      subtitle: 'What pays ether? New coins, fees and MEV, {range}',
      shape: 'stacked-area',
      size: [20, 320],
    }),
    bars('spread', 'Provider over native', providerSpread, {
      subtitle: 'Ether, after fee',
      size: [20, 320],
      crossFilterField: 'staking.protocol',
    }),
    scatter('size', 'Yield and size', rewardAndSize, {
      subtitle: 'Real yield over staked value; dots by staked share',
      size: [20, 320],
      crossFilterField: 'staking.network',
    }),
    seriesOf('queues', 'Ether staking queues', queues, {
      subtitle: 'Can I get out? Ether: days to leave and to enter, {range}',
      size: [30, 320],
      format: formats.days,
    }),
    bars('exit', 'Days to leave, by network', rateBy('staking.exit', { by: 'network' }), {
      subtitle: 'Queue and unbonding, last day',
      size: [30, 320],
      crossFilterField: 'staking.network',
    }),
    seriesOf('liquid', 'Liquid tokens to value', liquidTokens, {
      subtitle: 'Ether, basis points over net asset value, {range}',
      size: [60, 300],
      guides: [{ value: 0, label: 'At value' }],
      axisNotes: { above: 'premium', below: 'discount' },
    }),
    series('validators', 'Validators of Ethereum', 'staking.validators', {
      subtitle: 'Validators are not operators, {range}',
      where: onEthereum,
    }),
    series('restaking', 'Restaking', 'restaking.restaked', {
      subtitle: 'Stake used twice, counted above already: change since the first day shown, {range}',
      by: 'protocol',
      shape: 'change',
    }),
    table('networks', 'Networks', 'staking.network', {
      subtitle: 'Size, reward, dilution and time to leave',
      heading: 'Network',
      columns: networkColumns,
      size: [60, 480],
    }),
  ],
}
