import { createStore, type StoreApi } from 'zustand/vanilla'
import { fail, type Result } from '../core/kernel/result'
import type { LibraryCapabilities, SavedDashboard } from '../core/ports/dashboard-library'
import type { DashboardsFailure } from '../core/dashboards/dashboards'
import type { UseCases } from '../core/use-cases'

/** The gallery as the screen shows it. */
export interface DashboardsState {
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed'
  /** The user's own dashboards, most recent first. Unchanged when a later load fails. */
  readonly dashboards: readonly SavedDashboard[]
  readonly dropped: number
  /** False when the host has, or may have, more dashboards than are on screen. */
  readonly complete: boolean
  /** Capabilities of the vendor's library; null until the first load. */
  readonly can: LibraryCapabilities | null
  /** Why the last load failed. If `phase` is `ready`, the previous list is still on screen. */
  readonly failure: DashboardsFailure | null
  readonly creating: boolean
  /** Dashboards that are being deleted. */
  readonly deleting: ReadonlySet<string>
  /** Settles when the list on screen is at least as recent as this call. */
  readonly load: () => Promise<void>
  /** Call after a change elsewhere. Reloads the list if it was ever loaded. */
  readonly follow: () => Promise<void>
  /** Settles with the new dashboard already in the list, if the list could be loaded. */
  readonly create: (
    typedName: string,
  ) => Promise<{ readonly id: string; readonly name: string } | DashboardsFailure>
  /** Deletes one dashboard at a time and reloads the list once at the end. Returns the failures by id. */
  readonly remove: (...ids: readonly string[]) => Promise<ReadonlyMap<string, DashboardsFailure>>
  /** Call when the user changes. Removes the previous user's dashboards from the screen. */
  readonly forget: () => void
}
export type DashboardsStore = StoreApi<DashboardsState>

const nothing = {
  phase: 'idle',
  dashboards: [],
  dropped: 0,
  complete: true,
  can: null,
  failure: null,
  creating: false,
  deleting: new Set<string>(),
} as const

const notListed: DashboardsFailure = {
  kind: 'library-unreachable',
  status: null,
  text: 'TS request failed: no answer',
  outcome: 'not-done',
}
const outcomeUnknown: DashboardsFailure = { kind: 'outcome-unknown', found: null }

export function createDashboardsStore(
  useCases: Pick<UseCases, 'listDashboards' | 'createDashboard' | 'deleteDashboard' | 'report'>,
): DashboardsStore {
  return createStore<DashboardsState>((set, get) => {
    /** Incremented when the user changes, so that responses for the previous user are ignored. */
    let person = 0
    /** The latest load. Responses to earlier loads are ignored, in whatever order they arrive. */
    let newest: Promise<void> = Promise.resolve()

    /** A use case rejects when a chunk of the portal failed to load. Treated as a failure, so that the store does not stay in `loading`. */
    async function withoutRejection<Value>(
      pending: Promise<Result<Value, DashboardsFailure>>,
      fallback: DashboardsFailure,
    ): Promise<Result<Value, DashboardsFailure>> {
      return pending.catch((cause: unknown) => {
        void useCases
          .report({
            where: 'dashboard-library',
            text: `Thrown: ${String(cause)}`,
            failure: { kind: 'thrown' },
          })
          .catch(() => undefined)
        return fail(fallback)
      })
    }

    async function read(isNewest: () => boolean): Promise<void> {
      const listed = await withoutRejection(useCases.listDashboards(), notListed)
      if (!isNewest()) return newest
      if (listed.ok) return set({ phase: 'ready', ...listed.value, failure: null })
      const hasList = get().phase === 'ready'
      return set({ phase: hasList ? 'ready' : 'failed', failure: listed.failure })
    }

    return {
      ...nothing,
      load() {
        if (get().phase !== 'ready') set({ phase: 'loading', failure: null })
        const loading: Promise<void> = Promise.resolve().then(() => read(() => newest === loading))
        newest = loading
        return loading
      },
      follow: () => (get().phase === 'idle' ? Promise.resolve() : get().load()),
      async create(typedName) {
        if (get().creating) return { kind: 'busy' }
        const requester = person
        set({ creating: true })
        const made = await withoutRejection(useCases.createDashboard(typedName), outcomeUnknown)
        if (requester !== person) return { kind: 'signed-out' }
        if (made.ok) await get().load()
        set({ creating: false })
        return made.ok ? made.value : made.failure
      },
      async remove(...ids) {
        const each = (failure: DashboardsFailure) => new Map(ids.map((id) => [id, failure]))
        if (ids.some((id) => get().deleting.has(id))) return each({ kind: 'busy' })
        const failures = new Map<string, DashboardsFailure>()
        const requester = person
        let isReloadNeeded = false
        set(({ deleting }) => ({ deleting: new Set([...deleting, ...ids]) }))
        for (const id of ids) {
          const removed = await withoutRejection(useCases.deleteDashboard(id), outcomeUnknown)
          if (requester !== person) return each({ kind: 'signed-out' })
          if (removed.ok) set(({ dashboards }) => ({ dashboards: dashboards.filter((one) => one.id !== id) }))
          else failures.set(id, removed.failure)
          // A 404 means that the dashboard was deleted elsewhere, so the list is stale.
          isReloadNeeded ||= removed.ok || ('status' in removed.failure && removed.failure.status === 404)
        }
        if (isReloadNeeded) await get().load()
        set(({ deleting }) => ({ deleting: new Set([...deleting].filter((id) => !ids.includes(id))) }))
        return failures
      },
      forget() {
        person += 1
        newest = Promise.resolve()
        set(nothing)
      },
    }
  })
}
