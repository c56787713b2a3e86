import type { Page } from 'playwright-core'
import { boardReady, frameOf } from './browser'

/** Steps that bring a page into the state for its screenshot. */

export async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Close menu' }).waitFor()
}

export async function signInPage(page: Page): Promise<void> {
  const inSidebar = page.getByRole('button', { name: 'Log in', exact: true })
  await inSidebar
    .or(page.getByRole('button', { name: 'Open menu' }))
    .first()
    .waitFor()
  if (await inSidebar.isVisible()) await inSidebar.click()
  else {
    await openMenu(page)
    await page.getByRole('button', { name: 'LOG IN', exact: true }).click()
  }
  await page.getByLabel('Password').waitFor()
}

export async function createDialog(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Create New Dashboard' }).first().click()
  await page.getByPlaceholder('Enter dashboard name...').waitFor()
}

/** Matching requests never get a response. */
export const unanswered = (pattern: RegExp) => (page: Page) => page.route(pattern, () => undefined)

export async function startGate(page: Page): Promise<void> {
  await page.getByText('Loading...', { exact: true }).waitFor()
}

export async function failedBoard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Retry' }).waitFor()
}

export async function offline(page: Page): Promise<void> {
  await boardReady(page)
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false })
    dispatchEvent(new Event('offline'))
  })
  await page.getByText('You’re offline.').waitFor()
}

async function narrowSidebar(page: Page): Promise<void> {
  await boardReady(page)
  await page.getByRole('button', { name: 'Collapse', exact: true }).click()
  await page.mouse.move(900, 30)
  await page.locator('.sidebar[data-state="narrow"]').waitFor()
}

export async function peekingSidebar(page: Page): Promise<void> {
  await narrowSidebar(page)
  await page.locator('.sidebar').hover({ position: { x: 30, y: 120 } })
  await page.locator('.sidebar[data-state="peek"]').waitFor()
  // The next screenshot starts with the wide sidebar again.
  await page.evaluate(() => localStorage.removeItem('assay.sidebar'))
}

export async function scrolledBoard(page: Page): Promise<void> {
  await boardReady(page)
  // At desktop width the description fits.
  const more = page.getByRole('button', { name: 'Show more' })
  if (await more.isVisible()) await more.click()
  await page.mouse.move(700, 600)
  await page.evaluate(() => scrollTo(0, 320))
  await page.getByRole('button', { name: /^Switch to/ }).focus()
  await page.keyboard.press('Shift+Tab')
}

/** The dashboard that most screens of one's own dashboards show. */
const note = 'Morning note'
/** Stays empty. */
const emptyOne = 'Funding and basis, Asia session'
const ownDashboards = [note, emptyOne]

export async function withDashboards(page: Page, names = ownDashboards): Promise<void> {
  await page.getByRole('heading', { name: /^Dashboards \(/ }).waitFor()
  for (const name of names) {
    if (await page.getByRole('link', { name, exact: true }).isVisible()) continue
    await createDialog(page)
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name, exact: true }).waitFor()
  }
}

export async function deleteDialog(page: Page): Promise<void> {
  await withDashboards(page)
  await page.getByRole('button', { name: `Delete ${note}` }).click()
  await page.getByRole('alertdialog').waitFor()
}

/** The list, one entry of which cannot be read. */
export const withUnreadable = (page: Page) =>
  page.route(/metadata\/list/, async (route) => {
    const response = await route.fetch()
    const list = (await response.json()) as { readonly headers: readonly unknown[] }
    await route.fulfill({ response, json: { ...list, headers: [...list.headers, null] } })
  })

export async function partialGallery(page: Page): Promise<void> {
  await withDashboards(page)
  await page.getByText('One entry couldn’t be read and isn’t shown.').waitFor()
}

export async function loadingGallery(page: Page): Promise<void> {
  await page.locator('.gallery[aria-busy="true"]').waitFor()
}

export async function noMatch(page: Page): Promise<void> {
  await withDashboards(page)
  await page.getByRole('searchbox', { name: 'Search dashboards' }).fill('options')
  await page.getByText(/^No dashboards match/).waitFor()
}

/** Of a dashboard that no other screen needs: the request goes through when the page is closed. */
export async function deleting(page: Page): Promise<void> {
  const spare = 'Old note'
  await withDashboards(page, [...ownDashboards, spare])
  await page.getByRole('button', { name: `Delete ${spare}` }).click()
  await unanswered(/metadata\/delete/)(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: `Deleting ${spare}` }).waitFor()
}

export async function savedDashboard(page: Page, name = note): Promise<void> {
  await withDashboards(page)
  await page.getByRole('link', { name, exact: true }).click()
  await page.locator('.board--saved[aria-busy="false"]').waitFor({ state: 'attached' })
}

async function editor(page: Page, name = note): Promise<void> {
  await savedDashboard(page, name)
  await page.getByRole('button', { name: 'Edit Dashboard' }).click()
  await frameOf(page).getByRole('button', { name: 'Add chart' }).waitFor()
}

export const emptyEditor = (page: Page): Promise<void> => editor(page, emptyOne)

