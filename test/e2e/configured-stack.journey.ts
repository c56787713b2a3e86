import { dashboardLibraryRoutesV2 as routes } from '../../src/adapters/dashboard-library/thoughtspot/rest-versions'
import { walkOnTokenService, withConfiguredStack } from '../support/configured-stack'
import { openGallery, gallery } from '../support/gallery'
import { boardReady, expect, journey, signIn } from '../support/journey'
import { invitation } from '../support/specified-texts'

journey(
  'the generic OpenID Connect adapter, chosen by configuration alone: sign-in, a page loaded anew, sign-out, refusal',
  ({ browser }) =>
    withConfiguredStack(browser, { ASSAY_IDENTITY: 'oidc' }, async (visitor, origins) => {
      const { page } = visitor
      // Somebody has put another address into what waits for the sign-in's return.
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

journey('saved dashboards by version 2 of the REST interface, chosen by configuration alone', ({ browser }) =>
  withConfiguredStack(browser, { ASSAY_BI_REST_VERSION: 'v2' }, async (visitor, origins) => {
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
    // No favorite chart is looked at here.
    const { data: _, ...others } = routes
    for (const { path } of Object.values(others)) expect(visitor.count(new RegExp(path))).toBeGreaterThan(0)
    expect(visitor.count(/\/callosum\/v1\/tspublic\/v1\/metadata\//)).toBe(0)
    expect(visitor.problems()).toEqual([])
  }),
)

journey('a token service that was written from the contract alone, in plain Node', ({ browser }) =>
  walkOnTokenService(browser, 'node'),
)
