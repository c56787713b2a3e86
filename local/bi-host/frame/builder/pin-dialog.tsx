import { useEffect, useRef, useState } from 'preact/hooks'
import type { PinRequest, PinTarget } from '../../wire/answers'
import { titled } from './builder-state'
import { useBuilderState, useBuilderUi } from './context'
import { Dialog } from './dialogs'
import { FormProblem, Options, TextField } from '../parts/form'
import { anyTab, isComplete, TabFields, tabOf } from '../tiles/pin-panel'
import { saveProblemText, type Saving } from './saving'

const newDashboard = 'new'
const replacing = 'in-place'

/** Puts the chart on a dashboard of the person's own: one that is there, or a new one; on a tab if they like. */
export function PinDialog({ keeping }: { readonly keeping: Saving }) {
  const { builder, open, announce } = useBuilderUi()
  const { answer, catalog, pinned } = useBuilderState((all) => all)
  const [targets, setTargets] = useState<readonly PinTarget[] | null>(null)
  const [title, setTitle] = useState(titled(answer, catalog).title)
  const [where, setWhere] = useState(newDashboard)
  const [name, setName] = useState('')
  const [tabChoice, setTabChoice] = useState(anyTab)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  useEffect(() => {
    void builder.host('ListPinTargets', {}).then((reply) => {
      const found = reply.ok ? reply.value.dashboards : []
      setTargets(found)
      const there = found.some(({ id }) => id === pinned?.dashboardId)
      setWhere(there ? replacing : (found[0]?.id ?? newDashboard))
      if (!reply.ok) setProblem('Your dashboards could not be loaded. You can still create a new one.')
    })
  }, [builder, pinned])

  // The next thing to do: name the new dashboard, or pin to the one that is chosen.
  const nameRef = useRef<HTMLInputElement>(null)
  const pinRef = useRef<HTMLButtonElement>(null)
  const there = targets !== null
  const isNew = where === newDashboard
  useEffect(() => {
    if (isNew) nameRef.current?.focus()
    else pinRef.current?.focus()
  }, [there, isNew])

  const replaced = where === replacing ? pinned : null
  const wanted = replaced?.dashboardId ?? where
  const target = targets?.find((candidate) => candidate.id === wanted)
  const home = targets?.find((candidate) => candidate.id === pinned?.dashboardId)
  const complete =
    title.trim() !== '' &&
    (target !== undefined || name.trim() !== '') &&
    (replaced !== null || isComplete(tabChoice))

  function destination(): PinRequest['to'] {
    if (replaced !== null) return { dashboardId: replaced.dashboardId }
    const tab = tabOf(tabChoice)
    if (target !== undefined) return { dashboardId: target.id, ...(tab === undefined ? {} : { tab }) }
    const made = tab !== undefined && 'label' in tab ? { tab } : {}
    return { newDashboard: name.trim(), ...made }
  }

  async function pin(): Promise<void> {
    setBusy(true)
    const result = await keeping.pin(destination(), title.trim(), replaced?.tileId)
    setBusy(false)
    if (!result.ok) return setProblem(saveProblemText(result.problem))
    announce(`${replaced === null ? 'Pinned to' : 'Updated on'} ${result.value.dashboardName}`)
    open(null)
  }

  return (
    <Dialog title="Pin to dashboard" close={() => open(null)}>
      {targets === null ? (
        <output class="form-hint">Loading your dashboards…</output>
      ) : (
        <form
          class="builder-form"
          onSubmit={(event) => {
            event.preventDefault()
            if (complete) void pin()
          }}
        >
          <TextField className="form-field" label="Chart title" value={title} change={setTitle} />
          <label class="form-field">
            <span>Dashboard</span>
            <select
              value={where}
              onChange={(event) => {
                setWhere(event.currentTarget.value)
                setTabChoice(anyTab)
              }}
            >
              {home ? <option value={replacing}>Replace the chart on {home.name}</option> : null}
              <Options of={targets.map((dashboard) => ({ id: dashboard.id, label: dashboard.name }))} />
              <option value={newDashboard}>New dashboard…</option>
            </select>
          </label>
          {target === undefined ? (
            <TextField
              className="form-field"
              label="Dashboard name"
              placeholder="Enter dashboard name..."
              field={nameRef}
              value={name}
              change={setName}
            />
          ) : null}
          {replaced === null ? (
            <TabFields
              tabs={target?.tabs ?? []}
              choice={tabChoice}
              change={setTabChoice}
              className="form-field"
            />
          ) : null}
          <FormProblem text={problem} />
          <div class="form-actions">
            <button type="button" class="button secondary" onClick={() => open(null)}>
              Cancel
            </button>
            <button ref={pinRef} type="submit" class="button" disabled={busy || !complete}>
              {replaced === null ? (busy ? 'Pinning…' : 'Pin chart') : busy ? 'Updating…' : 'Update chart'}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
