import { useState, useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { titled } from './builder-state'
import { useBuilderState, useBuilderUi } from './context'
import { saveProblemText, type Saving } from './saving'
import type { ComponentChildren } from 'preact'
import { Form, FormProblem, TextField, useDialogEvents, useSubmission } from '../parts/form'
import { IconButton, TextButton } from './controls'
import type { SavedAnswerHead } from '../../wire/answers'

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
