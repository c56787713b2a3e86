import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { tileGrid, settled, withinGrid, type TileRect } from '../wire/tile-grid'
import {
  onTab,
  paged,
  tabSchema,
  withTab,
  type DashboardTab,
  type Paged,
  type TabChoice,
  dashboardTileSchema,
  rectFor,
  tilesOfPins,
  type DashboardTile,
  type StoredAnswer,
  type TileSubject,
} from './dashboard-tiles'
import { monotonic, memberIn, openJournal, type Journal } from './journal'

/** A user's edit of a dashboard, expressed per tile and tab so that two users changing different ones do not overwrite each other. */
interface Arrangement {
  /** `tabId`: the tab it moves to. Absent: it stays on its tab. */
  readonly positions: readonly { readonly id: string; readonly layout: TileRect; readonly tabId?: string }[]
  readonly removed: readonly string[]
  /** New tiles with client-generated ids. A tile whose id exists already is not added again. */
  readonly added: readonly DashboardTile[]
  /** All tabs in order, and the removed ones. Absent: tabs do not change. */
  readonly tabs?: { readonly list: readonly DashboardTab[]; readonly removed: readonly string[] }
}

/** Applies an arrangement and settles the grid. Tiles it does not mention keep their order below. Unmentioned tabs come last. */
function arranged(before: Paged, { positions, removed, added, tabs: wantedTabs }: Arrangement): Paged {
  const known = new Set(before.tiles.map(({ id }) => id))
  const gone = new Set(removed)
  const wanted = new Map(positions.map((one) => [one.id, one]))
  const tabs = wantedTabs === undefined ? before.tabs : mergedTabs(before.tabs, wantedTabs)
  const all = [...before.tiles, ...added.filter(({ id }) => !known.has(id))]
    .filter(({ id }) => !gone.has(id))
    .map((tile) => onTab(tile, wanted.get(tile.id)?.tabId ?? tile.tabId))
  const unlisted = ({ id }: DashboardTile): boolean => known.has(id) && !wanted.has(id)
  const placed = all.map((tile) => ({
    ...tile,
    layout: withinGrid(wanted.get(tile.id)?.layout ?? tile.layout),
  }))
  const pages = new Map<string | undefined, DashboardTile[]>()
  for (const tile of placed) pages.set(tile.tabId, [...(pages.get(tile.tabId) ?? []), tile])
  const layouts = new Map<string, TileRect>()
  for (const page of pages.values()) {
    const end = Math.max(
      0,
      ...page.filter((tile) => !unlisted(tile)).map(({ layout }) => layout.y + layout.h),
    )
    const rects = page.map((tile) =>
      unlisted(tile) ? { ...tile.layout, y: tile.layout.y + end } : tile.layout,
    )
    for (const [at, layout] of settled(rects).entries()) layouts.set(page[at]?.id ?? '', layout)
  }
  return paged({
    tabs,
    tiles: placed.map((tile) => ({ ...tile, layout: layouts.get(tile.id) ?? tile.layout })),
  })
}

function mergedTabs(
  before: readonly DashboardTab[],
  { list, removed }: NonNullable<Arrangement['tabs']>,
): readonly DashboardTab[] {
  const named = new Set([...list.map(({ id }) => id), ...removed])
  const own = list.filter(({ id }, at) => list.findIndex((tab) => tab.id === id) === at)
  return [...own, ...before.filter(({ id }) => !named.has(id))]
}

/** A user's own dashboard. */
export interface Dashboard {
  readonly id: string
  /** The owner's subject at the identity provider, which survives a change of e-mail address. */
  readonly owner: string
  /** The owner's e-mail address when the dashboard was created: the vendor's `authorName`. */
  readonly author: string
  readonly name: string
  readonly description: string
  /** Milliseconds since 1970, as in the vendor's list. */
  readonly created: number
  readonly modified: number
  readonly tiles: readonly DashboardTile[]
  /** In order. Empty for a dashboard without tabs. */
  readonly tabs: readonly DashboardTab[]
}

