import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { framingProblem, preflightProblem } from '../../../local/deployment/ask'
import { checkConfiguration, exitCodeOf, judgeGiven, reportOf } from '../../../local/deployment/check'
import { localValues } from '../../../src/composition/local-values'

const portal = 'https://portal.example.com'

const good: Readonly<Record<string, string>> = {
  ASSAY_WIRING: 'vendor',
  ASSAY_IDENTITY_DOMAIN: 'https://login.example.com',
  ASSAY_IDENTITY_CLIENT_ID: 'client-1',
  ASSAY_IDENTITY_AUDIENCE: 'https://api.example.com',
  ASSAY_TOKEN_HOST: 'https://token.example.com',
  ASSAY_BI_HOST: 'https://bi.example.com',
  ASSAY_FLAGS_CLIENT_ID: 'flags-1',
  ASSAY_FLAGS_HOST: 'https://flags.example.com',
  ASSAY_FLAGS_STREAM_HOST: 'https://stream.example.com',
  ASSAY_PREVIEW_SECRET_SHA256: 'none',
  ASSAY_DASHBOARD_HOME: '00000000-0000-4000-8000-000000000001',
}

const token = 'BI-token-that-nobody-may-read'
const cors = {
  'access-control-allow-origin': portal,
  'access-control-allow-headers': 'Authorization, Content-Type, X-Requested-By',
  'access-control-allow-methods': 'REPORT, PATCH, DELETE',
}

/** Vendors that answer correctly. `changed` replaces an answer by a faulty one. */
function vendors(
  changed: (url: URL, method: string) => Response | undefined = () => undefined,
): typeof fetch {
  return async (address, init) => {
    const url = new URL(address instanceof Request ? address.url : address)
    const method = init?.method ?? 'GET'
    const other = changed(url, method)
    if (other !== undefined) return other
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: cors })
    switch (`${url.hostname.split('.', 1)[0] ?? ''}${url.pathname}`) {
      case 'login/.well-known/openid-configuration':
        return Response.json({
          issuer: 'https://login.example.com/',
          authorization_endpoint: 'https://login.example.com/authorize',
          code_challenge_methods_supported: ['S256'],
        })
      case 'login/authorize':
        return new Response(null, {
          status: 302,
          headers: { location: `${url.searchParams.get('redirect_uri') ?? ''}?error=login_required` },
        })
      case 'login/v2/logout':
        return new Response(null, {
          status: 302,
          headers: { location: url.searchParams.get('returnTo') ?? '' },
        })
      case 'token/api/token':
        return new Response(token, { headers: { ...cors, 'content-type': 'text/plain' } })
      case 'bi/':
        return new Response('<!doctype html>', {
          headers: { 'content-security-policy': `default-src *; frame-ancestors ${portal}` },
        })
      case 'bi/callosum/v1/tspublic/v1/metadata/list':
        return Response.json({ headers: [{ id: 'a', name: 'Home' }], isLastBatch: true })
      case 'flags/sdk/evalx/flags-1/context':
        return Response.json({ 'new-feature': { value: true } }, { headers: cors })
      case 'stream/ping/flags-1':
        return new Response('', { headers: { ...cors, 'content-type': 'text/event-stream' } })
      default:
        return new Response('not found', { status: 404 })
    }
  }
}

const check = (values: Readonly<Record<string, string>>, send = vendors(), at: string | null = portal) =>
  checkConfiguration(values, at, { deadlineMs: 1_000, fetch: send })

