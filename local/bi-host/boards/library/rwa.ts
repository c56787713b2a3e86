import { liveboards } from '../../wire/liveboards'
import * as formats from '../../model/formats'
import { latestBy } from '../calculations/breakdown'
import { treemap } from '../calculations/whole'
import type { BoardDefinition } from '../definition'
import * as growth from './rwa-growth'
import { ago, kpi, kpiOf } from '../tiles/kpi'
import { series, seriesOf } from '../tiles/series'
import { bars, parts, scatter } from '../tiles/shapes'
import { table, change, now, share, sumOver, trend, words, type TableText } from '../tiles/table'

const thirtyDays = [ago(30, 'percent', '30 d')]
const treasuries = [{ field: 'asset_class', op: 'eq', values: ['Treasuries'] }] as const

const productColumns: TableText['columns'] = [
  now('rwa.value', 'Value'),
  share('rwa.value'),
  change('rwa.value', 30, 'percent', '30 d'),
  sumOver('rwa.net_subscriptions', 30, 'Net subs, 30 d', { kind: 'change' }),
  now('rwa.yield', 'Net APY'),
  now('rwa.fee', 'Fee'),
  now('rwa.holders', 'Holders'),
  now('rwa.defi_share', 'In DeFi'),
  trend('rwa.value', 90),
]

const termColumns: TableText['columns'] = [
  now('rwa.value', 'Value'),
  words('rwa.asset_class', 'Class'),
  words('rwa.access', 'Access'),
  now('rwa.minimum', 'Minimum'),
  words('rwa.redemption', 'Redemption'),
  words('rwa.nav_frequency', 'NAV struck'),
  words('rwa.nav_date', 'Last NAV'),
]

export const rwa: BoardDefinition = {
  id: liveboards.rwa.id,
  title: 'RWA',
  description:
    'Whether tokenized assets grow or gold just rose, what counts, yields against the bill, and who holds them.',
  range: '1Y',
  chips: [
    { field: 'rwa.transfer_class', multiple: true, label: 'Transfer' },
    { field: 'rwa.asset_class', multiple: true },
    { field: 'rwa.chain', multiple: true },
  ],
  // Record-keeping tokens would dwarf the transferable ones: they are asked for, not mixed in.
  defaults: [{ field: 'rwa.transfer_class', op: 'in', values: ['Distributed'] }],
  tiles: [
    kpiOf('distributed', 'Distributed value', growth.valueOf('Distributed'), {
      changes: [ago(1, 'percent', '1 d'), ...thirtyDays],
    }),
    kpiOf('represented', 'Represented value', growth.valueOf('Represented'), {
      color: 'Other',
      changes: thirtyDays,
    }),
    kpiOf('treasuries', 'Treasuries', growth.treasuries, { color: 'Treasuries', changes: thirtyDays }),
    kpi('yield', 'Net Treasury yield, 7 d', 'rwa.yield', {
      where: treasuries,
      color: 'Treasuries',
      changes: [ago(30, 'basis-points', '30 d')],
      versus: { measure: 'rates.bill', label: 'over T-bill' },
    }),
    kpi('holders', 'Holders', 'rwa.holders', { changes: thirtyDays, note: () => 'addresses, not people' }),
    series('value', 'Value by class', 'rwa.value', {
      subtitle: 'At net asset value, {range}',
      by: 'asset_class',
      shape: 'stacked-area',
      size: [34, 400],
    }),
    seriesOf('growth', 'Change of RWA value', growth.moneyOrPrice, {
      subtitle: 'Growing, or is gold up? New money and price, by {grain}, {range}',
      shape: 'stacked-bars',
      size: [26, 400],
      format: formats.usdChange,
    }),
    bars('over-the-bill', 'Treasury yields over the T-bill', growth.overTheBill, {
      subtitle: 'Net yield of Treasury products over the 3-month bill',
      size: [26, 380],
      crossFilterField: 'rwa.product',
    }),
    parts(
      'products',
      'RWA value by class and product',
      treemap('rwa.value', { by: 'asset_class', within: 'product', totalLabel: 'all shown' }),
      {
        subtitle: 'What is tokenized? Value by class, then product',
        size: [34, 380],
        crossFilterField: 'rwa.asset_class',
      },
    ),
    series('flows', 'Net subscriptions by class', 'rwa.net_subscriptions', {
      subtitle: 'Where does money go? Net subscriptions by class and {grain}, {range}',
      by: 'asset_class',
      grain: 'month',
      shape: 'stacked-bars',
    }),
    series('chains', 'RWA value by chain', 'rwa.value', {
      subtitle: 'On which chain? Share of value, {range}',
      by: 'chain',
      top: 6,
      shape: 'area-100',
    }),
    bars('issuers', 'RWA value by issuer', latestBy('rwa.value', { by: 'issuer', top: 10 }), {
      subtitle: 'Who issues? Value by issuer, share and its change in 30 days',
      size: [20, 360],
      crossFilterField: 'rwa.issuer',
    }),
    series('used', 'RWA share used in DeFi', 'rwa.defi_share', {
      subtitle: 'Is it used? Share of value that works in DeFi, {range}',
      by: 'asset_class',
      size: [20, 360],
    }),
    series('holder-history', 'Holders', 'rwa.holders', {
      subtitle: 'Addresses that came or went since the first day shown, {range}',
      by: 'asset_class',
      shape: 'change',
      size: [20, 360],
    }),
    series('yields', 'Yield by product', 'rwa.yield', {
      subtitle: 'Treasuries, net 7-day APY, six largest, {range}',
      where: treasuries,
      by: 'product',
      most: 6,
      rankBy: 'value',
      size: [60, 340],
    }),
    scatter('yield-size', 'Yield and size', growth.yieldAndSize, {
      subtitle: 'Products that pay one, last day',
      size: [30, 340],
      crossFilterField: 'rwa.product',
    }),
    bars('per-holder', 'RWA value per address', growth.valuePerHolder, {
      subtitle: 'Whom is it for? Value per address',
      size: [30, 340],
      crossFilterField: 'rwa.product',
    }),
    table('products-table', 'Products', 'rwa.product', {
      subtitle: 'Value, flows, yield, holders',
      heading: 'Product',
      columns: productColumns,
      size: [60, 620],
    }),
    table('terms', 'RWA redemption terms', 'rwa.product', {
      subtitle: 'Can I redeem? Who may hold it, from how much, and how to get out',
      heading: 'Product',
      columns: termColumns,
      size: [60, 620],
    }),
  ],
}
