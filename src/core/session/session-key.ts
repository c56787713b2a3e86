import type { Session } from '../ports/identity-provider'
import type { AuthState } from './auth-state'

export const anonymousSession = 'anonymous'

/**
 * Identifies the user by issuer and subject, never by email address. Equal in all tabs of the same user. While sign-in status is unknown,
 * it is `anonymousSession`.
 */
export function sessionKey(state: Pick<AuthState, 'isAuthenticated' | 'user'>): string {
  return state.isAuthenticated && state.user !== undefined
    ? JSON.stringify([state.user.issuer, state.user.subject])
    : anonymousSession
}

/** The same for an identity provider's session; null while it is starting. */
export function keyOfSession(session: Session): string | null {
  switch (session.kind) {
    case 'starting':
      return null
    case 'signed-out':
      return anonymousSession
    case 'signed-in':
      return sessionKey({ isAuthenticated: true, user: session.user })
  }
}
