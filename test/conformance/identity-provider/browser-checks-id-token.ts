import { expect } from 'vitest'
import type { BrowserCheck } from './checks'
import { forgeAnswers, type Forgery } from './forged-tokens'
import type { PortalBrowser } from './browser-subject'

interface Row {
  readonly what: string
  readonly forgery: (about: { readonly now: number; readonly browser: PortalBrowser }) => Forgery
  /** `clock`: refused, and said to be about time. `signature`: refused by whoever checks signatures. */
  readonly outcome: 'accepted' | 'refused' | 'clock' | 'signature'
}

const claim =
  (claims: Readonly<Record<string, unknown>>): Row['forgery'] =>
  () => ({ claims })

const rows: readonly Row[] = [
  { what: 'as it should be', forgery: () => ({}), outcome: 'accepted' },
  { what: 'another issuer', forgery: claim({ iss: 'https://elsewhere.example/' }), outcome: 'refused' },
  {
    what: 'the issuer without its slash',
    forgery: ({ browser }) => ({ claims: { iss: browser.stage.identity.origin } }),
    outcome: 'refused',
  },
  { what: 'another audience', forgery: claim({ aud: 'somebody-else' }), outcome: 'refused' },
  {
    what: 'several audiences, none of them authorized',
    forgery: ({ browser }) => ({ claims: { aud: [browser.setup.clientId, 'somebody-else'] } }),
    outcome: 'refused',
  },
  {
    what: 'several audiences, another one authorized',
    forgery: ({ browser }) => ({
      claims: { aud: [browser.setup.clientId, 'somebody-else'], azp: 'somebody-else' },
    }),
    outcome: 'refused',
  },
  {
    what: 'several audiences, this client authorized',
    forgery: ({ browser: { setup } }) => ({
      claims: { aud: [setup.clientId, 'somebody-else'], azp: setup.clientId },
    }),
    outcome: 'accepted',
  },
  { what: 'no signature algorithm', forgery: () => ({ alg: 'none' }), outcome: 'refused' },
  { what: 'a symmetric algorithm', forgery: () => ({ alg: 'HS256' }), outcome: 'refused' },
  { what: 'another nonce', forgery: claim({ nonce: 'another' }), outcome: 'refused' },
  { what: 'no nonce', forgery: claim({ nonce: undefined }), outcome: 'refused' },
  {
    what: 'expired 50 s ago',
    forgery: ({ now }) => ({ claims: { exp: now - 50 } }),
    outcome: 'accepted',
  },
  { what: 'expired 90 s ago', forgery: ({ now }) => ({ claims: { exp: now - 90 } }), outcome: 'clock' },
  { what: 'valid in 50 s', forgery: ({ now }) => ({ claims: { nbf: now + 50 } }), outcome: 'accepted' },
  { what: 'valid in 90 s', forgery: ({ now }) => ({ claims: { nbf: now + 90 } }), outcome: 'clock' },
  { what: 'no subject', forgery: claim({ sub: undefined }), outcome: 'refused' },
  { what: 'no ID token', forgery: () => ({ absent: true }), outcome: 'refused' },
  {
    what: 'claims changed after signing',
    forgery: () => ({ signature: 'stale' }),
    outcome: 'signature',
  },
  { what: "a stranger's key", forgery: () => ({ signature: 'stranger' }), outcome: 'signature' },
]

/** Auth0's SDK trusts the channel to the token endpoint and never reads the provider's keys. */
function expectedOf(row: Row, browser: PortalBrowser): string {
  if (row.outcome === 'signature') return browser.setup.adapter === 'oidc' ? 'refused' : 'accepted'
  return row.outcome
}

export const idTokenChecks: readonly BrowserCheck[] = [
  {
    point: 8,
    name: 'ID tokens are taken or refused as the table says',
    async run(browser) {
      const tab = await browser.open()
      let forgery: Forgery = {}
      await forgeAnswers(browser, () => forgery)
      const found: [string, string][] = []
      for (const row of rows) {
        forgery = row.forgery({ now: Math.floor(Date.now() / 1000), browser })
        await tab.leave('/home', { inThought: true })
        const state = browser.authorizations.at(-1)?.searchParams.get('state') ?? ''
        const { session, problem } = await tab.arrive({
          code: 'a-code',
          state,
          iss: browser.stage.identity.issuer,
        })
        const refused = problem?.providerCode === 'clock' ? 'clock' : (problem?.code ?? 'no problem')
        found.push([
          row.what,
          session.kind === 'signed-in' ? 'accepted' : refused.replace('invalid-response', 'refused'),
        ])
      }
      expect(found).toEqual(rows.map((row) => [row.what, expectedOf(row, browser)]))
    },
  },
]
