import type { Page } from 'playwright-core'
import { boardReady, frameOf, signIn } from './portal-driver'

export interface Screen {
  readonly name: string
  readonly path: string
  /** Who looks at it; nobody is signed in unless told. */
  readonly person?: string
  /** What is done to the page before it is opened. */
  readonly before?: (page: Page) => Promise<unknown>
  /** What has to be on the screen, or to be done, before the picture is taken. */
  readonly ready: (page: Page) => Promise<void>
  /** Only at this width; every width otherwise. */
  readonly width?: number
  /** This part of it is a picture of the guide, too. */
  readonly guide?: {
    readonly file: string
    readonly clip: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  }
}

const analyst = 'analyst@example.com'

const heading =
  (name: string) =>
  async (page: Page): Promise<void> =>
    page.getByRole('heading', { name }).first().waitFor()

const board = (name: string, path: string): Screen => ({ name, path, person: analyst, ready: boardReady })

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Close menu' }).waitFor()
}

async function signInPage(page: Page): Promise<void> {
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

async function createDialog(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Create New Dashboard' }).first().click()
  await page.getByPlaceholder('Enter dashboard name...').waitFor()
}

/** Requests like this are never answered. */
const unanswered = (pattern: RegExp) => (page: Page) => page.route(pattern, () => undefined)
const sdkChunk = /thoughtspot-sdk/

async function startGate(page: Page): Promise<void> {
  await page.getByText('Loading...', { exact: true }).waitFor()
}

async function failedBoard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Retry' }).waitFor()
}

async function offline(page: Page): Promise<void> {
  await boardReady(page)
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false })
    dispatchEvent(new Event('offline'))
  })
  await page.getByText('You are offline.').waitFor()
}

async function narrowSidebar(page: Page): Promise<void> {
  await boardReady(page)
  await page.getByRole('button', { name: 'Collapse', exact: true }).click()
  await page.mouse.move(900, 30)
  await page.locator('.sidebar[data-state="narrow"]').waitFor()
}

async function peekingSidebar(page: Page): Promise<void> {
  await narrowSidebar(page)
  await page.locator('.sidebar').hover({ position: { x: 30, y: 120 } })
  await page.locator('.sidebar[data-state="peek"]').waitFor()
  // The picture after this one starts wide again.
  await page.evaluate(() => localStorage.removeItem('assay.sidebar'))
}

async function scrolledBoard(page: Page): Promise<void> {
  await boardReady(page)
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.mouse.move(700, 600)
  await page.evaluate(() => scrollTo(0, 320))
  await page.getByRole('button', { name: /^Switch to/ }).focus()
  await page.keyboard.press('Shift+Tab')
}

async function withDashboards(page: Page): Promise<void> {
  await page.getByRole('heading', { name: /^Dashboards \(/ }).waitFor()
  for (const name of ['Morning note', 'Funding and basis, Asia session']) {
    if (await page.getByRole('link', { name, exact: true }).isVisible()) continue
    await createDialog(page)
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name, exact: true }).waitFor()
  }
}

async function deleteDialog(page: Page): Promise<void> {
  await withDashboards(page)
  await page.getByRole('button', { name: 'Delete Morning note' }).click()
  await page.getByRole('alertdialog').waitFor()
}

async function savedDashboard(page: Page): Promise<void> {
  await withDashboards(page)
  await page.getByRole('link', { name: 'Morning note', exact: true }).click()
  await page.locator('.board--saved[aria-busy="false"]').waitFor()
}

async function editor(page: Page): Promise<void> {
  await savedDashboard(page)
  await page.getByRole('button', { name: 'Edit Dashboard' }).click()
  await frameOf(page).getByRole('button', { name: 'Add visualisation' }).waitFor()
}

