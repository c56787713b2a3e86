import type { BarsData, NumberFormat } from '../../wire/board'
import * as formats from '../../model/formats'
import type { QueryFilter } from '../../model/source'
import { figureAt, figureOver, readPanel, type Panel } from '../panel'
import { difference, known, lastOf } from '../../query/statistics'
import { barsData, type Bar, type Calculation, type Made } from '../tiles/shapes'
import type { TileContext, TileQuestion } from '../definition'
import { formatDay, formatNumber } from '../../rendering/format'

interface BreakdownChoice {
  readonly by: string
  readonly where?: readonly QueryFilter[]
  /** Keeps the largest, and adds the rest up as "Other". */
  readonly top?: number
  readonly format?: NumberFormat
  readonly name?: string
}

const requestOf = (measure: string, choice: BreakdownChoice, days: number) => ({
  measure,
  by: choice.by,
  range: { last: days, unit: 'day' } as const,
  ...(choice.where ? { where: choice.where } : {}),
  ...(choice.top ? { top: { count: choice.top, other: true } } : {}),
})

const wholeBy = (context: TileContext, measure: string, { by }: BreakdownChoice): TileContext =>
  context.whole(`${measure.split('.')[0] ?? ''}.${by}`)

const asked = (measure: string, { by, where, top }: BreakdownChoice, over: number): TileQuestion => ({
  measures: [measure],
  by: [by],
  over,
  ...(where ? { where } : {}),
  ...(top ? { top: { count: top, other: true } } : {}),
})

/** A balance on the last day by the values of an attribute, with the 30-day change of each share. */
export function latestBy(measure: string, choice: BreakdownChoice): Calculation<Made<BarsData>> {
  return {
    measure,
    drill: { where: choice.where ?? [], by: [choice.by] },
    asks: asked(measure, choice, 1),
    build: async (context) => {
      const [panel, all] = await Promise.all([
        readPanel(context, requestOf(measure, choice, 31)),
        readPanel(wholeBy(context, measure, choice), requestOf(measure, choice, 31)),
      ])
      const total = sumAt(all, -1)
      const before = sumAt(all, 0)
      const bars = panel.keys.map((key): Bar => {
        const value = lastOf(panel.values[key] ?? [])
        const was = panel.values[key]?.[0] ?? 0
        const gap =
          value === null || total === 0 || before === 0 ? null : (100 * value) / total - (100 * was) / before
        return {
          key,
          value,
          note: `${formatNumber(total === 0 ? null : (100 * (value ?? 0)) / total, formats.percent)}, ${formatNumber(gap, formats.points)}`,
        }
      })
      const day = panel.dates.at(-1) ?? ''
      return {
        data: barsData(bars, choice.format ?? panel.measure.format, {
          name: choice.name ?? panel.measure.label,
          sorted: false,
        }),
        summary: `On ${formatDay(day)}: ${barsSummary(bars, choice.format ?? panel.measure.format)}.`,
        figures: {
          ...(panel.measure.kind === 'semi-additive'
            ? { [figureAt(panel.meaning, day)]: sumAt(panel, -1) }
            : {}),
          ...eachAt(panel, day),
        },
      }
    },
  }
}

/** Figures of each name on the last day. None for a flow, which belongs to no single day. */
function eachAt(panel: Panel, day: string): Record<string, number> {
  if (panel.measure.kind === 'additive') return {}
  return Object.fromEntries(
    panel.keys.flatMap((key) => {
      const value = panel.values[key]?.at(-1) ?? null
      return value === null || key === 'Other' ? [] : [[figureAt(panel.meaningOf(key), day), value]]
    }),
  )
}

