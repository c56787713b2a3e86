import { describe, expect, test } from 'vitest'
import { displayName } from '../../../src/core/session/auth-state'

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
