import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { MemoryView } from '../../src/adapters/dashboard-surface/memory-dashboard-surface'
import { createCatalogue } from '../../src/core/catalogue/catalogue'
import { Portal } from '../../src/ui/app/portal'
import { catalogueConfiguration } from '../support/catalogue'
import { renderWithApp, type RenderedApp } from '../support/render-with-app'
import { homeSentence, invitation } from '../support/specified-texts'

describe('the page of a dataset', () => {
  const { datasets } = createCatalogue(catalogueConfiguration)
  const boardOf = (path: string): string =>
    datasets.find((dataset) => dataset.path === path)?.dashboardId ?? ''

  describe('addresses', () => {
    test.each(['/', '/datasets'])('%s becomes /home in the same history entry', async (path) => {
      const { addresses } = await renderWithApp(<Portal />, { path })
      expect(addresses()).toEqual(['/home'])
      expect(screen.getByRole('heading', { level: 1, name: 'Assay' })).toBeDefined()
    })

    test('an unknown one shows an error and a link to Home, and requests no board', async () => {
      const { user, addresses, surface } = await renderWithApp(<Portal />, { path: '/nowhere' })
      expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined()
      expect(document.title).toBe('Page not found · Assay')
      expect(surface.views.flatMap((view) => view.shown)).toEqual([])
      await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Back to Home' }))
      expect(addresses().at(-1)).toBe('/home')
    })

    test.each([
      ['/datasets/etf/?tab=two', '/datasets/etf?tab=two'],
      ['/chart-builder/', '/chart-builder'],
      ['/chart-builder/#q=supply', '/chart-builder#q=supply'],
      ['/deep-research//?source=a%5Cb', '/deep-research?source=a%5Cb'],
      ['/saved-dashboards//', '/saved-dashboards'],
      ['/saved-dashboards/x/', '/saved-dashboards/x'],
    ])('%s, with an extra slash, is replaced by %s', async (path, own) => {
      const { addresses } = await renderWithApp(<Portal />, { path, signedIn: true })
      expect(addresses()).toEqual([own])
    })

    test.each([
      '/Datasets/etf',
      '/Chart-Builder',
      '/deep-Research',
      '/Saved-dashboards',
      '/Saved-dashboards/x',
    ])('%s, in different letter case from the page’s path, is unknown', async (path) => {
      await renderWithApp(<Portal />, { path })
      expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined()
    })
  })

  describe('Home', () => {
    test('is open to visitors, with its exact sentence and no toggle', async () => {
      const { board } = await renderWithApp(<Portal />)
      expect(screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent)).toEqual([
        'Assay',
      ])
      expect(screen.getByText(homeSentence)).toBeDefined()
      expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
      expect(document.title).toBe('Assay')
      expect(board().shown.at(-1)).toMatchObject({
        view: { kind: 'dashboard', dashboardId: boardOf('/home') },
        title: 'Home dashboard',
        appearance: { mode: 'dark', fullFeatures: false, actions: { kind: 'only', visible: [] } },
      })
    })
  })

  describe.each(datasets.filter((dataset) => dataset.path !== '/home'))('$path', (dataset) => {
    test('visitors see the placeholder and no board', async () => {
      const { surface } = await renderWithApp(<Portal />, { path: dataset.path })
      const main = within(screen.getByRole('main'))
      expect(main.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent)).toEqual([
        dataset.title,
      ])
      expect(main.getByText(dataset.subtitle)).toBeDefined()
      expect(main.getByText(invitation)).toBeDefined()
      expect(main.getByRole('button', { name: 'Log In' })).toBeDefined()
      expect(main.getByRole('link', { name: 'Back to Home' })).toBeDefined()
      expect(surface.views.flatMap((view) => view.shown)).toEqual([])
      expect(screen.queryByRole('region', { name: `${dataset.title} dashboard` })).toBeNull()
    })

    test('signed-in users see its header and its board', async () => {
      const { board } = await renderWithApp(<Portal />, { path: dataset.path, signedIn: true })
      expect(screen.getByRole('heading', { level: 1, name: dataset.title })).toBeDefined()
      expect(within(screen.getByRole('banner')).getByText(dataset.subtitle)).toBeDefined()
      expect(screen.getByText(dataset.description)).toBeDefined()
      expect(document.title).toBe(`${dataset.title} · Assay`)
      expect(screen.getByRole('region', { name: `${dataset.title} dashboard` })).toBeDefined()
      expect(board().shown.at(-1)).toMatchObject({
        view: { kind: 'dashboard', dashboardId: dataset.dashboardId },
        title: `${dataset.title} dashboard`,
        appearance: { fullFeatures: true, actions: { kind: 'all-but' } },
      })
      expect(screen.queryAllByRole('button', { name: 'Show more' })).toHaveLength(
        dataset.description.length > 120 ? 1 : 0,
      )
    })
  })

  describe('the placeholder', () => {
    test('its picture is hidden from assistive technology', async () => {
      await renderWithApp(<Portal />, { path: '/datasets/bitcoin' })
      const scene = document.querySelector('.placeholder__scene')
      expect(scene?.getAttribute('aria-hidden')).toBe('true')
      expect(scene?.hasAttribute('inert')).toBe(true)
      expect(scene?.textContent).toBe('')
    })

    test('Log In returns to this page, tab and fragment', async () => {
      const { user, host } = await renderWithApp(<Portal />, { path: '/datasets/bitcoin?tab=two#supply' })
      await user.click(screen.getByRole('button', { name: 'Log In' }))
      expect(host.visits).toEqual([
        { kind: 'sign-in', target: '/datasets/bitcoin?tab=two#supply', fresh: false },
      ])
    })

    test('Log In returns to the exact link, even one with a backslash or a percent sign', async () => {
      const path = '/datasets/etf?range=90d&sponsor=BlackRock%5C,+Inc.&asset=50%25'
      const { user, host } = await renderWithApp(<Portal />, { path })
      await user.click(screen.getByRole('button', { name: 'Log In' }))
      expect(host.visits).toEqual([{ kind: 'sign-in', target: path, fresh: false }])
    })

    test('Log In never logs out, whatever the error', async () => {
      const { user, host, stores } = await renderWithApp(<Portal />, { path: '/datasets/bitcoin' })
      act(() => stores.auth.setState({ error: 'access_denied' }))
      await user.click(screen.getByRole('button', { name: 'Log In' }))
      expect(host.visits.map((visit) => visit.kind)).toEqual(['sign-in'])
    })

    test('Back to Home goes there', async () => {
      const { user, addresses } = await renderWithApp(<Portal />, { path: '/datasets/bitcoin' })
      await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Back to Home' }))
      expect(addresses().at(-1)).toBe('/home')
    })
  })

  describe('while the session is loading', () => {
    test('a dataset shows its header and a skeleton, and requests its board only afterwards', async () => {
      const { surface, finishLoading } = await renderWithApp(<Portal />, {
        path: '/datasets/bitcoin',
        signedIn: true,
        loading: 'session',
      })
      expect(screen.getByRole('heading', { level: 1, name: 'Bitcoin' })).toBeDefined()
      expect(screen.getByRole('region', { name: 'Bitcoin dashboard' }).getAttribute('aria-busy')).toBe('true')
      expect(screen.queryByText(/Please log in/)).toBeNull()
      expect(surface.views.flatMap((view) => view.shown)).toEqual([])
      await finishLoading()
      expect(surface.views.flatMap((view) => view.shown).map((request) => request.title)).toEqual([
        'Bitcoin dashboard',
      ])
      expect(screen.getByRole('region', { name: 'Bitcoin dashboard' }).getAttribute('aria-busy')).toBe(
        'false',
      )
    })
  })

  test('Show more opens the whole description and Show less closes it', async () => {
    const { user } = await renderWithApp(<Portal />, { path: '/datasets/stablecoins', signedIn: true })
    const text = screen.getByText(/Stablecoin supply and distribution/)
    expect(text.className).toContain('clamped')
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    expect(text.className).not.toContain('clamped')
    await user.click(screen.getByRole('button', { name: 'Show less' }))
    expect(text.className).toContain('clamped')
    expect(screen.getByRole('button', { name: 'Show more' })).toBeDefined()
  })

  test('another page starts with its description closed', async () => {
    const { user, goTo } = await renderWithApp(<Portal />, { path: '/datasets/stablecoins', signedIn: true })
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    goTo('/datasets/etf')
    expect(screen.getByRole('button', { name: 'Show more' })).toBeDefined()
  })

  test('a page reached by a link is announced, the first page is not', async () => {
    const { user } = await renderWithApp(<Portal />, { signedIn: true })
    const announced = (): readonly string[] =>
      screen
        .getAllByRole('status')
        .map((status) => status.textContent)
        .filter((text) => text !== '')
    expect(announced()).toEqual([])
    await user.click(screen.getByRole('link', { name: 'Stablecoins' }))
    await waitFor(() => expect(announced()).toContain('Stablecoins'))
  })
})

