import type { Clock } from '../ports/clock'
import type { BiToken } from '../ports/token-service'

/** A BI token and whose it is. Times are this machine's; how far it is off the service's clock changes nothing. */
export interface CachedToken {
  readonly session: string
  readonly token: BiToken
  /** From here on a newer one is wanted, while this one still serves. */
  readonly renewAt: number
  readonly goodUntil: number
}

/** The one token that this page has, and the ones that were refused. In memory only. */
export interface TokenCache {
  /** The cached token if it is this session's and not yet due for renewal. */
  fresh(session: string): CachedToken | null
  /** The cached token if it is this session's and not at its end. */
  good(session: string): CachedToken | null
  /** False for a token that was refused, and for one that ends no later than the one that is there. */
  put(candidate: CachedToken): boolean
  /** A newer one is wanted from now on, while this one still serves. */
  expireSoon(value: string): void
  /** Never cached and never given again. */
  reject(value: string): void
  isRejected(value: string): boolean
  /** Takes away what is not this session's; without one, everything. */
  clear(exceptSession?: string): void
}

const rememberedRejections = 100

/** `changed` gets what is cached from now on; `due` is called when it should be renewed. */
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
      // Timers beside the clock's reading: a clock that is put back must not make a token last longer.
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
  const of = (session: string, until: 'renewAt' | 'goodUntil'): CachedToken | null =>
    cached !== null && cached.session === session && clock.now() < cached[until] ? cached : null

  return {
    fresh: (session) => (isDue ? null : of(session, 'renewAt')),
    good: (session) => of(session, 'goodUntil'),
    put(candidate) {
      if (rejected.has(candidate.token.value)) return false
      const present = of(candidate.session, 'goodUntil')
      if (present !== null && present.goodUntil >= candidate.goodUntil) return false
      set(candidate)
      return true
    },
    expireSoon(value) {
      if (cached?.token.value === value) isDue = true
    },
    reject(value) {
      rejected.add(value)
      const oldest = rejected.size > rememberedRejections ? rejected.values().next().value : undefined
      if (oldest !== undefined) rejected.delete(oldest)
      if (cached?.token.value === value) set(null)
    },
    isRejected: (value) => rejected.has(value),
    clear(exceptSession) {
      if (cached !== null && cached.session !== exceptSession) set(null)
    },
  }
}
