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
import { forward, memberIn, openJournal, type Journal } from './journal'

/** What somebody did to a dashboard: told by tiles and tabs, so that two who change different ones do not undo each other. */
interface Arrangement {
  /** `tabId`: the tab it is moved to; absent leaves it where it is. */
  readonly positions: readonly { readonly id: string; readonly layout: TileRect; readonly tabId?: string }[]
  readonly removed: readonly string[]
  /** New tiles with ids of their own; one that is there already is not added again. */
  readonly added: readonly DashboardTile[]
  /** The tabs in their order, and those that were taken away; absent leaves the tabs alone. */
  readonly tabs?: { readonly list: readonly DashboardTab[]; readonly removed: readonly string[] }
}

/** The dashboard after it, settled. Tiles that the arrangement does not know keep their order, below it; unknown tabs come last. */
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

/** A person's own dashboard. */
export interface Dashboard {
  readonly id: string
  /** Subject of the owner's identity: survives a change of e-mail address. */
  readonly owner: string
  /** The owner's e-mail address when the dashboard was made: the vendor's `authorName`. */
  readonly author: string
  readonly name: string
  readonly description: string
  /** Milliseconds since 1970, as in the vendor's list. */
  readonly created: number
  readonly modified: number
  readonly tiles: readonly DashboardTile[]
  /** In their order; empty for a dashboard of one page. */
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
    // Lines from before there were tabs have none.
    v.object({ ...about, tiles: v.array(dashboardTileSchema), tabs: v.optional(v.array(tabSchema), []) }),
    v.transform((dashboard) => ({ ...dashboard, ...paged(dashboard) })),
  ),
  // As lines were written before tiles had a place.
  v.pipe(
    v.object({ ...about, visualizations: v.array(v.unknown()) }),
    v.transform(({ visualizations, ...rest }) => ({ ...rest, tiles: tilesOfPins(visualizations), tabs: [] })),
  ),
])

export type TileFailure =
  /** No such dashboard of this person, or no such tile on it. */
  | 'not-found'
  /** It has the most tiles that a dashboard may have. */
  | 'full'
  | 'no-such-tab'
  | 'too-many-tabs'
  | 'not-an-answer'
export type TileChange =
  | { readonly ok: true; readonly dashboard: Dashboard; readonly tile: DashboardTile }
  | { readonly ok: false; readonly why: TileFailure }

export type LayoutFailure = Extract<TileFailure, 'not-found' | 'full' | 'too-many-tabs'>

/** Size of a new tile on the grid; its place is the first free one. */
export type TileSize = Pick<TileRect, 'w' | 'h'>

/** Every change settles once it is on disk, and changes of one dashboard never overwrite each other. */
export interface DashboardStore {
  get(id: string): Dashboard | undefined
  of(owner: string): readonly Dashboard[]
  create(
    about: Omit<Dashboard, 'id' | 'created' | 'modified' | 'tabs'> & Partial<Pick<Dashboard, 'tabs'>>,
  ): Promise<Dashboard>
  /** Writes a dashboard as it is, whoever it is of. */
  put(dashboard: Dashboard): Promise<Dashboard>
  /** Other words, and other tiles and tabs where they are given. `null` when it is not this person's. */
  describe(
    owner: string,
    id: string,
    words: Pick<Dashboard, 'name' | 'description'> & Partial<Paged>,
  ): Promise<Dashboard | null>
  /** On the first tab unless told; a tab that is named and not there is made in the same change. */
  addTile(owner: string, id: string, tile: TileSubject, size: TileSize, tab?: TabChoice): Promise<TileChange>
  /** Another subject in the place of the one before. */
  replaceTile(owner: string, id: string, tileId: string, tile: TileSubject): Promise<TileChange>
  /**
   * What a person has done to a dashboard while they arranged it, as one change: all or nothing survives a crash. Tiles that came
   * meanwhile stay, below what is arranged; so do tiles of a tab that is taken away, on the first one that is left.
   */
  saveLayout(owner: string, id: string, arrangement: Arrangement): Promise<Dashboard | LayoutFailure>
  /** All or none. */
  remove(ids: readonly string[]): Promise<void>
  close(): Promise<void>
}

export interface StoreOptions {
  readonly now?: () => number
  /** Says what of a value is a whole answer, or that it is none. */
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
  const now = forward(clock, journal.values())
  for (const dashboard of standIns(journal, now())) await journal.put(dashboard.id, dashboard)

  async function changeTiles(
    owner: string,
    id: string,
    subject: TileSubject,
    change: (dashboard: Dashboard, saved: TileSubject) => ChangedTile | TileFailure,
  ): Promise<TileChange> {
    const saved = judged(subject, parseAnswer)
    if (saved === null) return { ok: false, why: 'not-an-answer' }
    let made: ChangedTile | TileFailure = 'not-found'
    const dashboard = await journal.change(id, (before) => {
      if (before?.owner !== owner) return null
      made = change(before, saved)
      if (typeof made === 'string') return null
      const { tiles, tabs = before.tabs } = made
      return { ...before, tiles, tabs, modified: now() }
    })
    // Set by the change above, which the compiler does not follow.
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
        why = next.tiles.length > tileGrid.mostTiles ? 'full' : 'too-many-tabs'
        if (next.tiles.length > tileGrid.mostTiles || next.tabs.length > tileGrid.mostTabs) return null
        return { ...before, ...next, modified: now() }
      })
      return saved ?? why
    },
    remove: (ids) => journal.remove(ids),
    close: () => journal.close(),
  }
}

/** What a person finds in their list in place of what could not be read: the version before it, or an empty dashboard, each named so. */
function standIns({ lost, get }: Pick<Journal<Dashboard>, 'lost' | 'get'>, at: number): readonly Dashboard[] {
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

/** A tile as it may be kept; null for an answer that is none. */
function judged(
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
  if (dashboard.tiles.length >= tileGrid.mostTiles) return 'full'
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
