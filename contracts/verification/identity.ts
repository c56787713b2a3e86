import { unreadable } from './browser'
import { identityProfile, rows, type RowName } from '../interactions/identity'
import type { VerifiedInteraction, Verification } from './verify'
import { framingProblem } from '../../local/deployment/ask'
import { oidcProblem } from '../../src/adapters/identity-provider/oidc/problems'
import {
  isThisMachine,
  openOidcProtocol,
  signatures,
  type OidcProtocol,
  type RequestSecrets,
  type TokenSet,
} from '../../src/adapters/identity-provider/oidc/protocol'
import { systemClock } from '../../src/adapters/clock/system-clock'

export interface IdentityProfile {
  /** As in the portal's configuration. */
  readonly issuer: string
  readonly clientId: string
  /** The portal's URL that is registered for sign-in and sign-out. CORS is checked for its origin. */
  readonly redirectUri: string
  /** The portal's empty page, registered for the silent frame. */
  readonly silentUri: string
  readonly scope: string
  readonly audience: string
  /** `Cookie` header of a browser with a session at the provider. If null, rows that need a session are not run. */
  readonly cookies: string | null
  /** Default the platform's `fetch`. */
  readonly fetch?: typeof fetch
}

/** Differences, as sentences. */
type Problems = readonly string[]

interface Observed {
  readonly address: string
  readonly method: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** A run through the profile, row by row. */
interface Run {
  readonly profile: IdentityProfile
  readonly origin: string
  readonly observed: Observed[]
  readonly send: (address: string, init: RequestInit) => Promise<Response>
  readonly note: (name: RowName, call: string, problems: Problems, notes?: Problems) => boolean
  readonly leave: (name: RowName, reason: string) => void
}

/** Sends a request with the profile's `fetch` and a timeout. Does not follow redirects. */
const sent = (
  { profile: { fetch: send = fetch } }: Pick<Run, 'profile'>,
  address: string,
  init: RequestInit,
): Promise<Response> => send(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(10_000) })

/** Whether a page of the portal can read the responses: a row for each URL that the page itself calls. */
function readableRows({ observed, origin }: Run): readonly VerifiedInteraction[] {
  const calls = new Set(observed.map(callOf))
  return [...calls].map((call) => {
    const [method = '', path = ''] = call.split(' ')
    const reasons = [
      ...new Set(
        unreadable(
          observed.filter((one) => callOf(one) === call),
          origin,
        ),
      ),
    ]
    const outcome = reasons.length === 0 ? 'verified' : 'failed'
    const description = `browser origin: ${call}`
    return { description, obligation: 'must', states: [], method, path, outcome, reasons, milliseconds: 0 }
  })
}

const callOf = ({ method, address }: Observed): string => `${method} ${new URL(address).pathname}`

/** Message and codes of an error, without tokens. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const { code, error } = cause as Error & { readonly code?: unknown; readonly error?: unknown }
  const under = cause.cause instanceof Error ? `: ${cause.cause.message}` : ''
  const named = [error, code].filter((one) => typeof one === 'string').join(', ')
  return `${cause.message}${under}${named === '' ? '' : ` (${named})`}`
}

interface Returned {
  /** Redirect target; null if the provider shows a page. */
  readonly back: URL | null
  readonly status: number
  readonly secrets: RequestSecrets
  readonly call: string
}

async function authorize(
  run: Run,
  protocol: OidcProtocol,
  redirectUri: string,
  cookies: string | null,
): Promise<Returned> {
  const { address, secrets } = await protocol.request({ prompt: 'none' }, redirectUri)
  const headers = { accept: 'text/html', ...(cookies !== null && { cookie: cookies }) }
  const answer = await sent(run, address, { headers })
  await answer.arrayBuffer()
  const location = answer.headers.get('location')
  const back = location === null ? null : new URL(location, address)
  return { back, status: answer.status, secrets, call: `GET ${address}` }
}

