import { expect, test } from 'vitest'
import { localAudience, localClientIds } from '../../../local/http/addresses'
import { people, seededPassword } from '../../../local/identity/people'
import realm from '../../../local/open-stack/keycloak/assay-realm.json' with { type: 'json' }

test('the same people as in the embedded stack, with its password; one is disabled, one has something to do first', () => {
  expect(
    realm.users.map(({ username, email, firstName, lastName }) => [
      username,
      email,
      `${firstName} ${lastName}`,
    ]),
  ).toEqual(people.map(({ email, name }) => [email, email, name]))
  for (const { credentials } of realm.users)
    expect(credentials).toContainEqual({ type: 'password', value: seededPassword })
  const having = (test: (user: (typeof realm.users)[number]) => unknown): readonly string[] =>
    realm.users.filter(test).map(({ email }) => email)
  expect(having(({ enabled }) => !enabled)).toEqual(['refused@example.com'])
  expect(having(({ requiredActions }) => requiredActions)).toEqual(['newcomer@example.com'])
  expect(having(({ credentials }) => credentials.length > 1)).toEqual(['mfa@example.com'])
})

test('the client is the one that the portal names, for its audience, by code and PKCE alone', () => {
  const [client, ...others] = realm.clients
  expect(others).toEqual([])
  expect(client).toMatchObject({
    clientId: localClientIds.oidc,
    publicClient: true,
    standardFlowEnabled: true,
    implicitFlowEnabled: false,
    directAccessGrantsEnabled: false,
    attributes: { 'pkce.code.challenge.method': 'S256' },
    protocolMappers: [{ config: { 'included.custom.audience': localAudience } }],
  })
})
