import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, vi } from 'vitest'
import type { Browser, BrowserContext, ConsoleMessage, Frame, JSHandle, Page, Request } from 'playwright-core'
import { launchBrowser, findTestBrowser } from '../../../local/cli/browser'
import type { SurfaceEvent, SurfaceView } from '../../../src/core/ports/dashboard-surface'
import { thoughtSpotCapabilities } from '../../../src/adapters/dashboard-surface/thoughtspot/capabilities'
import { readBoardRoute } from '../../../src/adapters/dashboard-surface/thoughtspot/paths'
import { timeRange } from '../../../src/core/kernel/narrowing'
import type {
  FrameState,
  SurfaceWorld,
  ViewUnderTest,
  SurfaceClaims,
} from '../../conformance/dashboard-surface.suite'
import { bundled } from '../../support/bundled'
import { schemaProblems, type FrameSchema } from '../../support/frame-schema'
import type { SurfaceInPage } from './page/surface-page'
import { answerHandle as writtenHandle } from '../../../src/adapters/_shared/thoughtspot/ids'
import {
  memoryDashboardSurface,
  type MemoryDashboardSurface,
} from '../../../src/adapters/dashboard-surface/memory-dashboard-surface'
import type { Candidate } from '../../conformance/suite'

export const refusedId = '99999999-9999-4999-8999-999999999999'
export const noPinReplyId = '88888888-8888-4888-8888-888888888888'
export const silentPageId = '77777777-7777-4777-8777-777777777777'
export const narrowableId = '33333333-3333-4333-8333-333333333333'
export const undrawnId = '44444444-4444-4444-8444-444444444444'
const answerHandle = writtenHandle({
  convId: 'conversation-1',
  messageId: 'message-1',
  sessionId: 'session-1',
  genNo: '1',
  acSessionId: 'session-1',
  acGenNo: '1',
})
const boards = { refusedId, noPinReplyId, silentPageId, undrawnId, answerHandle }

/** Any surface in this process, which acts synchronously. */
export function worldOver(surface: MemoryDashboardSurface): SurfaceWorld {
  let container = {}
  let view: SurfaceView | undefined
  let held: (() => void)[] | null = null
  return {
    ...boards,
    async open(purpose = 'board') {
      container = {}
      view = surface.open(container, { purpose })
      return heldView(view)
    },
    async reopen() {
      view?.dispose()
      view = surface.open(container, { purpose: 'board' })
      return heldView(view)
    },
    reset: async () => surface.reset(),
    dispose: async () => surface.dispose(),
    advanceTime: async () => undefined,
    tokens: async () => [],
    addresses: async () => [],
    tokenRequestCount: async () => 0,
    requestedDashboards: async () => [],
    tokensGiven: async () => [],
    written: async () => '',
    historyLength: async () => 1,
    listeners: async () => 0,
    prepare: async () => surface.prepare(),
    failCode: async () => undefined,
    failChart: async () => undefined,
    async selectTab() {
      const dashboardId = '11111111-1111-4111-8111-111111111111'
      surface.views[0]?.say({ kind: 'navigated', dashboardId, tabId: 'flows', chartId: null })
    },
    setSessionUnknown: async () => undefined,
    intrude: async () => async () => '',
    async narrow(narrowing) {
      const say = (): void =>
        surface.views[0]?.say({ kind: 'narrowed', dashboardId: narrowableId, narrowing, beyond: [] })
      if (held === null) say()
      else held.push(say)
    },
    async holdMessages() {
      held = []
      return async () => {
        for (const say of held ?? []) say()
        held = null
      }
    },
    failTokens: async (status) => surface.failTokens(status === null ? null : 'no-access'),
    expireTokens: async () => undefined,
    forbidFrames: async () => undefined,
    navigateFrameAway: async () => undefined,
    async answerLate() {
      const view = surface.views.at(-1)
      view?.say({ kind: 'loading' })
      view?.say({ kind: 'rendered' })
    },
    finishDrawing: async () => undefined,
    frames: async () => Object.values(surface.frameCounts()).reduce((sum, count) => sum + count, 0),
    settled: async () => undefined,
  }
}

