import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { createCatalogue } from '../../src/core/catalogue/catalogue'
import { catalogueConfiguration } from '../support/catalogue'
import { boardShown, goTo } from '../support/in-page'
import { boardReady, expect, frameOf, journey } from '../support/journey'
import { openSignedIn } from '../support/signed-in'

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const analyst = 'analyst@example.com'
/** Axe reads every element some twenty times; a limit for what hangs. */
const lookMilliseconds = 300_000

/** One page of each kind, looked at whole in every state; the pages of a kind differ in their words alone. */
const kinds = [
  ['/home', 'Assay'],
  ['/datasets/ethereum', 'Ethereum'],
  ['/saved-dashboards', /^(Saved|All) Dashboards$/],
  ['/none-such', 'Page not found'],
] as const

/** The others, whose words are looked at for each kind of reader, and at each size, once. */
const others = createCatalogue(catalogueConfiguration)
  .datasets.map(({ path, title }) => [path, title] as const)
  .filter(([path]) => !kinds.some(([known]) => known === path))

/**
 * What axe objects to in this part of the page as it is, and to its colours in the other theme: all else is the same in both. What
 * stands in the frame belongs to the BI host.
 */
async function objections(page: Page, where: string, part = 'html'): Promise<readonly string[]> {
  const html = page.locator('html')
  const axe = (): AxeBuilder => new AxeBuilder({ page }).include(part).exclude('iframe').setLegacyMode(true)
  const { violations } = await axe().analyze()
  await html.evaluate((element) => (element.dataset['theme'] = 'light'))
  const light = await axe().withRules(['color-contrast']).analyze()
  await html.evaluate((element) => (element.dataset['theme'] = 'dark'))
  return [...violations, ...light.violations].map(
    ({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

describe('axe', () => {
  journey(
    'objects to nothing on any page in either theme, at a desk and on a phone',
    async ({ page, visitor }) => {
      const found: string[] = []
      const look = async (who: string): Promise<void> => {
        for (const size of [desk, phone]) {
          await page.setViewportSize(size)
          for (const [path, name] of kinds) {
            await goTo(page, path)
            await page.getByRole('heading', { name }).first().waitFor()
            found.push(...(await objections(page, `${path}, ${who}, ${size.width} px`)))
          }
          if (who === 'signed in') {
            await goTo(page, '/chart-builder')
            await page.getByRole('region', { name: 'Data Weaver' }).waitFor()
            found.push(...(await objections(page, `/chart-builder, ${size.width} px`)))
          }
          // Signed out on a phone, signed in at a desk.
          if ((size === desk) !== (who === 'signed in')) continue
          for (const [path, name] of others) {
            await goTo(page, path)
            await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
            found.push(...(await objections(page, `${path}, ${who}, ${size.width} px`, 'main')))
          }
        }
        await page.getByRole('button', { name: 'Open menu' }).click()
        await page.getByRole('button', { name: 'Close menu' }).waitFor()
        found.push(...(await objections(page, `the menu, ${who}`)))
        await page.keyboard.press('Escape')
        await page.setViewportSize(desk)
      }
      await page.goto(visitor.address('/home'))
      await boardReady(page)
      await look('signed out')
      await openSignedIn(visitor, '/home', analyst)
      await boardReady(page)
      await look('signed in')
      expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
      expect(found).toEqual([])
    },
    lookMilliseconds,
  )
})

/** The accessible name of what has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document
    return element?.getAttribute('aria-label') ?? element?.getAttribute('title') ?? element?.textContent ?? ''
  })
}

/** Presses Tab (or Shift+Tab) until this has the focus. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const walked: string[] = []
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press(key)
    const now = await focused(page)
    if (typeof name === 'string' ? now === name : name.test(now)) return
    walked.push(now)
  }
  throw new Error(`No way to ${String(name)} by ${key}: ${walked.join(' | ')}`)
}

describe('the keyboard alone', () => {
  journey('is enough for a whole visit at a desk', async ({ page, visitor }) => {
    const press = (key: string): Promise<void> => page.keyboard.press(key)
    await page.goto(visitor.address('/home'))
    await boardReady(page)

    // Into the dashboard, and past it: the frame's own stops are between the two.
    await press('Tab')
    expect(await focused(page)).toBe('Skip to dashboard')
    await press('Enter')
    expect(await focused(page)).toBe('Home dashboard')
    await tabTo(page, 'Search from the dashboard')
    await press('Tab')
    // Another process takes the focus over.
    await frameOf(page).locator(':focus').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
    await page.evaluate(() => document.querySelector<HTMLElement>('#dashboard')?.focus())
    await tabTo(page, 'Skip past the dashboard')
    await press('Enter')
    expect(await focused(page)).toBe('End of the dashboard')

    // Theme, from the top menu.
    await tabTo(page, 'Switch to light mode')
    await press('Enter')
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
    expect(await focused(page)).toBe('Switch to dark mode')

    // A folder of the sidebar, and a page in it.
    await tabTo(page, 'Institutional Metrics', 'Shift+Tab')
    await press('Enter')
    await press('Tab')
    await press('Tab')
    expect(await focused(page)).toBe('Ethereum')
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Ethereum' }).waitFor()

    // Sign in, and come back to the page.
    await tabTo(page, 'Log In')
    await press('Enter')
    await page.getByLabel('Email').waitFor()
    await expect
      .poll(() => page.getByLabel('Email').evaluate((field) => field === document.activeElement))
      .toBe(true)
    await page.keyboard.type(analyst)
    await press('Tab')
    await page.keyboard.type('demo')
    await press('Enter')
    await boardShown(page, 'Ethereum')
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light')

    // Refresh brings the same board back.
    await tabTo(page, 'Refresh data')
    await press('Enter')
    await page.locator('.board[aria-busy="true"]').waitFor()
    await boardShown(page, 'Ethereum')
    expect(await focused(page)).toBe('Refresh data')

    // The sidebar, narrow: focus in it opens it, and leaving it closes it again.
    await tabTo(page, 'Collapse', 'Shift+Tab')
    await press('Enter')
    const state = (): Promise<string | null> => page.locator('.sidebar').getAttribute('data-state')
    expect(await state()).toBe('narrow')
    await tabTo(page, 'Log out')
    await tabTo(page, /Refresh data/)
    await tabTo(page, 'Log out', 'Shift+Tab')
    expect(await state()).toBe('peek')
    await tabTo(page, /Refresh data/)
    await expect.poll(state).toBe('narrow')
  })

  journey('opens, walks and closes the menu of a phone', async ({ visit }) => {
    const visitor = await visit({ viewport: phone })
    const { page } = visitor
    await page.goto(visitor.address('/home'))
    await boardReady(page)
    await tabTo(page, 'Open menu')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    const names: string[] = []
    const inside = (): Promise<boolean> =>
      page.evaluate(() => document.activeElement?.closest('dialog') !== null)
    for (let step = 0; step < 16; step += 1) {
      names.push(await focused(page))
      expect(await inside()).toBe(true)
      await page.keyboard.press('Tab')
    }
    for (const name of ['Close menu', 'Stablecoins', 'DeFi', 'Knowledge Base', 'LOG IN'])
      expect(names).toContain(name)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Open menu')

    await page.keyboard.press('Enter')
    await tabTo(page, 'DeFi')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Lending')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Lending' }).waitFor()
  })
})
