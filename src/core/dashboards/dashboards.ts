import { fail, ok, type Result } from '../kernel/result'
import type { Ports } from '../ports'
import type {
  DashboardCharts,
  DashboardLibrary,
  DashboardSnapshot,
  LibraryCapabilities,
  LibraryChart,
  LibraryFailure,
  Listing,
  SavedDashboard,
} from '../ports/dashboard-library'
import type { SessionStore } from '../session/session-store'
import { dashboardName } from './dashboard-name'
import { ordered } from './order'
import type { User } from '../ports/identity-provider'
import { sessionKey } from '../session/session-key'

/** Notifies a user's tabs of each other's changes to saved dashboards. */
interface LibraryChanges {
  /** Notifies this user's other tabs. A no-op when signed out. */
  publish(): void
  /** Calls back whenever another tab of the same user publishes. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
}

export function libraryChanges(
  { siblingTabs }: Pick<Ports, 'siblingTabs'>,
  session: Pick<SessionStore, 'state'>,
): LibraryChanges {
  return {
    publish() {
      const state = session.state()
      if (state.isAuthenticated) siblingTabs.post({ kind: 'library-changed', session: sessionKey(state) })
    },
    subscribe: (listener) =>
      siblingTabs.watch((message) => {
        const state = session.state()
        const own = state.isAuthenticated ? sessionKey(state) : null
        if (message.kind === 'library-changed' && message.session === own) listener()
      }),
  }
}

/**
 * Whether the author is the user's email, subject or name (specification, section 6). Case does not count: a BI host may store user names
 * in lower case, and identity providers send them as typed. An empty claim matches nothing.
 */
export function ownedBy(user: User, dashboard: SavedDashboard): boolean {
  const author = dashboard.author.toLowerCase()
  return [user.email, user.subject, user.name].some(
    (claim) => claim !== undefined && claim !== '' && claim.toLowerCase() === author,
  )
}

export type DashboardsFailure =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'name-empty' }
  /** The same operation is already in flight. No request was sent. */
  | { readonly kind: 'busy' }
  /** The request got no answer. `found`: whether the list, read again, shows that it succeeded; null when that cannot be determined. */
  | { readonly kind: 'outcome-unknown'; readonly found: boolean | null }
  /** The dashboard has been changed since. Nothing was done. */
  | { readonly kind: 'changed-since' }
  | LibraryFailure

/** The user's own dashboards, most recent first, and the capabilities of the vendor's library. */
export interface OwnListing extends Listing {
  readonly can: LibraryCapabilities
}

export interface SavedDashboards {
  readonly listDashboards: () => Promise<Result<OwnListing, DashboardsFailure>>
  readonly createDashboard: (
    typedName: string,
  ) => Promise<Result<{ readonly id: string; readonly name: string }, DashboardsFailure>>
  readonly renameDashboard: (
    id: string,
    typedName: string,
  ) => Promise<Result<{ readonly name: string }, DashboardsFailure>>
  /** Copies the dashboard with all its contents under this name. */
  readonly copyDashboard: (
    id: string,
    name: string,
  ) => Promise<Result<{ readonly id: string; readonly name: string }, DashboardsFailure>>
  /** Truncates the description to 2,000 characters. */
  readonly describeDashboard: (id: string, description: string) => Promise<Result<void, DashboardsFailure>>
  /** The charts of these dashboards, for a signed-in user. Dashboards that cannot be read are left out. */
  readonly listCharts: (
    dashboardIds: readonly string[],
  ) => Promise<Result<readonly DashboardCharts[], DashboardsFailure>>
  /** Adds charts of other dashboards to the user's own, all or none. */
  readonly addCharts: (
    id: string,
    charts: readonly Pick<LibraryChart, 'dashboardId' | 'chartId'>[],
  ) => Promise<Result<void, DashboardsFailure>>
  /** Removes these charts from the user's own dashboard. */
  readonly removeCharts: (id: string, chartIds: readonly string[]) => Promise<Result<void, DashboardsFailure>>
  /** The dashboard's present state, for `restoreDashboard`. */
  readonly snapshotDashboard: (id: string) => Promise<Result<DashboardSnapshot, DashboardsFailure>>
  /** Restores the state `before`, if the dashboard is still in the state `after`. */
  readonly restoreDashboard: (
    before: DashboardSnapshot,
    after: DashboardSnapshot,
  ) => Promise<Result<void, DashboardsFailure>>
  readonly deleteDashboard: (id: string) => Promise<Result<void, DashboardsFailure>>
  /** Call when a dashboard was created or changed in an embedded view. Notifies the other tabs. */
  readonly dashboardsChanged: () => Promise<void>
}