export async function filledEditor(page: Page): Promise<void> {
  await editor(page)
  const frame = frameOf(page)
  const tiles = frame.locator('.edit-tile')
  // The dashboard may be filled already, by an earlier screenshot.
  if ((await tiles.count()) > 0) return tiles.nth(4).locator('figure:not([aria-busy="true"])').waitFor()
  await frame.getByRole('button', { name: 'Add chart' }).click()
  await frame.getByRole('searchbox', { name: 'Search charts' }).fill('stablecoins')
  for (const at of [3, 4, 5, 6, 8, 9]) await frame.locator('.edit-offer').nth(at).click()
  await page.keyboard.press('Escape')
  await tiles.nth(4).locator('figure:not([aria-busy="true"])').waitFor()
}

async function changedDashboard(page: Page): Promise<void> {
  await filledEditor(page)
  await frameOf(page)
    .locator('.edit-tile')
    .nth(4)
    .getByRole('button', { name: /^Move or resize/ })
    .click()
  await frameOf(page).getByRole('button', { name: 'Taller' }).click()
  await page.keyboard.press('Escape')
}

export async function arrangePanel(page: Page): Promise<void> {
  await filledEditor(page)
  await frameOf(page)
    .getByRole('button', { name: /^Move or resize/ })
    .nth(1)
    .click()
}

export async function leaveQuestion(page: Page): Promise<void> {
  await changedDashboard(page)
  await page.getByRole('link', { name: 'Back to Dashboard Gallery' }).click()
  await page.getByRole('alertdialog').waitFor()
}

export async function arrangedDashboard(page: Page): Promise<void> {
  await changedDashboard(page)
  await frameOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Dashboard' }).waitFor()
  await boardReady(page)
}

/** Matching requests are answered with 503 and never reach the host. */
export const refusing = (pattern: RegExp) => (page: Page) =>
  page.route(pattern, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'access-control-allow-origin': route.request().headers()['origin'] ?? '' },
      body: 'out of order',
    }),
  )

export async function createFailed(page: Page): Promise<void> {
  await createDialog(page)
  await page.keyboard.type('Not made')
  await refusing(/tml\/import/)(page)
  await page.keyboard.press('Enter')
  await page.getByText('Failed to create dashboard.').waitFor()
}

export async function deleteFailed(page: Page): Promise<void> {
  await deleteDialog(page)
  await refusing(/metadata\/delete/)(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Error deleting dashboard.').waitFor()
}

export async function refused(page: Page): Promise<void> {
  await signInPage(page)
  await page.getByLabel('Email').fill('refused@example.com')
  await page.getByLabel('Password').fill('demo')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Use another account' }).waitFor()
}

export async function paletteOpen(page: Page): Promise<void> {
  await boardReady(page)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox').fill('stabel')
  // Charts are listed as soon as they have loaded.
  await page.getByRole('option', { name: /^Stablecoin turnover/ }).waitFor()
}

export async function helpSheet(page: Page): Promise<void> {
  await boardReady(page)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
}

/** Stars two tiles and the page's dashboard, then goes to Home by way of another page. */
export async function homeStrip(page: Page): Promise<void> {
  await boardReady(page)
  for (const title of ['Price and cost basis', 'Bitcoin MVRV']) {
    const tile = frameOf(page).getByRole('figure', { name: title })
    await tile.getByRole('button', { name: `More actions: ${title}` }).click()
    await frameOf(page).getByRole('menuitem', { name: 'Add to favorites' }).click()
    await page.getByText(`“${title}”`).waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
  }
  const star = page.getByRole('button', { name: /^Favorite: / })
  if ((await star.getAttribute('aria-pressed')) === 'false') await star.click()
  const follow = async (name: string): Promise<void> => {
    const link = page.getByRole('link', { name, exact: true })
    if (!(await link.isVisible())) await openMenu(page)
    await link.click()
  }
  await follow('Stablecoins')
  await boardReady(page)
  await follow('Home')
  await page.locator('.tile-card[aria-busy="false"]').nth(1).waitFor()
}

export async function weaverStart(page: Page): Promise<void> {
  await frameOf(page).getByRole('combobox', { name: 'Question' }).waitFor()
}

export async function weaverCompletions(page: Page): Promise<void> {
  await weaverStart(page)
  await frameOf(page).getByRole('combobox', { name: 'Question' }).pressSequentially('stablecoin supply by ch')
  await frameOf(page).getByRole('option', { name: 'Chain' }).first().waitFor()
}

export async function weaverChart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await frameOf(page).locator('figure.answer[aria-busy="false"]').waitFor()
}

async function weaverSettings(page: Page): Promise<void> {
  await weaverChart(page)
  // Where there is no room for them beside the chart.
  const settings = frameOf(page).getByRole('button', { name: 'Settings', exact: true })
  if (await settings.isVisible()) await settings.click()
}

export async function weaverFilter(page: Page): Promise<void> {
  await weaverSettings(page)
  const frame = frameOf(page)
  await frame.getByRole('combobox', { name: 'Add filter' }).selectOption({ label: 'Asset' })
  await frame.locator('.filter-card').getByText('BTC', { exact: true }).click()
  await frame.locator('figure.answer[aria-busy="false"]').waitFor()
}

export async function weaverCalculation(page: Page): Promise<void> {
  await weaverSettings(page)
  await frameOf(page).getByRole('button', { name: 'Add calculation' }).click()
  await frameOf(page).getByRole('dialog', { name: 'Add calculation' }).waitFor()
}

export async function weaverPin(page: Page): Promise<void> {
  await weaverChart(page)
  await frameOf(page).getByRole('button', { name: 'Pin', exact: true }).click()
  await frameOf(page).getByRole('dialog', { name: 'Pin to dashboard' }).waitFor()
}
