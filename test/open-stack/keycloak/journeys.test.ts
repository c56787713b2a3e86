import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Response } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { boardReady, frameOf, launchBrowser } from '../../../local/cli/browser'
import { faultSwitches } from '../../support/fault-switches'
import { followNetworkLog } from '../../support/network-log'
import { followTraces, type Traces } from '../../support/traces'
import { keycloakAdmin } from './admin'
import { fillInKeycloak } from './pages'

// What a person meets on a portal whose identity provider is Keycloak; the rest of the stack is embedded.

const { origin: provider, password, stack } = inject('keycloak')
const admin = keycloakAdmin({ origin: provider, password })
const faults = faultSwitches(stack)
/** On a machine that may be busy. */
const boardMilliseconds = 120_000
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
/** Violations of the portal's own policy, as its documents were told of them. */
let reports: string[]
/** Pages of the provider that a person has seen. */
let shown: string[]

beforeEach(async () => {
  await admin.reset()
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  context.setDefaultTimeout(60_000)
  traces = followTraces(context, stack.portal)
  reports = []
  shown = []
  await context.exposeFunction('reportViolation', (text: string) => void reports.push(text))
  await context.addInitScript((provider) => {
    if (location.origin === provider) return
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      (globalThis as unknown as { reportViolation(text: string): void }).reportViolation(
        `${effectiveDirective} ${blockedURI}`,
      ),
    )
  }, provider)
  context.on('response', (response) => {
    if (isProviderPage(response)) shown.push(response.url())
  })
  page = await context.newPage()
})

afterEach(async () => {
  await faults.clear()
  const leaks = await traces.leaks()
  traces.stop()
  await context.close()
  expect({ reports, leaks, outside: await outside() }).toEqual({ reports: [], leaks: [], outside: [] })
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

const bitcoin = `${stack.portal}/datasets/bitcoin?tab=overview#prices`

/** The BI host and the token service each refuse what they are given, once: the portal has to ask the provider. */
async function renewTokens(range: string): Promise<void> {
  const once = { kind: 'status', status: 401, times: 1 } as const
  await faults.set(
    { ...once, service: 'token-service', match: '/api/token-authenticated' },
    { ...once, service: 'bi-host', match: '/prism/' },
  )
  await frameOf(page).locator('.range-switch').getByText(range).click()
}

test('a sign-in comes back to path, query and hash, and its boards open; reload and second tab are signed in still', async () => {
  await signedInAt(bitcoin)
  expect(page.url()).toBe(bitcoin)
  await boardReady(page, boardMilliseconds)
  await page.reload()
  await greeting(page)
  expect(page.url()).toBe(bitcoin)
  const second = await context.newPage()
  await second.goto(`${stack.portal}/datasets/etf`)
  await greeting(second)
  await boardReady(second, boardMilliseconds)
})

test('where a session lives nobody is asked for a password, nor sees a page of the provider', async () => {
  await signedInAt(bitcoin)
  // As in a browser that knows the provider from another application.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  shown.length = 0
  await logIn(page)
  await greeting(page)
  expect(page.url()).toBe(bitcoin)
  expect(shown).toEqual([])
})

test('a log-out reaches the other tab and shows no page of the provider; whoever logs in next is asked who it is', async () => {
  await signedInAt(bitcoin)
  const other = await context.newPage()
  await other.goto(`${stack.portal}/datasets/etf`)
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

test.each([
  ['logged out', () => admin.logOut(analyst), 'Hi, Ada Winter'],
  ['disabled', () => admin.change(analyst, { enabled: false }), 'Account is disabled'],
] as const)(
  'somebody %s by an administrator reads that the session has ended, and can go on from there',
  async (_what, act, afterwards) => {
    await signedInAt(bitcoin)
    await boardReady(page, boardMilliseconds)
    await act()
    await renewTokens('30D')
    await page.getByText('Your session has ended.').waitFor()
    await page.getByText('Please log in to access the platform and analyze this dataset.').waitFor()
    await page.getByRole('button', { name: 'Log in again' }).click()
    await fillInKeycloak(page, analyst)
    await page.getByText(afterwards).first().waitFor()
  },
)

test('keys that are changed while somebody is signed in cost nothing', async () => {
  await signedInAt(bitcoin)
  await boardReady(page, boardMilliseconds)
  await admin.rotateKeys('ES256')
  await renewTokens('30D')
  await boardReady(page, boardMilliseconds)
  await greeting(page)
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.reload()
  await greeting(page)
  await boardReady(page, boardMilliseconds)
})

test('a step that an administrator asks for leads on to it, without a password', async () => {
  await signedInAt(bitcoin)
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
  expect(page.url()).toBe(bitcoin)
})

test('somebody who refuses consent reads why they are not logged in, and is asked who it is next time', async () => {
  await admin.askConsent(true)
  await page.goto(bitcoin)
  await logIn(page)
  await fillInKeycloak(page, analyst)
  await page.locator('#kc-cancel').click()
  await page.getByText('You weren’t logged in: the login was canceled').waitFor()
  await admin.askConsent(false)
  // The code stands on the auth button of this page, which therefore logs out, as specified.
  await page.goto(bitcoin)
  const asked = page.waitForRequest((request) => request.url().includes('prompt=login'))
  await Promise.all([asked, page.getByRole('main').getByRole('button', { name: 'Log In' }).click()])
  await fillInKeycloak(page, analyst)
  await greeting(page)
})
