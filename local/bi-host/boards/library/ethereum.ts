import { liveboards } from '../../wire/liveboards'
import * as formats from '../../model/formats'
import { ofAsset } from '../calculations/coin-history'
import { drawdownLine, priceCandles } from '../calculations/coin-price'
import {
  activeAddresses,
  exchangeBalance,
  mvrvCard,
  mvrvLine,
  flowAndIssuance,
} from '../calculations/coin-valuation'
import type { BoardDefinition } from '../definition'
import * as network from './ethereum-network'
import { ago, fromPeak, kpi, kpiOf, meanOf } from '../tiles/kpi'
import { series, seriesOf } from '../tiles/series'
import { candles } from '../tiles/shapes'

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
    kpiOf('eth-btc', 'ETH/BTC', network.etherToBitcoin, {
      span: 10,
      color: 'ETH',
      format: formats.ratioFine,
      changes: [ago(30, 'percent', '30 d')],
    }),
    kpiOf('net-issuance', 'Net issuance a year', network.netIssuance, {
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
    kpiOf('fees', 'Fees a day, 7-day mean', network.feeCard, {
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
    seriesOf('against-bitcoin', 'ETH/BTC ratio', network.etherToBitcoinLine, {
      subtitle: 'Ether against bitcoin, and its 200-day mean, {range}',
      size: [24, 420],
      format: formats.ratioFine,
    }),
    seriesOf('mvrv-history', 'Ether MVRV', mvrvLine('ETH'), { size: [30, 320] }),
    seriesOf('volatility', 'Implied and realized', network.volatility, {
      subtitle: 'ATM and realized of 30 days, and ATM of BTC, {range}',
      size: [30, 320],
    }),
    seriesOf('beta', 'Beta to bitcoin', network.beta, {
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
    seriesOf('issuance', 'Ether net issuance', network.netIssuanceLine, {
      subtitle: 'Is supply growing? Issued less burned over 30 days, percent of supply a year, {range}',
      format: { kind: 'percent', digits: 2, signed: true },
      axisNotes: { above: 'supply grows', below: 'supply shrinks' },
    }),
    seriesOf('fee-history', 'Ethereum fees', network.feeLine, {
      subtitle: 'What is blockspace worth? Base layer only: activity moved to rollups, {range}',
    }),
    series('staking', 'Staked share of supply', 'staking.staked_share', {
      subtitle: 'How much ether is locked? Percent of supply, {range}',
      where: [{ field: 'network', op: 'eq', values: ['Ethereum'] }],
    }),
    seriesOf('queues', 'Staking queues', network.queues, {
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
