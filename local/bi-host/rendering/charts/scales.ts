import type { Series, SeriesData, BarsData, Grain } from '../../wire/board'
import { formatMonth, formatShortDay } from '../format'

/** Ends and labeled values of an axis. */
export interface Scale {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
}

/** Digits of a power of ten that a log axis labels, from few to many. */
const logDigits: readonly (readonly number[])[] = [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7]]

/** A log axis for positive values with as many readable steps as possible. `null` if there are none. */
export function logScale(values: readonly number[], most = 8): Scale | null {
  const positive = values.filter((value) => value > 0)
  if (positive.length === 0) return null
  const low = Math.min(...positive)
  const high = Math.max(...positive)
  const steps = (digits: readonly number[]): readonly number[] => {
    const found: number[] = []
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
      // 3 x 0.1 is not 0.3.
      found.push(...digits.map((digit) => Number((digit * 10 ** power).toPrecision(3))))
    }
    return found
  }
  const ends = steps([1, 2, 3, 4, 5, 6, 7, 8, 9])
  const min = ends.findLast((step) => step <= low) ?? low
  const max = ends.find((step) => step >= high && step > min) ?? high
  const inside = logDigits.map((digits) => steps(digits).filter((step) => step >= min && step <= max))
  const ticks = inside.findLast((found) => found.length <= most) ?? inside[0] ?? []
  return { min, max, ticks }
}

/** Round axis ends and steps of 1, 2, 2.5 or 5: about `steps` of them, with as little empty space as possible. */
export function niceScale(values: readonly number[], steps: number): Scale {
  const [low, high] = spread(values)
  const candidates = [steps - 1, steps, steps + 1, steps + 2]
    .filter((count) => count > 0)
    .map((count) => {
      const step = niceStep((high - low) / count)
      const min = Math.floor(low / step + smallest) * step
      return { min, step, count: Math.round((Math.ceil(high / step - smallest) * step - min) / step) }
    })
  const worth = ({ step, count }: { readonly step: number; readonly count: number }): number =>
    (high - low) / (step * count) - 0.05 * Math.abs(count - steps) - slowness(step)
  const best = candidates.reduce((found, next) => (worth(next) > worth(found) ? next : found))
  return scaleOf(best.min, best.step, best.count)
}

/** 2.5, 7.5 and so on read more slowly than 2, 4 and 6. 25 and 250 read nearly as fast. */
function slowness(step: number): number {
  if (!step.toExponential().startsWith('2.5e')) return 0
  const power = Math.floor(Math.log10(step))
  return power < 0 || power % 3 === 0 ? 0.2 : 0.05
}

/** A second axis with the same number of steps, so that both share a grid. */
export function alignedScale(values: readonly number[], count: number): Scale {
  const [low, high] = spread(values)
  let step = niceStep((high - low) / Math.max(1, count))
  const start = (): number => Math.floor(low / step + smallest) * step
  while (start() + count * step < high - smallest * step) step = niceStep(step * 1.01)
  return scaleOf(start(), step, count)
}

/** A bar and the room its label needs beyond its end. */
interface LabelledBar {
  readonly value: number
  /** In pixels, including the gap. */
  readonly label: number
}

/** The largest scale at which bars from zero and their labels fit. `null` if the labels leave the bars less than the share `least`. */
export function labelledScale(bars: readonly LabelledBar[], pixels: number, least = 0.3): Scale | null {
  const largest = Math.max(0, ...bars.map(({ value }) => Math.abs(value)))
  if (largest === 0) return null
  const reach = (perUnit: number, sign: 1 | -1): number =>
    Math.max(
      0,
      ...bars
        .filter(({ value }) => (sign === 1 ? value >= 0 : value < 0))
        .map(({ value, label }) => Math.abs(value) * perUnit + label),
    )
  const length = (perUnit: number): number => reach(perUnit, -1) + reach(perUnit, 1)
  let [low, high] = [0, pixels / largest]
  if (length(low) > pixels) return null
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2
    if (length(middle) > pixels) high = middle
    else low = middle
  }
  const values = bars.map(({ value }) => value)
  const span = Math.max(0, ...values) - Math.min(0, ...values)
  if (low === 0 || span * low < least * pixels) return null
  const [min, max] = [-reach(low, -1) / low, reach(low, 1) / low]
  const wanted = plainStep(span / Math.max(1, Math.round((span * low) / pixelsPerTick)))
  // Beyond the bars there are only labels.
  const ends = [Math.min(0, ...values), Math.max(0, ...values)] as const
  // The longest bar reaches at least one labeled value.
  const step = Math.min(wanted, stepBelow(Math.max(-ends[0], ends[1])))
  const [first, last] = [Math.ceil(ends[0] / step), Math.floor(ends[1] / step)]
  return { min, max, ticks: scaleOf(first * step, step, last - first).ticks }
}

