import { liveboards } from '../../wire/liveboards'
import * as formats from '../../model/formats'
import type { BoardDefinition } from '../definition'
import * as positions from './derivatives-positions'
import * as volatility from './derivatives-volatility'
import { ago, kpiOf, measureTrack, type Track } from '../tiles/kpi'
import { series, seriesOf, type OwnSeries, line, dailySeries } from '../tiles/series'
import { bars, curves, matrix, barsData, type Calculation, type Made } from '../tiles/shapes'
import type { BarsData } from '../../wire/board'
import {
  history,
  latestFigure,
  onDates,
  assetIs,
  chosenAsset,
  tenorIs,
  unlessChosen,
} from '../calculations/coin'
import { readPanel } from '../panel'
import { lastOf, differences } from '../../query/statistics'
import { formatNumber } from '../../rendering/format'

const oneDay = [ago(1, 'points', '1 d'), ago(30, 'points', '30 d')]

const skewWords = (value: number): string =>
  Math.abs(value) < 0.5 ? 'even' : value > 0 ? 'puts dearer' : 'calls dearer'

/** 30-day put skew, with its meaning in words. */
const skewCard: Calculation<Track> = {
  measure: 'option_surface.put_skew',
  asks: { measures: ['option_surface.put_skew'], where: [tenorIs(30)], over: 1, otherwise: unlessChosen },
  build: async (context) => {
    const asset = chosenAsset(context)
    const track = await measureTrack(context, {
      measure: 'option_surface.put_skew',
      where: [assetIs(asset), tenorIs(30)],
    })
    const value = lastOf(track.values)
    return { ...track, subject: asset, note: value === null ? '' : skewWords(value) }
  },
}

const skewLines: Calculation<OwnSeries> = {
  measure: 'option_surface.put_skew',
  asks: { measures: ['option_surface.put_skew'], by: ['tenor'], grain: 'day', otherwise: unlessChosen },
  build: async (context) => {
    const asset = chosenAsset(context)
    const tenors = [7, 30, 90] as const
    const lines = await Promise.all(
      tenors.map((tenor) => history(context, 'option_surface.put_skew', [assetIs(asset), tenorIs(tenor)])),
    )
    return {
      ...dailySeries(
        context,
        lines[0]?.dates ?? [],
        tenors.map((tenor, at) => line(`${tenor} d`, lines[at]?.values ?? [])),
      ),
      subtitle: `${asset}, put less call at 25 delta, {range}`,
      figures: Object.assign({}, ...lines.map(latestFigure)),
    }
  },
}

/** Long minus short tenor: below zero, the near future is the greater worry. */
const slope: Calculation<OwnSeries> = {
  measure: 'option_surface.atm',
  unit: 'Percentage points: ATM of 180 days less ATM of 7 days',
  definition:
    'Above zero is calm; below zero ("inverted") the near future is priced as more dangerous than the far one. Shocks invert it within hours.',
  build: async (context) => {
    const asset = chosenAsset(context)
    const [long, short] = await Promise.all(
      [180, 7].map((tenor) => history(context, 'option_surface.atm', [assetIs(asset), tenorIs(tenor)])),
    )
    if (!long || !short) return { dates: [], series: [], grain: 'day' }
    const gap = differences(long.values, onDates(long.dates, short))
    return {
      ...dailySeries(context, long.dates, [line('180 d less 7 d', gap, { colorKey: asset })]),
      subtitle: `${asset}, 180 less 7 days, {range}`,
    }
  },
}

/** Forward volatility between neighboring tenors: a bump is a priced event. */
const forwards: Calculation<Made<BarsData>> = {
  measure: 'option_surface.atm',
  unit: 'Percent a year priced between one tenor and the next',
  definition:
    'From total variance: what the market prices for the time between two expiries. A bar that stands out is an event; divide by 19.1 for a usual day.',
  build: async (context) => {
    const asset = chosenAsset(context)
    const panel = await readPanel(context, {
      measure: 'option_surface.atm',
      by: 'tenor',
      where: [assetIs(asset)],
      range: { last: 2, unit: 'day' },
    })
    const tenors = panel.keys.map(Number).sort((a, b) => a - b)
    const variance = (tenor: number): number =>
      (((lastOf(panel.values[String(tenor)] ?? []) ?? 0) / 100) ** 2 * tenor) / 365
    const bars = tenors.map((tenor, at) => {
      const from = tenors[at - 1] ?? 0
      const between = variance(tenor) - (from === 0 ? 0 : variance(from))
      const value = between < 0 ? null : Math.sqrt((between * 365) / (tenor - from)) * 100
      return {
        key: `${from}–${tenor} d`,
        value,
        note: `${formatNumber(value === null ? null : value / 19.1, formats.percent)} a day`,
      }
    })
    return {
      data: barsData(bars, formats.percent, { sorted: false, name: 'Forward volatility' }),
      subtitle: `${asset}: volatility between tenors; it prices ${bars[0]?.note ?? ''} for the next week`,
      summary: `Forward volatility of ${asset}: ${bars.map(({ key, value }) => `${key} ${formatNumber(value, formats.percent)}`).join(', ')}.`,
    }
  },
}

