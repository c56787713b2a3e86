import { expect, test, vi } from 'vitest'
import type { BoardReply, BoardRequest, PersonalView } from '../../../../../local/bi-host/wire/board'
import { createBoardStore } from '../../../../../local/bi-host/frame/host/board-store'
import { createPersonalViews, differs, viewsOf } from '../../../../../local/bi-host/frame/host/personal-views'
import { gate } from '../../../../support/gate'
import { createAddress, embedded } from '../protocol/embedding-page'

const about = { created: 1, modified: 1 }
const quarter: PersonalView = { ...about, id: 'v1', name: 'Quarter', range: '90D', chosen: { 's.t': ['A'] } }
const whole: PersonalView = { ...about, id: 'v2', name: 'Whole', range: 'ALL', chosen: {} }

const rename = (view: PersonalView, id: string): PersonalView => ({ ...view, id })

/** A board in a frame. The host has two views of it, and one of every other board. */
async function onBoard(path = '/embed/viz/b', { saved = [quarter, whole] as readonly PersonalView[] } = {}) {
  const asked: BoardRequest[] = []
  const called: (readonly [string, object])[] = []
  const { page, frame, address } = await embedded({}, createAddress(`#${path}`))
  const board = createBoardStore(async (request) => {
    asked.push(request)
    const view = { id: request.liveboardId, tabs: [], activeTabId: null, filters: [], range: '1Y' }
    return { ok: true, reply: { board: view, tiles: [] } as unknown as BoardReply }
  })
  let before: (operation: string, liveboardId: string) => Promise<void> = () => Promise.resolve()
  let refused = false
  const views = createPersonalViews(frame, board, async (operation, variables) => {
    called.push([operation, variables])
    const { liveboardId } = variables as { readonly liveboardId: string }
    const made = saved
    await before(operation, liveboardId)
    if (refused) return { ok: false, refused: false, message: 'The host is away.' }
    if (operation === 'ListPersonalisedViews')
      return { ok: true, data: { views: liveboardId === 'b' ? made : [rename(quarter, 'other')] } }
    if (operation === 'DeletePersonalisedViews') return { ok: true, data: { views: [] } }
    const view = { ...about, id: 'v3', ...variables } as unknown as PersonalView
    return { ok: true, data: { view } }
  })
  const hold = (how: typeof before): void => void (before = how)
  const refuse = (): void => void (refused = true)
  const enter = async (): Promise<void> => {
    // Enters each route of the frame, as the page does.
    for (let at: unknown = null; frame.state.get().route !== at;) {
      const { route } = frame.state.get()
      if (route.kind !== 'board') throw new Error('the frame is on no board')
      at = route
      await views.enter(route)
    }
    await vi.waitFor(() => expect(board.state.get()).toMatchObject({ status: 'ready', refreshing: false }))
  }
  await enter()
  const posted = (type: string) =>
    page.posted.filter((message) => message.type === type).map(({ data }) => data)
  return { page, frame, address, board, views, asked, called, enter, posted, hold, refuse }
}

test('the URL of a view opens the board with it, with one request for its data', async () => {
  const { asked, board } = await onBoard('/embed/viz/b?view=v1')
  expect(asked.map(({ part, range, filters }) => [part, range, filters])).toEqual([
    ['definition', '90D', [{ field: 's.t', op: 'in', values: ['A'] }]],
    ['all', '90D', [{ field: 's.t', op: 'in', values: ['A'] }]],
  ])
  expect(board.state.get().viewId).toBe('v1')
})

test('an unknown view leaves the board in its default state, and the embedding page is notified', async () => {
  const { asked, posted } = await onBoard('/embed/viz/b?view=gone')
  expect(asked.at(-1)).toEqual({ liveboardId: 'b', part: 'all' })
  expect(posted('Error')).toMatchObject([{ errorType: 'API', code: 'PERSONALISED_VIEW_NOT_FOUND' }])
})

test('selecting or clearing a view sends one request, updates the URL and emits an event', async () => {
  const { asked, views, address, posted, enter, frame } = await onBoard()
  await views.read()
  asked.length = 0
  views.choose('v1')
  await enter()
  expect(asked.map(({ range }) => range)).toEqual(['90D'])
  expect(address.visits.at(-1)).toBe('replace /embed/viz/b?view=v1')
  views.choose(null)
  await enter()
  expect(asked.map(({ range }) => range)).toEqual(['90D', undefined])
  expect(frame.state.get().route.path).toBe('/embed/viz/b')
  expect(posted('changePersonalisedView')).toEqual([
    { viewName: 'Quarter', viewId: 'v1', liveboardId: 'b', isPublic: false },
    { viewName: 'Original View', viewId: null, liveboardId: 'b', isPublic: false },
  ])
})

test('an unresponsive host is not reported as an unknown view', async () => {
  const { views, posted, refuse, board } = await onBoard()
  refuse()
  await views.select({ viewId: 'v1' })
  expect(posted('Error')).toEqual([
    { errorType: 'API', code: 'PERSONALISED_VIEWS_NOT_READ', message: 'The host is away.' },
  ])
  expect(board.state.get().viewId).toBeNull()
})

test('a view is found by name, and the first of its name is taken', async () => {
  const { views, board, posted } = await onBoard('/embed/viz/b', {
    saved: [quarter, whole, { ...whole, id: 'v9', range: '30D' }],
  })
  await views.select({ viewName: 'Whole' })
  expect(board.state.get()).toMatchObject({ viewId: 'v2', range: 'ALL' })
  await views.select({ viewName: 'Nothing' })
  expect(board.state.get().viewId).toBe('v2')
  expect(posted('Error')).toHaveLength(1)
})

