import { ContainerModule } from 'inversify'
import { fixedClock } from '../adapters/clock/fixed-clock'
import { memoryDashboardLibrary } from '../adapters/dashboard-library/memory-dashboard-library'
import { memoryDashboardSurface } from '../adapters/dashboard-surface/memory-dashboard-surface'
import { memoryFlagSource } from '../adapters/flag-source/memory/memory-flag-source'
import { memoryIdentityProvider } from '../adapters/identity-provider/memory/memory-identity-provider'
import { memoryJournal } from '../adapters/journal/memory-journal'
import { memoryKeyValueStore } from '../adapters/key-value-store/memory-key-value-store'
import { memoryPageAddress } from '../adapters/page-address/memory-page-address'
import { memoryPreferenceService } from '../adapters/preference-service/memory-preference-service'
import { memorySiblingTabs } from '../adapters/sibling-tabs/memory-sibling-tabs'
import { memoryResearchAssistant } from '../adapters/research-assistant/memory-research-assistant'
import { memoryTokenService } from '../adapters/token-service/memory-token-service'
import { initialAuthState } from '../core/session/auth-state'
import { fail, ok } from '../core/kernel/result'
import type { SessionStore } from '../core/session/session-store'
import { createTokenBroker } from '../core/tokens/token-broker'
import { shared, tokens } from './container'

/** In-memory adapters for the test runner. */
export function testModule(): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.clock).toResolvedValue(() => fixedClock(Date.UTC(2026, 10, 21)))
    bind(tokens.journal).toResolvedValue(memoryJournal)
    bind(tokens.keyValueStore).toResolvedValue(() => memoryKeyValueStore())
    bind(tokens.tabStore).toResolvedValue(() => memoryKeyValueStore())
    bind(tokens.pageAddress).toResolvedValue(() => memoryPageAddress('/home'))
    bind(tokens.preferenceService).toResolvedValue(() => memoryPreferenceService())
    bind(tokens.siblingTabs).toResolvedValue(memorySiblingTabs)
    bind(tokens.researchAssistant).toResolvedValue(() => memoryResearchAssistant())
    bind(tokens.tokenService).toResolvedValue(memoryTokenService)
    bind(tokens.flagSource).toResolvedValue(() => memoryFlagSource())
    bind(tokens.identityProvider).toResolvedValue(() => memoryIdentityProvider())
    bind(tokens.dashboardLibrary).toResolvedValue(() =>
      memoryDashboardLibrary({ author: 'analyst@example.com' }),
    )
    bind(tokens.dashboardSurface).toResolvedValue(() => memoryDashboardSurface())
    bind(shared.sessionStore).toResolvedValue(testSession)
    bind(shared.tokenBroker).toResolvedValue(
      (clock, journal, siblingTabs, tokenService, session) =>
        createTokenBroker(
          { clock, journal, siblingTabs, tokenService, session },
          { hosts: { tokenHost: '', biHost: '' }, lifetimeMs: 300_000 },
        ),
      [tokens.clock, tokens.journal, tokens.siblingTabs, tokens.tokenService, shared.sessionStore],
    )
  })
}

/** Sign-in configuration and access token under the test runner (specification, section 9, "Identity"). */
export const testSignIn = {
  domain: 'test-domain',
  clientId: 'test-clientid',
  audience: 'test-audience',
  redirectUri: 'http://localhost:4300',
  accessToken: 'test-access-token',
} as const

/** Under the test runner, loading ends at once and nothing else happens (specification, section 4, step 2). */
function testSession(): SessionStore {
  const state = { ...initialAuthState, isLoading: false }
  const nobody = fail({
    kind: 'session-failure',
    text: 'Nobody signs in or out under the test runner',
  } as const)
  return {
    started: Promise.resolve(),
    state: () => state,
    watch: () => () => undefined,
    start: () => Promise.resolve({ target: null }),
    restart: () => Promise.resolve(),
    login: () => Promise.resolve(nobody),
    logout: () => Promise.resolve(nobody),
    accessToken: () => Promise.resolve(ok(testSignIn.accessToken)),
  }
}
