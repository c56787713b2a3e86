import { describe, expect, test } from 'vitest'
import {
  memoryDashboardSurface,
  type MemoryView,
} from '../../src/adapters/dashboard-surface/memory-dashboard-surface'
import { viewAppearance } from '../../src/core/embedding/appearance'
import type { ViewRequest } from '../../src/core/ports/dashboard-surface'
import { boardStep, noBoard, type EmbeddingEvent, type EmbeddingStep } from '../../src/state/board-step'
import { createBoardStore, type BoardState } from '../../src/state/board-store'

describe('steps of the board store', () => {
  const request: ViewRequest = {
    view: { kind: 'dashboard', dashboardId: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01' },
    title: 'Home dashboard',
    appearance: viewAppearance({
      theme: 'dark',
      signedIn: true,
      interactionsFlag: true,
      deepResearchFlag: true,
      view: 'curated',
    }),
  }
  const show: EmbeddingEvent = { kind: 'show', request }
  const attached = { kind: 'attached' } as const
  const detached = { kind: 'detached' } as const
  const opened = { kind: 'opened' } as const
  const rendered = [attached, opened, show, { kind: 'rendered' }] as const
  const silent = { kind: 'failed', failure: { kind: 'frame-silent' } } as const

  /** The board after these events, and the effects of the last of them. */
  function after(...events: readonly EmbeddingEvent[]): EmbeddingStep {
    const start: EmbeddingStep = { board: noBoard, effects: [] }
    return events.reduce((state, event) => boardStep(state.board, event), start)
  }

  describe('A view', () => {
    test('is opened once, when there is an element for it, and shows the latest request', () => {
      expect(after(show).effects).toEqual([])
      expect(after(attached).effects).toEqual(['dispose', 'open'])
      expect(after(attached, show).effects).toEqual([])
      const { board, effects } = after(attached, show, opened)
      expect(effects).toEqual(['show'])
      expect(board).toMatchObject({ shown: { phase: 'loading' }, wanted: request })
    })

    test('is replaced by the one in the next element', () => {
      expect(after(...rendered, detached).effects).toEqual(['dispose', 'end-refresh'])
      expect(after(...rendered, detached, show).effects).toEqual([])
      expect(after(...rendered, attached).effects).toEqual(['dispose', 'open'])
    })

    test('that could not be opened is opened by a retry or the next dashboard, once', () => {
      const failed = [attached, show, { kind: 'not-opened' }] as const
      expect(after(...failed).board.shown).toMatchObject({
        phase: 'failed',
        failure: { kind: 'sdk-unavailable' },
      })
      const again = after(...failed, { kind: 'retry' })
      expect(again.board.shown).toMatchObject({ phase: 'loading', failure: null })
      expect(again.effects).toEqual(['open'])
      expect(boardStep(again.board, { kind: 'retry' }).effects).toEqual([])
      expect(after(...failed, show).effects).toEqual(['open'])
    })

    test('that is open handles the retry itself', () => {
      expect(after(...rendered, silent, { kind: 'retry' }).effects).toEqual(['retry'])
    })
  })

  describe('What a board reports', () => {
    test('sets the chosen tab only once the board is rendered', () => {
      const moved = { kind: 'navigated', dashboardId: 'l', tabId: 't', chartId: null } as const
      expect(after(attached, opened, show, moved).board.shown).toMatchObject({
        dashboardId: 'l',
        chosenTabId: null,
        chosenViewId: undefined,
      })
      expect(after(...rendered, moved).board.shown).toMatchObject({ chosenTabId: 't', chosenViewId: null })
      const underView = { ...moved, viewId: 'v' }
      expect(after(attached, opened, show, underView).board.shown.chosenViewId).toBe('v')
    })

    test('about its data is not reset by a chart without a date, but by the next board', () => {
      const dated = { kind: 'data', asOf: '2026-06-30', source: 'Sample' } as const
      const known = after(...rendered, dated, { kind: 'data', asOf: null, source: null })
      expect(known.board.shown).toMatchObject({ asOf: '2026-06-30', source: 'Sample', hasData: true })
      expect(boardStep(known.board, { kind: 'loading' }).board.shown).toMatchObject({
        phase: 'loading',
        asOf: null,
        hasData: false,
      })
    })

    test('ends a refresh when it is rendered, has failed, is hidden or is disposed', () => {
      for (const event of [{ kind: 'rendered' }, silent, { kind: 'hide' }, detached] as const)
        expect(after(...rendered, event).effects).toContain('end-refresh')
      expect(after(...rendered, { kind: 'loading' }).effects).toEqual([])
    })

    test('and leaves no state behind is passed on unchanged', () => {
      const event = { kind: 'page-asked', path: '/datasets/etf' } as const
      const { board } = after(...rendered)
      expect(boardStep(board, event)).toEqual({ board, effects: [event] })
    })
  })

  test('A board that comes back in its frame still knows how fresh its data is, another one does not', () => {
    const data = { kind: 'data', asOf: '2026-11-29', source: 'Sample data' } as const
    const back = after(...rendered, data, { kind: 'hide' }, show).board
    expect(back.shown).toMatchObject({
      phase: 'loading',
      hasData: true,
      asOf: '2026-11-29',
      source: data.source,
    })
    expect(boardStep(back, { kind: 'loading' }).board.shown).toMatchObject({ hasData: false, asOf: null })
  })

  test('A hidden board requests nothing: the next element shows none', () => {
    const { board, effects } = after(...rendered, { kind: 'hide' })
    expect(effects).toContain('hide')
    expect(board).toMatchObject({ wanted: null, shown: { phase: 'idle', dashboardId: null } })
    expect(after(...rendered, { kind: 'hide' }, detached, attached, opened).board.wanted).toBeNull()
  })
})

describe('the board store', () => {
  const request: ViewRequest = {
    view: { kind: 'dashboard', dashboardId: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01' },
    title: 'Home dashboard',
    appearance: viewAppearance({
      theme: 'dark',
      signedIn: true,
      interactionsFlag: true,
      deepResearchFlag: true,
      view: 'curated',
    }),
  }

  /** A board on screen whose refresh starts at once and ends when the test says so. */
  async function shownBoard(): Promise<{
    readonly state: () => BoardState
    readonly view: MemoryView
    readonly refreshes: () => number
    readonly reports: readonly string[]
    readonly detach: () => void
  }> {
    const surface = memoryDashboardSurface()
    const reports: string[] = []
    let refreshes = 0
    const store = createBoardStore({
      openView: async (container, options) => {
        const view = surface.open(container, options)
        const refresh = async (): Promise<void> => {
          refreshes += 1
          surface.views[0]?.say({ kind: 'loading' })
        }
        return { ...view, refresh }
      },
      report: async ({ text }) => void reports.push(text),
    })
    const detach = store.getState().attach('container')
    store.getState().show(request)
    await Promise.resolve()
    const view = surface.views[0]
    if (view === undefined) throw new Error('No view was opened.')
    expect(store.getState().phase).toBe('rendered')
    return { state: store.getState, view, refreshes: () => refreshes, reports, detach }
  }

  describe('Refresh', () => {
    test('is in progress until the board is rendered again, and does not start twice', async () => {
      const { state, view, refreshes } = await shownBoard()
      const done = state().refresh()
      await Promise.resolve()
      expect(state()).toMatchObject({ refreshing: true, phase: 'loading' })
      await state().refresh()
      expect(refreshes()).toBe(1)
      view.say({ kind: 'rendered' })
      await done
      expect(state()).toMatchObject({ refreshing: false, phase: 'rendered' })
    })

    test.each([
      [
        'fails',
        (board: Awaited<ReturnType<typeof shownBoard>>) =>
          board.view.say({ kind: 'failed', failure: { kind: 'frame-silent' } }),
      ],
      ['is left', (board: Awaited<ReturnType<typeof shownBoard>>) => board.state().hide()],
      ['is taken down', (board: Awaited<ReturnType<typeof shownBoard>>) => board.detach()],
    ])('ends when the board %s meanwhile', async (_, happen) => {
      const board = await shownBoard()
      const done = board.state().refresh()
      await Promise.resolve()
      happen(board)
      await done
      expect(board.state().refreshing).toBe(false)
    })

    test('of a failed board is a retry', async () => {
      const { state, view, refreshes } = await shownBoard()
      view.say({ kind: 'failed', failure: { kind: 'frame-silent' } })
      await state().refresh()
      expect(refreshes()).toBe(0)
      expect(state().phase).toBe('rendered')
    })
  })

  describe('A view that could not be opened', () => {
    /** A board whose surface fails to load until the test allows it. */
    function unopened() {
      const surface = memoryDashboardSurface()
      let openable = false
      let tries = 0
      const store = createBoardStore({
        openView: async (container, options) => {
          tries += 1
          if (!openable) throw new Error('a chunk did not come')
          return surface.open(container, options)
        },
        report: async () => undefined,
      })
      const phase = (): BoardState['phase'] => store.getState().phase
      return { store, phase, tries: () => tries, heal: () => void (openable = true) }
    }
    const failed = { phase: 'failed', failure: { kind: 'sdk-unavailable' } }

    test.each(['retry', 'refresh'] as const)('is opened by the next %s', async (again) => {
      const { store, phase, tries, heal } = unopened()
      store.getState().attach('container')
      store.getState().show(request)
      await expect.poll(store.getState).toMatchObject(failed)
      void store.getState()[again]()
      expect(store.getState()).toMatchObject({ phase: 'loading', failure: null })
      await expect.poll(store.getState).toMatchObject(failed)
      heal()
      void store.getState()[again]()
      // Two presses in quick succession count once.
      void store.getState()[again]()
      await expect.poll(phase).toBe('rendered')
      expect(tries()).toBe(3)
    })

    test('is opened for the next board', async () => {
      const { store, phase, heal } = unopened()
      store.getState().attach('container')
      store.getState().show(request)
      await expect.poll(phase).toBe('failed')
      store.getState().hide()
      heal()
      store.getState().show(request)
      await expect.poll(phase).toBe('rendered')
    })

    test('is no failure of a store that was detached, or of its next container', async () => {
      const { store, phase, heal } = unopened()
      const detach = store.getState().attach('container')
      store.getState().show(request)
      detach()
      await new Promise((resolve) => void setImmediate(resolve))
      expect(phase()).toBe('loading')
      const again = store.getState().attach('container')
      again()
      heal()
      store.getState().attach('other container')
      await expect.poll(phase).toBe('rendered')
    })
  })

  describe('What happens on a board', () => {
    test('is emitted once to current listeners, and leaves no state behind', async () => {
      const { state, view } = await shownBoard()
      const before = state()
      view.say({ kind: 'page-asked', path: '/datasets/etf' })
      const received: string[] = []
      const stop = state().watch(({ kind }) => received.push(kind))
      view.say({ kind: 'edit-ended' })
      view.say({ kind: 'unsaved-work', unsaved: false })
      view.say({ kind: 'action', action: 'deep-research', chartId: null })
      stop()
      view.say({ kind: 'edit-ended' })
      expect(received).toEqual(['edit-ended', 'action'])
      expect(state()).toEqual(before)
    })
  })
})
