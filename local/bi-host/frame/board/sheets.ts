/** What a sheet of paper shows of a board (px): its height, and what the embedding page's own head takes of the first one. */
export interface Sheet {
  readonly head: number
  readonly height: number
}

export interface Box {
  readonly top: number
  readonly bottom: number
}

/** Between an edge of the paper and a tile: a browser that scales the page down is a hair off. */
const clear = 4

/**
 * How far each box moves down so that none lies across the edge of two sheets. What stands beside a box that moves, or below it,
 * moves along; a box that is higher than a sheet stays where it is.
 */
export function ontoSheets(boxes: readonly Box[], { head, height }: Sheet): readonly number[] {
  const moved = boxes.map(() => 0)
  const downwards = [...boxes.keys()].toSorted((one, other) => topOf(boxes, one) - topOf(boxes, other))
  for (const at of downwards) {
    const { top, bottom } = boxes[at] ?? { top: 0, bottom: 0 }
    const start = head + top + (moved[at] ?? 0)
    const edge = (Math.floor(start / height) + 1) * height
    if (start + bottom - top <= edge - clear || bottom - top > height - 2 * clear) continue
    for (const other of boxes.keys())
      if (topOf(boxes, other) >= top - 1) moved[other] = (moved[other] ?? 0) + edge + clear - start
  }
  return moved
}

function topOf(boxes: readonly Box[], at: number): number {
  return boxes[at]?.top ?? 0
}

/** What the embedding page says of its paper, in three numbers: room for its head (px), the height of a sheet by its width, and its least height (px). */
export function sheetFor(width: number, said: string): Sheet | null {
  const [head = Number.NaN, ratio = Number.NaN, least = 0] = said.trim().split(/\s+/).map(Number)
  return head >= 0 && ratio > 0 ? { head, height: Math.max(width * ratio, least) } : null
}
