import { expect } from 'vitest'
import { createAccessTokenCheck } from '../../../local/http/access-token'
import type { PortalBrowser } from './browser-subject'
import { tokenOf, type BrowserCheck } from './port-checks'

const refreshTokenOf = ({ exchanges }: PortalBrowser): string => {
  const token = exchanges.at(-1)?.body['refresh_token']
  if (typeof token !== 'string') throw new Error('The provider gave no refresh token.')
  return token
}

/** Uses a refresh token like a thief. */
export async function steal({ stage, setup }: PortalBrowser, refreshToken: string): Promise<Response> {
  return fetch(`${stage.identity.origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: setup.clientId,
      refresh_token: refreshToken,
    }),
  })
}

const lifetime = 3_600_000

/** Caching, renewing and sharing tokens over the wire. */
export const tokenChecks: readonly BrowserCheck[] = [
  {
    point: 9,
    name: 'a token counts as expired 60 s early',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      const first = tokenOf(await tab.accessToken())
      await tab.moveClock(lifetime - 75_000)
      expect(tokenOf(await tab.accessToken())).toBe(first)
      await tab.moveClock(25_000)
      expect(tokenOf(await tab.accessToken())).not.toBe(first)
    },
  },
  {
    point: 9,
    name: 'two tabs that renew at once use no refresh token twice',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      const other = await browser.open()
      expect((await other.session()).kind).toBe('signed-in')
      const tokens = await Promise.all([
        tab.accessToken({ renew: true }),
        other.accessToken({ renew: true }),
        tab.accessToken({ renew: true }),
      ])
      expect(tokens.map(tokenOf)).toHaveLength(3)
      const spent = browser.exchanges.flatMap(({ form }) => form.getAll('refresh_token'))
      expect(spent.length).toBeGreaterThanOrEqual(2)
      expect(new Set(spent).size).toBe(spent.length)
    },
  },
  {
    point: 13,
    name: 'a refresh token is used once',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      tokenOf(await tab.accessToken({ renew: true }))
      tokenOf(await tab.accessToken({ renew: true }))
      const spent = browser.exchanges.slice(1)
      expect(spent.map(({ form, status }) => [form.get('grant_type'), status])).toEqual([
        ['refresh_token', 200],
        ['refresh_token', 200],
      ])
      expect(spent[1]?.form.get('refresh_token')).toBe(spent[0]?.body['refresh_token'])
    },
  },
  {
    point: 13,
    name: 'a stolen refresh token revokes its family, and the user continues by silent sign-in without a loop',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      const stolen = await steal(browser, refreshTokenOf(browser))
      expect(stolen.status).toBe(200)
      const { refresh_token: loot } = (await stolen.json()) as { refresh_token: string }
      const before = browser.tokenRequests()
      tokenOf(await tab.accessToken({ renew: true }))
      expect(browser.tokenRequests()).toBe(before + 2)
      expect((await tab.session()).kind).toBe('signed-in')
      expect((await steal(browser, loot)).status).toBeGreaterThanOrEqual(400)
    },
  },
  {
    point: 13,
    name: 'a rejected refresh token without a session signs the user out once, without a loop',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      const stolen = await steal(browser, refreshTokenOf(browser))
      expect(stolen.status).toBe(200)
      await browser.context.clearCookies({ name: /^assay_identity/ })
      const before = browser.tokenRequests()
      expect(await tab.accessToken({ renew: true })).toMatchObject({
        ok: false,
        failure: { code: 'login-required' },
      })
      expect(await tab.accessToken()).toMatchObject({ ok: false })
      expect(browser.tokenRequests()).toBe(before + 1)
      expect((await tab.changes()).map(({ kind }) => kind)).toEqual(['signed-in', 'signed-out'])
    },
  },
  {
    point: 19,
    name: 'the token service accepts this token and no other',
    async run(browser) {
      const { identity, audience } = browser.stage
      const trust = { issuer: identity.issuer, jwksUri: identity.jwksUri, audience }
      const check = createAccessTokenCheck(trust)
      const { tab } = await browser.signedIn('trader')
      const token = tokenOf(await tab.accessToken())
      const now = new Date()
      expect(await check(token, now)).toMatchObject({
        kind: 'accepted',
        subject: 'local|trader',
        claims: { email: 'trader@example.com' },
      })
      const idToken = String(browser.exchanges[0]?.body['id_token'])
      const [header, , signature] = token.split('.')
      const claims = Buffer.from(JSON.stringify({ sub: 'local|analyst' })).toString('base64url')
      const refused = (reason: string) => ({ kind: 'refused', reason })
      const later = new Date(now.getTime() + lifetime + 10_000)
      const elsewhere = createAccessTokenCheck({ ...trust, audience: 'https://elsewhere.example' })
      expect(await check(idToken, now)).toEqual(refused('aud: check_failed'))
      expect(await check(`${header}.${claims}.${signature}`, now)).toEqual(
        refused('ERR_JWS_SIGNATURE_VERIFICATION_FAILED'),
      )
      expect(await check(token, later)).toEqual(refused('ERR_JWT_EXPIRED'))
      expect(await elsewhere(token, now)).toEqual(refused('aud: check_failed'))
    },
  },
]
