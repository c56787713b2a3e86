import type { Session } from '../ports/identity-provider'
import type { AuthState } from './auth-state'

export const anonymousSession = 'anonymous'

/**
 * Whose page this is, as one text: the same for the same person in every tab, different for everybody else. Issuer and subject,
 * never an e-mail address. While sign-in status is not known the page is nobody's.
 */
export function sessionKey(state: Pick<AuthState, 'isAuthenticated' | 'user'>): string {
  return state.isAuthenticated && state.user !== undefined
    ? JSON.stringify([state.user.issuer, state.user.subject])
    : anonymousSession
}

/** The same for what an identity provider says; null while it is starting. */
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
