import { identityProfile, rows, type RowName } from '../../interactions/identity'
import { systemClock } from '../../../src/adapters/clock/system-clock'
import {
  isThisMachine,
  openOidcProtocol,
  signatures,
} from '../../../src/adapters/identity-provider/oidc/protocol'
import type { Verification, VerifiedInteraction } from '../verify'
import { readableRows, reasonOf, sent, type IdentityProfile, type Observed, type Run } from './run'
import { byMessage, leave, renewed, signedIn, signedOut } from './steps'

const needsPerson = 'it needs the cookies of a browser in which somebody is signed in (--cookies-env)'

/**
 * Verifies an OpenID provider against the needs of the portal's generic adapter, with that adapter's own protocol code: what it accepts
 * passes, what it refuses fails. Never throws.
 */
export async function verifyIdentity(profile: IdentityProfile): Promise<Verification> {
  const startedAt = new Date()
  const interactions = new Map<RowName, VerifiedInteraction>()
  const put = (name: RowName, call: string, rest: Pick<VerifiedInteraction, 'outcome' | 'reasons'>): void => {
    const [obligation, description] = rows[name]
    const [method = '', address = ''] = call.split(' ')
    const path = URL.canParse(address) ? new URL(address).pathname : address
    interactions.set(name, { description, obligation, states: [], method, path, milliseconds: 0, ...rest })
  }
  const origin = new URL(profile.redirectUri).origin
  const observed: Observed[] = []
  const run: Run = {
    profile,
    origin,
    observed,
    async send(address, init) {
      const headers = new Headers(init.headers)
      headers.set('origin', origin)
      const answer = await sent({ profile }, address, { ...init, headers })
      const { status, headers: answered } = answer
      const method = init.method ?? 'GET'
      observed.push({ address, method, status, headers: answered, text: await answer.clone().text() })
      return answer
    },
    note(name, call, problems, notes = []) {
      const passed = problems.length === 0
      put(name, call, { outcome: passed ? 'verified' : 'failed', reasons: passed ? notes : problems })
      return passed
    },
    leave: (name, reason) => put(name, ' ', { outcome: 'not-run', reasons: [reason] }),
  }
  try {
    await inOrder(run)
  } catch (cause) {
    const name = (Object.keys(rows) as RowName[]).find((one) => !interactions.has(one)) ?? 'discovery'
    run.note(name, ' ', [reasonOf(cause)])
  }
  for (const name of Object.keys(rows) as RowName[])
    if (!interactions.has(name)) run.leave(name, 'it needs what failed before')
  const list = (Object.keys(rows) as RowName[]).flatMap((name) => interactions.get(name) ?? [])
  const browser = readableRows(run)
  const failed = [...list, ...browser].some(({ outcome }) => outcome === 'failed')
  const left = list.some(({ outcome, obligation }) => outcome === 'not-run' && obligation === 'must')
  return {
    provider: identityProfile.provider.name,
    baseUrl: profile.issuer,
    startedAt: startedAt.toISOString(),
    milliseconds: Date.now() - startedAt.getTime(),
    outcome: failed ? 'failed' : left ? 'incomplete' : 'verified',
    interactions: list,
    browser,
    output: '',
  }
}

async function inOrder(run: Run): Promise<void> {
  const { profile, send } = run
  const described = await description(run)
  if (described === null) return
  const protocol = await openOidcProtocol({
    ...profile,
    clock: systemClock(),
    fetch: (address, init) => send(address, init),
  })
  await signedOut(run, protocol, profile.redirectUri, 'nobody')
  await signedOut(run, protocol, profile.silentUri, 'nobodySilent')
  if (protocol.answersByMessage) await byMessage(run, protocol)
  else
    run.leave('message', 'the provider does not offer web_message; the frame ends at the portal’s own page')
  if (profile.cookies === null) {
    const rest = ['somebody', 'verifier', 'exchange', 'idToken', 'refresh', 'revocation', 'signOut'] as const
    for (const name of rest) run.leave(name, needsPerson)
    return
  }
  const tokens = await signedIn(run, protocol)
  if (tokens === null) return
  await renewed(run, protocol, tokens)
  await leave(run, protocol, tokens)
}

const documentPath = '/.well-known/openid-configuration'
const listOf = (value: unknown): readonly unknown[] | null =>
  Array.isArray(value) ? (value as unknown[]) : null

/** Checks the provider's metadata and keys; null if the run cannot continue. */
async function description({ profile, send, note }: Run): Promise<true | null> {
  const address = `${profile.issuer.replace(/\/$/, '')}${documentPath}`
  const call = `GET ${address}`
  const found = await jsonOf(send, address)
  if (typeof found === 'string') return note('discovery', call, [found]) || null
  const { issuer } = found
  const problem = `it calls itself "${String(issuer)}", the portal expects "${profile.issuer}"`
  if (!note('discovery', call, issuer === profile.issuer ? [] : [problem])) return null
  // Same rule as the adapter: a provider on this machine may use http.
  const isHttpAllowed = isThisMachine(new URL(profile.issuer))
  const missing = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'].flatMap((name) => {
    const value = found[name]
    if (typeof value !== 'string' || !URL.canParse(value))
      return [`${name} is ${value === undefined ? 'missing' : 'no address'}`]
    return isHttpAllowed || new URL(value).protocol === 'https:' ? [] : [`${name} is not https`]
  })
  const listed = listOf(found['id_token_signing_alg_values_supported']) ?? ['RS256']
  const usable = listed.filter((one) => signatures.includes(String(one)))
  const methods = listOf(found['code_challenge_methods_supported'])
  const met = [
    note('endpoints', call, missing),
    note(
      'algorithms',
      call,
      usable.length > 0
        ? []
        : [`it signs with ${listed.join(', ')}; the portal checks ${signatures.join(', ')}`],
    ),
    note(
      'pkce',
      call,
      methods === null || methods.includes('S256') ? [] : [`it lists ${methods.join(', ')}`],
    ),
  ]
  if (met.includes(false)) return null
  const keysAddress = String(found['jwks_uri'])
  const keys = await jsonOf(send, keysAddress)
  const known = typeof keys === 'string' ? null : listOf(keys['keys'])
  const fits = (known ?? []).some((key) => {
    const { kty, use } = (key ?? {}) as { readonly kty?: unknown; readonly use?: unknown }
    return (use === undefined || use === 'sig') && ['RSA', 'EC', 'OKP'].includes(String(kty))
  })
  const keyProblem =
    typeof keys === 'string'
      ? keys
      : 'keys holds none that checks a signature (kty RSA, EC or OKP, use "sig" or none)'
  return note('keys', `GET ${keysAddress}`, fits ? [] : [keyProblem]) || null
}

async function jsonOf(
  send: Run['send'],
  address: string,
): Promise<Readonly<Record<string, unknown>> | string> {
  try {
    const answer = await send(address, { headers: { accept: 'application/json' } })
    if (answer.status !== 200)
      return `${address} answers with ${answer.status}, where the portal follows no redirect`
    const found: unknown = await answer.json()
    return typeof found === 'object' && found !== null ? { ...found } : `${address} is no JSON object`
  } catch (cause) {
    return `${address}: ${reasonOf(cause)}`
  }
}
