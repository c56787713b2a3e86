import { describe } from 'vitest'
import { objections } from '../support/axe'
import { boardShown } from '../support/in-page'
import { boardReady, expect, frameOf, journey, signIn } from '../support/journey'
import { watchShifts } from '../support/shifts'

const analyst = 'analyst@example.com'

describe('search and favorites', () => {
  journey(
    'find a dashboard by keyboard, star it and a chart, keep Home’s strip after a reload, and show nothing after sign-out',
    async ({ visit }) => {
      const visitor = await visit({ theme: 'light' })
      const { page } = visitor
      const shifts = await watchShifts(visitor)
      // A copied link, opened signed out: sign-in returns to the same page.
      await page.goto(visitor.address('/datasets/bitcoin?tab=none'))
      await page.getByText('Please log in to access the platform').waitFor()
      await signIn(page, analyst)
      await page.getByRole('heading', { level: 1, name: 'Bitcoin' }).waitFor()
      expect(page.url()).toBe(visitor.address('/datasets/bitcoin?tab=none'))

      await boardReady(page)
      const account = page.getByRole('region', { name: 'Account' })
      // Over a collapsed sidebar, which clips its own rows, the account menu is shown in full.
      await page.getByRole('button', { name: 'Collapse', exact: true }).click()
      await page.getByRole('button', { name: /^Hi, / }).click()
      await page.mouse.move(900, 400)
      await page.locator('.sidebar[data-state="narrow"]').waitFor()
      const isWhole = (row: Element): boolean => {
        const { right, top, height } = row.getBoundingClientRect()
        return document.elementFromPoint(right - 12, top + height / 2) === row
      }
      expect(await account.getByRole('button', { name: 'Keyboard shortcuts' }).evaluate(isWhole)).toBe(true)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Expand', exact: true }).click()
      await page.getByRole('button', { name: /^Hi, / }).press('Enter')
      await account.getByRole('button', { name: 'Log out' }).waitFor()
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').waitFor()
      // Otherwise the browser would keep it above the dialog.
      await account.waitFor({ state: 'hidden' })
      await page.keyboard.type('stabelcoins')
      await page.getByRole('option', { name: 'Stablecoins Digital Assets' }).waitFor()
      expect(await objections(page)).toEqual([])
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Stablecoins' }).waitFor()
      await boardReady(page)
      await page.locator('.freshness', { hasText: 'As of 20 Nov 2026' }).waitFor()
      await page.keyboard.press('s')
      await page.getByRole('button', { name: 'Favorite: Stablecoins', pressed: true }).waitFor()

      // Dates for the whole board, by keyboard: the board's own range widens to include them, and the URL and the link have them.
      const ownRanges = frameOf(page).getByRole('radiogroup', { name: 'Time range' })
      const ownRange = (): Promise<string> => ownRanges.locator('label:has(:checked)').innerText()
      expect(await ownRange()).toBe('1Y')
      const narrowed = page.waitForRequest((request) =>
        (request.postData() ?? '').includes('"range":"ALL","days":{"from":"2026-03-01","to":"2026-05-31"}'),
      )
      await page.getByRole('button', { name: 'Choose dates' }).press('Enter')
      const dates = page.getByRole('dialog', { name: 'Dates' })
      expect(await dates.getByLabel('To').inputValue()).toBe('2026-11-20')
      await dates.getByLabel('To').fill('2026-05-31')
      await page.keyboard.press('Enter')
      expect(await dates.getByRole('alert').innerText()).toBe(
        'The first day comes after the last. Swap them.',
      )
      await dates.getByLabel('From').fill('2026-03-01')
      expect(await objections(page)).toEqual([])
      await page.keyboard.press('Enter')
      await narrowed
      const change = page.getByRole('button', { name: 'Change dates: 1 Mar 2026 – 31 May 2026' })
      await change.waitFor()
      expect(await ownRange()).toBe('All')
      expect(new URL(page.url()).search).toBe('?range=2026-03-01..2026-05-31')
      await page.locator('.freshness', { hasText: 'As of 31 May 2026' }).waitFor()
      await page.reload()
      await boardReady(page)
      await change.waitFor()
      await expect.poll(ownRange).toBe('All')
      // A theme change does not change the range.
      await page.keyboard.press('t')
      await frameOf(page).locator('html[data-tone="dark"]').waitFor()
      expect(await ownRange()).toBe('All')
      await page.keyboard.press('t')
      await frameOf(page).locator('html[data-tone="light"]').waitFor()
      expect(await ownRange()).toBe('All')
      await change.press('Enter')
      // Later dates than the selected ones can be selected.
      expect(await dates.getByLabel('To').getAttribute('max')).toBeNull()
      await dates.getByRole('button', { name: 'Clear Dates' }).press('Enter')
      await expect.poll(ownRange).toBe('1Y')
      await page.locator('.freshness', { hasText: 'As of 20 Nov 2026' }).waitFor()
      const search = (): string => new URL(page.url()).search
      await expect.poll(search).toBe('')
      // A range selected on the board replaces the dates.
      await page.goto(visitor.address('/datasets/stablecoins?range=2026-03-01..2026-05-31'))
      await boardReady(page)
      await change.waitFor()
      await ownRanges.getByText('90D').click()
      await page.getByRole('button', { name: 'Choose dates' }).waitFor()
      await page.locator('.freshness', { hasText: 'As of 20 Nov 2026' }).waitFor()
      await expect.poll(search).toBe('?range=90d')
      await ownRanges.getByText('1Y').click()
      await expect.poll(search).toBe('')

      // From inside the frame: the link to Search is one Shift+Tab away.
      const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '')
      const inFrame = (): Promise<boolean> =>
        page.evaluate(() => document.activeElement?.tagName === 'IFRAME')
      await page.getByRole('button', { name: 'Search from the dashboard' }).first().focus()
      await page.keyboard.press('Tab')
      await expect.poll(inFrame).toBe(true)
      await expect.poll(() => frameOf(page).locator(':focus').count()).toBe(1)
      await page.keyboard.press('Shift+Tab')
      await expect.poll(focused).toBe('Search from the dashboard')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Search' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      const tile = frameOf(page)
        .getByRole('figure')
        .filter({ has: page.getByRole('button', { name: /^More actions/ }) })
        .first()
      const title = (await tile.getByRole('heading').first().textContent())?.trim() ?? ''
      await tile.getByRole('button', { name: /^More actions/ }).click()
      await frameOf(page).getByRole('menuitem', { name: 'Add to favorites' }).click()
      await page.getByText(`“${title}” was added to Home.`).waitFor()

      // A dashboard's name of any length leaves the panel's buttons in reach.
      await tile.getByRole('button', { name: /^More actions/ }).click()
      await frameOf(page).getByRole('menuitem', { name: 'Pin', exact: true }).click()
      const pinning = frameOf(page).getByRole('dialog', { name: /^Pin to a dashboard/ })
      await pinning
        .getByLabel('Dashboard')
        .evaluate((list: HTMLSelectElement) => list.add(new Option('Funding and basis, '.repeat(7))))
      expect(await pinning.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0)
      await pinning.getByRole('button', { name: 'Cancel' }).click()

      // Its space is reserved while the session loads, and the board below it never shifts.
      const strip = page.getByRole('region', { name: 'Favorites and recent pages' })
      const ready = page.locator('.tile-card[aria-busy="false"]')
      const identity = /auth0-sdk[^/]*\.js/
      await page.route(identity, async (route) => {
        await page.locator('.home-strip__tile').waitFor()
        expect(await strip.count()).toBe(0)
        await route.continue()
      })
      await page.goto(visitor.address('/home'))
      await ready.waitFor()
      await boardShown(page, 'Home')
      expect(await shifts(page)).toEqual([])
      await page.unrouteAll()
      await strip.getByRole('link', { name: 'Stablecoins', exact: true }).waitFor()
      expect(await page.locator('.tile-card iframe').getAttribute('title')).toBe(`${title} chart`)
      expect(await page.locator('[data-surface="preview"]').count()).toBe(0)
      expect(await objections(page)).toEqual([])

      // A strip whose file did not come is tried again, at the latest after ten seconds.
      visitor.expectConsole(
        /Failed to load resource|PartMissing|dynamically imported module/,
        'The file of the strip is kept away.',
      )
      const file = /\/strip-[\w-]+\.js$/
      await page.route(file, (route) => route.abort())
      const isMissing = page.waitForEvent('requestfailed', (request) => file.test(request.url()))
      await page.reload()
      await isMissing
      await boardShown(page, 'Home')
      expect(await strip.count()).toBe(0)
      await page.unroute(file)
      await strip.getByRole('link', { name: 'Stablecoins', exact: true }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      expect(await objections(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('t')
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').waitFor()
      expect(await objections(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      // Through the provider's page and back: the visible portal is the newly loaded one.
      const back = page.waitForRequest(
        (request) => request.isNavigationRequest() && request.url().startsWith(visitor.address('/')),
      )
      await page.getByRole('button', { name: 'Log out', exact: true }).click()
      await back
      await page.getByText('Log In', { exact: true }).first().waitFor()
      await boardReady(page)
      await expect.poll(() => strip.count()).toBe(0)
    },
  )
})
