import type { BoardReply, Tile, TileOffer } from '../../contract'
import { freePlace, inReadingOrder, tileGrid } from '../../tile-grid'
import type { TileRect } from '../../tile-grid'
import type { LoadBoard } from '../board/host-client'
import type { BoardProblem } from '../board/problem'
import { createStore, type Store } from '../store'
import { first, stepped, withRects, type Placed, type Step } from './arrange'
import type { DraftShelf } from './draft'
import type { EditClient } from './edit-client'

export interface EditTile extends Placed {
  readonly title: string
  /** Absent while the host is still drawing a tile that was just added. */
  readonly tile: Tile | null
  /** Where a tile that is not saved yet comes from. */
  readonly from?: { readonly boardId: string; readonly tileId: string }
}

export interface EditorState {
  readonly status: 'loading' | 'ready' | 'problem'
  readonly problem: BoardProblem | null
  readonly reply: BoardReply | null
  /** In reading order. */
  readonly tiles: readonly EditTile[]
  readonly unsaved: boolean
  readonly saving: boolean
  /** Why the last saving did not succeed. */
  readonly failure: BoardProblem | null
  /** What was taken away last, while it can be brought back. */
  readonly removed: EditTile | null
  /** Spoken to those who cannot see what moved; a new object each time. */
  readonly said: { readonly text: string }
}

export interface Editor {
  readonly state: Store<EditorState>
  open(liveboardId: string): Promise<void>
  step(id: string, step: Step): void
  /** The places that were dragged to. */
  place(rects: ReadonlyMap<string, TileRect>): void
  remove(id: string): void
  undo(): void
  add(offer: TileOffer): void
  /** The name of the dashboard once it is saved; null when it is not. */
  save(): Promise<string | null>
  /** Back to what is kept. */
  discard(): void
}

export interface EditorNeeds {
  readonly load: LoadBoard
  readonly client: EditClient
  readonly draft: DraftShelf
  readonly newId: () => string
}

const ordered = (tiles: readonly EditTile[]): readonly EditTile[] =>
  tiles.toSorted((one, other) => inReadingOrder(one.rect, other.rect))

const signature = (tiles: readonly Placed[]): string =>
  JSON.stringify(tiles.map(({ id, rect: { x, y, w, h } }) => [id, x, y, w, h]))

