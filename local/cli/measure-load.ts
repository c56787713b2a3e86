import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Frame, Page, Request } from 'playwright-core'
import type { LocalService } from '../http/listen'
import { buildPage, pageSettings, servePage, type BenchPage } from './bench-pages'
import { findBrowser, launchBrowser, signIn } from './browser'
import { freePorts } from './ports'
import type { ImportFile } from './stack-settings'
import { withStack } from './with-stack'

/** Milliseconds from navigation, of one visit. */
export interface Visit {
  /** First contentful paint. */
  readonly paint: number
  readonly token: number
  /** The document of the frame that shows the dashboard is asked for. */
  readonly frame: number
  /** The BI application has said `appInit`. */
  readonly hello: number
  /** A chart has its picture, and nothing lies over the frame. */
  readonly firstTile: number
  /** Every chart on screen has. */
  readonly allTiles: number
  /** Asked for before the first chart was there, and the bytes of what had come by then, by host. */
  readonly requests: number
  readonly bytes: number
  readonly byHost: Readonly<Record<string, number>>
  /** Of the page itself: main thread blocked for 50 ms and more at a time until the first chart, and its layout shifts. */
  readonly longTasks: number
  readonly layoutShift: number
  readonly waterfall: readonly { readonly at: number; readonly end: number; readonly address: string }[]
}

/** One visit to each page, one after the other. */
export type LoadRound = Readonly<Partial<Record<LoadPage, Visit>>>
export type LoadPage = 'portal' | BenchPage

export interface LoadMeasurement {
  readonly network: 'Slow 4G, CPU 4x' | 'unthrottled'
  readonly visit: 'first' | 'repeat'
  readonly who: 'anonymous' | 'signed in'
  readonly rounds: readonly LoadRound[]
  /** Its version. */
  readonly browser: string
}

/** Chrome's own "Slow 4G", and a processor of a quarter of the speed. */
const slow = { latency: 562.5, down: 180_000, up: 84_375, cpu: 4 } as const

/** The portal's Home beside pages with the same dashboard, in turn, each round in profiles of its own. */
export async function measureLoad(
  rounds: number,
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<readonly LoadMeasurement[]> {
  const executablePath = await findBrowser(say)
  const { portal: minimalPort, biHost: usualPort } = await freePorts()
  const folder = await mkdtemp(join(tmpdir(), 'assay-load-'))
  const served: LocalService[] = []
  try {
    return await withStack(
      importFile,
      say,
      async (stack, browser) => {
        const settings = pageSettings(stack)
        for (const [page, port] of [
          ['minimal', minimalPort],
          ['usual', usualPort],
        ] as const) {
          await buildPage(page, join(folder, page), settings)
          served.push(await servePage(join(folder, page), port))
        }
        // Throttled as one: a page of another process is out of reach of what slows its parent down.
        const together = await launchBrowser({ executablePath, fullSpeed: true, oneProcess: true })
        const addresses = {
          portal: `${stack.origins.portal}/home`,
          minimal: `${served[0]?.origin}/`,
          usual: `${served[1]?.origin}/`,
        }
        const measure = (one: Browser, network: LoadMeasurement['network'], who: LoadMeasurement['who']) =>
          measureNetwork({ browser: one, addresses, rounds, network, who, say })
        try {
          return [
            ...(await measure(browser, 'unthrottled', 'anonymous')),
            ...(await measure(browser, 'unthrottled', 'signed in')),
            ...(await measure(together, 'Slow 4G, CPU 4x', 'anonymous')),
          ]
        } finally {
          await together.close()
        }
      },
      [`http://localhost:${minimalPort}`, `http://localhost:${usualPort}`],
    )
  } finally {
    await Promise.all(served.map((service) => service.close()))
    await rm(folder, { recursive: true, force: true })
  }
}

interface NetworkRun extends Pick<LoadMeasurement, 'network' | 'who'> {
  readonly browser: Browser
  readonly addresses: Readonly<Record<LoadPage, string>>
  readonly rounds: number
  readonly say: (line: string) => void
}

async function measureNetwork(run: NetworkRun): Promise<readonly LoadMeasurement[]> {
  const { browser, rounds, network, who, say } = run
  // The minimal page knows nobody.
  const pages: readonly LoadPage[] =
    who === 'anonymous' ? ['portal', 'minimal', 'usual'] : ['portal', 'usual']
  const first: LoadRound[] = []
  const repeat: LoadRound[] = []
  // The round before the first fills the server's caches and counts for nothing.
  for (let round = -1; round < rounds; round += 1) {
    // Who goes first is not always the same.
    const from = (round + pages.length) % pages.length
    const visits: Partial<Record<LoadPage, readonly [Visit, Visit]>> = {}
    for (const page of [...pages.slice(from), ...pages.slice(0, from)])
      visits[page] = await visitsOf(run, page)
    if (round < 0) continue
    const ofVisit = (at: 0 | 1): LoadRound =>
      Object.fromEntries(Object.entries(visits).map(([page, both]) => [page, both[at]]))
    first.push(ofVisit(0))
    repeat.push(ofVisit(1))
    const times = pages.map((page) => `${page} ${visits[page]?.[0].firstTile.toFixed(0)} ms`)
    say(`${network}, ${who}, round ${round + 1}: first tile ${times.join(', ')}`)
  }
  const version = `Chromium ${browser.version()}`
  const again: LoadMeasurement = { network, who, visit: 'repeat', rounds: repeat, browser: version }
  // Who is signed in has been to the page before.
  return who === 'signed in' ? [again] : [{ ...again, visit: 'first', rounds: first }, again]
}

/** Two visits in one profile. */
async function visitsOf(
  { browser, addresses, network, who }: NetworkRun,
  page: LoadPage,
): Promise<readonly [Visit, Visit]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await context.addInitScript(watchPage)
    if (who === 'signed in') {
      const start = await context.newPage()
      await start.goto(addresses[page])
      await signIn(start, 'analyst@example.com')
      await start.close()
    }
    return [
      await visitOf(context, addresses[page], network),
      await visitOf(context, addresses[page], network),
    ]
  } finally {
    await context.close()
  }
}

