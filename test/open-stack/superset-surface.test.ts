import { SignJWT } from 'jose'
import type { Server } from 'node:http'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { launchBrowser } from '../../local/cli/browser'
import { madeBoards } from '../../local/open-stack/superset/made-boards'
import '../../src/adapters/dashboard-surface/superset/superset-dashboard-surface'
import type { Narrowing } from '../../src/core/kernel/narrowing'
import { viewAppearance } from '../../src/core/embedding/appearance'
import type { SurfaceEvent, ViewRequest } from '../../src/core/ports/dashboard-surface'
import {
  surfacePageScript,
  inTime,
  silentPageId,
  narrowableId,
  openSurfacePage,
  refusedId,
  sendPage,
  sendScript,
  serve,
  setForeignSite,
  noPinReplyId,
  undrawnId,
  type SurfacePage,
} from '../adapters/dashboard-surface/surface-stage'
import {
  askWithToken,
  failChart,
  finishDrawing,
  goneId,
  insideSuperset,
  pressTab,
  recordSwitchboard,
  supersetClaims,
  wakeFrame,
} from '../adapters/dashboard-surface/superset-stage'
import {
  dashboardSurfaceSuite,
  type SurfaceWorld,
  type ViewUnderTest,
} from '../conformance/dashboard-surface.suite'
import { conforms } from '../conformance/suite'
import { smallBoards } from './small-boards'

interface RealStage {
  world(): Promise<SurfaceWorld & { readonly own: SurfacePage; close(): Promise<void> }>
  close(): Promise<void>
}

/** The dashboard that is filtered by chain; it shows 90 days by default. */
const lending = madeBoards.find(({ board }) => board.key === 'lending')
/** The bundle's dashboards that stand for the suite's boards and tabs. */
const [market, other, closed] = madeBoards
  .filter((made) => made !== lending && made.tabs.length > 1)
  // The first is rendered in full, with a hundred screenshots.
  .toSorted((a, b) => (a.tabs[0]?.charts.length ?? 0) - (b.tabs[0]?.charts.length ?? 0))
const marketId = '11111111-1111-4111-8111-111111111111'
/** The suite's dashboard ids, each with the dashboard that it is a small copy of. */
const copied = new Map([
  [marketId, market],
  ['22222222-2222-4222-8222-222222222222', other],
  [narrowableId, lending],
])
const names = new Map([[refusedId, closed?.embeddedId ?? '']])
/** There is no lending on the suite's second chain, so another chain replaces it. */
const chainIn = (chain: string): string => (chain === 'Tron' ? 'Base' : chain)
const chainOut = (chain: string): string => (chain === 'Base' ? 'Tron' : chain)
const withChains = (narrowing: Narrowing, name: (chain: string) => string): Narrowing => ({
  ...narrowing,
  filters: {
    ...narrowing.filters,
    ...(narrowing.filters.chain && { chain: narrowing.filters.chain.map(name) }),
  },
})
const inSuite = (dashboardId: string): string | undefined =>
  [...names].find(([, real]) => real === dashboardId)?.[0]
/** The suite has two names for one dashboard; from now on this one is reported. */
function goesByAnother(name: string): void {
  const real = names.get(name)
  names.delete(name)
  if (real !== undefined) names.set(name, real)
}
const secondTab = (dashboardId: string): string =>
  copied.get(inSuite(dashboardId) ?? '')?.tabs[1]?.id.replace(/^TAB-/, '') ?? 'definitions'

function translated(asked: ViewRequest): ViewRequest {
  const { view } = asked
  if (view.kind !== 'dashboard') return asked
  const dashboardId = names.get(view.dashboardId) ?? view.dashboardId
  const tab = view.tabId === undefined ? {} : { tabId: secondTab(dashboardId) }
  const narrowing = view.narrowing && { narrowing: withChains(view.narrowing, chainIn) }
  return { ...asked, view: { ...view, dashboardId, ...tab, ...narrowing } }
}

function translatedBack(event: SurfaceEvent): SurfaceEvent {
  if (event.kind === 'narrowed') return { ...event, narrowing: withChains(event.narrowing, chainOut) }
  if (event.kind !== 'navigated') return event
  const dashboardId = inSuite(event.dashboardId) ?? event.dashboardId
  const tabId = event.tabId === secondTab(event.dashboardId) ? 'flows' : event.tabId
  return { ...event, dashboardId, tabId }
}

/**
 * Translates the view's ids into the suite's names. `mute` runs before the page that stays silent and `endSilence` after it; `undrawn`
 * runs before the dashboard that must not render.
 */
