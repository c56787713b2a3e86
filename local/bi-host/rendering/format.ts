import type { BoardRange, Grain, NumberFormat } from '../wire/board'

/** Abbreviations in titles and headers, with their full text. */
export const abbreviations: Readonly<Record<string, string>> = {
  APR: 'Annual percentage rate: simple, without reinvesting',
  APY: 'Annual percentage yield: compounded, as if reinvested',
  ATM: 'At the money: the strike at the forward price, 50 delta',
  CME: 'Chicago Mercantile Exchange, a regulated futures venue',
  DeFi: 'Decentralized finance: lending and trading by programs on a blockchain',
  ETF: 'Exchange-traded fund',
  IV: 'Implied volatility: what option prices expect, percent a year',
  LTV: 'Loan to value: the most that can be borrowed against collateral, in percent of it',
  MEV: 'Maximal extractable value: what validators earn by ordering transactions',
  MVRV: 'Market value over realized value: the price over the average price at which coins last moved',
  NAV: 'Net asset value: what a share of a fund is worth by its holdings',
  NUPL: 'Net unrealized profit or loss: 1 less 1/MVRV',
  NYSE: 'New York Stock Exchange',
  OI: 'Open interest: contracts that are open, one side counted',
  RSI: 'Relative strength index: the share of gains in the moves of 14 days, 0 to 100',
  RV: 'Realized volatility: the deviation of daily log returns, percent a year',
  RWA: 'Real-world assets as tokens: funds, bills, gold, credit',
  SOPR: 'Spent output profit ratio: value of moved coins over their value when they last moved',
  TVL: 'Total value locked: deposits less loans',
  UTC: 'Coordinated universal time: a day runs from 00:00 to 24:00 UTC',
  bp: 'Basis point: a hundredth of a percent',
  pp: 'Percentage point: the difference of two percentages',
  P: 'Percentile: the share of days in the comparison at or below the last one',
}

const written = new RegExp(`\\b(?:${Object.keys(abbreviations).join('|')})\\b(?!\\w)`, 'g')

interface TextPart {
  readonly text: string
  /** Of an abbreviation. */
  readonly meaning?: string
}

/** Splits a text into abbreviations and the text between them. */
export function explained(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const { 0: short, index } of text.matchAll(written)) {
    if (index > done) parts.push({ text: text.slice(done, index) })
    parts.push({ text: short, meaning: abbreviations[short] ?? '' })
    done = index + short.length
  }
  return done < text.length ? [...parts, { text: text.slice(done) }] : parts
}

const minus = '\u2212'
const steps = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const

export const noValue = '\u2013'

/** A number for a tile: `$297B`, `−12.5%`, `+35 bp`. `null` and non-finite values print an en dash. */
export function formatNumber(value: number | null | undefined, format: NumberFormat): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return noValue
  return withSign(value, format, (size) => body(size, format, false))
}

/** The same number in full, for a tooltip or a table: `$296,604,112,300`. */
export function formatFull(value: number | null | undefined, format: NumberFormat): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return noValue
  return withSign(value, format, (size) => body(size, format, true))
}

/** The unit written once, at the highest number of an axis. A currency or percent sign is on every number. */
export function axisUnit({ kind, suffix }: NumberFormat): string {
  if (suffix !== undefined && suffix !== '') return suffix
  if (kind === 'bps') return 'bp'
  if (kind === 'pp') return 'pp'
  return kind === 'days' ? 'days' : ''
}

/** Axis labels from lowest to highest: equal decimals, one letter for all, the unit on the last. */
export function axisLabels(ticks: readonly number[], format: NumberFormat): readonly string[] {
  const { kind } = format
  const largest = Math.max(0, ...ticks.map(Math.abs))
  const shortened = kind === 'usd' || kind === 'price' || kind === 'number' || kind === 'coins'
  const [size, letter] =
    shortened && largest >= 10_000 ? (steps.find(([step]) => largest >= step) ?? [1, '']) : [1, '']
  if (largest > 0 && largest < smallest) return smallLabels(ticks, format)
  const digits = decimalsOf(ticks.map((tick) => tick / size))
  const unit = axisUnit(format)
  return ticks.map((tick, at) => {
    const sign = tick < 0 && !format.unsigned ? minus : ''
    const money = (kind === 'usd' || kind === 'price') && tick !== 0 ? '$' : ''
    const number = tick === 0 ? '0' : fixed(Math.abs(tick) / size, digits)
    const end = kind === 'percent' ? '%' : at === ticks.length - 1 && unit !== '' ? ` ${unit}` : ''
    return `${sign}${money}${number}${tick === 0 ? '' : letter}${end}`
  })
}

/** Labels for ticks too small for decimals, all in one power of ten. */
function smallLabels(ticks: readonly number[], { kind }: NumberFormat): readonly string[] {
  const power = Math.floor(Math.log10(Math.max(...ticks.map(Math.abs))) + 1e-9)
  const sizes = ticks.map((tick) => Number((tick * 10 ** -power).toFixed(9)))
  const digits = decimalsOf(sizes)
  const [before, after] = [kind === 'usd' || kind === 'price' ? '$' : '', kind === 'percent' ? '%' : '']
  return sizes.map((size) =>
    size === 0
      ? `0${after}`
      : `${size < 0 ? minus : ''}${before}${fixed(Math.abs(size), digits)}${timesTen(power)}${after}`,
  )
}

const maxDecimals = 8

/** Below this, all decimals are zeros. */
const smallest = 10 ** -(maxDecimals - 2)

