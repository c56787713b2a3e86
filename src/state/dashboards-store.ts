import { createStore, type StoreApi } from 'zustand/vanilla'
import { fail, type Result } from '../core/kernel/result'
import type { LibraryCapabilities, SavedDashboard } from '../core/ports/dashboard-library'
import type { DashboardsFailure } from '../core/dashboards/dashboards'
import type { UseCases } from '../core/use-cases'

/** The gallery as the screen shows it. */
export interface DashboardsState {
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed'
  /** One's own, most recent first. Left unchanged when a later load fails. */
  readonly dashboards: readonly SavedDashboard[]
  readonly dropped: number
  /** False where the host has more than is on screen. */
  readonly complete: boolean
  /** What the vendor's library can do with them; nothing before that is known. */
  readonly can: LibraryCapabilities | null
  /** Why the last load failed; while `ready`, the list on screen is the one before. */
  readonly failure: DashboardsFailure | null
  readonly creating: boolean
  /** Dashboards that are being deleted. */
  readonly deleting: ReadonlySet<string>
  /** Settles when the list on screen is as new as this call. */
  readonly load: () => Promise<void>
  /** Something was changed elsewhere: reads the list again if it has ever been read. */
  readonly follow: () => Promise<void>
  /** The new dashboard is in the list by then, if the list could be read. */
  readonly create: (
    typedName: string,
  ) => Promise<{ readonly id: string; readonly name: string } | DashboardsFailure>
  /** One after the other, and one list read at the end. Those that are still there, and why. */
  readonly remove: (...ids: readonly string[]) => Promise<ReadonlyMap<string, DashboardsFailure>>
  /** Somebody else is here: nothing of the person before stays on screen. */
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
const nobodyKnows: DashboardsFailure = { kind: 'outcome-unknown', found: null }

export function createDashboardsStore(
  useCases: Pick<UseCases, 'listDashboards' | 'createDashboard' | 'deleteDashboard' | 'report'>,
): DashboardsStore {
  return createStore<DashboardsState>((set, get) => {
    /** Counts the people who were here: what was asked for the one before changes nothing on screen. */
    let person = 0
    /** Only the newest list counts, in whatever order the answers come. */
    let newest: Promise<void> = Promise.resolve()

    /** A use case rejects where part of the portal did not load: that is a failure like any other, and not a state for ever. */
    async function answered<Value>(
      asked: Promise<Result<Value, DashboardsFailure>>,
      without: DashboardsFailure,
    ): Promise<Result<Value, DashboardsFailure>> {
      return asked.catch((cause: unknown) => {
        void useCases
          .report({
            where: 'dashboard-library',
            text: `Thrown: ${String(cause)}`,
            failure: { kind: 'thrown' },
          })
          .catch(() => undefined)
        return fail(without)
      })
    }

    async function read(mine: () => boolean): Promise<void> {
      const listed = await answered(useCases.listDashboards(), notListed)
      if (!mine()) return newest
      if (listed.ok) return set({ phase: 'ready', ...listed.value, failure: null })
      const hasList = get().phase === 'ready'
      return set({ phase: hasList ? 'ready' : 'failed', failure: listed.failure })
    }

    return {
      ...nothing,
      load() {
        if (get().phase !== 'ready') set({ phase: 'loading', failure: null })
        const mine: Promise<void> = Promise.resolve().then(() => read(() => newest === mine))
        newest = mine
        return mine
      },
      follow: () => (get().phase === 'idle' ? Promise.resolve() : get().load()),
      async create(typedName) {
        if (get().creating) return { kind: 'busy' }
        const whose = person
        set({ creating: true })
        const made = await answered(useCases.createDashboard(typedName), nobodyKnows)
        if (whose !== person) return { kind: 'signed-out' }
        if (made.ok) await get().load()
        set({ creating: false })
        return made.ok ? made.value : made.failure
      },
      async remove(...ids) {
        const each = (failure: DashboardsFailure) => new Map(ids.map((id) => [id, failure]))
        if (ids.some((id) => get().deleting.has(id))) return each({ kind: 'busy' })
        const failures = new Map<string, DashboardsFailure>()
        const whose = person
        let changed = false
        set(({ deleting }) => ({ deleting: new Set([...deleting, ...ids]) }))
        for (const id of ids) {
          const removed = await answered(useCases.deleteDashboard(id), nobodyKnows)
          if (whose !== person) return each({ kind: 'signed-out' })
          if (removed.ok) set(({ dashboards }) => ({ dashboards: dashboards.filter((one) => one.id !== id) }))
          else failures.set(id, removed.failure)
          // What is not there any more was deleted elsewhere, and the list shall say so.
          changed ||= removed.ok || ('status' in removed.failure && removed.failure.status === 404)
        }
        if (changed) await get().load()
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
