import type { DashboardsState } from '../../../state/dashboards-store'
import { Dialog } from '@base-ui/react/dialog'
import { type ComponentProps, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Link } from 'wouter'
import type { SurfaceView } from '../../../core/ports/dashboard-surface'
import { NameField } from '../../components/name-field'
import { shownName } from '../../hooks/dashboard-texts'
import { useDashboards } from '../../hooks/use-dashboards'
import { useApp } from '../../hooks/use-app'
import { Button } from '../../components/button'
import { DialogWindow } from '../../components/dialog-window'
import { paths } from '../../hooks/routes'
import { useSaveAnswer, type SaveProblem } from './use-save-answer'
import type { DashboardTab, SavedDashboard } from '../../../core/ports/dashboard-library'

/** What stands in the list for a tab that is still to be made. No id is like it. */
const newTab = ''
const longestLabel = 60

/** Which tab something goes on: as the target wants it, null while it has no name. */
type TabTarget = { readonly tabId?: string; readonly newTabName?: string } | null

/** A tab of the dashboard that is chosen, or a new one; its first until somebody says otherwise. */
function useTabChoice(tabs: readonly DashboardTab[]): {
  readonly target: TabTarget
  readonly chosen: string
  readonly label: string
  readonly choose: (tab: string) => void
  readonly name: (label: string) => void
} {
  const [wanted, choose] = useState<string | null>(null)
  const [label, name] = useState('')
  const known = wanted === newTab || tabs.some(({ id }) => id === wanted) ? wanted : null
  const chosen = known ?? tabs[0]?.id ?? newTab
  const target = (): TabTarget => {
    if (tabs.length === 0) return {}
    if (chosen !== newTab) return { tabId: chosen }
    return label.trim() === '' ? null : { newTabName: label.trim() }
  }
  return { target: target(), chosen, label, choose, name }
}

function TabFields({
  tabs,
  choice,
  saving,
}: {
  readonly tabs: readonly DashboardTab[]
  readonly choice: ReturnType<typeof useTabChoice>
  readonly saving: boolean
}): ReactNode {
  if (tabs.length === 0) return null
  return (
    <>
      <label className="field">
        <span className="field__label">Tab</span>
        <select
          className="field__input"
          value={choice.chosen}
          disabled={saving}
          onChange={(event) => choice.choose(event.target.value)}
        >
          {tabs.map(({ id, label }) => (
            <option key={id} value={id}>
              {shownName(label)}
            </option>
          ))}
          <option value={newTab}>New tab</option>
        </select>
      </label>
      {choice.chosen === newTab && (
        <label className="field">
          <span className="field__label">Tab name</span>
          <input
            className="field__input"
            type="text"
            value={choice.label}
            placeholder="Enter tab name..."
            maxLength={longestLabel}
            autoComplete="off"
            readOnly={saving}
            onChange={(event) => choice.name(event.target.value)}
          />
        </label>
      )}
    </>
  )
}

/** What stands in the list for a dashboard that is still to be made. No id is like it. */
const another = ''

function DashboardField({
  field,
  dashboards,
  phase,
  saving,
  chosen,
  gone,
  choose,
}: {
  readonly field: RefObject<HTMLSelectElement | null>
  readonly dashboards: readonly SavedDashboard[]
  readonly phase: DashboardsState['phase']
  readonly saving: boolean
  readonly chosen: string
  /** What was chosen is not in the list any more. */
  readonly gone: boolean
  readonly choose: (id: string) => void
}): ReactNode {
  const creates = useCreates()
  const listed = phase === 'ready' || phase === 'failed'
  const withoutAny =
    phase === 'failed' ? 'Your dashboards couldn’t be loaded' : 'You have no dashboard to save to'
  const label = listed ? (creates ? 'New dashboard' : withoutAny) : 'Loading your dashboards…'
  return (
    <>
      <label className="field">
        <span className="field__label">Dashboard</span>
        <select
          ref={field}
          className="field__input"
          value={chosen}
          // Not while the list is on its way: it is where the dialog begins, and one that is disabled takes no focus.
          disabled={saving}
          aria-busy={!listed}
          onChange={(event) => choose(event.target.value)}
        >
          {gone && <option value={chosen}>Choose a dashboard</option>}
          {dashboards.map((dashboard) => (
            <option key={dashboard.id} value={dashboard.id}>
              {shownName(dashboard.name)}
            </option>
          ))}
          {(creates || !listed || dashboards.length === 0) && <option value={another}>{label}</option>}
        </select>
      </label>
      {gone && (
        <p className="dialog__alert" role="alert">
          The dashboard you chose is no longer listed. Choose another.
        </p>
      )}
    </>
  )
}

