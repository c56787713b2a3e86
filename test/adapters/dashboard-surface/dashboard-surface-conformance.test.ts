import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { MemoryDashboardSurface } from '../../../src/adapters/dashboard-surface/memory-dashboard-surface'
import '../../../src/adapters/dashboard-surface/thoughtspot/thoughtspot-dashboard-surface'
import { viewAppearance } from '../../../src/core/embedding/appearance'
import type { SurfaceView, ViewRequest } from '../../../src/core/ports/dashboard-surface'
import { dashboardSurfaceSuite, type SurfaceWorld } from '../../conformance/dashboard-surface.suite'
import { conforms, rejects } from '../../conformance/suite'
import {
  setSurfaceStage,
  type SurfaceStage,
  memoryCandidate,
  refusedId,
  undrawnId,
  boardsInMemory,
  thoughtSpotClaims,
  worldOver,
} from './surface-stage'

let stage: SurfaceStage
beforeAll(async () => {
  stage = await setSurfaceStage()
}, 60_000)
afterAll(() => stage.close())

conforms(dashboardSurfaceSuite, memoryCandidate)
conforms(dashboardSurfaceSuite, {
  name: 'ThoughtSpot’s SDK, in Chromium',
  claims: thoughtSpotClaims,
  make: () => stage.world(),
  dispose: (world) => world.close(),
})

test('an answer opens at the path that the SDK’s own component uses', async () => {
  const world = await stage.world()
  const view = await world.open()
  const request: ViewRequest = {
    view: { kind: 'answer', handle: world.answerHandle },
    title: 'Answer',
    appearance: viewAppearance({
      theme: 'dark',
      signedIn: true,
      interactionsFlag: true,
      deepResearchFlag: true,
      view: 'own',
    }),
  }
  await view.show(request)
  await vi.waitFor(() => expect(view.events).toContainEqual({ kind: 'rendered' }), { timeout: 8_000 })
  const address = await world.page.evaluate(() => document.querySelector('iframe')?.src)
  expect(address).toBe(await world.surface.evaluate((own, asked) => own.answerAddress(asked), request))
  await world.close()
}, 30_000)

/** Before 26.2 a frame can be neither navigated nor restyled: every change comes in a new frame. */
const olderClaims = { ...thoughtSpotClaims, navigates: false, restyles: false }
test.each(
  [
    'changes the theme without a reload, if it claims to',
    'shows another dashboard in the same frame, if it claims to',
    'ends on the last of several dashboards requested at once',
    'stays on its dashboard and tab after a refresh, without a history entry',
    'reuses the frame of a pre-render id in another container',
  ].map((name) => dashboardSurfaceSuite.laws.filter((law) => law.name === name)),
)(
  'a cluster whose frames cannot be navigated $name',
  async (law) => {
    const world = await stage.world('10.14.0.cl-1')
    await law.check(world, olderClaims)
    await world.close()
  },
  30_000,
)

/** The memory adapter with one change, in every view that it opens or in itself. */
function broken(
  name: string,
  breaks: string,
  change: (view: SurfaceView, surface: MemoryDashboardSurface) => Partial<SurfaceView>,
  itself: (
    surface: MemoryDashboardSurface,
    onPage: ReadonlySet<SurfaceView>,
  ) => Partial<MemoryDashboardSurface> = () => ({}),
) {
  return {
    ...memoryCandidate,
    name,
    breaks,
    make() {
      const surface = boardsInMemory()
      const onPage = new Set<SurfaceView>()
      return worldOver({
        ...surface,
        ...itself(surface, onPage),
        open(container, options) {
          const view = surface.open(container, options)
          onPage.add(view)
          const dispose = (): void => {
            onPage.delete(view)
            view.dispose()
          }
          return { ...view, dispose, ...change(view, surface) }
        },
      })
    },
  }
}

