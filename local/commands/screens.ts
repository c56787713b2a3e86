import type { Page } from 'playwright-core'
import { boardReady, signIn } from './portal-driver'

export interface Screen {
  readonly name: string
  readonly path: string
  /** Who looks at it; nobody is signed in unless told. */
  readonly person?: string
  /** What has to be on the screen, or to be done, before the picture is taken. */
  readonly ready: (page: Page) => Promise<void>
  /** Only at this width; every width otherwise. */
  readonly width?: number
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

/** Every screen of the portal. A new one is a new line. */
export const screens: readonly Screen[] = [
  { name: 'home', path: '/home', ready: boardReady },
  { name: 'placeholder', path: '/datasets/bitcoin', ready: heading('Bitcoin') },
  { name: 'saved-signed-out', path: '/saved-dashboards', ready: heading('Saved Dashboards') },
  { name: 'not-found', path: '/no-such-page', ready: heading('Page not found') },
  { name: 'sign-in', path: '/home', ready: signInPage },
  { name: 'phone-menu', path: '/home', ready: openMenu, width: 390 },
  { name: 'all-dashboards', path: '/saved-dashboards', person: analyst, ready: heading('All Dashboards') },
  { name: 'create-dialog', path: '/saved-dashboards', person: analyst, ready: createDialog },
  board('home-signed-in', '/home'),
  board('stablecoins', '/datasets/stablecoins'),
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
