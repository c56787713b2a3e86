import {
  fieldLabel,
  fieldOf,
  narrowedFields,
  namedRanges,
  timeRange,
  type Narrowing,
  type TimeRange,
} from '../../../core/kernel/narrowing'
import { isPlainId } from '../../../core/embedding/view-checks'
import type { FiltersRead, FilterVocabulary, FrameFilter } from '../../_shared/embedded-frame/routes'
import { fields, firstOf, text } from './frame-messages'

/** A filter in the shape that `updateFilters` takes back. */
export interface RememberedFilter {
  readonly column: string
  readonly oper: string
  readonly values: readonly string[]
  /** Of dates: what its values are. */
  readonly type?: string
  /** A tab or a group of charts; absent where the frame says nothing of it, as before 26.10. */
  readonly applicability?: { readonly level: string; readonly targetId?: string }
}

/**
 * The filters that a `filterChanged` or the reply to `GetFilters` names; null where that cannot be understood: the vendor documents
 * neither keys nor spelling of the former. Both spellings are those that `UpdateFilters` takes.
 */
export function filtersOf(data: unknown): readonly RememberedFilter[] | null {
  const message = fields(data)
  const lists = [message['filters'], message['liveboardFilters'], message['runtimeFilters']].filter((list) =>
    Array.isArray(list),
  )
  const entries = lists.flat() as readonly unknown[]
  if (lists.length === 0 || entries.length > 100) return null
  const filters = entries.map((entry) => filterOf(entry, message['applicability']))
  return filters.every((filter) => filter !== null) ? filters : null
}

function filterOf(entry: unknown, ofAll: unknown): RememberedFilter | null {
  const { column, columnName, oper, operator, filters, values, type, applicability } = fields(entry)
  const name = text(column ?? columnName, 200)
  // The reply to `GetFilters` has the operator beside the content of each.
  const content = fields(firstOf(fields(firstOf(filters))['filterContent']))
  const how = text(oper ?? operator ?? content['filterType'], 40)
  if (name === null || how === null || !Array.isArray(values)) return null
  const plainValues = values
    .filter((value) => ['string', 'number', 'boolean'].includes(typeof value))
    .slice(0, 1_000)
    .map(String)
  const kind = text(type, 40)
  return {
    column: name,
    oper: how,
    values: plainValues,
    ...(kind === null ? {} : { type: kind }),
    ...applicabilityOf(applicability ?? ofAll),
  }
}

/** `UpdateFilters` throws on any other. */
function applicabilityOf(given: unknown): Pick<RememberedFilter, 'applicability'> {
  const { level, targetId } = fields(given)
  if (level === 'LIVEBOARD') return { applicability: { level } }
  const target = text(targetId, 64)
  if ((level !== 'TAB' && level !== 'GROUP') || target === null || !isPlainId(target)) return {}
  return { applicability: { level, targetId: target } }
}

/** A parameter of a board, as `parameterChanged` and the reply to `GetParameters` name it and `UpdateParameters` takes it back. */
export interface RememberedParameter {
  readonly parameter: string
  readonly value: string
  /** Values that it may have; absent where the frame does not say. */
  readonly allowed?: readonly string[]
}

/** The one that is how far back a board looks: its values are those of the portal, in capitals. */
const rangeParameter = 'Time range'

export function parametersOf(data: unknown): readonly RememberedParameter[] | null {
  const list = fields(data)['parameters']
  if (!Array.isArray(list) || list.length > 100) return null
  return list.flatMap((entry: unknown) => {
    const { name, value, allowedValues } = fields(entry)
    const parameter = text(name, 200)
    const plain = text(value, 200)
    if (parameter === null || plain === null) return []
    const allowed = Array.isArray(allowedValues) ? allowedValues.filter((one) => typeof one === 'string') : []
    return [{ parameter, value: plain, ...(allowed.length === 0 ? {} : { allowed }) }]
  })
}

export const isParameter = (filter: FrameFilter): filter is RememberedParameter => 'parameter' in filter
const isFilter = (filter: FrameFilter): filter is RememberedFilter => 'column' in filter

const rangeOf = (value: string): TimeRange | null => timeRange(value.toLowerCase())
const isRange = (filter: FrameFilter): filter is RememberedParameter =>
  isParameter(filter) && filter.parameter.toLowerCase() === rangeParameter.toLowerCase()

/** Filters of a whole board by the columns that the catalogue has; a parameter for the range. Any other the portal has no word for. */
export const thoughtSpotVocabulary: FilterVocabulary = {
  inAddress: false,
  read(filters): FiltersRead {
    const range = filters.find(isRange)
    const values = new Map<string, readonly string[]>()
    const beyond: string[] = []
    for (const filter of filters.filter(isFilter)) {
      const field = fieldOf(filter.column)
      const isPlain = ['IN', 'EQ'].includes(filter.oper.toUpperCase()) && appliesToAll(filter)
      if (field !== null && isPlain) values.set(field, filter.values)
      else if (filter.values.length > 0) beyond.push(filter.column)
    }
    const present = range === undefined ? null : rangeOf(range.value)
    if (range !== undefined && present === null) beyond.push(rangeParameter)
    return {
      narrowing: { range: present, filters: Object.fromEntries(values) },
      beyond,
      fields: [...values.keys()].map(fieldOf).filter((field) => field !== null),
      takes: (wanted) =>
        range !== undefined && (range.allowed ?? namedRanges).some((value) => value.toLowerCase() === wanted),
    }
  },
  write: (asked, own) =>
    own.length === 0 ? byLabel(asked) : own.map((filter) => writtenOver(filter, asked)),
}

const appliesToAll = ({ applicability }: RememberedFilter): boolean =>
  applicability === undefined || applicability.level === 'LIVEBOARD'

function writtenOver(filter: FrameFilter, { range, filters }: Narrowing): FrameFilter {
  if (isRange(filter) && range !== null && thoughtSpotVocabulary.read([filter]).takes(range))
    return { ...filter, value: range.toUpperCase() }
  if (!isFilter(filter) || !appliesToAll(filter)) return filter
  const field = fieldOf(filter.column)
  const values = field === null ? undefined : filters[field]
  return values === undefined ? filter : { ...filter, oper: 'IN', values }
}

/** For a board that does not say what it has. */
const byLabel = (asked: Narrowing): readonly FrameFilter[] => [
  ...narrowedFields(asked).map((field): RememberedFilter => ({
    column: fieldLabel(field),
    oper: 'IN',
    values: asked.filters[field] ?? [],
  })),
  ...(asked.range === null || asked.range.includes('..')
    ? []
    : [{ parameter: rangeParameter, value: asked.range.toUpperCase() }]),
]
