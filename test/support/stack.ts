import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'
import type { StackOrigins } from '../../local/http/addresses'
import { runToEnd } from '../../local/cli/child'
import { findTestBrowser } from '../../local/cli/browser'
import { loadStack } from '../../local/cli/stack-settings'
import { progress } from '../../local/cli/progress'
import { freePorts } from '../../local/cli/ports'
import { madeSampleData, sampleDataFolder } from '../../local/cli/build'

declare module 'vitest' {
  interface ProvidedContext {
    /** One stack per worker, so that one journey's faults do not affect another. */
    readonly stacks: readonly StackOrigins[]
    /** Path of the Chromium to use. */
    readonly browser: string
  }
}

const buildMilliseconds = 600_000

/** How a stack is started, once changed sources are built. */
export async function builtStack(root: string): Promise<Awaited<ReturnType<typeof loadStack>>['startStack']> {
  const build = await runToEnd(process.execPath, [join(root, 'local/cli/bootstrap.cjs'), 'build'], {
    milliseconds: buildMilliseconds,
    environment: { NODE_ENV: undefined },
  })
  if (build.code !== 0) throw new Error(`The build failed:\n${build.output}`)
  return (await loadStack(root, (file) => import(pathToFileURL(file).href))).startStack
}

/** Before the journeys: builds what changed and starts a stack for each worker, on free ports with its own data. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const root = project.config.root
  const say = progress()
  const startStack = await builtStack(root)
  await madeSampleData(say)
  const dataFolder = await mkdtemp(join(tmpdir(), 'assay-data-'))
  const stacks: Awaited<ReturnType<typeof startStack>>[] = []
  // Sequentially, because ports are free only until a process takes them.
  while (stacks.length < project.config.maxWorkers) {
    stacks.push(
      await startStack({
        ports: await freePorts(),
        dataFolder: join(dataFolder, String(stacks.length)),
        sampleFolder: sampleDataFolder,
        portalFolder: join(root, 'dist/portal'),
        frameFolder: join(root, 'dist/bi-frame'),
        onProgress: say,
      }),
    )
  }
  project.provide(
    'stacks',
    stacks.map(({ origins }) => origins),
  )
  project.provide('browser', await findTestBrowser(say))
  return async () => {
    await Promise.all(stacks.map((stack) => stack.close()))
    await rm(dataFolder, { recursive: true, force: true })
  }
}
