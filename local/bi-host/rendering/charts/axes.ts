import type { Guide, Grain, NumberFormat } from '../../wire/board'
import { known, dateTicks, type Scale } from './scales'
import { axisLabels, formatAxis } from '../format'
import { withAlpha, type Palette } from '../theme/variables'
import { type DrawContext, inTwoLines, widest, type LineSeriesOption } from './drawing'

/** Position of a guide's label: at the newest dates, at the oldest, or in the middle, above its value or below. */
interface GuidePosition {
  readonly along: 'end' | 'start' | 'middle'
  readonly above: boolean
}

/** What labels could cover: lines over a shared category axis, and the size of the plot in pixels. */
export interface GuideRoom {
  readonly lines: readonly (readonly (number | null)[])[]
  readonly width: number
  readonly height: number
  /** Ends of the axis, if known: only the part of a zone between them is visible. */
  readonly scale?: { readonly min: number; readonly max: number } | null
}

const letterWidth = 6
const wordsHeight = 16
const positions: readonly GuidePosition[] = (['end', 'start', 'middle'] as const).flatMap((along) => [
  { along, above: true },
  { along, above: false },
])

/**
 * Positions where each guide's label covers the fewest points. Ties go to the newest dates. The outermost guides are placed first, and a
 * label that would overlap another is left out.
 */
export function guidePositions(
  guides: readonly Guide[],
  { lines, width, height, scale }: GuideRoom,
): ReadonlyMap<Guide, GuidePosition> {
  const all = guides.flatMap(({ value, to = value }) => [value, to])
  const ends = scale ? [scale.min, scale.max] : [...lines.flatMap(known), ...all]
  const perPixel = (Math.max(...ends) - Math.min(...ends)) / Math.max(1, height)
  const tall = wordsHeight * perPixel
  const placed: { readonly along: GuidePosition['along']; readonly low: number }[] = []
  const found = new Map<Guide, GuidePosition>()
  for (const whole of guides.toSorted((one, other) => Math.abs(other.value) - Math.abs(one.value))) {
    const guide = !scale ? whole : clampedTo(whole, scale)
    const share = Math.min(1, ((guide.label.length + 2) * letterWidth) / Math.max(1, width))
    const covered = ({ along, above }: GuidePosition): number => {
      const low = lowest(guide, above, tall)
      if (placed.some((other) => other.along === along && Math.abs(other.low - low) < 0.8 * tall))
        return Infinity
      return lines.reduce((sum, line) => {
        const [from, to] = stretch(along, share, line.length)
        return sum + crossings(line.slice(from, to), low, low + tall)
      }, 0)
    }
    const fewest = Math.min(...positions.map(covered))
    const position = positions.find((one) => covered(one) === fewest)
    if (position === undefined || fewest === Infinity) continue
    found.set(whole, position)
    placed.push({ along: position.along, low: lowest(guide, position.above, tall) })
  }
  return found
}

function clampedTo(guide: Guide, { min, max }: { readonly min: number; readonly max: number }): Guide {
  const between = (value: number): number => Math.min(max, Math.max(min, value))
  return guide.to === undefined ? guide : { ...guide, value: between(guide.value), to: between(guide.to) }
}

/** Labels of a zone are inside it, those of a line above or below it. */
function lowest({ value, to }: Guide, above: boolean, tall: number): number {
  if (to === undefined) return above ? value : value - tall
  return above ? Math.max(value, to) - tall : Math.min(value, to)
}

function stretch(along: GuidePosition['along'], share: number, length: number): readonly [number, number] {
  const wide = Math.max(1, Math.ceil(share * length))
  if (along === 'start') return [0, wide]
  if (along === 'end') return [Math.max(0, length - wide), length]
  const from = Math.max(0, Math.floor((length - wide) / 2))
  return [from, from + wide]
}

/** Points between the two values, and steps that jump across both. */
function crossings(line: readonly (number | null)[], low: number, high: number): number {
  let count = 0
  let before: number | null = null
  for (const value of line) {
    if (value === null) continue
    const inside = value >= low && value <= high
    const over = before !== null && Math.min(before, value) < low && Math.max(before, value) > high
    if (inside || over) count += 1
    before = value
  }
  return count
}

