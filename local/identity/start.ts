import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  SignJWT,
  decodeJwt,
  decodeProtectedHeader,
} from 'jose'
import { localAudience, localClientIds, portVariables } from '../http/addresses'
import { withFaults, type Faults } from '../http/faults'
import { forLog, listen, type ListeningService } from '../http/listen'
import { isLoopbackAddress } from '../http/guard'
import { pageAsset, pageHeaders, pagePolicy, type PageAsset } from '../http/page'
import { providerConfiguration } from './configuration'
import fillForm from './fill-form.js?raw'
import {
  Provider,
  defaultLifetimes,
  interactionPath,
  identityPaths,
  type RequestContext,
  type IdentityLifetimes,
  type IdentitySettings,
} from './settings'
import { showProblem, signIn, auth0SignOut } from './pages'
import submitForm from './submit-form.js?raw'
import { isRecord } from '../http/is-record'

/** Adapts responses of the token endpoint to Auth0's, and shifts their times while a clock fault is set. */
async function tokenAnswers(
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
    // The SDK checks this text to decide whether to fall back to the silent frame.
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

/** The token with all its times shifted, signed again. Empty if the token is missing or opaque. */
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

interface IdentityOptions {
  /** 0 for any free port (tests). */
  readonly port: number
  /**
   * Origins of the portal. The provider may redirect to each of them, bare or with `/datasets`, and their pages may call
   * the token endpoint. Links back lead to the first one.
   */
  readonly portalOrigins: readonly [string, ...string[]]
  readonly faults: Faults
  readonly audience?: string
  readonly clientIds?: readonly string[]
  readonly product?: string
  readonly lifetimes?: Partial<IdentityLifetimes>
  /** `false` for a provider without `web_message`, such as Keycloak; default `true`. */
  readonly webMessage?: boolean
  /** Default `process.env.NODE_ENV`. */
  readonly environment?: string
}

export interface IdentityService extends ListeningService {
  /** Origin plus slash; the `iss` of every token. */
  readonly issuer: string
  readonly jwksUri: string
}

/**
 * The development identity provider: a real OpenID provider with Auth0's interface, for this machine only. All its state
 * is in memory, so signing key, sessions and grants are new after every start.
 * @throws PortTaken; Error in production, or if a portal origin is not on this machine
 */
export async function startIdentity(options: IdentityOptions): Promise<IdentityService> {
  refuseElsewhere(options)
  let handler: RequestListener = (_request, response) => response.writeHead(503).end()
  const service = await listen({
    name: 'identity provider',
    port: options.port,
    variable: portVariables.identity,
    limit: { path: /^\//, perMinute: 3_000 },
    handler: (request, response) => handler(request, response),
  })
  try {
    const settings: IdentitySettings = {
      issuer: `${service.origin}/`,
      port: service.port,
      product: options.product ?? 'Assay',
      audience: options.audience ?? localAudience,
      clientIds: options.clientIds ?? Object.values(localClientIds),
      portalOrigins: options.portalOrigins,
      webMessage: options.webMessage ?? true,
      lifetimes: { ...defaultLifetimes, ...options.lifetimes },
      faults: options.faults,
    }
    handler = await identityHandler(settings)
    return { ...service, issuer: settings.issuer, jwksUri: `${service.origin}/.well-known/jwks.json` }
  } catch (error) {
    await service.close()
    throw error
  }
}

function refuseElsewhere({ environment = process.env['NODE_ENV'], portalOrigins }: IdentityOptions): void {
  if (environment === 'production')
    throw new Error(
      'The development identity provider does not run in production (NODE_ENV is "production").',
    )
  const foreign = portalOrigins.find((origin) => !isLoopbackAddress(origin))
  if (foreign !== undefined)
    throw new Error(`The development identity provider serves this machine only, not ${foreign}.`)
}

async function identityHandler(settings: IdentitySettings): Promise<RequestListener> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = await exportJWK(privateKey)
  // The key id changes with the key, so that no client keeps using the key of an earlier start.
  const kid = await calculateJwkThumbprint(await exportJWK(publicKey))
  const provider = new Provider(
    settings.issuer,
    providerConfiguration(settings, { ...key, kid, alg: 'RS256', use: 'sig' }),
  )
  provider.on('server_error', (_context, error) => console.error('identity provider:', forLog(error)))
  provider.use((context, next) => pages(settings, context, next))
  provider.use((context, next) => auth0SignOut(settings, context, next))
  provider.use((context, next) => signIn(settings, provider, context, next))
  provider.use((context, next) => tokenAnswers(settings, privateKey, context, next))
  const handle = provider.callback()
  return withFaults(
    settings.faults,
    'identity',
    (request: IncomingMessage, response: ServerResponse) => void handle(request, response),
    { countedAs: grouped, headers: (request) => readable(settings, request) },
  )
}

/** Sets the headers of every page, serves assets, and shows an error page for unknown paths. */
async function pages(settings: IdentitySettings, context: RequestContext, next: () => Promise<void>) {
  context.set({ ...pageHeaders, 'content-security-policy': pagePolicy(settings.portalOrigins) })
  const asset = context.method === 'GET' ? await assetOf(context.path) : null
  if (asset !== null) {
    context.set('cache-control', 'max-age=3600')
    context.type = asset.type
    context.body = asset.body
    return
  }
  await next()
  if (
    context.status !== 404 ||
    (context.body !== null && context.body !== undefined) ||
    context.accepts('html', 'json') !== 'html'
  )
    return
  showProblem(settings, context, 'not_found')
  context.status = 404
}

async function assetOf(path: string): Promise<PageAsset | null> {
  const script = { '/assets/fill-form.js': fillForm, '/assets/submit-form.js': submitForm }[path]
  return script === undefined ? pageAsset(path) : { type: 'text/javascript; charset=utf-8', body: script }
}

function grouped(path: string): string {
  return path.replace(new RegExp(`^(${interactionPath}|/authorize)/[^/]+`), '$1/*')
}

function readable({ portalOrigins }: IdentitySettings, { headers: { origin } }: IncomingMessage) {
  return {
    vary: 'Origin',
    ...(origin && portalOrigins.includes(origin) && { 'access-control-allow-origin': origin }),
  }
}
