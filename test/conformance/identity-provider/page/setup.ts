/** What a test tells the page, in a cookie: it is there before any script runs. */
export interface PageSetup {
  /** Another one for every test: what a tab remembers of the test before goes. */
  readonly test: string
  readonly adapter: 'auth0' | 'oidc'
  /** The provider's origin. */
  readonly domain: string
  /** The generic adapter's. */
  readonly issuer: string
  readonly clientId: string
  readonly audience: string
  readonly refreshTokens: boolean
  /** Auth0's adapter alone: as the portal has it. */
  readonly alwaysFresh: boolean
  /** These are the generic adapter's alone. */
  readonly silent: 'frame' | 'redirect' | 'none'
  readonly parameters: Readonly<Record<string, string>>
  /** One of the bugs of `main.ts`; null for the adapter as it is. */
  readonly bug: string | null
  /** The page cannot use local storage, as where a person has blocked it. */
  readonly blocksLocalStorage: boolean
  /** What the tab's own storage does with anything more. */
  readonly tabStorage: 'takes' | 'full' | 'blocked'
}

export const workerUrl = '/open-data/identity-worker.js'

const cookie = 'conformance-setup'

export function setupCookie(setup: PageSetup): { readonly name: string; readonly value: string } {
  return { name: cookie, value: encodeURIComponent(JSON.stringify(setup)) }
}

export function readSetup(cookies: string): PageSetup | null {
  const found = cookies.split('; ').find((part) => part.startsWith(`${cookie}=`))
  return found === undefined
    ? null
    : (JSON.parse(decodeURIComponent(found.slice(cookie.length + 1))) as PageSetup)
}
