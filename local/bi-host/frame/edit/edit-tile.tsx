import { TileView } from '../tiles/tile-view'
import { EditIcon } from './edit-icon'
import type { EditTile } from './pages'
import type { Step } from './arrange'

export interface EditTileProps {
  readonly tile: EditTile
  readonly step: (step: Step) => void
  readonly remove: () => void
  /** Opens or closes the buttons that do what the keys do. */
  readonly arrange: (anchor: HTMLElement) => void
  readonly arranging: boolean
}

const moves: Readonly<Record<string, Step>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
const sizes: Readonly<Record<string, Step>> = {
  ArrowLeft: 'narrower',
  ArrowRight: 'wider',
  ArrowUp: 'shorter',
  ArrowDown: 'taller',
}

/** A tile with a head to hold it by. What it shows is only looked at here. */
export function EditTileView({ tile, step, remove, arrange, arranging }: EditTileProps) {
  const { id, title } = tile
  return (
    <fieldset class="grid-stack-item-content edit-tile" aria-label={title}>
      <div class="edit-head">
        <button
          type="button"
          class="edit-handle"
          data-handle={id}
          aria-label={`Move ${title}`}
          aria-describedby="edit-keys"
          onKeyDown={(event) => {
            const asked = event.shiftKey ? sizes[event.key] : moves[event.key]
            if (asked !== undefined) step(asked)
            else if (event.key === 'Delete') remove()
            else return
            event.preventDefault()
          }}
        >
          <EditIcon name="grip" />
          <span class="edit-title">{title}</span>
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={`Arrange ${title}`}
          title="Arrange"
          aria-haspopup="dialog"
          aria-expanded={arranging}
          onClick={(event) => arrange(event.currentTarget)}
        >
          <EditIcon name="move" size={15} />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={`Remove ${title}`}
          title="Remove"
          onClick={remove}
        >
          <EditIcon name="trash" size={15} />
        </button>
      </div>
      <div class="edit-picture" inert>
        {tile.tile === null ? (
          <div class="viz-tile skeleton-content" aria-hidden="true" />
        ) : (
          <TileView tile={tile.tile} span={1} editable={false} stale={false} />
        )}
      </div>
    </fieldset>
  )
}
