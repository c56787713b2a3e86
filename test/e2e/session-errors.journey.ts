import type { Page } from 'playwright-core'
import type { Visitor } from '../support/visitor'
import { boardReady, expect, journey, signIn } from '../support/journey'
import { openSignedIn } from '../support/signed-in'
import { invitation } from '../support/specified-texts'

// The error catalogue's rows about identity, each met where a person would meet it.

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

/** The identity SDK does not come. */
async function withoutSdk(page: Page): Promise<void> {
  await page.route(/auth0-sdk-[^/]*\.js/, (route) => route.abort())
}

journey(
  'somebody whom the provider refuses, or who cancels, is logged out once, and reads why',
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
    // Back where they were, with two ways on.
    await expect.poll(() => new URL(page.url()).pathname).toBe('/datasets/etf')
    const notice = page.getByRole('alert').filter({ hasText: 'The sign-in was canceled.' })
    await notice.getByRole('button', { name: 'Use another account' }).waitFor()
    expect(await notice.getByRole('link', { name: 'Request access' }).getAttribute('target')).toBe('_blank')
    // The next sign-in is not held against them.
    await signIn(page, 'analyst@example.com')
    await expect.poll(() => authButton(page).getAttribute('title')).toBeNull()
  },
)

journey(
  'an address that carries an error has it shown, and is cleaned; a refusal that anybody made up costs one round trip, a callback of no sign-in nothing',
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

    // Nor does it ask the provider, which may know them still, for somebody who has been logged out.
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
  'a callback that belongs to no sign-in changes nothing for who is signed in, a replayed one neither; one that cannot be restored is said, and Retry brings it back',
  async ({ page, visitor, faults }) => {
    await page.goto(visitor.address('/saved-dashboards'))
    const callback = page.waitForRequest(/[?&]code=[^&]+&state=|[?&]state=[^&]+.*&code=/)
    await signIn(page, 'analyst@example.com')
    const answered = (await callback).url()
    // To leave while the list is on its way would be a failure of its own.
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
  'the identity SDK that does not come is a failed start, login and logout; the board of visitors stands',
  async ({ page, visitor }) => {
    await withoutSdk(page)
    // Somebody signed in here before; a visitor's page would not need the SDK.
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
  'a login before start-up has finished says so, and works afterwards',
  async ({ page, visitor, faults }) => {
    // Sign-in takes its time, a visitor's token is refused meanwhile, and the panel offers to log in.
    await openSignedIn(visitor, '/home', 'analyst@example.com')
    // Only the time that the test lets go by: a busy machine would use up what start-up has.
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
  'a second factor: by hand it works, silently it is asked for again',
  async ({ page, visitor, faults }) => {
    await page.goto(visitor.address('/datasets/etf'))
    await signIn(page, 'mfa@example.com')
    await boardReady(page)
    visitor.expectConsole(
      /status of 400/,
      'asked silently, the provider wants the second factor: mfa_required',
    )
    await page.reload()
    // Nobody is told off for what only their next sign-in can mend.
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
