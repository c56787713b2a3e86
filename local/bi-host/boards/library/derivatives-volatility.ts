import type { CurvesData, MatrixData } from '../../wire/board'
import * as formats from '../../model/formats'
import {
  history,
  latestFigure,
  onDates,
  shown,
  assetIs,
  chosenAsset,
  tenorIs,
  unlessChosen,
} from '../calculations/coin'
import type { TileContext } from '../definition'
import { lastFigure, readPanel } from '../panel'
import { known, lastOf, numberOf, quantile, realisedVolatility, differences } from '../../query/statistics'
import { type Track, latestOf, measureTrack } from '../tiles/kpi'
import { type OwnSeries, line } from '../tiles/series'
import type { Calculation, Made } from '../tiles/shapes'
import { formatNumber } from '../../rendering/format'
const tenors = [7, 14, 30, 60, 90, 120, 180, 365] as const
const deltas = ['10P', '25P', '35P', 'ATM', '35C', '25C', '10C'] as const
const days = { kind: 'days', digits: 0 } as const

export const impliedCard = (asset: string): Calculation<Track> => ({
  measure: 'option_surface.atm',
  asks: latestOf('option_surface.atm', [assetIs(asset), tenorIs(30)]),
  build: (context) =>
    measureTrack(context, { measure: 'option_surface.atm', where: [assetIs(asset), tenorIs(30)] }),
})

async function premiumOverRealised(context: TileContext): Promise<{
  readonly asset: string
  readonly dates: readonly string[]
  readonly implied: readonly (number | null)[]
  readonly latest: Readonly<Record<string, number>>
  readonly realised: readonly (number | null)[]
  readonly premium: readonly (number | null)[]
  /** Of the premium: the card's number, and the gap between the chart's lines. */
  readonly figures: Readonly<Record<string, number>>
}> {
  const asset = chosenAsset(context)
  const [implied, close] = await Promise.all([
    history(context, 'option_surface.atm', [assetIs(asset), tenorIs(30)]),
    history(context, 'price.close', [assetIs(asset)]),
  ])
  const realised = onDates(implied.dates, {
    ...close,
    panel: { ...close.panel, values: { '': realisedVolatility(close.values, 30) } },
  })
  const premium = { dates: implied.dates, values: differences(implied.values, realised) }
  return {
    asset,
    dates: implied.dates,
    implied: implied.values,
    realised,
    premium: premium.values,
    latest: latestFigure(implied),
    figures: lastFigure(`${implied.panel.meaning} less realized`, premium),
  }
}

const richText = {
  measure: 'option_surface.atm',
  unit: 'Percentage points: implied of 30 days less realized of the last 30',
  definition:
    'Trailing: implied volatility looks forward, realized looks back. What selling volatility earned is known only 30 days later.',
} as const

export const riskPremium: Calculation<Track> = {
  ...richText,
  asks: {
    measures: ['option_surface.atm - volatility(price.close, 30)'],
    where: [tenorIs(30)],
    over: 1,
    otherwise: unlessChosen,
  },
  build: async (context) => {
    const { asset, dates, premium, figures } = await premiumOverRealised(context)
    return { dates, values: premium, subject: asset, note: 'trailing', figures }
  },
}

/** Both lines. Selling volatility lost money while realized was above implied. */
export const impliedAndRealised: Calculation<OwnSeries> = {
  ...richText,
  unit: 'Percent a year: implied of 30 days, realized of the last 30',
  asks: {
    measures: ['option_surface.atm', 'volatility(price.close, 30)'],
    where: [tenorIs(30)],
    grain: 'day',
    otherwise: unlessChosen,
  },
  build: async (context) => {
    const whole = await premiumOverRealised(context)
    const { dates, cut } = shown(context, whole.dates)
    const [implied, realised] = [cut(whole.implied), cut(whole.realised)]
    const rich = implied.filter((value, row) => (value ?? 0) > (realised[row] ?? 0)).length
    return {
      dates,
      grain: 'day',
      series: [
        line('Implied, 30 d', implied, { colorKey: whole.asset, band: { low: realised, high: implied } }),
        line('Realized, 30 d', realised),
      ],
      figures: { ...whole.latest, ...whole.figures },
      subtitle: `${whole.asset}, at the money; implied above realized on ${formatNumber(dates.length === 0 ? null : (100 * rich) / dates.length, { kind: 'percent', digits: 0 })} of days, {range}`,
    }
  },
}

/** Range of past realized volatility by window, with today's implied term structure on top. */
export const volatilityCone: Calculation<Made<CurvesData>> = {
  measure: 'option_surface.atm',
  unit: 'Percent a year, by length of the window and by tenor',
  definition:
    'Bands: 10th to 90th percentile of realized volatility over windows of that length in all history. A dot outside its band is a price that history has rarely paid.',
  build: async (context) => {
    const asset = chosenAsset(context)
    const [close, terms] = await Promise.all([
      history(context, 'price.close', [assetIs(asset)]),
      readPanel(context, {
        measure: 'option_surface.atm',
        by: 'tenor',
        where: [assetIs(asset)],
        range: { last: 2, unit: 'day' },
      }),
    ])
    const windows = tenors.filter((tenor) => tenor <= 180)
    const spread = windows.map((window) => known(realisedVolatility(close.values, window)))
    const band = (share: number, label: string, dashed: boolean) => ({
      key: label,
      label,
      colorKey: 'Realized',
      dashed,
      points: windows.flatMap((window, at) => {
        const value = quantile(spread[at] ?? [], share)
        return value === null ? [] : [[window, value] as const]
      }),
    })
    const implied = tenors.flatMap((tenor) => {
      const value = lastOf(terms.values[String(tenor)] ?? [])
      return value === null ? [] : [[tenor, value] as const]
    })
    return {
      data: {
        x: {
          label: 'Window and tenor, days',
          format: days,
          logScale: true,
          ticks: tenors.map((tenor) => ({ value: tenor, label: String(tenor) })),
        },
        y: { label: 'Volatility, % a year', format: formats.percent },
        curves: [
          { key: 'implied', label: `Implied today, ${asset}`, colorKey: asset, points: implied },
          band(0.9, 'Realized, 90th percentile', true),
          band(0.5, 'Realized, median', false),
          band(0.1, 'Realized, 10th percentile', true),
        ],
      },
      subtitle: `${asset}: realized by window, and today's implied term structure`,
      summary: `Implied volatility of ${asset} today: ${implied.map(([tenor, value]) => `${tenor} d ${formatNumber(value, formats.percent)}`).join(', ')}.`,
    }
  },
}

