import { fail, ok } from '../../core/kernel/result'
import type { TokenFailure, TokenRequest, TokenService } from '../../core/ports/token-service'

export interface MemoryTokenService extends TokenService {
  /** Every call, oldest first, with the access token it came with; null for the anonymous one. */
  readonly asked: readonly (string | null)[]
  /** What each of them was for; undefined where nothing was said. */
  readonly requests: readonly (TokenRequest | undefined)[]
  /** Tokens handed out so far, oldest first. */
  readonly issued: readonly { readonly value: string; readonly accessToken: string | null }[]
  /** The next calls fail like this, one failure each; then all is well again. */
  failNext(...failures: TokenFailure[]): void
  /** From now on calls are answered only when the returned function has been called. */
  hold(): () => void
}

export interface MemoryTokenServiceOptions {
  /** The service's own clock; without one it does not tell its time. */
  readonly now?: () => number
  /** What a new token looks like; `count` begins at 1. */
  readonly name?: (count: number) => string
  /** Its tokens open these dashboards and those that are asked for; all of them without this. */
  readonly curated?: readonly string[]
  /** How long its tokens serve, in ms; without one they do not say. */
  readonly lifetimeMs?: number
}

/** A token service in this process. A new token on each call; an empty access token is refused with 401, as the real one does. */
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
