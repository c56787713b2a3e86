import type { ArrangementRequest, TileOffer } from '../../wire/board'
import { callOperation, type HostAnswer } from '../host/calls'
import type { Frame } from '../protocol/frame'
import { asFields } from '../protocol/read'
import type { TileRect } from '../../wire/tile-grid'
import type { EditTab } from './pages'

/** Host calls of the edit page besides boards. They never throw. */
export interface EditClient {
  offers(): Promise<HostAnswer<readonly TileOffer[]>>
  /** Idempotent, so it may be retried after a missing reply. */
  save(arrangement: ArrangementRequest): Promise<HostAnswer<{ readonly name: string }>>
}

export function createEditClient(frame: Frame): EditClient {
  const call = (operation: string, body: object): Promise<HostAnswer<unknown>> =>
    callOperation(frame, operation, body)
  return {
    async offers() {
      const answer = await call('GetTileOffers', {})
      if (!answer.ok) return answer
      const { offers } = asFields(answer.value)
      return { ok: true, value: Array.isArray(offers) ? (offers as readonly TileOffer[]) : [] }
    },
    async save(arrangement) {
      const answer = await call('SaveArrangement', arrangement)
      if (!answer.ok) return answer
      const { liveboardName } = asFields(answer.value)
      return { ok: true, value: { name: typeof liveboardName === 'string' ? liveboardName : '' } }
    },
  }
}

/** Unsaved changes in compact form. */
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

/** Storage for a draft that survives a reload of the frame. */
export interface DraftStorage {
  read(liveboardId: string): Draft | null
  write(draft: Draft | null): void
}

/**
 * Stores the draft in the window's name, which survives reloads by the embedding page (its Refresh, or after an outage) and is dropped with
 * the frame, so an abandoned draft never comes back for another user.
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
