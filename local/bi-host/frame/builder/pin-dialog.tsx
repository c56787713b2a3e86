import { useEffect, useRef, useState } from 'preact/hooks'
import type { PinRequest, PinTarget } from '../../wire/answers'
import { titled, type PinnedChart } from './builder-state'
import { useBuilderState, useBuilderUi } from './context'
import { Dialog } from './dialogs'
import { Form, FormProblem, Select, TextField, useSubmission } from '../parts/form'
import { anyTab, isComplete, TabFields, tabOf } from '../tiles/pin-panel'
import { saveProblemText, type Saving } from './saving'

const newDashboard = 'new'
const replacing = 'in-place'

/** Pins the chart to a dashboard of the user, existing or new, and optionally to a tab. */
export function PinDialog({ keeping }: { readonly keeping: Saving }) {
  const { builder, open } = useBuilderUi()
  const [found, setFound] = useState<Pick<PinFormProps, 'targets' | 'unlisted'> | null>(null)

  useEffect(() => {
    void builder.host('ListPinTargets', {}).then((reply) =>
      setFound(
        reply.ok
          ? { targets: reply.value.dashboards, unlisted: '' }
          : {
              targets: [],
              unlisted: 'Your dashboards could not be loaded. You can still create a new one.',
            },
      ),
    )
  }, [builder])

  return (
    <Dialog title="Pin to dashboard" close={() => open(null)}>
      {found === null ? (
        <output class="form-hint">Loading your dashboards…</output>
      ) : (
        <PinForm keeping={keeping} {...found} />
      )}
    </Dialog>
  )
}

interface PinFormProps {
  readonly keeping: Saving
  readonly targets: readonly PinTarget[]
  /** Why there are no targets. */
  readonly unlisted: string
}

function PinForm({ keeping, targets, unlisted }: PinFormProps) {
  const { open, announce } = useBuilderUi()
  const { answer, catalog, pinned } = useBuilderState((all) => all)
  const home = targets.find(({ id }) => id === pinned?.dashboardId)
  const [title, setTitle] = useState(titled(answer, catalog).title)
  const [where, setWhere] = useState(home ? replacing : (targets[0]?.id ?? newDashboard))
  const [name, setName] = useState('')
  const [tabChoice, setTabChoice] = useState(anyTab)
  const { busy, problem, send } = useSubmission(unlisted)

  // Focus target: the new dashboard's name, or the pin button if a dashboard is selected.
  const nameRef = useRef<HTMLInputElement>(null)
  const pinRef = useRef<HTMLButtonElement>(null)
  const isNew = where === newDashboard
  useEffect(() => (isNew ? nameRef : pinRef).current?.focus(), [isNew])

  const replaced = where === replacing ? pinned : null
  const target = targets.find(({ id }) => id === (replaced?.dashboardId ?? where))
  const complete =
    title.trim() !== '' &&
    (target !== undefined || name.trim() !== '') &&
    (replaced !== null || isComplete(tabChoice))

  async function pin(): Promise<string> {
    const to = destinationOf(replaced, target, tabOf(tabChoice), name)
    const result = await keeping.pin(to, title.trim(), replaced?.tileId)
    if (!result.ok) return saveProblemText(result.problem)
    announce(`${replaced === null ? 'Pinned to' : 'Updated on'} ${result.value.dashboardName}`)
    open(null)
    return ''
  }

  return (
    <Form class="builder-form" submit={() => complete && void send(pin)}>
      <TextField className="form-field" label="Chart title" value={title} change={setTitle} />
      <label class="form-field">
        <span>Dashboard</span>
        <Select
          value={where}
          of={[
            ...(home ? [{ id: replacing, label: `Replace the chart on ${home.name}` }] : []),
            ...targets.map((dashboard) => ({ id: dashboard.id, label: dashboard.name })),
            { id: newDashboard, label: 'New dashboard…' },
          ]}
          change={(id) => {
            setWhere(id)
            setTabChoice(anyTab)
          }}
        />
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
    </Form>
  )
}

function destinationOf(
  replaced: PinnedChart | null,
  target: PinTarget | undefined,
  tab: ReturnType<typeof tabOf>,
  name: string,
): PinRequest['to'] {
  if (replaced !== null) return { dashboardId: replaced.dashboardId }
  if (target !== undefined) return { dashboardId: target.id, ...(tab && { tab }) }
  return { newDashboard: name.trim(), ...(tab && 'label' in tab && { tab }) }
}
