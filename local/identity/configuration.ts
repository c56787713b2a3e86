import { randomBytes } from 'node:crypto'
import type {
  AccessToken,
  ClientCredentials,
  Configuration,
  KoaContextWithOIDC,
  Account,
  FindAccount,
  Adapter,
  AdapterFactory,
  AdapterPayload,
} from 'oidc-provider'
import type { JWK } from 'jose'
import {
  clientOf,
  identityPaths,
  interactionPath,
  errors,
  interactionPolicy,
  type IdentitySettings,
} from './settings'
import { signOutSource, signedOutSource, showProblem } from './pages'
import { personBySubject } from './people'

/**
 * Audiences that the provider issues access tokens for. Besides the real one, a few yield the same token with a short
 * lifetime, so that tests can try renewal and rejection without a fake clock.
 */
interface Audience {
  /** Its resource indicator (an absolute URI) in the provider. */
  readonly resource: string
  /** The `aud` claim of the token: always the real audience. */
  readonly audience: string
  readonly seconds: number
}

/** In seconds. The Auth0 SDK renews a token of 62 s after about 2 s. The token service soon refuses one of 1 s. */
const shortLifetimes = [62, 1] as const

/** The audience to request instead of `audience` for a token of that lifetime. */
export function shortLivedAudience(audience: string, seconds: (typeof shortLifetimes)[number]): string {
  return `${audience}${audience.endsWith('/') ? '' : '/'}lifetime/${seconds}`
}

function audiencesOf(audience: string, seconds: number): readonly Audience[] {
  return [
    { resource: resourceOf(audience), audience, seconds },
    ...shortLifetimes.map((short) => ({
      resource: resourceOf(shortLivedAudience(audience, short)),
      audience,
      seconds: short,
    })),
  ]
}

/** Resource indicators must be absolute URIs, but Auth0 accepts any text as an audience, so other texts become a URN. */
function resourceOf(audience: string): string {
  return URL.canParse(audience) ? audience : `urn:assay:audience:${encodeURIComponent(audience)}`
}

/**
 * The provider's account of a seeded person. For a refresh token of a person who needs a second factor, it throws
 * Auth0's error for that case.
 */
function findAccount(subject: string, token?: Parameters<FindAccount>[2]): Account | undefined {
  const person = personBySubject(subject)
  if (person === undefined) return undefined
  if (person.fate.kind === 'second-factor' && token?.kind === 'RefreshToken')
    throw new errors.CustomOIDCProviderError('mfa_required', 'Multifactor authentication required')
  return {
    accountId: person.subject,
    fate: person.fate.kind,
    email: person.email,
    name: person.name,
    claims: () => ({
      sub: person.subject,
      name: person.name,
      given_name: person.givenName,
      nickname: person.nickname,
      email: person.email,
      email_verified: true,
    }),
  }
}

const scopes = ['openid', 'profile', 'email', 'offline_access']

interface Entry {
  readonly payload: AdapterPayload
  /** Milliseconds since the epoch; `Infinity` if it does not expire. */
  readonly expiresAt: number
}

/**
 * In-memory store of a provider's sessions, grants and codes, so a restart signs all users out. Expired entries are
 * removed when read, and by a sweep on every write.
 */
function createStore(): AdapterFactory {
  const entries = new Map<string, Entry>()

  function read(key: string): AdapterPayload | undefined {
    const entry = entries.get(key)
    if (entry === undefined) return undefined
    if (entry.expiresAt > Date.now()) return entry.payload
    entries.delete(key)
    return undefined
  }

  function sweep() {
    const now = Date.now()
    for (const [key, entry] of entries) if (entry.expiresAt <= now) entries.delete(key)
  }

  function findWhere(model: string, holds: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const key of entries.keys()) {
      if (!key.startsWith(`${model}:`)) continue
      const payload = read(key)
      if (payload !== undefined && holds(payload)) return payload
    }
    return undefined
  }

  return (model): Adapter => ({
    async upsert(id, payload, expiresIn) {
      sweep()
      const expiresAt = expiresIn === undefined ? Infinity : Date.now() + expiresIn * 1000
      entries.set(`${model}:${id}`, { payload, expiresAt })
    },
    find: async (id) => read(`${model}:${id}`),
    findByUid: async (uid) => findWhere(model, (payload) => payload.uid === uid),
    findByUserCode: async (userCode) => findWhere(model, (payload) => payload.userCode === userCode),
    async consume(id) {
      const entry = entries.get(`${model}:${id}`)
      if (entry === undefined) return
      const consumed = Math.floor(Date.now() / 1000)
      entries.set(`${model}:${id}`, { ...entry, payload: { ...entry.payload, consumed } })
    },
    async destroy(id) {
      entries.delete(`${model}:${id}`)
    },
    /** Called once for each kind of token. A running interaction also refers to the grant, and must survive. */
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries)
        if (key.startsWith(`${model}:`) && payload.grantId === grantId) entries.delete(key)
    },
  })
}

