import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import { clusterTime } from '../../../src/adapters/_shared/thoughtspot/cluster-time'
import { createCluster } from '../../../src/adapters/dashboard-surface/thoughtspot/cluster'
import type { FrameRoute } from '../../../src/adapters/_shared/embedded-frame/routes'
import type { ReceivedMessage } from '../../../src/adapters/dashboard-surface/thoughtspot/frame'
import {
  thoughtSpotFrame,
  firstMessageTimeoutMs,
} from '../../../src/adapters/dashboard-surface/thoughtspot/thoughtspot-frame'
import { viewAppearance } from '../../../src/core/embedding/appearance'
import type { PinOutcome, SurfaceEvent, ViewRequest } from '../../../src/core/ports/dashboard-surface'
import { timings } from '../../../src/core/kernel/limits'
import type { RememberedFilter } from '../../../src/adapters/dashboard-surface/thoughtspot/filters'
import { createWatchdog } from '../../../src/adapters/_shared/embedded-frame/watchdog'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import { frameAssets } from '../../support/frame-assets'

const home = '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01'
const other = '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a02'
const route = (dashboardId: string) => ({ dashboardId, tabId: null, chartId: null })
const deribit: RememberedFilter = { column: 'Exchange', oper: 'IN', values: ['Deribit'] }

const request = (theme: 'dark' | 'light' = 'dark'): ViewRequest => ({
  view: { kind: 'dashboard', dashboardId: home },
  title: 'Home dashboard',
  appearance: viewAppearance({
    theme,
    signedIn: true,
    interactionsFlag: true,
    deepResearchFlag: true,
    view: 'curated',
  }),
})

/** Enough of an element for a refresh to begin. */
const blankElement = {
  style: {},
  src: 'http://bi/',
  addEventListener: () => undefined,
  contentWindow: null,
} as unknown as HTMLIFrameElement

/** A frame whose messages the test sends, and the filters sent to it. */
function openFrame(
  filters: readonly object[] = [],
  options: {
    readonly filtersReply?: unknown
    readonly readFilters?: () => Promise<unknown>
    readonly target?: FrameRoute
    /** Of the cluster. */
    readonly release?: string
    /** Of the cluster, whose date column is then known. */
    readonly timeZone?: string
    /** Sets the theme that is now requested; the frame was created in the dark one. */
    readonly theme?: () => 'dark' | 'light'
    readonly hidden?: boolean
    /** Where the frame learns that the network is back. */
    readonly network?: EventTarget
  } = {},
) {
  const clock = fixedClock(0)
  const pins: ((outcome: PinOutcome) => void)[] = []
  const pinnedViz: (string | null)[] = []
  const sent: (readonly unknown[])[] = []
  const routes: object[] = []
  const emitted: SurfaceEvent[] = []
  const restyled: unknown[] = []
  const restyledAt: FrameRoute[] = []
  let reopened = 0
  let refused = 0
  const cluster = createCluster()
  cluster.readRelease(() => Promise.resolve({ releaseVersion: options.release }))
  let receive: (message: ReceivedMessage) => void = () => undefined
  const frame = thoughtSpotFrame(
    {
      window: options.network ?? new EventTarget(),
      clock,
      journal: memoryJournal(),
      cluster,
      ...frameAssets('http://portal'),
      dateColumn: options.timeZone === undefined ? '' : 'Date',
      time: clusterTime(options.timeZone ?? 'UTC'),
      onTokenDue: () => undefined,
    },
    (onMessage) => {
      receive = onMessage
      return {
        element: () => (options.network === undefined ? undefined : blankElement),
        navigate: (to) => routes.push(to) > 0,
        restyle({ additionalFlags }, at) {
          restyledAt.push(at)
          return Promise.resolve(void restyled.push(additionalFlags['theme']))
        },
        applyFilters: (given) => void sent.push(given),
        readParameters: () => Promise.resolve(undefined),
        readFilters: options.readFilters ?? (() => Promise.resolve(options.filtersReply)),
        pin: (_target, chartId) => {
          pinnedViz.push(chartId)
          return new Promise((resolve) => pins.push(resolve))
        },
        destroy: () => undefined,
      }
    },
    { host: blankElement, target: options.target ?? route(home), request: request(), filters },
    {
      wanted: () => (options.hidden === true ? undefined : request(options.theme?.())),
      silence: createWatchdog(clock, { afterLoad: 8_000, withoutLoad: 30_000 }, () => undefined),
      emit: (event) => void emitted.push(event),
      refused: () => void (refused += 1),
      reopen: () => void (reopened += 1),
    },
  )
  const running = { ...frame, receive: (message: ReceivedMessage) => receive(message) }
  return {
    running,
    sent,
    routes,
    emitted,
    clock,
    pins,
    pinnedViz,
    restyled,
    restyledAt,
    reopened: () => reopened,
    refused: () => refused,
  }
}

