import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfiguration } from '../../src/composition/configuration'
import { adapterMap } from '../../src/composition/adapter-map'
import { mergeConfiguration } from '../../src/composition/configuration-values'
import { describe as describeProblem } from '../../src/composition/configuration-problems'
import { localValues } from '../../src/composition/local-values'
import { variables } from '../../src/composition/configuration-table'
import { isPlainId } from '../../src/core/embedding/view-checks'
import { liveboards } from '../../local/bi-host/wire/liveboards'
import { defaultPorts, originsOf } from '../../local/http/addresses'

function problemsOf(raw: Record<string, unknown>): readonly string[] {
  const read = readConfiguration(raw, localValues)
  return read.ok ? [] : read.failure.map(({ variable }) => variable)
}

const wordsOf = (read: ReturnType<typeof readConfiguration>): Readonly<Record<string, string>> =>
  read.ok
    ? {}
    : Object.fromEntries(
        read.failure.map(describeProblem).map(({ variable, problem }) => [variable, problem]),
      )

/** The minimum that a deployment sets. */
const deployment = {
  ASSAY_WIRING: 'vendor',
  ASSAY_IDENTITY_DOMAIN: 'https://login.example.com',
  ASSAY_IDENTITY_CLIENT_ID: 'client',
  ASSAY_IDENTITY_AUDIENCE: 'https://api.example.com',
  ASSAY_TOKEN_HOST: 'https://token.example.com',
  ASSAY_BI_HOST: 'https://bi.example.com',
  ASSAY_FLAGS_CLIENT_ID: 'flags',
  ASSAY_FLAGS_HOST: 'https://flags.example.com',
  ASSAY_FLAGS_STREAM_HOST: 'https://stream.example.com',
  ASSAY_PREVIEW_SECRET_SHA256: 'none',
  ASSAY_DASHBOARD_HOME: '00000000-0000-4000-8000-000000000001',
}

