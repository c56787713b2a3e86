import { describe, expect, test } from 'vitest'
import type { FrameRoute } from '../../../src/adapters/_shared/embedded-frame/routes'
import {
  frameStep,
  isReproducible,
  narrowed,
  nowListening,
  type FrameEffect,
  type FrameEvent,
} from '../../../src/adapters/_shared/embedded-frame/running-frame-step'
import {
  initialSupersetFrame,
  messageStep as messageSupersetStep,
} from '../../../src/adapters/dashboard-surface/superset/message-step'
import { filtersOf } from '../../../src/adapters/dashboard-surface/thoughtspot/filters'
import {
  initialThoughtSpotFrame,
  messageStep,
  type ThoughtSpotFrameState,
} from '../../../src/adapters/dashboard-surface/thoughtspot/message-step'
import { reloadHash } from '../../../src/adapters/dashboard-surface/thoughtspot/paths'

const home = '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01'
const other = '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a02'
const board = (liveboardId: string): FrameRoute => ({ dashboardId: liveboardId, tabId: null, chartId: null })
const builder: FrameRoute = { builder: { sourceId: null, question: null, answerId: null, pinned: null } }
const filter = { column: 'Exchange', oper: 'IN', values: ['Deribit'] }

interface Message {
  readonly kind: 'message'
  readonly type: string
  readonly data: unknown
}
type Input = FrameEvent | Message

const message = (type: string, data: unknown = {}): Message => ({ kind: 'message', type, data })
const follow = (route: FrameRoute, back = false): FrameEvent => ({ kind: 'followed', route, back })
const begun = [message('appInit'), message('EmbedListenerReady')]
const drawn = [...begun, message('PinboardRendered')]

const stepped = (state: ThoughtSpotFrameState, input: Input) =>
  input.kind === 'message' ? messageStep(state, input.type, input.data) : frameStep(state, input)

/** The state after these events, the effects of the last one, and their kinds, with the emitted events. */
function after(
  events: readonly Input[],
  start: ThoughtSpotFrameState = initialThoughtSpotFrame(board(home), 'style', []),
): {
  readonly state: ThoughtSpotFrameState
  readonly effects: readonly FrameEffect[]
  readonly kinds: readonly string[]
} {
  let state = start
  let effects: readonly FrameEffect[] = []
  for (const event of events) ({ state, effects } = stepped(state, event))
  const kinds = effects.map((effect) => (effect.kind === 'emit' ? effect.event.kind : effect.kind))
  return { state, effects, kinds }
}

