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

/** Members of stored JSON as they were called while the portal spoke one vendor's language. */
const formerNames = { liveboardId: 'dashboardId', vizId: 'chartId', worksheetId: 'sourceId' } as const

/** What people stored under the former names is read under the present ones, and written so from then on. */
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

/** Few installations have one: its file is fetched when it is first asked, and again where it did not come. */
export function fetchedPreferenceService(load: () => Promise<PreferenceService>): PreferenceService {
  let coming: Promise<PreferenceService> | undefined
  async function asked<Reply>(ask: (service: PreferenceService) => Promise<Reply>) {
    coming ??= load()
    const service = await coming.catch(() => null)
    if (service !== null) return ask(service)
    coming = undefined
    return fail({ kind: 'preferences-unreachable' } as const)
  }
  return {
    read: (accessToken) => asked((service) => service.read(accessToken)),
    write: (...written) => asked((service) => service.write(...written)),
  }
}

/** Of one visit, and of nobody: 16 hexadecimal digits. Also on a page that is no secure context. */
function traceOf(page: Window): string {
  const bytes = page.crypto.getRandomValues(new Uint8Array(8))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The real adapters. Whether they talk to the vendors or to the embedded stack is a matter of addresses; which vendors they are was
 * chosen from the map of adapters. The vendors' SDKs are loaded lazily by their adapters, each in a chunk of its own.
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
              const file = await import('../adapters/preference-service/http-preference-service')
              return file.httpPreferenceService({
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
