/** Outcome of a sign-in with the correct password. */
export type Fate =
  | { readonly kind: 'signs-in' }
  | { readonly kind: 'refused'; readonly error: string; readonly description: string }
  /** Can sign in interactively, but every silent request is refused because a second factor is required. */
  | { readonly kind: 'second-factor' }

export interface Person {
  readonly subject: string
  readonly email: string
  readonly name: string
  readonly givenName: string
  readonly nickname: string
  readonly fate: Fate
}

/** The same for all people, who exist on a developer's machine only. */
export const seededPassword = 'demo'

export const people: readonly Person[] = [
  person('analyst', 'Ada Winter', { kind: 'signs-in' }),
  person('trader', 'Zoë Müller', { kind: 'signs-in' }),
  person('refused', 'Rowan Blake', {
    kind: 'refused',
    error: 'access_denied',
    description: 'Your account has no access to this portal.',
  }),
  person('newcomer', 'Noor Haddad', {
    kind: 'refused',
    error: 'signup_not_allowed',
    description: 'New accounts cannot be created here.',
  }),
  person('mfa', 'Mika Saarinen', { kind: 'second-factor' }),
]

function person(role: string, name: string, fate: Fate): Person {
  const givenName = name.split(' ', 1)[0] ?? name
  return {
    subject: `local|${role}`,
    email: `${role}@example.com`,
    name,
    givenName,
    nickname: role,
    fate,
  }
}

export function personBySubject(subject: string): Person | undefined {
  return people.find((one) => one.subject === subject)
}

export function personByEmail(email: string): Person | undefined {
  const wanted = email.trim().toLowerCase()
  return people.find((one) => one.email === wanted)
}
