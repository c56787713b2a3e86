import type { Page } from 'playwright-core'
import { boardReady, expect, frameOf, journey, signIn } from '../support/journey'
import { boardShown, allAnswered, passUntil } from '../support/in-page'
import { openSignedIn, forgetProviderSession, refreshTokenRefused } from '../support/signed-in'
import { invitation } from '../support/specified-texts'
import { tokenCalls } from '../support/fault-switches'
import type { Visitor } from '../support/visitor'

// Fault matrix F14 to F17 and F19, as the user sees them. The core's tests and the conformance suite cover the rules behind them.

/** Navigations of the page to the sign-in, as opposed to silent frames. */
const signInPages = ({ requests }: Visitor): number =>
  requests.filter(({ url }) => /\/authorize\?/.test(url) && !url.includes('prompt=none')).length

const unknownOnce = {
  service: 'token-service',
  kind: 'status',
  status: 401,
  match: '/api/token-authenticated',
  times: 1,
} as const
const hostRefusesOnce = {
  service: 'bi-host',
  kind: 'status',
  status: 401,
  match: '/prism/',
  times: 1,
} as const

const selectRange = (page: Page, range: string): Promise<void> =>
  frameOf(page).locator('.range-switch').getByText(range).click()

journey(
  'while the identity provider is unreachable, signed-in users keep working and no redirect loop starts',
  async ({ page, visitor, faults }) => {
    visitor.expectConsole(/Failed to get access token|Token fetch failed/, 'the portal writes down why')
    visitor.expectConsole(/Dashboard not shown|token-unavailable/, 'the portal writes down why')
    visitor.expectConsole(/Start-up \(session\): timeout/, 'the portal writes down why')
    await page.clock.install()
    await openSignedIn(visitor, '/datasets/rwa', 'analyst@example.com')
    await boardReady(page)
    const pages = signInPages(visitor)
    const away = { service: 'identity', kind: 'drop' } as const
    await faults.set(away)
    // The BI token is renewed with the cached access token.
    await page.clock.fastForward(241_000)
    await expect.poll(async () => (await tokenCalls(faults)).personal).toBe(2)
    // One hour in one step would pass the deadline of a call in flight.
    await allAnswered(page)
    expect(await page.getByRole('alert').count()).toBe(0)

    // An hour later the access token has expired too.
    await page.clock.fastForward(3_700_000)
    const panel = page.getByRole('main').getByRole('alert')
    await panel.getByText('Your session couldn’t be renewed').waitFor()
    await page.locator('button[title="Auth Error: Failed to get access token"]').waitFor()
    await page.getByText('Hi, Ada Winter').waitFor()
    await faults.clear()
    await panel.getByRole('button', { name: 'Retry' }).click()
    await boardReady(page)
    await expect.poll(() => page.locator('button[title^="Auth Error"]').count()).toBe(0)

    // Unreachable at start: the button shows it, and the page waits for the user.
    await faults.set(away)
    await page.reload()
    await passUntil(page, page.locator('button[title="Auth Error: Failed to update authentication state"]'))
    await page.getByRole('main').getByText('The login service isn’t responding').waitFor()
    expect(await page.getByText(invitation).count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/datasets/rwa')
    expect(signInPages(visitor)).toBe(pages)
    await faults.clear()
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
    await page.getByText('Hi, Ada Winter').waitFor()
    await boardReady(page)
    expect(signInPages(visitor)).toBe(pages)
  },
)

journey(
  'clock skew of ten minutes is tolerated and of a day is named; a failed sign-in is reported where it began, never outside the portal',
  async ({ page, visitor, faults }) => {
    visitor.expectConsole(/Start-up \(callback\): invalid-response/, 'the portal writes down why')
    await faults.set({ service: 'identity', kind: 'clock', milliseconds: -600_000 })
    await page.goto(visitor.address('/datasets/lending'))
    await signIn(page, 'trader@example.com')
    await page.waitForURL(visitor.address('/datasets/lending'))
    const back = page.waitForResponse((response) => response.url() === visitor.address('/'))
    await page.getByRole('button', { name: 'Log out' }).click()
    await back

    await faults.set({ service: 'identity', kind: 'clock', milliseconds: -86_400_000 })
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByLabel('Email').fill('trader@example.com')
    await page.getByLabel('Password').fill('demo')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').filter({ hasText: 'Check your clock' }).waitFor()
    await page.locator('button[title="Auth Error: Failed to initialize Auth0"]').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await faults.clear()

    // The code cannot be exchanged. On a phone the button with the error is in the menu.
    visitor.expectConsole(/Start-up \(callback\): unreachable/, 'the portal writes down why')
    await page.goto(visitor.address('/datasets/bitcoin'))
    await faults.set({ service: 'identity', kind: 'status', status: 500, match: '/oauth/token' })
    await page.getByRole('button', { name: 'Log in', exact: true }).first().click()
    await page.getByLabel('Email').fill('trader@example.com')
    await page.getByLabel('Password').fill('demo')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').filter({ hasText: 'Your login couldn’t be completed.' }).waitFor()
    expect(page.url()).toBe(visitor.address('/datasets/bitcoin'))
    await faults.clear()

    // The stored return target of the sign-in has been tampered with.
    await page.addInitScript(
      (portal) => {
        if (location.origin !== portal || !location.search.includes('code=')) return
        for (const [key, stored] of Object.entries(sessionStorage))
          if (key.startsWith('a0.spajs.txs.'))
            sessionStorage.setItem(
              key,
              JSON.stringify({
                ...JSON.parse(stored),
                appState: { target: '//evil.example/datasets/lending' },
              }),
            )
      },
      new URL(visitor.address('/')).origin,
    )
    await signIn(page, 'trader@example.com')
    await page.waitForURL(visitor.address('/home'))
    expect(await page.getByRole('alert').count()).toBe(0)
    await boardReady(page)
  },
)

journey(
  'after the provider drops its session and the refresh token, one sign-in returns the user to the same page',
  async ({ page, visitor, faults }) => {
    visitor.expectConsole(
      /status of 40[013]/,
      'services are told to refuse, and the provider does: login_required',
    )
    visitor.expectConsole(/Failed to get access token|Token fetch failed/, 'the portal writes down why')
    const address = visitor.address('/datasets/staking?tab=overview')
    await page.goto(address)
    await signIn(page, 'analyst@example.com')
    await boardReady(page)
    const pages = signInPages(visitor)

    // Without the provider's cookie the refresh token still renews, without a visible change.
    await forgetProviderSession(visitor.context)
    await faults.set(unknownOnce, hostRefusesOnce)
    const renewed = page.waitForResponse((reply) => reply.url().endsWith('-authenticated') && reply.ok())
    await selectRange(page, '30D')
    await renewed
    await boardReady(page)
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(signInPages(visitor)).toBe(pages)

    // Now the refresh token is rejected too: the user is signed out, without an error message.
    await faults.set(unknownOnce, hostRefusesOnce, refreshTokenRefused)
    await selectRange(page, '90D')
    await page.getByText(invitation).waitFor()
    expect(await page.locator('iframe[data-ts-iframe]').count()).toBe(0)
    expect(signInPages(visitor)).toBe(pages)
    await faults.clear()
    // The range is in the URL by now and returns with it.
    const here = page.url()
    expect(here).toContain('/datasets/staking?tab=overview')
    await signIn(page, 'analyst@example.com')
    await page.waitForURL(here)
    await boardReady(page)
    expect(signInPages(visitor)).toBe(pages + 1)

    // After a reload there is only the cookie: one silent request, then the user is asked to sign in.
    await forgetProviderSession(visitor.context)
    await page.reload()
    await page.getByText(invitation).waitFor()
    expect(await page.locator('button[title^="Auth Error"]').count()).toBe(0)
    expect(signInPages(visitor)).toBe(pages + 1)
  },
)

journey(
  'with storage that throws, sign-in and dashboards work, and choices last until the page is closed',
  async ({ page, visitor }) => {
    await page.addInitScript(
      (portal) => {
        if (location.origin !== portal) return
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
      },
      new URL(visitor.address('/')).origin,
    )
    await page.goto(visitor.address('/datasets/bitcoin'))
    await signIn(page, 'analyst@example.com')
    await boardReady(page)
    await page.getByRole('button', { name: 'Switch to light mode' }).click()
    await page.getByRole('button', { name: 'Switch to dark mode' }).waitFor()
    await page.getByRole('link', { name: 'Stablecoins', exact: true }).click()
    await boardShown(page, 'Stablecoins')
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByRole('button', { name: 'Collapse', exact: true }).click()
    await page.locator('.sidebar[data-state="narrow"]').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Switch to light mode' }).waitFor()
    await page.locator('.sidebar[data-state="wide"]').waitFor()
  },
)
