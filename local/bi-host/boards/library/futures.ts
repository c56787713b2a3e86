import { liveboards } from '../../wire/liveboards'
import * as formats from '../../model/formats'
import type { BoardDefinition } from '../definition'
import * as carry from './futures-carry'
import * as funding from './futures-funding'
import * as positions from './futures-positions'
import { longsAndShorts } from './global-market'
import { fundingLines, restingFunding } from '../calculations/leverage'
import { ago, kpi, kpiOf, sameWeekday } from '../tiles/kpi'
import { series, seriesOf } from '../tiles/series'
import { bars, curves, matrix, rows, scatter } from '../tiles/shapes'

const futuresOnly = [{ field: 'market_type', op: 'in', values: ['Perpetual', 'Dated future'] }] as const

export const futures: BoardDefinition = {
  id: liveboards.futures.id,
  title: 'Futures',
  description:
    'Funding, carry against the bill, who holds the leverage, and whether it builds or is flushed.',
  range: '90D',
  chips: [
    { field: 'trading.exchange', multiple: true },
    { field: 'trading.asset', multiple: true },
  ],
  tabs: [
    {
      id: 'funding-and-carry',
      label: 'Funding and carry',
      tiles: [
        'funding',
        'basis',
        'paid',
        'are-longs-paying',
        'carry',
        'extremes',
        'curves',
        'dispersion',
        'rolls',
        'paid-history',
      ],
    },
    {
      id: 'positions',
      label: 'Positions',
      tiles: [
        'open-interest',
        'volume',
        'quadrant',
        'liquidations',
        'open-interest-history',
        'volume-history',
        'regulated',
        'venues',
        'contracts',
      ],
    },
  ],
  tiles: [
    kpi('funding', 'Funding, 7-day mean', 'funding.funding_rate', {
      subtitle: 'Weighted by open interest',
      over: 7,
      color: 'Perpetual',
      changes: [ago(7, 'points', '7 d')],
      versus: { measure: 'rates.bill', label: 'over T-bill' },
    }),
    kpiOf('basis', 'BTC basis, 90 d', carry.basisCard, {
      color: 'BTC',
      changes: [ago(30, 'points', '30 d')],
      better: 'none',
    }),
    kpiOf('open-interest', 'Futures open interest', positions.openInterestCard, {
      changes: [ago(30, 'percent', '30 d')],
    }),
    kpiOf('volume', 'Futures volume, 1 d', positions.volumeCard, { changes: [sameWeekday(4, 'percent')] }),
    kpiOf('paid', 'BTC funding paid, 30 d', funding.paidCard, {
      color: 'BTC',
      format: { ...formats.percentFine, signed: true },
      changes: [ago(30, 'points', 'vs prior 30 d')],
      better: 'none',
    }),
    seriesOf('are-longs-paying', 'BTC and ETH funding', fundingLines, {
      subtitle: 'Are longs paying up? Funding, 7-day mean weighted by open interest, {range}',
      guides: [restingFunding],
      axisNotes: { above: 'longs pay', below: 'shorts pay' },
      crossFilterField: 'funding.asset',
    }),
    seriesOf('carry', 'BTC carry, 90 days', carry.carryAndHurdle, {
      subtitle: 'Is it worth it? Basis against the T-bill plus fees, {range}',
    }),
    matrix('extremes', 'Funding by exchange and asset', funding.fundingHeat, {
      subtitle: 'Where is it extreme? Yearly funding, mean of 7 days',
      size: [60, 380],
    }),
    curves('curves', 'BTC basis by venue and expiry', carry.venueCurves, {
      subtitle: 'What shape has the curve? Last day, CME dashed',
      size: [30, 340],
    }),
    seriesOf('dispersion', 'Funding dispersion', funding.dispersion, {
      subtitle: 'Do venues disagree? Highest less lowest funding, 7-day means, {range}',
      size: [30, 340],
      format: { kind: 'pp', digits: 1 },
    }),
    scatter('quadrant', 'Price against open interest', positions.quadrant, {
      subtitle: 'Built or flushed? Price and positions',
      size: [24, 380],
    }),
    seriesOf('liquidations', 'Exchange liquidations', longsAndShorts, {
      subtitle: 'Who was closed? Exchange liquidations by {grain}: a floor, {range}',
      shape: 'diverging-bars',
      axisNotes: { above: 'longs closed', below: 'shorts closed' },
      format: formats.usdSides,
      size: [36, 380],
    }),
    series('open-interest-history', 'Open interest by exchange', 'trading.open_interest', {
      subtitle: 'Change since the first day shown, CME carried over weekends, {range}',
      by: 'exchange',
      top: 7,
      shape: 'change',
    }),
    series('volume-history', 'Volume by exchange', 'trading.volume', {
      subtitle: 'Perpetual and dated, reported, by {grain}, {range}',
      where: futuresOnly,
      by: 'exchange',
      grain: 'day',
      top: 7,
      shape: 'stacked-bars',
    }),
    seriesOf('regulated', 'CME share of BTC open interest', positions.regulatedShare, {
      subtitle: 'Who leads? CME in BTC open interest, {range}',
      size: [60, 280],
      format: formats.percent,
    }),
    bars('rolls', 'Dated open interest by expiry', positions.rolls, {
      subtitle: 'When does it roll? Dated futures by expiry, last day',
      size: [26, 320],
    }),
    seriesOf('paid-history', 'Cumulative funding', funding.paidLines, {
      subtitle: 'What did a long pay? Funding added up, percent of notional, {range}',
      size: [34, 320],
      format: { ...formats.percentFine, signed: true },
    }),
    rows('venues', 'Perpetual venues', funding.venueTable, {
      subtitle: 'Funding of 7 days, settlement interval, size',
      size: [26, 540],
      crossFilterField: 'funding.exchange',
    }),
    rows('contracts', 'Dated contracts', carry.contracts, {
      subtitle: 'The twelve largest; basis under 7 days is left out',
      size: [34, 540],
    }),
  ],
}
