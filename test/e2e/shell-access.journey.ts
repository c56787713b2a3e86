import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { createCatalogue } from '../../src/core/catalogue/catalogue'
import { objectionsInBothThemes } from '../support/axe'
import { catalogueConfiguration } from '../support/catalogue'
import { boardShown, goTo } from '../support/in-page'
import { boardReady, expect, frameOf, journey } from '../support/journey'
import { openSignedIn } from '../support/signed-in'

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const analyst = 'analyst@example.com'

/** One page of each kind, checked with all rules in every state; pages of one kind differ only in their text. */
const kinds = [
  ['/home', 'Assay'],
  ['/datasets/ethereum', 'Ethereum'],
  ['/saved-dashboards', /^(Saved|All) Dashboards$/],
  ['/deep-research', 'Deep Research'],
  ['/none-such', 'Page not found'],
] as const

/** The other pages, checked only where they differ from those in more than text. */
const others = createCatalogue(catalogueConfiguration)
  .datasets.map(({ path, title }) => [path, title] as const)
  .filter(([path]) => !kinds.some(([known]) => known === path))

/** The markup of a part without its text: parts with equal markup are equal to axe. */
function shapeOf(page: Page, part: string): Promise<string> {
  return page.locator(part).evaluate((element) => {
    const words = new Set([
      'aria-label',
      'aria-describedby',
      'href',
      'id',
      'src',
      'title',
      'for',
      'aria-labelledby',
    ])
    const shape = (node: Element): string => {
      const attributes = [...node.attributes].map(({ name, value }) =>
        words.has(name) ? `${name}${value === '' ? '' : '…'}` : `${name}=${value}`,
      )
      const inside = [...node.childNodes].map((child) =>
        child instanceof Element ? shape(child) : child.textContent?.trim() === '' ? '' : '…',
      )
      return `<${node.tagName} ${attributes.join(' ')}>${inside.join('')}</>`
    }
    return shape(element)
  })
}

describe('accessibility checks', () => {
  journey('pass axe on every page in both themes, at desktop and phone size', async ({ page, visitor }) => {
    const found: string[] = []
    const see = (where: string, objections: readonly string[]): void =>
      void found.push(...objections.map((text) => `${where}: ${text}`))
    const look = async (who: string): Promise<void> => {
      for (const size of [desktop, phone]) {
        await page.setViewportSize(size)
        const known = new Set<string>()
        for (const [path, name] of kinds) {
          await goTo(page, path)
          await page.getByRole('heading', { name }).first().waitFor()
          // The sidebar is the same on every page.
          const without = path === '/home' ? [] : ['.sidebar']
          see(`${path}, ${who}, ${size.width} px`, await objectionsInBothThemes(page, { without }))
          known.add(await shapeOf(page, 'main'))
        }
        if (who === 'signed in') {
          await goTo(page, '/chart-builder')
          await page.getByRole('region', { name: 'Data Weaver' }).waitFor()
          see(
            `/chart-builder, ${size.width} px`,
            await objectionsInBothThemes(page, { without: ['.sidebar'] }),
          )
          await page.getByRole('button', { name: 'Search', exact: true }).click()
          await page.getByRole('dialog').getByRole('combobox').waitFor()
          see(
            `the palette, ${size.width} px`,
            await objectionsInBothThemes(page, { parts: ['[role=dialog]'] }),
          )
          await page.keyboard.press('Escape')
          await page.getByRole('dialog').waitFor({ state: 'hidden' })
        }
        // Signed out on a phone, signed in on a desktop.
        if ((size === desktop) !== (who === 'signed in')) continue
        for (const [path, name] of others) {
          await goTo(page, path)
          await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
          const shape = await shapeOf(page, 'main')
          if (known.has(shape)) continue
          known.add(shape)
          see(`${path}, ${who}, ${size.width} px`, await objectionsInBothThemes(page, { parts: ['main'] }))
        }
      }
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('button', { name: 'Close menu' }).waitFor()
      see(`the menu, ${who}`, await objectionsInBothThemes(page))
      await page.keyboard.press('Escape')
      await page.setViewportSize(desktop)
    }
    await page.goto(visitor.address('/home'))
    await boardReady(page)
    await look('signed out')
    await openSignedIn(visitor, '/home', analyst)
    await boardReady(page)
    await look('signed in')
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(found).toEqual([])
  })
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

describe('keyboard navigation', () => {
  journey('is enough for a whole visit on a desktop', async ({ page, visitor }) => {
    const press = (key: string): Promise<void> => page.keyboard.press(key)
    await page.goto(visitor.address('/home'))
    await boardReady(page)

    // Into the dashboard, and past it: the frame's own stops are between the two.
    await press('Tab')
    await expect.poll(() => focused(page)).toBe('Skip to dashboard')
    await press('Enter')
    await expect.poll(() => focused(page)).toBe('Home dashboard')
    await tabTo(page, 'Search from the dashboard')
    await press('Tab')
    // The frame is in another process, which takes the focus.
    await frameOf(page).locator(':focus').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
    await page.evaluate(() => document.querySelector<HTMLElement>('#dashboard')?.focus())
    await tabTo(page, 'Skip past the dashboard')
    await press('Enter')
    await expect.poll(() => focused(page)).toBe('End of the dashboard')

    // Theme, from the top menu.
    await tabTo(page, 'Switch to light mode')
    await press('Enter')
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
    await expect.poll(() => focused(page)).toBe('Switch to dark mode')

    // A folder of the sidebar, and a page in it.
    await tabTo(page, 'Institutional Metrics', 'Shift+Tab')
    await press('Enter')
    await press('Tab')
    await press('Tab')
    await expect.poll(() => focused(page)).toBe('Ethereum')
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
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')

    // Refresh reloads the same board. Tabbing through the frame would take too long by now, so it is skipped.
    await page.evaluate(() => document.querySelector<HTMLElement>('#dashboard')?.focus())
    await tabTo(page, 'Refresh data', 'Shift+Tab')
    await Promise.all([page.locator('.board[aria-busy="true"]').waitFor(), press('Enter')])
    await boardShown(page, 'Ethereum')
    await expect.poll(() => focused(page)).toBe('Refresh data')

    // The sidebar, narrow: focus in it opens it, and leaving it closes it again.
    await tabTo(page, 'Collapse', 'Shift+Tab')
    await press('Enter')
    const state = (): Promise<string | null> => page.locator('.sidebar').getAttribute('data-state')
    await expect.poll(state).toBe('narrow')
    // Tabbing on through the sidebar keeps each of its icons visible.
    await tabTo(page, 'Create New Dashboard', 'Shift+Tab')
    expect(await page.locator('.sidebar__list').evaluate((list) => list.scrollLeft)).toBe(0)
    await tabTo(page, 'Log out')
    await tabTo(page, /Refresh data/)
    await tabTo(page, 'Log out', 'Shift+Tab')
    await expect.poll(state).toBe('peek')
    await tabTo(page, /Refresh data/)
    await expect.poll(state).toBe('narrow')
  })

  journey('opens, traverses and closes the phone menu', async ({ visit }) => {
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
    await expect.poll(() => focused(page)).toBe('Open menu')

    await page.keyboard.press('Enter')
    await tabTo(page, 'DeFi')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Lending')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Lending' }).waitFor()

    // Back applies to the page, so an overlay that would hide it closes.
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/home')
  })
})