/** Padding around the plot. The chart library keeps labels inside. */
export function plotGrid(
  extra: { top?: number; bottom?: number; right?: number; height?: number | string } = {},
) {
  return {
    left: 0,
    right: extra.right ?? 4,
    top: extra.top ?? 8,
    // The library keeps a label's box inside, but not the descenders of its letters.
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
  /** `null` if there is no range. */
  scale: Scale | null,
  options: {
    readonly log?: boolean
    readonly right?: boolean
    readonly horizontal?: boolean
    readonly name?: string
  } = {},
) {
  const { palette } = context
  const labels = new Map(
    options.log ? [] : axisLabels(scale?.ticks ?? [], format).map((label, at) => [scale?.ticks[at], label]),
  )
  return {
    type: options.log ? ('log' as const) : ('value' as const),
    ...(options.right ? { position: 'right' as const } : {}),
    ...(options.log ? { minorSplitLine: { show: false }, logBase: 10 } : {}),
    ...(options.name !== undefined && {
      name: options.name,
      nameLocation: 'middle' as const,
      nameGap: 26,
      nameTextStyle: { ...axisText(palette), color: palette.axisTitle },
    }),
    ...(scale ? { min: scale.min, max: scale.max } : {}),
    // Keeps labels at the edge of the plot, wherever zero is.
    axisLine: { show: false, onZero: false },
    axisTick: { show: false, ...(scale ? { customValues: [...scale.ticks] } : {}) },
    axisLabel: {
      ...axisText(palette),
      ...(options.horizontal ? { margin: 10 } : {}),
      ...(scale ? { customValues: [...scale.ticks] } : {}),
      hideOverlap: true,
      formatter: (value: number) => labels.get(value) ?? formatAxis(value, format),
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

const smallText = 10.5

/** How names wider than their slot are written. */
type NameFit = 'whole' | 'small' | 'lines' | 'small-lines' | 'turned' | 'some'

/** Numbers and dates can be inferred from their neighbors, so some may be skipped. Names cannot, so they are rotated instead. */
export function nameFit(labels: readonly string[], width: number): NameFit {
  if (widest(labels) <= width) return 'whole'
  const lines = broken(labels).flatMap((label) => label.split('\n'))
  if (widest(lines) <= width) return 'lines'
  if (widest(labels, smallText) <= width) return 'small'
  if (widest(lines, smallText) <= width) return 'small-lines'
  return areNumbered(labels) ? 'some' : 'turned'
}

const areNumbered = (labels: readonly string[]): boolean => labels.every((label) => /\d/.test(label))

/** Breaks a date between day and year, never between day and month. */
function broken(labels: readonly string[]): readonly string[] {
  const least = areNumbered(labels) ? 3 : 2
  return labels.map((label) => (label.split(' ').length < least ? label : inTwoLines(label)))
}

/** Rotated names need this width. In a narrower slot they are vertical. */
const turnedWidth = 16

/** An axis with labels only. */
const namesOnly = {
  type: 'category',
  axisLine: { show: false },
  axisTick: { show: false },
  splitLine: { show: false },
  axisPointer: { show: false },
} as const

/** Names below or above a plot, each in a slot of this width. */
export function nameAxis({ palette }: DrawContext, labels: readonly string[], width: number) {
  const fit = nameFit(labels, width)
  const written = fit === 'lines' || fit === 'small-lines' || fit === 'some' ? broken(labels) : labels
  const wide = widest(written.flatMap((label) => label.split('\n')))
  const every = fit === 'some' ? Math.ceil((wide + 8) / Math.max(1, width)) : 1
  // The last label marks an incomplete interval ("to date"), so keep it rather than the first.
  const offset = written.at(-1)?.includes('\n') ? (labels.length - 1) % every : 0
  const isVertical = fit === 'turned' && width < turnedWidth
  return {
    ...namesOnly,
    data: [...written],
    axisLabel: {
      ...axisText(palette),
      color: palette.muted,
      interval: (index: number) => index % every === offset,
      ...(written === labels ? {} : { lineHeight: 14 }),
      ...(fit === 'small' || fit === 'small-lines' ? { fontSize: smallText } : {}),
      ...(isVertical ? { fontSize: Math.max(8, Math.min(11.5, width)) } : {}),
      ...(fit === 'turned' ? { rotate: isVertical ? 90 : 45 } : {}),
    },
  }
}

/** Names on the left, one above the other. Wider ones are truncated. */
export function sideAxis({ palette }: DrawContext, labels: readonly string[], width: number) {
  return {
    ...namesOnly,
    data: [...labels],
    inverse: true,
    axisLabel: {
      ...axisText(palette),
      color: palette.muted,
      interval: 0,
      ...(widest(labels) <= width ? {} : { width, overflow: 'truncate' as const }),
    },
  }
}

function guideColor(palette: Palette, tone: Guide['tone']): string {
  if (tone === 'amber') return palette.amber
  if (tone === 'red') return palette.red
  if (tone === 'green') return palette.green
  return palette.dim
}

function besideLine({ along, above }: GuidePosition) {
  const words = { end: 'insideEnd', start: 'insideStart', middle: 'insideMiddle' } as const
  return `${words[along]}${above ? 'Top' : 'Bottom'}` as const
}

function insideZone({ along, above }: GuidePosition) {
  const side = { end: 'Right', start: 'Left', middle: '' } as const
  return `inside${above ? 'Top' : 'Bottom'}${side[along]}` as const
}

/** Guide lines and zones as a series without data, so that hiding a series never hides them. */
export function guideSeries(
  context: DrawContext,
  guides: readonly Guide[] | undefined,
  axis: 'x' | 'y' = 'y',
  /** Lines that labels avoid, and the ends of their axis. */
  around: Pick<GuideRoom, 'lines' | 'scale'> = { lines: [], scale: null },
): readonly LineSeriesOption[] {
  if (!guides || guides.length === 0) return []
  const { palette } = context
  const labeled = guides.filter(({ label }) => label !== '')
  const room = { ...around, width: context.width, height: context.height }
  // Beside bars, a label is at the foot of its line.
  const positions = axis === 'y' ? guidePositions(labeled, room) : null
  const position = (guide: Guide): GuidePosition => positions?.get(guide) ?? { along: 'end', above: true }
  const at = (value: number) => (axis === 'y' ? { yAxis: value } : { xAxis: value })
  const label = (guide: Guide) => ({
    show: positions === null ? guide.label !== '' : positions.has(guide),
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
    backgroundColor: withAlpha(palette.card, 0.88),
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
        // Across bars, it stays below their numbers.
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
                ? { ...label(guide), position: besideLine(position(guide)), distance: 2 }
                : { ...label(guide), position: 'start', rotate: 0, distance: 2 },
          })),
      },
      markArea: {
        // Its label is above the lines. The tint is too faint to hide them.
        z: 5,
        silent: true,
        animation: false,
        data: guides
          .filter((guide) => guide.to !== undefined)
          .map((guide) => [
            {
              ...at(guide.value),
              itemStyle: { color: withAlpha(guideColor(palette, guide.tone), 0.09) },
              label: { ...label(guide), position: insideZone(position(guide)) },
            },
            at(guide.to ?? guide.value),
          ]),
      },
    },
  ]
}
