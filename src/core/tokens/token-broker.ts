import { timings } from '../kernel/limits'
import { fail, ok, type Result } from '../kernel/result'
import type { Ports } from '../ports'
import { clockProblem } from '../ports/identity-provider'
import type { JournalEntry } from '../ports/journal'
import type { BiToken, TokenRequest } from '../ports/token-service'
import type { BoundTokens, PageTokens, TokenSource, TokenSourceFailure } from '../ports/token-source'
import type { SessionStore } from '../session/session-store'
import { anonymousSession, sessionKey } from '../session/session-key'
import { personalCall, withRetries } from './token-attempts'
import {
  brokerStep,
  cooldownFailure,
  newBroker,
  type BrokerEffect,
  type BrokerEvent,
  type BrokerState,
} from './token-broker-step'
import { tokenFailureText } from './token-failure'
import { createTokenSharing, type TokenSharing } from './token-sharing'
import { createTokenCache, type CachedToken, type TokenCache } from './token-cache'
import { within } from '../kernel/waiting'

/**
 * The only caller of the token service. Caches one token at a time, for the current user, shared by all tabs of that user and renewed
 * before it expires. A user costs one call per token lifetime while at least one tab stays open.
 */
export interface TokenBroker extends PageTokens {
  /** Call when the page becomes visible or the network or the machine is back: renews a token that is due. */
  revalidate(): void
  dispose(): void
}

export interface TokenBrokerOptions {
  /** Part of the sharing key: tabs opened before the portal switched hosts share no tokens with this one. */
  readonly hosts: { readonly tokenHost: string; readonly biHost: string }
  /** Lifetime of a BI token from the time of its request, in milliseconds, where the token has no expiry of its own. */
  readonly lifetimeMs: number
  /** Returns a number from 0 to 1, for jitter. */
  readonly random?: () => number
}

/** `request`: the scope of one broker's tokens; absent when one token opens everything. */
type Options = TokenBrokerOptions & { readonly request?: TokenRequest }

type Needs = Pick<Ports, 'clock' | 'journal' | 'siblingTabs' | 'tokenService'> & {
  readonly session: SessionStore
}
type Flight = Promise<Result<BiToken, TokenSourceFailure>>

/** Clock skew, in ms, above which the journal gets an entry. */
const notableSkewMs = 300_000

/** The broker for the tokens of one request, or for tokens that open everything. */
type OneBroker = Omit<TokenBroker, 'for' | 'bound'>

/** Maximum number of brokers for single requests. The least recently used one is disposed. */
const maxRequests = 4

export function createTokenBroker(needs: Needs, options: TokenBrokerOptions): TokenBroker {
  const own = brokerFor(needs, options)
  const others = new Map<string, OneBroker>()
  const all = (): readonly OneBroker[] => [own, ...others.values()]

  function other(request: TokenRequest): OneBroker {
    const key = JSON.stringify(request)
    const broker = others.get(key) ?? brokerFor(needs, { ...options, request })
    others.delete(key)
    others.set(key, broker)
    const [oldest] = others.keys()
    if (others.size > maxRequests && oldest !== undefined) {
      others.get(oldest)?.dispose()
      others.delete(oldest)
    }
    return broker
  }

  function sourceFor(request: TokenRequest): TokenSource {
    if (needs.tokenService.issues !== 'by-request') return broker
    return { ...covering(own, request, () => other(request)), for: sourceFor }
  }

  const broker: TokenBroker = {
    ...own,
    for: sourceFor,
    bound: () => boundTo(needs.session, own),
    revalidate: () => all().forEach((one) => one.revalidate()),
    retry: () => all().forEach((one) => one.retry()),
    dispose() {
      for (const one of all()) one.dispose()
      others.clear()
    },
  }
  return broker
}

/** Tokens of the current user. If sign-in status is still unknown, tokens of the user it resolves to. */
function boundTo(session: SessionStore, tokens: BoundTokens): BoundTokens {
  const here = (): string => sessionKey(session.state())
  const person = session.state().isLoading ? null : here()
  return {
    async token() {
      const result = await tokens.token()
      return person === null || person === here() ? result : fail({ kind: 'token-session-lost' })
    },
    drop: (value) => tokens.drop(value),
  }
}

