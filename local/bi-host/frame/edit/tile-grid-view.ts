import { GridStack } from 'gridstack'
import { tileGrid } from '../../wire/tile-grid'
import type { TileRect } from '../../wire/tile-grid'
import type { Placed } from './arrange'

/** The grid library on an element whose children are drawn by somebody else. */
export interface GridView {
  /** Brings the grid to these tiles; `element` finds what was drawn for one. */
  show(tiles: readonly Placed[], element: (id: string) => HTMLElement | null): void
  end(): void
}

/** Dragged by `.edit-handle`, sized at its lower and right edges. `placed` hears where everything is after the pointer has let go. */
export function createGridView(
  place: HTMLElement,
  placed: (rects: ReadonlyMap<string, TileRect>) => void,
): GridView {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const grid = GridStack.init(
    {
      column: tileGrid.columns,
      cellHeight: tileGrid.row + tileGrid.gap,
      margin: tileGrid.gap / 2,
      auto: false,
      animate: !calm,
      draggable: { handle: '.edit-handle' },
      resizable: { handles: 'e,s,se', autoHide: false },
    },
    place,
  )
  if (grid === null) throw new Error('The grid has no element')
  let telling = true
  // A button that was let go outside the frame is told to the frame only by the next movement.
  const onMove = (event: MouseEvent): void => {
    if (event.buttons === 0 && place.querySelector('.grid-stack-placeholder') !== null)
      document.dispatchEvent(new MouseEvent('mouseup', { clientX: event.clientX, clientY: event.clientY }))
  }
  document.addEventListener('mousemove', onMove, true)

  grid.on('change', () => {
    if (!telling) return
    placed(
      new Map(
        grid.engine.nodes.map(
          ({ id = '', x = 0, y = 0, w = tileGrid.leastWidth, h = tileGrid.leastHeight }) => [
            id,
            { x, y, w, h },
          ],
        ),
      ),
    )
  })

  return {
    show(tiles, element) {
      telling = false
      grid.batchUpdate(true)
      for (const node of grid.engine.nodes.filter(({ id }) => !tiles.some((tile) => tile.id === id))) {
        if (node.el) grid.removeWidget(node.el, false, false)
      }
      const moved = tiles.filter(({ id, rect }) => {
        const node = grid.engine.nodes.find((candidate) => candidate.id === id)
        return node?.x !== rect.x || node.y !== rect.y || node.w !== rect.w || node.h !== rect.h
      })
      // First out of each other's way: a tile that goes to its place pushes nothing.
      for (const [at, { id, rect }] of moved.entries()) {
        const box = element(id)
        const away = { ...rect, y: 10_000 + at * (tileGrid.mostHeight + 1) }
        if (box === null) continue
        if (grid.engine.nodes.some((node) => node.id === id)) grid.update(box, away)
        else
          grid.makeWidget(box, {
            id,
            ...away,
            minW: tileGrid.leastWidth,
            minH: tileGrid.leastHeight,
            maxH: tileGrid.mostHeight,
          })
      }
      for (const { id, rect } of moved) {
        const box = element(id)
        if (box !== null) grid.update(box, { ...rect })
      }
      grid.batchUpdate(false)
      telling = true
    },
    end() {
      telling = false
      document.removeEventListener('mousemove', onMove, true)
      grid.destroy(false)
    },
  }
}
