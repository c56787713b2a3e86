import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { searchTokenColors, type SearchTokenKind } from '../../src/core/theme/palette'
import { refreshData, overflowOf } from '../support/in-page'
import { biDocument, objections, colorRules } from '../support/axe'
import { openGallery } from '../support/gallery'
import { expect, frameOf, journey } from '../support/journey'
import { readPicture } from '../support/read-picture'
import { openWeaver, tintedBy, tokenLook, weaverOn, type Weaver } from '../support/weaver'

const analyst = 'analyst@example.com'
const maxClicks = 15

/** Pins the chart to a new dashboard with this name, or to the one already selected. */
async function pin(weaver: Weaver, newDashboard?: string): Promise<void> {
  const { frame, click } = weaver
  await click(frame.getByRole('button', { name: 'Pin', exact: true }))
  const dialog = frame.getByRole('dialog', { name: 'Pin to dashboard' })
  if (newDashboard !== undefined) await dialog.getByLabel('Dashboard name').fill(newDashboard)
  await click(dialog.getByRole('button', { name: 'Pin chart' }))
  await dialog.waitFor({ state: 'detached' })
}

/** The accessible name of what has the focus, in the page or in its frame. */
async function focused(page: Page): Promise<string> {
  const [tag, name] = await page.evaluate(() => {
    const { activeElement: element } = document
    return [element?.tagName, element?.getAttribute('aria-label') ?? element?.textContent ?? ''] as const
  })
  if (tag !== 'IFRAME') return name
  // The frame is in another process, which takes and loses the focus a moment later.
  const inside = frameOf(page).locator(':focus')
  return inside
    .evaluate((element) => element.getAttribute('aria-label') ?? element.textContent, null, { timeout: 2000 })
    .catch(() => '')
}

/** Presses Tab (or Shift+Tab) until this has the focus. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const walked: string[] = []
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press(key)
    const now = (await focused(page)).trim()
    if (now === name) return
    walked.push(now)
  }
  throw new Error(`No way to ${name} by ${key}: ${walked.join(' | ')}`)
}

/** Downloads the chart as an image: as on screen, with its title above and its source below, on the theme's card color. */
async function expectPicture({ page, frame, theme }: { page: Page; frame: Weaver['frame']; theme: string }) {
  const chart = await frame.locator('figure.answer canvas').first().boundingBox()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    frame
      .getByRole('button', { name: 'Download' })
      .click()
      .then(() => frame.getByRole('menuitem', { name: 'Download as PNG' }).click()),
  ])
  expect(download.suggestedFilename()).toBe('supply-by-chain-2026-11-20.png')
  const picture = await readPicture(await readFile(await download.path()))
  const { width, height } = picture
  expect(width).toBeGreaterThan(2 * (chart?.width ?? width) - 1)
  expect(height).toBeGreaterThan(2 * (chart?.height ?? height))
  const ground = picture.at(2, 2)
  const [red = 0] = ground.split(' ').map(Number)
  expect(red > 200, `the card is ${ground}`).toBe(theme === 'light')
  const [head, foot] = [2 * 62, 2 * 34]
  expect(picture.drawn(0, head, ground), 'title').toBeGreaterThan(1000)
  expect(picture.drawn(height - foot, height, ground), 'source').toBeGreaterThan(1000)
  // Axes and labels alone would cover less than half of this.
  expect(picture.drawn(head, height - foot, ground), 'chart').toBeGreaterThan(
    0.04 * width * (height - head - foot),
  )
}