function heldView(view: SurfaceView): ViewUnderTest {
  const events: SurfaceEvent[] = []
  const unwatch = view.watch((event) => events.push(event))
  return {
    events,
    frame: async () => null,
    show: async (request) => view.show(request),
    hide: async () => view.hide(),
    refresh: () => view.refresh(),
    retry: async () => view.retry(),
    dispose: async () => view.dispose(),
    pin: (target) => view.pin(target),
    unwatch: async () => unwatch(),
  }
}

export const thoughtSpotClaims: SurfaceClaims = {
  revives: true,
  framed: true,
  reportsDataDate: true,
  navigates: true,
  restyles: true,
  renews: false,
  byRequest: false,
  fetchesCode: true,
  ...thoughtSpotCapabilities,
}

export const boardsInMemory = (): MemoryDashboardSurface =>
  memoryDashboardSurface({
    refused: [refusedId],
    silent: [noPinReplyId],
    mute: [silentPageId],
    lacks: ['network'],
  })

export const memoryCandidate: Candidate<SurfaceWorld, SurfaceClaims> = {
  name: 'memory',
  claims: {
    revives: false,
    framed: false,
    reportsDataDate: false,
    navigates: true,
    restyles: true,
    renews: false,
    byRequest: false,
    fetchesCode: false,
    ...memoryDashboardSurface().capabilities,
  },
  make: () => worldOver(boardsInMemory()),
}

export interface HostEventMessage {
  readonly type: string
  readonly context?: string
  readonly data: Readonly<Record<string, unknown>>
}

interface RealSdk extends Pick<SurfacePage, 'page' | 'surface'> {
  handOutTokens(): Promise<void>
  /** Documents that the BI host has sent to frames in this world. */
  documents(): number
  /** Advances time past the longest timeout for a silent frame. */
  staySilent(): Promise<void>
  /** How often the SDK was started. */
  starts(): Promise<number>
  /** Turns the network off or on. */
  network(what: 'offline' | 'online'): Promise<void>
  /** The first frame sends a message. */
  say(type: string, data: unknown): Promise<void>
  /** What the SDK sent to the newest frame, and which of the vendor's two frameworks it has to use for it. */
  hostEvents(): Promise<{ readonly framework: string; readonly received: readonly HostEventMessage[] }>
  /** The theme of the first frame, by its URL and the messages since. */
  theme(): Promise<string>
  /** The filters that `UpdateFilters` set in the first frame's current document; empty for none. */
  filtersReceived(): Promise<string>
}

export interface SurfaceStage {
  /** `release`: the release that the frame reports; before 26.8 a cluster does not know `Navigate` with an object. */
  world(
    release?: string,
    options?: {
      readonly holdTokens?: boolean
      /** Frames count as silent when the test says so, and not before. */
      readonly still?: boolean
      /** Without the adapter's own check of message origins. */
      readonly unguarded?: boolean
      /** The removed part of the adapter. */
      readonly gut?: string
    },
  ): Promise<SurfaceWorld & RealSdk & { readonly close: () => Promise<void> }>
  close(): Promise<void>
}

/**
 * Worlds store nothing. They share a profile, and with it a process, which would end with its last page. To start one costs more than most
 * worlds do.
 */
export async function openSurfaceProfile(): Promise<{
  readonly browser: Browser
  readonly profile: BrowserContext
}> {
  const executablePath = await findTestBrowser(() => undefined)
  const browser = await launchBrowser({ executablePath, sharedProcess: true })
  const profile = await browser.newContext()
  await profile.newPage()
  return { browser, profile }
}

type PageWithSurface = Window & { readonly surface: SurfaceInPage }

/** A page in which the test acts as the user. */
export interface Narrowable {
  narrow(range: string, chains: readonly string[]): void
}

/** State that the page in a frame reports. */
export type FrameInside = Omit<FrameState, 'title' | 'visible'>

/** Receiver of a page's reports: a reused page reports to its new test. */
const listeners = new WeakMap<
  Page,
  {
    onEvent(view: number, event: SurfaceEvent): void
    onWireMessage(schema: FrameSchema, definition: string, message: unknown): void
  }
>()

/**
 * A page of the portal with one surface, controlled from here, as far as no vendor is involved. In a browser it has its own cache, in a
 * context it shares the context's.
 */
