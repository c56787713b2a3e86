import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deploymentObjections } from '../../contracts/gate/versions'
import { verifyIdentity } from '../../contracts/verification/identity'
import { exitCodeOf, textReport } from '../../contracts/verification/report'
import type { Verification } from '../../contracts/verification/verify'
import { run as runContracts } from '../../local/cli/contracts'
import { run } from '../../local/cli/verify-provider'
import { localAudience, localClientIds } from '../../local/http/addresses'
import { createFaults } from '../../local/http/faults'
import { startIdentity, type IdentityService } from '../../local/identity/start'
import { createBrowser, portal, request, typeIn } from '../local/identity/browser'

let provider: IdentityService
let cookies: string
beforeAll(async () => {
  const options = { port: 0, portalOrigins: [portal], faults: createFaults() } as const
  provider = await startIdentity({ ...options, webMessage: false })
  cookies = await signedInAt(provider)
})
afterAll(() => provider.close())

/** The cookies of a browser in which a user has signed in. */
async function signedInAt({ origin }: IdentityService): Promise<string> {
  const browser = createBrowser(origin)
  const { address } = request(origin, { client_id: localClientIds.oidc })
  await typeIn(browser, await browser.visit(address), 'analyst@example.com')
  return browser
    .cookies()
    .filter(({ path }) => path === '/')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
}

const verified = (changes: Partial<Parameters<typeof verifyIdentity>[0]> = {}): Promise<Verification> =>
  verifyIdentity({
    issuer: provider.issuer,
    clientId: localClientIds.oidc,
    redirectUri: portal,
    silentUri: `${portal}/open-data/silent.html`,
    scope: 'openid profile email offline_access',
    audience: localAudience,
    cookies,
    ...changes,
  })

const descriptions = ({ interactions, browser }: Verification, wanted: string): readonly string[] =>
  [...interactions, ...browser].flatMap(({ description, outcome }) => (outcome === wanted ? description : []))

const person = [
  'somebody is signed in, and the portal asks silently',
  'a code with another verifier is refused',
  'a code is exchanged for tokens',
  'the ID token',
  'tokens are renewed with a refresh token',
  'a refresh token is revoked',
  'the person is signed out',
]

describe('the embedded provider', () => {
  test('meets every row, answering frames by redirect', async () => {
    const verification = await verified()
    expect(verification.outcome, textReport(verification)).toBe('verified')
    expect(descriptions(verification, 'not-run')).toEqual([
      'an answer by message, where the provider offers it',
    ])
    expect(descriptions(verification, 'verified')).toHaveLength(18)
  })

  test('meets every row, answering by message; without a user’s cookies the rest is reported as not run', async () => {
    const options = { port: 0, portalOrigins: [portal], faults: createFaults() } as const
    const byMessage = await startIdentity(options)
    const verification = await verified({ issuer: byMessage.issuer, cookies: null })
    await byMessage.close()
    expect(descriptions(verification, 'failed'), textReport(verification)).toEqual([])
    expect(descriptions(verification, 'not-run')).toEqual(person)
    expect(exitCodeOf(verification)).toBe(2)
    expect(textReport(verification)).toContain('--cookies-env')
  })
})

test('every request has a deadline, and follows no redirect', async () => {
  const options = { port: 0, portalOrigins: [portal], faults: createFaults() } as const
  const byMessage = await startIdentity(options)
  const open: string[] = []
  const send: typeof fetch = (address, init) => {
    if (!init?.signal || init.redirect !== 'manual')
      open.push(address instanceof Request ? address.url : String(address))
    return fetch(address, init)
  }
  const more = { issuer: byMessage.issuer, cookies: await signedInAt(byMessage), fetch: send }
  const verification = await verified(more)
  await byMessage.close()
  expect(verification.outcome, textReport(verification)).toBe('verified')
  expect(open).toEqual([])
})

test('plain http is only for a provider on localhost: any other needs https for each address, as in the adapter', async () => {
  const issuer = 'https://id.example.com'
  const description = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: 'http://localhost:1/token',
    jwks_uri: 'http://keys.example.com/',
  }
  const send = async (): Promise<Response> => Promise.resolve(Response.json(description))
  const { interactions } = await verified({ issuer, cookies: null, fetch: send })
  expect(interactions.find(({ outcome }) => outcome === 'failed')).toMatchObject({
    description: 'the addresses that the portal asks',
    reasons: ['token_endpoint is not https', 'jwks_uri is not https'],
  })
})