export const pixelsPerTick = 74
/** Tolerance for floating-point error. */
const smallest = 1e-9

function spread(values: readonly number[]): readonly [number, number] {
  const low = values.length === 0 ? 0 : values.reduce((least, value) => Math.min(least, value))
  const high = values.length === 0 ? 1 : values.reduce((most, value) => Math.max(most, value))
  if (high > low) return [low, high]
  return low === 0 ? [0, 1] : [low - Math.abs(low) * 0.05, low + Math.abs(low) * 0.05]
}

function scaleOf(min: number, step: number, count: number): Scale {
  const ticks = Array.from({ length: count + 1 }, (_, at) => {
    const tick = Number((min + at * step).toPrecision(12))
    return Math.abs(tick) < step * smallest ? 0 : tick
  })
  return { min: ticks[0] ?? min, max: ticks.at(-1) ?? min, ticks }
}

export function niceStep(size: number): number {
  return stepOf([1, 2, 2.5, 5, 10], size)
}

/** The largest round number not above this one. */
function stepBelow(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size))
  return ([5, 2, 1].find((digit) => digit * power <= size * (1 + smallest)) ?? 1) * power
}

/** For cases where the number of steps does not matter much. */
function plainStep(size: number): number {
  return stepOf([1, 2, 5, 10], size)
}

function stepOf(digits: readonly number[], size: number): number {
  const power = 10 ** Math.floor(Math.log10(size))
  const digit = digits.find((candidate) => candidate * power >= size * (1 - smallest)) ?? 10
  return Number((digit * power).toPrecision(3))
}

export function known(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value): value is number => value !== null)
}

/** How far a stack reaches below and above zero. */
function sidesOf(values: readonly number[]): readonly [number, number] {
  const total = (sign: 1 | -1): number =>
    values.reduce((sum, value) => (value * sign > 0 ? sum + value : sum), 0)
  return [total(-1), total(1)]
}

/** All bar ends, or sums if stacked. Includes zero unless bars have a start value. */
export function spanOfBars(data: BarsData, shown: BarsData['series'] = data.series): readonly number[] {
  const values = (at: number): readonly number[] => known(shown.map((series) => series.values[at] ?? null))
  if (data.shape === 'range-bars')
    return data.categories.flatMap((_, at) => [...values(at), ...known([data.from?.[at] ?? null])])
  const stacked = shown.length > 1 && data.shape !== 'bars'
  return [0, ...data.categories.flatMap((_, at) => (stacked ? sidesOf(values(at)) : values(at)))]
}

export const stackedShapes: ReadonlySet<SeriesData['shape']> = new Set([
  'stacked-area',
  'area-100',
  'stacked-bars',
  'diverging-bars',
])

const quarters = [0, 25, 50, 75, 100]

export function leftScale(
  data: SeriesData,
  shown: readonly Series[],
  height: number,
  fromZero: boolean,
): Scale | null {
  if (data.shape === 'area-100') return { min: 0, max: 100, ticks: height < 150 ? [0, 50, 100] : quarters }
  const left = shown.filter((series) => series.axis !== 'right')
  const values = spanned(data, left, fromZero)
  return data.logScale
    ? logScale(values, stepsIn(height) + 2)
    : (zoneScale(data, values) ?? niceScale(values, stepsIn(height)))
}

/** With as many steps as the left axis. */
export function rightScale(data: SeriesData, right: readonly Series[], left: Scale | null): Scale {
  const filled = right.some((series) => series.as === 'bars' || series.as === 'area')
  return alignedScale(spanned(data, right, filled), (left?.ticks.length ?? 5) - 1)
}

