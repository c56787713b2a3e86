import { useEffect, useState } from 'preact/hooks'
import type { PersonalView } from '../../wire/board'
import type { ViewOptions } from '../protocol/view-options'
import { Icon } from '../parts/icon'
import { Popover, usePanel, type Anchor } from '../parts/floating'
import { isDisabled, isShown } from '../tiles/tile-actions'
import { differs, viewsOf } from '../host/personal-views'
import { useLook, useStore, useUi } from '../parts/context'
import { Form, FormProblem, TextField, useDialogEvents, useSubmission } from '../parts/form'

const action = 'personalisedViewsDropdown'

/** Shows the current view's name and opens the others. Absent on a board without a view. */
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

export function ViewsPanel({ anchor, close }: ViewsPanelProps) {
  const { board, views } = useUi()
  const { words } = useLook()
  const state = useStore(board.state, (all) => all)
  const all = useStore(views.state, (lists) => lists)
  const { busy, problem, setProblem, send } = useSubmission()
  const own = viewsOf(all, state.location?.liveboardId)
  const current = own.find(({ id }) => id === state.viewId)

  useDialogEvents()
  useEffect(() => void views.read().then(setProblem), [views, setProblem])

  const finish = (work: () => Promise<string>) => void send(work).then((done) => done && close(true))

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
        {[{ id: null, name: words('views.original') }, ...own].map(({ id, name }) => (
          <ViewRow
            key={id}
            name={name}
            current={id === state.viewId}
            busy={busy}
            choose={() => {
              close(true)
              views.choose(id)
            }}
            remove={id === null ? null : () => void send(() => views.remove(id))}
          />
        ))}
      </ul>
      <SaveView
        busy={busy}
        problem={problem}
        changed={current !== undefined && differs(current, state) ? current : null}
        save={(name) => finish(() => views.save(name))}
        update={(id) => finish(() => views.update(id))}
      />
    </Popover>
  )
}

function ViewRow({
  name,
  current,
  busy,
  choose,
  remove,
}: {
  readonly name: string
  readonly current: boolean
  readonly busy: boolean
  readonly choose: () => void
  /** Absent for the board's default. */
  readonly remove: (() => void) | null
}) {
  const { words } = useLook()
  return (
    <li>
      <button type="button" class="views-choice" aria-current={current} onClick={choose}>
        <Icon name="check" size={14} />
        <span>{name}</span>
      </button>
      {remove === null ? null : (
        <button
          type="button"
          class="icon-button"
          aria-label={`${words('views.delete')}: ${name}`}
          title={words('views.delete')}
          disabled={busy}
          onClick={remove}
        >
          <Icon name="delete" size={14} />
        </button>
      )}
    </li>
  )
}

/** Saves the current choice, as a new view or replacing the one that was changed. */
function SaveView({
  busy,
  problem,
  changed,
  save,
  update,
}: {
  readonly busy: boolean
  readonly problem: string
  readonly changed: PersonalView | null
  readonly save: (name: string) => void
  readonly update: (id: string) => void
}) {
  const { words } = useLook()
  const [name, setName] = useState('')
  return (
    <Form class="keep-form" submit={() => save(name)}>
      <TextField className="keep-field" label={words('views.name')} required value={name} change={setName} />
      <FormProblem text={problem} className="keep-problem" />
      <div class="keep-buttons">
        {changed === null ? null : (
          <button type="button" class="button quiet" disabled={busy} onClick={() => update(changed.id)}>
            {words('views.update')} {changed.name}
          </button>
        )}
        <button type="submit" class="button" disabled={busy || name.trim() === ''}>
          {words('views.save')}
        </button>
      </div>
    </Form>
  )
}
