import { act, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { fixedClock, type FixedClock } from '../../src/adapters/clock/fixed-clock'
import {
  memoryDashboardLibrary,
  type MemoryDashboardLibrary,
} from '../../src/adapters/dashboard-library/memory-dashboard-library'
import {
  memoryDashboardSurface,
  type MemoryDashboardSurface,
  type MemoryView,
} from '../../src/adapters/dashboard-surface/memory-dashboard-surface'
import {
  memoryFlagSource,
  type MemoryFlagSource,
} from '../../src/adapters/flag-source/memory/memory-flag-source'
import {
  memoryIdentityHost,
  type MemoryIdentityHost,
} from '../../src/adapters/identity-provider/memory/memory-identity-host'
import {
  memoryIdentityProvider,
  memoryUser,
} from '../../src/adapters/identity-provider/memory/memory-identity-provider'
import { memoryJournal, type MemoryJournal } from '../../src/adapters/journal/memory-journal'
import { memoryKeyValueStore } from '../../src/adapters/key-value-store/memory-key-value-store'
import { memoryPageAddress } from '../../src/adapters/page-address/memory-page-address'
import {
  memoryResearchAssistant,
  type MemoryResearchAssistant,
} from '../../src/adapters/research-assistant/memory-research-assistant'
import {
  memoryPreferenceService,
  type MemoryPreferenceService,
} from '../../src/adapters/preference-service/memory-preference-service'
import { memorySiblingTabs } from '../../src/adapters/sibling-tabs/memory-sibling-tabs'
import { memoryTokenService } from '../../src/adapters/token-service/memory-token-service'
import { readConfiguration } from '../../src/composition/configuration'
import { localValues } from '../../src/composition/local-values'
import { createCatalogue, type Catalogue } from '../../src/core/catalogue/catalogue'
import type { StripLayout } from '../../src/core/favorites/strip'
import type { FlagValues } from '../../src/core/kernel/flag-table'
import type { SidebarChoice } from '../../src/core/shell/sidebar'
import type { Offer, Ports } from '../../src/core/ports'
import type { LibraryCapabilities, SavedDashboard } from '../../src/core/ports/dashboard-library'
import type { User } from '../../src/core/ports/identity-provider'
import type { AnswerSuggestion } from '../../src/core/ports/research-assistant'
import type { TokenService } from '../../src/core/ports/token-service'
import { createTokenBroker, type TokenBroker } from '../../src/core/tokens/token-broker'
import { createSessionStore } from '../../src/core/session/session-store'
import type { Theme } from '../../src/core/theme/theme'
import { createUseCases } from '../../src/core/use-cases'
import { createStores, type Stores } from '../../src/state/stores'
import { loadDeferredUi } from '../../src/ui/app/use-deferred-ui'
import { AppProvider } from '../../src/ui/hooks/use-app'

export interface WithAppOptions {
  /** Configuration by the names of `.env.example`; the rest is the embedded stack's. */
  readonly settings?: Readonly<Record<string, string>>
  /** Dashboards that this user has created before; rows of other users too. */
  readonly dashboards?: readonly SavedDashboard[]
  /** The browser's path, with its query. */
  readonly path?: string
  /** The signed-in user at the provider; none by default. `true` is any user. */
  readonly signedIn?: boolean | User
  /** Leaves sign-in or flags in their state before anything has loaded. */
  readonly loading?: 'session' | 'flags'
  readonly flags?: Partial<FlagValues>
  readonly theme?: Theme
  readonly sidebar?: SidebarChoice
  /** The last layout of Home's strip. */
  readonly strip?: StripLayout
  readonly testHost?: string
  /** The BI vendor's capabilities; everything by default. */
  readonly offers?: readonly Offer[]
  readonly libraryCan?: LibraryCapabilities
  /** Inner width of the window in px. */
  readonly width?: number
  /** The query that the identity provider returned with. */
  readonly returned?: { readonly error: string; readonly errorDescription?: string }
  /** Expects a crash: React does not print it. */
  readonly quiet?: boolean
  /** Full storage: every write fails. */
  readonly storageFull?: boolean
  /** Session storage of a tab that was here before. */
  readonly tabStore?: Ports['tabStore']
  /** The source of BI tokens; by default a working service. */
  readonly tokenService?: TokenService
  /** The assistant's answers, by question. */
  readonly answers?: ReadonlyMap<string, AnswerSuggestion>
}

export interface RenderedApp {
  readonly user: UserEvent
  readonly stores: Stores
  readonly catalogue: Catalogue
  readonly library: MemoryDashboardLibrary
  readonly assistant: MemoryResearchAssistant
  readonly surface: MemoryDashboardSurface
  readonly preferences: MemoryPreferenceService
  readonly host: MemoryIdentityHost
  readonly identity: Ports['identityProvider']
  readonly flags: MemoryFlagSource
  readonly journal: MemoryJournal
  /** How a frame requests tokens. */
  readonly broker: TokenBroker
  readonly clock: FixedClock
  readonly keyValueStore: Ports['keyValueStore']
  readonly tabStore: Ports['tabStore']
  /** Paths so far, the current one last; a replaced one is removed. */
  readonly addresses: () => readonly string[]
  readonly goTo: (path: string) => void
  /** The one container for curated dashboards. */
  readonly board: () => MemoryView
  /** Completes what `loading` held back. */
  readonly finishLoading: () => Promise<void>
}

/** The whole portal over memory adapters: real use cases and stores, nothing mocked. Pass it `<Portal />`. */
export async function renderWithApp(children: ReactNode, options: WithAppOptions = {}): Promise<RenderedApp> {
  const { path = '/home', width = 1440 } = options
  const configuration = readConfiguration(options.settings ?? {}, localValues)
  if (!configuration.ok)
    throw new Error(`The built-in configuration is refused: ${JSON.stringify(configuration.failure)}`)
  // As on a page that has been open for a moment; the state before that has its own test.
  await loadDeferredUi()
  setWidth(width)
  const { ports, ...memory } = memoryAdapters(path, options)
  const session = createSessionStore(ports)
  const broker = createTokenBroker(
    { ...ports, session },
    { hosts: { tokenHost: '', biHost: '' }, lifetimeMs: 300_000 },
  )
  const { useCases, feeds } = createUseCases(ports, session, {
    userAgent: 'test',
    flagService: 'test',
    newId: () => crypto.randomUUID(),
    preview: Promise.resolve({ given: () => false, leave: () => undefined }),
  })
  const catalogue = createCatalogue(configuration.value.catalogue)
  const { stores, follow } = createStores(useCases, {
    theme: options.theme ?? 'dark',
    sidebar: options.sidebar ?? null,
    ...(options.strip === undefined ? {} : { strip: options.strip }),
    catalogue,
    afterFlagFallback: (action) => void memory.clock.after(5_000, action),
  })
  const startSession = async (): Promise<void> => void (await useCases.startSession(arrivalOf(path, options)))
  const location = locationWithState(path)
  const { bi, branding } = configuration.value
  const { offers = bi.offers, testHost = null } = options
  const app = { useCases, stores, catalogue, branding, offers, testHost }

  render(
    <AppProvider app={app}>
      <Router hook={location.hook}>{children}</Router>
    </AppProvider>,
    options.quiet === true ? { onCaughtError: () => undefined } : {},
  )
  await act(async () => {
    follow(feeds)
    // Flags may wait for the user, and the page for neither.
    if (options.loading !== 'flags') void useCases.startFlags()
    if (options.loading !== 'session') await startSession()
  })
  return {
    user: userEvent.setup(),
    stores,
    catalogue,
    ...memory,
    broker,
    identity: ports.identityProvider,
    keyValueStore: ports.keyValueStore,
    tabStore: ports.tabStore,
    addresses: () => location.history,
    goTo: (to) => act(() => location.navigate(to)),
    board() {
      const view = memory.surface.views.at(-1)
      if (view === undefined) throw new Error('No place for boards was opened.')
      return view
    },
    finishLoading: () =>
      act(async () => {
        if (options.loading === 'flags') void useCases.startFlags()
        else await startSession()
      }),
  }
}

/** wouter's location in memory, plus what it lacks of a browser: each navigation sets the fragment and the state of the history. */
function locationWithState(
  path: string,
): Pick<ReturnType<typeof memoryLocation>, 'hook' | 'navigate'> & { readonly history: string[] } {
  const addresses = [path]
  const withoutFragment = (address: string): string => address.split('#', 1)[0] ?? ''
  const setFragment = (address: string, state: unknown): void =>
    history.replaceState(
      state,
      '',
      address.slice(withoutFragment(address).length) || window.location.pathname,
    )
  const location = memoryLocation({ path: withoutFragment(path) })
  const go: typeof location.navigate = (to, options) => {
    addresses[options?.replace === true ? addresses.length - 1 : addresses.length] = to
    setFragment(to, options?.state ?? null)
    location.navigate(withoutFragment(to), options)
  }
  const hook: typeof location.hook = Object.assign((): [string, typeof go] => [location.hook()[0], go], {
    searchHook: location.searchHook,
  })
  setFragment(path, null)
  return { history: addresses, hook, navigate: go }
}

/** Every port in memory, and the adapters that a test inspects. */
function memoryAdapters(path: string, options: WithAppOptions) {
  const { signedIn = false, dashboards = [], libraryCan } = options
  const user = signedIn === true ? memoryUser : signedIn
  const host = memoryIdentityHost(user === false ? {} : { user })
  const library = memoryDashboardLibrary({
    author: memoryUser.email ?? '',
    ...(libraryCan && { capabilities: libraryCan }),
  })
  for (const dashboard of dashboards) library.put(dashboard)
  const surface = memoryDashboardSurface()
  const flags = memoryFlagSource(options.flags)
  const journal = memoryJournal()
  const clock = fixedClock(Date.UTC(2026, 10, 21))
  const assistant = memoryResearchAssistant(options.answers)
  const preferences = memoryPreferenceService()
  const ports: Ports = {
    clock,
    journal,
    keyValueStore: memoryKeyValueStore(options.storageFull === true ? { capacity: 0 } : {}),
    tabStore: options.tabStore ?? memoryKeyValueStore(),
    pageAddress: memoryPageAddress(path),
    preferenceService: preferences,
    siblingTabs: memorySiblingTabs(),
    researchAssistant: assistant,
    tokenService: options.tokenService ?? memoryTokenService(),
    flagSource: flags,
    identityProvider: memoryIdentityProvider({ host }),
    dashboardLibrary: library,
    dashboardSurface: surface,
  }
  return { ports, preferences, assistant, library, surface, host, flags, journal, clock }
}

const arrivalOf = (path: string, { returned }: WithAppOptions) => ({
  address: `http://localhost:4300${path}`,
  query: {
    code: null,
    state: null,
    error: returned?.error ?? null,
    errorDescription: returned?.errorDescription ?? null,
  },
})

/** Media queries of the page follow. */
function setWidth(width: number): void {
  const page = window as Window & {
    happyDOM?: { setViewport(size: { width: number; height: number }): void }
  }
  page.happyDOM?.setViewport({ width, height: 900 })
}
