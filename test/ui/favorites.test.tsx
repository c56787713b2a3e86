import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryUser } from '../../src/adapters/identity-provider/memory/memory-identity-provider'
import { favoritesKey } from '../../src/core/favorites/favorites-store'
import { favoriteLimits, favoritesText } from '../../src/core/favorites/stored-favorites'
import { sessionKey } from '../../src/core/session/session-key'
import type { StarredTile } from '../../src/core/ports/dashboard-surface'
import type { SavedDashboard } from '../../src/core/ports/dashboard-library'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp, type RenderedApp } from '../support/render-with-app'

const saved = (id: string, name: string): SavedDashboard => ({
  id,
  name,
  description: '',
  author: 'analyst@example.com',
  createdAt: null,
  modifiedAt: null,
})
const star = (name: string): HTMLElement => screen.getByRole('button', { name: `Favorite: ${name}` })
const pressed = (name: string): string | null => star(name).getAttribute('aria-pressed')
const strip = (): HTMLElement | null => screen.queryByRole('region', { name: 'Favorites and recent pages' })
const room = (): Element | null => document.querySelector('.home-strip')
const links = (name: string): readonly (string | null)[] =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => link.textContent)

function tileOf({ catalogue }: RenderedApp, chartId: string): StarredTile {
  const dashboardId = catalogue.datasets.find(({ key }) => key === 'bitcoin')?.dashboardId ?? ''
  return { kind: 'tile', dashboardId, tabId: null, chartId, title: `Tile ${chartId}` }
}