describe('/deep-research', () => {
  /** The page with the provider's conversation view. */
  async function open(
    path = '/deep-research?view=service',
  ): Promise<RenderedApp & { readonly conversation: MemoryView }> {
    const app = await renderWithApp(<Portal />, { path, signedIn: true })
    await screen.findByRole('heading', { level: 1, name: 'Deep Research' })
    await waitFor(() => expect(app.surface.frameCounts()['conversation']).toBe(1))
    const conversation = app.surface.views.find(({ shown }) =>
      shown.some(({ view }) => view.kind === 'conversation'),
    )
    if (conversation === undefined) throw new Error('No conversation was shown.')
    return { ...app, conversation }
  }

  test.each([
    ['?view=service', 'home'],
    ['?worksheet=stablecoins&view=service&q=%20supply%20by%20chain', 'stablecoins'],
    ['?worksheet=of-nobody&view=service&q=%20', 'home'],
  ])('opens the conversation that the URL names: %s', async (query, key) => {
    const { catalogue } = await renderWithApp(<Portal />, { path: '/home' })
    const worksheet = (of: string) => catalogue.datasets.find((dataset) => dataset.key === of)?.sourceId
    const { conversation } = await open(
      `/deep-research${query.replace('=stablecoins', `=${worksheet('stablecoins') ?? ''}`)}`,
    )
    expect(conversation.shown[0]).toMatchObject({
      title: 'Deep Research',
      appearance: { fullFeatures: true, deepResearch: false },
    })
    expect(conversation.shown[0]?.view).toEqual({ kind: 'conversation', sourceId: worksheet(key) })
  })

  test.each([
    '/deep-research?view=service&q=%20supply%20by%20chain',
    '/deep-research?view=service#q=%20supply%20by%20chain',
  ])('a question in a link stays in the input until Ask is pressed', async (link) => {
    const { conversation, user, addresses } = await open(link)
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Question from a link' })
    expect(field.value).toBe('supply by chain')
    expect(conversation.shown.map(({ view }) => 'question' in view)).toEqual([false])
    await user.type(field, ' by month')
    await user.click(screen.getByRole('button', { name: 'Ask' }))
    await waitFor(() =>
      expect(conversation.shown.at(-1)?.view).toMatchObject({ question: 'supply by chain by month' }),
    )
    expect(screen.queryByRole('textbox', { name: 'Question from a link' })).toBeNull()
    // Replaces the history entry, whose state tells a reload to ask.
    expect(addresses()).toEqual(['/deep-research?view=service#q=supply+by+chain+by+month'])
    expect(history.state).toMatchObject({ asks: true })
  })

  test.each(['&', '#'])('and is removed by Dismiss: %sq=', async (mark) => {
    const { conversation, user, addresses } = await open(`/deep-research?view=service${mark}q=supply`)
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('textbox', { name: 'Question from a link' })).toBeNull()
    expect(addresses()).toEqual(['/deep-research?view=service'])
    expect(conversation.shown.map(({ view }) => 'question' in view)).toEqual([false])
  })

  test('asks visitors to sign in and returns them to the page', async () => {
    const app = await renderWithApp(<Portal />, { path: '/deep-research#q=supply' })
    await screen.findByRole('heading', { level: 1, name: 'Deep Research' })
    screen.getByText(/Log in to ask questions about the data/)
    expect(app.surface.frameCounts()['conversation']).toBeUndefined()
    await app.user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Log In' }))
    expect(app.host.visits).toEqual([{ kind: 'sign-in', target: '/deep-research#q=supply', fresh: false }])
  })

  test('reports that it is turned off, links elsewhere, and is offered nowhere', async () => {
    const app = await renderWithApp(<Portal />, {
      path: '/deep-research',
      signedIn: true,
      flags: { 'miu-deep-research-enabled': false },
    })
    await screen.findByRole('heading', { level: 1, name: 'Deep Research is off' })
    screen.getByRole('link', { name: 'Back to Home' })
    expect(screen.queryByRole('link', { name: 'Deep Research' })).toBeNull()
    expect(app.stores.commands.getState().commands.map(({ id }) => id)).not.toContain('deep-research')
  })

  test('is reached from the palette, from the top menu of other pages, and from the panel', async () => {
    const app = await renderWithApp(<Portal />, { path: '/saved-dashboards', signedIn: true })
    const link = await screen.findByRole('link', { name: 'Deep Research' })
    await app.user.click(link)
    await screen.findByRole('heading', { level: 1, name: 'Deep Research' })
    expect(screen.getByRole('link', { name: 'Deep Research' }).getAttribute('aria-current')).toBe('page')
    app.goTo('/datasets/stablecoins')
    await app.user.click(await screen.findByRole('button', { name: 'Deep Research' }))
    const whole = await screen.findByRole('link', { name: 'Open full page' })
    const { sourceId } = app.catalogue.byPath('/datasets/stablecoins') ?? {}
    expect(whole.getAttribute('href')).toBe(`/deep-research?source=${sourceId ?? ''}`)
    app.stores.commands
      .getState()
      .commands.find(({ id }) => id === 'deep-research')
      ?.run()
    await waitFor(() => expect(app.addresses().at(-1)).toBe('/deep-research'))
  })

  test('shows an empty state without a data source, and reports where a chart was pinned', async () => {
    const { conversation } = await open()
    await act(async () => conversation.say({ kind: 'failed', failure: { kind: 'source-missing' } }))
    await screen.findByRole('heading', { name: 'Worksheet not found' })
    await act(async () =>
      conversation.say({ kind: 'library-changed', change: 'pinned', dashboardId: null, name: 'Desk' }),
    )
    await screen.findByText(/pinned to “Desk”/)
  })

  test('reloads the conversation with “Refresh data”', async () => {
    const { conversation, user } = await open()
    const kinds: string[] = []
    conversation.watch(({ kind }) => kinds.push(kind))
    await user.click(await screen.findByRole('button', { name: 'Refresh data' }))
    await waitFor(() => expect(kinds).toEqual(['loading', 'rendered']))
  })

  test('opens Data Weaver from the menu of an answer', async () => {
    const { conversation, addresses } = await open()
    await act(async () =>
      conversation.say({
        kind: 'action',
        action: 'open-in-builder',
        chartId: 'a',
        question: 'supply by chain',
      }),
    )
    await waitFor(() => expect(addresses().at(-1)).toBe('/chart-builder#q=supply+by+chain'))
  })
})
