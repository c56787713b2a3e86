import type { LibraryChart } from '../../../core/ports/dashboard-library'
import { at, type ChartHeaders } from './rest-versions'

type Members = Readonly<Record<string, unknown>>

/** A dashboard in the vendor's modelling language, as `tml/export` writes it in JSON. What is not known here goes through unread. */
export interface Tml extends Members {
  readonly liveboard: Members
}

/** Null for a text that is no dashboard. */
export function tmlOf(edoc: unknown): Tml | null {
  try {
    const tml: unknown = typeof edoc === 'string' ? JSON.parse(edoc) : null
    const liveboard = at(tml, 'liveboard')
    return typeof liveboard === 'object' && liveboard !== null ? (tml as Tml) : null
  } catch {
    return null
  }
}

const liveboardOf = (tml: Tml | undefined): Members => tml?.liveboard ?? {}

export function withWords(
  own: Tml | undefined,
  words: { readonly name?: string; readonly description?: string },
): Tml {
  return { ...own, liveboard: { ...liveboardOf(own), ...words } }
}

/** Charts with an id and a title; others cannot be shown. */
export function chartsIn(dashboardId: string, headers: ChartHeaders['headers']): readonly LibraryChart[] {
  return headers.flatMap((header) => {
    const chartId = at(header, 'id')
    const title = at(header, 'name')
    return typeof chartId === 'string' && typeof title === 'string' && title !== ''
      ? [{ dashboardId, chartId, title }]
      : []
  })
}

/** By its id in `tml/export` or outside it. */
const chartOf = (source: Tml | undefined, chartId: string): Members | undefined =>
  list(liveboardOf(source)['visualizations']).find(
    (one) => at(one, 'id') === chartId || sameId(at(one, 'viz_guid'), chartId),
  )

/** How a chart writes a column ("PERCENTAGE"), by the column's name; undefined where the TML does not say. */
export function formatCategory(source: Tml | undefined, chartId: string, column: unknown): unknown {
  const columns = list(at(at(chartOf(source, chartId), 'answer'), 'answer_columns'))
  return at(columns.find(({ name }) => name === column)?.['format'], 'category')
}

/** Of the vendor's grid; a chart that no layout speaks of is half as wide. */
const columns = 12
const usual = { width: 6, height: 6 }

/** As large as where it comes from: a number needs less room than a chart. */
function sizeIn(source: Tml | undefined, id: unknown): typeof usual {
  const layout = liveboardOf(source)['layout']
  const tile = [layout, ...list(at(layout, 'tabs'))]
    .flatMap((part) => [part, ...list(at(part, 'group_layouts'))])
    .flatMap((part) => list(at(part, 'tiles')))
    .find((one) => at(one, 'visualization_id') === id)
  const [width = 0, height = 0] = ['width', 'height'].map((name) => Number(at(tile, name)))
  return width >= 1 && width <= columns && height >= 1 ? { width, height } : usual
}

/** The first of the dashboards with charts of any of them behind its own; a text where a chart is not there. */
export function withCharts(
  dashboards: readonly Tml[],
  charts: readonly Pick<LibraryChart, 'dashboardId' | 'chartId'>[],
): Tml | string {
  const [own] = dashboards
  const { visualizations, layout } = liveboardOf(own)
  const present = list(visualizations)
  const taken = new Set(present.map((one) => at(one, 'id')))
  const added: Members[] = []
  const sizes: (typeof usual)[] = []
  for (const { dashboardId, chartId } of charts) {
    const source = dashboards.find((tml) => sameId(tml['guid'], dashboardId))
    const chart = chartOf(source, chartId)
    if (chart === undefined) return 'there is no such chart'
    const { viz_guid: _, ...rest } = chart
    const id = freeId(taken)
    taken.add(id)
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
        added.map(({ id }, index) => ({ visualization_id: String(id), ...(sizes[index] ?? usual) })),
      ),
    },
  }
}

/**
 * The dashboard without these charts, by their ids in `tml/export` or outside it, and without a group of which none is left, which the
 * vendor would drop; null where none of them is there.
 */
