import { fail, type Result } from '../kernel/result'
import type { BiToken, TokenService } from '../ports/token-service'
import type { SessionKeeper } from '../session/session-keeper'
import type { TokenSourceFailure } from '../ports/token-source'

/**
 * Asks for the signed-in person's BI token with their access token. A 401 leads to one silent renewal at the identity provider;
 * then the answer stands, however often the call is made again: no loop.
 */
export function personalCall(
  needs: { readonly session: SessionKeeper; readonly tokenService: TokenService },
  stillHere: () => boolean,
): () => Promise<Result<BiToken, TokenSourceFailure>> {
  const { session, tokenService } = needs
  let isRenewed = false

  async function ask(renew: boolean): Promise<Result<BiToken, TokenSourceFailure>> {
    const access = await session.accessToken({ renew })
    // By now it could be somebody else's access token.
    if (!stillHere()) return fail({ kind: 'token-session-lost' })
    if (!access.ok) {
      const away = access.failure.code === 'unreachable' || access.failure.code === 'timeout'
      return fail({ kind: away ? 'token-identity-away' : 'token-session-lost' })
    }
    return tokenService.personalToken(access.value)
  }

  return async () => {
    const first = await ask(false)
    if (isRenewed || first.ok || first.failure.kind !== 'token-refused' || first.failure.status !== 401) {
      return first
    }
    isRenewed = true
    const second = await ask(true)
    return !second.ok && second.failure.kind === 'token-session-lost' ? first : second
  }
}
