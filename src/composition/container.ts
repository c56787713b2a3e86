import { Container, ContainerModule, type ServiceIdentifier } from 'inversify'
import type { Ports } from '../core/ports'
import type { SessionStore } from '../core/session/session-store'
import type { TokenBroker, TokenBrokerOptions } from '../core/tokens/token-broker'
import { createSessionStore } from '../core/session/session-store'
import { createTokenBroker } from '../core/tokens/token-broker'
import type { Configuration } from './configuration'
import type { Wirings } from './surroundings'

/** One identifier per port. A member added to `Ports` does not compile until it is listed here and resolved. */
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

/** Services built from ports by the core or by a vendor, and shared by several consumers. */
export const shared = {
  sessionStore: Symbol('sessionStore') as ServiceIdentifier<SessionStore>,
  tokenBroker: Symbol('tokenBroker') as ServiceIdentifier<TokenBroker>,
  /** All ports of the configured BI vendor. */
  bi: Symbol('bi') as ServiceIdentifier<ReturnType<Wirings['bi']['ports']>>,
}

/** Binds the services that the core builds from ports. */
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
 * Creates the container, resolves every port and discards the container. `jitless`, because the content security policy forbids generated
 * code. A missing binding throws here and names the port.
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
