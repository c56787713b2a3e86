import type { Clock } from '../ports/clock'
import type { BiToken } from '../ports/token-service'

/** A BI token and whose it is. Times are this machine's; how far it is off the service's clock changes nothing. */
export interface KeptToken {
  readonly session: string
  readonly token: BiToken
  /** From here on a newer one is wanted, while this one still serves. */
  readonly renewAt: number
  readonly goodUntil: number
}

/** The one token this page keeps, and the ones that were refused. In memory only. */
export interface TokenShelf {
  /** The kept token if it is this session's and not yet due for renewal. */
  fresh(session: string): KeptToken | null
  /** The kept token if it is this session's and not at its end. */
  good(session: string): KeptToken | null
  /** False for a token that was refused, and for one that ends no later than the one that is there. */
  put(candidate: KeptToken): boolean
  /** A newer one is wanted from now on, while this one still serves. */
  age(value: string): void
  /** Never kept and never given again. */
  reject(value: string): void
  isRejected(value: string): boolean
  /** Takes away what is not this session's; without one, everything. */
  clear(exceptSession?: string): void
}

const rememberedRejections = 100

/** `changed` is told what is kept from now on; `due` when it should be renewed. */
export function createTokenShelf(
  clock: Clock,
  hooks: { readonly changed: (kept: KeptToken | null) => void; readonly due: () => void },
): TokenShelf {
  const rejected = new Set<string>()
  let kept: KeptToken | null = null
  let isDue = false
  let cancelTimers: () => void = () => undefined

  function set(next: KeptToken | null): void {
    if (next === kept) return
    cancelTimers()
    cancelTimers = () => undefined
    kept = next
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
    hooks.changed(kept)
  }
  const of = (session: string, until: 'renewAt' | 'goodUntil'): KeptToken | null =>
    kept !== null && kept.session === session && clock.now() < kept[until] ? kept : null

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
    age(value) {
      if (kept?.token.value === value) isDue = true
    },
    reject(value) {
      rejected.add(value)
      const oldest = rejected.size > rememberedRejections ? rejected.values().next().value : undefined
      if (oldest !== undefined) rejected.delete(oldest)
      if (kept?.token.value === value) set(null)
    },
    isRejected: (value) => rejected.has(value),
    clear(exceptSession) {
      if (kept !== null && kept.session !== exceptSession) set(null)
    },
  }
}
