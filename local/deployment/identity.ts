import { signatures } from '../../src/adapters/identity-provider/oidc/protocol'
import type { Vendor } from '../../src/composition/adapter-map'
import type { Configuration } from '../../src/composition/configuration'
import { redirectTarget } from '../../src/composition/page-return'
import { recordOf } from '../../src/composition/pairs'
import { silentTarget } from '../../src/composition/wiring/oidc'
import { about, ask, noPortal, mayRead, type Deployment, type Finding } from './ask'

type Description = Readonly<Record<string, unknown>>
type Identity = Configuration['identity']

/** How the checks of a provider depend on the vendor's adapter. */
interface IdentityTry {
  /** Whether the adapter accepts the issuer that the provider names in its metadata. */
  readonly isIssuer: (found: unknown, issuer: string) => boolean
  /** Signature algorithms that the adapter can verify; null if its vendor's SDK handles them. */
  readonly signatures: readonly string[] | null
  /** Whether the page reads the provider's metadata and calls the endpoints named there. A vendor's SDK with fixed URLs does not. */
  readonly readsDescription: boolean
  /** Whether some of these providers show a page of their own despite `prompt=none`. */
  readonly mayShowPage: boolean
  /** Redirect URL of silent sign-in in a frame; null if no frame returns to the portal. */
  readonly silentReturn: (identity: Identity, back: string) => string | null
  /** Log-out endpoint, its parameter with the return URL, and the verdict if it refuses a log-out without a session. */
  readonly logOut: (provider: { readonly issuer: string; readonly endpoint: unknown }) => {
    readonly address: unknown
    readonly returnTo: string
    readonly refused: 'failed' | 'open'
  }
}

const identityTries: Readonly<Record<Vendor<'identity'>, IdentityTry>> = {
  auth0: {
    isIssuer: (found, issuer) => found === issuer,
    signatures: null,
    readsDescription: false,
    mayShowPage: false,
    silentReturn: () => null,
    logOut: ({ issuer }) => ({
      address: new URL('/v2/logout', issuer).href,
      returnTo: 'returnTo',
      refused: 'failed',
    }),
  },
  oidc: {
    // Compares normalized URLs.
    isIssuer: (found, issuer) =>
      found === issuer ||
      (URL.canParse(String(found)) && new URL(String(found)).href === new URL(issuer).href),
    signatures,
    readsDescription: true,
    mayShowPage: true,
    silentReturn: ({ silent }, back) => (silent === 'none' ? null : silentTarget(back)),
    // A refusal is inconclusive: the provider may require an ID token, which this check does not have.
    logOut: ({ endpoint }) => ({ address: endpoint, returnTo: 'post_logout_redirect_uri', refused: 'open' }),
  },
}

/** Endpoints that a page with the provider's metadata calls itself, so that the content security policy must name their origins. */
const calledEndpoints = ['token_endpoint', 'jwks_uri', 'revocation_endpoint']

const requiredEndpoints = (adapter: Vendor<'identity'>): readonly string[] =>
  identityTries[adapter].readsDescription
    ? ['authorization_endpoint', 'token_endpoint', 'jwks_uri']
    : ['authorization_endpoint']

/** Why sign-in with a provider of this metadata would fail; null if it would not. */
function descriptionProblem(found: Description, { issuer, adapter }: Identity): string | null {
  const { isIssuer, signatures: checked } = identityTries[adapter]
  if (!isIssuer(found['issuer'], issuer))
    return `its issuer is "${String(found['issuer'])}", but the portal expects "${issuer}"`
  const missing = requiredEndpoints(adapter).find((name) => !URL.canParse(String(found[name])))
  if (missing !== undefined) return `its metadata has no ${missing}, so no user can sign in`
  const methods = found['code_challenge_methods_supported']
  if (Array.isArray(methods) && !methods.includes('S256')) return 'it does not support PKCE with S256'
  const listed: unknown = found['id_token_signing_alg_values_supported']
  return checked === null || !Array.isArray(listed) || listed.some((one) => checked.includes(String(one)))
    ? null
    : `it signs ID tokens with ${listed.join(', ')}, but the portal verifies only ${checked.join(', ')}`
}

