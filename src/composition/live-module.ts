import { ContainerModule } from 'inversify'
import { systemClock } from '../adapters/clock/system-clock'
import { thoughtSpotDashboardLibrary } from '../adapters/dashboard-library/thoughtspot/thoughtspot-rest-dashboard-library'
import { thoughtSpotDashboardSurface } from '../adapters/dashboard-surface/thoughtspot/thoughtspot-dashboard-surface'
import { consoleJournal } from '../adapters/journal/console-journal'
import { webStorageKeyValueStore } from '../adapters/key-value-store/web-storage-key-value-store'
import { browserPageAddress } from '../adapters/page-address/browser-page-address'
import { webSiblingTabs } from '../adapters/sibling-tabs/web-sibling-tabs'
import { thoughtSpotResearchAssistant } from '../adapters/research-assistant/thoughtspot/thoughtspot-graphql-research-assistant'
import { journalDrift } from '../adapters/_shared/http/drift'
import { httpTokenService } from '../adapters/token-service/http-token-service'
import type { HostChoice } from '../core/embedding/hosts'
import type { Configuration } from './configuration'
import type { FlagSourceFactory } from './flag-source-choice'
import type { IdentityFactory } from './identity-choice'
import { shared, tokens } from './tokens'

export interface LiveSurroundings {
  readonly hosts: HostChoice
  readonly conversation: Configuration['conversation']
  readonly window: Window
  readonly identityProvider: IdentityFactory
  readonly flagSource: FlagSourceFactory
}

/**
 * The real adapters. Whether they talk to the vendors or to the embedded stack is a matter of addresses; each vendor part is
 * chosen alone. The vendors' SDKs are loaded lazily by their adapters, each in a chunk of its own.
 */
export function liveModule({
  hosts,
  conversation,
  window: page,
  identityProvider,
  flagSource,
}: LiveSurroundings): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.clock).toResolvedValue(systemClock)
    bind(tokens.journal).toResolvedValue(() => consoleJournal(console))
    bind(tokens.keyValueStore).toResolvedValue(() => webStorageKeyValueStore(() => page.localStorage))
    bind(tokens.tabStore).toResolvedValue(() => webStorageKeyValueStore(() => page.sessionStorage))
    bind(tokens.pageAddress).toResolvedValue(() => browserPageAddress(page))
    bind(tokens.siblingTabs).toResolvedValue(() => webSiblingTabs(page, 'assay'))
    bind(tokens.researchAssistant).toResolvedValue(
      (broker, journal) =>
        thoughtSpotResearchAssistant({
          baseUrl: hosts.biHost,
          tokens: broker,
          drift: journalDrift(journal, 'research-assistant'),
        }),
      [shared.tokenBroker, tokens.journal],
    )
    bind(tokens.tokenService).toResolvedValue(
      (journal) =>
        httpTokenService({ baseUrl: hosts.tokenHost, drift: journalDrift(journal, 'token-service') }),
      [tokens.journal],
    )
    bind(tokens.flagSource).toResolvedValue(flagSource, [tokens.clock, tokens.journal])
    bind(tokens.identityProvider).toResolvedValue(identityProvider, [
      tokens.clock,
      tokens.keyValueStore,
      tokens.tabStore,
    ])
    bind(tokens.dashboardLibrary).toResolvedValue(
      (broker, journal) =>
        thoughtSpotDashboardLibrary({
          baseUrl: hosts.biHost,
          tokens: broker,
          drift: journalDrift(journal, 'dashboard-library'),
        }),
      [shared.tokenBroker, tokens.journal],
    )
    bind(tokens.dashboardSurface).toResolvedValue(
      (clock, journal, broker) =>
        thoughtSpotDashboardSurface({
          loadSdk: () => import('../adapters/dashboard-surface/thoughtspot/thoughtspot-sdk'),
          biHost: hosts.biHost,
          tokens: broker,
          clock,
          journal,
          assetsOrigin: page.location.origin,
          conversation,
          window: page,
        }),
      [tokens.clock, tokens.journal, shared.tokenBroker],
    )
  })
}
