import { textWidth } from './text-width'

/** A point of a scatter, in pixels from the plot's corner. */
export interface LabelledPoint {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly label: string
}

export type LabelSide = (typeof sidesInOrder)[number] | 'none'

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const sidesInOrder = ['right', 'left', 'top', 'bottom'] as const
const halfLine = 7
const gap = 5
/** Between one name and the next. */
const apart = 4

/**
 * Which points bear their name, and where. Those farthest from the crowd come first: they are what a scatter is read for; a
 * name that would cover another name, or a point, is left to the tooltip.
 */
export function labelSides(points: readonly LabelledPoint[], width: number): readonly LabelSide[] {
  const sides: LabelSide[] = points.map(() => 'none')
  const taken: Box[] = []
  const middle = { x: median(points.map(({ x }) => x)), y: median(points.map(({ y }) => y)) }
  const far = (at: number): number => {
    const point = points[at]
    return point ? Math.hypot(point.x - middle.x, point.y - middle.y) : 0
  }
  const order = points.map((_, at) => at).toSorted((left, right) => far(right) - far(left))
  for (const at of order) {
    const point = points[at]
    if (point === undefined) continue
    const free = sidesInOrder.find((side) => {
      const box = boxOf(point, side)
      if (box.left < 0 || box.right > width) return false
      return (
        taken.every((other) => !meet(box, other)) &&
        points.every((other) => other === point || !meet(box, dot(other)))
      )
    })
    if (free === undefined) continue
    sides[at] = free
    taken.push(boxOf(point, free))
  }
  return sides
}

function boxOf({ x, y, radius, label }: LabelledPoint, side: (typeof sidesInOrder)[number]): Box {
  const wide = textWidth(label)
  if (side === 'top' || side === 'bottom') {
    const centre = side === 'top' ? y - radius - gap - halfLine : y + radius + gap + halfLine
    return { left: x - wide / 2, right: x + wide / 2, top: centre - halfLine, bottom: centre + halfLine }
  }
  const left = side === 'right' ? x + radius + gap : x - radius - gap - wide
  return { left, right: left + wide, top: y - halfLine, bottom: y + halfLine }
}

function dot({ x, y, radius }: LabelledPoint): Box {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }
}

function meet(one: Box, other: Box): boolean {
  const aside = one.left >= other.right + apart || other.left >= one.right + apart
  return !aside && one.top < other.bottom && other.top < one.bottom
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
}
