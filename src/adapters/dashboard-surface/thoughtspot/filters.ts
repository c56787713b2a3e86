import {
  daysOf,
  fieldLabel,
  fieldOf,
  narrowedFields,
  namedRanges,
  timeRange,
  type Days,
  type FieldName,
  type Narrowing,
  type TimeRange,
} from '../../../core/kernel/narrowing'
import { isPlainId } from '../../../core/embedding/view-checks'
import type { FiltersRead, FilterVocabulary, FrameFilter } from '../../_shared/embedded-frame/routes'
import type { ClusterTime } from '../../_shared/thoughtspot/cluster-time'
import { record } from '../../../core/kernel/json'
import { text } from './frame-messages'

/** A value in the type of its column, as the vendor requires: a number sent as text is another value, or none. */
type Value = string | number | boolean

/** What a filter applies to: the whole board, a tab or a group of charts. Absent if the frame does not report it, as before 26.10. */
interface Applicability {
  readonly level: string
  readonly targetId?: string
}

/** A filter in the shape that `updateFilters` takes back. */
export interface RememberedFilter {
  readonly column: string
  readonly oper: string
  readonly values: readonly Value[]
  /** For dates: the kind of its values, and the period that they count. */
  readonly type?: string
  readonly datePeriod?: string
  readonly includeCurrentPeriod?: boolean
  /** Excludes its values. */
  readonly negate?: true
  readonly applicability?: Applicability
  /** `updateFilters` cannot express it: the portal can name it, but not send it. */
  readonly unsent?: true
}

/**
 * The filters in a `filterChanged` event or in the reply to `GetFilters`; null if they cannot be parsed. The vendor has published three
 * forms: lists of what `UpdateFilters` takes, in two spellings; a list of those for the reply, with the charts that each applies to; and
 * what its `convertFilterChangedToUpdateFiltersPayload` reads, a column with conditions.
 */
export function filtersOf(data: unknown): readonly RememberedFilter[] | null {
  const given = listOrMessage(data)
  const message = record(given)
  const lists = [
    given,
    ...['filters', 'liveboardFilters', 'runtimeFilters'].map((name) =>
      // As the vendor's own converter: an absent list may be null.
      message[name] === null ? [] : message[name],
    ),
  ].filter((list) => Array.isArray(list))
  const entries = lists.flat() as readonly unknown[]
  if (lists.length === 0 || entries.length > 100) return null
  const filters = entries.flatMap((entry) => filtersIn(entry, message['applicability']))
  return filters.length === 0 && entries.length > 0 ? null : filters
}

/** The SDK passes on a reply that is a list as an object with numeric keys. */
function listOrMessage(data: unknown): unknown {
  const given = record(data)['data'] ?? data
  return !Array.isArray(given) && '0' in record(given) ? Object.values(record(given)) : given
}

/**
 * A column with conditions gives one filter for each. Nothing for an entry without a column, which the vendor's converter leaves out too.
 */
function filtersIn(entry: unknown, defaultApplicability: unknown): readonly RememberedFilter[] {
  const { column, columnName, columnInfo, oper, operator, filterType, filters, values, value, ...more } =
    record(entry)
  const name = text(column ?? columnName ?? record(columnInfo)['name'], 200)
  if (name === null) return []
  const scope = applicabilityOf(more['applicability'] ?? defaultApplicability)
  const how = text(oper ?? operator ?? filterType, 40)
  // Runtime filters have their values under either name.
  const list = values ?? value ?? []
  const conditions =
    how !== null && Array.isArray(list)
      ? [{ oper: how, values: plainValues(list), ...extrasOf(more), ...applicableTo(more['applicable_viz']) }]
      : Array.isArray(filters ?? (columnInfo && []))
        ? ((filters ?? []) as readonly unknown[]).flatMap(conditionsOf)
        : [unreadable]
  return (conditions.length === 0 ? [noCondition] : conditions).map((one) => ({
    column: name,
    ...one,
    ...scope,
  }))
}

const unsent = { unsent: true } as const

const isValue = (value: unknown): value is Value => ['string', 'number', 'boolean'].includes(typeof value)

const plainValues = (values: readonly unknown[]): readonly Value[] => values.filter(isValue).slice(0, 1_000)

type FilterExtras = Pick<RememberedFilter, 'type' | 'datePeriod' | 'includeCurrentPeriod' | 'negate'>

