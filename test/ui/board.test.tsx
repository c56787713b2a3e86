import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { FieldLabels, Narrowing } from '../../src/core/kernel/narrowing'
import type { SurfaceEvent, SurfaceFailure, TokenTrouble } from '../../src/core/ports/dashboard-surface'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp } from '../support/render-with-app'
import { invitation } from '../support/specified-texts'

const signedIn = true
const region = (name: string): HTMLElement => screen.getByRole('region', { name })

describe('the shared board container', () => {
  test('the container and its frame survive every route change', async () => {
    const { board, goTo, surface } = await renderWithApp(<Portal />, { signedIn })
    const container = document.querySelector('.board__container')
    const before = board().shown.length
    const frames = surface.frameCounts()
    for (const path of ['/datasets/bitcoin', '/nowhere', '/datasets/rwa', '/home']) goTo(path)
    expect(document.querySelector('.board__container')).toBe(container)
    expect(surface.views).toHaveLength(1)
    expect(surface.frameCounts()).toEqual(frames)
    expect(
      board()
        .shown.slice(before)
        .map((request) => request.title),
    ).toEqual(['Bitcoin dashboard', 'RWA dashboard', 'Home dashboard'])
  })

  test('a page without a board hides the container', async () => {
    const { goTo } = await renderWithApp(<Portal />, { signedIn })
    goTo('/nowhere')
    expect(screen.queryByRole('region', { name: /dashboard/ })).toBeNull()
  })

  test('a theme change requests the same board in the other theme', async () => {
    const { user, board } = await renderWithApp(<Portal />, { signedIn })
    await user.click(screen.getByRole('button', { name: 'Switch to light mode' }))
    const [before, after] = board().shown.slice(-2)
    expect(after?.view).toEqual(before?.view)
    expect([before?.appearance.mode, after?.appearance.mode]).toEqual(['dark', 'light'])
  })

  test('page and board change theme together: the page keeps the old theme until the board has the new one', async () => {
    const { user, board, goTo } = await renderWithApp(<Portal />, { signedIn })
    const done: string[] = []
    const startViewTransition = vi.fn<(update: () => Promise<void>) => object>((update) => {
      void update().then(() => done.push(document.documentElement.dataset['theme'] ?? ''))
      return { ready: Promise.resolve() }
    })
    Object.defineProperty(document, 'startViewTransition', { configurable: true, value: startViewTransition })
    try {
      // The API exists from the next page change on.
      goTo('/datasets/bitcoin')
      goTo('/saved-dashboards')
      goTo('/home')
      const view = board()
      view.show = () => undefined
      await user.click(screen.getByRole('button', { name: 'Switch to light mode' }))
      expect(document.documentElement.dataset['theme']).toBe('light')
      expect([startViewTransition.mock.calls.length, done]).toEqual([1, []])
      await act(async () => view.say({ kind: 'restyled' }))
      await waitFor(() => expect(done).toEqual(['light']))
      // Without a board on screen the theme changes at once.
      goTo('/nowhere')
      await user.click(screen.getByRole('button', { name: 'Switch to dark mode' }))
      expect(document.documentElement.dataset['theme']).toBe('dark')
      expect(startViewTransition).toHaveBeenCalledTimes(1)
    } finally {
      Reflect.deleteProperty(document, 'startViewTransition')
    }
  })

  test('a flag that arrives late reaches the board', async () => {
    const { board, flags } = await renderWithApp(<Portal />, { signedIn })
    expect(board().shown.at(-1)?.appearance.chartFeatures).toBe(true)
    act(() => flags.set('miu-chart-interactions-enabled', false))
    expect(board().shown.at(-1)?.appearance.chartFeatures).toBe(false)
  })

  test('signing out removes the board of a dataset', async () => {
    const { stores } = await renderWithApp(<Portal />, { path: '/datasets/bitcoin', signedIn })
    act(() => stores.auth.setState({ isAuthenticated: false, user: undefined }))
    expect(screen.getByText(invitation)).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Bitcoin dashboard' })).toBeNull()
  })
})

