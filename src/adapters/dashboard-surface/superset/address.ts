import {
  daysOf,
  fieldNames,
  fieldLabel,
  fieldOf,
  narrowedFields,
  timeRange,
  type FieldName,
  type TimeRange,
} from '../../../core/kernel/narrowing'
import type { BoardRoute, FilterVocabulary, FrameFilter } from '../../_shared/embedded-frame/routes'

/** Embedded dashboards have ids of their own, all UUIDs. */
const embeddedId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function isEmbeddedId(text: string): boolean {
  return embeddedId.test(text)
}

/** Without the dashboard's title, without the charts' menus, telling of its filters: Superset's bits 1, 8 and 16. */
const uiConfig = 1 + 8 + 16

/** Where Superset serves a dashboard to be embedded: on a tab, under a stored view (its permalink's key), narrowed by these filters. */
export function embeddedAddress(
  biHost: string,
  { dashboardId, tabId, viewId }: BoardRoute,
  filters: readonly FrameFilter[],
): string {
  const address = new URL(`${biHost}/embedded/${dashboardId}`)
  address.searchParams.set('uiConfig', String(uiConfig))
  if (viewId !== undefined) address.searchParams.set('permalink_key', viewId)
  if (filters.length > 0) address.searchParams.set('native_filters', rison(byId(filters)))
  if (tabId !== null) address.hash = tabIn(tabId)
  return address.href
}

/** Superset's ids of tabs all begin with this; the portal's links do without, so that they open a tab of that name anywhere. */
const tabPrefix = 'TAB-'
export const tabIn = (tab: string): string => (tab.startsWith(tabPrefix) ? tab : `${tabPrefix}${tab}`)
export const tabOut = (tab: string): string => (tab.startsWith(tabPrefix) ? tab.slice(tabPrefix.length) : tab)

/** One of a dashboard's filters, as `observeDataMask` tells it and `native_filters` takes it. */
interface NativeFilter {
  readonly id: string
  readonly extraFormData?: object
  readonly filterState?: { readonly value?: unknown }
}

/**
 * The filters in what `observeDataMask` tells; null while a person has changed none. A table that has drawn its rows counts as a change
 * there, too: of charts only a selection is one, and its end.
 */
export function changedFilters(mask: unknown, before: readonly FrameFilter[]): readonly FrameFilter[] | null {
  if (typeof mask !== 'object' || mask === null) return null
  const isChanged =
    ('nativeFiltersChanged' in mask && mask.nativeFiltersChanged === true) ||
    Object.values(mask).some(isSelection) ||
    before.some(isSelection)
  return isChanged ? (filtersOf(mask) ?? []) : null
}

/** The filters in the reply to `getDataMask`; null where there are none, as before the dashboard is laid out. */
export function filtersOf(mask: unknown): readonly FrameFilter[] | null {
  const entries: readonly unknown[] = Object.values(mask ?? {})
  if (!entries.some(isNativeFilter) && !entries.some(isSelection)) return null
  return entries.filter((entry) => isNativeFilter(entry) || isSelection(entry))
}

const idOf = (entry: unknown): string =>
  typeof entry === 'object' && entry !== null && 'id' in entry ? String(entry.id) : ''

const isNativeFilter = (entry: unknown): entry is NativeFilter => idOf(entry).startsWith(filterPrefix)

/** A value that was pressed in a chart, and by which the others are filtered: of a document that begins, no address says it. */
export function isSelection(entry: unknown): entry is NativeFilter {
  if (!/^\d+$/.test(idOf(entry)) || typeof entry !== 'object' || entry === null) return false
  const data: unknown = 'extraFormData' in entry ? entry.extraFormData : null
  // Pressed again, it leaves a list of nothing.
  return Object.values(data ?? {}).some((part) => !Array.isArray(part) || part.length > 0)
}

const filterPrefix = 'NATIVE_FILTER-'
const rangeId = `${filterPrefix}range`

/** Columns of the curated dashboards, where they are not called as the portal's field is. */
const columns: Readonly<Partial<Record<FieldName, string>>> = {
  sponsor: 'fund_sponsor',
  protocol: 'lending_protocol',
  provider: 'staking_provider',
  'asset-class': 'rwa_class',
}

/** Superset's words for ranges. Of days the second is not within. */
const rangeWords: readonly (readonly [TimeRange, string])[] = [
  ['30d', 'Last month'],
  ['90d', 'Last quarter'],
  ['1y', 'Last year'],
  ['all', 'No filter'],
]
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

