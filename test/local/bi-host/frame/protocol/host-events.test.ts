import { HostEvent } from '@thoughtspot/visual-embed-sdk'
import { describe, expect, test } from 'vitest'
import type {
  AssistantControls,
  BuilderControls,
  BoardControls,
} from '../../../../../local/bi-host/frame/protocol/page-events'
import type { EditorControls } from '../../../../../local/bi-host/frame/protocol/handlers'
import { createAddress, embedded, homePath } from './embedding-page'

/** The SDK itself implements the first. The second carries calls that are not host events. */
const notSent: readonly string[] = [HostEvent.Reload, HostEvent.UIPassthrough]
const hostEvents = [...new Set<string>(Object.values(HostEvent))].filter((type) => !notSent.includes(type))

function boardWith(calls: unknown[]): BoardControls {
  return {
    tabs: () => [
      { id: 't1', label: 'First' },
      { id: 't2', label: 'Second' },
    ],
    filters: () => [{ field: 'stable.token', label: 'Token', values: ['USDC', 'USDT'], chosen: ['USDC'] }],
    updateFilters: (filters) => {
      calls.push(filters)
      return ['stable.token']
    },
    setRange: (...call) => calls.push(call),
    crossFilter: (...call) => calls.push(call),
    tileAction: (...call) => calls.push(call),
    answerSession: (vizId) => ({ session: { sessionId: vizId ?? 'first' } }),
    model: () => ({ liveboard: {} }),
    pin: async (vizId, to) => {
      calls.push(['pin', vizId, to])
      return { pinboardId: 'own', tabId: null, vizId: 'new' }
    },
    save: async () => ({}),
    openFilter: (column) => calls.push(['openFilter', column]),
    parameters: () => [{ name: 'Time range', value: '90D' }],
    openParameter: () => calls.push('openParameter'),
    reset: () => calls.push('reset'),
    selectView: async (view) => {
      calls.push(['selectView', view])
    },
    endPresenting: () => calls.push('endPresenting'),
  }
}

/** Controls that accept every call. */
const recorded = {
  names: () => ({ sources: ['Prices'], columns: ['Close'] }),
  answer: () => ({ title: 'Price', chart: { type: 'line' } }),
}
const willing = new Proxy(recorded as unknown as BuilderControls & AssistantControls & EditorControls, {
  get: (known, name) => (name === 'then' ? undefined : (Reflect.get(known, name) ?? (() => undefined))),
})

const addresses = {
  'a dashboard': homePath,
  'the search page': '/embed/answer',
  'a conversation': '/embed/insights/conv-assist?worksheet=w',
  'the editor': `/edit/liveboard/${homePath.split('/').at(-1)}`,
  'a page of the whole application': '/home',
}

describe.each(Object.entries(addresses))('on %s', (_, path) => {
  test.each(hostEvents)('%s is carried out or answered with the reason, and never rejects', async (type) => {
    const { page, frame } = await embedded({}, createAddress(`#${path}`))
    frame.attachBoard(boardWith([]))
    frame.attachBuilder(willing)
    frame.attachAssistant(willing)
    frame.attachEditor(willing)
    const obeyed = page.types().includes(`${type} Subscribed`)
    page.posted.length = 0
    const reply = await page.trigger(frame, type)
    const recorded = page.posted.filter((message) => message.type === 'Error').map(({ data }) => data)
    expect(reply).toBeTypeOf('object')
    // The SDK rejects a reply that contains an error, and clients do not catch it.
    expect(reply).not.toHaveProperty('error')
    const message: unknown = expect.stringMatching(/^\w.{20,}\.$/)
    if (obeyed) expect(recorded).toEqual([])
    else {
      expect(reply).toEqual({ code: 'HOST_EVENT_NOT_OFFERED', message })
      expect(recorded).toEqual([{ errorType: 'API', hostEvent: type, ...(reply as object) }])
    }
  })
})

test('an unknown event and an invalid message get an empty response', async () => {
  const { page, frame } = await embedded()
  await expect(page.trigger(frame, 'NoSuchEvent')).resolves.toEqual({})
  await expect(
    frame.receive({ source: page.window, origin: 'http://portal.example', data: null }),
  ).resolves.toEqual({})
})

