import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  arrivalErrorText,
  errorAsksForLogout,
  forcesLogout,
  readArrival,
  type ReturnQuery,
} from '../../../src/core/session/arrival'
import { homePath, portalPath } from '../../../src/core/kernel/portal-path'
import { displayName } from '../../../src/core/session/auth-state'

describe('arrival', () => {
  const nothing: ReturnQuery = { code: null, state: null, error: null, errorDescription: null }
  const text = fc.option(fc.string(), { nil: null })
  const query: fc.Arbitrary<ReturnQuery> = fc.record({
    code: text,
    state: text,
    error: text,
    errorDescription: text,
  })

  describe('how a page was reached', () => {
    test('is plain without a return from the provider', () => {
      expect(readArrival(nothing)).toEqual({ kind: 'plain' })
    })

    test('is a callback only with both code and state', () => {
      expect(readArrival({ ...nothing, code: 'c', state: 's' })).toEqual({ kind: 'callback' })
      expect(readArrival({ ...nothing, code: 'c' })).toEqual({ kind: 'plain' })
      expect(readArrival({ ...nothing, state: 's' })).toEqual({ kind: 'plain' })
      expect(readArrival({ ...nothing, code: '', state: 's' })).toEqual({ kind: 'plain' })
    })

    test('is the error when there is one, whatever else is in the query', () => {
      fc.assert(
        fc.property(query, fc.string({ minLength: 1 }), (rest, error) => {
          expect(readArrival({ ...rest, error })).toMatchObject({ kind: 'provider-error', error })
        }),
      )
    })

    test('a description alone is no error', () => {
      expect(readArrival({ ...nothing, errorDescription: 'Words' })).toEqual({ kind: 'plain' })
    })
  })

  describe('the text of a redirect error', () => {
    test('is the description, else the code', () => {
      const both = {
        kind: 'provider-error',
        error: 'access_denied',
        description: 'No access for you.',
      } as const
      expect(arrivalErrorText(both)).toBe('No access for you.')
      expect(arrivalErrorText({ kind: 'provider-error', error: 'access_denied' })).toBe('access_denied')
    })

    test('an empty description counts as none', () => {
      const arrival = readArrival({ ...nothing, error: 'access_denied', errorDescription: '' })
      expect(arrival).toEqual({ kind: 'provider-error', error: 'access_denied' })
    })

    test('is truncated to a readable length', () => {
      const arrival = { kind: 'provider-error', error: 'x', description: 'y'.repeat(5_000) } as const
      expect(arrivalErrorText(arrival)).toBe('y'.repeat(300))
    })
  })

  describe('what a refusal does', () => {
    test.each(['access_denied', 'signup_not_allowed', 'ACCESS_DENIED', 'Signup_Not_Allowed'])(
      '%s forces a logout',
      (error) => expect(forcesLogout({ kind: 'provider-error', error })).toBe(true),
    )

    test.each(['login_required', 'server_error', 'access_denied_by_policy', 'access'])(
      '%s does not',
      (error) => expect(forcesLogout({ kind: 'provider-error', error })).toBe(false),
    )

    test('no other arrival forces a logout', () => {
      expect(forcesLogout({ kind: 'plain' })).toBe(false)
      expect(forcesLogout({ kind: 'callback' })).toBe(false)
    })

    test('the auth button logs out on an error that contains one of the codes', () => {
      expect(errorAsksForLogout('access_denied')).toBe(true)
      expect(errorAsksForLogout('Error: SIGNUP_NOT_ALLOWED (403)')).toBe(true)
      expect(errorAsksForLogout('Login failed')).toBe(false)
      expect(errorAsksForLogout(null)).toBe(false)
    })
  })
})

describe('portal path', () => {
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

    test('one that is far too long is none', () => {
      expect(portalPath(`/${'x'.repeat(15_999)}`)).not.toBeNull()
      expect(portalPath(`/${'x'.repeat(16_000)}`)).toBeNull()
    })

    test('every accepted path stays on this portal when a browser resolves it', () => {
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
})

describe('display name', () => {
  const nobody = { subject: 's', issuer: 'i' }

  describe('the name beside the auth button', () => {
    test.each([
      [{ name: 'Ada Winter', givenName: 'Ada', nickname: 'ada' }, 'Ada Winter'],
      [{ givenName: 'Ada', nickname: 'ada' }, 'Ada'],
      [{ nickname: 'ada' }, 'ada'],
      [{ email: 'ada@example.com' }, 'User'],
      [{}, 'User'],
      [{ name: '', givenName: '  ', nickname: 'ada' }, 'ada'],
    ])('of %j is %s', (claims, name) => expect(displayName({ ...nobody, ...claims })).toBe(name))
  })
})
