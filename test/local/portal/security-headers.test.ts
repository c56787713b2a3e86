import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, securityHeaders } from '../../../local/portal/security-headers'

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
  ])('takes the origin only of %s', (address) => {
    const policy = contentSecurityPolicy({ ...peers, frame: [address] }, inline)
    expect(policy).toContain('frame-src https://bi.example.com;')
    expect(policy).not.toMatch(/unsafe|evil/)
  })

  it.each(['', 'bi.example.com', 'javascript:alert(1)', 'data:text/html,', '*'])(
    'refuses the address "%s"',
    (address) => {
      expect(() => contentSecurityPolicy({ ...peers, connect: [address] }, inline)).toThrow(TypeError)
    },
  )
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
    })
  })
})
