import { createHmac } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { answerWith, type PortalBrowser } from './browser-subject'

/** What one row of the ID-token table is about. Claims set to `undefined` are left out. */
export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly alg?: 'RS256' | 'none' | 'HS256'
  /** `stale`: the claims were changed after signing. `stranger`: a key the provider does not publish. */
  readonly signature?: 'stale' | 'stranger'
  /** The answer brings no ID token at all. */
  readonly absent?: boolean
}

const genuine = await generateKeyPair('RS256')
const stranger = await generateKeyPair('RS256')
const published = { ...(await exportJWK(genuine.publicKey)), kid: 'genuine', alg: 'RS256', use: 'sig' }

/**
 * Answers the next token request with an ID token of our own making, signed with a key that the provider seems to publish, so
 * that only what the row is about can be the reason for a refusal.
 */
export async function forgeAnswers(browser: PortalBrowser, next: () => Forgery): Promise<void> {
  const { stage, setup, context } = browser
  await context.route(`${stage.identity.origin}/.well-known/jwks.json`, (route) =>
    answerWith(route, stage.portal.origin, 200, { keys: [published] }).then(() => undefined),
  )
  browser.intervene(async (_form, route) => {
    const forgery = next()
    const nonce = browser.authorizations.at(-1)?.searchParams.get('nonce')
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: stage.identity.issuer,
      aud: setup.clientId,
      sub: 'local|analyst',
      name: 'Ada Winter',
      nonce,
      iat: now - 120,
      exp: now + 3_600,
      ...forgery.claims,
    }
    return answerWith(route, stage.portal.origin, 200, {
      access_token: 'opaque-access-token-of-the-forger',
      token_type: 'Bearer',
      expires_in: 3_600,
      scope: 'openid profile email',
      ...(forgery.absent === true ? {} : { id_token: await signed(claims, forgery) }),
    })
  })
}

async function signed(claims: JWTPayload, { alg = 'RS256', signature }: Forgery): Promise<string> {
  if (alg !== 'RS256') {
    const head = `${encoded({ alg, typ: 'JWT', kid: 'genuine' })}.${encoded(claims)}`
    const tail =
      alg === 'none' ? '' : createHmac('sha256', JSON.stringify(published)).update(head).digest('base64url')
    return `${head}.${tail}`
  }
  const key = signature === 'stranger' ? stranger.privateKey : genuine.privateKey
  const token = await new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT', kid: 'genuine' }).sign(key)
  if (signature !== 'stale') return token
  const [header, , tail] = token.split('.')
  return `${header}.${encoded({ ...claims, name: 'Somebody Else' })}.${tail}`
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
