import type { Session, User } from '../../core/ports/identity-provider'

/** The present session and those who follow it: one call per change, none after unsubscribing. */
export interface SessionBoard {
  readonly session: () => Session
  /** Tells the watchers, unless nothing has changed. */
  readonly change: (next: Session) => void
  readonly watch: (listener: (session: Session) => void) => () => void
  readonly dispose: () => void
}

export function createSessionBoard(): SessionBoard {
  const watchers = new Set<{ readonly tell: (session: Session) => void }>()
  let session: Session = { kind: 'starting' }
  return {
    session: () => session,
    change(next) {
      if (sameSession(session, next)) return
      session = next
      for (const watcher of watchers) watcher.tell(next)
    },
    watch(tell) {
      // An entry of its own: the same function may watch twice and leave once.
      const watcher = { tell }
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    dispose: () => watchers.clear(),
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

function sameUser(one: User, other: User): boolean {
  return (
    samePerson(one, other) &&
    one.name === other.name &&
    one.givenName === other.givenName &&
    one.nickname === other.nickname &&
    one.email === other.email
  )
}
