import { useRef, useState } from 'preact/hooks'
import { tileGrid } from '../../wire/tile-grid'
import { Tabs } from '../parts/tabs'
import { Popover } from '../parts/floating'
import { FormProblem, Select } from '../parts/form'
import { EditIcon } from './edit-bar'
import type { Editor } from './editor'
import { type EditorState, tilesOn, type EditTab, type Rehome } from './pages'

type Open = 'add' | 'change' | 'remove' | null

/** The dashboard's tabs and their actions. A dashboard without tabs offers to add the first. */
export function EditTabs({ state, editor }: { readonly state: EditorState; readonly editor: Editor }) {
  const { tabs, tab, tiles, saving } = state
  const [open, setOpen] = useState<Open>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const changeButton = useRef<HTMLButtonElement>(null)
  const active = tabs.find(({ id }) => id === tab)
  const anchor = open === 'add' ? addButton : changeButton
  function close(refocus: boolean): void {
    setOpen(null)
    if (refocus) (anchor.current ?? addButton.current)?.focus()
  }
  const done = () => close(true)
  const tool = (which: 'add' | 'change') =>
    ({
      type: 'button',
      class: 'edit-tab-tool',
      'aria-haspopup': 'dialog',
      'aria-expanded': open === which || (open === 'remove' && which === 'change'),
      onClick: () => setOpen(open === null ? which : null),
    }) as const
  const panel = { anchor, kind: 'dialog', className: 'edit-panel', close } as const

  return (
    <div class="edit-tabs" inert={saving}>
      {tabs.length === 0 ? null : <Tabs tabs={tabs} active={tab} open={(id) => editor.showTab(id)} />}
      {active === undefined ? null : (
        <button ref={changeButton} {...tool('change')}>
          <EditIcon name="pencil" size={14} /> Change tab
        </button>
      )}
      {tabs.length < tileGrid.maxTabs ? (
        <button ref={addButton} {...tool('add')}>
          <EditIcon name="plus" size={14} /> Add tab
        </button>
      ) : null}
      {open === 'add' ? (
        <Popover {...panel} label="Add tab">
          <NameForm
            button="Add tab"
            hint={tabs.length === 0 && tiles.length > 0 ? 'Existing charts move to their own tab.' : ''}
            keep={(label) => editor.addTab(label)}
            done={done}
          />
        </Popover>
      ) : null}
      {open === 'change' && active !== undefined ? (
        <Popover {...panel} label={`Change the tab ${active.label}`}>
          <NameForm
            button="Rename"
            value={active.label}
            keep={(label) => editor.renameTab(active.id, label)}
            done={done}
          />
          <TabSteps state={state} tab={active} editor={editor} ask={() => setOpen('remove')} done={done} />
        </Popover>
      ) : null}
      {open === 'remove' && active !== undefined ? (
        <Popover {...panel} label={`Remove the tab ${active.label}?`}>
          <RemoveTab state={state} tab={active} editor={editor} done={done} />
        </Popover>
      ) : null}
    </div>
  )
}

interface TabProps {
  readonly state: EditorState
  readonly tab: EditTab
  readonly editor: Editor
  readonly done: () => void
}

function TabSteps({
  state: { tabs, tiles },
  tab,
  editor,
  ask,
  done,
}: TabProps & {
  /** Asks what to do with its tiles. */
  readonly ask: () => void
}) {
  function remove(): void {
    // Nothing to ask about an empty tab.
    if (tilesOn(tiles, tab.id).length > 0) return ask()
    editor.removeTab(tab.id, 'removed')
    done()
  }
  return (
    <div class="edit-panel-row">
      <button
        type="button"
        class="button"
        disabled={tabs[0] === tab}
        onClick={() => editor.moveTab(tab.id, -1)}
      >
        <EditIcon name="left" /> Move left
      </button>
      <button
        type="button"
        class="button"
        disabled={tabs.at(-1) === tab}
        onClick={() => editor.moveTab(tab.id, 1)}
      >
        Move right <EditIcon name="right" />
      </button>
      <button type="button" class="button edit-danger" onClick={remove}>
        Remove tab
      </button>
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
  /** Why the name is refused. Null on success. */
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
          maxLength={tileGrid.maxLabel}
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

/** Asks where a removed tab's tiles go, so that none is removed unasked. */
function RemoveTab({ state, tab, editor, done }: TabProps) {
  const others = state.tabs.filter(({ id }) => id !== tab.id)
  const count = tilesOn(state.tiles, tab.id).length
  const [to, setTo] = useState(others[0]?.id ?? null)
  function remove(rehome: Rehome): void {
    editor.removeTab(tab.id, rehome)
    done()
  }
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
          <Select value={to ?? ''} of={others} change={setTo} />
        </label>
      )}
      <div class="edit-panel-row">
        <button type="button" class="button" onClick={() => remove({ to })}>
          {others.length === 0 ? `Keep ${them}, without tabs` : `Move ${them} and remove the tab`}
        </button>
        <button type="button" class="button edit-danger" onClick={() => remove('removed')}>
          Remove {them} too
        </button>
        <button type="button" class="button" onClick={done}>
          Cancel
        </button>
      </div>
    </>
  )
}
