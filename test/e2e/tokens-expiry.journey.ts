import type { ElementHandle, Page } from 'playwright-core'
import { describe } from 'vitest'
import { refreshData } from '../support/in-page'
import { boardReady, expect, frameOf, journey, signIn } from '../support/journey'
import { openSignedIn } from '../support/signed-in'
import { tokenCalls } from '../support/fault-switches'
import { frameDocuments, type Visitor } from '../support/visitor'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Screenshots of one page in order, for review; nothing is compared. */
interface FrameSeries {
  add(page: Page, moment: string): Promise<void>
}

/** Clears `.local/journeys/<name>`, which git ignores. */
async function frameSeries(name: string): Promise<FrameSeries> {
  const folder = join('.local/journeys', name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  let count = 0
  return {
    async add(page, moment) {
      count += 1
      await page.screenshot({ path: join(folder, `${count}-${moment.replaceAll(/\W+/g, '-')}.png`) })
    },
  }
}

const sdkFrame = 'iframe[data-ts-iframe]'

interface OpenBoard {
  readonly frame: ElementHandle
  /** The user's changes to the board, as the page and the frame show them. */
  readonly look: () => Promise<unknown>
}

/** Derivatives in ETH and one exchange, over 90 days, scrolled down, with a tab in the URL. */
async function openFiltered(page: Page, visitor: Visitor): Promise<OpenBoard> {
  await openSignedIn(visitor, '/datasets/derivatives?tab=volatility', 'analyst@example.com')
  await boardReady(page)
  const board = frameOf(page)
  const chip = board.locator('.liveboard-filter-chip').nth(1)
  await chip.click()
  await board.locator('.filter-value').first().click()
  await page.keyboard.press('Escape')
  await board.locator('.range-switch').getByText('90D').click()
  await boardReady(page)
  // As soon as the page is long enough for it.
  await expect
    .poll(() =>
      page.evaluate(() => {
        window.scrollTo(0, 400)
        return window.scrollY
      }),
    )
    .toBe(400)
  const frame = await page.locator(sdkFrame).elementHandle()
  if (frame === null) throw new Error('The board has no frame.')
  return {
    frame,
    look: async () => ({
      connected: await frame.evaluate((element) => element.isConnected),
      filter: await chip.textContent(),
      range: await board
        .locator('.range-switch input:checked')
        .evaluate((input) => input.parentElement?.textContent),
      scroll: await page.evaluate(() => window.scrollY),
      address: new URL(page.url()).pathname + new URL(page.url()).search,
      alerts: await page.getByRole('alert').count(),
    }),
  }
}

/** Not by pointer, because a click would scroll. */
const choose = (page: Page, range: string): Promise<void> =>
  frameOf(page)
    .locator('.range-switch label')
    .filter({ hasText: range })
    .locator('input')
    .dispatchEvent('click')
/** What `look` returns after `chooseMonth`: the range is in the URL too. */
const inMonth = { range: '30D', address: '/datasets/derivatives?tab=volatility&range=30d&exchange=Deribit' }
const chooseMonth = (page: Page): Promise<void> => choose(page, '30D')
const chooseQuarter = (page: Page): Promise<void> => choose(page, '90D')

/** Credentials of every call to the BI host from now on, in order. */
function tokensShown(page: Page): readonly string[] {
  const shown: string[] = []
  page.on('request', (request) => {
    const credential = request.headers()['authorization']
    if (/\/prism\/|\/callosum\//.test(request.url()) && credential !== undefined) shown.push(credential)
  })
  return shown
}

describe('a BI token that expires while a filtered dashboard is open', () => {
  journey(
    'is renewed before it expires, and on wake-up after sleep, without a visible change',
    async ({ page, visitor, faults }) => {
      await page.clock.install()
      const { look } = await openFiltered(page, visitor)
      const before = await look()
      const documents = frameDocuments(visitor)
      const renewed = page.waitForResponse(/\/api\/token-authenticated$/)
      // Five minutes' lifetime, renewed a minute before.
      await page.clock.fastForward(241_000)
      expect((await renewed).status()).toBe(200)
      await chooseMonth(page)
      await boardReady(page)
      await expect.poll(look).toEqual({ ...(before as object), ...inMonth })
      expect(frameDocuments(visitor)).toBe(documents)
      expect(await tokenCalls(faults)).toEqual({ anonymous: 0, personal: 2, probes: 0 })

      const awake = page.waitForResponse(/\/api\/token-authenticated$/)
      // Timers do not run in a sleeping machine: only the clock advances.
      await page.clock.setSystemTime(Date.now() + 3_600_000)
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await awake
      await boardReady(page)
      await expect.poll(look).toEqual({ ...(before as object), ...inMonth })
      expect(frameDocuments(visitor)).toBe(documents)
      expect((await tokenCalls(faults)).personal).toBe(3)
    },
  )
})

describe('a BI token that the BI host rejects while a filtered dashboard is open', () => {
  journey(
    'is replaced in the same frame and never reused, and filters survive even while the token service is down',
    async ({ page, visitor, faults }) => {
      const { look } = await openFiltered(page, visitor)
      const before = await look()
      // A notice about the link would be in every picture.
      expect(before).toMatchObject({ alerts: 0 })
      const documents = frameDocuments(visitor)
      const shown = tokensShown(page)
      const frames = await frameSeries('expiry')
      await frames.add(page, 'open, filtered')

      const hostRefuses = { service: 'bi-host', kind: 'status', status: 401, match: '/prism/' } as const
      // The new token is delayed, so that the intermediate state can be checked.
      const slowly = { service: 'token-service', kind: 'delay', milliseconds: 1_000 } as const
      await faults.set({ ...hostRefuses, times: 1 }, slowly)
      visitor.expectConsole(/status of 401/, 'the BI host is told to refuse')
      const renewal = page.waitForRequest(/\/api\/token-authenticated$/)
      await chooseMonth(page)
      await renewal
      const [refused] = shown.slice(-1)
      await frames.add(page, 'refused, the new token on its way')
      await expect.poll(() => shown.at(-1)).not.toBe(refused)
      const renewed = shown.at(-1)
      await boardReady(page)
      await frames.add(page, 'renewed')
      await expect.poll(look).toEqual({ ...(before as object), ...inMonth })
      expect(frameDocuments(visitor)).toBe(documents)
      expect((await tokenCalls(faults)).personal).toBe(2)
      await page.getByRole('link', { name: 'All Dashboards' }).click()
      await page.getByRole('heading', { level: 2, name: /^Dashboards/ }).waitFor()
      expect(shown.slice(shown.indexOf(renewed ?? '')).filter((token) => token === refused)).toEqual([])
      await page.goBack()
      await boardReady(page)

      // Rejected again, and this time no new token is available: the failure is named, with Retry.
      visitor.expectConsole(/status of 503/, 'the token service is told to fail')
      visitor.expectConsole(/Token fetch failed: 503/, 'the portal writes down why')
      visitor.expectConsole(/Dashboard not shown|token-unavailable/, 'the portal writes down why')
      await faults.set(
        { ...hostRefuses, times: 1 },
        { service: 'token-service', kind: 'status', status: 503 },
      )
      await chooseQuarter(page)
      const panel = page.getByRole('main').getByRole('alert')
      await panel.getByText('The Derivatives dashboard can’t be reached').waitFor()
      await frames.add(page, 'no token to be had')
      await faults.clear()
      await panel.getByRole('button', { name: 'Retry' }).click()
      await boardReady(page)
      await expect
        .poll(() => frameOf(page).locator('.liveboard-filter-chip').nth(1).textContent())
        .toBe((before as { readonly filter: string }).filter)
      await frames.add(page, 'healed, the filter as it was')
      // The user's Refresh keeps it as well, with the scroll position.
      const scroll = (): Promise<number> => page.evaluate(() => window.scrollY)
      await page.evaluate(() => window.scrollTo(0, 1000))
      await refreshData(page, '.board[data-covered="true"]')
      const least = (): Promise<string> =>
        page.locator(`${sdkFrame}:visible`).evaluate((element: HTMLElement) => element.style.minHeight)
      const held = await least()
      await page.locator('.board[data-covered="false"]').waitFor()
      // The visible charts render, although the document was short at first.
      const top = -((await page.locator(`${sdkFrame}:visible`).boundingBox())?.y ?? 0)
      const onScreen = (): Promise<readonly (string | null)[]> =>
        frameOf(page)
          .locator('figure')
          .evaluateAll(
            (tiles, from) =>
              tiles
                .filter((tile) => tile.getBoundingClientRect().bottom > from)
                .filter((tile) => tile.getBoundingClientRect().top < from + 900)
                .map((tile) => tile.ariaBusy),
            top,
          )
      await expect.poll(async () => (await onScreen()).length).toBeGreaterThan(1)
      await expect.poll(async () => (await onScreen()).includes('true')).toBe(false)
      expect(await scroll()).toBe(1000)
      await expect
        .poll(() => frameOf(page).locator('.liveboard-filter-chip').nth(1).textContent())
        .toBe((before as { readonly filter: string }).filter)
      // Another board has its own height.
      await page.getByRole('link', { name: 'Stablecoins' }).click()
      await boardReady(page)
      expect([held, await least()]).toEqual([expect.stringMatching(/^\d{4}px$/), '100%'])
    },
  )
})

describe('one user', () => {
  journey(
    'needs one token request for four dashboards, twelve clicks and three tabs',
    async ({ visit, faults }) => {
      // The rendering is not checked here: a low window renders less.
      const visitor = await visit({ viewport: { width: 1440, height: 450 } })
      const { page } = visitor
      await page.goto(visitor.address('/home'))
      await signIn(page, 'analyst@example.com')
      await boardReady(page)
      const tabs = [page, await visitor.context.newPage(), await visitor.context.newPage()]
      for (const [index, path] of ['/datasets/bitcoin', '/datasets/etf'].entries()) {
        await tabs[index + 1]?.goto(visitor.address(path))
      }
      for (const tab of tabs) {
        await tab.bringToFront()
        await boardReady(tab)
        for (const name of ['Stablecoins', 'Global Crypto Market', 'Home', 'Stablecoins']) {
          await tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
        }
        await tab.locator(`${sdkFrame}[title="Stablecoins dashboard"]`).waitFor()
        await boardReady(tab)
      }
      expect(await tokenCalls(faults)).toEqual({ anonymous: 1, personal: 1, probes: 0 })
      // The first tab closes; the others still have the token, and a fourth gets it from them, at start and after a reload.
      await page.close()
      const fourth = await visitor.context.newPage()
      await fourth.goto(visitor.address('/datasets/stablecoins'))
      await boardReady(fourth)
      await fourth.reload()
      await boardReady(fourth)
      expect(await tokenCalls(faults)).toEqual({ anonymous: 1, personal: 1, probes: 0 })
    },
  )

  journey('switches dashboards thirty times without a memory leak', async ({ visit }) => {
    const visitor = await visit({ viewport: { width: 1440, height: 450 } })
    const { page } = visitor
    await page.goto(visitor.address('/home'))
    await signIn(page, 'analyst@example.com')
    await boardReady(page)
    const client = await visitor.context.newCDPSession(page)
    await client.send('Performance.enable')
    const boards = ['Stablecoins', 'Global Crypto Market', 'Home']
    const half = 15
    const go = async (name: string): Promise<void> => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
      await page.locator(`${sdkFrame}[title="${name} dashboard"]`).waitFor()
    }
    const switches = async (count: number): Promise<void> => {
      for (let at = 0; at < count; at += 1) await go(boards[at % boards.length] ?? 'Home')
      await go('Home')
      await boardReady(page)
    }
    const weight = async (): Promise<Readonly<Record<string, number>>> => {
      await client.send('HeapProfiler.collectGarbage')
      const { metrics } = await client.send('Performance.getMetrics')
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
    }
    await switches(half)
    const before = await weight()
    await switches(half)
    const after = await weight()
    // Fewer than one per board.
    for (const name of ['Nodes', 'JSEventListeners', 'Documents', 'Frames'] as const)
      expect([name, (after[name] ?? 0) - (before[name] ?? 0) < half]).toEqual([name, true])
    // A leak grows with every board, by more than the noise of garbage collection.
    expect((after['JSHeapUsedSize'] ?? 0) - (before['JSHeapUsedSize'] ?? 0)).toBeLessThan(half * 30_000)
  })
})
