import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { LibraryFailure, SavedDashboard } from '../../src/core/ports/dashboard-library'
import { chartsStoreOf } from '../../src/state/charts-store'
import { Portal } from '../../src/ui/app/portal'
import { refreshDashboard } from '../../src/ui/hooks/chart-notices'
import { renderWithApp } from '../support/render-with-app'

const row = (id: string, name: string, given: Partial<SavedDashboard> = {}): SavedDashboard => ({
  id,
  name,
  description: '',
  author: 'analyst@example.com',
  createdAt: Date.UTC(2026, 10, Number(id.at(-1) ?? '1'), 12),
  modifiedAt: null,
  ...given,
})
const first = '00000000-0000-4000-8000-000000000001'
const second = '00000000-0000-4000-8000-000000000002'
const two = [row(first, 'Morning note', { description: 'Read at eight' }), row(second, '<b>Desk</b>')]

const refused: LibraryFailure = {
  kind: 'library-refused',
  status: 403,
  text: 'Create failed 403: no',
  outcome: 'not-done',
}
/** Whether the list was reloaded after the last change. */
const listed = (calls: readonly string[]): boolean =>
  calls.filter((call) => !call.startsWith('charts')).at(-1) === 'list'
const open = (path: string, dashboards: readonly SavedDashboard[] = two) =>
  renderWithApp(<Portal />, { path, signedIn: true, dashboards })
/** Opens the Add Charts dialog of an empty dashboard. */
async function openAddCharts(user: UserEvent) {
  const start = within(await screen.findByRole('region', { name: 'Start this dashboard' }))
  await user.click(start.getByRole('button', { name: 'Add Charts' }))
  return within(await screen.findByRole('dialog', { name: 'Add Charts' }))
}
const names = (): readonly (string | null)[] =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('a')?.textContent ?? null)

