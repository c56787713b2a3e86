import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Browser, BrowserContext } from 'playwright-core'
import { boardReady, signIn, frameOf } from './browser'
import {
  arrangedDashboard,
  arrangePanel,
  createDialog,
  createFailed,
  deleteDialog,
  deleteFailed,
  deleting,
  emptyEditor,
  failedBoard,
  filledEditor,
  helpSheet,
  homeStrip,
  leaveQuestion,
  loadingGallery,
  noMatch,
  offline,
  openMenu,
  paletteOpen,
  partialGallery,
  peekingSidebar,
  refused,
  refusing,
  savedDashboard,
  scrolledBoard,
  signInPage,
  startGate,
  unanswered,
  weaverCalculation,
  weaverChart,
  weaverCompletions,
  weaverFilter,
  weaverPin,
  weaverStart,
  withDashboards,
  withUnreadable,
} from './screen-steps'
import { ensureBuilt } from './build'
import { dataFolder, type ImportFile } from './stack-settings'
import { progress, Refusal } from './progress'
import { withStack } from './with-stack'

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

/** Asks again what an earlier visit has asked, with one of its stored numbers changed. */
async function changedNumber(page: Page): Promise<void> {
  await conversationPage(page)
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('assay.answers.')) ?? ''
    const stored = JSON.parse(localStorage.getItem(key) ?? '') as {
      readonly answers: readonly { readonly table: readonly { readonly values: unknown[] }[] }[]
    }
    const values = stored.answers[0]?.table.at(-1)?.values ?? []
    values[0] = Number(values[0]) * 0.98
    localStorage.setItem(key, JSON.stringify(stored))
  })
  await page.reload()
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.locator('.research__suggestion--earlier').first().click()
  await page.getByText(/1 (?:number )?has changed since/).waitFor()
  await frameOf(page).locator('figure:not([aria-busy="true"])').waitFor()
  // The table is open then.
  await page.locator('.answer__table mark').scrollIntoViewIfNeeded()
}

async function serviceConversation(page: Page): Promise<void> {
  await frameOf(page).locator('.conv-examples button').first().waitFor()
}

async function saveAnswer(page: Page): Promise<void> {
  await conversation(page)
  await page.getByRole('button', { name: 'Save to dashboard' }).last().click()
  await page.getByRole('dialog', { name: 'Save to dashboard' }).getByLabel('Chart title').waitFor()
}

