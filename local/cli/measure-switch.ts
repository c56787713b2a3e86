import type { CDPSession, Frame, Page } from 'playwright-core'
import { boardReady, frameOf, signIn, untilQuiet } from './browser'
import type { ImportFile } from './stack-settings'
import { withStack } from './with-stack'

/** One step of a signed-in user's navigation. `times` are milliseconds until a chart is drawn, one for each round. */
export interface SwitchStep {
  readonly name: 'a frame of its own' | 'a new board' | 'a board seen before' | 'the other theme'
  readonly times: readonly number[]
  /** One for each round if the step opens another board in the existing frame; milliseconds from the click. */
  readonly stages: readonly SwitchStages[]
  /** Totals over all rounds: requests, and among them documents of frames and tokens. */
  readonly requests: number
  readonly frames: number
  readonly tokens: number
}

interface SwitchStages {
  /** The other page shows its heading. */
  readonly page: number
  /** The frame has received the message about the other board. */
  readonly received: number
  /** The first response in the frame after the click has arrived; null if a chart was drawn before any. */
  readonly data: number | null
  /** A chart of the other board is laid out. */
  readonly laidOut: number
}

const [first, second, third] = ['/datasets/stablecoins', '/datasets/lending', '/datasets/etf'] as const

/** Memory, in megabytes after garbage collection, of the page and of the BI host's first frame, after each step. Each has its own process. */
export interface HeldByFrames {
  readonly what: string
  readonly frames: number
  /** JavaScript heap and the browser's memory for it. */
  readonly page: number
  readonly bi: number
  /** DOM elements in all frames. */
  readonly elements: number
}

/** Navigates between boards as a signed-in user and measures what the one frame retains of each. */
export function measureFrames(
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<readonly HeldByFrames[]> {
  return withStack(importFile, say, async ({ origins }, browser) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const own = await page.context().newCDPSession(page)
    const held: HeldByFrames[] = []
    const note = async (what: string): Promise<void> => {
      await untilQuiet(page)
      const frames = page.frames().filter((frame) => frame !== page.mainFrame() && !frame.isDetached())
      const [one] = frames
      const elements = await Promise.all(
        frames.map((frame) => frame.evaluate(() => document.querySelectorAll('*').length)),
      )
      held.push({
        what,
        frames: frames.length,
        page: await heapOf(own),
        bi: one === undefined ? 0 : await heapOf(await page.context().newCDPSession(one)),
        elements: elements.reduce((sum, count) => sum + count, 0),
      })
    }
    const goTo = async (path: string): Promise<void> => {
      await page.evaluate((to) => history.pushState(null, '', to), path)
    }
    await page.goto(`${origins.portal}/saved-dashboards`)
    await signIn(page, 'analyst@example.com')
    await note('the page, on the gallery')
    for (const [at, path] of [first, second, third].entries()) {
      await goTo(path)
      await boardReady(page)
      await note(at === 0 ? 'a board' : `${at + 1} boards in its frame`)
    }
    return held
  })
}

/** One of several tabs of one user: milliseconds until its first chart is drawn, and the tab's requests up to then. */
export interface TabStart {
  readonly time: number
  readonly requests: number
  readonly tokens: number
  /** Requests to the identity provider. */
  readonly probes: number
}

/** Opens tabs of a signed-in user in sequence, all on the same board. */
export function measureTabs(
  count: number,
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<readonly TabStart[]> {
  return withStack(importFile, say, async ({ origins }, browser) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const start = await context.newPage()
    await start.goto(`${origins.portal}/saved-dashboards`)
    await signIn(start, 'analyst@example.com')
    await start.close()
    const tabs: TabStart[] = []
    for (let tab = 0; tab < count; tab += 1) {
      const page = await context.newPage()
      const asked: string[] = []
      page.on('request', (request) => void asked.push(request.url()))
      await page.goto(origins.portal + first, { waitUntil: 'commit' })
      await frameOf(page)
        .locator('figure[data-viz-id]:not([aria-busy="true"])')
        .first()
        .waitFor({ timeout: 60_000 })
      const time = await page.evaluate(() => performance.now())
      tabs.push({
        time,
        requests: asked.length,
        tokens: asked.filter((url) => url.includes('/api/token')).length,
        probes: asked.filter((url) => url.startsWith(origins.identity)).length,
      })
    }
    return tabs
  })
}

/** JavaScript heap, in megabytes, of a page's or frame's process. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage')
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / 1_048_576
}

/**
 * Measures board and theme switches in one page, each round in a new browser profile. "A frame of its own" is a reload of the page,
 * measured from the start of its frame. That a board seen before is faster is up to the embedded BI host: a vendor's frame may load it
 * again.
 */