const ofSurface = {
  measure: 'option_surface.iv',
  asks: { measures: ['option_surface.iv'], by: ['tenor', 'delta'], over: 1, otherwise: unlessChosen },
} as const

/** Implied volatility of the last day by tenor and delta. */
async function readSurface(
  context: TileContext,
  asset: string,
): Promise<(tenor: number, delta: string) => number | null> {
  const { columns } = await context.run({
    source: 'option_surface',
    measures: ['iv'],
    dims: ['tenor', 'delta'],
    filters: [assetIs(asset)],
    range: '30D',
  })
  const at = new Map(
    (columns['tenor'] ?? []).map((tenor, row) => [
      `${Number(tenor)}|${columns['delta']?.[row]}`,
      columns['iv']?.[row],
    ]),
  )
  return (tenor, delta) => numberOf(at.get(`${tenor}|${delta}`))
}

export const surface: Calculation<Made<MatrixData>> = {
  ...ofSurface,
  build: async (context) => {
    const asset = chosenAsset(context)
    const at = await readSurface(context, asset)
    const values = tenors.map((tenor) => deltas.map((delta) => at(tenor, delta)))
    return {
      data: {
        scale: 'sequential',
        rows: tenors.map((tenor) => ({ key: String(tenor), label: `${tenor} d` })),
        columns: deltas.map((key) => ({ key, label: key })),
        values,
        format: formats.percent,
        rowHeading: 'Tenor',
        columnHeading: 'Delta',
        labels: true,
      },
      subtitle: `${asset}, last day: tenor by delta, puts left`,
      summary: `Surface of ${asset}: from ${formatNumber(Math.min(...known(values.flat())), formats.percent)} to ${formatNumber(Math.max(...known(values.flat())), formats.percent)}.`,
    }
  },
}

/** At-the-money curves for today, a week ago and a month ago. */
export const termCurves: Calculation<Made<CurvesData>> = {
  measure: 'option_surface.atm',
  asks: {
    measures: ['option_surface.atm'],
    by: ['tenor'],
    grain: 'day',
    otherwise: unlessChosen,
    range: { last: 31, unit: 'day' },
  },
  build: async (context) => {
    const asset = chosenAsset(context)
    const panel = await readPanel(context, {
      measure: 'option_surface.atm',
      by: 'tenor',
      where: [assetIs(asset)],
      range: { last: 31, unit: 'day' },
    })
    const curve = (label: string, back: number, dashed: boolean) => ({
      key: label,
      label,
      colorKey: back === 0 ? asset : label,
      dashed,
      points: tenors.flatMap((tenor) => {
        const value = panel.values[String(tenor)]?.at(-1 - back) ?? null
        return value === null ? [] : [[tenor, value] as const]
      }),
    })
    const list = [curve('Today', 0, false), curve('7 days ago', 7, true), curve('30 days ago', 30, true)]
    const points = list[0]?.points ?? []
    const slope = (points.at(-1)?.[1] ?? 0) - (points[0]?.[1] ?? 0)
    return {
      data: {
        x: {
          label: 'Tenor, days',
          format: days,
          logScale: true,
          ticks: tenors.map((tenor) => ({ value: tenor, label: String(tenor) })),
        },
        y: { label: 'ATM volatility, %', format: formats.percent },
        curves: list,
      },
      subtitle: `${asset}: ${slope >= 0 ? 'upward, calm' : 'inverted, stress now'}`,
      summary: `Term structure of ${asset}: ${points.map(([tenor, value]) => `${tenor} d ${formatNumber(value, formats.percent)}`).join(', ')}.`,
    }
  },
}

export const smiles: Calculation<Made<CurvesData>> = {
  ...ofSurface,
  build: async (context) => {
    const asset = chosenAsset(context)
    const at = await readSurface(context, asset)
    const shownTenors = [7, 30, 90, 180] as const
    const list = shownTenors.map((tenor) => ({
      key: `${tenor} d`,
      label: `${tenor} d`,
      colorKey: `${tenor} d`,
      points: deltas.flatMap((delta, position) => {
        const value = at(tenor, delta)
        return value === null ? [] : [[position + 1, value] as const]
      }),
    }))
    const wing = (curve: (typeof list)[number] | undefined): number | null =>
      (curve?.points[1]?.[1] ?? 0) - (curve?.points[5]?.[1] ?? 0)
    return {
      data: {
        x: {
          label: 'Delta',
          format: { kind: 'number', digits: 0 },
          ticks: deltas.map((label, at) => ({ value: at + 1, label })),
        },
        y: { label: 'Implied volatility, %', format: formats.percent },
        curves: list,
      },
      subtitle: `${asset}, last day: out-of-the-money puts left, calls right`,
      summary: `Smile of ${asset}: 25-delta puts over calls ${list.map((curve) => `${curve.label} ${formatNumber(wing(curve), formats.points)}`).join(', ')}.`,
    }
  },
}
