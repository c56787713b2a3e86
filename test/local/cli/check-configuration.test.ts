import { expect, it } from 'vitest'
import { headersOf, run } from '../../../local/cli/check-configuration'

const least = {
  ASSAY_WIRING: 'vendor',
  ASSAY_IDENTITY_DOMAIN: 'https://login.example.com',
  ASSAY_TOKEN_HOST: 'https://token.example.com',
  ASSAY_BI_HOST: 'https://bi.example.com',
  ASSAY_FLAGS_HOST: 'https://flags.example.com',
  ASSAY_FLAGS_STREAM_HOST: 'https://stream.example.com',
}

it('headers name the hosts of the env file, the hashes of the built page, and nothing of the local stack', () => {
  const headers = headersOf(least, '<script>let a</script><style>p {}</style>')
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
])('for the arguments %j it says what to do', async (parameters, words) => {
  await expect(run(parameters)).rejects.toThrow(words)
})
