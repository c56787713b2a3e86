import { isPlainId } from '../embedding/view-checks'
import { fieldNames, narrowedFields, timeRange, type FieldName, type Narrowing } from '../kernel/narrowing'
import { portalPath, type PortalPath } from '../kernel/portal-path'

/** The view state of a board in vendor-neutral terms, so that a link works with every vendor. */
export interface ViewState {
  /** The page of the dashboard, without a query. */
  readonly dashboard: PortalPath
  /** Null for the first tab. */
  readonly tab: string | null
  /** A single chart; null for the whole board. */
  readonly chart: string | null
  /** A user's personal view. For other users the board opens without it. */
  readonly view: string | null
  readonly narrowing: Narrowing
}

/**
 * Version 1, until November 2026, had the tab and the view. Version 2 adds the chart, the range and the filters. The version is not
 * written while each version includes the ones before it. A newer one writes `v`, and is read as far as it is understood.
 */
const version = 2

const maxAddressLength = 1_900
const maxValues = 50
const maxValueLength = 100
/** Control characters, surrogate halves, line separators and direction marks. */
const invisible = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/** Whether a filter value may appear in a URL and in a sentence on screen. */
const isPlainValue = (value: string): boolean =>
  value !== '' && value.length <= maxValueLength && !invisible.test(value)

/** The id of a tab, chart or personal view from a URL; null when it is not a plain id. */
export const idFromLink = (value: string | null | undefined): string | null =>
  value && isPlainId(value) ? value : null

const parameterNames: readonly string[] = ['v', 'tab', 'chart', 'view', 'range', ...fieldNames]

/** The parameters of a query, decoded (null when that fails), with their original text. */
const pairsOf = (
  search: string,
): readonly { readonly name: string | null; readonly value: string | null; readonly text: string }[] =>
  search
    .replace(/^\?/, '')
    .split('&')
    .filter((text) => text !== '')
    .map((text) => {
      const at = text.indexOf('=')
      const [name, value] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
      return { name: decoded(name), value: decoded(value), text }
    })

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/** Form encoding, but with readable commas and colons. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%2C', ',').replaceAll('%3A', ':')

/** Joins values with commas. A backslash escapes commas within a value, which survives another round of URL encoding. */
const joinedValues = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(/[\\,]/g, (mark) => `\\${mark}`)).join(',')

const valuesOf = (text: string): readonly string[] => {
  const values = [...text.matchAll(/(?:\\.|[^\\,])+/gsu)].map(([value]) => value.replaceAll(/\\(.)/gsu, '$1'))
  return [...new Set(values)].filter(isPlainValue).slice(0, maxValues)
}

/** Parses the view state from a page's query. Invalid parts are ignored. `newer`: a newer portal created the link. */
export function readViewState(
  dashboard: PortalPath,
  search: string,
): ViewState & { readonly newer: boolean } {
  const asked = new Map<string, string>()
  // A repeated filter has the values of both. A repeated tab or range becomes invalid and is ignored.
  for (const { name, value } of pairsOf(search))
    if (name !== null && value !== null)
      asked.set(name, asked.has(name) ? `${asked.get(name)},${value}` : value)
  const filters: Partial<Record<FieldName, readonly string[]>> = {}
  for (const field of fieldNames) {
    const text = asked.get(field)
    const values = text === undefined ? [] : valuesOf(text)
    // An empty value removes the filter. If all values are invalid, the field keeps the board's default.
    if (text === '' || values.length > 0) filters[field] = values
  }
  return {
    dashboard,
    tab: idFromLink(asked.get('tab')),
    chart: idFromLink(asked.get('chart')),
    view: idFromLink(asked.get('view')),
    narrowing: { range: timeRange(asked.get('range') ?? ''), filters },
    newer: /^\d{1,6}$/.test(asked.get('v') ?? '') && Number(asked.get('v')) > version,
  }
}

/** A short URL, always the same for the same view state. */
export interface ViewAddress {
  readonly address: PortalPath
  /** Fields left out of the URL: too many values, too long, or with invisible characters. */
  readonly leftOut: readonly FieldName[]
}

/**
 * The URL of a view state. `search` is the query that it replaces; parameters that are not part of a view state are kept as written.
 * Contains no fragment, which belongs to the page.
 */
export function viewAddress({ dashboard, tab, chart, view, narrowing }: ViewState, search = ''): ViewAddress {
  const otherParameters = pairsOf(search).flatMap(({ name, text }) =>
    name !== null && parameterNames.includes(name) ? [] : [text],
  )
  const fixed: readonly (readonly [string, string | null])[] = [
    ['tab', tab],
    ['chart', chart],
    ['view', view],
    ['range', narrowing.range],
  ]
  let parts = fixed.flatMap(([name, value]) => (value === null ? [] : [`${name}=${encoded(value)}`]))
  const pathOf = (query: readonly string[]): PortalPath | null => {
    const text = query.length === 0 ? dashboard : `${dashboard}?${query.join('&')}`
    return text.length > maxAddressLength ? null : portalPath(text)
  }
  const leftOut: FieldName[] = []
  for (const field of narrowedFields(narrowing)) {
    const values = narrowing.filters[field] ?? []
    const next = [...parts, `${field}=${encoded(joinedValues(values))}`]
    const isWritable = values.length <= maxValues && values.every(isPlainValue)
    if (isWritable && pathOf([...otherParameters, ...next]) !== null) parts = next
    else leftOut.push(field)
  }
  return { address: pathOf([...otherParameters, ...parts]) ?? pathOf(parts) ?? dashboard, leftOut }
}

/**
 * A page's URL with a question in its fragment, which browsers do not send to servers. `query` must be URL-encoded. Half a surrogate pair,
 * where a question was cut, is left out.
 */
export function pathWithQuestion(path: string, query: { toString(): string }, q?: string | null): string {
  const rest = query.toString()
  const page = rest === '' ? path : `${path}?${rest}`
  const question = (q ?? '').replaceAll(/\p{Cs}/gu, '')
  return question === '' ? page : `${page}#q=${encodeURIComponent(question).replaceAll('%20', '+')}`
}