describe('a link on a board', () => {
  test('opens the page of its dataset each time, and no other page', async () => {
    const { board } = await renderWithApp(<Portal />, { signedIn })
    const follow = (path: string) => act(() => board().say({ kind: 'page-asked', path }))
    const before = board().shown.length
    for (const path of ['/chart-builder', '/datasets/etf', '/home', '/datasets/etf']) follow(path)
    expect(
      board()
        .shown.slice(before)
        .map(({ title }) => title),
    ).toEqual(['ETF dashboard', 'Home dashboard', 'ETF dashboard'])
  })
})

describe('waiting', () => {
  test('the skeleton stays until the board is rendered', async () => {
    const { board } = await renderWithApp(<Portal />, { signedIn })
    act(() => board().say({ kind: 'loading' }))
    expect(region('Home dashboard').getAttribute('aria-busy')).toBe('true')
    expect(screen.getByText('Loading the Home dashboard')).toBeDefined()
    expect(document.querySelector('.board-skeleton')).not.toBeNull()
    act(() => board().say({ kind: 'rendered' }))
    expect(region('Home dashboard').getAttribute('aria-busy')).toBe('false')
    expect(document.querySelector('.board-skeleton')).toBeNull()
  })
})

describe('a board failure', () => {
  const token = (trouble: TokenTrouble): SurfaceFailure => ({ kind: 'token-unavailable', trouble })
  const failures: readonly (readonly [SurfaceFailure, string, string])[] = [
    [{ kind: 'frame-silent' }, 'The Bitcoin dashboard isn’t responding', 'Retry'],
    [{ kind: 'frame-silent', host: 'answers' }, 'needs to allow http', 'Retry'],
    [{ kind: 'frame-silent', host: 'failing' }, 'reported an error', 'Retry'],
    [{ kind: 'frame-silent', host: 'unreachable' }, 'can’t reach the analytics service', 'Retry'],
    [{ kind: 'sdk-unavailable' }, 'The Bitcoin dashboard couldn’t be loaded', 'Retry'],
    [token('not-answering'), 'The Bitcoin dashboard can’t be reached', 'Retry'],
    [token('identity-not-answering'), 'Your session couldn’t be renewed', 'Retry'],
    [token('not-understood'), 'The Bitcoin dashboard can’t be opened', 'Retry'],
    [token('not-accepted'), 'The Bitcoin dashboard rejected your access', 'Retry'],
    [token('sign-in-again'), 'Your session has expired', 'Log In'],
    [token('no-access'), 'You don’t have access to the Bitcoin dashboard', 'Use another account'],
    [{ kind: 'view-refused' }, 'The Bitcoin dashboard isn’t available to you', 'Retry'],
    [{ kind: 'frame-blocked' }, 'The Bitcoin dashboard was blocked', 'Retry'],
    [{ kind: 'dashboard-id-invalid' }, 'The Bitcoin dashboard isn’t configured', 'Retry'],
  ]

  test.each(failures)('%j is reported as "%s"', async (failure, title, action) => {
    const { board } = await renderWithApp(<Portal />, { path: '/datasets/bitcoin', signedIn })
    act(() => board().say({ kind: 'failed', failure }))
    expect(screen.getByRole('alert').textContent).toContain(title)
    const alert = within(screen.getByRole('alert'))
    expect(alert.getByRole('button', { name: action })).toBeDefined()
    if (action !== 'Retry') expect(alert.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  test('a signed-out visitor is asked to log in and reaches the sign-in page', async () => {
    const { board, host, user } = await renderWithApp(<Portal />)
    act(() => board().say({ kind: 'failed', failure: token('sign-in-again') }))
    const alert = within(screen.getByRole('alert'))
    expect(alert.getByText('Log in to see the Home dashboard')).toBeDefined()
    await user.click(alert.getByRole('button', { name: 'Log In' }))
    expect(host.visits).toEqual([{ kind: 'sign-in', target: '/home', fresh: false }])
  })

  test('a user without access who chooses another account is logged out first', async () => {
    const { board, host, user } = await renderWithApp(<Portal />, { path: '/datasets/bitcoin', signedIn })
    act(() => board().say({ kind: 'failed', failure: token('no-access') }))
    await user.click(screen.getByRole('button', { name: 'Use another account' }))
    expect(host.visits).toEqual([{ kind: 'sign-out' }])
  })

  test('shows the same reference as the journal', async () => {
    const { board, journal } = await renderWithApp(<Portal />, { signedIn })
    act(() => board().say({ kind: 'failed', failure: { kind: 'frame-silent' } }))
    const shown = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(screen.getByRole('alert').textContent)?.[0]
    expect(shown).toBeDefined()
    await waitFor(() =>
      expect(journal.entries).toContainEqual(
        expect.objectContaining({ where: 'dashboard', text: 'frame-silent', reference: shown }),
      ),
    )
  })

  test('Copy puts the reference on the clipboard and confirms it', async () => {
    const { board, user } = await renderWithApp(<Portal />, { signedIn })
    act(() => board().say({ kind: 'failed', failure: { kind: 'frame-silent' } }))
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined()
    const copied = await navigator.clipboard.readText()
    expect(screen.getByRole('alert').textContent).toContain(copied.split(' ')[0])
  })

  test('Retry restores the board', async () => {
    const { board, user } = await renderWithApp(<Portal />, { signedIn })
    act(() => board().say({ kind: 'failed', failure: { kind: 'frame-silent' } }))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(region('Home dashboard').getAttribute('aria-busy')).toBe('false')
  })

  test.each<SurfaceFailure>([{ kind: 'frame-silent', host: 'answers' }, { kind: 'view-refused' }])(
    '%j of a link to one chart offers the whole dashboard, because the chart may be gone',
    async (failure) => {
      const app = await renderWithApp(<Portal />, {
        path: '/datasets/bitcoin?chart=gone&asset=BTC',
        signedIn,
      })
      act(() => app.board().say({ kind: 'failed', failure }))
      expect(screen.getByRole('alert').textContent).toContain('This chart couldn’t be shown')
      await app.user.click(screen.getByRole('button', { name: 'Show Whole Dashboard' }))
      expect(app.addresses()).toEqual(['/datasets/bitcoin?asset=BTC'])
      expect(app.board().shown.at(-1)?.view).not.toHaveProperty('chartId')
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )

  test('leaving the page clears the failure', async () => {
    const { board, goTo } = await renderWithApp(<Portal />, { signedIn })
    act(() => board().say({ kind: 'failed', failure: { kind: 'frame-silent' } }))
    goTo('/datasets/bitcoin')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

test('a chart pinned from its own menu is reported with a link to its dashboard and Undo', async () => {
  const app = await renderWithApp(<Portal />, { signedIn: true, path: '/datasets/bitcoin' })
  await waitFor(() => expect(app.surface.views).toHaveLength(1))
  await screen.findByRole('button', { name: 'Copy link' })
  const pinned = { dashboardId: 'desk', name: 'Desk', chartId: 'price' } as const
  act(() => app.surface.views[0]?.say({ kind: 'library-changed', change: 'pinned', ...pinned }))
  const notice = within(
    (await screen.findByText('The chart was pinned to “Desk”.')).closest('li') ?? document.body,
  )
  expect(notice.getByRole('link', { name: 'Open dashboard' }).getAttribute('href')).toBe(
    '/saved-dashboards/desk',
  )
  notice.getByRole('button', { name: 'Undo' })
})

test('“Refresh data” keeps the board on screen while offline', async () => {
  const { board, user } = await renderWithApp(<Portal />, { signedIn })
  act(() => board().say({ kind: 'rendered' }))
  const events: string[] = []
  board().watch(({ kind }) => events.push(kind))
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await user.click(screen.getByRole('button', { name: 'Refresh data' }))
  expect(events).toEqual([])
  online.mockReturnValue(true)
  await user.click(screen.getByRole('button', { name: 'Refresh data' }))
  expect(events).toContain('loading')
})

describe('the tab in the address', () => {
  const bitcoin = '/datasets/bitcoin'
  const tab = (id: string | null, dashboardId: string) =>
    ({ kind: 'navigated', dashboardId, tabId: id, chartId: null }) as const

  test('a link with a tab opens it', async () => {
    const { board } = await renderWithApp(<Portal />, { path: `${bitcoin}?tab=second`, signedIn })
    expect(board().shown.at(-1)?.view).toMatchObject({ tabId: 'second' })
  })

  test('a tab that is not a plain id is ignored', async () => {
    const { board } = await renderWithApp(<Portal />, { path: `${bitcoin}?tab=..%2Fevil`, signedIn })
    expect(board().shown.at(-1)?.view).not.toHaveProperty('tabId')
  })

  test('does not change for the tab that a board opens by default', async () => {
    const { addresses, board, catalogue } = await renderWithApp(<Portal />, { path: bitcoin, signedIn })
    const id = catalogue.byPath(bitcoin)?.dashboardId ?? ''
    act(() => {
      board().say({ kind: 'loading' })
      board().say(tab('first', id))
      board().say({ kind: 'rendered' })
    })
    expect(addresses()).toEqual([bitcoin])
  })

  test('follows each selected tab, each in its own history entry', async () => {
    const { addresses, board, catalogue } = await renderWithApp(<Portal />, {
      path: `${bitcoin}?from=mail`,
      signedIn,
    })
    const id = catalogue.byPath(bitcoin)?.dashboardId ?? ''
    act(() => board().say(tab(null, id)))
    act(() => board().say(tab('second', id)))
    const second = `${bitcoin}?from=mail&tab=second`
    expect(addresses()).toEqual([`${bitcoin}?from=mail`, second])
    expect(board().shown.at(-1)?.view).toMatchObject({ tabId: 'second' })
    act(() => board().say(tab('first', id)))
    expect(addresses()).toEqual([`${bitcoin}?from=mail`, second, `${bitcoin}?from=mail&tab=first`])
  })

  test('survives a refresh, and a plain link to the same page removes it', async () => {
    const { addresses, board, catalogue, goTo } = await renderWithApp(<Portal />, { path: bitcoin, signedIn })
    const id = catalogue.byPath(bitcoin)?.dashboardId ?? ''
    act(() => board().say(tab('second', id)))
    act(() => {
      board().say({ kind: 'loading' })
      board().say(tab('second', id))
      board().say({ kind: 'rendered' })
    })
    expect(addresses()).toEqual([bitcoin, `${bitcoin}?tab=second`])
    goTo(bitcoin)
    expect(board().shown.at(-1)?.view).not.toHaveProperty('tabId')
    expect(addresses().at(-1)).toBe(bitcoin)
  })

  test('a personal view is requested by the URL, follows the board and is removed on leaving it', async () => {
    const { addresses, board, catalogue } = await renderWithApp(<Portal />, {
      path: `${bitcoin}?view=mine`,
      signedIn,
    })
    const dashboardId = catalogue.byPath(bitcoin)?.dashboardId ?? ''
    expect(board().shown.at(-1)?.view).toMatchObject({ personalViewId: 'mine' })
    const say = (viewId?: string) =>
      act(() =>
        board().say({
          kind: 'navigated',
          dashboardId,
          tabId: null,
          chartId: null,
          ...(viewId === undefined ? {} : { viewId }),
        }),
      )
    say('other')
    expect(addresses().slice(1)).toEqual([`${bitcoin}?view=other`])
    act(() => board().say({ kind: 'loading' }))
    say()
    act(() => board().say({ kind: 'rendered' }))
    expect(addresses().slice(1)).toEqual([`${bitcoin}?view=other`])
    say()
    expect(addresses().at(-1)).toBe(bitcoin)
    expect(board().shown.at(-1)?.view).not.toHaveProperty('personalViewId')
    // A board that was left under a view returns under it.
    act(() => board().say({ kind: 'loading' }))
    say()
    say('mine')
    act(() => board().say({ kind: 'rendered' }))
    expect(addresses().at(-1)).toBe(`${bitcoin}?view=mine`)
  })

  test('a late event from another board does not affect this page', async () => {
    const { addresses, board, catalogue } = await renderWithApp(<Portal />, { path: bitcoin, signedIn })
    act(() => board().say(tab('second', catalogue.byPath('/home')?.dashboardId ?? '')))
    expect(addresses()).toEqual([bitcoin])
  })
})

describe('by keyboard', () => {
  test('one skip link leads into the dashboard and one past it', async () => {
    const { user } = await renderWithApp(<Portal />, { signedIn })
    const [into, past] = [
      screen.getByRole('link', { name: 'Skip to dashboard' }),
      screen.getAllByRole('link', { name: 'Skip past the dashboard' })[0],
    ]
    await user.tab()
    expect(document.activeElement).toBe(into)
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(region('Home dashboard'))
    past?.focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement?.textContent).toBe('End of the dashboard')
  })

  test('a page without a dashboard has a skip link to its content instead', async () => {
    await renderWithApp(<Portal />, { path: '/datasets/bitcoin' })
    expect(screen.getByRole('link', { name: 'Skip to content' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Skip to dashboard' })).toBeNull()
  })
})

describe('in print', () => {
  const print = (when: 'beforeprint' | 'afterprint'): void => act(() => void dispatchEvent(new Event(when)))

  test.each([
    [390, '@page { size: 596px 834px; margin: 38px }', '280px'],
    [1192, '', '200px'],
    [1672, `@page { size: 1748px ${1672 * (190 / 277) + 76}px; margin: 38px }`, '200px'],
  ])(
    'a board %s px wide keeps its width and top margin, on a sheet that fits it',
    async (width, sheet, room) => {
      // The test DOM does not support `@page` rules.
      const replaced = vi.spyOn(CSSStyleSheet.prototype, 'replaceSync')
      await renderWithApp(<Portal />, { signedIn })
      const container = document.querySelector<HTMLElement>('.board__container')
      if (container === null) throw new Error('no place')
      vi.spyOn(container, 'getBoundingClientRect').mockReturnValue({ width } as DOMRect)
      print('beforeprint')
      expect(container.style.width).toBe(`${width}px`)
      expect(container.style.getPropertyValue('--above')).toBe(room)
      expect(replaced.mock.lastCall).toEqual([sheet])
      print('afterprint')
      expect(container.getAttribute('style')).toBeNull()
      expect(document.adoptedStyleSheets).toEqual([])
    },
  )
})

describe('the time range and filters in the URL', () => {
  const narrowedTo = (
    narrowing: Narrowing,
    dashboardId: string,
    beyond: readonly string[] = [],
    labels: FieldLabels = {},
  ): SurfaceEvent => ({
    kind: 'narrowed',
    dashboardId,
    narrowing,
    beyond,
    labels,
  })
  const stablecoins = '/datasets/stablecoins'
  const opened = async (search = '') => {
    const app = await renderWithApp(<Portal />, { path: `${stablecoins}${search}`, signedIn })
    const id = app.catalogue.byPath(stablecoins)?.dashboardId ?? ''
    return {
      ...app,
      narrow: (narrowing: Narrowing, beyond?: readonly string[], labels?: FieldLabels) =>
        act(() => app.board().say(narrowedTo(narrowing, id, beyond, labels))),
    }
  }

  test('are requested from the board', async () => {
    const { board } = await opened('?range=30d&chain=Ethereum,50%25,5%2520')
    expect(board().shown.at(-1)?.view).toMatchObject({
      narrowing: { range: '30d', filters: { chain: ['Ethereum', '50%', '5%20'] } },
    })
  })

  test('follow the user’s choices, and Back restores the previous ones without reloading the board', async () => {
    const { addresses, board, goTo, narrow, surface } = await opened()
    narrow({ range: '30d', filters: {} })
    narrow({ range: '30d', filters: { chain: ['Tron'] } })
    const written = [stablecoins, `${stablecoins}?range=30d`, `${stablecoins}?range=30d&chain=Tron`]
    expect(addresses()).toEqual(written)
    goTo(`${stablecoins}?range=30d`)
    expect(board().shown.at(-1)?.view).toMatchObject({ narrowing: { range: '30d', filters: {} } })
    goTo(stablecoins)
    expect(board().shown.at(-1)?.view).not.toHaveProperty('narrowing')
    expect(addresses()).toEqual([...written, `${stablecoins}?range=30d`, stablecoins])
    expect(surface.frameCounts()).toEqual({ board: 1 })
  })

  test('use one history entry for consecutive changes of one filter', async () => {
    const { addresses, narrow } = await opened()
    for (const chain of [['Tron'], ['Tron', 'Solana'], ['Solana']])
      narrow({ range: null, filters: { chain } })
    expect(addresses()).toEqual([stablecoins, `${stablecoins}?chain=Solana`])
    narrow({ range: '1y', filters: { chain: ['Solana'] } })
    narrow({ range: '1y', filters: { chain: ['Tron'] } })
    expect(addresses()).toHaveLength(4)
  })

  test('replace the current history entry when the board starts with its own', async () => {
    const { addresses, board, catalogue } = await opened()
    const dashboardId = catalogue.byPath(stablecoins)?.dashboardId ?? ''
    act(() => {
      board().say({ kind: 'loading' })
      board().say({ kind: 'navigated', dashboardId, tabId: null, chartId: null })
      board().say({ kind: 'rendered' })
      board().say(narrowedTo({ range: '1y', filters: {} }, dashboardId))
    })
    expect(addresses()).toEqual([`${stablecoins}?range=1y`])
  })

  test('name those that the board lacks, and a chart where charts cannot be shown alone', async () => {
    const { board } = await opened('?chain=Tron&range=1y')
    act(() => board().say({ kind: 'not-restored', parts: ['range', 'chain', 'tab'] }))
    expect(screen.getByText(/it has no such time range, filter “Chain” or such tab/)).toBeDefined()
  })

  test('name the values of a link that the board does not filter by', async () => {
    const { board } = await opened('?chain=Nope,Tron')
    act(() => board().say({ kind: 'not-filtered', values: [{ field: 'chain', value: 'Nope' }] }))
    screen.getByText('This dashboard couldn’t apply the link’s filter: “Nope” under “Chain”.')
  })

  test('are named when the link is copied, with what the link leaves out', async () => {
    const { narrow, user } = await opened()
    narrow({ range: '30d', filters: { chain: ['Ethereum', 'Tron'], transfer: [] } }, ['Amount'])
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toBe(
      `${window.location.origin}${stablecoins}?range=30d&chain=Ethereum,Tron&transfer=`,
    )
    await screen.findByText(
      'Link copied: 30 days, Chain = Ethereum, Tron, Transfer = All. Not included: Amount.',
    )
  })

  test('are named as the board names its filters when the link is copied', async () => {
    const { narrow, user } = await opened()
    narrow({ range: null, filters: { asset: ['ETH'], chain: ['Tron'] } }, [], { asset: 'Underlying' })
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toContain('?asset=ETH&chain=Tron')
    await screen.findByText('Link copied: Underlying = ETH, Chain = Tron')
  })

  test('are requested from the board before the link is copied if it has sent none yet', async () => {
    const { board, catalogue, stores, user } = await opened()
    const dashboardId = catalogue.byPath(stablecoins)?.dashboardId ?? ''
    act(() => stores.board.setState({ narrowed: null }))
    vi.spyOn(board(), 'narrowing').mockResolvedValue({ narrowing: { range: 'all', filters: {} }, beyond: [] })
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(dashboardId).not.toBe('')
    expect(await navigator.clipboard.readText()).toContain('?range=all')
  })

  test('from a newer portal are applied as far as possible, with a notice', async () => {
    const { board } = await opened('?v=9&range=30d&compare=1y')
    expect(board().shown.at(-1)?.view).toMatchObject({ narrowing: { range: '30d' } })
    expect(screen.getByText(/made by a newer version of the portal/)).toBeDefined()
  })
})
