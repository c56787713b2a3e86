import { ContainerModule } from 'inversify'
import { systemClock } from '../adapters/clock/system-clock'
import { consoleJournal } from '../adapters/journal/console-journal'
import { journalDrift } from '../adapters/_shared/http/exchange'
import { webStorageKeyValueStore } from '../adapters/key-value-store/web-storage-key-value-store'
import { fail, ok } from '../core/kernel/result'
import { observedTokens } from '../core/shell/observed'
import type { KeyValueStore } from '../core/ports/key-value-store'
import type { PreferenceService } from '../core/ports/preference-service'
import { browserPageAddress } from '../adapters/page-address/browser-page-address'
import { webSiblingTabs } from '../adapters/sibling-tabs/web-sibling-tabs'
import type { Surroundings, Wirings } from './surroundings'
import { shared, tokens } from './container'

/** Former names of members of stored JSON, from when the portal used one vendor's vocabulary. */
const formerNames = { liveboardId: 'dashboardId', vizId: 'chartId', worksheetId: 'sourceId' } as const

/** Migrates stored JSON on read from the former member names to the present ones. The next write stores the present ones. */
export function renamed(store: KeyValueStore): KeyValueStore {
  return {
    ...store,
    read(key) {
      const read = store.read(key)
      if (!read.ok || read.value === null) return read
      const value = Object.entries(formerNames).reduce(
        (text, [former, name]) => text.replaceAll(`"${former}":`, `"${name}":`),
        read.value,
      )
      return ok(value)
    },
  }
}

/** Loads the preference service on first use, because few installations have one. A failed load is retried on the next call. */
export function fetchedPreferenceService(load: () => Promise<PreferenceService>): PreferenceService {
  let loading: Promise<PreferenceService> | undefined
  async function withService<Reply>(call: (service: PreferenceService) => Promise<Reply>) {
    loading ??= load()
    const service = await loading.catch(() => null)
    if (service !== null) return call(service)
    loading = undefined
    return fail({ kind: 'preferences-unreachable' } as const)
  }
  return {
    read: (accessToken) => withService((service) => service.read(accessToken)),
    write: (...parameters) => withService((service) => service.write(...parameters)),
  }
}

/** A random id of this visit, unrelated to the user: 16 hexadecimal digits. `getRandomValues` also works outside secure contexts. */
function traceOf(page: Window): string {
  const bytes = page.crypto.getRandomValues(new Uint8Array(8))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Binds the real adapters. The configured hosts decide whether they call the vendors or the embedded stack; the vendors are selected from
 * `adapterMap`. Adapters lazy-load their vendors' SDKs, each in its own chunk.
 */
export function liveModule(at: Surroundings, wirings: Wirings): ContainerModule {
  const { page, settings } = at
  return new ContainerModule(({ bind }) => {
    bind(tokens.clock).toResolvedValue(systemClock)
    bind(tokens.journal).toResolvedValue(
      (clock) => consoleJournal(console, { now: () => clock.now(), trace: traceOf(page) }),
      [tokens.clock],
    )
    bind(tokens.keyValueStore).toResolvedValue(() =>
      renamed(webStorageKeyValueStore(() => page.localStorage)),
    )
    bind(tokens.tabStore).toResolvedValue(() => webStorageKeyValueStore(() => page.sessionStorage))
    bind(tokens.pageAddress).toResolvedValue(() => browserPageAddress(page))
    bind(tokens.preferenceService).toResolvedValue(
      (journal) =>
        settings.preferencesHost === ''
          ? null
          : fetchedPreferenceService(async () => {
              const module = await import('../adapters/preference-service/http-preference-service')
              return module.httpPreferenceService({
                baseUrl: settings.preferencesHost,
                drift: journalDrift(journal, 'preferences'),
              })
            }),
      [tokens.journal],
    )
    bind(tokens.siblingTabs).toResolvedValue(() => webSiblingTabs(page, 'assay'))
    bind(tokens.tokenService).toResolvedValue(
      (clock, journal) => observedTokens(wirings.bi.tokenService(at, { journal }), { clock, journal }),
      [tokens.clock, tokens.journal],
    )
    bind(tokens.identityProvider).toResolvedValue(
      (clock, keyValueStore, tabStore) => wirings.identity(at, { clock, keyValueStore, tabStore }),
      [tokens.clock, tokens.keyValueStore, tokens.tabStore],
    )
    bind(tokens.flagSource).toResolvedValue(
      (clock, journal) => wirings.flags(at, { clock, journal }),
      [tokens.clock, tokens.journal],
    )
    bind(shared.bi).toResolvedValue(
      (clock, journal, session, broker) => wirings.bi.ports(at, { clock, journal, session, tokens: broker }),
      [tokens.clock, tokens.journal, shared.sessionStore, shared.tokenBroker],
    )
    bind(tokens.dashboardLibrary).toResolvedValue((bi) => bi.dashboardLibrary, [shared.bi])
    bind(tokens.dashboardSurface).toResolvedValue((bi) => bi.dashboardSurface, [shared.bi])
    bind(tokens.researchAssistant).toResolvedValue((bi) => bi.researchAssistant, [shared.bi])
  })
}