const etherSpread: Calculation<OwnSeries> = {
  measure: 'option_surface.atm',
  unit: 'Percentage points: ETH less BTC, at the money, 30 days',
  definition:
    'Ether options usually price 10 to 30 pp more than bitcoin options. A narrow spread says that the market fears one thing for both.',
  build: async (context) => {
    const [ether, bitcoin] = await Promise.all(
      ['ETH', 'BTC'].map((asset) => history(context, 'option_surface.atm', [assetIs(asset), tenorIs(30)])),
    )
    if (!ether || !bitcoin) return { dates: [], series: [], grain: 'day' }
    const gap = differences(ether.values, onDates(ether.dates, bitcoin))
    return dailySeries(context, ether.dates, [line('ETH less BTC', gap, { colorKey: 'ETH' })])
  },
}

export const derivatives: BoardDefinition = {
  id: liveboards.derivatives.id,
  title: 'Derivatives',
  description:
    'Whether volatility is rich, which way fear leans, what the term says, and where option risk is parked.',
  range: '90D',
  chips: [
    { field: 'option_surface.asset', multiple: false },
    { field: 'options.exchange', multiple: true },
  ],
  tabs: [
    {
      id: 'volatility',
      label: 'Volatility',
      tiles: [
        'atm-btc',
        'atm-eth',
        'premium',
        'skew',
        'rich',
        'cone',
        'surface',
        'term',
        'skew-history',
        'smiles',
        'slope',
        'forwards',
        'spread',
      ],
    },
    {
      id: 'positions',
      label: 'Positions',
      tiles: [
        'put-call',
        'expiry',
        'expiries',
        'strikes',
        'volume',
        'premium-traded',
        'put-call-history',
        'open-interest',
      ],
    },
  ],
  tiles: [
    kpiOf('atm-btc', 'BTC ATM, 30 d', volatility.impliedCard('BTC'), {
      span: 10,
      format: formats.percent,
      color: 'BTC',
      changes: oneDay,
    }),
    kpiOf('atm-eth', 'ETH ATM, 30 d', volatility.impliedCard('ETH'), {
      span: 10,
      format: formats.percent,
      color: 'ETH',
      changes: oneDay,
    }),
    kpiOf('premium', 'IV less RV, 30 d', volatility.riskPremium, {
      span: 10,
      color: 'BTC',
      format: formats.points,
      changes: [ago(30, 'absolute', '30 d')],
    }),
    kpiOf('skew', 'Put skew', skewCard, {
      span: 10,
      color: 'BTC',
      format: formats.points,
      changes: [ago(7, 'absolute', '7 d')],
    }),
    kpiOf('put-call', 'Put/call OI', positions.putCallCard, {
      span: 10,
      color: 'BTC',
      changes: [ago(30, 'absolute', '30 d')],
    }),
    kpiOf('expiry', 'Option OI', positions.nextExpiry, {
      span: 10,
      color: 'BTC',
      changes: [ago(30, 'percent', '30 d')],
      better: 'none',
    }),
    seriesOf('rich', 'Implied and realized volatility', volatility.impliedAndRealised, {
      subtitle: 'Is volatility rich? Implied and realized, {range}',
      size: [34, 380],
    }),
    curves('cone', 'Volatility cone', volatility.volatilityCone, {
      subtitle: 'Volatility cone',
      size: [26, 380],
    }),
    matrix('surface', 'Volatility surface', volatility.surface, {
      subtitle: 'Implied volatility by tenor and delta',
      size: [34, 380],
    }),
    curves('term', 'Volatility term structure', volatility.termCurves, {
      subtitle: 'What does the term say? At-the-money curves',
      size: [26, 380],
    }),
    seriesOf('skew-history', 'Put skew through time', skewLines, {
      subtitle: 'Which way is fear? 25-delta put skew at 7, 30 and 90 days',
      guides: [{ value: 0, label: 'Even' }],
      axisNotes: { above: 'puts dearer', below: 'calls dearer' },
    }),
    curves('smiles', 'Volatility smiles', volatility.smiles, {
      subtitle: 'Implied volatility by delta at four tenors',
    }),
    seriesOf('slope', 'Volatility slope', slope, {
      subtitle: '180 less 7 days',
      size: [20, 320],
      format: formats.points,
      guides: [{ value: 0, label: 'Flat' }],
      axisNotes: { above: 'calm', below: 'inverted' },
    }),
    bars('forwards', 'Forward volatility', forwards, {
      subtitle: 'Which event is priced? Volatility between tenors',
      size: [20, 320],
    }),
    seriesOf('spread', 'ETH less BTC volatility', etherSpread, {
      subtitle: 'ATM 30 d, {range}',
      size: [20, 320],
      format: formats.points,
    }),
    bars('expiries', 'Option open interest by expiry', positions.expiryBars, {
      subtitle: 'Where is risk parked? Open interest by expiry',
      size: [30, 360],
    }),
    bars('strikes', 'Option open interest by strike', positions.strikeBars, {
      subtitle: 'At which strikes? Next quarterly expiry',
      size: [30, 360],
    }),
    series('volume', 'Option volume', 'options.volume', {
      subtitle: '{assets}, notional by type and {grain}, {range}',
      by: 'option_type',
      shape: 'stacked-bars',
      size: [20, 320],
    }),
    series('premium-traded', 'Premium traded', 'options.premium', {
      subtitle: '{assets}, what buyers paid by type and {grain}, {range}',
      by: 'option_type',
      shape: 'stacked-bars',
      size: [20, 320],
    }),
    seriesOf('put-call-history', 'Puts to calls', positions.putCallLines, {
      subtitle: 'By open interest and by volume',
      size: [20, 320],
    }),
    series('open-interest', 'Option open interest by exchange', 'options.open_interest', {
      subtitle: '{assets}, change of notional since the first day; expiries make steps, {range}',
      by: 'exchange',
      shape: 'change',
      size: [60, 300],
    }),
  ],
}
