import type { BrowserContext } from 'playwright-core'
import { localAudience, localClientIds } from '../../local/http/addresses'
import type { FaultRule } from '../../local/http/faults'
import type { Visitor } from './visitor'

/** Fits the challenge of these sign-ins: the example of RFC 7636. */
const exampleVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

/**
 * Signs this browser in at the provider without showing a page: the same requests its sign-in page would make, for tests that
 * are about what comes afterwards. Gives the address that the sign-in ends in, with a code that nobody waits for.
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

/** This browser belongs to somebody who has signed in before, by requests alone. Gives the code that their sign-in ended in. */
async function hasSignedIn({ context, origins }: Visitor, email: string): Promise<string> {
  const { searchParams } = await enterProvider(context, origins, clientId, email, localAudience)
  // By this the SDK knows that it is worth asking.
  const trace = { name: `auth0.${clientId}.is.authenticated`, value: 'true' }
  await context.addCookies([{ ...trace, url: origins.portal }])
  return searchParams.get('code') ?? ''
}

/**
 * Opens an address of the portal as somebody who has been here before: signed in from the start, without the way through the
 * provider's pages. For journeys that are about what comes afterwards.
 */
export async function openSignedIn(visitor: Visitor, path: string, email: string): Promise<void> {
  await hasSignedIn(visitor, email)
  await visitor.page.goto(visitor.address(path))
  await visitor.page.getByRole('button', { name: 'Log out', exact: true }).waitFor()
}

/** Signs in likewise, before there is a page, and gives a BI token of that person for calls beside it. */
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

/** The provider knows this browser no more; what the portal itself keeps stays. As where other sites' cookies are blocked. */
export async function forgetProviderSession(context: BrowserContext): Promise<void> {
  for (const { name } of await context.cookies())
    if (!name.startsWith('auth0.')) await context.clearCookies({ name })
}

/** The provider answers a refresh token once as it answers one that is over, or was used twice. */
export const refreshTokenRefused: FaultRule = {
  service: 'identity',
  kind: 'reply',
  status: 403,
  match: '/oauth/token',
  contentType: 'application/json',
  body: '{"error":"invalid_grant","error_description":"Unknown or invalid refresh token."}',
  times: 1,
}
