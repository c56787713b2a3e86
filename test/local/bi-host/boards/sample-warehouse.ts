import { createModel } from '../../../../local/bi-host/model/semantic-model'
import { sources } from '../../../../local/bi-host/model/sources'
import { openWarehouse, type Warehouse } from '../../../../local/bi-host/warehouse/warehouse'
import { madeSampleData } from '../../../../local/cli/build'

/** The sample data that the embedded stack serves. */
export async function sampleWarehouse(): Promise<Warehouse> {
  const { path } = await madeSampleData()
  return openWarehouse(createModel(sources), { file: path, timeoutMs: 60_000 })
}