describe('the command', () => {
  const given = ['--provider', 'identity', '--client-id', localClientIds.oidc, '--portal', portal]

  test('exits with 0 for a provider that meets every row, and prints no cookie', async () => {
    vi.stubEnv('IDENTITY_COOKIES', await signedInAt(provider))
    const printed = vi.spyOn(console, 'log').mockReturnValue(undefined)
    const code = await run([...given, '--url', provider.issuer, '--cookies-env', 'IDENTITY_COOKIES'])
    const text = printed.mock.calls.join('\n')
    expect([code, text]).toEqual([0, expect.stringContaining('15 interactions')])
    expect(text).not.toContain(process.env['IDENTITY_COOKIES'])
  })

  test('records its results for the gate: a build that meets every row may be deployed, a partly tested one may not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-identity-'))
    const contracts = (line: string): Promise<number> =>
      runContracts([...line.split(' '), '--environment', 'staging', '--results', folder])
    const record = (version: string, ...more: readonly string[]): Promise<number> =>
      run([...given, '--url', provider.issuer, '--results', folder, '--provider-version', version, ...more])
    vi.stubEnv('IDENTITY_COOKIES', await signedInAt(provider))
    vi.spyOn(console, 'log').mockReturnValue(undefined)
    await contracts('publish --version 3f2a --providers identity')
    await contracts('deployed --of assay-portal --version 3f2a')
    await record('26.7', '--cookies-env', 'IDENTITY_COOKIES')
    await record('26.8')
    const gate = (version: string): Promise<number> => contracts(`gate --of identity --version ${version}`)
    expect([await gate('26.7'), await gate('26.8'), await gate('26.9')]).toEqual([0, 1, 1])
    expect(deploymentObjections(folder, { name: 'identity', version: '26.8' }, 'staging')).toEqual(
      person.slice(0, 4).map((row) => `identity 26.8: "${row}" was not run`),
    )
    await rm(folder, { recursive: true })
  })

  test.each([
    ['no client', ['--provider', 'identity', '--portal', portal], '--client-id is missing'],
    ['no portal', ['--provider', 'identity', '--client-id', 'x'], '--portal is missing'],
    ['a broker', [...given, '--broker-url', 'http://localhost:1'], '--broker-url is for pacts'],
  ])('rejects %s', async (_, parameters, sentence) => {
    await expect(run([...parameters, '--url', provider.issuer])).rejects.toThrow(sentence)
  })
})

interface Reply {
  status: number
  readonly headers: Headers
  text: string
}
type Change = (reply: Reply, asked: { readonly url: URL; readonly body: string }) => void

/** The provider with one change, as its clients see it. */
function drifting(change: Change): typeof fetch {
  return async (address, init) => {
    const url = new URL(address instanceof Request ? address.url : address)
    const body = init?.body instanceof URLSearchParams ? init.body.toString() : ''
    const answer = await fetch(address, init)
    const reply = { status: answer.status, headers: new Headers(answer.headers), text: await answer.text() }
    change(reply, { url, body })
    reply.headers.delete('content-length')
    reply.headers.delete('content-encoding')
    const { status, headers, text } = reply
    return new Response(text === '' ? null : text, { status, headers })
  }
}

const at =
  (path: string, change: Change): Change =>
  (reply, asked) => {
    if (asked.url.pathname === path) change(reply, asked)
  }
/** Sets a member of JSON; undefined removes it. */
const member =
  (name: string, value: unknown): Change =>
  (reply) => {
    reply.text = JSON.stringify({ ...(JSON.parse(reply.text) as object), [name]: value })
  }
const uncovered: Change = ({ headers }) => headers.delete('access-control-allow-origin')
const good =
  (change: Change): Change =>
  (reply, asked) => {
    if (reply.status === 200) change(reply, asked)
  }
const granting = (type: string, change: Change): Change =>
  at('/oauth/token', (reply, asked) => {
    if (asked.body.includes(`grant_type=${type}`)) change(reply, asked)
  })
/** Other claims under the original signature. */
const claim = (name: string, value: unknown): Change =>
  granting(
    'authorization_code',
    good((reply, asked) => {
      const { id_token: token } = JSON.parse(reply.text) as { readonly id_token: string }
      const [header, claims = '', signature] = token.split('.')
      const changed = {
        ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object),
        [name]: value,
      }
      const text = Buffer.from(JSON.stringify(changed)).toString('base64url')
      member('id_token', `${header}.${text}.${signature}`)(reply, asked)
    }),
  )
const location = (change: (address: URL) => void): Change =>
  at('/authorize', ({ headers }) => {
    const there = headers.get('location')
    if (there === null) return
    const address = new URL(there)
    change(address)
    headers.set('location', address.href)
  })

const documented = '/.well-known/openid-configuration'
const silent = [
  'nobody is signed in, and the portal asks silently',
  'nobody is signed in, and the silent frame asks',
]

