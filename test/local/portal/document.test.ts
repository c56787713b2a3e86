import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Type } from 'csp_evaluator/dist/finding.js'
import { assert, dictionary, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framePolicy } from '../../../local/bi-host/server/frame-files'
import { defaultPorts, originsOf } from '../../../local/http/addresses'
import { answerHeaders } from '../../../local/http/guard'
import { pagePolicy } from '../../../local/http/page'
import {
  configuredPage,
  inlineHashes,
  withConfiguration,
  withoutIdleHints,
  portalConfiguration,
  portalPeers,
} from '../../../local/portal/configuration'
import {
  contentSecurityPolicy,
  securityHeaders,
  silentAnswerHeaders,
} from '../../../local/portal/security-headers'
import { readConfiguration } from '../../../src/composition/configuration'
import { localValues } from '../../../src/composition/local-values'
import { policyFindings } from './requests'

describe('the document', () => {
  describe('document', () => {
    const page = '<!doctype html><html><head><title>Assay</title></head><body></body></html>'
    const block = /<script type="application\/json" id="portal-configuration">([^<]*)<\/script>/

    describe('run-time configuration in the document', () => {
      it('is read back as written, whatever the values are', () => {
        assert(
          property(dictionary(string(), string({ unit: 'binary' })), (values) => {
            const [, json = ''] = block.exec(withConfiguration(page, values)) ?? []
            expect(JSON.stringify(JSON.parse(json))).toBe(JSON.stringify(values))
          }),
        )
      })

      it('cannot end its element or begin another', () => {
        const html = withConfiguration(page, { name: '</script><script>alert(1)</script><!-- $& $1' })
        expect(html.match(/<script/g)).toHaveLength(1)
        expect(html).toContain('$& $1')
      })

      it('takes the place of the block that the build carries', () => {
        const built = page.replace(
          '</head>',
          '<script id="portal-configuration" type="application/json">{}</script></head>',
        )
        const html = withConfiguration(built, { name: 'Assay' })
        expect(html.match(/portal-configuration/g)).toHaveLength(1)
        expect(html).toContain('{"name":"Assay"}')
      })

      it('refuses a document without a head', () => {
        expect(() => withConfiguration('<p>', {})).toThrow('no </head>')
      })
    })

    describe('the operator’s brand in the document', () => {
      const source = readFileSync('index.html', 'utf8')
      const icon = (html: string): string => /<link\s+rel="icon"[^>]*>/.exec(html)?.[0] ?? ''
      const sign = (html: string): string => /<svg viewBox[^]*?<\/svg>/.exec(html)?.[0] ?? ''

      it('is there before any script runs: the name, the icon, and no sign of the portal’s own', () => {
        const html = configuredPage(source, {
          ASSAY_PRODUCT_NAME: ' Ledger & <Co> $& ',
          ASSAY_LOGO_SYMBOL_DARK: 'https://brand.example.com/s.png?a=1&b="',
        })
        expect(html).toContain('<title>Ledger &amp; &lt;Co> $&amp;</title>')
        expect(icon(html)).toBe('<link rel="icon" href="https://brand.example.com/s.png?a=1&amp;b=&quot;">')
        expect(sign(source)).toContain('<path')
        expect(sign(html)).toMatch(/^<svg[^>]*><\/svg>$/)
      })

      it('is the portal’s own by default', () => {
        for (const values of [
          {},
          { ASSAY_PRODUCT_NAME: '', ASSAY_LOGO_SYMBOL_DARK: '/open-data/logo/symbol-dark.svg' },
        ])
          expect(configuredPage(source, values)).toBe(withConfiguration(source, values))
      })
    })

    describe('hints for files that are soon needed', () => {
      const hint = (file: string, vendor = ''): string =>
        `<link rel="modulepreload" crossorigin href="/open-data/${file}"${vendor}>`
      const both = `${hint('shell.js')}\n${hint('auth0.js', ' data-for="ASSAY_IDENTITY=auth0"')}\n`

      it('stay for the configured vendors and the default ones', () => {
        expect(withoutIdleHints(both, { ASSAY_IDENTITY: 'auth0' })).toBe(both)
        expect(withoutIdleHints(both, {})).toBe(both)
        expect(withoutIdleHints(both, { ASSAY_IDENTITY: '' })).toBe(both)
      })

      it('are removed for the others', () => {
        expect(withoutIdleHints(both, { ASSAY_IDENTITY: 'oidc' })).toBe(`${hint('shell.js')}\n`)
      })
    })

    describe('hashes of inline parts', () => {
      const sha = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

      it('cover scripts and styles to the letter, and neither data blocks nor files', () => {
        const html = `<script>\n theme() </script><script type="module">go()</script><script src="/a.js"></script>
      <script type="application/json">{"a":1}</script><style>\nbody{}</style>`
        expect(inlineHashes(html)).toEqual({
          scripts: [sha('\n theme() '), sha('go()')],
          styles: [sha('\nbody{}')],
        })
      })

      it('are none for a document that only refers to files', () => {
        expect(
          inlineHashes('<link rel="stylesheet" href="/a.css"><script type="module" src="/a.js"></script>'),
        ).toEqual({
          scripts: [],
          styles: [],
        })
      })
    })
  })

  describe('configuration', () => {
    const origins = originsOf({
      ...defaultPorts,
      biHost: 5301,
      identity: 5302,
      services: 5303,
      flagStream: 5304,
    })

    it('is one that the portal can read, on any ports', () => {
      const read = readConfiguration(portalConfiguration(origins), localValues)
      expect(read).toMatchObject({
        ok: true,
        value: {
          wiring: 'local',
          identity: { adapter: 'auth0', domain: 'http://localhost:5302' },
          hosts: { production: { tokenHost: 'http://localhost:5303', biHost: 'http://127.0.0.1:5301' } },
          flags: { host: 'http://localhost:5303', streamHost: 'http://localhost:5304' },
        },
      })
    })

    it('allows in the policy exactly the BI origins that the portal accepts', () => {
      const given = {
        ASSAY_BI_HOST: 'https://bi.example.com',
        ASSAY_BI_HOSTS_ALLOWED: 'https://a.example, https://b.example',
      }
      for (const configuration of [portalConfiguration(origins), portalConfiguration(origins, given)]) {
        const read = readConfiguration(configuration, localValues)
        expect(read.ok && read.value.hosts.allowedBiOrigins).toEqual(portalPeers(configuration).bi)
      }
      expect(portalPeers(portalConfiguration(origins)).bi).toEqual([
        'http://127.0.0.1:5301',
        'http://localhost:5301',
      ])
    })

    it('allows what a generic provider has beside its issuer to be called, framed and sent to', () => {
      const configuration = portalConfiguration(origins, {
        ASSAY_IDENTITY: 'oidc',
        ASSAY_IDENTITY_ISSUER: 'https://issuer.example.com/pool',
        ASSAY_IDENTITY_ORIGINS: 'https://login.example.net',
      })
      const { connect, frame, forms } = portalPeers(configuration)
      for (const list of [connect, frame, forms])
        expect(list).toEqual(
          expect.arrayContaining(['https://issuer.example.com/pool', 'https://login.example.net']),
        )
      const other = portalPeers(
        portalConfiguration(origins, { ASSAY_IDENTITY_ORIGINS: 'https://login.example.net' }),
      )
      expect(other.connect).not.toContain('https://login.example.net')
    })

    it('lets a single vendor service replace the local one', () => {
      const configuration = portalConfiguration(origins, {
        ASSAY_IDENTITY_DOMAIN: 'https://login.example.com',
      })
      const { connect, frame } = portalPeers(configuration)
      expect(connect).toEqual([
        'http://127.0.0.1:5301',
        'http://localhost:5301',
        'https://login.example.com',
        'http://localhost:5303',
        'http://localhost:5304',
      ])
      expect(frame).toEqual(['http://127.0.0.1:5301', 'http://localhost:5301', 'https://login.example.com'])
    })

    it('lets the page call a generic provider at its issuer', () => {
      const given = { ASSAY_IDENTITY: 'oidc', ASSAY_IDENTITY_ISSUER: 'https://login.example.com/realms/desk' }
      const policy = (configuration: typeof given | { readonly ASSAY_IDENTITY: string }): string =>
        contentSecurityPolicy(portalPeers(portalConfiguration(origins, configuration)), {
          scripts: [],
          styles: [],
        })
      expect(policy(given)).toMatch(/connect-src[^;]* https:\/\/login\.example\.com[ ;]/)
      expect(policy(given)).toMatch(/frame-src[^;]* https:\/\/login\.example\.com[ ;]/)
      // The silent response arrives in a frame of the portal's own, and the user returns to the portal after logging out.
      expect(policy(given)).toMatch(/frame-src 'self' /)
      expect(policy(given)).toContain("form-action 'self' https://login.example.com;")
      expect(policy({ ASSAY_IDENTITY: 'auth0' })).toContain("form-action 'none';")
      // Without an issuer, the domain is used, as in the portal itself.
      expect(policy({ ASSAY_IDENTITY: 'oidc' })).toContain('http://localhost:5302')
    })

    it('uses the portal’s origin for an OFREP service without a host', () => {
      const given = { ASSAY_FLAGS: 'ofrep', ASSAY_FLAGS_HOST: '' }
      expect(portalConfiguration(origins, given)['ASSAY_FLAGS_HOST']).toBe(origins.portal)
    })

    it('lets the page call only the services that the chosen vendors need', () => {
      const connect = (flags: string): readonly string[] =>
        portalPeers(portalConfiguration(origins, { ASSAY_FLAGS: flags })).connect
      expect(connect('ofrep')).toContain('http://localhost:5304')
      expect(connect('defaults')).not.toContain('http://localhost:5304')
      // The page itself reports the unknown vendor, so the portal must still be served.
      expect(connect('nobody')).toEqual(connect('launchdarkly'))
    })

    it('lets the page show the operator’s logos from any origin', () => {
      const images = (configuration: Readonly<Record<string, string>>): string | undefined =>
        contentSecurityPolicy(portalPeers(portalConfiguration(origins, configuration)), {
          scripts: [],
          styles: [],
        })
          .split('; ')
          .find((directive) => directive.startsWith('img-src'))
      expect(images({})).toBe("img-src 'self' data:")
      expect(
        images({
          ASSAY_LOGO_WIDE_LIGHT: 'https://brand.example.com/light.svg',
          ASSAY_LOGO_WIDE_DARK: 'https://brand.example.com/dark.svg',
          ASSAY_LOGO_SYMBOL_DARK: '/open-data/logo/ours.svg',
        }),
      ).toBe("img-src 'self' data: https://brand.example.com")
    })

    it('signs in with the client that fits the chosen adapter', () => {
      const client = (adapter: string) =>
        portalConfiguration(origins, { ASSAY_IDENTITY: adapter })['ASSAY_IDENTITY_CLIENT_ID']
      expect(client('oidc')).not.toBe(client('auth0'))
    })

    it('trims settings, as the portal does', () => {
      const given = {
        ASSAY_IDENTITY: 'oidc ',
        ASSAY_BI_HOST: ' https://bi.example.com\t',
        ASSAY_FLAGS: 'ofrep\n',
      }
      const trimmed = {
        ASSAY_IDENTITY: 'oidc',
        ASSAY_BI_HOST: 'https://bi.example.com',
        ASSAY_FLAGS: 'ofrep',
      }
      expect(portalConfiguration(origins, given)).toEqual(portalConfiguration(origins, trimmed))
    })
  })
})

