import { within } from '../../core/kernel/waiting'
import type { IdentityProblem, ProblemCode } from '../../core/ports/identity-provider'
import { fail, ok, type Result } from '../../core/kernel/result'
import type { Clock } from '../../core/ports/clock'

export const noAnswerInTime: IdentityProblem = { code: 'timeout', providerCode: 'timeout' }

/**
 * What `work` comes to, or a `timeout` problem after `milliseconds`. Some work never settles at all: a worker that a content
 * security policy has blocked says nothing. What throws is judged by `problemFrom`.
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
 * Error codes of OAuth, OpenID Connect and the SDKs in the portal's words. What is not here has no code of its own. A map, because
 * a code may come from anybody's link: `?error=constructor` is no member of it.
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
  // Auth0's, with a 429.
  ['too_many_requests', 'unreachable'],
  ['too many requests', 'unreachable'],
])

/** Auth0's own wording of three cases that share their code with another. */
const rateLimit = 'Global limit has been reached'
const silentSecondFactor = 'Multifactor authentication required'
const unknownAudience = 'Service not found'

/** "Invalid state": a callback that belongs to no sign-in of this tab. Never shown; the provider is asked silently instead. */
export const strayCallback = { code: 'invalid-response', providerCode: 'missing_transaction' } as const

/** Longest text of the provider's that goes on. */
const descriptionLength = 300

/**
 * A provider's error in the portal's words.
 *
 * @param description shown to people only as text, and only when the answer belongs to a sign-in of this tab.
 */
export function problemOf(providerCode: string, description?: string): IdentityProblem {
  const text = description?.slice(0, descriptionLength)
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

/** After these the person is no longer known to the provider: what is stored here must go. */
export function endsSession(problem: IdentityProblem): boolean {
  return problem.code === 'login-required' || problem.code === 'session-lost' || problem.code === 'refused'
}

/** At start-up a missing session is no error: nobody reads that they are logged out when they never signed in. */
export function isNoSession(problem: IdentityProblem): boolean {
  return problem.code === 'login-required' || problem.code === 'session-lost'
}

/** The provider could go on only with the person in front of its own page. */
export function wantsPerson(problem: IdentityProblem): boolean {
  return problem.code === 'mfa-required' || problem.code === 'interaction-required'
}
