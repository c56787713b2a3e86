import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Catalogue } from '../core/catalogue/catalogue'
import { noStripLayout, type StripLayout } from '../core/favorites/strip'
import type { ViewPurpose } from '../core/ports/dashboard-surface'
import type { Feeds, UseCases } from '../core/use-cases'
import type { SidebarChoice } from '../core/shell/sidebar'
import { sessionKey } from '../core/session/session-key'
import { type Theme, otherTheme } from '../core/theme/theme'
import { createCommandsStore, type CommandsStore } from './commands-store'
import { createBoardStore, type BoardStore } from './board-store'
import { createDashboardsStore, type DashboardsStore } from './dashboards-store'
import { createUnsavedWorkStore, type UnsavedWorkStore } from './unsaved-work-store'
import { createFlagsStore, type FlagsStore } from './flags-store'
import { createNoticesStore, type NoticesStore } from './notices-store'
import { createResearchStore, type ResearchStore } from './research-store'
import { createSidebarStore, type SidebarStore } from './sidebar-store'
import { initialAuthState, type AuthState } from '../core/session/auth-state'
import { noFavorites, type Favorites, type FavoritesChange } from '../core/favorites/favorites'

type AuthStore = StoreApi<AuthState>

function createAuthStore(): {
  readonly store: AuthStore
  readonly receive: (state: AuthState) => void
} {
  const store = createStore<AuthState>(() => initialAuthState)
  return { store, receive: (state) => store.setState(state, true) }
}

interface ThemeState {
  readonly theme: Theme
  readonly toggle: () => void
  /** Shows a theme chosen in another tab, which has already stored it. */
  readonly follow: (theme: Theme) => void
}
type ThemeStore = StoreApi<ThemeState>

function createThemeStore(useCases: Pick<UseCases, 'chooseTheme'>, theme: Theme): ThemeStore {
  return createStore<ThemeState>((set, get) => ({
    theme,
    toggle() {
      const next = otherTheme(get().theme)
      set({ theme: next })
      void useCases.chooseTheme(next)
    },
    follow: (chosen) => set({ theme: chosen }),
  }))
}

/** The signed-in user's favorites and recents, for the screen. */
interface FavoritesState extends Favorites {
  /** The last layout of Home's strip, used while sign-in status is unknown. */
  readonly remembered: StripLayout
  /** Resolves to false when the browser could not store the change, which then lasts until the page closes. */
  readonly change: (change: FavoritesChange) => Promise<boolean>
}
type FavoritesStore = StoreApi<FavoritesState>

function createFavoritesStore(
  useCases: Pick<UseCases, 'changeFavorites'>,
  remembered: StripLayout,
): {
  readonly store: FavoritesStore
  readonly receive: (favorites: Favorites) => void
} {
  const store = createStore<FavoritesState>(() => ({
    ...noFavorites,
    remembered,
    change: async (change) => (await useCases.changeFavorites(change)).ok,
  }))
  return { store, receive: (favorites) => store.setState({ later: [], ...favorites }) }
}

/** Dialogs that open from any page, one at a time. Opening one closes any other, including one that is still loading. */
interface DialogsState {
  readonly createDashboard: boolean
  readonly openCreateDashboard: () => void
  readonly closeCreateDashboard: () => void
  /** Call when the user changes: discards what the previous user was doing and typing. */
  readonly closeAll: () => void
  /** The command palette. */
  readonly search: boolean
  readonly openSearch: () => void
  readonly closeSearch: () => void
  /** The sheet of keyboard shortcuts. */
  readonly help: boolean
  readonly openHelp: () => void
  readonly closeHelp: () => void
}
type DialogsStore = StoreApi<DialogsState>

function createDialogsStore(): DialogsStore {
  const none = { createDashboard: false, search: false, help: false }
  return createStore<DialogsState>((set) => ({
    ...none,
    openCreateDashboard: () => set({ ...none, createDashboard: true }),
    closeCreateDashboard: () => set({ createDashboard: false }),
    closeAll: () => set(none),
    openSearch: () => set({ ...none, search: true }),
    closeSearch: () => set({ search: false }),
    openHelp: () => set({ ...none, help: true }),
    closeHelp: () => set({ help: false }),
  }))
}

