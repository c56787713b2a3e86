import type { BrowserContext } from 'playwright-core'
import type { Stage } from './stage'

/**
 * Signs this browser in at the provider without showing a page: the same requests its sign-in page would make, for tests that
 * are about what comes afterwards. The authorization they end in is nobody's and expires.
 */
export async function enterProvider(
  context: BrowserContext,
  stage: Stage,
  clientId: string,
  email: string,
): Promise<void> {
  const { origin } = stage.identity
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: stage.portal.origin,
    response_type: 'code',
    scope: 'openid',
    prompt: 'login',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: 'nobody-waits-for-this',
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
    if (address.origin !== origin) return
    next = await context.request.get(address.href, { maxRedirects: 0 })
  }
}
