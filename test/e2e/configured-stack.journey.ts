import type { Browser, Page } from 'playwright-core'
import { freePorts } from '../../local/cli/ports'
import { originsOf, type StackOrigins } from '../../local/http/addresses'
import { dashboardLibraryRoutesV2 as routes } from '../../src/adapters/dashboard-library/thoughtspot/rest-versions'
import { walkOnDevServer, walkOnTokenService, withConfiguredStack } from '../support/configured-stack'
import { openGallery, gallery } from '../support/gallery'
import { goTo } from '../support/in-page'
import { boardReady, expect, frameOf, journey, signIn } from '../support/journey'
import { invitation } from '../support/specified-texts'
import { openVisitor, type Visitor } from '../support/visitor'

journey(
  'the generic OpenID Connect adapter, enabled by configuration alone, handles sign-in, reload, sign-out and refusal',
  ({ browser }) =>
    withConfiguredStack(browser, { ASSAY_IDENTITY: 'oidc' }, async (visitor, origins) => {
      const { page } = visitor
      // The stored return target of the sign-in has been tampered with.
      const tampered = await page.addInitScript((portal) => {
        if (location.origin !== portal || !location.search.includes('code=')) return
        for (const [key, stored] of Object.entries(sessionStorage))
          if (key.startsWith('assay.sign-in.'))
            sessionStorage.setItem(key, JSON.stringify({ ...JSON.parse(stored), target: '//evil.example/' }))
      }, origins.portal)
      await page.goto(visitor.address('/datasets/futures'))
      await signIn(page, 'trader@example.com')
      await page.waitForURL(visitor.address('/home'))
      await tampered.dispose()
      await page.goto(visitor.address('/datasets/futures'))
      await page.getByText('Hi, Zoë Müller').waitFor()
      await boardReady(page)
      const back = page.waitForResponse((response) => response.url() === visitor.address('/'))
      await page.getByRole('button', { name: 'Log out' }).click()
      await back
      await page.getByText('Log In', { exact: true }).first().waitFor()
      await page.goto(visitor.address('/datasets/futures'))
      await page.getByText(invitation).waitFor()
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await page.getByRole('link', { name: 'Cancel' }).click()
      await page.getByText('Login failed: The sign-in was canceled.').waitFor()
      await signIn(page, 'analyst@example.com')
      expect(visitor.count(/\/authorize\?/)).toBe(visitor.count(/\/authorize\?.*client_id=assay-portal-oidc/))
      expect(visitor.problems()).toEqual([])
      expect(await visitor.handedOut.leaks()).toEqual([])
    }),
)

journey(
  'REST API version 2 for saved dashboards, and favorites that follow the user to another browser, need configuration alone',
  async ({ browser }) => {
    const ports = await freePorts()
    const settings = {
      ASSAY_BI_REST_VERSION: 'v2',
      ASSAY_PREFERENCES_HOST: originsOf(ports).services,
    }
    await withConfiguredStack(
      browser,
      settings,
      async (visitor, origins) => {
        const { page } = visitor
        await page.goto(visitor.address('/home'))
        await signIn(page, 'analyst@example.com')
        await openGallery({ page, visitor, origins }, 'analyst@example.com', ['Earlier'])
        const at = gallery(page)
        await at.new.click()
        await at.name.fill('Made by version 2')
        await at.send.click()
        await page
          .getByRole('heading', { level: 1, name: 'Made by version 2' })
          .or(at.row('Made by version 2'))
          .first()
          .waitFor()
        await page.goto(visitor.address('/saved-dashboards'))
        await at.count(2).waitFor()
        await page.getByRole('button', { name: 'Duplicate Made by version 2' }).click()
        await at.count(3).waitFor()
        await at.delete('Earlier').click()
        await at.confirm.click()
        await at.count(2).waitFor()
        await expectSyncedFavorites(browser, visitor, origins)
        for (const { path } of Object.values(routes))
          expect(visitor.count(new RegExp(path))).toBeGreaterThan(0)
        expect(visitor.count(/\/callosum\/v1\/tspublic\/v1\/metadata\//)).toBe(0)
        expect(visitor.problems()).toEqual([])
      },
      ports,
    )
  },
)

/** A favorite added or removed in one browser follows in another browser of the same user; a chart's number is requested. */
async function expectSyncedFavorites(
  browser: Browser,
  visitor: Visitor,
  origins: StackOrigins,
): Promise<void> {
  const { page } = visitor
  const written = (): Promise<unknown> =>
    page.waitForResponse(
      (reply) => reply.url().endsWith('/v1/preferences') && reply.request().method() === 'PUT',
    )
  const link = (where: Page) =>
    where.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name: 'Made by version 2' })
  await Promise.all([
    written(),
    page.getByRole('button', { name: 'Favorite: Made by version 2', exact: true }).click(),
  ])
  await goTo(page, '/datasets/bitcoin')
  await boardReady(page)
  const tile = frameOf(page).getByRole('figure', { name: 'Bitcoin', exact: true })
  await tile.getByRole('button', { name: /^More actions/ }).click()
  await Promise.all([written(), frameOf(page).getByRole('menuitem', { name: 'Add to favorites' }).click()])
  // Chromium has no body of a reply whose request the page has given up: there is another one then.
  const number = page.waitForResponse(
    async (reply) =>
      reply.url().endsWith(routes.data.path) &&
      /"available_data_row_count": ?1\b/.test(await reply.text().catch(() => '')),
  )
  await goTo(page, '/home')
  await number

  const other = await openVisitor(browser, origins)
  try {
    await other.page.goto(other.address('/home'))
    await signIn(other.page, 'analyst@example.com')
    await link(other.page).waitFor()
    await other.page.goto(other.address('/saved-dashboards'))
    const gone = other.page.waitForResponse((reply) => reply.request().method() === 'PUT')
    await other.page.getByRole('button', { name: 'Favorite: Made by version 2', exact: true }).click()
    await gone
    expect(other.problems()).toEqual([])
  } finally {
    await other.leave()
  }
  await link(page).waitFor()
  await page.reload()
  await link(page).waitFor({ state: 'detached' })
}

journey(
  'a token service in plain Node, written from the contract alone, works with the portal',
  ({ browser }) => walkOnTokenService(browser, 'node'),
)

journey('the dev server’s portal shows dashboards to people who sign in', ({ browser }) =>
  walkOnDevServer(browser),
)
