/** What a test passes to the page, in a cookie, so that it is available before any script runs. */
export interface PageSetup {
  /** Different for every test, so that the tab clears what the previous test stored. */
  readonly test: string
  readonly adapter: 'auth0' | 'oidc'
  /** The provider's origin. */
  readonly domain: string
  /** For the generic adapter. */
  readonly issuer: string
  readonly clientId: string
  readonly audience: string
  /** For Auth0's adapter only: as in the portal's configuration. */
  readonly alwaysFresh: boolean
  /** These are for the generic adapter only. */
  readonly refreshTokens: boolean
  readonly silent: 'frame' | 'redirect' | 'none'
  readonly parameters: Readonly<Record<string, string>>
  /** One of the bugs of `main.ts`; null for the unchanged adapter. */
  readonly bug: string | null
  /** The page cannot use local storage, as where the user has blocked it. */
  readonly blocksLocalStorage: boolean
  /** What session storage does with a new entry. */
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
