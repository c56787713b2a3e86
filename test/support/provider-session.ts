import type { BrowserContext } from 'playwright-core'
import type { FaultRule } from '../../local/http/faults'

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