/** 10^-10 in print form. */
function timesTen(power: number): string {
  const raised = String(power)
    .replace('-', '⁻')
    .replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)))
  return `×10${raised}`
}

/** A number too small for decimals, alone or with the number of decimals of its column. */
function small(size: number, digits: number): string {
  const power = digits > maxDecimals ? 2 - digits : Math.floor(Math.log10(size))
  const text = fixed(size * 10 ** -power, 2)
  return /[1-9]/.test(text) ? `${text}${timesTen(power)}` : '0'
}

/** Number of decimals that represents all values exactly. */
function decimalsOf(values: readonly number[]): number {
  const shown = (digits: number): boolean =>
    values.every((value) => Math.abs(Number(value.toFixed(digits)) - value) <= Math.abs(value) * 1e-9)
  for (let digits = 0; digits < maxDecimals; digits += 1) if (shown(digits)) return digits
  return maxDecimals
}

/** A single axis number: short, without a unit that would repeat on every label, zero as `0`. */
export function formatAxis(value: number, format: NumberFormat): string {
  if (value === 0) return format.kind === 'percent' ? '0%' : '0'
  const sign = value < 0 && !format.unsigned ? minus : ''
  const size = Math.abs(value)
  const { kind } = format
  if (kind === 'percent') return `${sign}${plain(size)}%`
  if (kind === 'usd' || kind === 'price')
    return `${sign}$${size >= 1000 ? compact(size, 3, true) : plain(size)}`
  return `${sign}${size >= 10_000 ? compact(size, 3, true) : plain(size)}`
}

function withSign(value: number, format: NumberFormat, write: (size: number) => string): string {
  const text = write(Math.abs(value))
  // A value that rounds to zero has no sign: "−0.0%" would mislead.
  const zero = !/[1-9]/.test(text)
  if (zero || format.unsigned) return text
  return `${value < 0 ? minus : format.signed ? '+' : ''}${text}`
}

function body(size: number, format: NumberFormat, full: boolean): string {
  const text = unsigned(size, format, full)
  if (!format.suffix) return text
  // "3.2x", but "12 BTC".
  return format.suffix === 'x' ? `${text}x` : `${text} ${format.suffix}`
}

function unsigned(size: number, format: NumberFormat, full: boolean): string {
  const { kind, digits } = format
  if (size > 0 && ((digits ?? 0) > maxDecimals || (kind === 'number' && format.compact && size < smallest)))
    return `${kind === 'price' ? '$' : ''}${small(size, digits ?? 0)}${kind === 'percent' ? '%' : ''}`
  switch (kind) {
    case 'usd':
      return `$${full ? fixed(size, size < 100 ? 2 : 0) : (format.compact ?? true) && !isShortCount(size) ? compact(size, 3) : fixed(size, digits ?? 0)}`
    case 'price':
      return `$${format.compact && !full ? compact(size, 3) : fixed(size, digits ?? priceDigits(size))}`
    case 'percent':
      return `${fixed(size, digits ?? 1)}%`
    case 'pp':
      return `${fixed(size, digits ?? 1)} pp`
    case 'bps':
      return `${fixed(size, digits ?? 1)} bp`
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
      // A count of 27 is not "27.0".
      return format.compact && !full && !isShortCount(size)
        ? compact(size, 3)
        : fixed(size, digits ?? (size >= 100 || Number.isInteger(size) ? 0 : 2))
  }
}

/** Whole numbers below a thousand have no decimals. */
function isShortCount(size: number): boolean {
  return size < 1000 && Number.isInteger(size)
}

/** Three significant digits with K, M, B, T. On an axis, trailing zeros are dropped. */
function compact(size: number, significant: number, short = false): string {
  for (const [step, letter] of steps) {
    // Values within half a unit of the last digit round up to the next step: 999,600 is 1.00M, not 1000K.
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
  if (size < smallest) return small(size, 0)
  if (size < 0.01) return rounded(size, 3, true)
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

/** `2026-11-20` as `20 Nov 2026`, `2026-11-20T06:00` as `20 Nov 2026, 06:00`. Anything else is returned as is. */
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

/** An interval in words: a day, "week of …", a month, a quarter, a year. */
export function formatInterval(iso: string, grain: Grain): string {
  if (grain === 'year') return iso.slice(0, 4)
  if (grain === 'quarter') return `Q${Math.ceil(Number(iso.slice(5, 7)) / 3)} ${iso.slice(0, 4)}`
  if (grain === 'week') return `Week of ${formatDay(iso)}`
  if (grain === 'month') return `${months[Number(iso.slice(5, 7)) - 1] ?? ''} ${iso.slice(0, 4)}`
  return formatDay(iso)
}

/** A span of intervals: days by date, weeks by first day, months by name. */
export function spanInWords(first: string, last: string, grain: Grain): string {
  if (grain === 'week') return `weeks of ${formatDay(first)} to ${formatDay(last)}`
  return `${formatInterval(first, grain)} to ${formatInterval(last, grain)}`
}

/** `27 Nov` in the year of the data, `26 Mar 27` beyond it: short enough for a bar label. */
export const expiryLabel = (day: string, asOf: string): string =>
  day.slice(0, 4) === asOf.slice(0, 4) ? formatShortDay(day) : `${formatShortDay(day)} ${day.slice(2, 4)}`

const ranges = {
  '30D': 'last 30 days',
  '90D': 'last 90 days',
  '1Y': 'last year',
  ALL: 'all history',
} as const

export const rangeInWords = (range: BoardRange): string =>
  typeof range === 'string' ? ranges[range] : spanInWords(range.from, range.to, 'day')
