import type { KpiData, NumberFormat, Tile, TileData } from '../../../../../local/bi-host/wire/board'

/** Generated numbers, the same on every run. None of them is market data. */
type Dice = () => number

/** A sequence of numbers in 0..1, seeded by a name. */
export function dice(name: string): Dice {
  let state = 2166136261
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const dayMs = 86_400_000
const lastDay = '2026-11-20'

/** `count` days, `step` days apart, up to the last day. */
export function days(count: number, step = 1): readonly string[] {
  const end = Date.parse(lastDay)
  return Array.from({ length: count }, (_, at) =>
    new Date(end - (count - 1 - at) * step * dayMs).toISOString().slice(0, 10),
  )
}

export function tradingDays(count: number): readonly string[] {
  return days(count * 2)
    .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
    .slice(-count)
}

/** A path from `from` to `to` with autocorrelated noise of `jitter` (share of the level). */
export function walk(
  name: string,
  count: number,
  from: number,
  to: number,
  jitter: number,
): readonly number[] {
  const roll = dice(name)
  let drift = 0
  return Array.from({ length: count }, (_, at) => {
    drift = drift * 0.94 + (roll() - 0.5) * jitter
    return (from + ((to - from) * at) / Math.max(1, count - 1)) * (1 + drift)
  })
}

/** Values that drift around `middle` in steps of up to half of `size`. */
export function swing(name: string, count: number, middle: number, size: number): readonly number[] {
  const roll = dice(name)
  let at = 0
  return Array.from({ length: count }, () => {
    at = at * 0.82 + (roll() - 0.5) * size
    return middle + at
  })
}

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

/** A tile with default texts. */
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
      source: 'Sample generator (not market data)',
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
