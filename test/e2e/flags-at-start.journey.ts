import type { Page } from 'playwright-core'
import { afterAll, describe } from 'vitest'
import { flagSwitches, watchGate, type FaultSwitches } from '../support/fault-switches'
import { boardReady, expect, frameOf, journey } from '../support/journey'
import { watchShifts } from '../support/shifts'
import type { Visitor } from '../support/visitor'
import { invitation } from '../support/specified-texts'

type Shifts = Awaited<ReturnType<typeof watchShifts>>

const gateText = 'Loading...'
const soon = { timeout: 10_000 }

/** Disables the portal's five-second timeout, so that the page behind the gate can be examined for as long as needed. */
async function disableGateTimeout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window)
    window.setTimeout = ((action: () => void, milliseconds?: number, ...rest: unknown[]) =>
      wait(action, milliseconds === 5_000 ? 600_000 : milliseconds, ...rest)) as typeof window.setTimeout
  })
}

const hang = (faults: FaultSwitches): Promise<void> =>
  faults.set({ service: 'flags', kind: 'hang' }, { service: 'flag-stream', kind: 'hang' })
const bringDown = async (faults: FaultSwitches, visitor: Visitor): Promise<void> => {
  await faults.set({ service: 'flags', kind: 'drop' }, { service: 'flag-stream', kind: 'drop' })
  visitor.expectConsole(/Failed to load resource|\[assay\] flags/, 'the flag service was taken away')
}

journey(
  'the start gate times out after five seconds, and the portal opens with the default flags',
  async ({ page, visitor, faults }) => {
    const reason = /\[assay\] flags: No flags within 5 s\./
    visitor.expectConsole(reason, 'the portal writes down why')
    // The adapter's five seconds begin after the gate's: its line comes later on a slow machine.
    const written = page.waitForEvent('console', {
      predicate: (line) => reason.test(line.text()),
      timeout: 40_000,
    })
    await hang(faults)
    await page.goto(visitor.address('/datasets/etf'))
    const gate = page.getByText(gateText, { exact: true })
    await gate.waitFor()
    await gate.waitFor({ state: 'detached', timeout: 20_000 })
    expect(await page.locator('.shell').getAttribute('inert')).toBeNull()
    await written
    // The held request gets a late response, whose values are merged without a reload.
    await faults.clear()
  },
)