describe('the vendor wiring', () => {
  it('reports everything that is missing at once, and uses no local value', () => {
    const { ASSAY_WIRING, ...needed } = deployment
    expect(problemsOf({ ASSAY_WIRING }).toSorted()).toEqual(Object.keys(needed).toSorted())
    const read = readConfiguration(deployment, localValues)
    expect(read.ok).toBe(true)
    const own = JSON.stringify(read.ok ? read.value : '')
    for (const value of Object.values(localValues)) expect(own).not.toContain(value)
  })

  it('requires what the selected vendors need, and no more', () => {
    const chosen = { ...deployment, ASSAY_IDENTITY: 'oidc', ASSAY_FLAGS: 'ofrep' }
    const { ASSAY_IDENTITY_DOMAIN: _domain, ASSAY_FLAGS_CLIENT_ID: _id, ...rest } = chosen
    const { ASSAY_FLAGS_STREAM_HOST: _stream, ASSAY_FLAGS_HOST: _host, ...least } = rest
    expect(problemsOf(least)).toEqual(['ASSAY_IDENTITY_ISSUER'])
    const issuer = 'https://login.example.com/realms/desk'
    const other = { ...least, ASSAY_FLAGS: 'defaults', ASSAY_IDENTITY_ISSUER: issuer }
    expect(problemsOf(other)).toEqual([])
    // Some providers identify the token service by a scope, or not at all.
    const { ASSAY_IDENTITY_AUDIENCE: _audience, ...withoutAudience } = other
    expect(problemsOf(withoutAudience)).toEqual([])
  })

  it('accepts ids in the form of the BI vendor, and any plain id where it defines none', () => {
    const wrong = (adapter: string, id: string): readonly string[] => {
      const read = readConfiguration(
        { ...deployment, ASSAY_BI: adapter, ASSAY_DASHBOARD_HOME: id, ASSAY_SOURCE_HOME: id },
        {},
      )
      return read.ok ? [] : read.failure.map(describeProblem).map(({ problem }) => problem)
    }
    for (const vendor of ['thoughtspot', 'superset'])
      expect(wrong(vendor, '1')).toEqual(['"1" is not a UUID', '"1" is not a UUID'])
    const unknown = `"novendor" is none of ${Object.keys(adapterMap.bi.vendors).join(', ')}`
    expect(wrong('novendor', '1')).toEqual([unknown])
    for (const id of ['Az_9-', 'x'.repeat(64), 'x'.repeat(65), 'a b', 'ä', 'a.b', '1\n2'])
      expect(wrong('novendor', id).length === 1).toBe(isPlainId(id))
    const odd = '"a/b" is not an id: 1 to 64 letters, digits, "-" or "_"'
    expect(wrong('novendor', 'a/b')).toEqual([unknown, odd, odd])
  })

  it('sends a generic provider no extra parameters unless some are given', () => {
    const read = readConfiguration(deployment, {})
    expect(read.ok && read.value.identity.parameters).toBe('')
  })

  it('accepts extra sign-in parameters as pairs, or none', () => {
    const withParameters = (text: string): readonly string[] =>
      problemsOf({ ...deployment, ASSAY_IDENTITY_PARAMETERS: text })
    expect(withParameters('kc_idp_hint=desk,resource=https%3A%2F%2Fapi.example.com')).toEqual([])
    expect(withParameters('')).toEqual([])
    expect(withParameters('kc_idp_hint')).toEqual(['ASSAY_IDENTITY_PARAMETERS'])
  })

  it('has the time zone of the cluster’s days, UTC unless given, and rejects what is none', () => {
    const zoneOf = (zone: string | undefined) => {
      const read = readConfiguration(
        zone === undefined ? deployment : { ...deployment, ASSAY_BI_TIME_ZONE: zone },
        {},
      )
      return read.ok ? read.value.bi.timeZone : wordsOf(read)['ASSAY_BI_TIME_ZONE']
    }
    expect([undefined, '', 'UTC', 'Asia/Kathmandu', 'America/Havana'].map(zoneOf)).toEqual([
      'UTC',
      'UTC',
      'UTC',
      'Asia/Kathmandu',
      'America/Havana',
    ])
    for (const zone of ['Europe/Berne', 'CET+1', 'Berlin', 'x'])
      expect(zoneOf(zone)).toBe(`"${zone}" is no time zone; give an IANA name, as in "Europe/Berlin"`)
  })

  it('accepts addresses that mean the same on every page, and those of contact by mail', () => {
    const withLogo = (address: string): readonly string[] =>
      problemsOf({ ...deployment, ASSAY_LOGO_WIDE_DARK: address })
    for (const address of ['/open-data/logo/mine.svg', 'https://cdn.example.com/l.svg', ''])
      expect(withLogo(address)).toEqual([])
    for (const address of [
      'open-data/logo/mine.svg',
      '//cdn.example.com/l.svg',
      '/\\cdn.example.com',
      'ftp://a',
    ])
      expect(withLogo(address)).toEqual(['ASSAY_LOGO_WIDE_DARK'])
    expect(problemsOf({ ...deployment, ASSAY_CONTACT_URL: 'mailto:desk@example.com' })).toEqual([])
  })

  it('accepts no credentials in an issuer, and names no origin for several hosts', () => {
    const oidc = { ...deployment, ASSAY_IDENTITY: 'oidc' }
    const issuer = 'https://user:password@login.example.com/x'
    const read = readConfiguration(
      { ...oidc, ASSAY_IDENTITY_ISSUER: issuer, ASSAY_IDENTITY_ORIGINS: 'https://*.example.com' },
      {},
    )
    expect(wordsOf(read)).toMatchObject({
      ASSAY_IDENTITY_ISSUER: 'it carries credentials',
      ASSAY_IDENTITY_ORIGINS: '"https://*.example.com" names several hosts: name each one',
    })
  })

  it('of an unknown vendor requires what every vendor of its kind does', () => {
    expect(
      problemsOf({ ASSAY_WIRING: 'vendor', ASSAY_IDENTITY: 'okta', ASSAY_FLAGS: 'defaults' }).toSorted(),
    ).toEqual([
      'ASSAY_BI_HOST',
      'ASSAY_DASHBOARD_HOME',
      'ASSAY_IDENTITY',
      'ASSAY_IDENTITY_CLIENT_ID',
      'ASSAY_PREVIEW_SECRET_SHA256',
      'ASSAY_TOKEN_HOST',
    ])
  })

  it.each(['http://token.example.com/', 'http://token.example.com/api', 'https://token.example.com/'])(
    'of %s suggests the origin that it would accept',
    (host) => {
      const read = readConfiguration({ ...deployment, ASSAY_TOKEN_HOST: host }, {})
      expect(wordsOf(read)['ASSAY_TOKEN_HOST']).toContain('"https://token.example.com"')
    },
  )

  it.each(['token.example.com', 'token.example.com:8443', 'ftp://token.example.com'])(
    'of %s explains how an address starts',
    (host) => {
      const read = readConfiguration({ ...deployment, ASSAY_TOKEN_HOST: host }, {})
      expect(wordsOf(read)['ASSAY_TOKEN_HOST']).toBe(`"${host}" does not begin with https://`)
    },
  )

  it('rejects the preview secret that the README prints', () => {
    const local = localValues['ASSAY_PREVIEW_SECRET_SHA256']
    // Also in a build without the local stack, and in the other notation of a hash.
    for (const given of [local, local?.toUpperCase()]) {
      const refused = readConfiguration({ ...deployment, ASSAY_PREVIEW_SECRET_SHA256: given }, {})
      expect(refused.ok ? [] : refused.failure.map(({ variable }) => variable)).toEqual([
        'ASSAY_PREVIEW_SECRET_SHA256',
      ])
    }
    const read = readConfiguration(deployment, localValues)
    expect(read.ok && read.value.previewSecretSha256).toBeNull()
  })

  it('has staging hosts where both are given, and none where neither is', () => {
    const read = readConfiguration(deployment, localValues)
    expect(read.ok && read.value.hosts.staging).toBeNull()
    expect(read.ok && read.value.hosts.allowedBiOrigins).toEqual(['https://bi.example.com'])
    const one = { ...deployment, ASSAY_BI_HOST_STAGING: 'https://bi-staging.example.com' }
    expect(problemsOf(one)).toEqual(['ASSAY_TOKEN_HOST_STAGING'])
    const both = readConfiguration(
      { ...one, ASSAY_TOKEN_HOST_STAGING: 'https://token-staging.example.com' },
      localValues,
    )
    expect(both.ok && both.value.hosts.staging?.biHost).toBe('https://bi-staging.example.com')
  })

  it('has the pages whose liveboards are given, and no others', () => {
    const given = { ...deployment, ASSAY_DASHBOARD_RWA: '00000000-0000-4000-8000-00000000000c' }
    const read = readConfiguration(given, localValues)
    expect(read.ok && Object.keys(read.value.catalogue.dashboardIds)).toEqual(['home', 'rwa'])
    expect(read.ok && read.value.catalogue.sourceIds).toEqual({})
  })
})

