import type { Grain, NumberFormat } from '../contract'

const minus = '\u2212'
const steps = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const

export const noValue = '\u2013'

/** A number for a tile: `$297B`, `−12.5%`, `+35 bp`. `null` and anything not finite is an en dash. */
export function formatNumber(value: number | null | undefined, format: NumberFormat): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return noValue
  return withSign(value, format, (size) => body(size, format, false))
}

/** The same number in full, for a tooltip or a table: `$296,604,112,300`. */
export function formatFull(value: number | null | undefined, format: NumberFormat): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return noValue
  return withSign(value, format, (size) => body(size, format, true))
}

/** A number for an axis: short, without a unit that every label would repeat, zero as `0`. */
export function formatAxis(value: number, format: NumberFormat): string {
  if (value === 0) return format.kind === 'percent' ? '0%' : '0'
  const sign = value < 0 ? minus : ''
  const size = Math.abs(value)
  const { kind } = format
  if (kind === 'percent') return `${sign}${plain(size)}%`
  if (kind === 'usd' || kind === 'price')
    return `${sign}$${size >= 1000 ? compact(size, 3, true) : plain(size)}`
  return `${sign}${size >= 10_000 ? compact(size, 3, true) : plain(size)}`
}

function withSign(value: number, format: NumberFormat, write: (size: number) => string): string {
  const text = write(Math.abs(value))
  // What rounds to nothing has no sign: "−0.0%" says less than "0.0%".
  const zero = !/[1-9]/.test(text)
  if (zero) return text
  return `${value < 0 ? minus : format.signed ? '+' : ''}${text}`
}

function body(size: number, format: NumberFormat, full: boolean): string {
  const text = unsigned(size, format, full)
  return format.suffix ? `${text} ${format.suffix}` : text
}

function unsigned(size: number, format: NumberFormat, full: boolean): string {
  const { kind, digits } = format
  switch (kind) {
    case 'usd':
      return `$${full ? fixed(size, size < 100 ? 2 : 0) : (format.compact ?? true) ? compact(size, 3) : fixed(size, digits ?? 0)}`
    case 'price':
      return `$${format.compact && !full ? compact(size, 3) : fixed(size, digits ?? priceDigits(size))}`
    case 'percent':
      return `${fixed(size, digits ?? 1)}%`
    case 'pp':
      return `${fixed(size, digits ?? 1)} pp`
    case 'bps':
      return `${fixed(size, digits ?? 1)} bp`
    case 'vol-points':
      return `${fixed(size, digits ?? 1)} vol pts`
    case 'ratio':
      return fixed(size, digits ?? 2)
    case 'index':
      return fixed(size, digits ?? 0)
    case 'days':
      return `${fixed(size, digits ?? 0)} ${size === 1 ? 'day' : 'days'}`
    case 'coins':
      return full
        ? fixed(size, digits ?? 0)
        : (format.compact ?? true)
          ? compact(size, 3)
          : fixed(size, digits ?? 0)
    case 'number':
      // 27 of something are not "27.0".
      return format.compact && !full && !(size < 1000 && Number.isInteger(size))
        ? compact(size, 3)
        : fixed(size, digits ?? (size >= 100 || Number.isInteger(size) ? 0 : 2))
  }
}

/** Three significant digits with K, M, B, T. On an axis trailing zeros are left out. */
function compact(size: number, significant: number, short = false): string {
  for (const [step, letter] of steps) {
    // Half a unit of the last digit below the step already rounds up to it: 999,600 is 1.00M, not 1000K.
    if (size >= step * (1 - 0.5 / 10 ** significant))
      return `${rounded(size / step, significant, short)}${letter}`
  }
  return rounded(size, significant, short)
}

function rounded(size: number, significant: number, short: boolean): string {
  const value = Number(size.toPrecision(significant))
  if (value === 0) return '0'
  const digits = Math.max(0, significant - 1 - Math.floor(Math.log10(value) + 1e-9))
  const text = value.toFixed(Math.min(8, digits))
  return short || value < 1 ? trimZeros(text) : text
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

function plain(size: number): string {
  return trimZeros(size.toFixed(size >= 100 ? 1 : size >= 10 ? 2 : 4))
}

function priceDigits(size: number): number {
  if (size === 0 || size >= 1000) return 0
  if (size >= 1) return 2
  return Math.min(8, 3 - Math.floor(Math.log10(size)))
}

const fixedWriters = new Map<number, Intl.NumberFormat>()
function fixed(size: number, digits: number): string {
  let writer = fixedWriters.get(digits)
  if (!writer) {
    writer = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    fixedWriters.set(digits, writer)
  }
  return writer.format(size)
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `2026-11-20` as `20 Nov 2026`; `2026-11-20T06:00` as `20 Nov 2026, 06:00`. Anything else is given back. */
export function formatDay(iso: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}))?/.exec(iso) ?? []
  if (year === undefined) return iso
  const text = `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year}`
  return time === undefined ? text : `${text}, ${time}`
}

/** `2026-11-20` as `Nov 26`. */
export function formatMonth(iso: string): string {
  return `${months[Number(iso.slice(5, 7)) - 1] ?? ''} ${iso.slice(2, 4)}`
}

/** `2026-11-20` as `20 Nov`. */
export function formatShortDay(iso: string): string {
  return `${Number(iso.slice(8, 10))} ${months[Number(iso.slice(5, 7)) - 1] ?? ''}`
}

/** The words of one interval: a day, "week of …", a month, a quarter, a year. */
export function formatInterval(iso: string, grain: Grain): string {
  if (grain === 'year') return iso.slice(0, 4)
  if (grain === 'quarter') return `Q${Math.ceil(Number(iso.slice(5, 7)) / 3)} ${iso.slice(0, 4)}`
  if (grain === 'week') return `Week of ${formatDay(iso)}`
  if (grain === 'month') return `${months[Number(iso.slice(5, 7)) - 1] ?? ''} ${iso.slice(0, 4)}`
  return formatDay(iso)
}
