import { latestOf, type Track, ago, fromPeak, kpi, kpiOf, meanOf } from '../tiles/kpi'
import {
  histories,
  history,
  ofAsset,
  onDates,
  shown,
  drawdownLine,
  priceCandles,
  activeAddresses,
  exchangeBalance,
  mvrvCard,
  mvrvLine,
  flowAndIssuance,
} from '../calculations/coin'
import type { TileContext, BoardDefinition } from '../definition'
import { lastFigure, rolling } from '../panel'
import {
  known,
  logReturns,
  mean,
  movingMean,
  realisedVolatility,
  type Values,
  quotients,
} from '../../query/statistics'
import { type OwnSeries, line, dailySeries, series, seriesOf } from '../tiles/series'
import { type Calculation, candles } from '../tiles/shapes'
import { liveboards } from '../../wire/liveboards'
import * as formats from '../../model/formats'

const eth = ofAsset('ETH')
const btc = ofAsset('BTC')
const networkIsEthereum = [{ field: 'network', op: 'eq', values: ['Ethereum'] }] as const

async function ratioHistory(context: TileContext): Promise<Track> {
  const [ether, coin] = await Promise.all([
    history(context, 'price.close', eth),
    history(context, 'price.close', btc),
  ])
  const track = { dates: ether.dates, values: quotients(ether.values, onDates(ether.dates, coin)) }
  return { ...track, figures: lastFigure('ETH/BTC', track) }
}

const ratioText = {
  measure: 'price.close',
  unit: 'ETH close over BTC close, UTC days',
  definition:
    'How many bitcoin one ether buys. It falls when bitcoin rises more: a falling ratio is no falling ether price.',
} as const

const etherToBitcoin: Calculation<Track> = { ...ratioText, build: ratioHistory }

const etherToBitcoinLine: Calculation<OwnSeries> = {
  ...ratioText,
  build: async (context) => {
    const { dates: all, values, figures = {} } = await ratioHistory(context)
    return {
      ...dailySeries(context, all, [
        line('ETH/BTC', values, { colorKey: 'ETH' }),
        line('200-day mean', movingMean(values, 200)),
      ]),
      figures,
    }
  },
}

/** Slope of ether's daily log returns against bitcoin's over 90 days. */
const beta: Calculation<OwnSeries> = {
  measure: 'price.close',
  unit: 'Slope of daily log returns on those of BTC, 90 days',
  definition:
    'Above 1 ether moved more than bitcoin in the same direction. It says nothing about moves that bitcoin did not make.',
  build: async (context) => {
    const [ether, coin] = await Promise.all([
      history(context, 'price.close', eth),
      history(context, 'price.close', btc),
    ])
    const x = [null, ...logReturns(onDates(ether.dates, coin))]
    const y = [null, ...logReturns(ether.values)]
    const values = y.map((_, row) =>
      row < 90 ? null : slope(x.slice(row - 89, row + 1), y.slice(row - 89, row + 1)),
    )
    return dailySeries(context, ether.dates, [line('Beta to BTC, 90 d', values, { colorKey: 'ETH' })])
  },
}

function slope(x: Values, y: Values): number | null {
  const pairs = x.flatMap((a, row) => {
    const b = y[row] ?? null
    return a === null || b === null ? [] : [[a, b] as const]
  })
  const centreX = mean(pairs.map(([a]) => a))
  const centreY = mean(pairs.map(([, b]) => b))
  if (centreX === null || centreY === null || pairs.length < 60) return null
  const spread = pairs.reduce((sum, [a]) => sum + (a - centreX) ** 2, 0)
  return spread === 0 ? null : pairs.reduce((sum, [a, b]) => sum + (a - centreX) * (b - centreY), 0) / spread
}

async function supplyGrowth(context: TileContext): Promise<{
  readonly dates: readonly string[]
  readonly net: Values
  readonly issued: Values
  readonly burned: Values
  readonly figures: Readonly<Record<string, number>>
}> {
  const [issued, burned, supply] = await histories(
    context,
    ['onchain.issuance', 'onchain.burned', 'onchain.supply'],
    eth,
  )
  const days = 30
  const yearly = (values: Values): (number | null)[] =>
    quotients(values, supply.values).map((share) => (share === null ? null : (share * 365 * 100) / days))
  const made = rolling(issued.panel, '', days)
  const gone = rolling(burned.panel, '', days)
  const net = yearly(made.map((value, row) => (value === null ? null : value - (gone[row] ?? 0))))
  return {
    dates: issued.dates,
    issued: yearly(made),
    burned: yearly(gone.map((value) => (value === null ? null : -value))),
    net,
    figures: lastFigure('net issuance of ETH', { dates: issued.dates, values: net }),
  }
}

const growthText = {
  measure: 'onchain.issuance',
  unit: 'Percent of supply a year, from the last 30 days',
  definition:
    'New coins for validators less coins burned by fees, over supply. Negative means that supply shrinks. Burning follows base-layer activity, which moved to rollups.',
} as const

