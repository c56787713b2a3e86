import * as oauth from 'oauth4webapi'
import { timings } from '../../../core/kernel/limits'
import type { User } from '../../../core/ports/identity-provider'
import { OidcFailure } from './problems'
import { samePerson, withKnownClaims, userFromClaims } from '../session-state'
import type { Clock } from '../../../core/ports/clock'
import type { KeyValueStore } from '../../../core/ports/key-value-store'

export interface OidcIdentityOptions {
  /** The provider's issuer identifier, e.g. `https://login.example/realms/portal`; plain http only on this machine. */
  readonly issuer: string
  /** A public client: no secret, code flow with PKCE. */
  readonly clientId: string
  /** Identifier of the token service's API; empty: not sent to the provider. */
  readonly audience: string
  /**
   * Sent with every authorization request, and `resource` also with every request for tokens. They cannot override the parameters of the
   * code flow itself.
   */
  readonly parameters?: Readonly<Record<string, string>>
  /**
   * Contains `offline_access` only if the operator sets it: at some providers its tokens outlive the session and an administrator's log-out
   * (Keycloak 26). A refresh token that comes without it is used all the same.
   */
  readonly scope: string
  /** Registered in exactly this form, for sign-in and sign-out. */
  readonly redirectUri: string
  /** An empty page of the portal, registered in exactly this form: the silent frame ends there. */
  readonly silentUri: string
  /**
   * How a page that is reloaded finds out who is signed in. `frame`: in a hidden frame. `redirect`: if the frame finds no user,
   * by leaving the page once, for providers on another site. `none`: not at all.
   */
  readonly silent: 'frame' | 'redirect' | 'none'
  readonly clock: Clock
  /** Stores the pending sign-in while the user is at the provider; a cookie replaces it if it fails. */
  readonly tabStore: KeyValueStore
  /** Stores that a user signed in here before, as one bit or as the provider's `login_hint`. No token is ever stored. */
  readonly keyValueStore: KeyValueStore
}

/** The options that requests to a provider need. */
export type ProtocolOptions = Pick<
  OidcIdentityOptions,
  'issuer' | 'clientId' | 'audience' | 'parameters' | 'scope' | 'redirectUri' | 'clock'
> & {
  /** Replaces the platform's `fetch`, to inspect requests and replies. */
  readonly fetch?: (address: string, init: object) => Promise<Response>
}

/** The secrets of one authorization request. */
export interface RequestSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** The redirect URI of the request; the code is invalid with another one. */
  readonly redirectUri: string
}

export interface TokenSet {
  readonly accessToken: string
  /** Milliseconds since the epoch. */
  readonly goodUntil: number
  readonly refreshToken: string | null
  /** Identify the user to sign out: the ID token as it came, and the `login_hint` in it, if any (Entra ID). */
  readonly hints: Readonly<Record<string, string>> | null
  readonly user: User
  readonly providerTime: ProviderTime
}

/** What an ID token says of the provider's clock. In seconds. */
interface ProviderTime {
  readonly issuedAt: number
  /** How far that clock is ahead of this device's. */
  readonly ahead: number
}

/** One provider, addressed by the standards. Everything throws what `oidcProblem` can map. */
export interface OidcProtocol {
  /** The origin of the provider's pages, the only one whose messages count. */
  readonly pageOrigin: string
  /** The provider supports the `web_message` mode. */
  readonly answersByMessage: boolean
  /** Null for a provider without a sign-out page. */
  readonly signOut: { readonly address: string; readonly fields: Readonly<Record<string, string>> } | null
  request(
    extra: Readonly<Record<string, string>>,
    redirectUri?: string,
  ): Promise<{ address: string; secrets: RequestSecrets }>
  redeem(answer: URLSearchParams, secrets: RequestSecrets): Promise<TokenSet>
  /** `rotated` receives the next refresh token before any check of the answer that may fail because of the network. */
  refresh(tokens: TokenSet, refreshToken: string, rotated: (refreshToken: string) => void): Promise<TokenSet>
  revoke(refreshToken: string): Promise<void>
}

/** Clock tolerance for an ID token, in seconds (specification, section 9). */
const leeway = 60

/** The largest difference between the provider's clock and the device's, in seconds, that has no effect (fault matrix F15). */
const mostSkew = 600

/** Longest time, in ms, that a login waits for the user's name. */
const userinfoDeadline = 2_000

/** In seconds, for the rare provider that does not report its tokens' lifetime. */
const unknownLifetime = 300

/** Signature algorithms with a published key. Never `none`, nor those with a shared secret, whatever a provider lists. */
export const signatures: readonly string[] = ['RS256', 'PS256', 'ES256', 'EdDSA']

/** The algorithm that OpenID Connect requires, for a provider that lists none. */
const requiredSignature = ['RS256']