test('a board reopened by a plain link keeps its view and later changes, and its URL has the view', async () => {
  const { board, views, frame, enter, page, address, asked } = await onBoard('/embed/viz/b?view=v1')
  board.setRange('30D')
  await page.trigger(frame, 'Navigate', 'embed/viz/c')
  await enter()
  expect(board.state.get()).toMatchObject({ viewId: null, range: null })
  await page.trigger(frame, 'Navigate', 'embed/viz/b')
  await enter()
  expect(board.state.get()).toMatchObject({ viewId: 'v1', range: '30D' })
  expect(address.visits.at(-1)).toBe('replace /embed/viz/b?view=v1')
  const known = asked.length
  await page.trigger(frame, 'Navigate', 'embed/viz/b')
  await enter()
  expect(frame.state.get().route.path).toBe('/embed/viz/b?view=v1')
  expect(asked).toHaveLength(known)
  const [view] = viewsOf(views.state.get(), 'b')
  expect(view && differs(view, board.state.get())).toBe(true)
})

test('each board keeps its own views, in whatever order they are read', async () => {
  const { views, frame, enter, page, hold } = await onBoard('/embed/viz/b?view=v1')
  const late = gate()
  hold((_, liveboardId) => (liveboardId === 'b' ? late.opened : Promise.resolve()))
  const reading = views.read()
  await page.trigger(frame, 'Navigate', 'embed/viz/c')
  await enter()
  await views.read()
  expect(viewsOf(views.state.get(), 'b').map(({ id }) => id)).toEqual(['v1', 'v2'])
  late.open()
  await reading
  expect(viewsOf(views.state.get(), 'c').map(({ id }) => id)).toEqual(['other'])
})

test('a board reopened with a view loads missing views, and drops one that was deleted meanwhile', async () => {
  const { board, views, frame, enter, page, address, refuse, posted } = await onBoard()
  const away = async (): Promise<void> => {
    for (const path of ['embed/viz/c', 'embed/viz/b']) {
      await page.trigger(frame, 'Navigate', path)
      await enter()
    }
  }
  board.setView('v2')
  await away()
  expect(board.state.get().viewId).toBe('v2')
  expect(viewsOf(views.state.get(), 'b').map(({ id }) => id)).toContain('v2')
  board.setView('deleted elsewhere')
  await away()
  expect(board.state.get().viewId).toBeNull()
  expect(address.visits.at(-1)).toBe('replace /embed/viz/b')
  expect(posted('Error')).toEqual([])
  board.setView('never read')
  refuse()
  await away()
  expect(board.state.get().viewId).toBe('never read')
  expect(posted('Error')).toMatchObject([{ code: 'PERSONALISED_VIEWS_NOT_READ' }])
})

test('saving or deleting a view after leaving its board does not affect the next board', async () => {
  const { board, views, frame, enter, page, hold, address, posted } = await onBoard()
  for (const work of [() => views.save('Month'), () => views.remove('v1')]) {
    const late = gate()
    board.setView('v1')
    hold((operation) => (operation === 'ListPersonalisedViews' ? Promise.resolve() : late.opened))
    const working = work()
    await page.trigger(frame, 'Navigate', 'embed/viz/c')
    await enter()
    const there = address.visits.at(-1)
    board.setView('v1')
    late.open()
    expect(await working).toBe('')
    expect(board.state.get()).toMatchObject({ viewId: 'v1' })
    expect(address.visits.at(-1)).toBe(there)
    expect(viewsOf(views.state.get(), 'c').map(({ name }) => name)).not.toContain('Month')
    await page.trigger(frame, 'Navigate', 'embed/viz/b')
    await enter()
  }
  expect(posted('savePersonalisedView')).toMatchObject([{ liveboardId: 'b', viewName: 'Month' }])
  expect(posted('deletePersonalisedView')).toEqual([{ views: ['v1'], liveboardId: 'b' }])
})

test('the current state is saved under a name, updated, and deleted', async () => {
  const { board, views, called, posted, enter } = await onBoard()
  board.setRange('30D')
  expect(await views.save('Month')).toBe('')
  expect(called.at(-1)).toEqual([
    'SavePersonalisedView',
    { liveboardId: 'b', range: '30D', chosen: {}, name: 'Month' },
  ])
  expect(board.state.get().viewId).toBe('v3')
  board.setChosen('s.t', ['B'])
  await views.update('v3')
  expect(called.at(-1)?.[1]).toMatchObject({ id: 'v3', name: 'Month', chosen: { 's.t': ['B'] } })
  expect(posted('savePersonalisedView')).toHaveLength(1)
  expect(posted('updatePersonalisedView')).toHaveLength(1)
  await views.remove('v3')
  await enter()
  expect(posted('deletePersonalisedView')).toEqual([{ views: ['v3'], liveboardId: 'b' }])
  expect(board.state.get()).toMatchObject({ viewId: null, range: null, chosen: {} })
})

test('a refusal shows a sentence to the user, and nothing changes', async () => {
  const { frame } = await embedded()
  const board = createBoardStore(async () => ({ ok: false, problem: { kind: 'unavailable', reference: '' } }))
  const views = createPersonalViews(frame, board, async () => ({
    ok: false,
    refused: false,
    message: 'Log in to do this.',
  }))
  expect(await views.read()).toBe('Log in to do this.')
  expect(await views.save('Mine')).toBe('Log in to do this.')
  expect(board.state.get().viewId).toBeNull()
})