export interface Stores {
  readonly auth: AuthStore
  readonly board: BoardStore
  /** The chart builder on screen. */
  readonly builder: BoardStore
  /** The provider's conversation view on screen. */
  readonly conversation: BoardStore
  /** The commands that the current page offers to the palette and to shortcuts. */
  readonly commands: CommandsStore
  readonly dashboards: DashboardsStore
  readonly dialogs: DialogsStore
  /** The saved dashboard that is being edited, in its own frame. */
  readonly editor: BoardStore
  readonly flags: FlagsStore
  /** Favorites and recents. */
  readonly favorites: FavoritesStore
  readonly unsavedWork: UnsavedWorkStore
  readonly notices: NoticesStore
  /** Number of login panels on screen. They show an unreachable login service themselves, so that no notice is needed. */
  readonly logInPanels: StoreApi<number>
  readonly research: ResearchStore
  /** The saved dashboard on screen; `board` is the curated one. */
  readonly saved: BoardStore
  readonly sidebar: SidebarStore
  readonly theme: ThemeStore
}

export interface StoreSeeds {
  /** The theme of the first paint. */
  readonly theme: Theme
  /** The stored choice. If absent or null, the page width decides. */
  readonly sidebar?: SidebarChoice
  /** The stored layout of Home's strip from the last signed-in visit; none by default. */
  readonly strip?: StripLayout
  readonly catalogue: Catalogue
  readonly afterFlagFallback: (action: () => void) => void
  /** This browser has cached flags of the last visit; false by default. */
  readonly flagsCached?: boolean
}

/** Creates the stores before the ports exist, so that the shell can paint. `follow` subscribes them to the feeds once they are ready. */
export function createStores(
  useCases: UseCases,
  seeds: StoreSeeds,
): { readonly stores: Stores; readonly follow: (feeds: Feeds) => void } {
  const auth = createAuthStore()
  const flags = createFlagsStore({
    afterFallback: seeds.afterFlagFallback,
    cached: seeds.flagsCached ?? false,
  })
  const dashboards = createDashboardsStore(useCases)
  const favorites = createFavoritesStore(useCases, seeds.strip ?? noStripLayout)
  // After a change inside a frame, reload the list here and notify the other tabs.
  const boardStore = (purpose: ViewPurpose): BoardStore => {
    const store = createBoardStore(useCases, purpose)
    store.getState().watch(({ kind }) => {
      if (kind !== 'library-changed') return
      void useCases.dashboardsChanged()
      void dashboards.getState().follow()
    })
    return store
  }
  const research = createResearchStore(useCases)
  const stores: Stores = {
    auth: auth.store,
    board: boardStore('board'),
    builder: boardStore('builder'),
    commands: createCommandsStore(),
    conversation: boardStore('conversation'),
    dashboards,
    dialogs: createDialogsStore(),
    editor: boardStore('edit'),
    flags: flags.store,
    favorites: favorites.store,
    unsavedWork: createUnsavedWorkStore(),
    notices: createNoticesStore(),
    logInPanels: createStore<number>(() => 0),
    research: research.store,
    saved: boardStore('saved'),
    sidebar: createSidebarStore(useCases, seeds.sidebar ?? null),
    theme: createThemeStore(useCases, seeds.theme),
  }
  return {
    stores,
    follow(feeds) {
      let person: string | null = null
      feeds.session((state) => {
        const before = person
        person = state.isLoading ? null : sessionKey(state)
        // Remove everything of the previous user. Notices raised while the user was unknown (`before` is null) stay.
        if (person !== before) dashboards.getState().forget()
        if (before !== null && person !== before) {
          stores.dialogs.getState().closeAll()
          stores.notices.getState().clear()
          research.store.setState({ open: false, draft: '', typedBefore: '' })
        }
        auth.receive(state)
      })
      feeds.libraryChanges(() => void dashboards.getState().follow())
      feeds.favorites(favorites.receive)
      feeds.research(research.receive)
      feeds.flags(flags.receive)
    },
  }
}
