import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { biDocument, objections } from '../support/axe'
import { gallery, openGallery } from '../support/gallery'
import { expect, journey } from '../support/journey'

const analyst = 'analyst@example.com'

/** The editor as the user sees it. */
function editor(page: Page) {
  // By name: the dashboard's frame stays visible until the editor is there.
  const frame = page.frameLocator('iframe[title="Edit Desk dashboard"]:visible')
  const tiles = frame.locator('.edit-tile')
  return {
    frame,
    /** The dashboard outside its editor. */
    board: page.frameLocator('iframe[title="Desk dashboard"]:visible'),
    tiles,
    tile: (title: string) => frame.getByRole('group', { name: title, exact: true }),
    handle: (title: string) => frame.getByRole('button', { name: `Move ${title}`, exact: true }),
    save: frame.getByRole('button', { name: 'Save', exact: true }),
    status: frame.locator('main > output'),
    question: page.getByRole('alertdialog', { name: 'Leave without saving?' }),
    stay: page.getByRole('button', { name: 'Stay' }),
    /** Titles with their positions in the grid library. */
    layout: (): Promise<readonly string[]> =>
      tiles.evaluateAll((all) =>
        all.map((tile) => {
          const box = tile.parentElement
          const at = ['x', 'y', 'w', 'h'].map((name) => box?.getAttribute(`gs-${name}`) ?? '1')
          return `${tile.getAttribute('aria-label')}: ${at.join(' ')}`
        }),
      ),
  }
}

