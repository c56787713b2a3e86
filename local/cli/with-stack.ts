import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { freePorts } from './ports'
import type { Stack } from './stack'
import { launchBrowser, findBrowser } from './browser'
import { dataFolder, stackSettings, loadStack, type ImportFile } from './stack-settings'

/**
 * Does something with a browser and the whole stack, as built: on free ports, with nothing saved in it and the sample data that are
 * kept anyway. Both are gone afterwards, whatever happens.
 */
export async function withStack<Outcome>(
  importFile: ImportFile,
  say: (line: string) => void,
  work: (stack: Stack, browser: Browser) => Promise<Outcome>,
): Promise<Outcome> {
  const root = process.cwd()
  const executablePath = await findBrowser(say)
  const { startStack } = await loadStack(root, importFile)
  const temporary = await mkdtemp(join(tmpdir(), 'assay-stack-'))
  process.env['NODE_ENV'] = 'development'
  try {
    const stack = await startStack({
      ...stackSettings(root),
      ports: await freePorts(),
      dataFolder: temporary,
      sampleFolder: join(root, dataFolder),
      onProgress: say,
    })
    try {
      const browser = await launchBrowser({ executablePath, fullSpeed: true })
      try {
        return await work(stack, browser)
      } finally {
        await browser.close()
      }
    } finally {
      await stack.close()
    }
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** So many saved dashboards of one person, as the BI host lists them. */
export function listedDashboards(
  count: number,
  author: string,
  nameOf: (index: number) => string,
): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: nameOf(index),
    authorName: author,
    description: 'Created from dashboard page',
    created: 1_700_000_000_000 + index,
  }))
}
