import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Response } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { launchBrowser } from '../../../local/cli/browser'
import { followNetworkLog } from '../../support/network-log'
import { followTraces, type Traces } from '../../support/traces'
import { keycloakAdmin, fillInKeycloak } from './keycloak'

// Sign-in through Keycloak as the user sees it, on a portal served by nginx, with Superset's dashboards and flags from flagd's core.

const { origin: provider, password } = inject('keycloak')
const { origins: stack, elsewhere, gateway } = inject('whole')
const admin = keycloakAdmin({ origin: provider, password })
const analyst = 'analyst@example.com'

let folder: string
let browser: Browser
let outside: () => Promise<readonly string[]>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-keycloak-journeys-'))
  const networkLog = join(folder, `${randomUUID()}.json`)
  browser = await launchBrowser({ executablePath: inject('browser'), networkLog })
  outside = followNetworkLog(networkLog)
})
afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
})

let context: BrowserContext
let page: Page
let traces: Traces
/** Violations of the portal's CSP, as its documents reported them. */
let reports: string[]
/** Pages of the provider that the user has seen. */
let shown: string[]

beforeEach(async () => {
  await admin.reset()
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  // Long, for a busy machine.
  context.setDefaultTimeout(120_000)
  traces = followTraces(context, stack.portal)
  reports = []
  shown = []
  await context.exposeFunction('reportViolation', (text: string) => void reports.push(text))
  await context.addInitScript(
    (portals) => {
      if (!portals.includes(location.origin)) return
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        (globalThis as unknown as { reportViolation(text: string): void }).reportViolation(
          `${effectiveDirective} ${blockedURI}`,
        ),
      )
    },
    [stack.portal, ...Object.values(elsewhere)],
  )
  context.on('response', (response) => {
    if (isProviderPage(response)) shown.push(response.url())
  })
  page = await context.newPage()
})

afterEach(async () => {
  const leaks = await traces.leaks()
  traces.stop()
  await context.close()
  // Keycloak's requests to its upstream provider are not the portal's.
  const ours = leaks.filter((leak) => !leak.startsWith(`address: ${provider}/realms/company/`))
  expect({ reports, leaks: ours, outside: await outside() }).toEqual({ reports: [], leaks: [], outside: [] })
})

function isProviderPage(response: Response): boolean {
  const asked = response.request()
  return (
    asked.isNavigationRequest() &&
    asked.frame().parentFrame() === null &&
    new URL(response.url()).origin === provider &&
    response.status() < 300
  )
}

const greeting = (where: Page): Promise<void> => where.getByText('Hi, Ada Winter').waitFor()
const logIn = (where: Page): Promise<void> =>
  where.getByRole('button', { name: 'Log in', exact: true }).click()

async function signedInAt(address: string): Promise<void> {
  await page.goto(address)
  await logIn(page)
  await fillInKeycloak(page, analyst)
  await greeting(page)
}

const bitcoin = `${stack.portal}/datasets/bitcoin?ref=desk#prices`
/** Pages without a dashboard, for tests about the session alone. `nowhere` also sends no request with the user's token. */
const ownDashboards = `${stack.portal}/saved-dashboards?ref=desk#prices`
const nowhere = `${stack.portal}/nowhere?ref=desk#prices`

const drawn = (where: Page): Promise<void> =>
  where.frameLocator('iframe[src*="/embedded/"]:visible').locator('canvas').first().waitFor()

/** Opens a page that calls the gateway with the user's token. Access tokens are due for renewal by then, so the provider is called too. */
const openOwnDashboards = (): Promise<void> =>
  page.getByRole('link', { name: 'All Dashboards', exact: true }).first().click()

test('sign-in returns to the path, query and hash, boards open, and a reload and a second tab stay signed in', async () => {
  await signedInAt(bitcoin)
  expect(page.url()).toBe(bitcoin)
  await drawn(page)
  await page.reload()
  await greeting(page)
  expect(page.url()).toBe(bitcoin)
  const second = await context.newPage()
  await second.goto(`${stack.portal}/datasets/etf`)
  await greeting(second)
  await drawn(second)
})

test('with a live provider session, the user sees neither a password prompt nor a provider page', async () => {
  await signedInAt(ownDashboards)
  // As in a browser with a provider session from another application.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  shown.length = 0
  await logIn(page)
  await greeting(page)
  expect(page.url()).toBe(ownDashboards)
  expect(shown).toEqual([])
})

test('log-out signs out the other tab and shows no provider page, and the next login asks for credentials', async () => {
  await signedInAt(ownDashboards)
  const other = await context.newPage()
  await other.goto(nowhere)
  await greeting(other)
  shown.length = 0
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await other.getByRole('button', { name: 'Log in', exact: true }).waitFor()
  await page.waitForURL(`${stack.portal}/home`)
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
  expect(shown).toEqual([])
  expect(await other.getByText('Your session has ended').count()).toBe(0)
  await logIn(page)
  await fillInKeycloak(page, 'trader@example.com')
  await page.getByText('Hi, Zoë Müller').waitFor()
})

test('log-out also ends the session at the provider behind Keycloak, whose next login asks for credentials', async () => {
  const company = await admin.addCompany('grace@company.example')
  try {
    const byCompany = async (): Promise<void> => {
      await logIn(page)
      await page.locator(company.link).click()
      await fillInKeycloak(page, 'grace@company.example')
      await page.getByText('Hi, Grace Summer').waitFor()
    }
    await page.goto(nowhere)
    await byCompany()
    expect(await company.sessions()).toBe(1)
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await page.waitForURL(`${stack.portal}/home`)
    expect(await company.sessions()).toBe(0)
    await byCompany()
  } finally {
    await company.remove()
  }
})

