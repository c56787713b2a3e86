import type { Grain, Guide, NumberFormat } from '../../contract'
import { formatAxis } from '../format'
import { withAlpha } from '../theme/color'
import type { Palette } from '../theme/variables'
import { dateTicks } from './date-ticks'
import { guidePlace, type GuidePlace, type GuideRoom } from './guide-room'
import type { Scale } from './scales'
import type { DrawContext } from './drawing'
import type { LineSeriesOption } from './engine'

/** Room between plot and tile edge; labels are kept inside by the library. */
export function plotGrid(
  extra: { top?: number; bottom?: number; right?: number; height?: number | string } = {},
) {
  return {
    left: 0,
    right: extra.right ?? 4,
    top: extra.top ?? 8,
    // The library keeps a label's box inside, not the tails of its letters.
    bottom: (extra.bottom ?? 0) + 3,
    ...(extra.height === undefined ? {} : { height: extra.height }),
    outerBoundsMode: 'same' as const,
    outerBoundsContain: 'axisLabel' as const,
  }
}

export function axisText(palette: Palette) {
  return { color: palette.axis, fontFamily: palette.axisFont, fontSize: 11.5, fontWeight: 400 as const }
}

export function valueAxis(
  context: DrawContext,
  format: NumberFormat,
  options: {
    readonly log?: boolean
    readonly fromZero?: boolean
    readonly right?: boolean
    readonly min?: number
    readonly max?: number
    readonly interval?: number
    readonly horizontal?: boolean
    readonly name?: string
    readonly scale?: Scale | null
  } = {},
) {
  const { palette } = context
  const room = options.horizontal ? context.width / 84 : context.height / 52
  return {
    type: options.log ? ('log' as const) : ('value' as const),
    scale: !(options.fromZero ?? false),
    splitNumber: Math.max(2, Math.min(6, Math.round(room))),
    ...(options.right ? { position: 'right' as const } : {}),
    ...(options.min === undefined ? {} : { min: options.min }),
    ...(options.max === undefined ? {} : { max: options.max }),
    ...(options.interval === undefined ? {} : { interval: options.interval }),
    ...(options.log ? { minorSplitLine: { show: false }, logBase: 10 } : {}),
    ...(options.name === undefined
      ? {}
      : {
          name: options.name,
          nameLocation: 'middle' as const,
          nameGap: 26,
          nameTextStyle: { ...axisText(palette), color: palette.axisTitle },
        }),
    ...(options.scale ? { min: options.scale.min, max: options.scale.max } : {}),
    axisLine: { show: false },
    axisTick: { show: false, ...(options.scale ? { customValues: [...options.scale.ticks] } : {}) },
    axisLabel: {
      ...axisText(palette),
      ...(options.horizontal ? { margin: 10 } : {}),
      ...(options.scale ? { customValues: [...options.scale.ticks] } : {}),
      hideOverlap: true,
      formatter: (value: number) => formatAxis(value, format),
    },
    splitLine: { show: !options.right, lineStyle: { color: palette.hairline, width: 1 } },
    axisPointer: { show: false },
  }
}

export function dateAxis(context: DrawContext, dates: readonly string[], grain: Grain, bars: boolean) {
  const { palette } = context
  const labels = new Map(dateTicks(dates, context.width - 48, grain).map((tick) => [tick.index, tick.label]))
  return {
    type: 'category' as const,
    data: [...dates],
    boundaryGap: bars,
    axisLine: { show: false, onZero: false },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: {
      ...axisText(palette),
      margin: 10,
      hideOverlap: true,
      interval: (index: number) => labels.has(index),
      formatter: (_: string, index: number) => labels.get(index) ?? '',
    },
    axisPointer: {
      type: bars ? ('shadow' as const) : ('line' as const),
      lineStyle: { color: palette.dim, width: 1, type: 'solid' as const },
      shadowStyle: { color: withAlpha(palette.dim, 0.12) },
      label: { show: false },
    },
  }
}

