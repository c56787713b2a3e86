import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import '../../../src/adapters/dashboard-surface/superset/superset-dashboard-surface'
import {
  embeddedAddress,
  filtersOf,
  supersetVocabulary,
} from '../../../src/adapters/dashboard-surface/superset/address'
import { viewAppearance } from '../../../src/core/embedding/appearance'
import type { Narrowing, TimeRange } from '../../../src/core/kernel/narrowing'
import type { SurfaceEvent, ViewRequest } from '../../../src/core/ports/dashboard-surface'
import { dashboardSurfaceSuite, type ViewUnderTest } from '../../conformance/dashboard-surface.suite'
import { conforms } from '../../conformance/suite'
import { silentPageId, narrowableId, refusedId, undrawnId } from './surface-stage'
import {
  busyId,
  emptyId,
  goneId,
  insideSuperset,
  setSupersetStage,
  supersetClaims,
  type SupersetStage,
  type SupersetWorld,
} from './superset-stage'

let stage: SupersetStage
beforeAll(async () => {
  stage = await setSupersetStage()
}, 60_000)
afterAll(() => stage.close())

conforms(dashboardSurfaceSuite, {
  name: 'Superset’s protocol, in Chromium',
  claims: supersetClaims,
  make: () => stage.world(),
  dispose: (world) => world.close(),
})

const board = '11111111-1111-4111-8111-111111111111'

const request = (
  theme: 'light' | 'dark',
  view: Partial<Extract<ViewRequest['view'], { kind: 'dashboard' }>> = {},
): ViewRequest => ({
  view: { kind: 'dashboard', dashboardId: board, ...view },
  title: 'Market dashboard',
  appearance: viewAppearance({
    theme,
    signedIn: true,
    interactionsFlag: true,
    deepResearchFlag: true,
    view: 'curated',
  }),
})

const waiting = { timeout: 8_000 }
const emitted = (view: ViewUnderTest, kind: SurfaceEvent['kind']): number =>
  view.events.filter((event) => event.kind === kind).length
const until = (view: ViewUnderTest, kind: SurfaceEvent['kind'], times = 1): Promise<void> =>
  vi.waitFor(() => expect(emitted(view, kind)).toBeGreaterThanOrEqual(times), waiting)

async function inWorld(check: (world: SupersetWorld) => Promise<void>, query?: string): Promise<void> {
  const world = await stage.world(query)
  try {
    await check(world)
  } finally {
    await world.close()
  }
}

async function shown(world: SupersetWorld, asked = request('dark')): Promise<ViewUnderTest> {
  const view = await world.open()
  await view.show(asked)
  await until(view, 'rendered')
  return view
}

const lastNarrowed = (view: ViewUnderTest) => view.events.findLast((event) => event.kind === 'narrowed')

const setFilter = (world: SupersetWorld, filter: object): Promise<void> =>
  world.frame().evaluate((one) => {
    const page = window as unknown as { setFilter(filter: object): void }
    page.setFilter(one)
  }, filter)

/** The parts that can be removed from an adapter, and the law that detects each. */
const guts = [
  [
    'ids',
    'sends its page the requested dashboard, tab and appearance, and the appearance before the token, each once',
  ],
  [
    'once',
    'sends its page the requested dashboard, tab and appearance, and the appearance before the token, each once',
  ],
  [
    'actions',
    'keeps actions hidden after a navigation and a refresh, and sends a page at most one token per dashboard',
  ],
  ['last look', 'applies the theme that was requested last while a dashboard was loading'],
  ['ahead', 'prefetches without a token and without a frame'],
  ['drawing', 'does not emit rendered before the page has drawn the dashboard'],
  ['charts', 'keeps a dashboard on screen when one of its charts fails'],
  ['renewal', 'sends its page a new token before the current one expires, if it claims to'],
  ['request', 'requests a token for the dashboard that it shows, if tokens are per request'],
  ['tabs', 'switches to another tab of the current dashboard without a new document'],
  ['turns', 'reports a tab change by the user, and loads nothing when that tab is requested'],
  ['history', 'stays on its dashboard and tab after a refresh, without a history entry'],
  ['refresh', 'stays on the requested dashboard when refreshed while that one is loading'],
  ['secrets', 'writes no token to the document, the browser’s storage or the console'],
  ['listener', 'leaves no frame or listener after dispose, emits nothing and requests no token'],
  ['document', 'leaves no frame or listener after dispose, emits nothing and requests no token'],
  ['before', 'does not attribute late messages of the previous dashboard to the requested one'],
  ['look', 'changes the theme without a reload, if it claims to'],
  ['tokens', 'reloads an open view for the next user in a new frame, with another token'],
  ['tokens', 'drops a token that the host no longer accepts, and shows the dashboard with another'],
  ['silence', 'reports a page that sends nothing as silent, and shows the next dashboard'],
  ['name', 'gives its frame the requested title as its accessible name'],
  ['return', 'hides its frame and shows it again'],
  ['reasons', 'reports why there is no first token, and shows the dashboard once there is one'],
  ['person', 'requests no token and renders nothing until the session is known'],
  ['end', 'requests no token for a view that has been disposed'],
  ['target', 'sends a token in flight to no page of another origin that has loaded meanwhile'],
  ['address', 'puts no token into the URL of any document'],
] as const

