import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { createModel } from '../../../../local/bi-host/model/semantic-model'
import { sources } from '../../../../local/bi-host/model/sources'
import { openWarehouse, type Warehouse } from '../../../../local/bi-host/warehouse/warehouse'
import { madeSampleData } from '../../../../local/cli/build'
import type { Source } from '../../../../local/bi-host/model/source'

/** The sample data that the embedded stack serves. */
export async function sampleWarehouse(): Promise<Warehouse> {
  const { path } = await madeSampleData()
  return openWarehouse(createModel(sources), { file: path, timeoutMs: 60_000 })
}

/** A real database with a few rows, opened as the host opens the large one. */
export interface SmallWarehouse {
  readonly warehouse: Warehouse
  readonly file: string
  close(): Promise<void>
}

/** `sql` creates and fills the tables of the sources. */
export async function smallWarehouse(
  sources: readonly Source[],
  sql: readonly string[],
  asOf: string,
): Promise<SmallWarehouse> {
  const folder = await mkdtemp(join(tmpdir(), 'bi-model-'))
  const file = join(folder, 'small.duckdb')
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  await connection.run('create table meta (key varchar, value varchar)')
  await connection.run("insert into meta values ('as_of', $1), ('label', 'Sample data'), ('seed', 'small')", [
    asOf,
  ])
  await connection.run(
    'create table dim_source (table_name varchar, source varchar, status varchar, note varchar)',
  )
  for (const statement of sql) await connection.run(statement)
  connection.closeSync()
  instance.closeSync()
  const warehouse = await openWarehouse(createModel(sources), { file })
  return {
    warehouse,
    file,
    close: async () => {
      await warehouse.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
