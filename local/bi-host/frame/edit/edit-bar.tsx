import { useEffect, useRef, useState } from 'preact/hooks'
import type { BoardProblem } from '../host/problem'
import { useStore, useUi } from '../parts/context'
import { Popover } from '../parts/popover'
import type { EditClient } from './edit-client'
import { EditIcon } from './edit-icon'
import type { Editor, EditorState } from './editor'
import { TilePicker } from './tile-picker'

export interface EditBarProps {
  readonly state: EditorState
  readonly editor: Editor
  readonly client: EditClient
  readonly save: () => void
  readonly leave: () => void
}

/** Add, Save and Discard. It stays in sight while the page around scrolls. */
export function EditBar({ state, editor, client, save, leave }: EditBarProps) {
  const { frame } = useUi()
  const bar = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const discardButton = useRef<HTMLButtonElement>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  const [picking, setPicking] = useState(false)
  const [asking, setAsking] = useState(false)
  const seen = useStore(frame.state, (all) => all.visibleArea?.top ?? 0)
  const { unsaved, saving, failure, removed } = state

  // The button that removed it has gone with its tile: the keyboard goes on where it can be brought back.
  useEffect(() => {
    if (removed !== null && document.activeElement === document.body) undoButton.current?.focus()
  }, [removed])

  return (
    <div
      ref={bar}
      class="edit-bar"
      style={seen > 0 ? { transform: `translateY(calc(${seen}px + var(--embed-top-inset, 0px)))` } : {}}
    >
      <button
        ref={addButton}
        type="button"
        class="button"
        aria-haspopup="dialog"
        aria-expanded={picking}
        onClick={() => setPicking(!picking)}
      >
        <EditIcon name="plus" /> Add visualisation
      </button>
      <p class="edit-status" role={failure === null ? undefined : 'alert'}>
        {failure === null ? (
          <>
            {removed === null
              ? unsaved
                ? 'Unsaved changes'
                : 'No unsaved changes'
              : `${removed.title} was removed. `}
            {removed === null ? null : (
              <button ref={undoButton} type="button" class="edit-link" onClick={() => editor.undo()}>
                Undo
              </button>
            )}
          </>
        ) : (
          <span class="edit-failure">{failureText(failure)}</span>
        )}
      </p>
      <button
        ref={discardButton}
        type="button"
        class="button"
        disabled={saving}
        aria-haspopup={unsaved ? 'dialog' : undefined}
        onClick={() => (unsaved ? setAsking(!asking) : leave())}
      >
        {unsaved ? 'Discard' : 'Close'}
      </button>
      <button type="button" class="button edit-main" disabled={saving || !unsaved} onClick={save}>
        {saving ? 'Saving...' : 'Save'}
      </button>
      {picking ? (
        <TilePicker
          anchor={addButton}
          client={client}
          add={(offer) => editor.add(offer)}
          close={(refocus) => {
            setPicking(false)
            if (refocus) addButton.current?.focus()
          }}
        />
      ) : null}
      {asking ? (
        <Popover
          anchor={discardButton}
          label="Discard your changes?"
          kind="dialog"
          className="edit-panel"
          align="end"
          close={(refocus) => {
            setAsking(false)
            if (refocus) discardButton.current?.focus()
          }}
        >
          <p class="edit-question">Discard your changes? They cannot be brought back.</p>
          <div class="edit-panel-row">
            <button
              type="button"
              class="button"
              onClick={() => {
                setAsking(false)
                discardButton.current?.focus()
              }}
            >
              Keep editing
            </button>
            <button type="button" class="button edit-danger" onClick={leave}>
              Discard changes
            </button>
          </div>
        </Popover>
      ) : null}
    </div>
  )
}

/** The changes are still on the page, and saving them twice does no harm: it says so. */
function failureText({ kind, reference }: BoardProblem): string {
  const quoted = reference === '' ? '' : ` (reference ${reference})`
  switch (kind) {
    case 'not-found':
      return `Not saved: this dashboard is not there any more, or it is not yours${quoted}.`
    case 'signed-out':
    case 'forbidden':
      return `Not saved: your access has ended. Sign in again in another tab, then save${quoted}.`
    case 'timeout':
    case 'unavailable':
      return `Not saved: the host did not answer. Your changes are still here; save again${quoted}.`
  }
}