/** Makes the provider behave like Auth0 where the Auth0 SDK depends on it. */
export function providerConfiguration(settings: IdentitySettings, signingKey: JWK): Configuration {
  return {
    adapter: createStore(),
    clients: settings.clientIds.map((id) => clientOf(id, settings.product, settings.portalOrigins)),
    jwks: { keys: [signingKey] },
    routes: identityPaths,
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    scopes,
    pkce: { required: () => true },
    cookies: cookies(settings.port),
    ttl: ttl(settings),
    findAccount: (_context, subject, token) => findAccount(subject, token),
    // The SDK reads name and email from the ID token and never calls /userinfo.
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'nickname'],
      email: ['email', 'email_verified'],
    },
    extraTokenClaims: (_context, token) => accessTokenClaims(token),
    extraParams: {
      // A validator is the documented place to adjust parameters. This one is unrelated to the audience.
      audience: (context) => restoreOfflineAccess(context),
      auth0Client: null,
      screen_hint: null,
      organization: null,
    },
    loadExistingGrant: grantEverything,
    interactions: {
      url: (_context, interaction) => `${interactionPath}/${interaction.uid}`,
      policy: policy(),
    },
    issueRefreshToken: (_context, client, source) =>
      client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access'),
    rotateRefreshToken: true,
    // Otherwise a refresh token with offline_access would survive sign-out.
    expiresWithSession: () => true,
    clientBasedCORS: (_context, origin) => settings.portalOrigins.includes(origin),
    renderError: (context, out) => showProblem(settings, context, out.error, out.error_description),
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true, allowedPolicy: () => true },
      userinfo: { enabled: true },
      webMessageResponseMode: { enabled: settings.webMessage, ack: 'individual-draft-01' },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => signOutSource(settings, context, form),
        postLogoutSuccessSource: (context) => signedOutSource(settings, context),
      },
      resourceIndicators: resourceIndicators(settings),
    },
  }
}

/** The names contain the port, since cookies ignore ports and two providers on one host would sign each other's users out. */
function cookies(port: number): Configuration['cookies'] {
  return {
    names: {
      session: `assay_identity_${port}`,
      interaction: `assay_identity_${port}_interaction`,
      resume: `assay_identity_${port}_resume`,
    },
    keys: [randomBytes(32).toString('base64url')],
    long: { httpOnly: true, sameSite: 'lax', signed: true },
    short: { httpOnly: true, sameSite: 'lax', signed: true },
  }
}

function ttl({ lifetimes }: IdentitySettings): Configuration['ttl'] {
  return {
    AccessToken: (_context, token) => token.resourceServer?.accessTokenTTL ?? lifetimes.accessToken,
    AuthorizationCode: 60,
    Grant: lifetimes.session,
    IdToken: lifetimes.idToken,
    Interaction: 3600,
    Session: lifetimes.session,
    // Rotation does not extend the lifetime of a family of refresh tokens.
    RefreshToken: (context) =>
      context.oidc.entities.RotatedRefreshToken?.remainingTTL ?? lifetimes.refreshToken,
  }
}

function resourceIndicators(settings: IdentitySettings) {
  const audiences = audiencesOf(settings.audience, settings.lifetimes.accessToken)
  return {
    enabled: true,
    // Auth0's `audience` parameter selects the resource. Without it the access token is opaque.
    defaultResource(context: KoaContextWithOIDC): string | string[] {
      const asked = context.oidc.params?.['audience']
      return typeof asked === 'string' ? resourceOf(asked) : []
    },
    // Token requests have neither audience nor resource.
    useGrantedResource: () => true,
    getResourceServerInfo(_context: KoaContextWithOIDC, resource: string) {
      const found = audiences.find((one) => one.resource === resource)
      if (found === undefined) throw new errors.AccessDenied(`Service not found: ${resource}`)
      return {
        scope: scopes.join(' '),
        audience: found.audience,
        accessTokenTTL: found.seconds,
        accessTokenFormat: 'jwt' as const,
        jwt: { sign: { alg: 'RS256' as const } },
      }
    },
  }
}

/** The library drops `offline_access` unless `prompt=consent`, whereas Auth0 grants it to every client that may have it. */
function restoreOfflineAccess(context: KoaContextWithOIDC): void {
  const { params, client, body } = context.oidc
  const asked = context.method === 'POST' ? body?.['scope'] : context.query['scope']
  if (params === undefined || client?.grantTypeAllowed('refresh_token') !== true) return
  if (typeof asked !== 'string' || !asked.split(' ').includes('offline_access')) return
  const granted = typeof params['scope'] === 'string' ? params['scope'].split(' ') : []
  if (!granted.includes('offline_access')) params['scope'] = [...granted, 'offline_access'].join(' ')
}

/**
 * Grants a first-party client everything it requests, without a consent page. Compares the account, because otherwise
 * switching accounts would reuse the first one's grant.
 */
async function grantEverything(context: KoaContextWithOIDC) {
  const { oidc } = context
  const { provider, client, session, account } = oidc
  if (client === undefined || account === undefined) return undefined
  const known = session?.grantIdFor(client.clientId)
  const found = known === undefined ? undefined : await provider.Grant.find(known)
  const grant =
    found?.accountId === account.accountId
      ? found
      : new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(' '))
  for (const [resource, server] of Object.entries(oidc.resourceServers ?? {}))
    grant.addResourceScope(resource, [...server.scopes].join(' '))
  await grant.save()
  return grant
}

function policy() {
  const { base, Check } = interactionPolicy
  const prompts = base()
  prompts
    .get('login')
    ?.checks.add(
      new Check('second_factor', 'Multifactor authentication required', 'mfa_required', needsSecondFactor),
    )
  return prompts
}

function needsSecondFactor(context: KoaContextWithOIDC): boolean {
  return context.oidc.prompts.has('none') && context.oidc.account?.['fate'] === 'second-factor'
}

/** Email and name of the user, and Auth0's claim for the client. */
function accessTokenClaims(token: AccessToken | ClientCredentials) {
  const account = 'accountId' in token ? findAccount(token.accountId) : undefined
  return { azp: token.clientId, ...(account && { email: account['email'], name: account['name'] }) }
}
