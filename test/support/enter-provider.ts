import type { BrowserContext } from 'playwright-core'

/** Fits the challenge of these sign-ins: the example of RFC 7636. */
export const exampleVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

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
