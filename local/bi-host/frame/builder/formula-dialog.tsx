import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { useBuilderState, useBuilderUi, useQuery } from './context'
import { Dialog } from './dialogs'
import { FormProblem, TextField } from '../parts/form'
import { formulaId, removeMeasure, setFormula } from './edits'
import { titled } from './builder-state'

/** Writes or changes a calculation. The host checks it before it is taken; what is wrong with it is said here. */
export function FormulaDialog({
  id,
  start = '',
}: {
  readonly id: string | null
  readonly start?: string | undefined
}) {
  const { builder, open, announce } = useBuilderUi()
  const { catalog, query } = useQuery()
  const answer = useBuilderState((state) => state.answer)
  const present = query.formulas?.find((formula) => formula.id === id)
  const field = useRef<HTMLTextAreaElement>(null)
  const [label, setLabel] = useState(present?.label ?? '')
  const [expression, setExpression] = useState(present?.expression ?? start)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  async function take(): Promise<void> {
    const name = label.trim() === '' ? expression.trim() : label.trim()
    const formula = {
      id: present?.id ?? formulaId(name, query),
      label: name.slice(0, 100),
      expression: expression.trim(),
    }
    const next = setFormula(answer, formula)
    setBusy(true)
    const reply = await builder.host('RunAnswer', { answer: titled(next, catalog) })
    setBusy(false)
    if (!reply.ok) return setProblem('The calculation could not be checked. Try again in a moment.')
    if (reply.value.kind === 'problem' && reply.value.reason === 'cannot')
      return setProblem(reply.value.message)
    builder.edit((before) => setFormula(before, formula))
    announce(`${name} added`)
    open(null)
  }

  /** Puts a name at the caret, apart from what stands there; `inside` leaves the caret before its last letter. */
  function insert(text: string, inside = false): void {
    const area = field.current
    if (!area) return
    const { selectionStart: from, selectionEnd: to, value } = area
    const left = /[\w.)\]]$/.test(value.slice(0, from)) ? ' ' : ''
    const right = /^[\w.([]/.test(value.slice(to)) ? ' ' : ''
    area.setRangeText(`${left}${text}${right}`, from, to, 'end')
    const caret = area.selectionEnd - right.length - (inside ? 1 : 0)
    area.setSelectionRange(caret, caret)
    area.focus()
    setExpression(area.value)
  }

  const sources = new Set(query.measures.map((measure) => catalog.sourceOf(measure)))
  const near = catalog.reply.sources.filter((source) => sources.size === 0 || sources.has(source))

  // Written as the fields below are inserted.
  const [one, other = one] = near.flatMap(({ measures }) => measures.map((measure) => measure.id))
  const example = one === undefined ? 'growth(…)' : `${one} / ${other}`

  return (
    <Dialog title={present ? 'Edit calculation' : 'Add calculation'} close={() => open(null)}>
      <form
        class="builder-form"
        onSubmit={(event) => {
          event.preventDefault()
          void take()
        }}
      >
        <TextField
          className="form-field"
          label="Name"
          first
          maxLength={100}
          placeholder="e.g. Value per holder"
          value={label}
          change={setLabel}
        />
        <label class="form-field">
          <span>Calculation</span>
          <textarea
            ref={field}
            rows={3}
            spellcheck={false}
            aria-invalid={problem !== ''}
            aria-describedby={problem === '' ? undefined : 'formula-problem'}
            placeholder={`For example: ${example}`}
            value={expression}
            onInput={(event) => {
              setExpression(event.currentTarget.value)
              setProblem('')
            }}
          />
        </label>
        <FormProblem text={problem} id="formula-problem" />
        <div class="formula-parts">
          <Insert label="Insert a field" take={(chosen) => insert(chosen)}>
            {near.map((source) => (
              <optgroup key={source.id} label={source.label}>
                {source.measures.map((measure) => (
                  <option key={measure.id} value={measure.id}>
                    {measure.label}
                  </option>
                ))}
              </optgroup>
            ))}
          </Insert>
          <Insert label="Insert a function" take={(chosen) => insert(`${chosen}()`, true)}>
            {catalog.reply.functions.map((known) => (
              <option key={known.name} value={known.name} title={known.description}>
                {known.signature}
              </option>
            ))}
          </Insert>
        </div>
        <div class="form-actions">
          {present ? (
            <button
              type="button"
              class="text-button"
              onClick={() => {
                builder.edit((before) => removeMeasure(before, `formula.${present.id}`))
                open(null)
              }}
            >
              Remove
            </button>
          ) : null}
          <button type="button" class="button secondary" onClick={() => open(null)}>
            Cancel
          </button>
          <button type="submit" class="button" disabled={busy || expression.trim() === ''}>
            {busy ? 'Checking…' : present ? 'Change' : 'Add'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** A list whose choice goes to the caret: it shows none itself. */
function Insert({
  label,
  take,
  children,
}: {
  readonly label: string
  readonly take: (chosen: string) => void
  readonly children: ComponentChildren
}) {
  return (
    <label class="form-field">
      <span>{label}</span>
      <select
        value=""
        onChange={(event) => {
          const chosen = event.currentTarget.value
          event.currentTarget.value = ''
          if (chosen !== '') take(chosen)
        }}
      >
        <option value="">Choose…</option>
        {children}
      </select>
    </label>
  )
}