/** Laws whose host rejects a token, in all open worlds. */
const refusing: readonly string[] = [
  'drops a token that the host no longer accepts, and shows the dashboard with another',
  'writes no token to the document, the browser’s storage or the console',
]

describe.each([
  ['side by side', true, guts.filter(([, name]) => !refusing.includes(name))],
  // All worlds share one host: a new one would accept its tokens again.
  ['by itself', false, guts.filter(([, name]) => refusing.includes(name))],
] as const)('an adapter with a part removed is rejected, %s', (_how, concurrent, some) => {
  test.each(some)('without its %s, by “%s”', { timeout: 40_000, concurrent }, async (gut, name) => {
    const law = dashboardSurfaceSuite.laws.find((one) => one.name === name)
    const world = await stage.world(`&gut=${gut}`)
    // The removed part never arrives, so a fraction of the usual timeout is enough.
    const open: SupersetWorld['open'] = async (purpose) => ({
      ...(await world.open(purpose)),
      timeoutMs: 3_000,
    })
    await expect((async () => law?.check({ ...world, open }, supersetClaims))()).rejects.toThrow()
    await world.close()
  })
})

test('the frame is named, sandboxed, as high as the dashboard, and reports the date of its data', () =>
  inWorld(async (world) => {
    const view = await shown(world)
    await until(view, 'data')
    expect(view.events.find(({ kind }) => kind === 'data')).toEqual({
      kind: 'data',
      asOf: '2026-11-20',
      source: null,
    })
    const frame = world.own.page.locator('iframe')
    expect(await frame.getAttribute('title')).toBe('Market dashboard')
    expect(await frame.getAttribute('sandbox')).not.toContain('top-navigation')
    await vi.waitFor(
      async () => expect(await frame.evaluate((element) => element.clientHeight)).toBeGreaterThan(640),
      waiting,
    )
  }))

test('a chart by weeks or months does not tell how recent the data are, one by days or hours does', () =>
  inWorld(async (world) => {
    const view = await shown(world)
    await until(view, 'data')
    const draw = (day: string, grain: string | null): Promise<void> =>
      world.frame().evaluate(
        async ([at, timeGrain]) => {
          const row = { day: Date.parse(at ?? '') }
          const result = [{ rowcount: 1, colnames: ['day'], coltypes: [2], data: [row], to_dttm: row.day }]
          const columns = [{ columnType: 'BASE_AXIS', label: 'day', timeGrain }]
          await fetch(`/api/v1/chart/data?answer=${encodeURIComponent(JSON.stringify({ result }))}`, {
            method: 'POST',
            body: JSON.stringify({ queries: [{ columns }] }),
          })
        },
        [day, grain] as const,
      )
    const asOf = () => view.events.findLast((event) => event.kind === 'data')?.asOf
    for (const grain of ['P1W', 'P1M', 'P3M', 'P1Y', '1969-12-28T00:00:00Z/P1W', 'P1W/1970-01-03T00:00:00Z'])
      await draw('2026-11-21', grain)
    await world.settled()
    expect(asOf()).toBe('2026-11-20')
    await draw('2026-11-22', 'PT1H')
    await vi.waitFor(() => expect(asOf()).toBe('2026-11-22'), waiting)
    await draw('2026-11-23', null)
    await vi.waitFor(() => expect(asOf()).toBe('2026-11-23'), waiting)
  }))

