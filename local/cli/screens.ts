import type { Page } from 'playwright-core'
import { boardReady, signIn, frameOf } from './browser'
import {
  arrangedDashboard,
  arrangePanel,
  createDialog,
  createFailed,
  deleteDialog,
  deleteFailed,
  editor,
  failedBoard,
  filledEditor,
  helpSheet,
  homeStrip,
  leaveQuestion,
  offline,
  openMenu,
  paletteOpen,
  peekingSidebar,
  refused,
  refusing,
  savedDashboard,
  scrolledBoard,
  signInPage,
  startGate,
  unanswered,
  withDashboards,
} from './screen-steps'

/** Questions asked before a screenshot: beside a board, on the Deep Research page, in Data Weaver. */

/** Asks five questions beside the board, each a follow-up to the one before, and waits for every answer. */
async function conversation(page: Page): Promise<void> {
  await boardReady(page)
  const control = page.getByRole('button', { name: 'Deep Research', exact: true })
  if (!(await control.isVisible())) await openMenu(page)
  await control.click()
  const messages = page.locator('.research .message')
  // An earlier screenshot may have left a conversation open.
  const anew = page.getByRole('button', { name: 'New conversation' })
  if (await anew.isVisible()) await anew.click()
  const questions = [
    'supply by chain last 90 days',
    'only Ethereum and Tron',
    'by month instead',
    'why did it fall on 12 November',
    'net issuance by stablecoin last 30 days',
  ]
  for (const [at, question] of questions.entries()) {
    await page.getByRole('textbox', { name: 'Your question' }).fill(question)
    await page.keyboard.press('Enter')
    await messages.nth(at).locator('.answer__frame[data-phase="rendered"]').waitFor()
  }
  const last = page.frameLocator(`iframe[title="Answer to “${questions.at(-1) ?? ''}”"]`)
  await last.locator('figure:not([aria-busy="true"])').waitFor()
}

async function conversationPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.locator('.answer__frame[data-phase="rendered"]').waitFor()
  await frameOf(page).locator('figure:not([aria-busy="true"])').waitFor()
}

async function conversationStart(page: Page): Promise<void> {
  await page.locator('.research__suggestion').first().waitFor()
}

async function serviceConversation(page: Page): Promise<void> {
  await frameOf(page).locator('.conv-examples button').first().waitFor()
}

async function saveAnswer(page: Page): Promise<void> {
  await conversation(page)
  await page.getByRole('button', { name: 'Save to dashboard' }).last().click()
  await page.getByRole('dialog', { name: 'Save to dashboard' }).getByLabel('Chart title').waitFor()
}

async function weaverStart(page: Page): Promise<void> {
  await frameOf(page).getByRole('combobox', { name: 'Question' }).waitFor()
}

async function weaverChart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await frameOf(page).locator('figure.answer[aria-busy="false"]').waitFor()
}

export interface Screen {
  readonly name: string
  readonly path: string
  /** Email of the user who is signed in; default none. */
  readonly person?: string
  /** Runs before navigation. */
  readonly before?: (page: Page) => Promise<unknown>
  /** Runs after navigation; when it settles, the screenshot is taken. */
  readonly ready: (page: Page) => Promise<void>
  /** Limits the screenshots to this width. */
  readonly width?: number
  /** Part of the screen that is also a picture in the user guide. */
  readonly guide?: {
    readonly file: string
    /** In pixels, or a selector of what it shows whole. */
    readonly clip:
      | { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
      | string
  }
}

const analyst = 'analyst@example.com'

const heading =
  (name: string) =>
  async (page: Page): Promise<void> =>
    page.getByRole('heading', { name }).first().waitFor()

const board = (name: string, path: string): Screen => ({ name, path, person: analyst, ready: boardReady })

const sdkChunk = /thoughtspot-sdk/
const person = analyst
/** A user without saved dashboards. */
const newcomer = 'trader@example.com'

/** Every screen of the portal. Add a line for a new one. */
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
  { name: 'research-signed-out', path: '/deep-research', ready: heading('Deep Research') },
  { name: 'not-found', path: '/no-such-page', ready: heading('Page not found') },
  {
    name: 'page-lost',
    path: '/saved-dashboards',
    before: (page) => page.route(/all-dashboards-page/, (route) => route.abort()),
    ready: heading('This page couldn’t be loaded'),
  },
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
    ready: heading('Your dashboards couldn’t be loaded'),
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
    guide: { file: 'search', clip: '.palette' },
  },
  { name: 'help-sheet', path: '/datasets/bitcoin', person, ready: helpSheet },
  board('home-signed-in', '/home'),
  {
    ...board('stablecoins', '/datasets/stablecoins'),
    guide: { file: 'board', clip: { x: 248, y: 0, width: 1192, height: 640 } },
  },
  {
    name: 'deep-research',
    path: '/datasets/stablecoins',
    person,
    ready: conversation,
    guide: { file: 'research', clip: { x: 248, y: 0, width: 1192, height: 640 } },
  },
  {
    name: 'deep-research-page',
    path: '/deep-research?q=market%20cap%20by%20asset%2C%20last%2090%20days',
    person,
    ready: conversationPage,
  },
  { name: 'deep-research-start', path: '/deep-research', person, ready: conversationStart },
  {
    name: 'deep-research-service',
    path: '/deep-research?view=service',
    person,
    ready: serviceConversation,
  },
  { name: 'save-answer', path: '/datasets/stablecoins', person, ready: saveAnswer },
  { name: 'data-weaver-start', path: '/chart-builder', person, ready: weaverStart },
  {
    name: 'data-weaver',
    path: '/chart-builder?q=market%20cap%20by%20asset%2C%20last%2090%20days',
    person,
    ready: weaverChart,
    guide: { file: 'weaver', clip: { x: 248, y: 0, width: 1192, height: 640 } },
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
  // Last, because the stars remain.
  {
    name: 'home-strip',
    path: '/datasets/bitcoin',
    person,
    ready: homeStrip,
    width: 1440,
    guide: { file: 'home', clip: { x: 248, y: 0, width: 1192, height: 536 } },
  },
]

/** Signs in if a screen needs a user, always at desktop width. */
export async function enter(page: Page, origin: string, person: string | undefined): Promise<void> {
  if (!person) return
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${origin}/home`)
  await signIn(page, person)
}
