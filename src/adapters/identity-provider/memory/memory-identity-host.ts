import type { IdentityProblem, User } from '../../../core/ports/identity-provider'
import type { PortalPath } from '../../../core/kernel/portal-path'

/** Where the page would have navigated: nothing navigates in memory. */
export type MemoryVisit =
  | { readonly kind: 'sign-in'; readonly target: PortalPath; readonly fresh: boolean }
  | { readonly kind: 'sign-out' }

export type MemoryMoment = 'initialise' | 'callback' | 'session' | 'token' | 'sign-in' | 'sign-out'

/** The provider's side. It outlives a page: share one between adapters to simulate a reload or a second tab. */
export interface MemoryIdentityHost {
  readonly visits: readonly MemoryVisit[]
  /** Access tokens issued so far, oldest first. */
  readonly tokens: readonly { readonly value: string; readonly subject: string }[]
  /** How often a token request has failed. */
  readonly refusals: number
  /** The user with a session at the provider. */
  person(): User | null
  /** Signs a user in, or out, as in another window. */
  become(user: User | null): void
  /** Completes the sign-in page that was visited last. Returns the address that the browser comes back to. */
  answer(outcome: User | { readonly error: string; readonly description?: string }): string
  /** Makes the next exchange of this kind fail with this, once. */
  failNext(moment: MemoryMoment, problem: IdentityProblem): void
}

/** Operations for the adapter only. */
export interface MemoryIdentityBack extends MemoryIdentityHost {
  visit(visit: MemoryVisit): void
  pendingState(): string | null
  /** Consumes the transaction of that state, once. */
  redeem(
    state: string,
    code: string | null,
  ): { readonly target: PortalPath; readonly user: User | null } | null
  issue(user: User): string
  failure(moment: MemoryMoment): IdentityProblem | null
}

export function memoryIdentityHost(
  options: { readonly user?: User; readonly portal?: string } = {},
): MemoryIdentityBack {
  const portal = options.portal ?? 'http://localhost:4300'
  const visits: MemoryVisit[] = []
  const tokens: { value: string; subject: string }[] = []
  const failures: { moment: MemoryMoment; problem: IdentityProblem }[] = []
  const codes = new Map<string, User>()
  /** One sign-in at a time, as in a browser tab. */
  let transaction: { readonly state: string; readonly target: PortalPath } | null = null
  let person: User | null = options.user ?? null
  let count = 0
  let refusals = 0
  return {
    visits,
    tokens,
    get refusals() {
      return refusals
    },
    person: () => person,
    become: (user) => void (person = user),
    answer(outcome) {
      const query = new URLSearchParams({ state: transaction?.state ?? 'unknown-state' })
      if ('error' in outcome) {
        query.set('error', outcome.error)
        if (outcome.description !== undefined) query.set('error_description', outcome.description)
      } else {
        count += 1
        const code = `memory-code-${count}`
        codes.set(code, outcome)
        person = outcome
        query.set('code', code)
      }
      return `${portal}/?${query.toString()}`
    },
    failNext: (moment, problem) => void failures.push({ moment, problem }),
    visit(visit) {
      visits.push(visit)
      count += 1
      if (visit.kind === 'sign-in') transaction = { state: `memory-state-${count}`, target: visit.target }
      else person = null
    },
    pendingState: () => transaction?.state ?? null,
    redeem(state, code) {
      if (transaction?.state !== state) return null
      const { target } = transaction
      transaction = null
      const user = code === null ? undefined : codes.get(code)
      if (code !== null) codes.delete(code)
      return { target, user: user ?? null }
    },
    issue(user) {
      const value = `memory-access-token-${tokens.length + 1}`
      tokens.push({ value, subject: user.subject })
      return value
    },
    failure(moment) {
      const at = failures.findIndex((failure) => failure.moment === moment)
      if (at < 0) return null
      if (moment === 'token') refusals += 1
      return failures.splice(at, 1)[0]?.problem ?? null
    },
  }
}
