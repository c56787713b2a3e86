import * as v from 'valibot'
import { flag, recordFile, text } from './records'
import schemaText from './schema.jsonl?raw'

/**
 * The star schema of the sample database: one home for table and column names, types, units and meanings, kept as data.
 * The generator fills it, the semantic model and the documentation read it. Times are UTC, money is US dollars.
 */
const schema = recordFile('schema.jsonl', schemaText, ['table', 'column'])

/**
 * A column of a table. What may be done with its values is its role:
 * `time`: the date or instant the row belongs to. `key`: part of the grain. `attribute`: follows from the key.
 * `flow`: sums over time and over entities. `state`: sums over entities, last value in time, never a sum over days.
 * `level`: a price, rate, ratio or index: never summed; averaged only with a weight.
 * The unit is in words: `USD`, `coins`, `%`, `bp per 8 h`, … Empty for names and flags. A test refuses a null that is not allowed.
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
 * One row is a `grain`; `timeColumn` is what a date range filters on, null for dimensions. A fact has the clock it follows and says
 * when a live source would become final.
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

/** What the provenance of each fact says besides its name. */
export const factClocks = tableRecords.filter(({ kind }) => kind === 'fact')

/** Throws when there is no such table: a misspelt name is a bug. */
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
 * Text columns of facts repeat few words, so they are stored as enumerations, one type for all columns of a name: that
 * makes grouping and joining fast. They still compare, concatenate and come back as text, and sort by the alphabet.
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

/** `CREATE TABLE` of one table; enumerations must exist before. */
export function createTableSql(table: Table): string {
  const columns = table.columns.map((column) => {
    const type = isEnumerated(column) ? enumerationName(column) : sqlTypes[column.type]
    return `"${column.name}" ${type}${column.nullable ? '' : ' NOT NULL'}`
  })
  return `CREATE TABLE "${table.name}" (${columns.join(', ')})`
}