/** What is written down in the page and in each of its frames. Times are milliseconds since the epoch. */
interface Marks {
  hello?: number
  clear?: number
  firstTile?: number
  allTiles?: number
  longTasks: { readonly at: number; readonly took: number }[]
  layoutShift: number
}

/** Runs in the browser, before any script of the page. */
function watchPage(): void {
  const marks: Marks = { longTasks: [], layoutShift: 0 }
  Object.assign(window, { loadMarks: marks })
  const now = (): number => performance.timeOrigin + performance.now()
  if (window.parent === window) {
    addEventListener(
      'message',
      ({ data }: MessageEvent<unknown>) => {
        const type: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'type') : null
        if (type === 'appInit') marks.hello ??= now()
      },
      true,
    )
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        marks.longTasks.push({ at: performance.timeOrigin + startTime, took: duration })
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) marks.layoutShift += Number(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  }
  // Where the frame is on screen, it is what one would click on: no skeleton and no gate is over it.
  const isClear = (): boolean => {
    const frame = document.querySelector('iframe[data-ts-iframe], #root iframe')
    if (!frame?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    const { left, top, width, height } = frame.getBoundingClientRect()
    const end = Math.min(top + height, innerHeight)
    return end > top && document.elementFromPoint(left + width / 2, (Math.max(top, 0) + end) / 2) === frame
  }
  const visible = new Map<Element, boolean>()
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) visible.set(target, isIntersecting)
  })
  const look = (): void => {
    if (window.parent === window) {
      if (isClear()) marks.clear ??= now()
    } else {
      for (const tile of document.querySelectorAll('figure'))
        if (!visible.has(tile)) {
          visible.set(tile, false)
          observer.observe(tile)
        }
      const shown = [...visible].flatMap(([tile, isShown]) => (isShown && tile.isConnected ? [tile] : []))
      if (shown.some((tile) => tile.ariaBusy !== 'true')) marks.firstTile ??= now()
      if (shown.length > 0 && shown.every((tile) => tile.ariaBusy !== 'true')) marks.allTiles ??= now()
      else delete marks.allTiles
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const marksOf = (page: Page | Frame): Promise<Marks> =>
  page.evaluate(() => (window as unknown as { loadMarks: Marks }).loadMarks)

async function visitOf(
  context: BrowserContext,
  address: string,
  network: LoadMeasurement['network'],
): Promise<Visit> {
  const page = await context.newPage()
  if (network !== 'unthrottled') {
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slow.latency,
      downloadThroughput: slow.down,
      uploadThroughput: slow.up,
    })
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu })
  }
  const requests: Request[] = []
  page.on('request', (request) => void requests.push(request))
  try {
    await page.goto(address, { waitUntil: 'commit' })
    const frame = await dashboardFrame(page)
    const marks = await settled(page, frame)
    return await visitFrom(page, frame, marks, requests)
  } finally {
    await page.close()
  }
}

