/**
 * What a board can be narrowed by, in the catalogue's own words: no vendor's column or id. The names stand in addresses, so they stay
 * what they are; none is one that an identity provider returns with. Beside each, what else vendors call it.
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
export const fieldNames = Object.keys(fields) as readonly FieldName[]
export const fieldLabel = (field: FieldName): string => fields[field].label

/** The field that a vendor's column, label or id is about; null for one that the catalogue does not have. */
export function fieldOf(name: string): FieldName | null {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  return (
    fieldNames.find((field) => field === plain || fields[field].others.some((other) => other === plain)) ??
    null
  )
}

/** Every range that boards offer by name, the shortest first. */
export const namedRanges = ['30d', '90d', '1y', 'all'] as const
/** One of those, or days: `2026-01-01..2026-03-31`, both of them within. */
export type TimeRange = (typeof namedRanges)[number] | `${string}..${string}`

const day = /^\d{4}-\d\d-\d\d$/

/** The range of this name, or null: of days the first has to come before the last. */
export function timeRange(text: string): TimeRange | null {
  const named = namedRanges.find((name) => name === text)
  if (named !== undefined) return named
  const [from = '', to = '', ...more] = text.split('..')
  return more.length === 0 && isDay(from) && isDay(to) && from <= to ? `${from}..${to}` : null
}

/** One that the calendar has: 31 February would be read as a day of March, or as no day at all. */
function isDay(text: string): boolean {
  return day.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text)
}

/** First and last day, ISO: both of them within. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** The days of a range that is none of the named ones; null for those, and for none. */
export function daysOf(range: TimeRange | null): Days | null {
  const [from = '', to] = (range ?? '').split('..')
  return to === undefined ? null : { from, to }
}

/** Range and filters of a board, as far as they differ from what it has of its own. */
export interface Narrowing {
  /** Null for the board's own. */
  readonly range: TimeRange | null
  /** Values by field, none of them empty or twice; without values the field is not narrowed at all. A field that is absent is as the board has it. */
  readonly filters: Readonly<Partial<Record<FieldName, readonly string[]>>>
}

export const noNarrowing: Narrowing = { range: null, filters: {} }

/** Fields that it names, in the catalogue's order. */
export const narrowedFields = ({ filters }: Narrowing): readonly FieldName[] =>
  fieldNames.filter((field) => filters[field] !== undefined)

export const isNarrowed = (narrowing: Narrowing): boolean =>
  narrowing.range !== null || narrowedFields(narrowing).length > 0

/** Whatever their order; none at all are none. */
export const sameValues = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  one.length === other.length && one.every((value) => other.includes(value))

export const sameNarrowing = (one: Narrowing, other: Narrowing): boolean =>
  one.range === other.range &&
  fieldNames.every(
    (field) =>
      (one.filters[field] === undefined) === (other.filters[field] === undefined) &&
      sameValues(one.filters[field], other.filters[field]),
  )

const only = (of: (field: FieldName) => readonly string[] | undefined): Pick<Narrowing, 'filters'> => ({
  filters: Object.fromEntries(
    fieldNames.flatMap((field) => {
      const values = of(field)
      return values === undefined ? [] : [[field, values]]
    }),
  ),
})

/** What a board has of its own, and over it what was asked. */
export const laidOver = (own: Narrowing, asked: Narrowing): Narrowing => ({
  range: asked.range ?? own.range,
  ...only((field) => asked.filters[field] ?? own.filters[field]),
})

/** What has to be asked of a board that has `own`, so that it comes to be as it is `now`. */
export const differenceOf = (own: Narrowing, now: Narrowing): Narrowing => ({
  range: now.range === own.range ? null : now.range,
  ...only((field) =>
    sameValues(own.filters[field], now.filters[field]) ? undefined : (now.filters[field] ?? []),
  ),
})
