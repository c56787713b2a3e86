import { describe, expect, test, afterAll, beforeAll } from 'vitest'
import { ConfigurationRefused, readConfiguration } from '../../../local/gateway/configuration'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { build } from 'vite'

const id = '11111111-1111-4111-8111-11111111111A'
const files: Readonly<Record<string, string>> = {
  '/run/dashboards.json': JSON.stringify([{ slug: 'home', embeddedId: id, public: true, title: 'Home' }]),
  '/run/rules.json': '{}',
  '/run/secret': `${'s'.repeat(32)}\n`,
  '/run/short': 'short\n',
  '/run/empty': '\n',
}
const readFile = (path: string): string => {
  const content = files[path]
  if (content === undefined) throw new Error(`no ${path}`)
  return content
}

const good = {
  GATEWAY_PORTAL_ORIGINS: 'https://portal.example.com, http://localhost:4300',
  GATEWAY_ISSUER: 'https://id.example.com/realms/assay',
  GATEWAY_JWKS_URI: 'https://id.example.com/realms/assay/certs',
  GATEWAY_AUDIENCE: 'gateway',
  GATEWAY_SUPERSET_URL: 'http://127.0.0.1:4305/',
  GATEWAY_SUPERSET_USER: 'gateway',
  GATEWAY_SUPERSET_PASSWORD: 'password',
  GATEWAY_GUEST_SECRET_FILE: '/run/secret',
  GATEWAY_DASHBOARDS_FILE: '/run/dashboards.json',
}

function problemsOf(
  change: Readonly<Record<string, string | undefined>>,
  more: Readonly<Record<string, string>> = {},
) {
  const read = (path: string): string => more[path] ?? readFile(path)
  try {
    readConfiguration({ ...good, ...change }, read)
    return []
  } catch (error) {
    if (error instanceof ConfigurationRefused) return error.problems
    throw error
  }
}

test('the required settings suffice, and the rest have defaults', () => {
  expect(readConfiguration(good, readFile)).toEqual({
    host: 'localhost',
    port: 4306,
    portalOrigins: ['https://portal.example.com', 'http://localhost:4300'],
    trustedProxies: [],
    identity: {
      issuer: 'https://id.example.com/realms/assay',
      jwksUri: 'https://id.example.com/realms/assay/certs',
      audience: 'gateway',
      algorithms: ['RS256'],
    },
    superset: {
      address: 'http://127.0.0.1:4305',
      publicOrigin: 'http://127.0.0.1:4305',
      userName: 'gateway',
      password: 'password',
      personRole: 'EmbeddedGuest',
    },
    guest: { secret: 's'.repeat(32), audience: 'superset' },
    curated: [{ slug: 'home', embeddedId: id.toLowerCase(), public: true }],
    rules: { access: [], rows: [] },
    rates: { address: 600, person: 120 },
  })
})

// Django answers the address without the slash with a redirect, which is not followed.
test('the address of the keys keeps its trailing slash, as Authentik writes it', () => {
  const jwksUri = 'https://id.example.com/application/o/assay/jwks/'
  expect(readConfiguration({ ...good, GATEWAY_JWKS_URI: jwksUri }, readFile).identity.jwksUri).toBe(jwksUri)
})

test('the variable that Kubernetes sets for a Service called "gateway" is not taken as the port', () => {
  expect(readConfiguration({ ...good, GATEWAY_PORT: 'tcp://10.96.0.12:4306' }, readFile).port).toBe(4306)
  expect(problemsOf({ GATEWAY_PERSON_RATE: 'tcp://10.96.0.12:4306' })).toHaveLength(1)
})

test('every problem is named at once', () => {
  const problems = problemsOf({
    GATEWAY_ISSUER: '',
    GATEWAY_GUEST_SECRET_FILE: '/run/short',
    GATEWAY_PORT: '70000',
    GATEWAY_SUPERSET_URL: 'superset:8088',
    GATEWAY_ALGORITHMS: 'RS256,HS256',
  })
  expect(problems).toHaveLength(5)
  for (const name of [
    'GATEWAY_ISSUER',
    'GATEWAY_GUEST_SECRET',
    'GATEWAY_PORT',
    'GATEWAY_SUPERSET_URL',
    'GATEWAY_ALGORITHMS',
  ])
    expect(problems.some((problem) => problem.startsWith(name))).toBe(true)
  expect(new ConfigurationRefused(problems).message.split('\n')).toHaveLength(6)
})

