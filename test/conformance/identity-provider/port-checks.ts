import { expect } from 'vitest'
import type { PortalBrowser } from './browser-subject'
import type { PageSetup } from './page/setup'
import { problemTable, type IdentityBrowser, type Tab, type TokenResult } from './subject'

/** One requirement for an adapter. It throws when the adapter does not meet it. */
interface Check<Browser extends IdentityBrowser = IdentityBrowser, Setup = undefined> {
  /** Number of the point in the reference list. */
  readonly point: number
  readonly name: string
  readonly setup?: Setup
  readonly run: (browser: Browser) => Promise<void>
}

/** A check that needs a real page. */
export type BrowserCheck = Check<PortalBrowser, Partial<PageSetup>>

/** The 20 points of the shared suite, abbreviated. */
export const points: readonly string[] = [
  'Cold start without a session',
  'What sign-in sends',
  'Callback',
  'Started twice, reloaded, Back',
  'Forged callbacks',
  'Error callback',
  'Error codes',
  'ID token table',
  'Token kept, renewed, shared',
  'Reload restores',
  'Renewal after a 401',
  'Session ended elsewhere',
  'Rotation and reuse',
  'Second factor, consent, slow and broken provider',
  'Sign-out',
  'Account switch',
  'No token left behind',
  "The portal's own policy",
  'Token accepted by the token service',
  'Watchers',
]

const boards = '/datasets/bitcoin?tab=2'
/** A link of the most characters that a question may have. */
const linked = `/datasets/bitcoin?tab=2#ask=${encodeURIComponent('問'.repeat(1_000))}`

async function signedIn(browser: IdentityBrowser, person: 'analyst' | 'trader' = 'analyst'): Promise<Tab> {
  const { tab, start } = await browser.signedIn(person)
  expect(start.session.kind).toBe('signed-in')
  return tab
}

export function tokenOf(result: TokenResult): string {
  if (!result.ok) throw new Error(`No token: ${JSON.stringify(result.failure)}`)
  return result.value
}