describe('an OFREP service', () => {
  const flagsOf = (raw: Record<string, unknown>) => {
    const read = readConfiguration({ ASSAY_FLAGS: 'ofrep', ...raw }, localValues)
    return read.ok ? read.value.flags : read.failure
  }

  it('without a host uses the portal’s own origin, and the embedded stack’s on localhost', () => {
    const { ASSAY_FLAGS_HOST: _, ...rest } = deployment
    expect(flagsOf({ ...rest, ASSAY_FLAGS: 'ofrep' })).toMatchObject({ host: '' })
    expect(flagsOf({})).toMatchObject({ host: originsOf(defaultPorts).services })
  })

  it('is polled every minute without headers, or as configured', () => {
    expect(flagsOf({})).toMatchObject({ headers: '', pollInterval: '60' })
    expect(
      flagsOf({ ASSAY_FLAGS_HEADERS: 'X-API-Key=abc=, x-env=a%20b', ASSAY_FLAGS_POLL_INTERVAL: '15' }),
    ).toMatchObject({ headers: 'X-API-Key=abc=, x-env=a%20b', pollInterval: '15' })
  })

  it.each(['abc', '=abc', 'X Key=abc', 'X-Key=', 'X-Key=a b', 'X-Key=a,', 'X-Key=%zz', 'X-Key=%0A'])(
    'rejects the header "%s"',
    (given) => {
      expect(problemsOf({ ASSAY_FLAGS_HEADERS: given })).toEqual(['ASSAY_FLAGS_HEADERS'])
    },
  )
})