describe('a saved dashboard', () => {
  journey(
    'can be filled, arranged by keyboard, buttons and pointer, is left only after confirmation, and is saved',
    async ({ page, visitor, origins, faults }) => {
      const host = await openGallery({ page, visitor, origins }, analyst, ['Desk'])
      const id = (await host.list())[0]?.id ?? ''
      const here = editor(page)
      await gallery(page).link('Desk').click()
      await page.locator('.board--saved[aria-busy="false"]').waitFor({ state: 'attached' })
      /** The number of history entries before this one. */
      const before = (): Promise<number | undefined> =>
        page.evaluate(
          () =>
            (window as { readonly navigation?: { readonly currentEntry?: { readonly index: number } } })
              .navigation?.currentEntry?.index,
        )
      const pagesBefore = await before()
      await page.getByRole('button', { name: 'Edit Dashboard' }).click()
      await here.frame.getByText('Nothing on this dashboard yet').waitFor()
      const source = new URL((await page.locator('.board--saved iframe').getAttribute('src')) ?? '')
      expect([source.origin, source.searchParams.get('embedApp'), source.hash]).toEqual([
        origins.biHost,
        'true',
        `#/edit/liveboard/${id}`,
      ])

      await here.frame.getByRole('button', { name: 'Add chart' }).click()
      await here.frame.getByRole('searchbox', { name: 'Search charts' }).fill('stablecoins figure')
      const offers = here.frame.locator('.edit-offer')
      const titles: string[] = []
      for (const at of [2, 3, 4]) {
        titles.push((await offers.nth(at).locator('.edit-offer-title').textContent()) ?? '')
        await offers.nth(at).click()
      }
      await page.keyboard.press('Escape')
      const [one = '', two = '', three = ''] = titles
      await here.tile(three).locator('figure:not([aria-busy="true"])').waitFor()
      const width = Number((await here.layout())[0]?.split(' ').at(-2))
      await expect
        .poll(here.layout)
        .toEqual(titles.map((title, at) => `${title}: ${at * width} 0 ${width} 3`))
      expect(await objections(page)).toEqual([])
      expect(await objections(await biDocument(page))).toEqual([])

      // By keyboard, and the focus stays.
      await here.handle(two).focus()
      await page.keyboard.press('ArrowLeft')
      await expect.poll(here.layout).toContain(`${two}: 0 0 ${width} 3`)
      await page.keyboard.press('Shift+ArrowDown')
      await expect.poll(here.layout).toContain(`${two}: 0 0 ${width} 4`)
      await expect
        .poll(() => here.status.textContent())
        .toBe(`${two}: ${width} of 12 columns wide, 4 rows high.`)
      expect(await here.handle(two).evaluate((handle) => handle === document.activeElement)).toBe(true)
      // With the equivalent buttons.
      await here.frame.getByRole('button', { name: `Move or resize ${three}` }).click()
      await here.frame.getByRole('button', { name: 'Wider' }).click()
      await expect.poll(here.layout).toContain(`${three}: ${2 * width} 0 ${width + 1} 3`)
      await page.keyboard.press('Escape')
      // With the pointer, to below the first one.
      const from = await here.handle(three).boundingBox()
      const to = await here.tile(two).boundingBox()
      const below = (to?.y ?? 0) + (to?.height ?? 0) + 80
      await page.mouse.move((from?.x ?? 0) + 30, (from?.y ?? 0) + 16)
      await page.mouse.down()
      await page.mouse.move((from?.x ?? 0) + 30, below, { steps: 6 })
      await page.mouse.move((to?.x ?? 0) + 25, below, { steps: 12 })
      await page.mouse.move((to?.x ?? 0) + 20, below)
      await page.mouse.up()
      await expect.poll(here.layout).toContain(`${three}: 0 4 ${width + 1} 3`)
      // Removed, and restored from the control that has the focus now.
      await here.handle(one).focus()
      await page.keyboard.press('Delete')
      await expect.poll(() => here.tiles.count()).toBe(2)
      await expect
        .poll(() =>
          here.frame
            .getByRole('button', { name: 'Undo' })
            .evaluate((undo) => undo === document.activeElement),
        )
        .toBe(true)
      await page.keyboard.press('Enter')
      await expect.poll(() => here.tiles.count()).toBe(3)
      const arranged = await here.layout()

      // Refresh loses nothing, and every way of leaving asks first.
      await page.getByRole('button', { name: 'Refresh data' }).click()
      await here.frame.getByText('Unsaved changes', { exact: true }).waitFor()
      await expect.poll(here.layout).toEqual(arranged)
      for (const leave of [
        () => page.getByRole('link', { name: 'Stablecoins' }).click(),
        () => page.evaluate(() => history.back()),
        () => page.getByRole('button', { name: 'Log out', exact: true }).click(),
      ]) {
        await leave()
        await here.question.waitFor()
        await here.stay.click()
        await here.question.waitFor({ state: 'detached' })
      }
      // Closing the window asks with the browser's own text, which no page can read.
      const asks = await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
      expect(asks).toBe(true)
      await expect.poll(here.layout).toEqual(arranged)

      // What could not be saved is still there, and is saved the next time.
      visitor.expectConsole(/503/, 'saving is refused once')
      await faults.set({
        service: 'bi-host',
        match: '/prism/',
        kind: 'status',
        status: 503,
      })
      await here.save.click()
      await here.frame
        .getByRole('alert')
        .getByText('Not saved: the analytics service isn’t responding.')
        .waitFor()
      await faults.clear()
      // A vendor's app may add history entries in its frame, so the page has its own back link.
      await here.frame.locator('main').evaluate(() => history.pushState(null, ''))
      await here.save.click()
      await page.getByText('“Desk” was saved.').waitFor()
      await page.getByRole('button', { name: 'Edit Dashboard' }).waitFor()
      // The dashboard has one history entry: Back leads to where it was opened.
      await expect.poll(before).toBe(pagesBefore)
      await page.reload()
      const figures = here.board.getByRole('figure')
      await figures.nth(2).waitFor()
      expect(new Set(await figures.locator('h2').allTextContents())).toEqual(new Set(titles))
      const boxes = new Map(
        await Promise.all(
          titles.map(
            async (title) =>
              [title, await here.board.getByRole('figure', { name: title }).boundingBox()] as const,
          ),
        ),
      )
      expect(boxes.get(three)?.y).toBeGreaterThan((boxes.get(two)?.y ?? 0) + (boxes.get(two)?.height ?? 0))
      expect(boxes.get(one)?.x).toBeGreaterThan(boxes.get(two)?.x ?? 0)

      // On a phone: in one column, in reading order, and arranged with the same buttons.
      // In a browser without the Navigation API Back asks too, and "Leave" goes back.
      await page.setViewportSize({ width: 390, height: 844 })
      await page.evaluate(() => Object.defineProperty(window, 'navigation', { value: undefined }))
      await page.getByRole('button', { name: 'Edit Dashboard' }).click()
      await expect.poll(() => here.tiles.count()).toBe(3)
      const tops = await here.tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().top))
      expect(tops).toEqual(tops.toSorted((a, b) => a - b))
      const order = (): Promise<readonly (string | null)[]> =>
        here.tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label')))
      await expect.poll(order).toEqual([two, one, three])
      await here.frame.getByRole('button', { name: `Move or resize ${one}` }).click()
      await here.frame.getByRole('button', { name: 'Move up' }).click()
      await expect.poll(order).toEqual([one, two, three])
      await page.keyboard.press('Escape')
      await here.frame.getByText('Unsaved changes', { exact: true }).waitFor()
      const edited = page.url()
      for (const press of [1, 2]) {
        await page.evaluate(() => history.back())
        await here.question.waitFor()
        await here.stay.click()
        await here.question.waitFor({ state: 'detached' })
        expect([press, page.url(), await order()]).toEqual([press, edited, [one, two, three]])
      }
      await page.evaluate(() => history.back())
      await here.question.waitFor()
      await page.getByRole('button', { name: 'Leave', exact: true }).click()
      await page.getByRole('button', { name: 'Edit Dashboard' }).waitFor()
      await page.getByRole('button', { name: 'Edit Dashboard' }).click()
      await expect.poll(order).toEqual([two, one, three])
      await here.frame.getByRole('button', { name: `Move or resize ${one}` }).click()
      await here.frame.getByRole('button', { name: 'Move up' }).click()
      await page.keyboard.press('Escape')
      await here.frame.getByRole('button', { name: 'Discard' }).click()
      await here.frame.getByRole('button', { name: 'Discard changes' }).click()
      await page.getByRole('button', { name: 'Edit Dashboard' }).waitFor()
      await here.board.getByRole('figure').nth(2).waitFor()
      await expect
        .poll(() => here.board.getByRole('figure').locator('h2').allTextContents())
        .toEqual([two, one, three])

      // Tabs, by keyboard alone: one is added, a tile is moved there, and its URL opens it again.
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('button', { name: 'Edit Dashboard' }).click()
      const tab = (name: string, where = here.frame): Locator => where.getByRole('tab', { name, exact: true })
      await here.frame.getByRole('button', { name: 'Add tab' }).focus()
      await page.keyboard.press('Enter')
      const tabName = here.frame.getByRole('textbox', { name: 'Tab name' })
      await expect.poll(() => tabName.evaluate((field) => field === document.activeElement)).toBe(true)
      await page.keyboard.type('Detail')
      await page.keyboard.press('Enter')
      await here.frame.getByText('Nothing on this tab yet').waitFor()
      await tab('Detail').focus()
      await page.keyboard.press('ArrowLeft')
      expect(await objections(await biDocument(page))).toEqual([])
      await here.frame.getByRole('button', { name: `Move or resize ${three}` }).focus()
      await page.keyboard.press('Enter')
      const toTab = here.frame.getByRole('button', { name: 'Move to tab' })
      await expect.poll(() => toTab.isVisible()).toBe(true)
      await toTab.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => here.status.textContent()).toBe(`${three} is on the tab Detail now.`)
      await expect
        .poll(() => tab('Tab 1').evaluate((element) => element === document.activeElement))
        .toBe(true)
      await expect.poll(() => here.tiles.count()).toBe(2)
      await here.save.click()
      await page.getByRole('button', { name: 'Edit Dashboard' }).waitFor()
      await tab('Detail', here.board).click()
      await expect.poll(() => new URL(page.url()).searchParams.has('tab')).toBe(true)
      await page.reload()
      await here.board.getByRole('figure', { name: three }).waitFor()
      await expect.poll(() => tab('Detail', here.board).getAttribute('aria-selected')).toBe('true')
      expect(await here.board.getByRole('figure').count()).toBe(1)

      // The save is undone from its notice: the removed chart is back on its tab.
      await page.getByRole('button', { name: 'Edit Dashboard' }).click()
      await tab('Detail').click()
      await here.handle(three).focus()
      await page.keyboard.press('Delete')
      await expect.poll(() => here.tiles.count()).toBe(0)
      await here.save.click()
      await page.getByRole('button', { name: 'Edit Dashboard' }).waitFor()
      await page.getByText('“Desk” was saved.').waitFor()
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await page.getByText('The changes to “Desk” were undone.').waitFor()
      await tab('Detail', here.board).click()
      await here.board.getByRole('figure', { name: three }).waitFor()
    },
  )
})
