import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { hasFreeLayout } from '../parts/grid'
import type { LoadBoard } from '../host/board-store'
import { ProblemPage, BoardSkeleton } from '../parts/page-message'
import { panelId, tabButtonId } from '../parts/shown-tabs'
import { LookContext, useLatest, useLook, useStore, useUi, type Look } from '../parts/context'
import { boardPath, type EditRoute } from '../protocol/routes'
import { colorsOf, createColorBook } from '../../rendering/theme/series-colors'
import { draftInWindowName, createEditClient, createEditor, type Editor } from './editor'
import styles from '../styles/edit.css?inline'
import { EditBar, EditIcon } from './edit-bar'
import { EditGrid } from './edit-grid'
import { EditTabs } from './edit-tabs'
import { type EditorState, tilesOn, type EditTab, type Step } from './pages'
import { Select } from '../parts/form'
import { Popover } from '../parts/floating'

/** Edit page of a user's own dashboard. Notifies the embedding page of unsaved changes, and when the user is done. */
export function EditPage({
  route,
  load,
}: {
  readonly route: Pick<EditRoute, 'liveboardId' | 'back'>
  readonly load: LoadBoard
}) {
  const { frame, board } = useUi()
  const { liveboardId, back } = route
  const [client] = useState(() => createEditClient(frame))
  const [editor] = useState(() =>
    createEditor({
      load,
      client,
      draft: draftInWindowName(globalThis.window),
      newId: () => crypto.randomUUID(),
    }),
  )
  const state = useStore(editor.state, (all) => all)
  const look = useEditLook(state)
  const width = useWidth()
  const free = hasFreeLayout(width)

  useLayoutEffect(addStyles, [])
  useEffect(() => void editor.open(liveboardId), [editor, liveboardId])

  const { status, unsaved } = state
  useEffect(() => {
    if (status === 'ready') frame.port.post('unsavedChanges', { unsaved })
  }, [frame, status, unsaved])

  function step(id: string, asked: Step): void {
    editor.step(id, free ? asked : inOneColumn(state, id, asked))
  }
  function leave(): void {
    editor.discard()
    frame.port.post('unsavedChanges', { unsaved: false })
    frame.port.post('cancel', { liveboardId })
    if (back) frame.navigate(boardPath(liveboardId), true)
  }
  async function save(): Promise<void> {
    const name = await editor.save()
    if (name === null) return
    frame.port.post('unsavedChanges', { unsaved: false })
    frame.port.post('save', { liveboardId, liveboardName: name })
    if (!back) return
    // The board still shows the previous version.
    board.reload()
    frame.navigate(boardPath(liveboardId), true)
  }
  const latestSave = useLatest(save)
  useEffect(() => frame.attachEditor({ save: () => void latestSave.current() }), [frame, latestSave])

  if (status === 'problem' && state.problem) {
    return <ProblemPage problem={state.problem} retry={() => void editor.open(liveboardId)} />
  }
  if (status === 'loading') return <BoardSkeleton single={false} />
  return (
    <LookContext.Provider value={look}>
      <h1 class="visually-hidden">Edit {state.reply?.board.title}</h1>
      <EditBar state={state} editor={editor} client={client} save={() => void save()} leave={leave} />
      <p id="edit-keys" class="edit-hint">
        {free
          ? 'Drag a chart by its title. Keyboard: arrows move, Shift+arrows resize, Delete removes.'
          : 'Use Move or resize on a chart. On a wider screen charts can sit side by side.'}
      </p>
      <EditTabs state={state} editor={editor} />
      <Panel tab={state.tab}>
        <ArrangedGrid state={state} editor={editor} free={free} step={step} />
      </Panel>
      <output class="visually-hidden">{state.announcement.text}</output>
    </LookContext.Provider>
  )
}

interface ArrangedGridProps {
  readonly state: EditorState
  readonly editor: Editor
  readonly free: boolean
  readonly step: (id: string, step: Step) => void
}

const directions = ['left', 'right', 'up', 'down'] as const
const sizes: readonly (readonly [Step, string])[] = [
  ['narrower', 'Narrower'],
  ['wider', 'Wider'],
  ['shorter', 'Shorter'],
  ['taller', 'Taller'],
]

