import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { createCatalogue } from '../../src/core/catalogue/catalogue'
import { catalogueConfiguration } from '../support/catalogue'
import { gallery, openGallery } from '../support/gallery'
import { boardShown, goTo } from '../support/in-page'
import { boardReady, expect, frameOf, journey } from '../support/journey'
import { folders, homeSentence, routes, texts, treeRows, type State } from '../support/specified-texts'

/** Each text that this state of the portal has to have, by role and name. */
async function reads(page: Page, state: State): Promise<void> {
  for (const { kind, text, within } of texts[state]) {
    const area = within === 'main' ? page.getByRole('main') : page
    const found = {
      title: () => area.getByTitle(text, { exact: true }),
      label: () => area.getByLabel(text, { exact: true }),
      placeholder: () => area.getByPlaceholder(text, { exact: true }),
      text: () => area.getByText(text, { exact: true }),
      tooltip: () => area.getByText(text, { exact: true }),
    }
    const look =
      kind in found
        ? found[kind as keyof typeof found]()
        : area.getByRole(kind as 'heading', { name: text, exact: kind !== 'alert' })
    await look.filter({ visible: true }).first().waitFor()
  }
}

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
    await reads(page, 'Home, signed out')
    expect(homeSentence.length).toBeLessThanOrEqual(120)
    expect(await page.getByRole('button', { name: /^Show/ }).count()).toBe(0)
    for (const name of ['Contact Sales', 'Knowledge Base']) {
      const link = page.getByRole('link', { name, exact: true })
      expect(await link.getAttribute('target')).toBe('_blank')
      expect(await link.getAttribute('rel')).toBe('noopener')
    }

    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    const rows = sidebar.getByRole('navigation', { name: 'Main' }).locator('a, button')
    expect(await rows.allTextContents()).toEqual(treeRows)
    for (const [folder, children] of Object.entries(folders)) {
      await sidebar.getByRole('button', { name: folder, exact: true }).click()
      const list = sidebar.getByRole('list', { name: folder, exact: true })
      expect(await list.getByRole('link').allTextContents()).toEqual(children)
      expect(await sidebar.locator('[aria-expanded="true"]').count()).toBe(1)
    }
    await sidebar.getByRole('button', { name: 'Collapse', exact: true }).click()
    await reads(page, 'Home, sidebar collapsed')
    // Of the narrow sidebar only the icons are to be seen.
    await sidebar.getByRole('button', { name: 'Expand', exact: true }).click({ position: { x: 16, y: 18 } })
    await sidebar.getByText('Log In', { exact: true }).waitFor()

    for (const [path, title, subtitle] of routes.slice(1)) {
      await goTo(page, path)
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      await reads(page, 'a dataset, signed out')
      const main = page.getByRole('main')
      await main.getByText(subtitle, { exact: true }).waitFor()
      await main.getByRole('link', { name: 'Back to Home', exact: true }).waitFor()
      expect(await titles(page)).toEqual([title])
      await expect.poll(() => page.title()).toBe(`${title} · Assay`)
      expect(await tools(page)).not.toContain('Contact Sales')
    }
    await goTo(page, '/saved-dashboards')
    await reads(page, 'All Dashboards, signed out')
    await goTo(page, '/saved-dashboards/0b4f8a52-1d2c-4e8e-9a65-6f8f6d3b2a10')
    await reads(page, 'a saved dashboard, signed out')
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
    await reads(page, 'All Dashboards, empty')
    await here.new.first().click()
    await reads(page, 'the create dialog')
    await expect.poll(() => here.name.evaluate((field) => field === document.activeElement)).toBe(true)
    await here.dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await goTo(page, '/saved-dashboards/')
    await reads(page, 'a saved dashboard, none there')
    expect(await titles(page)).toEqual(['Dashboard Gallery'])
    expect(await main.getByRole('button', { name: 'Delete Dashboard' }).count()).toBe(0)
    expect(await tools(page)).not.toContain('Contact Sales')

    const catalogue = createCatalogue(catalogueConfiguration)
    for (const [path, title, subtitle] of routes) {
      await goTo(page, path)
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      await page.getByRole('banner').getByText(subtitle, { exact: true }).waitFor()
      if (path === '/home') await reads(page, 'Home, signed in')
      const { description = '' } = catalogue.byPath(path) ?? {}
      const text = main.getByText(description, { exact: true })
      const lines = await text.evaluate(
        (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
      )
      expect(lines).toBeLessThanOrEqual(2)
      const more = main.getByRole('button', { name: 'Show more', exact: true })
      await expect.poll(() => more.count()).toBe(description.length > 120 ? 1 : 0)
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
