import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { MemoryView } from '../../src/adapters/dashboard-surface/memory-dashboard-surface'
import type { PinOutcome, PinTarget } from '../../src/core/ports/dashboard-surface'
import type { SavedDashboard } from '../../src/core/ports/dashboard-library'
import type { Offer } from '../../src/core/ports'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp, type WithAppOptions } from '../support/render-with-app'
import { answers, openResearch, question } from '../support/research-panel'

const dashboard: SavedDashboard = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Desk',
  description: '',
  author: 'analyst@example.com',
  createdAt: Date.UTC(2026, 10, 18, 12),
  modifiedAt: null,
}

/** Asks a question and opens the Save dialog; returns the answer's view. */
async function asked({ listFails = false, ...options }: WithAppOptions & { listFails?: boolean } = {}) {
  const app = await openResearch(options)
  await app.ask(question)
  await app.panel.findByRole('heading', { name: 'Supply by chain' })
  await waitFor(() => expect(app.surface.frameCounts()['answer']).toBe(1))
  const view = app.surface.views.find(({ shown }) => shown.some((one) => one.view.kind === 'answer'))
  if (view === undefined) throw new Error('No answer was shown.')
  const opener = app.panel.getByRole('button', { name: 'Save to dashboard' })
  if (listFails) {
    const failure = { kind: 'library-unavailable', status: 503, text: 'no', outcome: 'not-done' } as const
    for (let attempt = 0; attempt < 4; attempt += 1) app.library.failNext(failure)
  }
  await app.user.click(opener)
  const dialog = within(await screen.findByRole('dialog', { name: 'Save to dashboard' }))
  await waitFor(() => expect(dialog.queryByText('Loading your dashboards…')).toBeNull())
  return { ...app, view, opener, dialog }
}

/** Holds back the outcome of the pin until the returned function is called. */
function holdPinOutcome(view: Awaited<ReturnType<typeof asked>>['view']): (outcome: PinOutcome) => void {
  let answered = (_outcome: PinOutcome): void => undefined
  view.pin = () =>
    new Promise((resolve) => {
      answered = resolve
    })
  return (outcome) => answered(outcome)
}

const adding: readonly Offer[] = ['dashboard', 'conversation', 'answer', 'pin']

test.each([
  [false, 'You have no dashboard to save to'],
  [true, 'Your dashboards couldn’t be loaded'],
])(
  'without a new dashboard, the dialog explains why there is none to choose (list fails: %s)',
  async (listFails, text) => {
    const { dialog } = await asked({ offers: adding, listFails })
    expect(await dialog.findByText(text)).toBeTruthy()
    expect(dialog.queryByRole('textbox', { name: 'Dashboard name' })).toBeNull()
    expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  },
)