const netIssuance: Calculation<Track> = {
  ...growthText,
  build: async (context) => {
    const { dates, net, figures } = await supplyGrowth(context)
    return { dates, values: net, figures, note: 'from the last 30 days' }
  },
}

const netIssuanceLine: Calculation<OwnSeries> = {
  ...growthText,
  build: async (context) => {
    const growth = await supplyGrowth(context)
    return {
      ...dailySeries(context, growth.dates, [
        line('Net', growth.net, { colorKey: 'ETH' }),
        line('Issued', growth.issued, { colorKey: 'Issued' }),
        line('Burned', growth.burned, { colorKey: 'Redeemed' }),
      ]),
      figures: growth.figures,
    }
  },
}

/** Fees as a 7-day mean. */
async function feeTrack(context: TileContext): Promise<Track & { readonly daily: Values }> {
  const { dates, values: daily } = await history(context, 'onchain.fees', eth)
  const track = { dates, values: movingMean(daily, 7) }
  return { ...track, daily, figures: lastFigure('7-day mean of fees in ETH', track) }
}

/** Fees as a 7-day mean, beside their 90-day mean. */
const feeLine: Calculation<OwnSeries> = {
  measure: 'onchain.fees',
  unit: 'US dollars a day, base layer, 7-day and 90-day means',
  asks: {
    measures: ['moving_average(onchain.fees, 7)', 'moving_average(onchain.fees, 90)'],
    where: eth,
    grain: 'day',
  },
  build: async (context) => {
    const { dates: all, values, daily, figures = {} } = await feeTrack(context)
    return {
      ...dailySeries(context, all, [
        line('7-day mean', values, { colorKey: 'ETH' }),
        line('90-day mean', movingMean(daily, 90)),
      ]),
      figures,
    }
  },
}

const feeCard: Calculation<Track> = {
  measure: 'onchain.fees',
  unit: 'US dollars a day, base layer, 7-day mean',
  asks: latestOf('moving_average(onchain.fees, 7)', eth),
  build: async (context) => ({ ...(await feeTrack(context)), note: 'base layer only' }),
}

/** Implied and realised volatility of 30 days, and implied volatility of BTC. */
const volatility: Calculation<OwnSeries> = {
  measure: 'option_surface.atm',
  unit: 'Percent a year',
  definition:
    'At-the-money implied volatility of 30 days beside what the last 30 days did. Implied looks forward, realized back: the gap is no profit until the next 30 days are known.',
  asks: {
    measures: ['option_surface.atm', 'volatility(price.close, 30)'],
    where: [...eth, { field: 'tenor', op: 'eq', values: [30] }],
    grain: 'day',
  },
  build: async (context) => {
    const month = { field: 'tenor', op: 'eq', values: [30] } as const
    const [implied, bitcoin, close] = await Promise.all([
      history(context, 'option_surface.atm', [...eth, month]),
      history(context, 'option_surface.atm', [...btc, month]),
      history(context, 'price.close', eth),
    ])
    const realised = {
      ...close,
      panel: { ...close.panel, values: { '': realisedVolatility(close.values, 30) } },
    }
    const { dates, cut } = shown(context, implied.dates)
    return {
      dates,
      grain: 'day',
      series: [
        line('Implied, 30 d', cut(implied.values), { colorKey: 'ETH' }),
        line('Realized, 30 d', cut(onDates(implied.dates, realised))),
        line('Implied, BTC', cut(onDates(implied.dates, bitcoin)), { colorKey: 'BTC' }),
      ].filter(({ values }) => known(values).length > 0),
    }
  },
}

/** Queues to exit and enter staking, weighted over providers. */
export const queues: Calculation<OwnSeries> = {
  measure: 'staking.exit',
  unit: 'Days of queue and unbonding, weighted by stake',
  asks: { measures: ['staking.exit', 'staking.entry'], where: networkIsEthereum, grain: 'day' },
  build: async (context) => {
    const [exit, entry] = await histories(context, ['staking.exit', 'staking.entry'], networkIsEthereum)
    return dailySeries(context, exit.dates, [
      line('Days to leave', exit.values),
      line('Days to enter', onDates(exit.dates, entry)),
    ])
  },
}

const onEthereum = [{ field: 'chain', op: 'eq', values: ['Ethereum'] }] as const