describe('a frame that starts', () => {
  test('is watched until it has rendered its dashboard, and no longer', () => {
    expect(after([message('appInit')]).kinds).toEqual(['extend-watch'])
    expect(after(begun).kinds).toEqual(['extend-watch', 'restyle'])
    expect(after(drawn).kinds).toEqual([
      'extend-watch',
      'stop-watching',
      'shown',
      'rendered',
      'ask-filters',
      'restyle-soon',
    ])
    expect(after([...drawn, message('data')]).kinds).toEqual(['data', 'restyle-soon'])
  })

  test('does not count the SDK’s own messages as a sign of life', () => {
    expect(after([message('init')]).kinds).toEqual([])
    expect(after([message('load')]).kinds).toEqual([])
  })

  test('that shows no dashboard is rendered as soon as it listens', () => {
    const { kinds } = after(begun, initialThoughtSpotFrame(builder, 'style', []))
    expect(kinds).toEqual(['extend-watch', 'restyle', 'stop-watching', 'shown', 'rendered', 'restyle-soon'])
  })

  test.each(['ROUTE_CHANGE', 'PinboardRendered', 'data'])(
    'listens when it sends %s: EmbedListenerReady is not guaranteed',
    (type) => {
      const { state, kinds } = after([message('appInit'), message(type)])
      expect(state.listening).toBe(true)
      expect(kinds).toContain('restyle')
      // Once is enough.
      expect(after([message('EmbedListenerReady')], state).kinds).not.toContain('restyle')
    },
  )

  test('that shows no dashboard listens when it sends authInit; a dashboard sends more before it can be navigated', () => {
    const signed = [message('appInit'), message('authInit')]
    expect(after(signed, initialThoughtSpotFrame(builder, 'style', [])).state.listening).toBe(true)
    expect(after(signed).state.listening).toBe(false)
  })

  test('that replaces a lost one gets its filters once its dashboard is rendered', () => {
    const start = initialThoughtSpotFrame(board(home), 'style', [filter])
    expect(after(begun, start).kinds).not.toContain('apply-filters')
    expect(after(drawn, start).effects).toContainEqual({ kind: 'apply-filters', filters: [filter] })
    expect(after([...drawn, message('PinboardRendered')], start).kinds).not.toContain('apply-filters')
  })

  test('with filters in its URL still distinguishes the dashboard’s own filters from the user’s', () => {
    const one = (name: string, value: unknown) => ({ id: `NATIVE_FILTER-${name}`, filterState: { value } })
    const own = [one('range', 'Last quarter'), one('Uakgb_J5m9g', ['Rates'])]
    const narrowing = { range: null, filters: { chain: ['Tron'] } } as const
    const start = initialSupersetFrame({ ...board(home), narrowing }, 'dark', [])
    const there = messageSupersetStep(start, { assay: 'rendered', charts: 1, failed: 0 }).state
    const chosen = (state: typeof there, chain: string) => {
      const filters = [...own, one('chain', [chain])]
      return frameStep(narrowed(state, filters).state, { kind: 'filters-read', filters })
    }
    const report = (chain: string) => ({
      kind: 'emit',
      event: {
        kind: 'narrowed',
        dashboardId: home,
        narrowing: { range: null, filters: { chain: [chain] } },
        beyond: [],
      },
    })
    const filters = [...own, one('chain', ['Tron'])]
    const first = frameStep(there, { kind: 'filters-read', filters })
    expect(first.effects).toEqual([report('Tron')])
    expect(chosen(first.state, 'Ethereum').effects).toEqual([report('Ethereum')])
    // It also follows its page's URL, as one that was opened without filters.
    const elsewhere = { ...board(home), narrowing: { range: null, filters: { chain: ['Base'] } } }
    const followed = frameStep(first.state, follow(elsewhere))
    expect(followed.effects).toContainEqual(expect.objectContaining({ kind: 'narrow' }))
    // Its defaults come without an address, and may depend on other filters.
    expect(followed.state.filters).toMatchObject([{ id: 'NATIVE_FILTER-chain' }])
  })

  test('with a personal view in its URL opens that afresh where a frame is lost: only then its own filters can be read', () => {
    const view = { ...board(home), viewId: 'key', narrowing: { range: '30d', filters: {} } } as const
    const lost = [{ id: 'NATIVE_FILTER-chain', filterState: { value: ['Tron'] } }]
    expect(initialSupersetFrame(view, 'dark', lost)).toMatchObject({ filters: [], restored: 'unsaid' })
    expect(initialSupersetFrame(board(home), 'dark', lost)).toMatchObject({ filters: lost })
  })

  test('with filters that were too long for its URL names them', () => {
    const narrowing = { range: null, filters: { chain: ['Tron', 'Base'] } }
    const start = initialSupersetFrame({ ...board(home), narrowing }, 'dark', [])
    const there = messageSupersetStep(start, { assay: 'rendered', charts: 1, failed: 0 }).state
    const readAs = (value: unknown) => {
      const filters = [{ id: 'NATIVE_FILTER-chain', filterState: { value } }]
      return frameStep(there, { kind: 'filters-read', filters }).effects
    }
    const values = ['Tron', 'Base'].map((value) => ({ field: 'chain', value }))
    expect(readAs(null)).toContainEqual({ kind: 'emit', event: { kind: 'not-filtered', values } })
    // Otherwise Superset has taken them as they came, in its own words.
    expect(readAs(['TRON', 'BASE']).map(({ kind }) => kind)).toEqual(['emit'])
  })

  test('in edit mode counts as having unsaved work until it reports otherwise', () => {
    const start = initialThoughtSpotFrame({ ...board(home), editing: true }, 'style', [])
    expect(after(drawn, start).effects).toContainEqual({
      kind: 'emit',
      event: { kind: 'unsaved-work', unsaved: true },
    })
    expect(after([...drawn, message('cancel')], start).kinds).toEqual(['unsaved-work', 'edit-ended'])
    expect(after([...drawn, message('cancel')]).kinds).toEqual([])
  })

  test.each(['EMBED_HEIGHT', 'data'])(
    'in edit mode is rendered by its first %s: only dashboards report that they are drawn',
    (type) => {
      const start = initialThoughtSpotFrame({ ...board(home), editing: true }, 'style', [])
      const open = [...begun, message('ROUTE_CHANGE', { currentPath: `/edit/liveboard/${home}` })]
      expect(after(open, start).state.rendered).toBe(false)
      const there = after([...open, message(type)], start)
      expect(there.state.rendered).toBe(true)
      expect(there.kinds).toEqual(expect.arrayContaining(['stop-watching', 'unsaved-work', 'rendered']))
      // Once: later messages are about an editor that is already rendered. For a dashboard it means nothing.
      expect(after([...open, message(type), message(type)], start).kinds).not.toContain('rendered')
      expect(after([...begun, message(type)]).state.rendered).toBe(false)
    },
  )

  test('in edit mode has ended when its dashboard replaces it, reported or not', () => {
    const start = initialThoughtSpotFrame({ ...board(home), editing: true }, 'style', [])
    const route = message('ROUTE_CHANGE', { currentPath: `pinboard/${home}` })
    expect(after([...drawn, route], start).kinds).toEqual(['unsaved-work', 'edit-ended', 'library-changed'])
    // Canceled, or saved as reported: the dashboard that appears then reports no other save.
    for (const end of ['cancel', 'save'])
      expect(after([...drawn, message(end), route], start).kinds).toEqual([])
    const own = message('ROUTE_CHANGE', { currentPath: `/edit/liveboard/${home}` })
    expect(after([...drawn, own], start).kinds).toEqual([])
  })
})

