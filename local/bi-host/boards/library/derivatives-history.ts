import type { BarsData } from '../../wire/board'
import * as formats from '../../model/formats'
import {
  history,
  latestFigure,
  onDates,
  assetIs,
  chosenAsset,
  tenorIs,
  unlessChosen,
} from '../calculations/coin-history'
import { readPanel } from '../panel'
import { lastOf, differences } from '../../query/statistics'
import { measureTrack, type Track } from '../tiles/kpi'
import { type OwnSeries, line, dailySeries } from '../tiles/series'
import { barsData, type Calculation, type Made } from '../tiles/shapes'
import { formatNumber } from '../../rendering/format'
const skewWords = (value: number): string =>
  Math.abs(value) < 0.5 ? 'even' : value > 0 ? 'puts dearer' : 'calls dearer'

/** Put skew of 30 days in words. */
export const skewCard: Calculation<Track> = {
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

export const skewLines: Calculation<OwnSeries> = {
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

/** Long less short tenor: below zero the near future is feared more. */
export const slope: Calculation<OwnSeries> = {
  measure: 'option_surface.atm',
  unit: 'Volatility points: ATM of 180 days less ATM of 7 days',
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

/** Volatility between one tenor and the next: a bump is a priced event. */
export const forwards: Calculation<Made<BarsData>> = {
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

export const etherSpread: Calculation<OwnSeries> = {
  measure: 'option_surface.atm',
  unit: 'Volatility points: ETH less BTC, at the money, 30 days',
  definition:
    'Ether options usually price 10 to 30 points more than bitcoin options. A narrow spread says that the market fears one thing for both.',
  build: async (context) => {
    const [ether, bitcoin] = await Promise.all(
      ['ETH', 'BTC'].map((asset) => history(context, 'option_surface.atm', [assetIs(asset), tenorIs(30)])),
    )
    if (!ether || !bitcoin) return { dates: [], series: [], grain: 'day' }
    const gap = differences(ether.values, onDates(ether.dates, bitcoin))
    return dailySeries(context, ether.dates, [line('ETH less BTC', gap, { colorKey: 'ETH' })])
  },
}
