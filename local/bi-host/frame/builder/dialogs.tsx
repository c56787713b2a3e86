import { useState, useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { titled, type PinnedChart } from './builder-state'
import { useBuilderState, useBuilderUi } from './builder'
import { saveProblemText, type Saving } from './saved-chart'
import type { ComponentChildren } from 'preact'
import { Form, FormProblem, TextField, useDialogEvents, useSubmission, Select } from '../parts/form'
import { IconButton, TextButton } from './controls'
import type { SavedAnswerHead, PinRequest, PinTarget } from '../../wire/answers'
import { anyTab, isComplete, TabFields, tabOf } from '../tiles/pin-panel'

export function SaveDialog({ keeping }: { readonly keeping: Saving }) {
  const { open, announce } = useBuilderUi()
  const { answer, catalog, saved } = useBuilderState((all) => all)
  const [title, setTitle] = useState(titled(answer, catalog).title)
  const { busy, problem, send } = useSubmission()

  async function save(asNew: boolean): Promise<string> {
    const result = await keeping.save(title.trim(), asNew)
    if (!result.ok) return saveProblemText(result.problem)
    announce('Chart saved')
    open(null)
    return ''
  }

  return (
    <Dialog title="Save chart" close={() => open(null)}>
      <Form class="builder-form" submit={() => void send(() => save(false))}>
        <TextField className="form-field" label="Name" first required value={title} change={setTitle} />
        <p class="form-hint">Saved charts are under “Your charts”. Pin one to see it on a dashboard.</p>
        <FormProblem text={problem} />
        <div class="form-actions">
          <button type="button" class="button secondary" onClick={() => open(null)}>
            Cancel
          </button>
          {saved ? (
            <button
              type="button"
              class="button secondary"
              disabled={busy}
              onClick={() => void send(() => save(true))}
            >
              Save as new
            </button>
          ) : null}
          <button type="submit" class="button" disabled={busy || title.trim() === ''}>
            {busy ? 'Saving…' : 'Save'}
          </button>
        </div>
      </Form>
    </Dialog>
  )
}

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

export function ChartsDialog() {
  const { builder, open, announce } = useBuilderUi()
  const [charts, setCharts] = useState<readonly SavedAnswerHead[] | null>(null)
  const [problem, setProblem] = useState('')
  const [asked, setAsked] = useState<string | null>(null)

  useEffect(() => {
    void builder.host('ListAnswers', {}).then((reply) => {
      setCharts(reply.ok ? reply.value.answers : [])
      if (!reply.ok) setProblem('Your charts could not be loaded. Try again in a moment.')
    })
  }, [builder])

  async function show(id: string): Promise<void> {
    const reply = await builder.host('OpenAnswer', { id })
    if (!reply.ok) return setProblem('This chart could not be opened.')
    const { answer, head, problems } = reply.value
    builder.open(answer, { saved: head, problems })
    open(null)
  }

  async function remove({ id, title }: SavedAnswerHead): Promise<void> {
    if (asked !== id) return setAsked(id)
    const reply = await builder.host('DeleteAnswer', { id })
    if (!reply.ok) return setProblem('This chart could not be deleted.')
    setCharts((before) => (before ?? []).filter((chart) => chart.id !== id))
    announce(`${title} deleted`)
  }

  return (
    <Dialog title="Your charts" close={() => open(null)}>
      <FormProblem text={problem} />
      {charts === null ? (
        <output class="form-hint">Loading your charts…</output>
      ) : charts.length === 0 ? (
        <p class="form-hint">Nothing saved yet. Build a chart and press Save.</p>
      ) : (
        <ul class="chart-list">
          {charts.map((chart) => (
            <li key={chart.id}>
              <button type="button" class="chart-list-name" onClick={() => void show(chart.id)}>
                <span>{chart.title}</span>
                <small>{day.format(chart.modified)}</small>
              </button>
              {asked === chart.id ? (
                <TextButton text="Delete permanently" run={() => void remove(chart)} />
              ) : (
                <IconButton icon="delete" label={`Delete ${chart.title}`} run={() => void remove(chart)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** A modal dialog of the builder. The browser traps the focus, Escape closes it, and the focus returns to where it was. */
export function Dialog({
  title,
  close,
  children,
}: {
  readonly title: string
  readonly close: () => void
  readonly children: ComponentChildren
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => {
      element?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  useDialogEvents()
  return (
    <dialog
      ref={dialog}
      class="builder-dialog"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <div class="builder-dialog-head">
        <h2>{title}</h2>
        <IconButton icon="close" label="Close" run={close} />
      </div>
      {children}
    </dialog>
  )
}

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