interface Screen {
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
const weaverQuestion = '/chart-builder?q=market%20cap%20by%20asset%2C%20last%2090%20days'
const person = analyst
/** A user without saved dashboards. */
const newcomer = 'trader@example.com'

/** Every screen of the portal. Add a line for a new one. */
const screens: readonly Screen[] = [
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
  { name: 'edit-empty', path: '/saved-dashboards', person, ready: emptyEditor },
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
    name: 'gallery-loading',
    path: '/saved-dashboards',
    person,
    before: unanswered(/metadata\/list/),
    ready: loadingGallery,
  },
  {
    name: 'gallery-partial',
    path: '/saved-dashboards',
    person,
    before: withUnreadable,
    ready: partialGallery,
  },
  { name: 'gallery-no-match', path: '/saved-dashboards', person, ready: noMatch },
  { name: 'gallery-busy', path: '/saved-dashboards', person, ready: deleting },
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
    // The other user's dashboards have charts by now, which Search would list too.
    person: newcomer,
    ready: paletteOpen,
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
  {
    name: 'deep-research-changed',
    path: '/deep-research?q=top%205%20assets%20by%20market%20cap',
    person,
    ready: changedNumber,
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
  { name: 'data-weaver-completions', path: '/chart-builder', person, ready: weaverCompletions },
  { name: 'data-weaver-filter', path: weaverQuestion, person, ready: weaverFilter },
  { name: 'data-weaver-calculation', path: weaverQuestion, person, ready: weaverCalculation },
  { name: 'data-weaver-pin', path: weaverQuestion, person, ready: weaverPin },
  {
    name: 'data-weaver',
    path: weaverQuestion,
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
    guide: { file: 'home', clip: { x: 248, y: 0, width: 1192, height: 536 } },
  },
]

/** Signs in if a screen needs a user, always at desktop width. */
async function enter(page: Page, origin: string, person: string | undefined): Promise<void> {
  if (!person) return
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${origin}/home`)
  await signIn(page, person)
}

const themes = ['light', 'dark'] as const
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const
const pictures = `${dataFolder}/screenshots`
/** The README's picture: this screen at this width, in both themes. */
const readme = {
  screen: 'home',
  width: 1440,
  files: { dark: 'home.png', light: 'home-light.png' },
} as const

const maxAttempts = 10
const attemptDelayMs = 500

type Theme = (typeof themes)[number]
type Size = (typeof sizes)[number]

/** `npm run screenshots`, or some of them: `npm run screenshots -- home stablecoins`. */
export async function run(wanted: readonly string[], importFile: ImportFile): Promise<number> {
  const say = progress()
  const unknown = wanted.find((name) => screens.every((screen) => screen.name !== name))
  if (unknown) {
    throw new Refusal(
      `There is no screen "${unknown}". The screens are ${screens.map(({ name }) => name).join(', ')}.`,
    )
  }
  await ensureBuilt(say)
  const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  const failed = await withStack(importFile, say, ({ origins }, browser) =>
    takeAll(browser, origins.portal, chosen, say),
  )
  say(failed.length === 0 ? 'All screenshots taken.' : `Not taken: ${failed.join(', ')}`)
  return failed.length === 0 ? 0 : 1
}

async function takeAll(
  browser: Browser,
  origin: string,
  chosen: readonly Screen[],
  say: (line: string) => void,
): Promise<readonly string[]> {
  await mkdir(join(process.cwd(), pictures), { recursive: true })
  const people = [...new Set(chosen.map((screen) => screen.person))]
  const passes = themes.flatMap((theme) =>
    sizes.flatMap((size) => people.map((person) => ({ theme, size, person }))),
  )
  const failed: string[] = []
  for (const { theme, size, person } of passes) {
    const signedIn = async (): Promise<BrowserContext> => {
      const context = await contextFor(browser, origin, theme, size)
      await enter(await context.newPage(), origin, person)
      return context
    }
    const shared = await signedIn()
    const due = chosen.filter(
      (screen) => screen.person === person && (screen.width ?? size.width) === size.width,
    )
    for (const screen of due) {
      const name = `${screen.name}-${size.width}-${theme}`
      const guideFile = guideFileFor(screen, size, theme)
      // The guide's pictures must not show what earlier screens have left behind, such as recent pages.
      const context = guideFile === null ? shared : await signedIn()
      const problem = await take(
        context,
        origin + screen.path,
        screen,
        filesFor(screen, size, theme),
        guideFile,
      )
      if (context !== shared) await context.close()
      say(problem === null ? `${name}.png` : `${name}: ${problem}`)
      if (problem !== null) failed.push(name)
    }
    await shared.close()
  }
  return failed
}

function filesFor(screen: Screen, { width }: Size, theme: Theme): readonly [string, ...string[]] {
  const root = process.cwd()
  const file = join(root, pictures, `${screen.name}-${width}-${theme}.png`)
  const isReadme = screen.name === readme.screen && width === readme.width
  return isReadme ? [file, join(root, 'docs/pictures', readme.files[theme])] : [file]
}

/** The user guide's pictures are public files of the portal, one for each theme. */
function guideFileFor({ guide }: Screen, { width }: Size, theme: Theme): string | null {
  return guide === undefined || width !== readme.width
    ? null
    : join(process.cwd(), 'src/ui/public/open-data/knowledge-base', `${guide.file}-${theme}.png`)
}

async function take(
  context: BrowserContext,
  address: string,
  screen: Screen,
  files: readonly [string, ...string[]],
  guideFile: string | null,
): Promise<string | null> {
  const page = await context.newPage()
  try {
    await screen.before?.(page)
    await page.goto(address)
    await screen.ready(page)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const picture = await settled(page)
    for (const path of files) await writeFile(path, picture)
    if (guideFile !== null && screen.guide !== undefined) await takePart(page, screen.guide.clip, guideFile)
    return null
  } catch (error) {
    await page.screenshot({ path: files[0] })
    return error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error)
  } finally {
    await page.close()
  }
}

async function takePart(page: Page, clip: NonNullable<Screen['guide']>['clip'], path: string): Promise<void> {
  const options = { path, animations: 'disabled' } as const
  if (typeof clip === 'string') await page.locator(clip).screenshot(options)
  else await page.screenshot({ ...options, clip })
}

/** Waits until two screenshots in a row are equal: a frame in another process may paint a moment after it reports that it has. */
async function settled(page: Page): Promise<Buffer> {
  let before = await page.screenshot({ animations: 'disabled' })
  for (let look = 1; look < maxAttempts; look += 1) {
    await page.waitForTimeout(attemptDelayMs)
    const now = await page.screenshot({ animations: 'disabled' })
    if (now.equals(before)) return now
    before = now
  }
  return before
}

async function contextFor(
  browser: Browser,
  origin: string,
  theme: Theme,
  size: Size,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: size,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: theme,
  })
  await context.addInitScript(
    ({ own, chosen }) => {
      if (location.origin === own) localStorage.setItem('theme', chosen)
    },
    { own: origin, chosen: theme },
  )
  return context
}