test('a surface whose frames may be of any origin is rejected', async () => {
  const breaks = 'sends no token to a page of another origin, and removes its frame'
  const law = dashboardSurfaceSuite.laws.find(({ name }) => name === breaks)
  const world = await stage.world(undefined, { unguarded: true })
  // Rejected by what the other origin received, and by nothing earlier.
  await expect((async () => law?.check(world, thoughtSpotClaims))()).rejects.toThrow(/test-token-\d+/)
  await world.close()
}, 30_000)

test('a surface that loads code only once, although that failed, is rejected', async () => {
  const breaks = 'reports that the vendor’s SDK failed to load, and loads it on retry'
  const law = dashboardSurfaceSuite.laws.find(({ name }) => name === breaks)
  const world = await stage.world(undefined, { gut: 'code' })
  const open: SurfaceWorld['open'] = async () => ({ ...(await world.open()), timeoutMs: 2_000 })
  await expect((async () => law?.check({ ...world, open }, thoughtSpotClaims))()).rejects.toThrow(/failed/)
  await world.close()
}, 30_000)

rejects(dashboardSurfaceSuite, [
  broken('reloads for an equal request', 'ignores a request that equals the current one', (view) => {
    let last = ''
    return {
      show(request) {
        const same = JSON.stringify(request) === last
        last = JSON.stringify(request)
        if (same) view.retry()
        else view.show(request)
      },
      hide() {
        last = ''
        view.hide()
      },
    }
  }),
  broken('reloads for another theme', 'changes the theme without a reload, if it claims to', (view) => {
    let mode = ''
    return {
      show(request) {
        const changed = mode !== '' && request.appearance.mode !== mode
        mode = request.appearance.mode
        view.show(request)
        if (changed) view.retry()
      },
    }
  }),
  broken('drops the tab', 'opens the requested tab and chart', (view) => ({
    show(asked) {
      if (asked.view.kind !== 'dashboard') return view.show(asked)
      const { tabId: _tab, ...rest } = asked.view
      // A refresh keeps it; otherwise another law would break too.
      view.show({
        ...asked,
        view: rest.chartId === undefined && _tab !== undefined ? { ...rest, tabId: _tab } : rest,
      })
    },
  })),
  broken(
    'loses the builder on another question',
    'takes another question in the same builder frame',
    (view) => {
      let asked = false
      return {
        show(request) {
          view.show(request)
          if (asked && request.view.kind === 'builder')
            view.show({ ...request, view: { kind: 'dashboard', dashboardId: refusedId } })
          asked = request.view.kind === 'builder'
        },
      }
    },
  ),
  broken(
    'does not report the frame that it kept',
    'keeps its frame while hidden, and emits rendered when shown again',
    (view) => {
      let mayHide = true
      return {
        show(request) {
          mayHide =
            request.view.kind === 'dashboard' && [refusedId, undrawnId].includes(request.view.dashboardId)
          view.show(request)
        },
        // Ignores the call, except for a dashboard that another law hides.
        hide: () => (mayHide ? view.hide() : undefined),
      }
    },
  ),
  broken(
    'does not report unsaved work',
    'reports whether an editor has unsaved work before it emits rendered',
    (view) => ({
      watch: (listener) => view.watch((event) => event.kind === 'unsaved-work' || listener(event)),
    }),
  ),
  broken(
    'creates a frame for every container',
    'reuses the frame of a pre-render id in another container',
    (view) => ({
      show({ preRenderId: _id, ...asked }) {
        view.show(asked)
      },
    }),
  ),
  broken(
    'reuses any pre-rendered frame',
    'reuses the frame of a pre-render id for no view without that id',
    (view) => ({
      show: (asked) => view.show(asked.preRenderId === undefined ? asked : { ...asked, preRenderId: 'any' }),
    }),
  ),
  broken(
    'passes a pre-rendered frame to the next user',
    'keeps no pre-rendered frame for the next user',
    () => ({}),
    (_surface, onPage) => ({
      reset() {
        for (const view of onPage) view.retry()
      },
    }),
  ),
  broken(
    'keeps the previous user’s view on screen',
    'reloads an open view for the next user in a new frame, with another token',
    () => ({}),
    (surface, onPage) => ({
      reset() {
        for (const view of onPage) view.hide()
        surface.reset()
      },
    }),
  ),
  broken(
    'reports a refused pin as pinned',
    'pins an answer that is on screen, and reports when it cannot',
    (view) => ({
      async pin(target) {
        const outcome = await view.pin(target)
        return outcome.kind === 'refused' ? { kind: 'pinned', dashboardId: null, chartId: null } : outcome
      },
    }),
  ),
  broken(
    'reports a pin without a reply as refused',
    'reports the outcome of a pin as unknown when the view does not reply',
    (view) => ({
      async pin(target) {
        const outcome = await view.pin(target)
        return outcome.kind === 'unknown' ? { kind: 'refused', reason: null } : outcome
      },
    }),
  ),
  broken(
    'does not report missing filters',
    'reports a filter that a dashboard does not have, and applies the rest',
    (view) => ({
      watch: (listener) => view.watch((event) => event.kind === 'not-restored' || listener(event)),
    }),
  ),
  broken(
    'reloads for the user’s own filters',
    'reports the range and filters that the user sets, and loads nothing when they are requested',
    (view) => {
      let reported = ''
      view.watch((event) => {
        if (event.kind === 'narrowed') reported = JSON.stringify(event.narrowing)
      })
      return {
        show(request) {
          const asked = request.view.kind === 'dashboard' ? JSON.stringify(request.view.narrowing) : null
          const isKnown = asked === reported
          view.show(request)
          if (isKnown) view.retry()
        },
      }
    },
  ),
  broken('never unsubscribes', 'emits nothing to a listener that has unsubscribed', (view) => ({
    watch(listener) {
      view.watch(listener)
      return () => undefined
    },
  })),
  broken(
    'attributes messages of the previous dashboard to the requested one',
    'does not attribute late messages of the previous dashboard to the requested one',
    (view) => {
      let asked = ''
      return {
        show(request) {
          asked = request.view.kind === 'dashboard' ? request.view.dashboardId : ''
          view.show(request)
        },
        watch: (listener) =>
          view.watch((event) =>
            listener(event.kind === 'narrowed' ? { ...event, dashboardId: asked } : event),
          ),
      }
    },
  ),
  broken(
    'attributes a refusal of the previous dashboard to the requested one',
    'shows the dashboard requested next when the previous one is refused only then',
    (view, surface) => {
      let previous = ''
      return {
        show(request) {
          const isRefused = previous === refusedId
          previous = request.view.kind === 'dashboard' ? request.view.dashboardId : ''
          view.show(request)
          if (isRefused && previous !== refusedId)
            surface.views.at(-1)?.say({ kind: 'failed', failure: { kind: 'view-refused' } })
        },
      }
    },
  ),
  broken(
    'reports only once where a dashboard is',
    'emits navigated before rendered also for a dashboard that was left while it loaded',
    (view) => {
      let isReported = false
      return {
        watch: (listener) =>
          view.watch((event) => {
            const isUndrawn = event.kind === 'navigated' && event.dashboardId === undrawnId
            if (!isUndrawn || !isReported) listener(event)
            isReported ||= isUndrawn
          }),
      }
    },
  ),
  broken(
    'accepts the messages of any frame',
    'delivers the messages of a frame to no other view',
    (_view, surface) => ({
      watch(listener) {
        const unwatch = surface.views.map((one) => one.watch(listener))
        return () => unwatch.forEach((stop) => stop())
      },
    }),
  ),
  broken(
    'survives dispose',
    'leaves no frame or listener after dispose, emits nothing and requests no token',
    () => ({}),
    () => ({ dispose: () => undefined }),
  ),
  {
    ...memoryCandidate,
    name: 'shares one frame across purposes',
    breaks: 'does not reuse a frame for another purpose under the same pre-render id',
    make() {
      const surface = boardsInMemory()
      return worldOver({ ...surface, open: (container) => surface.open(container, { purpose: 'board' }) })
    },
  },
])
