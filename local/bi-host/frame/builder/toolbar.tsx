import { useState } from 'preact/hooks'
import { useStore, useUi } from '../parts/context'
import { answerSession } from './builder-controls'
import { Popover, usePanel } from '../parts/floating'
import { MenuItems } from '../tiles/tile-menu'
import { useBuilderState, useBuilderUi } from './builder'
import { IconButton, Mark } from './controls'
import { saveProblemText, type Saving } from './saved-chart'
import { isChanged, isUnsaved, visibleResult, type PinnedChart, autoTitle } from './builder-state'
import type { ComponentChildren } from 'preact'

/** Title of the chart, undo and redo, and where to save it. */
export function Toolbar({ keeping }: { readonly keeping: Saving }) {
  const { builder, open, shows } = useBuilderUi()
  const state = useBuilderState((all) => all)
  const { answer, catalog, past, future, saved, pinned } = state
  const begun = answer.query.measures.length > 0
  const may = begun && visibleResult(state) !== null
  // A phone has no room for three buttons with labels.
  const word = pinned ? 'word-in-room' : undefined
  return (
    <div class="builder-bar">
      <div class="builder-title">
        {begun ? (
          <input
            class="title-field"
            type="text"
            aria-label="Chart title"
            maxLength={200}
            placeholder={autoTitle(answer, catalog)}
            value={answer.title}
            onChange={(event) => {
              const title = event.currentTarget.value.trim()
              builder.edit((before) => ({ ...before, title }))
            }}
          />
        ) : (
          <span class="title-field new">New chart</span>
        )}
        {isUnsaved(state) ? (
          <span class="unsaved-mark">Not saved</span>
        ) : saved ? (
          <span class="unsaved-mark">Saved</span>
        ) : pinned ? (
          <span class="unsaved-mark">On {pinned.dashboardName}</span>
        ) : null}
      </div>
      <div class="builder-tools" role="toolbar" aria-label="Chart">
        <IconButton icon="undo" label="Undo" disabled={past.length === 0} run={() => builder.undo()} />
        <IconButton icon="redo" label="Redo" disabled={future.length === 0} run={() => builder.redo()} />
        <IconButton icon="new" label="New chart" disabled={!begun} run={() => builder.reset()} />
        <IconButton icon="open" label="Your charts" run={() => open({ kind: 'charts' })} />
        <ActionMenu
          label="Download"
          icon="download"
          disabled={!may}
          entries={downloads}
          choose={(id) => void document.dispatchEvent(new CustomEvent('builder-action', { detail: id }))}
        />
        <CustomActions disabled={!may} />
        {shows('save') ? (
          <ActionButton
            id="save"
            look="button secondary small"
            disabled={!begun}
            run={() => open({ kind: 'save' })}
          >
            <Mark name="save" size={15} />{' '}
            <span class={word}>{pinned && !saved ? 'Save a copy' : 'Save'}</span>
          </ActionButton>
        ) : null}
        {shows('pin') ? (
          <ActionButton
            id="pin"
            look={pinned ? 'button secondary small' : 'button small'}
            disabled={!may}
            run={() => open({ kind: 'pin' })}
          >
            <Mark name="pin" size={15} /> <span class={word}>Pin</span>
          </ActionButton>
        ) : null}
        {pinned && shows('pin') ? <Update keeping={keeping} pinned={pinned} disabled={!may} /> : null}
      </div>
    </div>
  )
}

