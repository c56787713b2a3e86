import type { Result } from '../../../src/core/kernel/result'
import type {
  IdentityProblem,
  IdentityStart,
  ProblemCode,
  Session,
} from '../../../src/core/ports/identity-provider'

/** A seeded user of the provider, or what happens instead of a sign-in. */
export type Outcome =
  | 'analyst'
  | 'trader'
  | 'refused'
  | { readonly error: string; readonly description?: string }

export type TokenResult = Result<string, IdentityProblem>

/** One page of the portal with the adapter. It can be reloaded, left and returned to. */
export interface Tab {
  /** The result of the current page's start. */
  start(): Promise<IdentityStart>
  /** Starts the current page again. */
  startAgain(): Promise<IdentityStart>
  session(): Promise<Session>
  /** What a listener has received since the page was loaded. */
  changes(): Promise<readonly Session[]>
  /** A second listener that unsubscribes at once: how often it is notified from then on. */
  watchAndLeave(): Promise<{ notified(): Promise<number> }>
  /** Goes to the provider's sign-in page. `withoutLeaving`: sends the request but keeps the page, so that a made-up response can follow. */
  leave(
    target: string,
    options?: { readonly fresh?: boolean; readonly withoutLeaving?: boolean },
  ): Promise<void>
  /** Completes the visit to the provider; returns the start of the page that the user comes back to. */
  answer(outcome: Outcome): Promise<IdentityStart>
  /** Opens the portal with this query, as from a forged link. */
  arrive(query: Readonly<Record<string, string>>): Promise<IdentityStart>
  /** Opens the URL of the last callback again. */
  repeatReturn(): Promise<IdentityStart>
  reload(): Promise<IdentityStart>
  accessToken(options?: { readonly renew?: boolean }): Promise<TokenResult>
  accessTokensAtOnce(count: number, options?: { readonly renew?: boolean }): Promise<readonly TokenResult[]>
  /** Signs out; returns the state right after the call, before the page was left, and the start of the next page. */
  signOut(): Promise<{
    readonly session: Session
    readonly token: TokenResult
    readonly after: IdentityStart
  }>
  forget(): Promise<void>
}

/** One user's browser: its tabs share its storage and cookies. */
export interface IdentityBrowser {
  open(): Promise<Tab>
  /** A new tab that has been to the provider and come back as this user, whoever was signed in before. */
  signedIn(person: 'analyst' | 'trader'): Promise<{ readonly tab: Tab; readonly start: IdentityStart }>
  /** The user's session at the provider ends without involving the portal. */
  endSessionElsewhere(): Promise<void>
  /** The seeded user that an access token is for: part of the subject. */
  personOf(token: string): string
  /** How many access tokens were requested so far. */
  tokenRequests(): number
  /** The next `times` token requests are refused with this code. */
  refuseTokens(times: number, error: string): Promise<void>
  close(): Promise<void>
}

/** The table of section 7: the provider's code, and the portal's. */
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
