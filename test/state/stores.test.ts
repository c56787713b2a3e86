import { expect, test, describe, it } from 'vitest'
import { createCommandsStore, type Command } from '../../src/state/commands-store'
import { fixedClock } from '../../src/adapters/clock/fixed-clock'
import { defaultFlagValues } from '../../src/core/kernel/flag-table'
import type { FlagStatus } from '../../src/core/ports/flag-source'
import { createFlagsStore } from '../../src/state/flags-store'
import { isExpanded } from '../../src/core/shell/sidebar'
import { createSidebarStore } from '../../src/state/sidebar-store'
import { fail, ok } from '../../src/core/kernel/result'
import type { OwnListing, DashboardsFailure, SavedDashboards } from '../../src/core/dashboards/dashboards'
import type { SavedDashboard } from '../../src/core/ports/dashboard-library'
import { createDashboardsStore } from '../../src/state/dashboards-store'

describe('commands store', () => {
  const done: string[] = []
  const command = (id: string, shortcut?: Command['shortcut']): Command => ({
    id,
    label: id,
    run: () => void done.push(id),
    ...(shortcut === undefined ? {} : { shortcut }),
  })

  test('commands exist as long as their provider, the page’s own first', () => {
    const store = createCommandsStore()
    const ids = (): readonly string[] => store.getState().commands.map(({ id }) => id)
    store.getState().register([command('portal', 'theme')], 'portal')
    const leave = store.getState().register([command('page', 'theme')])
    expect(ids()).toEqual(['page', 'portal'])
    expect(store.getState().runShortcut('theme')).toBe(true)
    leave()
    expect(ids()).toEqual(['portal'])
    expect(store.getState().runShortcut('theme')).toBe(true)
    expect(store.getState().runShortcut('home')).toBe(false)
    expect(done).toEqual(['page', 'portal'])
  })
})

describe('flags store', () => {
  function flagsStore(cached = false) {
    const clock = fixedClock(0)
    const { store, receive } = createFlagsStore({
      afterFallback: (action) => void clock.after(5_000, action),
      cached,
    })
    const publish = (status: FlagStatus): void => receive(defaultFlagValues, status, false)
    return { clock, publish, gated: () => store.getState().gated }
  }

  describe('the start gate', () => {
    it.each<FlagStatus>([
      { kind: 'live' },
      { kind: 'cached' },
      { kind: 'defaults', reason: 'unreachable' },
      { kind: 'defaults', reason: 'timeout' },
    ])('stays closed until the flags are known: $kind', (status) => {
      const { publish, gated } = flagsStore()
      publish({ kind: 'loading' })
      expect(gated()).toBe(true)
      publish(status)
      expect(gated()).toBe(false)
    })

    it('opens after the fallback time without flags', () => {
      const { clock, gated } = flagsStore()
      clock.advance(4_999)
      expect(gated()).toBe(true)
      clock.advance(1)
      expect(gated()).toBe(false)
    })

    it('never closes again, not even for the next user', () => {
      const { publish, gated } = flagsStore()
      publish({ kind: 'live' })
      publish({ kind: 'loading' })
      expect(gated()).toBe(false)
    })

    it('is open from the start when flags are cached', () => {
      const { publish, gated } = flagsStore(true)
      expect(gated()).toBe(false)
      publish({ kind: 'loading' })
      expect(gated()).toBe(false)
    })
  })
})

