import { timings } from '../kernel/limits'
import type { Result } from '../kernel/result'
import type { Clock } from '../ports/clock'
import { pause } from '../kernel/waiting'
import type { TokenSourceFailure } from '../ports/token-source'
import { fail } from '../kernel/result'
import type { BiToken, TokenRequest, TokenService } from '../ports/token-service'
import type { SessionStore } from '../session/session-store'

/**
 * Asks for the signed-in person's BI token with their access token. A 401 leads to one silent renewal at the identity provider;
 * then the answer stands, however often the call is made again: no loop.
 */
export function personalCall(
  needs: { readonly session: SessionStore; readonly tokenService: TokenService },
  stillHere: () => boolean,
  request?: TokenRequest,
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
    return tokenService.personalToken(access.value, request)
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

const mostRetries = 3

/**
 * Asks again after a failure that may pass: three times at most, waiting longer each time with jitter so that a thousand pages do
 * not come back at once, as long as the service asked for when it did, and never beyond the deadline that people are kept waiting.
 */
export async function withRetries<Value>(
  needs: { readonly clock: Clock; readonly random: () => number; readonly stillWanted: () => boolean },
  ask: () => Promise<Result<Value, TokenSourceFailure>>,
): Promise<Result<Value, TokenSourceFailure>> {
  const started = needs.clock.now()
  for (let retry = 0; ; retry += 1) {
    const result = await ask()
    if (result.ok || retry === mostRetries) return result
    const wait = waitBefore(retry, result.failure, needs.random())
    if (wait === null || needs.clock.now() + wait - started >= timings.httpDeadline) return result
    await pause(needs.clock, wait)
    if (!needs.stillWanted()) return result
  }
}

/** Milliseconds before the next try; null when another try would change nothing. `chance` is from 0 to 1. */
function waitBefore(retry: number, failure: TokenSourceFailure, chance: number): number | null {
  const backOff = timings.tokenBackOff * 2 ** retry * (0.5 + chance / 2)
  switch (failure.kind) {
    case 'token-unavailable':
      return failure.retryAfter === null ? backOff : failure.retryAfter + chance * timings.tokenBackOff
    case 'token-unreachable':
      return backOff
    case 'token-refused':
    case 'token-timeout':
    case 'token-malformed':
    case 'token-rejected':
    case 'dashboard-not-known':
    case 'token-session-lost':
    case 'token-identity-away':
      return null
  }
}
