import type { BrowserContext } from 'playwright-core'
import { localAudience, localClientIds } from '../../local/http/addresses'
import type { FaultRule } from '../../local/http/faults'
import type { Visitor } from './visitor'

/** Matches the challenge of these sign-ins: the example of RFC 7636. */
const exampleVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

/**
 * Signs this browser in at the provider without showing a page, by the same requests as its sign-in page, for tests about what comes
 * afterwards. Returns the URL that the sign-in ends at, with an unused code.
 */
export async function enterProvider(
  context: BrowserContext,
  { identity: origin, portal }: { readonly identity: string; readonly portal: string },
  clientId: string,
  email: string,
  audience?: string,
): Promise<URL> {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: portal,
    response_type: 'code',
    scope: 'openid',
    prompt: 'login',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: 'nobody-waits-for-this',
    ...(audience && { audience }),
  })
  const shown = await context.request.get(`${origin}/authorize?${query.toString()}`)
  let next = await context.request.post(shown.url(), {
    form: { email, password: 'demo' },
    maxRedirects: 0,
  })
  // Redirects within the provider set the session; the one that leaves it is not followed.
  for (;;) {
    const { location } = next.headers()
    if (location === undefined)
      throw new Error(`The provider answered ${next.status()} instead of signing in.`)
    const address = new URL(location, origin)
    if (address.origin !== origin) return address
    next = await context.request.get(address.href, { maxRedirects: 0 })
  }
}

const clientId = localClientIds.auth0

/** Makes this browser one whose user has signed in before, by requests only. Returns the code that the sign-in ended with. */
async function hasSignedIn({ context, origins }: Visitor, email: string): Promise<string> {
  const { searchParams } = await enterProvider(context, origins, clientId, email, localAudience)
  // This tells the SDK that it is worth trying.
  const trace = { name: `auth0.${clientId}.is.authenticated`, value: 'true' }
  await context.addCookies([{ ...trace, url: origins.portal }])
  return searchParams.get('code') ?? ''
}

/**
 * Opens a URL of the portal as a returning user: signed in from the start, without the provider's pages. For journeys about what comes
 * afterwards.
 */
export async function openSignedIn(visitor: Visitor, path: string, email: string): Promise<void> {
  await hasSignedIn(visitor, email)
  await visitor.page.goto(visitor.address(path))
  await visitor.page.getByRole('button', { name: 'Log out', exact: true }).waitFor()
}

/** Signs in likewise, before there is a page, and returns a BI token of that user for separate requests. */
export async function personalToken(visitor: Visitor, email: string): Promise<string> {
  const { context, origins } = visitor
  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: await hasSignedIn(visitor, email),
    redirect_uri: origins.portal,
    code_verifier: exampleVerifier,
  }
  const answer = await context.request.post(`${origins.identity}/oauth/token`, { form })
  const { access_token: accessToken } = (await answer.json()) as { readonly access_token: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const token = await context.request.get(`${origins.services}/api/token-authenticated`, { headers })
  return token.text()
}

/** The provider no longer knows this browser; what the portal itself stores stays. As where third-party cookies are blocked. */
export async function forgetProviderSession(context: BrowserContext): Promise<void> {
  for (const { name } of await context.cookies())
    if (!name.startsWith('auth0.')) await context.clearCookies({ name })
}

/** The provider answers a refresh token once as if it were expired or reused. */
export const refreshTokenRefused: FaultRule = {
  service: 'identity',
  kind: 'reply',
  status: 403,
  match: '/oauth/token',
  contentType: 'application/json',
  body: '{"error":"invalid_grant","error_description":"Unknown or invalid refresh token."}',
  times: 1,
}
