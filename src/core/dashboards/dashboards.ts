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

/** Word between the tabs of one person that the saved dashboards are others now. */
interface LibraryChanges {
  /** To this person's other tabs; to nobody without a session. */
  publish(): void
  /** Calls back whenever another tab of the same person has published. Returns the way to stop. */
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

/** A person's own: its author equals their e-mail, subject or name (specification, section 6). An empty claim matches nothing. */
export function ownedBy(user: User, dashboard: SavedDashboard): boolean {
  return [user.email, user.subject, user.name].some(
    (claim) => claim !== undefined && claim !== '' && claim === dashboard.author,
  )
}

export type DashboardsFailure =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'name-empty' }
  /** The same thing is already under way; nothing was sent. */
  | { readonly kind: 'busy' }
  /** No answer came. The list was read again: `found` says whether it happened all the same, null that nobody can tell. */
  | { readonly kind: 'outcome-unknown'; readonly found: boolean | null }
  /** Somebody has changed it since: nothing was done. */
  | { readonly kind: 'changed-since' }
  | LibraryFailure

/** One's own dashboards, most recent first, and what the vendor's library can do with them. */
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
  /** Another one with all that is on it, under this name. */
  readonly copyDashboard: (
    id: string,
    name: string,
  ) => Promise<Result<{ readonly id: string; readonly name: string }, DashboardsFailure>>
  /** At most 2,000 characters are sent. */
  readonly describeDashboard: (id: string, description: string) => Promise<Result<void, DashboardsFailure>>
  /** Of these dashboards, for a signed-in person; one that cannot be read is left out. */
  readonly listCharts: (
    dashboardIds: readonly string[],
  ) => Promise<Result<readonly DashboardCharts[], DashboardsFailure>>
  /** Puts charts of other dashboards on one's own, all or none. */
  readonly addCharts: (
    id: string,
    charts: readonly Pick<LibraryChart, 'dashboardId' | 'chartId'>[],
  ) => Promise<Result<void, DashboardsFailure>>
  /** Takes these off one's own, and nothing else. */
  readonly removeCharts: (id: string, chartIds: readonly string[]) => Promise<Result<void, DashboardsFailure>>
  /** As it is now, to be restored to. */
  readonly snapshotDashboard: (id: string) => Promise<Result<DashboardSnapshot, DashboardsFailure>>
  /** Makes it what it was `before`, if it still is what it was `after`. */
  readonly restoreDashboard: (
    before: DashboardSnapshot,
    after: DashboardSnapshot,
  ) => Promise<Result<void, DashboardsFailure>>
  readonly deleteDashboard: (id: string) => Promise<Result<void, DashboardsFailure>>
  /** A dashboard was made or changed in an embedded view: the other tabs follow. */
  readonly dashboardsChanged: () => Promise<void>
}

type Needs = Pick<Ports, 'dashboardLibrary' | 'journal'>
type Created = Result<{ readonly id: string; readonly name: string }, DashboardsFailure>

/**
 * The gallery's use cases. One intent sends one call: a second create, or a second delete of the same dashboard, while the first is
 * under way sends nothing. Without a session nothing is sent at all.
 */
export function savedDashboards(
  needs: Needs,
  session: SessionStore,
  changes: LibraryChanges,
): SavedDashboards {
  const { dashboardLibrary } = needs
  const { list, look, knownIds } = ownDashboards(needs, session)
  const underWay = new Set<string>()

  async function once<Value>(
    intent: string,
    act: () => Promise<Result<Value, DashboardsFailure>>,
  ): Promise<Result<Value, DashboardsFailure>> {
    if (!session.state().isAuthenticated) return fail({ kind: 'signed-out' })
    if (underWay.has(intent)) return fail({ kind: 'busy' })
    underWay.add(intent)
    try {
      const done = await act()
      if (done.ok) changes.publish()
      return done
    } finally {
      underWay.delete(intent)
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
    // Without an earlier list nobody can tell a new one from an older one of the same name.
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

/** What stands on dashboards, and what they are described by. */
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
        noted(needs, await dashboardLibrary.describe(id, description.trim().slice(0, longestDescription))),
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

/** Of a description, in characters. */
const longestDescription = 2_000

/** The same, with its failure in the journal; where nobody knows what was done, that is what is said. */
function noted<Value>(needs: Needs, answer: Result<Value, LibraryFailure>): Result<Value, DashboardsFailure> {
  if (answer.ok) return answer
  noteFailure(needs, answer.failure)
  return answer.failure.outcome === 'unknown' ? fail({ kind: 'outcome-unknown', found: null }) : answer
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
  /** What the list says about an unanswered request; null when the list, or the part with the answer, cannot be had either. */
  readonly look: (found: (dashboard: SavedDashboard) => boolean) => Promise<readonly SavedDashboard[] | null>
  /** Of the person's last whole list: a new one of the right name is what an unanswered create has left behind. */
  readonly knownIds: () => ReadonlySet<string> | undefined
}

/** The present person's part of the library. */
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
    async look(found) {
      const listed = await list()
      if (!listed.ok) return null
      const those = listed.value.dashboards.filter(found)
      return those.length === 0 && !listed.value.complete ? null : those
    },
    knownIds: () => (known?.subject === session.state().user?.subject ? known?.ids : undefined),
  }
}

function noteFailure({ journal }: Needs, failure: LibraryFailure): void {
  journal.record({ level: 'error', where: 'dashboard-library', text: failure.text, failure })
}
