import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { browserPageAddress } from '../../src/adapters/page-address/browser-page-address'
import { knownPath } from '../../src/core/kernel/portal-path'
import type { SavedDashboard } from '../../src/core/ports/dashboard-library'
import { shortcuts } from '../../src/core/shell/shortcuts'
import { sidebarKey } from '../../src/core/shell/sidebar'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp, type RenderedApp, type WithAppOptions } from '../support/render-with-app'

const saved = (id: string, name: string): SavedDashboard => ({
  id,
  name,
  description: '',
  author: 'analyst@example.com',
  createdAt: Date.UTC(2026, 10, 18, 12),
  modifiedAt: null,
})

async function opened(options: WithAppOptions = {}): Promise<RenderedApp> {
  const app = await renderWithApp(<Portal />, { signedIn: true, ...options })
  await app.user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox')
  return app
}

const rows = (): readonly string[] =>
  screen.queryAllByRole('option').map((row) => row.querySelector('.palette__title')?.textContent ?? '')
const status = (): string => document.querySelector('.palette__count')?.textContent ?? ''
const atPath = (app: RenderedApp): string | undefined => app.addresses().at(-1)

const goBack = (): void =>
  act(
    () =>
      void dispatchEvent(Object.defineProperty(new PopStateEvent('popstate'), 'isTrusted', { value: true })),
  )

async function type(user: UserEvent, text: string): Promise<void> {
  await user.type(screen.getByRole('combobox'), text)
}