function extrasOf(given: Readonly<Record<string, unknown>>): FilterExtras {
  const { includeCurrentPeriod, negate } = given
  const [type, datePeriod] = [text(given['type'], 40), text(given['datePeriod'], 20)]
  return {
    ...(type === null ? {} : { type }),
    ...(datePeriod === null ? {} : { datePeriod }),
    ...(typeof includeCurrentPeriod === 'boolean' ? { includeCurrentPeriod } : {}),
    ...(negate === true ? { negate } : {}),
  }
}

type Condition = Omit<RememberedFilter, 'column' | 'applicability'>

const noCondition: Condition = { oper: 'IN', values: [] }
const unreadable: Condition = { ...noCondition, ...unsent }

const applicableTo = (given: unknown): Pick<RememberedFilter, 'unsent'> =>
  record(given)['type'] === 'SPECIFIC' ? unsent : {}

/** The conditions on values or on dates. A date has both: its kind, and the seconds that the kind stands for today. */
function conditionsOf(filter: unknown): readonly Condition[] {
  const { filterContent, dateFilterContent } = record(filter)
  const [contents, dates] = [filterContent ?? [], dateFilterContent ?? []]
  if (typeof filter !== 'object' || filter === null || !Array.isArray(contents) || !Array.isArray(dates))
    return [unreadable]
  return dates.length > 0 ? dates.map(dateConditionOf) : contents.map(conditionOf)
}

const negated: Readonly<Record<string, string>> = { IN: 'NOT_IN', EQ: 'NE' }

function conditionOf(content: unknown): Condition {
  const { filterType, negate, value } = record(content)
  const plain = text(filterType, 40)
  const list = value ?? []
  if (plain === null || !Array.isArray(list)) return unreadable
  const values = plainValues(list.map((one) => record(one)['key']))
  const opposite = negate === true ? negated[plain] : undefined
  return opposite === undefined
    ? { oper: plain, values, ...extrasOf({ negate }) }
    : { oper: opposite, values }
}

/**
 * By kind of date, the members of its condition that `UpdateFilters` takes as values, as the vendor documents them. For any other kind
 * the portal can only name the column.
 */
const dateValues: Readonly<Record<string, readonly string[]>> = {
  EXACT_DATE: ['epoch'],
  EXACT_DATE_RANGE: ['lowEpoch', 'highEpoch'],
  YEAR_ONLY: ['yearName'],
  QUARTER_YEAR: ['quarterName', 'yearName'],
  MONTH_YEAR: ['monthName', 'yearName'],
  LAST_N_PERIOD: ['number'],
  NEXT_N_PERIOD: ['number'],
  THIS_PERIOD: [],
  PERIOD_TO_DATE: [],
  YESTERDAY: [],
  TODAY: [],
  TOMORROW: [],
}

/** Seconds are sent back unchanged: a day computed from them would depend on a time zone, and a cluster has its own. */
function dateConditionOf(content: unknown): Condition {
  const { dateFilter, negate } = record(content)
  const given = record(dateFilter)
  const extras = extrasOf({ ...given, negate })
  const { type, datePeriod } = extras
  if (type === undefined) return unreadable
  const oper = text(given['op'], 40) ?? 'EQ'
  const all = { ...given, ...record(given['dateRange']) }
  const names = Object.hasOwn(dateValues, type) ? dateValues[type] : undefined
  const values = (names ?? []).map((name) => dateValue(name, all[name])).filter(isValue)
  const isComplete = values.length === names?.length && (!type.includes('PERIOD') || datePeriod !== undefined)
  // The vendor's example of a filter without values has one empty text.
  return isComplete
    ? { oper, values: values.length === 0 ? [''] : values, ...extras }
    : { oper, values: [], ...unsent }
}

/** Names as texts, seconds and counts as numbers, in whichever type they arrive. */
function dateValue(name: string, given: unknown): Value | null {
  const word = text(given, 20)
  if (name.endsWith('Name')) return word
  const number = typeof given === 'number' ? given : Number(word ?? Number.NaN)
  return Number.isFinite(number) ? number : null
}

/** `UpdateFilters` and `UpdateParameters` throw on any other value. */
function applicabilityOf(given: unknown): Pick<RememberedFilter, 'applicability'> {
  const { level, targetId } = record(given)
  if (level === 'LIVEBOARD') return { applicability: { level } }
  const target = text(targetId, 64)
  if ((level !== 'TAB' && level !== 'GROUP') || target === null || !isPlainId(target)) return {}
  return { applicability: { level, targetId: target } }
}

/** The days that a board is narrowed to by its date column; null if it includes every day. */
export interface RememberedDays {
  readonly dateColumn: string
  readonly days: Days | null
}