test('a failing event or passthrough call responds with a text and the vendor’s Error, and does not reject', async () => {
  const { page, frame } = await embedded()
  const broken = (): never => {
    throw new Error('The figures are gone.')
  }
  const controls = { ...boardWith([]), tabs: broken, pin: () => Promise.reject(new Error('No answer came.')) }
  frame.attachBoard(controls)
  const errors = () => page.posted.filter(({ type }) => type === 'Error').map(({ data }) => data)
  const failure = (message: string) => ({ code: 'HOST_EVENT_FAILED', message })
  expect(await page.trigger(frame, 'getTabs')).toEqual(
    failure('getTabs could not be done: The figures are gone.'),
  )
  expect(errors()).toEqual([
    {
      errorType: 'API',
      hostEvent: 'getTabs',
      ...failure('getTabs could not be done: The figures are gone.'),
    },
  ])
  const parameters = { vizId: 'v1', newVizName: 'New', liveboardId: 'own' }
  // The result of the call is unknown, and an error in the array would mean that it was refused.
  expect(await page.trigger(frame, 'UiPassthrough', { type: 'addVizToPinboard', parameters })).toEqual([])
  expect(errors()[1]).toMatchObject({
    hostEvent: 'addVizToPinboard',
    ...failure('addVizToPinboard could not be done: No answer came.'),
  })
})

test('a passthrough call is answered with an array, an unknown one with an empty one', async () => {
  const { page, frame } = await embedded()
  frame.attachBoard(boardWith([]))
  const keys = await page.trigger(frame, 'UiPassthrough', {
    type: 'getAvailableUiPassthroughs',
    parameters: {},
  })
  expect(keys).toEqual([
    { value: { keys: expect.arrayContaining(['getTabs', 'getFilters', 'updateFilters']) as unknown } },
  ])
  await expect(page.trigger(frame, 'UiPassthrough', { type: 'noSuchCall' })).resolves.toEqual([])
  await expect(page.trigger(frame, 'UiPassthrough', { type: 'getTabs' })).resolves.toEqual([
    {
      value: {
        orderedTabIds: ['t1', 't2'],
        numberOfTabs: 2,
        Tabs: [
          { id: 't1', name: 'First' },
          { id: 't2', name: 'Second' },
        ],
      },
    },
  ])
})

test('subscriptions are announced once, as soon as a handler is attached', async () => {
  const { page, frame } = await embedded()
  expect(page.types().filter((type) => type.endsWith(' Subscribed'))).toEqual([])
  frame.attachBoard(boardWith([]))
  frame.attachBoard(boardWith([]))
  const recorded = page.types().filter((type) => type.endsWith(' Subscribed'))
  expect(recorded).toEqual(expect.arrayContaining(['pin Subscribed', 'getTabs Subscribed']))
  expect(new Set(recorded).size).toBe(recorded.length)
})

test('requests about the board wait until it is loaded', async () => {
  const { page, frame } = await embedded()
  const asked = page.trigger(frame, 'getTabs')
  frame.attachBoard(boardWith([]))
  await expect(asked).resolves.toMatchObject({ numberOfTabs: 2 })
})

test('filters reach the board in either shape, and runtime filters are reported with the chips', async () => {
  const calls: unknown[] = []
  const { page, frame } = await embedded({ runtimeFilterParams: 'col1=Chain&op1=EQ&val1=Tron' })
  frame.attachBoard(boardWith(calls))
  const filter = { column: 'Token', oper: 'IN', values: ['USDT'] }
  await page.trigger(frame, 'updateFilters', { filters: [filter] })
  await page.trigger(frame, 'updateFilters', { filter })
  const understood = [{ columnName: 'Token', operator: 'IN', values: ['USDT'] }]
  expect(calls).toEqual([understood, understood])
  await expect(page.trigger(frame, 'getFilters')).resolves.toMatchObject({
    liveboardFilters: [
      {
        columnInfo: { name: 'Token' },
        filters: [{ filterContent: [{ filterType: 'IN', value: [{ key: 'USDC' }] }] }],
      },
    ],
    runtimeFilters: [{ columnName: 'Chain' }],
  })
})

test('a cross filter and a download name their tile', async () => {
  const calls: unknown[] = []
  const { page, frame } = await embedded()
  frame.attachBoard(boardWith(calls))
  await page.trigger(frame, 'UpdateCrossFilter', {
    vizId: 'v1',
    conditions: [{ columnName: 'Token', values: ['USDC'] }],
  })
  await page.trigger(frame, 'downloadAsPng', { vizId: 'v1' })
  expect(calls).toEqual([
    ['v1', [{ columnName: 'Token', values: ['USDC'] }]],
    ['downloadAsPng', 'v1'],
  ])
})

