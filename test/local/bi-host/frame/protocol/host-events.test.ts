import { expect, test } from 'vitest'
import type { BoardControls } from '../../../../../local/bi-host/frame/protocol/handlers'
import { embedded } from './embedding-page'

/** Every host event of the SDK that reaches a frame. */
const hostEvents =
  'search triggerDrillDown filter GetIframeUrl SetPinboardVisibleVizs UpdateRuntimeFilters Navigate openFilter openAddFilterModal openAddParameterModal openParameter addColumns removeColumn getExportRequestForCurrentPinboard pin pinboardInfo subscription schedule-list exportTSL editTSL updateTSL downloadAsPdf downloadLiveboardAsContinuousPDF AIHighlights makeACopy delete explore createMonitor manageMonitor edit embedDocument present getTML showUnderlyingData onDeleteAnswer spotIQAnalyze downloadAsPng downloadAsCSV downloadAsXLSX share save sync-to-sheets sync-to-other-apps manage-pipeline resetSearch getFilters updateFilters getTabs getGroups SetPinboardVisibleTabs SetPinboardHiddenTabs getAnswerSession AskSage UpdateCrossFilter ResetLiveboardPersonalisedView UpdateParameters GetParameters UpdatePersonalisedView SelectPersonalisedView InfoSuccess saveAnswer TransformTableVizData SpotterSearch EditLastPrompt PreviewSpotterData addToCoaching DataModelInstructions ResetSpotterConversation ShareSpotterConversation CloseSpotterShareConversation ExitSpotterSharedConversation DeleteLastPrompt answerChartSwitcher exitPresentMode visibleEmbedCoordinates AskSpotter updateEmbedParams EmbedDestroyed StartNewSpotterConversation PinSpotterConversation UnpinSpotterConversation GetPageContext sendTestScheduleEmail SpotterVizSendUserMessage InitSpotterVizConversation OpenSpotterVizPanel CloseSpotterVizPanel refreshLiveboardBrowserCache'.split(
    ' ',
  )

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
    crossFilter: (...call) => calls.push(call),
    tileAction: (...call) => calls.push(call),
    answerSession: (vizId) => ({ session: { sessionId: vizId ?? 'first' } }),
    model: () => ({ liveboard: {} }),
    pin: async (vizId, to) => {
      calls.push(['pin', vizId, to])
      return { pinboardId: 'own', tabId: null, vizId: 'new' }
    },
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

test.each(hostEvents)('%s is answered, and never with an error', async (type) => {
  const { page, frame } = await embedded()
  frame.attachBoard(boardWith([]))
  const reply = await page.trigger(frame, type, undefined)
  expect(reply).toBeTypeOf('object')
  expect(reply).not.toHaveProperty('error')
})

test('an event that does not exist, and a message that is none, get an empty answer', async () => {
  const { page, frame } = await embedded()
  await expect(page.trigger(frame, 'NoSuchEvent')).resolves.toEqual({})
  await expect(
    frame.receive({ source: page.window, origin: 'http://portal.example', data: null }),
  ).resolves.toEqual({})
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

test('what is answered is announced once, as soon as somebody can answer', async () => {
  const { page, frame } = await embedded()
  expect(page.types().filter((type) => type.endsWith(' Subscribed'))).toEqual([])
  frame.attachBoard(boardWith([]))
  frame.attachBoard(boardWith([]))
  const told = page.types().filter((type) => type.endsWith(' Subscribed'))
  expect(told).toEqual(expect.arrayContaining(['pin Subscribed', 'getTabs Subscribed']))
  expect(new Set(told).size).toBe(told.length)
})

test('questions about the board wait until there is one', async () => {
  const { page, frame } = await embedded()
  const asked = page.trigger(frame, 'getTabs')
  frame.attachBoard(boardWith([]))
  await expect(asked).resolves.toMatchObject({ numberOfTabs: 2 })
})

test('filters are handed to the board in either shape, runtime filters are told with the chips', async () => {
  const calls: unknown[] = []
  const { page, frame } = await embedded({ runtimeFilterParams: 'col1=Chain&op1=EQ&val1=Tron' })
  frame.attachBoard(boardWith(calls))
  const filter = { column: 'Token', oper: 'IN', values: ['USDT'] }
  await page.trigger(frame, 'updateFilters', { filters: [filter] })
  await page.trigger(frame, 'updateFilters', { filter })
  const understood = [{ columnName: 'Token', operator: 'IN', values: ['USDT'] }]
  expect(calls).toEqual([understood, understood])
  await expect(page.trigger(frame, 'getFilters')).resolves.toMatchObject({
    liveboardFilters: [{ column: 'Token', values: ['USDC'] }],
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

test('a tile is pinned without a dialog, and what cannot be pinned gives no answer', async () => {
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
  await expect(pin({ newVizName: 'New' })).resolves.toEqual([])
  expect(calls).toEqual([
    ['pin', 'v1', { title: 'New', liveboardId: 'own' }],
    ['pin', 'v1', { title: 'New', newLiveboardName: 'Mine' }],
    ['pin', 'v1', { title: 'New', liveboardId: 'own', tabId: 't1' }],
    ['pin', 'v1', { title: 'New', newLiveboardName: 'Mine', newTabName: 'Rates' }],
  ])
})

test('actions are asked of the tile that is named, else of the board; a filter is opened by its column', async () => {
  const calls: unknown[] = []
  const { page, frame } = await embedded()
  frame.attachBoard(boardWith(calls))
  await page.trigger(frame, 'makeACopy', {})
  await page.trigger(frame, 'downloadAsXLSX', { vizId: 'v1' })
  await page.trigger(frame, 'triggerDrillDown', { points: {}, vizId: 'v2' })
  await page.trigger(frame, 'openFilter', { column: { name: 'Token' } })
  await page.trigger(frame, 'ResetLiveboardPersonalisedView')
  expect(calls).toEqual([
    ['makeACopy', undefined],
    ['downloadAsXLSX', 'v1'],
    ['DRILL', 'v2'],
    ['openFilter', 'Token'],
    'reset',
  ])
})

test('the page context names the board and its tab', async () => {
  const { page, frame } = await embedded()
  await page.trigger(frame, 'Navigate', 'embed/viz/board-2/tab/tab-1')
  await expect(page.trigger(frame, 'GetPageContext')).resolves.toMatchObject({
    currentContext: { type: 'liveboard', objectIds: { liveboardId: 'board-2', tabId: 'tab-1' } },
  })
})

test('the visible part of the frame is taken as it is told', async () => {
  const { page, frame } = await embedded()
  await page.trigger(frame, 'visibleEmbedCoordinates', { top: 120, height: 700, left: 0, width: 900 })
  expect(frame.state.get().visibleArea).toEqual({ top: 120, height: 700 })
  await page.trigger(frame, 'visibleEmbedCoordinates', { top: 'x' })
  expect(frame.state.get().visibleArea).toEqual({ top: 120, height: 700 })
})
