import { framingProblem } from '../../../local/deployment/ask'
import { oidcProblem } from '../../../src/adapters/identity-provider/oidc/problems'
import type {
  OidcProtocol,
  RequestSecrets,
  TokenSet,
} from '../../../src/adapters/identity-provider/oidc/protocol'
import { reasonOf, sent, type Observed, type Problems, type Run } from './run'

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
export async function signedOut(
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
export async function byMessage(run: Run, protocol: OidcProtocol): Promise<void> {
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
export async function signedIn(run: Run, protocol: OidcProtocol): Promise<TokenSet | null> {
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

export async function renewed(run: Run, protocol: OidcProtocol, tokens: TokenSet): Promise<void> {
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
export async function leave(
  run: Run,
  { signOut, pageOrigin }: OidcProtocol,
  { hints }: TokenSet,
): Promise<void> {
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