/** Reports endpoints outside the issuer's origin and the configured ones: the content security policy names no others. */
function foreignEndpoints(found: Description, { issuer, adapter, origins }: Identity): readonly Finding[] {
  if (!identityTries[adapter].readsDescription) return []
  const named = calledEndpoints.flatMap((name) => {
    const address = String(found[name])
    const origin = URL.canParse(address) ? new URL(address).origin : null
    const known = [new URL(issuer).origin, ...origins]
    return origin === null || known.includes(origin) ? [] : [`${name} at ${origin}`]
  })
  const advice =
    'add each origin to ASSAY_IDENTITY_ORIGINS, or the content security policy blocks the requests'
  return named.length === 0
    ? []
    : [about('Endpoints of the provider')('failed', `the page calls ${named.join(', ')}: ${advice}`)]
}

/** Checks the provider's metadata, and whether the provider knows this portal. Every adapter uses the same metadata URL. */
export async function tryIdentity(deployment: Deployment): Promise<readonly Finding[]> {
  const { identity } = deployment.configuration
  const { issuer, adapter } = identity
  const say = about('Identity provider')
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const { portal } = deployment
  const headers = { accept: 'application/json', ...(portal !== null && { origin: portal }) }
  const answer = await ask(address, { headers }, deployment)
  if (typeof answer === 'string') return [say('failed', answer)]
  if (!answer.ok)
    return [
      say('failed', `${address} answers with ${answer.status}. Check that it is the provider’s address`),
    ]
  const found = (await answer.json().catch(() => null)) as Description | null
  if (found === null) return [say('failed', `${address} does not return JSON`)]
  const problem = descriptionProblem(found, identity)
  if (problem !== null) return [say('failed', problem)]
  const known = say('ok', `the metadata of ${issuer} is as expected`)
  const others = foreignEndpoints(found, identity)
  if (portal === null) return [known, ...others, about('Client at the provider')('open', noPortal)]
  const readable =
    !identityTries[adapter].readsDescription || mayRead(answer, portal, address)
      ? known
      : say('failed', `${address} does not allow the origin ${portal}, so the page cannot read it`)
  return [
    readable,
    ...others,
    ...(await tryTokenEndpoint(deployment, portal, String(found['token_endpoint']))),
    ...(await tryKeys(deployment, portal, String(found['jwks_uri']))),
    await tryClient(deployment, portal, String(found['authorization_endpoint'])),
    ...(await trySignOut(deployment, portal, found['end_session_endpoint'])),
  ]
}

/** Sends an invalid code. The provider must refuse it, with a CORS header that lets the page read the refusal. */
async function tryTokenEndpoint(
  deployment: Deployment,
  portal: string,
  endpoint: string,
): Promise<readonly Finding[]> {
  const { adapter, clientId } = deployment.configuration.identity
  if (!identityTries[adapter].readsDescription) return []
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: returnAddressOf(portal),
    code: 'check',
    code_verifier: 'check-check-check-check-check-check-check-check',
  })
  const answer = await ask(endpoint, { method: 'POST', headers: { origin: portal }, body }, deployment)
  const say = about('Tokens of the provider')
  if (typeof answer === 'string') return [say('failed', answer)]
  if (!mayRead(answer, portal, endpoint))
    return [
      say(
        'failed',
        `${endpoint} does not allow the origin ${portal} (${answer.status}): add it to the client’s web origins, or no user can sign in`,
      ),
    ]
  const refusal = (await answer.json().catch(() => null)) as Description | null
  const { error, error_description: words } = refusal ?? {}
  // Providers reply alike to an unknown client and to one with a secret.
  const wantsSecret = /^(?:invalid|unauthorized)_client$/.test(String(error)) || /secret/i.test(String(words))
  return wantsSecret
    ? [
        say(
          'failed',
          `it accepts no client of this id without a secret (${[error, words ?? []].flat().join(', ')}): check ASSAY_IDENTITY_CLIENT_ID, and make the client a public one, or no user can sign in`,
        ),
      ]
    : [say('ok', `${portal} can request them`)]
}

/** Checks that the page can read the signing keys, with which it verifies every ID token. */
async function tryKeys(deployment: Deployment, portal: string, address: string): Promise<readonly Finding[]> {
  if (!identityTries[deployment.configuration.identity.adapter].readsDescription) return []
  const say = about('Keys of the provider')
  const answer = await ask(address, { headers: { origin: portal } }, deployment)
  if (typeof answer === 'string') return [say('failed', answer)]
  if (!answer.ok) return [say('failed', `${address} answers with ${answer.status}`)]
  return mayRead(answer, portal, address)
    ? [say('ok', `${portal} can read them`)]
    : [
        say(
          'failed',
          `${address} does not allow the origin ${portal}, so the page cannot read them and no user can sign in`,
        ),
      ]
}