/** A person's own dashboard while they arrange it: nothing is kept by the host until it is saved. */
export function createEditor({ load, client, draft, newId }: EditorNeeds): Editor {
  const state = createStore<EditorState>({
    status: 'loading',
    problem: null,
    reply: null,
    tiles: [],
    unsaved: false,
    saving: false,
    failure: null,
    removed: null,
    said: { text: '' },
  })
  let liveboardId = ''
  /** As the host has it. */
  let kept: readonly EditTile[] = []

  function change(next: readonly EditTile[], text: string, more: Partial<EditorState> = {}): void {
    const tiles = ordered(next)
    const unsaved = signature(tiles) !== signature(kept)
    state.set({ tiles, unsaved, failure: null, said: { text }, ...more })
    draft.write(unsaved ? draftOf(tiles) : null)
  }

  const gone = (tiles: readonly EditTile[]): readonly string[] =>
    kept.filter(({ id }) => !tiles.some((tile) => tile.id === id)).map(({ id }) => id)

  function draftOf(tiles: readonly EditTile[]) {
    return {
      liveboardId,
      places: tiles.map(({ id, rect }) => ({ id, rect })),
      removed: gone(tiles),
      added: tiles.flatMap(({ id, title, from }) => (from === undefined ? [] : [{ id, title, ...from }])),
    }
  }

  /** What was not saved when the frame was reloaded. */
  function restored(): readonly EditTile[] | null {
    const left = draft.read(liveboardId)
    if (left === null) return null
    const added = left.added.map(({ id, title, boardId, tileId }): EditTile => {
      const rect = { x: 0, y: 0, w: tileGrid.leastWidth, h: tileGrid.leastHeight }
      return { id, title, rect, tile: null, from: { boardId, tileId } }
    })
    const tiles = [...kept.filter(({ id }) => !left.removed.includes(id)), ...added]
    return withRects(tiles, new Map(left.places.map(({ id, rect }) => [id, rect])))
  }

  async function draw({ id, from }: EditTile): Promise<void> {
    if (from === undefined) return
    // Over the range that it will have here.
    const range = state.get().reply?.board.range
    const asked = {
      liveboardId: from.boardId,
      tiles: [from.tileId],
      ...(range === undefined ? {} : { range }),
    }
    const answer = await load(asked, new AbortController().signal)
    const made = answer.ok ? answer.reply.tiles[0] : undefined
    state.set({
      tiles: state
        .get()
        .tiles.map((tile) =>
          tile.id === id && made !== undefined ? { ...tile, tile: { ...made, id } } : tile,
        ),
    })
  }

  return {
    state,
    async open(id) {
      liveboardId = id
      state.set({ status: 'loading', problem: null })
      const answer = await load({ liveboardId: id }, new AbortController().signal)
      if (!answer.ok) return state.set({ status: 'problem', problem: answer.problem })
      const { reply } = answer
      if (reply.board.editable !== true)
        return state.set({ status: 'problem', problem: { kind: 'forbidden', reference: '' } })
      kept = ordered(
        reply.tiles.map((tile) => ({
          id: tile.id,
          title: tile.title,
          tile,
          rect: tile.place ?? { x: 0, y: 0, w: tileGrid.columns, h: 6 },
        })),
      )
      const left = restored()
      state.set({ status: 'ready', reply })
      change(left ?? kept, left === null ? '' : 'Your unsaved changes are still here.')
      for (const tile of left ?? []) void draw(tile)
    },
    step(id, step) {
      const { tiles } = state.get()
      const next = stepped(tiles, id, step)
      const tile = next.find((one) => one.id === id)
      if (tile === undefined) return
      change(next, next === tiles ? `${tile.title} cannot go further.` : spoken(tile, step))
    },
    place(rects) {
      const { tiles } = state.get()
      const next = withRects(tiles, rects)
      if (next !== tiles) change(next, 'The dashboard was rearranged.')
    },
    remove(id) {
      const { tiles } = state.get()
      const removed = tiles.find((tile) => tile.id === id)
      if (removed === undefined) return
      const rest = withRects(
        tiles.filter((tile) => tile !== removed),
        new Map(),
      )
      change(rest, `${removed.title} was removed.`, { removed })
    },
    undo() {
      const { tiles, removed } = state.get()
      if (removed === null) return
      const back = withRects([...tiles, removed], new Map([[removed.id, first(removed.rect)]]))
      change(back, `${removed.title} is back.`, { removed: null })
    },
    add({ boardId, tileId, title, w, h }) {
      const { tiles } = state.get()
      if (tiles.length >= tileGrid.mostTiles)
        return state.set({ said: { text: `A dashboard holds at most ${tileGrid.mostTiles} tiles.` } })
      const rects = tiles.map(({ rect }) => rect)
      const tile = { id: newId(), title, tile: null, rect: freePlace(rects, w, h), from: { boardId, tileId } }
      change([...tiles, tile], `${title} was added.`)
      void draw(tile)
    },
    async save() {
      const { tiles, saving } = state.get()
      if (saving) return null
      state.set({ saving: true, failure: null })
      const { places, removed, added } = draftOf(tiles)
      const rects = new Map(places.map(({ id, rect }) => [id, rect]))
      const answer = await client.save({
        liveboardId,
        places: places.map(({ id, rect }) => ({ id, layout: rect })),
        removed,
        added: added.map(({ id, boardId, tileId }) => ({
          id,
          boardId,
          tileId,
          layout: rects.get(id) ?? { x: 0, y: 0, w: 6, h: 6 },
        })),
      })
      if (!answer.ok) {
        state.set({ saving: false, failure: answer.problem })
        return null
      }
      kept = tiles
      draft.write(null)
      state.set({ saving: false, unsaved: false, removed: null, said: { text: 'Saved.' } })
      return answer.value.name
    },
    discard() {
      draft.write(null)
      change(kept, 'Your changes were discarded.', { removed: null })
    },
  }
}

function spoken({ title, rect }: EditTile, step: Step): string {
  const size = step === 'narrower' || step === 'wider' || step === 'shorter' || step === 'taller'
  return size
    ? `${title}: ${rect.w} of ${tileGrid.columns} columns wide, ${rect.h} rows high.`
    : `${title}: column ${rect.x + 1}, row ${rect.y + 1}.`
}