/** Returns the broker's own token if it opens these dashboards, otherwise one requested for them. */
function covering(own: OneBroker, request: TokenRequest, other: () => OneBroker): Omit<TokenSource, 'for'> {
  let serving = own
  const isCovered = ({ covers }: BiToken): boolean =>
    covers === undefined || request.dashboards.every((id) => covers.includes(id))
  return {
    async token() {
      const first = await own.token()
      serving = !first.ok || isCovered(first.value) ? own : other()
      if (serving === own) return first
      const asked = await serving.token()
      return isNotFound(asked) ? fail({ kind: 'dashboard-not-known' }) : asked
    },
    known: () => own.known(),
    drop: (value) => serving.drop(value),
    expireSoon: (value) => serving.expireSoon(value),
    retry: () => serving.retry(),
  }
}

/** The broker's own request succeeded on the same route, so a 404 means that one of the dashboards does not exist. */
const isNotFound = (result: Awaited<Flight>): boolean =>
  !result.ok && result.failure.kind === 'token-refused' && result.failure.status === 404

function brokerFor(needs: Needs, options: Options): OneBroker {
  const { clock, session } = needs
  let visible: Promise<void> = Promise.resolve()
  let isTokenRequested = false

  const { tokenHost, biHost } = options.hosts
  const purpose = JSON.stringify([tokenHost, biHost, options.request])
  const here = (): string => `${sessionKey(session.state())} ${purpose}`
  const cache = createTokenCache(clock, {
    changed: (cached) => void (visible = sharing.hold(cached)),
    due: () => renew(),
  })
  const sharing = createTokenSharing(needs, {
    toOffer: (session) => cache.fresh(session),
    offered: (cached) => void (cached.session === here() && cache.put(cached)),
    rejected: (value) => cache.reject(value),
  })
  let state = newBroker(here())
  const parts: Parts = { here, cache, sharing, state: () => state, dispatch, visible: () => visible }
  const fetchToken = tokenFlights(needs, options, parts)
  const unwatch = session.watch(() => {
    // Delete the previous user's token.
    if (here() !== state.person) cache.clear(here())
    dispatch({ kind: 'person-changed', person: here() })
  })

  function dispatch(event: BrokerEvent): void {
    const { state: next, effects } = brokerStep(state, event)
    state = next
    for (const effect of effects) carryOut(effect)
  }

  function carryOut(effect: BrokerEffect): void {
    switch (effect.kind) {
      case 'report':
        return note(needs, 'error', tokenFailureText(effect.failure), effect.failure)
      case 'renew':
        return renew()
      case 'renew-after':
        clock.after(effect.milliseconds, renew)
        return
      case 'reject':
        cache.reject(effect.value)
        return sharing.publishRejected(effect.value)
      case 'expire-soon':
        cache.expireSoon(effect.value)
        return sharing.markStale(effect.value)
    }
  }

  /** Renews in the background. A failure does not affect a token that is still valid. */
  function renew(): void {
    const isWanted = isTokenRequested && !session.state().isLoading
    if (isWanted && cache.fresh(here()) === null) void fetchToken(here())
  }

  return {
    token() {
      isTokenRequested = true
      return servingToken(needs, parts, fetchToken)
    },
    known: () => sessionKnown(needs),
    drop(given) {
      const value = given ?? state.given?.value
      if (value === undefined) return
      const known = cache.isRejected(value)
      dispatch({ kind: 'refused', value, known, at: clock.now(), serving: cache.good(here()) !== null })
    },
    expireSoon: (value) => dispatch({ kind: 'ageing', value, at: clock.now() }),
    revalidate: () => dispatch({ kind: 'revalidated' }),
    retry: () => dispatch({ kind: 'retried' }),
    dispose() {
      unwatch()
      isTokenRequested = false
      cache.clear()
      sharing.dispose()
    },
  }
}

/** The parts of a broker that a token request uses. */
interface Parts {
  /** Key of the current user and of this broker's hosts and request. */
  readonly here: () => string
  readonly cache: TokenCache
  readonly sharing: TokenSharing
  readonly state: () => BrokerState
  readonly dispatch: (event: BrokerEvent) => void
  /** Settles when the other tabs can see this tab's announcement. */
  readonly visible: () => Promise<void>
}

/** Waits for sign-in status, at most three seconds: an anonymous token requested too early would be thrown away. */
async function sessionKnown({ clock, session }: Needs): Promise<void> {
  if (session.state().isLoading) await within(clock, timings.sessionBeforeToken, session.started, undefined)
}