export function withoutCharts(own: Tml | undefined, chartIds: readonly string[]): Tml | null {
  const { visualizations, groups, layout, ...rest } = liveboardOf(own)
  const gone = new Set<unknown>()
  const left = list(visualizations).filter((one) => {
    const goes = chartIds.some((id) => at(one, 'id') === id || sameId(at(one, 'viz_guid'), id))
    if (goes) gone.add(at(one, 'id')).add(at(one, 'viz_guid') ?? at(one, 'id'))
    return !goes
  })
  if (gone.size === 0) return null
  const grouped = list(groups).flatMap(({ visualizations: members, ...group }) => {
    const stay = Array.isArray(members) ? members.filter((id) => !gone.has(id)) : []
    if (stay.length > 0) return [{ ...group, visualizations: stay }]
    gone.add(group['id'])
    return []
  })
  return {
    ...own,
    liveboard: {
      ...withoutNamesOf(gone, rest),
      visualizations: left,
      ...(groups === undefined ? {} : { groups: grouped }),
      layout: layoutWithout(gone, typeof layout === 'object' && layout !== null ? (layout as Members) : {}),
    },
  }
}

/** Lists of charts that a filter or a parameter leaves out, of the whole or of a personal view. */
const leaveOut = ['excluded_visualizations', 'excluded_container_id']

/** The rest speaks of them too, and the next chart that is added may get such an id: no filter is to pass it by, nor is it to look like them. */
function withoutNamesOf(gone: ReadonlySet<unknown>, members: Members): Members {
  const inner = (name: string, value: unknown): unknown => {
    if (Array.isArray(value))
      return (value as readonly unknown[])
        .filter((one) => !(leaveOut.includes(name) && gone.has(one)))
        .filter((one) => !(name === 'overrides' && gone.has(at(one, 'object_id'))))
        .map((one) => inner('', one))
    return typeof value === 'object' && value !== null ? withoutNamesOf(gone, value as Members) : value
  }
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, inner(name, value)]))
}

/** Tabs have tiles and layouts of groups as the whole has, and such a layout has tiles. */
function layoutWithout(
  gone: ReadonlySet<unknown>,
  { tiles, tabs, group_layouts, ...rest }: Members,
): Members {
  const inner = (parts: unknown): readonly Members[] => list(parts).map((part) => layoutWithout(gone, part))
  return {
    ...rest,
    ...(tiles === undefined
      ? {}
      : { tiles: list(tiles).filter(({ visualization_id: id }) => !gone.has(id)) }),
    ...(tabs === undefined ? {} : { tabs: inner(tabs) }),
    ...(group_layouts === undefined
      ? {}
      : { group_layouts: inner(group_layouts).filter(({ id }) => !gone.has(id)) }),
  }
}

/** In rows below what stands there; on the first tab, where there are tabs. */
function withLayout(layout: unknown, added: readonly (Members & typeof usual)[]): Members {
  const fields = typeof layout === 'object' && layout !== null ? (layout as Members) : {}
  const [first, ...others] = list(fields['tabs'])
  const tiles = list(first === undefined ? fields['tiles'] : at(first, 'tiles'))
  const below = Math.max(
    0,
    ...tiles.map((tile) => Number(at(tile, 'y') ?? 0) + Number(at(tile, 'height') ?? 0)),
  )
  const row = { x: 0, y: below, height: 0 }
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

/** The vendor's own way of naming them. */
function freeId(taken: ReadonlySet<unknown>): string {
  let count = taken.size + 1
  while (taken.has(`Viz_${count}`)) count += 1
  return `Viz_${count}`
}

export function sameId(one: unknown, other: string): boolean {
  return typeof one === 'string' && one.toLowerCase() === other.toLowerCase()
}

function list(value: unknown): readonly Members[] {
  return Array.isArray(value)
    ? (value as readonly unknown[]).filter(
        (one): one is Members => typeof one === 'object' && one !== null && !Array.isArray(one),
      )
    : []
}
