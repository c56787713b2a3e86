import { expect, vi } from 'vitest'
import { viewAppearance } from '../../src/core/embedding/appearance'
import type {
  PinOutcome,
  PinTarget,
  SurfaceCapabilities,
  SurfaceEvent,
  SurfaceFailure,
  ViewPurpose,
  ViewRequest,
} from '../../src/core/ports/dashboard-surface'
import { noNarrowing, type Narrowing } from '../../src/core/kernel/narrowing'
import type { Theme } from '../../src/core/theme/theme'
import { defineSuite } from './suite'

/** A frame, as seen by its page and by the surrounding document. */
export interface FrameState {
  /** What its page received, in order. */
  readonly received: readonly ('look' | 'token')[]
  readonly dashboardId: string
  readonly tabId: string | null
  /** The filters and range in its page, whether set by the portal or the user. */
  readonly narrowing: Narrowing
  readonly theme: string
  readonly token: string
  /** Its page is told to hide its own menus. */
  readonly hidesActions: boolean
  /** Identifies the document in the frame; a new document has another value. */
  readonly document: string
  /** Its accessible name. */
  readonly title: string
  /** It is visible and reachable by keyboard. */
  readonly visible: boolean
}

/** A view under test, with the events that it has emitted. */
export interface ViewUnderTest {
  /** Timeout in ms for an awaited event; 8,000 by default. */
  readonly timeoutMs?: number
  readonly events: readonly SurfaceEvent[]
  /** Null without a frame. */
  frame(): Promise<FrameState | null>
  show(request: ViewRequest): Promise<void>
  hide(): Promise<void>
  refresh(): Promise<void>
  retry(): Promise<void>
  /** Removes its container too. */
  dispose(): Promise<void>
  pin(target: PinTarget): Promise<PinOutcome>
  /** Unsubscribes; later emissions would still be in `events`. */
  unwatch(): Promise<void>
}

export interface SurfaceWorld {
  /** Opens a view in a container of its own, by default for a curated dashboard. */
  open(purpose?: ViewPurpose): Promise<ViewUnderTest>
  /** Disposes the last opened view and opens another in the same container, in one tick. */
  reopen(): Promise<ViewUnderTest>
  /** A user signs in or out. */
  reset(): Promise<void>
  /** Disposes the surface itself. */
  dispose(): Promise<void>
  /** Advances time far enough for every timer to fire. */
  advanceTime(): Promise<void>
  /** Frames created so far for whole dashboards. */
  frames(): Promise<number>
  /** The tokens that the frames on the page have received, as reported by them. */
  tokens(): Promise<readonly string[]>
  /** The URL of every document that a frame has loaded so far. */
  addresses(): Promise<readonly string[]>
  /** How many tokens were requested so far. */
  tokenRequestCount(): Promise<number>
  /** The dashboards of each token request; empty for a token that covers whatever its user may see. */
  requestedDashboards(): Promise<readonly (readonly string[])[]>
  /** Every token issued so far, to any caller. */
  tokensGiven(): Promise<readonly string[]>
  /** Everything that the page has written: its document, browser storage, and console, which includes the journal. */
  written(): Promise<string>
  /** Length of the tab's session history, its frames' entries included. */
  historyLength(): Promise<number>
  /** Listeners of the surface on the window passed to it, and all listeners on its document. */
  listeners(): Promise<number>
  /** Delays messages from the frames' pages until the returned function is called, which delivers them in order. */
  holdMessages(): Promise<() => Promise<void>>
  /** The portal prefetches what it may need. */
  prepare(): Promise<void>
  /** The next load of the vendor's SDK fails. */
  failCode(): Promise<void>
  /** Makes the session unknown, or known again. A token requested before it is known might be another user's. */
  setSessionUnknown(concealed: boolean): Promise<void>
  /**
   * A page of another origin replaces the one in a frame and requests a token. `late`: it requests none, but replaces a page whose request
   * is only answered afterwards. The returned function gives what it has received so far, in any form; empty for nothing.
   */
  intrude(when?: 'late'): Promise<() => Promise<string>>
  /** The token service refuses with this status from now on; null restores it. */
  failTokens(status: number | null): Promise<void>
  /** The host rejects all tokens that it has received so far, and its pages notice. */
  expireTokens(): Promise<void>
  /** The portal's own policy allows no frame from now on. */
  forbidFrames(): Promise<void>
  /** The first frame navigates to a foreign page that sends nothing. */
  navigateFrameAway(): Promise<void>
  /** The silent page of the first frame turns out to be only slow. */
  answerLate(): Promise<void>
  /** The page in the first frame, which did not draw its dashboard, draws it after all. */
  finishDrawing(): Promise<void>
  /** The user sets range and chains of the dashboard in the first frame. */
  narrow(narrowing: Narrowing): Promise<void>
  /** The user presses the tab `flows` of the dashboard in the first frame. */
  selectTab(): Promise<void>
  /** One chart of the dashboard in the first frame fails. */
  failChart(): Promise<void>
  /** A dashboard whose page does everything but draw it. */
  readonly undrawnId: string
  /** A dashboard whose page sends nothing at all. */
  readonly silentPageId: string
  /** A dashboard that the host refuses to show. */
  readonly refusedId: string
  /** A dashboard for which the view does not reply to a pin. */
  readonly noPinReplyId: string
  /** The vendor's handle for an answer of its assistant; any text for a vendor without one. */
  readonly answerHandle: string
  /** Resolves when everything in progress has had time to be emitted. */
  settled(): Promise<void>
}

