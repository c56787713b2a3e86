import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { writeDatabase } from './database-file'
import { hash32 } from './random'
import { type Rows, rowsOf, tables, factClocks } from './rows'
import { defaultAsOf, isoOf, type Frame } from './days'
import { dimensionRows } from './facts/dimensions'
import { fundRows } from './facts/funds'
import { lendingRows } from './facts/lending'
import { liquidationRows, exchangeLiquidations } from './facts/liquidations'
import { onchainRows, crowdRows, fearGreedRows, rateRows, ratesOf } from './facts/rates-and-sentiment'
import { optionInterest, optionStrikes, optionSurface } from './facts/options'
import { dailyPrices, hourlyPrices } from './facts/prices'
import { productRows } from './facts/products'
import { stableBridgeRows, stablePriceRows, stableSupplyRows } from './facts/stablecoins'
import { restakingRows, stakingRows } from './facts/staking'
import { futuresTerm, tradingRows, fundingRows } from './facts/trading'
import { activityOf } from './market/activity'
import { type Market, marketOf } from './market/market'
import { optionRows } from './market/option-book'
import { stableSupply } from './market/stable-supply'
import { termRows } from './market/term'

/** Increment with every change that alters a value, so that files of older generators are rebuilt. */
const generatorVersion = 11

export interface SampleDataOptions {
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