describe('sidebar store', () => {
  function started(): ReturnType<typeof createSidebarStore> & {
    readonly pass: (milliseconds: number) => void
  } {
    const clock = fixedClock(0)
    const store = createSidebarStore(
      { rememberSidebar: () => Promise.resolve() },
      'collapsed',
      (milliseconds, action) => clock.after(milliseconds, action),
    )
    return { ...store, pass: (milliseconds) => clock.advance(milliseconds) }
  }

  test('collapses 150 ms after the pointer has left, not before', () => {
    const store = started()
    store.getState().dispatch({ kind: 'entered' })
    store.getState().dispatch({ kind: 'left' })
    store.pass(149)
    expect(isExpanded(store.getState())).toBe(true)
    store.pass(1)
    expect(isExpanded(store.getState())).toBe(false)
  })

  test('a pointer that returns in time finds it open', () => {
    const store = started()
    store.getState().dispatch({ kind: 'entered' })
    store.getState().dispatch({ kind: 'left' })
    store.pass(100)
    store.getState().dispatch({ kind: 'entered' })
    store.pass(1_000)
    expect(isExpanded(store.getState())).toBe(true)
  })

  test('the choice is passed on to be stored', () => {
    const choices: string[] = []
    const store = createSidebarStore(
      {
        rememberSidebar: (choice) => {
          choices.push(choice)
          return Promise.resolve()
        },
      },
      null,
    )
    store.getState().dispatch({ kind: 'toggled' })
    store.getState().dispatch({ kind: 'toggled' })
    expect(choices).toEqual(['collapsed', 'expanded'])
  })
})

describe('dashboards store', () => {
  const row = (id: string): SavedDashboard => ({
    id,
    name: id,
    description: '',
    author: 'a',
    createdAt: null,
    modifiedAt: null,
  })
  const listing = (...ids: readonly string[]): OwnListing => ({
    dashboards: ids.map(row),
    dropped: 0,
    can: {
      create: true,
      remove: true,
      rename: false,
      copy: false,
      describe: false,
      charts: false,
      numbers: false,
      restore: false,
      completeListing: true,
    },
    complete: true,
  })
  const unreachable: DashboardsFailure = {
    kind: 'library-unreachable',
    status: null,
    text: 'TS request failed: the BI host cannot be reached',
    outcome: 'not-done',
  }
  const gone: DashboardsFailure = { ...unreachable, kind: 'library-refused', status: 404 }

  /** Responds in the order that the test chooses. */
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
    test('ends on the newest list, in whatever order the responses arrive', async () => {
      const { store, answer, ids } = scene()
      const first = store.getState().load()
      const second = store.getState().load()
      await answer(1, ok(listing('new')))
      await second
      await answer(0, ok(listing('old')))
      await first
      expect(ids()).toEqual(['new'])
    })

    test('an overtaken load settles when the list on screen is newer', async () => {
      const { store, answer, ids } = scene()
      const first = store.getState().load().then(ids)
      const second = store.getState().load()
      await answer(0, ok(listing('old')))
      await answer(1, ok(listing('new')))
      await second
      expect(await first).toEqual(['new'])
    })

    test('keeps its list when a later load fails, and reports why', async () => {
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

    test('follows changes made elsewhere once it has been read, and sends no request before', async () => {
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

    test('reloads the list when the dashboard to delete is missing', async () => {
      const { store, answer, ids } = scene({ deleteDashboard: async () => fail(gone) })
      const loaded = store.getState().load()
      await answer(0, ok(listing('one', 'two')))
      await loaded
      const removed = store.getState().remove('one')
      await answer(1, ok(listing('two')))
      expect(await removed).toEqual(new Map([['one', gone]]))
      expect(ids()).toEqual(['two'])
    })

    test('shows nothing of the previous user, however late their responses arrive', async () => {
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
      'a list without a response is a failure, detected while %s',
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

    test('neither creates nor deletes forever when no response arrives', async () => {
      const broken = async () => {
        throw new Error('part of the portal did not load')
      }
      const { store, reported } = scene({ createDashboard: broken, deleteDashboard: broken })
      const unknown = { kind: 'outcome-unknown', found: null }
      expect(await store.getState().create('Desk')).toEqual(unknown)
      expect(await store.getState().remove('one', 'two')).toEqual(
        new Map([
          ['one', unknown],
          ['two', unknown],
        ]),
      )
      expect(store.getState()).toMatchObject({ creating: false, deleting: new Set() })
      expect(reported).toHaveLength(3)
    })
  })
})
