import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { freePorts } from '../ports'
import { launchBrowser } from './browser'
import { findBrowser } from './find-browser'
import { loadStack, type ImportFile } from './load-stack'
import { signIn } from './portal-driver'
import { dataFolder, stackSettings } from './stack-settings'

export interface PaletteTimes {
  readonly entries: number
  /** Milliseconds from each key to the frame that shows what it found, in order. */
  readonly keys: readonly number[]
}

/** Typed one key at a time: what is found, what is misspelt, and what is nowhere. */
const queries = ['stablecoins', 'stabelcoins', 'desk 17', 'morning nte', 'lending', 'qqqqqq']

/** From a key to painted results, over five hundred entries: saved dashboards beside the datasets and actions of the portal. */
export async function measurePalette(
  entries: number,
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<PaletteTimes> {
  const root = process.cwd()
  const { startStack } = await loadStack(root, importFile)
  const temporary = await mkdtemp(join(tmpdir(), 'assay-bench-'))
  process.env['NODE_ENV'] = 'development'
  const stack = await startStack({
    ...stackSettings(root),
    ports: await freePorts(),
    dataFolder: temporary,
    sampleFolder: join(root, dataFolder),
    onProgress: say,
  })
  const browser = await launchBrowser({ executablePath: await findBrowser(say) })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await withDashboards(page, entries)
    await page.goto(`${stack.origins.portal}/saved-dashboards`)
    await signIn(page, 'analyst@example.com')
    await page.getByRole('heading', { name: `Dashboards (${entries})` }).waitFor()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const field = page.getByRole('combobox')
    await field.waitFor()
    await listen(page)
    for (const query of queries) {
      await field.fill('')
      await field.pressSequentially(query, { delay: 80 })
    }
    const keys = await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes)
    return { entries, keys }
  } finally {
    await browser.close()
    await stack.close()
    await rm(temporary, { recursive: true, force: true })
  }
}

/** The list as the host would tell it, so that nothing has to be made one by one. */
async function withDashboards(page: Page, entries: number): Promise<void> {
  const headers = Array.from({ length: entries }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: `${index % 2 === 0 ? 'Desk' : 'Morning note'} ${index}`,
    authorName: 'analyst@example.com',
    description: 'Created from dashboard page',
    created: 1_790_000_000_000 + index,
  }))
  await page.route('**/metadata/list?**', (route) => route.fulfill({ json: { headers }, headers: anyOrigin }))
}

const anyOrigin = { 'access-control-allow-origin': '*' }

/** From the key's own time to just behind the next painted frame. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { keyTimes: times })
    const painted = new MessageChannel()
    const pending: number[] = []
    painted.port1.addEventListener('message', () => {
      const now = performance.now()
      for (const began of pending.splice(0)) times.push(now - began)
    })
    painted.port1.start()
    document.addEventListener(
      'keydown',
      (event) => {
        pending.push(event.timeStamp)
        requestAnimationFrame(() => painted.port2.postMessage(null))
      },
      true,
    )
  })
}
