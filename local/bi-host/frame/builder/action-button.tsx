import type { ComponentChildren } from 'preact'
import { useBuilderUi } from './context'

interface ActionButtonProps {
  /** The vendor's wire id. */
  readonly id: string
  readonly look: string
  /** There is nothing to do it with yet. */
  readonly disabled: boolean
  readonly run: () => void
  readonly children: ComponentChildren
}

/** Does an action of the vendor's. One that the page around has disabled stays in sight and in reach, and says why. */
export function ActionButton({ id, look, disabled, run, children }: ActionButtonProps) {
  const { keptFrom } = useBuilderUi()
  const why = keptFrom(id)
  return (
    <button
      type="button"
      class={look}
      data-action-id={id}
      disabled={disabled && why === null}
      aria-disabled={why === null ? undefined : true}
      title={why || undefined}
      onClick={() => {
        if (why === null) run()
      }}
    >
      {children}
    </button>
  )
}
