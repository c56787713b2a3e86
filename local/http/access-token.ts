import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose'

/** Algorithms whose signatures can be verified with a published key, unlike HS… and `none`. */
export const signatureAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
export type SignatureAlgorithm = (typeof signatureAlgorithms)[number]

export interface AccessTokenOptions {
  /** Exactly as in the token, including any trailing slash. */
  readonly issuer: string
  readonly jwksUri: string
  readonly audience: string
  readonly algorithms?: readonly SignatureAlgorithm[]
}

/**
 * `unavailable`: the provider's keys could not be fetched, which says nothing about the token. The reason is for the operator. It names the
 * error and the claim, never a claim's value.
 */
export type AccessTokenVerdict =
  | {
      readonly kind: 'accepted'
      readonly subject: string
      readonly claims: JWTPayload
      /** Why the keys could not be fetched again, if those of before have verified the token. */
      readonly keysProblem?: string
    }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Values of `typ` in an access token's header (RFC 9068, and plain JWTs). A token without one is judged by its claims. */
const accessTokenTypes: readonly unknown[] = [undefined, 'at+jwt', 'application/at+jwt', 'jwt']

/** Tolerated clock skew in seconds. */
const clockTolerance = 5
/** Minimum time between two fetches of the provider's keys, in ms. Short, because a restarted provider signs with a new key. */
const cooldownDuration = 1000
const timeoutDuration = 3000

/** How long keys serve after their last good fetch while the provider cannot be reached, in ms. */
const staleDuration = 3_600_000
/** While old keys serve, the provider is asked again after this time, in ms: each attempt can take all of its timeout. */
const retryDuration = 5_000

/**
 * Verifies access tokens of an identity provider: signature, issuer, audience, algorithm, times and, if present, the type, so that
 * a token signed for another use, such as a logout token, is refused. Keys are cached for ten minutes, and fetched again once for an
 * unknown key. While they cannot be fetched, those of before serve for up to an hour.
 */
export function createAccessTokenCheck(options: AccessTokenOptions) {
  const fetched = createRemoteJWKSet(new URL(options.jwksUri), { cooldownDuration, timeoutDuration })
  let fetchedAt = -Infinity
  let failed = { at: -Infinity, reason: '' }

  function older(): JWTVerifyGetKey | null {
    const known = Date.now() < fetchedAt + staleDuration ? fetched.jwks() : undefined
    if (known === undefined) return null
    const keyOf = createLocalJWKSet(known)
    return (...given) =>
      keyOf(...given).catch(() => {
        // The provider may have it by now.
        throw new errors.JOSEError('an unknown key')
      })
  }

  return async (token: string, now = new Date()): Promise<AccessTokenVerdict> => {
    if (Date.now() >= failed.at + retryDuration || older() === null) {
      const verdict = await verdictOf(token, fetched, options, now)
      if (verdict.kind === 'accepted' && fetched.fresh) fetchedAt = Date.now()
      if (verdict.kind !== 'unavailable') return verdict
      failed = { at: Date.now(), reason: verdict.reason }
    }
    const keys = older()
    const again = keys && (await verdictOf(token, keys, options, now))
    if (again === null || again.kind === 'unavailable') return { kind: 'unavailable', reason: failed.reason }
    return again.kind === 'accepted' ? { ...again, keysProblem: failed.reason } : again
  }
}

async function verdictOf(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audience, algorithms = ['RS256'] }: AccessTokenOptions,
  now: Date,
): Promise<AccessTokenVerdict> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      algorithms: [...algorithms],
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance,
      currentDate: now,
    })
    const { sub: subject = '' } = payload
    const isAccessToken = accessTokenTypes.includes(protectedHeader.typ?.toLowerCase())
    if (!isAccessToken) return { kind: 'refused', reason: 'its typ is not that of an access token' }
    const reason = audienceProblem(payload, audience) ?? (subject === '' ? 'sub is empty' : null)
    return reason === null ? { kind: 'accepted', subject, claims: payload } : { kind: 'refused', reason }
  } catch (error) {
    return { kind: isAboutTheToken(error) ? 'refused' : 'unavailable', reason: reasonOf(error) }
  }
}

/** Amazon Cognito's tokens have a `token_use` claim, and its access tokens have the client id in place of an audience. */
function audienceProblem(
  { aud, client_id: client, token_use: use }: JWTPayload,
  audience: string,
): string | null {
  if (use !== undefined && use !== 'access') return 'its token_use is not that of an access token'
  const named = aud ?? (use === 'access' ? client : undefined)
  if (named === undefined) return 'aud: missing'
  return [named].flat().includes(audience) ? null : 'aud: check_failed'
}

/** The token of an `Authorization` header; undefined without a header, null if it is not a bearer token. */
export function bearerOf(header: string | undefined): string | null | undefined {
  if (header === undefined) return undefined
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(header)?.[1] ?? null
}

/** jose's own error text or code, which contains nothing of the token or of the response to the key request. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed) return `${error.claim}: ${error.reason}`
  if (error instanceof errors.JOSEError)
    return error.code === errors.JOSEError.code ? error.message : error.code
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreachable'
}

/** jose's other errors come from fetching or parsing the keys. */
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
