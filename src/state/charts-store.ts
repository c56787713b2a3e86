import { createStore, type StoreApi } from 'zustand/vanilla'
import type { LibraryChart, SavedDashboard } from '../core/ports/dashboard-library'
import { sessionKey } from '../core/session/session-key'
import type { UseCases } from '../core/use-cases'
import type { Stores } from './stores'

/** Charts by dashboard id, where the vendor lists them. Not part of `Stores`, because the first view does not need it. */
export interface ChartsState {
  readonly charts: ReadonlyMap<string, readonly LibraryChart[]>
  /** Ids of dashboards whose charts could not be loaded. */
  readonly missed: ReadonlySet<string>
  /** Loads the charts that are not loaded yet. Failed ones are retried on the next call. */
  readonly load: (dashboardIds: readonly string[]) => Promise<void>
}

const instances = new WeakMap<Stores, StoreApi<ChartsState>>()

/** One instance per `Stores`, that is, per page load. */
export function chartsStoreOf(stores: Stores, useCases: Pick<UseCases, 'listCharts'>): StoreApi<ChartsState> {
  const present = instances.get(stores)
  if (present !== undefined) return present
  const nothing = { charts: new Map(), missed: new Set<string>() } satisfies Partial<ChartsState>
  const person = (): string => sessionKey(stores.auth.getState())
  const store = createStore<ChartsState>((set, get) => ({
    ...nothing,
    async load(ids) {
      const requester = person()
      const isSupported = stores.dashboards.getState().can?.charts === true
      const wanted = isSupported ? ids.filter((id) => !get().charts.has(id)) : []
      if (wanted.length === 0) return
      set(({ missed }) => ({ missed: new Set([...missed].filter((id) => !wanted.includes(id))) }))
      const known = stores.dashboards.getState().dashboards
      const listed = await useCases.listCharts(wanted).catch(() => null)
      if (requester !== person()) return
      // The response for a dashboard that was modified meanwhile may be stale: load it again.
      const stale = modifiedSince(known, stores.dashboards.getState().dashboards)
      const found =
        listed?.ok === true ? listed.value.filter(({ dashboardId }) => !stale.has(dashboardId)) : []
      set((before) => {
        const charts = new Map([
          ...before.charts,
          ...found.map(({ dashboardId, charts: its }) => [dashboardId, its] as const),
        ])
        return { charts, missed: new Set([...before.missed, ...wanted].filter((id) => !charts.has(id))) }
      })
      const toReload = listed?.ok === true ? wanted.filter((id) => stale.has(id)) : []
      if (toReload.length > 0) await get().load(toReload)
    },
  }))
  instances.set(stores, store)
  stores.auth.subscribe((now, before) => {
    if (sessionKey(now) !== sessionKey(before)) store.setState(nothing)
  })
  stores.dashboards.subscribe((now, before) => {
    if (now.dashboards === before.dashboards) return
    const changed = changedIn(before.dashboards, now.dashboards)
    store.setState(({ charts }) => ({ charts: new Map([...charts].filter(([id]) => !changed.has(id))) }))
  })
  return store
}

/** Ids of dashboards with a different modification time. */
function modifiedSince(
  before: readonly SavedDashboard[],
  now: readonly SavedDashboard[],
): ReadonlySet<string> {
  const times = new Map(before.map(({ id, modifiedAt }) => [id, modifiedAt]))
  return new Set(
    now.filter(({ id, modifiedAt }) => times.has(id) && times.get(id) !== modifiedAt).map(({ id }) => id),
  )
}

/** Ids of dashboards that are gone, were modified, or have no modification time. */
function changedIn(before: readonly SavedDashboard[], now: readonly SavedDashboard[]): ReadonlySet<string> {
  const times = new Map(now.map(({ id, modifiedAt }) => [id, modifiedAt]))
  return new Set(
    before
      .filter(({ id, modifiedAt }) => modifiedAt === null || times.get(id) !== modifiedAt)
      .map(({ id }) => id),
  )
}