describe('all dashboards', () => {
  test('lists the user’s dashboards, most recent first, as text', async () => {
    await open('/saved-dashboards', [
      ...two,
      row('00000000-0000-4000-8000-000000000003', 'Theirs', { author: 'trader@example.com' }),
    ])
    await screen.findByRole('heading', { level: 1, name: 'All Dashboards' })
    await screen.findByRole('heading', { level: 2, name: 'Dashboards (2)' })
    expect(names()).toEqual(['<b>Desk</b>', 'Morning note'])
    screen.getByText('Read at eight')
    screen.getByText('1 Nov 2026')
  })

  test('are printed in full, though the screen has only the rows near it', async () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      row(`00000000-0000-4000-8000-0000000001${index + 10}`, `Note ${index}`),
    )
    await open('/saved-dashboards', many)
    await screen.findByRole('heading', { name: 'Dashboards (60)' })
    expect(names().length).toBeLessThan(60)
    act(() => void dispatchEvent(new Event('beforeprint')))
    expect(names()).toHaveLength(60)
    act(() => void dispatchEvent(new Event('afterprint')))
    await waitFor(() => expect(names().length).toBeLessThan(60))
  })

  test('are in view in the sidebar, however low the window', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    await open('/saved-dashboards')
    await screen.findByRole('heading', { name: 'Dashboards (2)' })
    const shown = scrolled.mock.contexts.map((element) => (element as Element).textContent)
    expect(shown).toContain('All Dashboards')
    scrolled.mockRestore()
  })

  test('can be searched and sorted', async () => {
    const { user } = await open('/saved-dashboards')
    await screen.findByRole('heading', { name: 'Dashboards (2)' })
    await user.click(screen.getByRole('button', { name: 'Sort by name' }))
    expect(names()).toEqual(['<b>Desk</b>', 'Morning note'])
    await user.type(screen.getByRole('searchbox', { name: 'Search dashboards' }), 'eight')
    await waitFor(() => expect(names()).toEqual(['Morning note']))
    expect(screen.getByText('1 of 2 dashboards match').matches('output')).toBe(true)
    await user.type(screen.getByRole('searchbox', { name: 'Search dashboards' }), ' never')
    await screen.findByText(/No dashboards match/)
  })

  test('finds a name in spite of a typo, and marks it as a near match', async () => {
    const { user } = await open('/saved-dashboards')
    await screen.findByRole('heading', { name: 'Dashboards (2)' })
    await user.type(screen.getByRole('searchbox', { name: 'Search dashboards' }), 'mornign note')
    await screen.findByText(/Similar names:/)
    expect(names()).toEqual(['Morning note'])
  })

  test('reads a name once for all keys of a search with a typo', async () => {
    const { user } = await open('/saved-dashboards', [row(first, 'Zürich flows'), row(second, 'Desk')])
    await screen.findByRole('heading', { name: 'Dashboards (2)' })
    const search = screen.getByRole('searchbox', { name: 'Search dashboards' })
    await user.type(search, 'zurihc')
    await screen.findByText(/Similar names:/)
    const folded = vi.spyOn(String.prototype, 'normalize')
    await user.type(search, ' flow')
    await waitFor(() => expect(screen.getByText('zurihc flow')).toBeDefined())
    expect(names()).toEqual(['Zürich flows'])
    expect(folded.mock.contexts.filter((text) => String(text) === 'Zürich flows')).toEqual([])
    folded.mockRestore()
  })

  test('explains what to do while it is empty', async () => {
    await open('/saved-dashboards', [])
    await screen.findByText('No Dashboards Found')
    screen.getByText('Create your first dashboard to get started with data visualization.')
    const link = within(screen.getByRole('main')).getByRole('link', { name: 'Chart Builder' })
    expect(link.parentElement?.textContent).toBe(
      'Or create charts in the Chart Builder and pin them to dashboards',
    )
    expect(screen.getAllByRole('button', { name: 'Create New Dashboard' }).length).toBeGreaterThan(0)
  })

  test('a partial list is marked as such and can be retried', async () => {
    const { library, user } = await open('/home')
    library.cut(1)
    await user.click(screen.getByRole('link', { name: 'Saved Dashboards' }))
    await screen.findByText(/Some of your dashboards couldn’t be loaded/)
    library.cut(2)
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'Dashboards (2)' })
    expect(screen.queryByText(/couldn’t be loaded/)).toBeNull()
  })

  test('without access to the list, the page offers another account instead of a retry', async () => {
    const { library, user } = await open('/home')
    library.failNext({ ...refused, text: 'TS request failed 403: no' })
    await user.click(screen.getByRole('link', { name: 'Saved Dashboards' }))
    await screen.findByRole('heading', { name: 'You don’t have access to saved dashboards' })
    const main = within(screen.getByRole('main'))
    main.getByRole('button', { name: 'Use another account' })
    main.getByRole('link', { name: 'Request access' })
    expect(main.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  test('a list that fails to load is reported with a reference from the journal', async () => {
    const { library, journal, stores, user } = await open('/home')
    library.failNext({ kind: 'library-unavailable', status: 503, text: 'no', outcome: 'not-done' })
    await user.click(screen.getByRole('link', { name: 'Saved Dashboards' }))
    await screen.findByRole('heading', { name: 'Your dashboards couldn’t be loaded' })
    const reference = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(screen.getByRole('main').textContent)?.[0]
    expect(journal.entries).toContainEqual(
      expect.objectContaining({ where: 'saved-dashboards', text: 'library-unavailable', reference }),
    )
    expect(screen.getByRole('alert').textContent).toContain('Your dashboards couldn’t be loaded')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'Dashboards (2)' })
    expect(stores.dashboards.getState().phase).toBe('ready')
    // The Retry button is gone, so the focus moves to the page.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  test('a dialog opened by a double click stays open: the second click is not a click outside', async () => {
    const { user, stores } = await open('/saved-dashboards')
    await screen.findByText('Morning note')
    act(() => stores.dialogs.getState().openCreateDashboard())
    await screen.findByRole('dialog', { name: 'Create New Dashboard' })
    const beside = document.querySelector<HTMLElement>('.scrim') ?? document.body
    fireEvent.pointerDown(beside, { button: 0 })
    fireEvent.click(beside, { button: 0, detail: 2 })
    await act(async () => undefined)
    expect(screen.queryByRole('dialog')).not.toBeNull()
    await user.click(beside)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('dismissing a notice by keyboard restores the focus', async () => {
    const { user, stores } = await open('/saved-dashboards')
    const button = await screen.findByRole('button', { name: 'Rename Morning note' })
    act(() => void stores.notices.getState().raise({ tone: 'info', text: 'Something was said.' }))
    button.focus()
    screen.getByRole('button', { name: 'Dismiss' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  test('a list that cannot be read while offline loads once back online', async () => {
    const { library, user } = await open('/home')
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
    library.failNext({ kind: 'library-unreachable', status: null, text: 'no', outcome: 'not-done' })
    await user.click(screen.getByRole('link', { name: 'Saved Dashboards' }))
    await screen.findByRole('heading', { name: 'Your dashboards need a connection' })
    Reflect.deleteProperty(navigator, 'onLine')
    act(() => void dispatchEvent(new Event('online')))
    await screen.findByRole('heading', { name: 'Dashboards (2)' })
  })

  test('asks visitors to sign in and sends no request to the host', async () => {
    const { library } = await renderWithApp(<Portal />, { path: '/saved-dashboards' })
    await screen.findByRole('heading', { level: 1, name: 'Saved Dashboards' })
    screen.getByText('Sign in to access your saved dashboards and create custom analytics.')
    expect(library.calls).toEqual([])
  })

  test('renders only the rows near the viewport, however many there are', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      row(`id-${index}`, `Dashboard ${index}`, { createdAt: index + 1 }),
    )
    await open('/saved-dashboards', many)
    await screen.findByRole('heading', { name: 'Dashboards (10000)' })
    expect(names().length).toBeLessThan(60)
    expect(names()[0]).toBe('Dashboard 9999')
  })
})

describe('creating', () => {
  test('trims the name, sends one request, adds the row, and closes', async () => {
    const { user, library } = await open('/saved-dashboards', [])
    await screen.findByText('No Dashboards Found')
    const [, create] = screen.getAllByRole('button', { name: 'Create New Dashboard' })
    await user.click(create as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'Create New Dashboard' }))
    const field = dialog.getByLabelText('Dashboard Name')
    await waitFor(() => expect(field).toBe(document.activeElement))
    expect(field.getAttribute('placeholder')).toBe('Enter dashboard name...')
    const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Create Dashboard' })
    expect(send.disabled).toBe(true)
    await user.type(field, '   ')
    expect(send.disabled).toBe(true)
    await user.type(field, 'Desk  {Enter}')
    await screen.findByRole('heading', { name: 'Dashboards (1)' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(library.calls.filter((call) => call.startsWith('create'))).toEqual(['create Desk'])
    // The opener is gone with the empty gallery.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  test('is confirmed when the list’s search hides the new row', async () => {
    const { user } = await open('/saved-dashboards')
    await user.type(await screen.findByRole('searchbox', { name: 'Search dashboards' }), 'eight')
    await waitFor(() => expect(names()).toEqual(['Morning note']))
    const [create] = within(screen.getByRole('main')).getAllByRole('button', { name: 'Create New Dashboard' })
    await user.click(create as HTMLElement)
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Dashboard Name'), 'Desk{Enter}')
    expect((await screen.findByText('Created “Desk”.')).closest('[role="status"]')).not.toBeNull()
    expect(names()).toEqual(['Morning note'])
    await user.click(screen.getByRole('link', { name: 'Open' }))
    await screen.findByRole('heading', { level: 1, name: 'Desk' })
  })

  /** Creates a dashboard and waits for the confirmation about unsaved work. */
  async function createWithUnsavedWork() {
    const app = await open('/home')
    act(() => void app.stores.unsavedWork.getState().hold({ title: 'Leave?', text: 'It will be lost.' }))
    await app.user.click(screen.getByRole('button', { name: 'Create New Dashboard' }))
    const dialog = within(await screen.findByRole('dialog'))
    await app.user.type(dialog.getByLabelText('Dashboard Name'), 'Desk{Enter}')
    await waitFor(() => expect(app.stores.unsavedWork.getState().isConfirming).toBe(true))
    return app
  }

  test('is confirmed when the user stays with unsaved work', async () => {
    const { user, stores } = await createWithUnsavedWork()
    act(() => stores.unsavedWork.getState().answer(false))
    await screen.findByText('Created “Desk”.')
    expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toMatch(/^\/saved-dashboards\/./)
    await user.click(screen.getByRole('link', { name: 'Open' }))
    act(() => stores.unsavedWork.getState().answer(true))
    await screen.findByRole('heading', { level: 1, name: 'Desk' })
  })

  test('is not confirmed when the user leaves unsaved work to open it', async () => {
    const { stores } = await createWithUnsavedWork()
    act(() => stores.unsavedWork.getState().answer(true))
    await screen.findByRole('heading', { level: 1, name: 'Desk' })
    expect(stores.notices.getState().notices).toEqual([])
  })

  test('keeps the input when it fails, and reports the failure', async () => {
    const { user, library } = await open('/home')
    library.failNext(refused)
    await user.click(screen.getByRole('button', { name: 'Create New Dashboard' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Dashboard Name'), 'Desk{Enter}')
    expect((await dialog.findByRole('alert')).textContent).toContain(
      'Failed to create dashboard. Please try again.',
    )
    expect(dialog.getByLabelText<HTMLInputElement>('Dashboard Name').value).toBe('Desk')
    await user.click(dialog.getByRole('button', { name: 'Create Dashboard' }))
    await screen.findByRole('link', { name: 'Back to Dashboard Gallery' })
    await screen.findByRole('heading', { level: 1, name: 'Desk' })
  })

  test('reports the host’s refusal, whose reason goes only to the journal', async () => {
    const { user, library, journal } = await open('/home')
    const text = 'Create failed 200: TML_VALIDATION_0013: name <b>exists</b>'
    library.failNext({ kind: 'library-refused', status: 200, text, outcome: 'not-done' })
    await user.click(screen.getByRole('button', { name: 'Create New Dashboard' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Dashboard Name'), 'Desk{Enter}')
    const alert = (await dialog.findByRole('alert')).textContent
    expect(alert).toContain('The dashboard service didn’t accept it. Try another name.')
    expect(alert).not.toContain('TML_VALIDATION')
    expect(journal.entries).toContainEqual(expect.objectContaining({ where: 'dashboard-library', text }))
  })
})

describe('deleting', () => {
  test('asks in the specified words, sends one request, and removes the row', async () => {
    const { user, library } = await open('/saved-dashboards')
    await user.click(await screen.findByRole('button', { name: 'Delete Morning note' }))
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText('Are you sure you want to delete this dashboard? This action cannot be undone.')
    await user.click(question.getByRole('button', { name: 'Delete' }))
    await screen.findByRole('heading', { name: 'Dashboards (1)' })
    expect(library.calls.filter((call) => call.startsWith('remove'))).toEqual([`remove ${first}`])
  })

  test('shows the one dashboard left when it removes the only match of a search', async () => {
    const { user } = await open('/saved-dashboards')
    await user.type(await screen.findByRole('searchbox', { name: 'Search dashboards' }), 'desk')
    await waitFor(() => expect(names()).toEqual(['<b>Desk</b>']))
    await user.click(screen.getByRole('button', { name: 'Delete <b>Desk</b>' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByRole('heading', { name: 'Dashboards (1)' })
    await waitFor(() => expect(names()).toEqual(['Morning note']))
  })

  test('does nothing when canceled', async () => {
    const { user, library } = await open('/saved-dashboards')
    await user.click(await screen.findByRole('button', { name: 'Delete Morning note' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    expect(library.calls.filter((call) => call.startsWith('remove'))).toEqual([])
  })

  test('keeps the row when it fails, and reports the failure', async () => {
    const { user, library } = await open('/saved-dashboards')
    await user.click(await screen.findByRole('button', { name: 'Delete Morning note' }))
    library.failNext({ ...refused, text: 'Delete failed 403: no' })
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByText(/^Error deleting dashboard\. Please try again\./)
    screen.getByRole('heading', { name: 'Dashboards (2)' })
  })
})

describe('renaming and duplicating', () => {
  const rename = async (user: Awaited<ReturnType<typeof open>>['user']): Promise<HTMLElement> => {
    await user.click(await screen.findByRole('button', { name: 'Rename Morning note' }))
    return screen.getByRole('textbox', { name: 'New name for Morning note' })
  }

  test('a name is edited in place by keyboard alone, and the focus stays in the row', async () => {
    const { user, library } = await open('/saved-dashboards')
    ;(await screen.findByRole('button', { name: 'Rename Morning note' })).focus()
    await user.keyboard('{Enter}')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'New name for Morning note' })
    expect(document.activeElement).toBe(field)
    await user.keyboard('  Evening note{Enter}')
    const button = await screen.findByRole('button', { name: 'Rename Evening note' })
    await waitFor(() => expect(document.activeElement).toBe(button))
    screen.getByText('Renamed to “Evening note”.')
    expect(names()).toContain('Evening note')
    expect(library.calls.filter((call) => call.startsWith('rename'))).toEqual([
      `rename ${first} Evening note`,
    ])
  })

  test('a rename is confirmed before the list has been reloaded', async () => {
    const { user, library } = await open('/saved-dashboards')
    await rename(user)
    // The rename succeeds; the reload of the list is held back.
    const renamed = library.holdNext()
    const listed = library.holdNext()
    await user.keyboard('Evening note{Enter}')
    act(renamed)
    await screen.findByText('Renamed to “Evening note”.')
    expect(names()).not.toContain('Evening note')
    act(listed)
    await screen.findByRole('button', { name: 'Rename Evening note' })
  })

  test('while the list reloads after a rename, the form sends nothing more, and the focus stays where it went', async () => {
    const { user, library } = await open('/saved-dashboards')
    const field = await rename(user)
    const renamed = library.holdNext()
    const listed = library.holdNext()
    await user.keyboard('Evening note{Enter}')
    act(renamed)
    await screen.findByText('Renamed to “Evening note”.')
    await user.type(field, ' again{Enter}')
    expect(field).toHaveProperty('value', 'Evening note')
    const search = screen.getByRole('searchbox', { name: 'Search dashboards' })
    await user.type(search, 'e')
    act(listed)
    await screen.findByRole('button', { name: 'Rename Evening note' })
    await user.keyboard('ight')
    expect(search).toHaveProperty('value', 'eight')
    expect(library.calls.filter((call) => call.startsWith('rename'))).toHaveLength(1)
  })

  test('a description saved while the name was refused is kept and reported', async () => {
    const { user, library } = await open(`/saved-dashboards/${first}`)
    const describe = library.describe.bind(library)
    Object.assign(library, {
      async describe(...given: Parameters<typeof describe>) {
        const described = await describe(...given)
        library.failNext(refused)
        return described
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Rename Morning note' }))
    await user.keyboard('Noon note')
    const field = screen.getByRole('textbox', { name: /^Description/ })
    await user.clear(field)
    await user.type(field, 'Read at noon')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(/^The description was saved, the name wasn’t\./)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Renamed to “Noon note”.')
    await screen.findByText('Read at noon')
    expect(library.calls.filter((call) => call.startsWith('describe'))).toHaveLength(1)
  })

  test('name and description are changed in the page header, and Undo restores both', async () => {
    const { user, library } = await open(`/saved-dashboards/${first}`)
    await screen.findByText('Read at eight')
    await user.click(screen.getByRole('button', { name: 'Rename Morning note' }))
    await user.keyboard('Evening note')
    const about = screen.getByRole('textbox', { name: 'Description of Morning note' })
    await user.clear(about)
    await user.type(about, 'Read at six{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Evening note' })
    screen.getByText('Read at six')
    const button = screen.getByRole('button', { name: 'Rename Evening note' })
    await waitFor(() => expect(document.activeElement).toBe(button))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByRole('heading', { level: 1, name: 'Morning note' })
    await screen.findByText('Read at eight')
    expect(library.calls.filter((call) => /^(rename|describe)/.test(call))).toEqual([
      `describe ${first} Read at six`,
      `rename ${first} Evening note`,
      `describe ${first} Read at eight`,
      `rename ${first} Morning note`,
    ])
  })

  test('a copy is made from the page header and opened from its notice', async () => {
    const { user, addresses, library } = await open(`/saved-dashboards/${first}`)
    await user.click(await screen.findByRole('button', { name: 'Duplicate Morning note' }))
    await user.click(await screen.findByRole('link', { name: 'Open' }))
    await screen.findByRole('heading', { level: 1, name: 'Copy of Morning note' })
    expect(library.calls).toContain(`copy ${first} Copy of Morning note`)
    expect(addresses().at(-1)).not.toBe(`/saved-dashboards/${first}`)
  })

  test('several charts of other dashboards are added at once', async () => {
    const { user, library, catalogue, keyValueStore, goTo } = await open('/home')
    const bitcoin = catalogue.datasets.find(({ key }) => key === 'bitcoin')?.dashboardId ?? ''
    library.putCharts(bitcoin, [
      { chartId: 'c1', title: 'Realized cap' },
      { chartId: 'c2', title: 'Flows' },
    ])
    goTo(`/saved-dashboards/${first}`)
    await screen.findByRole('region', { name: 'Start this dashboard' })
    expect(screen.getAllByRole('button', { name: 'Add Charts' })).toHaveLength(1)
    const dialog = await openAddCharts(user)
    expect(dialog.getByRole('button', { name: 'Add Chart' })).toHaveProperty('disabled', true)
    await user.click(await dialog.findByRole('checkbox', { name: 'Realized cap' }))
    // In the search input Enter adds no chart, and Escape only clears the input.
    await user.type(dialog.getByRole('searchbox', { name: 'Search charts' }), 'etf{Enter}')
    // But not while an input method composes.
    fireEvent.keyDown(dialog.getByRole('searchbox'), { key: 'Escape', keyCode: 229, isComposing: true })
    expect(dialog.getByRole('searchbox')).toHaveProperty('value', 'etf')
    await user.keyboard('{Escape}')
    expect(dialog.getByRole('searchbox', { name: 'Search charts' })).toHaveProperty('value', '')
    expect(dialog.getByRole('checkbox', { name: 'Realized cap' })).toHaveProperty('checked', true)
    await user.type(dialog.getByRole('searchbox', { name: 'Search charts' }), 'bitcoin flo')
    expect(dialog.queryByRole('checkbox', { name: 'Realized cap' })).toBeNull()
    await user.click(dialog.getByRole('checkbox', { name: 'Flows' }))
    library.failNext(refused)
    await user.click(dialog.getByRole('button', { name: 'Add 2 Charts' }))
    await dialog.findByText(/The charts couldn’t be added/)
    await user.click(dialog.getByRole('button', { name: 'Add 2 Charts' }))
    await screen.findByText('2 charts were added to “Morning note”.')
    expect(screen.queryByRole('dialog')).toBeNull()
    const own = await library.charts([first])
    expect(own.ok && own.value[0]?.charts.map(({ title }) => title)).toEqual(['Realized cap', 'Flows'])
    // The start panel is gone, and the focus moves to the Add Charts button.
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Charts' })),
    )
    expect(keyValueStore.read('assay.last-dashboard')).toEqual({ ok: true, value: first })
  })

  test('after an unanswered request to add charts, the dashboard is checked and the result reported', async () => {
    const { user, library, catalogue, goTo } = await open('/home')
    const bitcoin = catalogue.datasets.find(({ key }) => key === 'bitcoin')?.dashboardId ?? ''
    library.putCharts(bitcoin, [{ chartId: 'c1', title: 'Flows' }])
    goTo(`/saved-dashboards/${first}`)
    const dialog = await openAddCharts(user)
    await user.click(await dialog.findByRole('checkbox', { name: 'Flows' }))
    const silent = { kind: 'library-timeout', status: null, text: 'no answer', outcome: 'unknown' } as const
    library.failNext(silent)
    await user.click(dialog.getByRole('button', { name: 'Add Chart' }))
    await dialog.findByText(/the list doesn’t show the change yet/)
    library.failNext(silent, 'done')
    await user.click(dialog.getByRole('button', { name: 'Add Chart' }))
    await screen.findByText('“Flows” was added to “Morning note”.')
    const own = await library.charts([first])
    expect(own.ok && own.value[0]?.charts).toHaveLength(1)
  })

  test('an empty dashboard is filled with the charts of a curated one by one press', async () => {
    const { user, library, catalogue, goTo } = await open('/home')
    const bitcoin = catalogue.datasets.find(({ key }) => key === 'bitcoin')?.dashboardId ?? ''
    library.putCharts(bitcoin, [{ chartId: 'c1', title: 'Flows' }])
    goTo(`/saved-dashboards/${first}`)
    const start = within(await screen.findByRole('region', { name: 'Start this dashboard' }))
    expect(start.getByRole('link', { name: 'Build a Chart' }).getAttribute('href')).toBe(
      `/chart-builder?dashboard=${first}`,
    )
    await user.click(await start.findByRole('button', { name: /^Bitcoin/ }))
    await screen.findByText('“Flows” was added to “Morning note”.')
    const own = async () => {
      const listed = await library.charts([first])
      return listed.ok ? listed.value[0]?.charts.map(({ title }) => title) : []
    }
    expect(await own()).toEqual(['Flows'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('The chart was removed from “Morning note”.')
    expect(await own()).toEqual([])
  })

  test('a concurrent rename in another tab is reported, and overwritten only by a second press', async () => {
    const { user, library, stores } = await open('/saved-dashboards')
    await rename(user)
    library.put(row(first, 'Noon note', { description: 'Read at eight' }))
    await act(() => stores.dashboards.getState().follow())
    await user.keyboard('Evening note{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'It was renamed to “Noon note” elsewhere. Save again to use your name.',
    )
    expect(library.calls.filter((call) => call.startsWith('rename'))).toEqual([])
    await user.keyboard('{Enter}')
    await screen.findByText('Renamed to “Evening note”.')
  })

  test('a bulk delete asks once, marks all rows busy, reloads the list once, and reports failures in one notice', async () => {
    const { user, library } = await open('/saved-dashboards', [...two, row('third-3', 'Evening')])
    for (const name of ['Morning note', '<b>Desk</b>', 'Evening'])
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    await user.type(screen.getByRole('searchbox'), 'Evening')
    await screen.findByText('1 selected')
    await user.clear(screen.getByRole('searchbox'))
    await screen.findByText('3 selected')
    await user.click(screen.getByRole('button', { name: 'Delete selected' }))
    const before = library.calls.length
    const release = library.holdNext()
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByText('Deleting 3...')
    expect(screen.getAllByRole('button', { name: /^Deleting / })).toHaveLength(3)
    library.failNext(refused)
    library.failNext(refused)
    act(release)
    expect((await screen.findByRole('alert')).textContent).toBe(
      '“Evening”, “<b>Desk</b>”: Error deleting dashboard. Please try again. You don’t have permission to do this.',
    )
    const calls = library.calls.slice(before).filter((call) => !call.startsWith('charts'))
    expect(calls.map((call) => call.split(' ')[0])).toEqual(['remove', 'remove', 'remove', 'list'])
    await screen.findByText('2 selected')
  })

  test('all selected dashboards can be deleted', async () => {
    const { user, library } = await open('/saved-dashboards')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Morning note' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select <b>Desk</b>' }))
    await user.click(screen.getByRole('button', { name: 'Delete selected' }))
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText('Are you sure you want to delete these 2 dashboards? This action cannot be undone.')
    await user.click(question.getByRole('button', { name: 'Delete' }))
    await screen.findByRole('heading', { name: 'Dashboards (0)' })
    expect(library.calls.filter((call) => call.startsWith('remove'))).toHaveLength(2)
  })

  test('focus moves to the row after a deleted one, even while the list is slow to reload', async () => {
    const { user, library } = await open('/saved-dashboards', [
      ...two,
      row('00000000-0000-4000-8000-000000000003', 'Evening'),
    ])
    const remove = async (name: string): Promise<() => void> => {
      screen.getByRole('button', { name: `Delete ${name}` }).focus()
      await user.keyboard('{Enter}')
      const question = within(await screen.findByRole('alertdialog'))
      question.getByRole('button', { name: 'Delete' }).focus()
      const removal = library.holdNext()
      const list = library.holdNext()
      await user.keyboard('{Enter}')
      await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(`Deleting ${name}`))
      act(removal)
      await waitFor(() => expect(screen.queryByRole('button', { name: `Deleting ${name}` })).toBeNull())
      return list
    }
    await screen.findByRole('heading', { name: 'Dashboards (3)' })
    const afterFirst = await remove('<b>Desk</b>')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Delete Morning note')
    await act(async () => afterFirst())
    const afterLast = await remove('Morning note')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Delete Evening')
    await act(async () => afterLast())
    const afterAll = await remove('Evening')
    expect(document.activeElement).toBe(document.querySelector('.gallery__count'))
    await act(async () => afterAll())
    await waitFor(() => expect(library.calls.filter((call) => call === 'list')).toHaveLength(4))
    expect(document.activeElement).toBe(document.querySelector('.gallery__count'))
  })

  test('a curated dashboard is copied from its page into saved dashboards', async () => {
    const { user, library, catalogue } = await open('/datasets/bitcoin')
    const bitcoin = catalogue.datasets.find(({ key }) => key === 'bitcoin')?.dashboardId ?? ''
    library.put(row(bitcoin, 'Bitcoin', { author: 'curator@example.com' }))
    await user.click(await screen.findByRole('button', { name: 'Duplicate Bitcoin' }))
    await screen.findByText('Created “Copy of Bitcoin”.')
    expect(library.calls).toContain(`copy ${bitcoin} Copy of Bitcoin`)
  })

  test('a failure to add charts is reported even after the dialog is closed', async () => {
    const { user, library, catalogue, goTo } = await open('/home')
    const bitcoin = catalogue.datasets.find(({ key }) => key === 'bitcoin')?.dashboardId ?? ''
    library.putCharts(bitcoin, [{ chartId: 'c1', title: 'Flows' }])
    goTo(`/saved-dashboards/${first}`)
    const dialog = await openAddCharts(user)
    await user.click(await dialog.findByRole('checkbox', { name: 'Flows' }))
    const release = library.holdNext()
    await user.click(dialog.getByRole('button', { name: 'Add Chart' }))
    goTo('/saved-dashboards')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    library.failNext(refused)
    act(release)
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The charts couldn’t be added to “Morning note”. You don’t have permission to do this.',
    )
  })

  test('a failure to list charts is reported and can be retried', async () => {
    const { user, library, catalogue, goTo } = await open('/saved-dashboards', [
      row(first, 'Morning note', { modifiedAt: 1 }),
    ])
    const bitcoin = catalogue.datasets.find(({ key }) => key === 'bitcoin')?.dashboardId ?? ''
    library.putCharts(bitcoin, [{ chartId: 'c1', title: 'Flows' }])
    await screen.findByText('Morning note')
    // Both the page and the dialog request them.
    library.failNext(refused)
    goTo(`/saved-dashboards/${first}`)
    const button = await screen.findByRole('button', { name: 'Add Charts' })
    library.failNext(refused)
    await user.click(button)
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Charts' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('The charts couldn’t be listed.')
    expect(dialog.queryByText('Loading charts...')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Retry' }))
    await dialog.findByRole('checkbox', { name: 'Flows' })
    // The library lacks the others: available charts can be selected, and the failed ones retried.
    expect(dialog.getByRole('alert').textContent).toContain('Some charts couldn’t be listed.')
    for (const { dashboardId } of catalogue.datasets) library.putCharts(dashboardId, [])
    library.putCharts(bitcoin, [{ chartId: 'c2', title: 'Supply' }])
    await user.click(dialog.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull())
    expect(dialog.getByRole('checkbox', { name: 'Flows' })).toBeDefined()
    expect(library.calls.filter((call) => call.startsWith('charts ')).at(-1)).not.toContain(bitcoin)
  })

  test('concurrent reads of charts do not hide each other’s failures', async () => {
    const { user, library, catalogue, goTo, stores } = await open('/saved-dashboards', [
      row(first, 'Morning note', { modifiedAt: 1 }),
    ])
    for (const { dashboardId } of [...catalogue.datasets, { dashboardId: second }])
      library.putCharts(dashboardId, [])
    await screen.findByText('Morning note')
    goTo(`/saved-dashboards/${first}`)
    const charts = chartsStoreOf(stores, { listCharts: () => Promise.reject(new Error('Another page.')) })
    await screen.findByRole('region', { name: 'Start this dashboard' })
    act(() => charts.setState({ charts: new Map([[first, []]]) }))
    library.failNext(refused)
    await user.click(await screen.findByRole('button', { name: 'Add Charts' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Charts' }))
    await dialog.findByRole('alert')
    await act(() => charts.getState().load([second]))
    expect(dialog.getByRole('alert').textContent).toContain('The charts couldn’t be listed.')
  })

  test('stale charts of a changed dashboard are read again', async () => {
    const morning = row(first, 'Morning note', { modifiedAt: 1 })
    const { stores } = await open('/saved-dashboards', [morning])
    await screen.findByText('Morning note')
    const answers: (() => void)[] = []
    const charts = chartsStoreOf(stores, {
      listCharts: () => {
        const title = answers.length === 0 ? 'Old' : 'New'
        const listing = [{ dashboardId: first, charts: [{ dashboardId: first, chartId: 'c1', title }] }]
        return new Promise((resolve) => void answers.push(() => resolve({ ok: true, value: listing })))
      },
    })
    const loading = charts.getState().load([first])
    stores.dashboards.setState({ dashboards: [{ ...morning, modifiedAt: 2 }] })
    answers[0]?.()
    await waitFor(() => expect(answers).toHaveLength(2))
    expect(charts.getState().charts.size).toBe(0)
    answers[1]?.()
    await loading
    expect(
      charts
        .getState()
        .charts.get(first)
        ?.map(({ title }) => title),
    ).toEqual(['New'])
    expect(charts.getState().missed.size).toBe(0)
  })

  test('charts added for a previous user are not reported to the next', async () => {
    const { user, library, catalogue, goTo, stores, keyValueStore } = await open('/saved-dashboards', [
      row(first, 'Morning note', { modifiedAt: 1 }),
    ])
    const bitcoin = catalogue.datasets.find(({ key }) => key === 'bitcoin')?.dashboardId ?? ''
    library.putCharts(bitcoin, [{ chartId: 'c1', title: 'Flows' }])
    await screen.findByText('Morning note')
    goTo(`/saved-dashboards/${first}`)
    const dialog = await openAddCharts(user)
    await user.click(await dialog.findByRole('checkbox', { name: 'Flows' }))
    const release = library.holdNext()
    await user.click(dialog.getByRole('button', { name: 'Add Chart' }))
    act(() => stores.auth.setState({ isAuthenticated: false, user: undefined }))
    await act(async () => release())
    const own = await library.charts([first])
    expect(own.ok && own.value[0]?.charts.map(({ title }) => title)).toEqual(['Flows'])
    expect(stores.notices.getState().notices.map(({ text }) => text)).toEqual([])
    expect(keyValueStore.read('assay.last-dashboard')).toEqual({ ok: true, value: null })
  })

  test('Undo removes its own notice and restores the name', async () => {
    const { user } = await open('/saved-dashboards')
    await rename(user)
    await user.keyboard('Evening note{Enter}')
    await screen.findByRole('button', { name: 'Rename Evening note' })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByRole('button', { name: 'Rename Morning note' })
    expect(screen.queryByText('Renamed to “Evening note”.')).toBeNull()
  })

  test('two dashboards renamed alike each keep their Undo', async () => {
    const { user, library } = await open('/saved-dashboards')
    for (const name of ['Morning note', '<b>Desk</b>']) {
      await user.click(await screen.findByRole('button', { name: `Rename ${name}` }))
      const field = screen.getByRole('textbox', { name: `New name for ${name}` })
      await user.clear(field)
      await user.type(field, 'Same{Enter}')
      await waitFor(() => expect(screen.queryByRole('textbox', { name: /New name/ })).toBeNull())
    }
    const [undo, ...others] = screen.getAllByRole('button', { name: 'Undo' })
    expect(others).toHaveLength(1)
    await user.click(undo ?? document.body)
    await screen.findByRole('button', { name: 'Rename Morning note' })
    expect(library.calls.filter((call) => call.startsWith('rename')).at(-1)).toBe(
      `rename ${first} Morning note`,
    )
  })

  test('a name being typed outlasts a search that matches nothing, which keeps the focus', async () => {
    const { user } = await open('/saved-dashboards')
    await rename(user)
    await user.keyboard('Evening note')
    const search = screen.getByRole('searchbox', { name: 'Search dashboards' })
    await user.type(search, 'qqq')
    await screen.findByText(/^No dashboards match/)
    await user.clear(search)
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'New name for Morning note' })
    expect(field.value).toBe('Evening note')
    expect(document.activeElement).toBe(search)
  })

  test('Undo is removed when its dashboard is deleted', async () => {
    const { user, stores } = await open('/saved-dashboards')
    await rename(user)
    await user.keyboard('Evening note{Enter}')
    await screen.findByRole('button', { name: 'Undo' })
    act(() => void stores.notices.getState().raise({ tone: 'info', text: 'Of something else.' }))
    await user.click(await screen.findByRole('button', { name: 'Delete Evening note' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Delete' }))
    await screen.findByRole('heading', { name: 'Dashboards (1)' })
    await screen.findAllByRole('button', { name: 'Dismiss' })
    screen.getByText('Of something else.')
    expect(screen.queryByText('Undo')).toBeNull()
  })

  test('the link to a copy stays until the copy is opened', async () => {
    const { user, goTo } = await open('/saved-dashboards')
    await user.click(await screen.findByRole('button', { name: 'Duplicate Morning note' }))
    await screen.findByText('Created “Copy of Morning note”.')
    const address = screen.getByRole('link', { name: 'Open' }).getAttribute('href') ?? ''
    goTo(`/saved-dashboards/${first}`)
    await screen.findByRole('heading', { level: 1, name: 'Morning note' })
    screen.getByRole('link', { name: 'Open' })
    goTo(address)
    await screen.findByRole('heading', { level: 1, name: 'Copy of Morning note' })
    expect(screen.queryByRole('link', { name: 'Open' })).toBeNull()
  })

  test('the result of one row does not disturb typing in another', async () => {
    const { user, library } = await open('/saved-dashboards')
    await rename(user)
    const release = library.holdNext()
    await user.keyboard('Evening note{Enter}')
    await user.click(screen.getByRole('button', { name: 'Rename <b>Desk</b>' }))
    await user.keyboard('Half a na')
    act(release)
    await screen.findByText('Renamed to “Evening note”.')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'New name for <b>Desk</b>' })
    expect(field.value).toBe('Half a na')
    expect(document.activeElement).toBe(field)
  })

  test('the pencil of another row saves the name being typed', async () => {
    const { user, library } = await open('/saved-dashboards')
    await rename(user)
    await user.keyboard('Evening note')
    await user.click(screen.getByRole('button', { name: 'Rename <b>Desk</b>' }))
    await screen.findByText('Renamed to “Evening note”.')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'New name for <b>Desk</b>' }))
    await user.click(await screen.findByRole('button', { name: 'Rename Evening note' }))
    await screen.findByRole('textbox', { name: 'New name for Evening note' })
    expect(library.calls.filter((call) => call.startsWith('rename'))).toEqual([
      `rename ${first} Evening note`,
    ])
  })

  test('the pencil of another row leaves a name open that was changed elsewhere meanwhile', async () => {
    const { user, library, stores } = await open('/saved-dashboards')
    await rename(user)
    await user.keyboard('Evening note')
    library.put(row(first, 'Noon note'))
    await act(() => stores.dashboards.getState().follow())
    await user.click(screen.getByRole('button', { name: 'Rename <b>Desk</b>' }))
    await screen.findByText('It was renamed to “Noon note” elsewhere. Save again to use your name.')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'New name for Noon note' }).value).toBe(
      'Evening note',
    )
  })

  test('a failed rename is reported even after the user moved to another row or page', async () => {
    const { user, library, goTo } = await open('/saved-dashboards')
    const failed = '“Morning note” couldn’t be renamed. You don’t have permission to do this.'
    await rename(user)
    const release = library.holdNext()
    library.failNext(refused)
    await user.keyboard('Evening note{Enter}')
    await user.click(screen.getByRole('button', { name: 'Rename <b>Desk</b>' }))
    await user.keyboard('Half a na')
    act(release)
    expect((await screen.findByRole('alert')).textContent).toBe(failed)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'New name for <b>Desk</b>' }).value).toBe(
      'Half a na',
    )
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await rename(user)
    const later = library.holdNext()
    library.failNext(refused)
    await user.keyboard('Evening note{Enter}')
    goTo('/home')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Saving...' })).toBeNull())
    act(later)
    expect((await screen.findByRole('alert')).textContent).toBe(failed)
  })

  test('Undo does not overwrite a newer name from another tab', async () => {
    const { user, library, stores } = await open('/saved-dashboards')
    await rename(user)
    await user.keyboard('Evening note{Enter}')
    await screen.findByRole('button', { name: 'Rename Evening note' })
    library.put(row(first, 'Noon note'))
    await act(() => stores.dashboards.getState().follow())
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('It was renamed to “Noon note” elsewhere. Nothing was undone.')
    expect(library.calls.filter((call) => call.startsWith('rename'))).toHaveLength(1)
  })

  test('a row deleted while being renamed is removed with a notice, and the focus stays in the list', async () => {
    const { user, library, stores } = await open('/saved-dashboards')
    await rename(user)
    await user.keyboard('Evening note')
    await library.remove(first)
    await act(() => stores.dashboards.getState().follow())
    await screen.findByText('“Morning note” was deleted, so it wasn’t renamed.')
    expect(document.activeElement).toBe(document.querySelector('.gallery__count'))
  })

  test('a refused rename does not blame the name: a broken chart is refused in the same way', async () => {
    const { user, library } = await open('/saved-dashboards')
    await rename(user)
    library.failNext({
      kind: 'library-refused',
      status: 200,
      text: 'TML_VALIDATION_0013',
      outcome: 'not-done',
    })
    await user.keyboard('Evening note{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('The dashboard service didn’t accept it.')
  })

  test('an empty name is not accepted', async () => {
    const { user, library } = await open('/saved-dashboards')
    const field = await rename(user)
    await user.keyboard('{Backspace} {Enter}')
    expect(field.isConnected).toBe(true)
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
    expect(library.calls.filter((call) => call.startsWith('rename'))).toEqual([])
  })

  test('Escape during input-method composition does not cancel the rename', async () => {
    const { user } = await open('/saved-dashboards')
    const field = await rename(user)
    await user.keyboard('東京')
    // Safari has ended the composition by then.
    for (const key of [{ keyCode: 229, isComposing: true }, { keyCode: 229 }])
      fireEvent.keyDown(field, { key: 'Escape', ...key })
    expect([field.isConnected, (field as HTMLInputElement).value]).toEqual([true, '東京'])
    await user.keyboard('{Escape}')
    await screen.findByRole('button', { name: 'Rename Morning note' })
  })

  test('Escape or an unchanged name sends no request', async () => {
    const { user, library } = await open('/saved-dashboards')
    await rename(user)
    await user.keyboard('Other{Escape}')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename Morning note' })),
    )
    await rename(user)
    await user.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'Rename Morning note' })
    expect(library.calls.filter((call) => call.startsWith('rename'))).toEqual([])
  })

  test('a duplicate name is reported beside the input, which keeps its text', async () => {
    const { user, library } = await open('/saved-dashboards')
    const field = await rename(user)
    library.failNext({ ...refused, status: 409, text: 'Rename failed 409: taken' })
    await user.keyboard('Desk{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'You already have a dashboard with this name. Choose another one.',
    )
    expect((field as HTMLInputElement).value).toBe('Desk')
    expect(document.activeElement).toBe(field)
    await user.keyboard(' 2{Enter}')
    await screen.findByRole('button', { name: 'Rename Desk 2' })
  })

  test('a copy gets the first free name and appears in the list', async () => {
    const { user } = await open('/saved-dashboards')
    const duplicate = await screen.findByRole('button', { name: 'Duplicate Morning note' })
    await user.click(duplicate)
    await screen.findByText('Created “Copy of Morning note”.')
    expect(document.activeElement).toBe(duplicate)
    await user.click(duplicate)
    await screen.findByText('Created “Copy of Morning note (2)”.')
    expect(names()).toEqual(expect.arrayContaining(['Copy of Morning note', 'Copy of Morning note (2)']))
  })

  test('a failed copy is reported', async () => {
    const { user, library } = await open('/saved-dashboards')
    const duplicate = await screen.findByRole('button', { name: 'Duplicate Morning note' })
    library.failNext({ ...refused, text: 'Copy failed 403: no' })
    await user.click(duplicate)
    await screen.findByText('This dashboard couldn’t be duplicated. You don’t have permission to do this.')
    screen.getByRole('heading', { name: 'Dashboards (2)' })
  })

  test('neither is offered when the library does not support it', async () => {
    await renderWithApp(<Portal />, {
      path: '/saved-dashboards',
      signedIn: true,
      dashboards: two,
      libraryCan: {
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
    })
    await screen.findByRole('button', { name: 'Delete Morning note' })
    expect(screen.queryByRole('button', { name: /^(Rename|Duplicate)/ })).toBeNull()
  })

  test('deleting is not offered when the library does not support it', async () => {
    const nothing = {
      create: false,
      remove: false,
      rename: false,
      copy: false,
      describe: false,
      charts: false,
      numbers: false,
      restore: false,
      completeListing: true,
    }
    const { goTo } = await renderWithApp(<Portal />, {
      path: '/saved-dashboards',
      signedIn: true,
      dashboards: two,
      libraryCan: nothing,
    })
    await screen.findByRole('link', { name: 'Morning note' })
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
    goTo(`/saved-dashboards/${first}`)
    await screen.findByRole('heading', { level: 1, name: 'Morning note' })
    expect(screen.queryByRole('button', { name: 'Delete Dashboard' })).toBeNull()
  })

  test('an incomplete listing is marked as such, also in search and behind links', async () => {
    const part = {
      create: true,
      remove: true,
      rename: true,
      copy: true,
      describe: true,
      charts: true,
      numbers: false,
      restore: false,
      completeListing: false,
    }
    const { user, goTo } = await renderWithApp(<Portal />, {
      path: '/saved-dashboards',
      signedIn: true,
      dashboards: two,
      libraryCan: part,
    })
    await screen.findByText(
      'Only some of your dashboards can be listed here, and search doesn’t find the others.',
    )
    screen.getByRole('heading', { name: 'Dashboards (2 listed)' })
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    await user.type(screen.getByRole('searchbox'), 'zzz')
    await screen.findByText(/^No dashboards listed here match/)
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'zzz')
    await screen.findByText('Not all of your dashboards are listed. Search doesn’t find the others.')
    await user.keyboard('{Escape}')
    goTo('/saved-dashboards/33333333-3333-4333-8333-333333333333')
    await screen.findByText(/^Not all of your dashboards could be listed\./)
  })

  test('a name conflict of a copy is explained, and a second press succeeds', async () => {
    const { user, library } = await open('/saved-dashboards')
    const duplicate = await screen.findByRole('button', { name: 'Duplicate Morning note' })
    library.put(row('44444444-4444-4444-8444-444444444444', 'Copy of Morning note'))
    library.failNext({ ...refused, status: 409, text: 'Copy failed 409: taken' })
    await user.click(duplicate)
    await screen.findByText(
      'This dashboard couldn’t be duplicated. Another dashboard has just taken the name of the copy. Try again.',
    )
    await screen.findByRole('heading', { name: 'Dashboards (3)' })
    await user.click(duplicate)
    await screen.findByText('Created “Copy of Morning note (2)”.')
  })

  test('without creation dates, the list shows when dashboards were last changed', async () => {
    const changed = { createdAt: null, modifiedAt: Date.UTC(2026, 8, 3, 12) }
    await open('/saved-dashboards', [row(first, 'Morning note', changed)])
    await screen.findByText('3 Sep 2026')
    screen.getByText('Last changed')
    expect(screen.queryByRole('button', { name: 'Sort by created' })).toBeNull()
  })
})

describe('the page of a saved dashboard', () => {
  test('is titled with its name, links back to the gallery, and has a delete button', async () => {
    const { surface } = await open(`/saved-dashboards/${first}`)
    await screen.findByRole('heading', { level: 1, name: 'Morning note' })
    screen.getByRole('link', { name: 'Back to Dashboard Gallery' })
    screen.getByRole('button', { name: 'Delete Dashboard' })
    await waitFor(() => expect(surface.frameCounts()['saved']).toBe(1))
    const shown = surface.views
      .flatMap((view) => view.shown)
      .find(({ view }) => view.kind === 'dashboard' && view.dashboardId === first)
    expect(shown?.appearance.actions.kind).toBe('all-but')
    expect(shown?.title).toBe('Morning note dashboard')
  })

  test('announces loading, sets the page title, and takes over a lost focus', async () => {
    const { surface, user, goTo } = await open(`/saved-dashboards/${first}`)
    await screen.findByRole('heading', { level: 1, name: 'Morning note' })
    expect(document.title).toBe('Morning note · Assay')
    const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
    // The live region loads after the first paint.
    await waitFor(() => expect(document.querySelector('.shell > output')).not.toBeNull())
    act(() => (document.activeElement as HTMLElement | null)?.blur())
    goTo(`/saved-dashboards/${second}`)
    await screen.findByRole('heading', { level: 1, name: '<b>Desk</b>' })
    await waitFor(() => expect(document.activeElement?.id).toBe('main'))
    expect(document.title).toBe('<b>Desk</b> · Assay')
    expect(announced()).toContain('<b>Desk</b>')
    act(() => surface.views.at(-1)?.say({ kind: 'loading' }))
    expect(screen.getByText('Loading the <b>Desk</b> dashboard').matches('output')).toBe(true)
    await user.click(screen.getByRole('link', { name: 'Back to Dashboard Gallery' }))
    await waitFor(() => expect(document.title).toBe('All Dashboards · Assay'))
  })

  test('says that it is loading while the session is', async () => {
    await renderWithApp(<Portal />, { path: `/saved-dashboards/${first}`, loading: 'session' })
    await within(screen.getByRole('main')).findByText('Loading your dashboards', { selector: 'output' })
  })

  test('its name is in the bar once its title has scrolled away', async () => {
    let scrollAway: () => void = () => undefined
    const scrolledAway = { isIntersecting: false, boundingClientRect: { top: -100 } }
    class TitleObserver {
      readonly #report: (entries: readonly object[]) => void
      constructor(report: (entries: readonly object[]) => void) {
        this.#report = report
      }
      observe(element: Element): void {
        this.#report([{ isIntersecting: true }])
        if (element.matches('h1')) scrollAway = () => this.#report([scrolledAway])
      }
      disconnect(): void {
        return undefined
      }
    }
    vi.stubGlobal('IntersectionObserver', TitleObserver)
    const { goTo } = await open(`/saved-dashboards/${first}`)
    const titleInBar = async (title: string): Promise<void> => {
      await screen.findByRole('heading', { level: 1, name: title })
      act(() => scrollAway())
      expect(document.querySelector('.top-bar__title')?.textContent).toBe(title)
    }
    await titleInBar('Morning note')
    goTo(`/saved-dashboards/${second}`)
    await titleInBar('<b>Desk</b>')
    goTo('/datasets/bitcoin')
    await titleInBar('Bitcoin')
    // Its title is as far away as the one before was.
    goTo('/datasets/rwa')
    expect(document.querySelector('.top-bar__title')?.textContent).not.toBe('Bitcoin')
    await titleInBar('RWA')
  })

  test.each([
    ['another window', false, 1],
    ['this window, whose view shows it by itself', true, 0],
  ])('shows the current version after a change in %s', async (_where, focused, times) => {
    const { stores, library } = await open(`/saved-dashboards/${first}`, [
      row(first, 'Morning note', { modifiedAt: 1 }),
    ])
    await waitFor(() => expect(stores.saved.getState().phase).toBe('rendered'))
    let refreshes = 0
    stores.saved.subscribe((now, before) => {
      if (now.refreshing && !before.refreshing) refreshes += 1
    })
    vi.spyOn(document, 'hasFocus').mockReturnValue(focused)
    library.put(row(first, 'Evening note', { modifiedAt: 2 }))
    await act(() => stores.dashboards.getState().follow())
    await screen.findByRole('heading', { level: 1, name: 'Evening note' })
    expect(refreshes).toBe(times)
    // Nothing has changed since.
    await act(() => stores.dashboards.getState().follow())
    expect(refreshes).toBe(times)
  })

  describe('that is edited in its own frame', () => {
    /** With the number of refreshes so far. */
    async function editing() {
      const app = await open(`/saved-dashboards/${first}`, [
        row(first, 'Morning note', { modifiedAt: 1 }),
        row(second, '<b>Desk</b>'),
      ])
      const { saved } = app.stores
      await waitFor(() => expect(saved.getState().phase).toBe('rendered'))
      let refreshes = 0
      saved.subscribe((now, before) => {
        if (now.refreshing && !before.refreshing) refreshes += 1
      })
      const view = app.surface.views.at(-1)
      const say = (unsaved: boolean) => act(() => view?.say({ kind: 'unsaved-work', unsaved }))
      say(true)
      return { ...app, say, refreshes: () => refreshes }
    }

    test('asks before its changes are lost through a link or “Refresh data”', async () => {
      const { user, addresses, refreshes } = await editing()
      await user.click(screen.getByRole('link', { name: 'Back to Dashboard Gallery' }))
      await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
      await user.click(screen.getByRole('button', { name: 'Stay' }))
      await user.click(screen.getByRole('button', { name: 'Refresh data' }))
      await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
      expect(refreshes()).toBe(0)
      await user.click(screen.getByRole('button', { name: 'Leave' }))
      await waitFor(() => expect(refreshes()).toBe(1))
      // Nothing is left to lose.
      await user.click(screen.getByRole('link', { name: 'Back to Dashboard Gallery' }))
      await waitFor(() => expect(addresses().at(-1)).toBe('/saved-dashboards'))
      expect(screen.queryByText('Your unsaved changes were lost.')).toBeNull()
    })

    test('shows a change from outside its frame once it is no longer edited', async () => {
      const { stores, library, say, refreshes } = await editing()
      library.put(row(first, 'Evening note', { modifiedAt: 2 }))
      await act(() => refreshDashboard(stores, first))
      await screen.findByRole('heading', { level: 1, name: 'Evening note' })
      expect(refreshes()).toBe(0)
      say(false)
      expect(refreshes()).toBe(1)
    })
  })

  test('shares one frame with the next dashboard, but not with the next user', async () => {
    const { user, surface } = await open(`/saved-dashboards/${first}`)
    await waitFor(() => expect(surface.frameCounts()['saved']).toBe(1))
    await user.click(screen.getByRole('link', { name: 'Back to Dashboard Gallery' }))
    await user.click(await screen.findByRole('link', { name: '<b>Desk</b>' }))
    const region = await screen.findByRole('region', { name: '<b>Desk</b> dashboard' })
    await waitFor(() => expect(region.getAttribute('aria-busy')).toBe('false'))
    expect(surface.frameCounts()['saved']).toBe(1)
    await user.click(screen.getByRole('link', { name: 'Back to Dashboard Gallery' }))
    surface.reset()
    await user.click(await screen.findByRole('link', { name: 'Morning note' }))
    await waitFor(() => expect(surface.frameCounts()['saved']).toBe(2))
  })

  test('without an id shows the first dashboard at its own URL', async () => {
    const { addresses } = await open('/saved-dashboards/')
    await screen.findByRole('heading', { level: 1, name: '<b>Desk</b>' })
    expect(addresses().at(-1)).toBe(`/saved-dashboards/${second}`)
  })

  test('reflects changes made inside the frame', async () => {
    const { library, surface } = await open(`/saved-dashboards/${first}`)
    await screen.findByRole('heading', { level: 1, name: 'Morning note' })
    await waitFor(() => expect(surface.frameCounts()['saved']).toBe(1))
    library.put(row(first, 'Evening note'))
    const view = surface.views.find(({ shown }) =>
      shown.some((asked) => asked.view.kind === 'dashboard' && asked.view.dashboardId === first),
    )
    view?.say({ kind: 'library-changed', change: 'renamed', dashboardId: first, name: null })
    await screen.findByRole('heading', { level: 1, name: 'Evening note' })
  })

  test('does not embed a dashboard that is not in the list', async () => {
    const { surface } = await open('/saved-dashboards/6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01')
    await screen.findByText('This dashboard was deleted or you don’t have access to it.')
    screen.getByRole('heading', { level: 1, name: 'Dashboard Gallery' })
    expect(surface.frameCounts()['saved']).toBeUndefined()
  })

  test('points to the + button in an empty gallery, and reports an unknown id in the URL', async () => {
    await open('/saved-dashboards/anything', [])
    await screen.findByText('Use the + button in the sidebar to create your first dashboard')
    screen.getByText('This dashboard was deleted or you don’t have access to it.')
    expect(screen.queryByRole('button', { name: 'Delete Dashboard' })).toBeNull()
  })

  test('returns to the list after a deletion', async () => {
    const { user, addresses } = await open(`/saved-dashboards/${first}`)
    await user.click(await screen.findByRole('button', { name: 'Delete Dashboard' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByRole('heading', { level: 1, name: 'All Dashboards' })
    expect(addresses().at(-1)).toBe('/saved-dashboards')
  })

  test('does not redirect a user who has already left the page', async () => {
    const { user, library, goTo, addresses } = await open(`/saved-dashboards/${first}`)
    await user.click(await screen.findByRole('button', { name: 'Delete Dashboard' }))
    const answer = library.holdNext()
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByRole('button', { name: 'Deleting...' })
    goTo(`/saved-dashboards/${second}`)
    await screen.findByRole('heading', { level: 1, name: '<b>Desk</b>' })
    await act(async () => answer())
    await waitFor(() => expect(listed(library.calls)).toBe(true))
    await act(async () => undefined)
    expect(addresses().at(-1)).toBe(`/saved-dashboards/${second}`)
  })

  test('is never reported missing to the user who deletes it', async () => {
    const { user, library } = await open(`/saved-dashboards/${first}`)
    await user.click(await screen.findByRole('button', { name: 'Delete Dashboard' }))
    const answerDelete = library.holdNext()
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByRole('button', { name: 'Deleting...' })
    const answerList = library.holdNext()
    await act(async () => answerDelete())
    await waitFor(() => expect(listed(library.calls)).toBe(true))
    expect(screen.queryByText('Dashboard not found')).toBeNull()
    await act(async () => answerList())
    await screen.findByRole('heading', { level: 1, name: 'All Dashboards' })
  })

  test('does not expose its name after sign-out, neither in the title nor to a screen reader', async () => {
    const { goTo, stores } = await open(`/saved-dashboards/${first}`)
    await waitFor(() => expect(document.title).toBe('Morning note · Assay'))
    goTo('/home')
    goTo(`/saved-dashboards/${first}`)
    await waitFor(() => expect(document.title).toBe('Morning note · Assay'))
    await waitFor(() =>
      expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('Morning note'),
    )
    act(() => stores.auth.setState({ isAuthenticated: false, user: undefined }))
    await screen.findByText('Sign in to access your saved dashboards and create custom analytics.')
    expect(document.title).toBe('Dashboard Gallery · Assay')
    expect(document.body.textContent).not.toContain('Morning note')
  })

  test('asks visitors to sign in', async () => {
    await renderWithApp(<Portal />, { path: `/saved-dashboards/${first}` })
    await screen.findByText('Sign in to access your saved dashboards and create custom analytics.')
  })
})