type RunningFrame = ReturnType<typeof openFrame>['running']

function starts(running: RunningFrame): void {
  running.receive({ type: 'appInit', data: {} })
  running.receive({ type: 'EmbedListenerReady', data: {} })
}
const renders = (running: RunningFrame): void => running.receive({ type: 'PinboardRendered', data: {} })

describe('filters that the user has set', () => {
  test('are restored in a reloaded document, once its dashboard is rendered', () => {
    const { running, sent } = openFrame()
    starts(running)
    renders(running)
    running.receive({ type: 'filterChanged', data: { filters: [deribit] } })
    starts(running)
    expect(sent).toEqual([])
    renders(running)
    expect(sent).toEqual([[deribit]])
    renders(running)
    expect(sent).toHaveLength(1)
  })

  test('are passed to the frame that replaces a lost one', () => {
    const first = openFrame()
    starts(first.running)
    renders(first.running)
    first.running.receive({ type: 'filterChanged', data: { filters: [deribit] } })
    const { filters } = first.running.location()
    const second = openFrame(filters)
    starts(second.running)
    expect(second.sent).toEqual([])
    renders(second.running)
    expect(second.sent).toEqual([[deribit]])
  })

  test('stay with their dashboard', () => {
    const { running, sent } = openFrame()
    starts(running)
    renders(running)
    running.receive({ type: 'filterChanged', data: { filters: [deribit] } })
    running.follow(route(other), false)
    renders(running)
    expect(sent).toEqual([])
    expect(running.location().filters).toEqual([])
  })

  test('that were never set are not sent', () => {
    const { running, sent } = openFrame()
    starts(running)
    renders(running)
    starts(running)
    renders(running)
    expect(sent).toEqual([])
  })
})

test('a dashboard that returns under its personal view is not navigated when the page’s URL catches up', () => {
  const { running, routes } = openFrame()
  starts(running)
  renders(running)
  running.follow(route(other), false)
  running.receive({ type: 'ROUTE_CHANGE', data: { currentPath: `/embed/viz/${other}` } })
  renders(running)
  running.follow(route(home), false)
  expect(routes).toEqual([route(other), route(home)])
  const under = { ...route(home), viewId: 'mine' }
  running.receive({ type: 'ROUTE_CHANGE', data: { currentPath: `/embed/viz/${home}?view=mine` } })
  running.follow(under, false)
  running.receive({ type: 'ROUTE_CHANGE', data: { currentPath: `/embed/viz/${home}/tab/first?view=mine` } })
  renders(running)
  running.follow(under, false)
  expect(routes).toHaveLength(2)
  running.follow({ ...under, viewId: 'other' }, false)
  expect(routes).toHaveLength(3)
})

describe('an answer that is pinned', () => {
  const target = { title: 'Supply', dashboardId: home }

  test('has the name that the frame gives it, which the assistant’s views require', () => {
    const { running, pinnedViz } = openFrame()
    starts(running)
    renders(running)
    void running.pin(target)
    running.receive({ type: 'data', data: { id: 'a-1' } })
    void running.pin(target)
    running.receive({ type: 'data', data: { id: '../x' } })
    void running.pin(target)
    expect(pinnedViz).toEqual([null, 'a-1', 'a-1'])
  })

  test('has the outcome that the frame reports in time', async () => {
    const { running, pins } = openFrame()
    starts(running)
    renders(running)
    const keeping = running.pin(target)
    pins[0]?.({ kind: 'refused', reason: 'Full.' })
    expect(await keeping).toEqual({ kind: 'refused', reason: 'Full.' })
  })

  test('has an unknown outcome when the frame does not reply in time', async () => {
    const { running, clock } = openFrame()
    starts(running)
    renders(running)
    const keeping = running.pin(target)
    clock.advance(timings.saveAnswerTimeout)
    expect(await keeping).toEqual({ kind: 'unknown' })
  })
})

