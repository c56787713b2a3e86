import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { createCatalogue } from '../../src/core/catalogue/catalogue'
import { printSheetFor } from '../../src/core/embedding/print'
import { catalogueConfiguration } from '../support/catalogue'
import { gallery, openGallery } from '../support/gallery'
import { boardShown, goTo } from '../support/in-page'
import { boardReady, expect, frameOf, journey, signIn } from '../support/journey'
import {
  folders,
  homeSentence,
  routes,
  texts,
  treeRows,
  type State,
  invitation,
} from '../support/specified-texts'

describe('every specified text of the shell', () => {
  /** The specified texts of this state of the portal, by role and name. */
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

  journey(
    'the guide begins with its title on a phone, and has its contents beside it',
    async ({ page, visitor }) => {
      await page.goto(visitor.address('/open-data/knowledge-base/'))
      const topic = page.getByRole('link', { name: 'Data freshness' })
      await topic.waitFor()
      await page.setViewportSize({ width: 390, height: 844 })
      await page.reload()
      expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.y).toBeLessThan(240)
      await page.getByText('On this page', { exact: true }).click()
      await topic.click()
      expect(new URL(page.url()).hash).toBe('#fresh')
    },
  )

  journey('appears on each route for a signed-out visitor', async ({ page, visitor }) => {
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
    // The narrow sidebar shows only icons.
    await sidebar.getByRole('button', { name: 'Expand', exact: true }).click()
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

  journey('appears on each route for a signed-in user', async ({ page, visitor, origins }) => {
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
      // At this width some long descriptions fit and have no “Show more”.
      const isCut = await text.evaluate((element) => element.scrollHeight > element.clientHeight + 1)
      await expect.poll(() => more.count()).toBe(description.length > 120 && isCut ? 1 : 0)
      if (!isCut) continue
      await more.click()
      await main.getByRole('button', { name: 'Show less', exact: true }).click()
      await more.waitFor()
    }
    // The last board of the walk, with the portal's terms in place of the vendor's.
    await boardShown(page, 'RWA')
    const tile = frameOf(page).locator('figure:not([aria-busy="true"])').first()
    await tile.locator('.kpi-percentile').hover()
    await frameOf(page)
      .locator('.meaning', { hasText: /^At or above \d+% of the days/ })
      .waitFor()
    await tile.getByRole('button', { name: 'More actions' }).click()
    const items = frameOf(page).locator('.viz-menu-item:visible')
    await items.first().waitFor()
    const words = await items.allTextContents()
    expect(words.some((word) => word.includes('Deep Research'))).toBe(true)
    expect(words.join(' ')).not.toMatch(/Spotter|SpotIQ|Rename|watchlist|alert|Share|Copy link|CSV|XLSX|PDF/i)
  })
})

