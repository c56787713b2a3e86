import { expect, test } from 'vitest'
import { wantedAccessTokens } from '../../../local/cli/stack-settings'
import { localAudience } from '../../../local/http/addresses'

const issuer = 'https://login.example.com/realms/desk'
const keys = `${issuer}/certs`

test('without an issuer the token service takes the embedded provider’s tokens', () => {
  expect(wantedAccessTokens({})).toBeUndefined()
  expect(wantedAccessTokens({ TOKEN_SERVICE_ISSUER: ' ' })).toBeUndefined()
})

test('with an issuer it takes those, of every signature that a published key can check, unless told', () => {
  const least = { TOKEN_SERVICE_ISSUER: issuer, TOKEN_SERVICE_JWKS_URI: keys }
  expect(wantedAccessTokens(least)).toEqual({
    issuer,
    jwksUri: keys,
    audience: localAudience,
    algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
  })
  expect(
    wantedAccessTokens({ ...least, TOKEN_SERVICE_AUDIENCE: 'api', TOKEN_SERVICE_ALGORITHMS: 'ES256, EdDSA' }),
  ).toMatchObject({ audience: 'api', algorithms: ['ES256', 'EdDSA'] })
})

test('what is not right is named', () => {
  expect(() => wantedAccessTokens({ TOKEN_SERVICE_ISSUER: issuer })).toThrow(/TOKEN_SERVICE_JWKS_URI/)
  expect(() =>
    wantedAccessTokens({
      TOKEN_SERVICE_ISSUER: issuer,
      TOKEN_SERVICE_JWKS_URI: keys,
      TOKEN_SERVICE_ALGORITHMS: 'HS256',
    }),
  ).toThrow(/TOKEN_SERVICE_ALGORITHMS is "HS256"/)
})
