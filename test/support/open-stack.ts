import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { defaultAsOf } from '../../local/bi-host/data/days'
import { findTestBrowser } from '../../local/cli/browser'
import { madeSampleData, sampleDataFolder } from '../../local/cli/build'
import { openStackFolder, sharedSuperset } from '../../local/cli/open-stack'
import { freePorts } from '../../local/cli/ports'
import { progress } from '../../local/cli/progress'
import { opened } from '../../local/http/listen'
import { postgres } from '../../local/open-stack/engines/postgres'
import { trino } from '../../local/open-stack/engines/trino'
import type { OpenService } from '../../local/open-stack/services'
import { readSecrets } from '../../local/open-stack/superset/service'

declare module 'vitest' {
  interface ProvidedContext {
    readonly superset: {
      readonly origin: string
      /** The only origin that may frame it; nothing listens there. */
      readonly portal: string
      readonly guestTokenSecret: string
    }
  }
}

/** Before the tests against the real services: one Superset on a free port, with its own database, if a test needs it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const say = progress()
  project.provide('browser', await findTestBrowser(say))
  // The filter names of the run; Vitest has them, but no type for them.
  const { filenamePattern } = project.vitest as unknown as { readonly filenamePattern?: string[] }
  const { testFiles } = await project.globTestFiles(filenamePattern)
  return testFiles.some((file) => /(superset|gateway)/.test(basename(file)))
    ? setUpSuperset(project, say)
    : () => Promise.resolve()
}

async function setUpSuperset(
  project: TestProject,
  say: (line: string) => void,
): Promise<() => Promise<void>> {
  const home = join(sampleDataFolder, openStackFolder)
  const folder = await mkdtemp(join(tmpdir(), 'assay-superset-'))
  const ports = await freePorts()
  const portal = `http://localhost:${ports.portal}`
  const sample = async () => ({ path: (await madeSampleData(say)).path, asOf: defaultAsOf })
  const chosen = process.env['OPEN_STACK_ENGINE']
  const engineOf = chosen === 'trino' ? trino : chosen === 'postgres' ? postgres : null
  const engine = engineOf?.({
    port: ports.services,
    variable: 'ASSAY_ENGINE_PORT',
    home,
    folder: join(folder, 'engine'),
    sample,
  })
  const service = sharedSuperset({
    root: project.config.root,
    home,
    folder,
    port: ports.biHost,
    variable: 'ASSAY_SUPERSET_PORT',
    portalOrigins: [portal],
    sample,
    ...(engine && { dataUri: () => engine.address() }),
  })
  const running = opened()
  try {
    await service.install(say)
    if (engine !== undefined) {
      // A server that root starts runs as another user.
      await chmod(folder, 0o755)
      await engine.install(say)
      running.keep(await engine.start(say))
    }
    await service.prepare(say)
    await prepareAgain(service, folder, engine === undefined ? home : null, say)
    const { origin } = running.keep(await service.start(say))
    const { guestTokenSecret } = await readSecrets(home)
    project.provide('superset', { origin, portal, guestTokenSecret })
    // Tests of the gateway start their own, before this one.
    process.env['ASSAY_SUPERSET_PORT'] = new URL(origin).port
    return async () => {
      await running.close()
      await rm(folder, { recursive: true, force: true })
    }
  } catch (error) {
    await running.close()
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * Runs a second time: existing rows must neither be duplicated nor lost. The result is cached by a key of its inputs, which saves half a
 * minute of processor time in a repeated run.
 */
async function prepareAgain(
  service: OpenService,
  folder: string,
  home: string | null,
  say: (line: string) => void,
): Promise<void> {
  const [database, keyFile] = [join(folder, 'superset.db'), join(folder, 'superset.db.key')]
  const twice = home && join(home, `prepared-twice-${(await readFile(keyFile, 'utf8')).slice(0, 16)}.db`)
  if (twice && existsSync(twice)) return copyFile(twice, database)
  await rm(keyFile)
  await service.prepare(say)
  if (twice) await copyFile(database, twice)
}
