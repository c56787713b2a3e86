import { SignJWT, generateKeyPair, jwtVerify } from 'jose'

/** The identity a BI token was issued for. `anonymous` may open the Home board only. */
export type BiBearer =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'person'; readonly subject: string; readonly email: string; readonly name: string }

/** A signed-in bearer, who can own things. */
export type Person = Extract<BiBearer, { kind: 'person' }>

/** Issues and verifies the short-lived tokens between token service and BI host. They are opaque to the portal. */
export interface BiTokens {
  /** Issues a new token on every call. `seconds` overrides the configured lifetime. */
  issue(bearer: BiBearer, seconds?: number): Promise<string>
  /** `null` for anything that is not one of our tokens, or has expired. */
  verify(token: string): Promise<(BiBearer & { readonly expiresAt: number }) | null>
}

const issuer = 'assay-local-token-service'
const audience = 'assay-local-bi-host'

export async function createBiTokens(options: { readonly lifetimeSeconds: number }): Promise<BiTokens> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  return {
    issue: (bearer, seconds = options.lifetimeSeconds) =>
      new SignJWT({ bearer })
        .setProtectedHeader({ alg: 'ES256', typ: 'bi+jwt' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setJti(crypto.randomUUID())
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(privateKey),
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, publicKey, {
          issuer,
          audience,
          algorithms: ['ES256'],
          requiredClaims: ['exp', 'jti'],
        })
        const bearer = payload['bearer'] as BiBearer
        return { ...bearer, expiresAt: payload.exp ?? 0 }
      } catch {
        return null
      }
    },
  }
}
