import { afterAll, beforeAll, expect, it, test, vi } from 'vitest'
import { deployedValues, run } from '../../../local/cli/headers'
import { portalPeers } from '../../../local/portal/configuration'
import { contentSecurityPolicy } from '../../../local/portal/security-headers'
import { headersOf, run as check } from '../../../local/cli/check-configuration'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { givenValues } from '../../../local/cli/env-files'

const built = {
  ASSAY_WIRING: 'vendor',
  ASSAY_IDENTITY_DOMAIN: 'https://login.example.com',
  ASSAY_TOKEN_HOST: 'https://token.example.com',
  ASSAY_BI_HOST: 'https://bi.example.com',
  ASSAY_FLAGS_HOST: 'https://flags.example.com',
  ASSAY_FLAGS_STREAM_HOST: 'https://stream.example.com',
}
const policy = (given: Readonly<Record<string, string>>, build: Readonly<Record<string, string>>): string =>
  contentSecurityPolicy(portalPeers(deployedValues(given, build)), { scripts: [], styles: [] })

it('values in the page override those of the build, and a name alone changes no host', () => {
  const whole = policy({}, built)
  expect(whole).toContain('frame-src https://bi.example.com')
  expect(policy({ ASSAY_PRODUCT_NAME: 'Desk' }, built)).toBe(whole)
  expect(policy({ ASSAY_BI_HOST: 'https://other.example.com' }, built)).toBe(
    whole.replaceAll('//bi.', '//other.'),
  )
})

it('no policy is written that blocks what the portal needs', () => {
  const given = { ASSAY_WIRING: 'vendor', ASSAY_PRODUCT_NAME: 'Desk' }
  expect(() => policy(given, {})).toThrow(
    'ASSAY_IDENTITY_DOMAIN, ASSAY_TOKEN_HOST, ASSAY_BI_HOST, ASSAY_FLAGS_HOST, ASSAY_FLAGS_STREAM_HOST. Put them',
  )
  expect(() => policy({ ...given, ASSAY_FLAGS: 'defaults' }, { ...built, ASSAY_TOKEN_HOST: '' })).toThrow(
    'block their hosts: ASSAY_TOKEN_HOST. Put',
  )
})

it.each([
  [['--portal', 'https://portal.example.com/analytics/'], 'of its own: https://portal.example.com.'],
  [['--flags', 'http://flags.example.com/?a'], 'of its own: http://flags.example.com.'],
  [['--resolver', 'dns.example.com'], 'must be an IP address'],
  [['--resolver', '8'], 'must be an IP address'],
  [
    ['--for', 'netlify', '--flags', 'http://flags.example.com'],
    'Set ASSAY_FLAGS_HOST to the service instead.',
  ],
])('for the arguments %j it says what to do', async (parameters, words) => {
  await expect(run(['--for', 'nginx', ...parameters])).rejects.toThrow(words)
})

it('headers of check-configuration name the hosts of the env file, the hashes of the built page, and nothing of the local stack', () => {
  const headers = headersOf(built, '<script>let a</script><style>p {}</style>')
  const policy = /^ {2}Content-Security-Policy: (.*)$/m.exec(headers)?.[1]?.split('; ') ?? []
  const directive = (name: string): readonly string[] =>
    policy
      .find((one) => one.startsWith(`${name} `))
      ?.split(' ')
      .slice(1) ?? []
  expect(directive('frame-src').toSorted()).toEqual(['https://bi.example.com', 'https://login.example.com'])
  expect(directive('connect-src').toSorted()).toEqual([
    "'self'",
    'https://bi.example.com',
    'https://flags.example.com',
    'https://login.example.com',
    'https://stream.example.com',
    'https://token.example.com',
  ])
  expect(
    [directive('script-src'), directive('style-src')].flat().filter((one) => one.startsWith("'sha256-")),
  ).toHaveLength(2)
  expect(headers).toContain('  Permissions-Policy: fullscreen=(self "https://bi.example.com")')
  expect(headers).not.toMatch(/localhost|127\.0\.0\.1/)
})

it.each([
  [[], 'Name one env file.'],
  [['no-such-file.env'], 'There is no file no-such-file.env.'],
  [['docs'], 'docs could not be read'],
  [['docs', '--portal', 'example.com'], 'it must be an origin'],
  [['docs', '--portal', 'https://example.com/analytics/'], 'an origin of its own: https://example.com'],
])('for the arguments %j check-configuration says what to do', async (parameters, words) => {
  await expect(check(parameters)).rejects.toThrow(words)
})

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-env-'))
  const name = 'ASSAY_PRODUCT_NAME'
  await writeFile(join(root, '.env'), `${name}=Ca$h Desk\nASSAY_FLAGS_HEADERS=X-API-Key=a%24b$c\nOTHER=1\n`)
  await writeFile(join(root, '.env.local'), `ASSAY_WIRING=vendor # ours\n`)
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('env files are read as by configure and check-configuration, and the environment overrides them', () => {
  vi.stubEnv('NO_ENV_FILES', undefined)
  vi.stubEnv('ASSAY_WIRING', 'local')
  expect(givenValues(root, 'ASSAY_')).toMatchObject({
    ASSAY_PRODUCT_NAME: 'Ca$h Desk',
    ASSAY_FLAGS_HEADERS: 'X-API-Key=a%24b$c',
    ASSAY_WIRING: 'local',
  })
  expect(givenValues(root, 'ASSAY_')).not.toHaveProperty('OTHER')
})

test('a developer’s env files do not affect tests or their builds', () => {
  expect(givenValues(root, 'ASSAY_PRODUCT')).toEqual({})
})