async function filledEditor(page: Page): Promise<void> {
  await editor(page)
  const frame = frameOf(page)
  const tiles = frame.locator('.edit-tile')
  // Kept from the picture before.
  if ((await tiles.count()) > 0) return tiles.nth(4).locator('figure:not([aria-busy="true"])').waitFor()
  await frame.getByRole('button', { name: 'Add visualisation' }).click()
  await frame.getByRole('searchbox', { name: 'Search visualisations' }).fill('stablecoins')
  for (const at of [3, 4, 5, 6, 8, 9]) await frame.locator('.edit-offer').nth(at).click()
  await page.keyboard.press('Escape')
  await tiles.nth(4).locator('figure:not([aria-busy="true"])').waitFor()
}

async function changedDashboard(page: Page): Promise<void> {
  await filledEditor(page)
  await frameOf(page)
    .locator('.edit-tile')
    .nth(4)
    .getByRole('button', { name: /^Arrange/ })
    .click()
  await frameOf(page).getByRole('button', { name: 'Taller' }).click()
  await page.keyboard.press('Escape')
}

async function arrangePanel(page: Page): Promise<void> {
  await filledEditor(page)
  await frameOf(page)
    .getByRole('button', { name: /^Arrange/ })
    .nth(1)
    .click()
}

async function leaveQuestion(page: Page): Promise<void> {
  await changedDashboard(page)
  await page.getByRole('link', { name: 'Back to Dashboard Gallery' }).click()
  await page.getByRole('alertdialog').waitFor()
}

async function arrangedDashboard(page: Page): Promise<void> {
  await changedDashboard(page)
  await frameOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Dashboard' }).waitFor()
  await boardReady(page)
}

/** These calls are refused, and never reach the host. */
const refusing = (pattern: RegExp) => (page: Page) =>
  page.route(pattern, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'access-control-allow-origin': route.request().headers()['origin'] ?? '' },
      body: 'out of order',
    }),
  )

async function createFailed(page: Page): Promise<void> {
  await createDialog(page)
  await page.keyboard.type('Not made')
  await refusing(/tml\/import/)(page)
  await page.keyboard.press('Enter')
  await page.getByText('Failed to create dashboard.').waitFor()
}

