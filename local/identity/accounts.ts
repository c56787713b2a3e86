import type { Account, FindAccount } from 'oidc-provider'
import { errors } from './provider-library'
import { personBySubject } from './people'

/**
 * A seeded person as the provider knows them. For a refresh token of someone who needs a second factor it throws what
 * Auth0 answers then.
 */
export function findAccount(subject: string, token?: Parameters<FindAccount>[2]): Account | undefined {
  const person = personBySubject(subject)
  if (person === undefined) return undefined
  if (person.fate.kind === 'second-factor' && token?.kind === 'RefreshToken')
    throw new errors.CustomOIDCProviderError('mfa_required', 'Multifactor authentication required')
  return {
    accountId: person.subject,
    fate: person.fate.kind,
    email: person.email,
    name: person.name,
    claims: () => ({
      sub: person.subject,
      name: person.name,
      given_name: person.givenName,
      nickname: person.nickname,
      email: person.email,
      email_verified: true,
    }),
  }
}