/** Why the browser does not return to the redirect URL; null if it does. */
function wayBackProblem({ back, status, secrets: { redirectUri } }: Returned): string | null {
  const wanted = new URL(redirectUri)
  if (back !== null && back.origin === wanted.origin && back.pathname === wanted.pathname) return null
  const instead = back === null ? `a page with ${status}` : `${back.origin}${back.pathname}`
  return `prompt=none leads to ${instead} in place of ${redirectUri}: is the client known, and that address registered?`
}

/** Without a session, the provider must answer that login is required. */
async function signedOut(
  run: Run,
  protocol: OidcProtocol,
  redirectUri: string,
  name: 'nobody' | 'nobodySilent',
): Promise<void> {
  const returned = await authorize(run, protocol, redirectUri, null)
  const astray = wayBackProblem(returned)
  if (astray !== null || returned.back === null) return void run.note(name, returned.call, [astray ?? ''])
  const { searchParams } = returned.back
  try {
    await protocol.redeem(searchParams, returned.secrets)
    run.note(name, returned.call, ['a code came, though nobody is signed in'])
  } catch (cause) {
    const { code } = oidcProblem(cause)
    const isMet = code === 'login-required' || code === 'interaction-required'
    const error = searchParams.get('error')
    const problem = `error is "${error ?? ''}" (${reasonOf(cause)}); the portal expects login_required`
    run.note(name, returned.call, isMet ? [] : [problem])
  }
}

/** The page that posts the response must be allowed in the portal's frame. Its message cannot be checked without a browser. */
async function byMessage(run: Run, protocol: OidcProtocol): Promise<void> {
  const { address } = await protocol.request({ prompt: 'none', response_mode: 'web_message' })
  const answer = await sent(run, address, { headers: { accept: 'text/html' } })
  await answer.arrayBuffer()
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true
  const refusal = framingProblem(answer.headers, run.origin, protocol.pageOrigin)
  run.note('message', `GET ${address}`, [
    // The page for "no session" may have an error status. Frames show it even so.
    ...(isPage ? [] : [`web_message is answered with ${answer.status} and no page`]),
    ...(refusal === null ? [] : [`the portal may not show it in a frame: ${refusal}`]),
  ])
}

async function codeFor(run: Run, protocol: OidcProtocol): Promise<Returned | string> {
  const returned = await authorize(run, protocol, run.profile.redirectUri, run.profile.cookies)
  const astray = wayBackProblem(returned)
  if (astray !== null) return astray
  const parameters = returned.back?.searchParams
  return parameters?.has('code') === true
    ? returned
    : `no code came, but error "${parameters?.get('error') ?? ''}": are the cookies those of a person who is signed in?`
}

/** Exchanges a code from the user's session, once with a wrong verifier and once correctly; null if that yields no tokens. */
async function signedIn(run: Run, protocol: OidcProtocol): Promise<TokenSet | null> {
  const first = await codeFor(run, protocol)
  const call = `GET ${protocol.pageOrigin}`
  if (typeof first === 'string') return (run.note('somebody', call, [first]), null)
  run.note('somebody', first.call, [])
  const wrong = { ...first.secrets, verifier: 'another-verifier-that-is-long-enough-for-the-standard' }
  const refused = await protocol.redeem(first.back?.searchParams ?? new URLSearchParams(), wrong).then(
    () => ['tokens came: whoever steals a code can use it'],
    (cause: unknown) => {
      const { code } = oidcProblem(cause)
      return code === 'session-lost'
        ? []
        : [`it is refused otherwise than with invalid_grant: ${reasonOf(cause)}`]
    },
  )
  const asked = run.observed.at(-1)
  const tokenCall = `POST ${asked?.address ?? ''}`
  run.note('verifier', tokenCall, refused)
  const second = await codeFor(run, protocol)
  if (typeof second === 'string') return (run.note('exchange', tokenCall, [second]), null)
  const before = run.observed.length
  try {
    const tokens = await protocol.redeem(second.back?.searchParams ?? new URLSearchParams(), second.secrets)
    run.note('exchange', tokenCall, [], lifetimeNotes(run.observed[before]))
    run.note('idToken', tokenCall, [])
    return tokens
  } catch (cause) {
    const problems = exchangeProblems(run.observed[before])
    if (run.note('exchange', tokenCall, problems)) run.note('idToken', tokenCall, [reasonOf(cause)])
    return null
  }
}