test('a tile is pinned without a dialog, and an event without a tile is refused', async () => {
  const calls: unknown[] = []
  const { page, frame } = await embedded()
  frame.attachBoard(boardWith(calls))
  const pin = (parameters: object) =>
    page.trigger(frame, 'UiPassthrough', { type: 'addVizToPinboard', parameters })
  await expect(pin({ vizId: 'v1', newVizName: 'New', liveboardId: 'own' })).resolves.toEqual([
    { value: { pinboardId: 'own', tabId: null, vizId: 'new' } },
  ])
  await pin({ vizId: 'v1', newVizName: 'New', newPinboardName: 'Mine' })
  await pin({ vizId: 'v1', newVizName: 'New', liveboardId: 'own', tabId: 't1' })
  await pin({ vizId: 'v1', newVizName: 'New', newLiveboardName: 'Mine', newTabName: 'Rates', tabId: 'none' })
  await expect(pin({ newVizName: 'New' })).resolves.toEqual([
    { value: { error: expect.stringContaining('needs its vizId') as unknown } },
  ])
  expect(calls).toEqual([
    ['pin', 'v1', { title: 'New', liveboardId: 'own' }],
    ['pin', 'v1', { title: 'New', newLiveboardName: 'Mine' }],
    ['pin', 'v1', { title: 'New', liveboardId: 'own', tabId: 't1' }],
    ['pin', 'v1', { title: 'New', newLiveboardName: 'Mine', newTabName: 'Rates' }],
  ])
})

test('actions run on the named tile or else on the board, and a filter is opened by its column', async () => {
  const calls: unknown[] = []
  const { page, frame } = await embedded()
  frame.attachBoard(boardWith(calls))
  await page.trigger(frame, 'makeACopy', {})
  await page.trigger(frame, 'downloadAsXLSX', { vizId: 'v1' })
  await page.trigger(frame, 'AskSage', { vizId: 'v1' })
  await page.trigger(frame, 'explore', { vizId: 'v1' })
  await page.trigger(frame, 'answerChartSwitcher', { vizId: 'v1' })
  await page.trigger(frame, 'edit')
  await page.trigger(frame, 'triggerDrillDown', { points: {}, vizId: 'v2' })
  await page.trigger(frame, 'openFilter', { column: { name: 'Token' } })
  await page.trigger(frame, 'ResetLiveboardPersonalisedView')
  expect(calls).toEqual([
    ['makeACopy', undefined],
    ['downloadAsXLSX', 'v1'],
    ['AskAi', 'v1'],
    ['explore', 'v1'],
    ['answerChartSwitcher', 'v1'],
    ['edit', undefined],
    ['DRILL', 'v2'],
    ['openFilter', 'Token'],
    'reset',
  ])
})

test('a tab is selected by the event of embeds that do not navigate to it', async () => {
  const { page, frame, address } = await embedded()
  await page.trigger(frame, 'SetActiveTab', { tabId: 't2' })
  expect(frame.state.get().route).toMatchObject({ kind: 'board', tabId: 't2' })
  expect(address.visits).toEqual([`replace ${homePath}/tab/t2`])
})

test('the editor saves on the save event, and its route has the options of its URL', async () => {
  const { page, frame } = await embedded({}, createAddress('#/edit/liveboard/b?back=true'))
  let saved = 0
  frame.attachEditor({ save: () => (saved += 1) })
  await page.trigger(frame, 'save')
  expect(saved).toBe(1)
  expect(frame.state.get().route).toMatchObject({ kind: 'edit', liveboardId: 'b', back: true })
})

test('the page context names the board and its tab', async () => {
  const { page, frame } = await embedded()
  await page.trigger(frame, 'Navigate', 'embed/viz/board-2/tab/tab-1')
  await expect(page.trigger(frame, 'GetPageContext')).resolves.toMatchObject({
    currentContext: { type: 'liveboard', objectIds: { liveboardId: 'board-2', tabId: 'tab-1' } },
  })
})

test('the visible part of the frame is read from the event', async () => {
  const { page, frame } = await embedded()
  await page.trigger(frame, 'visibleEmbedCoordinates', { top: 120, height: 700, left: 0, width: 900 })
  expect(frame.state.get().visibleArea).toEqual({ top: 120, height: 700 })
  await page.trigger(frame, 'visibleEmbedCoordinates', { top: 'x' })
  expect(frame.state.get().visibleArea).toEqual({ top: 120, height: 700 })
})