describe('security headers', () => {
  const bi = ['https://bi.example.com', 'https://bi-staging.example.com']
  const peers = {
    connect: [
      ...bi,
      'https://login.example.com/',
      'https://tokens.example.com/api',
      'https://tokens-staging.example.com',
      'https://flags.example.com',
      'https://stream.example.com',
    ],
    frame: [...bi, 'https://login.example.com/'],
    bi,
  }
  const inline = { scripts: ['sha256-c2NyaXB0'], styles: ['sha256-c3R5bGU='] }

  describe('content security policy', () => {
    it('names exactly the peers of the configuration', () => {
      expect(contentSecurityPolicy(peers, inline).split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self' 'sha256-c2NyaXB0'",
        "style-src 'self' 'sha256-c3R5bGU='",
        "connect-src 'self' https://bi.example.com https://bi-staging.example.com https://login.example.com https://tokens.example.com https://tokens-staging.example.com https://flags.example.com https://stream.example.com",
        'frame-src https://bi.example.com https://bi-staging.example.com https://login.example.com',
        "worker-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types default',
      ])
    })

    it('allows no wildcard, no inline code and no evaluation when strict', () => {
      expect(contentSecurityPolicy(peers, inline)).not.toMatch(/\*|unsafe|blob:|ws:/)
    })

    it('lets a dev server work in development and keeps the frames as strict', () => {
      const policy = contentSecurityPolicy(peers, inline, 'development')
      expect(policy).toContain("script-src 'self' 'unsafe-inline'")
      expect(policy).toContain('ws:')
      expect(policy).not.toContain('trusted-types')
      expect(policy).toContain(
        'frame-src https://bi.example.com https://bi-staging.example.com https://login.example.com;',
      )
    })

    it.each([
      "https://bi.example.com/; script-src 'unsafe-inline'",
      'https://bi.example.com/ https://evil.example',
    ])('uses only the origin of %s', (address) => {
      const policy = contentSecurityPolicy({ ...peers, frame: [address] }, inline)
      expect(policy).toContain('frame-src https://bi.example.com;')
      expect(policy).not.toMatch(/unsafe|evil/)
    })

    it.each([
      '',
      'bi.example.com',
      'javascript:alert(1)',
      'data:text/html,',
      '*',
      'https://*.example.com',
      'https://bi.example.com;script-src-elem',
    ])('refuses the address "%s"', (address) => {
      expect(() => contentSecurityPolicy({ ...peers, connect: [address] }, inline)).toThrow(TypeError)
    })
  })

  describe('what Google’s evaluator finds', () => {
    it.each([
      ['the portal', contentSecurityPolicy(peers, inline)],
      [
        'the portal whose provider has forms',
        contentSecurityPolicy({ ...peers, forms: ['https://login.example.com'] }, inline),
      ],
      ['the BI frame', framePolicy(['https://portal.example.com'])],
      ['pages of the local services', pagePolicy(['https://portal.example.com'])],
      ['every other answer', answerHeaders['content-security-policy']],
      ['the silent answer', silentAnswerHeaders['Content-Security-Policy'] ?? ''],
    ])('of %s is accepted, each for its reason', (_name, policy) => {
      expect(policyFindings(policy)).toEqual([])
    })

    it('has more findings for a policy that allows scripts', () => {
      expect(policyFindings(contentSecurityPolicy(peers, inline, 'development'))).toContain(
        Type.SCRIPT_UNSAFE_INLINE,
      )
    })
  })

  describe('other headers', () => {
    it('grant full screen and clipboard to the portal and the BI host, and nothing else to anybody', () => {
      const policy = securityHeaders(peers, inline)['Permissions-Policy'] ?? ''
      const shared = '(self "https://bi.example.com" "https://bi-staging.example.com")'
      expect(policy).toContain(`fullscreen=${shared}, clipboard-read=${shared}, clipboard-write=${shared}`)
      expect(policy.replaceAll(shared, '')).not.toMatch(/\([^)]/)
      expect(policy).toContain('camera=()')
    })

    it('isolate the window and send no path to other origins', () => {
      expect(securityHeaders(peers, inline)).toMatchObject({
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'strict-origin',
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Resource-Policy': 'same-origin',
      })
    })
  })
})