/** Buttons for what dragging does. Stays open, because a tile may move several steps. */
function ArrangePanel({
  title,
  free,
  anchor,
  step,
  otherTabs,
  moveTo,
  close,
}: {
  readonly title: string
  /** False in one column, where tiles only move up and down and are as wide as the page. */
  readonly free: boolean
  readonly anchor: { readonly current: HTMLElement | null }
  readonly step: (step: Step) => void
  /** Tabs the tile can move to. */
  readonly otherTabs: readonly EditTab[]
  readonly moveTo: (tab: string) => void
  readonly close: (refocus: boolean) => void
}) {
  return (
    <Popover
      anchor={anchor}
      label={`Move or resize ${title}`}
      kind="dialog"
      className="edit-panel"
      align="end"
      close={close}
    >
      <p class="edit-panel-label">Move</p>
      <div class="edit-panel-row four">
        {directions
          .filter((direction) => free || direction === 'up' || direction === 'down')
          .map((direction) => (
            <button
              key={direction}
              type="button"
              class="button edit-step"
              aria-label={`Move ${direction}`}
              title={`Move ${direction}`}
              onClick={() => step(direction)}
            >
              <EditIcon name={direction} />
            </button>
          ))}
      </div>
      <p class="edit-panel-label">Size</p>
      <div class="edit-panel-row four">
        {sizes
          .filter(([size]) => free || size === 'shorter' || size === 'taller')
          .map(([size, label]) => (
            <button key={size} type="button" class="button edit-step" onClick={() => step(size)}>
              {label}
            </button>
          ))}
      </div>
      {otherTabs.length === 0 ? null : <ToTab tabs={otherTabs} moveTo={moveTo} />}
    </Popover>
  )
}

function ToTab({
  tabs,
  moveTo,
}: {
  readonly tabs: readonly EditTab[]
  readonly moveTo: (tab: string) => void
}) {
  const [tab, setTab] = useState(tabs[0]?.id ?? '')
  return (
    <>
      <p class="edit-panel-label" id="edit-to-tab">
        Tab
      </p>
      <div class="edit-panel-row keep-field">
        <Select aria-labelledby="edit-to-tab" value={tab} of={tabs} change={setTab} />
        <button type="button" class="button" onClick={() => moveTo(tab)}>
          Move to tab
        </button>
      </div>
    </>
  )
}

/** The tiles of the active tab, and the button panel of the tile being moved or resized. */
function ArrangedGrid({ state, editor, free, step }: ArrangedGridProps) {
  const anchorRef = useRef<HTMLElement | null>(null)
  const [arranging, setArranging] = useState<string | null>(null)
  const arranged = tilesOn(state.tiles, state.tab).find(({ id }) => id === arranging)
  return (
    <>
      <EditGrid
        state={state}
        editor={editor}
        free={free}
        step={step}
        arranging={arranging}
        arrange={(id, button) => {
          anchorRef.current = button
          setArranging(arranging === id ? null : id)
        }}
      />
      {arranged === undefined ? null : (
        <ArrangePanel
          key={arranged.id}
          title={arranged.title}
          free={free}
          anchor={anchorRef}
          step={(asked) => step(arranged.id, asked)}
          otherTabs={state.tabs.filter(({ id }) => id !== arranged.tab)}
          moveTo={(tab) => {
            editor.moveTile(arranged.id, tab)
            setArranging(null)
            // The tile has left this tab, and its button with it.
            document.querySelector<HTMLElement>('.edit-tabs [role="tab"][aria-selected="true"]')?.focus()
          }}
          close={(refocus) => {
            setArranging(null)
            if (refocus) anchorRef.current?.focus()
          }}
        />
      )}
    </>
  )
}

/** Tab panel, which tells screen readers that the content belongs to the selected tab. */
function Panel({ tab, children }: { readonly tab: string | null; readonly children: ComponentChildren }) {
  return tab === null ? (
    <>{children}</>
  ) : (
    <div role="tabpanel" id={panelId} aria-labelledby={tabButtonId(tab)}>
      {children}
    </div>
  )
}

/** In one column, "up" moves before the previous tile in reading order. */
function inOneColumn(state: EditorState, id: string, step: Step): Step {
  const tiles = tilesOn(state.tiles, state.tab)
  const rect = tiles.find((tile) => tile.id === id)?.rect
  const beside = (other: { readonly x: number; readonly y: number }): boolean => other.y === rect?.y
  if (step === 'up' && tiles.some((tile) => beside(tile.rect) && tile.rect.x < (rect?.x ?? 0))) return 'left'
  if (step === 'down' && tiles.some((tile) => beside(tile.rect) && tile.rect.x > (rect?.x ?? 0)))
    return 'right'
  return step
}

/** The board's look, with colors for the tiles' names. */
function useEditLook({ reply, tiles }: EditorState): Look {
  const look = useLook()
  const [book] = useState(createColorBook)
  const slots = useMemo(() => {
    const shown = tiles.flatMap(({ tile }) => (tile === null ? [] : [tile]))
    return book.slotsOf(reply === null ? null : { ...reply, tiles: shown })
  }, [book, reply, tiles])
  return useMemo(() => ({ ...look, color: colorsOf(slots, look.palette) }), [look, slots])
}

function useWidth(): number {
  const [width, setWidth] = useState(() => document.documentElement.clientWidth)
  useEffect(() => {
    const measure = () => setWidth(document.documentElement.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(document.documentElement)
    return () => observer.disconnect()
  }, [])
  return width
}

/** Added with the chunk, so that only edited boards load the styles. */
function addStyles(): () => void {
  const element = document.head.appendChild(document.createElement('style'))
  element.textContent = styles
  return () => element.remove()
}
