import type { Tile } from '../../wire/board'
import { askTile } from '../parts/ask-tile'
import { useLook, useStore, useUi } from '../parts/context'
import { actionsOf } from '../tiles/tile-actions'

/** Where an answer may go on, in the open: the same as in the menu of its tile, and as below an answer of the panel. */
const onward: ReadonlySet<string> = new Set(['explore', 'pin'])

export function AnswerActions({ tile, id }: { readonly tile: Tile; readonly id: string }) {
  const { words } = useLook()
  const { frame } = useUi()
  const options = useStore(frame.state, (state) => state.options)
  const actions = actionsOf(tile, { editable: false, onBoard: false }, options, words).filter(
    (action) => onward.has(action.id) && !action.disabled,
  )
  if (actions.length === 0) return null
  return (
    <p class="conv-actions">
      {actions.map((action) => (
        <button key={action.id} type="button" class="text-button" onClick={() => askTile(action.id, id)}>
          {action.label}
        </button>
      ))}
    </p>
  )
}
