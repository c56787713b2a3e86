import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureDatabase, type SampleDatabase } from '../bi-host/data/build'
import { makeChanged, type BuildStep } from './build-steps'
import { withLock } from './lock'
import { dataFolder } from './stack-settings'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where the stack that a person starts keeps them too: they are made once for everybody. */
export const sampleDataFolder = join(root, dataFolder)

/**
 * The sample data as people get them, and as the generator that lies here would make them: a file that an earlier one has made is
 * thrown away, whatever its name says.
 */
export function madeSampleData(
  onProgress: (line: string) => void = () => undefined,
): Promise<SampleDatabase> {
  const forgetOlder: BuildStep = {
    id: 'sample-data',
    name: 'sample data',
    inputs: ['local/bi-host/data', 'package-lock.json'],
    output: 'local/bi-host/data',
    make: async () => {
      const names = await readdir(sampleDataFolder).catch(() => [])
      for (const name of names.filter((one) => /^sample-.*\.duckdb$/.test(one)))
        await rm(join(sampleDataFolder, name), { force: true }).catch(() => undefined)
      return []
    },
  }
  return withLock(
    join(root, 'dist/.locks/sample-data'),
    () => undefined,
    async () => {
      await makeChanged(root, [forgetOlder], () => undefined)
      return ensureDatabase({ folder: sampleDataFolder, onProgress })
    },
  )
}
