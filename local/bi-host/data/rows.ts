import * as v from 'valibot'
import { flag, recordFile, text } from './records'
import schemaText from './schema.jsonl?raw'

/**
 * The star schema of the sample database: the only definition of table and column names, types, units and meanings, stored as data. The
 * generator fills it, and the semantic model and the documentation read it. Times are UTC, money is US dollars.
 */
const schema = recordFile('schema.jsonl', schemaText, ['table', 'column'])

/**
 * A column of a table. Its role decides how its values may be aggregated: `time`: the date or instant of the row. `key`: part of the grain.
 * `attribute`: determined by the key. `flow`: sums over time and over entities. `state`: sums over entities, last value in time, never a
 * sum over days. `level`: a price, rate, ratio or index: never summed, averaged only with a weight. The unit is in words: `USD`, `coins`,
 * `%`, `bp per 8 h`, … Empty for names and flags. A test rejects nulls that are not allowed.
 */
const columnRecords = schema('column', {
  table: text,
  name: text,
  type: v.picklist(['date', 'timestamp', 'text', 'double', 'integer', 'boolean']),
  role: v.picklist(['time', 'key', 'attribute', 'flow', 'state', 'level']),
  unit: v.optional(v.string(), ''),
  description: text,
  nullable: flag,
}).map(({ table, ...column }) => ({ table, column }))
export type Column = Readonly<(typeof columnRecords)[number]['column']>

/**
 * One row is a `grain`. `timeColumn` is the column that date ranges filter, null for dimensions. A fact has the clock it follows, and when
 * a live source would become final.
 */
const tableRecords = schema('table', {
  name: text,
  title: text,
  kind: v.picklist(['dimension', 'fact', 'meta']),
  grain: text,
  description: text,
  timeColumn: v.optional(v.nullable(text), null),
  clock: v.optional(text, 'UTC day end'),
  note: v.optional(v.nullable(text), null),
})

export const tables = tableRecords.map(({ name, title, kind, grain, description, timeColumn }) => ({
  name,
  title,
  kind,
  grain,
  description,
  timeColumn,
  columns: columnRecords.filter(({ table }) => table === name).map(({ column }) => column),
}))
export type Table = (typeof tables)[number]

/** Provenance of each fact besides its name. */
export const factClocks = tableRecords.filter(({ kind }) => kind === 'fact')

/** Throws if there is no such table: a misspelled name is a bug. */
export function tableNamed(name: string): Table {
  const found = tables.find((table) => table.name === name)
  if (!found) throw new Error(`There is no table ${name} in the schema.`)
  return found
}

const sqlTypes: Readonly<Record<Column['type'], string>> = {
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  text: 'VARCHAR',
  double: 'DOUBLE',
  integer: 'INTEGER',
  boolean: 'BOOLEAN',
}

/**
 * Text columns of facts repeat few words, so they are stored as enums, one type for all columns with the same name, which makes grouping
 * and joining fast. They still compare, concatenate and read as text, and sort alphabetically.
 */
export function isEnumerated(column: Column): boolean {
  return column.type === 'text' && enumeratedNames.has(column.name)
}

const enumeratedNames: ReadonlySet<string> = new Set(
  tables
    .filter(({ kind, name }) => kind === 'fact' && name !== 'f_event')
    .flatMap(({ columns }) => columns.filter(({ type }) => type === 'text').map(({ name }) => name)),
)

export const enumerationName = (column: Column): string => `words_of_${column.name}`

/** `CREATE TABLE` of one table. Its enums must exist before. */
export function createTableSql(table: Table): string {
  const columns = table.columns.map((column) => {
    const type = isEnumerated(column) ? enumerationName(column) : sqlTypes[column.type]
    return `"${column.name}" ${type}${column.nullable ? '' : ' NOT NULL'}`
  })
  return `CREATE TABLE "${table.name}" (${columns.join(', ')})`
}

/** One row by column name. Dates are days since 1970, timestamps milliseconds since 1970. */
export type Row = Readonly<Record<string, string | number | boolean | null>>

/** Rows of one table, stored by column. */
export interface Rows {
  readonly table: string
  readonly count: number
  readonly columns: readonly ColumnValues[]
}

export interface ColumnValues {
  readonly column: Column
  /** Numbers. For text the index in `words`, for booleans 0 or 1. Undefined where `isNull`. */
  numberAt(row: number): number
  isNull(row: number): boolean
  /** Distinct texts in order of appearance. Empty for other types. */
  readonly words: readonly string[]
}

export interface RowWriter {
  add(row: Row): void
  finish(): Rows
}

const pageSize = 8192

/** Collects rows of a table of the schema. Throws on a missing or misspelled column, and on a null where none is allowed. */
export function rowsOf(table: string): RowWriter {
  const { columns } = tableNamed(table)
  const writers = columns.map(columnWriter)
  let count = 0
  return {
    add(row) {
      for (const writer of writers) writer.push(row[writer.column.name])
      count += 1
    },
    finish: () => ({ table, count, columns: writers }),
  }
}

interface ColumnWriter extends ColumnValues {
  push(value: string | number | boolean | null | undefined): void
}

function columnWriter(column: Column): ColumnWriter {
  const pages: Float64Array[] = []
  const nulls = new Set<number>()
  const words: string[] = []
  const positions = new Map<string, number>()
  let page = new Float64Array(0)
  let length = 0

  const encode = (value: string | number | boolean): number => {
    if (typeof value === 'number') return value
    if (typeof value === 'boolean') return value ? 1 : 0
    const known = positions.get(value)
    if (known !== undefined) return known
    positions.set(value, words.length)
    return words.push(value) - 1
  }

  return {
    column,
    words,
    push(value) {
      const slot = length % pageSize
      if (slot === 0) pages.push((page = new Float64Array(pageSize)))
      if (value === null && column.nullable) {
        nulls.add(length)
      } else {
        const number = value === null || value === undefined ? Number.NaN : encode(value)
        if (!Number.isFinite(number)) throw new Error(`${column.name} has no value (${String(value)}).`)
        page[slot] = number
      }
      length += 1
    },
    numberAt: (row) => pages[Math.floor(row / pageSize)]?.[row % pageSize] ?? Number.NaN,
    isNull: (row) => nulls.has(row),
  }
}
