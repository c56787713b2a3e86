import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { sidebarKey } from '../../src/core/shell/sidebar'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp } from '../support/render-with-app'
import { folders, treeRows } from '../support/specified-texts'

const sidebar = (): HTMLElement => screen.getByRole('complementary', { name: 'Sidebar' })
const tree = (): HTMLElement => screen.getByRole('navigation', { name: 'Main' })
const rows = (): readonly (string | null)[] =>
  [...tree().querySelectorAll('a, button')].map((row) => row.textContent)
const offset = (): string | undefined => document.querySelector<HTMLElement>('.shell')?.dataset['offset']

describe('the tree', () => {
  test('holds every entry in its order, folders closed', async () => {
    await renderWithApp(<Portal />)
    expect(rows()).toEqual(treeRows)
  })

  test.each(Object.entries(folders))('%s opens to its pages', async (folder, children) => {
    const { user } = await renderWithApp(<Portal />)
    await user.click(screen.getByRole('button', { name: folder }))
    const list = screen.getByRole('list', { name: folder })
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(children)
  })

  test('only one folder is open at a time, and pressing it again closes it', async () => {
    const { user } = await renderWithApp(<Portal />)
    const open = (): readonly (string | null)[] =>
      screen.getAllByRole('button', { expanded: true }).map((button) => button.textContent)
    await user.click(screen.getByRole('button', { name: 'DeFi' }))
    await user.click(screen.getByRole('button', { name: 'On-chain' }))
    expect(open()).toEqual(['On-chain'])
    await user.click(screen.getByRole('button', { name: 'On-chain' }))
    expect(screen.queryAllByRole('button', { expanded: true })).toEqual([])
  })

  test('a deep link has its folder open in the first frame and marks its page', async () => {
    await renderWithApp(<Portal />, { path: '/datasets/lending' })
    expect(screen.getByRole('button', { name: 'DeFi' }).getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Lending')
  })

  test('the active top-level item is the exact path', async () => {
    const { goTo } = await renderWithApp(<Portal />)
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Home')
    goTo('/datasets/stablecoins')
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Stablecoins')
    goTo('/datasets/stablecoins/more')
    expect(screen.queryByRole('link', { current: 'page' })).toBeNull()
  })

  test('every row has an icon of its own', async () => {
    const { user } = await renderWithApp(<Portal />, { path: '/datasets/bitcoin' })
    await user.click(screen.getByRole('button', { name: 'Trading Markets' }))
    const pictures = [...tree().querySelectorAll('.nav-row')].map(
      (row) => row.querySelector('svg')?.getAttribute('class') ?? '',
    )
    expect(new Set(pictures).size).toBe(pictures.length)
  })

  test('a workspace for signed-in people only, with what its pages are and a way to begin a dashboard', async () => {
    await renderWithApp(<Portal />)
    expect(screen.queryByText('My Workspace')).toBeNull()
    cleanup()
    await renderWithApp(<Portal />, { signedIn: true })
    const workspace = within(screen.getByRole('region', { name: 'My Workspace' }))
    expect(workspace.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'All Dashboards',
      'Data Weaver',
    ])
    workspace.getByRole('button', { name: 'Create New Dashboard' })
  })
})

describe('its width', () => {
  test.each([
    [1440, 'wide'],
    [1280, 'wide'],
    [1279, 'narrow'],
    [1024, 'narrow'],
  ])('at %i px it starts %s', async (width, state) => {
    await renderWithApp(<Portal />, { width })
    expect(sidebar().dataset['state']).toBe(state)
    expect(offset()).toBe(state)
  })

  test('the button says what it does, moves the page along and is remembered', async () => {
    const { user, keyValueStore } = await renderWithApp(<Portal />)
    await user.click(screen.getByRole('button', { name: 'Collapse' }))
    expect(screen.getByTitle('Expand')).toBeDefined()
    expect(offset()).toBe('narrow')
    expect(keyValueStore.read(sidebarKey)).toEqual({ ok: true, value: 'collapsed' })
    await user.click(screen.getByRole('button', { name: 'Expand' }))
    expect(screen.getByTitle('Collapse')).toBeDefined()
    expect(offset()).toBe('wide')
  })

  test('blocked storage costs only the memory of it', async () => {
    const { user } = await renderWithApp(<Portal />, { storageFull: true })
    await user.click(screen.getByRole('button', { name: 'Collapse' }))
    expect(offset()).toBe('narrow')
  })

  test('hovering expands it over the page, which stays where it is', async () => {
    const { user } = await renderWithApp(<Portal />, { sidebar: 'collapsed' })
    expect(sidebar().dataset['state']).toBe('narrow')
    await user.hover(sidebar())
    expect(sidebar().dataset['state']).toBe('peek')
    expect(offset()).toBe('narrow')
    await user.unhover(sidebar())
    expect(sidebar().dataset['state']).toBe('peek')
    await waitFor(() => expect(sidebar().dataset['state']).toBe('narrow'))
  })

  test('so does the keyboard, for as long as its focus is inside', async () => {
    const { user } = await renderWithApp(<Portal />, { sidebar: 'collapsed' })
    await user.tab()
    await user.tab()
    await user.tab()
    expect(sidebar().contains(document.activeElement)).toBe(true)
    expect(sidebar().dataset['state']).toBe('peek')
    act(() => (document.activeElement as HTMLElement).blur())
    await waitFor(() => expect(sidebar().dataset['state']).toBe('narrow'))
  })
})

describe('the logo', () => {
  const shown = (): string | null => within(sidebar()).getByRole('img', { name: 'Assay' }).getAttribute('src')

  test('follows the theme and the width', async () => {
    const { user } = await renderWithApp(<Portal />)
    expect(shown()).toContain('logo-wide-dark')
    await user.click(screen.getByRole('button', { name: 'Switch to light mode' }))
    expect(shown()).toContain('logo-wide-light')
    await user.click(screen.getByRole('button', { name: 'Collapse' }))
    expect(shown()).toContain('symbol-light')
    await user.click(screen.getByRole('button', { name: 'Switch to dark mode' }))
    expect(shown()).toContain('symbol-dark')
  })

  test('leads Home', async () => {
    const { user, addresses } = await renderWithApp(<Portal />, { path: '/nowhere' })
    await user.click(within(sidebar()).getByRole('link', { name: 'Assay' }))
    expect(addresses().at(-1)).toBe('/home')
  })
})
