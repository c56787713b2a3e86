import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import type { StackOrigins } from '../../local/http/addresses'
import { freePorts } from '../../local/cli/ports'
import { dataFolder as sampleFolder, loadStack } from '../../local/cli/stack-settings'
import { openVisitor, type Visitor } from './visitor'

/** A visitor to a stack of their own, whose portal has these settings; both are gone when the visit ends. */
export async function withConfiguredStack(
  browser: Browser,
  configuration: Readonly<Record<string, string>>,
  visit: (visitor: Visitor, origins: StackOrigins) => Promise<void>,
): Promise<void> {
  const root = process.cwd()
  const dataFolder = await mkdtemp(join(tmpdir(), 'assay-configured-'))
  const { startStack } = await loadStack(root, (file) => import(pathToFileURL(file).href))
  const stack = await startStack({
    ports: await freePorts(),
    dataFolder,
    sampleFolder: join(root, sampleFolder),
    portalFolder: join(root, 'dist/portal'),
    frameFolder: join(root, 'dist/bi-frame'),
    configuration,
    onProgress: () => undefined,
  })
  const visitor = await openVisitor(browser, stack.origins)
  try {
    await visit(visitor, stack.origins)
  } finally {
    await visitor.leave()
    await stack.close()
    await rm(dataFolder, { recursive: true, force: true })
  }
}
