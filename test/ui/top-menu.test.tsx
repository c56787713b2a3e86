import { act, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { themeKey } from '../../src/core/theme/theme'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp } from '../support/render-with-app'

const controls = (): readonly (string | null)[] =>
  [...screen.getByRole('navigation', { name: 'Tools' }).querySelectorAll('a, button')].map(
    (control) => control.getAttribute('aria-label') ?? control.textContent,
  )

describe('the available controls', () => {
  test.each([
    ['/home', ['Contact Sales', 'Knowledge Base', 'Switch to light mode', 'Search']],
    ['/datasets/bitcoin', ['Knowledge Base', 'Switch to light mode', 'Search']],
    ['/nowhere', ['Knowledge Base', 'Switch to light mode', 'Search']],
  ])('a visitor on %s', async (path, names) => {
    await renderWithApp(<Portal />, { path })
    expect(controls()).toEqual(names)
  })

  test.each(['/home', '/datasets/bitcoin'])('a signed-in user on %s', async (path) => {
    await renderWithApp(<Portal />, { path, signedIn: true })
    expect(controls()).toEqual([
      'Refresh data',
      'Chart Builder',
      'Saved Dashboards',
      'Deep Research',
      'Knowledge Base',
      'Switch to light mode',
      'Search',
    ])
  })

  test('the visitor’s controls are not shown while the session is loading', async () => {
    await renderWithApp(<Portal />, { signedIn: true, loading: 'session' })
    expect(controls()).toEqual(['Knowledge Base', 'Switch to light mode', 'Search'])
  })

  test('a phone has the controls that fit its bar', async () => {
    await renderWithApp(<Portal />, { width: 390 })
    expect(controls()).toEqual(['Contact Sales', 'Switch to light mode', 'Search'])
  })

  test('a signed-in user on a phone has a button for a new dashboard in the bar as well as in the menu', async () => {
    await renderWithApp(<Portal />, { width: 390, signedIn: true })
    expect(controls()).toEqual(['Refresh data', 'Create New Dashboard', 'Switch to light mode', 'Search'])
  })

  test.each([
    ['Contact Sales', '/open-data/contact/'],
    ['Knowledge Base', '/open-data/knowledge-base/'],
  ])('%s opens %s in a new tab without an opener', async (name, address) => {
    await renderWithApp(<Portal />)
    const link = screen.getByRole('link', { name })
    expect(['href', 'target', 'rel'].map((attribute) => link.getAttribute(attribute))).toEqual([
      address,
      '_blank',
      'noopener',
    ])
  })
})

describe('the theme toggle', () => {
  test('switches the theme, is labeled with the other theme, and is stored', async () => {
    const { user, keyValueStore } = await renderWithApp(<Portal />)
    expect(document.documentElement.dataset['theme']).toBe('dark')
    await user.click(screen.getByRole('button', { name: 'Switch to light mode' }))
    expect(document.documentElement.dataset['theme']).toBe('light')
    expect(keyValueStore.read(themeKey)).toEqual({ ok: true, value: 'light' })
    await user.click(screen.getByRole('button', { name: 'Switch to dark mode' }))
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(keyValueStore.read(themeKey)).toEqual({ ok: true, value: 'dark' })
  })

  test('works when storage fails', async () => {
    const { user } = await renderWithApp(<Portal />, { storageFull: true })
    await user.click(screen.getByRole('button', { name: 'Switch to light mode' }))
    expect(document.documentElement.dataset['theme']).toBe('light')
  })

  test('follows a theme change in another tab, and ignores other storage keys', async () => {
    await renderWithApp(<Portal />)
    const storageEvent = (key: string, newValue: string): void =>
      act(() => void dispatchEvent(new StorageEvent('storage', { key, newValue })))
    storageEvent('other', 'light')
    expect(screen.getByRole('button', { name: 'Switch to light mode' })).toBeDefined()
    storageEvent(themeKey, 'light')
    expect(screen.getByRole('button', { name: 'Switch to dark mode' })).toBeDefined()
  })
})

describe('Refresh data', () => {
  test('refreshes the board, is busy meanwhile and ready again afterwards', async () => {
    const { user, board } = await renderWithApp(<Portal />, { signedIn: true })
    const events: string[] = []
    board().watch((event) => events.push(event.kind))
    const button = screen.getByRole('button', { name: 'Refresh data' })
    await user.click(button)
    expect(events).toContain('rendered')
    expect(button.getAttribute('aria-busy')).toBe('false')
  })

  test('shows progress', async () => {
    const { stores } = await renderWithApp(<Portal />, { signedIn: true })
    act(() => stores.board.setState({ refreshing: true }))
    expect(screen.getByRole('button', { name: 'Refresh data' }).getAttribute('aria-busy')).toBe('true')
  })
})

describe('tooltips', () => {
  test('keyboard focus shows the name under an icon and Escape takes it away', async () => {
    const { user } = await renderWithApp(<Portal />, { signedIn: true })
    const tools = within(screen.getByRole('navigation', { name: 'Tools' }))
    await user.tab()
    while (document.activeElement?.getAttribute('aria-label') !== 'Refresh data') await user.tab()
    expect(tools.getByText('Refresh data')).toBeDefined()
    await user.keyboard('{Escape}')
    expect(tools.queryByText('Refresh data')).toBeNull()
  })
})

describe('markers of an unusual page', () => {
  test('a test host is named', async () => {
    await renderWithApp(<Portal />, { testHost: 'http://127.0.0.1:5999' })
    expect(screen.getByText('Test host').parentElement?.textContent).toBe('Test host http://127.0.0.1:5999')
  })

  test('a preview is marked and can be left', async () => {
    const { stores } = await renderWithApp(<Portal />)
    expect(screen.queryByText('Preview')).toBeNull()
    act(() => stores.flags.setState({ preview: true }))
    expect(screen.getByText('Preview')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Leave preview' })).toBeDefined()
  })
})