/** The checks for every adapter, wherever it runs. */
export const portChecks: readonly Check[] = [
  {
    point: 1,
    name: 'a cold start is signed out, reports no problem and requests no token',
    async run(browser) {
      const tab = await browser.open()
      expect(await tab.start()).toEqual({ session: { kind: 'signed-out' } })
      expect(await tab.session()).toEqual({ kind: 'signed-out' })
      expect(browser.tokenRequests()).toBe(0)
    },
  },
  {
    point: 3,
    name: 'the callback returns the user, non-ASCII letters included, and their target path',
    async run(browser) {
      const tab = await browser.open()
      await tab.leave(linked)
      const start = await tab.answer('trader')
      expect(start.problem).toBeUndefined()
      expect(start.session).toMatchObject({
        kind: 'signed-in',
        user: { name: 'Zoë Müller', email: 'trader@example.com' },
      })
      expect(start.target).toBe(linked)
    },
  },
  {
    point: 4,
    name: 'starting twice gives the same result',
    async run(browser) {
      const tab = await signedIn(browser)
      const [first, second] = await Promise.all([tab.start(), tab.startAgain()])
      expect(second).toEqual(first)
    },
  },
  {
    point: 4,
    name: 'a repeated callback URL shows no error and keeps the user signed in',
    async run(browser) {
      const tab = await signedIn(browser)
      const again = await tab.repeatReturn()
      expect(again.problem).toBeUndefined()
      expect(again.session.kind).toBe('signed-in')
    },
  },
  {
    point: 5,
    name: 'a forged callback signs nobody in and reports nothing',
    async run(browser) {
      const tab = await browser.open()
      const start = await tab.arrive({ code: 'made-up', state: 'made-up' })
      expect(start).toEqual({ session: { kind: 'signed-out' } })
    },
  },
  {
    point: 5,
    name: 'a forged callback does not disturb a sign-in in progress',
    async run(browser) {
      const tab = await browser.open()
      await tab.leave(boards)
      const forged = await tab.arrive({ code: 'made-up', state: 'made-up' })
      expect(forged.session.kind).toBe('signed-out')
      const start = await tab.answer('analyst')
      expect(start).toMatchObject({ session: { kind: 'signed-in' }, target: boards })
    },
  },
  {
    point: 6,
    name: 'a refusal of this tab’s sign-in is reported with its code and text',
    async run(browser) {
      const tab = await browser.open()
      await tab.leave(boards)
      const start = await tab.answer('refused')
      expect(start.session).toEqual({
        kind: 'signed-out',
        problem: {
          code: 'refused',
          providerCode: 'access_denied',
          description: 'Your account has no access to this portal.',
        },
      })
    },
  },
  {
    point: 6,
    name: 'the text of a refusal without a pending sign-in is not passed on',
    async run(browser) {
      const tab = await browser.open()
      const start = await tab.arrive({ error: 'access_denied', error_description: 'Call 555-0100 now' })
      expect(start.session).toMatchObject({ kind: 'signed-out', problem: { code: 'refused' } })
      expect(JSON.stringify(start)).not.toContain('555')
    },
  },
  {
    point: 7,
    name: 'every error code is mapped as in the table',
    async run(browser) {
      const tab = await browser.open()
      const found: [string, string | undefined][] = []
      for (const [error] of problemTable) {
        await tab.leave(boards, { withoutLeaving: true })
        const { session } = await tab.answer({ error, description: 'As told.' })
        found.push([error, session.kind === 'signed-out' ? session.problem?.code : session.kind])
      }
      expect(found).toEqual(problemTable)
    },
  },
  {
    point: 9,
    name: 'a token that is still valid is returned again without a request',
    async run(browser) {
      const tab = await signedIn(browser)
      const first = tokenOf(await tab.accessToken())
      const asked = browser.tokenRequests()
      expect(tokenOf(await tab.accessToken())).toBe(first)
      expect(browser.tokenRequests()).toBe(asked)
    },
  },
  {
    point: 9,
    name: 'concurrent callers share one request',
    async run(browser) {
      const tab = await signedIn(browser)
      const asked = browser.tokenRequests()
      const tokens = (await tab.accessTokensAtOnce(5, { renew: true })).map(tokenOf)
      expect(new Set(tokens).size).toBe(1)
      expect(browser.tokenRequests()).toBe(asked + 1)
    },
  },
  {
    point: 10,
    name: 'a reload restores the user without interaction',
    async run(browser) {
      const tab = await signedIn(browser)
      const start = await tab.reload()
      expect(start).toMatchObject({ session: { kind: 'signed-in', user: { name: 'Ada Winter' } } })
      expect(start.target).toBeUndefined()
      tokenOf(await tab.accessToken())
    },
  },
  {
    point: 11,
    name: 'a renewal returns a new token',
    async run(browser) {
      const tab = await signedIn(browser)
      const first = tokenOf(await tab.accessToken())
      const second = tokenOf(await tab.accessToken({ renew: true }))
      expect(second).not.toBe(first)
      expect(tokenOf(await tab.accessToken())).toBe(second)
    },
  },
  {
    point: 11,
    name: 'a failed renewal is not retried',
    async run(browser) {
      const tab = await signedIn(browser)
      await browser.refuseTokens(1, 'invalid_scope')
      const asked = browser.tokenRequests()
      const refused = await tab.accessToken({ renew: true })
      expect(refused).toMatchObject({ ok: false, failure: { code: 'misconfigured' } })
      expect(browser.tokenRequests()).toBe(asked + 1)
      expect((await tab.session()).kind).toBe('signed-in')
    },
  },
  {
    point: 12,
    name: 'a session that ended elsewhere is detected, reported and cleared',
    async run(browser) {
      const tab = await signedIn(browser)
      await browser.endSessionElsewhere()
      const refused = await tab.accessToken({ renew: true })
      expect(refused).toMatchObject({ ok: false, failure: { code: 'login-required' } })
      expect(await tab.session()).toMatchObject({ kind: 'signed-out' })
      expect((await tab.changes()).at(-1)).toMatchObject({ kind: 'signed-out' })
      expect(JSON.stringify(await tab.session())).not.toContain('Ada')
    },
  },
  {
    point: 15,
    name: 'signing out clears the session before the page is left',
    async run(browser) {
      const tab = await signedIn(browser)
      const { session, token } = await tab.signOut()
      expect(session).toEqual({ kind: 'signed-out' })
      expect(token).toMatchObject({ ok: false, failure: { code: 'login-required' } })
    },
  },
  {
    point: 15,
    name: 'signing out ends the session at the provider',
    async run(browser) {
      const tab = await signedIn(browser)
      const { after } = await tab.signOut()
      expect(after).toEqual({ session: { kind: 'signed-out' } })
      // No silent sign-in restores the user, whatever the URL.
      const again = await tab.arrive({ code: 'made-up', state: 'made-up' })
      expect(again).toEqual({ session: { kind: 'signed-out' } })
    },
  },
  {
    point: 16,
    name: 'after another user signed in, nothing of the first user is returned',
    async run(browser) {
      const first = await signedIn(browser, 'analyst')
      tokenOf(await first.accessToken())
      await signedIn(browser, 'trader')
      const token = tokenOf(await first.accessToken({ renew: true }))
      expect(browser.personOf(token)).toBe('trader')
      expect(browser.personOf(tokenOf(await first.accessToken()))).toBe('trader')
      expect(await first.session()).toMatchObject({ user: { name: 'Zoë Müller' } })
      expect((await first.changes()).at(-1)).toMatchObject({ user: { name: 'Zoë Müller' } })
    },
  },
  {
    point: 16,
    name: 'after forget no token is returned',
    async run(browser) {
      const tab = await signedIn(browser)
      await tab.forget()
      expect(await tab.session()).toEqual({ kind: 'signed-out' })
      expect(await tab.accessToken()).toMatchObject({ ok: false, failure: { code: 'login-required' } })
    },
  },
  {
    point: 16,
    name: 'after forget the next load restores the session, in this tab and in every other',
    async run(browser) {
      const tab = await signedIn(browser)
      const other = await browser.open()
      await tab.forget()
      expect((await tab.reload()).session).toMatchObject({ kind: 'signed-in', user: { name: 'Ada Winter' } })
      expect((await other.reload()).session).toMatchObject({ kind: 'signed-in' })
      tokenOf(await other.accessToken({ renew: true }))
    },
  },
  {
    point: 20,
    name: 'a listener that has unsubscribed is not notified',
    async run(browser) {
      const tab = await signedIn(browser)
      const gone = await tab.watchAndLeave()
      await tab.forget()
      expect(await gone.notified()).toBe(0)
    },
  },
  {
    point: 20,
    name: 'a listener is notified once per change, and never of the starting state',
    async run(browser) {
      const tab = await signedIn(browser)
      await tab.accessToken({ renew: true })
      await tab.startAgain()
      await tab.forget()
      await tab.forget()
      expect((await tab.changes()).map(({ kind }) => kind)).toEqual(['signed-in', 'signed-out'])
    },
  },
]