/** The frame with the dashboard, which may be moved and made anew while a page starts. */
async function dashboardFrame(page: Page): Promise<Frame> {
  const end = Date.now() + mostMilliseconds
  for (;;) {
    const frame = page.frames().find((one) => one !== page.mainFrame() && one.url().includes('hostAppUrl'))
    if (frame !== undefined) return frame
    if (Date.now() > end) throw new Error(`No frame within ${mostMilliseconds / 1_000} s on ${page.url()}`)
    await page.waitForTimeout(50)
  }
}

/** Milliseconds. */
const mostMilliseconds = 90_000

/** Both pages' marks once every chart on screen has had its picture for a second. */
async function settled(page: Page, frame: Frame): Promise<readonly [Marks, Marks]> {
  const end = Date.now() + mostMilliseconds
  for (let before = 0; ;) {
    if (Date.now() > end)
      throw new Error(`No dashboard within ${mostMilliseconds / 1_000} s on ${page.url()}`)
    const marks = await Promise.all([marksOf(page), marksOf(frame)]).catch(() => null)
    const all = marks?.[1].allTiles
    if (marks !== null && all !== undefined && marks[0].clear !== undefined && all === before) return marks
    before = all ?? 0
    await page.waitForTimeout(1_000)
  }
}

async function visitFrom(
  page: Page,
  frame: Frame,
  [own, inner]: readonly [Marks, Marks],
  requests: readonly Request[],
): Promise<Visit> {
  const { began, paint } = await page.evaluate(() => ({
    began: performance.timeOrigin,
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }))
  const seen = Math.max(inner.firstTile ?? Number.NaN, own.clear ?? Number.NaN)
  const waterfall = requests
    .filter((request) => !request.url().startsWith('data:'))
    .map((request) => {
      const { startTime, responseEnd } = request.timing()
      const end = responseEnd < 0 ? Number.POSITIVE_INFINITY : startTime + responseEnd
      return { request, at: startTime - began, end: end - began, address: request.url() }
    })
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)
  const before = waterfall.filter(({ at }) => at <= seen - began)
  const byHost: Record<string, number> = {}
  for (const { request, address, end } of before) {
    if (end > seen - began) continue
    const sizes = await request.sizes().catch(() => null)
    const { host } = new URL(address)
    byHost[host] =
      (byHost[host] ?? 0) + (sizes === null ? 0 : sizes.responseHeadersSize + sizes.responseBodySize)
  }
  const firstOf = (path: RegExp): number =>
    waterfall.find(({ address }) => path.test(address))?.at ?? Number.NaN
  const frameBegan = await frame.evaluate(() => performance.timeOrigin)
  return {
    paint,
    token: firstOf(/\/api\/token(?:-authenticated)?(?:$|\?)/),
    frame: frameBegan - began,
    hello: (own.hello ?? Number.NaN) - began,
    firstTile: seen - began,
    allTiles: Math.max(inner.allTiles ?? Number.NaN, seen) - began,
    requests: before.length,
    bytes: Object.values(byHost).reduce((sum, bytes) => sum + bytes, 0),
    byHost,
    longTasks: own.longTasks.filter(({ at }) => at < seen).reduce((sum, { took }) => sum + took, 0),
    layoutShift: own.layoutShift,
    waterfall: waterfall.map(({ at, end, address }) => ({
      at: Math.round(at),
      end: Math.round(end),
      address,
    })),
  }
}
