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
import { useSaveAnswer, type OwnSave, type SaveProblem } from './use-save-answer'
import type { DashboardTab, SavedDashboard } from '../../../core/ports/dashboard-library'

/** Option value of a new tab. No id is empty. */
const newTab = ''
const maxTabNameLength = 60

/** The chosen tab in the form that the target has; null while a new tab has no name. */
type TabTarget = { readonly tabId?: string; readonly newTabName?: string } | null

/** The choice of a tab of the dashboard, or of a new one; by default the first tab. */
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
            maxLength={maxTabNameLength}
            autoComplete="off"
            readOnly={saving}
            onChange={(event) => choice.name(event.target.value)}
          />
        </label>
      )}
    </>
  )
}

/** Option value of a new dashboard. No id is empty. */
const newDashboard = ''

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
  /** The chosen dashboard is no longer in the list. */
  readonly gone: boolean
  readonly choose: (id: string) => void
}): ReactNode {
  const canCreate = useCanCreate()
  const listed = phase === 'ready' || phase === 'failed'
  const noDashboardText =
    phase === 'failed' ? 'Your dashboards couldn’t be loaded' : 'You have no dashboard to save to'
  const label = listed ? (canCreate ? 'New dashboard' : noDashboardText) : 'Loading your dashboards…'
  return (
    <>
      <label className="field">
        <span className="field__label">Dashboard</span>
        <select
          ref={field}
          className="field__input"
          value={chosen}
          // Not while the list loads: the dialog focuses this field first, and a disabled one takes no focus.
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
          {(canCreate || !listed || dashboards.length === 0) && <option value={newDashboard}>{label}</option>}
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

const useCanCreate = (): boolean => useApp().offers.includes('create-dashboard')

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
        maxLength={maxTitleLength}
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
      {problem.dashboard !== null && (
        <Link className="text-button" href={paths.savedDashboard(problem.dashboard.id)}>
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

/** The name of a new dashboard, if the vendor's library can create one. */
function NewName(field: ComponentProps<typeof NameField>): ReactNode {
  return useCanCreate() ? <NameField {...field} /> : null
}

/** "Save to dashboard": an existing one, on the chosen tab, or a new one. Only success and Cancel discard what was typed. */
export function SaveDialog({
  view,
  ownSaveRef,
  suggested,
  close,
  opener,
}: {
  readonly view: SurfaceView | null
  /** How far the dialog’s own save is, also after the dialog has closed. */
  readonly ownSaveRef: RefObject<OwnSave>
  /** The answer's own title. */
  readonly suggested: string
  readonly close: () => void
  readonly opener: RefObject<HTMLElement | null>
}): ReactNode {
  const { dashboards, phase } = useDashboards()
  const { phase: progress, problem, save } = useSaveAnswer(view, ownSaveRef, close)
  const [title, setTitle] = useState(suggested.slice(0, maxTitleLength))
  const [chosen, setChosen] = useState<string | null>(null)
  const [name, setName] = useState('')
  const first = useRef<HTMLSelectElement>(null)
  const listed = phase === 'ready' || phase === 'failed'
  const saving = progress !== 'idle'
  const last = useLastDashboard(dashboards)
  const target = chosen ?? last ?? dashboards[0]?.id ?? newDashboard
  const known = dashboards.find(({ id }) => id === target)
  const toNew = target === newDashboard
  const tab = useTabChoice(known?.tabs ?? [])
  const complete =
    listed && title.trim() !== '' && (known ? tab.target !== null : toNew && name.trim() !== '')

  async function submit(): Promise<void> {
    if (!complete || saving) return
    const to =
      known === undefined ? { newDashboardName: name.trim() } : { dashboardId: known.id, ...tab.target }
    // Keeps the choice when the list reloads.
    setChosen(target)
    const found = await save({ title: title.trim(), ...to }, known ?? null)
    // Selects a dashboard that was created although no response said so: a retry then creates no second one.
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
          {toNew && listed && <NewName name={name} busy={saving} onChange={setName} />}
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

/** The dashboard that something was last saved to, if it still exists. */
function useLastDashboard(dashboards: readonly SavedDashboard[]): string | null {
  const { useCases } = useApp()
  const [last, setLast] = useState<string | null>(null)
  useEffect(() => void useCases.lastDashboard().then(setLast), [useCases])
  return dashboards.some(({ id }) => id === last) ? last : null
}

const maxTitleLength = 200

const labels = { idle: null, saving: 'Saving...', looking: 'Checking...' } as const
