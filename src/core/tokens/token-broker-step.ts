import { timings } from '../kernel/limits'
import type { TokenSourceFailure } from '../ports/token-source'

/** Cool-down after a failed call: from `from` to `until`, callers get the same failure without a new request. */
interface Cooldown {
  readonly session: string
  readonly from: number
  readonly until: number
  readonly failure: TokenSourceFailure
}

/** The broker's state besides the token itself. Times are in milliseconds since the epoch. */
export interface BrokerState {
  readonly person: string
  readonly cooldown: Cooldown | null
  /** The token that this tab returned last. */
  readonly given: { readonly value: string; readonly at: number } | null
  /** Number of consecutive tokens that the BI host rejected right after they were returned. */
  readonly immediateRejections: number
}

export type BrokerEvent =
  | { readonly kind: 'person-changed'; readonly person: string }
  | { readonly kind: 'given'; readonly value: string; readonly at: number }
  | { readonly kind: 'called' }
  /** `serving`: an older cached token is still valid. */
  | {
      readonly kind: 'call-failed'
      readonly session: string
      readonly failure: TokenSourceFailure
      readonly at: number
      readonly serving: boolean
    }
  /** The BI host has rejected this token. `known`: not for the first time. */
  | {
      readonly kind: 'refused'
      readonly value: string
      readonly known: boolean
      readonly at: number
      readonly serving: boolean
    }
  /** The token is about to expire in a view. Without a value: the token returned last. */
  | { readonly kind: 'ageing'; readonly value: string | undefined; readonly at: number }
  | { readonly kind: 'revalidated' }
  /** The user pressed Retry. */
  | { readonly kind: 'retried' }

export type BrokerEffect =
  | { readonly kind: 'report'; readonly failure: TokenSourceFailure }
  | { readonly kind: 'renew' }
  | { readonly kind: 'renew-after'; readonly milliseconds: number }
  /** The token is rejected: no later caller receives it. */
  | { readonly kind: 'reject'; readonly value: string }
  | { readonly kind: 'expire-soon'; readonly value: string }

export interface BrokerStep {
  readonly state: BrokerState
  readonly effects: readonly BrokerEffect[]
}

export const newBroker = (person: string): BrokerState => ({
  person,
  cooldown: null,
  given: null,
  immediateRejections: 0,
})

const maxImmediateRejections = 3

/** Failures whose cool-down ends when the machine wakes up or is back online. */
const connectivityFailures: ReadonlySet<TokenSourceFailure['kind']> = new Set<TokenSourceFailure['kind']>([
  'token-unreachable',
  'token-timeout',
  'token-identity-away',
])

/** A pure reducer. `createTokenBroker` carries out the effects. */
export function brokerStep(state: BrokerState, event: BrokerEvent): BrokerStep {
  switch (event.kind) {
    case 'person-changed':
      // The previous user's rejections do not count for the next user.
      return step(
        event.person === state.person
          ? state
          : { ...state, person: event.person, given: null, immediateRejections: 0 },
      )
    case 'given':
      return step(
        state.given?.value === event.value
          ? state
          : { ...state, given: { value: event.value, at: event.at } },
      )
    case 'called':
      return step({ ...state, cooldown: null })
    case 'call-failed':
      return failed(state, event)
    case 'refused':
      return refused(state, event)
    case 'ageing': {
      const { given } = state
      // Several views of a page report the same expiry. The first report has already fetched a new token.
      if (given === null || (event.value !== undefined && event.value !== given.value)) return step(state)
      if (event.at - given.at < timings.tokenImmediateRejection) return step(state)
      return step(state, { kind: 'expire-soon', value: given.value })
    }
    case 'revalidated': {
      const isConnectivityFailure =
        state.cooldown !== null && connectivityFailures.has(state.cooldown.failure.kind)
      return step(isConnectivityFailure ? { ...state, cooldown: null } : state, { kind: 'renew' })
    }
    case 'retried': {
      const failure = state.cooldown?.failure
      // The service itself asked to wait.
      const mustWait = failure?.kind === 'token-unavailable' && failure.retryAfter !== null
      return step({ ...state, immediateRejections: 0, cooldown: mustWait ? state.cooldown : null })
    }
  }
}

/** The failure to return without a new request, or null. A `retryAfter` is reduced to the remaining time. */
export function cooldownFailure(
  { cooldown }: BrokerState,
  session: string,
  now: number,
): TokenSourceFailure | null {
  if (cooldown === null || cooldown.session !== session) return null
  const { failure, from, until } = cooldown
  // Before its beginning only if the clock was set back, which must not extend it.
  if (now < from || now >= until) return null
  return failure.kind === 'token-unavailable' && failure.retryAfter !== null
    ? { ...failure, retryAfter: until - now }
    : failure
}

const step = (state: BrokerState, ...effects: readonly BrokerEffect[]): BrokerStep => ({ state, effects })

function failed(
  state: BrokerState,
  { session, failure, at, serving }: Omit<Extract<BrokerEvent, { readonly kind: 'call-failed' }>, 'kind'>,
): BrokerStep {
  const cooldownMs = cooldownAfter(failure)
  const retryDelay = Math.max(cooldownMs, timings.tokenRenewRetry)
  return step(
    { ...state, cooldown: { session, from: at, until: at + cooldownMs, failure } },
    { kind: 'report', failure },
    ...(serving ? [{ kind: 'renew-after', milliseconds: retryDelay } as const] : []),
  )
}

/** Stops requesting new tokens once the BI host has rejected several in a row. */
function refused(
  before: BrokerState,
  { value, known, at, serving }: Extract<BrokerEvent, { readonly kind: 'refused' }>,
): BrokerStep {
  const reject: BrokerEffect = { kind: 'reject', value }
  const { given, person: session } = before
  if (known || given?.value !== value) return step(before, reject)
  const immediateRejections =
    at - given.at < timings.tokenImmediateRejection ? before.immediateRejections + 1 : 0
  const state = { ...before, immediateRejections }
  if (immediateRejections < maxImmediateRejections) return step(state, reject)
  const ended = failed(state, { session, failure: { kind: 'token-rejected' }, at, serving })
  return step(ended.state, ...ended.effects, reject)
}

function cooldownAfter(failure: TokenSourceFailure): number {
  switch (failure.kind) {
    case 'token-refused':
    case 'token-rejected':
    case 'dashboard-not-known':
      return timings.tokenRefusalCooldown
    case 'token-unavailable':
      return failure.retryAfter ?? timings.tokenFailureCooldown
    case 'token-unreachable':
    case 'token-timeout':
    case 'token-malformed':
    case 'token-session-lost':
    case 'token-identity-away':
      return timings.tokenFailureCooldown
  }
}