test('the date of the data does not depend on the device’s clock, and is not a forecast’s', () =>
  inWorld(async (world) => {
    await world.own.page.addInitScript(() => void (Date.now = () => Date.parse('2026-11-01T12:00:00Z')))
    const view = await shown(world)
    const day = (offset: number): string =>
      new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    await world.frame().evaluate(
      async (days) => {
        const data = days.map((one) => ({ day: Date.parse(one) }))
        const result = [{ rowcount: data.length, colnames: ['day'], coltypes: [2], data }]
        await fetch(`/api/v1/chart/data?answer=${encodeURIComponent(JSON.stringify({ result }))}`, {
          method: 'POST',
          body: JSON.stringify({ queries: [{ columns: [{ columnType: 'BASE_AXIS', label: 'day' }] }] }),
        })
      },
      [day(-1), day(0), day(2)],
    )
    const asOf = () => view.events.findLast((event) => event.kind === 'data')?.asOf
    await vi.waitFor(() => expect(asOf()).toBe(day(0)), waiting)
  }))

test('a tab pressed in the page is reported, and the portal returns to the first in the same document', () =>
  inWorld(async (world) => {
    const view = await shown(world)
    await world.frame().evaluate(() => {
      document.documentElement.dataset['same'] = 'yes'
      document.querySelector<HTMLElement>('[data-node-key="TAB-flows"] [role="tab"]')?.click()
    })
    const lastNavigation = () => view.events.findLast(({ kind }) => kind === 'navigated')
    await vi.waitFor(() => expect(lastNavigation()).toMatchObject({ tabId: 'flows' }), waiting)
    await view.show(request('dark', { tabId: 'flows' }))
    await view.show(request('dark'))
    await until(view, 'rendered', 2)
    expect(view.events.findLast(({ kind }) => kind === 'navigated')).toMatchObject({ tabId: null })
    expect(await world.frame().evaluate(() => document.documentElement.dataset['same'])).toBe('yes')
  }))

test('the colors that Superset saves by itself are not sent, because guests may write nothing', () =>
  inWorld(async (world) => {
    await shown(world)
    const sent: string[] = []
    world.own.page.on('request', (request) => void sent.push(request.method()))
    const isSaved = await world.frame().evaluate(async () => {
      const colors = { method: 'PUT', body: JSON.stringify({ label_colors: {} }) }
      return (await fetch('/api/v1/dashboard/7/colors?mark_updated=false', colors)).ok
    })
    expect(isSaved).toBe(true)
    expect(sent).not.toContain('PUT')
  }))

test('filters that the user has set are restored after a refresh', () =>
  inWorld(async (world) => {
    const view = await shown(world)
    expect(world.frame().url()).not.toContain('native_filters')
    await setFilter(world, {
      id: 'NATIVE_FILTER-asset',
      extraFormData: { filters: [{ col: 'asset', op: 'IN', val: ["it's"] }] },
    })
    await world.settled()
    await view.refresh()
    await until(view, 'rendered', 2)
    expect(new URL(world.frame().url()).searchParams.get('native_filters')).toContain(
      "NATIVE_FILTER-asset:(id:NATIVE_FILTER-asset,extraFormData:(filters:!((col:asset,op:IN,val:!('it!'s')))))",
    )
  }))

test('what no URL can hold is reported: a value pressed in a chart, until the document reloads', () =>
  inWorld(async (world) => {
    const view = await shown(world)
    const pressed = (val: readonly string[], none?: readonly never[]): Promise<void> =>
      setFilter(world, {
        id: 125,
        extraFormData: { filters: val.length === 0 ? none : [{ col: 'asset', op: 'IN', val }] },
      })
    const beyond = (): unknown => lastNarrowed(view)?.beyond
    await pressed(['BTC'])
    await vi.waitFor(() => expect(beyond()).toEqual(['Selection in a chart']), waiting)
    // Pressed again: an empty list, in a pivot table nothing.
    for (const none of [[], undefined]) {
      await pressed([], none)
      await vi.waitFor(() => expect(beyond()).toEqual([]), waiting)
      await pressed(['BTC'])
      await vi.waitFor(() => expect(beyond()).toEqual(['Selection in a chart']), waiting)
    }
    await view.refresh()
    await until(view, 'rendered', 2)
    await vi.waitFor(() => expect(beyond()).toEqual([]), waiting)
  }))

