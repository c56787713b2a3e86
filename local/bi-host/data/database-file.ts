import {
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBInstance,
  DuckDBTimestampValue,
  type DuckDBValue,
} from '@duckdb/node-api'
import {
  type ColumnValues,
  type Rows,
  createTableSql,
  enumerationName,
  isEnumerated,
  tableNamed,
  tables,
  type Column,
} from './rows'

/**
 * How a larger file keeps every total: at scale N, each row of the tables below is stored as several part rows with the same key, as if
 * venues reported by contract and chains by wallet cluster. Flows and states of the parts sum to the row. Prices and rates are the same in
 * each. Tables whose rows must stay unique (daily prices, funding prints, surfaces, funds) are not split, so the others are split slightly
 * more than N times.
 */
const splitTables: ReadonlySet<string> = new Set([
  'f_price_hourly',
  'f_cex_daily',
  'f_futures_term',
  'f_liq_cex',
  'f_option_daily',
  'f_option_strike',
  'f_stable_supply',
  'f_stable_bridge',
  'f_lending_daily',
  'f_liquidations',
  'f_staking_daily',
  'f_rwa_daily',
])

/** Parts per row of each table, so that all tables together have about `scale` times their rows. */
export function partsPerRow(tables: readonly Rows[], scale: number): (table: string) => number {
  const count = (split: boolean): number =>
    tables.filter(({ table }) => splitTables.has(table) === split).reduce((sum, rows) => sum + rows.count, 0)
  const alone = count(false)
  const splittable = Math.max(1, count(true))
  const parts = Math.max(1, Math.round((scale * (alone + splittable) - alone) / splittable))
  return (table) => (splitTables.has(table) ? parts : 1)
}

/** Value of part `part` of `parts`. The parts of a flow or state sum to the value, and whole numbers stay whole. */
export function partOf(column: Column, value: number, part: number, parts: number): number {
  if (parts === 1 || (column.role !== 'flow' && column.role !== 'state')) return value
  const before = partEdge(part, parts)
  const after = partEdge(part + 1, parts)
  if (column.type === 'integer') return Math.round(value * after) - Math.round(value * before)
  return value * (after - before)
}

/** Parts grow from first to last, just as contracts and wallets differ in size. */
const partEdge = (part: number, parts: number): number => (part * (part + 1)) / (parts * (parts + 1))

/** Rows of one DuckDB vector, the maximum of a chunk. */
const chunkRows = 2048

/** Writes a new database file, and returns the number of rows. Throws if the file exists or cannot be written. */
export async function writeDatabase(
  path: string,
  all: readonly Rows[],
  scale: number,
  onProgress: (line: string) => void,
): Promise<number> {
  const instance = await DuckDBInstance.create(path, { threads: '2' })
  try {
    const connection = await instance.connect()
    try {
      return await fill(connection, all, scale, onProgress)
    } finally {
      connection.closeSync()
    }
  } finally {
    instance.closeSync()
  }
}

async function fill(
  connection: DuckDBConnection,
  all: readonly Rows[],
  scale: number,
  onProgress: (line: string) => void,
): Promise<number> {
  for (const sql of enumerationSql(all)) await connection.run(sql)
  for (const table of tables) await connection.run(createTableSql(table))
  const parts = partsPerRow(all, scale)
  let stored = 0
  for (const [position, rows] of all.entries()) {
    await append(connection, rows, parts(rows.table))
    stored += rows.count * parts(rows.table)
    onProgress(
      `Making the sample data: ${position + 1} of ${all.length} tables, ${stored.toLocaleString('en-US')} rows …`,
    )
  }
  await connection.run('CHECKPOINT')
  return stored
}

/** One enum per column name, over the words of every table that has the column, in alphabetical order. */
function enumerationSql(all: readonly Rows[]): readonly string[] {
  const words = new Map<string, Set<string>>()
  for (const { columns } of tables) {
    for (const column of columns.filter(isEnumerated)) words.set(enumerationName(column), new Set())
  }
  for (const values of all.flatMap(({ columns }) => columns)) {
    if (!isEnumerated(values.column)) continue
    for (const word of values.words) words.get(enumerationName(values.column))?.add(word)
  }
  return [...words].map(([name, known]) => {
    const list = [...known].sort().map((word) => `'${word.replaceAll("'", "''")}'`)
    return `CREATE TYPE ${name} AS ENUM (${list.join(', ')})`
  })
}

async function append(connection: DuckDBConnection, rows: Rows, parts: number): Promise<void> {
  const appender = await connection.createAppender(rows.table)
  const types = tableNamed(rows.table).columns.map((_, index) => appender.columnType(index))
  const total = rows.count * parts
  const readers = rows.columns.map(readerOf)
  for (let start = 0; start < total; start += chunkRows) {
    const size = Math.min(chunkRows, total - start)
    const chunk = DuckDBDataChunk.create(types, size)
    readers.forEach((read, columnIndex) => {
      const vector = chunk.getColumnVector(columnIndex)
      for (let offset = 0; offset < size; offset += 1) {
        const row = Math.floor((start + offset) / parts)
        vector.setItem(offset, read(row, (start + offset) % parts, parts))
      }
      vector.flush()
    })
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
}

/** Converts stored numbers to DuckDB values. Caches the last date, because rows are ordered by date. */
function readerOf(values: ColumnValues): (row: number, part: number, parts: number) => DuckDBValue {
  const { column, words } = values
  let lastNumber = Number.NaN
  let lastValue: DuckDBValue = null
  const remember = (number: number, make: () => DuckDBValue): DuckDBValue => {
    if (number !== lastNumber) {
      lastNumber = number
      lastValue = make()
    }
    return lastValue
  }
  return (row, part, parts) => {
    if (values.isNull(row)) return null
    const number = values.numberAt(row)
    switch (column.type) {
      case 'text':
        return words[number] ?? null
      case 'boolean':
        return number === 1
      case 'date':
        return remember(number, () => new DuckDBDateValue(number))
      case 'timestamp':
        return remember(number, () => new DuckDBTimestampValue(BigInt(number) * 1000n))
      case 'integer':
      case 'double':
        return partOf(column, number, part, parts)
    }
  }
}