test.each(['EMBED_HEIGHT', 'data', 'PinboardRendered'])(
  'an editor whose frame shows another page, by its first %s, has ended and is not rendered',
  (type) => {
    const start = initialThoughtSpotFrame({ ...board(home), editing: true }, 'style', [])
    const fallback = [...begun, message('ROUTE_CHANGE', { currentPath: '/home' }), message(type)]
    const { state, kinds, effects } = after(fallback, start)
    expect(kinds).toEqual(expect.arrayContaining(['unsaved-work', 'edit-ended']))
    expect(kinds).not.toContain('rendered')
    expect(effects).toContainEqual({ kind: 'emit', event: { kind: 'unsaved-work', unsaved: false } })
    expect(state).toMatchObject({ rendered: false, editing: false })
    // Once, also if the page sends more before the portal is back at the dashboard.
    expect(after([...fallback, message('EMBED_HEIGHT')], start).kinds).not.toContain('edit-ended')
    // The document has restarted: what it was on before says nothing about where it is now.
    const path = { currentPath: `/edit/liveboard/${home}` }
    const anew = [message('ROUTE_CHANGE', { currentPath: '/home' }), ...begun, message('ROUTE_CHANGE', path)]
    expect(after([...begun, ...anew, message(type)], start).state.rendered).toBe(true)
  },
)

test.each([
  ['/pinboards', ['unsaved-work', 'edit-ended']],
  [`/edit/liveboard/${home}`, []],
  ['', []],
])('an editor whose frame navigates to %j', (currentPath, kinds) => {
  const start = initialThoughtSpotFrame({ ...board(home), editing: true }, 'style', [])
  expect(after([...drawn, message('ROUTE_CHANGE', { currentPath })], start).kinds).toEqual(kinds)
})

