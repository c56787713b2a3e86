import type { Page } from 'playwright-core'
import { findBrowser, launchBrowser } from '../../local/cli/browser'
import { boardReady, expect, journey, signIn } from '../support/journey'
import { openSignedIn, forgetProviderSession, refreshTokenRefused } from '../support/signed-in'
import { gallery, openGallery } from '../support/gallery'
import { invitation } from '../support/specified-texts'
import { followFlagContexts, openVisitor, type Visitor } from '../support/visitor'

// Fault matrix F26 to F28: all tabs of one browser have one user.

async function signOut(page: Page, visitor: Visitor): Promise<void> {
  const back = page.waitForResponse((response) => response.url() === visitor.address('/'))
  await page.getByRole('button', { name: 'Log out' }).click()
  await back
  await page.getByText('Log In', { exact: true }).first().waitFor()
}

journey(
  'signing in as another user in one tab resets frames, names, notices, dialogs and flags in the other',
  async ({ page, visitor, origins, faults }) => {
    visitor.expectConsole(/Delete failed 500|status of 500/, 'the BI host is told to fail')
    await openGallery({ page, visitor, origins }, 'analyst@example.com', ['Hers alone'])
    const flags = followFlagContexts(page)
    const asked = (): string | undefined => flags.at(-1)?.key
    const other = await visitor.context.newPage()
    await other.goto(visitor.address('/datasets/bitcoin'))
    await boardReady(other)

    // The first tab has a notice about her dashboard and a dialog with typed text.
    await page.bringToFront()
    await faults.set({ service: 'bi-host', kind: 'status', status: 500, match: '~/metadata/delete$' })
    const { delete: remove, confirm, name } = gallery(page)
    await remove('Hers alone').click()
    await confirm.click()
    await page.getByText('Error deleting dashboard. Please try again.').waitFor()
    await faults.clear()
    await page.getByRole('main').getByRole('button', { name: 'Create New Dashboard' }).click()
    await name.fill('Secret plan')

    await signOut(other, visitor)
    await page.getByText('Sign in to access your saved dashboards and create custom analytics.').waitFor()
    expect(await page.getByText('Hers alone').count()).toBe(0)
    expect(await page.getByText('Error deleting dashboard.').count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByText('Log In', { exact: true }).count()).toBeGreaterThan(0)
    await expect.poll(asked).toBe('anonymous')

    // A board while signed out; then another user signs in in the other tab.
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await boardReady(page)
    const visitors = await page.locator('iframe[data-ts-iframe]').elementHandle()
    await signIn(other, 'trader@example.com')
    await page.getByText('Hi, Zoë Müller').waitFor()
    await boardReady(page)
    expect(await visitors?.evaluate((element) => element.isConnected).catch(() => false)).toBe(false)
    await expect.poll(asked).toBe('trader@example.com')
    expect(new URL(page.url()).pathname).toBe('/home')
    await page.getByRole('link', { name: 'All Dashboards' }).click()
    await page.getByRole('heading', { level: 2, name: /^Dashboards/ }).waitFor()
    expect(await page.getByText('Hers alone').count()).toBe(0)
  },
)

/** Navigates away and Back with the back-forward cache: the page is restored without loading. */
async function leaveAndGoBack(page: Page, visitor: Visitor, meanwhile: () => Promise<void>): Promise<void> {
  await page.evaluate(() => delete document.documentElement.dataset['restored'])
  // The identity SDK's frame lasts some seconds after its response, and a page with a loading frame is not cached.
  await page.locator('iframe[src*="prompt=none"]').waitFor({ state: 'detached' })
  await page.goto(visitor.address('/open-data/knowledge-base/'))
  await meanwhile()
  await page.goBack({ waitUntil: 'commit' })
  // The browser's reasons if it was loaded instead.
  const restored = (): Promise<string> =>
    page.evaluate(() => {
      const [loaded] = performance.getEntriesByType('navigation')
      const why: unknown = loaded === undefined ? null : Reflect.get(loaded, 'notRestoredReasons')
      return document.documentElement.dataset['restored'] ?? JSON.stringify(why)
    })
  await expect.poll(restored).toBe('yes')
}

journey(
  'Back from the back-forward cache restores the dashboard as it was, and signs out a user whose session has ended meanwhile',
  async ({ origins, faults }) => {
    const executablePath = await findBrowser(() => undefined)
    const browser = await launchBrowser({ executablePath, backForwardCache: true })
    const visitor = await openVisitor(browser, origins)
    try {
      const { page } = visitor
      await page.addInitScript(() =>
        addEventListener('pageshow', ({ persisted }) => {
          if (persisted) document.documentElement.dataset['restored'] = 'yes'
        }),
      )
      await openSignedIn(visitor, '/datasets/bitcoin', 'analyst@example.com')
      await boardReady(page)
      // Counted at the service: the driver does not see the requests of a restored page.
      const renewals = async (): Promise<number> =>
        (await faults.counts()).identity?.['POST /oauth/token'] ?? 0
      const before = await renewals()
      await leaveAndGoBack(page, visitor, () => Promise.resolve())
      expect(await page.title()).toContain('Bitcoin')
      await page.locator('iframe[data-ts-iframe][title="Bitcoin dashboard"]').waitFor()
      await page.locator('.board[data-covered="false"]').waitFor()
      // Anything may have happened meanwhile, so the page asks the identity provider whether she is still signed in.
      await expect.poll(renewals).toBe(before + 1)
      await page.getByText('Hi, Ada Winter').waitFor()

      visitor.expectConsole(/status of 400/, 'asked silently, the provider knows nobody: login_required')
      await leaveAndGoBack(page, visitor, async () => {
        await forgetProviderSession(visitor.context)
        await faults.set(refreshTokenRefused)
      })
      await page.getByText(invitation).waitFor()
      expect(await page.locator('iframe[data-ts-iframe]').count()).toBe(0)
      expect(visitor.problems()).toEqual([])
    } finally {
      await visitor.leave()
      await browser.close()
    }
  },
)