describe('other renderings of the page', () => {
  /** The viewport of a 1280 px wide page at 400 % zoom. */
  const magnified = { width: 320, height: 640 }
  const desktop = { width: 1440, height: 900 }

  /** Classes of elements that overflow the page to the right. */
  function overflowing(page: Page): Promise<readonly string[]> {
    return page.evaluate(() => {
      const { clientWidth, scrollWidth } = document.documentElement
      if (scrollWidth <= clientWidth) return []
      return [...document.querySelectorAll('#root *')]
        .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
        .map((element) => `${element.tagName}.${String(element.getAttribute('class'))}`)
    })
  }

  const style = (page: Page, selector: string, property: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

  /**
   * A dashboard on paper: its sheets as the browser makes them and as its charts lie on them, the charts that lie across two, and those
   * whose table has columns beyond their edge.
   */
  async function printed(page: Page) {
    await page.emulateMedia({ media: null })
    const pdf = await page.pdf({ preferCSSPageSize: true })
    // The page fixes its width before the print layout.
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await page.emulateMedia({ media: 'print' })
    await frameOf(page).locator('html.printing').waitFor()
    const { top, width } = await frameOf(page)
      .owner()
      .evaluate((frame) => ({
        top: frame.getBoundingClientRect().top + Number.parseFloat(getComputedStyle(frame).paddingTop),
        width: frame.getBoundingClientRect().width,
      }))
    const charts = await frameOf(page)
      .locator('.viz-tile')
      .evaluateAll((all) =>
        all.map((chart) => {
          const { y, bottom, right } = chart.getBoundingClientRect()
          const end = chart.querySelector('.table-scroll > table')?.getBoundingClientRect().right ?? 0
          const name = chart.querySelector('h2')?.textContent ?? ''
          return { name, from: y, to: bottom, isWider: end > right + 1 }
        }),
      )
    await page.emulateMedia({ media: null })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    const { ratio, minHeight } = printSheetFor(width)
    const sheetOf = (y: number): number => Math.floor((top + y) / Math.max(width * ratio, minHeight))
    return {
      pages: pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length,
      sheets: 1 + Math.max(...charts.map(({ to }) => sheetOf(to))),
      cut: charts.filter(({ from, to }) => sheetOf(from) !== sheetOf(to)).map(({ name }) => name),
      wider: charts.filter(({ isWider }) => isWider).map(({ name }) => name),
    }
  }

  journey(
    'stay usable at 400 % zoom, in forced colors, with reduced motion and in print',
    async ({ page, visitor }) => {
      await page.goto(visitor.address('/home'))
      await boardReady(page)
      const narrow = async (paths: readonly string[]): Promise<void> => {
        await page.setViewportSize(magnified)
        for (const path of paths) {
          await goTo(page, path)
          await page.getByRole('heading', { level: 1 }).first().waitFor()
          await expect.poll(() => overflowing(page), { message: path }).toEqual([])
          await page.getByRole('button', { name: 'Open menu' }).waitFor()
        }
        await page.getByRole('button', { name: 'Open menu' }).click()
        await page.getByRole('dialog', { name: 'Menu' }).waitFor()
        await expect.poll(() => overflowing(page)).toEqual([])
        await page.getByRole('button', { name: 'Close menu' }).click()
        await page.setViewportSize(desktop)
      }
      await narrow(['/home', '/datasets/spot-analytics', '/saved-dashboards', '/none-such'])
      await goTo(page, '/home')
      await signIn(page, 'analyst@example.com')
      await narrow(['/saved-dashboards', '/none-such', '/datasets/global-digital-asset-markets', '/home'])
      // Text at twice the size on a phone: line spacing is sufficient, and nothing overflows.
      await page.setViewportSize({ width: 390, height: 844 })
      const textSize = (size: string): Promise<void> =>
        page.evaluate((size) => void (document.documentElement.style.fontSize = size), size)
      await textSize('200%')
      for (const path of ['/saved-dashboards', '/deep-research', '/datasets/bitcoin']) {
        await goTo(page, path)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await expect.poll(() => overflowing(page), { message: path }).toEqual([])
        const tight = await page
          .getByRole('main')
          .locator('p, h1, h2, textarea, select')
          .evaluateAll((parts) =>
            parts.flatMap((part) => {
              const { fontSize, lineHeight } = getComputedStyle(part)
              return Number.parseFloat(lineHeight) < Number.parseFloat(fontSize)
                ? [part.outerHTML.slice(0, 80)]
                : []
            }),
          )
        expect(tight, path).toEqual([])
      }
      await textSize('')
      await goTo(page, '/home')
      await page.setViewportSize(magnified)
      await boardShown(page, 'Home')
      // The frame's controls are in reach too: none is outside the page.
      const range = frameOf(page).getByRole('radiogroup', { name: 'Time range' })
      await expect
        .poll(async () => {
          const box = await range.boundingBox()
          return box === null ? Number.POSITIVE_INFINITY : box.x + box.width
        })
        .toBeLessThanOrEqual(magnified.width)
      await page.setViewportSize(desktop)

      // The user's own letter and word spacing: a name wraps to a second line before it is truncated.
      const cutNames = (spacing: string): Promise<readonly string[]> =>
        page.evaluate((spacing) => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync(`* { ${spacing} }`)
          document.adoptedStyleSheets = [sheet]
          const names = [...document.querySelectorAll<HTMLElement>('.sidebar .nav-row__label')]
          return names.flatMap((name) => (name.scrollWidth > name.clientWidth ? [name.innerText] : []))
        }, spacing)
      expect(await cutNames('letter-spacing: 0.12em !important; word-spacing: 0.16em !important')).toEqual([])
      expect(await cutNames('')).toEqual([])

      // Forced colors: outlines replace fills.
      await page.emulateMedia({ forcedColors: 'active' })
      expect(await style(page, '.nav-row[aria-current="page"]', 'outline-style')).toBe('solid')
      expect(await style(page, '.auth-button', 'border-top-style')).toBe('solid')
      await page.getByRole('link', { name: 'Stablecoins', exact: true }).focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      expect(await style(page, '.nav-row:focus-visible', 'outline-style')).toBe('solid')
      await page.emulateMedia({ forcedColors: 'none' })
      const shade = (contrast: 'more' | null): Promise<readonly string[]> =>
        page
          .emulateMedia({ contrast })
          .then(() =>
            Promise.all([
              style(page, '.sidebar .nav-row:not([aria-current])', 'color'),
              style(page, '.sidebar', 'border-right-color'),
              style(page, 'h1', 'color'),
            ]),
          )
      const [faint, line, text] = await shade(null)
      expect([faint === text, line === text]).toEqual([false, false])
      expect(await shade('more')).toEqual([text, text, text])
      await shade(null)

      const motion = (): Promise<readonly string[]> =>
        Promise.all(
          ['.sidebar', '.nav-row', '.control'].map((part) => style(page, part, 'transition-duration')),
        )
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      expect((await motion()).filter((time) => time === '0s')).toEqual([])
      await page.emulateMedia({ reducedMotion: 'reduce' })
      expect((await motion()).filter((time) => time !== '0s')).toEqual([])

      await page.emulateMedia({ media: 'print' })
      const main = page.getByRole('main')
      await page.locator('.sidebar').waitFor({ state: 'hidden' })
      expect(await page.getByRole('navigation', { name: 'Tools' }).isVisible()).toBe(false)
      expect(await main.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
      expect(await page.locator('iframe[data-ts-iframe]').first().isVisible()).toBe(true)
      expect(await page.locator('.freshness__source').isVisible()).toBe(true)
      expect(await frameOf(page).locator('.viz-scope').first().innerText()).toMatch(/filter.*As of.*Sample/)
      await expect.poll(async () => (await main.boundingBox())?.x).toBe(0)
      // A board in the dark theme prints dark on white, with one high-resolution image over each chart.
      await frameOf(page).locator('html[data-tone="light"] .chart-on-paper').first().waitFor()
      await page.emulateMedia({ media: 'screen' })
      await frameOf(page).locator('html[data-tone="dark"]').waitFor()
      expect(await frameOf(page).locator('.chart-on-paper').count()).toBe(0)
      expect(await printed(page)).toEqual({ pages: 4, sheets: 4, cut: [], wider: [] })
      // Its long table is scaled to a sheet and states which of its rows are shown.
      await goTo(page, '/datasets/lending')
      await boardShown(page, 'Lending')
      await boardReady(page)
      expect(await printed(page)).toEqual({ pages: 4, sheets: 4, cut: [], wider: [] })
      const rows = frameOf(page).locator('.viz-scope[data-rows]')
      expect(await rows.getAttribute('data-rows')).toMatch(/^First \d+ of 69 rows$/)
      // On other pages the board's frame is hidden, and the page's content follows its title.
      for (const [path, part] of [
        ['/saved-dashboards', '.gallery'],
        ['/deep-research', '.research-page'],
      ] as const) {
        await goTo(page, path)
        await page.locator(part).waitFor()
        await page.emulateMedia({ media: 'print' })
        const title = await main.getByRole('heading', { level: 1 }).boundingBox()
        const top = (await page.locator(part).boundingBox())?.y
        expect(top, path).toBeGreaterThanOrEqual((title?.y ?? NaN) + (title?.height ?? NaN))
        await page.emulateMedia({ media: null })
      }
      await goTo(page, '/datasets/lending')
      await boardShown(page, 'Lending')
      await page.setViewportSize({ width: 390, height: 844 })
      await boardReady(page)
      const { pages, sheets, cut, wider } = await printed(page)
      expect({ pages, cut, wider }).toEqual({ pages: sheets, cut: [], wider: [] })
    },
  )

  // `identity-faults` covers blocked storage.
  journey('keep working with full storage, without remembering choices', async ({ page, visitor }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    })
    await page.goto(visitor.address('/datasets/bitcoin'))
    await page.getByRole('button', { name: 'Switch to light mode' }).click()
    await page.getByRole('button', { name: 'Switch to dark mode' }).waitFor()
    await page.getByRole('button', { name: 'Collapse', exact: true }).click()
    await page.locator('.sidebar[data-state="narrow"]').waitFor()
    await goTo(page, '/datasets/etf')
    await page.getByText(invitation).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.reload()
    await page.getByRole('button', { name: 'Switch to light mode' }).waitFor()
    await page.locator('.sidebar[data-state="wide"]').waitFor()
    await signIn(page, 'analyst@example.com')
    await boardReady(page)
  })
})