export function nameAxis(
  context: DrawContext,
  labels: readonly string[],
  options: { inverse?: boolean; width?: number } = {},
) {
  const { palette } = context
  const { width } = options
  // Every other date is read; a date that is cut is not.
  const crowded =
    options.inverse !== true &&
    width !== undefined &&
    labels.every((label) => /\d/.test(label)) &&
    labels.some((label) => label.length * 6 > width)
  return {
    type: 'category' as const,
    data: [...labels],
    inverse: options.inverse ?? false,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: {
      ...axisText(palette),
      color: palette.muted,
      interval: crowded ? ('auto' as const) : 0,
      ...(width === undefined || crowded ? {} : { width, overflow: 'truncate' as const }),
    },
    axisPointer: { show: false },
  }
}

function guideColor(palette: Palette, tone: Guide['tone']): string {
  if (tone === 'amber') return palette.amber
  if (tone === 'red') return palette.red
  if (tone === 'green') return palette.green
  return palette.dim
}

function besideLine({ along, above }: GuidePlace) {
  const words = { end: 'insideEnd', start: 'insideStart', middle: 'insideMiddle' } as const
  return `${words[along]}${above ? 'Top' : 'Bottom'}` as const
}

function insideZone({ along, above }: GuidePlace) {
  const side = { end: 'Right', start: 'Left', middle: '' } as const
  return `inside${above ? 'Top' : 'Bottom'}${side[along]}` as const
}

/** Guide lines and zones as a series without data of its own, so that hiding a series never hides them. */
export function guideSeries(
  context: DrawContext,
  guides: readonly Guide[] | undefined,
  axis: 'x' | 'y' = 'y',
  /** Lines that the words keep clear of. */
  lines: GuideRoom['lines'] = [],
): readonly LineSeriesOption[] {
  if (!guides || guides.length === 0) return []
  const { palette } = context
  const place = (guide: Guide) => guidePlace(guide, { lines, width: context.width, height: context.height })
  const at = (value: number) => (axis === 'y' ? { yAxis: value } : { xAxis: value })
  const label = (guide: Guide) => ({
    show: guide.label !== '',
    formatter: guide.label,
    color:
      guide.tone === 'amber'
        ? palette.amberText
        : guide.tone === undefined
          ? palette.dim
          : guideColor(palette, guide.tone),
    fontSize: 11,
    fontFamily: palette.axisFont,
    // Readable where it crosses a line.
    backgroundColor: withAlpha(palette.card, 0.72),
    borderRadius: 2,
    padding: [1, 3] as [number, number],
  })
  return [
    {
      id: 'guides',
      type: 'line',
      data: [],
      silent: true,
      z: 1,
      markLine: {
        // Across bars it stays below their figures.
        z: axis === 'x' ? 2 : 5,
        silent: true,
        symbol: 'none',
        animation: false,
        data: guides
          .filter((guide) => guide.to === undefined)
          .map((guide) => ({
            ...at(guide.value),
            lineStyle: { color: guideColor(palette, guide.tone), type: [4, 4], width: 1, opacity: 0.9 },
            label:
              axis === 'y'
                ? { ...label(guide), position: besideLine(place(guide)), distance: 2 }
                : { ...label(guide), position: 'start', rotate: 0, distance: 2 },
          })),
      },
      markArea: {
        // Its words stand above the lines; the tint is too faint to hide them.
        z: 5,
        silent: true,
        animation: false,
        data: guides
          .filter((guide) => guide.to !== undefined)
          .map((guide) => [
            {
              ...at(guide.value),
              itemStyle: { color: withAlpha(guideColor(palette, guide.tone), 0.09) },
              label: { ...label(guide), position: insideZone(place(guide)) },
            },
            at(guide.to ?? guide.value),
          ]),
      },
    },
  ]
}
