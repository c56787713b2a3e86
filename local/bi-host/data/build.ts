import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBInstance,
  DuckDBTimestampValue,
  type DuckDBConnection,
  type DuckDBValue,
} from '@duckdb/node-api'
import {
  createTableSql,
  enumerationName,
  isEnumerated,
  tableNamed,
  tables,
  rowsOf,
  factClocks,
  type ColumnValues,
  type Rows,
  type Column,
} from './rows'
import { hash32 } from './random'
import { defaultAsOf, isoOf, type Frame } from './days'
import { dimensionRows } from './facts/dimensions'
import { fundRows, productRows } from './facts/funds'
import { lendingRows, restakingRows, stakingRows } from './facts/onchain'
import {
  liquidationRows,
  exchangeLiquidations,
  optionInterest,
  optionStrikes,
  optionSurface,
  futuresTerm,
  tradingRows,
  fundingRows,
} from './facts/trading'
import { onchainRows, crowdRows, fearGreedRows, rateRows, ratesOf } from './facts/rates-and-sentiment'
import { dailyPrices, hourlyPrices } from './facts/prices'
import { stableBridgeRows, stablePriceRows, stableSupplyRows } from './facts/stablecoins'
import { activityOf } from './market/activity'
import { marketOf, type Market } from './market/market'
import { optionRows } from './market/option-book'
import { stableSupply } from './market/stable-supply'
import { termRows } from './market/term'

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
async function writeDatabase(
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

/** Increment with every change that alters a value, so that files of older generators are rebuilt. */
const generatorVersion = 12

interface SampleDataOptions {
  /** Folder of the file. Created if missing. */
  readonly folder: string
  readonly seed?: string
  /** 1 is about 1.6 million rows, 10 about 16 million with the same totals. */
  readonly scale?: number
  /** Last day of the data, ISO. */
  readonly asOf?: string
  readonly onProgress?: (line: string) => void
  /** Whether a process with this id is running: unfinished files of dead processes are removed. */
  readonly isAlive?: (process: number) => boolean
}

export interface SampleDatabase {
  readonly path: string
  /** The same for the same seed, scale, as-of date, schema and generator. Part of cache keys. */
  readonly dataVersion: string
  readonly rows: number
  /** False if a file of this version existed already. */
  readonly built: boolean
}

const defaultSeed = 'assay-444'

/**
 * Ensures that the sample database exists, and returns its path. The file is written under a temporary name and renamed when complete.
 * Older versions in the folder are removed.
 */
export async function ensureDatabase(options: SampleDataOptions): Promise<SampleDatabase> {
  const { folder, seed = defaultSeed, scale = 1, asOf = defaultAsOf, onProgress = () => undefined } = options
  const { isAlive = () => true } = options
  const dataVersion = versionOf(seed, scale, asOf)
  const path = join(folder, `sample-${dataVersion}.duckdb`)
  await mkdir(folder, { recursive: true })
  const present = await storedRows(path)
  if (present === 'damaged') {
    onProgress(`${path} is damaged: it is made again. Nothing that people made is in it.`)
    await remove(path)
  }
  const exists = typeof present === 'number'
  if (!exists) {
    onProgress(`Making the sample data up to ${asOf} …`)
    const unfinished = join(folder, `unfinished-${dataVersion}-${process.pid}.duckdb`)
    await remove(unfinished)
    try {
      await writeDatabase(unfinished, await generated(seed, asOf, scale, dataVersion), scale, onProgress)
      await rename(unfinished, path)
    } catch (error) {
      await remove(unfinished)
      throw error
    }
  }
  await removeOlder(folder, path, isAlive)
  return { path, dataVersion, rows: exists ? present : Number(await storedRows(path)), built: !exists }
}

function versionOf(seed: string, scale: number, asOf: string): string {
  const subject = JSON.stringify([generatorVersion, seed, scale, asOf, tables])
  return [subject, `${subject}|again`].map((text) => hash32(text).toString(16).padStart(8, '0')).join('')
}

interface Edition {
  readonly scale: number
  readonly version: string
  readonly generatorVersion: number
}

/** One row of provenance per fact table: all from the generator until a refresh replaces a table. */
function sourceRows(edition: Edition): Rows {
  const rows = rowsOf('dim_source')
  const source = `Sample generator v${edition.generatorVersion} (not market data)`
  for (const { name, clock, note } of factClocks)
    rows.add({ table_name: name, source, status: 'sample', clock, note })
  return rows.finish()
}

function metaRows(frame: Frame, edition: Edition): Rows {
  const rows = rowsOf('meta')
  const facts = {
    dataset: 'Assay sample data',
    label: 'Sample data',
    seed: frame.seed,
    as_of: isoOf(frame.origin + frame.to - 1),
    first_day: isoOf(frame.origin + frame.from),
    version: edition.version,
    generator_version: String(edition.generatorVersion),
    scale: String(edition.scale),
  }
  for (const [name, value] of Object.entries(facts)) rows.add({ key: name, value })
  return rows.finish()
}

/** All tables of the sample data up to `asOf`, in sequence. Deterministic: the same arguments give the same rows. */
export function* generate(seed: string, asOf: string, edition: Edition): Generator<Rows> {
  const market = marketOf(seed, asOf)
  yield* factRows(market)
  yield* dimensionRows(market.frame)
  yield sourceRows(edition)
  yield metaRows(market.frame, edition)
}

function* factRows(market: Market): Generator<Rows> {
  const activity = activityOf(market)
  yield dailyPrices(market)
  yield hourlyPrices(market, activity)
  const term = termRows(market)
  yield tradingRows(market, activity, term)
  yield futuresTerm(market, term)
  yield fundingRows(market, activity)
  yield exchangeLiquidations(market, activity)
  yield crowdRows(market)
  yield fearGreedRows(market)
  const rates = ratesOf(market.frame)
  yield rateRows(market.frame, rates)
  yield optionSurface(market)
  const options = optionRows(market)
  yield optionInterest(market, options)
  yield optionStrikes(market, options)
  const supply = stableSupply(market)
  yield stableSupplyRows(supply)
  yield stablePriceRows(market, supply)
  yield stableBridgeRows(supply)
  yield fundRows(market)
  yield productRows(market, rates)
  yield onchainRows(market)
  yield lendingRows(market)
  yield liquidationRows(market)
  yield stakingRows(market)
  yield restakingRows(market)
}

/** Generates table by table, and yields to the event loop in between. */
async function generated(
  seed: string,
  asOf: string,
  scale: number,
  version: string,
): Promise<readonly Rows[]> {
  const all: Rows[] = []
  for (const rows of generate(seed, asOf, { scale, version, generatorVersion })) {
    all.push(rows)
    await new Promise((resume) => setImmediate(resume))
  }
  return all
}

/** Number of rows in the file. `damaged` if it is shorter than its header says, or not a database. */
async function storedRows(path: string): Promise<number | 'missing' | 'damaged'> {
  const file = await stat(path).catch(() => null)
  if (file === null) return 'missing'
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' }).catch((error: unknown) => {
    // A locked or unreadable file is not damaged.
    if (/Could not set lock|File is already open|Permission denied/.test(String(error))) throw error
    return null
  })
  if (instance === null) return 'damaged'
  try {
    const connection = await instance.connect()
    const [rows, blocks] = await Promise.all(
      [
        'SELECT sum(estimated_size)::DOUBLE FROM duckdb_tables() WHERE NOT internal',
        'SELECT (total_blocks * block_size)::DOUBLE FROM pragma_database_size()',
      ].map(async (sql) => Number((await connection.runAndReadAll(sql)).getRows()[0]?.[0])),
    )
    connection.closeSync()
    return file.size < Number(blocks) || !rows ? 'damaged' : rows
  } catch {
    return 'damaged'
  } finally {
    instance.closeSync()
  }
}

/** A file that another process holds open stays, and is removed next time. */
async function remove(path: string): Promise<void> {
  for (const name of [path, `${path}.wal`]) await rm(name, { force: true }).catch(() => undefined)
}

async function removeOlder(
  folder: string,
  keep: string,
  isAlive: (process: number) => boolean,
): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (/^sample-[0-9a-f]+\.duckdb$/.test(name) && path !== keep) await remove(path)
    const maker = /^unfinished-.*-(\d+)\.duckdb(?:\.wal)?$/.exec(name)?.[1]
    if (maker !== undefined && !isAlive(Number(maker))) await rm(path, { force: true })
  }
}
