import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { userFromClaims } from '../../../src/adapters/identity-provider/session-state'

const whole = {
  sub: 'auth0|1',
  iss: 'https://tenant.example/',
  name: 'Zoë Müller',
  given_name: 'Zoë',
  nickname: 'zoe',
  email: 'zoe@example.com',
  picture: 'https://pictures.example/zoe.png',
}

describe('the person of an ID token', () => {
  test('has the claims the portal reads and no others', () => {
    expect(userFromClaims(whole)).toEqual({
      subject: 'auth0|1',
      issuer: 'https://tenant.example/',
      name: 'Zoë Müller',
      givenName: 'Zoë',
      nickname: 'zoe',
      email: 'zoe@example.com',
    })
  })

  test('leaves out what is empty or no text', () => {
    expect(userFromClaims({ ...whole, name: '', given_name: 7, nickname: null, email: ['a'] })).toEqual({
      subject: 'auth0|1',
      issuer: 'https://tenant.example/',
    })
  })

  test.each([
    { ...whole, sub: undefined },
    { ...whole, sub: '' },
    { ...whole, iss: 3 },
    null,
    undefined,
    'x',
    [],
  ])('is nobody for %j', (claims) => expect(userFromClaims(claims)).toBeNull())

  test('never throws, whatever a token holds', () => {
    fc.assert(fc.property(fc.anything(), (claims) => void userFromClaims(claims)))
  })
})