describe('saving an answer', () => {
  test('to an existing dashboard takes one call, shows a notice and updates the gallery', async () => {
    const { user, view, dialog, library } = await asked({ dashboards: [dashboard] })
    const before = library.calls.length
    expect(dialog.getByRole('combobox', { name: 'Dashboard' })).toHaveProperty('value', dashboard.id)
    await user.dblClick(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText(/pinned to “Desk”/)
    expect(view.pinned).toEqual([{ title: 'Supply by chain', dashboardId: dashboard.id }])
    expect(screen.getByRole('link', { name: 'Open dashboard' }).getAttribute('href')).toBe(
      `/saved-dashboards/${dashboard.id}`,
    )
    await waitFor(() => expect(library.calls.length).toBeGreaterThan(before))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('to an existing or a new tab works when the dashboard has tabs', async () => {
    const tabs = [
      { id: 't-1', label: 'Supply' },
      { id: 't-2', label: 'Flows' },
    ]
    const bare = { ...dashboard, id: '00000000-0000-4000-8000-000000000002', name: 'Bare' }
    const { user, view, dialog, opener } = await asked({ dashboards: [{ ...dashboard, tabs }, bare] })
    const choice = dialog.getByRole('combobox', { name: 'Dashboard' })
    await user.selectOptions(choice, 'Bare')
    expect(dialog.queryByRole('combobox', { name: 'Tab' })).toBeNull()
    await user.selectOptions(choice, 'Desk')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Tab' }), 'Flows')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText(/pinned to “Desk”/)
    expect(screen.getByRole('link', { name: 'Open dashboard' }).getAttribute('href')).toBe(
      `/saved-dashboards/${dashboard.id}?tab=t-2`,
    )
    await user.click(opener)
    const again = within(await screen.findByRole('dialog', { name: 'Save to dashboard' }))
    await user.selectOptions(again.getByRole('combobox', { name: 'Dashboard' }), 'Desk')
    expect(again.getByRole('combobox', { name: 'Tab' })).toHaveProperty('value', 't-1')
    await user.selectOptions(again.getByRole('combobox', { name: 'Tab' }), 'New tab')
    expect(again.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await user.type(again.getByRole('textbox', { name: 'Tab name' }), ' Later {Enter}')
    await waitFor(() => expect(view.pinned).toHaveLength(2))
    expect(view.pinned).toEqual([
      { title: 'Supply by chain', dashboardId: dashboard.id, tabId: 't-2' },
      { title: 'Supply by chain', dashboardId: dashboard.id, newTabName: 'Later' },
    ])
  })

  test('to a new dashboard works under another title, and needs a name', async () => {
    const { user, view, dialog } = await asked()
    const save = dialog.getByRole('button', { name: 'Save' })
    expect(save).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox', { name: 'Dashboard Name' }), '  Research ')
    const title = dialog.getByRole('textbox', { name: 'Chart title' })
    await user.clear(title)
    await user.type(title, 'Chains{Enter}')
    await screen.findByText(/pinned to “Research”/)
    expect(view.pinned).toEqual([{ title: 'Chains', newDashboardName: 'Research' }])
  })

  test.each([
    [
      { kind: 'refused', reason: 'That dashboard is full.' },
      /The chart wasn’t saved\. That dashboard is full\.$/,
    ],
    [{ kind: 'refused', reason: null }, /wasn’t saved.+Choose another one/],
    [{ kind: 'not-shown' }, /isn’t on screen yet/],
  ] as const)('reports %o and keeps the input', async (outcome, words) => {
    const { user, view, dialog } = await asked()
    view.pin = async () => outcome
    const name = dialog.getByRole('textbox', { name: 'Dashboard Name' })
    await user.type(name, 'Research{Enter}')
    expect((await dialog.findByRole('alert')).textContent?.trim()).toMatch(words)
    expect(name).toHaveProperty('value', 'Research')
  })

  test('with an unknown outcome reloads the list before Retry, and reports that it does not show the change yet', async () => {
    const { user, view, dialog, library } = await asked({ dashboards: [dashboard] })
    view.pin = async () => ({ kind: 'unknown' })
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Dashboard' }), 'New dashboard')
    await user.type(dialog.getByRole('textbox', { name: 'Dashboard Name' }), 'Research')
    const before = library.calls.length
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findByRole('alert')).textContent).toMatch(/the list doesn’t show the change yet/)
    expect(library.calls.slice(before)).toEqual(['list'])
    expect(dialog.getByRole('textbox', { name: 'Dashboard Name' })).toHaveProperty('value', 'Research')
    dialog.getByRole('button', { name: 'Retry' })
  })

  test('to a dashboard that has disappeared needs another choice first', async () => {
    const bare = { ...dashboard, id: '00000000-0000-4000-8000-000000000002', name: 'Bare' }
    const { user, view, dialog, library, stores } = await asked({ dashboards: [dashboard, bare] })
    const choice = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Dashboard' })
    await user.selectOptions(choice, 'Bare')
    await library.remove(bare.id)
    await act(() => stores.dashboards.getState().load())
    expect(dialog.getByRole('alert').textContent).toContain('no longer listed')
    expect(choice.selectedOptions[0]?.textContent).toBe('Choose a dashboard')
    expect(dialog.queryByRole('textbox', { name: 'Dashboard Name' })).toBeNull()
    expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await user.selectOptions(choice, 'Desk')
    expect(dialog.queryByRole('alert')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(view.pinned).toEqual([{ title: 'Supply by chain', dashboardId: dashboard.id }]),
    )
  })

  test('with an unknown outcome links to the new dashboard if the list has it, and Retry creates no second one', async () => {
    const { user, view, dialog, library } = await asked({ dashboards: [dashboard] })
    const targets: PinTarget[] = []
    view.pin = async (target) => {
      targets.push(target)
      if ('newDashboardName' in target) await library.create(target.newDashboardName)
      return { kind: 'unknown' }
    }
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Dashboard' }), 'New dashboard')
    await user.type(dialog.getByRole('textbox', { name: 'Dashboard Name' }), 'Research{Enter}')
    expect((await dialog.findByRole('alert')).textContent).toMatch(/“Research” now exists/)
    const link = dialog.getByRole('link', { name: 'Open dashboard' })
    const id = link.getAttribute('href')?.split('/').at(-1)
    await user.click(dialog.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(targets).toHaveLength(2))
    expect(targets[1]).toEqual({ title: 'Supply by chain', dashboardId: id })
  })

  test('can be canceled in the dialog while in flight, and the result is reported in a notice', async () => {
    const { user, view, dialog, opener } = await asked({ dashboards: [{ ...dashboard, modifiedAt: 5 }] })
    const answered = holdPinOutcome(view)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByRole('button', { name: 'Saving...' })
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // Reopening the dialog at once does not save it twice.
    await user.click(opener)
    const second = within(await screen.findByRole('dialog', { name: 'Save to dashboard' }))
    await user.click(second.getByRole('button', { name: 'Save' }))
    expect((await second.findByRole('alert')).textContent).toMatch(/still in progress/)
    await user.keyboard('{Escape}')
    await act(async () => answered({ kind: 'unknown' }))
    await screen.findByText(/may not have been saved.+doesn’t show the change yet/)
  })

  test('is reported once, though the view reports it as well; a pin from the chart’s own menu is reported too', async () => {
    const { user, view, dialog, stores } = await asked({ dashboards: [dashboard] })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText(/pinned to “Desk”/)
    const report = (chartId: string): Promise<void> =>
      act(async () => {
        const [id, name] = [dashboard.id, dashboard.name]
        view.say({ kind: 'library-changed', change: 'pinned', dashboardId: id, name, chartId })
      })
    await report('the answer')
    expect(stores.notices.getState().notices).toHaveLength(1)
    await report('another-chart')
    expect(stores.notices.getState().notices).toHaveLength(2)
  })

  test('does not report its result to the next user', async () => {
    const { user, view, dialog, host, identity, stores } = await asked({ dashboards: [dashboard] })
    const answered = holdPinOutcome(view)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByRole('button', { name: 'Saving...' })
    await act(async () => {
      host.become(null)
      await identity.accessToken({ renew: true })
    })
    await waitFor(() => expect(stores.auth.getState().isAuthenticated).toBe(false))
    await act(async () => answered({ kind: 'pinned', dashboardId: dashboard.id, chartId: null }))
    const texts = stores.notices.getState().notices.map(({ text }) => text)
    expect(texts).toEqual(['Your session has ended.'])
  })

  test('closes the dialog when the view confirms it late', async () => {
    const { user, view, dialog } = await asked({ dashboards: [dashboard] })
    view.pin = async () => ({ kind: 'unknown' })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    // This dashboard's row in the list has no dates.
    expect((await dialog.findByRole('alert')).textContent).toMatch(/couldn’t confirm the save/)
    await act(async () =>
      view.say({ kind: 'library-changed', change: 'pinned', dashboardId: dashboard.id, name: 'Desk' }),
    )
    await screen.findByText(/pinned to “Desk”/)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('and pressing Escape closes the dialog, not the panel, and restores the focus', async () => {
    const { user, opener } = await asked()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    screen.getByRole('complementary', { name: 'Deep Research' })
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  test('from the menu of its own chart is announced the same way', async () => {
    const { user, view } = await asked()
    await user.keyboard('{Escape}')
    await act(async () =>
      view.say({ kind: 'library-changed', change: 'pinned', dashboardId: dashboard.id, name: 'Desk' }),
    )
    await screen.findByText(/pinned to “Desk”/)
  })
})

describe('the menu of an answer’s chart', () => {
  test.each([
    ['of the answer’s worksheet', {}, 'worksheet-1'],
    ['of the model that the menu names', { sourceId: 'model-2' }, 'model-2'],
  ])(
    'opens Data Weaver with its question, %s, and does not offer Deep Research',
    async (_, named, source) => {
      const { user, view, addresses } = await asked()
      await user.keyboard('{Escape}')
      expect(view.shown[0]?.appearance).toMatchObject({ chartFeatures: true, deepResearch: false })
      const tile = { chartId: 'a', question: 'supply by token', ...named }
      await act(async () => view.say({ kind: 'action', action: 'open-in-builder', ...tile }))
      expect(addresses().at(-1)).toBe(`/chart-builder?source=${source}#q=supply+by+token`)
    },
  )
})

describe('“Deep Research” in the menu of a chart', () => {
  const boardOf = async (path: string, options: WithAppOptions = {}) => {
    const app = await renderWithApp(<Portal />, { path, signedIn: true, answers, ...options })
    await waitFor(() => expect(app.surface.views.some(({ shown }) => shown.length > 0)).toBe(true))
    const board = app.surface.views.find(({ shown }) => shown.length > 0) as MemoryView
    const choose = (about: { readonly question?: string; readonly title?: string }) =>
      act(async () => board.say({ kind: 'action', action: 'deep-research', chartId: 'a', ...about }))
    return { ...app, choose }
  }

  test('opens the panel and asks the chart’s question', async () => {
    const { choose, assistant, catalogue, stores } = await boardOf('/datasets/stablecoins')
    await choose({ question, title: 'Supply' })
    const panel = await screen.findByRole('complementary', { name: 'Deep Research' })
    await within(panel).findByRole('heading', { name: 'Supply by chain' })
    expect(assistant.asked.map(({ text }) => text)).toEqual([question])
    const { sourceId = '' } = catalogue.byPath('/datasets/stablecoins') ?? {}
    expect([...stores.research.getState().conversations.keys()]).toEqual([sourceId])
  })

  test('without a question fills the input with the chart’s title and asks nothing', async () => {
    const { choose, assistant } = await boardOf('/datasets/stablecoins')
    await choose({ title: 'Supply' })
    expect(await screen.findByRole('textbox', { name: 'Your question' })).toHaveProperty('value', 'Supply')
    expect(assistant.asked).toEqual([])
  })

  test('on a saved dashboard opens the page', async () => {
    const { choose, addresses, assistant } = await boardOf(`/saved-dashboards/${dashboard.id}`, {
      dashboards: [dashboard],
    })
    await choose({ question })
    await screen.findByRole('heading', { name: 'Supply by chain' })
    expect(assistant.asked.map(({ text }) => text)).toEqual([question])
    expect(addresses().at(-1)).toMatch(/^\/deep-research\?source=[^&]+$/)
  })

  test('does nothing while the flag is off', async () => {
    const { choose, assistant } = await boardOf('/datasets/stablecoins', {
      flags: { 'miu-deep-research-enabled': false },
    })
    await choose({ question })
    expect(screen.queryByRole('complementary', { name: 'Deep Research' })).toBeNull()
    expect(assistant.asked).toEqual([])
  })
})
