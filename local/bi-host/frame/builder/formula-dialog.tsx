import type { Ref } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Answer, SourceView } from '../../wire/answers'
import type { AnswerHost } from '../host/calls'
import { useBuilderState, useBuilderUi, useQuery } from './builder'
import { Dialog } from './dialogs'
import { Form, FormProblem, Options, PickList, TextField, useSubmission } from '../parts/form'
import { formulaId, removeMeasure, setFormula } from './edits'
import { titled } from './builder-state'

interface FormulaDialogProps {
  readonly id: string | null
  readonly start?: string | undefined
}

/** Creates or edits a formula. The host validates it, and its errors are shown here. */
export function FormulaDialog({ id, start = '' }: FormulaDialogProps) {
  const { builder, open, announce } = useBuilderUi()
  const { catalog, query } = useQuery()
  const answer = useBuilderState((state) => state.answer)
  const present = query.formulas?.find((formula) => formula.id === id)
  const field = useRef<HTMLTextAreaElement>(null)
  const [label, setLabel] = useState(present?.label ?? '')
  const [expression, setExpression] = useState(present?.expression ?? start)
  const { busy, problem, setProblem, send } = useSubmission()

  async function take(): Promise<string> {
    const name = label.trim() === '' ? expression.trim() : label.trim()
    const formula = {
      id: present?.id ?? formulaId(name, query),
      label: name.slice(0, 100),
      expression: expression.trim(),
    }
    const next = titled(setFormula(answer, formula), catalog)
    const wrong = await problemOf(next, builder.host)
    if (wrong !== '') return wrong
    builder.edit((before) => setFormula(before, formula))
    announce(`${name} added`)
    open(null)
    return ''
  }

  const sources = new Set(query.measures.map((measure) => catalog.sourceOf(measure)))
  const near = catalog.reply.sources.filter((source) => sources.size === 0 || sources.has(source))

  return (
    <Dialog title={present ? 'Edit calculation' : 'Add calculation'} close={() => open(null)}>
      <Form class="builder-form" submit={() => void send(take)}>
        <TextField
          className="form-field"
          label="Name"
          first
          maxLength={100}
          placeholder="e.g. Value per holder"
          value={label}
          change={setLabel}
        />
        <Expression
          field={field}
          value={expression}
          change={(text) => {
            setExpression(text)
            setProblem('')
          }}
          problem={problem}
          example={exampleOf(near)}
        />
        <FormulaParts
          sources={near}
          insert={(text, inside) => field.current && setExpression(inserted(field.current, text, inside))}
        />
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
      </Form>
    </Dialog>
  )
}

async function problemOf(answer: Answer, host: AnswerHost): Promise<string> {
  const reply = await host('RunAnswer', { answer })
  if (!reply.ok) return 'The calculation could not be checked. Try again in a moment.'
  return reply.value.kind === 'problem' && reply.value.reason === 'cannot' ? reply.value.message : ''
}

function Expression({
  field,
  value,
  change,
  problem,
  example,
}: {
  readonly field: Ref<HTMLTextAreaElement>
  readonly value: string
  readonly change: (text: string) => void
  readonly problem: string
  readonly example: string
}) {
  return (
    <>
      <label class="form-field">
        <span>Calculation</span>
        <textarea
          ref={field}
          rows={3}
          spellcheck={false}
          aria-invalid={problem !== ''}
          aria-describedby={problem === '' ? undefined : 'formula-problem'}
          placeholder={`For example: ${example}`}
          value={value}
          onInput={(event) => change(event.currentTarget.value)}
        />
      </label>
      <FormProblem text={problem} id="formula-problem" />
    </>
  )
}

/** In the syntax of inserted fields. */
function exampleOf(sources: readonly SourceView[]): string {
  const [one, other = one] = sources.flatMap(({ measures }) => measures.map((measure) => measure.id))
  return one === undefined ? 'growth(…)' : `${one} / ${other}`
}

function FormulaParts({
  sources,
  insert,
}: {
  readonly sources: readonly SourceView[]
  readonly insert: (text: string, inside?: boolean) => void
}) {
  const { catalog } = useQuery()
  return (
    <div class="formula-parts">
      <label class="form-field">
        <span>Insert a field</span>
        <PickList first="Choose…" pick={(chosen) => insert(chosen)}>
          {sources.map((source) => (
            <optgroup key={source.id} label={source.label}>
              <Options of={source.measures} />
            </optgroup>
          ))}
        </PickList>
      </label>
      <label class="form-field">
        <span>Insert a function</span>
        <PickList first="Choose…" pick={(chosen) => insert(`${chosen}()`, true)}>
          {catalog.reply.functions.map((known) => (
            <option key={known.name} value={known.name} title={known.description}>
              {known.signature}
            </option>
          ))}
        </PickList>
      </label>
    </div>
  )
}

/** Inserts a name at the caret, with spaces around it. `inside` leaves the caret before its last character. Returns the whole text. */
function inserted(area: HTMLTextAreaElement, text: string, inside = false): string {
  const { selectionStart: from, selectionEnd: to, value } = area
  const left = /[\w.)\]]$/.test(value.slice(0, from)) ? ' ' : ''
  const right = /^[\w.([]/.test(value.slice(to)) ? ' ' : ''
  area.setRangeText(`${left}${text}${right}`, from, to, 'end')
  const caret = area.selectionEnd - right.length - (inside ? 1 : 0)
  area.setSelectionRange(caret, caret)
  area.focus()
  return area.value
}
