import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { PortalBrowser } from './browser-subject'
import type { BrowserCheck } from './checks'

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** What goes over the wire at sign-in, and what a return may do. */
export const signInChecks: readonly BrowserCheck[] = [
  {
    point: 2,
    name: 'sign-in asks for a code with S256, state, nonce, scope, audience and the registered address',
    async run(browser) {
      const { authorizations, exchanges, setup } = browser
      await browser.signedIn('analyst')
      const asked = authorizations.at(-1)?.searchParams
      expect(Object.fromEntries(asked ?? [])).toMatchObject({
        client_id: setup.clientId,
        response_type: 'code',
        code_challenge_method: 'S256',
        audience: setup.audience,
        redirect_uri: browser.stage.portal.origin,
        screen_hint: 'login',
      })
      expect(asked?.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['openid', 'profile', 'email']))
      expect(asked?.get('state')?.length).toBeGreaterThanOrEqual(32)
      expect(asked?.get('nonce')?.length).toBeGreaterThanOrEqual(32)
      const verifier = exchanges[0]?.form.get('code_verifier') ?? ''
      expect(verifier).toMatch(/^[\w.~-]{43,128}$/)
      expect(challengeOf(verifier)).toBe(asked?.get('code_challenge'))
      expect(asked?.has('prompt')).toBe(false)
    },
  },
  {
    point: 2,
    name: 'a fresh sign-in asks for the credentials again, and every sign-in uses values of its own',
    async run(browser) {
      const tab = await browser.open()
      await tab.leave('/home', { inThought: true })
      await tab.leave('/home', { inThought: true, fresh: true })
      const [first, second] = browser.authorizations.map(({ searchParams }) => searchParams)
      expect(second?.get('prompt')).toBe('login')
      expect(second?.get('screen_hint')).toBe('login')
      for (const name of ['state', 'nonce', 'code_challenge']) {
        expect(second?.get(name)).not.toBe(first?.get(name))
      }
    },
  },
  {
    point: 3,
    name: 'the return costs one form-encoded request and leaves neither code nor state in the address',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      expect(browser.exchanges).toHaveLength(1)
      expect(browser.exchanges[0]).toMatchObject({ status: 200 })
      expect(browser.exchanges[0]?.contentType).toContain('application/x-www-form-urlencoded')
      expect(tab.page.url()).toBe(`${browser.stage.portal.origin}/home`)
    },
  },
  {
    point: 3,
    name: 'people can sign in where local storage is blocked (F19)',
    setup: { blocksLocalStorage: true },
    async run(browser) {
      const { tab, start } = await browser.signedIn('analyst')
      expect(start).toMatchObject({ session: { kind: 'signed-in' }, target: '/home' })
      expect(start.problem).toBeUndefined()
      expect(await tab.accessToken({ renew: true })).toMatchObject({ ok: true })
    },
  },
  {
    point: 4,
    name: 'Back and Forward after sign-in show no error and the same person',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      for (const move of [() => tab.back(), () => tab.forward()]) {
        const start = await move()
        expect(start.problem).toBeUndefined()
        expect(start.session).toMatchObject({ kind: 'signed-in', user: { name: 'Ada Winter' } })
      }
    },
  },
  {
    point: 5,
    name: 'an answer that names another issuer is refused where the standard is followed (RFC 9207)',
    async run(browser) {
      const tab = await browser.open()
      await tab.leave('/home', { inThought: true })
      const state = browser.authorizations.at(-1)?.searchParams.get('state') ?? ''
      const start = await tab.arrive({ code: 'made-up', state, iss: 'https://elsewhere.example/' })
      expect(start.session.kind).toBe('signed-out')
      expect(start.problem?.at).toBe('callback')
      // Auth0's SDK does not look at it: there the code is offered to the provider that was asked, which refuses it.
      expect(browser.tokenRequests()).toBe(checksIssuer(browser) ? 0 : 1)
    },
  },
]

function checksIssuer({ setup }: PortalBrowser): boolean {
  return setup.adapter === 'oidc'
}
