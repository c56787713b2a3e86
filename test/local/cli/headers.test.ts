import { expect, it } from 'vitest'
import { deployedValues, run } from '../../../local/cli/headers'
import { portalPeers } from '../../../local/portal/configuration'
import { contentSecurityPolicy } from '../../../local/portal/security-headers'

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