describe('the favorite button', () => {
  test('stars a dataset on its page, by key, and on Home’s strip', async () => {
    const app = await renderWithApp(<Portal />, { signedIn: true, path: '/datasets/bitcoin' })
    expect(pressed('Bitcoin')).toBe('false')
    await app.user.click(star('Bitcoin'))
    expect(pressed('Bitcoin')).toBe('true')
    await app.user.keyboard('s')
    expect(pressed('Bitcoin')).toBe('false')
    await app.user.keyboard('s')
    app.goTo('/datasets/rwa')
    app.goTo('/home')
    await waitFor(() => expect(links('Favorites')).toEqual(['Bitcoin']))
    expect(links('Recent')).toEqual(['RWA'])
    await app.user.click(within(strip() ?? document.body).getByRole('link', { name: 'Bitcoin' }))
    expect(app.addresses().at(-1)).toBe('/datasets/bitcoin')
  })

  test('stars a dashboard in its row and its header, until it is deleted', async () => {
    const app = await renderWithApp(<Portal />, {
      signedIn: true,
      path: '/saved-dashboards',
      dashboards: [saved('a1', 'Desk')],
    })
    await app.user.click(await screen.findByRole('button', { name: 'Favorite: Desk' }))
    app.goTo('/saved-dashboards/a1')
    await waitFor(() => expect(pressed('Desk')).toBe('true'))
    expect(app.stores.favorites.getState().recents).toEqual([{ kind: 'dashboard', id: 'a1', name: 'Desk' }])
    await act(async () => void (await app.stores.dashboards.getState().remove('a1')))
    expect(app.stores.favorites.getState()).toMatchObject({ favorites: [], recents: [] })
  })

  test('keeps a dashboard when the list could be read only in part', async () => {
    const app = await renderWithApp(<Portal />, {
      signedIn: true,
      path: '/saved-dashboards',
      dashboards: [saved('a1', 'Desk')],
    })
    await app.user.click(await screen.findByRole('button', { name: 'Favorite: Desk' }))
    const inSidebar = (): string | null | undefined =>
      screen.queryByRole('region', { name: 'Favorites' })?.textContent
    act(() => app.stores.dashboards.setState({ dashboards: [], complete: false }))
    expect(inSidebar()).toContain('Desk')
    act(() => app.stores.dashboards.setState({ complete: true }))
    expect(inSidebar() ?? '').not.toContain('Desk')
  })

  test('lists favorites in the sidebar with a digit that opens each', async () => {
    const app = await renderWithApp(<Portal />, { signedIn: true, path: '/datasets/bitcoin' })
    const region = (): HTMLElement => screen.getByRole('region', { name: 'Favorites' })
    expect(screen.queryByRole('region', { name: 'Favorites' })).toBeNull()
    await app.user.click(star('Bitcoin'))
    app.goTo('/datasets/rwa')
    await app.user.click(star('RWA'))
    expect(
      within(region())
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Bitcoin1', 'RWA2'])
    await app.user.keyboard('1')
    expect(app.addresses().at(-1)).toBe('/datasets/bitcoin')
    await app.user.click(within(region()).getByRole('link', { name: 'RWA' }))
    expect(app.addresses().at(-1)).toBe('/datasets/rwa')
    // There is no third favorite, so nothing happens.
    await app.user.keyboard('3')
    expect(app.addresses().at(-1)).toBe('/datasets/rwa')
    await app.user.keyboard('{Control>}k{/Control}')
    await app.user.type(await screen.findByRole('combobox'), '1')
    expect(app.addresses().at(-1)).toBe('/datasets/rwa')
    await app.user.keyboard('{Escape}')
    // A chart is not a page: on its dashboard only the tree row is marked as current.
    const chart = tileOf(app, 'one')
    await act(async () => {
      await app.stores.favorites.getState().change({ kind: 'starred', item: chart })
    })
    const row = await within(region()).findByRole('link', { name: chart.title })
    app.goTo(row.getAttribute('href') ?? '')
    await waitFor(() => expect(screen.getAllByRole('link', { current: 'page' })).toHaveLength(1))
    expect(within(region()).queryByRole('link', { current: 'page' })).toBeNull()
  })

  test('a saved dashboard is marked as current in the sidebar on each of its tabs', async () => {
    const dashboards = [saved('a1', 'Desk')]
    const app = await renderWithApp(<Portal />, { signedIn: true, path: '/saved-dashboards/a1', dashboards })
    await screen.findByRole('heading', { level: 1, name: 'Desk' })
    await app.user.click(star('Desk'))
    const link = within(await screen.findByRole('region', { name: 'Favorites' })).getByRole('link')
    expect(link.getAttribute('aria-current')).toBe('page')
    app.goTo('/saved-dashboards/a1?tab=second')
    expect(link.getAttribute('aria-current')).toBe('page')
    app.goTo('/saved-dashboards')
    expect(link.getAttribute('aria-current')).toBeNull()
  })

  test.each([
    ['opens it once it has loaded', '1', '/datasets/bitcoin'],
    ['opens nothing after Escape', '1{Escape}', '/datasets/rwa'],
  ])('a digit pressed before its favorite has loaded %s', async (_, keys, at) => {
    const app = await renderWithApp(<Portal />, {
      signedIn: true,
      path: '/datasets/rwa',
      loading: 'session',
    })
    const key = favoritesKey(sessionKey({ isAuthenticated: true, user: memoryUser }))
    app.keyValueStore.write(
      key,
      favoritesText({ favorites: [{ kind: 'dataset', key: 'bitcoin' }], recents: [] }),
    )
    await app.user.keyboard(keys)
    await app.finishLoading()
    await screen.findByRole('region', { name: 'Favorites' })
    expect(app.addresses().at(-1)).toBe(at)
  })

  test('lists favorites in the phone menu, which closes on selection', async () => {
    const app = await renderWithApp(<Portal />, { signedIn: true, path: '/datasets/bitcoin', width: 390 })
    await app.user.click(star('Bitcoin'))
    app.goTo('/home')
    await app.user.click(screen.getByRole('button', { name: 'Open menu' }))
    const menu = await screen.findByRole('dialog', { name: 'Menu' })
    await app.user.click(
      within(within(menu).getByRole('region', { name: 'Favorites' })).getByRole('link', { name: 'Bitcoin' }),
    )
    expect(app.addresses().at(-1)).toBe('/datasets/bitcoin')
    expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull()
  })

  test('is not shown to visitors, nor on Home', async () => {
    const app = await renderWithApp(<Portal />)
    expect(screen.queryByRole('button', { name: /^Favorite/ })).toBeNull()
    expect(strip()).toBeNull()
    app.goTo('/datasets/bitcoin')
    expect(screen.queryByRole('button', { name: /^Favorite/ })).toBeNull()
  })

  test('works until the page is closed when storage fails, with a notice', async () => {
    const { user } = await renderWithApp(<Portal />, {
      signedIn: true,
      path: '/datasets/bitcoin',
      storageFull: true,
    })
    await user.click(star('Bitcoin'))
    expect(pressed('Bitcoin')).toBe('true')
    await screen.findByText(/Your browser blocks storage/)
  })
})

describe('one more than the maximum', () => {
  test.each([
    ['of a page', ({ user }: RenderedApp) => user.click(star('Bitcoin'))],
    [
      'of a chart, however many the frame asks for',
      async (app: RenderedApp) => {
        for (const chart of ['price', 'volume'])
          act(() => app.board().say({ kind: 'tile-starred', tile: tileOf(app, chart) }))
      },
    ],
  ])('%s is not starred, removes no favorite, and the notice explains what to do', async (_, press) => {
    const app = await renderWithApp(<Portal />, { signedIn: true, path: '/datasets/bitcoin' })
    const { change } = app.stores.favorites.getState()
    const many = Array.from({ length: favoriteLimits.favorites }, (_, index) => `d${index}`)
    for (const id of many) await change({ kind: 'starred', item: { kind: 'dashboard', id, name: id } })
    await press(app)
    await screen.findByText('You already have 100 favorites, the maximum. Remove one to add another.')
    expect(document.querySelectorAll('.notice')).toHaveLength(1)
    expect(app.stores.favorites.getState().favorites.map((item) => 'id' in item && item.id)).toEqual(many)
  })
})

describe('a starred chart', () => {
  test('is saved when the frame reports it, is shown on Home in its own view, and can be removed', async () => {
    const app = await renderWithApp(<Portal />, { signedIn: true, path: '/datasets/bitcoin' })
    const tile = tileOf(app, 'price')
    act(() => app.board().say({ kind: 'tile-starred', tile }))
    await screen.findByText(/was added to Home/)
    act(() => app.board().say({ kind: 'tile-starred', tile: { ...tile } }))
    await screen.findByText(/is already on Home/)
    expect(app.surface.frameCounts()).toEqual({ board: 1 })

    app.goTo('/home')
    const card = within(await screen.findByRole('list', { name: 'Favorite charts' }))
    await waitFor(() => expect(app.surface.frameCounts()).toEqual({ board: 1, tile: 1 }))
    const request = app.surface.views.at(-1)?.shown.at(-1)
    expect(request).toMatchObject({
      view: { kind: 'dashboard', dashboardId: tile.dashboardId, chartId: 'price' },
      title: 'Tile price chart',
      showPreviewLoader: true,
    })
    expect(card.getByRole('link', { name: 'Tile price, on Bitcoin' }).getAttribute('href')).toBe(
      '/datasets/bitcoin',
    )
    const pinned = { dashboardId: 'desk', name: 'Desk', chartId: 'other' } as const
    act(() => app.surface.views.at(-1)?.say({ kind: 'library-changed', change: 'pinned', ...pinned }))
    await screen.findByText('The chart was pinned to “Desk”.')
    const busy = (): string | null | undefined =>
      document.querySelector('.tile-card')?.getAttribute('aria-busy')
    expect(busy()).toBe('true')
    act(() => app.surface.views.at(-1)?.say({ kind: 'data', asOf: null, source: null }))
    expect(busy()).toBe('false')
    // Its card stays with Undo; the next visit reserves no space for it.
    await app.user.click(card.getByRole('button', { name: 'Favorite: Tile price' }))
    expect(document.activeElement).toBe(card.getByRole('button', { name: 'Undo' }))
    await app.user.keyboard('{Enter}')
    await app.user.click(card.getByRole('button', { name: 'Favorite: Tile price' }))
    app.goTo('/datasets/rwa')
    app.goTo('/home')
    await waitFor(() => expect(links('Recent')).toEqual(['RWA', 'Bitcoin']))
    expect(screen.queryByRole('list', { name: 'Favorite charts' })).toBeNull()
  })

  test('is a link beyond the third, and can be retried when it fails', async () => {
    const app = await renderWithApp(<Portal />, { signedIn: true, path: '/datasets/rwa' })
    for (const id of ['one', 'two', 'three', 'four'])
      await act(async () => {
        await app.stores.favorites.getState().change({ kind: 'starred', item: tileOf(app, id) })
      })
    app.goTo('/home')
    await waitFor(() => expect(app.surface.frameCounts()).toEqual({ board: 1, tile: 3 }))
    expect(links('Favorites')).toEqual(['Tile one'])
    const failing = app.surface.views.at(-1)
    act(() => failing?.say({ kind: 'failed', failure: { kind: 'frame-silent' } }))
    expect(screen.getByText(/can’t be shown right now/)).toBeDefined()
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(screen.queryByText(/can’t be shown right now/)).toBeNull()
    // As after a change of BI vendor, when Retry cannot help.
    act(() => failing?.say({ kind: 'failed', failure: { kind: 'not-supported' } }))
    expect(screen.getByText(/can’t be shown here/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  test('is reloaded together with the board below it', async () => {
    const app = await renderWithApp(<Portal />, { signedIn: true, path: '/datasets/rwa' })
    await act(async () => {
      await app.stores.favorites.getState().change({ kind: 'starred', item: tileOf(app, 'one') })
    })
    app.goTo('/home')
    await waitFor(() => expect(app.surface.frameCounts()).toEqual({ board: 1, tile: 1 }))
    const events: string[] = []
    app.surface.views.at(-1)?.watch(({ kind }) => events.push(kind))
    await app.user.click(screen.getByRole('button', { name: 'Refresh data' }))
    expect(events).toContain('loading')
    expect(events.filter((kind) => kind !== 'narrowed').at(-1)).toBe('rendered')
  })

  test('with a single number shows its change since the last visit', async () => {
    const app = await renderWithApp(<Portal />, { signedIn: true, path: '/datasets/rwa' })
    const tile = tileOf(app, 'supply')
    const other = tileOf(app, 'curve')
    const number = (value: number, unit?: 'percent' | 'amount'): void =>
      app.library.putNumber({ ...tile, value, ...(unit && { unit }) })
    await act(async () => {
      for (const item of [tile, other])
        await app.stores.favorites.getState().change({ kind: 'starred', item })
    })
    const lineOfHome = async (): Promise<string | null> => {
      const before = app.library.calls.length
      app.goTo('/home')
      await waitFor(() => expect(app.library.calls.slice(before)).toContain('numbers curve supply'))
      await act(async () => undefined)
      const card = within(screen.getByRole('list', { name: 'Favorite charts' }))
      return card.queryByText(/^Since you last looked/)?.textContent ?? null
    }
    const later = async (minutes: number): Promise<void> => {
      app.goTo('/datasets/rwa')
      await act(async () => app.clock.advance(minutes * 60_000))
    }
    number(200, 'amount')
    expect(await lineOfHome()).toBeNull()
    // Five minutes do not end a visit.
    await later(5)
    number(205, 'amount')
    expect(await lineOfHome()).toBeNull()
    await later(24 * 60)
    number(210.125, 'amount')
    expect(await lineOfHome()).toBe('Since you last looked: +2.5%')
    expect(screen.getByText(/^Since you last looked/).title).toBe('210.1 now, 205 on 21 Nov 2026')
    number(215.25, 'amount')
    await app.user.click(screen.getByRole('button', { name: 'Refresh data' }))
    await screen.findByText('Since you last looked: +5%')
    await later(5)
    number(203, 'amount')
    expect(await lineOfHome()).toBe('Since you last looked: −0.98%')
    await later(60)
    expect(await lineOfHome()).toBe('Since you last looked: unchanged')
    await later(60)
    number(0.1 + 0.2, 'amount')
    await lineOfHome()
    await later(60)
    number(0.3, 'amount')
    expect(await lineOfHome()).toBe('Since you last looked: unchanged')
    await later(60)
    number(-0, 'amount')
    expect(await lineOfHome()).toBe('Since you last looked: −100%')
    expect(screen.getByText(/^Since you last looked/).title).toMatch(/^0 now, 0.3 on/)
    // From 4.5 % to 4.6 % is a change of 0.1 percentage points, not of 2.2 %.
    await later(5)
    number(4.5, 'percent')
    await lineOfHome()
    await later(60)
    number(4.6, 'percent')
    expect(await lineOfHome()).toBe('Since you last looked: +0.1 pp')
    expect(screen.getByText(/^Since you last looked/).title).toBe('4.6% now, 4.5% on 22 Nov 2026')
    await later(60)
    number(17.0123, 'percent')
    expect(await lineOfHome()).toBe('Since you last looked: +12.41 pp')
    await later(60)
    number(17.011, 'percent')
    expect(await lineOfHome()).toBe('Since you last looked: −0.0013 pp')
    await later(60)
    number(4.6, 'percent')
    await lineOfHome()
    await later(60)
    // The unit is unknown: it may be a rate, and 4.6 % the fraction 0.046.
    number(4.6)
    expect(await lineOfHome()).toBeNull()
    await later(60)
    number(4.7)
    expect(await lineOfHome()).toBe('Since you last looked: was 4.6')
    // A change from a negative value has no percentage.
    await later(60)
    number(-4, 'amount')
    await lineOfHome()
    await later(60)
    number(4, 'amount')
    expect(await lineOfHome()).toBe('Since you last looked: was −4')
  })

  test('is not loaded while it is far outside the viewport', async () => {
    vi.stubGlobal('IntersectionObserver', NeverIntersecting)
    const app = await renderWithApp(<Portal />, { signedIn: true, path: '/datasets/rwa' })
    await act(async () => {
      await app.stores.favorites.getState().change({ kind: 'starred', item: tileOf(app, 'one') })
    })
    app.goTo('/home')
    await screen.findByRole('list', { name: 'Favorite charts' })
    expect(app.surface.frameCounts()).toEqual({ board: 1 })
  })
})

test('favorites disappear from the screen after sign-out', async () => {
  const app = await renderWithApp(<Portal />, { signedIn: true, path: '/datasets/etf' })
  await app.user.click(star('ETF'))
  app.goTo('/home')
  await waitFor(() => expect(links('Favorites')).toEqual(['ETF']))
  await app.user.click(screen.getByRole('button', { name: 'Log out' }))
  await waitFor(() => expect(strip()).toBeNull())
  expect(room()?.textContent).not.toContain('ETF')
})

describe('the space reserved for Home’s strip', () => {
  const starEtf = (app: RenderedApp): Promise<void> =>
    act(async () => {
      await app.stores.favorites.getState().change({ kind: 'starred', item: { kind: 'dataset', key: 'etf' } })
    })

  test('is reserved while the session is loading, and holds the favorites afterwards', async () => {
    const app = await renderWithApp(<Portal />, {
      signedIn: true,
      loading: 'session',
      strip: { links: true, tiles: 2 },
    })
    const shape = (): readonly number[] => [
      document.querySelectorAll('.home-strip__line').length,
      document.querySelectorAll('.home-strip__tile').length,
    ]
    expect(shape()).toEqual([1, 2])
    expect(room()?.textContent).toBe('')
    await app.finishLoading()
    await screen.findByText('Add a dashboard to favorites to see it here.')
    expect(shape()).toEqual([1, 2])
    await starEtf(app)
    expect(links('Favorites')).toEqual(['ETF'])
    expect(shape()).toEqual([1, 2])
  })

  test('is added on the next visit to Home, not while Home is open', async () => {
    const app = await renderWithApp(<Portal />, { signedIn: true })
    await starEtf(app)
    act(() => app.board().say({ kind: 'tile-starred', tile: tileOf(app, 'price') }))
    await screen.findByText(/on Home next time/)
    expect(room()).toBeNull()
    app.goTo('/datasets/rwa')
    app.goTo('/home')
    await waitFor(() => expect(links('Favorites')).toEqual(['ETF']))
  })

  test('shows a login prompt when the user is no longer signed in', async () => {
    const app = await renderWithApp(<Portal />, { strip: { links: true, tiles: 0 }, loading: 'session' })
    await app.finishLoading()
    await screen.findByText(/^Log in to see your favorites/)
    app.goTo('/datasets/rwa')
    app.goTo('/home')
    expect(room()).toBeNull()
  })

  test('fits the width of a desktop, with the rest in Search', async () => {
    const app = await renderWithApp(<Portal />, { signedIn: true, path: '/datasets/rwa' })
    for (const { key } of app.catalogue.datasets.filter((dataset) => dataset.key !== 'home').slice(0, 8))
      await act(async () => {
        await app.stores.favorites.getState().change({ kind: 'starred', item: { kind: 'dataset', key } })
      })
    app.goTo('/home')
    await waitFor(() => expect(links('Favorites')).toHaveLength(6))
    await app.user.click(screen.getByRole('button', { name: '2 more' }))
    await screen.findByRole('dialog', { name: 'Search' })
  })
})

describe('the freshness of a board', () => {
  test('is shown in its header in the board’s own words, or as “unknown”', async () => {
    const app = await renderWithApp(<Portal />)
    const freshness = (): string => document.querySelector('.freshness')?.textContent ?? ''
    await waitFor(() =>
      expect(screen.getByRole('region', { name: /dashboard$/ }).getAttribute('aria-busy')).toBe('false'),
    )
    // A dashboard without charts has no as-of date. The live region has to exist before a refresh.
    expect(freshness()).toBe('')
    const spoken = document.querySelector('.freshness output')
    expect(spoken).not.toBeNull()
    act(() => app.board().say({ kind: 'data', asOf: null, source: null }))
    expect(freshness()).toBe('As of unknown')
    act(() => app.board().say({ kind: 'data', asOf: '2026-11-20', source: 'Sample data' }))
    expect(freshness()).toBe('As of 20 Nov 2026Sample data')
    act(() => app.board().say({ kind: 'data', asOf: null, source: null }))
    expect(freshness()).toBe('As of 20 Nov 2026Sample data')
    act(() => app.board().say({ kind: 'loading' }))
    expect(freshness()).toBe('')
    expect(document.querySelector('.freshness output')).toBe(spoken)
  })

  describe('after a refresh', () => {
    const { TZ } = process.env
    beforeEach(() => {
      process.env['TZ'] = 'Europe/London'
      vi.useFakeTimers({
        toFake: ['Date', 'setInterval', 'clearInterval'],
        now: Date.UTC(2026, 10, 20, 16, 58),
      })
    })
    afterEach(() => {
      vi.useRealTimers()
      if (TZ === undefined) delete process.env['TZ']
      else process.env['TZ'] = TZ
    })
    const refreshed = (): string => document.querySelector('.freshness output')?.textContent ?? ''
    const refreshedApp = async (): Promise<RenderedApp> => {
      const app = await renderWithApp(<Portal />, { signedIn: true })
      act(() => app.board().say({ kind: 'data', asOf: '2026-11-20', source: null }))
      await act(() => app.stores.board.getState().refresh())
      act(() => app.board().say({ kind: 'data', asOf: '2026-11-20', source: null }))
      return app
    }

    test('has its time of day, and the day instead once that is over', async () => {
      await refreshedApp()
      expect(refreshed()).toMatch(/^ · Refreshed at 4:58\sPM$/)
      vi.setSystemTime(Date.UTC(2026, 10, 20, 23, 59))
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
      expect(refreshed()).toMatch(/^ · Refreshed at 4:58\sPM$/)
      // A tab that stays in view over midnight, too.
      act(() => void vi.advanceTimersByTime(120_000))
      expect(refreshed()).toBe(' · Refreshed on 20 Nov 2026')
    })

    test('is that of yesterday at once when the user comes back to the tab', async () => {
      await refreshedApp()
      vi.setSystemTime(Date.UTC(2026, 10, 23, 9))
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
      expect(refreshed()).toBe(' · Refreshed on 20 Nov 2026')
    })

    test('is told in the time zone that the device has now, not in that of the page load', async () => {
      const app = await refreshedApp()
      process.env['TZ'] = 'America/New_York'
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
      expect(refreshed()).toMatch(/^ · Refreshed at 11:58\sAM$/)
      await act(() => app.stores.board.getState().refresh())
      act(() => app.board().say({ kind: 'data', asOf: '2026-11-20', source: null }))
      expect(refreshed()).toMatch(/^ · Refreshed at 11:58\sAM$/)
      process.env['TZ'] = 'Asia/Kathmandu'
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
      expect(refreshed()).toMatch(/^ · Refreshed at 10:43\sPM$/)
    })
  })
})

describe('Copy link', () => {
  test('copies the URL of exactly what is on screen and confirms it', async () => {
    const app = await renderWithApp(<Portal />, { signedIn: true, path: '/datasets/bitcoin?tab=risk' })
    await app.user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/datasets/bitcoin?tab=risk`)
    expect(screen.getByText('Link copied', { selector: '.notice *' })).toBeDefined()
  })

  test('shows the URL when the browser denies clipboard access', async () => {
    const app = await renderWithApp(<Portal />)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await app.user.keyboard('c')
    await screen.findByText(/blocked copying. The link is .*\/home/)
  })
})

describe('the date range', () => {
  test('is added to the URL, requested from the board, and can be cleared', async () => {
    const app = await renderWithApp(<Portal />, {
      signedIn: true,
      path: '/datasets/bitcoin?tab=risk&asset=BTC',
    })
    act(() => app.board().say({ kind: 'data', asOf: '2026-11-20', source: null }))
    await app.user.click(await screen.findByRole('button', { name: 'Choose dates' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Dates' }))
    const field = (name: string) => dialog.getByLabelText<HTMLInputElement>(name)
    expect([field('From').value, field('To').value]).toEqual(['2026-08-23', '2026-11-20'])
    fireEvent.change(field('To'), { target: { value: '2026-05-31' } })
    expect(dialog.getByRole('alert').textContent).toBe('The first day comes after the last. Swap them.')
    const described = field('To').getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.textContent).toContain('Swap them')
    const show = dialog.getByRole<HTMLButtonElement>('button', { name: 'Show' })
    fireEvent.change(field('From'), { target: { value: '2026-03-01' } })
    await app.user.click(show)
    const range = '2026-03-01..2026-05-31'
    expect(app.addresses().at(-1)).toBe(`/datasets/bitcoin?tab=risk&range=${range}&asset=BTC`)
    expect(app.board().shown.at(-1)?.view).toMatchObject({
      narrowing: { range, filters: { asset: ['BTC'] } },
    })
    // For a date range the board reports its last day; later dates can still be selected, up to the end of the data.
    act(() => app.board().say({ kind: 'data', asOf: '2026-05-31', source: null }))
    act(() => app.board().say({ kind: 'rendered' }))
    // Also where the dates do not fit beside their icon.
    expect(document.querySelector('.freshness__days')?.textContent).toBe('1 Mar 2026 – 31 May 2026')
    await app.user.click(screen.getByRole('button', { name: 'Change dates: 1 Mar 2026 – 31 May 2026' }))
    expect((await screen.findByLabelText<HTMLInputElement>('To')).max).toBe('2026-11-20')
    await app.user.click(await screen.findByRole('button', { name: 'Clear Dates' }))
    expect(app.addresses().at(-1)).toBe('/datasets/bitcoin?tab=risk&asset=BTC')
  })

  // A date field with 31 February, or without a month, has an empty value.
  test.each([
    ['To', '', 'Enter a complete, valid date.'],
    ['From', '0026-03-01', 'Enter a year from 1970 on.'],
    ['To', '2026-11-29', 'The data ends on 20 Nov 2026.'],
    ['From', '2026-11-21', 'The data ends on 20 Nov 2026.'],
  ])('is rejected for %s to “%s”, and the dialog explains why', async (name, value, why) => {
    const app = await renderWithApp(<Portal />, { signedIn: true, path: '/datasets/bitcoin' })
    act(() => app.board().say({ kind: 'data', asOf: '2026-11-20', source: null }))
    await app.user.click(await screen.findByRole('button', { name: 'Choose dates' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Dates' }))
    const field = dialog.getByLabelText<HTMLInputElement>(name)
    const right = field.value
    fireEvent.change(field, { target: { value } })
    // The user may still be typing.
    expect(dialog.queryByRole('alert')).toBeNull()
    await app.user.click(dialog.getByRole('button', { name: 'Show' }))
    expect(dialog.getByRole('alert').textContent).toBe(why)
    expect(document.activeElement).toBe(field)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const described = field.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.textContent).toBe(why)
    fireEvent.change(field, { target: { value: right } })
    expect(dialog.queryByRole('alert')).toBeNull()
    await app.user.click(dialog.getByRole('button', { name: 'Show' }))
    expect(app.addresses().at(-1)).toBe('/datasets/bitcoin?range=2026-08-23..2026-11-20')
  })

  test('adds no entry to the history when the same dates are shown again', async () => {
    const path = '/datasets/bitcoin?range=2026-03-01..2026-05-31'
    const app = await renderWithApp(<Portal />, { signedIn: true, path })
    await app.user.click(await screen.findByRole('button', { name: /^Change dates/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Dates' })
    await app.user.click(within(dialog).getByRole('button', { name: 'Show' }))
    expect(screen.queryByRole('dialog', { name: 'Dates' })).toBeNull()
    expect(app.addresses()).toEqual([path])
  })

  test('is written as one date when both are the same', async () => {
    const app = await renderWithApp(<Portal />, {
      signedIn: true,
      path: '/datasets/bitcoin?range=2026-11-20..2026-11-20',
    })
    expect(await screen.findByRole('button', { name: 'Change dates: 20 Nov 2026' })).toBeDefined()
    await app.user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(screen.getByText('Link copied: 20 Nov 2026', { selector: '.notice *' })).toBeDefined()
  })

  test('is not offered when boards have their own control, or none', async () => {
    await renderWithApp(<Portal />, { signedIn: true, path: '/datasets/bitcoin', offers: ['dashboard'] })
    await screen.findByRole('button', { name: 'Copy link' })
    expect(screen.queryByRole('button', { name: 'Choose dates' })).toBeNull()
  })
})

class NeverIntersecting {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
