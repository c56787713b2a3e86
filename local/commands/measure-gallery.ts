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

export interface GalleryMeasurement {
  readonly dashboards: number
  readonly cpu: number
  readonly nodes: number
  /** Milliseconds from a key in the search field until its matches stand on the page: the slowest of a search. */
  readonly search: number
}

const person = 'analyst@example.com'
/** Every key of it leaves fewer rows, and some of a hundred. */
const searched = '47'

/** The gallery with a hundred and with ten thousand dashboards, at the machine's speed and at a quarter of it. */
export async function measureGallery(
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<readonly GalleryMeasurement[]> {
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
    await page.goto(`${stack.origins.portal}/home`)
    await signIn(page, person)
    const cdp = await page.context().newCDPSession(page)
    const results: GalleryMeasurement[] = []
    for (const cpu of [1, 4]) {
      for (const dashboards of [100, 10_000]) {
        await listing(page, dashboards)
        await page.goto(`${stack.origins.portal}/saved-dashboards`)
        await page.getByRole('heading', { name: `Dashboards (${dashboards})`, exact: true }).waitFor()
        const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
        results.push({ dashboards, cpu, nodes, search: await searchTime(page, dashboards) })
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      }
    }
    return results
  } finally {
    await browser.close()
    await stack.close()
    await rm(temporary, { recursive: true, force: true })
  }
}

/** The host lists so many dashboards of this person from now on. */
async function listing(page: Page, count: number): Promise<void> {
  await page.unrouteAll()
  const headers = Array.from({ length: count }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: `Dashboard ${index}`,
    authorName: person,
    created: 1_700_000_000_000 + index,
  }))
  await page.route('**/metadata/list?*', async (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ response: await route.fetch(), json: { headers } })
      : route.continue(),
  )
}

const matches = (text: string, count: number): number =>
  Array.from({ length: count }, (_, index) => `dashboard ${index}`).filter((name) => name.includes(text))
    .length

async function searchTime(page: Page, dashboards: number): Promise<number> {
  const field = page.getByRole('searchbox', { name: 'Search dashboards' })
  const times: number[] = []
  for (let end = 1; end <= searched.length; end += 1) {
    times.push(
      await field.evaluate(
        (input: HTMLInputElement, { text, expected }) => {
          const began = performance.now()
          const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
          value?.set?.call(input, text)
          input.dispatchEvent(new Event('input', { bubbles: true }))
          return new Promise<number>((resolve) => {
            const look = (): void => {
              const size = document.querySelector('main li')?.getAttribute('aria-setsize')
              if (size === String(expected)) resolve(performance.now() - began)
              else requestAnimationFrame(look)
            }
            look()
          })
        },
        { text: searched.slice(0, end), expected: matches(searched.slice(0, end), dashboards) },
      ),
    )
  }
  return Math.max(...times)
}
