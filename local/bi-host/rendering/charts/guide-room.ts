import type { Guide } from '../../wire/board'
import { known } from './scales'

/** Position of a guide's label: at the newest dates, at the oldest, or in the middle, above its value or below. */
export interface GuidePosition {
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
