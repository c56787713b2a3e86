import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { sidebarKey } from '../../src/core/shell/sidebar'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp, type RenderedApp, type WithAppOptions } from '../support/render-with-app'
import { folders, treeRows } from '../support/specified-texts'

describe('the sidebar', () => {
  const sidebar = (): HTMLElement => screen.getByRole('complementary', { name: 'Sidebar' })
  const tree = (): HTMLElement => screen.getByRole('navigation', { name: 'Main' })
  const rows = (): readonly (string | null)[] =>
    [...tree().querySelectorAll('a, button')].map((row) => row.textContent)
  const offset = (): string | undefined => document.querySelector<HTMLElement>('.shell')?.dataset['offset']

  describe('the tree', () => {
    test('has every entry in order, with folders closed', async () => {
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

    test('on a deep link, opens its folder in the first frame and marks its page', async () => {
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
      const pictures = new Map<string, string>()
      const look = (): void => {
        for (const row of tree().querySelectorAll('.nav-row'))
          pictures.set(row.textContent, row.querySelector('svg')?.innerHTML ?? '')
      }
      look()
      // One folder is open at a time.
      for (const folder of within(tree()).getAllByRole('button', { expanded: false })) {
        await user.click(folder)
        look()
      }
      expect(pictures.size).toBeGreaterThan(14)
      expect(new Set(pictures.values()).size).toBe(pictures.size)
    })

    test('has a workspace for signed-in users only, with its pages and a button for a new dashboard', async () => {
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

    test('the button is labeled with its action, resizes the page, and its state is stored', async () => {
      const { user, keyValueStore } = await renderWithApp(<Portal />)
      await user.click(screen.getByRole('button', { name: 'Collapse' }))
      expect(screen.getByTitle('Expand')).toBeDefined()
      expect(offset()).toBe('narrow')
      expect(keyValueStore.read(sidebarKey)).toEqual({ ok: true, value: 'collapsed' })
      await user.click(screen.getByRole('button', { name: 'Expand' }))
      expect(screen.getByTitle('Collapse')).toBeDefined()
      expect(offset()).toBe('wide')
    })

    test('with blocked storage, only the stored state is lost', async () => {
      const { user } = await renderWithApp(<Portal />, { storageFull: true })
      await user.click(screen.getByRole('button', { name: 'Collapse' }))
      expect(offset()).toBe('narrow')
    })

    test('hovering expands it over the page, which does not move', async () => {
      const { user } = await renderWithApp(<Portal />, { sidebar: 'collapsed' })
      expect(sidebar().dataset['state']).toBe('narrow')
      await user.hover(sidebar())
      expect(sidebar().dataset['state']).toBe('peek')
      expect(offset()).toBe('narrow')
      await user.unhover(sidebar())
      expect(sidebar().dataset['state']).toBe('peek')
      await waitFor(() => expect(sidebar().dataset['state']).toBe('narrow'))
    })

    test('Escape collapses it while the pointer is over it', async () => {
      const { user } = await renderWithApp(<Portal />, { sidebar: 'collapsed' })
      await user.hover(sidebar())
      await user.keyboard('{Escape}')
      await waitFor(() => expect(sidebar().dataset['state']).toBe('narrow'))
    })

    test('keyboard focus expands it while the focus is inside', async () => {
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
    const logo = (): HTMLElement => within(sidebar()).getByRole('img', { name: 'Assay' })

    test('is an inline drawing that follows the width and needs no request', async () => {
      const { user } = await renderWithApp(<Portal />)
      expect(sidebar().querySelector('img')).toBeNull()
      expect(logo().getAttribute('viewBox')).toBe('0 0 112 32')
      const fills = [...logo().querySelectorAll('path[d]')].map((path) => path.getAttribute('fill'))
      expect(fills.map((fill) => fill?.split(',')[0])).toEqual(
        ['--accent-mark', '--on-fill', '--text'].map((name) => `var(${name}`),
      )
      await user.click(screen.getByRole('button', { name: 'Collapse' }))
      expect(logo().getAttribute('viewBox')).toBe('0 0 32 32')
    })

    test('of a customer follows the theme and the width', async () => {
      const { user } = await renderWithApp(<Portal />, {
        settings: {
          ASSAY_LOGO_WIDE_LIGHT: '/wide-light.svg',
          ASSAY_LOGO_WIDE_DARK: '/wide-dark.svg',
          ASSAY_LOGO_SYMBOL_LIGHT: '/symbol-light.svg',
        },
      })
      expect(logo().getAttribute('src')).toBe('/wide-dark.svg')
      await user.click(screen.getByRole('button', { name: 'Switch to light mode' }))
      expect(logo().getAttribute('src')).toBe('/wide-light.svg')
      await user.click(screen.getByRole('button', { name: 'Collapse' }))
      expect(logo().getAttribute('src')).toBe('/symbol-light.svg')
      await user.click(screen.getByRole('button', { name: 'Switch to dark mode' }))
      expect(logo().getAttribute('viewBox')).toBe('0 0 32 32')
    })

    test('leads Home', async () => {
      const { user, addresses } = await renderWithApp(<Portal />, { path: '/nowhere' })
      await user.click(within(sidebar()).getByRole('link', { name: 'Assay' }))
      expect(addresses().at(-1)).toBe('/home')
    })
  })
})

describe('the menu of a small screen', () => {
  const menu = (): HTMLElement => screen.getByRole('dialog', { name: 'Menu' })

  async function opened(options: WithAppOptions = {}): Promise<RenderedApp> {
    const app = await renderWithApp(<Portal />, { width: 390, ...options })
    await app.user.click(screen.getByRole('button', { name: 'Open menu' }))
    return app
  }

  test('a phone has a bar with the menu and no sidebar', async () => {
    await renderWithApp(<Portal />, { width: 390 })
    expect(screen.queryByRole('complementary', { name: 'Sidebar' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: 'Open menu' })).toBeDefined()
    expect(screen.getByText('Home', { selector: '.page-head__subtitle' })).toBeDefined()
  })

  describe('the menu', () => {
    test('has the same tree, the knowledge base, and the auth button at its end', async () => {
      await opened()
      expect([...menu().querySelectorAll('a, button')].map((row) => row.textContent)).toEqual([
        '',
        ...treeRows,
        'Knowledge Base',
        'LOG IN',
      ])
      const guide = within(menu()).getByRole('link', { name: 'Knowledge Base' })
      expect([guide.getAttribute('target'), guide.getAttribute('rel')]).toEqual(['_blank', 'noopener'])
    })

    test('opens Deep Research for signed-in people, which closes back onto the button of the menu', async () => {
      const { user, goTo } = await opened({ signedIn: true, path: '/datasets/stablecoins' })
      await user.click(within(menu()).getByRole('button', { name: 'Deep Research' }))
      const panel = await screen.findByRole('dialog', { name: 'Deep Research' })
      expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull()
      await user.click(within(panel).getByRole('button', { name: 'Close Deep Research' }))
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open menu' }))
      goTo('/saved-dashboards')
      await user.click(screen.getByRole('button', { name: 'Open menu' }))
      const row = within(menu()).getByRole('link', { name: 'Deep Research' })
      expect(row.getAttribute('href')).toBe('/deep-research')
    })

    test('folders open in it, one at a time', async () => {
      const { user } = await opened()
      await user.click(within(menu()).getByRole('button', { name: 'DeFi' }))
      await user.click(within(menu()).getByRole('button', { name: 'TradFi' }))
      expect(within(menu()).getByRole('link', { name: 'ETF' })).toBeDefined()
      expect(within(menu()).queryByRole('link', { name: 'Lending' })).toBeNull()
    })

    test('choosing a link closes it and goes there', async () => {
      const { user, addresses } = await opened()
      await user.click(within(menu()).getByRole('link', { name: 'Stablecoins' }))
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(addresses().at(-1)).toBe('/datasets/stablecoins')
    })

    test('choosing the current page closes it too', async () => {
      const { user } = await opened()
      await user.click(within(menu()).getByRole('link', { name: 'Home' }))
      expect(screen.queryByRole('dialog')).toBeNull()
    })

    test.each([
      ['Create New Dashboard', 'dialog', 'Create New Dashboard'],
      ['LOG OUT', 'alertdialog', 'Leave without saving?'],
    ])(
      'it closes for the dialog of “%s”, which returns the focus to Open menu',
      async (button, role, name) => {
        const { user, stores } = await opened({ signedIn: true })
        act(() => void stores.unsavedWork.getState().hold({ title: 'Leave without saving?', text: '' }))
        // The second time the dialog opens at once, as its file has loaded.
        for (const time of ['first', 'second']) {
          if (time === 'second') await user.click(screen.getByRole('button', { name: 'Open menu' }))
          await user.click(within(menu()).getByRole('button', { name: button }))
          const dialog = await screen.findByRole(role, { name })
          expect(document.querySelector('.mobile-menu')).toBeNull()
          await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
          await user.keyboard('{Escape}')
          await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Open menu'))
        }
      },
    )

    test('Close menu gives focus back to the button that opened it', async () => {
      const { user } = await opened()
      await user.click(screen.getByRole('button', { name: 'Close menu' }))
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open menu' }))
    })

    test('it traps the focus', async () => {
      const { user } = await opened()
      const close = screen.getByRole('button', { name: 'Close menu' })
      const last = within(menu()).getByRole('button', { name: 'LOG IN' })
      last.focus()
      await user.tab()
      expect(document.activeElement).toBe(close)
      await user.tab({ shift: true })
      expect(document.activeElement).toBe(last)
    })

    test('LOG IN returns to this page', async () => {
      const { user, host } = await opened({ path: '/datasets/bitcoin' })
      await user.click(screen.getByRole('button', { name: 'LOG IN' }))
      expect(host.visits).toEqual([{ kind: 'sign-in', target: '/datasets/bitcoin', fresh: false }])
    })

    test('signed in it greets and says LOG OUT', async () => {
      const { user, host } = await opened({ signedIn: true })
      expect(within(menu()).getByText('Hi, Ada Winter')).toBeDefined()
      await user.click(screen.getByRole('button', { name: 'LOG OUT' }))
      expect(host.visits).toEqual([{ kind: 'sign-out' }])
    })
  })
})
