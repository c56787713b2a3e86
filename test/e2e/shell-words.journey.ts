import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { createCatalogue } from '../../src/core/catalogue/catalogue'
import { gallery, openGallery } from '../support/gallery'
import { boardShown, goTo } from '../support/in-page'
import { boardReady, expect, frameOf, journey } from '../support/journey'

/** Section 2.2 of the specification: route, title, subtitle. */
const routes = [
  ['/home', 'Assay', 'Home'],
  ['/datasets/stablecoins', 'Stablecoins', 'Digital Assets'],
  ['/datasets/global-digital-asset-markets', 'Global Crypto Market', 'Digital Assets'],
  ['/datasets/bitcoin', 'Bitcoin', 'Institutional Insights'],
  ['/datasets/ethereum', 'Ethereum', 'Institutional Insights'],
  ['/datasets/etf', 'ETF', 'TradFi Equities'],
  ['/datasets/lending', 'Lending', 'DeFi'],
  ['/datasets/spot-analytics', 'Spot Analytics', 'Trading & Research'],
  ['/datasets/derivatives', 'Derivatives', 'Trading & Research'],
  ['/datasets/futures', 'Futures', 'Trading & Research'],
  ['/datasets/staking', 'Staking', 'Yield'],
  ['/datasets/rwa', 'RWA', 'Tokenization'],
] as const

/** Section 2.7: the rows in their order, each folder with its pages. */
const tree = ['Home', 'Stablecoins', 'Global Crypto Market']
const folders = {
  'Institutional Metrics': ['Bitcoin', 'Ethereum'],
  TradFi: ['ETF'],
  DeFi: ['Lending'],
  'Trading Markets': ['Spot Analytics', 'Derivatives', 'Futures'],
  'On-chain': ['Staking', 'RWA'],
}
const invitation = 'Please log in to access the platform and analyze this dataset.'
const sentence =
  'Institutional-grade, digital asset intelligence powering actionable insights across blockchain and market data.'

const titles = (page: Page): Promise<readonly string[]> =>
  page.getByRole('heading', { level: 1 }).allTextContents()
const tools = (page: Page): Promise<readonly string[]> =>
  page
    .getByRole('navigation', { name: 'Tools' })
    .locator('a, button')
    .evaluateAll((controls) =>
      controls.map((control) => control.getAttribute('aria-label') ?? control.textContent.trim()),
    )