describe('a portal action in a chart’s menu', () => {
  const pressed = (id: string, definition?: () => Promise<unknown>) => ({
    type: 'customAction',
    data: { id, chartId: 'v', embedAnswerData: { name: 'Supply' } },
    definition,
  })
  const tml = { answer: { search_query: '[Supply] [Chain]' } }

  test.each([
    ['portal-open-builder', '[Supply] [Chain]'],
    ['portal-deep-research', 'Supply Chain'],
  ])('%s includes its question', async (id, question) => {
    const { running, emitted } = openFrame()
    running.receive(pressed(id, () => Promise.resolve(tml)))
    await expect.poll(() => emitted.at(-1)).toMatchObject({ kind: 'action', title: 'Supply', question })
  })

  test.each([
    ['where there is no definition', undefined],
    ['where it cannot be had', () => Promise.reject(new Error('no'))],
  ])('proceeds with the title %s', async (_, definition) => {
    const { running, emitted } = openFrame()
    running.receive(pressed('portal-open-builder', definition))
    await expect.poll(() => emitted.at(-1)).toMatchObject({ title: 'Supply', question: null })
  })

  test.each([
    ['another dashboard is wanted', (running: RunningFrame) => running.follow(route(other), false)],
    ['the frame has gone', (running: RunningFrame) => running.end()],
  ])('is dropped when the user has left meanwhile: %s', async (_, leave) => {
    const { running, emitted } = openFrame()
    starts(running)
    renders(running)
    let answer: (definition: unknown) => void = () => undefined
    running.receive(pressed('portal-open-builder', () => new Promise((resolve) => (answer = resolve))))
    leave(running)
    answer(tml)
    // Later than the effect of the reply would have been.
    await new Promise((resolve) => setTimeout(resolve))
    expect(emitted.map(({ kind }) => kind)).not.toContain('action')
  })

  test('does not wait forever', async () => {
    const { running, emitted, clock } = openFrame()
    running.receive(pressed('portal-open-builder', () => new Promise(() => undefined)))
    expect(emitted).toEqual([])
    clock.advance(timings.tileQuestionTimeout)
    await expect.poll(() => emitted.at(-1)).toMatchObject({ question: null })
  })
})

test('filters that could not be understood are read again, and restored in a reloaded document', async () => {
  const replies = [{ runtimeFilters: [] }, { runtimeFilters: [deribit] }]
  const { running, sent } = openFrame([], { readFilters: () => Promise.resolve(replies.shift()) })
  starts(running)
  renders(running)
  await expect.poll(() => replies).toHaveLength(1)
  await Promise.resolve()
  running.receive({ type: 'filterChanged', data: { what: 'Exchange' } })
  await expect.poll(() => running.location().filters).toEqual([deribit])
  starts(running)
  renders(running)
  expect(sent).toEqual([[deribit]])
})

test('days that a frame reports in seconds are those of the cluster’s time zone', async () => {
  const values = [Date.parse('2025-12-31T18:15:00Z') / 1_000, Date.parse('2026-03-31T18:14:59Z') / 1_000]
  const filtersReply = { runtimeFilters: [{ columnName: 'Date', operator: 'BW_INC', values }] }
  const { running } = openFrame([], { filtersReply, timeZone: 'Asia/Kathmandu' })
  starts(running)
  renders(running)
  await expect
    .poll(() => running.location().filters)
    .toEqual([{ dateColumn: 'Date', days: { from: '2026-01-01', to: '2026-03-31' } }])
})

test('filters that a frame sends after a navigation to another dashboard are not applied to that dashboard', async () => {
  let answer: (reply: unknown) => void = () => undefined
  const { running } = openFrame([], { readFilters: () => new Promise((resolve) => (answer = resolve)) })
  starts(running)
  renders(running)
  running.receive({ type: 'filterChanged', data: { what: 'Exchange' } })
  running.follow(route(other), false)
  answer({ runtimeFilters: [deribit] })
  // Later than the effect of the reply would have been.
  await new Promise((resolve) => setTimeout(resolve))
  expect(running.location().filters).toEqual([])
})