describe('a dashboard that is edited in its own place', () => {
  const changed = (unsaved: boolean): FrameEffect => ({
    kind: 'emit',
    event: { kind: 'unsaved-work', unsaved },
  })
  const route = (currentPath: string): Message => message('ROUTE_CHANGE', { currentPath })

  test.each([
    ['whole', {}],
    ['in one of its charts', { vizId: 'c1' }],
  ])('%s counts as unsaved work until it is saved or canceled', (_what, data) => {
    const editing = after([...drawn, message('edit', data)])
    expect(editing.effects).toEqual([changed(true)])
    expect(isReproducible(editing.state)).toBe(false)
    // The board reports that it is drawn again; the user goes to another tab.
    const on = after(
      [message('PinboardRendered'), route(`/embed/viz/${home}/tab/first`)],
      editing.state,
    ).state
    expect(isReproducible(on)).toBe(false)
    for (const end of ['cancel', 'save']) {
      const ended = after([message(end)], on)
      expect(ended.effects).toContainEqual(changed(false))
      expect(isReproducible(ended.state)).toBe(true)
    }
  })

  test('ends when it returns from a chart’s editor, which may report nothing else', () => {
    const away = after([...drawn, message('edit', { vizId: 'c1' }), route('/answer/edit/c1')])
    expect(away.effects).toEqual([])
    expect(isReproducible(away.state)).toBe(false)
    const back = after([route(`/embed/viz/${home}`)], away.state)
    expect(back.kinds).toEqual(['unsaved-work', 'edit-ended', 'navigated', 'restyle-soon'])
    expect(isReproducible(back.state)).toBe(true)
  })

  test.each<[string, readonly Input[]]>([
    ['its document restarts', drawn],
    ['another dashboard replaces it', [follow(board(other)), message('PinboardRendered')]],
    ['it goes to another dashboard by itself', [route(`/embed/viz/${other}`), message('PinboardRendered')]],
  ])('ends when %s', (_when, events) => {
    const { state, effects } = after([...drawn, message('edit'), ...events])
    expect(effects).not.toContainEqual(changed(true))
    expect(isReproducible(state)).toBe(true)
  })

  test('is none in a view that shows no dashboard', () => {
    const start = initialThoughtSpotFrame({ answer: 'a' }, 'style', [])
    expect(after([...begun, message('edit')], start).effects).toEqual([])
  })
})

describe('filters that a frame sends in an unknown form', () => {
  const filtered = after([...drawn, message('filterChanged', { columnName: 'Venue' })])

  test('are requested, and stay unchanged until then', () => {
    expect(filtered.kinds).toEqual(['ask-filters'])
    expect(filtered.state.filters).toEqual([])
  })

  test('are what the frame replies', () => {
    const reply = { liveboardFilters: [filter], runtimeFilters: [] }
    expect(
      after([{ kind: 'filters-read', filters: filtersOf(reply) }], filtered.state).state.filters,
    ).toEqual([filter])
    expect(
      after([{ kind: 'filters-read', filters: filtersOf(undefined) }], filtered.state).state.filters,
    ).toEqual([])
  })
})

test('a portal action in a chart’s menu waits for the question behind the chart', () => {
  const pressed = message('customAction', {
    id: 'portal-deep-research',
    vizId: 'v',
    embedAnswerData: { name: 'Supply' },
  })
  const { effects } = after([...drawn, pressed])
  expect(effects).toEqual([
    {
      kind: 'complete-action',
      action: { kind: 'action', action: 'deep-research', chartId: 'v', title: 'Supply', sourceId: null },
    },
  ])
})

test('a dialog of the frame is reported when it opens and when it closes', () => {
  const effectsOf = (type: string) => after([...drawn, message(type)]).effects
  const dialog = (open: boolean) => [{ kind: 'emit', event: { kind: 'dialog', open } }]
  expect([effectsOf('dialog-open'), effectsOf('dialog-close')]).toEqual([dialog(true), dialog(false)])
})

