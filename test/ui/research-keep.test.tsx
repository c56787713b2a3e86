import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { MemoryView } from '../../src/adapters/dashboard-surface/memory-dashboard-surface'
import type { SavedDashboard } from '../../src/core/ports/dashboard-library'
import { Portal } from '../../src/ui/portal'
import { renderWithApp, type WithAppOptions } from '../support/render-with-app'
import { answers, openResearch, question } from '../support/research-panel'

const desk: SavedDashboard = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Desk',
  description: '',
  author: 'analyst@example.com',
  created: '',
  createdAt: Date.UTC(2026, 10, 18),
  modifiedAt: null,
}

/** An answer with its view, and the dialog that keeps it. */
async function asked(options: WithAppOptions = {}) {
  const app = await openResearch(options)
  await app.ask(question)
  await app.panel.findByRole('heading', { name: 'Supply by chain' })
  await waitFor(() => expect(app.surface.frameCounts()['answer']).toBe(1))
  const view = app.surface.views.find(({ shown }) => shown.some((one) => one.view.kind === 'answer'))
  if (view === undefined) throw new Error('No answer was shown.')
  const opener = app.panel.getByRole('button', { name: 'Save to a dashboard' })
  await app.user.click(opener)
  const dialog = within(await screen.findByRole('dialog', { name: 'Save to a dashboard' }))
  await waitFor(() => expect(dialog.queryByText('Reading your dashboards…')).toBeNull())
  return { ...app, view, opener, dialog }
}

describe('an answer is saved', () => {
  test('to a dashboard that is there, with one call, a notice and a gallery that is current', async () => {
    const { user, view, dialog, library } = await asked({ dashboards: [desk] })
    const before = library.calls.length
    expect(dialog.getByRole('combobox', { name: 'Dashboard' })).toHaveProperty('value', desk.id)
    await user.dblClick(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText(/saved to “Desk”/)
    expect(view.answersKept).toEqual([{ title: 'Supply by chain', liveboardId: desk.id }])
    expect(screen.getByRole('link', { name: 'Open dashboard' }).getAttribute('href')).toBe(
      `/saved-dashboards/${desk.id}`,
    )
    await waitFor(() => expect(library.calls.length).toBeGreaterThan(before))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('to a new one, under another title; without a name there is nothing to press', async () => {
    const { user, view, dialog } = await asked()
    const save = dialog.getByRole('button', { name: 'Save' })
    expect(save).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox', { name: 'Dashboard Name' }), '  Research ')
    const title = dialog.getByRole('textbox', { name: 'Title of the chart' })
    await user.clear(title)
    await user.type(title, 'Chains{Enter}')
    await screen.findByText(/saved to “Research”/)
    expect(view.answersKept).toEqual([{ title: 'Chains', newLiveboardName: 'Research' }])
  })

  test.each([
    ['refused', /did not save it/],
    ['unknown', /did not say whether it was saved/],
    ['not-shown', /not on the screen yet/],
  ] as const)('or not: %s says so, and what was typed is still there', async (kind, words) => {
    const { user, view, dialog } = await asked()
    view.keep = async () => ({ kind })
    const name = dialog.getByRole('textbox', { name: 'Dashboard Name' })
    await user.type(name, 'Research{Enter}')
    expect((await dialog.findByRole('alert')).textContent).toMatch(words)
    expect(name).toHaveProperty('value', 'Research')
  })

  test('Escape closes the dialog and leaves the panel, with the focus where it was', async () => {
    const { user, opener } = await asked()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    screen.getByRole('complementary', { name: 'Deep Research' })
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  test('from the menu of its own picture, and is announced the same', async () => {
    const { user, view } = await asked()
    await user.keyboard('{Escape}')
    await act(async () =>
      view.say({ kind: 'library-changed', change: 'pinned', liveboardId: desk.id, name: 'Desk' }),
    )
    await screen.findByText(/saved to “Desk”/)
  })
})

describe('“Deep Research” in the menu of a tile', () => {
  const boardOf = async (path: string, options: WithAppOptions = {}) => {
    const app = await renderWithApp(<Portal />, { path, signedIn: true, answers, ...options })
    await waitFor(() => expect(app.surface.views.some(({ shown }) => shown.length > 0)).toBe(true))
    const board = app.surface.views.find(({ shown }) => shown.length > 0) as MemoryView
    const choose = (about: { readonly question?: string; readonly title?: string }) =>
      act(async () => board.say({ kind: 'action', action: 'deep-research', vizId: 'a', ...about }))
    return { ...app, choose }
  }

  test('opens the panel and asks the tile’s question', async () => {
    const { choose, assistant, catalogue, stores } = await boardOf('/datasets/stablecoins')
    await choose({ question, title: 'Supply' })
    const panel = await screen.findByRole('complementary', { name: 'Deep Research' })
    await within(panel).findByRole('heading', { name: 'Supply by chain' })
    expect(assistant.asked.map(({ text }) => text)).toEqual([question])
    const { worksheetId = '' } = catalogue.byPath('/datasets/stablecoins') ?? {}
    expect([...stores.research.getState().talks.keys()]).toEqual([worksheetId])
  })

  test('without a question its title is there to go on from, and nothing was asked', async () => {
    const { choose, assistant } = await boardOf('/datasets/stablecoins')
    await choose({ title: 'Supply' })
    expect(await screen.findByRole('textbox', { name: 'Your question' })).toHaveProperty('value', 'Supply')
    expect(assistant.asked).toEqual([])
  })

  test('on a dashboard of one’s own leads to the page', async () => {
    const { choose, addresses } = await boardOf(`/saved-dashboards/${desk.id}`, { dashboards: [desk] })
    await choose({ question })
    expect(addresses().at(-1)).toBe('/deep-research?q=supply+by+chain')
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
