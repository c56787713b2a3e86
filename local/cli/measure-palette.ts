import type { Page } from 'playwright-core'
import type { ImportFile } from './load-stack'
import { signIn } from './portal-driver'
import { listedDashboards, withStack } from './with-stack'

export interface PaletteTimes {
  readonly entries: number
  /** Milliseconds from each key to the frame that shows what it found, in order. */
  readonly keys: readonly number[]
}

const person = 'analyst@example.com'
/** Typed one key at a time: what is found, what is misspelt, and what is nowhere. */
const queries = ['stablecoins', 'stabelcoins', 'desk 17', 'morning nte', 'lending', 'qqqqqq']

/** From a key to painted results, over five hundred entries: saved dashboards beside the datasets and actions of the portal. */
export function measurePalette(
  entries: number,
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<PaletteTimes> {
  return withStack(importFile, say, async ({ origins }, browser) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await withDashboards(page, entries)
    await page.goto(`${origins.portal}/saved-dashboards`)
    await signIn(page, person)
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
  })
}

/** The list as the host would tell it, so that nothing has to be made one by one. */
async function withDashboards(page: Page, entries: number): Promise<void> {
  const nameOf = (index: number): string => `${index % 2 === 0 ? 'Desk' : 'Morning note'} ${index}`
  const headers = listedDashboards(entries, person, nameOf)
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
