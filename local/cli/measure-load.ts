import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Frame, Page, Request } from 'playwright-core'
import { build, type Plugin } from 'vite'
import { policyHeader } from '../http/guard'
import { listen, type LocalService } from '../http/listen'
import { mediaTypes } from '../portal/server'
import { compressFile } from './build-steps'
import { findBrowser, launchBrowser } from './browser'
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

export interface LoadPair {
  readonly portal: Visit
  readonly minimal: Visit
}

export interface LoadMeasurement {
  readonly network: 'Slow 4G, CPU 4x' | 'unthrottled'
  readonly visit: 'first' | 'repeat'
  readonly pairs: readonly LoadPair[]
  /** Its version. */
  readonly browser: string
}

/**
 * The page that the portal is measured against: React, the SDK's own component, one `fetch` for the token. These options are the
 * measure: they are not changed to look better.
 */
const minimalSource = ({ biHost, tokenHost, home }: MinimalSettings): string => `
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { AuthType, init, LiveboardEmbed } from '@thoughtspot/visual-embed-sdk/react'

let token
init({
  thoughtSpotHost: '${biHost}',
  authType: AuthType.TrustedAuthTokenCookieless,
  getAuthToken: () => (token ??= fetch('${tokenHost}/api/token').then((reply) => reply.text())),
  disableTokenVerification: true,
  disableSDKTracking: true,
})
createRoot(document.querySelector('#root')).render([
  createElement('h1', { key: 'title' }, 'Home'),
  createElement(LiveboardEmbed, {
    key: 'dashboard',
    liveboardId: '${home}',
    fullHeight: true,
    lazyLoadingForFullHeight: true,
  }),
])
`

const minimalPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <title>Minimal page</title>
    <style>body { margin: 0 }</style>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/main.js"></script>
  </body>
</html>
`

interface MinimalSettings {
  readonly biHost: string
  readonly tokenHost: string
  readonly home: string
}

/** Home's dashboard on the embedded BI host. */
const home = '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01'

/** One minified bundle, compressed as the portal's files are. */
async function buildMinimal(folder: string, settings: MinimalSettings): Promise<void> {
  await mkdir(folder, { recursive: true })
  const source = join(folder, 'main.js')
  await writeFile(source, minimalSource(settings))
  await writeFile(join(folder, 'index.html'), minimalPage)
  const { NODE_ENV: before } = process.env
  process.env['NODE_ENV'] = 'production'
  // It lies outside the repository, and takes its packages from here.
  const ownPackages: Plugin = {
    name: 'own-packages',
    enforce: 'pre',
    resolveId(id, importer) {
      return importer?.startsWith(folder) === true && !/^[./]/.test(id)
        ? this.resolve(id, join(process.cwd(), 'local/cli/measure-load.ts'))
        : null
    },
  }
  try {
    await build({
      configFile: false,
      root: folder,
      logLevel: 'error',
      mode: 'production',
      plugins: [ownPackages],
      build: {
        outDir: join(folder, 'built'),
        target: 'es2022',
        modulePreload: false,
        rolldownOptions: { output: { codeSplitting: false }, checks: { pluginTimings: false } },
      },
    })
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

/** Serves it as the portal is served: brotli, hashed files for ever, the document revalidated. */
async function serveMinimal(folder: string, port: number): Promise<LocalService> {
  const files = new Map<string, { readonly body: Buffer; readonly headers: Record<string, string> }>()
  for (const entry of await readdir(join(folder, 'built'), { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    await compressFile(file)
    const plain = await readFile(file)
    const brotli = await readFile(`${file}.br`).catch(() => null)
    const isPage = entry.name.endsWith('.html')
    files.set(isPage ? '/' : `/assets/${entry.name}`, {
      body: brotli ?? plain,
      headers: {
        'content-type': mediaTypes[/\.\w+$/.exec(entry.name)?.[0] ?? ''] ?? 'text/plain',
        'cache-control': isPage ? 'no-cache' : 'public, max-age=31536000, immutable',
        etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
        ...(brotli === null ? {} : { 'content-encoding': 'br' }),
      },
    })
  }
  return listen({
    name: 'minimal page',
    port,
    variable: 'none',
    handler(request, response) {
      const file = files.get(request.url ?? '/')
      if (file === undefined) return void response.writeHead(404).end()
      // A page without a policy of its own, as most are.
      for (const header of [policyHeader, 'referrer-policy']) response.removeHeader(header)
      const isKnown = request.headers['if-none-match'] === file.headers['etag']
      response.writeHead(isKnown ? 304 : 200, file.headers).end(isKnown ? undefined : file.body)
    },
  })
}

/** Chrome's own "Slow 4G", and a processor of a quarter of the speed. */
const slow = { latency: 562.5, down: 180_000, up: 84_375, cpu: 4 } as const

/** The portal's Home beside the minimal page on the same dashboard, in turn, anonymous, each pair in profiles of its own. */
export async function measureLoad(
  pairs: number,
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<readonly LoadMeasurement[]> {
  const executablePath = await findBrowser(say)
  const { portal: port } = await freePorts()
  const folder = await mkdtemp(join(tmpdir(), 'assay-minimal-'))
  const otherOrigins = [`http://localhost:${port}`]
  try {
    return await withStack(
      importFile,
      say,
      async ({ origins }, browser) => {
        await buildMinimal(folder, { biHost: origins.biHost, tokenHost: origins.services, home })
        const minimal = await serveMinimal(folder, port)
        // Throttled as one: a page of another process is out of reach of what slows its parent down.
        const together = await launchBrowser({ executablePath, fullSpeed: true, oneProcess: true })
        const pages = { portal: `${origins.portal}/home`, minimal: `${minimal.origin}/` }
        try {
          return [
            ...(await measureNetwork(browser, pages, pairs, 'unthrottled', say)),
            ...(await measureNetwork(together, pages, pairs, 'Slow 4G, CPU 4x', say)),
          ]
        } finally {
          await together.close()
          await minimal.close()
        }
      },
      otherOrigins,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureNetwork(
  browser: Browser,
  pages: Readonly<Record<'portal' | 'minimal', string>>,
  pairs: number,
  network: LoadMeasurement['network'],
  say: (line: string) => void,
): Promise<readonly LoadMeasurement[]> {
  const first: LoadPair[] = []
  const repeat: LoadPair[] = []
  // The pair before the first fills the server's caches and counts for nothing.
  for (let pair = -1; pair < pairs; pair += 1) {
    // Who goes first is not always the same.
    const order = pair % 2 === 0 ? (['portal', 'minimal'] as const) : (['minimal', 'portal'] as const)
    const visits: Partial<Record<'portal' | 'minimal', readonly [Visit, Visit]>> = {}
    for (const name of order) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      try {
        await context.addInitScript(watchPage)
        visits[name] = [
          await visitOf(context, pages[name], network),
          await visitOf(context, pages[name], network),
        ]
      } finally {
        await context.close()
      }
    }
    const { portal, minimal } = visits
    if (pair < 0 || portal === undefined || minimal === undefined) continue
    first.push({ portal: portal[0], minimal: minimal[0] })
    repeat.push({ portal: portal[1], minimal: minimal[1] })
    say(
      `${network}, pair ${pair + 1}: first tile ${portal[0].firstTile.toFixed(0)} and ${minimal[0].firstTile.toFixed(0)} ms`,
    )
  }
  return [
    { network, visit: 'first', pairs: first, browser: `Chromium ${browser.version()}` },
    { network, visit: 'repeat', pairs: repeat, browser: `Chromium ${browser.version()}` },
  ]
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
    token: firstOf(/\/api\/token(?:$|\?)/),
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
