import type { Page } from 'playwright-core'
import realm from '../../../local/open-stack/keycloak/assay-realm.json' with { type: 'json' }

/** Of its endpoints, and of the page that a sign-in goes on at. */
export const protocolPath = `/realms/${realm.realm}/protocol/openid-connect`
export const signInPath = `/realms/${realm.realm}/login-actions/authenticate`

/** Keycloak's own sign-in page; of somebody whom it knows it asks the password alone. */
export async function fillInKeycloak(page: Page, email: string): Promise<void> {
  const name = page.locator('input#username')
  await page.locator('input#password').waitFor()
  if (await name.isVisible()) await name.fill(email)
  await page.locator('input#password').fill('demo')
  await page.locator('#kc-login').click()
}