async function deleteFailed(page: Page): Promise<void> {
  await deleteDialog(page)
  await refusing(/metadata\/delete/)(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Error deleting dashboard.').waitFor()
}

async function refused(page: Page): Promise<void> {
  await signInPage(page)
  await page.getByLabel('Email').fill('refused@example.com')
  await page.getByLabel('Password').fill('demo')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('You were not signed in').waitFor()
}

const person = analyst
/** Has made nothing yet. */
const newcomer = 'trader@example.com'

async function paletteOpen(page: Page): Promise<void> {
  await boardReady(page)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox').fill('stabel')
  await page.getByRole('option', { name: /^Stablecoins/ }).waitFor()
}

async function helpSheet(page: Page): Promise<void> {
  await boardReady(page)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
}

/** Stars two tiles and the page, and goes Home. */
async function homeStrip(page: Page): Promise<void> {
  await boardReady(page)
  for (const title of ['Price and cost basis', 'Cheap or rich to cost?']) {
    const tile = frameOf(page).getByRole('figure', { name: title })
    await tile.getByRole('button', { name: `More actions: ${title}` }).click()
    await frameOf(page).getByRole('menuitem', { name: 'Star this tile' }).click()
    await page.getByText(`“${title}”`).waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
  }
  const star = page.getByRole('button', { name: 'Favourite: Bitcoin' })
  if ((await star.getAttribute('aria-pressed')) === 'false') await star.click()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.locator('.tile-card[aria-busy="false"]').nth(1).waitFor()
}

/** Every screen of the portal. A new one is a new line. */
export const screens: readonly Screen[] = [
  { name: 'start-gate', path: '/home', before: unanswered(/\/sdk\/|\/eval\//), ready: startGate },
  { name: 'loading', path: '/home', before: unanswered(sdkChunk), ready: heading('Assay') },
  {
    name: 'failed',
    path: '/home',
    before: (page) => page.route(sdkChunk, (route) => route.abort()),
    ready: failedBoard,
  },
  { name: 'offline', path: '/home', ready: offline },
  { name: 'home', path: '/home', ready: boardReady },
  { name: 'placeholder', path: '/datasets/bitcoin', ready: heading('Bitcoin') },
  { name: 'saved-signed-out', path: '/saved-dashboards', ready: heading('Saved Dashboards') },
  { name: 'not-found', path: '/no-such-page', ready: heading('Page not found') },
  { name: 'refused', path: '/home', ready: refused },
  { name: 'sign-in', path: '/home', ready: signInPage },
  { name: 'phone-menu', path: '/home', ready: openMenu, width: 390 },
  { name: 'knowledge-base', path: '/open-data/knowledge-base/', ready: heading('') },
  { name: 'contact', path: '/open-data/contact/', ready: heading('') },
  { name: 'all-dashboards', path: '/saved-dashboards', person: newcomer, ready: heading('All Dashboards') },
  { name: 'create-dialog', path: '/saved-dashboards', person: newcomer, ready: createDialog },
  { name: 'saved-empty', path: '/saved-dashboards/', person: newcomer, ready: heading('Dashboard Gallery') },
  { name: 'gallery', path: '/saved-dashboards', person, ready: withDashboards },
  { name: 'delete-dialog', path: '/saved-dashboards', person, ready: deleteDialog },
  { name: 'saved-dashboard', path: '/saved-dashboards', person, ready: savedDashboard },
  { name: 'edit-empty', path: '/saved-dashboards', person, ready: editor },
  { name: 'edit-filled', path: '/saved-dashboards', person, ready: filledEditor },
  { name: 'edit-arrange', path: '/saved-dashboards', person, ready: arrangePanel },
  { name: 'edit-leave', path: '/saved-dashboards', person, ready: leaveQuestion },
  { name: 'edit-saved', path: '/saved-dashboards', person, ready: arrangedDashboard },
  { name: 'create-failed', path: '/saved-dashboards', person: newcomer, ready: createFailed },
  { name: 'delete-failed', path: '/saved-dashboards', person, ready: deleteFailed },
  {
    name: 'gallery-failed',
    path: '/saved-dashboards',
    person,
    before: refusing(/metadata\/list/),
    ready: heading('Your dashboards could not be loaded'),
  },
  {
    name: 'saved-not-found',
    path: '/saved-dashboards/6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1aff',
    person,
    ready: heading('Dashboard not found'),
  },
  { name: 'phone-menu-signed-in', path: '/datasets/etf', person, ready: openMenu, width: 390 },
  { name: 'sidebar-peek', path: '/datasets/lending', person, ready: peekingSidebar, width: 1440 },
  { name: 'scrolled', path: '/datasets/staking', person, ready: scrolledBoard },
  {
    name: 'palette',
    path: '/datasets/bitcoin',
    person,
    ready: paletteOpen,
    width: 1440,
    guide: { file: 'search', clip: { x: 400, y: 104, width: 640, height: 260 } },
  },
  { name: 'help-sheet', path: '/datasets/bitcoin', person, ready: helpSheet },
  {
    name: 'home-strip',
    path: '/datasets/bitcoin',
    person,
    ready: homeStrip,
    width: 1440,
    guide: { file: 'home', clip: { x: 248, y: 56, width: 1192, height: 480 } },
  },
  board('home-signed-in', '/home'),
  {
    ...board('stablecoins', '/datasets/stablecoins'),
    guide: { file: 'board', clip: { x: 248, y: 56, width: 1192, height: 640 } },
  },
  board('global-crypto-market', '/datasets/global-digital-asset-markets'),
  board('bitcoin', '/datasets/bitcoin'),
  board('ethereum', '/datasets/ethereum'),
  board('etf', '/datasets/etf'),
  board('lending', '/datasets/lending'),
  board('spot-analytics', '/datasets/spot-analytics'),
  board('derivatives', '/datasets/derivatives'),
  board('futures', '/datasets/futures'),
  board('staking', '/datasets/staking'),
  board('rwa', '/datasets/rwa'),
]

/** Signs in where a screen needs it: at a desk, whatever the size of the pictures. */
export async function enter(page: Page, origin: string, person: string | undefined): Promise<void> {
  if (!person) return
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${origin}/home`)
  await signIn(page, person)
}