function inSuiteNames(
  view: ViewUnderTest,
  mute: () => Promise<unknown>,
  endSilence: (view: ViewUnderTest) => Promise<unknown>,
  undrawn: () => Promise<unknown>,
): ViewUnderTest {
  return {
    ...view,
    timeoutMs: 40_000,
    get events() {
      return view.events.map(translatedBack)
    },
    async frame() {
      const seen = await view.frame()
      if (seen === null) return null
      const dashboardId = inSuite(seen.dashboardId) ?? ''
      const tabId = seen.tabId === secondTab(seen.dashboardId) ? 'flows' : seen.tabId
      return { ...seen, dashboardId, tabId, narrowing: withChains(seen.narrowing, chainOut) }
    },
    async show(asked) {
      const isMute = asked.view.kind === 'dashboard' && asked.view.dashboardId === silentPageId
      if (isMute) await mute()
      const isUndrawn = asked.view.kind === 'dashboard' && asked.view.dashboardId === undrawnId
      if (isUndrawn) await undrawn()
      await view.show(translated(asked))
      if (isMute) await endSilence(view)
    },
  }
}

/** Signed as by the gateway, for the dashboards that are opened but not for the refused one. */
async function guestToken(jti: string): Promise<string> {
  const key = new TextEncoder().encode(inject('superset').guestTokenSecret)
  const open = [...names].flatMap(([id, real]) => (id === refusedId ? [] : real))
  const resources = [...open, market?.embeddedId].map((id) => ({ type: 'dashboard', id }))
  const claims = {
    jti,
    user: { username: 'guest' },
    resources,
    rls_rules: [],
    type: 'guest',
    aud: 'superset',
  }
  return new SignJWT({ ...claims, exp: Math.floor(Date.now() / 1000) + 300 })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(key)
}

/** Requests of one page: those in flight, and the total. */
function followRequests(page: Page) {
  const open = new Set<Request>()
  let asked = 0
  page.on('request', (request) => {
    open.add(request)
    asked += 1
  })
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
  return { open, asked: () => asked }
}

/** Waits until no request is in flight and the page script, which polls every 100 ms, has seen the result. */
async function settled(page: Page, { open, asked }: ReturnType<typeof followRequests>): Promise<void> {
  for (let before = -1; before !== asked();) {
    before = asked()
    await vi.waitFor(() => expect([...open].map((request) => request.url())).toEqual([]), { timeout: 60_000 })
    for (const frame of page.frames()) {
      const seen = frame
        .evaluate(
          () =>
            new Promise<void>((resolve) => {
              const look = (left: number): unknown =>
                left === 0 ? resolve() : setTimeout(() => requestIdleCallback(() => look(left - 1)), 100)
              look(2)
            }),
        )
        // The document is gone.
        .catch(() => undefined)
      await inTime(`settled: ${frame.url()}`, seen)
    }
  }
}

/** Selects values in Superset's filter bar and applies them. */
async function applyFilters(page: Page, { filters }: Narrowing): Promise<void> {
  const board = page.frameLocator('iframe').first()
  await board.locator('[data-test="time-range-trigger"]').click()
  await board.getByText('Last month', { exact: true }).click()
  await board.locator('[data-test="date-filter-control__apply-button"]').click()
  await board.locator('[data-test="NATIVE_FILTER-chain"]').click()
  for (const name of filters.chain ?? [])
    await board.locator('.ant-select-item-option').filter({ hasText: name }).click()
  await board.locator('[data-test="filter-bar__apply-button"]').click()
}