const fieldsOf = (observed: Observed | undefined): Readonly<Record<string, unknown>> => {
  try {
    const found: unknown = JSON.parse(observed?.text ?? '')
    return typeof found === 'object' && found !== null ? { ...found } : {}
  } catch {
    return {}
  }
}

const lifetimeNotes = (observed: Observed | undefined): Problems =>
  fieldsOf(observed)['expires_in'] === undefined
    ? ['expires_in is missing: the portal asks anew after five minutes']
    : []

/** Problems of the token response, before the ID token is checked. */
function exchangeProblems(observed: Observed | undefined): Problems {
  if (observed === undefined)
    return ['the token endpoint was not asked: the answer of the authorization is not right']
  const { status } = observed
  const { access_token, token_type, id_token, expires_in, error } = fieldsOf(observed)
  if (status !== 200) return [`answered with ${status}${typeof error === 'string' ? ` "${error}"` : ''}`]
  return [
    ...(typeof access_token === 'string' && access_token !== '' ? [] : ['access_token is no text']),
    ...(typeof token_type === 'string' && token_type.toLowerCase() === 'bearer'
      ? []
      : ['token_type is not Bearer']),
    ...(typeof id_token === 'string' ? [] : ['id_token is missing: is openid in the scope?']),
    ...(expires_in === undefined || Number(expires_in) >= 0 ? [] : ['expires_in is no number of seconds']),
  ]
}

async function renewed(run: Run, protocol: OidcProtocol, tokens: TokenSet): Promise<void> {
  const { refreshToken } = tokens
  const asked = run.profile.scope.split(' ').includes('offline_access')
  const call = `POST ${run.observed.at(-1)?.address ?? ''}`
  if (refreshToken === null) {
    const missing = 'the scope asks for offline_access and no refresh token came'
    if (asked) run.note('refresh', call, [missing])
    else run.leave('refresh', 'no refresh token came: the portal asks silently')
    return run.leave('revocation', 'no refresh token came')
  }
  const before = run.observed.length
  let latest = refreshToken
  const next = await protocol
    .refresh(tokens, refreshToken, (rotated) => void (latest = rotated))
    .catch((cause: unknown) => reasonOf(cause))
  const tokenCall = `POST ${run.observed[before]?.address ?? ''}`
  run.note('refresh', tokenCall, typeof next === 'string' ? [next] : [])
  const count = run.observed.length
  const revoked = await protocol.revoke(latest).then(
    (): Problems => [],
    (cause: unknown): Problems => [reasonOf(cause)],
  )
  const question = run.observed[count]
  if (question === undefined && revoked.length === 0)
    run.leave('revocation', 'the provider has no revocation_endpoint')
  else run.note('revocation', `POST ${question?.address ?? ''}`, revoked)
}

/** Logs out with the portal's form. The provider may show a page in between. */
async function leave(run: Run, { signOut, pageOrigin }: OidcProtocol, { hints }: TokenSet): Promise<void> {
  if (signOut === null)
    return run.leave('signOut', 'the provider has no end_session_endpoint: it goes on knowing the person')
  const { cookies, redirectUri } = run.profile
  const body = new URLSearchParams({ ...signOut.fields, ...hints })
  const headers = { accept: 'text/html', cookie: cookies ?? '' }
  const answer = await sent(run, signOut.address, { method: 'POST', body, headers })
  await answer.arrayBuffer()
  const location = answer.headers.get('location')
  const next = location === null ? null : new URL(location, signOut.address)
  const isAstray = next !== null && next.origin !== pageOrigin && next.origin !== new URL(redirectUri).origin
  run.note('signOut', `POST ${signOut.address}`, [
    ...(answer.status < 400
      ? []
      : [`answered with ${answer.status}: is ${redirectUri} registered for signing out?`]),
    ...(isAstray ? [`it leads to ${next.origin}, not back to the portal`] : []),
  ])
}

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