describe('the palette', () => {
  test('opens with its button and Ctrl K, which also closes it', async () => {
    const { user } = await renderWithApp(<Portal />)
    const focus = vi.spyOn(HTMLElement.prototype, 'focus')
    await user.click(screen.getByRole('button', { name: 'Search' }))
    const field = await screen.findByRole('combobox', { name: 'Search datasets, dashboards and actions' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    // WebKit scrolls again to a removed field that was focused with scrolling.
    const scrolling = focus.mock.contexts.filter((_, at) => focus.mock.calls[at]?.[0]?.preventScroll !== true)
    expect(scrolling).not.toContain(field)
    await user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull())
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('dialog', { name: 'Search' })
    // WebKit does the same for the selection in the field.
    getSelection()?.selectAllChildren(document.body)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(getSelection()?.rangeCount).toBe(0)
    expect(document.activeElement?.textContent).toBe('Search')
  })

  test('replaces a dialog whose chunk is still loading, so that no other opens over it', async () => {
    const { stores } = await renderWithApp(<Portal />, { signedIn: true })
    act(() => stores.dialogs.getState().openCreateDashboard())
    act(() => stores.dialogs.getState().openSearch())
    await screen.findByRole('dialog', { name: 'Search' })
    expect(stores.dialogs.getState().createDashboard).toBe(false)
    expect(screen.getAllByRole('dialog', { hidden: true })).toHaveLength(1)
  })

  test('finds a page in spite of a typo, announces the number of results, and opens it with Enter', async () => {
    const app = await opened()
    await type(app.user, 'stabelcoins')
    await waitFor(() => expect(rows()).toEqual(['Stablecoins']))
    expect(status()).toBe('1 result')
    expect(screen.getByRole('option').querySelector('mark')?.textContent).toBe('Stablecoins')
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(atPath(app)).toBe('/datasets/stablecoins'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('preselects the first row and moves with the arrow keys', async () => {
    const app = await opened()
    await type(app.user, 'sta')
    await waitFor(() => expect(rows().slice(0, 2)).toEqual(['Stablecoins', 'Staking']))
    const active = (): string | null | undefined => {
      const id = screen.getByRole('combobox').getAttribute('aria-activedescendant')
      return id === null ? null : document.getElementById(id)?.querySelector('.palette__title')?.textContent
    }
    await waitFor(() => expect(active()).toBe('Stablecoins'))
    await app.user.keyboard('{ArrowDown}')
    expect(active()).toBe('Staking')
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(atPath(app)).toBe('/datasets/staking'))
  })

  test('opens a page in a new tab with Ctrl, and stays open', async () => {
    const beside: string[] = []
    vi.spyOn(window, 'open').mockImplementation((address) => {
      beside.push(String(address))
      return null
    })
    const app = await opened()
    await type(app.user, 'sta')
    await waitFor(() => expect(rows().slice(0, 2)).toEqual(['Stablecoins', 'Staking']))
    // Enter of an input method opens nothing.
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter', ctrlKey: true, keyCode: 229 })
    await app.user.keyboard('{Control>}{Enter}{/Control}')
    await app.user.keyboard('{Control>}')
    await app.user.click(screen.getAllByRole('option')[1] ?? document.body)
    await app.user.keyboard('{/Control}')
    expect(beside).toEqual(['/datasets/stablecoins', '/datasets/staking'])
    expect(atPath(app)).toBe('/home')
    await app.user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(atPath(app)).toBe('/datasets/staking'))
  })

  test('opens one page for a repeated key, and no new tab without a modifier key', async () => {
    const beside = vi.spyOn(window, 'open').mockReturnValue(null)
    beside.mockClear()
    const app = await opened()
    await type(app.user, 'sta')
    await waitFor(() => expect(rows()[0]).toBe('Stablecoins'))
    for (const repeat of [false, true, true])
      fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter', metaKey: true, repeat })
    expect(beside).toHaveBeenCalledTimes(1)
    // As with voice control: the last pressed key does not matter.
    await app.user.keyboard('{Control>}a{/Control}')
    act(() => screen.getAllByRole('option')[0]?.click())
    await waitFor(() => expect(atPath(app)).toBe('/datasets/stablecoins'))
    expect(beside).toHaveBeenCalledTimes(1)
  })

  test('closes on Back, and stays open when the portal normalizes its own URL', async () => {
    await opened()
    act(() => browserPageAddress(window).replace(knownPath('/home')))
    await new Promise(requestAnimationFrame)
    expect(screen.queryByRole('dialog')).not.toBeNull()
    goBack()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test.each(['{Control>}k{/Control}', 'n'])(
    '%s and Escape return the focus to the page itself',
    async (keys) => {
      const { user } = await renderWithApp(<Portal />, { signedIn: true, path: '/datasets/bitcoin' })
      await screen.findByRole('button', { name: 'Choose dates' })
      const main = screen.getByRole('main')
      // As a press on the page beside the charts does.
      act(() => main.focus())
      await user.keyboard(keys)
      const dialog = await screen.findByRole('dialog')
      await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await waitFor(() => expect(document.activeElement).not.toBe(document.body))
      expect(document.activeElement).toBe(main)
    },
  )

  test('Keyboard shortcuts and Create New Dashboard close on Back too, but for a name that was typed', async () => {
    const { user } = await renderWithApp(<Portal />, { signedIn: true })
    await user.keyboard('?')
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    goBack()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('n')
    await screen.findByRole('dialog', { name: 'Create New Dashboard' })
    goBack()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('n')
    await user.type(await screen.findByLabelText('Dashboard Name'), 'Desk')
    goBack()
    expect(screen.getByLabelText<HTMLInputElement>('Dashboard Name').value).toBe('Desk')
  })

  test('loads saved dashboards when it opens, and opens them', async () => {
    const app = await opened({ dashboards: [saved('a1', 'Morning note'), saved('a2', 'Desk')] })
    await type(app.user, 'morning')
    await waitFor(() => expect(rows()).toEqual(['Morning note']))
    expect(
      within(screen.getByRole('group', { name: 'Saved dashboards' })).getByText('18 Nov 2026'),
    ).toBeDefined()
    await app.user.click(screen.getByRole('option'))
    await waitFor(() => expect(atPath(app)).toBe('/saved-dashboards/a1'))
  })

  test('finds charts of all dashboards, and opens their dashboard', async () => {
    const { user, addresses, library, catalogue } = await renderWithApp(<Portal />, { signedIn: true })
    const bitcoin = catalogue.datasets.find(({ key }) => key === 'bitcoin')?.dashboardId ?? ''
    library.putCharts(bitcoin, [
      { chartId: 'c1', title: 'Realized cap' },
      { chartId: 'c2', title: 'BTC funding, 7 d' },
    ])
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    await type(user, 'realised cap')
    await waitFor(() => expect(rows().some((row) => row?.startsWith('Realized cap'))).toBe(true))
    await user.keyboard('{Enter}')
    expect(addresses().at(-1)).toBe('/datasets/bitcoin')
    // A ticker finds its dataset before charts that have it in their title.
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    await type(user, 'btc')
    await waitFor(() => expect(rows().length).toBeGreaterThan(0))
    expect(rows()[0]).toMatch(/^Bitcoin/)
  })

  test('asks Deep Research what it does not find', async () => {
    const { user, addresses, assistant } = await opened({ signedIn: true })
    await type(user, 'qqqqqq zzzzz')
    await waitFor(() => expect(rows()).toEqual(['Ask Deep Research: qqqqqq zzzzz']))
    expect(status()).toBe('No results')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(assistant.asked.map(({ text }) => text)).toEqual(['qqqqqq zzzzz']))
    expect(addresses().at(-1)).toMatch(/^\/deep-research\?source=[^&]+$/)
  })

  test('reports an empty result to a visitor, with next steps', async () => {
    const { user } = await opened({ signedIn: false })
    await type(user, 'qqqqqq')
    await screen.findByText('qqqqqq')
    // The empty result offers a next step.
    expect(rows()).toEqual(['Go to Home', 'Log in'])
    expect(status()).toBe('No results')
  })

  test('offers a visitor datasets and the commands for visitors', async () => {
    const { user } = await opened({ signedIn: false })
    const actions = within(await screen.findByRole('group', { name: 'Actions' }))
    expect(
      actions.getAllByRole('option').map((row) => row.querySelector('.palette__title')?.textContent),
    ).toEqual([
      'Choose dates',
      'Copy link',
      'Go to Home',
      'Switch to light mode',
      'Collapse or expand the sidebar',
      'Keyboard shortcuts',
      'Report a problem',
      'Show start timings',
      'Log in',
    ])
    await type(user, 'dark light')
    await waitFor(() => expect(rows()).toEqual(['Switch to light mode']))
    await user.keyboard('{Enter}')
    expect(document.documentElement.dataset['theme']).toBe('light')
  })

  test.each([
    [
      'create new',
      'Create New Dashboard',
      () => screen.findByRole('dialog', { name: 'Create New Dashboard' }),
    ],
    ['keyboard', 'Keyboard shortcuts', () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' })],
  ])('"%s" leads to %s', async (query, title, shown) => {
    const { user } = await opened()
    await type(user, query)
    await waitFor(() => expect(rows()[0]).toBe(title))
    await user.keyboard('{Enter}')
    await shown()
  })

  test('opens on any URL', async () => {
    await opened({ path: '/saved-dashboards/100%25' })
    await screen.findByRole('group', { name: 'Datasets' })
  })

  test('includes log-out, which also closes the palette', async () => {
    const { user, stores } = await opened()
    await type(user, 'log out')
    await waitFor(() => expect(rows()[0]).toBe('Log out'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(stores.auth.getState().isAuthenticated).toBe(false))
  })
})

describe('favorites and recents in the palette', () => {
  test('are listed first', async () => {
    const app = await renderWithApp(<Portal />, { signedIn: true })
    for (const path of ['/datasets/etf', '/datasets/rwa', '/datasets/bitcoin']) app.goTo(path)
    await act(async () => {
      await app.stores.favorites
        .getState()
        .change({ kind: 'starred', item: { kind: 'dataset', key: 'futures' } })
    })
    await app.user.keyboard('{Control>}k{/Control}')
    const titles = (name: string): readonly (string | null)[] =>
      within(screen.getByRole('group', { name }))
        .getAllByRole('option')
        .map((row) => row.querySelector('.palette__title')?.textContent ?? null)
    await screen.findByRole('group', { name: 'Favorites' })
    expect(titles('Favorites')).toEqual(['Futures'])
    expect(titles('Recent')).toEqual(['RWA', 'ETF'])
    expect([...document.querySelectorAll('.palette__label')].map((label) => label.textContent)).toEqual([
      'Favorites',
      'Recent',
      'Datasets',
      'Actions',
    ])
  })
})

describe('shortcuts', () => {
  test('do what the table lists', async () => {
    const app = await renderWithApp(<Portal />, { signedIn: true, path: '/datasets/bitcoin' })
    await app.user.keyboard('t')
    expect(document.documentElement.dataset['theme']).toBe('light')
    await app.user.keyboard('gd')
    await waitFor(() => expect(atPath(app)).toBe('/saved-dashboards'))
    await app.user.keyboard('gh')
    await waitFor(() => expect(atPath(app)).toBe('/home'))
    await app.user.keyboard('n')
    await screen.findByRole('dialog', { name: 'Create New Dashboard' })
  })

  test('use the physical key on non-Latin layouts and the typed letter on Latin ones', async () => {
    const { keyValueStore, stores } = await renderWithApp(<Portal />)
    const press = (key: string, code: string, more: KeyboardEventInit = {}): void =>
      void fireEvent.keyDown(document.body, { key, code, ...more })
    // AltGr is Ctrl+Alt on Windows, Dvorak has T on the K key, ı is Latin, and on-screen keyboards have no codes.
    press('λ', 'KeyK', { ctrlKey: true, altKey: true })
    press('t', 'KeyK', { ctrlKey: true })
    press('ı', 'KeyT')
    press('Dead', 'KeyT')
    press('е', '')
    expect(stores.dialogs.getState().search).toBe(false)
    expect(document.documentElement.dataset['theme']).toBe('dark')
    const themes = [
      ['t', 'KeyK'],
      ['е', 'KeyT'],
      ['ف', 'KeyT'],
    ].map(([key = '', code = '']) => {
      press(key, code)
      return document.documentElement.dataset['theme']
    })
    expect(themes).toEqual(['light', 'dark', 'light'])
    press('х', 'BracketLeft')
    expect(keyValueStore.read(sidebarKey)).toEqual({ ok: true, value: 'collapsed' })
    press('κ', 'KeyK', { ctrlKey: true })
    await screen.findByRole('dialog', { name: 'Search' })
  })

  test('are ignored while the user types and under a dialog', async () => {
    const app = await renderWithApp(<Portal />, { signedIn: true })
    await app.user.keyboard('n')
    const field = await screen.findByPlaceholderText('Enter dashboard name...')
    await waitFor(() => expect(document.activeElement).toBe(field))
    await app.user.keyboard('tn?')
    expect(field).toHaveProperty('value', 'tn?')
    expect(document.documentElement.dataset['theme']).toBe('dark')
    act(() => field.blur())
    await app.user.keyboard('t')
    expect(document.documentElement.dataset['theme']).toBe('dark')
  })

  test('do nothing for a visitor when they need a session', async () => {
    const app = await renderWithApp(<Portal />)
    await app.user.keyboard('gdn')
    expect(atPath(app)).toBe('/home')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('are listed by ?, and single keys can be turned off permanently', async () => {
    const { user, stores } = await renderWithApp(<Portal />)
    await user.keyboard('?')
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    for (const { label } of shortcuts) expect(sheet.getAllByText(label)).not.toHaveLength(0)
    await user.click(sheet.getByRole('switch', { name: /^Single-key shortcuts/ }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('t?')
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(stores.dialogs.getState().help).toBe(false)
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('dialog', { name: 'Search' })
  })

  test.each([
    ['', '/open-data/knowledge-base/#keyboard'],
    ['https://kb.example.com/#/portal', 'https://kb.example.com/#/portal'],
  ])(
    'the shortcuts dialog links to the keys section of the portal’s own guide, and to another guide as it is: %j',
    async (given, address) => {
      const { user } = await renderWithApp(<Portal />, { settings: { ASSAY_KNOWLEDGE_BASE_URL: given } })
      await user.keyboard('?')
      const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
      expect(sheet.getByRole('link', { name: 'Knowledge Base' }).getAttribute('href')).toBe(address)
    },
  )

  test('single keys turned off in another tab are off here too', async () => {
    const { keyValueStore, user } = await renderWithApp(<Portal />)
    await user.keyboard('t')
    expect(document.documentElement.dataset['theme']).toBe('light')
    keyValueStore.write('assay.single-keys', 'off')
    await act(async () => void dispatchEvent(new StorageEvent('storage', { key: 'assay.single-keys' })))
    await user.keyboard('t')
    expect(document.documentElement.dataset['theme']).toBe('light')
  })

  test('a notice beside an open dialog is announced: the dialog hides the page, not the notices', async () => {
    const { user, stores } = await renderWithApp(<Portal />)
    await user.keyboard('?')
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    act(() => void stores.notices.getState().raise({ tone: 'error', text: 'Something went wrong.' }))
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      expect.stringContaining('Something went wrong.'),
    )
    expect(screen.queryByRole('navigation')).toBeNull()
  })
})