test.each<[drift: string, change: Change, red: readonly string[], reason: RegExp]>([
  [
    'no description',
    at(documented, (reply) => (reply.status = 404)),
    ['the description of the provider'],
    /answers with 404/,
  ],
  [
    'another issuer',
    at(documented, member('issuer', 'https://other.example')),
    ['the description of the provider'],
    /calls itself "https:\/\/other\.example"/,
  ],
  [
    'no token endpoint',
    at(documented, member('token_endpoint', undefined)),
    ['the addresses that the portal asks'],
    /token_endpoint is missing/,
  ],
  [
    'signatures with a shared secret',
    at(documented, member('id_token_signing_alg_values_supported', ['HS256'])),
    ['a signature that a published key can check'],
    /signs with HS256/,
  ],
  [
    'plain PKCE',
    at(documented, member('code_challenge_methods_supported', ['plain'])),
    ['PKCE with S256'],
    /lists plain/,
  ],
  [
    'a description without CORS',
    at(documented, uncovered),
    [`browser origin: GET ${documented}`],
    /no Access-Control-Allow-Origin/,
  ],
  [
    'keys without CORS',
    at('/.well-known/jwks.json', uncovered),
    ['browser origin: GET /.well-known/jwks.json'],
    /no Access-Control-Allow-Origin/,
  ],
  [
    'no keys',
    at('/.well-known/jwks.json', member('keys', [])),
    ['the published keys'],
    /none that checks a signature/,
  ],
  [
    'tokens without CORS',
    at('/oauth/token', good(uncovered)),
    ['browser origin: POST /oauth/token'],
    /the answer with 200/,
  ],
  [
    'refusals without CORS',
    at('/oauth/token', (reply, asked) => reply.status === 400 && uncovered(reply, asked)),
    ['browser origin: POST /oauth/token'],
    /the answer with 400/,
  ],
  [
    'a page in place of an error',
    at('/authorize', (reply, { url }) => {
      if (reply.headers.get('location')?.includes('error=') !== true || !url.searchParams.has('prompt'))
        return
      reply.status = 200
      reply.headers.delete('location')
    }),
    silent,
    /leads to a page with 200/,
  ],
  [
    'another error',
    location(({ searchParams }) => searchParams.has('error') && searchParams.set('error', 'server_error')),
    silent,
    /error is "server_error"/,
  ],
  [
    'a state that is lost',
    location(({ searchParams }) => searchParams.has('error') && searchParams.delete('state')),
    silent,
    /state/,
  ],
  [
    'the wrong verifier taken',
    granting('authorization_code', (reply) => {
      if (reply.status !== 400) return
      reply.status = 200
      reply.text = '{"access_token":"a","token_type":"Bearer"}'
    }),
    ['a code with another verifier is refused'],
    /invalid|id_token/,
  ],
  [
    'the wrong verifier refused otherwise',
    granting('authorization_code', (reply) => {
      if (reply.status === 400) reply.text = '{"error":"server_error"}'
    }),
    ['a code with another verifier is refused'],
    /otherwise than with invalid_grant/,
  ],
  [
    'no ID token',
    granting('authorization_code', good(member('id_token', undefined))),
    ['a code is exchanged for tokens'],
    /id_token is missing/,
  ],
  [
    'tokens of another kind',
    granting('authorization_code', good(member('token_type', 'mac'))),
    ['a code is exchanged for tokens'],
    /token_type is not Bearer/,
  ],
  ['a foreign nonce', claim('nonce', 'other'), ['the ID token'], /nonce/],
  ['another audience', claim('aud', 'another-client'), ['the ID token'], /aud/],
  ['an ID token that has expired', claim('exp', 1), ['the ID token'], /exp/],
  ['unsigned claims', claim('email', 'other@example.com'), ['the ID token'], /signature/],
  [
    'a refresh token that is refused',
    granting('refresh_token', (reply) => {
      reply.status = 400
      reply.text = '{"error":"invalid_grant"}'
    }),
    ['tokens are renewed with a refresh token'],
    /invalid_grant/,
  ],
  [
    'no refresh token',
    granting('authorization_code', good(member('refresh_token', undefined))),
    ['tokens are renewed with a refresh token'],
    /no refresh token came/,
  ],
  [
    'a revocation that fails',
    at('/oauth/revoke', (reply) => (reply.status = 404)),
    ['a refresh token is revoked'],
    /content-type/,
  ],
  [
    'a sign-out that is refused',
    at('/oidc/logout', (reply) => (reply.status = 400)),
    ['the person is signed out'],
    /answered with 400/,
  ],
])('%s fails exactly its rows', async (_drift, change, red, reason) => {
  const verification = await verified({ fetch: drifting(change) })
  expect(descriptions(verification, 'failed').toSorted(), textReport(verification)).toEqual(red.toSorted())
  const failed = [...verification.interactions, ...verification.browser].filter(
    ({ outcome }) => outcome === 'failed',
  )
  for (const { reasons } of failed) expect(reasons.join('\n')).toMatch(reason)
  expect(exitCodeOf(verification)).toBe(1)
})
