import type { FrameLocator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { biDocument, objections, colorRules } from '../support/axe'
import { boardShown, goTo } from '../support/in-page'
import { expect, frameOf, boardReady, journey } from '../support/journey'
import { openSignedIn } from '../support/signed-in'

const pages = { light: 'rgb(249, 250, 251)', dark: 'rgb(25, 31, 38)' } as const

/** Presses the portal's theme switch and waits until the board has the other theme. */
async function switchTheme(page: Page, to: keyof typeof pages): Promise<void> {
  await page.getByRole('button', { name: `Switch to ${to} mode` }).click()
  const html = frameOf(page).locator('html')
  await expect
    .poll(() => html.evaluate((element) => getComputedStyle(element).backgroundColor))
    .toBe(pages[to])
}

/** The visible controls in the frame: one id per control, and one per group that the arrow keys move through. */
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

interface Stop {
  readonly control: string
  /** Why the focus ring is not fully visible; empty when it is. */
  readonly hiddenPart: string
}

/** Runs in the frame: the focused control, and whether its focus ring is visible. */
function stopInFrame(): Stop {
  const element = document.activeElement
  if (!(element instanceof HTMLElement)) return { control: 'nothing', hiddenPart: '' }
  // A radio button or check box shows its ring on the label beside it.
  const shown = element instanceof HTMLInputElement ? (element.nextElementSibling ?? element) : element
  const style = getComputedStyle(shown)
  const control = element.closest<HTMLElement>('[data-control]')?.dataset['control'] ?? element.tagName
  if (style.outlineStyle === 'none' || Number.parseFloat(style.outlineWidth) < 2)
    return { control, hiddenPart: `no ring on ${element.outerHTML.slice(0, 120)}` }
  const grown = Number.parseFloat(style.outlineOffset) + Number.parseFloat(style.outlineWidth)
  const box = shown.getBoundingClientRect()
  for (let around = shown.parentElement; around; around = around.parentElement) {
    if (getComputedStyle(around).overflowX === 'visible') continue
    const view = around.getBoundingClientRect()
    const cut = [
      box.left - grown - view.left,
      box.top - grown - view.top,
      view.right - box.right - grown,
      view.bottom - box.bottom - grown,
    ]
    if (cut.some((left) => left < -1))
      return {
        control,
        hiddenPart: `${around.className} cuts ${cut.join(' ')} of ${element.outerHTML.slice(0, 120)}`,
      }
  }
  return { control, hiddenPart: '' }
}

/** Presses Tab from the first control to the last: none is skipped, none traps the focus, and each shows a focus ring. */
async function tabThrough(page: Page): Promise<void> {
  const board = frameOf(page)
  const wanted = [...new Set(await controls(board))]
  const body = board.locator('body')
  await board.locator('[data-control]').first().focus()
  const visitedControls: string[] = []
  const unseen: string[] = []
  for (let step = 0; step <= wanted.length; step += 1) {
    const stop = await body.evaluate(stopInFrame)
    visitedControls.push(stop.control)
    if (step > 0 && stop.hiddenPart !== '') unseen.push(stop.hiddenPart)
    if (visitedControls.at(-1) === wanted.at(-1)) break
    await page.keyboard.press('Tab')
  }
  expect(visitedControls).toEqual(wanted)
  expect(unseen).toEqual([])
  await body.evaluate((element) => {
    for (const one of element.querySelectorAll<HTMLElement>('[data-control]')) delete one.dataset['control']
  })
}

/**
 * Together these boards have every kind of tile and of control; palette tests check the contrast of all colors. `keys`: whether the test
 * tabs through the board.
 */
const walked = [
  { name: 'Home', path: '/home', keys: false },
  { name: 'Global Crypto Market', path: '/datasets/global-digital-asset-markets', keys: false },
  { name: 'Spot Analytics', path: '/datasets/spot-analytics', keys: false },
  { name: 'Ethereum', path: '/datasets/ethereum', keys: true },
  { name: 'ETF', path: '/datasets/etf', keys: false },
  { name: 'Staking', path: '/datasets/staking', keys: false },
  { name: 'RWA', path: '/datasets/rwa', keys: false },
  { name: 'Stablecoins', path: '/datasets/stablecoins', keys: true },
] as const

/** Every kind of chart, and the kinds that are not charts. */
const kinds =
  'area bar bubble candlestick column heatmap kpi line pivot scatter stacked-area stacked-column table treemap'

async function usedByKeys(page: Page): Promise<void> {
  const board = frameOf(page)
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

  // A chart: the arrow keys move point by point, and each point is announced.
  const picture = board.locator('.chart [role="application"]').first()
  await picture.focus()
  await page.keyboard.press('End')
  const announced = board.locator('[aria-live]').filter({ hasText: /\d/ })
  await expect.poll(() => announced.count()).toBeGreaterThan(0)
  await page.keyboard.press('Escape')

  // Enter on a bar filters the other charts, and Enter again removes the filter.
  const filtering = board.locator('.cross-filter-chip')
  await board.locator('.chart[data-viz-type="bar"] [role="application"]').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await filtering.waitFor()
  await boardReady(page)
  await page.keyboard.press('Enter')
  await filtering.waitFor({ state: 'detached' })
  await boardReady(page)

  // A tile's menu: opened, traversed, closed; then the tile as a table.
  const menu = board.getByRole('button', { name: /more|menu|actions/i }).first()
  await menu.focus()
  await page.keyboard.press('Enter')
  const holdsFocus = (element: Element): boolean => element.contains(document.activeElement)
  await expect.poll(() => board.getByRole('menu').evaluate(holdsFocus)).toBe(true)
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

const tile = (board: FrameLocator, id: string) => board.locator(`figure[data-viz-id="${id}"]`)

/** The user's changes to the board, as the page shows them. */
async function made(board: FrameLocator): Promise<unknown> {
  return board.locator('body').evaluate((body) => {
    const texts = (selector: string): readonly string[] =>
      [...body.querySelectorAll(selector)].map(({ textContent }) => textContent.trim())
    const scroller = body.querySelector('.as-table')
    return {
      off: texts('.legend-item[aria-pressed="false"]'),
      sorted: texts('th[aria-sort]'),
      crossed: texts('.cross-filter-chip'),
      picked: texts('.row-pick[aria-pressed="true"]'),
      chips: texts('.liveboard-filter-chip.chosen'),
      range: body.querySelector('.range-switch input:checked')?.parentElement?.textContent,
      tables: [...body.querySelectorAll('.viz-table-toggle[aria-pressed="true"]')].length,
      scrolled: scroller?.scrollTop,
      drilledBy: body.querySelector<HTMLSelectElement>('.drill select')?.value,
      drilled: texts('.drill-table tr'),
    }
  })
}

/** A series off, a tile as a table and scrolled, a table sorted, a row picked, one number broken down by another attribute. */
async function changeBoard(page: Page, board: FrameLocator): Promise<void> {
  await tile(board, 'chain-share').locator('.legend-item').first().click()
  await tile(board, 'issuance').locator('.viz-table-toggle').click()
  await tile(board, 'detail').getByRole('button', { name: 'Reserve report' }).click()
  await tile(board, 'detail').locator('.row-pick').first().click()
  await board.locator('.cross-filter-chip').waitFor()
  await boardReady(page)
  await board.locator('.as-table').evaluate((element) => element.scrollTo(0, 15))
  const picture = tile(board, 'supply-by-token').locator('[role="application"]')
  await picture.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+F10')
  await board.getByRole('menuitem', { name: 'Drill down' }).click()
  const by = board.locator('.drill select')
  await by.selectOption({ index: 1 })
  await board.locator('.drill-answer[aria-busy="false"] .drill-table').waitFor()
}

describe('every kind of chart and control', () => {
  journey(
    'works by keyboard, passes axe in both themes, and keeps the user’s changes when the theme changes',
    async ({ page, visitor }) => {
      await openSignedIn(visitor, '/home', 'analyst@example.com')
      const board = frameOf(page)
      const seenKinds = new Set<string>()
      let [currentTheme, otherTheme] = ['dark', 'light'] as ['dark' | 'light', 'dark' | 'light']
      for (const { name, path, keys } of walked) {
        await goTo(page, path)
        await boardShown(page, name)
        await boardReady(page)
        const shown = await biDocument(page)
        for (const kind of await shown.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('figure')].map(
            ({ dataset }) => dataset['vizType'] ?? '',
          ),
        ))
          seenKinds.add(kind)
        // All rules in one theme, and only the color rules in the other, in which the next board starts.
        expect(await objections(shown, { parts: ['body'] }), `${path}, ${currentTheme}`).toEqual([])
        await switchTheme(page, otherTheme)
        expect(
          await objections(shown, { parts: ['body'], rules: colorRules }),
          `${path}, ${otherTheme}`,
        ).toEqual([])
        ;[currentTheme, otherTheme] = [otherTheme, currentTheme]
        if (keys) await tabThrough(page)
        if (name === 'Ethereum') {
          await board.locator('.liveboard-tab').first().focus()
          await page.keyboard.press('End')
          await expect
            .poll(() => board.locator('.liveboard-tab').last().getAttribute('aria-selected'))
            .toBe('true')
          await boardReady(page)
          await switchTheme(page, otherTheme)
          ;[currentTheme, otherTheme] = [otherTheme, currentTheme]
          expect(await board.locator('.liveboard-tab').last().getAttribute('aria-selected')).toBe('true')
        }
      }
      expect([...seenKinds].sort().join(' ')).toBe(kinds)

      await usedByKeys(page)
      await changeBoard(page, board)
      const before = await made(board)
      expect(before).toMatchObject({
        off: [expect.any(String)],
        // Another table is sorted by default.
        sorted: expect.arrayContaining([expect.stringContaining('Reserve report')]),
        picked: [expect.any(String)],
        crossed: [expect.any(String)],
        chips: [expect.any(String)],
        tables: 1,
        scrolled: 15,
      })
      const asked = visitor.count(/\/prism\//)
      await switchTheme(page, otherTheme)
      expect(await made(board)).toEqual(before)
      await switchTheme(page, currentTheme)
      expect(await made(board)).toEqual(before)
      expect(visitor.count(/\/prism\//) - asked).toBe(0)

      // The narrowest cards of a wide window, shown as tables: each of their numbers is visible.
      await goTo(page, '/datasets/lending')
      await boardShown(page, 'Lending')
      await boardReady(page)
      const cards = board.locator('.tile-kpi')
      for (const card of await cards.all()) await card.locator('.viz-table-toggle').click()
      const beyond = await cards
        .locator('.as-table')
        .evaluateAll((tables) => tables.map((table) => table.scrollWidth - table.clientWidth))
      expect(beyond).toEqual(beyond.map(() => 0))
      expect(beyond.length).toBeGreaterThanOrEqual(5)
    },
  )
})
