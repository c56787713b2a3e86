import { filterOperators, rangeIds, type Days, type FieldFilter, type RangeId } from '../../wire/board'
import { asFields, asList, asText, type Fields, flagPairs } from './read'

/** A parameter that the embedding page sets by name. */
export interface RuntimeParameter {
  readonly name: string
  readonly value: string
  /** Whether users may see and change it. */
  readonly visible: boolean
}

/** The only parameter of every board: its time range. */
export const rangeParameter = 'Time range'

/** `param1=Time range&paramVal1=30D&param2=…`, from the init payload or the frame address. */
function parseParameterText(text: string): readonly RuntimeParameter[] {
  const pairs = flagPairs(text)
  return pairs.flatMap(([key, name]) => {
    const at = /^param(\d+)$/.exec(key)?.[1]
    const value = pairs.find(([other]) => other === `paramVal${at}`)?.[1]
    return at === undefined || name === '' || value === undefined ? [] : [{ name, value, visible: true }]
  })
}

/** `[{name, value, isVisibleToUser?}]`, as in the host event. */
export function parseParameterList(value: unknown): readonly RuntimeParameter[] {
  return (asList(value) ?? []).flatMap((item) => {
    const { name, value: given, isVisibleToUser } = asFields(item)
    const text = asText(name)
    const plain = typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean'
    return text === undefined || !plain
      ? []
      : [{ name: text, value: String(given), visible: isVisibleToUser !== false }]
  })
}

/** Parameters of an init payload or a full set: as text or list, in the payload or in the address. */
export function runtimeParametersOf(payload: Fields, search: string): readonly RuntimeParameter[] {
  const text = asText(payload['runtimeParameterParams'])
  if (text !== undefined) return parseParameterText(text)
  const list = parseParameterList(payload['runtimeParameters'])
  return list.length > 0 ? list : parseParameterText(search)
}

/** New parameters override earlier ones. A hidden one stays hidden, as the vendor documents. */
export function withParameters(
  before: readonly RuntimeParameter[],
  next: readonly RuntimeParameter[],
): readonly RuntimeParameter[] {
  const hidden = before.filter(({ visible }) => !visible).map(({ name }) => name)
  return [
    ...before.filter(({ name }) => next.every((other) => other.name !== name)),
    ...next.map((one) => (hidden.includes(one.name) ? { ...one, visible: false } : one)),
  ]
}

const isRange = ({ name }: RuntimeParameter): boolean => name.toLowerCase() === rangeParameter.toLowerCase()

/** The range set by the parameters. `null` if they set none, or an unknown one. */
export function rangeOf(parameters: readonly RuntimeParameter[]): RangeId | null {
  const wanted = parameters.find(isRange)?.value.toUpperCase()
  return rangeIds.find((range) => range === wanted) ?? null
}

/** The time range as reported to the embedding page. `visible`: the user may choose it too. */
export const rangeView = (value: RangeId | null, allowed: readonly RangeId[], visible: boolean): object => ({
  id: rangeParameter,
  name: rangeParameter,
  dataType: 'CHAR',
  value,
  allowedValues: allowed,
  isVisibleToUser: visible,
})

export function mayChooseRange(parameters: readonly RuntimeParameter[]): boolean {
  return parameters.find(isRange)?.visible ?? true
}

export interface RuntimeFilter {
  readonly columnName: string
  readonly operator: string
  readonly values: readonly (string | number)[]
}

/** Maps a vendor operator, in any case, to the model's. */
export function runtimeOperator(
  name: string,
): (typeof filterOperators)[keyof typeof filterOperators] | undefined {
  const wanted = name.toUpperCase()
  return Object.hasOwn(filterOperators, wanted)
    ? filterOperators[wanted as keyof typeof filterOperators]
    : undefined
}

