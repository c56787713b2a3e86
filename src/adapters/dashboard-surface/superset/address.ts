import { record } from '../../../core/kernel/json'
import {
  daysOf,
  fieldNames,
  fieldLabel,
  fieldOf,
  narrowedFields,
  timeRange,
  type FieldName,
  type Narrowing,
  type TimeRange,
} from '../../../core/kernel/narrowing'
import type { BoardRoute, FilterVocabulary, FrameFilter } from '../../_shared/embedded-frame/routes'

/** Superset gives embedded dashboards separate ids, all UUIDs. */
const embeddedId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function isEmbeddedId(text: string): boolean {
  return embeddedId.test(text)
}

/** Superset's bits: 1 hides the dashboard's title, 8 hides the charts' menus, 16 makes the page emit its filters. */
const uiConfig = 1 + 8 + 16

/** Characters that servers accept in an address: gunicorn at most 8,190 in the first line of a request, nginx 8,192. */
const maxAddressLength = 8000

/**
 * The address of an embedded dashboard: on a tab, under a stored view (its permalink's key), narrowed by these filters. If it would be too
 * long, the longest filters are left out, because a server refuses the whole dashboard otherwise. `force`: its charts bypass Superset's
 * cache.
 */
export function embeddedAddress(
  biHost: string,
  route: BoardRoute,
  filters: readonly FrameFilter[],
  force = false,
): string {
  const { dashboardId, tabId, viewId } = route
  const address = new URL(`${biHost}/embedded/${dashboardId}`)
  address.searchParams.set('uiConfig', String(uiConfig))
  if (viewId !== undefined) address.searchParams.set('permalink_key', viewId)
  if (filters.length > 0) address.search += `&native_filters=${queryText(rison(byId(filters)))}`
  if (force) address.search += '&force=true'
  if (tabId !== null) address.hash = toSupersetTab(tabId)
  if (address.href.length <= maxAddressLength || filters.length === 0) return address.href
  const longest = Math.max(...filters.map((filter) => rison(filter).length))
  return embeddedAddress(
    biHost,
    route,
    filters.filter((filter) => rison(filter).length < longest),
    force,
  )
}

/**
 * Leaves Rison's own marks as they are: encoded, each would take three characters. Half a character, as in a text that was cut, is
 * replaced.
 */
const queryText = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\uFFFD'))
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')

/** Prefix of all of Superset's tab ids. The portal's links omit it, so that they open a tab of that name with any vendor. */
const tabPrefix = 'TAB-'
export const toSupersetTab = (tab: string): string => (tab.startsWith(tabPrefix) ? tab : `${tabPrefix}${tab}`)
export const toPortalTab = (tab: string): string =>
  tab.startsWith(tabPrefix) ? tab.slice(tabPrefix.length) : tab

/** One of a dashboard's filters, as `observeDataMask` reports it and `native_filters` accepts it. */
interface NativeFilter {
  readonly id: string
  readonly extraFormData?: object
  readonly filterState?: { readonly value?: unknown }
}

/**
 * The filters in the payload of `observeDataMask`; null unless the user has changed one. Superset also emits when a table has rendered
 * its rows: for charts, only a selection and its removal count as a change.
 */
export function changedFilters(mask: unknown, before: readonly FrameFilter[]): readonly FrameFilter[] | null {
  if (typeof mask !== 'object' || mask === null) return null
  const isChanged =
    ('nativeFiltersChanged' in mask && mask.nativeFiltersChanged === true) ||
    Object.values(mask).some(isSelection) ||
    before.some(isSelection)
  return isChanged ? (filtersOf(mask) ?? []) : null
}

/** The filters in the reply to `getDataMask`; null if it has no entry, not even of a chart, as before the dashboard is laid out. */
export function filtersOf(mask: unknown): readonly FrameFilter[] | null {
  const entries: readonly unknown[] = Object.values(mask ?? {})
  if (entries.every((entry) => idOf(entry) === '')) return null
  return entries.filter((entry) => isNativeFilter(entry) || isSelection(entry))
}

const idOf = (entry: unknown): string =>
  typeof entry === 'object' && entry !== null && 'id' in entry ? String(entry.id) : ''

const isNativeFilter = (entry: unknown): entry is NativeFilter => idOf(entry).startsWith(filterPrefix)

/** A value that the user selected in a chart, which filters the other charts. No address can carry it, so a restart loses it. */
export function isSelection(entry: unknown): entry is NativeFilter {
  if (!/^\d+$/.test(idOf(entry)) || typeof entry !== 'object' || entry === null) return false
  const data: unknown = 'extraFormData' in entry ? entry.extraFormData : null
  // A second click on the value leaves an empty list, in a pivot table undefined.
  return Object.values(data ?? {}).some((part) =>
    Array.isArray(part) ? part.length > 0 : part !== undefined,
  )
}

const filterPrefix = 'NATIVE_FILTER-'
const rangeId = `${filterPrefix}range`

/** Columns of the curated dashboards whose names differ from the portal's fields. */
const columns: Readonly<Partial<Record<FieldName, string>>> = {
  sponsor: 'fund_sponsor',
  protocol: 'lending_protocol',
  provider: 'staking_provider',
  'asset-class': 'rwa_class',
}

