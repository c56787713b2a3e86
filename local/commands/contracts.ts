import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pactFolder } from '../../contracts/pact-file'
import { runToEnd, stopChildrenOnSignals } from './child'

const longest = 300_000

/**
 * `npm run contracts`: writes the pacts anew from the adapters' own tests, checks that a second run in another order writes the same
 * bytes, and holds the embedded services to them. When the first run fails, the pacts stay as they were.
 */
export async function run(): Promise<number> {
  stopChildrenOnSignals()
  const vitest = (project: string, environment: Readonly<Record<string, string>> = {}): Promise<number> =>
    runToEnd(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', project], {
      milliseconds: longest,
      environment: { NODE_ENV: undefined, PACT_DO_NOT_TRACK: 'true', ...environment },
      show: true,
    }).then(({ code }) => code)

  const kept = await mkdtemp(join(tmpdir(), 'assay-pacts-kept-'))
  try {
    if (existsSync(pactFolder)) await cp(pactFolder, kept, { recursive: true })
    // Pact merges into what is there, and an interaction that was renamed would stay for ever.
    await rm(pactFolder, { recursive: true, force: true })
    const written = await vitest('contracts', { ASSAY_PACTS: 'write' })
    if (written !== 0) {
      await rm(pactFolder, { recursive: true, force: true })
      await cp(kept, pactFolder, { recursive: true })
      return written
    }
    return (await vitest('contracts')) || (await vitest('providers'))
  } finally {
    await rm(kept, { recursive: true, force: true })
  }
}
