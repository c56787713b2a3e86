import type { Result } from '../../../src/core/kernel/result'
import type {
  IdentityProblem,
  IdentityStart,
  ProblemCode,
  Session,
} from '../../../src/core/ports/identity-provider'

/** A seeded person of the provider, or what they do instead of signing in. */
export type Outcome =
  | 'analyst'
  | 'trader'
  | 'refused'
  | { readonly error: string; readonly description?: string }

export type TokenResult = Result<string, IdentityProblem>

/** One page of the portal, with the adapter in it. It can be reloaded, left and come back to. */
export interface Tab {
  /** How the present page started. */
  start(): Promise<IdentityStart>
  /** Starts the present page once more. */
  startAgain(): Promise<IdentityStart>
  session(): Promise<Session>
  /** What a watcher was told since the page was loaded. */
  changes(): Promise<readonly Session[]>
  /** A second watcher that leaves at once: how often it is told from now on. */
  watchAndLeave(): Promise<{ notified(): Promise<number> }>
  /**
   * Goes to the provider's sign-in page. `inThought`: the request is made but the page stays, for an answer that is made up.
   */
  leave(target: string, options?: { readonly fresh?: boolean; readonly inThought?: boolean }): Promise<void>
  /** Ends the visit to the provider; gives the start of the page the person comes back to. */
  answer(outcome: Outcome): Promise<IdentityStart>
  /** Opens the portal with this query, e.g. a link somebody made up. */
  arrive(query: Readonly<Record<string, string>>): Promise<IdentityStart>
  /** Opens the address of the last return from the provider again. */
  repeatReturn(): Promise<IdentityStart>
  reload(): Promise<IdentityStart>
  accessToken(options?: { readonly renew?: boolean }): Promise<TokenResult>
  accessTokensAtOnce(count: number, options?: { readonly renew?: boolean }): Promise<readonly TokenResult[]>
  /** Signs out; what held right after the call, before the page was left, and how the page after it started. */
  signOut(): Promise<{
    readonly session: Session
    readonly token: TokenResult
    readonly after: IdentityStart
  }>
  forget(): Promise<void>
}

/** One person's browser: its tabs share what a browser shares. */
export interface IdentityBrowser {
  open(): Promise<Tab>
  /** A new tab that has been to the provider and come back as this person, whoever was signed in there before. */
  signedIn(person: 'analyst' | 'trader'): Promise<{ readonly tab: Tab; readonly start: IdentityStart }>
  /** The person's session at the provider ends, without the portal having a hand in it. */
  endSessionElsewhere(): Promise<void>
  /** Whom an access token is for: the seeded person's part of the subject. */
  personOf(token: string): string
  /** How many access tokens were asked for so far. */
  tokenRequests(): number
  /** The next `times` requests for a token are refused with this code. */
  refuseTokens(times: number, error: string): Promise<void>
  close(): Promise<void>
}

/** The table of section 7: the provider's code, and what the portal calls it. */
export const problemTable: readonly (readonly [string, ProblemCode])[] = [
  ['access_denied', 'refused'],
  ['ACCESS_DENIED', 'refused'],
  ['signup_not_allowed', 'refused'],
  ['unauthorized', 'refused'],
  ['login_required', 'login-required'],
  ['consent_required', 'interaction-required'],
  ['interaction_required', 'interaction-required'],
  ['account_selection_required', 'interaction-required'],
  ['mfa_required', 'mfa-required'],
  ['invalid_client', 'misconfigured'],
  ['invalid_target', 'misconfigured'],
  ['timeout', 'timeout'],
  ['something_nobody_has_heard_of', 'invalid-response'],
]
