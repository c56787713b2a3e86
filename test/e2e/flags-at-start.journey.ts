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

/** The portal's own five seconds do not pass, so that what stands behind the gate can be looked at for as long as it takes. */
async function holdTheGate(page: Page): Promise<void> {
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
  'the start gate gives up after five seconds: the portal opens with the fallback values',
  async ({ page, visitor, faults }) => {
    await hang(faults)
    await page.goto(visitor.address('/datasets/etf'))
    const gate = page.getByText(gateText, { exact: true })
    await gate.waitFor()
    await gate.waitFor({ state: 'detached', timeout: 20_000 })
    expect(await page.locator('.shell').getAttribute('inert')).toBeNull()
    // A question that was held is answered, late; the values that come then are merged without a reload.
    await faults.clear()
  },
)

describe('a start', () => {
  const rows: string[] = []
  afterAll(() => {
    const head =
      '| Flag service | Flag requests, to the first tile | Other requests, to the first tile | Flag answers before it | Gate stood at the first tile |'
    console.log(`\nRequests at start:\n\n${head}\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`)
  })

  /** What was asked until the frame told of its first tile. */
  async function untilFirstTile(visitor: Visitor, services: readonly string[]) {
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

  /** What a visitor's first dashboard costs: counts, which are the same on every machine. They may only go down. */
  function expectFewRequests(asked: readonly string[]): void {
    const before = (pattern: RegExp): number => asked.findIndex((url) => pattern.test(url))
    console.log(
      `Requests before the token ${before(/\/api\/token$/)}, before the frame ${before(/\?embedApp=true&/)}, before its data ${before(/op=LoadContextBook/)}`,
    )
    // The BI application is fetched and run once, and nobody signs in who has not asked for it.
    expect(asked.filter((url) => /\?embedApp=true/.test(url))).toHaveLength(1)
    expect(asked.filter((url) => /auth0-(?:sdk|spa-js)/.test(url))).toEqual([])
    // What the first tile does not need stands back behind it.
    const behind = asked.slice(0, before(/op=LoadContextBook/))
    expect(behind.filter((url) => /deferred-ui|-page-|palette|logo-wide-light|symbol-/.test(url))).toEqual([])
    // What is asked for side by side may change places, by two or three; the token more, which nothing but its answer orders.
    for (const [pattern, most] of [
      [/\?embedApp=true&/, 9],
      [/op=LoadContextBook/, 20],
    ] as const) {
      expect(before(pattern)).toBeGreaterThan(0)
      expect(before(pattern)).toBeLessThanOrEqual(most)
    }
  }

  /** Behind the gate shell and frame start all the same, and flags that come at last move nothing. */
  async function expectLastingGate({ page }: Visitor, release: () => void, shifts: Shifts): Promise<void> {
    const gate = page.getByText(gateText, { exact: true })
    await boardReady(page)
    expect(await gate.isVisible()).toBe(true)
    expect(await page.locator('.shell').getAttribute('inert')).not.toBeNull()
    expect(await page.locator('.gate').boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
    // Behind it is the page as it will be.
    expect(await page.getByRole('heading', { level: 1, includeHidden: true }).count()).toBe(1)
    const before = (await shifts(page)).length
    release()
    await gate.waitFor({ state: 'detached' })
    await boardReady(page)
    expect((await shifts(page)).slice(before)).toEqual([])
  }

  /** With flags of before the gate never shows, not even when the service is silent. */
  async function expectNoGateNow({ page }: Visitor, faults: FaultSwitches): Promise<void> {
    await expect.poll(() => page.evaluate(() => localStorage.getItem('assay.flags.kept'))).toBe('yes')
    await hang(faults)
    await holdTheGate(page)
    const gateSeen = await watchGate(page)
    await page.reload()
    await boardReady(page)
    expect(await gateSeen()).toBe(false)
  }

  journey('is the same whether flags are healthy, silent or gone', async ({ visit, faults, origins }) => {
    const services = [origins.services, origins.flagStream]
    const sorted = (urls: readonly string[]): readonly string[] =>
      [...new Set(urls.map((url) => new URL(url).origin + new URL(url).pathname))].toSorted()
    const row = (name: string, start: Awaited<ReturnType<typeof untilFirstTile>>): void =>
      void rows.push(
        `| ${name} | ${start.flags} | ${start.others.length} | ${start.answered} | ${start.gated ? 'yes' : 'no'} |`,
      )
    const first = await visit()
    const healthy = await untilFirstTile(first, services)
    row('healthy', healthy)
    expectFewRequests(healthy.asked)
    await boardReady(first.page)
    expect(await first.page.locator('iframe').count()).toBe(1)
    await expectNoGateNow(first, faults)
    await first.page.close()

    const waiting = await visit()
    await holdTheGate(waiting.page)
    // Silent, but not for ever.
    await faults.set({ service: 'flag-stream', kind: 'hang' })
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    await waiting.page.route('**/sdk/evalx/**', async (route) => {
      await released
      await route.continue()
    })
    const shifts = await watchShifts(waiting)
    const silent = await untilFirstTile(waiting, services)
    row('silent', silent)
    expect(silent.gated).toBe(true)
    expect(silent.answered).toBe(0)
    await expectLastingGate(waiting, release, shifts)
    await waiting.page.close()

    const without = await visit()
    await bringDown(faults, without)
    await holdTheGate(without.page)
    const gone = await untilFirstTile(without, services)
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
    // Until its data is asked for: what comes later is counted for as long as a slow machine looks away.
    expectFewRequests(silent.asked)
  })
})

journey(
  'eight tabs start, hold one stream between them, and follow when they are looked at',
  async ({ visitor, origins }) => {
    const switches = flagSwitches(origins)
    const { context } = visitor
    // Without a window nothing is ever hidden: the pages are told.
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
      // A page without a board: eight of those are another matter.
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