/** `col1=Token&op1=IN&val1=USDC&val1=USDT&col2=…`, from the init payload or the frame address. */
export function parseRuntimeFilterText(text: string): readonly RuntimeFilter[] {
  const pairs = flagPairs(text)
  const columns = pairs.filter(([key]) => /^col\d+$/.test(key))
  return columns.flatMap(([key, columnName]) => {
    const index = key.slice('col'.length)
    const operator = pairs.find(([name]) => name === `op${index}`)?.[1] ?? 'EQ'
    const values = pairs.filter(([name]) => name === `val${index}`).map(([, value]) => value)
    return columnName === '' || values.length === 0 ? [] : [{ columnName, operator, values }]
  })
}

/** `[{columnName, operator, values}]` or `{column, oper, values}`, as in the host events. */
export function parseRuntimeFilterList(value: unknown): readonly RuntimeFilter[] {
  return (asList(value) ?? []).flatMap((item) => {
    const fields = asFields(item)
    const columnName = asText(fields['columnName']) ?? asText(fields['column'])
    const operator = asText(fields['operator']) ?? asText(fields['oper']) ?? 'EQ'
    const values = (asList(fields['values']) ?? []).filter(isScalar)
    return columnName === undefined ? [] : [{ columnName, operator, values }]
  })
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

/** Filters of an init payload or a full set of parameters: as text or list, in the payload or in the address. */
export function runtimeFiltersOf(payload: Fields, search: string): readonly RuntimeFilter[] {
  const text = asText(payload['runtimeFilterParams'])
  if (text !== undefined) return parseRuntimeFilterText(text)
  const list = parseRuntimeFilterList(payload['runtimeFilters'])
  return list.length > 0 ? list : parseRuntimeFilterText(search)
}

/** The date column, which every chart has. */
const dateColumn = 'utc-day'
const isOfDays = ({ columnName }: RuntimeFilter): boolean => columnName.toLowerCase() === dateColumn

/** The days that a filter on the date column leaves: two times in seconds, both inclusive, as the vendor documents dates. */
export function daysOf(filters: readonly RuntimeFilter[]): Days | null {
  const { operator, values = [] } = filters.findLast(isOfDays) ?? {}
  const [from, to] = values.map(Number).toSorted((one, other) => one - other)
  if (operator?.toUpperCase() !== 'BW_INC' || from === undefined || to === undefined) return null
  const day = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10)
  return Math.abs(from) < lastSecond && Math.abs(to) < lastSecond ? { from: day(from), to: day(to) } : null
}

/** In the year 9999. */
const lastSecond = 253_402_300_800

/** New filters override earlier ones on the same column. An empty list removes all. */
export const withRuntimeFilters = (
  before: readonly RuntimeFilter[],
  next: readonly RuntimeFilter[],
): readonly RuntimeFilter[] =>
  next.length === 0
    ? []
    : [...before.filter(({ columnName }) => next.every((other) => other.columnName !== columnName)), ...next]

/** Filters by a column's label, which can be mapped only once the board's chips are known. */
export const needsLabels = (filters: readonly RuntimeFilter[]): boolean =>
  filters.some((filter) => !filter.columnName.includes('.') && !isOfDays(filter))

/**
 * Converts runtime filters to model filters. A column is matched with the board's chips by field id or label. An unknown column is skipped,
 * as at the vendor, unless it is a field id.
 */
export function toFieldFilters(
  filters: readonly RuntimeFilter[],
  chips: readonly { readonly field: string; readonly label: string }[],
): readonly FieldFilter[] {
  return filters.flatMap((filter) => {
    const wanted = filter.columnName.toLowerCase()
    const chip = chips.find(
      (item) => item.field.toLowerCase() === wanted || item.label.toLowerCase() === wanted,
    )
    const field = chip?.field ?? (filter.columnName.includes('.') ? filter.columnName : undefined)
    const op = runtimeOperator(filter.operator)
    return field === undefined || op === undefined || filter.values.length === 0
      ? []
      : [{ field, op, values: filter.values }]
  })
}

/** A board filter with its column's values, in the shape that the vendor's `convertFilterChangedToUpdateFiltersPayload` reads. */
export const columnFilter = (name: string, values: readonly string[]): object => ({
  columnInfo: { name },
  filters: [{ filterContent: [{ filterType: 'IN', value: values.map((key) => ({ key })) }] }],
})
