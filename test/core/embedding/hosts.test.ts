import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressParts } from '../../../src/composition/page-hosts'
import { chooseHosts, type HostChoice } from '../../../src/core/embedding/hosts'

const production = { tokenHost: 'https://token.example.com', biHost: 'https://bi.example.com' }
const staging = { tokenHost: 'https://token-staging.example.com', biHost: 'https://bi-staging.example.com' }
const allowedBiOrigins = [production.biHost, staging.biHost, 'https://bi-test.example.com:8443']

function choose(pageHostname: string, stored: string | null = null): HostChoice {
  const chosen = chooseHosts({
    pageHostname,
    production,
    staging,
    allowedBiOrigins,
    override: stored === null ? null : { text: stored, parts: addressParts(stored) },
  })
  if (chosen === null) throw new Error('There is a staging pair.')
  return chosen
}

describe('which hosts a page talks to', () => {
  it('is the production pair for an ordinary hostname', () => {
    expect(choose('portal.example.com')).toEqual({
      ...production,
      staging: false,
      overridden: false,
      warning: null,
    })
  })

  it.each(['staging.example.com', 'portal-staging.example.com', 'PORTAL.STAGING.example.com'])(
    'is the staging pair for %s',
    (hostname) => {
      expect(choose(hostname)).toMatchObject({ ...staging, staging: true })
    },
  )

  it('is none on a staging page without a staging pair: it must not work on what people use', () => {
    const input = { production, staging: null, allowedBiOrigins, override: null }
    expect(chooseHosts({ ...input, pageHostname: 'staging.example.com' })).toBeNull()
    expect(chooseHosts({ ...input, pageHostname: 'portal.example.com' })).toMatchObject(production)
  })

  it('takes a stored BI host that is on the allow-list, and leaves the token host alone', () => {
    expect(choose('portal.example.com', 'https://bi-test.example.com:8443')).toMatchObject({
      biHost: 'https://bi-test.example.com:8443',
      tokenHost: production.tokenHost,
      overridden: true,
      warning: null,
    })
  })

  it('does not call the host in use an override', () => {
    expect(choose('portal.example.com', production.biHost).overridden).toBe(false)
  })

  it.each([
    ['', null],
    ['not an address', 'it is not an address'],
    ['//bi.example.com', 'it is not an address'],
    ['javascript:alert(1)', 'it is neither https nor http'],
    ['https://user@bi.example.com', 'it carries credentials'],
    ['https://bi.example.com/path', 'it has a path, a query or a fragment'],
    ['https://bi.example.com?x=1', 'it has a path, a query or a fragment'],
    ['https://bi.example.com#x', 'it has a path, a query or a fragment'],
    ['http://bi.example.com', 'its origin is not on the allow-list'],
    ['https://bi.example.com:444', 'its origin is not on the allow-list'],
    ['https://bi.example.com.evil.net', 'its origin is not on the allow-list'],
    ['https://bi.example.com@evil.net', 'it carries credentials'],
    ['https://bі.example.com', 'its origin is not on the allow-list'],
  ])('ignores %j', (stored, why) => {
    const chosen = choose('portal.example.com', stored)
    expect(chosen).toMatchObject({ biHost: production.biHost, overridden: false })
    expect(chosen.warning).toBe(why === null ? null : `The stored thoughtspotHost is ignored: ${why}.`)
  })

  it('never sends a token to an origin that is not listed, whatever is stored', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc
        .constantFrom(...allowedBiOrigins)
        .chain((origin) =>
          fc.tuple(fc.string(), fc.string()).map(([before, after]) => `${before}${origin}${after}`),
        ),
    )
    fc.assert(
      fc.property(hostile, (stored) =>
        allowedBiOrigins.includes(choose('portal.example.com', stored).biHost),
      ),
    )
  })
})
