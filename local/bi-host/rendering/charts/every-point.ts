import type { EChartsType } from './engine'

const everyPoint = 1e-6

interface DrawnShape {
  segmentIgnoreThreshold?: number
  dirtyShape(): void
}

/**
 * The library leaves out points closer than 2 px, on the upper and the lower edge of an area each for itself: between
 * stacked areas that shows as gaps. A threshold of zero would leave the old one standing.
 */
export function keepEveryPoint(instance: EChartsType): void {
  for (const shape of instance.getZr().storage.getDisplayList(true) as unknown as readonly DrawnShape[]) {
    if ((shape.segmentIgnoreThreshold ?? 0) <= everyPoint) continue
    shape.segmentIgnoreThreshold = everyPoint
    shape.dirtyShape()
  }
}
