import { signatures } from '../../src/adapters/identity-provider/oidc/protocol'
import type { Configuration } from '../../src/composition/configuration'
import { redirectTarget } from '../../src/composition/page-return'
import { silentTarget } from '../../src/composition/wiring/oidc'
import { about, ask, noPortal, mayRead, type Deployment, type Finding } from './ask'

type Description = Readonly<Record<string, unknown>>

/** What a page of the generic adapter asks of the provider by itself, for which the policy has to name the origin. */
const called = ['token_endpoint', 'jwks_uri', 'revocation_endpoint']

/** As the adapters compare issuers: the generic one by what addresses mean, Auth0's by their letters. */
function isIssuer(found: unknown, { issuer, adapter }: Configuration['identity']): boolean {
  if (found === issuer) return true
  return (
    adapter === 'oidc' && URL.canParse(String(found)) && new URL(String(found)).href === new URL(issuer).href
  )
}

/** Why a page could not sign anybody in with a provider that describes itself so; null where it could. */
function descriptionProblem(found: Description, identity: Configuration['identity']): string | null {
  if (!isIssuer(found['issuer'], identity))
    return `it calls itself "${String(found['issuer'])}", the portal expects "${identity.issuer}"`
  const methods = found['code_challenge_methods_supported']
  if (Array.isArray(methods) && !methods.includes('S256')) return 'it does not support PKCE with S256'
  const listed: unknown = found['id_token_signing_alg_values_supported']
  const canCheck = !Array.isArray(listed) || listed.some((one) => signatures.includes(String(one)))
  return identity.adapter === 'auth0' || canCheck
    ? null
    : `it signs with ${listed.join(', ')}, the portal checks ${signatures.join(', ')}`
}

/** What lies neither at the issuer's origin nor at one that the configuration names beside it: the policy knows no other. */
function elsewhere(
  found: Description,
  { issuer, adapter, origins }: Configuration['identity'],
): readonly Finding[] {
  if (adapter === 'auth0') return []
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

/** The provider's own description, and whether it knows this portal. Both adapters find their provider so. */
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
  // Auth0's adapter knows the addresses; the generic one reads this document from the page.
  const readable =
    adapter === 'auth0' || mayRead(answer, portal, address)
      ? known
      : say('failed', `${address} does not allow the origin ${portal}: the page cannot read it`)
  return [
    readable,
    ...others,
    ...(await tryTokenEndpoint(deployment, portal, String(found['token_endpoint']))),
    await tryClient(deployment, portal, String(found['authorization_endpoint'])),
    ...(await trySignOut(deployment, portal, found['end_session_endpoint'])),
  ]
}

/** A code that nobody was given is refused, and the page has to be let read how: the generic adapter asks from the page. */
async function tryTokenEndpoint(
  deployment: Deployment,
  portal: string,
  endpoint: string,
): Promise<readonly Finding[]> {
  const { adapter, clientId } = deployment.configuration.identity
  if (adapter === 'auth0') return []
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
  return mayRead(answer, portal, endpoint)
    ? [say('ok', `${portal} may ask for them`)]
    : [
        say(
          'failed',
          `${endpoint} does not allow the origin ${portal} (${answer.status}): add it to the client’s web origins, or nobody can sign in`,
        ),
      ]
}

/** Where a sign-in comes back to, of a portal that is served there. */
export const returnAddressOf = (portal: string): string => redirectTarget(new URL(portal))

/** The addresses a sign-in of this portal comes back to: the second one is that of a frame, in which the generic adapter asks silently. */
function returnAddresses({ adapter, silent }: Configuration['identity'], portal: string): readonly string[] {
  const back = returnAddressOf(portal)
  return adapter === 'oidc' && silent !== 'none' ? [back, silentTarget(back)] : [back]
}

/** A sign-in that may ask nobody anything comes straight back, with an error, if client and return addresses are known there. */
async function tryClient(deployment: Deployment, portal: string, endpoint: string): Promise<Finding> {
  const { identity } = deployment.configuration
  const say = about('Client at the provider')
  const addresses = returnAddresses(identity, portal)
  for (const back of addresses) {
    const query = new URLSearchParams({
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
    if (answer.headers.get('location')?.startsWith(back) !== true)
      return say(
        'failed',
        `it does not return to ${back} (${answer.status}): check ASSAY_IDENTITY_CLIENT_ID, and add that address to the allowed callback URLs`,
      )
  }
  return say('ok', `it knows the client and returns to ${addresses.join(' and ')}`)
}

/** A log-out of nobody comes back as well, where its address is known; a provider may also want to know of whom, and that nobody can tell it. */
async function trySignOut(
  deployment: Deployment,
  portal: string,
  endpoint: unknown,
): Promise<readonly Finding[]> {
  const { adapter, clientId, issuer } = deployment.configuration.identity
  const back = returnAddressOf(portal)
  const [address, name] =
    adapter === 'auth0'
      ? [new URL('/v2/logout', issuer).href, 'returnTo']
      : [endpoint, 'post_logout_redirect_uri']
  // Without it the portal forgets the person by itself, and goes nowhere.
  if (typeof address !== 'string') return []
  const say = about('Log-out at the provider')
  const query = new URLSearchParams({ client_id: clientId, [name]: back })
  const answer = await ask(`${address}?${query.toString()}`, {}, deployment)
  if (typeof answer === 'string') return [say('failed', answer)]
  // One that asks whether to log out has taken the address.
  if (answer.status < 400) return [say('ok', `it takes ${back} to return to`)]
  const text = `it answers with ${answer.status} to one that returns to ${back}: add that address to the allowed logout URLs`
  return [adapter === 'auth0' ? say('failed', text) : say('open', `${text}, if it is not there already`)]
}
