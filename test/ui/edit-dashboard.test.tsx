import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { MemoryView } from '../../src/adapters/dashboard-surface/memory-dashboard-surface'
import type { SurfaceEvent } from '../../src/core/ports/dashboard-surface'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp, type RenderedApp, type WithAppOptions } from '../support/render-with-app'

describe('editing a saved dashboard', () => {
  const id = '00000000-0000-4000-8000-000000000001'
  const address = `/saved-dashboards/${id}`
  const mine = {
    id,
    name: 'Morning note',
    description: '',
    author: 'analyst@example.com',
    createdAt: null,
    modifiedAt: null,
  }

  /** Opens the dashboard's page with the editor; returns the editor's view. */
  async function editing() {
    const app = await renderWithApp(<Portal />, { path: address, signedIn: true, dashboards: [mine] })
    await app.user.click(await screen.findByRole('button', { name: 'Edit Dashboard' }))
    await waitFor(() => expect(app.surface.frameCounts()['edit']).toBe(1))
    const view = app.surface.views.find(({ shown }) => shown.some((asked) => asked.view.kind === 'editor'))
    if (view === undefined) throw new Error('There is no editor.')
    return { ...app, view }
  }
  const say = (view: MemoryView, ...events: readonly SurfaceEvent[]): Promise<void> =>
    act(async () => {
      for (const event of events) view.say(event)
    })
  const saved: SurfaceEvent = {
    kind: 'library-changed',
    change: 'saved',
    dashboardId: id,
    name: 'Morning note',
  }

  test('opens the editor in a separate frame at its own URL', async () => {
    const { view, addresses } = await editing()
    expect(view.shown.at(-1)?.view).toEqual({ kind: 'editor', dashboardId: id })
    expect(view.shown.at(-1)?.title).toBe('Edit Morning note dashboard')
    expect(addresses().at(-1)).toBe(`${address}?edit=true`)
    expect(screen.queryByRole('button', { name: 'Delete Dashboard' })).toBeNull()
    // The focused region announces the editor by its name.
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Edit Morning note dashboard' }))
  })

  test('ends with a notice and the saved dashboard, reloaded', async () => {
    const { view, surface, addresses } = await editing()
    await say(view, { kind: 'unsaved-work', unsaved: true })
    await say(view, saved, { kind: 'unsaved-work', unsaved: false }, { kind: 'edit-ended' })
    await screen.findByText('“Morning note” was saved.')
    const button = await screen.findByRole('button', { name: 'Edit Dashboard' })
    expect(addresses().at(-1)).toBe(address)
    expect(document.activeElement).toBe(button)
    // In the previous frame, reloaded: the surface guarantees that for a frame with a pre-render id.
    await waitFor(() => expect(surface.views.at(-1)?.shown.at(-1)?.view.kind).toBe('dashboard'))
    expect(surface.views.at(-1)?.shown.at(-1)?.preRenderId).toBeDefined()
    expect(surface.frameCounts()['saved']).toBe(1)
  })

  describe('Undo of a save', () => {
    const edited = async () => {
      const app = await editing()
      app.library.putCharts(id, [{ chartId: 'c2', title: 'Flows' }])
      await say(app.view, saved, { kind: 'unsaved-work', unsaved: false }, { kind: 'edit-ended' })
      await screen.findByText('“Morning note” was saved.')
      return app
    }
    const charts = async ({ library }: RenderedApp) => {
      const listed = await library.charts([id])
      return listed.ok ? listed.value[0]?.charts.map(({ title }) => title) : null
    }

    test('restores the dashboard as it was when the editor opened', async () => {
      const app = await edited()
      await app.user.click(screen.getByRole('button', { name: 'Undo' }))
      await screen.findByText('The changes to “Morning note” were undone.')
      expect(await charts(app)).toEqual([])
    })

    test('does nothing and reports it when the dashboard has changed since', async () => {
      const app = await edited()
      await waitFor(() =>
        expect(app.library.calls.filter((call) => call.startsWith('snapshot'))).toHaveLength(2),
      )
      app.library.putCharts(id, [{ chartId: 'c3', title: 'Supply' }])
      await app.user.click(screen.getByRole('button', { name: 'Undo' }))
      await screen.findByText(
        'The changes couldn’t be undone. The dashboard was changed again in the meantime.',
      )
      expect(await charts(app)).toEqual(['Supply'])
    })

    test('is not offered when the earlier version is unknown', async () => {
      const app = await renderWithApp(<Portal />, { path: address, signedIn: true, dashboards: [mine] })
      await screen.findByRole('button', { name: 'Edit Dashboard' })
      app.library.failNext({ kind: 'library-unavailable', status: 503, text: 'no', outcome: 'not-done' })
      await app.user.click(screen.getByRole('button', { name: 'Edit Dashboard' }))
      await waitFor(() => expect(app.surface.frameCounts()['edit']).toBe(1))
      const view = app.surface.views.at(-1)
      if (view === undefined) throw new Error('There is no editor.')
      await say(view, saved, { kind: 'unsaved-work', unsaved: false }, { kind: 'edit-ended' })
      await screen.findByText('“Morning note” was saved.')
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    })
  })

  test('ends without a notice when it is canceled', async () => {
    const { view } = await editing()
    await say(view, { kind: 'unsaved-work', unsaved: false }, { kind: 'edit-ended' })
    await screen.findByRole('button', { name: 'Edit Dashboard' })
    expect(screen.queryByText(/was saved/)).toBeNull()
  })

  test.each<[string, (app: Awaited<ReturnType<typeof editing>>) => Promise<void>]>([
    [
      'the session ends',
      async ({ host, identity }) =>
        act(async () => {
          host.become(null)
          await identity.accessToken({ renew: true })
        }),
    ],
    [
      'the dashboard is deleted elsewhere',
      async ({ library, stores }) =>
        act(async () => {
          await library.remove(id)
          await stores.dashboards.getState().load()
        }),
    ],
    ['the frame fails', ({ view }) => say(view, { kind: 'failed', failure: { kind: 'view-refused' } })],
  ])('reports lost unsaved changes when %s', async (_why, act) => {
    const app = await editing()
    await say(app.view, { kind: 'unsaved-work', unsaved: true })
    await act(app)
    await screen.findByText('Your unsaved changes were lost.')
    // No confirmation follows.
    expect(app.stores.unsavedWork.getState().work).toBeNull()
  })

  test('asks before unsaved changes are lost through a link or signing out', async () => {
    const { view, user, addresses, host } = await editing()
    await say(view, { kind: 'unsaved-work', unsaved: true })
    await user.click(screen.getByRole('link', { name: 'Back to Dashboard Gallery' }))
    await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    await user.click(screen.getByRole('button', { name: 'Stay' }))
    expect(addresses().at(-1)).toBe(`${address}?edit=true`)
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    await user.click(screen.getByRole('button', { name: 'Stay' }))
    screen.getByRole('button', { name: 'Log out' })
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(host.visits.at(-1)).toEqual({ kind: 'sign-out' }))
    expect(screen.queryByText('Your unsaved changes were lost.')).toBeNull()
  })

  test('asks before unsaved changes are lost through log-out in the palette', async () => {
    const { view, user, host } = await editing()
    await say(view, { kind: 'unsaved-work', unsaved: true })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'log out{Enter}')
    await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    expect(host.visits).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(host.visits.at(-1)).toEqual({ kind: 'sign-out' }))
  })

  test('is not offered for a dashboard of another user', async () => {
    const theirs = { ...mine, author: 'trader@example.com' }
    const { surface } = await renderWithApp(<Portal />, {
      path: `${address}?edit=true`,
      signedIn: true,
      dashboards: [theirs],
    })
    await screen.findByText('Use the + button in the sidebar to create your first dashboard')
    expect(screen.queryByRole('button', { name: 'Edit Dashboard' })).toBeNull()
    expect(surface.frameCounts()['edit']).toBeUndefined()
  })
})