export async function openSurfacePage(
  browser: Pick<Browser, 'newPage'>,
  address: string,
  vendor: {
    readonly inside: (frame: Frame) => Promise<FrameInside>
    /** Runs in each document before its own scripts. */
    readonly script?: () => void
    readonly nextToken?: () => Promise<string>
    /** What happens to the page at the end. It is closed by default; `browser` may reuse it. */
    readonly leave?: (page: Page) => Promise<void>
  },
): Promise<SurfacePage> {
  const page = await browser.newPage()
  const eventsOf = new Map<number, SurfaceEvent[]>()
  const strange: string[] = []
  const isNew = !listeners.has(page)
  listeners.set(page, {
    onEvent: (view, event) => void eventsOf.get(view)?.push(event),
    onWireMessage(schema, definition, message) {
      const problems = schemaProblems(schema, definition, message)
      if (problems.length > 0) strange.push(`${JSON.stringify(message)}: ${problems.join('; ')}`)
    },
  })
  if (isNew) {
    const { nextToken, script } = vendor
    await page.exposeFunction('onEvent', (view: number, event: SurfaceEvent) =>
      listeners.get(page)?.onEvent(view, event),
    )
    await page.exposeFunction('onWireMessage', (schema: FrameSchema, definition: string, message: unknown) =>
      listeners.get(page)?.onWireMessage(schema, definition, message),
    )
    if (nextToken !== undefined) await page.exposeFunction('nextToken', nextToken)
    if (script !== undefined) await page.addInitScript(script)
  }
  const followed = followPage(page)
  await page.goto(address)
  await page.waitForFunction(() => 'surface' in window)
  let last = 0
  let container = 0
  const surface = await page.evaluateHandle(() => (window as unknown as PageWithSurface).surface)
  const remote = (id: number, name: string): ViewUnderTest => {
    const events: SurfaceEvent[] = []
    eventsOf.set(id, events)
    const call = (what: Parameters<SurfaceInPage['call']>[1]): Promise<void> =>
      inTime(
        what,
        surface.evaluate(async (own, [view, name]) => own.call(view, name), [id, what] as const),
      )
    return {
      events,
      frame: () => inTime('frame', frameIn(page, name, vendor.inside)),
      show: (request) =>
        inTime(
          'show',
          surface.evaluate((own, [view, asked]) => own.show(view, asked), [id, request] as const),
        ),
      hide: () => call('hide'),
      refresh: () => call('refresh'),
      retry: () => call('retry'),
      dispose: () => call('dispose'),
      pin: (target) =>
        inTime(
          'pin',
          surface.evaluate((own, [view, to]) => own.pin(view, to), [id, target] as const),
        ),
      unwatch: () => call('unwatch'),
    }
  }
  const requestedDashboards = () => surface.evaluate((own) => own.requestedDashboards())
  return {
    page,
    surface,
    reset: () =>
      inTime(
        'reset',
        surface.evaluate((own) => own.reset()),
      ),
    dispose: () => surface.evaluate((own) => own.dispose()),
    advanceTime: () => surface.evaluate((own) => own.advanceTime()),
    frames: () =>
      inTime(
        'frames',
        surface.evaluate((own) => own.frames()),
      ),
    async open(purpose = 'board') {
      last += 1
      container += 1
      const view = remote(last, `place-${container}`)
      const asked = [`place-${container}`, last, purpose] as const
      await surface.evaluate((own, [name, id, purpose]) => own.open(name, id, purpose), asked)
      return view
    },
    async reopen() {
      last += 1
      const view = remote(last, `place-${container}`)
      const ids = [`place-${container}`, last] as const
      await surface.evaluate((own, [name, id]) => own.reopen(name, id - 1, id), ids)
      return view
    },
    // Far past a dashboard's render delay and the pause before a restyle, which are timers of this page.
    settled: () => page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve, 150))),
    tokens: () =>
      Promise.all(
        page
          .frames()
          .slice(1)
          .map((frame) => frame.evaluate(() => document.documentElement.dataset['token'] ?? '')),
      ),
    addresses: async () => followed.addresses,
    tokenRequestCount: async () => (await requestedDashboards()).length,
    requestedDashboards,
    tokensGiven: () => surface.evaluate((own) => own.tokensGiven()),
    async written() {
      const stored = await page.evaluate(() => [
        document.documentElement.outerHTML,
        ...[localStorage, sessionStorage, history.state].map((one) => JSON.stringify(one)),
        document.cookie,
        name,
        location.href,
      ])
      return [...followed.console, ...stored].join('\n')
    },
    historyLength: () => page.evaluate(() => history.length),
    listeners: () => surface.evaluate((own) => own.listeners()),
    async holdMessages() {
      await surface.evaluate((own) => own.holdMessages())
      return () => surface.evaluate((own) => own.releaseMessages())
    },
    prepare: () => surface.evaluate((own) => own.prepare()),
    failCode: () => surface.evaluate((own) => own.failCode()),
    setSessionUnknown: (concealed) =>
      surface.evaluate((own, given) => own.setSessionUnknown(given), concealed),
    failTokens: (status) => surface.evaluate((own, given) => own.tokensFail(given), status),
    forbidFrames: () =>
      page.evaluate(() => {
        const policy = document.createElement('meta')
        policy.httpEquiv = 'content-security-policy'
        policy.content = "frame-src 'none'"
        document.head.append(policy)
      }),
    navigateFrameAway: () =>
      page.evaluate(() =>
        document.querySelector('iframe')?.setAttribute('src', 'data:text/html,Somebody else'),
      ),
    async close() {
      followed.end()
      await (vendor.leave?.(page) ?? page.close())
      // The messages on the wire are defined in contracts/schemas.
      expect(strange).toEqual([])
    },
  }
}

