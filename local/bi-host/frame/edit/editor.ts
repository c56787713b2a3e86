import type { ArrangementRequest, TileOffer, BoardReply } from '../../wire/board'
import { callOperation, type HostAnswer } from '../host/calls'
import type { Frame } from '../protocol/frame'
import { asFields } from '../protocol/read'
import { freeRect, inReadingOrder, tileGrid, type TileRect } from '../../wire/tile-grid'
import {
  placedFirst,
  stepped,
  withRects,
  anywhere,
  replacedOn,
  signature,
  tilesOn,
  tabEditing,
  type EditTab,
  type Step,
  type EditorState,
  type EditTile,
  type Pages,
  type TabEditing,
} from './pages'
import type { LoadBoard } from '../host/board-store'
import { createStore, type Store } from '../protocol/state'

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
interface Draft {
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
interface DraftStorage {
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

export interface Editor extends TabEditing {
  readonly state: Store<EditorState>
  open(liveboardId: string): Promise<void>
  step(id: string, step: Step): void
  /** Applies the positions after a drag. */
  setRects(rects: ReadonlyMap<string, TileRect>): void
  remove(id: string): void
  undo(): void
  /** Adds to the active tab. */
  add(offer: TileOffer): void
  /** Resolves to the dashboard's name once saved. Null on failure. */
  save(): Promise<string | null>
  /** Back to the saved state. */
  discard(): void
}

interface EditorNeeds {
  readonly load: LoadBoard
  readonly client: EditClient
  readonly draft: DraftStorage
  readonly newId: () => string
}

const ordered = (tiles: readonly EditTile[]): readonly EditTile[] =>
  tiles.toSorted((one, other) => inReadingOrder(one.rect, other.rect))

function pagesOf({ board, tiles }: BoardReply): Pages {
  return {
    tabs: board.tabs.map(({ id, label }) => ({ id, label })),
    tiles: ordered(
      tiles.map((tile) => ({
        id: tile.id,
        title: tile.title,
        tile,
        tab: tile.tabId ?? null,
        rect: tile.position ?? { x: 0, y: 0, w: tileGrid.columns, h: 6 },
      })),
    ),
  }
}

const gone = <One extends { readonly id: string }>(before: readonly One[], now: readonly One[]) =>
  before.filter(({ id }) => !now.some((one) => one.id === id)).map(({ id }) => id)

function draftOf(liveboardId: string, saved: Pages, { tabs, tiles }: Pages): Draft {
  return {
    liveboardId,
    positions: tiles.map(({ id, rect, tab }) => ({ id, rect, tab })),
    removed: gone(saved.tiles, tiles),
    added: tiles.flatMap(({ id, title, from }) => (from === undefined ? [] : [{ id, title, ...from }])),
    tabs,
  }
}

/** The saved state with the unsaved changes from before a reload applied. */
function restored(saved: Pages, { tabs, positions, removed, added }: Draft): Pages {
  const tabOf = new Map(positions.map(({ id, tab }) => [id, tab]))
  const own = added.map(({ id, title, boardId, tileId }): EditTile => ({
    id,
    title,
    tab: null,
    rect: anywhere,
    tile: null,
    from: { boardId, tileId },
  }))
  const tiles = [...saved.tiles.filter(({ id }) => !removed.includes(id)), ...own].map((tile) => {
    const tab = tabOf.get(tile.id) ?? tile.tab
    return { ...tile, tab: tabs.some(({ id }) => id === tab) ? tab : (tabs[0]?.id ?? null) }
  })
  const rects = new Map(positions.map(({ id, rect }) => [id, rect]))
  const pages = tabs.length === 0 ? [null] : tabs.map(({ id }) => id)
  return { tabs, tiles: pages.flatMap((tab) => withRects(tilesOn(tiles, tab), rects)) }
}

/** All changes, as the host saves them at once. */
function arrangementOf(
  { liveboardId, positions, removed, added, tabs }: Draft,
  saved: Pages,
): ArrangementRequest {
  const tabIds = gone(saved.tabs, tabs)
  const placed = positions.map(({ id, rect, tab }) => ({
    id,
    layout: rect,
    ...(tab === null ? {} : { tabId: tab }),
  }))
  return {
    liveboardId,
    positions: placed,
    removed,
    added: added.flatMap(({ id, boardId, tileId }) =>
      placed.filter((one) => one.id === id).map((one) => ({ ...one, boardId, tileId })),
    ),
    ...(tabs.length + tabIds.length > 0 ? { tabs: { list: tabs, removed: tabIds } } : {}),
  }
}

/** Editor of a user's own dashboard: the host stores nothing until it is saved. */
export function createEditor({ load, client, draft, newId }: EditorNeeds): Editor {
  const state = createStore<EditorState>({
    status: 'loading',
    problem: null,
    reply: null,
    tiles: [],
    tabs: [],
    tab: null,
    unsaved: false,
    saving: false,
    failure: null,
    removed: null,
    announcement: { text: '' },
  })
  let liveboardId = ''
  /** As the host has it. */
  let saved: Pages = { tabs: [], tiles: [] }

  function change(next: Pages, text: string, more: Partial<EditorState> = {}): void {
    const pages = { tabs: next.tabs, tiles: ordered(next.tiles) }
    const unsaved = signature(pages) !== signature(saved)
    const wanted = more.tab ?? state.get().tab
    const tab = (pages.tabs.find(({ id }) => id === wanted) ?? pages.tabs[0])?.id ?? null
    state.set({ ...pages, unsaved, failure: null, announcement: { text }, ...more, tab })
    draft.write(unsaved ? draftOf(liveboardId, saved, pages) : null)
  }

  /** Loads a tile that was just added, with the range it will have here. */
  async function draw({ id, from }: EditTile): Promise<void> {
    if (from === undefined) return
    const range = state.get().reply?.board.range
    const asked = { liveboardId: from.boardId, tiles: [from.tileId], ...(range && { range }) }
    const answer = await load(asked, new AbortController().signal)
    const [made] = answer.ok ? answer.reply.tiles : []
    if (made === undefined) return
    const { tiles } = state.get()
    state.set({ tiles: tiles.map((tile) => (tile.id === id ? { ...tile, tile: { ...made, id } } : tile)) })
  }

  return {
    state,
    async open(id) {
      liveboardId = id
      state.set({ status: 'loading', problem: null })
      const answer = await load({ liveboardId: id, allTabs: true }, new AbortController().signal)
      if (!answer.ok) return state.set({ status: 'problem', problem: answer.problem })
      const { reply } = answer
      if (reply.board.editable !== true)
        return state.set({ status: 'problem', problem: { kind: 'forbidden', reference: '' } })
      saved = pagesOf(reply)
      const unsaved = draft.read(id)
      const left = unsaved && restored(saved, unsaved)
      state.set({ status: 'ready', reply })
      change(left ?? saved, left === null ? '' : 'Your unsaved changes are still here.')
      for (const tile of left?.tiles ?? []) void draw(tile)
    },
    ...tileEditing({ state, change, draw, newId }),
    ...tabEditing({ state, change, newId }),
    async save() {
      const { tabs, tiles, saving } = state.get()
      if (saving) return null
      state.set({ saving: true, failure: null })
      const answer = await client.save(arrangementOf(draftOf(liveboardId, saved, { tabs, tiles }), saved))
      if (!answer.ok) {
        state.set({ saving: false, failure: answer.problem })
        return null
      }
      saved = { tabs, tiles }
      draft.write(null)
      state.set({ saving: false, unsaved: false, removed: null, announcement: { text: 'Saved.' } })
      return answer.value.name
    },
    discard() {
      draft.write(null)
      change(saved, 'Your changes were discarded.', { removed: null })
    },
  }
}

/** Edits of the tiles on the active tab. */
function tileEditing({
  state,
  change,
  draw,
  newId,
}: {
  readonly state: Store<EditorState>
  readonly change: (next: Pages, text: string, more?: Partial<EditorState>) => void
  readonly draw: (tile: EditTile) => Promise<void>
  readonly newId: () => string
}): Pick<Editor, 'step' | 'setRects' | 'remove' | 'undo' | 'add'> {
  function changeHere(here: readonly EditTile[], text: string, more: Partial<EditorState> = {}): void {
    const { tabs, tiles, tab } = state.get()
    change({ tabs, tiles: replacedOn(tiles, tab, here) }, text, more)
  }

  return {
    step(id, step) {
      const { tiles, tab } = state.get()
      const here = tilesOn(tiles, tab)
      const next = stepped(here, id, step)
      const tile = next.find((one) => one.id === id)
      if (tile === undefined) return
      changeHere(next, next === here ? `${tile.title} cannot go further.` : spoken(tile, step))
    },
    setRects(rects) {
      const { tiles, tab } = state.get()
      const here = tilesOn(tiles, tab)
      const next = withRects(here, rects)
      if (next !== here) changeHere(next, 'The dashboard was rearranged.')
    },
    remove(id) {
      const { tiles, tab } = state.get()
      const here = tilesOn(tiles, tab)
      const removed = here.find((tile) => tile.id === id)
      if (removed === undefined) return
      const rest = withRects(
        here.filter((tile) => tile !== removed),
        new Map(),
      )
      changeHere(rest, `${removed.title} was removed.`, { removed })
    },
    undo() {
      const { tabs, tiles, removed } = state.get()
      if (removed === null) return
      // Back to its tab, or to the first if that one is gone.
      const tab = (tabs.find(({ id }) => id === removed.tab) ?? tabs[0])?.id ?? null
      const back = { ...removed, tab }
      const here = withRects([...tilesOn(tiles, tab), back], new Map([[back.id, placedFirst(back.rect)]]))
      change({ tabs, tiles: replacedOn(tiles, tab, here) }, `${back.title} is back.`, { removed: null, tab })
    },
    add({ boardId, tileId, title, w, h }) {
      const { tabs, tiles, tab } = state.get()
      if (tiles.length >= tileGrid.maxTiles)
        return state.set({
          announcement: { text: `A dashboard holds at most ${tileGrid.maxTiles} charts.` },
        })
      const rects = tilesOn(tiles, tab).map(({ rect }) => rect)
      const rect = freeRect(rects, w, h)
      const tile = { id: newId(), title, tile: null, tab, rect, from: { boardId, tileId } }
      change({ tabs, tiles: [...tiles, tile] }, `${title} was added.`)
      void draw(tile)
    },
  }
}

function spoken({ title, rect }: EditTile, step: Step): string {
  const size = step === 'narrower' || step === 'wider' || step === 'shorter' || step === 'taller'
  return size
    ? `${title}: ${rect.w} of ${tileGrid.columns} columns wide, ${rect.h} rows high.`
    : `${title}: column ${rect.x + 1}, row ${rect.y + 1}.`
}
