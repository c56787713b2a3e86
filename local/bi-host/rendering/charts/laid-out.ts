import type { Drawing, PartRoom, DrawContext } from './drawing'
import type { ChartOption, EChartsType } from './engine'
import type { TileData } from '../../wire/board'
import { drawBars } from './bars'
import { drawCandles } from './candles'
import { drawCurves } from './curves'
import { drawMatrix } from './matrix'
import { drawParts } from './parts'
import { drawScatter } from './scatter'
import { drawSeries } from './series'

/** Draws it whole: words that depend on how large their part has become are written in a second go. */
export function drawInto(
  instance: EChartsType,
  drawing: Drawing,
  complete: (drawing: Drawing) => ChartOption,
): void {
  instance.setOption(complete(drawing), { notMerge: true })
  if (drawing.worded) {
    const option = drawing.worded(roomOfParts(instance))
    instance.setOption(complete({ ...drawing, option }), { notMerge: true })
  }
  keepEveryPoint(instance)
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface TreeNode {
  readonly children?: readonly TreeNode[]
  getLayout(): Partial<Box> | undefined
}

/** What the library knows of its layout and tells by no public call. */
interface Model {
  queryComponents(what: { readonly mainType: 'grid' }): readonly {
    readonly coordinateSystem?: { getRect(): Box }
  }[]
  getSeriesByIndex(at: number): { getData(): { readonly tree?: { readonly root: TreeNode } } } | undefined
}

function modelOf(instance: EChartsType): Model {
  return (instance as unknown as { getModel(): Model }).getModel()
}

/** Where the lowest plot ends, in pixels of the canvas; `null` for pictures without axes. */
export function plotOf(instance: EChartsType): { readonly right: number; readonly bottom: number } | null {
  const box = modelOf(instance).queryComponents({ mainType: 'grid' }).at(-1)?.coordinateSystem?.getRect()
  return box ? { right: box.x + box.width, bottom: box.y + box.height } : null
}

/** How large the parts of a tree have become. */
function roomOfParts(instance: EChartsType): PartRoom {
  const root = modelOf(instance).getSeriesByIndex(0)?.getData().tree?.root
  return (at, within) => {
    const part = root?.children?.[at]
    const { width, height } = (within === undefined ? part : part?.children?.[within])?.getLayout() ?? {}
    return width === undefined || height === undefined ? null : { width, height }
  }
}

/** What every picture shares, on screen and in a file: no movement, the face, no ground of its own. */
export function stillOption({ option }: Drawing, { palette }: Pick<DrawContext, 'palette'>): ChartOption {
  return {
    animation: false,
    textStyle: { fontFamily: palette.axisFont },
    backgroundColor: 'transparent',
    ...option,
  }
}

const everyPoint = 1e-6

interface DrawnShape {
  segmentIgnoreThreshold?: number
  dirtyShape(): void
}

/**
 * The library leaves out points closer than 2 px, on the upper and the lower edge of an area each for itself: between
 * stacked areas that shows as gaps. A threshold of zero would leave the old one standing.
 */
function keepEveryPoint(instance: EChartsType): void {
  for (const shape of instance.getZr().storage.getDisplayList(true) as unknown as readonly DrawnShape[]) {
    if ((shape.segmentIgnoreThreshold ?? 0) <= everyPoint) continue
    shape.segmentIgnoreThreshold = everyPoint
    shape.dirtyShape()
  }
}

/** Kinds of tile that are pictures on a canvas; the others are made of elements. */
export type ChartData = Exclude<TileData, { kind: 'kpi' | 'table' | 'pivot' }>

export function draw(data: ChartData, context: DrawContext): Drawing {
  switch (data.kind) {
    case 'series':
      return drawSeries(data, context)
    case 'bars':
      return drawBars(data, context)
    case 'matrix':
      return drawMatrix(data, context)
    case 'parts':
      return drawParts(data, context)
    case 'candles':
      return drawCandles(data, context)
    case 'curves':
      return drawCurves(data, context)
    case 'scatter':
      return drawScatter(data, context)
  }
}

/** Whether the readout follows the axis (all series at one date) or a single mark. */
export function readsAlongAxis(data: ChartData): boolean {
  return (
    data.kind === 'series' ||
    data.kind === 'candles' ||
    data.kind === 'curves' ||
    (data.kind === 'bars' && data.series.length > 1)
  )
}
