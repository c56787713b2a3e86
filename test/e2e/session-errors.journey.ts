import type { Page } from 'playwright-core'
import type { Visitor } from '../support/visitor'
import { boardReady, expect, journey, signIn } from '../support/journey'
import { openSignedIn } from '../support/signed-in'
import { invitation } from '../support/specified-texts'

// The identity rows of the error catalogue, each where the user would see it.

const authButton = (page: Page): ReturnType<Page['getByRole']> =>
  page.getByRole('button', { name: /^Log (in|out)$/ })

const errorShown = (page: Page, error: string): Promise<void> =>
  page.locator(`button[title="Auth Error: ${error}"]`).waitFor()

const logouts = (visitor: Visitor): number => visitor.count(/\/v2\/logout\?/)

async function typeIn(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('demo')
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Blocks the identity SDK. */
async function blockSdk(page: Page): Promise<void> {
  await page.route(/auth0-sdk-[^/]*\.js/, (route) => route.abort())
}

journey(
  'a user whom the provider refuses, or who cancels, is logged out once and sees the reason',
  async ({ page, visitor }) => {
    const text = 'New accounts cannot be created here.'
    await page.goto(visitor.address('/datasets/etf'))
    await typeIn(page, 'newcomer@example.com')
    await errorShown(page, text)
    await page
      .getByRole('alert')
      .filter({ hasText: `Login failed: ${text}` })
      .waitFor()
    expect(logouts(visitor)).toBe(1)
    expect(new URL(page.url()).search).toBe('')
    await expect.poll(() => authButton(page).getAttribute('aria-label')).toBe('Log in')
    await page.goto(visitor.address('/datasets/etf'))
    await page.getByText(invitation).waitFor()
    await expect.poll(() => authButton(page).getAttribute('title')).toBeNull()
    expect(logouts(visitor)).toBe(1)

    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await errorShown(page, 'The sign-in was canceled.')
    await page.getByText('Login failed: The sign-in was canceled.').waitFor()
    expect(logouts(visitor)).toBe(2)
    // Back on the same page, with two ways to continue.
    await expect.poll(() => new URL(page.url()).pathname).toBe('/datasets/etf')
    const notice = page.getByRole('alert').filter({ hasText: 'The sign-in was canceled.' })
    await notice.getByRole('button', { name: 'Use another account' }).waitFor()
    expect(await notice.getByRole('link', { name: 'Request access' }).getAttribute('target')).toBe('_blank')
    // The next sign-in works.
    await signIn(page, 'analyst@example.com')
    await expect.poll(() => authButton(page).getAttribute('title')).toBeNull()
  },
)

journey(
  'an error in the URL is shown and removed; a forged refusal costs one round trip, and a forged callback nothing',
  async ({ page, visitor }) => {
    await page.goto(
      visitor.address('/datasets/etf?error=server_error&error_description=%3Cb%3EThe+moon%3C%2Fb%3E+is+full'),
    )
    await errorShown(page, '<b>The moon</b> is full')
    await page.getByText(invitation).waitFor()
    const { pathname, search } = new URL(page.url())
    expect([pathname, search]).toEqual(['/datasets/etf', ''])
    await page.goto(visitor.address('/datasets/etf?error=temporarily_unavailable'))
    await errorShown(page, 'temporarily_unavailable')
    expect(logouts(visitor)).toBe(0)

    await page.goto(visitor.address('/home?error=ACCESS_DENIED&state=forged'))
    await errorShown(page, 'ACCESS_DENIED')
    await boardReady(page)
    expect(logouts(visitor)).toBe(1)
    expect(new URL(page.url()).search).toBe('')
    // A click on such an error logs out, which clears it.
    await authButton(page).click()
    await expect.poll(() => logouts(visitor)).toBe(2)
    await page.waitForURL(/\/home$/)
    await expect.poll(() => authButton(page).getAttribute('title')).toBeNull()

    // Nor does it ask the provider, which may still have a session, for a user who was logged out.
    const asked = visitor.count(/\/authorize\?/)
    await page.goto(visitor.address('/datasets/etf?code=made-up&state=made-up'))
    await page.getByText(invitation).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await expect.poll(() => authButton(page).getAttribute('title')).toBeNull()
    expect(visitor.count(/\/authorize\?/)).toBe(asked)
    expect(visitor.count(/\/oauth\/token$/)).toBe(0)
    expect(logouts(visitor)).toBe(2)
  },
)

journey(
  'a forged or replayed callback does not change the session; a session that cannot be restored is reported, and Retry restores it',
  async ({ page, visitor, faults }) => {
    await page.goto(visitor.address('/saved-dashboards'))
    const callback = page.waitForRequest(/[?&]code=[^&]+&state=|[?&]state=[^&]+.*&code=/)
    await signIn(page, 'analyst@example.com')
    const answered = (await callback).url()
    // Leaving while the list is loading would be a separate failure.
    const listed = page.getByText(/^Dashboards \(\d+\)$/)
    await listed.waitFor()
    for (const address of [visitor.address('/saved-dashboards?code=made-up&state=made-up'), answered]) {
      await page.goto(address)
      await page.getByText('Hi, Ada Winter').waitFor()
      expect(new URL(page.url()).search).toBe('')
      await expect.poll(() => authButton(page).getAttribute('title')).toBeNull()
      if (new URL(page.url()).pathname === '/saved-dashboards') await listed.waitFor()
    }

    await faults.set({ service: 'identity', kind: 'status', status: 500, match: '/oauth/token' })
    visitor.expectConsole(/Start-up \(session\)/, 'the portal writes down why')
    await page.goto(visitor.address('/saved-dashboards'))
    await errorShown(page, 'Failed to update authentication state')
    const away = page.getByRole('main').getByText('so we can’t check who you are.')
    await away.waitFor()
    await faults.clear()
    // Nobody was logged out: Retry needs no password.
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
    await page.getByText('Hi, Ada Winter').waitFor()
    await listed.waitFor()
    await expect.poll(() => authButton(page).getAttribute('title')).toBeNull()
  },
)

journey(
  'when the identity SDK fails to load, start-up, login and logout report it, and the public dashboard stays',
  async ({ page, visitor }) => {
    await blockSdk(page)
    // A user has signed in here before; a visitor's page would not need the SDK.
    const trace = 'auth0.assay-portal.is.authenticated'
    await visitor.context.addCookies([{ name: trace, value: 'true', url: visitor.address('/') }])
    visitor.expectConsole(/ERR_FAILED/, 'the SDK is kept away')
    visitor.expectConsole(/Start-up \(initialise\): unreachable/, 'the portal writes down why')
    visitor.expectConsole(/Login failed: unreachable/, 'the portal writes down why')
    visitor.expectConsole(/Logout failed/, 'the portal writes down why')
    await page.goto(visitor.address('/home'))
    await errorShown(page, 'Failed to initialize Auth0')
    await boardReady(page)
    await authButton(page).click()
    await errorShown(page, 'Login failed')
    expect(new URL(page.url()).pathname).toBe('/home')
    await page.goto(visitor.address('/datasets/etf?error=access_denied'))
    await errorShown(page, 'access_denied')
    await authButton(page).click()
    await errorShown(page, 'Logout failed')
    // Once it comes, the same button signs in.
    await visitor.context.clearCookies({ name: trace })
    await page.unroute(/auth0-sdk-[^/]*\.js/)
    await page.goto(visitor.address('/datasets/etf'))
    await signIn(page, 'analyst@example.com')
  },
)

journey(
  'a login before start-up has finished is reported, and works afterwards',
  async ({ page, visitor, faults }) => {
    // Sign-in takes its time, a visitor's token is refused meanwhile, and the panel offers to log in.
    await openSignedIn(visitor, '/home', 'analyst@example.com')
    // Only the test's clock advances: a busy machine could use up the start-up timeout.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1_000)
    await faults.set(
      { service: 'identity', kind: 'hang', match: '/authorize', times: 1 },
      { service: 'token-service', kind: 'status', status: 401, match: '~^/api/token$' },
    )
    visitor.expectConsole(/status of 401/, 'the token service is told to refuse')
    visitor.expectConsole(/Token fetch failed: 401/, 'the portal writes down why')
    visitor.expectConsole(/Dashboard not shown|token-unavailable/, 'the portal writes down why')
    visitor.expectConsole(/Auth0 client not initialized/, 'the portal writes down why')
    visitor.expectConsole(/Start-up \(session\): timeout/, 'the portal writes down why')
    await page.reload()
    const panel = page.getByRole('main').getByRole('alert')
    const logIn = panel.getByRole('button', { name: 'Log In' })
    await expect
      .poll(async () => {
        await page.clock.runFor(250)
        return logIn.isVisible()
      })
      .toBe(true)
    await logIn.click()
    await errorShown(page, 'Auth0 client not initialized')
    await page.clock.runFor(8_000)
    await errorShown(page, 'Failed to update authentication state')
    await faults.clear()
    await page.clock.resume()
    await logIn.click()
    await page.getByLabel('Email').waitFor()
  },
)

journey(
  'interactive sign-in with a second factor works, and a silent renewal that needs it asks the user to log in',
  async ({ page, visitor, faults }) => {
    await page.goto(visitor.address('/datasets/etf'))
    await signIn(page, 'mfa@example.com')
    await boardReady(page)
    visitor.expectConsole(
      /status of 400/,
      'asked silently, the provider wants the second factor: mfa_required',
    )
    await page.reload()
    // No error for what only the next sign-in can fix.
    await authButton(page)
      .and(page.getByLabel('Log in', { exact: true }))
      .waitFor()
    await page.getByText(invitation).waitFor()
    await expect.poll(() => authButton(page).getAttribute('title')).toBeNull()

    await faults.set({
      service: 'token-service',
      kind: 'status',
      status: 401,
      match: '/api/token-authenticated',
    })
    visitor.expectConsole(/status of 401/, 'the token service is told to refuse')
    visitor.expectConsole(/Failed to get access token: mfa-required/, 'the portal writes down why')
    visitor.expectConsole(/Token fetch failed: 401/, 'the portal writes down why')
    visitor.expectConsole(/Dashboard not shown|token-unavailable/, 'the portal writes down why')
    await signIn(page, 'mfa@example.com')
    await errorShown(page, 'Failed to get access token')
    await page.getByText('Your session has expired').waitFor()
  },
)
