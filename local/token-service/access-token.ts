import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { BiBearer } from '../bi-host/wire/bi-token'

export interface AccessTokenOptions {
  /** With its trailing slash, exactly as in the token. */
  readonly issuer: string
  readonly jwksUri: string
  readonly audience: string
}

/** `unavailable`: the provider's keys cannot be had, which says nothing about the token. */
export type AccessTokenVerdict =
  | { readonly kind: 'accepted'; readonly bearer: BiBearer & { readonly kind: 'person' } }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unavailable' }

/** Seconds the two clocks may differ. */
const clockTolerance = 5
/** A restarted provider signs with a new key: how soon after the last look its keys may be fetched again, in ms. */
const cooldownDuration = 1000
const timeoutDuration = 3000

/** Checks access tokens of the identity provider: signature, issuer, audience, algorithm and times. */
export function createAccessTokenCheck(options: AccessTokenOptions) {
  const keys = createRemoteJWKSet(new URL(options.jwksUri), { cooldownDuration, timeoutDuration })
  return async (token: string, now: Date): Promise<AccessTokenVerdict> => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: options.issuer,
        audience: options.audience,
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance,
        currentDate: now,
      })
      const subject = payload.sub ?? ''
      const text = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : subject)
      return {
        kind: 'accepted',
        bearer: {
          kind: 'person',
          subject,
          email: text(payload['email']),
          name: text(payload['name']),
        },
      }
    } catch (error) {
      return { kind: isAboutTheToken(error) ? 'refused' : 'unavailable' }
    }
  }
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