/** Superset's names of ranges. In a range of days the second day is exclusive. */
const rangeNames: readonly (readonly [TimeRange, string])[] = [
  ['30d', 'Last month'],
  ['90d', 'Last quarter'],
  ['1y', 'Last year'],
  ['all', 'No filter'],
]
const lastDay = Date.UTC(9999, 11, 31)
const dayAfter = (day: string, days: number): string =>
  new Date(Math.min(Date.parse(day) + days * 86_400_000, lastDay)).toISOString().slice(0, 10)

function toSupersetRange(range: TimeRange): string {
  const days = daysOf(range)
  if (days !== null) return `${days.from} : ${dayAfter(days.to, 1)}`
  return rangeNames.find(([name]) => name === range)?.[1] ?? ''
}

function toPortalRange(value: unknown): TimeRange | null {
  const days = /^(\d{4}-\d{2}-\d{2})(?:T00:00:00)? : (\d{4}-\d{2}-\d{2})(?:T00:00:00)?$/.exec(String(value))
  const last = days?.[2] === undefined || Number.isNaN(Date.parse(days[2])) ? null : dayAfter(days[2], -1)
  if (days !== null && last !== null) return timeRange(`${days[1]}..${last}`)
  return rangeNames.find(([, word]) => word === value)?.[0] ?? null
}

/** A filter's id contains its column's name, or `range` for the time range. */
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
      const isEmpty = value === undefined || value === null || isNothing(filter)
      const texts = isEmpty ? [] : Array.isArray(value) ? value : [value]
      if (id === rangeId) {
        hasRange = true
        // A cleared range filter is as wide as "No filter".
        range = isEmpty ? 'all' : toPortalRange(value)
        if (range === null) beyond.push('Time range')
      } else if (field !== null && !isNotPlain(filter) && texts.every((one) => typeof one === 'string'))
        values.set(field, texts)
      // The id of a filter that was created in Superset's editor does not contain a column.
      else if (!isEmpty) beyond.push(field === null ? 'Other filters' : fieldLabel(field))
    }
    if (filters.some(isSelection)) beyond.push('Selection in a chart')
    return {
      narrowing: { range, filters: Object.fromEntries(values) },
      beyond: [...new Set(beyond)],
      fields: fieldNames.filter((field) => values.has(field)),
      acceptsRange: () => hasRange,
    }
  },
  own: (read, given) => read.filter((one) => given.every((other) => idOf(other) !== idOf(one))),
  toSend: (changes) => changes,
  leaving: () => [],
  // Filters in an address replace all others.
  write(asked, own) {
    const changes = changesFor(asked)
    return [...own.filter((one) => changes.every((other) => other.id !== idOf(one))), ...changes]
  },
}

/** Whether it has no values. A cleared range of numbers has two nulls; elsewhere null is a value. */
function isNothing({ filterState, extraFormData = {} }: NativeFilter): boolean {
  const value = filterState?.value
  if (!Array.isArray(value)) return false
  return value.length === 0 || (value.every((one) => one === null) && Object.keys(extraFormData).length === 0)
}

const changesFor = (asked: Narrowing): readonly NativeFilter[] => [
  ...(asked.range === null
    ? []
    : [
        {
          id: rangeId,
          ...dataMask({ time_range: toSupersetRange(asked.range) }, toSupersetRange(asked.range)),
        },
      ]),
  ...narrowedFields(asked).map((field) => {
    const column = columns[field] ?? field
    const values = asked.filters[field] ?? []
    const filters = [{ col: column, op: 'IN', val: values }]
    return {
      id: `${filterPrefix}${column}`,
      // A filter that can also exclude shows "is not" unless told otherwise.
      ...(values.length === 0
        ? dataMask({}, null)
        : dataMask({ filters }, values, { excludeFilterValues: false })),
    }
  }),
]

/** Whether it applies its values in any way other than "is", such as "is not": the portal's addresses can express only "is". */
function isNotPlain({ extraFormData }: NativeFilter): boolean {
  // A filter that requires a value shows nothing while it has none.
  if (record(extraFormData)['adhoc_filters'] !== undefined) return true
  const filters: unknown = record(extraFormData)['filters']
  return Array.isArray(filters) && filters.some((filter) => record(filter)['op'] !== 'IN')
}

/** Superset needs both halves: without `extraFormData` it shows the filter but does not apply it. */
const dataMask = (extraFormData: object, value: unknown, state: object = {}): object => ({
  extraFormData,
  filterState: { ...state, value },
  ownState: {},
})

/** Without the labels of values, which Superset makes itself. */
const byId = (filters: readonly FrameFilter[]): object =>
  Object.fromEntries(
    filters.filter(isNativeFilter).map((filter) => {
      const { filterState } = filter
      return [
        filter.id,
        { ...filter, ...(filterState && { filterState: { ...filterState, label: undefined } }) },
      ]
    }),
  )

/** Rison, the notation in Superset's addresses: JSON without its quotation marks. */
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