const about = {
  id: v.string(),
  owner: v.string(),
  author: v.string(),
  name: v.string(),
  description: v.string(),
  created: v.number(),
  modified: v.number(),
}
const dashboardSchema = v.union([
  v.pipe(
    // Lines written before tabs existed have none.
    v.object({ ...about, tiles: v.array(dashboardTileSchema), tabs: v.optional(v.array(tabSchema), []) }),
    v.transform((dashboard) => ({ ...dashboard, ...paged(dashboard) })),
  ),
  // Lines written before tiles had positions.
  v.pipe(
    v.object({ ...about, visualizations: v.array(v.unknown()) }),
    v.transform(({ visualizations, ...rest }) => ({ ...rest, tiles: tilesOfPins(visualizations), tabs: [] })),
  ),
])

export type TileFailure =
  /** The user has no such dashboard, or it has no such tile. */
  | 'not-found'
  /** The dashboard has reached the maximum number of tiles. */
  | 'full'
  | 'no-such-tab'
  | 'too-many-tabs'
  | 'not-an-answer'
export type TileChange =
  | { readonly ok: true; readonly dashboard: Dashboard; readonly tile: DashboardTile }
  | { readonly ok: false; readonly why: TileFailure }

export type LayoutFailure = Extract<TileFailure, 'not-found' | 'full' | 'too-many-tabs'>

/** Grid size of a new tile. Its position is the first free one. */
export type TileSize = Pick<TileRect, 'w' | 'h'>

/** Every change resolves once it is on disk. Concurrent changes of one dashboard never overwrite each other. */
export interface DashboardStore {
  get(id: string): Dashboard | undefined
  of(owner: string): readonly Dashboard[]
  create(
    about: Omit<Dashboard, 'id' | 'created' | 'modified' | 'tabs'> & Partial<Pick<Dashboard, 'tabs'>>,
  ): Promise<Dashboard>
  /** Writes a dashboard as it is, whoever owns it. */
  put(dashboard: Dashboard): Promise<Dashboard>
  /** Replaces the texts, and the tiles and tabs if given. `null` if it does not belong to this owner. */
  describe(
    owner: string,
    id: string,
    words: Pick<Dashboard, 'name' | 'description'> & Partial<Paged>,
  ): Promise<Dashboard | null>
  /** Defaults to the first tab. A new tab is created in the same change. */
  addTile(owner: string, id: string, tile: TileSubject, size: TileSize, tab?: TabChoice): Promise<TileChange>
  /** Replaces the content of a tile. */
  replaceTile(owner: string, id: string, tileId: string, tile: TileSubject): Promise<TileChange>
  /**
   * Saves an arrangement as one change: after a crash, all of it or none of it is there. Tiles added meanwhile stay, below the arranged
   * ones. Tiles of a removed tab stay too, on the first remaining tab.
   */
  saveLayout(owner: string, id: string, arrangement: Arrangement): Promise<Dashboard | LayoutFailure>
  /** All or nothing. */
  remove(ids: readonly string[]): Promise<void>
  close(): Promise<void>
}

export interface StoreOptions {
  readonly now?: () => number
  /** Validates a stored answer. Null if the value is not one. */
  readonly parseAnswer?: (value: unknown) => StoredAnswer | null
}