test('filters created in Superset have opaque ids, and are reported in one plain word', () =>
  inWorld(async (world) => {
    const view = await shown(world)
    for (const id of ['V1StGXR8_Z5jdHi6B-myT', 'Uakgb_J5m9g-0JDMbcJqL'])
      await setFilter(world, {
        id: `NATIVE_FILTER-${id}`,
        extraFormData: { filters: [{ col: 'desk', op: 'IN', val: ['Rates'] }] },
        filterState: { value: ['Rates'] },
      })
    await vi.waitFor(() => expect(lastNarrowed(view)?.beyond).toEqual(['Other filters']), waiting)
  }))

test('an exclude filter is not stored in a link: the link reports the loss, and a refresh loses nothing', () =>
  inWorld(async (world) => {
    const view = await shown(world)
    await setFilter(world, {
      id: 'NATIVE_FILTER-asset',
      extraFormData: { filters: [{ col: 'asset', op: 'NOT IN', val: ['BTC'] }] },
      filterState: { value: ['BTC'] },
    })
    await vi.waitFor(
      () =>
        expect(lastNarrowed(view)).toMatchObject({
          beyond: ['Asset'],
          narrowing: { filters: {} },
        }),
      waiting,
    )
    await view.refresh()
    await until(view, 'rendered', 2)
    expect(new URL(world.frame().url()).searchParams.get('native_filters')).toContain("op:'NOT IN'")
  }))

test('a filter of a link includes, also where Superset would exclude unless told otherwise', () =>
  inWorld(async (world) => {
    const narrowing = { range: null, filters: { asset: ['BTC'] } }
    await shown(world, request('dark', { dashboardId: narrowableId, narrowing }))
    expect(new URL(world.frame().url()).searchParams.get('native_filters')).toContain(
      'filterState:(excludeFilterValues:!f,value:!(BTC))',
    )
  }))

test('a stored view keeps its own filters beside those of the link, and takes none from the dashboard before it', () =>
  inWorld(async (world) => {
    const view = await world.open()
    const show = (personalViewId?: string, narrowing?: Narrowing): Promise<void> =>
      view.show(
        request('dark', {
          dashboardId: narrowableId,
          ...(personalViewId !== undefined && { personalViewId }),
          ...(narrowing !== undefined && { narrowing }),
        }),
      )
    const isFiltered = (range: TimeRange, chain: readonly string[]): Promise<void> =>
      vi.waitFor(async () => {
        const inside = await insideSuperset(world.frame())
        expect(inside.narrowing).toEqual({ range, filters: { chain } })
      }, waiting)
    const month = { range: '30d', filters: {} } as const
    await show('Tron', month)
    await isFiltered('30d', ['Tron'])
    await vi.waitFor(
      () => expect(lastNarrowed(view)).toMatchObject({ narrowing: month, beyond: [] }),
      waiting,
    )
    await show('Tron')
    await isFiltered('90d', ['Tron'])
    await show('Base')
    await isFiltered('90d', ['Base'])
    await show()
    await isFiltered('90d', [])
    await show('Tron')
    await isFiltered('90d', ['Tron'])
    expect(emitted(view, 'not-restored')).toBe(0)
  }))

test('a link in a text of a dashboard opens a new tab: the frame keeps its document', () =>
  inWorld(async (world) => {
    const view = await shown(world)
    const press = (href: string): Promise<void> =>
      world.frame().evaluate((target) => {
        const link = document.createElement('a')
        link.href = target
        link.innerHTML = '<b>Method</b>'
        document.querySelector('.grid-content')?.prepend(link)
        link.querySelector('b')?.click()
      }, href)
    const address = world.frame().url()
    for (const href of [new URL('/superset/dashboard/6/', address).href, world.own.page.url()]) {
      const opens = world.own.page.waitForEvent('popup', waiting)
      await press(href)
      const opened = await opens
      await opened.waitForURL(href)
      expect(await opened.evaluate(() => window.opener === null)).toBe(true)
      await opened.close()
    }
    await press('#TAB-flows')
    expect(world.frame().url()).toBe(`${address}#TAB-flows`)
    expect(emitted(view, 'failed')).toBe(0)
  }))

