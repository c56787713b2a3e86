import { within } from '../../core/kernel/waiting'
import type { IdentityProblem, ProblemCode } from '../../core/ports/identity-provider'
import { fail, ok, type Result } from '../../core/kernel/result'
import type { Clock } from '../../core/ports/clock'

export const noAnswerInTime: IdentityProblem = { code: 'timeout', providerCode: 'timeout' }

/**
 * The outcome of `work`, or a `timeout` problem after `milliseconds`. Some work never settles: a worker that a content security policy
 * has blocked sends nothing. `problemFrom` maps what `work` throws.
 */
export function withinDeadline<Value>(
  clock: Clock,
  milliseconds: number,
  work: Promise<Value>,
  problemFrom: (cause: unknown) => IdentityProblem,
): Promise<Result<Value, IdentityProblem>> {
  const outcome = work.then(
    (value): Result<Value, IdentityProblem> => ok(value),
    (cause: unknown) => fail(problemFrom(cause)),
  )
  return within(clock, milliseconds, outcome, fail(noAnswerInTime))
}

/**
 * Maps error codes of OAuth, OpenID Connect and the SDKs to the portal's; `codeOf` has the default. A `Map`, because a code may come from
 * anyone's link: `?error=constructor` is not in it.
 */
const codes: ReadonlyMap<string, ProblemCode> = new Map<string, ProblemCode>([
  ['access_denied', 'refused'],
  ['signup_not_allowed', 'refused'],
  ['unauthorized', 'refused'],
  ['login_required', 'login-required'],
  ['missing_refresh_token', 'login-required'],
  ['invalid_grant', 'session-lost'],
  ['consent_required', 'interaction-required'],
  ['interaction_required', 'interaction-required'],
  ['account_selection_required', 'interaction-required'],
  ['mfa_required', 'mfa-required'],
  ['timeout', 'timeout'],
  ['invalid_client', 'misconfigured'],
  ['unauthorized_client', 'misconfigured'],
  ['invalid_scope', 'misconfigured'],
  ['invalid_target', 'misconfigured'],
  ['unsupported_response_type', 'misconfigured'],
  ['request_error', 'unreachable'],
  ['server_error', 'unreachable'],
  ['temporarily_unavailable', 'unreachable'],
  // Auth0's codes with a 429.
  ['too_many_requests', 'unreachable'],
  ['too many requests', 'unreachable'],
])

/** Auth0's own wording of three cases that share their code with another. */
const rateLimit = 'Global limit has been reached'
const silentSecondFactor = 'Multifactor authentication required'
const unknownAudience = 'Service not found'

/** "Invalid state": a callback that belongs to no sign-in of this tab. Never shown: the portal asks the provider silently instead. */
export const strayCallback = { code: 'invalid-response', providerCode: 'missing_transaction' } as const

/**
 * Keycloak's answer from a login page that is out of date (Back, a second login tab) to a user who is logged in there. A new request
 * succeeds.
 */
export const isLateLogin = (error: string, description: string | undefined): boolean =>
  error === 'temporarily_unavailable' && description === 'authentication_expired'

/** Maximum length of a provider's text that is passed on. */
const maxDescriptionLength = 300

/**
 * Maps a provider's error to the portal's problem.
 *
 * @param description shown only as plain text, and only if the answer belongs to a sign-in of this tab.
 */
export function problemOf(providerCode: string, description?: string): IdentityProblem {
  const text = description?.slice(0, maxDescriptionLength)
  return {
    code: codeOf(providerCode.toLowerCase(), text ?? ''),
    providerCode,
    ...(text === undefined || text === '' ? {} : { description: text }),
  }
}

function codeOf(providerCode: string, description: string): ProblemCode {
  if (providerCode === 'login_required' && description.includes(silentSecondFactor)) return 'mfa-required'
  if (description.startsWith(unknownAudience)) return 'misconfigured'
  if (description.startsWith(rateLimit)) return 'unreachable'
  return codes.get(providerCode) ?? 'invalid-response'
}

/** Problems after which the provider no longer knows the user: what is stored here must be removed. */
export function endsSession(problem: IdentityProblem): boolean {
  return problem.code === 'login-required' || problem.code === 'session-lost' || problem.code === 'refused'
}

/** At startup a missing session is not an error: a user who never signed in must not read that they are logged out. */
export function isNoSession(problem: IdentityProblem): boolean {
  return problem.code === 'login-required' || problem.code === 'session-lost'
}

/** The provider can continue only with the user on the provider's own page. */
export function needsInteraction(problem: IdentityProblem): boolean {
  return problem.code === 'mfa-required' || problem.code === 'interaction-required'
}