describe('a frame that is navigated', () => {
  test('navigates once it has rendered its previous target, and to the last of several', () => {
    const early = after([...begun, follow(board(other)), follow(builder), follow(board(other))])
    expect(early.kinds).toEqual(['loading', 'restyle'])
    expect(early.state.sent).toEqual(board(home))
    const { kinds, state } = after([message('PinboardRendered')], early.state)
    expect(kinds).toEqual(['extend-watch', 'stop-watching', 'shown', 'loading', 'watch', 'navigate'])
    expect(state).toMatchObject({ sent: board(other), next: undefined, rendered: false })
  })

  test('does not navigate to its current target, and reports it when it is shown again', () => {
    expect(after([...drawn, follow(board(home))]).kinds).toEqual(['restyle'])
    expect(after([...drawn, follow(board(home), true)]).kinds).toEqual(['navigated', 'rendered', 'restyle'])
    expect(after([...begun, follow(board(home), true)]).kinds).toEqual(['watch', 'restyle'])
  })

  test('is navigating until it has rendered its dashboard or its document reloads', () => {
    const away = [...drawn, follow(board(other))]
    const underWay = (...events: readonly Input[]): boolean => after(events).state.isNavigating
    expect([underWay(...begun), underWay(...drawn), underWay(...away)]).toEqual([false, false, true])
    const came = message('ROUTE_CHANGE', { currentPath: `/embed/viz/${other}` })
    const there = [...away, came, message('PinboardRendered')]
    expect(underWay(...there)).toBe(false)
    // A navigation back to its first target counts like any other.
    expect(underWay(...there, follow(board(home)))).toBe(true)
    expect(underWay(...there, { kind: 'refreshed' })).toBe(false)
    expect(underWay(...away, message('appInit'))).toBe(false)
  })

  test('leaves its filters with their dashboard', () => {
    const narrowed = after([...drawn, message('filterChanged', { filters: [filter] })]).state
    expect(narrowed.filters).toHaveLength(1)
    expect(after([follow(board(other))], narrowed).state.filters).toEqual([])
  })

  test('keeps filters chosen while another tab of the same dashboard loads', () => {
    const address = '11111111-1111-4111-8111-111111111111'
    const chosen = [{ id: 'NATIVE_FILTER-chain', filterState: { value: ['Tron'] } }]
    const there = messageSupersetStep(initialSupersetFrame(board(address), 'dark', []), {
      assay: 'rendered',
      charts: 1,
      failed: 0,
    }).state
    const onItsWay = (route: FrameRoute) => {
      const { state } = nowListening({ ...there, listening: true, starts: 1 })
      return frameStep(state, follow(route)).state
    }
    const tab = onItsWay({ dashboardId: address, tabId: 'flows', chartId: null })
    expect([tab.isNavigating, narrowed(tab, chosen).state.filters]).toEqual([true, chosen])
    expect(narrowed(onItsWay(board(other)), chosen).state.filters).toEqual([])
  })

  test('resets what would persist in the frame: days, and the range that was set for them', () => {
    const parameter = { parameter: 'Time range', value: '90D', allowed: ['90D', 'ALL'] }
    const own = [filter, { dateColumn: 'Date', days: null }, parameter]
    const days = { dateColumn: 'Date', days: { from: '2026-03-01', to: '2026-05-31' } }
    const whole = { ...parameter, value: 'ALL' }
    const narrowing = { range: '2026-03-01..2026-05-31', filters: {} } as const
    const start = initialThoughtSpotFrame({ ...board(home), narrowing }, 'style', [], 'Date')
    const read = (filters: readonly object[]): FrameEvent => ({ kind: 'filters-read', filters })
    const asked = after([...drawn, read(own)], start)
    // Days reset the dashboard on a cluster: the other filters are sent with them.
    expect(asked.effects).toContainEqual({ kind: 'narrow', filters: [filter, days, whole] })
    const narrowed = after([read([filter, days, whole])], asked.state)
    expect(narrowed.kinds).toEqual(['narrowed'])
    const left = after([follow(board(other))], narrowed.state)
    expect(left.kinds).toEqual(['loading', 'watch', 'apply-filters', 'navigate', 'restyle'])
    expect(left.effects).toContainEqual({ kind: 'apply-filters', filters: [own[1], parameter] })
    // The frame reports this while it navigates. The next dashboard still has its own filters, which are not the user's.
    const echo = message('parameterChanged', { parameters: [{ name: 'Time range', value: '90D' }] })
    const arrival = [
      message('ROUTE_CHANGE', { currentPath: `/embed/viz/${other}` }),
      message('PinboardRendered'),
    ]
    const next = [read([own[1] ?? {}, { ...parameter, value: '1Y' }])]
    for (const late of [[echo], [read([filter, days, whole])]])
      expect(after([...late, ...arrival, ...next], left.state).effects).toContainEqual({
        kind: 'emit',
        event: { kind: 'narrowed', dashboardId: other, narrowing: { range: null, filters: {} }, beyond: [] },
      })
    // Named ranges and other filters belong to each dashboard.
    const before = after([read([filter, own[1] ?? {}, { ...parameter, value: 'ALL' }])], asked.state).state
    expect(after([follow(board(other))], before).kinds).not.toContain('apply-filters')
  })

  test('reports what the dashboard calls its filters, also of one that is cleared', () => {
    const named = (values: readonly string[]) => [
      { column: 'Underlying', oper: 'IN', values },
      { column: 'Chain', oper: 'IN', values: [] },
    ]
    const report = (values: readonly string[]): Input => ({ kind: 'filters-read', filters: named(values) })
    const { effects } = after([...drawn, report(['ETH']), report([])])
    expect(effects).toMatchObject([
      { event: { narrowing: { filters: { asset: [] } }, labels: { asset: 'Underlying' } } },
    ])
    expect(JSON.stringify(effects)).not.toContain('"chain":"Chain"')
  })

  test('does not report the dashboard’s own filters as missing from a link', () => {
    const bookOf = (value: string) => ({ column: 'Desk', oper: 'IN', values: [value] })
    const reported = (...read: readonly (readonly object[])[]) => {
      const events = read.map((filters): FrameEvent => ({ kind: 'filters-read', filters }))
      const { effects } = after([...drawn, ...events])
      return effects.flatMap((one) =>
        one.kind === 'emit' && one.event.kind === 'narrowed' ? one.event.beyond : [],
      )
    }
    expect(reported([bookOf('Rates')])).toEqual([])
    expect(reported([bookOf('Rates')], [bookOf('Credit')])).toEqual(['Desk'])
  })

  test('drops its days when the user chooses a range', () => {
    const days = { dateColumn: 'Date', days: { from: '2026-03-01', to: '2026-05-31' } }
    const start = initialThoughtSpotFrame(board(home), 'style', [filter, days], 'Date')
    const chosen = (value: string) =>
      after([...drawn, message('parameterChanged', { parameters: [{ name: 'Time range', value }] })], start)
    const none = { ...days, days: null }
    expect(chosen('90D').effects).toContainEqual({
      kind: 'apply-filters',
      filters: [{ parameter: 'Time range', value: '90D' }, filter, none],
    })
    expect(chosen('90D').state.filters).toContainEqual(none)
    // A range that the portal itself has set beside them.
    expect(chosen('ALL').state.filters).toContainEqual(days)
    // A dashboard whose range cannot cover all history keeps its own beside them, and reports it with every other parameter.
    const own = { parameter: 'Time range', value: '90D', allowed: ['30D', '90D'] }
    const whole = [
      { name: 'Time range', value: '90D' },
      { name: 'Currency', value: 'EUR' },
    ]
    const beside = initialThoughtSpotFrame(board(home), 'style', [own, days], 'Date')
    const { state } = after([...drawn, message('parameterChanged', { parameters: whole })], beside)
    expect(state.filters).toContainEqual(days)
  })

  test('is at the personal view that the user chose, also where its path does not name it', () => {
    const chosen = (viewId: unknown) => message('changePersonalisedView', { liveboardId: home, viewId })
    const { kinds, state, effects } = after([...drawn, chosen('view-1')])
    expect(kinds).toEqual(['navigated', 'ask-filters', 'restyle-soon'])
    expect(state.here).toEqual({ ...board(home), viewId: 'view-1' })
    expect(effects).toContainEqual({ kind: 'emit', event: { kind: 'navigated', ...state.here } })
    expect(after([chosen('view-1')], state).kinds).toEqual([])
    expect(after([chosen(null)], state).state.here).toEqual(board(home))
    for (const unknown of [undefined, '../evil', 7]) expect(after([chosen(unknown)], state).kinds).toEqual([])
    const elsewhere = message('changePersonalisedView', { liveboardId: other, viewId: 'view-2' })
    expect(after([elsewhere], state).kinds).toEqual([])
  })

  test('inside a page that sends nothing is rendered at once', () => {
    const { kinds, state } = after([...drawn, follow(builder)])
    expect(kinds).toEqual(['loading', 'navigate', 'rendered', 'restyle'])
    expect(state.here).toEqual(builder)
  })

  test('by itself is at the location that it reports', () => {
    const path = { currentPath: `/embed/viz/${other}/tab/first` }
    const { kinds, state } = after([...drawn, message('ROUTE_CHANGE', path)])
    expect(kinds).toEqual(['navigated', 'restyle-soon'])
    expect(state.here).toEqual({ ...board(other), tabId: 'first' })
    expect(after([...drawn, message('ROUTE_CHANGE', { currentPath: '/home' })]).kinds).toEqual([])
  })
})

