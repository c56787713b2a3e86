import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { SampleDatabase } from '../../../../local/bi-host/data/build'
import { madeSampleData } from '../../../../local/cli/build'

/** A query that has to give one row of numbers. */
export type NumbersOf = (sql: string) => Promise<Readonly<Record<string, number>>>

export interface OpenSample {
  readonly sample: SampleDatabase
  readonly numbers: NumbersOf
  readonly rows: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>
  readonly close: () => Promise<void>
}

/** The sample data, opened as the host does: read-only. */
export async function openSample(): Promise<OpenSample> {
  const sample = await madeSampleData()
  const instance = await DuckDBInstance.create(sample.path, { access_mode: 'READ_ONLY', threads: '2' })
  const connection = await instance.connect()
  return {
    sample,
    numbers: async (sql) => {
      const [first, ...rest] = await rowsOf(connection, sql)
      if (first === undefined || rest.length > 0) throw new Error(`Not one row: ${sql}`)
      return Object.fromEntries(Object.entries(first).map(([name, value]) => [name, Number(value)]))
    },
    rows: (sql) => rowsOf(connection, sql),
    close: async () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

async function rowsOf(
  connection: DuckDBConnection,
  sql: string,
): Promise<readonly Record<string, unknown>[]> {
  return (await connection.runAndReadAll(sql)).getRowObjectsJS()
}