test('a dashboard’s own filters are not the user’s, even where it is too busy to reply', () =>
  inWorld(async (world) => {
    const view = await shown(world, request('dark', { dashboardId: busyId }))
    await until(view, 'narrowed')
    await setFilter(world, { id: 'NATIVE_FILTER-asset', filterState: { value: ['BTC'] } })
    await vi.waitFor(
      () => expect(lastNarrowed(view)?.narrowing).toEqual({ range: null, filters: { asset: ['BTC'] } }),
      waiting,
    )
    const reported = view.events.filter((event) => event.kind === 'narrowed')
    expect(reported[0]?.narrowing).toEqual({ range: null, filters: {} })
  }))

test('a value that a dashboard sets before it is drawn is its own, also in a frame that showed another', () =>
  inWorld(async (world) => {
    const view = await shown(world)
    await until(view, 'navigated')
    await view.show(request('dark', { dashboardId: undrawnId }))
    await until(view, 'navigated', 2)
    await setFilter(world, { id: 'NATIVE_FILTER-asset', filterState: { value: ['BTC'] } })
    await world.settled()
    await world.finishDrawing()
    await vi.waitFor(() => expect(lastNarrowed(view)?.dashboardId).toBe(undrawnId), waiting)
    expect(lastNarrowed(view)?.narrowing).toEqual({ range: null, filters: {} })
  }))

test('a cleared range means all history, not the dashboard’s own range', () =>
  inWorld(async (world) => {
    const view = await shown(world, request('dark', { dashboardId: narrowableId }))
    await until(view, 'narrowed')
    await setFilter(world, { id: 'NATIVE_FILTER-range', extraFormData: {}, filterState: { value: null } })
    await vi.waitFor(
      () => expect(lastNarrowed(view)?.narrowing).toEqual({ range: 'all', filters: {} }),
      waiting,
    )
  }))

test('the filters of a dashboard are above its charts, wherever they were placed', () =>
  inWorld(async (world) => {
    await shown(world)
    const orientation = (metadata: string | null): Promise<unknown> =>
      world.frame().evaluate(async (json_metadata) => {
        const result = { json_metadata, position_json: '{}' }
        const asked = fetch(`/api/v1/dashboard/1?answer=${encodeURIComponent(JSON.stringify({ result }))}`)
        const answer = (await (await asked).json()) as { readonly result: { readonly json_metadata: string } }
        return JSON.parse(answer.result.json_metadata)
      }, metadata)
    const above = { filter_bar_orientation: 'HORIZONTAL' }
    expect(await orientation('{"color_scheme":"x","filter_bar_orientation":"VERTICAL"}')).toEqual({
      color_scheme: 'x',
      ...above,
    })
    for (const none of ['', null]) expect(await orientation(none)).toEqual(above)
  }))

test('a token that Superset rejects is dropped, and another one opens the dashboard', () =>
  inWorld(async (world) => {
    const view = await shown(world)
    const [token = ''] = await world.tokens()
    world.troubles.refused.add(token)
    await view.refresh()
    await until(view, 'rendered', 2)
    expect(await world.tokens()).not.toContain(token)
    expect(emitted(view, 'failed')).toBe(0)
  }))

test('a Superset that rejects every token, as without the gateway’s secret, is distinguished from a dashboard without access', () =>
  inWorld(async (world) => {
    const view = await shown(world)
    world.troubles.refused.has = () => true
    await view.refresh()
    await until(view, 'failed')
    const failure = { kind: 'token-unavailable', trouble: 'not-accepted' }
    expect(view.events.at(-1)).toEqual({ kind: 'failed', failure })
    world.troubles.refused.has = () => false
    await view.retry()
    await until(view, 'rendered', 2)
  }))

test('a dashboard that is rendered just before its document reloads leads to no navigation that the reload would undo', () =>
  inWorld(async (world) => {
    const view = await world.open()
    await view.show(request('dark', { dashboardId: undrawnId }))
    await until(view, 'navigated')
    await view.show(request('dark'))
    const release = await world.holdMessages()
    await world.finishDrawing()
    await world.own.surface.evaluate((own) => {
      void own.call(1, 'refresh')
      own.releaseMessages()
    })
    await release()
    await until(view, 'navigated', 2)
    await world.settled()
    await world.finishDrawing()
    await until(view, 'rendered')
    await vi.waitFor(() => expect(world.frame().url()).toContain(board), waiting)
    await world.settled()
    expect(world.frame().url()).toContain(board)
  }))

