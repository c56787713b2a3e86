import { useState } from 'preact/hooks'
import { autoTitle } from './auto-title'
import { useBuilderState, useBuilderUi } from './context'
import { Dialog } from './dialog'
import { keepProblemText, type Keeping } from './saving'

/** Keeps the chart under a name, to be opened again. */
export function SaveDialog({ keeping }: { readonly keeping: Keeping }) {
  const { open, announce } = useBuilderUi()
  const { answer, catalog, saved } = useBuilderState((all) => all)
  const [title, setTitle] = useState(answer.title === '' ? autoTitle(answer, catalog) : answer.title)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function save(asNew: boolean): Promise<void> {
    setBusy(true)
    const kept = await keeping.save(title.trim(), asNew)
    setBusy(false)
    if (!kept.ok) return setProblem(keepProblemText(kept.problem))
    announce('Chart saved')
    open(null)
  }

  return (
    <Dialog title="Save chart" close={() => open(null)}>
      <form
        class="builder-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save(false)
        }}
      >
        <label class="form-field">
          <span>Name</span>
          <input
            data-first
            type="text"
            maxLength={200}
            required
            value={title}
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
        </label>
        <p class="form-hint">Saved charts are under “Your charts”. Pin one to see it on a dashboard.</p>
        {problem === '' ? null : (
          <p class="form-problem" role="alert">
            {problem}
          </p>
        )}
        <div class="form-actions">
          <button type="button" class="button secondary" onClick={() => open(null)}>
            Cancel
          </button>
          {saved ? (
            <button type="button" class="button secondary" disabled={busy} onClick={() => void save(true)}>
              Save as new
            </button>
          ) : null}
          <button type="submit" class="button" disabled={busy || title.trim() === ''}>
            {busy ? 'Saving…' : 'Save'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
