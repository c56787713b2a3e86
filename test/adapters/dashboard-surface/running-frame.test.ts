import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import {
  runningFrame,
  type RunningFrame,
} from '../../../src/adapters/dashboard-surface/thoughtspot/running-frame'
import type { PinOutcome } from '../../../src/core/ports/dashboard-surface'
import { timings } from '../../../src/core/kernel/limits'
import type { RememberedFilter } from '../../../src/adapters/dashboard-surface/thoughtspot/frame-messages'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'

const home = '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01'
const other = '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a02'
const route = (liveboardId: string) => ({ liveboardId, tabId: null, vizId: null })
const deribit: RememberedFilter = { column: 'Exchange', oper: 'IN', values: ['Deribit'] }

/** A frame that says what the test lets it say, and the filters it was sent. */
function openFrame(filters: readonly RememberedFilter[] = []) {
  const clock = fixedClock(0)
  const kept: ((outcome: PinOutcome) => void)[] = []
  const sent: (readonly unknown[])[] = []
  const routes: object[] = []
  const running = runningFrame({
    frame: {
      element: () => undefined,
      navigate: (to) => void routes.push(to),
      restyle: () => Promise.resolve(),
      applyFilters: (given) => void sent.push(given),
      pin: () => new Promise((resolve) => kept.push(resolve)),
      destroy: () => undefined,
    },
    target: route(home),
    style: { customizations: {}, additionalFlags: {} },
    filters,
    wantedStyle: () => undefined,
    clock,
    journal: memoryJournal(),
    silence: { restart: () => undefined, stop: () => undefined },
    emit: () => undefined,
    refused: () => undefined,
  })
  return { running, sent, routes, clock, kept }
}

function starts(running: RunningFrame): void {
  running.receive('appInit', {})
  running.receive('EmbedListenerReady', {})
}
const renders = (running: RunningFrame): void => running.receive('PinboardRendered', {})

describe('filters a person has set', () => {
  test('are given back to a document that begins anew, once its board is there', () => {
    const { running, sent } = openFrame()
    starts(running)
    renders(running)
    running.receive('filterChanged', { filters: [deribit] })
    starts(running)
    expect(sent).toEqual([])
    renders(running)
    expect(sent).toEqual([[deribit]])
    renders(running)
    expect(sent).toHaveLength(1)
  })

  test('go over to the frame that takes the place of a lost one', () => {
    const first = openFrame()
    starts(first.running)
    renders(first.running)
    first.running.receive('filterChanged', { filters: [deribit] })
    const { filters } = first.running.location()
    const second = openFrame(filters)
    starts(second.running)
    expect(second.sent).toEqual([])
    renders(second.running)
    expect(second.sent).toEqual([[deribit]])
  })

  test('stay with their board', () => {
    const { running, sent } = openFrame()
    starts(running)
    renders(running)
    running.receive('filterChanged', { filters: [deribit] })
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

test('a board that comes back under its personal view is sent nowhere when the page’s address catches up with it', () => {
  const { running, routes } = openFrame()
  starts(running)
  renders(running)
  running.follow(route(other), false)
  running.receive('ROUTE_CHANGE', { currentPath: `/embed/viz/${other}` })
  renders(running)
  running.follow(route(home), false)
  expect(routes).toEqual([route(other), route(home)])
  const under = { ...route(home), viewId: 'mine' }
  running.receive('ROUTE_CHANGE', { currentPath: `/embed/viz/${home}?view=mine` })
  running.follow(under, false)
  running.receive('ROUTE_CHANGE', { currentPath: `/embed/viz/${home}/tab/first?view=mine` })
  renders(running)
  running.follow(under, false)
  expect(routes).toHaveLength(2)
  running.follow({ ...under, viewId: 'other' }, false)
  expect(routes).toHaveLength(3)
})

describe('an answer that is kept', () => {
  const target = { title: 'Supply', liveboardId: home }

  test('is what the frame says of it, in time', async () => {
    const { running, kept } = openFrame()
    starts(running)
    renders(running)
    const keeping = running.pin(target)
    kept[0]?.({ kind: 'refused', reason: 'Full.' })
    expect(await keeping).toEqual({ kind: 'refused', reason: 'Full.' })
  })

  test('is unknown when the frame says nothing for long enough', async () => {
    const { running, clock } = openFrame()
    starts(running)
    renders(running)
    const keeping = running.pin(target)
    clock.advance(timings.keepAnswer)
    expect(await keeping).toEqual({ kind: 'unknown' })
  })
})