test('the probe of the host beside a silent page does not violate the portal’s own policy', () =>
  inWorld(async (world) => {
    await world.own.page.evaluate(() =>
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        document.documentElement.dataset['violated'] = effectiveDirective
      }),
    )
    const view = await world.open()
    await view.show(request('dark', { dashboardId: silentPageId }))
    await until(view, 'failed')
    expect(view.events.at(-1)).toEqual({
      kind: 'failed',
      failure: { kind: 'frame-silent', host: 'answers' },
    })
    expect(await world.own.page.evaluate(() => document.documentElement.dataset['violated'])).toBeUndefined()
  }, '&policy'))

test('a dashboard that the token does not cover is refused, and its page is not shown', () =>
  inWorld(async (world) => {
    const view = await world.open()
    await view.show(request('dark', { dashboardId: refusedId }))
    await until(view, 'failed')
    expect(view.events.at(-1)).toEqual({ kind: 'failed', failure: { kind: 'view-refused' } })
    expect(await world.own.page.locator('iframe').count()).toBe(0)
  }))

test('a dashboard that was deleted elsewhere is refused while its token still serves', () =>
  inWorld(async (world) => {
    const view = await world.open()
    await view.show(request('dark', { dashboardId: goneId }))
    await until(view, 'failed')
    expect(view.events.at(-1)).toEqual({ kind: 'failed', failure: { kind: 'view-refused' } })
    expect(await world.own.page.locator('iframe').count()).toBe(0)
  }))

test('a dashboard whose charts are all forbidden is refused', () =>
  inWorld(async (world) => {
    world.troubles.charts = 'refused'
    const view = await world.open()
    await view.show(request('dark'))
    await until(view, 'failed')
    expect(view.events.at(-1)).toEqual({ kind: 'failed', failure: { kind: 'view-refused' } })
  }))

test('a dashboard whose charts fail is shown, and each chart shows its error', () =>
  inWorld(async (world) => {
    world.troubles.charts = 'failing'
    const view = await shown(world)
    const sentences = await world.frame().evaluate(() => {
      const alerts = [...document.querySelectorAll('.dashboard-chart [role="alert"]')]
      return alerts.map((alert) => getComputedStyle(alert, '::after').content)
    })
    expect(sentences).toEqual(['"This chart could not be loaded. Refresh to try again."'])
    // Also for a dashboard that was rendered before.
    world.troubles.charts = null
    await view.refresh()
    await until(view, 'rendered', 2)
    world.troubles.charts = 'failing'
    await world.narrow({ range: '30d', filters: {} })
    await world.frame().waitForSelector('[role="alert"]')
    await world.settled()
    expect(emitted(view, 'failed')).toBe(0)
  }))

test('a dashboard with a slow chart is shown without waiting for it', () =>
  inWorld(async (world) => {
    world.troubles.charts = 'slow'
    const view = await shown(world)
    expect(await world.frame().locator('.loading').count()).toBe(1)
    expect(emitted(view, 'failed')).toBe(0)
  }, '&still'))

test('a chart without rows hides nothing of its dashboard', () =>
  inWorld(async (world) => {
    world.troubles.charts = 'empty'
    await shown(world)
    const chart = world.frame().getByText('No results were returned for this query')
    expect(await chart.isVisible()).toBe(true)
  }))

test('a page that sends messages while Superset returns errors is not reported as blocked from embedding', () =>
  inWorld(async (world) => {
    world.troubles.dashboards = 500
    const view = await world.open()
    await view.show(request('dark'))
    await until(view, 'failed')
    expect(view.events.at(-1)).toEqual({
      kind: 'failed',
      failure: { kind: 'frame-silent', host: 'failing' },
    })
  }))

test('a new dashboard is shown, and reports that it is empty', () =>
  inWorld(async (world) => {
    const view = await world.open()
    await view.show(request('dark', { dashboardId: emptyId }))
    await until(view, 'rendered')
    const sentence = await world.frame().evaluate(() => {
      const shown = document.querySelector('[data-test="dashboard-header-wrapper"] + div')
      return { ours: shown && getComputedStyle(shown, '::after').content, theirs: document.body.innerText }
    })
    expect(sentence).toEqual({ ours: '"This dashboard has no charts yet."', theirs: '' })
  }))

