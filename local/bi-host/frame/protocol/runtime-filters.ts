import type { FieldFilter } from '../../wire/board'
import { flagPairs } from './flags'
import { asFields, asList, asText, type Fields } from './read'

/** A filter the embedding page sets by column name. */
export interface RuntimeFilter {
  readonly columnName: string
  readonly operator: string
  readonly values: readonly (string | number)[]
}

const operators = {
  EQ: 'in',
  IN: 'in',
  NE: 'not-in',
  NOT_IN: 'not-in',
  LT: 'lt',
  LE: 'le',
  GT: 'gt',
  GE: 'ge',
  BW: 'between',
  BW_INC: 'between',
  CONTAINS: 'contains',
} as const satisfies Readonly<Record<string, FieldFilter['op']>>

/** The model's word for one of the vendor's operators, in any case. */
export function runtimeOperator(name: string): (typeof operators)[keyof typeof operators] | undefined {
  const wanted = name.toUpperCase()
  return Object.hasOwn(operators, wanted) ? operators[wanted as keyof typeof operators] : undefined
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

/** `[{columnName, operator, values}]` or `{column, oper, values}`, as the host events send them. */
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

/** Filters of an init payload or a full set of parameters: text or list, in the payload or in the address. */
export function runtimeFiltersOf(payload: Fields, search: string): readonly RuntimeFilter[] {
  const text = asText(payload['runtimeFilterParams'])
  if (text !== undefined) return parseRuntimeFilterText(text)
  const list = parseRuntimeFilterList(payload['runtimeFilters'])
  return list.length > 0 ? list : parseRuntimeFilterText(search)
}

/**
 * Runtime filters as filters of the model. A column is matched with the board's chips by field id or label; a column
 * that no chip knows is left out, as the vendor does, unless it already is a field id.
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