/** Saves the chart back to the tile it was opened from. Disabled while there is nothing to save. */
function Update({
  keeping,
  pinned,
  disabled,
}: {
  readonly keeping: Saving
  readonly pinned: PinnedChart
  readonly disabled: boolean
}) {
  const { builder, announce, disabledReason } = useBuilderUi()
  const why = disabledReason('pin')
  const changed = useBuilderState(isChanged)
  const [busy, setBusy] = useState(false)
  /** Confirms a click here, until the next change. */
  const [done, setDone] = useState(false)
  const { dashboardId, dashboardName, tileId } = pinned
  const idle = disabled || busy || !changed || why !== null
  const updated = done && !changed
  const label = updated ? `Updated on ${dashboardName}` : `Update the chart on ${dashboardName}`

  async function update(): Promise<void> {
    if (idle) return
    setBusy(true)
    const result = await keeping.pin({ dashboardId }, builder.state.get().answer.title, tileId)
    setBusy(false)
    builder.state.set({ openProblems: result.ok ? [] : [saveProblemText(result.problem)] })
    if (!result.ok) return
    setDone(true)
    announce(`Updated on ${dashboardName}`)
  }
  return (
    // Stays focusable after its work is done, so it is not `disabled` in the DOM.
    <button
      type="button"
      class={idle ? 'button secondary small' : 'button small'}
      aria-label={label}
      title={why || label}
      aria-disabled={idle}
      onClick={() => void update()}
    >
      <Mark name="check" size={15} /> {busy ? 'Updating…' : updated ? 'Updated' : 'Update'}
    </button>
  )
}

const downloads = [
  ['downloadAsPng', 'Download as PNG'],
  ['downloadAsCSV', 'Download as CSV'],
  ['downloadAsXLSX', 'Download as XLSX'],
  ['downloadAsPdf', 'Download as PDF'],
] as const

/** Custom actions of the embedding page. */
function CustomActions({ disabled }: { readonly disabled: boolean }) {
  const { builder } = useBuilderUi()
  const { frame } = useUi()
  const { customActions } = useStore(frame.state, (state) => state.options)
  const own = customActions.filter(
    ({ position, target = 'ANSWER' }) => position !== 'CONTEXTMENU' && target === 'ANSWER',
  )
  return (
    <ActionMenu
      label="More actions"
      icon="ellipsis"
      disabled={disabled}
      entries={own.map(({ id, name }) => [id, name] as const)}
      choose={(id) =>
        void answerSession(builder).then(
          (answer) => answer && frame.port.post('customAction', { id, ...answer }),
        )
      }
    />
  )
}

interface ActionMenuProps {
  readonly label: string
  readonly icon: 'download' | 'ellipsis'
  readonly disabled: boolean
  readonly entries: readonly (readonly [id: string, label: string])[]
  readonly choose: (actionId: string) => void
}

function ActionMenu({ label: title, icon, disabled, entries, choose }: ActionMenuProps) {
  const { shows, disabledReason } = useBuilderUi()
  const { open, close, button, panel } = usePanel('menu')
  const offered = entries.filter(([id]) => shows(id))
  if (offered.length === 0) return null
  return (
    <>
      <button
        {...button}
        type="button"
        class="icon-button"
        aria-label={title}
        title={title}
        disabled={disabled}
      >
        <Mark name={icon} />
      </button>
      {open ? (
        <Popover {...panel} label={title} className="viz-menu" align="end">
          <MenuItems
            actions={offered.map(([id, label]) => ({
              id,
              label,
              group: 1,
              disabled: disabledReason(id) !== null,
              hint: disabledReason(id) ?? '',
            }))}
            choose={(id) => {
              close(true)
              choose(id)
            }}
          />
        </Popover>
      ) : null}
    </>
  )
}

interface ActionButtonProps {
  /** The vendor's wire id. */
  readonly id: string
  readonly look: string
  /** There is no answer to use it with yet. */
  readonly disabled: boolean
  readonly run: () => void
  readonly children: ComponentChildren
}

/** Runs a vendor action. If the embedding page disabled it, it stays visible and focusable, and says why. */
function ActionButton({ id, look, disabled, run, children }: ActionButtonProps) {
  const { disabledReason } = useBuilderUi()
  const why = disabledReason(id)
  return (
    <button
      type="button"
      class={look}
      data-testid={id}
      disabled={disabled && why === null}
      aria-disabled={why === null ? undefined : true}
      title={why || undefined}
      onClick={() => {
        if (why === null) run()
      }}
    >
      {children}
    </button>
  )
}
