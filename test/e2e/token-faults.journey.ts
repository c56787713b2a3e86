import type { Locator, Page } from 'playwright-core'
import type { FaultRule } from '../../local/http/faults'
import { boardReady, expect, journey } from '../support/journey'
import { openSignedIn } from '../support/signed-in'
import { passUntil } from '../support/in-page'
import { tokenCalls } from '../support/fault-switches'
import type { Visitor } from '../support/visitor'

// Fault matrix F1 to F4: every failure of the token service is named on the screen, offers a next step, and ends.

const fault = (kind: FaultRule['kind'], rule: Partial<FaultRule> = {}): FaultRule => ({
  service: 'token-service',
  kind,
  ...rule,
})
const panelOf = (page: Page): Locator => page.getByRole('main').getByRole('alert')

function expectReportedFailures(visitor: Visitor): void {
  visitor.expectConsole(/Failed to load resource/, 'a service is told to fail')
  visitor.expectConsole(/Token fetch failed/, 'the portal writes down why')
  visitor.expectConsole(/Dashboard not shown|token-unavailable/, 'the portal writes down why')
}

const notReached = 'The Home dashboard can’t be reached'
const notOpened = 'The Home dashboard can’t be opened'
const notForVisitors = 'Log in to see the Home dashboard'

/** The behavior of the token service, and the text that a visitor sees on Home. */
const faultsAtStart: readonly (readonly [FaultRule, string])[] = [
  [fault('status', { status: 503 }), notReached],
  [fault('status', { status: 429, headers: { 'retry-after': '1' } }), notReached],
  [fault('drop'), notReached],
  [fault('reply', { contentType: 'text/html', body: '<h1>Sign in first</h1>' }), notOpened],
  [fault('reply', { body: '' }), notOpened],
  [fault('reply', { body: '"quoted-token-value"\n' }), notOpened],
  [fault('reply', { body: 'abcdefgh', repeat: 4_000 }), notOpened],
]

journey(
  'at start, each token failure is named, Retry tries again, and the dashboard loads once the service recovers',
  async ({ page, visitor, faults }) => {
    expectReportedFailures(visitor)
    visitor.expectConsole(/Contract drift: (content-type|body)/, 'answers that are no tokens')
    await page.clock.install()
    const panel = panelOf(page)
    const retry = panel.getByRole('button', { name: 'Retry' })
    const references = (): Promise<readonly string[]> => panel.locator('.reference strong').allTextContents()
    for (const [rule, title] of faultsAtStart) {
      await faults.set(rule)
      await faults.clearCounts()
      const before = await references()
      if (page.url() === 'about:blank') await page.goto(visitor.address('/home'))
      else {
        // Until the Retry-After of a 429 has passed, Retry shows the same failure without a request.
        await page.clock.runFor(1_000)
        await retry.click()
      }
      // Each failure has a unique reference, so this is not the previous one. A response in flight may come first.
      await passUntil(page, async () => {
        const [now] = await references()
        return now !== undefined && now !== before[0] && (await panel.getByText(title).isVisible())
      })
      expect((await tokenCalls(faults)).anonymous).toBeGreaterThan(0)
      // The page shows nothing of the response, and no frame was created for it.
      expect(await page.getByText(/Sign in first|quoted-token|abcdefgh/).count()).toBe(0)
      expect(await page.locator('iframe[data-ts-iframe]').count()).toBe(0)
      await page.getByRole('link', { name: 'Stablecoins', exact: true }).waitFor()
    }
    await faults.clear()
    await retry.click()
    await boardReady(page)

    // After a refusal the user is asked to log in; Retry would change nothing, so it is not offered.
    for (const status of [401, 403]) {
      await faults.set(fault('status', { status }))
      await faults.clearCounts()
      await page.reload()
      await panel.getByText(notForVisitors).waitFor()
      await panel.getByRole('button', { name: 'Log In' }).waitFor()
      expect(await retry.count()).toBe(0)
      await page.clock.fastForward(60_000)
      expect((await tokenCalls(faults)).anonymous).toBe(1)
    }
  },
)

journey(
  'an open dashboard stays while its token is valid, a refusal is final, and an expired session needs one sign-in',
  async ({ page, visitor, faults }) => {
    expectReportedFailures(visitor)
    await page.clock.install()
    await openSignedIn(visitor, '/datasets/etf', 'analyst@example.com')
    await boardReady(page)
    const frame = await page.locator('iframe[data-ts-iframe]').elementHandle()
    const panel = panelOf(page)

    // A minute before expiry both the portal and the frame request a new token, and there is none.
    await faults.set(fault('status', { status: 503 }))
    await faults.clearCounts()
    await page.clock.fastForward(241_000)
    await passUntil(page, async () => (await tokenCalls(faults)).personal >= 4)
    expect(await panel.count()).toBe(0)
    expect(await frame?.evaluate((element) => element.isConnected)).toBe(true)
    await faults.clear()
    const renewed = page.waitForResponse((reply) => reply.url().endsWith('-authenticated') && reply.ok())
    await page.clock.fastForward(16_000)
    await renewed
    expect(await panel.count()).toBe(0)
    expect(await frame?.evaluate((element) => element.isConnected)).toBe(true)

    // 403: the token service refuses the user. One call, and no retry.
    await faults.set(fault('status', { status: 403 }))
    await page.reload()
    await page.getByText('Hi, Ada Winter').waitFor()
    await panel.getByText('You don’t have access to the ETF dashboard').waitFor()
    await panel.getByRole('button', { name: 'Use another account' }).waitFor()
    await faults.clearCounts()
    await page.clock.fastForward(60_000)
    expect((await tokenCalls(faults)).personal).toBe(0)

    // 401: one silent renewal at the identity provider, one more call, then the user is asked to log in.
    await faults.set(fault('status', { status: 401 }))
    await page.reload()
    await panel.getByText('Your session has expired').waitFor()
    await page.clock.fastForward(60_000)
    expect((await tokenCalls(faults)).personal).toBe(2)
    await faults.clear()
    await panel.getByRole('button', { name: 'Log In' }).click()
    await page.getByLabel('Email').fill('analyst@example.com')
    await page.getByLabel('Password').fill('demo')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(visitor.address('/datasets/etf'))
    await boardReady(page)
  },
)
