import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, delimiter, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { tables, type Column, type Table } from '../../bi-host/data/schema'
import { listen, opened } from '../../http/listen'
import type { OpenService, Say } from '../services'
import { madeBoards } from '../superset/made-boards'

/** A database that Superset asks in place of DuckDB: the same datasets and charts over the same sample. */
export interface Engine extends OpenService {
  /** Its address for SQLAlchemy, as one that may only read. */
  address(): Promise<string>
  /**
   * Asks it, as the one who loads it.
   * @throws an error with what the engine says, when it refuses
   */
  query(sql: string): Promise<readonly (readonly Value[])[]>
}

/** Numbers may come as text. */
export type Value = string | number | boolean | null

export interface EngineOptions {
  readonly port: number
  /** Variable that changes the port, for the message when it is taken. */
  readonly variable: string
  /** What is installed for this machine. */
  readonly home: string
  /** What this instance keeps: its data, its settings, its log. */
  readonly folder: string
  /** Makes sure that the sample's file is there. */
  readonly sample: () => Promise<{ readonly path: string }>
}

/** Superset over an engine, which is up before the dashboards are imported: Superset then asks for their tables. */
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

/** Schema of the tables, as the datasets of the bundle name it. */
export const schema = 'main'

/** What the datasets read, and no more. */
export const tablesRead: readonly Table[] = tables.filter(({ name }) =>
  madeBoards.some(({ datasets }) => datasets.some(({ sql }) => new RegExp(`\\b${name}\\b`).test(sql))),
)

/** The columns of a table in an engine's own names of types. */
export const columnsIn = (table: Table, types: Readonly<Record<Column['type'], string>>): string =>
  table.columns.map(({ name, type }) => `${name} ${types[type]}`).join(', ')

/** Writes the tables that are read into files, each where `fileOf` says. */
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

/** What tells, in an engine's folder, which sample was loaded last. */
export const loadedMark = 'loaded'

/** Loads the sample where it is not the one that was loaded last. */
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

/** The program on the path, or in the folders where packages put it. */
export const programIn = (name: string, folders: readonly string[]): string | null =>
  [...(process.env['PATH'] ?? '').split(delimiter), ...folders]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file)) ?? null

/** @throws PortTaken */
export async function requirePort(name: string, { port, variable }: EngineOptions): Promise<void> {
  const handler = (_: unknown, response: { end(): void }): void => response.end()
  await (await listen({ name, port, variable, handler })).close()
}
