import { signatures } from '../../src/adapters/identity-provider/oidc/protocol'
import type { Vendor } from '../../src/composition/adapter-map'
import type { Configuration } from '../../src/composition/configuration'
import { redirectTarget } from '../../src/composition/page-return'
import { recordOf } from '../../src/composition/pairs'
import { silentTarget } from '../../src/composition/wiring/oidc'
import { about, ask, noPortal, mayRead, type Deployment, type Finding } from './ask'

type Description = Readonly<Record<string, unknown>>
type Identity = Configuration['identity']

/** What the adapter of a vendor makes of its provider, and the others do not. */
interface IdentityTry {
  /** Whether it takes the provider for the one that is expected, by what that calls itself. */
  readonly isIssuer: (found: unknown, issuer: string) => boolean
  /** The signatures that it checks; null where it takes its vendor's, whatever they are. */
  readonly signatures: readonly string[] | null
  /** Whether it reads the provider's description from the page and calls what that names; one that knows the addresses does not. */
  readonly readsDescription: boolean
  /** Whether there are such providers that show a page of theirs where nobody may be asked. */
  readonly mayShowPage: boolean
  /** The address that a frame comes back to in which it asks silently; null where none comes back to the portal. */
  readonly silentReturn: (identity: Identity, back: string) => string | null
  /** Where it logs out, by which parameter it says where to return to, and what a refusal of a log-out of nobody means. */
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
    // By what addresses mean, not by their letters.
    isIssuer: (found, issuer) =>
      found === issuer ||
      (URL.canParse(String(found)) && new URL(String(found)).href === new URL(issuer).href),
    signatures,
    readsDescription: true,
    mayShowPage: true,
    silentReturn: ({ silent }, back) => (silent === 'none' ? null : silentTarget(back)),
    // A provider may also want to know of whom, and nobody can tell it here.
    logOut: ({ endpoint }) => ({ address: endpoint, returnTo: 'post_logout_redirect_uri', refused: 'open' }),
  },
}

/** What a page that reads the description asks of the provider by itself, for which the policy has to name the origin. */
const called = ['token_endpoint', 'jwks_uri', 'revocation_endpoint']

/** Why a page could not sign anybody in with a provider that describes itself so; null where it could. */
function descriptionProblem(found: Description, { issuer, adapter }: Identity): string | null {
  const { isIssuer, signatures: checked } = identityTries[adapter]
  if (!isIssuer(found['issuer'], issuer))
    return `it calls itself "${String(found['issuer'])}", the portal expects "${issuer}"`
  const methods = found['code_challenge_methods_supported']
  if (Array.isArray(methods) && !methods.includes('S256')) return 'it does not support PKCE with S256'
  const listed: unknown = found['id_token_signing_alg_values_supported']
  return checked === null || !Array.isArray(listed) || listed.some((one) => checked.includes(String(one)))
    ? null
    : `it signs with ${listed.join(', ')}, the portal checks ${checked.join(', ')}`
}

/** What lies neither at the issuer's origin nor at one that the configuration names beside it: the policy knows no other. */
function elsewhere(found: Description, { issuer, adapter, origins }: Identity): readonly Finding[] {
  if (!identityTries[adapter].readsDescription) return []
  const named = called.flatMap((name) => {
    const address = String(found[name])
    const origin = URL.canParse(address) ? new URL(address).origin : null
    const known = [new URL(issuer).origin, ...origins]
    return origin === null || known.includes(origin) ? [] : [`${name} at ${origin}`]
  })
  const advice = 'add each origin to ASSAY_IDENTITY_ORIGINS, or the policy refuses the call'
  return named.length === 0
    ? []
    : [about('Endpoints of the provider')('failed', `the page calls ${named.join(', ')}: ${advice}`)]
}

/** The provider's own description, and whether it knows this portal. Every adapter finds its provider so. */
export async function tryIdentity(deployment: Deployment): Promise<readonly Finding[]> {
  const { identity } = deployment.configuration
  const { issuer, adapter } = identity
  const say = about('Identity provider')
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const { portal } = deployment
  const headers = { accept: 'application/json', ...(portal !== null && { origin: portal }) }
  const answer = await ask(address, { headers }, deployment)
  if (typeof answer === 'string') return [say('failed', answer)]
  if (!answer.ok) return [say('failed', `${address} answers with ${answer.status}: is this the provider?`)]
  const found = (await answer.json().catch(() => null)) as Description | null
  if (found === null) return [say('failed', `${address} is no JSON`)]
  const problem = descriptionProblem(found, identity)
  if (problem !== null) return [say('failed', problem)]
  const known = say('ok', `${issuer} describes itself as expected`)
  const others = elsewhere(found, identity)
  if (portal === null) return [known, ...others, about('Client at the provider')('open', noPortal)]
  const readable =
    !identityTries[adapter].readsDescription || mayRead(answer, portal, address)
      ? known
      : say('failed', `${address} does not allow the origin ${portal}: the page cannot read it`)
  return [
    readable,
    ...others,
    ...(await tryTokenEndpoint(deployment, portal, String(found['token_endpoint']))),
    ...(await tryKeys(deployment, portal, String(found['jwks_uri']))),
    await tryClient(deployment, portal, String(found['authorization_endpoint'])),
    ...(await trySignOut(deployment, portal, found['end_session_endpoint'])),
  ]
}

