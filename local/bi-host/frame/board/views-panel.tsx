import { useEffect, useState } from 'preact/hooks'
import type { ViewOptions } from '../protocol/view-options'
import { Icon } from '../parts/icon'
import { Popover, usePanel, type Anchor } from '../parts/popover'
import { isDisabled, isShown } from '../tiles/tile-actions'
import { differs, viewsOf } from '../host/personal-views'
import { useLook, useStore, useUi } from '../parts/context'
import { FormProblem, TextField, useDialogEvents } from '../parts/form'

const action = 'personalisedViewsDropdown'

/** Names the view on screen, and opens the others; absent on a board as it opens. */
export function ViewChip({ options }: { readonly options: ViewOptions }) {
  const { board, views } = useUi()
  const { words } = useLook()
  const state = useStore(board.state, (all) => all)
  const all = useStore(views.state, (lists) => lists)
  const { open, button, panel } = usePanel('dialog')
  const view = viewsOf(all, state.location?.liveboardId).find(({ id }) => id === state.viewId)
  if (view === undefined || !isShown(action, options)) return null
  return (
    <>
      <button
        {...button}
        type="button"
        class="chip chosen view-chip"
        data-testid={action}
        disabled={isDisabled(action, options)}
        title={isDisabled(action, options) ? options.disabledHint : undefined}
      >
        <span class="chip-label">{words('views.chip')}</span> <b>{view.name}</b>
        {differs(view, state) ? <span class="chip-label">{words('views.changed')}</span> : null}
        <Icon name="chevron-down" size={14} />
      </button>
      <output class="visually-hidden">{`${words('views.chip')}: ${view.name}`}</output>
      {open ? <ViewsPanel {...panel} /> : null}
    </>
  )
}

export interface ViewsPanelProps {
  readonly anchor: { readonly current: Anchor | null }
  readonly close: (refocus: boolean) => void
}

/** A person's own views of the board: choose, save, bring up to date, delete. */
export function ViewsPanel({ anchor, close }: ViewsPanelProps) {
  const { board, views } = useUi()
  const { words } = useLook()
  const state = useStore(board.state, (all) => all)
  const all = useStore(views.state, (lists) => lists)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const [name, setName] = useState('')
  const own = viewsOf(all, state.location?.liveboardId)
  const current = own.find(({ id }) => id === state.viewId)

  useDialogEvents()
  useEffect(() => void views.read().then(setProblem), [views])

  async function run(work: () => Promise<string>, then: 'close' | 'stay'): Promise<void> {
    setBusy(true)
    const failed = await work()
    setBusy(false)
    setProblem(failed)
    if (failed === '' && then === 'close') close(true)
  }

  function choose(viewId: string | null): void {
    close(true)
    views.choose(viewId)
  }

  const rows = [{ id: null, name: words('views.original') }, ...own]
  return (
    <Popover
      anchor={anchor}
      label={words('views.title')}
      kind="dialog"
      className="keep views"
      align="end"
      close={close}
    >
      <h3 class="drill-title">{words('views.title')}</h3>
      {own.length === 0 ? <p class="views-none">{words('views.none')}</p> : null}
      <ul class="views-list">
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              class="views-choice"
              aria-current={row.id === state.viewId}
              onClick={() => choose(row.id)}
            >
              <Icon name="check" size={14} />
              <span>{row.name}</span>
            </button>
            {row.id === null ? null : (
              <button
                type="button"
                class="icon-button"
                aria-label={`${words('views.delete')}: ${row.name}`}
                title={words('views.delete')}
                disabled={busy}
                onClick={() => void run(() => views.remove(row.id ?? ''), 'stay')}
              >
                <Icon name="delete" size={14} />
              </button>
            )}
          </li>
        ))}
      </ul>
      <form
        class="keep-form"
        onSubmit={(event) => {
          event.preventDefault()
          void run(() => views.save(name), 'close')
        }}
      >
        <TextField
          className="keep-field"
          label={words('views.name')}
          required
          value={name}
          change={setName}
        />
        <FormProblem text={problem} className="keep-problem" />
        <div class="keep-buttons">
          {current !== undefined && differs(current, state) ? (
            <button
              type="button"
              class="button quiet"
              disabled={busy}
              onClick={() => void run(() => views.update(current.id), 'close')}
            >
              {words('views.update')} {current.name}
            </button>
          ) : null}
          <button type="submit" class="button" disabled={busy || name.trim() === ''}>
            {words('views.save')}
          </button>
        </div>
      </form>
    </Popover>
  )
}