/** URLs of frame documents, as requested and as loaded, with the fragment that no server receives; and the console output. */
function followPage(page: Page) {
  const addresses: string[] = []
  const lines: string[] = []
  const onRequest = (request: Request): void => {
    if (request.isNavigationRequest() && request.frame() !== page.mainFrame()) addresses.push(request.url())
  }
  const onNavigated = (frame: Frame): void => {
    if (frame !== page.mainFrame()) addresses.push(frame.url())
  }
  const onConsole = (line: ConsoleMessage): void => void lines.push(line.text())
  page.on('request', onRequest).on('framenavigated', onNavigated).on('console', onConsole)
  return {
    addresses,
    console: lines,
    end: () =>
      void page.off('request', onRequest).off('framenavigated', onNavigated).off('console', onConsole),
  }
}

/** Timeout for one call in a page, on a busy machine. */
const callMilliseconds = 45_000

/** The driver waits without a limit for a call in a page: a test would run into its own timeout, and not show where. */
export async function inTime<Value>(name: string, call: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const message = `The page has not answered "${name}" for ${callMilliseconds / 1_000} s.`
    timer = setTimeout(() => reject(new Error(message)), callMilliseconds)
  })
  return Promise.race([call, late]).finally(() => clearTimeout(timer))
}

async function frameIn(
  page: Page,
  container: string,
  inside: (frame: Frame) => Promise<FrameInside>,
): Promise<FrameState | null> {
  const element = await page.$(`#${container} iframe`)
  const frame = await element?.contentFrame()
  if (element === null || frame === null || frame === undefined) return null
  const outside = await element.evaluate((node) => {
    const { title, clientHeight, clientWidth } = node as HTMLIFrameElement
    const isDrawn = node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const isReached = node.closest('[inert]') === null
    return { title, visible: isDrawn && isReached && clientHeight > 1 && clientWidth > 1 }
  })
  return { ...(await inside(frame)), ...outside }
}

/** From the state that the minimal BI application reports, and its URL. */
async function insideThoughtSpot(frame: Frame): Promise<FrameInside> {
  const { hash, searchParams } = new URL(frame.url())
  const board = readBoardRoute(hash.slice(1))
  const recorded = await frame.evaluate(() => {
    const { seen } = window as unknown as { readonly seen: Pick<FrameState, 'received' | 'document'> }
    const { theme = '', token = '', narrowing = '{}' } = document.documentElement.dataset
    return { ...seen, theme, token, narrowing }
  })
  const { range, Chain: chain = [] } = JSON.parse(recorded.narrowing) as {
    readonly range?: string
    readonly Chain?: readonly string[]
  }
  return {
    ...recorded,
    narrowing: { range: timeRange(range?.toLowerCase() ?? ''), filters: { chain } },
    dashboardId: board?.dashboardId ?? '',
    tabId: board?.tabId ?? null,
    hidesActions: searchParams.has('hideAction'),
  }
}

