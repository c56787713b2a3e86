import type { Clock } from '../../../core/ports/clock'
import type { KeyValueStore } from '../../../core/ports/key-value-store'

export interface OidcIdentityOptions {
  /** The provider's issuer identifier, e.g. `https://login.example/realms/portal`; plain http only on this machine. */
  readonly issuer: string
  /** A public client: no secret, code flow with PKCE. */
  readonly clientId: string
  /** Identifier of the token service's API, sent as `audience`. */
  readonly audience: string
  readonly scope: string
  /** Registered exactly so, for sign-in and sign-out. */
  readonly redirectUri: string
  /** False: every token comes through the silent frame and `offline_access` is not asked for. True by default. */
  readonly refreshTokens?: boolean
  readonly clock: Clock
  /** Keeps the pending sign-in while the person is away at the provider. */
  readonly tabStore: KeyValueStore
  /** Keeps the one bit that somebody signed in here before. No token is ever kept. */
  readonly keyValueStore: KeyValueStore
  readonly displayName?: string
}