test.each<[string, Readonly<Record<string, string | undefined>>]>([
  ['a secret of 31 bytes', { GATEWAY_GUEST_SECRET_FILE: undefined, GATEWAY_GUEST_SECRET: 's'.repeat(31) }],
  ['no secret', { GATEWAY_GUEST_SECRET_FILE: undefined }],
  ['a secret twice', { GATEWAY_GUEST_SECRET: 's'.repeat(40) }],
  ['a file that is not there', { GATEWAY_GUEST_SECRET_FILE: '/run/none' }],
  ['an empty file', { GATEWAY_SUPERSET_PASSWORD: undefined, GATEWAY_SUPERSET_PASSWORD_FILE: '/run/empty' }],
  ['an origin with a path', { GATEWAY_PORTAL_ORIGINS: 'https://portal.example.com/' }],
  ['every origin', { GATEWAY_PORTAL_ORIGINS: '*' }],
  ['a proxy by its name', { GATEWAY_TRUSTED_PROXIES: '127.0.0.1 proxy.internal' }],
  ['a range that is none', { GATEWAY_TRUSTED_PROXIES: '10.0.0.0/33' }],
  ['a range of everything', { GATEWAY_TRUSTED_PROXIES: '::/0' }],
  ['no signature at all', { GATEWAY_ALGORITHMS: 'none' }],
  ['an address that says who asks', { GATEWAY_JWKS_URI: 'https://user:word@id.example.com/certs' }],
  ['no rate', { GATEWAY_PERSON_RATE: '0' }],
  ['no dashboards', { GATEWAY_DASHBOARDS_FILE: undefined }],
  ['rules that are no JSON', { GATEWAY_RULES_FILE: '/run/secret' }],
])('refused: %s', (_name, change) => {
  expect(problemsOf(change)).toHaveLength(1)
})

test('proxies are addresses, ranges and the names that Fastify has for ranges', () => {
  const proxies = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8', '::1', 'loopback', 'uniquelocal']
  const given = { ...good, GATEWAY_TRUSTED_PROXIES: proxies.join(', ') }
  expect(readConfiguration(given, readFile).trustedProxies).toEqual(proxies)
})

test('an error about a short secret does not contain it', () => {
  expect(problemsOf({ GATEWAY_GUEST_SECRET_FILE: '/run/short' }).join(' ')).not.toContain('short')
})

describe('dashboards', () => {
  const home = { slug: 'home', embeddedId: id }
  test.each<[string, unknown]>([
    ['none', []],
    ['no uuid', [{ ...home, embeddedId: '12' }]],
    ['one slug twice', [home, { ...home, embeddedId: id.replace('A', 'B') }]],
    ['one id twice', [home, { ...home, slug: 'other', embeddedId: id.toLowerCase() }]],
    ['a slug with a space', [{ ...home, slug: 'the home' }]],
    [
      'more than a token holds',
      Array.from({ length: 49 }, (_, index) => ({
        slug: `d${index}`,
        embeddedId: `${id.slice(0, -2)}${index + 10}`,
      })),
    ],
  ])('refused: %s', (_name, value) => {
    expect(problemsOf({}, { '/run/dashboards.json': JSON.stringify(value) }).length).toBeGreaterThan(0)
  })
})

