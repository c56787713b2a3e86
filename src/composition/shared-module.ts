import { ContainerModule } from 'inversify'
import { createSessionKeeper } from '../core/session/session-keeper'
import { createTokenBroker } from '../core/tokens/token-broker'
import type { Configuration } from './configuration'
import { shared, tokens } from './tokens'

/** What the core makes of ports, whichever wiring filled them. */
export function sharedModule(configuration: Configuration): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(shared.sessionKeeper).toResolvedValue(
      (identityProvider, journal, pageAddress, tabStore) =>
        createSessionKeeper({ identityProvider, journal, pageAddress, tabStore }),
      [tokens.identityProvider, tokens.journal, tokens.pageAddress, tokens.tabStore],
    )
    bind(shared.tokenBroker).toResolvedValue(
      (clock, journal, siblingTabs, tokenService, session) =>
        createTokenBroker(
          { clock, journal, siblingTabs, tokenService, session },
          { lifetimeMs: configuration.biTokenLifetimeMs },
        ),
      [tokens.clock, tokens.journal, tokens.siblingTabs, tokens.tokenService, shared.sessionKeeper],
    )
  })
}
