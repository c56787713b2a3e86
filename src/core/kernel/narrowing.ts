/**
 * The fields a board can be filtered by, under the portal's names instead of a vendor's columns or ids. The names are part of URLs, so
 * they must not change, and none may be a query parameter of an identity provider's redirect. `others`: vendors' names for the field.
 */
const fields = {
  asset: { label: 'Asset', others: ['underlying'] },
  chain: { label: 'Chain', others: [] },
  stablecoin: { label: 'Stablecoin', others: ['token'] },
  exchange: { label: 'Exchange', others: ['spot-volume-on'] },
  sponsor: { label: 'Sponsor', others: ['fund-sponsor', 'issuer'] },
  protocol: { label: 'Protocol', others: ['lending-protocol'] },
  network: { label: 'Network', others: [] },
  provider: { label: 'Provider', others: ['staking-provider'] },
  'asset-class': { label: 'Asset class', others: ['rwa-class'] },
  transfer: { label: 'Transfer', others: ['transfer-class'] },
} as const

export type FieldName = keyof typeof fields
export type FieldLabels = Readonly<Partial<Record<FieldName, string>>>
export const fieldNames = Object.keys(fields) as readonly FieldName[]
/** `own`: the board's labels, which a user sees beside it. */
export const fieldLabel = (field: FieldName, own: FieldLabels = {}): string =>
  own[field] ?? fields[field].label

/** The field for a vendor's column, label or id; null when there is none. */
export function fieldOf(name: string): FieldName | null {
  const slug = name
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  return (
    fieldNames.find((field) => field === slug || fields[field].others.some((other) => other === slug)) ?? null
  )
}

/** The named ranges that boards offer, shortest first. */
export const namedRanges = ['30d', '90d', '1y', 'all'] as const
/** A named range, or two days, both inclusive: `2026-01-01..2026-03-31`. */
export type TimeRange = (typeof namedRanges)[number] | `${string}..${string}`

const day = /^\d{4}-\d\d-\d\d$/

/** Parses a range; null when it is not valid. The first day must not be after the last. */
export function timeRange(text: string): TimeRange | null {
  const named = namedRanges.find((name) => name === text)
  if (named !== undefined) return named
  const [from = '', to = '', ...more] = text.split('..')
  return more.length === 0 && isDay(from) && isDay(to) && from <= to ? `${from}..${to}` : null
}

/** Whether the calendar has this day. `Date` would read 31 February as a day in March, or as invalid. */
function isDay(text: string): boolean {
  return day.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text)
}

/** First and last day, ISO, both inclusive. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** The days of a custom range; null for a named range and for no range. */
export function daysOf(range: TimeRange | null): Days | null {
  const [from = '', to] = (range ?? '').split('..')
  return to === undefined ? null : { from, to }
}

/** Range and filters of a board, where they differ from the board's defaults. */
export interface Narrowing {
  /** Null: the board's default. */
  readonly range: TimeRange | null
  /** Values by field, unique and not empty. An empty list removes the field's filter. An absent field keeps the board's default. */
  readonly filters: Readonly<Partial<Record<FieldName, readonly string[]>>>
}

export const noNarrowing: Narrowing = { range: null, filters: {} }

/** The fields that `filters` contains, in the order of `fieldNames`. */
export const narrowedFields = ({ filters }: Narrowing): readonly FieldName[] =>
  fieldNames.filter((field) => filters[field] !== undefined)

export const isNarrowed = (narrowing: Narrowing): boolean =>
  narrowing.range !== null || narrowedFields(narrowing).length > 0

/** Ignores order. A missing list equals an empty one. */
export const sameValues = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  one.length === other.length && one.every((value) => other.includes(value))

export const sameNarrowing = (one: Narrowing, other: Narrowing): boolean =>
  one.range === other.range &&
  fieldNames.every(
    (field) =>
      (one.filters[field] === undefined) === (other.filters[field] === undefined) &&
      sameValues(one.filters[field], other.filters[field]),
  )

const filtersFrom = (
  valuesOf: (field: FieldName) => readonly string[] | undefined,
): Pick<Narrowing, 'filters'> => ({
  filters: Object.fromEntries(
    fieldNames.flatMap((field) => {
      const values = valuesOf(field)
      return values === undefined ? [] : [[field, values]]
    }),
  ),
})

/** The board's defaults (`own`), overridden by the requested narrowing. */
export const applyNarrowing = (own: Narrowing, asked: Narrowing): Narrowing => ({
  range: asked.range ?? own.range,
  ...filtersFrom((field) => asked.filters[field] ?? own.filters[field]),
})

/** The narrowing to request from a board with the defaults `own` so that it shows `now`. */
export const narrowingDifference = (own: Narrowing, now: Narrowing): Narrowing => ({
  range: now.range === own.range ? null : now.range,
  ...filtersFrom((field) =>
    sameValues(own.filters[field], now.filters[field]) ? undefined : (now.filters[field] ?? []),
  ),
})