/** A flow summed over the last `days` by the values of an attribute. */
export function sumBy(
  measure: string,
  choice: BreakdownChoice & { readonly days: number; readonly shape?: BarsData['shape'] },
): Calculation<Made<BarsData>> {
  return {
    measure,
    drill: { where: choice.where ?? [], by: [choice.by], range: { last: choice.days, unit: 'day' } },
    asks: asked(measure, choice, choice.days),
    build: async (context) => {
      const panel = await readPanel(context, requestOf(measure, choice, choice.days))
      const bars = panel.keys
        .map((key): Bar => ({ key, value: sum(panel.values[key] ?? []) }))
        .sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
      const format = choice.format ?? panel.measure.format
      const total = bars.reduce((all, { value }) => all + (value ?? 0), 0)
      return {
        data: barsData(bars, format, {
          name: choice.name ?? panel.measure.label,
          shape: choice.shape ?? 'bars',
        }),
        summary: `Last ${choice.days} days: ${barsSummary(bars, format)}.`,
        figures: { [figureOver(panel.meaning, panel.dates[0] ?? '', panel.dates.at(-1) ?? '')]: total },
      }
    },
  }
}

/** How many percentage points of the total each value gained or lost in 30 days. */
export function shareChangeBy(
  measure: string,
  choice: BreakdownChoice & { readonly over?: number },
): Calculation<Made<BarsData>> {
  const { over = 1 } = choice
  return {
    measure,
    build: async (context) => {
      const panel = await readPanel(wholeBy(context, measure, choice), requestOf(measure, choice, 30 + over))
      const window = (key: string, end: number): number =>
        sum((panel.values[key] ?? []).slice(end - over, end)) ?? 0
      const shares = (end: number): Map<string, number> => {
        const all = panel.keys.reduce((total, key) => total + window(key, end), 0)
        return new Map(panel.keys.map((key) => [key, all === 0 ? 0 : (100 * window(key, end)) / all]))
      }
      const [now, before] = [shares(panel.dates.length), shares(over)]
      const bars = panel.keys.map((key): Bar => ({
        key,
        value: difference(now.get(key), before.get(key)),
        note: formatNumber(now.get(key), formats.percent),
      }))
      return {
        data: barsData(
          bars,
          { ...formats.points, digits: 2 },
          { shape: 'diverging-bars', name: 'Change of share' },
        ),
        summary: `Change of share in 30 days: ${barsSummary(bars, formats.points)}.`,
      }
    },
  }
}

/** A rate on the last day by the values of an attribute. */
export function rateBy(
  measure: string,
  choice: BreakdownChoice & { readonly guide?: { readonly measure: string; readonly label: string } },
): Calculation<Made<BarsData>> {
  return {
    measure,
    asks: asked(measure, choice, 1),
    build: async (context) => {
      const [panel, guide] = await Promise.all([
        readPanel(context, requestOf(measure, choice, 31)),
        choice.guide
          ? readPanel(context, { measure: choice.guide.measure, range: { last: 10, unit: 'day' } })
          : null,
      ])
      const format = choice.format ?? panel.measure.format
      const level = guide ? lastOf(guide.values[''] ?? []) : null
      const bars = panel.keys.map((key): Bar => ({ key, value: lastOf(panel.values[key] ?? []) }))
      return {
        data: barsData(bars, format, {
          name: choice.name ?? panel.measure.label,
          ...(level === null || !choice.guide
            ? {}
            : { guides: [{ value: level, label: `${choice.guide.label} ${formatNumber(level, format)}` }] }),
        }),
        summary: `${panel.measure.label}: ${barsSummary(bars, format)}.`,
      }
    },
  }
}

export const sum = (values: readonly (number | null)[]): number | null => {
  const present = known(values)
  return present.length === 0 ? null : present.reduce((all, value) => all + value, 0)
}

/** Sum of all keys on one row of the panel, counted from either end. */
const sumAt = (panel: Panel, row: number): number =>
  sum(panel.keys.map((key) => panel.values[key]?.at(row) ?? null)) ?? 0

/** The first names and values of a list of bars, for a summary. */
export const barsSummary = (bars: readonly Bar[], format: NumberFormat): string =>
  bars
    .slice(0, 4)
    .map(({ key, value }) => `${key} ${formatNumber(value, format)}`)
    .join(', ')
