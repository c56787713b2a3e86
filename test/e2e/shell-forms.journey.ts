import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { boardShown, goTo } from '../support/in-page'
import { boardReady, expect, frameOf, journey, signIn } from '../support/journey'
import { invitation } from '../support/specified-texts'

/** What 400 % leaves of a page 1280 px wide. */
const magnified = { width: 320, height: 640 }
const desktop = { width: 1440, height: 900 }

/** Parts of the page, by class, that reach out of it to the right. */
function sticksOut(page: Page): Promise<readonly string[]> {
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

describe('other forms of the page', () => {
  journey('400 % zoom, forced colours, less motion and paper', async ({ page, visitor }) => {
    await page.goto(visitor.address('/home'))
    await boardReady(page)
    const narrow = async (paths: readonly string[]): Promise<void> => {
      await page.setViewportSize(magnified)
      for (const path of paths) {
        await goTo(page, path)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await expect.poll(() => sticksOut(page), { message: path }).toEqual([])
        await page.getByRole('button', { name: 'Open menu' }).waitFor()
      }
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('dialog', { name: 'Menu' }).waitFor()
      await expect.poll(() => sticksOut(page)).toEqual([])
      await page.getByRole('button', { name: 'Close menu' }).click()
      await page.setViewportSize(desktop)
    }
    await narrow(['/home', '/datasets/spot-analytics', '/saved-dashboards', '/none-such'])
    await goTo(page, '/home')
    await signIn(page, 'analyst@example.com')
    await narrow(['/saved-dashboards', '/none-such', '/datasets/global-digital-asset-markets', '/home'])
    await page.setViewportSize(magnified)
    await boardShown(page, 'Home')
    // What the frame offers is in reach too: nothing of it lies beside the page.
    const range = frameOf(page).getByRole('radiogroup', { name: 'Time range' })
    await expect
      .poll(async () => {
        const box = await range.boundingBox()
        return box === null ? Number.POSITIVE_INFINITY : box.x + box.width
      })
      .toBeLessThanOrEqual(magnified.width)
    await page.setViewportSize(desktop)

    // The reader's own colours: what a fill said, a line says.
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await style(page, '.nav-row[aria-current="page"]', 'outline-style')).toBe('solid')
    expect(await style(page, '.auth-button', 'border-top-style')).toBe('solid')
    await page.getByRole('link', { name: 'Stablecoins', exact: true }).focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    expect(await style(page, '.nav-row:focus-visible', 'outline-style')).toBe('solid')
    await page.emulateMedia({ forcedColors: 'none' })

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
    await expect.poll(async () => (await main.boundingBox())?.x).toBe(0)
    // A board that is dark on the screen is dark on white on paper, with one finer picture over each chart.
    await frameOf(page).locator('html[data-tone="light"] .chart-on-paper').first().waitFor()
    await page.emulateMedia({ media: 'screen' })
    await frameOf(page).locator('html[data-tone="dark"]').waitFor()
    expect(await frameOf(page).locator('.chart-on-paper').count()).toBe(0)
  })

  // Storage that is blocked altogether is met in `identity-faults`.
  journey('the portal works and forgets when storage is full', async ({ page, visitor }) => {
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
  })
})
