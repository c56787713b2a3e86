import { withConfiguredStack } from '../support/configured-stack'
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
