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
