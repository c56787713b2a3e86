import { describe, expect, test } from 'vitest'
import { fail, ok } from '../../src/core/kernel/result'
import type { Listing, SavedDashboard } from '../../src/core/ports/dashboard-library'
import type { DashboardsFailure, SavedDashboards } from '../../src/core/dashboards/dashboards'
import { createDashboardsStore } from '../../src/state/dashboards-store'

const row = (id: string): SavedDashboard => ({
  id,
  name: id,
  description: '',
  author: 'a',
  created: '',
  createdAt: null,
  modifiedAt: null,
})
const listing = (...ids: readonly string[]): Listing => ({
  dashboards: ids.map(row),
  dropped: 0,
  complete: true,
})
const unreachable: DashboardsFailure = {
  kind: 'library-unreachable',
  status: null,
  text: 'TS request failed: the BI host cannot be reached',
  outcome: 'not-done',
}
const gone: DashboardsFailure = { ...unreachable, kind: 'library-refused', status: 404 }

/** Answers in whatever order the test likes. */
function scene(given: Partial<SavedDashboards> = {}) {
  const reported: string[] = []
  const asked: ((answer: Awaited<ReturnType<SavedDashboards['listDashboards']>>) => void)[] = []
  const store = createDashboardsStore({
    listDashboards: () => new Promise((resolve) => void asked.push(resolve)),
    createDashboard: async (name) => ok({ id: name, name }),
    deleteDashboard: async () => ok(),
    report: async ({ text }) => void reported.push(text),
    ...given,
  })
  const answer = async (index: number, reply: Parameters<(typeof asked)[number]>[0]): Promise<void> => {
    await expect.poll(() => asked[index]).toBeDefined()
    asked[index]?.(reply)
  }
  return { store, asked, answer, reported, ids: () => store.getState().dashboards.map(({ id }) => id) }
}

describe('the gallery on screen', () => {
  test('ends on the newest list, in whatever order the answers come', async () => {
    const { store, answer, ids } = scene()
    const first = store.getState().load()
    const second = store.getState().load()
    await answer(1, ok(listing('new')))
    await second
    await answer(0, ok(listing('old')))
    await first
    expect(ids()).toEqual(['new'])
  })

  test('an overtaken load settles when the list on screen is new', async () => {
    const { store, answer, ids } = scene()
    const first = store.getState().load().then(ids)
    const second = store.getState().load()
    await answer(0, ok(listing('old')))
    await answer(1, ok(listing('new')))
    await second
    expect(await first).toEqual(['new'])
  })

  test('keeps its list when a later load fails, and says why', async () => {
    const { store, answer, ids } = scene()
    const loaded = store.getState().load()
    await answer(0, ok(listing('kept')))
    await loaded
    const again = store.getState().load()
    expect(store.getState().phase).toBe('ready')
    await answer(1, fail(unreachable))
    await again
    expect(ids()).toEqual(['kept'])
    expect(store.getState()).toMatchObject({ phase: 'ready', failure: unreachable })
  })

  test('follows changes made elsewhere once it has been read, and asks nobody before', async () => {
    const { store, asked, answer, ids } = scene()
    await store.getState().follow()
    expect(asked).toHaveLength(0)
    const loaded = store.getState().load()
    await answer(0, ok(listing('one')))
    await loaded
    const followed = store.getState().follow()
    await answer(1, ok(listing('one', 'two')))
    await followed
    expect(ids()).toEqual(['one', 'two'])
  })

  test('reads the list again when what was to be deleted is not there', async () => {
    const { store, answer, ids } = scene({ deleteDashboard: async () => fail(gone) })
    const loaded = store.getState().load()
    await answer(0, ok(listing('one', 'two')))
    await loaded
    const removed = store.getState().remove('one')
    await answer(1, ok(listing('two')))
    expect(await removed).toEqual(gone)
    expect(ids()).toEqual(['two'])
  })

  test('shows nothing of the person before, however late their answers come', async () => {
    const { store, answer, ids } = scene()
    const loaded = store.getState().load()
    const made = store.getState().create('Desk')
    store.getState().forget()
    await answer(0, ok(listing('theirs')))
    await loaded
    expect(await made).toEqual({ kind: 'signed-out' })
    expect(ids()).toEqual([])
    expect(store.getState()).toMatchObject({ phase: 'idle', creating: false })
  })

  test.each(['loading', 'ready'] as const)(
    'a list that is never answered is a failure, found while %s',
    async (phase) => {
      let answers = phase === 'ready'
      const { store, reported, ids } = scene({
        listDashboards: async () => {
          if (!answers) throw new Error('part of the portal did not load')
          return ok(listing('one'))
        },
      })
      if (answers) await store.getState().load()
      answers = false
      await store.getState().load()
      expect(store.getState()).toMatchObject({
        phase: phase === 'ready' ? 'ready' : 'failed',
        failure: { kind: 'library-unreachable', outcome: 'not-done' },
      })
      expect(reported).toEqual(['Thrown: Error: part of the portal did not load'])
      answers = true
      await store.getState().load()
      expect([store.getState().phase, ids()]).toEqual(['ready', ['one']])
    },
  )

  test('neither creates nor deletes for ever when no answer comes', async () => {
    const broken = async () => {
      throw new Error('part of the portal did not load')
    }
    const { store, reported } = scene({ createDashboard: broken, deleteDashboard: broken })
    const unknown = { kind: 'outcome-unknown', found: null }
    expect(await store.getState().create('Desk')).toEqual(unknown)
    expect(await store.getState().remove('one')).toEqual(unknown)
    expect(store.getState()).toMatchObject({ creating: false, deleting: new Set() })
    expect(reported).toHaveLength(2)
  })
})
