import type { ElementHandle, Page } from 'playwright-core'
import { describe } from 'vitest'
import { refreshData } from '../support/in-page'
import { boardReady, expect, frameOf, journey, signIn } from '../support/journey'
import { openSignedIn } from '../support/signed-in'
import { tokenCalls } from '../support/fault-switches'
import { frameDocuments, type Visitor } from '../support/visitor'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Pictures of one page in order, for people to look at afterwards; nothing is compared. */
interface FrameSeries {
  add(page: Page, moment: string): Promise<void>
}

/** Begins anew in `.local/journeys/<name>`, which git ignores. */
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
  /** What a person has made of the board, as the page and the frame show it. */
  readonly look: () => Promise<unknown>
}

/** Derivatives in ETH and one exchange, over 90 days, scrolled down, at an address with a tab. */
async function openFiltered(page: Page, visitor: Visitor): Promise<OpenBoard> {
  await openSignedIn(visitor, '/datasets/derivatives?tab=overview', 'analyst@example.com')
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

/** Not by a pointer: that would scroll to where it clicks. */
const choose = (page: Page, range: string): Promise<void> =>
  frameOf(page)
    .locator('.range-switch label')
    .filter({ hasText: range })
    .locator('input')
    .dispatchEvent('click')
/** What a look sees of it: a range is part of the address too. */
const inMonth = { range: '30D', address: '/datasets/derivatives?tab=overview&range=30d&exchange=Deribit' }
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

describe('a BI token that ends while a filtered board is open', () => {
  journey(
    'is renewed before its end, and on waking when the machine slept, without a trace',
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
      // Timers do not run in a sleeping machine: only the clock has gone on.
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

describe('a BI token that the BI host refuses under an open, filtered board', () => {
  journey(
    'is replaced in the same frame, and never handed out again; even a token service that is away costs no filter',
    async ({ page, visitor, faults }) => {
      const { look } = await openFiltered(page, visitor)
      const before = await look()
      const documents = frameDocuments(visitor)
      const shown = tokensShown(page)
      const frames = await frameSeries('expiry')
      await frames.add(page, 'open, filtered')

      const hostRefuses = { service: 'bi-host', kind: 'status', status: 401, match: '/prism/' } as const
      // The new token takes its time, so that there is something to see in between.
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

      // Refused again, and this time there is no other to be had: that has a name, and a way on.
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
      // The person's own Refresh keeps it as well, and where they read.
      const scroll = (): Promise<number> => page.evaluate(() => window.scrollY)
      await page.evaluate(() => window.scrollTo(0, 1000))
      await refreshData(page, '.board[data-covered="true"]')
      const least = (): Promise<string> =>
        page.locator(`${sdkFrame}:visible`).evaluate((element: HTMLElement) => element.style.minHeight)
      const held = await least()
      await page.locator('.board[data-covered="false"]').waitFor()
      // What is on screen there draws, although the document began small.
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
      // Another board is as high as it is by itself.
      await page.getByRole('link', { name: 'Stablecoins' }).click()
      await boardReady(page)
      expect([held, await least()]).toEqual([expect.stringMatching(/^\d{4}px$/), '100%'])
    },
  )
})

describe('one person', () => {
  journey('costs one token call: four boards, twelve clicks, three tabs', async ({ visit, faults }) => {
    // Nobody looks at what is drawn: a low window draws less.
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
    // The first tab goes; the others still know, and a fourth asks them, at its start and when it is loaded anew.
    await page.close()
    const fourth = await visitor.context.newPage()
    await fourth.goto(visitor.address('/datasets/stablecoins'))
    await boardReady(fourth)
    await fourth.reload()
    await boardReady(fourth)
    expect(await tokenCalls(faults)).toEqual({ anonymous: 1, personal: 1, probes: 0 })
  })

  journey('goes from board to board thirty times, and the page is no heavier for it', async ({ visit }) => {
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
    // Less than one for each board.
    for (const name of ['Nodes', 'JSEventListeners', 'Documents', 'Frames'] as const)
      expect([name, (after[name] ?? 0) - (before[name] ?? 0) < half]).toEqual([name, true])
    // What a page that leaks holds grows with every board, by more than the collector's own noise.
    expect((after['JSHeapUsedSize'] ?? 0) - (before['JSHeapUsedSize'] ?? 0)).toBeLessThan(half * 30_000)
  })
})
