import { liveboards } from '../../wire/liveboards'
import * as formats from '../../model/formats'
import { rateBy } from '../calculations/breakdown'
import type { BoardDefinition } from '../definition'
import { queues } from './ethereum-network'
import * as yields from './staking-yields'
import { lastOf } from '../../query/statistics'
import { ago, kpi, kpiOf } from '../tiles/kpi'
import { series, seriesOf } from '../tiles/series'
import { bars, scatter } from '../tiles/shapes'
import { table, change, now, share, trend, words, type TableText, type ColumnSpec } from '../tiles/table'

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
    kpiOf('reward', 'ETH APR, 7-day mean', yields.etherReward, {
      color: 'ETH',
      changes: [ago(30, 'basis-points', '30 d')],
      better: 'none',
    }),
    kpi('real-yield', 'Real yield of ETH', 'staking.real_yield', {
      where: yields.onEthereum,
      color: 'ETH',
      changes: [ago(30, 'basis-points', '30 d')],
      better: 'none',
    }),
    kpi('staked-share', 'ETH staked share', 'staking.staked_share', {
      where: yields.onEthereum,
      color: 'ETH',
      changes: [ago(30, 'points', '30 d')],
    }),
    kpiOf('best', 'Top real yield', yields.bestRealYield, {
      changes: [ago(30, 'basis-points', '30 d')],
      better: 'none',
    }),
    bars('real-yields', 'Real yield by network', yields.realYields, {
      subtitle: 'What is left after dilution? (1 + reward) / (1 + dilution) − 1, last day',
      size: [26, 420],
      crossFilterField: 'staking.network',
    }),
    seriesOf('rewards', 'Reward by network', yields.rewards, {
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
      where: yields.onEthereum,
      by: 'protocol',
      shape: 'area-100',
    }),
    seriesOf('concentration', 'Concentration of staked ether', yields.providerConcentration, {
      subtitle: 'Is one too large? Shares of the largest pools; solo operators count apart, {range}',
      format: formats.percent,
      guides: thirds,
    }),
    seriesOf('sources', 'Ether reward by source', yields.rewardSources, {
      subtitle: 'What pays ether? New coins, fees and MEV, {range}',
      shape: 'stacked-area',
      size: [20, 320],
    }),
    bars('spread', 'Provider over native', yields.providerSpread, {
      subtitle: 'Ether, after fee',
      size: [20, 320],
      crossFilterField: 'staking.protocol',
    }),
    scatter('size', 'Yield and size', yields.rewardAndSize, {
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
    seriesOf('liquid', 'Liquid tokens to value', yields.liquidTokens, {
      subtitle: 'Ether, basis points over net asset value, {range}',
      size: [60, 300],
      guides: [{ value: 0, label: 'At value' }],
      axisNotes: { above: 'premium', below: 'discount' },
    }),
    series('validators', 'Validators of Ethereum', 'staking.validators', {
      subtitle: 'Validators are not operators, {range}',
      where: yields.onEthereum,
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