describe('a good file', () => {
  test('reports what the deployment would do, and that every host was checked', async () => {
    const checked = await check(good)
    const text = reportOf('deploy.env', checked)
    expect(checked.findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([])
    expect(exitCodeOf(checked)).toBe(0)
    for (const words of [
      'auth0 at https://login.example.com/, client client-1',
      'thoughtspot at https://bi.example.com, REST version 1',
      'Product         Assay',
      'Contact Sales   Assay’s own page, with an example address',
      'Knowledge Base  Assay’s own pages',
      'home (11 hidden: no ID given)',
      'Deep Research   hidden: no model given',
      'Ready: all checks passed.',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain(token)
  })

  test('without the portal’s address leaves the dependent checks open, and the exit code shows it', async () => {
    const checked = await check(good, vendors(), null)
    expect(exitCodeOf(checked)).toBe(2)
    expect(reportOf('deploy.env', checked)).toContain('--portal')
  })
})

test('LaunchDarkly’s stream on a host without CORS for the portal is reported: no page could read it', async () => {
  const { findings } = await check(
    good,
    vendors(({ hostname }) =>
      hostname === 'stream.example.com'
        ? new Response('', { headers: { 'content-type': 'text/event-stream' } })
        : undefined,
    ),
  )
  expect(findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([
    {
      what: 'Flag stream',
      verdict: 'failed',
      text: `https://stream.example.com does not allow the origin ${portal}`,
    },
  ])
})

describe('Superset and its gateway', () => {
  const home = good['ASSAY_DASHBOARD_HOME'] ?? ''
  const own = { ...good, ASSAY_BI: 'superset' }
  const answering = (opens: readonly string[], status: number, embedded = 200) =>
    vendors(({ hostname, pathname }, method) => {
      if (pathname === '/v1/tokens' && method === 'POST') {
        const reply = { token, expiresAt: new Date(Date.now() + 300_000).toISOString(), dashboards: opens }
        return Response.json(reply, { headers: cors })
      }
      if (pathname === '/api/v1/me/roles/') return Response.json({}, { status })
      if (!hostname.startsWith('bi') || !pathname.startsWith('/embedded/')) return undefined
      return new Response('<!doctype html>', {
        status: embedded,
        headers: { 'content-security-policy': `frame-ancestors ${portal}` },
      })
    })

  test.each([
    [
      { 'access-control-allow-headers': 'authorization' },
      '/v1/tokens does not allow the header content-type',
    ],
    [
      { 'access-control-allow-methods': 'PATCH' },
      '/v1/dashboards/00000000-0000-4000-8000-000000000000 does not allow the method DELETE',
    ],
  ])('whose preflight says %j: no page can use it', async (headers, words) => {
    const answer = answering([home], 200)
    const { findings } = await check(own, async (address, init) =>
      init?.method === 'OPTIONS' && typeof address === 'string' && address.includes('/v1/')
        ? new Response(null, { status: 204, headers: { ...cors, ...headers } })
        : answer(address, init),
    )
    const failed = findings.filter(({ verdict }) => verdict === 'failed')
    expect(failed.map(({ text }) => text)).toContain(`https://token.example.com${words}`)
  })

  const failures = async (
    opens: readonly string[],
    status: number,
    embedded?: number,
  ): Promise<readonly string[]> => {
    const { findings } = await check(own, answering(opens, status, embedded))
    return findings.filter(({ verdict }) => verdict === 'failed').map(({ text }) => text)
  }

  test('that agree have no findings, and the report says nothing about what Superset does not have', async () => {
    expect(await failures([home], 200)).toEqual([])
    const text = reportOf('deploy.env', await check(own, answering([home], 200)))
    expect(text).toContain('superset at https://bi.example.com\n')
    expect(text).toContain('Deep Research   hidden: superset does not offer it')
  })

  test.each([
    [403, 'remove all allowed domains from the dashboard’s embedding'],
    [404, 'has no dashboard embedded as'],
    [500, 'answers with 500'],
  ])('that answer the frame with %i are reported', async (embedded, text) => {
    expect(await failures([home], 200, embedded)).toEqual([expect.stringContaining(text)])
  })

  test('that sign with different secrets are reported: no dashboard would open', async () => {
    expect(await failures([home], 401)).toEqual([expect.stringContaining('GATEWAY_GUEST_SECRET')])
  })

  test('that do not open Home to visitors are reported', async () => {
    expect(await failures([], 200)).toEqual([expect.stringContaining('does not open Home')])
  })
})

describe('a preferences endpoint', () => {
  const own = { ...good, ASSAY_PREFERENCES_HOST: 'https://preferences.example.com' }
  const answering = (headers: Readonly<Record<string, string>>) =>
    vendors(({ hostname }) =>
      hostname.startsWith('preferences') ? new Response(null, { status: 204, headers }) : undefined,
    )
  const sent = 'authorization, content-type, if-match, if-none-match'
  const whole = {
    ...cors,
    'access-control-allow-headers': sent,
    'access-control-allow-methods': 'GET, PUT',
  }

  test('is named, and checked as the page would use it', async () => {
    const checked = await check(own, answering(whole))
    expect(exitCodeOf(checked)).toBe(0)
    const text = reportOf('deploy.env', checked)
    expect(text).toContain('Preferences     https://preferences.example.com')
    expect(text).toContain(`${portal} can read and write them`)
    expect(reportOf('deploy.env', await check(good))).toContain('Preferences     in each browser')
  })

  test.each([
    ['does not let the page write', { ...whole, 'access-control-allow-methods': 'GET' }],
    ['takes no condition', { ...whole, 'access-control-allow-headers': 'authorization, content-type' }],
    ['answers another page', { ...whole, 'access-control-allow-origin': 'https://other.example.com' }],
  ])('that %s is reported', async (_, headers) => {
    const { findings } = await check(own, answering(headers))
    expect(findings.filter(({ verdict }) => verdict === 'failed').map(({ what }) => what)).toEqual([
      'Preferences',
    ])
  })
})

describe('a generic OpenID Connect provider', () => {
  const { ASSAY_IDENTITY_DOMAIN: _, ...rest } = good
  const issuer = 'https://login.example.com'
  const own = { ...rest, ASSAY_IDENTITY: 'oidc', ASSAY_IDENTITY_ISSUER: issuer }
  const described = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['HS256', 'ES256'],
  }
  const found = async (
    changes: object,
    settings: Readonly<Record<string, string>> = {},
    answers: (url: URL) => Response | undefined = () => undefined,
  ) => {
    const describing = vendors((url) =>
      url.pathname.endsWith('openid-configuration')
        ? Response.json({ ...described, ...changes }, { headers: cors })
        : url.pathname === '/token'
          ? (answers(url) ?? Response.json({ error: 'invalid_grant' }, { status: 400, headers: cors }))
          : (answers(url) ??
            (url.pathname === '/keys' ? Response.json({ keys: [] }, { headers: cors }) : undefined)),
    )
    const { findings } = await check({ ...own, ...settings }, describing)
    return findings.filter(({ verdict }) => verdict !== 'ok')
  }

  test.each([
    {},
    { issuer: `${issuer}/` },
    { id_token_signing_alg_values_supported: undefined },
    { userinfo_endpoint: 'https://api.example.com/me' },
  ])('with valid metadata passes: %j', async (changes) => {
    expect(await found(changes)).toEqual([])
  })

  test.each([
    [{ issuer: `${issuer}/other` }, 'its issuer is'],
    [{ issuer: 'login' }, 'its issuer is "login"'],
    [{ id_token_signing_alg_values_supported: ['RS512', 'none'] }, 'it signs ID tokens with RS512, none'],
    [{ authorization_endpoint: undefined }, 'its metadata has no authorization_endpoint'],
    [{ token_endpoint: undefined }, 'its metadata has no token_endpoint'],
    [{ jwks_uri: '/keys' }, 'its metadata has no jwks_uri'],
  ])('with metadata that the page would reject is reported: %j', async (changes, words) => {
    const text: unknown = expect.stringContaining(words)
    expect(await found(changes)).toEqual([{ what: 'Identity provider', verdict: 'failed', text }])
  })

  test('whose token endpoint blocks the portal’s origin is reported: every user would return logged out', async () => {
    const text: unknown = expect.stringContaining('web origins')
    expect(await found({ token_endpoint: `${issuer}/closed` })).toEqual([
      { what: 'Tokens of the provider', verdict: 'failed', text },
    ])
  })

  test.each([
    [401, { error: 'invalid_client' }],
    [401, { error: 'unauthorized_client', error_description: 'Invalid client credentials' }],
    [400, { error: 'invalid_request', error_description: 'client_secret is missing.' }],
  ])('that requires a client secret is reported: nobody could sign in (%i, %j)', async (status, body) => {
    const closed = ({ pathname }: URL) =>
      pathname === '/token' ? Response.json(body, { status, headers: cors }) : undefined
    const text: unknown = expect.stringContaining(
      `(${Object.values(body).join(', ')}): check ASSAY_IDENTITY_CLIENT_ID, and make the client a public one`,
    )
    expect(await found({}, {}, closed)).toEqual([{ what: 'Tokens of the provider', verdict: 'failed', text }])
  })

  test.each([
    [200, {}, 'does not allow the origin'],
    [404, cors, 'answers with 404'],
  ])(
    'whose keys cannot be read by a page is reported: nobody could sign in (%i)',
    async (status, headers, words) => {
      const closed = ({ pathname }: URL) =>
        pathname === '/keys' ? new Response('{}', { status, headers }) : undefined
      const text: unknown = expect.stringContaining(words)
      expect(await found({}, {}, closed)).toEqual([{ what: 'Keys of the provider', verdict: 'failed', text }])
    },
  )

  test.each([
    [302, { location: '/auth/ldap?state=check' }],
    [200, {}],
  ])('that shows a page on a silent request leaves the cause open (%i)', async (status, headers) => {
    const showing = ({ pathname }: URL) =>
      pathname === '/authorize' ? new Response(null, { status, headers }) : undefined
    const text: unknown = expect.stringContaining('ASSAY_IDENTITY_SILENT=none')
    expect(await found({}, { ASSAY_IDENTITY_SILENT: 'none' }, showing)).toEqual([
      { what: 'Client at the provider', verdict: 'open', text },
    ])
  })

  test('that rejects the redirect page of silent frames is reported if frames are used', async () => {
    const unknown = ({ searchParams }: URL) =>
      searchParams.get('redirect_uri')?.endsWith('/open-data/silent.html') === true
        ? new Response('Invalid redirect uri', { status: 400 })
        : undefined
    const text: unknown = expect.stringContaining(`it does not redirect to ${portal}/open-data/silent.html`)
    expect(await found({}, {}, unknown)).toEqual([
      { what: 'Client at the provider', verdict: 'failed', text },
    ])
    expect(await found({}, { ASSAY_IDENTITY_SILENT: 'none' }, unknown)).toEqual([])
  })

  test('that rejects the portal’s log-out leaves the cause open: it may require an ID token hint', async () => {
    const end = { end_session_endpoint: `${issuer}/end` }
    const answering = (status: number) => (url: URL) =>
      url.pathname === '/end' && url.searchParams.get('post_logout_redirect_uri') === `${portal}/datasets`
        ? new Response('', { status })
        : undefined
    expect(await found(end, {}, answering(200))).toEqual([])
    const text: unknown = expect.stringMatching(/datasets: add that URL .*without an ID token/)
    expect(await found(end, {}, answering(400))).toEqual([
      { what: 'Log-out at the provider', verdict: 'open', text },
    ])
  })

  test('whose endpoints are on other origins gets the list of origins that the CSP must allow', async () => {
    const endpoints = {
      token_endpoint: 'https://tokens.example.net/token',
      jwks_uri: 'https://keys.example.net/certs',
      revocation_endpoint: 'https://tokens.example.net/revoke',
    }
    const closed = (url: URL) =>
      url.hostname.startsWith('tokens')
        ? Response.json({}, { status: 400, headers: cors })
        : url.hostname.startsWith('keys')
          ? Response.json({ keys: [] }, { headers: cors })
          : undefined
    const text =
      'the page calls token_endpoint at https://tokens.example.net, jwks_uri at https://keys.example.net, revocation_endpoint at https://tokens.example.net: add each origin to ASSAY_IDENTITY_ORIGINS, or the content security policy blocks the requests'
    expect(await found(endpoints, {}, closed)).toEqual([
      { what: 'Endpoints of the provider', verdict: 'failed', text },
    ])
    const origins = 'https://tokens.example.net https://keys.example.net'
    expect(await found(endpoints, { ASSAY_IDENTITY_ORIGINS: origins }, closed)).toEqual([])
  })
})

test('Auth0 is not asked for its metadata, because its SDK has the endpoints and algorithms', async () => {
  const login = 'https://login.example.com'
  const elsewhere = {
    issuer: `${login}/`,
    authorization_endpoint: `${login}/authorize`,
    token_endpoint: 'https://tokens.example.net/token',
    id_token_signing_alg_values_supported: ['RS512'],
  }
  const back = `${portal}/datasets`
  const answering = vendors(({ pathname, searchParams }) => {
    if (pathname.endsWith('openid-configuration')) return Response.json(elsewhere)
    const asked = pathname === '/authorize' ? 'redirect_uri' : pathname === '/v2/logout' ? 'returnTo' : null
    return asked !== null && searchParams.get(asked) !== back ? new Response('', { status: 400 }) : undefined
  })
  const { findings } = await check(good, answering)
  expect(findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([])
})

describe('an OFREP service', () => {
  const { ASSAY_FLAGS_HOST: _, ...rest } = good
  const own = { ...rest, ASSAY_FLAGS: 'ofrep', ASSAY_FLAGS_HEADERS: 'X-API-Key=a%2Cb,x-env=blue' }
  const flag = { key: 'new-feature', value: true, reason: 'STATIC', variant: 'on' }
  const everyHeader = { ...cors, 'access-control-allow-headers': '*' }

  test('without a host is called at the portal’s origin, with the headers that the page would send', async () => {
    const sent: Headers[] = []
    const others = vendors()
    const checked = await check(own, async (address, init) => {
      if (address !== `${portal}/ofrep/v1/evaluate/flags`) return others(address, init)
      sent.push(new Headers(init?.headers))
      return Response.json({ flags: [flag] })
    })
    expect(sent.map((headers) => [headers.get('x-api-key'), headers.get('x-env')])).toEqual([['a,b', 'blue']])
    expect(exitCodeOf(checked)).toBe(0)
    expect(reportOf('deploy.env', checked)).toContain('ofrep at the portal’s own origin')
  })

  test('at the portal’s own origin needs no CORS headers', async () => {
    const others = vendors()
    const { findings } = await check({ ...own, ASSAY_FLAGS_HOST: portal }, async (address, init) =>
      address === `${portal}/ofrep/v1/evaluate/flags`
        ? Response.json({ flags: [flag] })
        : others(address, init),
    )
    expect(findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([])
  })

  test.each([
    [
      'a header of its own stopped by the preflight',
      cors,
      { flags: [flag] },
      'failed',
      'the header x-api-key, x-env',
    ],
    [
      'an answer that is none of flags',
      everyHeader,
      { message: 'hello' },
      'failed',
      'does not support OFREP',
    ],
    ['none of the portal’s flags', everyHeader, { flags: [] }, 'open', 'has no flag of the portal'],
  ] as const)('with %s is reported', async (_, preflight, body, verdict, words) => {
    const host = 'https://ofrep.example.com'
    const answers = vendors(({ origin }, method) =>
      origin !== host
        ? undefined
        : method === 'OPTIONS'
          ? new Response(null, { status: 204, headers: preflight })
          : Response.json(body, { headers: cors }),
    )
    const { findings } = await check({ ...own, ASSAY_FLAGS_HOST: host }, answers)
    const text: unknown = expect.stringContaining(words)
    expect(findings.filter((one) => one.verdict !== 'ok')).toEqual([{ what: 'Flag service', verdict, text }])
  })

  test('whose stream is not used is reported as such', async () => {
    const others = vendors()
    const eventStreams = [{ type: 'sse', endpoint: { requestUri: '/ofrep/v1/_stream' } }]
    const streams = async (more: object) => {
      const { findings } = await check({ ...own, ...more }, async (address, init) =>
        address === `${portal}/ofrep/v1/evaluate/flags`
          ? Response.json({ flags: [flag], eventStreams })
          : others(address, init),
      )
      return findings.filter(({ what }) => what === 'Flag stream').map(({ verdict, text }) => [verdict, text])
    }
    expect(await streams({})).toEqual([
      ['ok', `not used at ${portal}: ASSAY_FLAGS_STREAM_HOST is https://stream.example.com`],
    ])
    expect(await streams({ ASSAY_FLAGS_STREAM_HOST: '' })).toEqual([
      ['ok', `not used at ${portal}: ASSAY_FLAGS_STREAM_HOST is not given`],
    ])
    expect(await streams({ ASSAY_FLAGS_STREAM_HOST: portal })).toEqual([])
  })

  test('that accepts only strings, as Flipt does, fails here as in a page, with its own error code', async () => {
    const host = 'https://flipt.example.com'
    const others = vendors()
    const refusal = (text: string) => async (address: string | URL | Request, init?: RequestInit) => {
      const asked = new Request(address, init)
      if (!asked.url.startsWith(host)) return others(address, init)
      if (asked.method !== 'POST') return new Response(null, { status: 204, headers: everyHeader })
      const { context } = (await asked.json()) as { readonly context: object }
      return Object.values(context).every((value) => typeof value === 'string')
        ? Response.json({ flags: [flag] }, { headers: everyHeader })
        : new Response(text, { status: 400, headers: cors })
    }
    for (const [text, words] of [
      ['{"errorCode":"INVALID_CONTEXT","errorDetails":"secret"}', 'it answers with 400: INVALID_CONTEXT'],
      ['{"errorCode":"<a secret>"}', 'it answers with 400'],
      ['no JSON', 'it answers with 400'],
    ]) {
      const { findings } = await check({ ...own, ASSAY_FLAGS_HOST: host }, refusal(text ?? ''))
      expect(findings.find(({ what }) => what === 'Flag service')).toMatchObject({
        verdict: 'failed',
        text: words,
      })
    }
  })

  test('is not checked without the portal’s address', async () => {
    const { findings } = await check(own, vendors(), null)
    expect(findings.find(({ what }) => what === 'Flag service')?.verdict).toBe('open')
  })
})

test.each<[string, string, (url: URL, method: string) => Response | undefined]>([
  [
    'another issuer',
    'Identity provider',
    ({ pathname }) =>
      pathname.endsWith('openid-configuration') ? Response.json({ issuer: 'https://other/' }) : undefined,
  ],
  [
    'a client that nobody knows',
    'Client at the provider',
    ({ pathname }) =>
      pathname === '/authorize' ? new Response('Unknown client', { status: 403 }) : undefined,
  ],
  ...['unauthorized_client', 'invalid_scope', 'access_denied'].map(
    (error): [string, string, (url: URL) => Response | undefined] => [
      `a client that may not sign anybody in (${error})`,
      'Client at the provider',
      ({ pathname, searchParams }) =>
        pathname === '/authorize' && searchParams.get('audience') === good['ASSAY_IDENTITY_AUDIENCE']
          ? new Response(null, {
              status: 302,
              headers: { location: `${searchParams.get('redirect_uri') ?? ''}?error=${error}` },
            })
          : undefined,
    ],
  ),
  [
    'a client that may not return from a log-out',
    'Log-out at the provider',
    ({ pathname }) => (pathname === '/v2/logout' ? new Response('Oops', { status: 400 }) : undefined),
  ],
  [
    'a token service without CORS',
    'Token service, CORS',
    ({ hostname }, method) =>
      hostname.startsWith('token') && method === 'OPTIONS' ? new Response(null, { status: 204 }) : undefined,
  ],
  [
    'a token in JSON',
    'Token service, token for visitors',
    ({ pathname }) => (pathname === '/api/token' ? Response.json({ token }) : undefined),
  ],
  [
    'a flag environment that is not there',
    'Flag environment',
    ({ pathname }) => (pathname.startsWith('/sdk/evalx') ? new Response('', { status: 404 }) : undefined),
  ],
  [
    'a flag service whose preflight lets no browser ask',
    'Flag environment',
    ({ hostname }, method) =>
      hostname.startsWith('flags') && method === 'OPTIONS' ? new Response(null, { status: 405 }) : undefined,
  ],
  [
    'a stream that is none',
    'Flag stream',
    ({ hostname }) => (hostname.startsWith('stream') ? Response.json({}) : undefined),
  ],
  [
    'a cluster that does not list the portal',
    'BI host, embedding',
    ({ hostname, pathname }) =>
      hostname.startsWith('bi') && pathname === '/'
        ? new Response('', { headers: { 'content-security-policy': "frame-ancestors 'self'" } })
        : undefined,
  ],
  [
    'a host that is no cluster',
    'BI host, embedding',
    ({ hostname, pathname }) =>
      hostname.startsWith('bi') && pathname === '/'
        ? new Response('No such page', { status: 404 })
        : undefined,
  ],
  [
    'a cluster that takes no token of that service',
    'BI host, REST list',
    ({ pathname }, method) =>
      pathname.endsWith('/metadata/list') && method === 'GET'
        ? new Response(`no such token: ${token}`, { status: 401 })
        : undefined,
  ],
])('%s is reported, and nothing else', async (_name, what, changed) => {
  const checked = await check(good, vendors(changed))
  const failed = checked.findings.filter(({ verdict }) => verdict === 'failed').map((one) => one.what)
  expect(failed).toEqual([what])
  expect(exitCodeOf(checked)).toBe(1)
  expect(reportOf('deploy.env', checked)).not.toContain(token)
})

describe('a bad file', () => {
  test('reports every problem at once, and sends no request', async () => {
    let asked = 0
    const counting: typeof fetch = () => {
      asked += 1
      return Promise.reject(new Error('Nobody is asked.'))
    }
    const values = {
      ASSAY_WIRING: 'vendor',
      ASSAY_BI_HOST: 'http://bi.example.com',
      ASSAY_PREVIEW_SECRET_SHA256: localValues['ASSAY_PREVIEW_SECRET_SHA256'] ?? '',
      ASSAY_LIVEBORD_ETF: 'x',
    }
    const checked = await check(values, counting)
    const wrong = checked.problems.map(({ variable }) => variable)
    const { ASSAY_WIRING: _, ...needed } = good
    expect(wrong.toSorted()).toEqual([...Object.keys(needed), 'ASSAY_LIVEBORD_ETF'].toSorted())
    expect([exitCodeOf(checked), checked.findings, asked]).toEqual([1, [], 0])
    const text = reportOf('deploy.env', checked)
    for (const name of wrong) expect(text).toContain(`FAILED  ${name}: `)
  })

  test('copied from .env.example lists which ids are the local stack’s', async () => {
    const own = Object.entries(localValues).filter(([name]) => /_(DASHBOARD|SOURCE)_/.test(name))
    expect(own).toHaveLength(24)
    const checked = await check({ ...good, ...Object.fromEntries(own) })
    expect(checked.problems.map(({ variable }) => variable).toSorted()).toEqual(
      own.map(([name]) => name).toSorted(),
    )
    const text = reportOf('deploy.env', checked)
    expect(text).toContain('FAILED  ASSAY_DASHBOARD_HOME: it is the local stack’s; give your own.')
    expect(text).toContain(
      'FAILED  ASSAY_SOURCE_ETF: it is the local stack’s; give your own, or leave it empty.',
    )
    expect((await check({ ...good, ...Object.fromEntries(own), ASSAY_WIRING: 'local' })).problems).toEqual([])
  })

  test('is checked as far as it is valid', async () => {
    const { ASSAY_IDENTITY_CLIENT_ID: _client, ASSAY_DASHBOARD_HOME: _home, ...rest } = good
    const withoutService = await check({ ...rest, ASSAY_TOKEN_HOST: 'token.example.com' })
    expect(withoutService.findings.map(({ what, verdict }) => `${verdict} ${what}`)).toEqual([
      'ok BI host, embedding',
      'open BI host, REST list',
      'ok Flag environment',
      'ok Flag stream',
    ])
    const checked = await check(rest)
    expect(checked.problems).toHaveLength(2)
    expect(checked.findings.map(({ what, verdict }) => `${verdict} ${what}`)).toEqual([
      'ok Token service, CORS',
      'ok Token service, token for visitors',
      'ok BI host, embedding',
      'ok BI host, REST list',
      'ok Flag environment',
      'ok Flag stream',
    ])
    expect(exitCodeOf(checked)).toBe(1)
  })

  test('with unreachable hosts reports each of them, within the timeout', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => void closed.listen(0, '127.0.0.1', resolve))
    const dead = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`
    await new Promise((resolve) => void closed.close(resolve))
    const hosts = [
      'IDENTITY_DOMAIN',
      'TOKEN_HOST',
      'TOKEN_HOST_STAGING',
      'BI_HOST',
      'BI_HOST_STAGING',
      'FLAGS_HOST',
      'FLAGS_STREAM_HOST',
    ]
    const values = Object.fromEntries(hosts.map((name) => [`ASSAY_${name}`, dead]))
    const checked = await check(values, fetch, 'http://localhost:4300')
    const failed = checked.findings.filter(({ verdict }) => verdict === 'failed')
    expect(failed.map((one) => one.what).toSorted()).toEqual([
      'BI host (staging), embedding',
      'BI host, embedding',
      'Flag environment',
      'Flag stream',
      'Identity provider',
      'Token service (staging), CORS',
      'Token service (staging), token for visitors',
      'Token service, CORS',
      'Token service, token for visitors',
    ])
    expect(exitCodeOf(checked)).toBe(1)
    for (const { text } of failed) expect(text).toContain('cannot be reached')
    expect(failed.find(({ what }) => what === 'Flag stream')?.text).toBe(
      `${dead} cannot be reached: nothing is listening at that address (ECONNREFUSED)`,
    )
  })

  test.each<[string, Response]>([
    [
      'refuses a visitor with 403, but must issue a token to every visitor',
      new Response('', { status: 403 }),
    ],
    ['answers with 503', new Response('', { status: 503 })],
    [
      'does not answer with a token; expected: status 200, text/plain and only the token',
      Response.json({ token }),
    ],
  ])('with a failing token service reports that it %s', async (words, answer) => {
    const checked = await check(
      good,
      vendors(({ pathname }) => (pathname === '/api/token' ? answer.clone() : undefined)),
    )
    expect(reportOf('deploy.env', checked)).toContain(
      `FAILED  Token service, token for visitors: https://token.example.com/api/token ${words}.`,
    )
  })

  test('a host that never responds is timed out', async () => {
    const silent: typeof fetch = (_address, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
      })
    const checked = await checkConfiguration(good, portal, { deadlineMs: 20, fetch: silent })
    expect(checked.findings.find(({ what }) => what === 'Identity provider')?.text).toContain(
      'did not answer within 0.02 s',
    )
  })
})

describe('headers of a page that is to be shown in a frame', () => {
  const own = 'https://bi.example.com'
  test.each([
    [{}, true],
    [{ 'content-security-policy': "default-src 'self'" }, true],
    [{ 'content-security-policy': 'frame-ancestors https://*.example.com' }, true],
    [{ 'content-security-policy': 'frame-ancestors portal.example.com:443' }, true],
    [{ 'content-security-policy': 'frame-ancestors https:' }, true],
    [{ 'content-security-policy': `frame-ancestors ${portal}`, 'x-frame-options': 'DENY' }, true],
    [{ 'content-security-policy': "frame-ancestors 'none'" }, false],
    [{ 'content-security-policy': 'frame-ancestors https://portal.example.com:8443' }, false],
    [{ 'content-security-policy': 'frame-ancestors https://example.com' }, false],
    [{ 'content-security-policy': `frame-ancestors ${portal}, frame-ancestors 'self'` }, false],
    [{ 'content-security-policy': 'frame-ancestors https://*' }, true],
    [{ 'content-security-policy': 'frame-ancestors https://*:8443' }, false],
    [{ 'x-frame-options': 'ALLOWALL' }, true],
    [{ 'x-frame-options': 'SAMEORIGIN' }, false],
    [{ 'x-frame-options': 'SAMEORIGIN, ALLOWALL' }, false],
  ])('%j: %s', (headers, allowed) => {
    expect(framingProblem(new Headers(headers as Record<string, string>), portal, own) === null).toBe(allowed)
  })
})

describe('a preflight', () => {
  let origin: string
  let answer: Record<string, string> = {}
  const server = createServer((_request, response) => response.writeHead(204, answer).end())
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => void server.close(resolve)))

  test.each([
    [{ 'access-control-allow-origin': portal, 'access-control-allow-headers': 'Authorization' }, null],
    [{ 'access-control-allow-origin': portal, 'access-control-allow-headers': '*' }, 'authorization'],
    [{ 'access-control-allow-origin': 'https://other.example.com' }, 'CORS list'],
    [{}, 'CORS list'],
  ])('answered with %j', async (headers, problem) => {
    answer = headers
    const wanted = { origin: portal, method: 'GET', headers: ['authorization'] }
    const found = await preflightProblem(origin, wanted, { deadlineMs: 5_000, fetch })
    if (problem === null) expect(found).toBeNull()
    else expect(found).toContain(problem)
  })
})

test('for values that override a build, invalid ones are distinguished from those that the build must have', () => {
  const { ASSAY_TOKEN_HOST: _, ...rest } = good
  const { problems, missing } = judgeGiven({ ...rest, ASSAY_BI_HOST: 'bi.example.com' })
  expect(problems.map(({ variable }) => variable)).toEqual(['ASSAY_BI_HOST'])
  expect(missing).toEqual(['ASSAY_TOKEN_HOST'])
  expect(judgeGiven(good)).toEqual({ problems: [], missing: [], missingHosts: [] })
})
