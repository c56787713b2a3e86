import * as oauth from 'oauth4webapi'
import { timings } from '../../../core/kernel/limits'
import type { User } from '../../../core/ports/identity-provider'
import { OidcFailure } from './problems'
import { samePerson, userFromClaims } from '../session-state'
import type { Clock } from '../../../core/ports/clock'
import type { KeyValueStore } from '../../../core/ports/key-value-store'

export interface OidcIdentityOptions {
  /** The provider's issuer identifier, e.g. `https://login.example/realms/portal`; plain http only on this machine. */
  readonly issuer: string
  /** A public client: no secret, code flow with PKCE. */
  readonly clientId: string
  /** Identifier of the token service's API, sent as `audience`. */
  readonly audience: string
  readonly scope: string
  /** Registered exactly so, for sign-in and sign-out. */
  readonly redirectUri: string
  /** False: every token comes through the silent frame and `offline_access` is not asked for. True by default. */
  readonly refreshTokens?: boolean
  readonly clock: Clock
  /** Keeps the pending sign-in while the person is away at the provider. */
  readonly tabStore: KeyValueStore
  /** Keeps the one bit that somebody signed in here before. No token is ever stored. */
  readonly keyValueStore: KeyValueStore
  readonly displayName?: string
}

/** The secrets of one authorization request. */
export interface RequestSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface TokenSet {
  readonly accessToken: string
  /** Milliseconds since the epoch. */
  readonly goodUntil: number
  readonly refreshToken: string | null
  readonly user: User
}

/** One provider, spoken to as the standards say. Everything throws what `oidcProblem` can read. */
export interface OidcProtocol {
  /** Origin of the provider's pages, the only one whose messages count. */
  readonly pageOrigin: string
  /** Without the `web_message` mode no page can be asked silently. */
  readonly answersByMessage: boolean
  /** Where a provider without a sign-out page of its own is concerned, null. */
  readonly signOutAddress: string | null
  request(extra: Readonly<Record<string, string>>): Promise<{ address: string; secrets: RequestSecrets }>
  redeem(answer: URLSearchParams, secrets: RequestSecrets): Promise<TokenSet>
  refresh(tokens: TokenSet, refreshToken: string): Promise<TokenSet>
  revoke(refreshToken: string): Promise<void>
}

/** Seconds an ID token may be out of its time (specification, section 9). */
const leeway = 60

/** For the rare provider that does not say how long its tokens live. */
const unknownLifetime = 300

/** Reads the provider's own description of itself. */
export async function openOidcProtocol(options: OidcIdentityOptions): Promise<OidcProtocol> {
  const issuer = new URL(options.issuer)
  const http = () => ({
    [oauth.allowInsecureRequests]: isThisMachine(issuer),
    signal: AbortSignal.timeout(timings.httpDeadline),
  })
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, http()))
  const authorization = new URL(required(server.authorization_endpoint))

  /** The portal's clock, not the machine's, is what ID tokens are held against. */
  const client = (): oauth.Client => ({
    client_id: options.clientId,
    id_token_signed_response_alg: 'RS256',
    [oauth.clockTolerance]: leeway,
    [oauth.clockSkew]: Math.round((options.clock.now() - Date.now()) / 1_000),
  })

  async function tokensFrom(
    reply: Response,
    body: oauth.TokenEndpointResponse,
    before: TokenSet | null,
  ): Promise<TokenSet> {
    const claims = oauth.getValidatedIdTokenClaims(body)
    // The channel alone is not trusted: the signature must be the provider's. A refresh may come without an ID token.
    if (claims !== undefined) await oauth.validateApplicationLevelSignature(server, reply, http())
    const user = userFromClaims(claims) ?? before?.user ?? null
    if (user === null || (before !== null && !samePerson(before.user, user))) {
      throw new OidcFailure({ code: 'invalid-response' })
    }
    return {
      accessToken: body.access_token,
      goodUntil: options.clock.now() + (body.expires_in ?? unknownLifetime) * 1_000,
      refreshToken: body.refresh_token ?? before?.refreshToken ?? null,
      user,
    }
  }

  return {
    pageOrigin: authorization.origin,
    answersByMessage: server.response_modes_supported?.includes('web_message') ?? false,
    signOutAddress: signOutAddress(server, options),
    request: (extra) => authorizationRequest(options, authorization, extra),
    async redeem(answer, { state, nonce, verifier }) {
      const params = oauth.validateAuthResponse(server, client(), answer, state)
      const reply = await oauth.authorizationCodeGrantRequest(
        server,
        client(),
        oauth.None(),
        params,
        options.redirectUri,
        verifier,
        http(),
      )
      const body = await oauth.processAuthorizationCodeResponse(server, client(), reply, {
        expectedNonce: nonce,
        requireIdToken: true,
      })
      return tokensFrom(reply, body, null)
    },
    async refresh(tokens, refreshToken) {
      const reply = await oauth.refreshTokenGrantRequest(server, client(), oauth.None(), refreshToken, http())
      return tokensFrom(reply, await oauth.processRefreshTokenResponse(server, client(), reply), tokens)
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

/** Where the person, or a frame nobody sees, is sent, and the secrets that the answer is held against. */
async function authorizationRequest(
  { clientId, redirectUri, scope, audience, refreshTokens = true }: OidcIdentityOptions,
  authorization: URL,
  extra: Readonly<Record<string, string>>,
): ReturnType<OidcProtocol['request']> {
  const secrets = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  }
  const address = new URL(authorization)
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: refreshTokens ? `${scope} offline_access` : scope,
    audience,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ...extra,
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return { address: address.href, secrets }
}

/** By client id, not by `id_token_hint`: no token belongs in an address. */
function signOutAddress(
  server: oauth.AuthorizationServer,
  options: Pick<OidcIdentityOptions, 'clientId' | 'redirectUri'>,
): string | null {
  if (server.end_session_endpoint === undefined) return null
  const address = new URL(server.end_session_endpoint)
  address.searchParams.set('client_id', options.clientId)
  address.searchParams.set('post_logout_redirect_uri', options.redirectUri)
  return address.href
}

function required(endpoint: string | undefined): string {
  if (endpoint === undefined) throw new OidcFailure({ code: 'misconfigured' })
  return endpoint
}

function isThisMachine(issuer: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(issuer.hostname)
}
