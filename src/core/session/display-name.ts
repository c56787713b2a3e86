import type { User } from '../ports/identity-provider'

/** The user's name, else given_name, else nickname, else "User". An empty claim counts as none. */
export function displayName(user: User): string {
  return (
    [user.name, user.givenName, user.nickname].find((name) => name !== undefined && name.trim() !== '') ??
    'User'
  )
}