/** Values an axis must cover: values, bands, and for stacks the sums on both sides of zero. */
function spanned(data: SeriesData, series: readonly Series[], fromZero: boolean): readonly number[] {
  const stacked = series.filter(({ as }) => as === undefined && stackedShapes.has(data.shape))
  const sums = data.dates.flatMap((_, at) => {
    const parts = known(stacked.map(({ values }) => values[at] ?? null))
    return parts.length === 0 ? [] : sidesOf(parts)
  })
  const alone = series
    .filter((item) => !stacked.includes(item))
    .flatMap(({ values, band }) => [...known(values), ...known(band?.low ?? []), ...known(band?.high ?? [])])
  return [...(fromZero && !data.logScale ? [0] : []), ...sums, ...alone]
}

/** An index with zones is shown over all zones, not only over its current part. */
function zoneScale(data: SeriesData, values: readonly number[]): Scale | null {
  const zones = (data.guides ?? []).flatMap((guide) =>
    guide.to === undefined ? [] : [guide.value, guide.to],
  )
  if (data.format.kind !== 'index' || zones.length < 4) return null
  const [min, max] = [Math.min(...zones), Math.max(...zones)]
  const inside = values.every((value) => value >= min && value <= max)
  return inside ? { min, max, ticks: [...new Set(zones)].sort((left, right) => left - right) } : null
}

/** Number of steps that fit on a value axis. */
export function stepsIn(pixels: number, horizontal = false): number {
  return Math.max(2, Math.min(6, Math.round(pixels / (horizontal ? 84 : 52))))
}

interface DateTick {
  readonly index: number
  readonly label: string
}

const dayMs = 86_400_000

/**
 * Labeled dates of an axis: years, months or days, whichever gives about one label per 76 px, or closer if that is fewer than four. Ticks
 * are at the first date of their interval, so that "Mar 26" is the start of March.
 */
export function dateTicks(dates: readonly string[], width: number, grain: Grain): readonly DateTick[] {
  const first = dates[0]
  const last = dates.at(-1)
  if (first === undefined || last === undefined) return []
  const room = Math.max(2, Math.min(4, Math.floor(width / 64)), Math.floor(width / 76))
  const days = (Date.parse(last.slice(0, 10)) - Date.parse(first.slice(0, 10))) / dayMs
  if (grain === 'day' && dates.length <= 12 && days >= 4 * dates.length)
    return singleDays(dates, width, first.slice(0, 4) !== last.slice(0, 4))
  if (days <= 3 && grain === 'hour') return everyNth(dates, room, (date) => date.slice(11, 16))
  if (days <= 75) return everyNth(firstOfEach(dates, 10), room, (date) => formatShortDay(date), dates)
  const months = days / 30.5
  const steps = [1, 2, 3, 6, 12, 24, 36, 60]
  const step = steps.find((candidate) => months / candidate <= room) ?? 60
  // Over a few months, "Sep 26" could be read as a day.
  const write = step >= 12 ? (date: string) => date.slice(0, 4) : days <= 130 ? formatShortDay : formatMonth
  return firstOfEach(dates, 7)
    .filter((date) => monthNumber(date) % step === 0)
    .map((date) => ({ index: dates.indexOf(date), label: write(date) }))
    .filter((tick) => tick.index > 0 || startsInterval(first, step))
}

/** Separate days far apart are labeled as days instead of months, with the year if there are several. */
const singleDays = (dates: readonly string[], width: number, years: boolean): readonly DateTick[] =>
  everyNth(dates, Math.max(2, Math.floor(width / (years ? 62 : 48))), (date) =>
    years ? `${formatShortDay(date)} ${date.slice(2, 4)}` : formatShortDay(date),
  )

/** A month or year that started before the data is not labeled at the data's first day. */
function startsInterval(date: string, step: number): boolean {
  return step >= 12 ? date.slice(5, 10) <= '01-07' : Number(date.slice(8, 10)) <= 7
}

function monthNumber(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
}

function firstOfEach(dates: readonly string[], length: number): readonly string[] {
  return dates.filter((date, at) => at === 0 || dates[at - 1]?.slice(0, length) !== date.slice(0, length))
}

/** Evenly spaced, counted back from the newest, because readers look for the last day. */
function everyNth(
  chosen: readonly string[],
  room: number,
  write: (date: string) => string,
  all: readonly string[] = chosen,
): readonly DateTick[] {
  const step = Math.max(1, Math.ceil(chosen.length / room))
  const positions = new Map(all.map((date, index) => [date, index]))
  return chosen
    .filter((_, at) => (chosen.length - 1 - at) % step === 0)
    .map((date) => ({ index: positions.get(date) ?? 0, label: write(date) }))
}