/** The declared capabilities, and how the surface is built. */
export interface SurfaceClaims extends SurfaceCapabilities {
  /** A view that is disposed and reopened at once keeps its frame. */
  readonly revives: boolean
  /** Its views are frames with a page of the host. */
  readonly framed: boolean
  /** A view reports the date of its data. */
  readonly reportsDataDate: boolean
  /** An existing frame can be navigated to another dashboard. Without it, another dashboard gets a new frame. */
  readonly navigates: boolean
  /** An existing frame can be restyled. Without it, another appearance gets a new frame. */
  readonly restyles: boolean
  /** It sends its page a new token before the current one expires. Without it, the page requests one. */
  readonly renews: boolean
  /** Its tokens cover only the dashboards that they were requested for. */
  readonly byRequest: boolean
  /** It needs the vendor's SDK, which is loaded at run time. */
  readonly fetchesCode: boolean
}

const one = '11111111-1111-4111-8111-111111111111'
const two = '22222222-2222-4222-8222-222222222222'
/** Has its own range of 90 days, and filters for range and chain. */
const three = '33333333-3333-4333-8333-333333333333'
const marchToMay: Narrowing = { range: '2026-03-01..2026-05-31', filters: {} }
const last30Days: Narrowing = { range: '30d', filters: { chain: ['Ethereum', 'Tron'] } }

function request(
  dashboardId: string,
  given: { theme?: Theme; tab?: string; viz?: string; narrowing?: Narrowing } = {},
): ViewRequest {
  return {
    view: {
      kind: 'dashboard',
      dashboardId,
      ...(given.tab === undefined ? {} : { tabId: given.tab }),
      ...(given.viz === undefined ? {} : { chartId: given.viz }),
      ...(given.narrowing === undefined ? {} : { narrowing: given.narrowing }),
    },
    title: 'Test dashboard',
    appearance: viewAppearance({
      theme: given.theme ?? 'dark',
      signedIn: true,
      interactionsFlag: true,
      deepResearchFlag: true,
      view: 'curated',
    }),
  }
}

const withPreRenderId = (asked: ViewRequest, preRenderId = 'kept'): ViewRequest => ({ ...asked, preRenderId })

const builder = (question?: string): ViewRequest => ({
  ...request(one),
  view: { kind: 'builder', sourceId: 'stable_supply', ...(question === undefined ? {} : { question }) },
})

const editor: ViewRequest = { ...request(one), view: { kind: 'editor', dashboardId: one } }
const answerOf = ({ answerHandle }: SurfaceWorld): ViewRequest => ({
  ...request(one),
  view: { kind: 'answer', handle: answerHandle },
})
const conversation = (sourceId: string): ViewRequest => ({
  ...request(one),
  view: { kind: 'conversation', sourceId, question: 'supply by chain' },
})

const kinds = (view: ViewUnderTest): readonly string[] => view.events.map(({ kind }) => kind)
const emitted = (view: ViewUnderTest, kind: SurfaceEvent['kind']): number =>
  kinds(view).filter((other) => other === kind).length

function until(view: ViewUnderTest, kind: SurfaceEvent['kind'], times = 1): Promise<void> {
  return vi.waitFor(() => expect(emitted(view, kind), kinds(view).join(', ')).toBeGreaterThanOrEqual(times), {
    timeout: view.timeoutMs ?? 8_000,
  })
}

async function shown(world: SurfaceWorld, asked = request(one)): Promise<ViewUnderTest> {
  const view = await world.open()
  await view.show(asked)
  await until(view, 'rendered')
  return view
}

/** An unsupported request is reported as such, and creates no frame. */
async function checkNotSupported(world: SurfaceWorld, asked: ViewRequest): Promise<void> {
  const before = await world.frames()
  const view = await world.open()
  await view.show(asked)
  await until(view, 'failed')
  expect(view.events.at(-1)).toEqual({ kind: 'failed', failure: { kind: 'not-supported' } })
  expect(await world.frames()).toBe(before)
}

const lastNavigation = (view: ViewUnderTest) => view.events.findLast((event) => event.kind === 'navigated')

const narrowings = (view: ViewUnderTest): readonly Narrowing[] =>
  view.events.flatMap((event) => (event.kind === 'narrowed' ? [event.narrowing] : []))

/** The page in its frame has these filters; without frames there is nothing to check. */
async function untilNarrowedTo(
  view: ViewUnderTest,
  claims: SurfaceClaims,
  narrowing: Narrowing,
): Promise<void> {
  await vi.waitFor(
    async () => {
      const seen = await frameOf(view, claims)
      expect(seen?.narrowing ?? narrowing).toEqual(narrowing)
    },
    { timeout: view.timeoutMs ?? 8_000 },
  )
}

/** All events but the date of the data, which every chart emits. */
const eventsButData = (view: ViewUnderTest): readonly SurfaceEvent[] =>
  view.events.filter(({ kind }) => kind !== 'data')

/** It is shown, and stays. Another dashboard may be shown for a moment before it. */
async function untilItEndsOn(world: SurfaceWorld, view: ViewUnderTest, dashboardId: string): Promise<void> {
  const isThere = (): void => {
    expect(lastNavigation(view)).toMatchObject({ dashboardId })
    expect(kinds(view).at(-1)).not.toBe('loading')
  }
  const lasting = async (): Promise<void> => {
    isThere()
    await world.settled()
    isThere()
  }
  await vi.waitFor(lasting, { timeout: view.timeoutMs ?? 8_000 })
}