/** Returns a fresh token for the user at the end of the wait, or, if none arrives in time, one that is still valid. */
async function servingToken(
  needs: Needs,
  { here, cache, dispatch }: Parts,
  fetchToken: (key: string) => Flight,
): Flight {
  const { clock } = needs
  const give = (token: BiToken): Result<BiToken, never> => {
    dispatch({ kind: 'given', value: token.value, at: clock.now() })
    return ok(token)
  }
  const end = clock.now() + timings.httpDeadline
  await sessionKnown(needs)
  for (;;) {
    const key = here()
    const fresh = cache.fresh(key)
    if (fresh !== null) return give(fresh.token)
    const remainingMs = end - clock.now()
    const result = remainingMs > 0 ? await within(clock, remainingMs, fetchToken(key), null) : null
    const serving = cache.good(key)
    if (result === null) return serving === null ? fail({ kind: 'token-timeout' }) : give(serving.token)
    // While the request was in flight the user changed or the BI host rejected the token: try again.
    if (here() !== key || (result.ok && cache.isRejected(result.value.value))) continue
    if (result.ok) return give(result.value)
    return serving === null ? result : give(serving.token)
  }
}

/** Calls the token service, with one call in flight per session, in this tab and across all tabs. */
function tokenFlights(
  needs: Needs,
  options: Options,
  { here, cache, sharing, state, dispatch, visible }: Parts,
): (key: string) => Flight {
  const { clock, siblingTabs, tokenService } = needs
  const random = options.random ?? Math.random
  const compareClocks = clockComparison(needs)
  const flights = new Map<string, Flight>()

  async function obtain(key: string): Flight {
    const failure = cooldownFailure(state(), key, clock.now())
    if (failure !== null) return fail(failure)
    return siblingTabs.lock(`token ${key}`, timings.siblingLockTimeout, async () => {
      await sharing.ask(key)
      const present = cache.fresh(key)
      if (present !== null) return ok(present.token)
      const result = await call(key)
      if (!result.ok && here() === key) {
        const serving = cache.good(key) !== null
        dispatch({ kind: 'call-failed', session: key, failure: result.failure, at: clock.now(), serving })
      }
      return result
    })
  }

  async function call(key: string): Flight {
    let begun = clock.now()
    const isStillWanted = (): boolean => here() === key
    const { request } = options
    const ask = key.startsWith(anonymousSession)
      ? () => tokenService.anonymousToken(request)
      : personalCall(needs, isStillWanted, request)
    const result = await withRetries({ clock, random, isStillWanted }, () => {
      begun = clock.now()
      return ask()
    })
    if (!result.ok) return result
    compareClocks(result.value.serverTime)
    if (cache.isRejected(result.value.value)) return fail({ kind: 'token-rejected' })
    // The user has changed: their token is another flight.
    if (!isStillWanted()) return result
    const lifetime = lifetimeOf(result.value, options.lifetimeMs)
    const renewEarlyMs = Math.min(timings.tokenRenewEarly, lifetime / 5)
    const goodUntil = begun + lifetime
    // Callers compare `expiresAt` with this machine's clock.
    const token = { ...result.value, ...(result.value.expiresAt !== undefined && { expiresAt: goodUntil }) }
    const cached: CachedToken = { session: key, token, renewAt: goodUntil - renewEarlyMs, goodUntil }
    dispatch({ kind: 'called' })
    if (cache.put(cached)) {
      await visible()
      sharing.offer(cached)
    }
    return ok(token)
  }

  return (key) => {
    const flight = flights.get(key) ?? obtain(key).finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }
}

/** Lifetime in ms by the service's own clock, so that clock skew does not matter. As configured when the token has no expiry. */
function lifetimeOf({ expiresAt, serverTime }: BiToken, configured: number): number {
  return expiresAt === undefined || serverTime === null ? configured : Math.max(0, expiresAt - serverTime)
}

/** Compares the clocks once per broker. Clock skew does not affect tokens, but explains other failures. */
function clockComparison(needs: Needs): (serverTime: number | null) => void {
  let isCompared = false
  return (serverTime) => {
    if (serverTime === null || isCompared) return
    isCompared = true
    const offset = serverTime - needs.clock.now()
    if (Math.abs(offset) < notableSkewMs) return
    const minutes = Math.round(Math.abs(offset) / 60_000)
    note(needs, 'warning', `This device's clock is ${minutes} minutes ${offset > 0 ? 'behind' : 'ahead'}`, {
      kind: clockProblem,
    })
  }
}

function note(
  { journal }: Needs,
  level: 'warning' | 'error',
  text: string,
  failure: JournalEntry['failure'],
): void {
  journal.record({ level, where: 'token-service', text, ...(failure && { failure }) })
}
