import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { MemoryView } from '../../src/adapters/dashboard-surface/memory-dashboard-surface'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp, type RenderedApp } from '../support/render-with-app'

async function open(path = '/deep-research'): Promise<RenderedApp & { readonly conversation: MemoryView }> {
  const app = await renderWithApp(<Portal />, { path, signedIn: true })
  await screen.findByRole('heading', { level: 1, name: 'Deep Research' })
  await waitFor(() => expect(app.surface.frameCounts()['conversation']).toBe(1))
  const conversation = app.surface.views.find(({ shown }) =>
    shown.some(({ view }) => view.kind === 'conversation'),
  )
  if (conversation === undefined) throw new Error('No conversation was shown.')
  return { ...app, conversation }
}

describe('/deep-research', () => {
  test.each([
    ['', 'home', undefined],
    ['?worksheet=stablecoins&q=%20supply%20by%20chain', 'stablecoins', 'supply by chain'],
    ['?worksheet=of-nobody&q=%20', 'home', undefined],
  ])('opens the provider’s conversation about what the address says: %s', async (query, key, question) => {
    const { catalogue } = await renderWithApp(<Portal />, { path: '/home' })
    const worksheet = (of: string) => catalogue.datasets.find((dataset) => dataset.key === of)?.worksheetId
    const { conversation } = await open(
      `/deep-research${query.replace('=stablecoins', `=${worksheet('stablecoins') ?? ''}`)}`,
    )
    expect(conversation.shown[0]).toMatchObject({
      title: 'Deep Research',
      appearance: { fullFeatures: true, deepResearch: false },
    })
    expect(conversation.shown[0]?.view).toEqual({
      kind: 'conversation',
      worksheetId: worksheet(key),
      ...(question === undefined ? {} : { question }),
    })
  })

  test('asks visitors to sign in, and brings them back', async () => {
    const app = await renderWithApp(<Portal />, { path: '/deep-research?q=supply' })
    await screen.findByRole('heading', { level: 1, name: 'Deep Research' })
    screen.getByText(/Log in to ask questions about the data/)
    expect(app.surface.frameCounts()['conversation']).toBeUndefined()
    await app.user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Log In' }))
    expect(app.host.visits).toEqual([{ kind: 'sign-in', target: '/deep-research?q=supply', fresh: true }])
  })

  test('says that it is switched off, with a way out, and is nowhere offered', async () => {
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
    const { worksheetId } = app.catalogue.byPath('/datasets/stablecoins') ?? {}
    expect(whole.getAttribute('href')).toBe(`/deep-research?worksheet=${worksheetId ?? ''}`)
    app.stores.commands
      .getState()
      .commands.find(({ id }) => id === 'deep-research')
      ?.run()
    await waitFor(() => expect(app.addresses().at(-1)).toBe('/deep-research'))
  })

  test('shows a clear state when there is nothing to talk about, and tells where a chart went', async () => {
    const { conversation } = await open()
    await act(async () => conversation.say({ kind: 'failed', failure: { kind: 'worksheet-not-found' } }))
    await screen.findByRole('heading', { name: 'Worksheet not found' })
    await act(async () =>
      conversation.say({ kind: 'library-changed', change: 'pinned', liveboardId: null, name: 'Desk' }),
    )
    await screen.findByText(/pinned to “Desk”/)
  })

  test('reads the conversation anew with “Refresh data”', async () => {
    const { conversation, user } = await open()
    const kinds: string[] = []
    conversation.watch(({ kind }) => kinds.push(kind))
    await user.click(await screen.findByRole('button', { name: 'Refresh data' }))
    await waitFor(() => expect(kinds).toEqual(['loading', 'rendered']))
  })

  test('leads to Data Weaver when the menu of an answer says so', async () => {
    const { conversation, addresses } = await open()
    await act(async () =>
      conversation.say({
        kind: 'action',
        action: 'open-in-builder',
        vizId: 'a',
        question: 'supply by chain',
      }),
    )
    await waitFor(() => expect(addresses().at(-1)).toBe('/chart-builder?q=supply+by+chain'))
  })
})