export interface SurfacePage extends Pick<
  SurfaceWorld,
  | 'open'
  | 'reopen'
  | 'reset'
  | 'dispose'
  | 'advanceTime'
  | 'frames'
  | 'settled'
  | 'tokens'
  | 'addresses'
  | 'tokenRequestCount'
  | 'requestedDashboards'
  | 'tokensGiven'
  | 'written'
  | 'historyLength'
  | 'listeners'
  | 'holdMessages'
  | 'prepare'
  | 'failCode'
  | 'setSessionUnknown'
  | 'failTokens'
  | 'forbidFrames'
  | 'navigateFrameAway'
> {
  readonly page: Page
  readonly surface: JSHandle<SurfaceInPage>
  close(): Promise<void>
}

/** One Chromium, the real SDK on `localhost`, and a minimal BI application on `127.0.0.1`: two sites, as in production. */
export async function setSurfaceStage(): Promise<SurfaceStage> {
  const script = await surfacePageScript()
  const frame = await readFile(new URL('page/frame.js', import.meta.url), 'utf8')
  const portal = await serve((request, response) =>
    request.url === '/page.js' ? sendScript(response, script) : sendPage(response, '/page.js'),
  )
  /** The release of the world that was created last. */
  let clusterRelease = ''
  let documents = 0
  const bi = await serve((request, response) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    response.setHeader('access-control-allow-headers', 'authorization, x-requested-by')
    const path = (request.url ?? '').split('?')[0]
    if (path === '/frame.js')
      return sendScript(response, `const release = ${JSON.stringify(clusterRelease)}\n${frame}`)
    if (path === '/' || path === '/v2/') {
      documents += 1
      return sendPage(response, '/frame.js')
    }
    const userGUID = `holder of ${request.headers.authorization ?? 'nothing'}`
    const info = { userGUID, releaseVersion: clusterRelease, configInfo: { mixpanelConfig: {} } }
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify(path === '/prism/preauth/info' ? { info } : info))
  })
  const foreign = await setForeignSite()
  const { browser, profile } = await openSurfaceProfile()
  return {
    async world(
      release = '26.9.0.cl-1',
      { holdTokens = false, still = false, unguarded = false, gut = '' } = {},
    ) {
      clusterRelease = release
      documents = 0
      const own = await openSurfacePage(
        profile,
        `http://localhost:${portOf(portal)}/?bi=${encodeURIComponent(`http://127.0.0.1:${portOf(bi)}`)}${holdTokens ? '&hold' : ''}${still ? '&still' : ''}${unguarded ? '&unguarded' : ''}&gut=${gut}`,
        { inside: insideThoughtSpot },
      )
      const { page, surface } = own
      const say = async (type: string, data: unknown): Promise<void> =>
        page.frames()[1]?.evaluate((message) => parent.postMessage(message, '*'), { type, data })
      return {
        ...own,
        ...boards,
        intrude: (when) => foreign.intrude(own, when),
        narrow: async ({ range, filters }) =>
          page
            .frames()[1]
            ?.evaluate(([value, chains]) => (window as unknown as Narrowable).narrow(value, chains), [
              range?.toUpperCase() ?? '',
              filters.chain ?? [],
            ] as const),
        answerLate: async () =>
          page.frames()[1]?.evaluate(() => (window as unknown as { begin(): Promise<void> }).begin()),
        async expireTokens() {
          for (const inner of page.frames().slice(1))
            await inner.evaluate(() => (window as unknown as { expire(): Promise<void> }).expire())
        },
        selectTab: () =>
          say('ROUTE_CHANGE', { currentPath: '/embed/viz/11111111-1111-4111-8111-111111111111/tab/flows' }),
        finishDrawing: () => say('PinboardRendered', { id: undrawnId }),
        failChart: () => say('Error', { errorType: 'API', message: 'Query failed', code: 'X' }),
        network: (what) => page.evaluate((type) => void dispatchEvent(new Event(type)), what),
        say,
        hostEvents: async () =>
          (await page
            .frames()
            .at(-1)
            ?.evaluate(() => ({
              framework: document.documentElement.dataset['hostEvents'] ?? '',
              received: (window as unknown as { readonly hostEvents: readonly HostEventMessage[] })
                .hostEvents,
            }))) ?? { framework: '', received: [] },
        theme: async () =>
          (await page.frames()[1]?.evaluate(() => document.documentElement.dataset['theme'] ?? '')) ?? '',
        filtersReceived: async () =>
          (await page.frames()[1]?.evaluate(() => document.documentElement.dataset['filters'] ?? '')) ?? '',
        documents: () => documents,
        handOutTokens: () => surface.evaluate((own) => own.handOutTokens()),
        staySilent: () => surface.evaluate((own) => own.staySilent()),
        starts: () => surface.evaluate((own) => own.starts()),
      }
    },
    async close() {
      await browser.close()
      for (const server of [portal, bi, foreign.server]) {
        server.closeAllConnections()
        await new Promise((resolve) => void server.close(resolve))
      }
    },
  }
}

