import type { ReactNode, Ref } from 'react'
import { longestName } from '../../core/dashboards/dashboard-name'

/** "Dashboard Name" of a dashboard that is to be made. While that is being done, what was typed stays to be read. */
export function NameField({
  name,
  busy,
  wrong = false,
  write,
  ref,
}: {
  readonly name: string
  readonly busy: boolean
  readonly wrong?: boolean
  readonly write: (name: string) => void
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
        maxLength={longestName}
        autoComplete="off"
        readOnly={busy}
        aria-invalid={wrong}
        onChange={(event) => write(event.target.value)}
      />
    </label>
  )
}
