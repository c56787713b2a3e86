import { describe, expect, test } from 'vitest'
import { viewAppearance } from '../../src/core/embedding/appearance'
import type { ViewRequest } from '../../src/core/ports/dashboard-surface'
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
  test('is opened once, where there is an element for it, and shows what was wanted meanwhile', () => {
    expect(after(show).effects).toEqual([])
    expect(after(attached).effects).toEqual(['dispose', 'open'])
    expect(after(attached, show).effects).toEqual([])
    const { board, effects } = after(attached, show, opened)
    expect(effects).toEqual(['show'])
    expect(board).toMatchObject({ shown: { phase: 'loading' }, wanted: request })
  })

  test('gives way to the one in the next element', () => {
    expect(after(...rendered, detached).effects).toEqual(['dispose', 'end-refresh'])
    expect(after(...rendered, detached, show).effects).toEqual([])
    expect(after(...rendered, attached).effects).toEqual(['dispose', 'open'])
  })

  test('that could not be opened is opened by another try or the next board, once', () => {
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

  test('that is open tries again by itself', () => {
    expect(after(...rendered, silent, { kind: 'retry' }).effects).toEqual(['retry'])
  })
})

describe('What a board reports', () => {
  test('is where somebody went only once it is there', () => {
    const moved = { kind: 'navigated', liveboardId: 'l', tabId: 't', vizId: null } as const
    expect(after(attached, opened, show, moved).board.shown).toMatchObject({
      liveboardId: 'l',
      chosenTabId: null,
      chosenViewId: undefined,
    })
    expect(after(...rendered, moved).board.shown).toMatchObject({ chosenTabId: 't', chosenViewId: null })
    const underView = { ...moved, viewId: 'v' }
    expect(after(attached, opened, show, underView).board.shown.chosenViewId).toBe('v')
  })

  test('about its data is not taken back by a chart that does not say, but by the next board', () => {
    const dated = { kind: 'data', asOf: '2026-06-30', source: 'Sample' } as const
    const known = after(...rendered, dated, { kind: 'data', asOf: null, source: null })
    expect(known.board.shown).toMatchObject({ asOf: '2026-06-30', source: 'Sample', hasData: true })
    expect(boardStep(known.board, { kind: 'loading' }).board.shown).toMatchObject({
      phase: 'loading',
      asOf: null,
      hasData: false,
    })
  })

  test('ends a refresh when it is there, has failed, is left or is taken down', () => {
    for (const event of [{ kind: 'rendered' }, silent, { kind: 'hide' }, detached] as const)
      expect(after(...rendered, event).effects).toContain('end-refresh')
    expect(after(...rendered, { kind: 'loading' }).effects).toEqual([])
  })

  test('and leaves no state behind is passed on as it is', () => {
    const event = { kind: 'page-asked', path: '/datasets/etf' } as const
    const { board } = after(...rendered)
    expect(boardStep(board, event)).toEqual({ board, effects: [event] })
  })
})

test('A board that is hidden wants nothing: the next element shows none', () => {
  const { board, effects } = after(...rendered, { kind: 'hide' })
  expect(effects).toContain('hide')
  expect(board).toMatchObject({ wanted: null, shown: { phase: 'idle', liveboardId: null } })
  expect(after(...rendered, { kind: 'hide' }, detached, attached, opened).board.wanted).toBeNull()
})
