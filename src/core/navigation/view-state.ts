import { isPlainId } from '../embedding/view-checks'
import { fieldNames, narrowedFields, timeRange, type FieldName, type Narrowing } from '../kernel/narrowing'
import { portalPath, type PortalPath } from '../kernel/portal-path'

/** What a person sees of a board, in the portal's words: the link of it opens under every vendor. */
export interface ViewState {
  /** The page of the dashboard, without a query. */
  readonly dashboard: PortalPath
  /** Null for the first. */
  readonly tab: string | null
  /** One chart of it alone; null for the whole. */
  readonly chart: string | null
  /** A person's own view: for anybody else the board opens as it is. */
  readonly view: string | null
  readonly narrowing: Narrowing
}

/**
 * Version 1, until November 2026, had the tab and the view. Version 2 has the chart, the range and the filters as well. A version is
 * not written as long as those before it are part of it; a later one says `v`, and is read as far as it is understood.
 */
const version = 2

const longestAddress = 1_900
const mostValues = 50
const longestValue = 100
/** Controls, halves of characters, and what turns the direction of a text around. */
const unseen = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/** Whether a filter's value may stand in an address and in a sentence. */
const isPlainValue = (value: string): boolean =>
  value !== '' && value.length <= longestValue && !unseen.test(value)

/** The id of a tab, a chart or a personal view that an address asks for; anything that is no plain id counts as none. */
export const linkedId = (value: string | null | undefined): string | null =>
  value && isPlainId(value) ? value : null

const names: readonly string[] = ['v', 'tab', 'chart', 'view', 'range', ...fieldNames]

/** Pairs of a query, and how each was written; what cannot be decoded asks for nothing. */
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

/** As forms write it, with the comma and the colon left readable. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%2C', ',').replaceAll('%3A', ':')

/** A comma within a value is told from one between two by a backslash: an address that is encoded once more means the same. */
const listed = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(/[\\,]/g, (mark) => `\\${mark}`)).join(',')

const valuesOf = (text: string): readonly string[] => {
  const values = [...text.matchAll(/(?:\\.|[^\\,])+/gsu)].map(([value]) => value.replaceAll(/\\(.)/gsu, '$1'))
  return [...new Set(values)].filter(isPlainValue).slice(0, mostValues)
}

/** What the address of a page asks for. Whatever is not understood counts as not asked; `newer`: it was made by a later portal. */
export function readViewState(
  dashboard: PortalPath,
  search: string,
): ViewState & { readonly newer: boolean } {
  const asked = new Map<string, string>()
  // Said twice, a filter has the values of both; of one tab or range that is no name.
  for (const { name, value } of pairsOf(search))
    if (name !== null && value !== null)
      asked.set(name, asked.has(name) ? `${asked.get(name)},${value}` : value)
  const filters: Partial<Record<FieldName, readonly string[]>> = {}
  for (const field of fieldNames) {
    const text = asked.get(field)
    const values = text === undefined ? [] : valuesOf(text)
    // A field is set free by having no value, not by values that nobody can have.
    if (text === '' || values.length > 0) filters[field] = values
  }
  return {
    dashboard,
    tab: linkedId(asked.get('tab')),
    chart: linkedId(asked.get('chart')),
    view: linkedId(asked.get('view')),
    narrowing: { range: timeRange(asked.get('range') ?? ''), filters },
    newer: /^\d{1,6}$/.test(asked.get('v') ?? '') && Number(asked.get('v')) > version,
  }
}

/** What is in an address: short, and the same for the same view. */
export interface ViewAddress {
  readonly address: PortalPath
  /** Fields whose values no address can hold: too many, too long, or of characters that nobody sees. */
  readonly leftOut: readonly FieldName[]
}

/**
 * The address of a view. `search` is the query that it takes the place of: what is no word of a view stays as it was written. Only the
 * query: the fragment is the page's.
 */
export function viewAddress({ dashboard, tab, chart, view, narrowing }: ViewState, search = ''): ViewAddress {
  const others = pairsOf(search).flatMap(({ name, text }) =>
    name !== null && names.includes(name) ? [] : [text],
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
    return text.length > longestAddress ? null : portalPath(text)
  }
  const leftOut: FieldName[] = []
  for (const field of narrowedFields(narrowing)) {
    const values = narrowing.filters[field] ?? []
    const next = [...parts, `${field}=${encoded(listed(values))}`]
    if (values.length <= mostValues && values.every(isPlainValue) && pathOf([...others, ...next]) !== null)
      parts = next
    else leftOut.push(field)
  }
  return { address: pathOf([...others, ...parts]) ?? pathOf(parts) ?? dashboard, leftOut }
}

/** A page's address with a question in its fragment, which no server is sent. `query` is written as an address has it. */
export function pageAsking(path: string, query: { toString(): string }, q?: string | null): string {
  const rest = query.toString()
  const page = rest === '' ? path : `${path}?${rest}`
  return q ? `${page}#q=${encodeURIComponent(q).replaceAll('%20', '+')}` : page
}