async function setRealStage(): Promise<RealStage> {
  const script = await surfacePageScript()
  const { origin: supersetOrigin, portal: portalOrigin } = inject('superset')
  const portal: Server = await serve(
    (request, response) => {
      if (request.url === '/left') return response.setHeader('content-type', 'text/html').end('')
      return request.url === '/page.js' ? sendScript(response, script) : sendPage(response, '/page.js')
    },
    Number(new URL(portalOrigin).port),
  )
  const foreign = await setForeignSite()
  const browser = await launchBrowser({ executablePath: inject('browser') })
  const small = await smallBoards(
    supersetOrigin,
    [...copied.values()].map((made) => made?.dashboardId ?? ''),
  )
  for (const [at, id] of [...copied.keys()].entries()) names.set(id, small.embeddedIds[at] ?? '')
  names.set(undrawnId, names.get(marketId) ?? '')
  // One context for all worlds, so that Superset's scripts are fetched and compiled once. None stores anything in the browser.
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  let left: Page | undefined
  const pages = {
    async newPage() {
      const page = left ?? (await context.newPage())
      left = undefined
      return page
    },
  }
  let tokens = 0
  return {
    async world() {
      const bi = encodeURIComponent(supersetOrigin)
      let isRouted = false
      const own = await openSurfacePage(pages, `${portalOrigin}/?vendor=superset&pace=1&still&bi=${bi}`, {
        inside: insideSuperset,
        script: recordSwitchboard,
        nextToken: () => guestToken(String((tokens += 1))),
        async leave(page) {
          // Playwright disables the cache for a page with a route.
          if (isRouted) return page.close()
          for (const event of ['request', 'requestfinished', 'requestfailed', 'framenavigated'])
            page.removeAllListeners(event)
          await page.goto(`${portalOrigin}/left`)
          left = page
        },
      })
      const mute = async (): Promise<void> => {
        isRouted = true
        await own.page.route(`**/embedded/${silentPageId}*`, (route) =>
          route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Nothing</title>' }),
        )
      }
      let view: ViewUnderTest | undefined
      let isForbidden = false
      // On a busy machine the suite must not rely on the timeout: it ends it once the replacement page has loaded.
      const endSilence = async ({ events }: ViewUnderTest): Promise<void> => {
        const frame = await vi.waitUntil(() =>
          own.page.frames().find((one) => one.url().includes(silentPageId) || one.url().startsWith('data:')),
        )
        await frame.waitForLoadState('load')
        await vi.waitFor(async () => {
          await own.surface.evaluate((surface) => surface.staySilent())
          expect(events.at(-1)?.kind).toBe('failed')
        }, 20_000)
      }
      // Only visible charts render: this height shows three small dashboards one below the other.
      await own.page.setViewportSize({ width: 1000, height: 1500 })
      goesByAnother(undrawnId)
      const requests = followRequests(own.page)
      /** Its chart requests get no response and do not count as in flight. */
      const undrawn = async (): Promise<void> => {
        goesByAnother(marketId)
        isRouted = true
        await own.page.route(/\/api\/v1\/chart\/data/, (route) => void requests.open.delete(route.request()))
      }
      /** The last guest token that each frame has sent to Superset. */
      const sent = new Map<object, string>()
      own.page.on('request', (request) => {
        const token = request.headers()['x-guesttoken']
        if (token !== undefined) sent.set(request.frame(), token)
      })
      const tokensSent = (): readonly string[] =>
        own.page
          .frames()
          .slice(1)
          .flatMap((frame) => sent.get(frame) ?? [])
      return {
        ...own,
        own,
        refusedId,
        noPinReplyId,
        answerHandle: 'an answer',
        silentPageId,
        undrawnId,
        selectTab: () => pressTab(own.page),
        failChart: () => failChart(own.page),
        finishDrawing: () => finishDrawing(own.page),
        requestedDashboards: async () =>
          (await own.requestedDashboards()).map((dashboards) => dashboards.map((id) => inSuite(id) ?? id)),
        async expireTokens() {
          const ended = new Set(tokensSent())
          isRouted = true
          await own.page.route('**/api/v1/**', (route) =>
            ended.has(route.request().headers()['x-guesttoken'] ?? '')
              ? route.fulfill({ status: 401, json: { msg: 'Missing Authorization Header' } })
              : route.fallback(),
          )
          for (const frame of own.page.frames().slice(1)) await askWithToken(frame)
        },
        answerLate: () => wakeFrame(own.page, names.get(marketId) ?? ''),
        open: async (purpose) => inSuiteNames((view = await own.open(purpose)), mute, endSilence, undrawn),
        reopen: async () => inSuiteNames((view = await own.reopen()), mute, endSilence, undrawn),
        async forbidFrames() {
          isForbidden = true
          await own.forbidFrames()
        },
        async navigateFrameAway() {
          await own.navigateFrameAway()
          if (view !== undefined && !isForbidden) await endSilence(view)
        },
        tokens: async () => tokensSent(),
        async intrude(when) {
          const given = await foreign.intrude(own, when)
          sent.clear()
          return given
        },
        settled: () => settled(own.page, requests),
        async narrow(narrowing) {
          if (own.page.frames().length > 1) await applyFilters(own.page, withChains(narrowing, chainIn))
        },
      }
    },
    async close() {
      await browser.close()
      await small.remove()
      for (const server of [portal, foreign.server]) {
        server.closeAllConnections()
        await new Promise((resolve) => void server.close(resolve))
      }
    },
  }
}

let stage: RealStage
beforeAll(async () => {
  stage = await setRealStage()
}, 60_000)
afterAll(() => stage.close())

conforms(dashboardSurfaceSuite, {
  name: 'the running Superset, in Chromium',
  claims: supersetClaims,
  make: () => stage.world(),
  dispose: (world) => world.close(),
})

