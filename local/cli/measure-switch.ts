import type { CDPSession, Frame, Page } from 'playwright-core'
import { boardReady, frameOf, signIn, untilQuiet } from './browser'
import type { ImportFile } from './stack-settings'
import { withStack } from './with-stack'

/** One step of somebody who is signed in and goes about: until a chart of it has its picture, in milliseconds. */
export interface SwitchStep {
  readonly name: 'a frame of its own' | 'a new board' | 'a board seen before' | 'the other theme'
  readonly times: readonly number[]
  /** Of each round, where another board was opened in the frame that there is; milliseconds, each from the click. */
  readonly stages: readonly SwitchStages[]
  /** Of all rounds together: what was asked for, documents of frames among it, and tokens. */
  readonly requests: number
  readonly frames: number
  readonly tokens: number
}

interface SwitchStages {
  /** The other page has its heading on screen. */
  readonly page: number
  /** The frame has heard of the other board. */
  readonly received: number
  /** The first answer that the frame asked for after the click has come; null where none had before a chart was there. */
  readonly data: number | null
  /** A chart of the other board has its place there. */
  readonly laidOut: number
}

const [first, second, third] = ['/datasets/stablecoins', '/datasets/lending', '/datasets/etf'] as const

/** What the page and the BI host's frames, of which each has a process, hold after another board or frame, garbage collected. Megabytes. */
export interface HeldByFrames {
  readonly what: string
  readonly frames: number
  /** Of scripts, and of what the browser holds for them. */
  readonly page: number
  readonly bi: number
  /** Elements of the frames' documents. */
  readonly elements: number
}

/** Goes from board to board as a signed-in person: what the one frame holds of each that it has shown. */
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

/** One of several tabs of one person: until its first chart has its picture, in milliseconds, and what the tab has asked for by then. */
export interface TabStart {
  readonly time: number
  readonly requests: number
  readonly tokens: number
  /** Of the identity provider. */
  readonly probes: number
}

/** Tabs of somebody who is signed in, on one board, one after the other. */
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

/** Megabytes, of the process that a page or a frame runs in. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage')
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / 1_048_576
}

/**
 * Boards and themes in one page life, each round in a profile of its own. A frame of its own is the page loaded anew, from the beginning of
 * its frame. What a board that was seen before gains is the embedded BI host's own doing: a vendor's frame may read it anew.
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
    // The first round fills the server's caches and counts for nothing.
    for (let round = -1; round < rounds; round += 1) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      let asked: { readonly url: string; readonly isFrame: boolean }[] = []
      page.on('request', (request) => {
        const isFrame = request.isNavigationRequest() && request.frame() !== page.mainFrame()
        const url = request.url()
        // Flags begin to stream by a clock of their own.
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
        // What comes behind the board before is none of a switch's.
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

/** From the change of the address until a chart that was not there before has its picture, or what stands in it. Clocks are the browser's, common to page and frame. */
async function switchTo(page: Page, path: string): Promise<Switched> {
  const frame = await boardFrame(page)
  await frame.evaluate(() => {
    const charts = (): Element[] => [...document.querySelectorAll('figure[data-viz-id]')]
    const before = new Set(charts().map((chart) => chart.getAttribute('data-viz-id')))
    const now = (): number => performance.timeOrigin + performance.now()
    // The browser keeps 250 of them and no more.
    performance.clearResourceTimings()
    const marks = { received: 0, laidOut: 0, shown: 0 }
    // When it came, not when this listener is called: the frame's own come first, and draw.
    window.addEventListener('message', ({ timeStamp }) => {
      marks.received ||= performance.timeOrigin + timeStamp
    })
    const switched = new Promise<typeof marks>((resolve) => {
      const look = (): void => {
        const others = charts().filter((chart) => !before.has(chart.getAttribute('data-viz-id')))
        if (others.length > 0) marks.laidOut ||= now()
        // Numbers and rows of before, marked as being asked for again, are something to read.
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

/** From the press until the frame has another ground. */
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