/** A foreign site. Its page requests a token from the embedding page, unless it is silent, and reports to its own server what it got. */
export async function setForeignSite() {
  const visits: { asked: boolean; answered: boolean; readonly given: string[] }[] = []
  const server = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://foreign.invalid')
    const visit = visits[Number(searchParams.get('visit'))]
    if (pathname === '/page.js') return sendScript(response, `(${foreignScript.toString()})()`)
    if (pathname === '/') return sendPage(response, `/page.js?${searchParams}`)
    if (visit !== undefined && pathname === '/asked') visit.asked = true
    if (visit !== undefined && pathname === '/answered') visit.answered = true
    void text(request).then((body) => {
      if (visit !== undefined && pathname === '/given') visit.given.push(body)
      response.end()
    })
  })
  return {
    server,
    /**
     * Its page replaces the one in the first frame, and has sent its request. Returns the token that it has received so far, in any form;
     * empty for none, and for no response at all.
     */
    async intrude(
      { page, surface, tokenRequestCount }: SurfacePage,
      when?: 'late',
    ): Promise<() => Promise<string>> {
      const visit: (typeof visits)[number] = { asked: false, answered: false, given: [] }
      const address = `http://127.0.0.1:${portOf(server)}/?visit=${visits.push(visit) - 1}`
      const [, frame] = page.frames()
      if (when === 'late') {
        await surface.evaluate((own) => own.holdTokens())
        const before = await tokenRequestCount()
        await frame?.evaluate(() => location.reload())
        await vi.waitFor(async () => expect(await tokenRequestCount()).toBeGreaterThan(before), {
          timeout: 8_000,
        })
      }
      await frame?.evaluate((to) => location.replace(to), when === 'late' ? `${address}&silent` : address)
      await vi.waitFor(() => expect(visit.asked).toBe(true), { timeout: 8_000 })
      if (when === 'late') await surface.evaluate((own) => own.handOutTokens())
      return async () => {
        const issued = await surface.evaluate((own) => own.tokensGiven())
        const token = issued.find((one) => visit.given.some((what) => what.includes(one)))
        return token ?? (visit.answered ? 'an answer' : '')
      }
    },
  }
}

/** Runs in the foreign page. */
async function foreignScript(): Promise<void> {
  const visit = location.search.slice(1)
  const report = (path: string, what: unknown = ''): Promise<unknown> =>
    fetch(`/${path}?${visit}`, { method: 'POST', body: JSON.stringify(what), keepalive: true })
  const listen = (port: MessagePort): void => {
    port.addEventListener('message', ({ data }) => void report('given', data))
    port.start()
  }
  // If the adapter passes ports, the foreign page listens on them.
  addEventListener('message', ({ data, ports }) => {
    void report('given', data)
    for (const port of ports) listen(port)
  })
  const { port1, port2 } = new MessageChannel()
  listen(port1)
  port1.addEventListener('message', () => void report('answered'))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- anybody who listens
  if (!visit.includes('silent')) parent.postMessage({ type: 'appInit', data: {} }, '*', [port2])
  await report('asked')
}

export async function serve(listener: RequestListener, port = 0): Promise<Server> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  return server
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port

type Response = Parameters<RequestListener>[1]

export function sendScript(response: Response, script: string): void {
  response.writeHead(200, { 'content-type': 'text/javascript' })
  response.end(script)
}

export function sendPage(response: Response, script: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><title>Test</title><body><script type="module" src="${script}"></script>`)
}

/** The script of a page with one surface in it. */
export const surfacePageScript = (): Promise<string> =>
  bundled(new URL('page/surface-page.ts', import.meta.url))
