import { timings } from '../kernel/limits'
import type { Result } from '../kernel/result'
import type { Clock } from '../ports/clock'
import { pause } from '../kernel/waiting'
import type { TokenSourceFailure } from '../ports/token-source'
import { fail } from '../kernel/result'
import type { BiToken, TokenRequest, TokenService } from '../ports/token-service'
import type { SessionStore } from '../session/session-store'

/**
 * Returns a function that requests the signed-in user's BI token with their access token. After a 401 the access token is renewed silently
 * once; a second 401 is final, however often the function is called, so that there is no loop.
 */
export function personalCall(
  needs: { readonly session: SessionStore; readonly tokenService: TokenService },
  isSamePerson: () => boolean,
  request?: TokenRequest,
): () => Promise<Result<BiToken, TokenSourceFailure>> {
  const { session, tokenService } = needs
  let isRenewed = false

  async function ask(renew: boolean): Promise<Result<BiToken, TokenSourceFailure>> {
    const access = await session.accessToken({ renew })
    // The user may have changed meanwhile, and with it the access token.
    if (!isSamePerson()) return fail({ kind: 'token-session-lost' })
    if (!access.ok) {
      const isUnreachable = access.failure.code === 'unreachable' || access.failure.code === 'timeout'
      return fail({ kind: isUnreachable ? 'token-identity-away' : 'token-session-lost' })
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

const maxRetries = 3

/**
 * Retries after a transient failure: at most three times, with exponential back-off, or after the Retry-After of the service. Jitter keeps
 * a thousand pages from retrying at once. Stops when the next retry would exceed `timings.httpDeadline`.
 */
export async function withRetries<Value>(
  needs: { readonly clock: Clock; readonly random: () => number; readonly isStillWanted: () => boolean },
  ask: () => Promise<Result<Value, TokenSourceFailure>>,
): Promise<Result<Value, TokenSourceFailure>> {
  const started = needs.clock.now()
  for (let retry = 0; ; retry += 1) {
    const result = await ask()
    if (result.ok || retry === maxRetries) return result
    const wait = waitBefore(retry, result.failure, needs.random())
    if (wait === null || needs.clock.now() + wait - started >= timings.httpDeadline) return result
    await pause(needs.clock, wait)
    if (!needs.isStillWanted()) return result
  }
}

/** Milliseconds before the next retry; null when the failure is not transient. `chance`: a random number from 0 to 1, for jitter. */
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
