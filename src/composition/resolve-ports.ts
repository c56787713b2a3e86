import { Container, type ContainerModule } from 'inversify'
import type { Ports } from '../core/ports'
import type { SessionKeeper } from '../core/session/session-keeper'
import type { TokenBroker } from '../core/tokens/token-broker'
import { shared, tokens } from './tokens'

export interface Resolved {
  readonly ports: Ports
  readonly sessionKeeper: SessionKeeper
  readonly tokenBroker: TokenBroker
  dispose(): void
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
    siblingTabs: container.get(tokens.siblingTabs),
    tabStore: container.get(tokens.tabStore),
    researchAssistant: container.get(tokens.researchAssistant),
    tokenService: container.get(tokens.tokenService),
  }
  const tokenBroker = container.get(shared.tokenBroker)
  return {
    ports,
    sessionKeeper: container.get(shared.sessionKeeper),
    tokenBroker,
    dispose() {
      tokenBroker.dispose()
      ports.siblingTabs.dispose()
      ports.dashboardSurface.dispose()
      ports.flagSource.dispose()
      ports.identityProvider.dispose()
    },
  }
}