test('before a token expires the same document receives another', () =>
  inWorld(async (world) => {
    await shown(world)
    const [first] = await world.tokens()
    await world.frame().evaluate(() => (document.documentElement.dataset['same'] = 'yes'))
    await vi.waitFor(async () => expect(await world.tokens()).not.toEqual([first]), waiting)
    expect(await world.frame().evaluate(() => document.documentElement.dataset['same'])).toBe('yes')
  }, '&lifetime=31000'))

test('after a refresh the first request of a chart bypasses Superset’s cache; opening a dashboard and its filters do not', () =>
  inWorld(async (world) => {
    const forced: unknown[] = []
    world.own.page.on('request', (asked) => {
      if (asked.url().includes('/chart/data')) forced.push(asked.postDataJSON().force ?? false)
    })
    const view = await shown(world, request('dark', { dashboardId: narrowableId }))
    await view.refresh()
    await until(view, 'rendered', 2)
    expect(forced.slice(0, 2)).toEqual([false, true])
    const before = forced.length
    await world.narrow({ range: '30d', filters: {} })
    await vi.waitFor(() => expect(forced.length).toBeGreaterThan(before), waiting)
    expect(forced.slice(2)).not.toContain(true)
    expect(world.frame().url()).not.toContain('force')
  }))

test('after a sleep, during which no timer runs, the same document receives another token at once', () =>
  inWorld(async (world) => {
    const view = await shown(world)
    const [first] = await world.tokens()
    await world.frame().evaluate(() => (document.documentElement.dataset['same'] = 'yes'))
    const wake = (): Promise<void> =>
      world.own.page.evaluate(() => {
        const now = Date.now.bind(Date)
        Date.now = () => now() + 3_600_000
        window.dispatchEvent(new Event('online'))
      })
    // The network may not be back yet.
    await world.failTokens(503)
    await wake()
    await vi.waitFor(async () => expect(await world.tokenRequestCount()).toBeGreaterThan(1), waiting)
    await world.failTokens(null)
    await vi.waitFor(async () => expect(await world.tokens()).not.toEqual([first]), waiting)
    expect(await world.frame().evaluate(() => document.documentElement.dataset['same'])).toBe('yes')
    expect(emitted(view, 'failed')).toBe(0)
  }))