test('a user without access can log in with another account despite the Keycloak session', async () => {
  await signedInAt(ownDashboards)
  await context.route(`${gateway}/v1/tokens`, (route) =>
    route.request().method() === 'POST' && route.request().headers()['authorization'] !== undefined
      ? route.fulfill({ status: 403, headers: { 'access-control-allow-origin': stack.portal } })
      : route.fallback(),
  )
  await page.goto(bitcoin)
  const another = page.getByRole('button', { name: 'Use another account' })
  await another.waitFor()
  await context.unroute(`${gateway}/v1/tokens`)
  await another.click()
  await fillInKeycloak(page, 'trader@example.com')
  await page.getByText('Hi, Zoë Müller').waitFor()
  expect(page.url()).toBe(bitcoin)
})

test.each([
  ['logged out', () => admin.logOut(analyst), 'Hi, Ada Winter'],
  ['disabled', () => admin.change(analyst, { enabled: false }), 'Account is disabled'],
] as const)(
  'a user %s by an administrator sees that the session has ended, and can continue from there',
  async (_what, act, afterwards) => {
    await admin.tokensLive(60)
    await signedInAt(nowhere)
    await act()
    await openOwnDashboards()
    await page.getByText('Your session has ended.').waitFor()
    await page.getByRole('button', { name: 'Log in again' }).click()
    await fillInKeycloak(page, analyst)
    await page.getByText(afterwards).first().waitFor()
  },
)

test('a key rotation does not affect a signed-in user', async () => {
  await admin.tokensLive(60)
  await signedInAt(nowhere)
  await admin.rotateKeys('ES256')
  const renewed = page.waitForResponse((response) =>
    response.url().endsWith('/protocol/openid-connect/token'),
  )
  const listed = page.waitForResponse((response) => response.url().startsWith(`${gateway}/v1/dashboards`))
  await openOwnDashboards()
  expect((await renewed).status()).toBe(200)
  // The gateway accepts a token signed with the new key.
  expect((await listed).status()).toBe(200)
  await page.getByRole('heading', { name: /^Dashboards \(/ }).waitFor()
  await greeting(page)
  expect(await page.getByRole('alert').allTextContents()).toEqual([])
  await page.goto(bitcoin)
  await greeting(page)
  await drawn(page)
})

test('a step required by an administrator opens without a password', async () => {
  await signedInAt(ownDashboards)
  await admin.change(analyst, { requiredActions: ['UPDATE_PROFILE'] })
  await page.reload()
  const go = page.getByRole('button', { name: 'Continue logging in' })
  await go.waitFor()
  expect(await page.locator('button[title^="Auth Error"]').count()).toBe(0)
  await go.click()
  await page.locator('#kc-update-profile-form').waitFor()
  expect(await page.locator('input#password').count()).toBe(0)
  await page.locator('#kc-update-profile-form [type="submit"]').click()
  await greeting(page)
  expect(page.url()).toBe(ownDashboards)
})

test('a user who refuses consent sees why they are not logged in, and the next login asks for credentials', async () => {
  await admin.askConsent(true)
  await page.goto(ownDashboards)
  await logIn(page)
  await fillInKeycloak(page, analyst)
  await page.locator('#kc-cancel').click()
  await page.getByText('You weren’t logged in: the login was canceled').waitFor()
  await admin.askConsent(false)
  // The auth button of this page shows the error code, so a press logs out, as specified.
  await page.goto(ownDashboards)
  const asked = page.waitForRequest((request) => request.url().includes('prompt=login'))
  await Promise.all([asked, page.getByRole('main').getByRole('button', { name: 'Log In' }).click()])
  await fillInKeycloak(page, analyst)
  await greeting(page)
})

test.each([
  ['frame', 'the silent frame finds no session', 'Log in', 0],
  ['redirect', 'one redirect returns the user to path, query and hash', 'Log out', 1],
] as const)(
  'on a different site from the provider, with third-party cookies blocked, by %s: %s',
  async (silent, _outcome, button, redirects) => {
    await admin.allowOrigin(elsewhere[silent])
    const session = await context.newCDPSession(page)
    // As headed Chromium does by default; headless Chromium would send them.
    await session.send('Network.enable')
    await session.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true })
    const here = (address: string): string => address.replace(stack.portal, elsewhere[silent])
    const address = here(nowhere)
    await signedInAt(address)
    const asked = { frame: 0, page: 0 }
    page.on('request', (request) => {
      if (!request.isNavigationRequest() || !request.url().includes('prompt=none')) return
      asked[request.frame().parentFrame() === null ? 'page' : 'frame'] += 1
    })
    const entries = await page.evaluate(() => history.length)
    shown.length = 0
    const answer = page.waitForRequest((request) => request.url().includes('/open-data/silent.html?'))
    await page.reload()
    expect(new URL((await answer).url()).searchParams.get('error')).toBe('login_required')
    await page.getByRole('button', { name: button, exact: true }).waitFor()
    if (silent === 'redirect') await greeting(page)
    expect({ asked, shown, address: page.url(), entries: await page.evaluate(() => history.length) }).toEqual(
      {
        asked: { frame: 1, page: redirects },
        shown: [],
        address,
        entries,
      },
    )
    if (silent === 'frame') return
    await page.goto(here(bitcoin))
    await drawn(page)
  },
)
