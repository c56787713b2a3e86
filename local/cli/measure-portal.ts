import type { Page, Browser } from 'playwright-core'
import type { ImportFile } from './stack-settings'
import { signIn, frameOf } from './browser'
import { listedDashboards, withOpenStack, withStack, type Pair } from './with-stack'
import type { FaultRule } from '../http/faults'

export interface PaletteTimes {
  readonly entries: number
  /** Milliseconds from each key press to the painted results, in order. */
  readonly keys: readonly number[]
}

/** Typed one key at a time: queries with matches, a misspelled one, and one without matches. */
const queries = ['stablecoins', 'stabelcoins', 'desk 17', 'morning nte', 'lending', 'qqqqqq']

/** Measures the time from a key press to painted results, with so many saved dashboards besides the portal's datasets and actions. */
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

/** Stubs the host's list of dashboards, so that they need not be created. */
async function withDashboards(page: Page, entries: number): Promise<void> {
  const nameOf = (index: number): string => `${index % 2 === 0 ? 'Desk' : 'Morning note'} ${index}`
  const headers = listedDashboards(entries, person, nameOf)
  await page.route('**/metadata/list?**', (route) => route.fulfill({ json: { headers }, headers: anyOrigin }))
}

const anyOrigin = { 'access-control-allow-origin': '*' }

/** Records the time from each key event's timestamp to just after the next painted frame. */
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

/** Faults of the flag service in the second half of each pair. */
const hungFlags: readonly FaultRule[] = [
  { service: 'flags', kind: 'hang' },
  { service: 'flag-stream', kind: 'hang' },
]

/**
 * Measures the first tile of Home, alternating between healthy flags and flags that never answer, each in a new browser profile. The
 * ratio per pair stays valid when the machine's speed drifts.
 */
export function measureStart(
  pairs: number,
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<readonly Pair[]> {
  return withStack(importFile, say, async ({ origins, faults }, browser) => {
    const results: Pair[] = []
    // The first visit warms the server's caches and is discarded.
    await firstTile(browser, origins.portal)
    for (let pair = 0; pair < pairs; pair += 1) {
      faults.replace([])
      const healthy = await firstTile(browser, origins.portal)
      faults.replace(hungFlags)
      const hung = await firstTile(browser, origins.portal)
      results.push({ one: hung, other: healthy })
    }
    return results
  })
}

async function firstTile(browser: Browser, portal: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    const began = performance.now()
    await page.goto(`${portal}/home`, { waitUntil: 'commit' })
    await frameOf(page)
      .locator('figure:not([aria-busy="true"])')
      .first()
      .waitFor({ state: 'attached', timeout: 60_000 })
    return performance.now() - began
  } finally {
    await context.close()
  }
}

/**
 * Measures the time from a reload to the user's name, alternating between Keycloak (silent sign-in in a frame whose URL the page reads)
 * and the embedded provider. The page has no dashboard, so that nothing else is drawn meanwhile.
 */
export function measureReload(
  pairs: number,
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<readonly Pair[]> {
  return withStack(importFile, say, ({ origins }, browser) =>
    withOpenStack(importFile, say, { chosen: ['keycloak'] }, async ({ portal }) => {
      const open = async (address: string): Promise<Page> => {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
        await page.goto(`${address}/saved-dashboards`)
        return page
      }
      const [keycloak, embedded] = [await open(portal), await open(origins.portal)]
      await keycloak.getByRole('button', { name: 'Log in', exact: true }).click()
      await keycloak.locator('#username').fill(person)
      await keycloak.locator('#password').fill('demo')
      await keycloak.locator('#kc-login').click()
      await signIn(embedded, person)
      // The first reloads warm the caches and are discarded.
      for (const page of [keycloak, embedded]) await reloadTime(page)
      const results: Pair[] = []
      for (let pair = 0; pair < pairs; pair += 1) {
        // Alternates which one goes first.
        const times = new Map<Page, number>()
        const order = pair % 2 === 0 ? [keycloak, embedded] : [embedded, keycloak]
        for (const page of order) times.set(page, await reloadTime(page))
        results.push({ one: times.get(keycloak) ?? 0, other: times.get(embedded) ?? 0 })
      }
      return results
    }),
  )
}

async function reloadTime(page: Page): Promise<number> {
  const name = page.getByText(/^Hi, /)
  await name.waitFor()
  // Requests of the previous load must not count.
  await page.waitForLoadState('networkidle')
  const began = performance.now()
  await page.reload({ waitUntil: 'commit' })
  await name.waitFor({ timeout: 60_000 })
  return performance.now() - began
}

export interface GalleryMeasurement {
  readonly dashboards: number
  readonly cpu: number
  readonly nodes: number
  /** Milliseconds from a key in the search field to its matches on the page; the slowest key of a search. */
  readonly search: number
}

const person = 'analyst@example.com'
/** Each character narrows the matches, and some of a hundred dashboards remain. */
const searched = '47'

/** Measures the gallery with 100 and 10,000 dashboards, at full CPU speed and at a quarter of it. */
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

/** From now on the host lists so many dashboards of this user. */
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
