import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Offer } from '../../src/core/ports'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp } from '../support/render-with-app'

/** The offers of a vendor that only shows dashboards. */
const viewOnlyOffers: readonly Offer[] = ['dashboard']

const open = (path: string, offers?: readonly Offer[]) =>
  renderWithApp(<Portal />, { path, signedIn: true, ...(offers === undefined ? {} : { offers }) })

describe('a feature that the BI vendor lacks', () => {
  test('appears in no menu and in no command', async () => {
    const { user } = await open('/home', viewOnlyOffers)
    const tree = screen.getByRole('navigation', { name: 'Main' })
    expect(within(tree).getByRole('link', { name: 'All Dashboards' })).toBeTruthy()
    expect(within(tree).queryByRole('link', { name: 'Data Weaver' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Chart Builder' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Deep Research' })).toBeNull()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'weaver')
    expect(screen.queryByRole('option', { name: /Data Weaver/ })).toBeNull()
  })

  test('has no button and no shortcut: creation is not offered when the library lacks it', async () => {
    const { user, stores } = await renderWithApp(<Portal />, {
      path: '/saved-dashboards',
      signedIn: true,
      offers: viewOnlyOffers,
      libraryCan: {
        create: false,
        remove: false,
        rename: false,
        copy: false,
        describe: false,
        charts: false,
        numbers: false,
        restore: false,
        completeListing: true,
      },
    })
    await screen.findByText('Dashboards that you make in the analytics service are listed here.')
    expect(screen.queryByRole('button', { name: 'Create New Dashboard' })).toBeNull()
    await user.keyboard('n')
    expect(stores.dialogs.getState().createDashboard).toBe(false)
    await user.keyboard('?')
    await screen.findByRole('heading', { name: 'Keyboard shortcuts' })
    expect(screen.queryByText('Create a dashboard')).toBeNull()
    await user.keyboard('{Escape}{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'create')
    expect(screen.queryByRole('option', { name: /Create New Dashboard/ })).toBeNull()
  })

  test.each([
    ['/chart-builder?q=supply', 'Data Weaver'],
    ['/deep-research', 'Deep Research'],
  ])('a link to %s explains it in one sentence, with a way to continue', async (path, title) => {
    const { surface } = await open(path, viewOnlyOffers)
    await screen.findByRole('heading', { name: `${title} isn’t available here` })
    expect(screen.getByText('The analytics service of this portal doesn’t offer it.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/home')
    expect(surface.views.flatMap(({ shown }) => shown)).toEqual([])
  })

  test('and supported features remain', async () => {
    await open('/chart-builder')
    expect(screen.queryByRole('heading', { name: 'Data Weaver isn’t available here' })).toBeNull()
    expect(screen.getAllByRole('link', { name: 'Data Weaver' }).length).toBeGreaterThan(0)
  })
})