const useCreates = (): boolean => useApp().offers.includes('create-dashboard')

function TitleField({
  title,
  saving,
  write,
}: {
  readonly title: string
  readonly saving: boolean
  readonly write: (title: string) => void
}): ReactNode {
  return (
    <label className="field">
      <span className="field__label">Chart title</span>
      <input
        className="field__input"
        type="text"
        value={title}
        maxLength={longestTitle}
        autoComplete="off"
        readOnly={saving}
        onChange={(event) => write(event.target.value)}
      />
    </label>
  )
}

function Problem({ problem }: { readonly problem: SaveProblem }): ReactNode {
  return (
    <p className="dialog__alert" role="alert">
      {problem.text}{' '}
      {problem.look !== null && (
        <Link className="text-button" href={paths.savedDashboard(problem.look.id)}>
          Open dashboard
        </Link>
      )}
    </p>
  )
}

function Actions({
  close,
  save,
  disabled,
}: {
  readonly close: () => void
  readonly save: string
  readonly disabled: boolean
}): ReactNode {
  return (
    <div className="dialog__actions">
      <Button onClick={close}>Cancel</Button>
      <Button main type="submit" disabled={disabled}>
        {save}
      </Button>
    </div>
  )
}

/** Of the dashboard that is to be made, where the vendor's library makes one. */
function NewName(field: ComponentProps<typeof NameField>): ReactNode {
  return useCreates() ? <NameField {...field} /> : null
}

/** "Save to dashboard": one that is there, on the tab that is wanted, or a new one. What was typed is lost only by success or by Cancel. */
export function SaveDialog({
  view,
  savingRef,
  suggested,
  close,
  opener,
}: {
  readonly view: SurfaceView | null
  /** True while the view has not said whether it has saved the answer; also when the dialog has gone meanwhile. */
  readonly savingRef: RefObject<boolean>
  /** The answer's own title. */
  readonly suggested: string
  readonly close: () => void
  readonly opener: RefObject<HTMLElement | null>
}): ReactNode {
  const { dashboards, phase } = useDashboards()
  const { phase: progress, problem, save } = useSaveAnswer(view, savingRef, close)
  const [title, setTitle] = useState(suggested.slice(0, longestTitle))
  const [chosen, setChosen] = useState<string | null>(null)
  const [name, setName] = useState('')
  const first = useRef<HTMLSelectElement>(null)
  const listed = phase === 'ready' || phase === 'failed'
  const saving = progress !== 'idle'
  const last = useLastDashboard(dashboards)
  const target = chosen ?? last ?? dashboards[0]?.id ?? another
  const known = dashboards.find(({ id }) => id === target)
  const toNew = target === another
  const tab = useTabChoice(known?.tabs ?? [])
  const complete =
    listed && title.trim() !== '' && (known ? tab.target !== null : toNew && name.trim() !== '')

  async function submit(): Promise<void> {
    if (!complete || saving) return
    const to =
      known === undefined ? { newDashboardName: name.trim() } : { dashboardId: known.id, ...tab.target }
    // It stays chosen when the list is read again.
    setChosen(target)
    const found = await save({ title: title.trim(), ...to }, known ?? null)
    // One that was made although nobody said so is there to go on with: another try makes no second one.
    if (found !== null) setChosen(found.id)
  }

  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(open) => open || close()}>
      <DialogWindow title="Save to dashboard" closing={{ disabled: false }} first={first} finalFocus={opener}>
        <form
          className="dialog__body"
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <DashboardField
            field={first}
            dashboards={dashboards}
            phase={phase}
            saving={saving}
            chosen={target}
            gone={listed && !toNew && known === undefined}
            choose={setChosen}
          />
          {toNew && listed && <NewName name={name} busy={saving} write={setName} />}
          <TabFields tabs={known?.tabs ?? []} choice={tab} saving={saving} />
          <TitleField title={title} saving={saving} write={setTitle} />
          {problem !== null && <Problem problem={problem} />}
          <Actions
            close={close}
            save={labels[progress] ?? (problem === null ? 'Save' : 'Retry')}
            disabled={!complete || saving}
          />
        </form>
      </DialogWindow>
    </Dialog.Root>
  )
}

/** The dashboard that something was saved to last, if it is still there. */
function useLastDashboard(dashboards: readonly SavedDashboard[]): string | null {
  const { useCases } = useApp()
  const [last, setLast] = useState<string | null>(null)
  useEffect(() => void useCases.lastDashboard().then(setLast), [useCases])
  return dashboards.some(({ id }) => id === last) ? last : null
}

const longestTitle = 200

const labels = { idle: null, saving: 'Saving...', looking: 'Checking...' } as const
