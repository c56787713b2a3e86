import type { BrowserContext, Frame, Page, Request } from 'playwright-core'

/** Figures of one visit. Times are milliseconds from navigation. */
export interface Visit {
  /** First contentful paint. */
  readonly paint: number
  readonly token: number
  /** The request for the document of the dashboard's frame starts. */
  readonly frame: number
  /** The BI application has sent `appInit`. */
  readonly hello: number
  /** A chart is drawn and nothing covers the frame: the later of `drawn` and `clear`. */
  readonly firstTile: number
  readonly drawn: number
  readonly clear: number
  /** Every chart on screen is drawn. */
  readonly allTiles: number
  /** Requests started before the first chart, and the bytes of those that had ended by then, in all and by host. */
  readonly requests: number
  readonly bytes: number
  readonly byHost: Readonly<Record<string, number>>
  /** Of the page itself: total time of its long tasks (50 ms and more) before the first chart, and its layout shift. */
  readonly longTasks: number
  readonly layoutShift: number
  readonly waterfall: readonly { readonly at: number; readonly end: number; readonly address: string }[]
}

/** How to recognize a BI vendor's dashboard: a part of its frame's URL, and selectors of the frame, of a chart, and of a drawn chart. */
export interface Shown {
  readonly address: string
  readonly frame: string
  readonly chart: string
  readonly drawn: string
}

export const shownBy = {
  thoughtspot: {
    address: 'hostAppUrl',
    frame: 'iframe[data-ts-iframe], #root iframe',
    chart: 'figure',
    drawn: ':not([aria-busy="true"])',
  },
  superset: {
    address: '/embedded/',
    frame: 'iframe[src*="/embedded/"]',
    chart: '.dashboard-component-chart-holder',
    drawn: ':has(canvas, .header-line)',
  },
} as const satisfies Readonly<Record<string, Shown>>

export type Network = 'Slow 4G, CPU 4x' | 'unthrottled'

/** Chrome's "Slow 4G" preset, and a CPU at a quarter of its speed. */
const slow = { latency: 562.5, down: 180_000, up: 84_375, cpu: 4 } as const

/** What `watchPage` records in the page and in each of its frames. Times are milliseconds since the epoch. */
interface Marks {
  hello?: number
  clear?: number
  firstTile?: number
  allTiles?: number
  longTasks: { readonly at: number; readonly took: number }[]
  layoutShift: number
}

/** Runs in the browser, before any script of the page. */
export function watchPage(shown: Shown): void {
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
  // A click in the middle of the frame's visible part would reach the frame: no skeleton and no gate covers it.
  const isClear = (): boolean => {
    const frame = document.querySelector(shown.frame)
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
      for (const tile of document.querySelectorAll(shown.chart))
        if (!visible.has(tile)) {
          visible.set(tile, false)
          observer.observe(tile)
        }
      const seen = [...visible].flatMap(([tile, isSeen]) => (isSeen && tile.isConnected ? [tile] : []))
      if (seen.some((tile) => tile.matches(shown.drawn))) marks.firstTile ??= now()
      if (seen.length > 0 && seen.every((tile) => tile.matches(shown.drawn))) marks.allTiles ??= now()
      else delete marks.allTiles
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const marksOf = (page: Page | Frame): Promise<Marks> =>
  page.evaluate(() => (window as unknown as { loadMarks: Marks }).loadMarks)

/** Makes one visit in this browser context and waits until every chart on screen is drawn. */
export async function visitOf(
  context: BrowserContext,
  address: string,
  { network, shown }: { readonly network: Network; readonly shown: Shown },
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
    const frame = await dashboardFrame(page, shown)
    const marks = await untilSettled(page, frame)
    return await visitFrom(page, frame, marks, requests)
  } finally {
    await page.close()
  }
}

/** Waits for the frame with the dashboard. It may be moved or replaced while a page starts. */
async function dashboardFrame(page: Page, shown: Shown): Promise<Frame> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const frame = page.frames().find((one) => one !== page.mainFrame() && one.url().includes(shown.address))
    if (frame !== undefined) return frame
    if (Date.now() > end) throw new Error(`No frame within ${timeoutMs / 1_000} s on ${page.url()}`)
    await page.waitForTimeout(50)
  }
}

const timeoutMs = 90_000

/** Marks of the page and of the frame, once every chart on screen has been drawn for a second. */
async function untilSettled(page: Page, frame: Frame): Promise<readonly [Marks, Marks]> {
  const end = Date.now() + timeoutMs
  for (let before = 0; ;) {
    if (Date.now() > end) throw new Error(`No dashboard within ${timeoutMs / 1_000} s on ${page.url()}`)
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
    token: firstOf(/\/(?:api\/token(?:-authenticated)?|v1\/tokens)(?:$|\?)/),
    frame: frameBegan - began,
    hello: (own.hello ?? Number.NaN) - began,
    firstTile: seen - began,
    drawn: (inner.firstTile ?? Number.NaN) - began,
    clear: (own.clear ?? Number.NaN) - began,
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
