import { Container, ContainerModule, type ServiceIdentifier } from 'inversify'
import type { Ports } from '../core/ports'
import type { SessionStore } from '../core/session/session-store'
import type { TokenBroker, TokenBrokerOptions } from '../core/tokens/token-broker'
import { createSessionStore } from '../core/session/session-store'
import { createTokenBroker } from '../core/tokens/token-broker'
import type { Configuration } from './configuration'
import type { Wirings } from './surroundings'

/** One identifier per port. A field added to `Ports` does not compile until it is here, bound and resolved. */
type Tokens = { readonly [Port in keyof Ports]: ServiceIdentifier<Ports[Port]> }

export const tokens: Tokens = {
  clock: Symbol('clock'),
  dashboardLibrary: Symbol('dashboardLibrary'),
  dashboardSurface: Symbol('dashboardSurface'),
  flagSource: Symbol('flagSource'),
  identityProvider: Symbol('identityProvider'),
  journal: Symbol('journal'),
  keyValueStore: Symbol('keyValueStore'),
  pageAddress: Symbol('pageAddress'),
  preferenceService: Symbol('preferenceService'),
  siblingTabs: Symbol('siblingTabs'),
  tabStore: Symbol('tabStore'),
  researchAssistant: Symbol('researchAssistant'),
  tokenService: Symbol('tokenService'),
}

/** Made of ports by the core or by one vendor, and shared by those that need them. */
export const shared = {
  sessionStore: Symbol('sessionStore') as ServiceIdentifier<SessionStore>,
  tokenBroker: Symbol('tokenBroker') as ServiceIdentifier<TokenBroker>,
  /** All that the chosen BI vendor serves. */
  bi: Symbol('bi') as ServiceIdentifier<ReturnType<Wirings['bi']['ports']>>,
}

/** What the core makes of ports, whichever wiring filled them. */
export function sharedModule(
  configuration: Configuration,
  hosts: TokenBrokerOptions['hosts'],
): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(shared.sessionStore).toResolvedValue(
      (clock, identityProvider, journal, keyValueStore, pageAddress, tabStore) =>
        createSessionStore({ clock, identityProvider, journal, keyValueStore, pageAddress, tabStore }),
      [
        tokens.clock,
        tokens.identityProvider,
        tokens.journal,
        tokens.keyValueStore,
        tokens.pageAddress,
        tokens.tabStore,
      ],
    )
    bind(shared.tokenBroker).toResolvedValue(
      (clock, journal, siblingTabs, tokenService, session) =>
        createTokenBroker(
          { clock, journal, siblingTabs, tokenService, session },
          { hosts, lifetimeMs: configuration.biTokenLifetimeMs },
        ),
      [tokens.clock, tokens.journal, tokens.siblingTabs, tokens.tokenService, shared.sessionStore],
    )
  })
}

export interface Resolved {
  readonly ports: Ports
  readonly sessionStore: SessionStore
  readonly tokenBroker: TokenBroker
}

/**
 * The container's whole life: it is filled, read and forgotten here. `jitless`, because the content-security policy forbids
 * generated code. A missing binding fails now and names the port.
 */
export function resolvePorts(...wiring: readonly ContainerModule[]): Resolved {
  const container = new Container({ defaultScope: 'Singleton', jitless: true })
  container.load(...wiring)
  const ports: Ports = {
    clock: container.get(tokens.clock),
    dashboardLibrary: container.get(tokens.dashboardLibrary),
    dashboardSurface: container.get(tokens.dashboardSurface),
    flagSource: container.get(tokens.flagSource),
    identityProvider: container.get(tokens.identityProvider),
    journal: container.get(tokens.journal),
    keyValueStore: container.get(tokens.keyValueStore),
    pageAddress: container.get(tokens.pageAddress),
    preferenceService: container.get(tokens.preferenceService),
    siblingTabs: container.get(tokens.siblingTabs),
    tabStore: container.get(tokens.tabStore),
    researchAssistant: container.get(tokens.researchAssistant),
    tokenService: container.get(tokens.tokenService),
  }
  return {
    ports,
    sessionStore: container.get(shared.sessionStore),
    tokenBroker: container.get(shared.tokenBroker),
  }
}
