import type { Result } from './kernel/result'
import type { Ports } from './ports'
import type { StarredTile, SurfaceView, ViewPurpose } from './ports/dashboard-surface'
import type { FlagStatus } from './ports/flag-source'
import type { FlightRecord, JournalEntry } from './ports/journal'
import type { PortalPath } from './kernel/portal-path'
import { createFavoritesStore, type ChangeFavorites } from './favorites/favorites-store'
import { itemId, type Favorites } from './favorites/favorites'
import { starredNumbers, type NumberSeen } from './favorites/last-look'
import type { FlagValues } from './kernel/flag-table'
import type { ReturnQuery } from './session/arrival'
import type { AuthState } from './session/auth-state'
import { sessionKey } from './session/session-key'
import type { Arrived, SessionFailure, SessionStore } from './session/session-store'
import { previewActive, withPreview } from './flags/evaluate'
import { flagsOfSession, type FlagFollower } from './flags/flags-of-session'
import type { Preview } from './flags/preview'
import { research, type Research, type ResearchState } from './research/research'
import { savedDashboards, type SavedDashboards, libraryChanges } from './dashboards/dashboards'
import { observedUseCases, observeSession, observeView } from './shell/observed'
import { preferences, type Preferences } from './shell/preferences'

/** The operations the core offers to the UI: the driving side of the hexagon. All are asynchronous, so that the shell can paint first. */
export interface UseCases extends SavedDashboards, Preferences, Research {
  readonly startSession: (arrival: {
    readonly address: string
    readonly query: ReturnQuery
  }) => Promise<Arrived>
  /** Tries to restore the session again after a start that the identity provider did not answer. */
  readonly restartSession: () => Promise<void>
  /** `another`: to sign in as another user. The current user is logged out first. */
  readonly signIn: (target: PortalPath, another?: boolean) => Promise<Result<void, SessionFailure>>
  readonly signOut: () => Promise<Result<void, SessionFailure>>
  /** Stars or unstars an item, records a visit, or removes a deleted dashboard. */
  readonly changeFavorites: ChangeFavorites
  /** The charts that are a single number, with their values at the user's last look. Each call counts as a look. */
  readonly starredNumbers: (tiles: readonly StarredTile[]) => Promise<readonly NumberSeen[]>
  /** Creates a view in a container of the page. `container` is a DOM element that the core passes through. */
  readonly openView: (container: unknown, options: { readonly purpose: ViewPurpose }) => Promise<SurfaceView>
  readonly startFlags: () => Promise<FlagStatus>
  /** Ends the preview in this tab. */
  readonly leavePreview: () => Promise<void>
  readonly report: (entry: Omit<JournalEntry, 'level'>) => Promise<void>
  /** The events of this visit, for a problem report. */
  readonly flight: () => Promise<FlightRecord>
}

/** Subscriptions for the stores. Each calls back at once with the current value, then on every change. */
export interface Feeds {
  readonly session: (listener: (state: AuthState) => void) => () => void
  /** Flag values with the preview bypass applied, and whether the bypass is active. */
  readonly flags: (listener: (values: FlagValues, status: FlagStatus, preview: boolean) => void) => () => void
  /** The user's saved dashboards were changed in another tab. An event without a value, so there is no call on subscribing. */
  readonly libraryChanges: (listener: () => void) => () => void
  /** Favorites and recents of the signed-in user; empty when signed out. */
  readonly favorites: (listener: (favorites: Favorites) => void) => () => void
  readonly research: (listener: (state: ResearchState) => void) => () => void
}

export interface Core {
  readonly useCases: UseCases
  readonly feeds: Feeds
}

interface PageContext {
  readonly userAgent: string
  /** Identifies the flag service and its environment. */
  readonly flagService: string
  readonly preview: Promise<Preview>
  /** A random UUID. */
  readonly newId: () => string
}

/** Flags of the current user, with the preview bypass applied. */
function pageFlags(
  ports: Ports,
  session: SessionStore,
  context: PageContext,
): Pick<UseCases, 'startFlags' | 'leavePreview'> & { readonly feed: Feeds['flags'] } {
  const { flagSource } = ports
  const listeners = new Set<() => void>()
  let preview: Preview | undefined
  let follower: FlagFollower | undefined
  return {
    async startFlags() {
      // Awaited before any value is shown: the gate stays closed until it is known whether the secret was given.
      preview = await context.preview
      const { given } = preview
      follower ??= flagsOfSession(ports, session, { ...context, hasBypassAccess: given })
      return follower.start()
    },
    async leavePreview() {
      ;(await context.preview).leave()
      for (const listener of listeners) listener()
      // The bypass is part of the user context, so the vendor's values may depend on it.
      follower?.identifyAgain()
    },
    feed(listener) {
      const notify = (): void => {
        const given = preview?.given() ?? false
        const values = flagSource.all()
        listener(withPreview(values, given), flagSource.status(), previewActive(values, given))
      }
      notify()
      listeners.add(notify)
      const unsubscribe = flagSource.subscribe(notify)
      return () => {
        listeners.delete(notify)
        unsubscribe()
      }
    },
  }
}

/**
 * A frame keeps the BI token and the data of the user it was created for. When the user changes or signs out, every frame is destroyed at
 * once and recreated with the current user's token.
 */
export function framesOfSession(
  { dashboardSurface }: Pick<Ports, 'dashboardSurface'>,
  session: Pick<SessionStore, 'state' | 'watch'>,
): void {
  let currentKey = sessionKey(session.state())
  session.watch((state) => {
    const key = sessionKey(state)
    if (key === currentKey) return
    currentKey = key
    dashboardSurface.reset()
  })
}

/** The composition creates `session`, because the token broker shares it. */
export function createUseCases(ports: Ports, session: SessionStore, context: PageContext): Core {
  const { dashboardSurface, journal } = ports
  const library = libraryChanges(ports, session)
  const favorites = createFavoritesStore(ports, session, context.newId)
  const gallery = savedDashboards(ports, session, library)
  const { watch: watchResearch, ...asking } = research(ports, session, context.newId)
  const { feed: flags, startFlags, leavePreview } = pageFlags(ports, session, context)
  framesOfSession(ports, session)
  observeSession(session, ports)
  const useCases: UseCases = {
    startSession: (arrival) => session.start(arrival),
    restartSession: () => session.restart(),
    signIn: (target, another) => session.login(target, another),
    signOut: () => session.logout(),
    ...gallery,
    async deleteDashboard(id) {
      const deleted = await gallery.deleteDashboard(id)
      if (deleted.ok)
        await favorites.change({ kind: 'gone', id: itemId({ kind: 'dashboard', id, name: '' }) })
      return deleted
    },
    changeFavorites: favorites.change,
    starredNumbers: starredNumbers(ports, session),
    ...preferences(ports),
    ...asking,
    openView: async (container, options) =>
      observeView(dashboardSurface.open(container, options), options.purpose, ports),
    startFlags,
    leavePreview,
    report: (entry) => Promise.resolve(journal.record({ level: 'error', ...entry })),
    flight: async () => journal.flight(),
  }
  return {
    useCases: observedUseCases(useCases, ports),
    feeds: {
      libraryChanges: (listener) => library.subscribe(listener),
      favorites: (listener) => favorites.subscribe(listener),
      research: watchResearch,
      session(listener) {
        listener(session.state())
        return session.watch(listener)
      },
      flags,
    },
  }
}
