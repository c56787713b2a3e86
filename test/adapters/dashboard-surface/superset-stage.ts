import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { Frame, Page } from 'playwright-core'
import { portalPeers } from '../../../local/portal/configuration'
import { contentSecurityPolicy } from '../../../local/portal/security-headers'
import { supersetCapabilities } from '../../../src/adapters/dashboard-surface/superset/capabilities'
import lifecycle from '../../../local/open-stack/superset/assay/lifecycle.js?raw'
import { timeRange, type TimeRange } from '../../../src/core/kernel/narrowing'
import type { FrameState, SurfaceClaims, SurfaceWorld } from '../../conformance/dashboard-surface.suite'
import {
  type Narrowable,
  surfacePageScript,
  silentPageId,
  openSurfacePage,
  openSurfaceProfile,
  type FrameInside,
  portOf,
  refusedId,
  sendPage,
  sendScript,
  serve,
  setForeignSite,
  noPinReplyId,
  undrawnId,
  type SurfacePage,
} from './surface-stage'

export const supersetClaims: SurfaceClaims = {
  revives: true,
  framed: true,
  reportsDataDate: true,
  navigates: true,
  restyles: true,
  renews: true,
  byRequest: true,
  fetchesCode: false,
  ...supersetCapabilities,
}

/** What Superset's page received on its switchboard, and what its charts have requested since. */
interface SwitchboardSeen {
  received: FrameState['received'][number][]
  theme: string
  token: string
  /** The last query of each chart. */
  queries: Record<string, ChartQuery>
}

interface ChartQuery {
  readonly time_range?: string
  readonly filters?: readonly { readonly col: string; readonly op: string; readonly val: unknown }[]
}

interface WithWire {
  readonly onWireMessage: (schema: string, definition: string, message: unknown) => Promise<void>
}

type WithSwitchboard = Window & { readonly switchboardSeen: SwitchboardSeen }

/** Listens beside Superset's own page, in each document, before its scripts. */
export function recordSwitchboard(): void {
  const seen: SwitchboardSeen = { received: [], theme: '', token: '', queries: {} }
  Object.assign(window, { switchboardSeen: seen })
  const plainFetch = window.fetch
  window.fetch = (input, init) => {
    // Requests of charts only: filters request their value lists without a chart.
    const address = input instanceof Request ? input.url : input.toString()
    const [, chart] = /chart\/data\?form_data=(.*slice_id[^&]*)/.exec(address) ?? []
    if (chart !== undefined && typeof init?.body === 'string')
      seen.queries[chart] = JSON.parse(init.body).queries[0]
    return plainFetch.call(window, input, init)
  }
  const wire = (definition: string, message: unknown): void =>
    void (window as unknown as WithWire).onWireMessage('superset-page', definition, message)
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const isOurs = typeof data === 'object' && data !== null && 'assay' in data
    if (isOurs) wire(window === top ? 'fromPage' : 'toPage', data)
  })
  addEventListener('message', ({ ports: [port] }) =>
    port?.addEventListener('message', ({ data }) => {
      const { method, args } = data
      wire('toSwitchboard', data)
      if (method === 'setThemeMode') {
        seen.received.push('look')
        seen.theme = args.mode === 'dark' ? 'dark' : 'light'
      }
      if (method === 'guestToken') {
        seen.received.push('token')
        seen.token = args.guestToken
      }
    }),
  )
}

const rangesBySuperset = [
  ['30d', 'Last month'],
  ['90d', 'Last quarter'],
] as const

/** The second of two days is exclusive. */
function daysBySuperset(words: string): TimeRange | null {
  const [from, to] = words.split(' : ')
  const last = to === undefined ? '' : new Date(Date.parse(to) - 86_400_000).toISOString().slice(0, 10)
  return timeRange(`${from}..${last}`)
}

/** From `recordSwitchboard` and its URL: it is filtered as its charts' requests are. */
export async function insideSuperset(frame: Frame): Promise<FrameInside> {
  const { pathname, hash, searchParams } = new URL(frame.url())
  const { queries, ...recorded } = await frame.evaluate(() => ({
    ...(window as unknown as WithSwitchboard).switchboardSeen,
    document: String(performance.timeOrigin),
  }))
  const asked = Object.values(queries)
  const filters = asked.flatMap(({ filters = [] }) => filters)
  // Superset's charts have their own range besides the dashboard's, which is none.
  const range =
    asked.find((one) => one.time_range)?.time_range ?? filters.find(({ op }) => op === 'TEMPORAL_RANGE')?.val
  const chain = filters.find(({ col }) => col === 'chain')?.val
  const tabId = hash === '' ? null : hash.slice(1).replace(/^TAB-/, '')
  const hidesActions = (Number(searchParams.get('uiConfig')) & 8) !== 0
  return {
    ...recorded,
    narrowing: {
      range: rangesBySuperset.find(([, word]) => word === range)?.[0] ?? daysBySuperset(String(range)),
      filters: { chain: Array.isArray(chain) ? chain.map(String) : [] },
    },
    dashboardId: pathname.split('/').at(-1) ?? '',
    tabId,
    hidesActions,
  }
}