describe('a frame that is navigated to another dashboard', () => {
  test('and sends nothing is soon replaced by a new one, whichever dashboard was requested last', () => {
    const { running, clock, reopened } = openFrame()
    starts(running)
    renders(running)
    running.follow(route(other), false)
    clock.advance(firstMessageTimeoutMs - 1)
    expect(reopened()).toBe(0)
    clock.advance(1)
    expect(reopened()).toBe(1)
  })

  test.each(['ROUTE_CHANGE', 'data', 'PinboardRendered'])('and sends %s gets the full timeout', (type) => {
    const { running, clock, reopened } = openFrame()
    starts(running)
    renders(running)
    running.follow(route(other), false)
    running.receive({ type, data: { currentPath: `/embed/viz/${other}` } })
    clock.advance(firstMessageTimeoutMs)
    expect(reopened()).toBe(0)
  })

  test('applies another theme to that dashboard, also while it is navigating', async () => {
    let theme: 'dark' | 'light' = 'dark'
    const { running, restyledAt } = openFrame([], {
      theme: () => theme,
      target: { ...route(home), tabId: 'a' },
    })
    starts(running)
    renders(running)
    running.follow(route(other), false)
    theme = 'light'
    running.follow(route(other), false)
    expect(restyledAt.at(-1)).toEqual(route(other))
    running.receive({ type: 'ROUTE_CHANGE', data: { currentPath: `/embed/viz/${other}/tab/b` } })
    renders(running)
    theme = 'dark'
    running.follow(route(other), false)
    expect(restyledAt.at(-1)).toEqual({ ...route(other), tabId: 'b' })
  })
})

describe('a dashboard that is refused while it loads', () => {
  const refusing = { type: 'ThoughtspotAuthFailure', data: {} }
  function outcome(next: FrameRoute, hidden = false) {
    const { running, refused, reopened } = openFrame([], { hidden })
    starts(running)
    running.follow(next, false)
    running.receive(refusing)
    return { refused: refused(), reopened: reopened() }
  }

  test('is reported while it is wanted, on any of its tabs', () => {
    for (const wanted of [route(home), { ...route(home), tabId: 'flows' }])
      expect(outcome(wanted)).toEqual({ refused: 1, reopened: 0 })
  })

  test('is replaced by another one that is wanted by then, and ends a hidden frame', () => {
    expect(outcome(route(other))).toEqual({ refused: 0, reopened: 1 })
    expect(outcome(route(other), true)).toEqual({ refused: 1, reopened: 0 })
  })
})

describe('another theme', () => {
  const source = { sourceId: null, question: null, answerId: null, pinned: null }
  /** A frame that runs in the dark theme when the light one is chosen, and reloads after that. */
  async function switched(release: string | undefined, target: FrameRoute = route(home), last = 'data') {
    let theme: 'dark' | 'light' = 'dark'
    const { running, restyled, reopened } = openFrame([], {
      target,
      theme: () => theme,
      ...(release === undefined ? {} : { release }),
    })
    await Promise.resolve()
    starts(running)
    renders(running)
    // A document that reloads in the theme of its creation already has it.
    starts(running)
    renders(running)
    running.receive({ type: last, data: {} })
    expect([...restyled.filter((one) => one !== 'dark'), reopened()]).toEqual([0])
    theme = 'light'
    running.follow(target, false)
    return { restyled: restyled.at(-1), reopened: reopened() }
  }

  test.each([['26.2.0.cl'], [undefined]])(
    'is applied to the existing frame where its cluster (%s) supports it, or may support it',
    async (release) => {
      expect(await switched(release)).toEqual({ restyled: 'light', reopened: 0 })
    },
  )

  test.each([
    ['a dashboard', route(home)],
    ['an answer', { answer: 'handle' }],
  ])('creates a new frame for %s where its cluster does not', async (_, target) => {
    expect(await switched('10.15.0.cl', target)).toEqual({ restyled: undefined, reopened: 1 })
  })

  test.each([
    ['the chart builder', { builder: source }],
    ['the editor', { ...route(home), editing: true } as const],
    ['a conversation', { conversation: { sourceId: 'w', question: null } }],
    ['a dashboard that is edited in its own place', route(home), 'edit'],
  ])('costs no unsaved work: %s keeps its frame there', async (_, target, last = 'data') => {
    expect(await switched('10.15.0.cl', target, last)).toEqual({ restyled: undefined, reopened: 0 })
  })
})

test.each([
  ['reloads a dashboard', ['data'], true],
  ['does not reload a dashboard that is edited in its own place', ['edit'], false],
  ['reloads a dashboard again once it is no longer edited', ['edit', 'cancel'], true],
])('a network that was away for long %s', (_what, types, reloads) => {
  const network = new EventTarget()
  const { running, emitted } = openFrame([], { network })
  starts(running)
  renders(running)
  for (const type of types) running.receive({ type, data: {} })
  network.dispatchEvent(new Event('online'))
  expect(emitted.some(({ kind }) => kind === 'loading')).toBe(reloads)
})
