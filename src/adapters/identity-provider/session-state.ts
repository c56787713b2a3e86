import type { Session, User } from '../../core/ports/identity-provider'

/** The user of an ID token; null without a subject or issuer. Claims that are not text count as absent. */
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

/** The present session and its listeners: one call per change, none after unsubscribing. */
export interface SessionState {
  readonly session: () => Session
  /** Notifies the listeners, unless nothing has changed. */
  readonly change: (next: Session) => void
  readonly watch: (listener: (session: Session) => void) => () => void
}

export function createSessionState(): SessionState {
  const watchers = new Set<{ readonly listener: (session: Session) => void }>()
  let session: Session = { kind: 'starting' }
  return {
    session: () => session,
    change(next) {
      if (sameSession(session, next)) return
      session = next
      for (const watcher of watchers) {
        // A listener may have changed the session again: all listeners have been notified of that by then.
        if (session !== next) return
        watcher.listener(next)
      }
    },
    watch(listener) {
      // One entry per subscription: the same function may subscribe twice and unsubscribe once.
      const watcher = { listener }
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}

function sameSession(one: Session, other: Session): boolean {
  if (one.kind === 'signed-in' && other.kind === 'signed-in') return sameUser(one.user, other.user)
  if (one.kind === 'signed-out' && other.kind === 'signed-out') {
    return (
      one.problem?.code === other.problem?.code && one.problem?.providerCode === other.problem?.providerCode
    )
  }
  return one.kind === other.kind
}

export function samePerson(one: User, other: User): boolean {
  return one.subject === other.subject && one.issuer === other.issuer
}

/** Adds to a user the claims of earlier tokens that the present ones omit. */
export function withKnownClaims(before: User | null, user: User): User {
  return before !== null && samePerson(before, user) ? { ...before, ...user } : user
}

function sameUser(one: User, other: User): boolean {
  return (
    samePerson(one, other) &&
    one.name === other.name &&
    one.givenName === other.givenName &&
    one.nickname === other.nickname &&
    one.email === other.email
  )
}