const failures = (view: ViewUnderTest): readonly SurfaceFailure[] =>
  view.events.flatMap((event) => (event.kind === 'failed' ? [event.failure] : []))

/** The frame of the view; a surface without frames must have none. */
async function frameOf(view: ViewUnderTest, { framed }: SurfaceClaims): Promise<FrameState | null> {
  const seen = await view.frame()
  expect(seen !== null).toBe(framed)
  return seen
}

export const dashboardSurfaceSuite = defineSuite<SurfaceWorld, SurfaceClaims>('DashboardSurface', {
  'emits loading, navigated and rendered in this order': async (world) => {
    const view = await shown(world)
    const order = ['loading', 'navigated', 'rendered'].map((kind) => kinds(view).indexOf(kind))
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(order).not.toContain(-1)
    expect(await world.frames()).toBe(1)
  },
  'creates no frame for an empty dashboard id, and reports why': async (world) => {
    const view = await world.open()
    await view.show(request(''))
    await until(view, 'failed')
    expect(view.events.at(-1)).toEqual({ kind: 'failed', failure: { kind: 'dashboard-id-invalid' } })
    expect(await world.frames()).toBe(0)
  },
  'creates no frame for an invalid dashboard id': async (world) => {
    const view = await world.open()
    await view.show(request('javascript:alert(1)'))
    await until(view, 'failed')
    expect(await world.frames()).toBe(0)
  },
  'ignores a request that equals the current one': async (world) => {
    const view = await shown(world)
    await view.show(request(one))
    await world.settled()
    expect(emitted(view, 'loading')).toBe(1)
    expect(await world.frames()).toBe(1)
  },
  'changes the theme without a reload, if it claims to': {
    offered: ({ restyles }) => restyles,
    check: async (world, claims) => {
      const view = await shown(world)
      const before = await frameOf(view, claims)
      await view.show(request(one, { theme: 'light' }))
      if (claims.restyles) await world.settled()
      else await until(view, 'rendered', 2)
      const made = claims.restyles ? 1 : 2
      expect([emitted(view, 'loading'), await world.frames()]).toEqual([made, made])
      const after = await frameOf(view, claims)
      expect([before?.theme, after?.theme]).toEqual(
        claims.framed ? ['dark', 'light'] : [undefined, undefined],
      )
      expect(after?.document === before?.document).toBe(claims.restyles)
      if (!claims.narrowing) return
      // A dashboard with a range of days is not reloaded either.
      for (const theme of ['light', 'dark'] as const) {
        await view.show(request(three, { narrowing: marchToMay, theme }))
        await world.settled()
        await untilNarrowedTo(view, claims, { ...marchToMay, filters: { chain: [] } })
      }
    },
  },
  'sends its page the requested dashboard, tab and appearance, and the appearance before the token, each once':
    async (world, claims) => {
      const view = await shown(world, request(two, { tab: 'flows', theme: 'light' }))
      await world.settled()
      const seen = await frameOf(view, claims)
      if (seen === null) return
      expect(seen).toMatchObject({ dashboardId: two, tabId: 'flows', theme: 'light', hidesActions: true })
      expect(seen.token).not.toBe('')
      expect(seen.received).toEqual(['look', 'token'])
    },
  'keeps actions hidden after a navigation and a refresh, and sends a page at most one token per dashboard':
    async (world, claims) => {
      const view = await shown(world)
      const isRight = async (): Promise<void> => {
        await world.settled()
        const seen = await frameOf(view, claims)
        expect(seen?.hidesActions ?? true).toBe(true)
        expect(seen?.received.filter((what) => what === 'token').length ?? 0).toBeLessThanOrEqual(2)
      }
      await view.show(request(two))
      await until(view, 'rendered', 2)
      await isRight()
      await view.refresh()
      await until(view, 'rendered', 3)
      await isRight()
    },
  'applies the theme that was requested last while a dashboard was loading': async (world, claims) => {
    const view = await world.open()
    for (const [times, id] of [one, two].entries()) {
      await view.show(request(id, { theme: 'dark' }))
      await view.show(request(id, { theme: 'light' }))
      await until(view, 'rendered', times + 1)
      await world.settled()
      expect((await frameOf(view, claims))?.theme ?? 'light').toBe('light')
    }
  },
  'prefetches without a token and without a frame': async (world) => {
    await world.prepare()
    await world.settled()
    expect([await world.frames(), await world.tokenRequestCount()]).toEqual([0, 0])
  },
  'reports that the vendor’s SDK failed to load, and loads it on retry': {
    offered: ({ fetchesCode }) => fetchesCode,
    check: async (world, { fetchesCode }) => {
      await world.failCode()
      const view = await world.open()
      await view.show(request(one))
      await until(view, fetchesCode ? 'failed' : 'rendered')
      expect(failures(view)).toEqual(fetchesCode ? [{ kind: 'sdk-unavailable' }] : [])
      await view.retry()
      await until(view, 'rendered', fetchesCode ? 1 : 2)
    },
  },
  'does not emit rendered before the page has drawn the dashboard': async (world, { framed }) => {
    const view = await world.open()
    await view.show(request(world.undrawnId))
    await until(view, 'navigated')
    await world.settled()
    expect(emitted(view, 'rendered')).toBe(framed ? 0 : 1)
  },
  'emits navigated before rendered also for a dashboard that was left while it loaded': async (world) => {
    const leaveFor = (id: string) => (view: ViewUnderTest) => view.show(request(id))
    for (const leave of [leaveFor(two), (view: ViewUnderTest) => view.hide()]) {
      const view = await world.open()
      await view.show(request(world.undrawnId))
      await until(view, 'navigated')
      await leave(view)
      const before = view.events.length
      await view.show(request(world.undrawnId))
      await world.finishDrawing()
      // Some pages count as rendered while they are hidden.
      const isReported = (): void => {
        const since = kinds(view).slice(before)
        expect(since).toContain('navigated')
        expect(since.lastIndexOf('rendered')).toBeGreaterThan(since.indexOf('navigated'))
      }
      await vi.waitFor(isReported, { timeout: view.timeoutMs ?? 8_000 })
      expect(lastNavigation(view)).toMatchObject({ dashboardId: world.undrawnId })
      await view.dispose()
    }
  },
  'keeps a dashboard on screen when one of its charts fails': async (world, claims) => {
    const view = await shown(world)
    await world.failChart()
    await world.settled()
    expect(failures(view)).toEqual([])
    expect((await frameOf(view, claims))?.visible ?? true).toBe(true)
  },
  'gives its frame the requested title as its accessible name': async (world, claims) => {
    const view = await shown(world)
    const before = await frameOf(view, claims)
    await view.show({ ...request(one), title: 'Another dashboard' })
    const after = await frameOf(view, claims)
    expect([before?.title, after?.title]).toEqual(
      claims.framed ? ['Test dashboard', 'Another dashboard'] : [undefined, undefined],
    )
  },
  'hides its frame and shows it again': async (world, claims) => {
    const view = await shown(world)
    const before = await frameOf(view, claims)
    await view.hide()
    const hidden = await frameOf(view, claims)
    await view.show(request(one))
    const after = await frameOf(view, claims)
    const visible = [before, hidden, after].map((seen) => seen?.visible ?? null)
    expect(visible).toEqual(claims.framed ? [true, false, true] : [null, null, null])
  },
  'reports why there is no first token, and shows the dashboard once there is one': async (world) => {
    await world.failTokens(403)
    const view = await world.open()
    await view.show(request(one))
    await until(view, 'failed')
    expect(failures(view)).toEqual([{ kind: 'token-unavailable', trouble: 'no-access' }])
    expect(await world.tokens()).toEqual([])
    await world.failTokens(null)
    await view.retry()
    await until(view, 'rendered')
  },
  'requests no token and renders nothing until the session is known': async (world, { framed }) => {
    await world.setSessionUnknown(true)
    const view = await world.open()
    await view.show(request(one))
    await world.settled()
    expect([await world.tokenRequestCount(), emitted(view, 'rendered')]).toEqual([0, framed ? 0 : 1])
    expect(failures(view)).toEqual([])
    await world.setSessionUnknown(false)
    await until(view, 'rendered')
    expect((await world.tokenRequestCount()) > 0).toBe(framed)
  },
  'reports a page that sends nothing as silent, and shows the next dashboard': async (world) => {
    const view = await world.open()
    await view.show(request(world.silentPageId))
    await until(view, 'failed')
    expect(failures(view)).toMatchObject([{ kind: 'frame-silent' }])
    await view.show(request(one))
    await until(view, 'rendered')
  },
  'shows a dashboard that it reported as silent once its slow page responds, without a retry': async (
    world,
    claims,
  ) => {
    const view = await world.open()
    await view.show(request(world.silentPageId))
    await until(view, 'failed')
    await world.answerLate()
    await until(view, 'rendered')
    const phases = kinds(view).filter((kind) => ['loading', 'failed', 'rendered'].includes(kind))
    expect(phases).toEqual(['loading', 'failed', 'loading', 'rendered'])
    const seen = await frameOf(view, claims)
    expect([seen?.visible, await world.frames()]).toEqual(claims.framed ? [true, 1] : [undefined, 0])
  },
  'detects that a silent page has replaced the host’s, and shows the dashboard on retry': async (
    world,
    { framed },
  ) => {
    const view = await shown(world)
    await world.navigateFrameAway()
    if (framed) await until(view, 'failed')
    expect(failures(view)).toEqual(framed ? [{ kind: 'frame-silent', host: 'answers' }] : [])
    await view.retry()
    await until(view, 'rendered')
  },
  'reports that the portal’s own policy has blocked a navigation of its frame': async (world, { framed }) => {
    const view = await shown(world)
    await world.forbidFrames()
    await world.navigateFrameAway()
    if (framed) await until(view, 'failed')
    expect(failures(view)).toEqual(framed ? [{ kind: 'frame-blocked' }] : [])
  },
  'reports that the portal’s own policy has blocked its frame': async (world, { framed }) => {
    await world.forbidFrames()
    const view = await world.open()
    await view.show(request(one))
    await until(view, framed ? 'failed' : 'rendered')
    expect(failures(view)).toEqual(framed ? [{ kind: 'frame-blocked' }] : [])
  },
  'drops a token that the host no longer accepts, and shows the dashboard with another': async (
    world,
    claims,
  ) => {
    const view = await shown(world)
    const before = await frameOf(view, claims)
    await world.expireTokens()
    await vi.waitFor(
      async () => {
        // There is no frame between two documents; that does not count as another token.
        const after = await view.frame().catch(() => null)
        expect([Boolean(after?.token), after?.token === before?.token]).toEqual([
          claims.framed,
          !claims.framed,
        ])
        expect(kinds(view).at(-1)).not.toBe('loading')
      },
      { timeout: view.timeoutMs ?? 8_000 },
    )
    expect(failures(view)).toEqual([])
  },
  'sends its page a new token before the current one expires, if it claims to': {
    offered: ({ renews }) => renews,
    check: async (world, claims) => {
      const view = await shown(world)
      await world.settled()
      const before = [await world.tokenRequestCount(), (await frameOf(view, claims))?.token]
      await world.advanceTime()
      await world.settled()
      const [asked, token] = [await world.tokenRequestCount(), (await frameOf(view, claims))?.token]
      expect([asked === before[0], token === before[1]]).toEqual([!claims.renews, !claims.renews])
    },
  },
  'requests a token for the dashboard that it shows, if tokens are per request': {
    offered: ({ byRequest }) => byRequest,
    check: async (world, { byRequest }) => {
      const view = await shown(world)
      expect((await world.requestedDashboards()).at(-1) ?? []).toEqual(byRequest ? [one] : [])
      await view.show(request(two))
      await until(view, 'rendered', 2)
      expect((await world.requestedDashboards()).at(-1) ?? []).toEqual(byRequest ? [two] : [])
    },
  },
  'reports the date of its data, if it claims to': {
    offered: ({ reportsDataDate }) => reportsDataDate,
    check: async (world, { reportsDataDate }) => {
      const view = await shown(world)
      if (reportsDataDate) await until(view, 'data')
      else await world.settled()
      const reported = view.events.filter(({ kind }) => kind === 'data')
      expect(reported.length > 0).toBe(reportsDataDate)
      for (const event of reported)
        expect(event).toMatchObject({ asOf: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    },
  },
  'refreshes its data with a new document in its frame': async (world, claims) => {
    const view = await shown(world)
    const before = await frameOf(view, claims)
    await view.refresh()
    await until(view, 'rendered', 2)
    const after = await frameOf(view, claims)
    expect(after?.document === before?.document).toBe(!claims.framed)
  },
  'shows another dashboard in the same frame, if it claims to': {
    offered: ({ navigates }) => navigates,
    check: async (world, { navigates }) => {
      const view = await shown(world)
      await view.show(request(two))
      await until(view, 'rendered', 2)
      expect(lastNavigation(view)).toMatchObject({ dashboardId: two, tabId: null, chartId: null })
      expect(await world.frames()).toBe(navigates ? 1 : 2)
    },
  },
  'opens the requested tab and chart': {
    offered: ({ charts }) => charts,
    check: async (world, { charts }) => {
      const chart = request(one, { tab: 'flows', viz: 'supply' })
      if (!charts) await checkNotSupported(world, chart)
      const view = await shown(world, charts ? chart : request(one, { tab: 'flows' }))
      const chartId = charts ? 'supply' : null
      expect(lastNavigation(view)).toMatchObject({ dashboardId: one, tabId: 'flows', chartId })
    },
  },
  'switches to another tab of the current dashboard without a new document': async (world, claims) => {
    const view = await shown(world)
    const before = await frameOf(view, claims)
    await view.show(request(one, { tab: 'flows' }))
    await until(view, 'rendered', 2)
    expect(lastNavigation(view)).toMatchObject({ dashboardId: one, tabId: 'flows' })
    const after = await frameOf(view, claims)
    expect(after?.document === before?.document).toBe(claims.navigates)
    // For a page that has the tab in its URL.
    expect(after?.tabId ?? 'flows').toBe('flows')
    await view.show(request(one))
    await until(view, 'rendered', 3)
    expect(lastNavigation(view)).toMatchObject({ dashboardId: one, tabId: null })
  },
  'reports a tab change by the user, and loads nothing when that tab is requested': async (world, claims) => {
    const view = await shown(world)
    const before = await frameOf(view, claims)
    await world.selectTab()
    await until(view, 'navigated', 2)
    expect(lastNavigation(view)).toMatchObject({ dashboardId: one, tabId: 'flows' })
    await world.settled()
    const loads = emitted(view, 'loading')
    await view.show(request(one, { tab: 'flows' }))
    await world.settled()
    expect(emitted(view, 'loading') === loads).toBe(claims.framed)
    expect((await frameOf(view, claims))?.document).toBe(before?.document)
  },
  'opens a dashboard with the requested range and filters in one frame, and reports them': {
    offered: ({ narrowing }) => narrowing,
    check: async (world, claims) => {
      const view = await shown(world, request(three, { narrowing: last30Days }))
      if (!claims.narrowing) {
        await world.settled()
        return expect(narrowings(view)).toEqual([])
      }
      await until(view, 'narrowed')
      expect(narrowings(view)).toEqual([last30Days])
      await untilNarrowedTo(view, claims, last30Days)
      expect([await world.frames(), emitted(view, 'loading')]).toEqual([1, 1])
      expect(kinds(view)).not.toContain('not-restored')
    },
  },
  'reports the range and filters that the user sets, and loads nothing when they are requested': {
    offered: ({ narrowing }) => narrowing,
    check: async (world, claims) => {
      const view = await shown(world, request(three))
      if (!claims.narrowing) return
      await until(view, 'narrowed')
      expect(narrowings(view)).toEqual([noNarrowing])
      const before = await frameOf(view, claims)
      await world.narrow(last30Days)
      await vi.waitFor(() => expect(narrowings(view).at(-1)).toEqual(last30Days), {
        timeout: view.timeoutMs ?? 8_000,
      })
      await untilNarrowedTo(view, claims, last30Days)
      await view.show(request(three, { narrowing: last30Days }))
      await world.settled()
      const after = await frameOf(view, claims)
      expect(after?.document).toBe(before?.document)
      expect([await world.frames(), emitted(view, 'loading')]).toEqual([1, 1])
      expect(narrowings(view).at(-1)).toEqual(last30Days)
    },
  },
  'restores the range and filters of a dashboard when a request has none': {
    offered: ({ narrowing }) => narrowing,
    check: async (world, claims) => {
      const view = await shown(world, request(three))
      if (!claims.narrowing) return
      await until(view, 'narrowed')
      await view.show(request(three, { narrowing: last30Days }))
      await vi.waitFor(() => expect(narrowings(view).at(-1)).toEqual(last30Days), {
        timeout: view.timeoutMs ?? 8_000,
      })
      await untilNarrowedTo(view, claims, last30Days)
      // A range between two days leaves the filters as they are, and is removed with them.
      const otherDays = { ...marchToMay, filters: last30Days.filters }
      await view.show(request(three, { narrowing: otherDays }))
      await vi.waitFor(() => expect(narrowings(view).at(-1)).toEqual(otherDays), {
        timeout: view.timeoutMs ?? 8_000,
      })
      await untilNarrowedTo(view, claims, otherDays)
      await view.show(request(three))
      await vi.waitFor(() => expect(narrowings(view).at(-1)).toEqual(noNarrowing), {
        timeout: view.timeoutMs ?? 8_000,
      })
      await untilNarrowedTo(view, claims, { range: '90d', filters: { chain: [] } })
      expect(await world.frames()).toBe(1)
    },
  },
  'reports a filter that a dashboard does not have, and applies the rest': {
    offered: ({ narrowing }) => narrowing,
    check: async (world, claims) => {
      const asked: Narrowing = { range: '30d', filters: { chain: ['Tron'], network: ['Solana'] } }
      const view = await shown(world, request(three, { narrowing: asked }))
      if (!claims.narrowing) return
      await until(view, 'not-restored')
      expect(view.events.filter(({ kind }) => kind === 'not-restored')).toEqual([
        { kind: 'not-restored', parts: ['network'] },
      ])
      await untilNarrowedTo(view, claims, { range: '30d', filters: { chain: ['Tron'] } })
    },
  },
  'ends on the last of several dashboards requested at once': async (world, { navigates }) => {
    const view = await shown(world)
    for (const id of [two, one, two]) await view.show(request(id))
    await untilItEndsOn(world, view, two)
    expect((await world.frames()) === 1).toBe(navigates)
  },
  'keeps its frame while hidden, and emits rendered when shown again': async (world) => {
    const view = await shown(world)
    await view.hide()
    await view.show(request(one))
    await until(view, 'rendered', 2)
    expect(lastNavigation(view)).toMatchObject({ dashboardId: one })
    expect(await world.frames()).toBe(1)
    expect(kinds(view).findLast((kind) => kind !== 'narrowed')).toBe('rendered')
  },
  'stays on its dashboard and tab after a refresh, without a history entry': async (world, { navigates }) => {
    const view = await shown(world, request(one))
    const entries = await world.historyLength()
    await view.show(request(two, { tab: 'flows' }))
    await until(view, 'rendered', 2)
    await view.refresh()
    await until(view, 'rendered', 3)
    expect(lastNavigation(view)).toMatchObject({ dashboardId: two, tabId: 'flows' })
    expect(await world.frames()).toBe(navigates ? 1 : 2)
    expect(await world.historyLength()).toBe(entries)
  },
  'stays on the requested dashboard when refreshed while that one is loading': async (world, claims) => {
    const view = await shown(world)
    await view.show(request(two))
    await view.refresh()
    await untilItEndsOn(world, view, two)
    expect((await frameOf(view, claims))?.dashboardId ?? two).toBe(two)
    expect(failures(view)).toEqual([])
  },
  'reports a refused dashboard, and tries again on retry and when shown again': async (world) => {
    const view = await world.open()
    await view.show(request(world.refusedId))
    await until(view, 'failed')
    await view.retry()
    await until(view, 'failed', 2)
    await view.hide()
    await view.show(request(world.refusedId))
    await until(view, 'failed', 3)
    for (const failure of failures(view)) expect(failure).toEqual({ kind: 'view-refused' })
    await view.show(request(one))
    await until(view, 'rendered')
  },
  'shows the dashboard requested next when the previous one is refused only then': async (world) => {
    const view = await world.open()
    const release = await world.holdMessages()
    await view.show(request(world.refusedId))
    await world.settled()
    await view.show(request(one))
    await release()
    await until(view, 'rendered')
    await world.settled()
    const next = kinds(view).indexOf('loading', 1)
    expect(kinds(view).slice(next)).not.toContain('failed')
    expect(lastNavigation(view)).toMatchObject({ dashboardId: one })
  },
  'shows the builder without emitting navigated': {
    offered: ({ views }) => views.includes('builder'),
    check: async (world, { views }) => {
      if (!views.includes('builder')) return checkNotSupported(world, builder())
      const view = await shown(world, builder())
      expect(emitted(view, 'navigated')).toBe(0)
      expect(await world.frames()).toBe(1)
    },
  },
  'takes another question in the same builder frame': {
    offered: ({ views }) => views.includes('builder'),
    check: async (world, { views }) => {
      if (!views.includes('builder')) return checkNotSupported(world, builder('supply by chain'))
      const view = await shown(world, builder('supply by chain'))
      await view.show(builder('supply by stablecoin'))
      await until(view, 'rendered', 2)
      expect(await world.frames()).toBe(1)
      expect(kinds(view)).not.toContain('failed')
    },
  },
  'reports whether an editor has unsaved work before it emits rendered': {
    offered: ({ views }) => views.includes('editor'),
    check: async (world, { views }) => {
      if (!views.includes('editor')) return checkNotSupported(world, editor)
      const view = await shown(world, editor)
      expect(kinds(view).indexOf('unsaved-work')).toBeGreaterThan(-1)
      expect(kinds(view).indexOf('unsaved-work')).toBeLessThan(kinds(view).indexOf('rendered'))
      expect(await world.frames()).toBe(1)
    },
  },
  'creates no editor for an invalid dashboard id': async (world) => {
    const view = await world.open()
    await view.show({ ...editor, view: { kind: 'editor', dashboardId: '../x' } })
    await until(view, 'failed')
    expect(await world.frames()).toBe(0)
  },
  'shows an answer of the assistant without emitting navigated': {
    offered: ({ views }) => views.includes('answer'),
    check: async (world, { views }) => {
      if (!views.includes('answer')) return checkNotSupported(world, answerOf(world))
      const view = await shown(world, answerOf(world))
      expect(emitted(view, 'navigated')).toBe(0)
      expect(await world.frames()).toBe(1)
    },
  },
  'shows the conversation of a worksheet, and fails without a worksheet': {
    offered: ({ views }) => views.includes('conversation'),
    check: async (world, { views }) => {
      if (!views.includes('conversation')) return checkNotSupported(world, conversation('worksheet-1'))
      await shown(world, conversation('worksheet-1'))
      const other = await world.open()
      await other.show(conversation(''))
      await until(other, 'failed')
      expect(other.events.at(-1)).toEqual({ kind: 'failed', failure: { kind: 'source-missing' } })
    },
  },
  'pins an answer that is on screen, and reports when it cannot': {
    offered: ({ pin }) => pin,
    check: async (world, { pin }) => {
      const target = { title: 'Supply', dashboardId: one }
      if (!pin) {
        const dashboard = await shown(world)
        expect(await dashboard.pin(target)).toEqual({ kind: 'not-shown' })
        return
      }
      const view = await world.open()
      expect(await view.pin(target)).toEqual({ kind: 'not-shown' })
      await view.show(answerOf(world))
      await until(view, 'rendered')
      const pinned = await view.pin(target)
      expect(pinned).toMatchObject({ kind: 'pinned', dashboardId: one })
      expect(pinned.kind === 'pinned' && pinned.chartId).toEqual(expect.any(String))
      expect(await view.pin({ ...target, dashboardId: world.refusedId })).toEqual({
        kind: 'refused',
        reason: 'There is no such dashboard.',
      })
      expect((await view.pin({ title: 'Supply', newDashboardName: 'Desk' })).kind).toBe('pinned')
    },
  },
  'reports the outcome of a pin as unknown when the view does not reply': {
    offered: ({ views }) => views.includes('answer'),
    check: async (world, { views }) => {
      if (!views.includes('answer')) return checkNotSupported(world, answerOf(world))
      const view = await world.open()
      await view.show(answerOf(world))
      await until(view, 'rendered')
      expect(await view.pin({ title: 'Supply', dashboardId: world.noPinReplyId })).toEqual({
        kind: 'unknown',
      })
    },
  },
  'emits nothing to a listener that has unsubscribed': async (world) => {
    const view = await shown(world)
    await view.unwatch()
    const before = view.events.length
    await view.show(request(two))
    await world.settled()
    expect(view.events.length).toBe(before)
  },
  'reuses the frame of a pre-render id in another container': async (world, { navigates }) => {
    const view = await shown(world, withPreRenderId(request(one)))
    await view.dispose()
    const next = await shown(world, withPreRenderId(request(two, { tab: 'flows' })))
    expect(lastNavigation(next)).toMatchObject({ dashboardId: two, tabId: 'flows' })
    await world.settled()
    // Once: a frame that had to reload would emit it again.
    if (navigates) expect(emitted(next, 'loading')).toBe(1)
    await next.dispose()
    const again = await shown(world, withPreRenderId(request(two)))
    expect(lastNavigation(again)).toMatchObject({ dashboardId: two, tabId: null })
    expect(kinds(again)).toContain('loading')
    expect((await world.frames()) === 1).toBe(navigates)
  },
  'reuses the frame of a pre-render id for no view without that id': async (world) => {
    const view = await shown(world, withPreRenderId(request(one)))
    await view.dispose()
    await shown(world, withPreRenderId(request(one), 'another'))
    expect(await world.frames()).toBe(2)
    await shown(world, request(one))
    expect(await world.frames()).toBe(3)
  },
  'does not reuse a frame for another purpose under the same pre-render id': async (world) => {
    const view = await shown(world, withPreRenderId(request(one)))
    await view.dispose()
    const other = await world.open('saved')
    await other.show(withPreRenderId(request(one)))
    await until(other, 'rendered')
    expect(await world.frames()).toBe(2)
  },
  'keeps no pre-rendered frame for the next user': async (world) => {
    const view = await shown(world, withPreRenderId(request(one)))
    await view.dispose()
    await world.reset()
    await shown(world, withPreRenderId(request(one)))
    expect(await world.frames()).toBe(2)
  },
  'reloads an open view for the next user in a new frame, with another token': async (world, { framed }) => {
    const view = await shown(world)
    const before = await world.tokens()
    expect(before).toHaveLength(framed ? 1 : 0)
    await world.reset()
    await until(view, 'rendered', 2)
    expect(await world.frames()).toBe(2)
    const after = await world.tokens()
    expect(after).toHaveLength(before.length)
    expect(after.filter((token) => before.includes(token))).toEqual([])
  },
  'sends no token to a page of another origin, and removes its frame': async (world, { framed }) => {
    const view = await shown(world)
    const given = await world.intrude()
    await world.settled()
    expect(await given()).toBe('')
    if (framed) await until(view, 'failed')
    // Its frame is gone by now, and late messages have arrived.
    await world.settled()
    expect(await given()).toBe('')
    expect(view.events.filter(({ kind }) => kind === 'failed')).toEqual(
      framed ? [{ kind: 'failed', failure: { kind: 'frame-blocked' } }] : [],
    )
    expect(await world.tokens()).toEqual([])
  },
  'sends a token in flight to no page of another origin that has loaded meanwhile': async (world) => {
    await shown(world)
    const given = await world.intrude('late')
    await world.settled()
    expect(await given()).toBe('')
  },
  'puts no token into the URL of any document': async (world, { framed }) => {
    const view = await shown(world)
    await view.refresh()
    await until(view, 'rendered', 2)
    await view.show(request(two))
    await until(view, 'rendered', 3)
    const addresses = await world.addresses()
    expect(addresses.length > 0).toBe(framed)
    for (const token of await world.tokens())
      expect(addresses.filter((address) => address.includes(token))).toEqual([])
  },
  'writes no token to the document, the browser’s storage or the console': async (world, { framed }) => {
    await shown(world)
    await world.expireTokens()
    await world.settled()
    await world.advanceTime()
    await world.settled()
    const tokens = await world.tokensGiven()
    expect(new Set(tokens).size > 1).toBe(framed)
    const text = await world.written()
    expect(tokens.filter((token) => text.includes(token))).toEqual([])
  },
  'does not attribute late messages of the previous dashboard to the requested one': async (
    world,
    { framed },
  ) => {
    const view = await shown(world, request(three))
    await world.settled()
    const release = await world.holdMessages()
    await world.narrow(last30Days)
    await world.selectTab()
    await world.settled()
    const before = view.events.length
    await view.show(request(world.undrawnId))
    await release()
    await vi.waitFor(() => expect(lastNavigation(view)).toMatchObject({ dashboardId: world.undrawnId }), {
      timeout: view.timeoutMs ?? 8_000,
    })
    await world.settled()
    const since = view.events.slice(before)
    expect(since.filter(({ kind }) => kind === 'rendered')).toHaveLength(framed ? 0 : 1)
    const visits = since.filter(
      (event) => event.kind === 'navigated' && event.dashboardId === world.undrawnId,
    )
    expect(visits.filter((event) => event.kind === 'navigated' && event.tabId === 'flows')).toEqual([])
    const ofNext = since.filter((event) => event.kind === 'narrowed' && event.dashboardId === world.undrawnId)
    expect(
      ofNext.filter((event) => event.kind === 'narrowed' && event.narrowing.range === last30Days.range),
    ).toEqual([])
  },
  'delivers the messages of a frame to no other view': async (world, claims) => {
    const first = await shown(world, request(three))
    await world.settled()
    const before = eventsButData(first).length
    const second = await shown(world, request(two))
    await world.settled()
    expect(eventsButData(first).slice(before)).toEqual([])
    const [document, since] = [(await frameOf(second, claims))?.document, eventsButData(second).length]
    await world.narrow(last30Days)
    if (claims.narrowing)
      await vi.waitFor(() => expect(narrowings(first).at(-1)).toEqual(last30Days), {
        timeout: first.timeoutMs ?? 8_000,
      })
    await first.refresh()
    await until(first, 'rendered', 2)
    await world.settled()
    expect(eventsButData(second).slice(since)).toEqual([])
    expect((await frameOf(second, claims))?.document).toBe(document)
  },
  'leaves no frame or listener after dispose, emits nothing and requests no token': async (world) => {
    const view = await shown(world, request(three))
    // A hidden frame that waits for its next container is removed too.
    await (await shown(world, withPreRenderId(request(one)))).dispose()
    await world.settled()
    const before = [eventsButData(view).length, await world.tokenRequestCount()]
    await world.dispose()
    await world.settled()
    await world.narrow(last30Days)
    await world.settled()
    expect([eventsButData(view).length, await world.tokenRequestCount()]).toEqual(before)
    expect([await world.tokens(), await view.frame(), await world.listeners()]).toEqual([[], null, 0])
  },
  'requests no token for a view that has been disposed': async (world) => {
    const view = await shown(world)
    await view.dispose()
    await world.settled()
    const before = await world.tokenRequestCount()
    await world.advanceTime()
    await world.settled()
    expect(await world.tokenRequestCount()).toBe(before)
    expect(await world.tokens()).toEqual([])
  },
  'keeps its frame when a view is disposed and reopened at once, if it claims to': async (
    world,
    { revives },
  ) => {
    await shown(world)
    const second = await world.reopen()
    await second.show(request(one))
    await world.settled()
    expect(await world.frames()).toBe(revives ? 1 : 2)
  },
})
