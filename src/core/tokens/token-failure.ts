import type { TokenTrouble } from '../ports/dashboard-surface'
import type { TokenSourceFailure } from '../ports/token-source'

/** Text for the journal: the specification's text where the service sent a status. */
export function tokenFailureText(failure: TokenSourceFailure): string {
  switch (failure.kind) {
    case 'token-refused':
    case 'token-unavailable':
      return `Token fetch failed: ${failure.status}`
    case 'token-unreachable':
      return 'Token fetch failed: the token service cannot be reached'
    case 'token-timeout':
      return 'Token fetch failed: no answer in time'
    case 'token-malformed':
      return 'Token fetch failed: the reply is not a token'
    case 'token-rejected':
      return 'Token fetch failed: the BI host refuses what the token service gives'
    case 'dashboard-not-known':
      return 'Token fetch failed: the token service knows no such dashboard'
    case 'token-session-lost':
      return 'Token fetch failed: no access token'
    case 'token-identity-away':
      return 'Token fetch failed: the identity provider did not answer'
  }
}

/** Groups failures by what the user can do about them (fault matrix F1 to F4). */
export function tokenTrouble(failure: TokenSourceFailure): TokenTrouble {
  switch (failure.kind) {
    case 'token-refused':
      return failure.status === 401
        ? 'sign-in-again'
        : failure.status === 403
          ? 'no-access'
          : 'not-understood'
    case 'token-unavailable':
    case 'token-unreachable':
    case 'token-timeout':
      return 'not-answering'
    case 'token-malformed':
      return 'not-understood'
    case 'token-rejected':
      return 'not-accepted'
    case 'dashboard-not-known':
      return 'no-access'
    case 'token-session-lost':
      return 'sign-in-again'
    case 'token-identity-away':
      return 'identity-not-answering'
  }
}
