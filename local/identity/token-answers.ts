import { isRecord } from '../http/is-record'
import { SignJWT, decodeJwt, decodeProtectedHeader } from 'jose'
import type { RequestContext } from './provider-library'
import { identityPaths, type IdentitySettings } from './settings'

/** Makes answers of the token endpoint those of Auth0, and those of a wrong clock while a fault switch says so. */
export async function tokenAnswers(
  settings: IdentitySettings,
  signingKey: CryptoKey,
  context: RequestContext,
  next: () => Promise<void>,
): Promise<void> {
  await next()
  if (context.path !== identityPaths.token || context.method !== 'POST') return
  const answer = context.body
  if (!isRecord(answer)) return
  const grantType = context.oidc?.params?.['grant_type']
  if (grantType === 'refresh_token' && answer['error'] === 'invalid_grant') {
    // The SDK decides by this text whether the silent frame may be tried instead.
    context.status = 403
    context.body = { error: 'invalid_grant', error_description: 'Unknown or invalid refresh token.' }
  }
  if (answer['error'] === 'mfa_required') {
    context.status = 403
    context.body = { ...answer, mfa_token: 'local-development' }
  }
  const offset = settings.faults.clockOffset('identity')
  if (offset === 0) return
  context.set('date', new Date(Date.now() + offset).toUTCString())
  context.body = {
    ...answer,
    ...(await shifted(answer, 'id_token', offset, signingKey)),
    ...(await shifted(answer, 'access_token', offset, signingKey)),
  }
}

const times = ['iat', 'nbf', 'exp', 'auth_time'] as const

/** The token signed anew with all its times moved; nothing for an absent or opaque one. */
async function shifted(answer: Record<string, unknown>, name: string, offset: number, signingKey: CryptoKey) {
  const token = answer[name]
  if (typeof token !== 'string' || token.split('.').length !== 3) return {}
  const header = decodeProtectedHeader(token)
  const payload: Record<string, unknown> = { ...decodeJwt(token) }
  for (const time of times) {
    const value = payload[time]
    if (typeof value === 'number') payload[time] = value + Math.round(offset / 1000)
  }
  const signed = new SignJWT(payload).setProtectedHeader({ ...header, alg: 'RS256' }).sign(signingKey)
  return { [name]: await signed }
}
