import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp, type RenderedApp, type WithAppOptions } from '../support/render-with-app'
import { treeRows } from '../support/specified-texts'

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

  test('choosing the page one is on closes it too', async () => {
    const { user } = await opened()
    await user.click(within(menu()).getByRole('link', { name: 'Home' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('Close menu gives focus back to the button that opened it', async () => {
    const { user } = await opened()
    await user.click(screen.getByRole('button', { name: 'Close menu' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open menu' }))
  })

  test('focus goes round inside it', async () => {
    const { user } = await opened()
    const close = screen.getByRole('button', { name: 'Close menu' })
    const last = within(menu()).getByRole('button', { name: 'LOG IN' })
    last.focus()
    await user.tab()
    expect(document.activeElement).toBe(close)
    await user.tab({ shift: true })
    expect(document.activeElement).toBe(last)
  })

  test('LOG IN comes back to this page', async () => {
    const { user, host } = await opened({ path: '/datasets/bitcoin' })
    await user.click(screen.getByRole('button', { name: 'LOG IN' }))
    expect(host.visits).toEqual([{ kind: 'sign-in', target: '/datasets/bitcoin', fresh: true }])
  })

  test('signed in it greets and says LOG OUT', async () => {
    const { user, host } = await opened({ signedIn: true })
    expect(within(menu()).getByText('Hi, Ada Winter')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'LOG OUT' }))
    expect(host.visits).toEqual([{ kind: 'sign-out' }])
  })
})
