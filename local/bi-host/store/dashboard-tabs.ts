import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { firstTabLabel, settled, tileGrid } from '../wire/tile-grid'
import { idOfPin, tilesOfPins, type DashboardTile, type Layout } from './dashboard-tiles'

/** A page of a person's own dashboard, with a grid of its own. */
export interface DashboardTab {
  readonly id: string
  readonly label: string
}

export const tabLabelSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(tileGrid.longestLabel))
export const tabSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  label: tabLabelSchema,
})

export interface Paged {
  readonly tabs: readonly DashboardTab[]
  readonly tiles: readonly DashboardTile[]
}

/** Which tab something new goes to: one that is there, one of this name (made if there is none), or the first. */
export type TabChoice = { readonly id: string } | { readonly label: string }

/**
 * Each tile is on one tab of the dashboard, or the dashboard has none. A tile whose tab has gone is on the first one, below what
 * stands there: nothing is lost with a tab.
 */
export function paged({ tabs, tiles }: Paged): Paged {
  const known = new Set(tabs.map(({ id }) => id))
  const [first] = tabs
  const lost = (tile: DashboardTile): boolean =>
    first === undefined ? tile.tabId !== undefined : tile.tabId === undefined || !known.has(tile.tabId)
  if (!tiles.some(lost)) return { tabs, tiles }
  const there = tiles.filter((tile) => !lost(tile) && tile.tabId === first?.id)
  const end = Math.max(0, ...there.map(({ layout }) => layout.y + layout.h))
  // Those of one tab that has gone keep their order among themselves, and follow those of the tab before it.
  let below = end
  const moved = new Map<DashboardTile, DashboardTile>()
  for (const tabId of new Set(tiles.filter(lost).map((tile) => tile.tabId))) {
    const group = tiles.filter((tile) => lost(tile) && tile.tabId === tabId)
    for (const tile of group)
      moved.set(tile, onTab({ ...tile, layout: { ...tile.layout, y: tile.layout.y + below } }, first?.id))
    below += Math.max(0, ...group.map(({ layout }) => layout.y + layout.h))
  }
  const all = tiles.map((tile) => moved.get(tile) ?? tile)
  const page = all.filter((tile) => tile.tabId === first?.id)
  const layouts = settled(page.map(({ layout }) => layout))
  return {
    tabs,
    tiles: all.map((tile) => {
      const layout = layouts[page.indexOf(tile)]
      return layout === undefined ? tile : { ...tile, layout }
    }),
  }
}

export function onTab(tile: DashboardTile, tabId: string | undefined): DashboardTile {
  const { tabId: _before, ...rest } = tile
  return tabId === undefined ? rest : { ...rest, tabId }
}

/** The dashboard with the tab that is asked for, and that tab; `undefined` for the page of a dashboard without tabs. */
export function withTab(
  { tabs, tiles }: Paged,
  choice: TabChoice | undefined,
): (Paged & { readonly tabId: string | undefined }) | 'no-such-tab' | 'too-many-tabs' {
  if (choice === undefined) return { tabs, tiles, tabId: tabs[0]?.id }
  if ('id' in choice)
    return tabs.some(({ id }) => id === choice.id) ? { tabs, tiles, tabId: choice.id } : 'no-such-tab'
  const same = tabs.find(({ label }) => label.toLowerCase() === choice.label.toLowerCase())
  if (same !== undefined) return { tabs, tiles, tabId: same.id }
  const made = { id: randomUUID(), label: choice.label }
  // What stands on a dashboard without tabs is a page of its own from now on.
  const before =
    tabs.length === 0 && tiles.length > 0 ? [{ id: randomUUID(), label: firstTabLabel(choice.label) }] : tabs
  if (before.length >= tileGrid.mostTabs) return 'too-many-tabs'
  return { ...paged({ tabs: [...before, made], tiles }), tabId: made.id }
}

/**
 * The dashboard of a list of pinned answers and the layout that came with them. A tile that the layout names on no tab is on the
 * first one. Without tabs in the layout there are none.
 */
export function pagesOfPins(pins: readonly unknown[], layout: Layout | undefined): Paged {
  const given = layout?.tabs ?? []
  const [first] = given
  if (first === undefined) return { tabs: [], tiles: tilesOfPins(pins, layout?.tiles) }
  const homes = new Map<string, (typeof given)[number]>()
  for (const tab of given)
    for (const { visualization_id: id } of tab.tiles) if (!homes.has(id)) homes.set(id, tab)
  const taken = new Set<string>()
  const idFor = (wanted: string | undefined): string => {
    const id = wanted === undefined || taken.has(wanted) ? randomUUID() : wanted
    taken.add(id)
    return id
  }
  const pages = given.map((tab) => ({ tab, id: idFor(tab.id) }))
  return {
    tabs: pages.map(({ tab, id }) => ({ id, label: tab.name })),
    tiles: pages.flatMap(({ tab, id }) =>
      tilesOfPins(
        pins.filter((pin) => (homes.get(idOfPin(pin)) ?? first) === tab),
        tab.tiles,
      ).map((tile) => onTab(tile, id)),
    ),
  }
}