test('a frame of a hidden page, where browsers render nothing, is not reported as silent until the page is shown', () =>
  inWorld(async (world) => {
    const setVisibility = (state: DocumentVisibilityState): Promise<void> =>
      world.own.page.evaluate((given) => {
        Object.defineProperty(document, 'visibilityState', { value: given, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await setVisibility('hidden')
    const view = await world.open()
    await view.show(request('dark', { dashboardId: silentPageId }))
    await vi.waitFor(() => expect(world.troubles.documents).toHaveLength(1), waiting)
    await world.settled()
    for (let hour = 0; hour < 3; hour += 1) await world.advanceTime()
    await world.settled()
    expect(emitted(view, 'failed')).toBe(0)
    await setVisibility('visible')
    await until(view, 'failed')
    expect(view.events.at(-1)).toMatchObject({ failure: { kind: 'frame-silent' } })
  }))

test('the application’s first requests are sent while its scripts load, and once', () =>
  inWorld(async (world) => {
    const asked: string[] = []
    world.own.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const first = ['/api/v1/me/roles/', `/api/v1/dashboard/${board}`]
    await world.own.page.route('**/superset.js', async (route) => {
      await vi.waitFor(() => expect(asked).toEqual(expect.arrayContaining(first)), waiting)
      await route.continue()
    })
    await shown(world)
    for (const path of first) expect(asked.filter((one) => one === path)).toHaveLength(1)
  }))

test('no document is requested before there is a token for its dashboard', () =>
  inWorld(async (world) => {
    const view = await world.open()
    await view.show(request('dark'))
    await vi.waitFor(async () => expect(await world.tokenRequestCount()).toBe(1))
    await world.settled()
    expect(world.troubles.documents).toEqual([])
    await world.own.surface.evaluate((own) => own.handOutTokens())
    await until(view, 'rendered')
    expect(world.troubles.documents).toEqual([board])
    // A refresh meanwhile opens none either.
    await world.own.surface.evaluate((own) => own.holdTokens())
    await view.show(request('dark', { dashboardId: emptyId }))
    await view.refresh()
    await world.settled()
    expect(world.troubles.documents).toEqual([board])
    await world.own.surface.evaluate((own) => own.handOutTokens())
    await until(view, 'rendered', 2)
    expect(world.troubles.documents).toEqual([board, emptyId])
  }, '&hold'))

test('a dashboard that the gateway does not know is refused without a document, in a new frame and in an existing one', () => {
  const unknown = '66666666-6666-4666-8666-666666666666'
  return inWorld(async (world) => {
    const other = await shown(world)
    const view = await world.open()
    await view.show(request('dark', { dashboardId: unknown }))
    await until(view, 'failed')
    await view.show(request('dark'))
    await until(view, 'rendered')
    await view.show(request('dark', { dashboardId: unknown }))
    await until(view, 'failed', 2)
    expect(view.events.at(-1)).toEqual({ kind: 'failed', failure: { kind: 'view-refused' } })
    expect(world.troubles.documents).toEqual([board, board])
    // The next view is still shown.
    expect(emitted(other, 'failed')).toBe(0)
    expect(await world.own.page.locator('iframe').count()).toBe(1)
  }, `&unknown=${unknown}`)
})

test('a dashboard that the gateway does not know is not reported once another one is requested', () => {
  const unknown = '66666666-6666-4666-8666-666666666666'
  return inWorld(async (world) => {
    const view = await world.open()
    await view.show(request('dark', { dashboardId: unknown }))
    await vi.waitFor(async () => expect(await world.tokenRequestCount()).toBe(1))
    await view.show(request('dark'))
    await world.own.surface.evaluate((own) => own.handOutTokens())
    await until(view, 'rendered')
    expect(emitted(view, 'failed')).toBe(0)
    expect(world.troubles.documents).toEqual([board])
  }, `&hold&unknown=${unknown}`)
})

describe('the filters that Superset reports', () => {
  test('are none while it lays the dashboard out, and an empty list where there are only charts', () => {
    expect(filtersOf({})).toBe(null)
    expect(filtersOf({ 126: { id: 126, extraFormData: {}, filterState: {} } })).toEqual([])
  })

  test('do not include a cleared range of numbers, but a selected null', () => {
    const beyond = (value: unknown, extraFormData: object): unknown =>
      supersetVocabulary.read([{ id: 'NATIVE_FILTER-XyZ12abc', filterState: { value }, extraFormData }])
        .beyond
    expect(beyond([null, null], {})).toEqual([])
    expect(beyond([null], { filters: [{ col: 'desk', op: 'IN', val: [null] }] })).toEqual(['Other filters'])
  })

  test('do not include one that requires a value and has none: it shows nothing', () => {
    const read = (extraFormData: object) =>
      supersetVocabulary.read([{ id: 'NATIVE_FILTER-chain', filterState: { value: null }, extraFormData }])
    expect(read({}).fields).toEqual(['chain'])
    expect(read({ adhoc_filters: [{ sqlExpression: '1 = 0' }] }).fields).toEqual([])
  })

  test('fit into an address that servers accept, the longest left out if need be', () => {
    const route = { dashboardId: narrowableId, tabId: null, chartId: null }
    const filter = (name: string, count: number) => {
      const value = Array.from({ length: count }, (_nothing, index) => `Token ${index}`)
      return {
        id: `NATIVE_FILTER-${name}`,
        extraFormData: { filters: [{ col: name, op: 'IN', val: value }] },
        filterState: { value, label: value.join(', ') },
      }
    }
    const addressOf = (...filters: Parameters<typeof embeddedAddress>[2]): URL =>
      new URL(embeddedAddress('https://bi.example', route, filters))
    const ninety = addressOf(filter('stablecoin', 90), filter('chain', 1))
    expect(ninety.href.length).toBeLessThan(4000)
    expect(ninety.searchParams.get('native_filters')).toMatch(/stablecoin:.*'Token 89'.*chain:.*'Token 0'/)
    // Half a character, as of a text that was cut.
    expect(addressOf({ ...filter('chain', 1), filterState: { value: ['\ud83d'] } }).href).toContain(
      '%EF%BF%BD',
    )
    const all = addressOf(filter('stablecoin', 400), filter('chain', 1))
    expect(all.searchParams.get('native_filters')).toMatch(/^\(NATIVE_FILTER-chain:/)
  })
})
