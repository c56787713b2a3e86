import type { Page } from 'playwright-core'
import type { ImportFile } from './load-stack'
import { signIn } from './portal-driver'
import { listedDashboards, withStack } from './with-stack'

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
export function measureGallery(
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<readonly GalleryMeasurement[]> {
  return withStack(importFile, say, async ({ origins }, browser) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${origins.portal}/home`)
    await signIn(page, person)
    const cdp = await page.context().newCDPSession(page)
    const results: GalleryMeasurement[] = []
    for (const cpu of [1, 4]) {
      for (const dashboards of [100, 10_000]) {
        await listing(page, dashboards)
        await page.goto(`${origins.portal}/saved-dashboards`)
        await page.getByRole('heading', { name: `Dashboards (${dashboards})`, exact: true }).waitFor()
        const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
        results.push({ dashboards, cpu, nodes, search: await searchTime(page, dashboards) })
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      }
    }
    return results
  })
}

/** The host lists so many dashboards of this person from now on. */
async function listing(page: Page, count: number): Promise<void> {
  await page.unrouteAll()
  const headers = listedDashboards(count, person, (index) => `Dashboard ${index}`)
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
