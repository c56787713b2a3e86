import { useBuilderState, useBuilderUi } from './context'
import { putAway } from './builder-state'

/** Another chart was begun on top of one that was not kept: says so, and leads back, until somebody goes on with the new one. */
export function PutAway() {
  const { builder, announce } = useBuilderUi()
  const title = useBuilderState(putAway)
  if (title === null) return null
  return (
    <output class="restore">
      <span>
        <b>{title}</b> was put away without being saved.
      </span>
      <button
        type="button"
        class="text-button inline"
        onClick={() => {
          builder.undo()
          announce(`${title} is back`)
        }}
      >
        Undo
      </button>
    </output>
  )
}