/** The library's code for a signature by a key that is not among the fetched ones. */
const unknownKey = 'OAUTH_KEY_SELECTION_FAILED'

/** What every request and every check of an answer needs. */
interface Connection {
  readonly options: ProtocolOptions
  /** `ahead`: as in `ProviderTime`. */
  readonly client: (ahead?: number) => oauth.Client
  readonly http: () => {
    readonly signal: AbortSignal
    readonly [oauth.customFetch]?: NonNullable<ProtocolOptions['fetch']>
  }
  /** The library caches the provider's keys by this object. */
  server: oauth.AuthorizationServer
}

async function connect(options: ProtocolOptions): Promise<Connection> {
  const issuer = new URL(options.issuer)
  const http = () => ({
    [oauth.allowInsecureRequests]: isThisMachine(issuer),
    signal: AbortSignal.timeout(timings.httpDeadline),
    ...(options.fetch !== undefined && { [oauth.customFetch]: options.fetch }),
  })
  const client = (ahead = 0): oauth.Client => ({
    client_id: options.clientId,
    [oauth.clockTolerance]: leeway,
    // The library reads the machine's clock, not the portal's.
    [oauth.clockSkew]: Math.round((options.clock.now() - Date.now()) / 1_000) + ahead,
  })
  const found = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, http()))
  const listed = found.id_token_signing_alg_values_supported ?? requiredSignature
  const taken = listed.filter((algorithm) => signatures.includes(algorithm))
  if (taken.length === 0) throw new OidcFailure({ code: 'misconfigured' })
  return { options, client, http, server: { ...found, id_token_signing_alg_values_supported: taken } }
}

/** The channel alone is not trusted: the signature must be the provider's. If the key is new, the keys are fetched once more. */
async function checkSignature(connection: Connection, reply: Response): Promise<void> {
  const check = (): Promise<void> =>
    oauth.validateApplicationLevelSignature(connection.server, reply, connection.http())
  try {
    await check()
  } catch (cause) {
    if (!(cause instanceof oauth.OperationProcessingError) || cause.code !== unknownKey) throw cause
    connection.server = { ...connection.server }
    await check()
  }
}

/**
 * The provider's clock at this answer. An ID token's times are compared with it, as the device's clock may be minutes off, and Keycloak's
 * tokens live for five. OpenID Connect permits that (Core, 3.1.3.7): the answer comes from the token endpoint itself over TLS (6), and how
 * far `iat` may be from the client's own time is for the client to say (10). An ID token of a login is no older than its request, whose
 * nonce it has (11). One of a renewal has no nonce: unless it is newer than the last one, it says nothing new about the clock, so that
 * no old token makes itself valid.
 */
async function providerTimeOf(
  { options }: Connection,
  reply: Response,
  before: ProviderTime | null,
): Promise<ProviderTime> {
  const issuedAt = await issuedAtOf(reply.clone())
  const { issuedAt: last, ahead } = before ?? { issuedAt: 0, ahead: 0 }
  if (issuedAt === null || issuedAt <= last) return { issuedAt: last, ahead }
  const difference = Math.round(issuedAt - options.clock.now() / 1_000)
  return { issuedAt, ahead: Math.max(-mostSkew, Math.min(mostSkew, difference)) }
}

/** `iat` of the answer's ID token, not yet checked. Null if there is none; what is wrong with the answer is for the library to say. */
async function issuedAtOf(reply: Response): Promise<number | null> {
  try {
    const { id_token } = (await reply.json()) as { readonly id_token?: unknown }
    const [, payload = ''] = String(id_token).split('.')
    const { iat } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as {
      readonly iat?: unknown
    }
    return typeof iat === 'number' ? iat : null
  } catch {
    return null
  }
}

async function tokensFrom(
  connection: Connection,
  reply: Response,
  body: oauth.TokenEndpointResponse,
  providerTime: ProviderTime,
  before: TokenSet | null,
): Promise<TokenSet> {
  const claims = oauth.getValidatedIdTokenClaims(body)
  const name: unknown = claims?.['login_hint']
  const found = userFromClaims(claims) ?? before?.user ?? null
  if (found === null || (before !== null && !samePerson(before.user, found))) {
    throw new OidcFailure({ code: 'invalid-response' })
  }
  const [user] = await Promise.all([
    // An ID token that comes with a refresh need not repeat the user's name (OpenID Connect, 12.2).
    namedUser(connection, body.access_token, withKnownClaims(before?.user ?? null, found)),
    // A refresh may come without an ID token.
    claims !== undefined && checkSignature(connection, reply),
  ])
  return {
    accessToken: body.access_token,
    goodUntil: connection.options.clock.now() + (body.expires_in ?? unknownLifetime) * 1_000,
    refreshToken: body.refresh_token ?? before?.refreshToken ?? null,
    hints:
      body.id_token === undefined
        ? (before?.hints ?? null)
        : { id_token_hint: body.id_token, ...(typeof name === 'string' && { logout_hint: name }) },
    user,
    providerTime,
  }
}

