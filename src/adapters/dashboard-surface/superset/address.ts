import type { BoardRoute, FrameFilter } from '../../_shared/embedded-frame/routes'

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
  if (tabId !== null) address.hash = tabId
  return address.href
}

/** One of a dashboard's filters, as `observeDataMask` tells it and `native_filters` takes it. */
interface NativeFilter {
  readonly id: string
}

/** The filters in what `observeDataMask` tells, once a person has changed one; null while they are as the dashboard has them. */
export function filtersOf(mask: unknown): readonly FrameFilter[] | null {
  if (typeof mask !== 'object' || mask === null) return null
  const { nativeFiltersChanged, ...entries } = mask as Record<string, unknown>
  return nativeFiltersChanged === true ? Object.values(entries).filter(isNativeFilter) : null
}

function isNativeFilter(entry: unknown): entry is NativeFilter {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'id' in entry &&
    String(entry.id).startsWith('NATIVE_FILTER')
  )
}

const byId = (filters: readonly FrameFilter[]): object =>
  Object.fromEntries(filters.filter(isNativeFilter).map((filter) => [filter.id, filter]))

/** Rison, in which Superset's addresses are written: JSON without its quotation marks. */
export function rison(value: unknown): string {
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
