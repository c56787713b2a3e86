import { clockProblem, type IdentityProblem } from '../../../core/ports/identity-provider'
import { problemOf, noAnswerInTime } from '../problem-codes'

/** What this adapter found out by itself, already in the portal's words. */
export class OidcFailure extends Error {
  readonly problem: IdentityProblem

  constructor(problem: IdentityProblem) {
    super(`Identity: ${problem.code}`)
    this.problem = problem
  }
}

/** Codes of oauth4webapi. They are data, so that this file does not load the library. */
const challenge = 'OAUTH_WWW_AUTHENTICATE_CHALLENGE'
const clockMismatch = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'
const misconfigured = [
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
]

/** What was thrown on the way, in the portal's words. */
export function oidcProblem(cause: unknown): IdentityProblem {
  if (cause instanceof OidcFailure) return cause.problem
  if (!(cause instanceof Error)) return { code: 'invalid-response' }
  // A provider that is there and cannot, whatever the body says of it.
  const status = statusOf(cause)
  if (status === 429 || status >= 500) return { code: 'unreachable' }
  const error = textOf(cause, 'error')
  if (error !== null) return problemOf(error, textOf(cause, 'error_description') ?? undefined)
  const code = textOf(cause, 'code')
  if (code === clockMismatch) return { code: 'invalid-response', providerCode: clockProblem }
  // The library does not read on: it is how a client is refused (RFC 6749, 5.2).
  if (code === challenge && status === 401) return { code: 'misconfigured' }
  if (code !== null && misconfigured.includes(code)) return { code: 'misconfigured' }
  if (cause.name === 'TimeoutError' || cause.name === 'AbortError') return noAnswerInTime
  // `fetch` rejects with a bare TypeError when it reaches nobody; the library's own type errors carry a code.
  return { code: cause instanceof TypeError && code === null ? 'unreachable' : 'invalid-response' }
}

function textOf(cause: Error, name: string): string | null {
  const value: unknown = Reflect.get(cause, name)
  return typeof value === 'string' && value !== '' ? value : null
}

/** Of the reply that the library took offence at; 0 where there was none. */
function statusOf(thrown: Error): number {
  const status: unknown = Reflect.get(thrown.cause instanceof Response ? thrown.cause : thrown, 'status')
  return typeof status === 'number' ? status : 0
}