describe('the chart builder', () => {
  const dashboard = '00000000-0000-4000-8000-000000000001'

  async function open(
    path = '/chart-builder',
    options: WithAppOptions = {},
  ): Promise<RenderedApp & { readonly builder: MemoryView }> {
    const app = await renderWithApp(<Portal />, { path, signedIn: true, ...options })
    await screen.findByRole('heading', { level: 1, name: 'Data Weaver' })
    await waitFor(() => expect(app.surface.frameCounts()['builder']).toBe(1))
    const builder = app.surface.views.find(({ shown }) => shown.some(({ view }) => view.kind === 'builder'))
    if (builder === undefined) throw new Error('No builder was shown.')
    return { ...app, builder }
  }
  const say = (view: MemoryView, event: Parameters<MemoryView['say']>[0]): Promise<void> =>
    act(async () => view.say(event))

  describe('the chart builder’s page', () => {
    test('shows a spinner and requests nothing while the session is loading', async () => {
      const { surface, finishLoading } = await renderWithApp(<Portal />, {
        path: '/chart-builder',
        signedIn: true,
        loading: 'session',
      })
      await screen.findByText('Loading Data Weaver')
      expect(surface.frameCounts()['builder']).toBeUndefined()
      await finishLoading()
      await screen.findByRole('heading', { level: 1, name: 'Data Weaver' })
      screen.getAllByText('Customize Your Insights')
    })

    test('redirects visitors to Home, replacing its history entry', async () => {
      const { addresses, surface } = await renderWithApp(<Portal />, { path: '/chart-builder' })
      await waitFor(() => expect(addresses()).toEqual(['/home']))
      expect(surface.frameCounts()['builder']).toBeUndefined()
    })

    test('hides the common hidden actions, but not Save and Edit', async () => {
      const { builder } = await open()
      const { actions } = builder.shown[0]?.appearance ?? {}
      if (actions?.kind !== 'all-but') throw new Error('A list of hidden actions was expected.')
      expect(actions.hidden).toContain('download-csv')
      expect(actions.hidden).not.toContain('save')
    })

    test.each([
      ['', { kind: 'builder' }],
      ['?source=stable_supply&q=supply%20by%20chain', { kind: 'builder', sourceId: 'stable_supply' }],
      [
        `?q=supply&dashboard=${dashboard}&tile=t-1&title=Supply`,
        {
          kind: 'builder',
          pinned: { dashboardId: dashboard, chartId: 't-1', title: 'Supply' },
        },
      ],
      ['?answer=a-1', { kind: 'builder', answerId: 'a-1' }],
      ['?source=../x&answer=%2F&q=%20', { kind: 'builder' }],
    ])('opens with what the URL names: %s', async (query, view) => {
      const { builder } = await open(`/chart-builder${query}`)
      expect(builder.shown[0]?.view).toEqual(view)
    })

    test('runs a link’s question only when Ask is pressed, and a chart’s question at once', async () => {
      const { builder, user, goTo } = await open('/chart-builder?q=supply')
      await user.click(screen.getByRole('button', { name: 'Ask' }))
      await waitFor(() => expect(builder.shown.at(-1)?.view).toEqual({ kind: 'builder', question: 'supply' }))
      // Another link opened in the same tab does not count as a press.
      goTo('/chart-builder#q=volume')
      await screen.findByDisplayValue('volume')
      expect(builder.shown.at(-1)?.view).toEqual({ kind: 'builder' })
    })

    test('dims the page around a dialog of the builder while it is open', async () => {
      const { builder, user } = await open()
      const dark = (): string | null =>
        screen.getByRole('region', { name: 'Data Weaver' }).getAttribute('data-dialog')
      await say(builder, { kind: 'dialog', open: true })
      expect(dark()).toBe('true')
      await say(builder, { kind: 'dialog', open: false })
      expect(dark()).toBe('false')
      // A reloaded frame sends no event that its dialog has closed.
      await say(builder, { kind: 'dialog', open: true })
      await user.click(screen.getByRole('button', { name: 'Refresh data' }))
      await waitFor(() => expect(dark()).toBe('false'))
    })

    test('links back to the dashboard that a chart was opened from', async () => {
      const here = await open(`/chart-builder?dashboard=${dashboard}&tile=t-1`)
      const back = screen.getByRole('link', { name: 'Back to dashboard' })
      expect(back.getAttribute('href')).toBe(`/saved-dashboards/${dashboard}`)
      here.goTo('/chart-builder?dashboard=..%2Felsewhere')
      await waitFor(() => expect(screen.queryByRole('link', { name: 'Back to dashboard' })).toBeNull())
    })

    test('shows a clear state without a token', async () => {
      const { builder } = await open()
      await say(builder, { kind: 'failed', failure: { kind: 'token-unavailable', trouble: 'not-answering' } })
      await screen.findByRole('heading', { name: 'The Data Weaver chart builder can’t be reached' })
    })
  })

  test('a chart of a board opens in the builder with its question', async () => {
    const { surface, addresses } = await renderWithApp(<Portal />, { path: '/home', signedIn: true })
    await waitFor(() => expect(surface.frameCounts()['board']).toBeGreaterThan(0))
    const board = surface.views.find(({ shown }) => shown.length > 0)
    await act(async () =>
      board?.say({ kind: 'action', action: 'open-in-builder', chartId: 'a', question: 'supply by chain' }),
    )
    expect(addresses().at(-1)).toBe('/chart-builder#q=supply+by+chain')
  })

  test('a link that names an unknown dataset opens the builder anyway, with a notice', async () => {
    const { builder } = await open('/chart-builder?source=../../etc&q=supply')
    expect(builder.shown.map(({ view }) => view)).toEqual([{ kind: 'builder' }])
    await screen.findByText(/This link names a dataset that doesn’t exist/)
  })

  test('a chart opens on the model of its question if the board names it', async () => {
    const { surface, addresses } = await renderWithApp(<Portal />, { path: '/home', signedIn: true })
    await waitFor(() => expect(surface.frameCounts()['board']).toBeGreaterThan(0))
    const board = surface.views.find(({ shown }) => shown.length > 0)
    await act(async () =>
      board?.say({
        kind: 'action',
        action: 'open-in-builder',
        chartId: 'a',
        question: 'supply by chain',
        sourceId: 'model-2',
      }),
    )
    expect(addresses().at(-1)).toBe('/chart-builder?source=model-2#q=supply+by+chain')
    await waitFor(() =>
      expect(surface.views.flatMap(({ shown }) => shown.map(({ view }) => view))).toContainEqual({
        kind: 'builder',
        sourceId: 'model-2',
        question: 'supply by chain',
      }),
    )
  })

  describe('a saved chart', () => {
    test('is announced with its dashboard and a link to it, and the gallery is up to date', async () => {
      const { builder, library, user, stores } = await open()
      await act(() => stores.dashboards.getState().load())
      const before = library.calls.length
      await say(builder, { kind: 'library-changed', change: 'pinned', dashboardId: dashboard, name: 'Desk' })
      await screen.findByText(/pinned to “Desk”/)
      const link = screen.getByRole('link', { name: 'Open dashboard' })
      expect(link.getAttribute('href')).toBe(`/saved-dashboards/${dashboard}`)
      await waitFor(() => expect(library.calls.length).toBeGreaterThan(before))
      await user.click(screen.getByRole('button', { name: 'Dismiss' }))
      const onTab = { change: 'pinned', dashboardId: dashboard, name: 'Desk', tabId: 't-2' } as const
      await say(builder, { kind: 'library-changed', ...onTab })
      const toTab = await screen.findByRole('link', { name: 'Open dashboard' })
      expect(toTab.getAttribute('href')).toBe(`/saved-dashboards/${dashboard}?tab=t-2`)
      await user.click(screen.getByRole('button', { name: 'Dismiss' }))
      await say(builder, { kind: 'library-changed', ...onTab, replaced: true })
      await screen.findByText('The chart was updated on “Desk”.')
      await user.click(screen.getByRole('button', { name: 'Dismiss' }))
      await say(builder, {
        kind: 'library-changed',
        change: 'saved',
        dashboardId: null,
        name: 'Supply',
        answerId: 'a-1',
      })
      await screen.findByText(/“Supply” was saved/)
      expect(screen.getByRole('link', { name: 'Open chart' }).getAttribute('href')).toBe(
        '/chart-builder?answer=a-1',
      )
      await user.click(screen.getByRole('link', { name: 'Open chart' }))
      await waitFor(() => expect(screen.queryByText(/“Supply” was saved/)).toBeNull())
    })
  })

  describe('Undo of a pin', () => {
    const board = {
      id: dashboard,
      name: 'Desk',
      description: '',
      author: 'analyst@example.com',
      createdAt: null,
      modifiedAt: null,
    }
    const pinned = {
      kind: 'library-changed',
      change: 'pinned',
      dashboardId: dashboard,
      name: 'Desk',
    } as const
    const opened = async () => {
      const app = await open('/chart-builder', { dashboards: [board] })
      app.library.putCharts(dashboard, [
        { chartId: 'c1', title: 'Supply' },
        { chartId: 'c2', title: 'Supply' },
      ])
      return app
    }

    test('removes that chart and no other', async () => {
      const { builder, library, user } = await opened()
      await say(builder, { ...pinned, chartId: 'c2' })
      await user.click(await screen.findByRole('button', { name: 'Undo' }))
      await screen.findByText('The chart was removed from “Desk”.')
      const left = await library.charts([dashboard])
      expect(left.ok && left.value[0]?.charts.map(({ chartId }) => chartId)).toEqual(['c1'])
    })

    test('reports a failure and its reason', async () => {
      const { builder, library, user } = await opened()
      await say(builder, { ...pinned, chartId: 'c2' })
      const undo = await screen.findByRole('button', { name: 'Undo' })
      library.failNext({ kind: 'library-unavailable', status: 503, text: 'no', outcome: 'not-done' })
      await user.click(undo)
      await screen.findByText(
        'The chart couldn’t be removed from “Desk”. Dashboards are unavailable right now.',
      )
    })

    test('is offered for each of two charts', async () => {
      const { builder, library, user } = await opened()
      for (const chartId of ['c1', 'c2', 'c2']) await say(builder, { ...pinned, chartId })
      const [undo, ...others] = await screen.findAllByRole('button', { name: 'Undo' })
      expect(others).toHaveLength(1)
      await user.click(undo ?? document.body)
      await screen.findByText('The chart was removed from “Desk”.')
      const left = await library.charts([dashboard])
      expect(left.ok && left.value[0]?.charts.map(({ chartId }) => chartId)).toEqual(['c2'])
    })

    test('is offered only for a known chart that did not replace another', async () => {
      const { builder } = await opened()
      await say(builder, pinned)
      await screen.findByText(/pinned to “Desk”/)
      await say(builder, { ...pinned, chartId: 'c2', replaced: true })
      await screen.findByText(/updated on “Desk”/)
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    })
  })

  describe('an unfinished chart', () => {
    test('is left only after confirmation', async () => {
      const { builder, user, addresses } = await open()
      await say(builder, { kind: 'unsaved-work', unsaved: true })
      await user.click(screen.getByRole('link', { name: 'Saved Dashboards' }))
      await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
      await user.click(screen.getByRole('button', { name: 'Stay' }))
      expect(addresses().at(-1)).toBe('/chart-builder')
      await user.click(screen.getByRole('link', { name: 'Saved Dashboards' }))
      await user.click(await screen.findByRole('button', { name: 'Leave' }))
      await screen.findByRole('heading', { level: 1, name: 'All Dashboards' })
    })

    test('can be left without confirmation once it is saved', async () => {
      const { builder, user } = await open()
      await say(builder, { kind: 'unsaved-work', unsaved: true })
      await say(builder, { kind: 'unsaved-work', unsaved: false })
      await user.click(screen.getByRole('link', { name: 'Saved Dashboards' }))
      await screen.findByRole('heading', { level: 1, name: 'All Dashboards' })
    })
  })
})