it('the local wiring on another machine’s page requires every value too', () => {
  const read = readConfiguration({}, {})
  const missing = read.ok ? [] : read.failure.map(({ variable }) => variable)
  const { ASSAY_WIRING: _, ...needed } = deployment
  expect(missing.toSorted()).toEqual(Object.keys(needed).toSorted())
})

describe('the configuration', () => {
  it('runs on the embedded stack without any value', () => {
    const read = readConfiguration({}, localValues)
    const origins = originsOf(defaultPorts)
    expect(read.ok && read.value).toMatchObject({
      wiring: 'local',
      branding: { productName: 'Assay', knowledgeBaseUrl: '/open-data/knowledge-base/' },
      identity: { adapter: 'auth0', domain: origins.identity, scope: 'openid profile email' },
      hosts: {
        production: { tokenHost: origins.services, biHost: origins.biHost },
        allowedBiOrigins: [origins.biHost],
      },
      flags: { host: origins.services, streamHost: origins.flagStream },
      biTokenLifetimeMs: 300_000,
    })
  })

  it('has the liveboards and worksheets that exist on the local BI host', () => {
    const read = readConfiguration({}, localValues)
    const { dashboardIds, sourceIds } = read.ok ? read.value.catalogue : { dashboardIds: {}, sourceIds: {} }
    expect(dashboardIds).toEqual(
      Object.fromEntries(Object.entries(liveboards).map(([key, { id }]) => [key, id])),
    )
    expect(sourceIds).toEqual(
      Object.fromEntries(Object.entries(liveboards).map(([key, { worksheetId }]) => [key, worksheetId])),
    )
  })

  it('lets the server’s values override those of the build', () => {
    const raw = mergeConfiguration({ ASSAY_PRODUCT_NAME: 'Build' }, { ASSAY_PRODUCT_NAME: 'Server' })
    const read = readConfiguration(raw, localValues)
    expect(read.ok && read.value.branding.productName).toBe('Server')
  })

  it('uses the wide logo for dark as the watermark of charts, and the one-color file by default', () => {
    const mark = (ASSAY_LOGO_WIDE_DARK: string) => {
      const read = readConfiguration({ ASSAY_LOGO_WIDE_DARK }, localValues)
      return read.ok ? read.value.bi.watermark : read.failure
    }
    expect(mark('')).toBe('/open-data/logo/logo-white.svg')
    expect(mark('https://brand.example.com/dark.png')).toBe('https://brand.example.com/dark.png')
  })

  it('reports every problem at once, each with its variable', () => {
    const raw = {
      ASSAY_WIRING: 'cloud',
      ASSAY_IDENTITY_DOMAIN: 'tenant.example.com',
      ASSAY_BI_HOST: 'https://bi.example.com/path',
      ASSAY_BI_TOKEN_LIFETIME: 'soon',
      ASSAY_DASHBOARD_ETF: 'etf',
      ASSAY_PREVIEW_SECRET_SHA256: 'secret',
      ASSAY_UNHEARD_OF: 'x',
    }
    const read = readConfiguration(raw, localValues)
    expect(problemsOf(raw).toSorted()).toEqual(Object.keys(raw).toSorted())
    expect(Object.keys(wordsOf(read)).toSorted()).toEqual(Object.keys(raw).toSorted())
    expect(Object.values(wordsOf(read)).join()).toContain(
      'must be a bare origin, as in "https://bi.example.com"',
    )
  })

  it.each([
    ['http://bi.example.com', 'local'],
    ['http://127.0.0.1:4301', 'vendor'],
    ['https://bi.example.com/', 'local'],
    ['https://user:word@bi.example.com', 'local'],
    ['ftp://bi.example.com', 'local'],
    ['https://*.example.com', 'vendor'],
    ['https://bi.example.com;script-src-elem', 'vendor'],
    ['https://bi$x.example.com', 'vendor'],
  ])('fails closed on the BI host %s under the %s wiring', (host, wiring) => {
    expect(problemsOf({ ASSAY_WIRING: wiring, ASSAY_BI_HOST: host })).toContain('ASSAY_BI_HOST')
  })

  it.each(['vendor', 'vendor ', '\tvendor', ' vendor\n'])(
    'requires https for every host of the table in the wiring %j',
    (wiring) => {
      const hosts = Object.entries(localValues).filter(([, value]) => value.startsWith('http'))
      const origins = new Set(
        variables.filter(({ kind }) => kind === 'origin').map(({ name }) => name as string),
      )
      const given = {
        ...Object.fromEntries(hosts.filter(([name]) => origins.has(name))),
        // The embedded stack's portal has none by default.
        ASSAY_PREFERENCES_HOST: 'http://localhost:4303',
      }
      expect(problemsOf({ ...deployment, ...given, ASSAY_WIRING: wiring }).toSorted()).toEqual(
        [...origins].toSorted(),
      )
    },
  )

  it('rejects values that are not text, and reads numbers and booleans that a server writes', () => {
    expect(problemsOf({ ASSAY_WIRING: ['vendor'], ASSAY_FLAGS: null })).toEqual([
      'ASSAY_WIRING',
      'ASSAY_FLAGS',
    ])
    const read = readConfiguration(
      {
        ASSAY_BI_TOKEN_LIFETIME: 60,
        ASSAY_CONVERSATION_SHOW_LIMITATIONS: false,
      },
      localValues,
    )
    expect(read.ok && [read.value.biTokenLifetimeMs, read.value.conversation.showSpotterLimitations]).toEqual(
      [60_000, false],
    )
  })

  it('trims every value, and rejects every other spelling by name', () => {
    for (const { name, fallback = localValues[name] ?? '' } of variables)
      expect(problemsOf({ [name]: `\t ${fallback} \n` })).toEqual([])
    for (const { name, choices } of variables.filter(({ kind }) => kind === 'choice'))
      for (const choice of choices ?? []) expect(problemsOf({ [name]: choice.toUpperCase() })).toEqual([name])
  })

  it('accepts more BI origins for the stored override, and checks each', () => {
    const read = readConfiguration(
      { ASSAY_BI_HOSTS_ALLOWED: 'https://a.example.com, https://b.example.com' },
      localValues,
    )
    expect(read.ok && read.value.hosts.allowedBiOrigins).toEqual([
      'http://127.0.0.1:4301',
      'https://a.example.com',
      'https://b.example.com',
    ])
    expect(problemsOf({ ASSAY_BI_HOSTS_ALLOWED: 'https://a.example.com https://*.example.com/x' })).toEqual([
      'ASSAY_BI_HOSTS_ALLOWED',
    ])
  })

  it('never throws and never accepts an invalid origin', () => {
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(variables.map(({ name }) => [name, fc.anything()])), {
          requiredKeys: [],
        }),
        (raw) => {
          const read = readConfiguration(raw, localValues)
          if (!read.ok) return read.failure.length > 0
          return read.value.hosts.allowedBiOrigins.every((origin) => new URL(origin).origin === origin)
        },
      ),
    )
  })
})
