import { answerHandle } from '../../../src/adapters/_shared/thoughtspot/ids'
import fc from 'fast-check'
import { describe, expect, test, it } from 'vitest'
import { framePath, readBoardRoute } from '../../../src/adapters/dashboard-surface/thoughtspot/paths'
import { sameRoute } from '../../../src/adapters/_shared/embedded-frame/routes'
import {
  initialView,
  viewStep,
  type ViewEvent,
  type ViewState,
} from '../../../src/adapters/_shared/embedded-frame/view-step'
import { viewAppearance } from '../../../src/core/embedding/appearance'
import type { EmbeddedView, SurfaceFailure } from '../../../src/core/ports/dashboard-surface'

describe('steps of a view', () => {
  const home = '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01'
  const other = '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a02'
  const board = (dashboardId: string) => ({ dashboardId, tabId: null, chartId: null })
  const filters = [{ column: 'Exchange', oper: 'IN', values: ['Deribit'] }]
  const appearance = viewAppearance({
    theme: 'dark',
    signedIn: true,
    interactionsFlag: true,
    deepResearchFlag: true,
    view: 'curated',
  })

  const show = (view: EmbeddedView, invalid: SurfaceFailure | null = null): ViewEvent => ({
    kind: 'shown',
    invalid,
    request: { view, title: 'Home dashboard', appearance },
  })
  const showBoard = (dashboardId: string): ViewEvent => show({ kind: 'dashboard', dashboardId })
  const fail = (failure: SurfaceFailure, dashboardId?: string): ViewEvent => ({
    kind: 'failed',
    failure,
    location: dashboardId === undefined ? undefined : { route: board(dashboardId), filters },
  })
  const ready: ViewEvent = { kind: 'ready' }
  const hide: ViewEvent = { kind: 'hidden' }
  const running = [showBoard(home), ready]

  function after(events: readonly ViewEvent[], start: ViewState = initialView) {
    let step = { state: start, effects: viewStep(start, { kind: 'ended' }).effects }
    for (const event of events) step = { ...viewStep(step.state, event) }
    return { ...step, kinds: step.effects.map(({ kind }) => kind) }
  }

  describe('a view that is shown', () => {
    test('waits until a frame can be created, and then creates one', () => {
      const opening = after([showBoard(home)])
      expect(opening.kinds).toEqual(['reveal', 'take-down', 'open'])
      expect(opening.state.frame).toBe('opening')
      expect(after(running).effects).toMatchObject([{ kind: 'make-frame', target: board(home), filters: [] }])
    })

    test('creates the frame of the latest request, or none', () => {
      expect(after([showBoard(home), showBoard(other), ready]).effects).toMatchObject([
        { target: board(other) },
      ])
      const gone = after([showBoard(home), hide, ready])
      expect(gone.kinds).toEqual(['stop-opening'])
      expect(gone.state.frame).toBe('none')
      // A view shown again needs one.
      expect(after([showBoard(home)], gone.state).kinds).toContain('open')
    })

    test('continues in its existing frame', () => {
      expect(after([...running, showBoard(other)]).effects).toMatchObject([
        { kind: 'reveal' },
        { kind: 'name-frame' },
        { kind: 'follow', route: board(other), back: false },
      ])
      expect(after([...running, hide, showBoard(home)]).effects).toContainEqual({
        kind: 'follow',
        route: board(home),
        back: true,
      })
    })

    test('is reloaded once in a frame that has moved', () => {
      const back = after([...running, hide, { kind: 'moved' }, showBoard(home)])
      expect(back.kinds).toEqual(['reveal', 'name-frame', 'follow-anew'])
      expect(after([showBoard(home)], back.state).kinds).toContain('follow')
    })

    test('with an invalid request fails without a frame, however often it is retried', () => {
      const invalid = { kind: 'dashboard-id-invalid' } as const
      const none = after([show({ kind: 'dashboard', dashboardId: 'no-uuid' }, invalid)])
      const refused = [{ kind: 'take-down' }, { kind: 'report', failure: invalid }]
      expect(none.effects).toEqual(refused)
      expect(after([{ kind: 'reopened' }], none.state).effects).toEqual(refused)
    })
  })

  describe('a view that has failed', () => {
    const silent = fail({ kind: 'frame-silent' })

    test('reports it once its frame is hidden, and is not retried by a change of appearance', () => {
      const lost = after([...running, silent])
      expect(lost.kinds).toEqual(['conceal', 'report'])
      expect(after([showBoard(home)], lost.state).kinds).toEqual([])
      expect(after([showBoard(other)], lost.state).kinds).toContain('open')
      expect(after([hide, showBoard(home)], lost.state).kinds).toContain('open')
      expect(after([{ kind: 'reopened' }], lost.state).kinds).toEqual(['take-down', 'open'])
    })

    test('is shown again, as last requested, when its frame sends a message after all', () => {
      const light = { ...appearance, mode: 'light' as const }
      const { state } = after([...running, silent])
      const asked = {
        ...show({ kind: 'dashboard', dashboardId: home }),
        request: {
          view: { kind: 'dashboard', dashboardId: home } as const,
          title: 'Home dashboard',
          appearance: light,
        },
      } as const
      const back = after([asked, { kind: 'spoke' }], state)
      expect(back.kinds).toEqual(['reveal', 'resume', 'name-frame', 'follow'])
      expect(back.state).toMatchObject({
        frame: 'running',
        failedRoute: undefined,
        wanted: { appearance: light },
      })
      expect(after([{ kind: 'spoke' }], back.state).kinds).toEqual([])
    })

    test('is not shown again by a frame that was removed meanwhile: when hidden, or for another failure', () => {
      const { state } = after([...running, silent])
      const left = after([hide], state)
      expect(left.kinds).toEqual(['take-down', 'conceal'])
      expect(after([{ kind: 'spoke' }], left.state).kinds).toEqual([])
      const blocked = after([fail({ kind: 'frame-blocked' })], state)
      expect(blocked.kinds).toEqual(['take-down', 'report'])
      expect(after([{ kind: 'spoke' }], blocked.state).kinds).toEqual([])
    })

    test('is not reported where nothing is shown', () => {
      expect(after([silent]).kinds).toEqual([])
      // A hidden frame is still removed.
      expect(after([...running, hide, silent]).kinds).toEqual(['take-down', 'report'])
    })

    test('without a token passes its filters to the next frame of the same dashboard', () => {
      const noToken = fail({ kind: 'token-unavailable', trouble: 'not-answering' }, home)
      const again = [...running, noToken, { kind: 'reopened' } as const]
      expect(after([...again, ready]).effects).toMatchObject([{ kind: 'make-frame', filters }])
      expect(after([...again, showBoard(other), ready]).effects).toMatchObject([{ filters: [] }])
      expect(
        after([...running, fail({ kind: 'frame-silent' }, home), { kind: 'reopened' }, ready]).effects,
      ).toMatchObject([{ filters: [] }])
    })
  })

  test('the next user gets a new frame, without the previous user’s filters', () => {
    const noToken = fail({ kind: 'token-unavailable', trouble: 'not-answering' }, home)
    const reset = after([...running, noToken, { kind: 'reset' }])
    expect(reset.kinds).toEqual(['take-down', 'take-down', 'open'])
    expect(after([ready], reset.state).effects).toMatchObject([{ filters: [] }])
    expect(after([...running, hide, { kind: 'reset' }]).kinds).toEqual(['take-down'])
  })
})

