import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { heightOfRows, tileGrid, type TileRect } from '../../wire/tile-grid'
import { PageMessage } from '../parts/page-message'
import { type Step, type Placed, type EditorState, tilesOn, type EditTile } from './pages'
import type { Editor } from './editor'
import { TileView } from '../tiles/tile-view'
import { EditIcon } from './edit-bar'
import { GridStack } from 'gridstack'

export interface EditGridProps {
  readonly state: EditorState
  readonly editor: Editor
  /** Wide enough for a grid. If not: one column in reading order. */
  readonly free: boolean
  readonly step: (id: string, step: Step) => void
  readonly arranging: string | null
  readonly arrange: (id: string, button: HTMLElement) => void
}

export function EditGrid({ state, editor, free, step, arranging, arrange }: EditGridProps) {
  const container = useRef<HTMLDivElement>(null)
  const viewRef = useRef<GridView | null>(null)
  const heldRef = useRef<string | null>(null)
  const { saving, tab } = state
  const tiles = useMemo(() => tilesOn(state.tiles, tab), [state.tiles, tab])

  useLayoutEffect(() => {
    if (!free || !container.current) return
    const grid = createGridView(container.current, (rects) => editor.setRects(rects))
    viewRef.current = grid
    return () => {
      viewRef.current = null
      grid.end()
    }
  }, [free, tab, editor])

  useLayoutEffect(() => {
    viewRef.current?.show(
      tiles,
      (id) => container.current?.querySelector<HTMLElement>(`[data-tile="${id}"]`) ?? null,
    )
  }, [tiles, free, tab])

  // An element that moves in the DOM loses the focus, so give it back to the handle.
  useEffect(() => {
    if (heldRef.current === null) return
    container.current
      ?.querySelector<HTMLElement>(`[data-handle="${heldRef.current}"]`)
      ?.focus({ preventScroll: true })
    heldRef.current = null
  }, [tiles])

  return (
    <>
      {tiles.length === 0 ? (
        <PageMessage
          sign="empty"
          title={tab === null ? 'Nothing on this dashboard yet' : 'Nothing on this tab yet'}
          text="Add charts from the curated dashboards, or pin charts from Data Weaver."
        />
      ) : null}
      <div
        ref={container}
        class={free ? 'grid-stack edit-grid' : 'edit-column'}
        inert={saving}
        key={`${free} ${tab ?? ''}`}
      >
        {tiles.map((tile) => (
          <div
            key={tile.id}
            data-tile={tile.id}
            class={free ? 'grid-stack-item' : 'edit-item'}
            {...(free ? {} : { style: { height: `${heightOfRows(tile.rect.h) + 36}px` } })}
          >
            <EditTileView
              tile={tile}
              step={(asked) => {
                heldRef.current = tile.id
                step(tile.id, asked)
              }}
              remove={() => editor.remove(tile.id)}
              arrange={(button) => arrange(tile.id, button)}
              arranging={arranging === tile.id}
            />
          </div>
        ))}
      </div>
    </>
  )
}

/** The grid library on an element whose children are rendered elsewhere. */
interface GridView {
  /** Updates the grid to these tiles. `element` finds the rendered element of a tile. */
  show(tiles: readonly Placed[], element: (id: string) => HTMLElement | null): void
  end(): void
}

