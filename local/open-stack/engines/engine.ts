import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, delimiter, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { tables, type Column, type Table } from '../../bi-host/data/rows'
import { listen, opened } from '../../http/listen'
import type { OpenService, Say } from '../services'
import { madeBoards } from '../superset/made-boards'

/** A database for Superset in place of DuckDB, with the same datasets and charts over the same sample data. */
export interface Engine extends OpenService {
  /** SQLAlchemy URI with a read-only account. */
  address(): Promise<string>
  /**
   * Runs a query as the owner of the data.
   * @throws an Error with the engine's message
   */
  query(sql: string): Promise<readonly (readonly Value[])[]>
}

/** Some engines return numbers as text. */
export type Value = string | number | boolean | null

export interface EngineOptions {
  readonly port: number
  /** Variable that changes the port, for the message if it is in use. */
  readonly variable: string
  /** Folder of the programs installed for this machine. */
  readonly home: string
  /** Folder of this instance's data, settings and log. */
  readonly folder: string
  /** Ensures that the sample's file exists. */
  readonly sample: () => Promise<{ readonly path: string }>
}

/** Superset with an engine. The engine starts first, because Superset reads the tables when it imports the dashboards. */
export const supersetOver = (engine: Engine, superset: OpenService): OpenService => ({
  name: superset.name,
  async missing() {
    const lines = await Promise.all([engine.missing?.(), superset.missing?.()])
    return lines.filter((line) => typeof line === 'string').join('\n') || null
  },
  async install(say) {
    await engine.install(say)
    await superset.install(say)
  },
  prepare: (say) => engine.prepare(say),
  async start(say) {
    const running = opened()
    try {
      running.keep(await engine.start(say))
      await superset.prepare(say)
      const { name, origin } = running.keep(await superset.start(say))
      return { name, origin, close: () => running.close() }
    } catch (error) {
      await running.close()
      throw error
    }
  },
})

/** Schema of the tables, as in the bundle's datasets. */
export const schema = 'main'

/** Only the tables that the datasets read. */
export const tablesRead: readonly Table[] = tables.filter(({ name }) =>
  madeBoards.some(({ datasets }) => datasets.some(({ sql }) => new RegExp(`\\b${name}\\b`).test(sql))),
)

/** Column definitions of a table with an engine's type names. */
export const columnsIn = (table: Table, types: Readonly<Record<Column['type'], string>>): string =>
  table.columns.map(({ name, type }) => `${name} ${types[type]}`).join(', ')

/** Writes each table that is read to the file from `fileOf`. */
async function writeTables(
  sample: string,
  format: 'csv' | 'parquet',
  fileOf: (table: Table) => string,
): Promise<void> {
  const instance = await DuckDBInstance.create(sample, { access_mode: 'READ_ONLY' })
  try {
    const connection = await instance.connect()
    for (const table of tablesRead) {
      const file = fileOf(table)
      await mkdir(join(file, '..'), { recursive: true })
      const columns = table.columns.map(({ name }) => name).join(', ')
      await connection.run(
        `copy (select ${columns} from ${table.name}) to '${file.replaceAll("'", "''")}' (format ${format})`,
      )
    }
    connection.closeSync()
  } finally {
    instance.closeSync()
  }
}

/** File in an engine's folder that names the sample loaded last. */
export const loadedMark = 'loaded'

/** Loads the sample unless it is the one that was loaded last. */
export async function loadOnce(
  { folder, sample }: EngineOptions,
  format: 'csv' | 'parquet',
  load: (fileOf: (table: Table) => string) => Promise<void>,
  say: Say,
): Promise<void> {
  const stampFile = join(folder, loadedMark)
  const { path } = await sample()
  const stamp = [basename(path), ...tablesRead.map(({ name }) => name)].join(' ')
  if ((await readFile(stampFile, 'utf8').catch(() => null)) === stamp) return
  const started = performance.now()
  await rm(stampFile, { force: true })
  const fileOf = ({ name }: Table): string => join(folder, 'tables', name, `part.${format}`)
  await writeTables(path, format, fileOf)
  await load(fileOf)
  await writeFile(stampFile, stamp)
  say(`Loaded ${tablesRead.length} tables in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** Path of a program, from PATH or the folders of its packages. */
export const programIn = (name: string, folders: readonly string[]): string | null =>
  [...(process.env['PATH'] ?? '').split(delimiter), ...folders]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file)) ?? null

/** @throws PortTaken */
export async function requirePort(name: string, { port, variable }: EngineOptions): Promise<void> {
  const handler = (_: unknown, response: { end(): void }): void => response.end()
  await (await listen({ name, port, variable, handler })).close()
}