describe('paths of a dashboard on the BI host', () => {
  const id = '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01'
  const board = { dashboardId: id, tabId: null, chartId: null }

  it.each([
    [board, `/#/pinboard/${id}`],
    [{ ...board, tabId: 'flows' }, `/#/pinboard/${id}/tab/flows`],
    [{ ...board, chartId: 'supply' }, `/#/pinboard/${id}/supply`],
    [{ ...board, tabId: 'flows', chartId: 'supply' }, `/#/pinboard/${id}/tab/flows/supply`],
    [{ ...board, tabId: 'flows', viewId: 'mine' }, `/#/pinboard/${id}/tab/flows?view=mine`],
  ])('%j is the specification’s %s', (route, link) => {
    expect(framePath(route)).toBe(link.replace('/#/pinboard/', 'embed/viz/'))
    expect(readBoardRoute(link.slice(2))).toEqual(route)
  })

  it('of an edited one have the specification’s edit form, and differ from the dashboard’s', () => {
    const editor = { ...board, editing: true } as const
    expect(framePath(editor)).toBe(`edit/liveboard/${id}`)
    expect(sameRoute(editor, board)).toBe(false)
    expect(readBoardRoute(`/${framePath(editor)}`)).toBeNull()
  })

  it('are the specification’s for the assistant’s views, whatever the ids contain', () => {
    const ids = { sessionId: 's', genNo: '1', acSessionId: 'a', acGenNo: '2', convId: 'c', messageId: 'm' }
    const path = framePath({ answer: answerHandle({ ...ids, convId: 'c&sessionId=x' }) })
    const [route, query] = path.split('?')
    expect(route).toBe('embed/conv-assist-answer')
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({ ...ids, convId: 'c&sessionId=x' })
    expect(framePath({ conversation: { sourceId: 'w 1', question: 'a&b' } })).toBe(
      'embed/insights/conv-assist?worksheet=w%201&query=a%26b',
    )
    expect(framePath({ conversation: { sourceId: 'w', question: null } })).toBe(
      'embed/insights/conv-assist?worksheet=w',
    )
  })

  it.each([
    'embed/viz',
    'embed/insights/viz',
    'pinboard',
    'insights/pinboard',
    'liveboard',
    'insights/liveboard',
  ])('are read below /%s/', (base) => {
    expect(readBoardRoute(`/${base}/${id}/tab/t-1/v_2`)).toEqual({
      dashboardId: id,
      tabId: 't-1',
      chartId: 'v_2',
    })
    expect(readBoardRoute(`/${base}/${id}?view=mine`)).toEqual({ ...board, viewId: 'mine' })
    expect(readBoardRoute(`/${base}/${id}?view=..%2Fevil`)).toEqual(board)
  })

  it.each([
    '',
    '/',
    '/home',
    `/embed/answer/${id}`,
    '/embed/viz/home',
    `/embed/viz/${id}/tab/%2e%2e`,
    `/embed/viz/${id}/a/b/c`,
  ])('are not read from %j', (path) => {
    expect(readBoardRoute(path)).toBeNull()
  })

  it('are read back as they were written', () => {
    const plain = fc.option(
      fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/).filter((text) => text !== 'tab'),
      { nil: null },
    )
    fc.assert(
      fc.property(fc.uuid(), plain, plain, plain, (dashboardId, tabId, chartId, view) => {
        const route = { dashboardId, tabId, chartId, ...(view === null ? {} : { viewId: view }) }
        const read = readBoardRoute(`/${framePath(route)}`)
        return read !== null && sameRoute(read, route)
      }),
    )
  })
})