/** A code that nobody was given is refused, and the page that asks by itself has to be let read how. */
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
        `${endpoint} does not allow the origin ${portal} (${answer.status}): add it to the client’s web origins, or nobody can sign in`,
      ),
    ]
  const refusal = (await answer.json().catch(() => null)) as Description | null
  const { error, error_description: words } = refusal ?? {}
  const wantsSecret = /^(?:invalid|unauthorized)_client$/.test(String(error)) || /secret/i.test(String(words))
  return wantsSecret
    ? [
        say(
          'failed',
          `it does not take this client without a secret (${[error, words ?? []].flat().join(', ')}): make it a public one, or nobody can sign in`,
        ),
      ]
    : [say('ok', `${portal} may ask for them`)]
}

/** The page checks every ID token with them. */
async function tryKeys(deployment: Deployment, portal: string, address: string): Promise<readonly Finding[]> {
  if (!identityTries[deployment.configuration.identity.adapter].readsDescription) return []
  const say = about('Keys of the provider')
  if (!URL.canParse(address)) return [say('failed', 'it does not say where they are (jwks_uri)')]
  const answer = await ask(address, { headers: { origin: portal } }, deployment)
  if (typeof answer === 'string') return [say('failed', answer)]
  if (!answer.ok) return [say('failed', `${address} answers with ${answer.status}`)]
  return mayRead(answer, portal, address)
    ? [say('ok', `${portal} may read them`)]
    : [
        say(
          'failed',
          `${address} does not allow the origin ${portal}: the page cannot read them, and nobody can sign in`,
        ),
      ]
}

/** Where a sign-in comes back to, of a portal that is served there. */
export const returnAddressOf = (portal: string): string => redirectTarget(new URL(portal))

/** The addresses a sign-in of this portal comes back to: the second one, where there is one, is a frame's. */
function returnAddresses(identity: Identity, portal: string): readonly string[] {
  const back = returnAddressOf(portal)
  const silent = identityTries[identity.adapter].silentReturn(identity, back)
  return silent === null ? [back] : [back, silent]
}

/** What a provider that is content with the client says where nobody is signed in. */
const nobodyThere = [
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]

/** What says nothing of the client. */
const outOfOrder = ['server_error', 'temporarily_unavailable', 'too_many_requests']

/** A sign-in that may ask nobody anything comes straight back, if client and return addresses are known there, and says who is missing. */
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
          `it shows a page where nobody may be asked (${answer.status}): if it knows the client and ${back}, that takes ASSAY_IDENTITY_SILENT=none`,
        )
      return say(
        'failed',
        `it does not return to ${back} (${answer.status}): check ASSAY_IDENTITY_CLIENT_ID, and add that address to the allowed callback URLs`,
      )
    }
    const returned = new URL(location).searchParams
    const error = returned.get('error')
    if (error !== null && outOfOrder.includes(error)) return say('open', `it could not say: ${error}`)
    if (error !== null && !nobodyThere.includes(error))
      return say(
        'failed',
        `it refuses every sign-in of this client: ${[error, returned.get('error_description') ?? []].flat().join(', ')}`,
      )
  }
  return say('ok', `it knows the client and returns to ${addresses.join(' and ')}`)
}

/** A log-out of nobody comes back as well, where its address is known. */
async function trySignOut(
  deployment: Deployment,
  portal: string,
  endpoint: unknown,
): Promise<readonly Finding[]> {
  const { adapter, clientId, issuer } = deployment.configuration.identity
  const back = returnAddressOf(portal)
  const { address, returnTo, refused } = identityTries[adapter].logOut({ issuer, endpoint })
  // Without it the portal forgets the person by itself, and goes nowhere.
  if (typeof address !== 'string') return []
  const say = about('Log-out at the provider')
  const query = new URLSearchParams({ client_id: clientId, [returnTo]: back })
  const answer = await ask(`${address}?${query.toString()}`, {}, deployment)
  if (typeof answer === 'string') return [say('failed', answer)]
  // One that asks whether to log out has taken the address.
  if (answer.status < 400) return [say('ok', `it takes ${back} to return to`)]
  const text = `it answers with ${answer.status} to one that returns to ${back}: add that address to the allowed logout URLs`
  return [
    refused === 'failed'
      ? say('failed', text)
      : say(
          'open',
          `${text}, if it is not there already: many refuse any log-out without an ID token, as this was`,
        ),
  ]
}
