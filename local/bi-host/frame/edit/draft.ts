import type { TileRect } from '../../wire/tile-grid'
import type { EditTab } from './pages'

/** What is not saved yet, in the fewest words. */
export interface Draft {
  readonly liveboardId: string
  readonly positions: readonly { readonly id: string; readonly rect: TileRect; readonly tab: string | null }[]
  readonly removed: readonly string[]
  readonly added: readonly {
    readonly id: string
    readonly boardId: string
    readonly tileId: string
    readonly title: string
  }[]
  readonly tabs: readonly EditTab[]
}

/** Where a draft outlives a reload of the frame. */
export interface DraftStorage {
  read(liveboardId: string): Draft | null
  write(draft: Draft | null): void
}

/**
 * The name of the window: it stays while the embedding page reloads the frame (its Refresh, or the network that came back) and goes
 * with the frame, so that a draft that was given up never comes back to anybody.
 */
export function draftInWindowName(target: { name: string }): DraftStorage {
  const mark = 'assay-draft-2:'
  return {
    read(liveboardId) {
      if (!target.name.startsWith(mark)) return null
      try {
        const draft = JSON.parse(target.name.slice(mark.length)) as Draft
        return draft.liveboardId === liveboardId && Array.isArray(draft.tabs) ? draft : null
      } catch {
        return null
      }
    },
    write(draft) {
      target.name = draft === null ? '' : mark + JSON.stringify(draft)
    },
  }
}
