import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { verifyIdentity } from '../../../contracts/verification/identity'
import { textReport } from '../../../contracts/verification/report'
import { launchBrowser } from '../../../local/cli/browser'
import { localAudience, localClientIds } from '../../../local/http/addresses'
import { createAccessTokenCheck } from '../../../local/http/access-token'
import { createFaults } from '../../../local/http/faults'
import { startPortalServer } from '../../../local/portal/server'
import { keycloakIdentity } from '../../../local/open-stack/keycloak/service'
import { signInChecks } from '../../conformance/identity-provider/browser-checks-id-token'
import { signOutChecks } from '../../conformance/identity-provider/browser-checks-trouble'
import { openPortalBrowser } from '../../conformance/identity-provider/browser-subject'
import { portChecks, tokenOf, type BrowserCheck } from '../../conformance/identity-provider/port-checks'
import {
  type ProviderPages,
  buildPage,
  lendContexts,
  type Stage,
} from '../../conformance/identity-provider/stage'
import { createBrowser } from '../../local/identity/browser'
import { keycloakAdmin, fillInKeycloak, protocolPath, signInPath } from './keycloak'

const { origin, issuer, jwksUri, password } = inject('keycloak')
const admin = keycloakAdmin({ origin, password })

const ways: ProviderPages = {
  authorize: `${protocolPath}/auth`,
  token: `${protocolPath}/token`,
  signOut: `${protocolPath}/logout`,
  isSignInPage: ({ pathname, searchParams }) =>
    (pathname === `${protocolPath}/auth` && searchParams.get('prompt') !== 'none') || pathname === signInPath,
  decoration: '/resources/**/*.{css,woff2,svg}',
  fillIn: fillInKeycloak,
  enter: null,
  async endSession() {
    for (const person of ['analyst', 'trader']) await admin.logOut(`${person}@example.com`)
  },
}

/** Keycloak does not return a disabled user: `sign-in.test.ts` covers its refusals. Back leads to Keycloak's pages. */
const elsewhere = [/^a refusal of this tab’s sign-in/, /^Back and Forward/]

const checks: readonly BrowserCheck[] = [
  ...portChecks.map(({ point, name, run }): BrowserCheck => ({ point, name, run })),
  ...signInChecks,
  ...signOutChecks,
].filter(({ name }) => !elsewhere.some((one) => one.test(name)))

let stage: Stage
let close: () => Promise<void>
const leaks: string[] = []
const violations: string[] = []

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-keycloak-conformance-'))
  await buildPage(folder)
  const peers = { connect: [origin], frame: [origin], forms: [origin], bi: [] }
  const portal = await startPortalServer({
    port: 0,
    folder,
    configuration: {},
    faults: createFaults(),
    peers,
  })
  await admin.allowOrigin(portal.origin)
  const browser = await launchBrowser({ executablePath: inject('browser') })
  const identity = { origin, issuer, jwksUri }
  stage = { withContext: lendContexts(browser), identity, ways, portal, audience: localAudience }
  close = async () => {
    await browser.close()
    await portal.close()
    await rm(folder, { recursive: true, force: true })
  }
})
afterAll(() => close())

async function inPage(context: BrowserContext, check: BrowserCheck): Promise<void> {
  await admin.reset()
  const browser = await openPortalBrowser(stage, context, 'oidc', { refreshTokens: false, ...check.setup })
  try {
    await check.run(browser)
    leaks.push(...(await browser.traces.leaks()).map((leak) => `${check.name}: ${leak}`))
    violations.push(...browser.traces.violations().map((one) => `${check.name}: ${one}`))
  } finally {
    await browser.close()
  }
}

/** The cookies of a browser in which the analyst has signed in at Keycloak. */
async function signedInCookies(portal: string): Promise<string> {
  const browser = createBrowser(origin)
  const query = new URLSearchParams({
    client_id: localClientIds.oidc,
    redirect_uri: portal,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  const { text } = await browser.visit(`${issuer}/protocol/openid-connect/auth?${query.toString()}`)
  const [, action = ''] = /id="kc-form-login"[^>]* action="([^"]*)"/.exec(text) ?? []
  const form = { username: 'analyst@example.com', password: 'demo' }
  await browser.visit(action.replaceAll('&amp;', '&'), form)
  return browser
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
}

describe('the generic adapter at Keycloak', () => {
  for (const check of checks)
    test(`${check.point}. ${check.name}`, () => stage.withContext((context) => inPage(context, check)))

  test.each(['PS256', 'ES256', 'EdDSA', 'RS256'] as const)(
    '8. tokens signed with %s are accepted, even in a tab opened before the key rotation',
    (algorithm) =>
      stage.withContext((context) =>
        inPage(context, {
          point: 8,
          name: algorithm,
          async run(browser) {
            const { tab } = await browser.signedIn('analyst')
            await admin.rotateKeys(algorithm)
            const token = tokenOf(await tab.accessToken({ renew: true }))
            expect((await tab.reload()).session.kind).toBe('signed-in')
            // Verified as by the token service.
            const check = createAccessTokenCheck(keycloakIdentity(Number(new URL(origin).port)))
            expect(await check(token)).toMatchObject({ kind: 'accepted', claims: { name: 'Ada Winter' } })
            expect((await tab.changes()).map(({ kind }) => kind)).toEqual(['signed-in'])
          },
        }),
      ),
  )

  test('6. Back to the login page after a mistyped password leaves the user signed in, without an error', () =>
    stage.withContext((context) =>
      inPage(context, {
        point: 6,
        name: 'Back to the login page',
        async run(browser) {
          const tab = await browser.open()
          await tab.leave('/datasets/etf')
          const { page } = tab
          await page.locator('input#username').fill('analyst@example.com')
          await page.locator('input#password').fill('mistyped')
          await page.locator('#kc-login').click()
          await page.getByText('Invalid username or password.').first().waitFor()
          expect((await tab.signInAs('analyst@example.com')).session.kind).toBe('signed-in')
          const answered = page.waitForRequest((request) => request.url().includes('authentication_expired'))
          const start = await tab.back()
          await answered
          expect(start).toMatchObject({ session: { kind: 'signed-in' }, silent: true })
          expect(start.problem).toBeUndefined()
        },
      }),
    ))

  test('Keycloak satisfies the provider profile that verify-provider checks', async () => {
    await admin.reset()
    const verification = await verifyIdentity({
      issuer,
      clientId: localClientIds.oidc,
      redirectUri: stage.portal.origin,
      silentUri: `${stage.portal.origin}/open-data/silent.html`,
      scope: 'openid profile email',
      audience: '',
      cookies: await signedInCookies(stage.portal.origin),
    })
    expect(verification.outcome, textReport(verification)).toBe('verified')
    const left = verification.interactions.filter(({ outcome }) => outcome !== 'verified')
    expect(left.map(({ description }) => description)).toEqual([
      'an answer by message, where the provider offers it',
    ])
  })

  test('17. no token was left behind anywhere', () => expect(leaks).toEqual([]))

  test("18. no check violated the portal's policy", () => expect(violations).toEqual([]))
})
