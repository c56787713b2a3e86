import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { MemoryView } from '../../src/adapters/dashboard-surface/memory-dashboard-surface'
import type { SurfaceEvent } from '../../src/core/ports/dashboard-surface'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp } from '../support/render-with-app'

const id = '00000000-0000-4000-8000-000000000001'
const address = `/saved-dashboards/${id}`
const mine = {
  id,
  name: 'Morning note',
  description: '',
  author: 'analyst@example.com',
  created: '',
  createdAt: null,
  modifiedAt: null,
}

/** The dashboard's page, with the editor open, and the editor's view. */
async function editing() {
  const app = await renderWithApp(<Portal />, { path: address, signedIn: true, dashboards: [mine] })
  await app.user.click(await screen.findByRole('button', { name: 'Edit Dashboard' }))
  await waitFor(() => expect(app.surface.frameCounts()['edit']).toBe(1))
  const view = app.surface.views.find(({ shown }) => shown.some((asked) => asked.view.kind === 'editor'))
  if (view === undefined) throw new Error('There is no editor.')
  return { ...app, view }
}
const say = (view: MemoryView, ...events: readonly SurfaceEvent[]): Promise<void> =>
  act(async () => {
    for (const event of events) view.say(event)
  })
const saved: SurfaceEvent = {
  kind: 'library-changed',
  change: 'saved',
  liveboardId: id,
  name: 'Morning note',
}

describe('editing one’s own dashboard', () => {
  test('opens the editor in a frame of its own, at an address of its own', async () => {
    const { view, addresses } = await editing()
    expect(view.shown.at(-1)?.view).toEqual({ kind: 'editor', liveboardId: id })
    expect(view.shown.at(-1)?.title).toBe('Edit Morning note dashboard')
    expect(addresses().at(-1)).toBe(`${address}?edit=true`)
    expect(screen.queryByRole('button', { name: 'Delete Dashboard' })).toBeNull()
  })

  test('ends with what was saved, says so, and shows the dashboard anew', async () => {
    const { view, surface, addresses } = await editing()
    await say(view, { kind: 'unsaved-work', unsaved: true })
    await say(view, saved, { kind: 'unsaved-work', unsaved: false }, { kind: 'edit-ended' })
    await screen.findByText('“Morning note” was saved.')
    const button = await screen.findByRole('button', { name: 'Edit Dashboard' })
    expect(addresses().at(-1)).toBe(address)
    expect(document.activeElement).toBe(button)
    // In the frame from before, and read anew: the surface's promise for a frame with a pre-render id.
    await waitFor(() => expect(surface.views.at(-1)?.shown.at(-1)?.view.kind).toBe('dashboard'))
    expect(surface.views.at(-1)?.shown.at(-1)?.preRenderId).toBeDefined()
    expect(surface.frameCounts()['saved']).toBe(1)
  })

  test('ends without a word when it was given up', async () => {
    const { view } = await editing()
    await say(view, { kind: 'unsaved-work', unsaved: false }, { kind: 'edit-ended' })
    await screen.findByRole('button', { name: 'Edit Dashboard' })
    expect(screen.queryByText(/was saved/)).toBeNull()
  })

  test('is not left with unsaved changes unless the answer is yes: by a link, or by signing out', async () => {
    const { view, user, addresses, host } = await editing()
    await say(view, { kind: 'unsaved-work', unsaved: true })
    await user.click(screen.getByRole('link', { name: 'Back to Dashboard Gallery' }))
    await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    await user.click(screen.getByRole('button', { name: 'Stay' }))
    expect(addresses().at(-1)).toBe(`${address}?edit=true`)
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    await user.click(screen.getByRole('button', { name: 'Stay' }))
    screen.getByRole('button', { name: 'Log out' })
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(host.visits.at(-1)).toEqual({ kind: 'sign-out' }))
  })

  test('nor by logging out from the palette', async () => {
    const { view, user, host } = await editing()
    await say(view, { kind: 'unsaved-work', unsaved: true })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'log out{Enter}')
    await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    expect(host.visits).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(host.visits.at(-1)).toEqual({ kind: 'sign-out' }))
  })

  test('is not offered for a dashboard that is not one’s own', async () => {
    const theirs = { ...mine, author: 'trader@example.com' }
    const { surface } = await renderWithApp(<Portal />, {
      path: `${address}?edit=true`,
      signedIn: true,
      dashboards: [theirs],
    })
    await screen.findByText('Use the + button in the sidebar to create your first dashboard')
    expect(screen.queryByRole('button', { name: 'Edit Dashboard' })).toBeNull()
    expect(surface.frameCounts()['edit']).toBeUndefined()
  })
})
