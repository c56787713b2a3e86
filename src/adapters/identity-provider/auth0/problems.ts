import { clockProblem, type IdentityProblem } from '../../../core/ports/identity-provider'
import { problemOf } from '../problem-codes'

/** Codes the SDK gives to a callback that belongs to no sign-in of this tab; both say "Invalid state". */
const strayCallback = ['missing_transaction', 'state_mismatch']

/** Claims whose failure means that this machine's clock and the provider's disagree. */
const clockClaims = /\((?:exp|nbf|iat|auth_time)\)/

/** The chunk with the SDK failed to load. */
export class SdkMissing extends Error {}

/** The SDK's client cannot be created here: not a secure context, or a worker that may not start. */
export class SdkRefused extends Error {}

export function isStrayCallback(problem: IdentityProblem): boolean {
  return problem.providerCode !== undefined && strayCallback.includes(problem.providerCode)
}

/**
 * Maps what the SDK throws to the portal's problems. Only the `error` field identifies the failure: class names are mangled in the
 * production bundle, and an ID token that fails its checks is a plain `Error` with a sentence.
 */
export function auth0Problem(cause: unknown): IdentityProblem {
  if (cause instanceof SdkMissing) return { code: 'unreachable' }
  if (cause instanceof SdkRefused) return { code: 'misconfigured' }
  const { error, error_description: description } = fields(cause)
  if (error !== undefined) return problemOf(error, description)
  const message = cause instanceof Error ? cause.message : ''
  if (message.startsWith('Timeout when executing')) return { code: 'timeout', providerCode: 'timeout' }
  if (unreachable.some((text) => message.includes(text))) return { code: 'unreachable' }
  return clockClaims.test(message)
    ? { code: 'invalid-response', providerCode: clockProblem }
    : { code: 'invalid-response' }
}

/** How Chromium, Firefox and Safari word a request that reached no server. */
const unreachable = ['Failed to fetch', 'NetworkError', 'Load failed', 'Network request failed']

function fields(cause: unknown): { readonly error?: string; readonly error_description?: string } {
  if (typeof cause !== 'object' || cause === null) return {}
  const read = (name: string): string | undefined => {
    const value: unknown = Reflect.get(cause, name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const error = read('error')
  const description = read('error_description')
  return {
    ...(error === undefined ? {} : { error }),
    ...(description === undefined ? {} : { error_description: description }),
  }
}