describe('a document that reloads', () => {
  test('is navigated back to its dashboard, with its style unknown', () => {
    const again = after([...drawn, message('appInit')])
    expect(again.kinds).toEqual(['watch', 'loading'])
    expect(again.state).toMatchObject({ rendered: false, listening: false, filtersDue: true, style: '' })
    const listens = after([message('EmbedListenerReady')], again.state)
    expect(listens.effects).toContainEqual({ kind: 'bring-back', route: board(home) })
  })

  test('continues to the target that it was navigating to', () => {
    const anew = [message('appInit'), message('EmbedListenerReady')]
    const { effects } = after([...drawn, follow(board(other)), ...anew])
    expect(effects).toContainEqual({ kind: 'bring-back', route: board(other) })
  })

  test('while it is navigating to another dashboard reloads that one', () => {
    const asked = { ...board(other), narrowing: { range: null, filters: { chain: ['Tron'] } } }
    const { effects, state } = after([...drawn, follow(asked), { kind: 'refreshed' }])
    expect(effects).toContainEqual({ kind: 'reload', route: board(other) })
    expect(state).toMatchObject({ here: board(other), isNavigating: false, rendered: false })
  })

  test('is not navigated again to a tab that its dashboard does not have', () => {
    const asked: FrameRoute = { dashboardId: home, tabId: 'gone', chartId: null }
    const start = initialThoughtSpotFrame(asked, 'style', [])
    const here = message('ROUTE_CHANGE', { currentPath: `/embed/viz/${home}` })
    const { state } = after([...begun, here, message('PinboardRendered'), ...begun, here], start)
    expect(after([message('PinboardRendered'), follow(asked)], state).kinds).not.toContain('navigate')
  })

  test('of the builder keeps its draft, of a conversation sends no question twice', () => {
    const reloaded = (route: FrameRoute): readonly string[] =>
      after([{ kind: 'refreshed' }], initialThoughtSpotFrame(route, 'style', [])).effects.flatMap((effect) =>
        effect.kind === 'reload' ? [reloadHash(effect.route)] : [],
      )
    expect(reloaded(builder)).toEqual(['#/embed/answer?restore=true'])
    expect(reloaded({ conversation: { sourceId: 'w', question: 'Why?' } })).toEqual([
      '#/embed/insights/conv-assist?worksheet=w',
    ])
    expect(reloaded(board(home))).toEqual([`#/embed/viz/${home}`])
  })
})

test.each(['ThoughtspotAuthFailure', 'noCookieAccess'])('%s is a refusal', (type) => {
  expect(after([...drawn, message(type)]).kinds).toEqual(['refused'])
})

test('no step mutates its input state', () => {
  const start = Object.freeze(initialThoughtSpotFrame(board(home), 'style', Object.freeze([filter]) as never))
  for (const event of [...drawn, follow(board(other)), { kind: 'refreshed' } as const]) stepped(start, event)
  expect(start).toEqual(initialThoughtSpotFrame(board(home), 'style', [filter]))
})
