import type { Page } from 'playwright-core'
import realm from '../../../local/open-stack/keycloak/assay-realm.json' with { type: 'json' }

/** The paths of Keycloak's endpoints and of its sign-in page. */
export const protocolPath = `/realms/${realm.realm}/protocol/openid-connect`
export const signInPath = `/realms/${realm.realm}/login-actions/authenticate`

/** Fills in Keycloak's sign-in page; for a known user it asks only for the password. */
export async function fillInKeycloak(page: Page, email: string): Promise<void> {
  const name = page.locator('input#username')
  await page.locator('input#password').waitFor()
  if (await name.isVisible()) await name.fill(email)
  await page.locator('input#password').fill('demo')
  await page.locator('#kc-login').click()
}