/** Its page sends Superset a request with its current token. */
export async function askWithToken(frame: Frame): Promise<void> {
  await frame.evaluate(() => {
    const { token } = (window as unknown as WithSwitchboard).switchboardSeen
    return fetch('/api/v1/me/roles/', { headers: { 'x-guesttoken': token } }).then(() => undefined)
  })
}

/** The second of its top tabs is pressed. */
export const pressTab = async (page: Page): Promise<void> =>
  page
    .frameLocator('iframe')
    .first()
    .locator('.dashboard-component-tabs .ant-tabs-tab-btn')
    .nth(1)
    .dispatchEvent('click')

/** As its page script reports a chart that could not be loaded. */
export const failChart = async (page: Page): Promise<void> =>
  page
    .frames()[1]
    ?.evaluate(() => parent.postMessage({ assay: 'http', status: 500, request: 'chart-data' }, '*'))

/** As its page script reports a dashboard whose charts have all been drawn. */
export const finishDrawing = async (page: Page): Promise<void> =>
  page.frames()[1]?.evaluate(() => parent.postMessage({ assay: 'rendered', charts: 1, failed: 0 }, '*'))

/** The page of a dashboard loads after all, in the frame that was silent. */
export const wakeFrame = async (page: Page, dashboardId: string): Promise<void> =>
  page
    .frames()[1]
    ?.evaluate(([mute, id]) => location.replace(location.href.replace(mute, id)), [
      silentPageId,
      dashboardId,
    ] as const)

/** A dashboard deleted elsewhere, while its token is still valid. */
export const goneId = '55555555-5555-4555-8555-555555555555'

/** A new dashboard without charts. */
export const emptyId = '66666666-6666-4666-8666-666666666666'

/** A dashboard that sets its filters by itself, and does not respond to requests for them. */
export const busyId = 'abababab-abab-4bab-8bab-abababababab'

/** How the server of the double answers its next requests. */
export interface DoubleTroubles {
  /** Ids of the requested documents. */
  readonly documents: string[]
  /** Tokens that it rejects. */
  readonly refused: Set<string>
  /** Its response for every chart, in place of rows. */
  charts: 'refused' | 'failing' | 'empty' | 'slow' | null
  /** Its status for every dashboard; null for the normal one. */
  dashboards: number | null
}

export interface SupersetWorld extends SurfaceWorld {
  readonly own: SurfacePage
  /** The first frame. */
  frame(): Frame
  readonly troubles: DoubleTroubles
  close(): Promise<void>
}

export interface SupersetStage {
  /** `query`: of the portal's page. */
  world(query?: string): Promise<SupersetWorld>
  close(): Promise<void>
}

const noTrouble = { charts: null, dashboards: null } as const

/** One Chromium, the portal's page on `localhost`, and a minimal Superset on `127.0.0.1` with the same page script as the real one. */
export async function setSupersetStage(): Promise<SupersetStage> {
  const script = await surfacePageScript()
  const portal = await serve((request, response) => {
    if (request.url === '/page.js') return sendScript(response, script)
    const { searchParams } = new URL(request.url ?? '', 'http://portal.invalid')
    // As the portal's own server builds it from the configuration.
    const peers = portalPeers({ ASSAY_BI: 'superset', ASSAY_BI_HOST: searchParams.get('bi') ?? '' })
    const policy = contentSecurityPolicy(peers, { scripts: [], styles: [] })
    if (searchParams.has('policy')) response.setHeader('content-security-policy', policy)
    return sendPage(response, '/page.js')
  })
  const troubles: DoubleTroubles = { documents: [], refused: new Set(), ...noTrouble }
  const superset = await serveDouble(`http://localhost:${portOf(portal)}`, troubles)
  const foreign = await setForeignSite()
  const { browser, profile } = await openSurfaceProfile()
  return {
    async world(query = '') {
      troubles.documents.length = 0
      troubles.refused.clear()
      Object.assign(troubles, noTrouble)
      const bi = encodeURIComponent(`http://127.0.0.1:${portOf(superset)}`)
      const own = await openSurfacePage(
        profile,
        `http://localhost:${portOf(portal)}/?vendor=superset&bi=${bi}${query}`,
        { inside: insideSuperset, script: recordSwitchboard },
      )
      return {
        ...own,
        own,
        refusedId,
        noPinReplyId,
        answerHandle: 'an answer',
        silentPageId,
        undrawnId,
        troubles,
        selectTab: () => pressTab(own.page),
        failChart: () => failChart(own.page),
        finishDrawing: () => finishDrawing(own.page),
        answerLate: () => wakeFrame(own.page, '11111111-1111-4111-8111-111111111111'),
        async expireTokens() {
          for (const token of await own.tokens()) troubles.refused.add(token)
          for (const frame of own.page.frames().slice(1)) await askWithToken(frame)
        },
        frame() {
          const [, frame] = own.page.frames()
          if (frame === undefined) throw new Error('there is no frame')
          return frame
        },
        intrude: (when) => foreign.intrude(own, when),
        narrow: async ({ range, filters }) =>
          own.page
            .frames()[1]
            ?.evaluate(([word, chain]) => (window as unknown as Narrowable).narrow(word, chain), [
              rangesBySuperset.find(([name]) => name === range)?.[1] ?? '',
              filters.chain ?? [],
            ] as const),
      }
    },
    async close() {
      await browser.close()
      for (const server of [portal, superset, foreign.server]) {
        server.closeAllConnections()
        await new Promise((resolve) => void server.close(resolve))
      }
    },
  }
}

