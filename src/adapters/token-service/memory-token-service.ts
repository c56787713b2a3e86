import { fail, ok } from '../../core/kernel/result'
import type { TokenFailure, TokenRequest, TokenService } from '../../core/ports/token-service'

export interface MemoryTokenService extends TokenService {
  /** The access token of every call, oldest first; null for an anonymous call. */
  readonly asked: readonly (string | null)[]
  /** The token request of every call; undefined if it had none. */
  readonly requests: readonly (TokenRequest | undefined)[]
  /** Tokens issued so far, oldest first. */
  readonly issued: readonly { readonly value: string; readonly accessToken: string | null }[]
  /** Makes the next calls fail, one failure each; later calls succeed. */
  failNext(...failures: TokenFailure[]): void
  /** Holds all replies from now on until the returned function is called. */
  hold(): () => void
}

export interface MemoryTokenServiceOptions {
  /** The service's own clock; without one its replies contain no time. */
  readonly now?: () => number
  /** Names a new token; `count` starts at 1. */
  readonly name?: (count: number) => string
  /** Its tokens open these dashboards and those that are requested; without this, all dashboards. */
  readonly curated?: readonly string[]
  /** Lifetime of its tokens, in ms; without one they have no expiry. */
  readonly lifetimeMs?: number
}

/** A token service in this process. Issues a new token on each call and, like the real one, refuses an empty access token with 401. */
export function memoryTokenService(options: MemoryTokenServiceOptions = {}): MemoryTokenService {
  const name = options.name ?? ((count) => `memory-token-${String(count).padStart(4, '0')}`)
  const asked: (string | null)[] = []
  const requests: (TokenRequest | undefined)[] = []
  const issued: { value: string; accessToken: string | null }[] = []
  const failures: TokenFailure[] = []
  let held: Promise<void> = Promise.resolve()
  const answer = async (
    accessToken: string | null,
    request: TokenRequest | undefined,
  ): ReturnType<TokenService['anonymousToken']> => {
    asked.push(accessToken)
    requests.push(request)
    const failure = failures.shift()
    await held
    if (failure !== undefined) return fail(failure)
    if (accessToken === '') return fail({ kind: 'token-refused', status: 401 })
    const value = name(issued.length + 1)
    issued.push({ value, accessToken })
    const serverTime = options.now?.() ?? null
    const { curated, lifetimeMs } = options
    return ok({
      value,
      serverTime,
      ...(lifetimeMs === undefined || serverTime === null ? {} : { expiresAt: serverTime + lifetimeMs }),
      ...(curated === undefined ? {} : { covers: [...curated, ...(request?.dashboards ?? [])] }),
    })
  }
  return {
    ...(options.curated === undefined ? {} : { issues: 'by-request' as const }),
    asked,
    requests,
    issued,
    failNext: (...next) => void failures.push(...next),
    hold() {
      let release: () => void = () => undefined
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    anonymousToken: (request) => answer(null, request),
    personalToken: (accessToken, request) => answer(accessToken, request),
  }
}
