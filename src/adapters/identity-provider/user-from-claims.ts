import type { User } from '../../core/ports/identity-provider'

/** The person an ID token is about; null without a subject or issuer. Claims that are no text count as absent. */
export function userFromClaims(claims: unknown): User | null {
  if (typeof claims !== 'object' || claims === null) return null
  const text = (name: string): string | undefined => {
    const value: unknown = Reflect.get(claims, name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const subject = text('sub')
  const issuer = text('iss')
  if (subject === undefined || issuer === undefined) return null
  const name = text('name')
  const givenName = text('given_name')
  const nickname = text('nickname')
  const email = text('email')
  return {
    subject,
    issuer,
    ...(name === undefined ? {} : { name }),
    ...(givenName === undefined ? {} : { givenName }),
    ...(nickname === undefined ? {} : { nickname }),
    ...(email === undefined ? {} : { email }),
  }
}
