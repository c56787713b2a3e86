/**
 * The star schema of the sample database: one home for table and column names, types, units and meanings.
 * The generator fills it, the semantic model and the documentation read it. Times are UTC, money is US dollars.
 */
import { type Column, count, key, optional, type Table, text } from './schema/column'
import { defiTables } from './schema/defi-tables'
import { derivativeTables } from './schema/derivative-tables'
import { dimensionTables } from './schema/dimensions'
import { fundTables } from './schema/fund-tables'
import { marketTables } from './schema/market-tables'
import { stablecoinTables } from './schema/stablecoin-tables'

export type { Column, Table } from './schema/column'

const instantText = (name: string, description: string): Column => ({
  ...text(name, description),
  type: 'timestamp',
  unit: 'UTC instant',
})

const metaTables: readonly Table[] = [
  {
    name: 'dim_source',
    title: 'Sources',
    kind: 'dimension',
    grain: 'one fact table',
    description: 'Where each table comes from and how fresh it is; feeds the trust line.',
    timeColumn: null,
    columns: [
      key('table_name', 'Fact table.'),
      text('source', 'Vendor or generator.'),
      text('licence', 'Terms of the data.'),
      instantText('as_of_ts', 'End of the last complete interval in the data.'),
      instantText('fetched_at', 'When it was read or generated; equals as_of_ts for generated data.'),
      text('status', 'final, provisional or sample.'),
      count('covered_n', 'attribute', 'entities', 'Entities that have reported the last interval.'),
      count('covered_of', 'attribute', 'entities', 'Entities expected.'),
      count('method_version', 'attribute', 'version', 'Version of the formulas.'),
      text('clock', 'What the as-of time means for this table and its usual lag.'),
      text('provisional_until', 'When values of a live source become final.'),
      optional(instantText('restated_at', 'Last restatement; null when there was none.')),
      optional(count('restated_rows', 'attribute', 'rows', 'Rows changed by it.')),
      optional({ ...text('restated_max_rel', 'Largest relative change.'), type: 'double', unit: 'ratio' }),
      optional(text('note', 'Anything a reader must know.')),
    ],
  },
  {
    name: 'meta',
    title: 'About this file',
    kind: 'meta',
    grain: 'one key',
    description: 'Keys: dataset, label, seed, as_of, version, first_day, generator_version, scale.',
    timeColumn: null,
    columns: [key('key', 'Name of the fact.'), text('value', 'Its value as text.')],
  },
]

export const tables: readonly Table[] = [
  ...dimensionTables,
  ...marketTables,
  ...derivativeTables,
  ...stablecoinTables,
  ...fundTables,
  ...defiTables,
  ...metaTables,
]

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