describe('rules', () => {
  const row = { claim: 'region', allow: '[a-z]+', clause: 'region in ({values})' }
  const withRows = (change: object) =>
    problemsOf(
      { GATEWAY_RULES_FILE: '/run/rules.json' },
      { '/run/rules.json': JSON.stringify({ rows: [{ ...row, ...change }] }) },
    )

  test('are accepted when valid', () => expect(withRows({})).toEqual([]))

  test.each<[string, object]>([
    ['no values', { clause: "region = 'x'" }],
    ['values twice', { clause: 'region = {values} or book = {values}' }],
    ['values inside quotes', { clause: "region = '{values}'" }],
    ['a second statement', { clause: 'region = {values}; drop table t' }],
    ['a comment', { clause: 'region = {values} -- ' }],
    ['an open parenthesis', { clause: 'region in ({values}' }],
    ['one that closes too much', { clause: 'region = {values}) or (1 = 1' }],
    ['a template of Superset’s', { clause: 'region = {values} and {{ x }}' }],
    ['an open quote', { otherwise: "region = '" }],
    ['a pattern that is none', { allow: '[' }],
    ['an empty claim', { claim: [] }],
    ['a misspelled name', { datasets: 1 }],
  ])('refused: %s', (_name, change) => {
    expect(withRows(change).length).toBeGreaterThan(0)
  })

  test('that name an unknown dashboard are refused', () => {
    const rules = JSON.stringify({ access: [{ claim: 'roles', anyOf: ['a'], dashboards: ['nope'] }] })
    expect(problemsOf({ GATEWAY_RULES_FILE: '/run/rules.json' }, { '/run/rules.json': rules })).toEqual([
      'GATEWAY_RULES_FILE: there is no dashboard "nope" in GATEWAY_DASHBOARDS_FILE.',
    ])
  })
})

/** Outside the repository and away from its packages, like a deployment. */
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-gateway-'))
  await build({ configFile: 'local/gateway/vite.config.ts', logLevel: 'error', build: { outDir: folder } })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = promisify(execFile)

test('is one file, and the licenses of the packages in it', async () => {
  expect(await readdir(folder)).toEqual(['gateway-licenses.txt', 'gateway.mjs'])
})

test('names all missing settings, and exits with 1', async () => {
  const ended = run(process.execPath, ['gateway.mjs'], { cwd: folder, env: {} })
  await expect(ended).rejects.toMatchObject({ code: 1, stdout: '' })
  const { stderr } = await ended.catch((error: { stderr: string }) => error)
  expect(stderr.match(/^- GATEWAY_\w+/gm)?.length).toBe(9)
  expect(stderr).not.toContain('    at ')
})

test('starts from settings and files, signs, and stops on a signal', async () => {
  const id = '11111111-1111-4111-8111-111111111111'
  await writeFile(
    join(folder, 'dashboards.json'),
    JSON.stringify([{ slug: 'home', embeddedId: id, public: true }]),
  )
  await writeFile(join(folder, 'secret'), `${'s'.repeat(40)}\n`)
  const child = spawn(process.execPath, ['gateway.mjs'], {
    cwd: folder,
    env: {
      GATEWAY_HOST: '127.0.0.1',
      // Any free port.
      GATEWAY_PORT: '0',
      GATEWAY_PORTAL_ORIGINS: 'https://portal.example.com',
      GATEWAY_ISSUER: 'https://id.example.com/',
      GATEWAY_JWKS_URI: 'https://id.example.com/jwks',
      GATEWAY_AUDIENCE: 'gateway',
      GATEWAY_SUPERSET_URL: 'http://127.0.0.1:9',
      GATEWAY_SUPERSET_USER: 'gateway',
      GATEWAY_SUPERSET_PASSWORD_FILE: 'secret',
      GATEWAY_GUEST_SECRET_FILE: 'secret',
      GATEWAY_DASHBOARDS_FILE: 'dashboards.json',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const first = await lines.next()
    const { event, origin } = JSON.parse(String(first.value)) as { event: string; origin: string }
    expect(event).toBe('started')
    const reply = await fetch(`${origin}/v1/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"dashboards":[]}',
    })
    expect([reply.status, ((await reply.json()) as { dashboards: string[] }).dashboards]).toEqual([200, [id]])
    expect(await (await fetch(`${origin}/health`)).json()).toEqual({ status: 'degraded', dashboards: 'down' })
  } finally {
    child.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
})