export const ethereum: BoardDefinition = {
  id: liveboards.ethereum.id,
  title: 'Ethereum',
  description: 'Ether against bitcoin, value, supply growth, demand for blockspace, staking and flows.',
  range: '1Y',
  chips: [
    { field: 'etf.issuer', multiple: true, label: 'Fund sponsor' },
    { field: 'stable_supply.token', multiple: true },
  ],
  tabs: [
    {
      id: 'price-and-value',
      label: 'Price and value',
      tiles: [
        'eth',
        'eth-btc',
        'mvrv',
        'price',
        'against-bitcoin',
        'mvrv-history',
        'volatility',
        'beta',
        'drawdown',
        'fund-flow',
        'exchange-balance',
      ],
    },
    {
      id: 'network-and-staking',
      label: 'Network and staking',
      tiles: [
        'net-issuance',
        'staked-share',
        'fees',
        'issuance',
        'fee-history',
        'staking',
        'queues',
        'stablecoins',
        'addresses',
      ],
    },
  ],
  tiles: [
    kpi('eth', 'Ether', 'price.close', {
      where: ofAsset('ETH'),
      span: 10,
      whole: true,
      color: 'ETH',
      changes: [ago(1, 'percent', '1 d'), ago(30, 'percent', '30 d')],
      note: fromPeak,
    }),
    kpiOf('eth-btc', 'ETH/BTC', etherToBitcoin, {
      span: 10,
      color: 'ETH',
      format: formats.ratioFine,
      changes: [ago(30, 'percent', '30 d')],
    }),
    kpiOf('net-issuance', 'Net issuance a year', netIssuance, {
      span: 10,
      color: 'ETH',
      format: { kind: 'percent', digits: 2, signed: true },
      changes: [ago(30, 'points', '30 d')],
      better: 'none',
    }),
    kpi('staked-share', 'Staked share', 'staking.staked_share', {
      where: [{ field: 'network', op: 'eq', values: ['Ethereum'] }],
      span: 10,
      color: 'ETH',
      changes: [ago(30, 'points', '30 d')],
    }),
    kpiOf('fees', 'Fees a day, 7-day mean', feeCard, {
      span: 10,
      color: 'ETH',
      changes: [meanOf(90, 'percent')],
    }),
    kpiOf('mvrv', 'MVRV', mvrvCard('ETH'), {
      span: 10,
      color: 'ETH',
      changes: [ago(30, 'absolute', '30 d')],
    }),
    candles('price', 'Price and cost basis', priceCandles('ETH'), {
      subtitle: 'Daily candles in UTC, spot volume, 50- and 200-day means, realized price',
      size: [36, 420],
    }),
    seriesOf('against-bitcoin', 'ETH/BTC ratio', etherToBitcoinLine, {
      subtitle: 'Ether against bitcoin, and its 200-day mean, {range}',
      size: [24, 420],
      format: formats.ratioFine,
    }),
    seriesOf('mvrv-history', 'Ether MVRV', mvrvLine('ETH'), { size: [30, 320] }),
    seriesOf('volatility', 'Implied and realized', volatility, {
      subtitle: 'ATM and realized of 30 days, and ATM of BTC, {range}',
      size: [30, 320],
    }),
    seriesOf('beta', 'Beta to bitcoin', beta, {
      subtitle: '90 days of log returns, {range}',
      size: [30, 320],
      format: formats.ratio,
      guides: [{ value: 1, label: 'Moves like bitcoin' }],
    }),
    seriesOf('drawdown', 'Drawdown', drawdownLine('ETH'), {
      subtitle: 'From the peak since November 2023, {range}',
      shape: 'area',
      size: [30, 320],
      format: formats.percent,
    }),
    seriesOf('issuance', 'Ether net issuance', netIssuanceLine, {
      subtitle: 'Is supply growing? Issued less burned over 30 days, percent of supply a year, {range}',
      format: { kind: 'percent', digits: 2, signed: true },
      axisNotes: { above: 'supply grows', below: 'supply shrinks' },
    }),
    seriesOf('fee-history', 'Ethereum fees', feeLine, {
      subtitle: 'What is blockspace worth? Base layer only: activity moved to rollups, {range}',
    }),
    series('staking', 'Staked share of supply', 'staking.staked_share', {
      subtitle: 'How much ether is locked? Percent of supply, {range}',
      where: [{ field: 'network', op: 'eq', values: ['Ethereum'] }],
    }),
    seriesOf('queues', 'Staking queues', queues, {
      subtitle: 'Can stakers leave? Days to leave and to enter, {range}',
      format: formats.days,
    }),
    seriesOf('fund-flow', 'Funds against issuance', flowAndIssuance('ETH'), {
      subtitle: 'Coins by {grain}: fund flow and new coins, {range}',
      shape: 'diverging-bars',
      format: formats.coinsChange('ETH'),
    }),
    seriesOf('exchange-balance', 'Coins on exchanges', exchangeBalance('ETH'), {
      format: formats.coins('ETH'),
    }),
    series('stablecoins', 'Dollars on Ethereum', 'stable_supply.supply', {
      subtitle: 'Stablecoins that came or went since the first day shown, {range}',
      where: onEthereum,
      by: 'token',
      top: 5,
      shape: 'change',
      size: [30, 320],
    }),
    seriesOf('addresses', 'Active addresses', activeAddresses('ETH'), {
      subtitle: '7-day mean, {range}',
      size: [30, 320],
    }),
  ],
}
