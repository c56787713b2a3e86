import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose'

/** Signatures that can be checked with a published key. HS… and `none` are no such. */
export const signatureAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
export type SignatureAlgorithm = (typeof signatureAlgorithms)[number]

export interface AccessTokenOptions {
  /** Exactly as in the token, with its trailing slash if it has one. */
  readonly issuer: string
  readonly jwksUri: string
  readonly audience: string
  readonly algorithms?: readonly SignatureAlgorithm[]
}

/**
 * `unavailable`: the provider's keys cannot be had, which says nothing about the token. The reason is for the operator: what was wrong,
 * and of which claim, never a value of it.
 */
export type AccessTokenVerdict =
  | { readonly kind: 'accepted'; readonly subject: string; readonly claims: JWTPayload }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Types of header that an access token may have (RFC 9068, and plain ones); one without a type is taken by its claims. */
const accessTokenTypes: readonly unknown[] = [undefined, 'at+jwt', 'application/at+jwt', 'jwt']

/** Seconds the two clocks may differ. */
const clockTolerance = 5
/** A restarted provider signs with a new key: how soon after the last look its keys may be fetched again, in ms. */
const cooldownDuration = 1000
const timeoutDuration = 3000

/**
 * Checks access tokens of an identity provider: signature, issuer, audience, algorithm, times and, where it says one, its
 * type: what is signed for another use, such as a logout token, is none. Keys are cached, and fetched anew once for a key that nobody
 * has seen.
 */
export function createAccessTokenCheck(options: AccessTokenOptions) {
  const keys = createRemoteJWKSet(new URL(options.jwksUri), { cooldownDuration, timeoutDuration })
  const algorithms = [...(options.algorithms ?? ['RS256'])]
  return async (token: string, now = new Date()): Promise<AccessTokenVerdict> => {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer: options.issuer,
        algorithms,
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance,
        currentDate: now,
      })
      const { sub: subject = '' } = payload
      const isAccessToken = accessTokenTypes.includes(protectedHeader.typ?.toLowerCase())
      if (!isAccessToken) return { kind: 'refused', reason: 'its typ is of no access token' }
      const reason = audienceProblem(payload, options.audience) ?? (subject === '' ? 'sub is empty' : null)
      return reason === null ? { kind: 'accepted', subject, claims: payload } : { kind: 'refused', reason }
    } catch (error) {
      return { kind: isAboutTheToken(error) ? 'refused' : 'unavailable', reason: reasonOf(error) }
    }
  }
}

/** Amazon Cognito's tokens say what they are for, and its access tokens name the client that they were given to in place of an audience. */
function audienceProblem(
  { aud, client_id: client, token_use: use }: JWTPayload,
  audience: string,
): string | null {
  if (use !== undefined && use !== 'access') return 'its token_use is of no access token'
  const named = aud ?? (use === 'access' ? client : undefined)
  if (named === undefined) return 'aud: missing'
  return [named].flat().includes(audience) ? null : 'aud: check_failed'
}

/** The token of an `Authorization` header: undefined when there is no header, null when it is no bearer token. */
export function bearerOf(header: string | undefined): string | null | undefined {
  if (header === undefined) return undefined
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(header)?.[1] ?? null
}

/** In jose's own words, which hold nothing of the token, or of what came in place of the keys. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed) return `${error.claim}: ${error.reason}`
  if (error instanceof errors.JOSEError)
    return error.code === errors.JOSEError.code ? error.message : error.code
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreachable'
}

/** What else jose throws comes from fetching or reading the keys. */
function isAboutTheToken(error: unknown): boolean {
  return [
    errors.JWSInvalid,
    errors.JWTInvalid,
    errors.JWTExpired,
    errors.JWTClaimValidationFailed,
    errors.JWSSignatureVerificationFailed,
    errors.JOSEAlgNotAllowed,
    errors.JOSENotSupported,
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
  ].some((kind) => error instanceof kind)
}