describe('every text of the shell', () => {
  journey('as a visitor reads it, route by route', async ({ page, visitor }) => {
    await page.goto(visitor.address('/datasets'))
    await boardReady(page)
    expect(new URL(page.url()).pathname).toBe('/home')
    await page.getByRole('main').getByText(sentence, { exact: true }).waitFor()
    expect(sentence.length).toBeLessThanOrEqual(120)
    expect(await page.getByRole('button', { name: /^Show/ }).count()).toBe(0)
    expect(await tools(page)).toEqual(
      expect.arrayContaining(['Contact Sales', 'Knowledge Base', 'Switch to light mode']),
    )
    for (const name of ['Contact Sales', 'Knowledge Base']) {
      const link = page.getByRole('link', { name, exact: true })
      expect(await link.getAttribute('target')).toBe('_blank')
      expect(await link.getAttribute('rel')).toBe('noopener')
    }

    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    const rows = sidebar.getByRole('navigation', { name: 'Main' }).locator('a, button')
    expect(await rows.allTextContents()).toEqual([...tree, ...Object.keys(folders)])
    for (const [folder, children] of Object.entries(folders)) {
      await sidebar.getByRole('button', { name: folder, exact: true }).click()
      const list = sidebar.getByRole('list', { name: folder, exact: true })
      expect(await list.getByRole('link').allTextContents()).toEqual(children)
      expect(await sidebar.locator('[aria-expanded="true"]').count()).toBe(1)
    }
    await sidebar.getByRole('button', { name: 'Collapse', exact: true }).click()
    // Of the narrow sidebar only the icons are to be seen.
    await sidebar.getByRole('button', { name: 'Expand', exact: true }).click({ position: { x: 16, y: 18 } })
    await sidebar.getByRole('button', { name: 'Log in', exact: true }).waitFor()
    await sidebar.getByText('Log In', { exact: true }).waitFor()

    for (const [path, title, subtitle] of routes.slice(1)) {
      await goTo(page, path)
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      const main = page.getByRole('main')
      await main.getByText(invitation, { exact: true }).waitFor()
      await main.getByText(subtitle, { exact: true }).waitFor()
      await main.getByRole('button', { name: 'Log In', exact: true }).waitFor()
      await main.getByRole('link', { name: 'Back to Home', exact: true }).waitFor()
      expect(await titles(page)).toEqual([title])
      await expect.poll(() => page.title()).toBe(`${title} · Assay`)
      expect(await tools(page)).not.toContain('Contact Sales')
    }
    for (const path of ['/saved-dashboards', '/saved-dashboards/0b4f8a52-1d2c-4e8e-9a65-6f8f6d3b2a10']) {
      await goTo(page, path)
      await page.getByRole('heading', { name: 'Saved Dashboards', exact: true }).waitFor()
      await page
        .getByText('Sign in to access your saved dashboards and create custom analytics.', { exact: true })
        .waitFor()
    }
    await goTo(page, '/datasets/none-such')
    await page.getByRole('heading', { level: 1, name: 'Page not found', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Back to Home', exact: true }).click()
    await boardShown(page, 'Home')
    expect(await titles(page)).toEqual(['Assay'])
    await expect.poll(() => page.title()).toBe('Assay')
  })

  journey('as a signed-in person reads it, route by route', async ({ page, visitor, origins }) => {
    await openGallery({ page, visitor, origins }, 'analyst@example.com')
    const main = page.getByRole('main')
    const here = gallery(page)
    expect(await titles(page)).toEqual(['All Dashboards'])
    await page.getByText('My Workspace', { exact: true }).first().waitFor()
    await main.getByText('No Dashboards Found', { exact: true }).waitFor()
    await main
      .getByText('Create your first dashboard to get started with data visualization.', { exact: true })
      .waitFor()
    await main
      .getByText('Or create charts in the Chart Builder and pin them to dashboards', { exact: true })
      .waitFor()
    await here.new.first().click()
    expect(await here.name.getAttribute('placeholder')).toBe('Enter dashboard name...')
    await expect.poll(() => here.name.evaluate((field) => field === document.activeElement)).toBe(true)
    await here.dialog.getByRole('button', { name: 'Create Dashboard', exact: true }).waitFor()
    await here.dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await goTo(page, '/saved-dashboards/')
    await main
      .getByText('Use the + button in the sidebar to create your first dashboard', { exact: true })
      .waitFor()
    await main.getByRole('link', { name: 'Back to Dashboard Gallery', exact: true }).waitFor()
    expect(await titles(page)).toEqual(['Dashboard Gallery'])
    expect(await main.getByRole('button', { name: 'Delete Dashboard' }).count()).toBe(0)

    await page.getByText('Hi, Ada Winter', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Log out', exact: true }).waitFor()
    await page
      .getByRole('complementary', { name: 'Sidebar' })
      .getByRole('button', { name: 'Create New Dashboard', exact: true })
      .waitFor()
    const menu = await tools(page)
    for (const name of [
      'Refresh data',
      'Chart Builder',
      'Saved Dashboards',
      'Knowledge Base',
      'Switch to light mode',
    ])
      expect(menu).toContain(name)
    expect(menu).not.toContain('Contact Sales')

    const catalogue = createCatalogue({
      productName: 'Assay',
      liveboardIds: {} as never,
      worksheetIds: {},
    })
    for (const [path, title, subtitle] of routes) {
      await goTo(page, path)
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      await page.getByRole('banner').getByText(subtitle, { exact: true }).waitFor()
      const { description = '' } = catalogue.byPath(path) ?? {}
      const text = main.getByText(description, { exact: true })
      const lines = await text.evaluate(
        (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
      )
      expect(lines).toBeLessThanOrEqual(2)
      const more = main.getByRole('button', { name: 'Show more', exact: true })
      expect(await more.count()).toBe(description.length > 120 ? 1 : 0)
      if (description.length <= 120) continue
      await more.click()
      await main.getByRole('button', { name: 'Show less', exact: true }).click()
      await more.waitFor()
    }
    // The board that stands at the end of the walk, in our words for the vendor's.
    await boardShown(page, 'RWA')
    const tile = frameOf(page).locator('figure:not([aria-busy="true"])').first()
    await tile.hover()
    await tile.getByRole('button', { name: 'More actions' }).click()
    const items = frameOf(page).locator('.viz-menu-item:visible')
    await items.first().waitFor()
    const words = await items.allTextContents()
    expect(words.some((word) => word.includes('Deep Research'))).toBe(true)
    expect(words.join(' ')).not.toMatch(/Spotter|SpotIQ|Rename|watchlist|alert|Share|Copy link|CSV|XLSX|PDF/i)
  })
})