function rangeIn(range: TimeRange): string {
  const days = daysOf(range)
  if (days !== null) return `${days.from} : ${dayAfter(days.to, 1)}`
  return rangeWords.find(([name]) => name === range)?.[1] ?? ''
}

function rangeOut(value: unknown): TimeRange | null {
  const days = /^(\d{4}-\d{2}-\d{2})(?:T00:00:00)? : (\d{4}-\d{2}-\d{2})(?:T00:00:00)?$/.exec(String(value))
  const last = days?.[2] === undefined || Number.isNaN(Date.parse(days[2])) ? null : dayAfter(days[2], -1)
  if (days !== null && last !== null) return timeRange(`${days[1]}..${last}`)
  return rangeWords.find(([, word]) => word === value)?.[0] ?? null
}

/** A filter of text by the name in its id, which is its column's; the range is one of them. */
export const supersetVocabulary: FilterVocabulary = {
  inAddress: true,
  read(filters) {
    const values = new Map<FieldName, readonly string[]>()
    const beyond: string[] = []
    let range: TimeRange | null = null
    let hasRange = false
    for (const filter of filters.filter(isNativeFilter)) {
      const { id } = filter
      const value = filter.filterState?.value
      const field = fieldOf(id.slice(filterPrefix.length))
      const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0)
      const texts = isEmpty ? [] : Array.isArray(value) ? value : [value]
      if (id === rangeId) {
        hasRange = true
        // Cleared, it is as wide as by its own word for that.
        range = isEmpty ? 'all' : rangeOut(value)
        if (range === null) beyond.push('Time range')
      } else if (field !== null && !excludes(filter) && texts.every((one) => typeof one === 'string'))
        values.set(field, texts)
      // One that was made in Superset itself has an id that says nothing.
      else if (!isEmpty) beyond.push(field === null ? 'Other filters' : fieldLabel(field))
    }
    if (filters.some(isSelection)) beyond.push('Selection in a chart')
    return {
      narrowing: { range, filters: Object.fromEntries(values) },
      beyond: [...new Set(beyond)],
      fields: fieldNames.filter((field) => values.has(field)),
      takes: () => hasRange,
    }
  },
  own: (read, given) => read.filter((one) => given.every((other) => idOf(other) !== idOf(one))),
  leaving: () => [],
  write: (asked) => [
    ...(asked.range === null
      ? []
      : [{ id: rangeId, ...masked({ time_range: rangeIn(asked.range) }, rangeIn(asked.range)) }]),
    ...narrowedFields(asked).map((field) => {
      const column = columns[field] ?? field
      const values = asked.filters[field] ?? []
      const filters = [{ col: column, op: 'IN', val: values }]
      return {
        id: `${filterPrefix}${column}`,
        ...(values.length === 0 ? masked({}, null) : masked({ filters }, values)),
      }
    }),
  ],
}

/** Whether it leaves out what was chosen ("is not"), or takes it in any other way than "is": an address of the portal's says only that. */
function excludes({ extraFormData }: NativeFilter): boolean {
  const filters: unknown = memberOf(extraFormData, 'filters')
  return Array.isArray(filters) && filters.some((filter) => memberOf(filter, 'op') !== 'IN')
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Both halves, or it is shown and not applied. */
const masked = (extraFormData: object, value: unknown): object => ({
  extraFormData,
  filterState: { value },
  ownState: {},
})

const byId = (filters: readonly FrameFilter[]): object =>
  Object.fromEntries(filters.filter(isNativeFilter).map((filter) => [filter.id, filter]))

/** Rison, in which Superset's addresses are written: JSON without its quotation marks. */
function rison(value: unknown): string {
  if (Array.isArray(value)) return `!(${value.map(rison).join(',')})`
  if (typeof value === 'string') return risonText(value)
  if (typeof value === 'number') return String(value).replace('+', '')
  if (typeof value !== 'object' || value === null)
    return value === true ? '!t' : value === false ? '!f' : '!n'
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `(${members.map(([name, member]) => `${risonText(name)}:${rison(member)}`).join(',')})`
}

const risonText = (text: string): string =>
  /^[A-Za-z_./~][\w./~-]*$/.test(text) ? text : `'${text.replaceAll(/[!']/g, (mark) => `!${mark}`)}'`
