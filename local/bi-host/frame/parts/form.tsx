import type { Ref } from 'preact'
import { useEffect } from 'preact/hooks'
import { useUi } from './context'

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
