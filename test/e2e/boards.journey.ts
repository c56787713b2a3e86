import type { FrameLocator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { biDocument, objections, ofColours } from '../support/axe'
import { boardShown, goTo } from '../support/in-page'
import { boardReady, expect, frameOf, journey } from '../support/journey'
import { openSignedIn } from '../support/signed-in'

const ground = (page: Page): Promise<string> =>
  frameOf(page)
    .locator('html')
    .evaluate((html) => getComputedStyle(html).backgroundColor)

/** What a person can act on, as the frame shows it: one mark for each control, one for each group that the arrow keys walk. */
async function controls(board: FrameLocator): Promise<readonly string[]> {
  return board.locator('body').evaluate((body) => {
    const all = body.querySelectorAll<HTMLElement>('a[href], button, input, select, [tabindex="0"]')
    const seen = [...all].filter((element) => element.tabIndex >= 0 && element.checkVisibility())
    let next = 0
    return seen.map((element) => {
      const group = element.closest<HTMLElement>('[role="radiogroup"]') ?? element
      group.dataset['control'] ??= String((next += 1))
      return group.dataset['control']
    })
  })
}

const focused = (board: FrameLocator): Promise<string | null> =>
  board
    .locator('body')
    .evaluate(
      () =>
        document.activeElement?.closest<HTMLElement>('[data-control]')?.dataset['control'] ??
        document.activeElement?.tagName ??
        null,
    )

describe('boards', () => {
  journey(
    'let every control be reached and used by keyboard, and have nothing axe objects to in either theme',
    async ({ page, visitor }) => {
      await openSignedIn(visitor, '/home', 'analyst@example.com')
      // Between them they have nearly every kind of tile; the colours of all are held to contrast by tests of the palette.
      for (const [name, path] of [
        ['Home', '/home'],
        ['Stablecoins', '/datasets/stablecoins'],
      ] as const) {
        await goTo(page, path)
        await boardShown(page, name)
        await boardReady(page)
        const board = frameOf(page)

        const shown = await biDocument(page)
        expect(await objections(shown, { parts: ['body'] }), `${path}, dark`).toEqual([])
        await page.getByRole('button', { name: 'Switch to light mode' }).click()
        await expect.poll(() => ground(page)).toBe('rgb(249, 250, 251)')
        expect(await objections(shown, { parts: ['body'], rules: ofColours }), `${path}, light`).toEqual([])
        await page.getByRole('button', { name: 'Switch to dark mode' }).click()
        await expect.poll(() => ground(page)).toBe('rgb(25, 31, 38)')

        // Tab from the first to the last, and nothing is passed by or holds on to it.
        const wanted = [...new Set(await controls(board))]
        await board.locator('[data-control]').first().focus()
        const met: string[] = []
        for (let step = 0; step <= wanted.length; step += 1) {
          met.push(String(await focused(board)))
          if (met.at(-1) === wanted.at(-1)) break
          await page.keyboard.press('Tab')
        }
        expect(met).toEqual(wanted)

        // A filter: opened, a value chosen, closed; focus is back on its chip.
        const chip = board.locator('.liveboard-filter-chip').first()
        await chip.focus()
        await page.keyboard.press('Enter')
        const panel = board.getByRole('dialog')
        await panel.waitFor()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Space')
        await page.keyboard.press('Escape')
        await panel.waitFor({ state: 'detached' })
        await expect.poll(() => chip.evaluate((element) => element === document.activeElement)).toBe(true)
        await expect.poll(() => chip.getAttribute('class')).toContain('chosen')

        // The range: one stop, the arrow keys choose.
        const chosen = board.locator('.range-switch input:checked')
        const before = await chosen.evaluate((input) => input.parentElement?.textContent)
        await chosen.focus()
        await page.keyboard.press('ArrowLeft')
        await expect.poll(() => chosen.evaluate((input) => input.parentElement?.textContent)).not.toBe(before)
        await boardReady(page)

        // A picture: walked through point by point, and what it says is heard.
        const picture = board.locator('.chart [role="application"]').first()
        await picture.focus()
        await page.keyboard.press('End')
        const heard = board.locator('[aria-live]').filter({ hasText: /\d/ })
        await expect.poll(() => heard.count()).toBeGreaterThan(0)
        await page.keyboard.press('Escape')

        // A tile's menu: opened, walked, left; and its figures as a table.
        const menu = board.getByRole('button', { name: /more|menu|actions/i }).first()
        await menu.focus()
        await page.keyboard.press('Enter')
        await board.getByRole('menu').waitFor()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Escape')
        await board.getByRole('menu').waitFor({ state: 'detached' })
        await expect.poll(() => menu.evaluate((element) => element === document.activeElement)).toBe(true)

        // A table: sorted by a column.
        const column = board.locator('.tile-table thead button').first()
        await column.focus()
        await page.keyboard.press('Enter')
        await expect
          .poll(() => column.evaluate((button) => button.closest('th')?.getAttribute('aria-sort')))
          .toMatch(/ascending|descending/)
      }
    },
  )
})
