import { timings } from '../kernel/limits'
import type { TokenSourceFailure } from '../ports/token-source'

/** What a failed call leaves behind: until then, the same failure is answered without another call. */
interface Rest {
  readonly session: string
  readonly until: number
  readonly failure: TokenSourceFailure
}

/** What the broker remembers besides the token itself. Times are milliseconds since the epoch. */
export interface BrokerState {
  readonly person: string
  readonly rest: Rest | null
  /** The token that this tab gave last. */
  readonly given: { readonly value: string; readonly at: number } | null
  /** How many in a row the BI host has refused as soon as they were given. */
  readonly refusedAtOnce: number
}

export type BrokerEvent =
  | { readonly kind: 'person-changed'; readonly person: string }
  | { readonly kind: 'given'; readonly value: string; readonly at: number }
  | { readonly kind: 'called' }
  /** `serving`: there is a token that still serves meanwhile. */
  | {
      readonly kind: 'call-failed'
      readonly session: string
      readonly failure: TokenSourceFailure
      readonly at: number
      readonly serving: boolean
    }
  /** The BI host has refused this token; `known`: not for the first time. */
  | {
      readonly kind: 'refused'
      readonly value: string
      readonly known: boolean
      readonly at: number
      readonly serving: boolean
    }
  /** A view sees the end of this token coming; without a value, of the one that was given last. */
  | { readonly kind: 'ageing'; readonly value: string | undefined; readonly at: number }
  | { readonly kind: 'revalidated' }
  /** A person asks for another try. */
  | { readonly kind: 'retried' }

export type BrokerEffect =
  | { readonly kind: 'report'; readonly failure: TokenSourceFailure }
  | { readonly kind: 'renew' }
  | { readonly kind: 'renew-after'; readonly milliseconds: number }
  /** Nobody hands it out again. */
  | { readonly kind: 'reject'; readonly value: string }
  | { readonly kind: 'expire-soon'; readonly value: string }

export interface BrokerStep {
  readonly state: BrokerState
  readonly effects: readonly BrokerEffect[]
}

export const newBroker = (person: string): BrokerState => ({
  person,
  rest: null,
  given: null,
  refusedAtOnce: 0,
})

const mostRefusedAtOnce = 3

/** What a machine that wakes up or gets its network back has behind it. */
const mayPass: ReadonlySet<TokenSourceFailure['kind']> = new Set<TokenSourceFailure['kind']>([
  'token-unreachable',
  'token-timeout',
  'token-identity-away',
])

/** What the broker makes of what happens, as one pure step. Effects are carried out by `createTokenBroker`. */
export function brokerStep(state: BrokerState, event: BrokerEvent): BrokerStep {
  switch (event.kind) {
    case 'person-changed':
      // Nothing that befell the person before is counted against the next one.
      return step(
        event.person === state.person
          ? state
          : { ...state, person: event.person, given: null, refusedAtOnce: 0 },
      )
    case 'given':
      return step(
        state.given?.value === event.value
          ? state
          : { ...state, given: { value: event.value, at: event.at } },
      )
    case 'called':
      return step({ ...state, rest: null })
    case 'call-failed':
      return failed(state, event)
    case 'refused':
      return refused(state, event)
    case 'ageing': {
      const { given } = state
      // Several views on one page see the same end coming: the first has brought the new one.
      if (given === null || (event.value !== undefined && event.value !== given.value)) return step(state)
      if (event.at - given.at < timings.tokenRefusedAtOnce) return step(state)
      return step(state, { kind: 'expire-soon', value: given.value })
    }
    case 'revalidated': {
      const passed = state.rest !== null && mayPass.has(state.rest.failure.kind)
      return step(passed ? { ...state, rest: null } : state, { kind: 'renew' })
    }
    case 'retried': {
      const failure = state.rest?.failure
      // The service itself asked to wait.
      const stays = failure?.kind === 'token-unavailable' && failure.retryAfter !== null
      return step({ ...state, refusedAtOnce: 0, rest: stays ? state.rest : null })
    }
  }
}

/** The failure that is answered without another call; of what the service asked for, only the rest is left. */
export function failureAtRest(
  { rest }: BrokerState,
  session: string,
  now: number,
): TokenSourceFailure | null {
  if (rest === null || rest.session !== session || now >= rest.until) return null
  const { failure, until } = rest
  return failure.kind === 'token-unavailable' && failure.retryAfter !== null
    ? { ...failure, retryAfter: until - now }
    : failure
}

const step = (state: BrokerState, ...effects: readonly BrokerEffect[]): BrokerStep => ({ state, effects })

function failed(
  state: BrokerState,
  { session, failure, at, serving }: Omit<Extract<BrokerEvent, { readonly kind: 'call-failed' }>, 'kind'>,
): BrokerStep {
  const pause = restAfter(failure)
  const again = Math.max(pause, timings.tokenRenewAgain)
  return step(
    { ...state, rest: { session, until: at + pause, failure } },
    { kind: 'report', failure },
    ...(serving ? [{ kind: 'renew-after', milliseconds: again } as const] : []),
  )
}

/** A BI host that will have none of them must not be fed new ones for ever. */
function refused(
  before: BrokerState,
  { value, known, at, serving }: Extract<BrokerEvent, { readonly kind: 'refused' }>,
): BrokerStep {
  const reject: BrokerEffect = { kind: 'reject', value }
  const { given, person: session } = before
  if (known || given?.value !== value) return step(before, reject)
  const refusedAtOnce = at - given.at < timings.tokenRefusedAtOnce ? before.refusedAtOnce + 1 : 0
  const state = { ...before, refusedAtOnce }
  if (refusedAtOnce < mostRefusedAtOnce) return step(state, reject)
  const ended = failed(state, { session, failure: { kind: 'token-rejected' }, at, serving })
  return step(ended.state, ...ended.effects, reject)
}

function restAfter(failure: TokenSourceFailure): number {
  switch (failure.kind) {
    case 'token-refused':
    case 'token-rejected':
    case 'dashboard-not-known':
      return timings.tokenRefusalRest
    case 'token-unavailable':
      return failure.retryAfter ?? timings.tokenFailureRest
    case 'token-unreachable':
    case 'token-timeout':
    case 'token-malformed':
    case 'token-session-lost':
    case 'token-identity-away':
      return timings.tokenFailureRest
  }
}
