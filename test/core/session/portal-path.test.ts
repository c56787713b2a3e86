import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { homePath, portalPath } from '../../../src/core/kernel/portal-path'

const portal = 'https://portal.example'

describe('a path of this portal', () => {
  test.each([
    '/',
    '/home',
    '/datasets/bitcoin?tab=2#chart',
    '/saved-dashboards/6f0f',
    '/a?next=//evil',
    '/ü',
  ])('%s is one', (path) => expect(portalPath(path)).toBe(path))

  test.each([
    '',
    'home',
    '//evil.example',
    '/\\evil.example',
    '/home\\..\\x',
    'https://evil.example/home',
    'javascript:alert(1)',
    '/home\nSet-Cookie: a=b',
    '/home\u0000',
    '/a//b',
    '/./home',
    '/home/../../x',
    '/home/..',
  ])('%j is none', (path) => expect(portalPath(path)).toBeNull())

  test('an absurdly long one is none', () => {
    expect(portalPath(`/${'x'.repeat(1_999)}`)).not.toBeNull()
    expect(portalPath(`/${'x'.repeat(2_000)}`)).toBeNull()
  })

  test('whatever is let through stays on this portal when a browser resolves it', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('/', '\\', '.', ':', '@', '\t', '\n', '%', 'e', '?', '#', ' '),
      maxLength: 12,
    })
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          nasty,
          nasty.map((rest) => `/${rest}`),
        ),
        (candidate) => {
          const path = portalPath(candidate)
          if (path !== null) expect(new URL(path, portal).origin).toBe(portal)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('Home is one', () => expect(portalPath(homePath)).toBe('/home'))
})
