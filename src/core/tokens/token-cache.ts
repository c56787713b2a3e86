import type { Clock } from '../ports/clock'
import type { BiToken } from '../ports/token-service'

/** A BI token and its session. Times are milliseconds since the epoch by this machine's clock, so that clock skew does not matter. */
export interface CachedToken {
  readonly session: string
  readonly token: BiToken
  /** From this time on the token should be renewed, but it is still valid. */
  readonly renewAt: number
  readonly goodUntil: number
}

/** The page's one cached token, and the rejected ones. In memory only. */
export interface TokenCache {
  /** The cached token if it belongs to this session and is not due for renewal. */
  fresh(session: string): CachedToken | null
  /** The cached token if it belongs to this session and has not expired. */
  good(session: string): CachedToken | null
  /** Returns false for a rejected token, and for one that expires no later than the cached one. */
  put(candidate: CachedToken): boolean
  /** Marks the token as due for renewal; it is still valid. */
  expireSoon(value: string): void
  /** Removes the token and never caches it again. */
  reject(value: string): void
  isRejected(value: string): boolean
  /** Removes the token unless it belongs to this session. Without a session, removes it in any case. */
  clear(exceptSession?: string): void
}

const maxRejections = 100

/** `changed` is called with the newly cached token, or null; `due` when the token should be renewed. */
export function createTokenCache(
  clock: Clock,
  hooks: { readonly changed: (cached: CachedToken | null) => void; readonly due: () => void },
): TokenCache {
  const rejected = new Set<string>()
  let cached: CachedToken | null = null
  let isDue = false
  let cancelTimers: () => void = () => undefined

  function set(next: CachedToken | null): void {
    if (next === cached) return
    cancelTimers()
    cancelTimers = () => undefined
    cached = next
    isDue = false
    if (next !== null) {
      // Timers in addition to the clock comparison: setting the clock back must not extend a token's lifetime.
      const now = clock.now()
      const stopRenewal = clock.after(Math.max(0, next.renewAt - now), () => {
        isDue = true
        hooks.due()
      })
      const stopEnd = clock.after(Math.max(0, next.goodUntil - now), () => set(null))
      cancelTimers = () => {
        stopRenewal()
        stopEnd()
      }
    }
    hooks.changed(cached)
  }
  const cachedBefore = (limit: 'renewAt' | 'goodUntil', session: string): CachedToken | null =>
    cached !== null && cached.session === session && clock.now() < cached[limit] ? cached : null

  return {
    fresh: (session) => (isDue ? null : cachedBefore('renewAt', session)),
    good: (session) => cachedBefore('goodUntil', session),
    put(candidate) {
      if (rejected.has(candidate.token.value)) return false
      const present = cachedBefore('goodUntil', candidate.session)
      if (present !== null && present.goodUntil >= candidate.goodUntil) return false
      set(candidate)
      return true
    },
    expireSoon(value) {
      if (cached?.token.value === value) isDue = true
    },
    reject(value) {
      rejected.add(value)
      const oldest = rejected.size > maxRejections ? rejected.values().next().value : undefined
      if (oldest !== undefined) rejected.delete(oldest)
      if (cached?.token.value === value) set(null)
    },
    isRejected: (value) => rejected.has(value),
    clear(exceptSession) {
      if (cached !== null && cached.session !== exceptSession) set(null)
    },
  }
}