/** An empty list removes a filter, but not one on dates. A date filter that includes every day has the same effect. */
const everyDay: Days = { from: '1970-01-01', to: '2099-12-31' }

const everySecond = [0, Date.parse(everyDay.to) / 1_000 + 86_399] as const

/** First and last second, the form in which runtime filters take dates. `BW_INC` includes both, also in a column of times. */
export const secondsOf = ({ days }: RememberedDays, time: ClusterTime): readonly [number, number] =>
  days === null ? everySecond : time.secondsOf(days)

/** The day, from seconds since 1970, as clusters send them, or from a date, as in the vendor's documents. */
function dayOf(given: unknown, time: ClusterTime): string | null {
  if (typeof given === 'string' && /^\d{4}-\d{2}-\d{2}/.test(given)) return given.slice(0, 10)
  const seconds = given === null || given === '' ? Number.NaN : Number(given)
  return time.isoOf(seconds)?.slice(0, 10) ?? null
}

const isOfDays =
  (dateColumn: string) =>
  // A filter with a type is the board's own, not a runtime filter.
  ({ column, oper, values, type, negate }: RememberedFilter): boolean =>
    dateColumn !== '' &&
    column.toLowerCase() === dateColumn.toLowerCase() &&
    oper === 'BW_INC' &&
    values.length === 2 &&
    type === undefined &&
    negate === undefined

export const withoutDays = (
  filters: readonly RememberedFilter[],
  dateColumn: string,
): readonly RememberedFilter[] => {
  const ofDays = isOfDays(dateColumn)
  return filters.filter((filter) => !ofDays(filter))
}

/** Separates the filter on the date column from the others. An entry for days is always added, as any board can be narrowed to days. */
export function withDays(
  filters: readonly RememberedFilter[],
  dateColumn: string,
  time: ClusterTime,
): readonly (RememberedFilter | RememberedDays)[] {
  if (dateColumn === '') return filters
  const values = filters.findLast(isOfDays(dateColumn))?.values ?? []
  const [from, to] = values.map((value) => dayOf(value, time))
  const days = from && to && timeRange(`${from}..${to}`) !== null ? { from, to } : null
  const isNarrowed = days !== null && (days.from > everyDay.from || days.to < everyDay.to)
  return [...withoutDays(filters, dateColumn), { dateColumn, days: isNarrowed ? days : null }]
}

/** A parameter of a board, as `parameterChanged` and the reply to `GetParameters` report it and `UpdateParameters` accepts it. */
export interface RememberedParameter {
  readonly parameter: string
  readonly value: Value
  /** A board may have parameters of the same name for the whole and for a part. */
  readonly applicability?: Applicability
  /** Values that it accepts; absent if the frame does not report them. */
  readonly allowed?: readonly string[]
}

/** The parameter for how far back a board looks. Its values are the portal's ranges, in capitals. */
const rangeParameter = 'Time range'

export function parametersOf(data: unknown): readonly RememberedParameter[] | null {
  const given = listOrMessage(data)
  const { applicability: defaultApplicability, parameters } = record(given)
  const list = Array.isArray(given) ? given : parameters
  if (!Array.isArray(list) || list.length > 100) return null
  return list.flatMap((entry: unknown) => {
    const { name, value, allowedValues, applicability } = record(entry)
    const parameter = text(name, 200)
    const plain = Number.isFinite(value) || typeof value === 'boolean' ? value : text(value, 200)
    if (parameter === null || !isValue(plain)) return []
    const allowed = Array.isArray(allowedValues) ? allowedValues.filter((one) => typeof one === 'string') : []
    return [
      {
        parameter,
        value: plain,
        ...applicabilityOf(applicability ?? defaultApplicability),
        ...(allowed.length === 0 ? {} : { allowed }),
      },
    ]
  })
}

export const isParameter = (filter: FrameFilter): filter is RememberedParameter => 'parameter' in filter
export const isFilter = (filter: FrameFilter): filter is RememberedFilter => 'column' in filter
export const isDays = (filter: FrameFilter): filter is RememberedDays => 'dateColumn' in filter

const isOfWhole = ({ applicability }: { readonly applicability?: Applicability }): boolean =>
  applicability === undefined || applicability.level === 'LIVEBOARD'

const rangeOf = (value: Value): TimeRange | null => timeRange(String(value).toLowerCase())
const isAnyRange = (filter: FrameFilter): filter is RememberedParameter =>
  isParameter(filter) && filter.parameter.toLowerCase() === rangeParameter.toLowerCase()