/** Redirect URL of sign-in for a portal at this origin. */
export const returnAddressOf = (portal: string): string => redirectTarget(new URL(portal))

/** Redirect URLs of this portal: that of sign-in, and that of the silent frame, if any. */
function returnAddresses(identity: Identity, portal: string): readonly string[] {
  const back = returnAddressOf(portal)
  const silent = identityTries[identity.adapter].silentReturn(identity, back)
  return silent === null ? [back] : [back, silent]
}

/** Errors of a provider that accepts the client but has no session. */
const noSessionErrors = [
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]

/** Errors that are not about the client. */
const outageErrors = ['server_error', 'temporarily_unavailable', 'too_many_requests']

/** Requests a sign-in with `prompt=none`. A provider that knows the client and the redirect URL redirects back with "login required". */
async function tryClient(deployment: Deployment, portal: string, endpoint: string): Promise<Finding> {
  const { identity } = deployment.configuration
  const say = about('Client at the provider')
  const addresses = returnAddresses(identity, portal)
  for (const back of addresses) {
    const query = new URLSearchParams({
      ...recordOf(identity.parameters),
      ...(identity.audience !== '' && { audience: identity.audience }),
      client_id: identity.clientId,
      redirect_uri: back,
      response_type: 'code',
      response_mode: 'query',
      scope: identity.scope,
      state: 'check',
      nonce: 'check',
      prompt: 'none',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
    const answer = await ask(`${endpoint}?${query.toString()}`, {}, deployment)
    if (typeof answer === 'string') return say('failed', answer)
    const location = answer.headers.get('location')
    if (location?.startsWith(back) !== true) {
      const page = URL.canParse(location ?? '', endpoint) ? new URL(location ?? '', endpoint).origin : null
      if (
        identityTries[identity.adapter].mayShowPage &&
        answer.status < 400 &&
        page === new URL(endpoint).origin
      )
        return say(
          'open',
          `it shows a page despite prompt=none (${answer.status}): check that it knows the client and ${back}; if it does, set ASSAY_IDENTITY_SILENT=none`,
        )
      return say(
        'failed',
        `it does not redirect to ${back} (${answer.status}): check ASSAY_IDENTITY_CLIENT_ID, and add that URL to the allowed callback URLs`,
      )
    }
    const returned = new URL(location).searchParams
    const error = returned.get('error')
    if (error !== null && outageErrors.includes(error))
      return say('open', `it is out of order (${error}): try again later`)
    if (error !== null && !noSessionErrors.includes(error))
      return say(
        'failed',
        `it refuses every sign-in with this client: ${[error, returned.get('error_description') ?? []].flat().join(', ')}`,
      )
  }
  return say('ok', `it knows the client and redirects to ${addresses.join(' and ')}`)
}

/** Requests a log-out without a session, which is redirected as well if the provider knows the return URL. */
async function trySignOut(
  deployment: Deployment,
  portal: string,
  endpoint: unknown,
): Promise<readonly Finding[]> {
  const { adapter, clientId, issuer } = deployment.configuration.identity
  const back = returnAddressOf(portal)
  const { address, returnTo, refused } = identityTries[adapter].logOut({ issuer, endpoint })
  // Without an endpoint, the portal ends only its own session and does not navigate.
  if (typeof address !== 'string') return []
  const say = about('Log-out at the provider')
  const query = new URLSearchParams({ client_id: clientId, [returnTo]: back })
  const answer = await ask(`${address}?${query.toString()}`, {}, deployment)
  if (typeof answer === 'string') return [say('failed', answer)]
  // A confirmation page counts: the provider has accepted the URL.
  if (answer.status < 400) return [say('ok', `it accepts ${back} as return URL`)]
  const text = `it answers with ${answer.status} to a log-out that returns to ${back}: add that URL to the allowed logout URLs`
  return [
    refused === 'failed'
      ? say('failed', text)
      : say(
          'open',
          `${text}, unless it is there already: many providers refuse any log-out without an ID token, such as this check’s`,
        ),
  ]
}
