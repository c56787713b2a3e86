import { describe, expect, test } from 'vitest'
import { viewAppearance } from '../../src/core/embedding/appearance'
import type { SurfaceEvent, ViewRequest } from '../../src/core/ports/dashboard-surface'
import { boardStep, noBoard, type EmbeddingEvent, type EmbeddingStep } from '../../src/state/board-step'

const request: ViewRequest = {
  view: { kind: 'dashboard', liveboardId: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01' },
  title: 'Home dashboard',
  appearance: viewAppearance({
    theme: 'dark',
    signedIn: true,
    interactionsFlag: true,
    deepResearchFlag: true,
    view: 'curated',
  }),
}
const here = { element: 'here' }
const elsewhere = { element: 'elsewhere' }
const show: EmbeddingEvent = { kind: 'show', request }
const reports = (event: SurfaceEvent, container = here): EmbeddingEvent => ({
  kind: 'reported',
  container,
  event,
})

/** The board after these events, and the effects of the last of them. */
function after(...events: readonly EmbeddingEvent[]): EmbeddingStep {
  const start: EmbeddingStep = { board: noBoard, effects: [] }
  return events.reduce((state, event) => boardStep(state.board, event), start)
}
const attached = { kind: 'attached', container: here } as const
const opened = { kind: 'opened', container: here } as const
const rendered = [attached, opened, show, reports({ kind: 'rendered' })] as const

describe('A view', () => {
  test('is opened once for a container, and shows what was wanted meanwhile', () => {
    expect(after(attached).effects).toEqual([{ kind: 'open-view', container: here }])
    expect(after(attached, show).effects).toEqual([])
    const { board, effects } = after(attached, show, opened)
    expect(effects).toEqual([{ kind: 'show-view', request }])
    expect(board.shown.phase).toBe('loading')
  })

  test('that opens in a container that has gone is disposed of, and fails nothing', () => {
    const detached = { kind: 'detached', container: here } as const
    expect(after(attached, detached, opened).effects).toEqual([{ kind: 'dispose-view', container: here }])
    const { board, effects } = after(attached, show, detached, { kind: 'not-opened', container: here })
    expect([board.shown.phase, effects]).toEqual(['loading', []])
  })

  test('gives way to the one in the next container, whichever of the two is let go first', () => {
    const { board, effects } = after(...rendered, { kind: 'attached', container: elsewhere })
    expect(effects).toEqual([
      { kind: 'dispose-view', container: here },
      { kind: 'open-view', container: elsewhere },
    ])
    const late = boardStep(board, { kind: 'detached', container: here })
    expect(late).toEqual({ board, effects: [] })
    const silent = boardStep(board, reports({ kind: 'failed', failure: { kind: 'frame-silent' } }))
    expect(silent).toEqual({ board, effects: [] })
  })

  test('that could not be opened is opened by another try or the next board, once', () => {
    const failed = [attached, show, { kind: 'not-opened', container: here }] as const
    expect(after(...failed).board.shown).toMatchObject({
      phase: 'failed',
      failure: { kind: 'sdk-unavailable' },
    })
    const again = after(...failed, { kind: 'retry' })
    expect(again.board.shown).toMatchObject({ phase: 'loading', failure: null })
    expect(again.effects).toEqual([{ kind: 'open-view', container: here }])
    expect(boardStep(again.board, { kind: 'retry' }).effects).toEqual([])
    expect(after(...failed, show).effects).toEqual([{ kind: 'open-view', container: here }])
  })

  test('that is open tries again by itself', () => {
    expect(after(...rendered, { kind: 'retry' }).effects).toEqual([{ kind: 'retry-view' }])
  })
})

describe('What a board reports', () => {
  test('is a place to go back to only once it is there', () => {
    const moved = reports({ kind: 'navigated', liveboardId: 'l', tabId: 't', vizId: null })
    expect(after(attached, opened, show, moved).board.shown).toMatchObject({
      liveboardId: 'l',
      chosenTabId: null,
      chosenViewId: undefined,
    })
    expect(after(...rendered, moved).board.shown).toMatchObject({ chosenTabId: 't', chosenViewId: null })
    const underView = reports({
      kind: 'navigated',
      liveboardId: 'l',
      tabId: null,
      vizId: null,
      viewId: 'v',
    })
    expect(after(attached, opened, show, underView).board.shown.chosenViewId).toBe('v')
  })

  test('about its data is not taken back by a chart that does not say, but by the next board', () => {
    const dated = reports({ kind: 'data', asOf: '2026-06-30', source: 'Sample' })
    const silent = reports({ kind: 'data', asOf: null, source: null })
    const known = after(...rendered, dated, silent)
    expect(known.board.shown).toMatchObject({ asOf: '2026-06-30', source: 'Sample', hasData: true })
    expect(boardStep(known.board, reports({ kind: 'loading' })).board.shown).toMatchObject({
      phase: 'loading',
      asOf: null,
      hasData: false,
    })
  })

  test('ends a refresh when it is there, has failed, is left or is taken down', () => {
    const ends = { kind: 'end-refresh' }
    for (const event of [
      reports({ kind: 'rendered' }),
      reports({ kind: 'failed', failure: { kind: 'frame-silent' } }),
      { kind: 'hide' },
      { kind: 'detached', container: here },
    ] as const)
      expect(after(...rendered, event).effects).toContainEqual(ends)
    expect(after(...rendered, reports({ kind: 'loading' })).effects).toEqual([])
  })

  test('and leaves no state behind is published as it is', () => {
    const event = { kind: 'page-asked', path: '/datasets/etf' } as const
    const { board } = after(...rendered)
    expect(boardStep(board, reports(event))).toEqual({ board, effects: [{ kind: 'publish', event }] })
  })
})

test('A board that is hidden wants nothing: the next container shows none', () => {
  const { board, effects } = after(...rendered, { kind: 'hide' })
  expect(effects).toContainEqual({ kind: 'hide-view' })
  expect(board.shown).toMatchObject({ phase: 'idle', liveboardId: null })
  const next = [
    { kind: 'detached', container: here },
    { kind: 'attached', container: elsewhere },
    { kind: 'opened', container: elsewhere },
  ] as const
  expect(after(...rendered, { kind: 'hide' }, ...next).effects).toEqual([])
})