describe('start-up', () => {
  const rows: string[] = []
  afterAll(() => {
    const head =
      '| Flag service | Flag requests, to the first tile | Other requests, to the first tile | Flag answers before it | Gate stood at the first tile |'
    console.log(`\nRequests at start:\n\n${head}\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`)
  })

  /** The requests until the frame shows its first tile. */
  async function requestsUntilFirstTile(visitor: Visitor, services: readonly string[]) {
    const { page } = visitor
    const isFlags = (url: string): boolean =>
      services.some((origin) => url.startsWith(`${origin}/sdk/`) || url.startsWith(`${origin}/ping/`))
    let answered = 0
    page.on('response', (response) => {
      if (isFlags(response.url())) answered += 1
    })
    await page.goto(visitor.address('/home'))
    await frameOf(page).locator('figure:not([aria-busy="true"])').first().waitFor({ timeout: 30_000 })
    const asked = visitor.requests.map(({ url }) => url)
    return {
      asked,
      flags: asked.filter(isFlags).length,
      others: asked.filter((url) => !isFlags(url) && !new URL(url).pathname.startsWith('/open-data/')),
      answered,
      gated: await page.getByText(gateText, { exact: true }).isVisible(),
    }
  }

  /** Requests for a visitor's first dashboard. The counts are the same on every machine and may only go down. */
  function expectFewRequests(asked: readonly string[]): void {
    const before = (pattern: RegExp): number => asked.findIndex((url) => pattern.test(url))
    console.log(
      `Requests before the token ${before(/\/api\/token$/)}, before the frame ${before(/\?embedApp=true&/)}, before its data ${before(/op=LoadContextBook/)}`,
    )
    // The BI application is fetched and run once, and no sign-in starts without a press.
    expect(asked.filter((url) => /\?embedApp=true/.test(url))).toHaveLength(1)
    expect(asked.filter((url) => /auth0-(?:sdk|spa-js)/.test(url))).toEqual([])
    // Requests that the first tile does not need come after it.
    const behind = asked.slice(0, before(/op=LoadContextBook/))
    expect(behind.filter((url) => /deferred-ui|-page-|palette|logo-wide-light|symbol-/.test(url))).toEqual([])
    // Parallel requests may change places by two or three; the token by more, since only its response is a dependency.
    for (const [pattern, most] of [
      [/\?embedApp=true&/, 9],
      [/op=LoadContextBook/, 20],
    ] as const) {
      expect(before(pattern)).toBeGreaterThan(0)
      expect(before(pattern)).toBeLessThanOrEqual(most)
    }
  }

  /** Behind the gate the shell and the frame start anyway, and late flags cause no layout shift. */
  async function expectLastingGate({ page }: Visitor, release: () => void, shifts: Shifts): Promise<void> {
    const gate = page.getByText(gateText, { exact: true })
    await boardReady(page)
    expect(await gate.isVisible()).toBe(true)
    expect(await page.locator('.shell').getAttribute('inert')).not.toBeNull()
    expect(await page.locator('.gate').boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
    // The page behind it is already complete.
    expect(await page.getByRole('heading', { level: 1, includeHidden: true }).count()).toBe(1)
    const before = (await shifts(page)).length
    release()
    await gate.waitFor({ state: 'detached' })
    await boardReady(page)
    expect((await shifts(page)).slice(before)).toEqual([])
  }

  /** With cached flags the gate never shows, not even when the service hangs. */
  async function expectNoGateWithCachedFlags({ page }: Visitor, faults: FaultSwitches): Promise<void> {
    await expect.poll(() => page.evaluate(() => localStorage.getItem('assay.flags.kept'))).not.toBeNull()
    await hang(faults)
    await disableGateTimeout(page)
    const gateSeen = await watchGate(page)
    await page.reload()
    await boardReady(page)
    expect(await gateSeen()).toBe(false)
  }

  journey(
    'shows the same page whether the flag service is healthy, hangs or is down',
    async ({ visit, faults, origins }) => {
      const services = [origins.services, origins.flagStream]
      const sorted = (urls: readonly string[]): readonly string[] =>
        [...new Set(urls.map((url) => new URL(url).origin + new URL(url).pathname))].toSorted()
      const row = (name: string, start: Awaited<ReturnType<typeof requestsUntilFirstTile>>): void =>
        void rows.push(
          `| ${name} | ${start.flags} | ${start.others.length} | ${start.answered} | ${start.gated ? 'yes' : 'no'} |`,
        )
      const first = await visit()
      const healthy = await requestsUntilFirstTile(first, services)
      row('healthy', healthy)
      expectFewRequests(healthy.asked)
      await boardReady(first.page)
      expect(await first.page.locator('iframe').count()).toBe(1)
      await expectNoGateWithCachedFlags(first, faults)
      await first.page.close()

      const waiting = await visit()
      await disableGateTimeout(waiting.page)
      // Hangs, but is released later.
      await faults.set({ service: 'flag-stream', kind: 'hang' })
      let release: () => void = () => undefined
      const released = new Promise<void>((resolve) => (release = resolve))
      await waiting.page.route('**/sdk/evalx/**', async (route) => {
        await released
        await route.continue()
      })
      const shifts = await watchShifts(waiting)
      const silent = await requestsUntilFirstTile(waiting, services)
      row('silent', silent)
      expect(silent.gated).toBe(true)
      expect(silent.answered).toBe(0)
      await expectLastingGate(waiting, release, shifts)
      await waiting.page.close()

      const without = await visit()
      await bringDown(faults, without)
      await disableGateTimeout(without.page)
      const gone = await requestsUntilFirstTile(without, services)
      row('gone', gone)
      expect(gone.answered).toBe(0)
      await without.page.getByText(gateText, { exact: true }).waitFor({ state: 'detached' })
      await without.page.getByRole('heading', { level: 1 }).waitFor()

      // The board's way to its first tile is the same one, so nothing on it waits for flags. The deferred UI comes a moment behind the tile,
      // and is there where a slow machine looks late.
      const way = sorted(healthy.others)
      const off = (others: readonly string[]): readonly string[] =>
        sorted(others).filter((url) => !way.includes(url) && !url.includes('/deferred-ui-'))
      expect(off(silent.others)).toEqual([])
      expect(off(gone.others)).toEqual([])
      // Only until the data request: later requests depend on how slow the machine is.
      expectFewRequests(silent.asked)
    },
  )
})

journey(
  'eight tabs share one flag stream, and each tab catches up when it becomes visible',
  async ({ visitor, origins }) => {
    const switches = flagSwitches(origins)
    const { context } = visitor
    // Headless pages are never hidden, so the test sets their visibility.
    await context.addInitScript(() => {
      let seen = 'visible'
      Object.defineProperty(document, 'visibilityState', { get: () => seen })
      addEventListener('look-away', () => {
        seen = 'hidden'
        document.dispatchEvent(new Event('visibilitychange'))
      })
      addEventListener('look-here', () => {
        seen = 'visible'
        document.dispatchEvent(new Event('visibilitychange'))
      })
    })
    const dispatch = (page: Page, event: string): Promise<unknown> =>
      page.evaluate((name) => window.dispatchEvent(new Event(name)), event)
    const streams = async (): Promise<string> => (await fetch(`${origins.flagStream}/health`)).text()
    const tabs: Page[] = []
    for (let count = 0; count < 8; count += 1) {
      const before = tabs.at(-1)
      if (before !== undefined) await dispatch(before, 'look-away')
      const tab = await context.newPage()
      // A page without a board, because eight boards would be too slow.
      await tab.goto(visitor.address('/datasets/stablecoins'))
      await tab.getByText(invitation).waitFor()
      await tab.getByText(gateText, { exact: true }).waitFor({ state: 'detached' })
      tabs.push(tab)
    }
    await expect.poll(streams, soon).toContain('ok, 1 connection\n')
    const stored = (tab: Page): Promise<string> =>
      tab.evaluate(() =>
        JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('ld:'))),
      )
    try {
      await switches.change({ 'new-feature': true })
      for (const tab of tabs) {
        await dispatch(tab, 'look-here')
        await expect.poll(streams, soon).toMatch(/ok, [12] connection/)
        await expect.poll(() => stored(tab), soon).toContain('"new-feature\\":{\\"value\\":true')
        await dispatch(tab, 'look-away')
      }
      await expect.poll(streams, soon).toContain('ok, 0 connections')
    } finally {
      await switches.reset()
    }
  },
)
