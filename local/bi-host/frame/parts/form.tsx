import type { ComponentChildren, Ref } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useUi } from './context'
import { Icon } from './icon'
import type { TokenKind } from '../../wire/answers'

/** Notifies the embedding page while a dialog of the frame is open. */
export function useDialogEvents(): void {
  const { frame } = useUi()
  useEffect(() => {
    frame.port.post('dialog-open', {})
    return () => frame.port.post('dialog-close', {})
  }, [frame])
}

/** State of a form submission. `send` runs a function that resolves to an error sentence, or to an empty one on success. */
export function useSubmission(unready = '') {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState(unready)
  async function send(work: () => Promise<string>): Promise<boolean> {
    setBusy(true)
    const failed = await work()
    setBusy(false)
    setProblem(failed)
    return failed === ''
  }
  return { busy, problem, setProblem, send }
}

export function Form({
  submit,
  ...rest
}: {
  readonly class: string
  readonly submit: () => void
  readonly children: ComponentChildren
}) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    />
  )
}

interface TextFieldProps {
  /** Of the label that wraps the field. */
  readonly className: string
  readonly label: string
  readonly value: string
  readonly change: (text: string) => void
  readonly field?: Ref<HTMLInputElement>
  readonly placeholder?: string
  readonly maxLength?: number
  readonly required?: boolean
  /** Gets the focus when its dialog opens. */
  readonly first?: boolean
}

export function TextField({
  className,
  label,
  change,
  field,
  first,
  maxLength = 200,
  ...rest
}: TextFieldProps) {
  return (
    <label class={className}>
      <span>{label}</span>
      <input
        {...rest}
        ref={field ?? null}
        data-first={first}
        type="text"
        maxLength={maxLength}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  )
}

/** Why a form was rejected. Nothing without a text. */
export function FormProblem({
  text,
  className = 'form-problem',
  id,
}: {
  readonly text: string
  readonly className?: string
  readonly id?: string
}) {
  return text === '' ? null : (
    <p class={className} id={id} role="alert">
      {text}
    </p>
  )
}

interface TickFieldProps {
  readonly label: string
  readonly checked: boolean
  readonly change: (checked: boolean) => void
  /** Radio buttons with the same name are exclusive. */
  readonly type?: 'checkbox' | 'radio'
  readonly name?: string
  readonly disabled?: boolean
}

export function TickField({ label, change, type = 'checkbox', ...rest }: TickFieldProps) {
  return (
    <label class="filter-value">
      <input {...rest} type={type} onChange={(event) => change(event.currentTarget.checked)} />
      <span class="filter-box" aria-hidden="true">
        <Icon name="check" size={12} />
      </span>
      <span class="filter-name">{label}</span>
    </label>
  )
}

interface SearchFieldProps {
  readonly className?: string
  readonly label: string
  readonly placeholder?: string
  readonly value: string
  readonly change: (text: string) => void
}

export function SearchField({
  className = 'filter-search',
  label,
  placeholder = label,
  value,
  change,
}: SearchFieldProps) {
  return (
    <label class={className}>
      <Icon name="search" size={14} />
      <input
        type="search"
        placeholder={placeholder}
        aria-label={label}
        value={value}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  )
}

interface Option<Id extends string = string> {
  readonly id: Id
  readonly label: string
}

export function Select<Id extends string>({
  label,
  of,
  change,
  ...rest
}: {
  /** If no label wraps it. */
  readonly label?: string
  readonly value: Id
  readonly of: readonly Option<Id>[]
  readonly change: (id: Id) => void
  readonly 'aria-labelledby'?: string
}) {
  return (
    <select {...rest} aria-label={label} onChange={(event) => change(event.currentTarget.value as Id)}>
      <Options of={of} />
    </select>
  )
}

/** A select whose choices run an action. It shows no selection itself. */
export function PickList({
  pick,
  first,
  children,
  ...rest
}: {
  readonly pick: (id: string) => void
  /** Text shown instead of a selection. */
  readonly first: string
  readonly class?: string
  readonly 'aria-label'?: string
  readonly children: ComponentChildren
}) {
  return (
    <select
      {...rest}
      value=""
      onChange={(event) => {
        const chosen = event.currentTarget.value
        event.currentTarget.value = ''
        if (chosen !== '') pick(chosen)
      }}
    >
      <option value="">{first}</option>
      {children}
    </select>
  )
}

/** An integer from 1 to `most`. Other input is ignored. */
export function CountField({
  label,
  value,
  most,
  change,
}: {
  readonly label: string
  readonly value: number
  readonly most: number
  readonly change: (count: number) => void
}) {
  return (
    <input
      type="number"
      min={1}
      max={most}
      aria-label={label}
      value={value}
      onChange={(event) => {
        const count = Math.round(Number(event.currentTarget.value))
        if (count >= 1 && count <= most) change(count)
      }}
    />
  )
}

export function Options({ of }: { readonly of: readonly Option[] }) {
  return (
    <>
      {of.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </>
  )
}

/** A token with the vendor's class names, so that an embedding page can color it by kind. */
export const tokenClass = (kind: TokenKind): string =>
  `search-token tokenizer-module__token tokenizer-module__${kind}`