type Needs = Pick<Ports, 'dashboardLibrary' | 'journal'>
type Created = Result<{ readonly id: string; readonly name: string }, DashboardsFailure>

/**
 * The gallery's use cases. Each intent is in flight at most once: a second create, or a second delete of the same dashboard, sends nothing
 * while the first is pending. Signed out, nothing is sent.
 */
export function savedDashboards(
  needs: Needs,
  session: SessionStore,
  changes: LibraryChanges,
): SavedDashboards {
  const { dashboardLibrary } = needs
  const { list, look, knownIds } = ownDashboards(needs, session)
  const inFlight = new Set<string>()

  async function once<Value>(
    intent: string,
    act: () => Promise<Result<Value, DashboardsFailure>>,
  ): Promise<Result<Value, DashboardsFailure>> {
    if (!session.state().isAuthenticated) return fail({ kind: 'signed-out' })
    if (inFlight.has(intent)) return fail({ kind: 'busy' })
    inFlight.add(intent)
    try {
      const done = await act()
      if (done.ok) changes.publish()
      return done
    } finally {
      inFlight.delete(intent)
    }
  }

  async function add(name: string, make: DashboardLibrary['create']): Promise<Created> {
    const before = knownIds()
    const made = await make(name)
    if (made.ok) return ok({ id: made.value.id, name })
    noteFailure(needs, made.failure)
    if (made.failure.outcome === 'not-done') return made
    const fresh = await look((dashboard) => dashboard.name === name && before?.has(dashboard.id) !== true)
    if (fresh?.length === 0) return fail({ kind: 'outcome-unknown', found: false })
    const [newest] = fresh ?? []
    // Without an earlier list, a new dashboard cannot be told from an older one of the same name.
    return newest === undefined || before === undefined
      ? fail({ kind: 'outcome-unknown', found: null })
      : ok({ id: newest.id, name })
  }

  async function rename(
    id: string,
    name: string,
  ): Promise<Result<{ readonly name: string }, DashboardsFailure>> {
    const renamed = await dashboardLibrary.rename(id, name)
    if (renamed.ok) return ok({ name })
    noteFailure(needs, renamed.failure)
    if (renamed.failure.outcome === 'not-done') return renamed
    const found = await look((dashboard) => dashboard.id === id)
    const present = found?.[0]
    if (present?.name === name) return ok({ name })
    return fail({ kind: 'outcome-unknown', found: present === undefined ? null : false })
  }

  async function remove(id: string): Promise<Result<void, DashboardsFailure>> {
    const removed = await dashboardLibrary.remove(id)
    if (removed.ok) return ok()
    noteFailure(needs, removed.failure)
    if (removed.failure.outcome === 'not-done') return removed
    const left = await look((dashboard) => dashboard.id === id)
    if (left === null) return fail({ kind: 'outcome-unknown', found: null })
    return left.length === 0 ? ok() : fail({ kind: 'outcome-unknown', found: false })
  }

  return {
    listDashboards: list,
    createDashboard: (typedName) =>
      named(typedName, (name) => once('create', () => add(name, (given) => dashboardLibrary.create(given)))),
    renameDashboard: (id, typedName) =>
      named(typedName, (name) => once(`rename ${id}`, () => rename(id, name))),
    copyDashboard: (id, typedName) =>
      named(typedName, (name) =>
        once(`copy ${id}`, () => add(name, (given) => dashboardLibrary.copy(id, given))),
      ),
    ...contents(needs, session, once),
    deleteDashboard: (id) => once(`delete ${id}`, () => remove(id)),
    dashboardsChanged: () => Promise.resolve(changes.publish()),
  }
}

type Once = <Value>(
  intent: string,
  act: () => Promise<Result<Value, DashboardsFailure>>,
) => Promise<Result<Value, DashboardsFailure>>

/** The use cases for a dashboard's charts, description and snapshots. */
function contents(
  needs: Needs,
  session: SessionStore,
  once: Once,
): Pick<
  SavedDashboards,
  'describeDashboard' | 'listCharts' | 'addCharts' | 'removeCharts' | 'snapshotDashboard' | 'restoreDashboard'
