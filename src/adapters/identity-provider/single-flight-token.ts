import { fail, type Result } from '../../core/kernel/result'
import type { IdentityProblem } from '../../core/ports/identity-provider'

type Token = Result<string, IdentityProblem>

/** `kept`: one from memory will do while it is good. `new`: memory is passed over. */
export type TokenWish = 'kept' | 'new'

/**
 * Hands out access tokens: callers at the same time share one request, and a renewal never answers with a token that was handed
 * out before.
 */
export function createTokenDesk(
  fetchToken: (wish: TokenWish) => Promise<Token>,
): (options?: { readonly renew?: boolean }) => Promise<Token> {
  let underWay: Promise<Token> | undefined
  let renewal: Promise<Token> | undefined
  let handedOut: string | null = null

  const ask = async (wish: TokenWish): Promise<Token> => {
    const token = await fetchToken(wish)
    if (token.ok) handedOut = token.value
    return token
  }
  const renew = async (): Promise<Token> => {
    const refused = handedOut
    // The one that is on its way may be newer than the one that was refused.
    const coming = await underWay
    if (coming?.ok === true && coming.value !== refused) return coming
    const token = await ask('new')
    return token.ok && token.value === refused ? fail({ code: 'invalid-response' }) : token
  }

  return ({ renew: wanted = false } = {}) => {
    if (renewal !== undefined) return renewal
    if (wanted) {
      renewal = renew().finally(() => (renewal = undefined))
      return renewal
    }
    underWay ??= ask('kept').finally(() => (underWay = undefined))
    return underWay
  }
}