export function measureSwitches(
  rounds: number,
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<readonly SwitchStep[]> {
  return withStack(importFile, say, async ({ origins }, browser) => {
    const steps = new Map<
      SwitchStep['name'],
      { times: number[]; stages: SwitchStages[]; asked: string[]; frames: number }
    >()
    // The first round warms the server's caches and is discarded.
    for (let round = -1; round < rounds; round += 1) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      let asked: { readonly url: string; readonly isFrame: boolean }[] = []
      page.on('request', (request) => {
        const isFrame = request.isNavigationRequest() && request.frame() !== page.mainFrame()
        const url = request.url()
        // Flag requests are not tied to a step.
        const isOfFlags = url.startsWith(origins.flagStream) || url.startsWith(`${origins.services}/sdk/`)
        if (!isOfFlags) asked.push({ url, isFrame })
      })
      const step = async (name: SwitchStep['name'], act: () => Promise<number | Switched>): Promise<void> => {
        asked = []
        const done = await act()
        const { time, stages } = typeof done === 'number' ? { time: done, stages: [] } : done
        await boardReady(page)
        if (round < 0) return
        const so = steps.get(name) ?? { times: [], stages: [], asked: [], frames: 0 }
        steps.set(name, {
          times: [...so.times, time],
          stages: [...so.stages, ...stages],
          asked: [...so.asked, ...asked.map(({ url }) => url)],
          frames: so.frames + asked.filter(({ isFrame }) => isFrame).length,
        })
      }
      await page.goto(`${origins.portal}/home`)
      await signIn(page, 'analyst@example.com')
      await step('a frame of its own', () => ownFrame(page, origins.portal + first))
      for (const [name, path] of [
        ['a new board', second],
        ['a board seen before', first],
      ] as const) {
        // Requests that follow the previous board must not count.
        await untilQuiet(page)
        await step(name, () => switchTo(page, path))
      }
      await step('the other theme', () => otherTheme(page))
      await page.context().close()
      say(`Switches, round ${round + 1} of ${rounds}`)
    }
    return [...steps].map(([name, { times, stages, asked, frames }]) => ({
      name,
      times,
      stages,
      requests: asked.length,
      frames,
      tokens: asked.filter((url) => /\/api\/token/.test(url)).length,
    }))
  })
}

async function boardFrame(page: Page): Promise<Frame> {
  const element = await frameOf(page).owner().elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('There is no frame with a dashboard.')
  return frame
}

interface Switched {
  readonly time: number
  readonly stages: readonly [SwitchStages]
}

/** Measures from the URL change until a new chart is drawn, or shows its previous numbers. Page and frame share the browser's clock. */
async function switchTo(page: Page, path: string): Promise<Switched> {
  const frame = await boardFrame(page)
  await frame.evaluate(() => {
    const charts = (): Element[] => [...document.querySelectorAll('figure[data-viz-id]')]
    const before = new Set(charts().map((chart) => chart.getAttribute('data-viz-id')))
    const now = (): number => performance.timeOrigin + performance.now()
    // The browser's buffer holds 250 entries.
    performance.clearResourceTimings()
    const marks = { received: 0, laidOut: 0, shown: 0 }
    // The time of arrival, not of this listener's call: the frame's own listeners run first, and draw.
    window.addEventListener('message', ({ timeStamp }) => {
      marks.received ||= performance.timeOrigin + timeStamp
    })
    const switched = new Promise<typeof marks>((resolve) => {
      const look = (): void => {
        const others = charts().filter((chart) => !before.has(chart.getAttribute('data-viz-id')))
        if (others.length > 0) marks.laidOut ||= now()
        // Previous numbers and rows, shown while they are refreshed, count as drawn.
        const isThere = others.some(
          (chart) => chart.ariaBusy !== 'true' || chart.querySelector('.kpi, .viz-table') !== null,
        )
        if (!isThere) requestAnimationFrame(look)
        else resolve({ ...marks, shown: now() })
      }
      requestAnimationFrame(look)
    })
    Object.assign(window, { switched })
  })
  const { began, drawn } = await page.evaluate(async (to) => {
    const now = (): number => performance.timeOrigin + performance.now()
    const heading = (): string | null | undefined => document.querySelector('main h1')?.textContent
    const before = heading()
    const began = now()
    history.pushState(null, '', to)
    const drawn = await new Promise<number>((resolve) => {
      const look = (): void => (heading() === before ? void requestAnimationFrame(look) : resolve(now()))
      requestAnimationFrame(look)
    })
    return { began, drawn }
  }, path)
  const { received, laidOut, shown, data } = await frame.evaluate(async (since) => {
    const marks = await (
      window as unknown as { switched: Promise<Record<'received' | 'laidOut' | 'shown', number>> }
    ).switched
    const answers = performance
      .getEntriesByType('resource')
      .map((entry) => performance.timeOrigin + (entry as PerformanceResourceTiming).responseEnd)
      .filter((end) => end > since && end < marks.shown)
    return { ...marks, data: answers.length === 0 ? null : Math.min(...answers) }
  }, began)
  const stages = {
    page: drawn - began,
    received: received - began,
    data: data === null ? null : data - began,
    laidOut: laidOut - began,
  }
  return { time: shown - began, stages: [stages] }
}

async function ownFrame(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  const chart = frameOf(page).locator('figure[data-viz-id]:not([aria-busy="true"])').first()
  await chart.waitFor({ timeout: 60_000 })
  return (await boardFrame(page)).evaluate(() => performance.now())
}

/** Measures from the click until the frame has another background color. */
async function otherTheme(page: Page): Promise<number> {
  const frame = await boardFrame(page)
  const ground = (): Promise<string> =>
    frame.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const before = await ground()
  const began = performance.now()
  await page.getByRole('button', { name: /^Switch to (light|dark) mode$/ }).click()
  while ((await ground()) === before) await page.waitForTimeout(5)
  return performance.now() - began
}
