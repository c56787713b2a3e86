import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase } from '../../../../local/bi-host/data/build'
import { createModel } from '../../../../local/bi-host/model/semantic-model'
import { sources } from '../../../../local/bi-host/model/sources'
import { openWarehouse } from '../../../../local/bi-host/server/warehouse'
import type { Warehouse } from '../../../../local/bi-host/server/warehouse'

/** The sample data as people get it. The file is kept between runs; its name carries its version. */
export const sampleDataFolder = join(tmpdir(), 'assay-sample-data')

export async function sampleWarehouse(): Promise<Warehouse> {
  const { path } = await ensureDatabase({ folder: sampleDataFolder })
  return openWarehouse(createModel(sources), { file: path, timeoutMs: 60_000 })
}
