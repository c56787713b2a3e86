import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { heightOfRows } from '../../wire/tile-grid'
import { PageMessage } from '../parts/page-message'
import type { Step } from './arrange'
import { EditTileView } from './edit-tile'
import type { Editor, EditorState } from './editor'
import { tilesOn } from './pages'
import { createGridView, type GridView } from './tile-grid-view'

export interface EditGridProps {
  readonly state: EditorState
  readonly editor: Editor
  /** Wide enough for a grid; else one column in reading order. */
  readonly free: boolean
  readonly step: (id: string, step: Step) => void
  readonly arranging: string | null
  readonly arrange: (id: string, button: HTMLElement) => void
}

export function EditGrid({ state, editor, free, step, arranging, arrange }: EditGridProps) {
  const place = useRef<HTMLDivElement>(null)
  const viewRef = useRef<GridView | null>(null)
  const heldRef = useRef<string | null>(null)
  const { saving, tab } = state
  const tiles = useMemo(() => tilesOn(state.tiles, tab), [state.tiles, tab])

  useLayoutEffect(() => {
    if (!free || !place.current) return
    const grid = createGridView(place.current, (rects) => editor.place(rects))
    viewRef.current = grid
    return () => {
      viewRef.current = null
      grid.end()
    }
  }, [free, tab, editor])

  useLayoutEffect(() => {
    viewRef.current?.show(
      tiles,
      (id) => place.current?.querySelector<HTMLElement>(`[data-tile="${id}"]`) ?? null,
    )
  }, [tiles, free, tab])

  // In another place of the page an element loses the focus: the handle that was pressed keeps it.
  useEffect(() => {
    if (heldRef.current === null) return
    place.current
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
          text="Add visualisations from the curated dashboards, or pin charts from Data Weaver."
        />
      ) : null}
      <div
        ref={place}
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
