import type { Clock } from '../core/ports/clock'
import type { FlagSource } from '../core/ports/flag-source'
import type { Journal } from '../core/ports/journal'
import { launchDarklyFlagSource } from '../adapters/flag-source/launchdarkly/launchdarkly-flag-source'
import type { Configuration } from './configuration'

export type FlagSourceFactory = (clock: Clock, journal: Journal) => FlagSource

/** The configured flag adapter; only the chosen one is fetched. "defaults" asks nobody: the table's values are all there is. */
export async function flagSourceChoice({ flags }: Configuration, page: Window): Promise<FlagSourceFactory> {
  const shared = {
    host: flags.host,
    streamHost: flags.streamHost,
    page: page.document,
    storage: () => page.localStorage,
  }
  switch (flags.adapter) {
    case 'launchdarkly':
      return (clock, journal) =>
        launchDarklyFlagSource({
          ...shared,
          clock,
          journal,
          clientId: flags.clientId,
          loadSdk: () => import('../adapters/flag-source/launchdarkly/launchdarkly-sdk'),
        })
    case 'ofrep': {
      const { ofrepFlagSource } = await import('../adapters/flag-source/ofrep/ofrep-flag-source')
      return (clock, journal) =>
        ofrepFlagSource({
          ...shared,
          clock,
          journal,
          openStream: (address) => new EventSource(address),
        })
    }
    case 'defaults': {
      const { memoryFlagSource } = await import('../adapters/flag-source/memory/memory-flag-source')
      return () => memoryFlagSource()
    }
  }
}