describe('Data Weaver', () => {
  journey(
    'builds three charts with the pointer and pins them to a new dashboard',
    async ({ page, visitor, origins }) => {
      const weaver = await openWeaver({ page, visitor, origins }, analyst)
      const { frame, click, field } = weaver

      // Expanded by hand, not by a search, so that the list stays open for the second field.
      await click(frame.getByRole('button', { name: 'Stablecoin supply', exact: true }))
      await click(field('Supply'))
      await click(field('Chain'))
      await click(frame.getByRole('button', { name: 'Stacked area', exact: true }))
      await weaver.answered('Supply by Chain')
      expect(await weaver.chips()).toEqual(expect.arrayContaining(['Supply', 'by Chain', 'Last 90 days']))
      await pin(weaver, 'Weekly review')
      expect(weaver.clicks()).toBeLessThanOrEqual(maxClicks)
      await page.getByText('The chart was pinned to “Weekly review”.').waitFor()

      await click(frame.getByRole('button', { name: 'New chart' }))
      await weaver.find('price')
      await click(frame.getByRole('button', { name: 'More about Price', exact: true }).first())
      await click(frame.getByRole('menuitem', { name: 'Add 30-day volatility' }))
      await click(field('Asset').first())
      await click(frame.getByRole('button', { name: 'More about Asset', exact: true }).first())
      await click(frame.getByRole('menuitem', { name: /^Filter by Asset/ }))
      for (const asset of ['BTC', 'ETH'])
        await click(frame.locator('.filter-card').getByText(asset, { exact: true }))
      // Panels scroll, the page does not.
      expect(await overflowOf(frame)).toBe(0)
      await weaver.find('funding')
      await click(field('Funding').first())
      await weaver.answered(/volatility and Funding by Asset: BTC, ETH/)
      await pin(weaver)
      expect(weaver.clicks()).toBeLessThanOrEqual(maxClicks)

      await click(frame.getByRole('button', { name: 'New chart' }))
      await click(weaver.bar)
      await weaver.bar.fill('top 10 RWA products by growth this quarter')
      await click(frame.getByRole('button', { name: 'Ask', exact: true }))
      await weaver.answered(/^Top 10 Product by Growth/)
      await pin(weaver)
      expect(weaver.clicks()).toBeLessThanOrEqual(maxClicks)

      // A saved chart does not block leaving, and its dashboard shows it at once.
      await page.getByRole('link', { name: 'Open dashboard' }).last().click()
      await page.getByRole('heading', { level: 1, name: 'Weekly review' }).waitFor()
      const board = frameOf(page)
      for (const name of ['Supply by Chain', /volatility and Funding/, /^Top 10 Product/])
        await board.getByRole('figure', { name }).waitFor({ timeout: 30_000 })

      // Edited in place: the builder opens with the dashboard's stored chart and saves it back.
      await board.getByRole('button', { name: /^More actions: Supply by Chain/ }).click()
      await board.getByRole('menuitem', { name: 'Open in Data Weaver' }).click()
      const again = await weaverOn(page)
      await again.answered('Supply by Chain')
      // On the model that the question is about, without a notice about a wrong one.
      expect(new URL(page.url()).searchParams.get('source')).toBe('stable_supply')
      expect(await again.frame.getByText(/was deleted or you don’t have access/).count()).toBe(0)
      // The chart types stay where they are, so that one can be tried after the other.
      const last = again.frame.locator('[data-chart-type]').last()
      const before = await last.boundingBox()
      await again.frame.getByRole('button', { name: '100% area' }).click()
      await again.frame.getByText('Not saved', { exact: true }).waitFor()
      await again.frame.locator('.chart-name').getByText('100% area').waitFor()
      expect(await last.boundingBox()).toEqual(before)
      await again.frame.getByRole('button', { name: 'Update the chart on Weekly review' }).click()
      await again.frame.getByText('On Weekly review', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Open dashboard' }).last().click()
      await frameOf(page).locator('figure.viz-tile').nth(2).waitFor({ timeout: 30_000 })
      expect(await frameOf(page).locator('figure.viz-tile').count()).toBe(3)
    },
  )

  journey(
    'builds and saves a chart by keyboard alone, asks before unsaved changes are lost, and opens it from its link',
    async ({ page, visitor, origins }) => {
      const weaver = await openWeaver({ page, visitor, origins }, 'trader@example.com')
      const { frame, bar } = weaver
      const keys = async (...names: readonly string[]): Promise<void> => {
        for (const name of names) await page.keyboard.press(name)
      }
      await bar.focus()
      await page.keyboard.type('stablecoin supply by ch')
      await frame
        .getByRole('option', { name: /^Chain/ })
        .first()
        .waitFor()
      // Escape during input-method composition does not close the list.
      await bar.dispatchEvent('keydown', { key: 'Escape', keyCode: 229 })
      expect(await bar.getAttribute('aria-expanded')).toBe('true')
      await keys('ArrowDown', 'Enter')
      await page.keyboard.type('last 90 days')
      await keys('Enter')
      await weaver.answered('Supply by Chain')
      // Words have the colors of their token kinds, exactly as typed.
      const tokens = frame.locator('.search-mirror .search-token')
      await expect
        .poll(() => tokens.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['tokenType'])))
        .toEqual(expect.arrayContaining(['measure', 'attribute', 'date']))
      expect((await frame.locator('.search-mirror').textContent())?.trim()).toBe(
        (await bar.inputValue()).trim(),
      )

      // Leaving asks for confirmation, and Stay stays.
      await page.getByRole('link', { name: 'Saved Dashboards' }).focus()
      await keys('Enter')
      const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
      await question.waitFor()
      await keys('Escape')
      await question.waitFor({ state: 'detached' })

      // Refresh restores the chart with its unsaved changes.
      const refresh = async (): Promise<void> => {
        await refreshData(page, '.board--builder[aria-busy="true"]')
        await weaver.answered('Supply by Chain')
      }
      await refresh()
      await frame.getByText('Not saved', { exact: true }).waitFor()

      await frame.getByRole('button', { name: 'Save', exact: true }).focus()
      await keys('Enter')
      await frame.getByRole('dialog', { name: 'Save chart' }).waitFor()
      await keys('Enter')
      await page.getByText('“Supply by Chain” was saved').waitFor()
      await refresh()
      await frame.getByText('Saved', { exact: true }).waitFor()
      const link = await page.getByRole('link', { name: 'Open chart' }).getAttribute('href')
      await page.goto(visitor.address(link ?? ''))
      await (await weaverOn(page)).answered('Supply by Chain')

      // Text typed over a chart but not run survives Refresh and a reload, and collapsed panels stay collapsed.
      await weaverOn(page)
      await bar.fill('supply by issuer')
      for (const name of ['Hide fields', 'Hide settings'])
        await frame.getByRole('button', { name }).press('Enter')
      await refresh()
      expect(await bar.inputValue()).toBe('supply by issuer')
      await page.reload()
      await weaver.answered('Supply by Chain')
      expect(await bar.inputValue()).toBe('supply by issuer')
      for (const name of ['Show fields', 'Show settings'])
        await frame.getByRole('button', { name }).press('Enter')
      expect(
        await frame.getByRole('complementary', { name: 'Fields' }).getByRole('searchbox').isVisible(),
      ).toBe(true)
      // A dialog of the frame covers the whole window.
      await frame.getByRole('button', { name: 'Pin', exact: true }).press('Enter')
      const weaverPage = page.getByRole('region', { name: 'Data Weaver' })
      await weaverPage.and(page.locator('[data-dialog="true"]')).waitFor()
      await keys('Escape')
      await weaverPage.and(page.locator('[data-dialog="false"]')).waitFor()

      // A question in the URL stays in the input; when run by a press, it does not count as unsaved work.
      await page.goto(visitor.address('/chart-builder?q=weather%20in%20paris'))
      await bar.waitFor()
      expect(await page.getByRole('textbox', { name: 'Question from a link' }).inputValue()).toBe(
        'weather in paris',
      )
      // The bar has the text typed before, and not the link's question.
      await expect.poll(() => bar.inputValue()).toBe('supply by issuer')
      await page.getByRole('button', { name: 'Ask', exact: true }).click()
      await frame
        .getByRole('alert')
        .getByText(/weather/)
        .waitFor()
      await page.getByRole('link', { name: 'Saved Dashboards' }).click()
      await page.getByRole('heading', { level: 1, name: 'All Dashboards' }).waitFor()
    },
  )

  journey(
    'pins a first chart to a new dashboard and opens it there, with nothing but keys',
    async ({ page, visitor, origins }) => {
      await openGallery({ page, visitor, origins }, analyst)
      await tabTo(page, 'Chart Builder')
      await page.keyboard.press('Enter')
      const weaver = await weaverOn(page)
      await tabTo(page, 'Question')
      await page.keyboard.type('stablecoin supply by chain, last 90 days, stacked area')
      await page.keyboard.press('Enter')
      await weaver.answered('Supply by Chain')
      await tabTo(page, 'Pin', 'Shift+Tab')
      await page.keyboard.press('Enter')
      await weaver.frame.getByLabel('Dashboard name').and(weaver.frame.locator(':focus')).waitFor()
      await page.keyboard.type('By keys')
      await page.keyboard.press('Enter')
      await page.getByText('The chart was pinned to “By keys”.').waitFor()
      await tabTo(page, 'Open dashboard')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'By keys' }).waitFor()
      await frameOf(page).getByRole('figure', { name: 'Supply by Chain' }).waitFor({ timeout: 30_000 })
    },
  )

  journey('follows the portal’s styles in both themes and passes axe', async ({ page, visitor, origins }) => {
    const weaver = await openWeaver(
      { page, visitor, origins },
      analyst,
      '#q=stablecoin%20supply%20by%20chain',
    )
    await weaver.answered('Supply by Chain')
    const { frame } = weaver
    const height = await frame.locator('html').evaluate((root) => root.clientHeight)
    const style = (selector: string, property: string): Promise<string> =>
      frame
        .locator(selector)
        .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
    expect(Number.parseFloat(await style('.completions', 'max-height'))).toBeCloseTo(height * 0.7, 0)
    expect(Number.parseFloat(await style('.data-panel', 'max-height'))).toBeCloseTo(height * 0.85, 0)
    expect(await style('.side-panel', 'width')).toBe('300px')
    // The settings panel scrolls separately: focusing a control there does not scroll the page.
    for (const label of ['Stablecoin', 'Issuer'])
      await frame.getByRole('combobox', { name: 'Add filter' }).selectOption({ label })
    const bar = frame.locator('.builder-bar')
    const top = await bar.evaluate((element) => element.getBoundingClientRect().top)
    await frame.getByRole('radio', { name: 'Year ago' }).focus()
    expect(await bar.evaluate((element) => element.getBoundingClientRect().top)).toBe(top)
    await frame.getByRole('button', { name: 'Show as table' }).click()
    expect(await style('.answer-table-body', 'min-height')).toBe('300px')
    await frame.getByRole('button', { name: 'Show as chart' }).click()
    await weaver.answered('Supply by Chain')

    for (const theme of ['dark', 'light'] as const) {
      if (theme === 'light') {
        await page.getByRole('button', { name: 'Switch to light mode' }).click()
        await expect.poll(() => frame.locator('html').evaluate((root) => root.dataset['tone'])).toBe('light')
      }
      for (const [kind, color] of Object.entries(searchTokenColors[theme]))
        await expect.poll(() => tokenLook(page, kind as SearchTokenKind)).toEqual(tintedBy(color))
      await expectPicture({ page, frame, theme })
      expect(
        await objections(await biDocument(page), {
          parts: ['body'],
          ...(theme === 'light' && { rules: colorRules }),
        }),
      ).toEqual([])
    }

    // On a phone the chips are a scrolling row, and “Leave out” is still visible.
    await page.setViewportSize({ width: 390, height: 844 })
    await weaver.bar.fill('compare BTC, ETH and gold returns')
    await weaver.bar.press('Enter')
    const leaveOut = frame.getByRole('button', { name: 'Leave out gold' })
    await leaveOut.waitFor()
    const { x = 0, width = 0 } = (await leaveOut.boundingBox()) ?? {}
    expect(width).toBeGreaterThan(0)
    expect(x + width).toBeLessThanOrEqual(390)
  })
})
