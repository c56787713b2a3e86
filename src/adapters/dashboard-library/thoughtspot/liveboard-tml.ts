import { isRecord, parsed, record } from '../../../core/kernel/json'
import type { LibraryChart } from '../../../core/ports/dashboard-library'
import { at, type ChartHeaders } from './rest-versions'

type Members = Readonly<Record<string, unknown>>

/** A dashboard in the vendor's modeling language (TML), as `tml/export` writes it in JSON. Unknown members pass through unread. */
export interface Tml extends Members {
  readonly liveboard: Members
}

/** Null for a text that is not a dashboard. */
export function tmlOf(edoc: unknown): Tml | null {
  const tml = typeof edoc === 'string' ? parsed(edoc) : null
  return isRecord(at(tml, 'liveboard')) ? (tml as Tml) : null
}

const liveboardOf = (tml: Tml | undefined): Members => tml?.liveboard ?? {}

export function withTexts(
  own: Tml | undefined,
  words: { readonly name?: string; readonly description?: string },
): Tml {
  return { ...own, liveboard: { ...liveboardOf(own), ...words } }
}

/** Filters and notes of a dashboard are listed beside its charts, with types of their own. */
const chartTypes = ['CHART', 'TABLE', 'HEADLINE']

/** The charts with an id and a title; others cannot be shown. */
export function chartsIn(dashboardId: string, headers: ChartHeaders['headers']): readonly LibraryChart[] {
  return headers.flatMap((header) => {
    const chartId = at(header, 'id')
    const title = at(header, 'name')
    const type = at(header, 'vizType')
    if (typeof type === 'string' && !chartTypes.includes(type)) return []
    return typeof chartId === 'string' && typeof title === 'string' && title !== ''
      ? [{ dashboardId, chartId, title }]
      : []
  })
}

/** Finds a chart by its id in `tml/export` or by its id outside it. */
const chartOf = (source: Tml | undefined, chartId: string): Members | undefined =>
  list(liveboardOf(source)['visualizations']).find(
    (one) => at(one, 'id') === chartId || sameId(at(one, 'viz_guid'), chartId),
  )

/** The format category of a chart's column ("PERCENTAGE"), by the column's name; undefined if the TML has none. */
export function formatCategory(source: Tml | undefined, chartId: string, column: unknown): unknown {
  const columns = list(at(at(chartOf(source, chartId), 'answer'), 'answer_columns'))
  return at(columns.find(({ name }) => name === column)?.['format'], 'category')
}

/** The columns of the vendor's grid. A chart without a layout takes half of them. */
const columns = 12
const defaultSize = { width: 6, height: 6 }

/** The size of a chart on the dashboard that it comes from: a single number needs less room than other charts. */
function sizeIn(source: Tml | undefined, id: unknown): typeof defaultSize {
  const layout = liveboardOf(source)['layout']
  const tile = [layout, ...list(at(layout, 'tabs'))]
    .flatMap((part) => [part, ...list(at(part, 'group_layouts'))])
    .flatMap((part) => list(at(part, 'tiles')))
    .find((one) => at(one, 'visualization_id') === id)
  const [width = 0, height = 0] = ['width', 'height'].map((name) => Number(at(tile, name)))
  return width >= 1 && width <= columns && height >= 1 ? { width, height } : defaultSize
}

/** The first of the dashboards, with charts from any of them added after its own; an error text if a chart does not exist. */
export function withCharts(
  dashboards: readonly Tml[],
  charts: readonly Pick<LibraryChart, 'dashboardId' | 'chartId'>[],
): Tml | string {
  const [own] = dashboards
  const { visualizations, layout } = liveboardOf(own)
  const present = list(visualizations)
  const takenIds = new Set(present.map((one) => at(one, 'id')))
  const added: Members[] = []
  const sizes: (typeof defaultSize)[] = []
  for (const { dashboardId, chartId } of charts) {
    const source = dashboards.find((tml) => sameId(tml['guid'], dashboardId))
    const chart = chartOf(source, chartId)
    if (chart === undefined) return 'there is no such chart'
    const { viz_guid: _, ...rest } = chart
    const id = freeId(takenIds)
    takenIds.add(id)
    added.push({ ...rest, id })
    sizes.push(sizeIn(source, at(chart, 'id')))
  }
  return {
    ...own,
    liveboard: {
      ...liveboardOf(own),
      visualizations: [...present, ...added],
      layout: withLayout(
        layout,
        added.map(({ id }, index) => ({ visualization_id: String(id), ...(sizes[index] ?? defaultSize) })),
      ),
    },
  }
}

/**
 * The dashboard without these charts, by their ids in `tml/export` or outside it, and without the groups that this empties, which the
 * vendor would drop; null if it has none of the charts.
 */