/** A range parameter of a part of the board is not the board's range. */
const isRange = (filter: FrameFilter): filter is RememberedParameter =>
  isAnyRange(filter) && isOfWhole(filter)

/** Whether the user has chosen another range than before, other than `all`. */
export const choosesRange = (
  parameters: readonly RememberedParameter[],
  before: readonly FrameFilter[],
): boolean =>
  parameters.some(
    (one) =>
      isAnyRange(one) &&
      rangeOf(one.value) !== 'all' &&
      before.every((other) => !isAnyRange(other) || rangeOf(other.value) !== rangeOf(one.value)),
  )

const takesRange = ({ allowed = namedRanges }: RememberedParameter, wanted: string): boolean =>
  allowed.some((value) => value.toLowerCase() === wanted)

/**
 * Filters of a whole board on the catalogue's columns, a parameter for named ranges, and the date column for days. The portal cannot
 * express any other filter.
 */
export const thoughtSpotVocabulary: FilterVocabulary = {
  inAddress: false,
  read(filters): FiltersRead {
    const range = filters.find(isRange)
    const ofDays = filters.find(isDays)
    const values = new Map<string, readonly string[]>()
    const labels: Partial<Record<FieldName, string>> = {}
    const beyond: string[] = []
    for (const filter of filters.filter(isFilter)) {
      const field = fieldOf(filter.column)
      const isPlain =
        ['IN', 'EQ'].includes(filter.oper.toUpperCase()) &&
        appliesToAll(filter) &&
        !filter.type &&
        !filter.negate
      if (field !== null && isPlain) {
        values.set(field, filter.values.map(String))
        if (filter.column !== fieldLabel(field)) labels[field] = filter.column
      } else if ((filter.values.length > 0 || filter.unsent) && !beyond.includes(filter.column))
        beyond.push(filter.column)
    }
    const days = ofDays?.days ?? null
    const named = range === undefined ? null : rangeOf(range.value)
    const present = days === null ? named : timeRange(`${days.from}..${days.to}`)
    const hasPartialRange = filters.some((one) => isAnyRange(one) && !isOfWhole(one))
    if (hasPartialRange || (range !== undefined && present === null)) beyond.push(rangeParameter)
    return {
      narrowing: { range: present, filters: Object.fromEntries(values) },
      beyond,
      labels,
      fields: [...values.keys()].map(fieldOf).filter((field) => field !== null),
      acceptsRange: (wanted) =>
        daysOf(wanted) !== null ? ofDays !== undefined : range !== undefined && takesRange(range, wanted),
    }
  },
  toSend: (changes, all) => (changes.some(isDays) ? all : changes),
  own: (read, given) => (given.length === 0 ? read : null),
  // A runtime filter belongs to the frame, not to the board, and the range was set to go with it.
  leaving: (now, own) =>
    now.some((filter) => isDays(filter) && filter.days !== null)
      ? own.filter((filter) => isDays(filter) || isRange(filter))
      : [],
  write: (asked, own) =>
    own.length === 0 ? byLabel(asked) : own.map((filter) => writtenOver(filter, asked)),
}

const appliesToAll = (filter: RememberedFilter): boolean => filter.unsent !== true && isOfWhole(filter)

function writtenOver(filter: FrameFilter, { range, filters }: Narrowing): FrameFilter {
  if (isDays(filter)) return { ...filter, days: daysOf(range) }
  if (isRange(filter) && range !== null) {
    // A board shows the intersection of range and days: with days, its range is set to the widest.
    if (daysOf(range) !== null) return takesRange(filter, 'all') ? { ...filter, value: 'ALL' } : filter
    return takesRange(filter, range) ? { ...filter, value: range.toUpperCase() } : filter
  }
  if (!isFilter(filter) || !appliesToAll(filter)) return filter
  const field = fieldOf(filter.column)
  const texts = field === null ? undefined : filters[field]
  if (texts === undefined) return filter
  const { negate: _negate, ...plain } = filter
  // An address contains only texts.
  const values = texts.map((one) => filter.values.find((value) => String(value) === one) ?? one)
  return { ...plain, oper: 'IN', values }
}

/** For a board whose filters are unknown. */
const byLabel = (asked: Narrowing): readonly FrameFilter[] => [
  ...narrowedFields(asked).map((field): RememberedFilter => ({
    column: fieldLabel(field),
    oper: 'IN',
    values: asked.filters[field] ?? [],
  })),
  ...(asked.range === null || daysOf(asked.range) !== null
    ? []
    : [{ parameter: rangeParameter, value: asked.range.toUpperCase() }]),
]
