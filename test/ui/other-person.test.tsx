import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { memoryUser } from '../../src/adapters/identity-provider/memory/memory-identity-provider'
import type { SavedDashboard } from '../../src/core/ports/dashboard-library'
import type { User } from '../../src/core/ports/identity-provider'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp, type RenderedApp } from '../support/render-with-app'

// The page stays, and the person changes: they left in another tab, or a renewal says that the browser is somebody else's by now.

const trader: User = {
  subject: 'memory|trader',
  issuer: 'http://identity.invalid/',
  name: 'Zoë Müller',
  email: 'trader@example.com',
}
const row = (digit: number, name: string, author: string): SavedDashboard => ({
  id: `00000000-0000-4000-8000-00000000000${digit}`,
  name,
  description: '',
  author,
  created: '',
  createdAt: null,
  modifiedAt: null,
})
const dashboards = [row(1, 'Hers', memoryUser.email ?? ''), row(2, 'His', trader.email ?? '')]

async function openGallery(): Promise<RenderedApp> {
  const app = await renderWithApp(<Portal />, { path: '/saved-dashboards', signedIn: true, dashboards })
  await screen.findByText('Hers')
  return app
}
const becomes = ({ host, identity }: RenderedApp, user: User | null): Promise<void> =>
  act(async () => {
    host.become(user)
    await identity.accessToken({ renew: true })
  })

describe('somebody else, without a reload', () => {
  test('reads their own dashboards, and none of the names before', async () => {
    const app = await openGallery()
    await becomes(app, trader)
    await screen.findByText('His')
    expect(screen.queryByText('Hers')).toBeNull()
    screen.getByText('Hi, Zoë Müller')
  })

  test('finds no dialog open, and nothing that was typed', async () => {
    const app = await openGallery()
    await app.user.click(screen.getByRole('button', { name: 'Create New Dashboard', description: '' }))
    await app.user.type(await screen.findByLabelText('Dashboard Name'), 'Secret plan')
    await becomes(app, trader)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await app.user.click(screen.getByRole('button', { name: 'Create New Dashboard', description: '' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Dashboard Name')).value).toBe('')
  })

  test('is not asked what the person before was asked', async () => {
    const app = await openGallery()
    await app.user.click(screen.getByRole('button', { name: 'Delete Hers' }))
    await screen.findByRole('alertdialog')
    await becomes(app, trader)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(document.body.textContent).not.toContain('Hers')
  })

  test('reads no notice of theirs', async () => {
    const app = await openGallery()
    act(() => void app.stores.notices.getState().raise({ tone: 'error', text: '“Hers” was not deleted.' }))
    await screen.findByText('“Hers” was not deleted.')
    await becomes(app, trader)
    await waitFor(() => expect(screen.queryByText('“Hers” was not deleted.')).toBeNull())
  })
})

describe('somebody who has left', () => {
  test('leaves no name, dialog or notice behind', async () => {
    const app = await openGallery()
    await app.user.click(screen.getByRole('button', { name: 'Create New Dashboard', description: '' }))
    await screen.findByRole('dialog')
    act(() => void app.stores.notices.getState().raise({ tone: 'info', text: 'Saved “Hers”.' }))
    await becomes(app, null)
    await screen.findByText('Sign in to access your saved dashboards and create custom analytics.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.body.textContent).not.toContain('Hers')
  })
})

test('a notice from before it was known who is here stays', async () => {
  const app = await renderWithApp(<Portal />, { loading: 'session' })
  act(
    () => void app.stores.notices.getState().raise({ tone: 'error', text: 'Part of the portal is missing.' }),
  )
  await app.finishLoading()
  screen.getByText('Part of the portal is missing.')
})

test('a clock that is wrong is named, where "Failed to …" alone would help nobody', async () => {
  const app = await renderWithApp(<Portal />, { loading: 'session', signedIn: true })
  app.host.failNext('session', { code: 'invalid-response', providerCode: 'clock' })
  await app.finishLoading()
  expect((await screen.findByRole('alert')).textContent).toContain('Check your clock')
  screen.getByTitle('Auth Error: Failed to update authentication state')
})