export function withoutCharts(own: Tml | undefined, chartIds: readonly string[]): Tml | null {
  const { visualizations, groups, layout, ...rest } = liveboardOf(own)
  const removedIds = new Set<unknown>()
  const remaining = list(visualizations).filter((one) => {
    const isRemoved = chartIds.some((id) => at(one, 'id') === id || sameId(at(one, 'viz_guid'), id))
    if (isRemoved) removedIds.add(at(one, 'id')).add(at(one, 'viz_guid') ?? at(one, 'id'))
    return !isRemoved
  })
  if (removedIds.size === 0) return null
  const grouped = list(groups).flatMap(({ visualizations: members, ...group }) => {
    const remainingMembers = Array.isArray(members) ? members.filter((id) => !removedIds.has(id)) : []
    if (remainingMembers.length > 0) return [{ ...group, visualizations: remainingMembers }]
    removedIds.add(group['id'])
    return []
  })
  return {
    ...own,
    liveboard: {
      ...withoutReferences(removedIds, rest),
      visualizations: remaining,
      ...(groups === undefined ? {} : { groups: grouped }),
      layout: layoutWithout(removedIds, record(layout)),
    },
  }
}

/** Lists of charts that a filter or a parameter of the dashboard, or of a personal view, excludes. */
const exclusionLists = ['excluded_visualizations', 'excluded_container_id']

/**
 * Removes the ids of removed charts from the rest of the dashboard. The next chart that is added may get such an id: it must not inherit
 * an exclusion from a filter or a style override.
 */
function withoutReferences(removedIds: ReadonlySet<unknown>, members: Members): Members {
  const inner = (name: string, value: unknown): unknown => {
    if (Array.isArray(value))
      return (value as readonly unknown[])
        .filter((one) => !(exclusionLists.includes(name) && removedIds.has(one)))
        .filter((one) => !(name === 'overrides' && removedIds.has(at(one, 'object_id'))))
        .map((one) => inner('', one))
    return isRecord(value) ? withoutReferences(removedIds, value) : value
  }
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, inner(name, value)]))
}

/** Recursive: tabs have tiles and group layouts like the whole dashboard, and a group layout has tiles. */
function layoutWithout(
  removedIds: ReadonlySet<unknown>,
  { tiles, tabs, group_layouts, ...rest }: Members,
): Members {
  const inner = (parts: unknown): readonly Members[] =>
    list(parts).map((part) => layoutWithout(removedIds, part))
  return {
    ...rest,
    ...(tiles === undefined
      ? {}
      : { tiles: list(tiles).filter(({ visualization_id: id }) => !removedIds.has(id)) }),
    ...(tabs === undefined ? {} : { tabs: inner(tabs) }),
    ...(group_layouts === undefined
      ? {}
      : { group_layouts: inner(group_layouts).filter(({ id }) => !removedIds.has(id)) }),
  }
}

/** Places the charts in rows below the existing ones; on the first tab, if there are tabs. */
function withLayout(layout: unknown, added: readonly (Members & typeof defaultSize)[]): Members {
  const fields = record(layout)
  const [first, ...others] = list(fields['tabs'])
  const tiles = list(first === undefined ? fields['tiles'] : at(first, 'tiles'))
  // A tile may have a named size instead, and no position.
  const nextRowY = tiles.reduce(
    (next, tile) =>
      Math.max(next, Number(at(tile, 'y') ?? next) + Number(at(tile, 'height') ?? defaultSize.height)),
    0,
  )
  const row = { x: 0, y: nextRowY, height: 0 }
  const placed = added.map((tile) => {
    if (row.x + tile.width > columns) Object.assign(row, { x: 0, y: row.y + row.height, height: 0 })
    const { x, y } = row
    Object.assign(row, { x: x + tile.width, height: Math.max(row.height, tile.height) })
    return { ...tile, x, y }
  })
  const all = [...tiles, ...placed]
  return first === undefined
    ? { ...fields, tiles: all }
    : { ...fields, tabs: [{ ...first, tiles: all }, ...others] }
}

/** Follows the vendor's own naming scheme. */
function freeId(takenIds: ReadonlySet<unknown>): string {
  let count = takenIds.size + 1
  while (takenIds.has(`Viz_${count}`)) count += 1
  return `Viz_${count}`
}

export function sameId(one: unknown, other: string): boolean {
  return typeof one === 'string' && one.toLowerCase() === other.toLowerCase()
}

function list(value: unknown): readonly Members[] {
  return Array.isArray(value)
    ? (value as readonly unknown[]).filter((one): one is Members => isRecord(one) && !Array.isArray(one))
    : []
}