/** Drag by `.edit-handle`, resize at the right and bottom edges. `placed` is called with all positions after the drop. */
function createGridView(
  container: HTMLElement,
  placed: (rects: ReadonlyMap<string, TileRect>) => void,
): GridView {
  const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  const grid = GridStack.init(
    {
      column: tileGrid.columns,
      cellHeight: tileGrid.row + tileGrid.gap,
      margin: tileGrid.gap / 2,
      auto: false,
      animate: !reducesMotion,
      draggable: { handle: '.edit-handle' },
      resizable: { handles: 'e,s,se', autoHide: false },
    },
    container,
  )
  if (grid === null) throw new Error('The grid has no element')
  let isReporting = true
  // The frame learns of a button released outside only with the next mouse move.
  const onMove = (event: MouseEvent): void => {
    if (event.buttons === 0 && container.querySelector('.grid-stack-placeholder') !== null)
      document.dispatchEvent(new MouseEvent('mouseup', { clientX: event.clientX, clientY: event.clientY }))
  }
  document.addEventListener('mousemove', onMove, true)

  grid.on('change', () => {
    if (!isReporting) return
    placed(
      new Map(
        grid.engine.nodes.map(({ id = '', x = 0, y = 0, w = tileGrid.minWidth, h = tileGrid.minHeight }) => [
          id,
          { x, y, w, h },
        ]),
      ),
    )
  })

  return {
    show(tiles, element) {
      isReporting = false
      grid.batchUpdate(true)
      for (const node of grid.engine.nodes.filter(({ id }) => !tiles.some((tile) => tile.id === id))) {
        if (node.el) grid.removeWidget(node.el, false, false)
      }
      const moved = tiles.filter(({ id, rect }) => {
        const node = grid.engine.nodes.find((candidate) => candidate.id === id)
        return node?.x !== rect.x || node.y !== rect.y || node.w !== rect.w || node.h !== rect.h
      })
      // Move tiles apart first, so that a tile moving to its position pushes none.
      for (const [at, { id, rect }] of moved.entries()) {
        const box = element(id)
        const parked = { ...rect, y: 10_000 + at * (tileGrid.maxHeight + 1) }
        if (box === null) continue
        if (grid.engine.nodes.some((node) => node.id === id)) grid.update(box, parked)
        else
          grid.makeWidget(box, {
            id,
            ...parked,
            minW: tileGrid.minWidth,
            minH: tileGrid.minHeight,
            maxH: tileGrid.maxHeight,
          })
      }
      for (const { id, rect } of moved) {
        const box = element(id)
        if (box !== null) grid.update(box, { ...rect })
      }
      grid.batchUpdate(false)
      isReporting = true
    },
    end() {
      isReporting = false
      document.removeEventListener('mousemove', onMove, true)
      grid.destroy(false)
    },
  }
}

interface EditTileProps {
  readonly tile: EditTile
  readonly step: (step: Step) => void
  readonly remove: () => void
  /** Opens or closes the panel with buttons for the keyboard actions. */
  readonly arrange: (anchor: HTMLElement) => void
  readonly arranging: boolean
}

const moves: Readonly<Record<string, Step>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
const sizes: Readonly<Record<string, Step>> = {
  ArrowLeft: 'narrower',
  ArrowRight: 'wider',
  ArrowUp: 'shorter',
  ArrowDown: 'taller',
}

/** A tile with a drag handle. Its content is not interactive here. */
function EditTileView({ tile, step, remove, arrange, arranging }: EditTileProps) {
  const { id, title } = tile
  return (
    <fieldset class="grid-stack-item-content edit-tile" aria-label={title}>
      <div class="edit-head">
        <button
          type="button"
          class="edit-handle"
          data-handle={id}
          aria-label={`Move ${title}`}
          aria-describedby="edit-keys"
          onKeyDown={(event) => {
            const asked = event.shiftKey ? sizes[event.key] : moves[event.key]
            if (asked !== undefined) step(asked)
            else if (event.key === 'Delete') remove()
            else return
            event.preventDefault()
          }}
        >
          <EditIcon name="grip" />
          <span class="edit-title">{title}</span>
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={`Move or resize ${title}`}
          title="Move or resize"
          aria-haspopup="dialog"
          aria-expanded={arranging}
          onClick={(event) => arrange(event.currentTarget)}
        >
          <EditIcon name="move" size={15} />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={`Remove ${title}`}
          title="Remove"
          onClick={remove}
        >
          <EditIcon name="trash" size={15} />
        </button>
      </div>
      <div class="edit-picture" inert>
        {tile.tile === null ? (
          <div class="viz-tile skeleton-content" aria-hidden="true" />
        ) : (
          <TileView tile={tile.tile} span={1} editable={false} stale={false} />
        )}
      </div>
    </fieldset>
  )
}