> {
  const { dashboardLibrary } = needs
  return {
    describeDashboard: (id, description) =>
      once(`describe ${id}`, async () =>
        noted(needs, await dashboardLibrary.describe(id, description.trim().slice(0, maxDescriptionLength))),
      ),
    async listCharts(ids) {
      if (!session.state().isAuthenticated) return fail({ kind: 'signed-out' })
      return noted(needs, await dashboardLibrary.charts(ids))
    },
    addCharts: (id, charts) =>
      once(`add charts ${id}`, async () => noted(needs, await dashboardLibrary.addCharts(id, charts))),
    removeCharts: (id, chartIds) =>
      once(`remove charts ${id}`, async () =>
        noted(needs, await dashboardLibrary.removeCharts(id, chartIds)),
      ),
    async snapshotDashboard(id) {
      if (!session.state().isAuthenticated) return fail({ kind: 'signed-out' })
      return noted(needs, await dashboardLibrary.snapshot(id))
    },
    restoreDashboard: (before, after) =>
      once(`restore ${before.id}`, async () => {
        const present = noted(needs, await dashboardLibrary.snapshot(before.id))
        if (!present.ok) return present
        if (present.value.content !== after.content) return fail({ kind: 'changed-since' })
        return noted(needs, await dashboardLibrary.restore(before))
      }),
  }
}

/** In characters. */
const maxDescriptionLength = 2_000

/** Records a failure in the journal, and turns one with an unknown outcome into `outcome-unknown`. */
function noted<Value>(needs: Needs, result: Result<Value, LibraryFailure>): Result<Value, DashboardsFailure> {
  if (result.ok) return result
  noteFailure(needs, result.failure)
  return result.failure.outcome === 'unknown' ? fail({ kind: 'outcome-unknown', found: null }) : result
}

async function named<Value>(
  typedName: string,
  act: (name: string) => Promise<Result<Value, DashboardsFailure>>,
): Promise<Result<Value, DashboardsFailure>> {
  const name = dashboardName(typedName)
  return name === null ? fail({ kind: 'name-empty' }) : act(name)
}

interface OwnDashboards {
  readonly list: SavedDashboards['listDashboards']
  /** Reads the list again after an unanswered request. Null when it cannot be read, or is incomplete and has no match. */
  readonly look: (
    isMatch: (dashboard: SavedDashboard) => boolean,
  ) => Promise<readonly SavedDashboard[] | null>
  /** Ids of the user's last complete list. A new id under the requested name is the result of an unanswered create. */
  readonly knownIds: () => ReadonlySet<string> | undefined
}

/** The signed-in user's own dashboards. */
function ownDashboards(needs: Needs, session: SessionStore): OwnDashboards {
  const { dashboardLibrary, journal } = needs
  let known: { readonly subject: string; readonly ids: ReadonlySet<string> } | null = null
  const warn = (text: string): void => journal.record({ level: 'warning', where: 'dashboard-library', text })

  async function list(): Promise<Result<OwnListing, DashboardsFailure>> {
    const user = session.state().user
    if (user === undefined) return fail({ kind: 'signed-out' })
    const listed = await dashboardLibrary.list()
    if (!listed.ok) {
      noteFailure(needs, listed.failure)
      return listed
    }
    const { dashboards, dropped, complete, own: isOwn } = listed.value
    if (dropped > 0) warn(`${dropped} rows of the list could not be read.`)
    if (!complete) warn('The list is not complete.')
    const own = ordered(
      isOwn ? dashboards : dashboards.filter((dashboard) => ownedBy(user, dashboard)),
      'recent',
    )
    known = complete ? { subject: user.subject, ids: new Set(own.map(({ id }) => id)) } : null
    return ok({ dashboards: own, dropped, complete, can: dashboardLibrary.capabilities })
  }

  return {
    list,
    async look(isMatch) {
      const listed = await list()
      if (!listed.ok) return null
      const matches = listed.value.dashboards.filter(isMatch)
      return matches.length === 0 && !listed.value.complete ? null : matches
    },
    knownIds: () => (known?.subject === session.state().user?.subject ? known?.ids : undefined),
  }
}

function noteFailure({ journal }: Needs, failure: LibraryFailure): void {
  journal.record({ level: 'error', where: 'dashboard-library', text: failure.text, failure })
}
