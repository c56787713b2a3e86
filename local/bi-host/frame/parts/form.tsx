import type { Ref } from 'preact'
import { useEffect } from 'preact/hooks'
import { useUi } from './context'
import { Icon } from './icon'

/** Tells the page around that a dialog of the frame is open, for as long as it is. */
export function useDialogEvents(): void {
  const { frame } = useUi()
  useEffect(() => {
    frame.port.post('dialog-open', {})
    return () => frame.port.post('dialog-close', {})
  }, [frame])
}

interface TextFieldProps {
  /** Of the label with its field. */
  readonly className: string
  readonly label: string
  readonly value: string
  readonly change: (text: string) => void
  readonly field?: Ref<HTMLInputElement>
  readonly placeholder?: string
  readonly maxLength?: number
  readonly required?: boolean
  /** It has the focus when its dialog opens. */
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

/** Why a form was not taken; nothing without a text. */
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
  /** Radio buttons of one name exclude each other. */
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

/** The options of a list to choose from. */
export function Options({ of }: { readonly of: readonly { readonly id: string; readonly label: string }[] }) {
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
