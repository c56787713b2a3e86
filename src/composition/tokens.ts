import type { ServiceIdentifier } from 'inversify'
import type { Ports } from '../core/ports'
import type { SessionKeeper } from '../core/session/session-keeper'
import type { Wirings } from './adapter-map'
import type { TokenBroker } from '../core/tokens/token-broker'

/** One identifier per port. A field added to `Ports` does not compile until it is here, bound and resolved. */
export type Tokens = { readonly [Port in keyof Ports]: ServiceIdentifier<Ports[Port]> }

export const tokens: Tokens = {
  clock: Symbol('clock'),
  dashboardLibrary: Symbol('dashboardLibrary'),
  dashboardSurface: Symbol('dashboardSurface'),
  flagSource: Symbol('flagSource'),
  identityProvider: Symbol('identityProvider'),
  journal: Symbol('journal'),
  keyValueStore: Symbol('keyValueStore'),
  pageAddress: Symbol('pageAddress'),
  siblingTabs: Symbol('siblingTabs'),
  tabStore: Symbol('tabStore'),
  researchAssistant: Symbol('researchAssistant'),
  tokenService: Symbol('tokenService'),
}

/** Made of ports by the core or by one vendor, and shared by those that need them. */
export const shared = {
  sessionKeeper: Symbol('sessionKeeper') as ServiceIdentifier<SessionKeeper>,
  tokenBroker: Symbol('tokenBroker') as ServiceIdentifier<TokenBroker>,
  /** All that the chosen BI vendor serves. */
  bi: Symbol('bi') as ServiceIdentifier<ReturnType<Wirings['bi']>>,
}