async function serveDouble(portal: string, troubles: DoubleTroubles): Promise<Server> {
  const page = await readFile(new URL('page/superset-frame.js', import.meta.url), 'utf8')
  return serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://superset.invalid')
    const token = String(request.headers['x-guesttoken'] ?? '')
    const answer = (status: number, body: object): unknown => {
      response.writeHead(status, { 'content-type': 'application/json' })
      return response.end(JSON.stringify(body))
    }
    if (pathname === '/assay/lifecycle.js') return sendScript(response, lifecycle)
    if (pathname === '/superset.js') return sendScript(response, page)
    if (pathname.endsWith(goneId)) {
      // As the real one responds to `assay_gone.html`.
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' })
      return response.end(
        `<!doctype html><head><script src="/assay/lifecycle.js" data-portal="${portal}" data-status="404"></script></head>`,
      )
    }
    if (pathname.startsWith('/embedded/')) {
      troubles.documents.push(pathname.slice('/embedded/'.length))
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      if (pathname.endsWith(silentPageId)) return response.end('<!doctype html><title>Nothing</title>')
      return response.end(
        `<!doctype html><title>Superset</title><head><script src="/assay/lifecycle.js" data-portal="https://another.example ${portal}"></script></head><body><div id="app" data-bootstrap='${bootstrapOf(pathname)}'></div><script type="module" src="/superset.js"></script>`,
      )
    }
    if (!pathname.startsWith('/api/')) return answer(404, {})
    const given = searchParams.get('answer')
    if (given !== null) return answer(200, JSON.parse(given))
    if (token === '' || troubles.refused.has(token))
      return answer(401, { msg: 'Missing Authorization Header' })
    if (pathname.endsWith(refusedId)) return answer(404, { message: 'Not found' })
    if (troubles.dashboards !== null && pathname.startsWith('/api/v1/dashboard/'))
      return answer(troubles.dashboards, { message: 'Fatal error' })
    if (pathname.endsWith(`/dashboard/${emptyId}`)) return answer(200, { tabs: [] })
    if (pathname.startsWith('/api/v1/dashboard/')) return answer(200, { tabs: ['TAB-first', 'TAB-flows'] })
    if (pathname !== '/api/v1/chart/data') return answer(200, {})
    switch (troubles.charts) {
      case 'slow':
        return
      case 'refused':
        return answer(403, { message: 'Guest user cannot modify chart payload' })
      case 'failing':
        return answer(500, { message: 'IO Error: Cannot open file "/srv/market.duckdb"' })
      case 'empty':
        return answer(200, { result: [{ ...chartAnswer, rowcount: 0, data: [] }] })
      case null:
        return answer(200, { result: [chartAnswer] })
    }
  })
}

/** As Superset's page identifies its dashboard: here by the id that it is embedded under. */
const bootstrapOf = (pathname: string): string =>
  JSON.stringify({ embedded: { dashboard_id: pathname.slice('/embedded/'.length) } })

const chartAnswer = {
  rowcount: 2,
  cached_dttm: null,
  to_dttm: Date.UTC(2026, 10, 21),
  colnames: ['day', 'close'],
  coltypes: [2, 0],
  data: [
    { day: Date.UTC(2026, 10, 19), close: 1 },
    { day: Date.UTC(2026, 10, 20), close: 2 },
  ],
}
