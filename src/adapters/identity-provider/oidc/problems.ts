import { clockProblem, type IdentityProblem } from '../../../core/ports/identity-provider'
import { problemOf, noAnswerInTime } from '../problem-codes'

/** A problem that this adapter detected itself. */
export class OidcFailure extends Error {
  readonly problem: IdentityProblem

  constructor(problem: IdentityProblem) {
    super(`Identity: ${problem.code}`)
    this.problem = problem
  }
}

/** Codes of oauth4webapi, copied so that this file does not load the library. */
const challenge = 'OAUTH_WWW_AUTHENTICATE_CHALLENGE'
const clockMismatch = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'
const misconfigured = [
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
]

/** Maps what was thrown to the portal's problems. */
export function oidcProblem(cause: unknown): IdentityProblem {
  if (cause instanceof OidcFailure) return cause.problem
  if (!(cause instanceof Error)) return { code: 'invalid-response' }
  // The provider is there but cannot answer, whatever its body says.
  const status = statusOf(cause)
  if (status === 429 || status >= 500) return { code: 'unreachable' }
  const error = textOf(cause, 'error')
  if (error !== null) return problemOf(error, textOf(cause, 'error_description') ?? undefined)
  const code = textOf(cause, 'code')
  if (code === clockMismatch) return { code: 'invalid-response', providerCode: clockProblem }
  // The library does not read the body of such a reply. It is how a provider refuses a client (RFC 6749, 5.2).
  if (code === challenge && status === 401) return { code: 'misconfigured' }
  if (code !== null && misconfigured.includes(code)) return { code: 'misconfigured' }
  if (cause.name === 'TimeoutError' || cause.name === 'AbortError') return noAnswerInTime
  // `fetch` rejects with a bare TypeError if it reaches no server; the library's own type errors have a code.
  return { code: cause instanceof TypeError && code === null ? 'unreachable' : 'invalid-response' }
}

function textOf(cause: Error, name: string): string | null {
  const value: unknown = Reflect.get(cause, name)
  return typeof value === 'string' && value !== '' ? value : null
}

/** The status of the reply that the library rejected; 0 if there was none. */
function statusOf(thrown: Error): number {
  const status: unknown = Reflect.get(thrown.cause instanceof Response ? thrown.cause : thrown, 'status')
  return typeof status === 'number' ? status : 0
}
