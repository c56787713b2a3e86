import { useRef, useState } from 'preact/hooks'
import { tileGrid } from '../../wire/tile-grid'
import { Tabs } from '../parts/tabs'
import { Popover } from '../parts/popover'
import { FormProblem, Options } from '../parts/form'
import { EditIcon } from './edit-icon'
import type { Editor } from './editor'
import { type EditorState, tilesOn, type EditTab, type Rehome } from './pages'

type Open = 'add' | 'change' | 'remove' | null

/** The tabs of the dashboard, and what can be done to them; a dashboard of one page offers its first. */
export function EditTabs({ state, editor }: { readonly state: EditorState; readonly editor: Editor }) {
  const { tabs, tab, tiles, saving } = state
  const [open, setOpen] = useState<Open>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const changeButton = useRef<HTMLButtonElement>(null)
  const active = tabs.find(({ id }) => id === tab)
  const button = open === 'add' ? addButton : changeButton
  const close = (refocus: boolean): void => {
    setOpen(null)
    if (refocus) (button.current ?? addButton.current)?.focus()
  }

  return (
    <div class="edit-tabs" inert={saving}>
      {tabs.length === 0 ? null : <Tabs tabs={tabs} active={tab} open={(id) => editor.showTab(id)} />}
      {active === undefined ? null : (
        <button
          ref={changeButton}
          type="button"
          class="edit-tab-tool"
          aria-haspopup="dialog"
          aria-expanded={open === 'change' || open === 'remove'}
          onClick={() => setOpen(open === null ? 'change' : null)}
        >
          <EditIcon name="pencil" size={14} /> Change tab
        </button>
      )}
      {tabs.length < tileGrid.mostTabs ? (
        <button
          ref={addButton}
          type="button"
          class="edit-tab-tool"
          aria-haspopup="dialog"
          aria-expanded={open === 'add'}
          onClick={() => setOpen(open === null ? 'add' : null)}
        >
          <EditIcon name="plus" size={14} /> Add tab
        </button>
      ) : null}
      {open === 'add' ? (
        <Popover anchor={addButton} label="Add tab" kind="dialog" className="edit-panel" close={close}>
          <NameForm
            button="Add tab"
            hint={tabs.length === 0 && tiles.length > 0 ? 'Existing charts move to their own tab.' : ''}
            keep={(label) => editor.addTab(label)}
            done={() => close(true)}
          />
        </Popover>
      ) : null}
      {open === 'change' && active !== undefined ? (
        <Popover
          anchor={changeButton}
          label={`Change the tab ${active.label}`}
          kind="dialog"
          className="edit-panel"
          close={close}
        >
          <NameForm
            button="Rename"
            value={active.label}
            keep={(label) => editor.renameTab(active.id, label)}
            done={() => close(true)}
          />
          <div class="edit-panel-row">
            <button
              type="button"
              class="button"
              disabled={tabs[0] === active}
              onClick={() => editor.moveTab(active.id, -1)}
            >
              <EditIcon name="left" /> Move left
            </button>
            <button
              type="button"
              class="button"
              disabled={tabs.at(-1) === active}
              onClick={() => editor.moveTab(active.id, 1)}
            >
              Move right <EditIcon name="right" />
            </button>
            <button
              type="button"
              class="button edit-danger"
              onClick={() => {
                // With nothing on it there is nothing to ask.
                if (tilesOn(tiles, active.id).length > 0) return setOpen('remove')
                editor.removeTab(active.id, 'removed')
                close(true)
              }}
            >
              Remove tab
            </button>
          </div>
        </Popover>
      ) : null}
      {open === 'remove' && active !== undefined ? (
        <Popover
          anchor={changeButton}
          label={`Remove the tab ${active.label}?`}
          kind="dialog"
          className="edit-panel"
          close={close}
        >
          <RemoveTab
            tab={active}
            others={tabs.filter(({ id }) => id !== active.id)}
            count={tilesOn(tiles, active.id).length}
            remove={(rehome) => {
              editor.removeTab(active.id, rehome)
              close(true)
            }}
            keep={() => close(true)}
          />
        </Popover>
      ) : null}
    </div>
  )
}

function NameForm({
  button,
  value = '',
  hint = '',
  keep,
  done,
}: {
  readonly button: string
  readonly value?: string
  readonly hint?: string
  /** Why it cannot be called that; null when it is done. */
  readonly keep: (label: string) => string | null
  readonly done: () => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const [label, setLabel] = useState(value)
  const [problem, setProblem] = useState('')
  return (
    <form
      class="edit-name"
      onSubmit={(event) => {
        event.preventDefault()
        const why = keep(label)
        if (why === null) return done()
        setProblem(why)
        field.current?.focus()
      }}
    >
      <label class="keep-field">
        Tab name
        <input
          ref={field}
          type="text"
          maxLength={tileGrid.longestLabel}
          value={label}
          aria-invalid={problem !== ''}
          onFocus={(event) => event.currentTarget.select()}
          onInput={(event) => setLabel(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button">
        {button}
      </button>
      <FormProblem text={problem} className="keep-problem" />
      {hint === '' ? null : <p class="edit-name-hint">{hint}</p>}
    </form>
  )
}

/** Where the tiles of a tab shall go: nothing goes with a tab without having been asked about. */
function RemoveTab({
  tab,
  others,
  count,
  remove,
  keep,
}: {
  readonly tab: EditTab
  readonly others: readonly EditTab[]
  /** Tiles on it. */
  readonly count: number
  readonly remove: (rehome: Rehome) => void
  readonly keep: () => void
}) {
  const [to, setTo] = useState(others[0]?.id ?? null)
  const charts = count === 1 ? '1 chart' : `${count} charts`
  const them = count === 1 ? 'it' : 'them'
  return (
    <>
      <p class="edit-question">
        <bdi>{tab.label}</bdi> has {charts}. What should happen to {them}?
      </p>
      {others.length === 0 ? null : (
        <label class="keep-field edit-question">
          Move {them} to
          <select value={to ?? ''} onChange={(event) => setTo(event.currentTarget.value)}>
            <Options of={others} />
          </select>
        </label>
      )}
      <div class="edit-panel-row">
        <button type="button" class="button" onClick={() => remove({ to })}>
          {others.length === 0 ? `Keep ${them}, without tabs` : `Move ${them} and remove the tab`}
        </button>
        <button type="button" class="button edit-danger" onClick={() => remove('removed')}>
          Remove {them} too
        </button>
        <button type="button" class="button" onClick={keep}>
          Cancel
        </button>
      </div>
    </>
  )
}
