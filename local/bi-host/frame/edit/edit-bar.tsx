import { useEffect, useRef, useState, useMemo } from 'preact/hooks'
import type { BoardProblem } from '../host/calls'
import { useStore, useUi } from '../parts/context'
import { Popover, usePanel } from '../parts/floating'
import type { EditClient, Editor } from './editor'
import type { EditorState } from './pages'
import type { TileOffer } from '../../wire/board'
import { SearchField } from '../parts/form'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical, Move, Pencil, Plus, Trash2 } from 'lucide'
import { Drawing } from '../parts/icon'

const icons = {
  down: ArrowDown,
  left: ArrowLeft,
  right: ArrowRight,
  up: ArrowUp,
  grip: GripVertical,
  move: Move,
  pencil: Pencil,
  plus: Plus,
  trash: Trash2,
} as const

/** Icons used only by the edit page, in its chunk. */
export function EditIcon({ name, size = 16 }: { readonly name: keyof typeof icons; readonly size?: number }) {
  return <Drawing nodes={icons[name]} size={size} />
}

export interface EditBarProps {
  readonly state: EditorState
  readonly editor: Editor
  readonly client: EditClient
  readonly save: () => void
  readonly leave: () => void
}

/** Add, Save and Discard. Sticky while the embedding page scrolls. */
export function EditBar({ state, editor, client, save, leave }: EditBarProps) {
  const { frame } = useUi()
  const bar = useRef<HTMLDivElement>(null)
  const picker = usePanel('dialog')
  const question = usePanel('dialog')
  const undoButton = useRef<HTMLButtonElement>(null)
  const seen = useStore(frame.state, (all) => all.visibleArea?.top ?? 0)
  const { unsaved, saving, failure, removed } = state

  // The remove button is gone with its tile, so move the focus to the undo button.
  useEffect(() => {
    if (removed !== null && document.activeElement === document.body) undoButton.current?.focus()
  }, [removed])

  return (
    <div
      ref={bar}
      class="edit-bar"
      style={seen > 0 ? { transform: `translateY(calc(${seen}px + var(--embed-top-inset, 0px)))` } : {}}
    >
      <button {...picker.button} type="button" class="button">
        <EditIcon name="plus" /> Add chart
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
        {...(unsaved ? question.button : { onClick: leave })}
        type="button"
        class="button"
        disabled={saving}
      >
        {unsaved ? 'Discard' : 'Close'}
      </button>
      <button type="button" class="button edit-main" disabled={saving || !unsaved} onClick={save}>
        {saving ? 'Saving...' : 'Save'}
      </button>
      {picker.open ? (
        <TilePicker panel={picker.panel} client={client} add={(offer) => editor.add(offer)} />
      ) : null}
      {question.open ? (
        <Popover {...question.panel} label="Discard your changes?" className="edit-panel" align="end">
          <p class="edit-question">Discard your changes? This can’t be undone.</p>
          <div class="edit-panel-row">
            <button type="button" class="button" onClick={() => question.close(true)}>
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

/** The changes are still on the page, and saving them twice is harmless: the message says so. */
function failureText({ kind, reference }: BoardProblem): string {
  const quoted = reference === '' ? '' : ` (reference ${reference})`
  switch (kind) {
    case 'not-found':
      return `Not saved: this dashboard was deleted or you don’t have access to it${quoted}.`
    case 'signed-out':
    case 'forbidden':
      return `Not saved: your access has ended. Log in again in another tab, then save${quoted}.`
    case 'timeout':
    case 'unavailable':
      return `Not saved: the analytics service isn’t responding. Your changes are still here; save again${quoted}.`
  }
}

const kinds: Readonly<Record<TileOffer['kind'], string>> = {
  kpi: 'Figure',
  series: 'Over time',
  bars: 'Bars',
  matrix: 'Heatmap',
  parts: 'Parts',
  candles: 'Candles',
  curves: 'Curves',
  scatter: 'Scatter',
  table: 'Table',
  pivot: 'Pivot table',
}

/** Every tile of the curated boards, grouped by board, to add to the dashboard. Stays open, because users add several at once. */
function TilePicker({
  panel,
  client,
  add,
}: {
  readonly panel: ReturnType<typeof usePanel>['panel']
  readonly client: EditClient
  readonly add: (offer: TileOffer) => void
}) {
  const [offers, setOffers] = useState<readonly TileOffer[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [asked, setAsked] = useState(0)
  const [search, setSearch] = useState('')
  const [added, setAdded] = useState<readonly TileOffer[]>([])

  useEffect(() => {
    let isUnmounted = false
    setFailed(false)
    void client.offers().then((answer) => {
      if (isUnmounted) return
      if (answer.ok) setOffers(answer.value)
      else setFailed(true)
    })
    return () => {
      isUnmounted = true
    }
  }, [client, asked])

  const boards = useMemo(() => grouped(offers ?? [], search), [offers, search])
  return (
    <Popover {...panel} label="Add chart" className="edit-picker">
      <SearchField label="Search charts" value={search} change={setSearch} />
      <div class="edit-offers" aria-busy={offers === null && !failed}>
        {failed ? (
          <p class="filter-none" role="alert">
            The charts could not be loaded.{' '}
            <button type="button" class="edit-link" onClick={() => setAsked(asked + 1)}>
              Try again
            </button>
          </p>
        ) : null}
        {offers !== null && boards.length === 0 ? <p class="filter-none">No chart matches.</p> : null}
        {boards.map(([board, list]) => (
          <section key={board} aria-label={board}>
            <h2 class="edit-board">{board}</h2>
            <ul>
              {list.map((offer) => (
                <li key={`${offer.boardId} ${offer.tileId}`}>
                  <button
                    type="button"
                    class="edit-offer"
                    onClick={() => {
                      add(offer)
                      setAdded([...added, offer])
                    }}
                  >
                    <span class="edit-offer-title">{offer.title}</span>
                    <span class="edit-offer-kind">{added.includes(offer) ? 'Added' : kinds[offer.kind]}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Popover>
  )
}

function grouped(
  offers: readonly TileOffer[],
  search: string,
): readonly (readonly [string, readonly TileOffer[]])[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const boards = new Map<string, TileOffer[]>()
  for (const offer of offers) {
    const text = `${offer.boardTitle} ${offer.title} ${offer.subtitle} ${kinds[offer.kind]}`.toLowerCase()
    if (!words.every((word) => text.includes(word))) continue
    boards.set(offer.boardTitle, [...(boards.get(offer.boardTitle) ?? []), offer])
  }
  return [...boards]
}
