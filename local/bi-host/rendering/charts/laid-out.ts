import type { Drawing, PartRoom } from './drawing'
import type { ChartOption, EChartsType } from './engine'
import { keepEveryPoint } from './every-point'

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
