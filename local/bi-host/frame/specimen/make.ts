import type { KpiData, NumberFormat, Tile, TileData } from '../../wire/board'
import { lastDay, walk } from './invent'

export const usd: NumberFormat = { kind: 'usd' }
export const percent: NumberFormat = { kind: 'percent' }
export const bps: NumberFormat = { kind: 'bps' }

export const assets: readonly string[] = [
  'BTC',
  'ETH',
  'SOL',
  'XRP',
  'BNB',
  'DOGE',
  'TRX',
  'ADA',
  'LINK',
  'AVAX',
]

export function named(label: string) {
  return { key: label, label, colorKey: label }
}

export function line(name: string, values: readonly (number | null)[]) {
  return { ...named(name), values }
}

/** A tile with the words every tile needs. */
export function tile(
  id: string,
  title: string,
  subtitle: string,
  span: number,
  height: number,
  data: TileData,
  extra: Partial<Tile> = {},
): Tile {
  return {
    id,
    title,
    subtitle,
    kind: data.kind,
    span,
    height,
    trust: {
      unit: 'US dollars at the end of the UTC day',
      source: 'Specimen generator (not market data)',
      lastDay,
      status: 'sample',
      definition: `${title}: ${subtitle.toLowerCase()}. An invented example, drawn to judge the look of this kind of tile.`,
    },
    summary: `${subtitle}. Latest day ${lastDay}.`,
    question: title.toLowerCase(),
    data,
    ...extra,
  }
}

export function kpi(
  id: string,
  title: string,
  value: number,
  format: NumberFormat,
  colorKey: string,
  changes: KpiData['changes'],
  extra: Partial<KpiData> = {},
  span = 12,
): Tile {
  return tile(id, title, '', span, 98, {
    kind: 'kpi',
    value,
    format,
    changes,
    percentile: 50 + (id.length % 5) * 9,
    spark: { dates: [], values: walk(`spark ${id}`, 60, Math.abs(value) * 0.92, Math.abs(value), 0.05) },
    colorKey,
    ...extra,
  })
}
