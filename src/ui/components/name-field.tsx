import type { ReactNode, Ref } from 'react'
import { maxNameLength } from '../../core/dashboards/dashboard-name'

/** "Dashboard Name" of a new dashboard. Read-only while the dashboard is being created. */
export function NameField({
  name,
  busy,
  invalid = false,
  onChange,
  ref,
}: {
  readonly name: string
  readonly busy: boolean
  readonly invalid?: boolean
  readonly onChange: (name: string) => void
  readonly ref?: Ref<HTMLInputElement>
}): ReactNode {
  return (
    <label className="field">
      <span className="field__label">Dashboard Name</span>
      <input
        ref={ref}
        className="field__input"
        type="text"
        value={name}
        placeholder="Enter dashboard name..."
        maxLength={maxNameLength}
        autoComplete="off"
        readOnly={busy}
        aria-invalid={invalid}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