const asked = (theme: 'light' | 'dark'): ViewRequest => ({
  view: { kind: 'dashboard', dashboardId: market?.embeddedId ?? '' },
  title: 'Market dashboard',
  appearance: viewAppearance({
    theme,
    signedIn: true,
    interactionsFlag: true,
    deepResearchFlag: true,
    view: 'curated',
  }),
})

/** Mean lightness of a screenshot, 0 to 255. */
async function lightness({ page }: SurfacePage): Promise<number> {
  const picture = (await page.screenshot({ type: 'jpeg', quality: 60 })).toString('base64')
  return page.evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/jpeg;base64,${data}`
    await image.decode()
    const canvas = new OffscreenCanvas(64, 64)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0, 64, 64)
    const { data: pixels = [] } = context?.getImageData(0, 0, 64, 64) ?? {}
    return [...pixels].reduce((sum, value, at) => sum + (at % 4 === 3 ? 0 : value), 0) / (64 * 64 * 3)
  }, picture)
}

test('a dark page never flashes light while a dashboard loads, and a theme change redraws the same frame without a request or reload', async () => {
  const world = await stage.world()
  const { page } = world.own
  await page.setViewportSize({ width: 1000, height: 600 })
  await page.evaluate(() =>
    document.documentElement.setAttribute('style', 'color-scheme: dark; background: #11161d'),
  )
  const view = await world.open()
  const began = performance.now()
  await view.show(asked('dark'))
  const pictures: number[] = []
  const rendered = (): boolean => view.events.some(({ kind }) => kind === 'rendered')
  while (!rendered() && performance.now() - began < 60_000) pictures.push(await lightness(world.own))
  while (pictures.length < 100) pictures.push(await lightness(world.own))
  expect(rendered()).toBe(true)
  expect(pictures.filter((one) => one > 100)).toEqual([])
  const folder = process.env['ASSAY_PICTURES']
  if (folder) await page.screenshot({ path: `${folder}/superset-dark.png` })

  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const reloads: string[] = []
  page.on('framenavigated', (frame) => reloads.push(frame.url()))
  const frame = await page.$('iframe')
  for (const theme of ['light', 'dark', 'light'] as const) {
    await view.show(asked(theme))
    await vi.waitFor(async () => expect((await lightness(world.own)) > 128).toBe(theme === 'light'), {
      timeout: 20_000,
      interval: 20,
    })
  }
  if (folder) await page.screenshot({ path: `${folder}/superset-light.png` })
  expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([])
  expect(reloads).toEqual([])
  expect(
    await page.$$eval('iframe', (frames, same) => frames.length === 1 && frames[0] === same, frame),
  ).toBe(true)
  await world.close()
}, 180_000)

test('a deleted dashboard is refused while its token is still valid, and no request leaves the machine', async () => {
  const world = await stage.world()
  const { page } = world.own
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && !['127.0.0.1', 'localhost'].includes(hostname))
      elsewhere.push(request.url())
  })
  const view = await world.open()
  await view.show({
    ...asked('dark'),
    view: { kind: 'dashboard', dashboardId: goneId },
  })
  await vi.waitFor(() => expect(view.events.map(({ kind }) => kind)).toContain('failed'), { timeout: 20_000 })
  expect(view.events.at(-1)).toEqual({ kind: 'failed', failure: { kind: 'view-refused' } })
  expect(await page.locator('iframe').count()).toBe(0)
  expect(elsewhere).toEqual([])
  await world.close()
}, 60_000)

test('a refresh gets every chart on screen from the database, not from Superset’s cache', async () => {
  const world = await stage.world()
  const cached: unknown[] = []
  world.own.page.on('requestfinished', async (request) => {
    // A filter's list of values may be cached: its request names no chart.
    if (!request.url().includes('/api/v1/chart/data?form_data=')) return
    const body: { readonly result?: readonly { readonly cached_dttm: unknown }[] } = await (
      await request.response()
    )?.json()
    for (const { cached_dttm: cachedAt } of body.result ?? []) cached.push(cachedAt)
  })
  const view = await world.open()
  const rendered = (): number => view.events.filter(({ kind }) => kind === 'rendered').length
  await view.show(asked('dark'))
  await vi.waitFor(() => expect(rendered()).toBe(1), { timeout: 60_000 })
  await world.settled()
  cached.length = 0
  await view.refresh()
  await vi.waitFor(() => expect(rendered()).toBe(2), { timeout: 60_000 })
  await world.settled()
  expect(cached.length).toBeGreaterThan(0)
  expect(cached.filter((at) => at !== null)).toEqual([])
  await world.close()
})
