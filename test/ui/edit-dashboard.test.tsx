import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { MemoryView } from '../../src/adapters/dashboard-surface/memory-dashboard-surface'
import type { SurfaceEvent } from '../../src/core/ports/dashboard-surface'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp, type RenderedApp, type WithAppOptions } from '../support/render-with-app'

describe('editing one’s own dashboard', () => {
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

  /** The dashboard's page, with the editor open, and the editor's view. */
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

  test('opens the editor in a frame of its own, at an address of its own', async () => {
    const { view, addresses } = await editing()
    expect(view.shown.at(-1)?.view).toEqual({ kind: 'editor', dashboardId: id })
    expect(view.shown.at(-1)?.title).toBe('Edit Morning note dashboard')
    expect(addresses().at(-1)).toBe(`${address}?edit=true`)
    expect(screen.queryByRole('button', { name: 'Delete Dashboard' })).toBeNull()
    // By its name it says what the keyboard has come to.
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Edit Morning note dashboard' }))
  })

  test('ends with what was saved, says so, and shows the dashboard anew', async () => {
    const { view, surface, addresses } = await editing()
    await say(view, { kind: 'unsaved-work', unsaved: true })
    await say(view, saved, { kind: 'unsaved-work', unsaved: false }, { kind: 'edit-ended' })
    await screen.findByText('“Morning note” was saved.')
    const button = await screen.findByRole('button', { name: 'Edit Dashboard' })
    expect(addresses().at(-1)).toBe(address)
    expect(document.activeElement).toBe(button)
    // In the frame from before, and read anew: the surface's promise for a frame with a pre-render id.
    await waitFor(() => expect(surface.views.at(-1)?.shown.at(-1)?.view.kind).toBe('dashboard'))
    expect(surface.views.at(-1)?.shown.at(-1)?.preRenderId).toBeDefined()
    expect(surface.frameCounts()['saved']).toBe(1)
  })

  describe('Undo of what was saved', () => {
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

    test('gives back what was there when the editor opened', async () => {
      const app = await edited()
      await app.user.click(screen.getByRole('button', { name: 'Undo' }))
      await screen.findByText('The changes to “Morning note” were undone.')
      expect(await charts(app)).toEqual([])
    })

    test('does nothing where somebody has changed it since, and says so', async () => {
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

    test('is not offered where nobody knows how it was', async () => {
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

  test('ends without a word when it was given up', async () => {
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
  ])('says that unsaved changes are lost when %s', async (_why, act) => {
    const app = await editing()
    await say(app.view, { kind: 'unsaved-work', unsaved: true })
    await act(app)
    await screen.findByText('Your unsaved changes were lost.')
    // Nobody is asked about them afterwards.
    expect(app.stores.unsavedWork.getState().work).toBeNull()
  })

  test('is not left with unsaved changes unless the answer is yes: by a link, or by signing out', async () => {
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

  test('nor by logging out from the palette', async () => {
    const { view, user, host } = await editing()
    await say(view, { kind: 'unsaved-work', unsaved: true })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'log out{Enter}')
    await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    expect(host.visits).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(host.visits.at(-1)).toEqual({ kind: 'sign-out' }))
  })

  test('is not offered for a dashboard that is not one’s own', async () => {
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
    test('waits with a spinner until it is known who is here, and asks for nothing', async () => {
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

    test('sends visitors home, in place of this entry of the history', async () => {
      const { addresses, surface } = await renderWithApp(<Portal />, { path: '/chart-builder' })
      await waitFor(() => expect(addresses()).toEqual(['/home']))
      expect(surface.frameCounts()['builder']).toBeUndefined()
    })

    test('hides what every page hides, and keeps Save and Edit', async () => {
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
    ])('opens with what the address says: %s', async (query, view) => {
      const { builder } = await open(`/chart-builder${query}`)
      expect(builder.shown[0]?.view).toEqual(view)
    })

    test('asks what a link asks when Ask is pressed, and what a tile asks at once', async () => {
      const { builder, user, goTo } = await open('/chart-builder?q=supply')
      await user.click(screen.getByRole('button', { name: 'Ask' }))
      await waitFor(() => expect(builder.shown.at(-1)?.view).toEqual({ kind: 'builder', question: 'supply' }))
      // Another link, opened in the same tab, is nobody's press.
      goTo('/chart-builder#q=volume')
      await screen.findByDisplayValue('volume')
      expect(builder.shown.at(-1)?.view).toEqual({ kind: 'builder' })
    })

    test('goes dark around a dialog of the builder, for as long as that is there', async () => {
      const { builder, user } = await open()
      const dark = (): string | null =>
        screen.getByRole('region', { name: 'Data Weaver' }).getAttribute('data-dialog')
      await say(builder, { kind: 'dialog', open: true })
      expect(dark()).toBe('true')
      await say(builder, { kind: 'dialog', open: false })
      expect(dark()).toBe('false')
      // A frame that is loaded anew does not say that its dialog has gone.
      await say(builder, { kind: 'dialog', open: true })
      await user.click(screen.getByRole('button', { name: 'Refresh data' }))
      await waitFor(() => expect(dark()).toBe('false'))
    })

    test('leads back to the dashboard that a chart was opened from', async () => {
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

  test('a tile of a board opens there with its question', async () => {
    const { surface, addresses } = await renderWithApp(<Portal />, { path: '/home', signedIn: true })
    await waitFor(() => expect(surface.frameCounts()['board']).toBeGreaterThan(0))
    const board = surface.views.find(({ shown }) => shown.length > 0)
    await act(async () =>
      board?.say({ kind: 'action', action: 'open-in-builder', chartId: 'a', question: 'supply by chain' }),
    )
    expect(addresses().at(-1)).toBe('/chart-builder#q=supply+by+chain')
  })

  test('a link that names no model opens the builder all the same, and says so', async () => {
    const { builder } = await open('/chart-builder?source=../../etc&q=supply')
    expect(builder.shown.map(({ view }) => view)).toEqual([{ kind: 'builder' }])
    await screen.findByText(/This link names a dataset that doesn’t exist/)
  })

  test('and on the model that the question is about, where the board tells it', async () => {
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

  describe('a chart that was kept', () => {
    test('is announced with its dashboard, a way there, and a gallery that is current', async () => {
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

    test('takes off that chart and no other', async () => {
      const { builder, library, user } = await opened()
      await say(builder, { ...pinned, chartId: 'c2' })
      await user.click(await screen.findByRole('button', { name: 'Undo' }))
      await screen.findByText('The chart was removed from “Desk”.')
      const left = await library.charts([dashboard])
      expect(left.ok && left.value[0]?.charts.map(({ chartId }) => chartId)).toEqual(['c1'])
    })

    test('that fails says so, and why', async () => {
      const { builder, library, user } = await opened()
      await say(builder, { ...pinned, chartId: 'c2' })
      const undo = await screen.findByRole('button', { name: 'Undo' })
      library.failNext({ kind: 'library-unavailable', status: 503, text: 'no', outcome: 'not-done' })
      await user.click(undo)
      await screen.findByText(
        'The chart couldn’t be removed from “Desk”. Dashboards are unavailable right now.',
      )
    })

    test('is offered only of a chart that is known, and was not put in another one’s place', async () => {
      const { builder } = await opened()
      await say(builder, pinned)
      await screen.findByText(/pinned to “Desk”/)
      await say(builder, { ...pinned, chartId: 'c2', replaced: true })
      await screen.findByText(/updated on “Desk”/)
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    })
  })

  describe('an unfinished chart', () => {
    test('is not left without a question, and is once it has been answered', async () => {
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

    test('holds nobody once it is saved', async () => {
      const { builder, user } = await open()
      await say(builder, { kind: 'unsaved-work', unsaved: true })
      await say(builder, { kind: 'unsaved-work', unsaved: false })
      await user.click(screen.getByRole('link', { name: 'Saved Dashboards' }))
      await screen.findByRole('heading', { level: 1, name: 'All Dashboards' })
    })
  })
})