export async function openDashboards(folder: string, options: StoreOptions = {}): Promise<DashboardStore> {
  const { now: clock = Date.now, parseAnswer = () => null } = options
  const journal = await openJournal<Dashboard>({
    file: join(folder, 'dashboards.jsonl'),
    parse: (value) => {
      const result = v.safeParse(dashboardSchema, value)
      return result.success ? result.output : null
    },
  })
  const now = monotonic(clock, journal.values())
  for (const dashboard of placeholders(journal, now())) await journal.put(dashboard.id, dashboard)

  async function changeTiles(
    owner: string,
    id: string,
    subject: TileSubject,
    change: (dashboard: Dashboard, saved: TileSubject) => ChangedTile | TileFailure,
  ): Promise<TileChange> {
    const saved = validated(subject, parseAnswer)
    if (saved === null) return { ok: false, why: 'not-an-answer' }
    let made: ChangedTile | TileFailure = 'not-found'
    const dashboard = await journal.change(id, (before) => {
      if (before?.owner !== owner) return null
      made = change(before, saved)
      if (typeof made === 'string') return null
      const { tiles, tabs = before.tabs } = made
      return { ...before, tiles, tabs, modified: now() }
    })
    // Assigned in the callback above, which the compiler's flow analysis does not see.
    const outcome = made as ChangedTile | TileFailure
    if (typeof outcome === 'string') return { ok: false, why: outcome }
    return dashboard === null ? { ok: false, why: 'not-found' } : { ok: true, dashboard, tile: outcome.tile }
  }

  return {
    get: (id) => journal.get(id),
    of: (owner) => journal.values().filter((dashboard) => dashboard.owner === owner),
    async create(details) {
      const at = now()
      const { tabs = [], tiles } = details
      const dashboard = { ...details, ...paged({ tabs, tiles }), id: randomUUID(), created: at, modified: at }
      await journal.put(dashboard.id, dashboard)
      return dashboard
    },
    async put(dashboard) {
      const changed = { ...dashboard, modified: now() }
      await journal.put(changed.id, changed)
      return changed
    },
    describe: (owner, id, words) =>
      journal.change(id, (before) =>
        before?.owner === owner
          ? {
              ...before,
              ...words,
              ...paged({ tabs: words.tabs ?? before.tabs, tiles: words.tiles ?? before.tiles }),
              modified: now(),
            }
          : null,
      ),
    addTile: (owner, id, subject, size, choice) =>
      changeTiles(owner, id, subject, (before, saved) => withTile(before, saved, size, choice)),
    replaceTile: (owner, id, tileId, subject) =>
      changeTiles(owner, id, subject, (before, saved) => withReplaced(before, tileId, saved)),
    async saveLayout(owner, id, arrangement) {
      let why: LayoutFailure = 'not-found'
      const saved = await journal.change(id, (before) => {
        if (before?.owner !== owner) return null
        const next = arranged(before, arrangement)
        why = next.tiles.length > tileGrid.maxTiles ? 'full' : 'too-many-tabs'
        if (next.tiles.length > tileGrid.maxTiles || next.tabs.length > tileGrid.maxTabs) return null
        return { ...before, ...next, modified: now() }
      })
      return saved ?? why
    },
    remove: (ids) => journal.remove(ids),
    close: () => journal.close(),
  }
}

/** What a user's list shows for an unreadable dashboard: its previous version, or an empty dashboard. The name says which. */
function placeholders(
  { lost, get }: Pick<Journal<Dashboard>, 'lost' | 'get'>,
  at: number,
): readonly Dashboard[] {
  return lost.flatMap((line) => {
    const [id, owner, author, name] = ['put', 'owner', 'author', 'name'].map((part) => memberIn(line, part))
    if (!id || !owner || !name) return []
    const before = get(id)
    if (before !== undefined)
      return before.owner === owner ? [{ ...before, name: `${before.name} (earlier version)` }] : []
    const description = 'The file of this dashboard was damaged, and its charts could not be read.'
    const about = { id, owner, author: author ?? '', name: `${name} (damaged)`, description }
    return [{ ...about, created: at, modified: at, tiles: [], tabs: [] }]
  })
}

/** The tile in storable form. Null if its answer is invalid. */
function validated(
  tile: TileSubject,
  parseAnswer: NonNullable<StoreOptions['parseAnswer']>,
): TileSubject | null {
  if (tile.kind === 'curated') return tile
  const answer = parseAnswer(tile.answer)
  return answer && { ...tile, answer }
}

interface ChangedTile extends Pick<Dashboard, 'tiles'>, Partial<Pick<Dashboard, 'tabs'>> {
  readonly tile: DashboardTile
}

function withTile(
  dashboard: Dashboard,
  subject: TileSubject,
  size: TileSize,
  choice: TabChoice | undefined,
): ChangedTile | TileFailure {
  if (dashboard.tiles.length >= tileGrid.maxTiles) return 'full'
  const target = withTab(dashboard, choice)
  if (typeof target === 'string') return target
  const { tabs, tiles, tabId } = target
  const beside = tiles.filter((other) => other.tabId === tabId)
  const tile = onTab({ ...subject, id: randomUUID(), layout: rectFor(beside, size) }, tabId)
  return { tabs, tiles: [...tiles, tile], tile }
}

function withReplaced({ tiles }: Dashboard, tileId: string, subject: TileSubject): ChangedTile | TileFailure {
  const before = tiles.find((tile) => tile.id === tileId)
  if (before === undefined) return 'not-found'
  const tile = onTab({ ...subject, id: tileId, layout: before.layout }, before.tabId)
  return { tiles: tiles.map((other) => (other === before ? tile : other)), tile }
}