/**
 * Many providers report name and e-mail address only at this endpoint (OpenID Connect, 5.4). The request runs while the keys are fetched,
 * and only to the origin of the token endpoint, which the portal's policy has to name. If it fails, the user has no name.
 */
async function namedUser(
  { options: { scope }, server, client, http }: Connection,
  accessToken: string,
  user: User,
): Promise<User> {
  const wanted = /\b(?:profile|email)\b/.test(scope) && user.name === undefined && user.email === undefined
  if (!wanted || server.userinfo_endpoint === undefined) return user
  try {
    if (new URL(server.userinfo_endpoint).origin !== new URL(server.token_endpoint ?? '').origin) return user
    const inTime = { ...http(), signal: AbortSignal.timeout(userinfoDeadline) }
    const reply = await oauth.userInfoRequest(server, client(), accessToken, inTime)
    const claims = await oauth.processUserInfoResponse(server, client(), user.subject, reply)
    return { ...userFromClaims({ ...claims, iss: user.issuer }), ...user }
  } catch {
    return user
  }
}

/** Reads the provider's metadata. */
export async function openOidcProtocol(options: ProtocolOptions): Promise<OidcProtocol> {
  const connection = await connect(options)
  const { client, http, server } = connection
  const { resource } = options.parameters ?? {}
  // The token's audience is sent with the authorization request, and again with the token request (RFC 8707, 2.2).
  const tokenRequestOptions = () => ({
    ...http(),
    ...(resource !== undefined && { additionalParameters: { resource } }),
  })
  const authorization = new URL(required(server.authorization_endpoint))

  return {
    pageOrigin: authorization.origin,
    answersByMessage: server.response_modes_supported?.includes('web_message') ?? false,
    signOut: signOutRequest(server, options),
    request: (extra, redirectUri = options.redirectUri) =>
      authorizationRequest({ ...options, redirectUri }, authorization, extra),
    async redeem(answer, { state, nonce, verifier, redirectUri }) {
      const params = oauth.validateAuthResponse(server, client(), answer, state)
      const reply = await oauth.authorizationCodeGrantRequest(
        server,
        client(),
        oauth.None(),
        params,
        redirectUri,
        verifier,
        tokenRequestOptions(),
      )
      const time = await providerTimeOf(connection, reply, null)
      const body = await oauth.processAuthorizationCodeResponse(server, client(time.ahead), reply, {
        expectedNonce: nonce,
        requireIdToken: true,
      })
      return tokensFrom(connection, reply, body, time, null)
    },
    async refresh(tokens, refreshToken, rotated) {
      const reply = await oauth.refreshTokenGrantRequest(
        server,
        client(),
        oauth.None(),
        refreshToken,
        tokenRequestOptions(),
      )
      const time = await providerTimeOf(connection, reply, tokens.providerTime)
      const body = await oauth.processRefreshTokenResponse(server, client(time.ahead), reply)
      if (body.refresh_token !== undefined) rotated(body.refresh_token)
      return tokensFrom(connection, reply, body, time, tokens)
    },
    async revoke(refreshToken) {
      if (server.revocation_endpoint === undefined) return
      const reply = await oauth.revocationRequest(server, client(), oauth.None(), refreshToken, {
        ...http(),
        additionalParameters: { token_type_hint: 'refresh_token' },
      })
      await oauth.processRevocationResponse(reply)
    },
  }
}

/** The address for the user or for a hidden frame, and the secrets that the answer is checked against. */
async function authorizationRequest(
  options: ProtocolOptions,
  authorization: URL,
  extra: Readonly<Record<string, string>>,
): ReturnType<OidcProtocol['request']> {
  const { clientId, redirectUri, scope, audience } = options
  const secrets = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    redirectUri,
  }
  const address = new URL(authorization)
  const parameters = {
    ...options.parameters,
    ...(audience === '' ? {} : { audience }),
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ...extra,
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return { address: address.href, secrets }
}

function signOutRequest(
  { end_session_endpoint }: oauth.AuthorizationServer,
  { clientId, redirectUri }: ProtocolOptions,
): OidcProtocol['signOut'] {
  return end_session_endpoint === undefined
    ? null
    : {
        address: end_session_endpoint,
        fields: { client_id: clientId, post_logout_redirect_uri: redirectUri },
      }
}

function required(endpoint: string | undefined): string {
  if (endpoint === undefined) throw new OidcFailure({ code: 'misconfigured' })
  return endpoint
}

/** Whether the provider is on this machine: all its addresses may then be plain http. */
export function isThisMachine(issuer: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(issuer.hostname)
}
