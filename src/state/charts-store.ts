import { createStore, type StoreApi } from 'zustand/vanilla'
import type { LibraryChart, SavedDashboard } from '../core/ports/dashboard-library'
import { sessionKey } from '../core/session/session-key'
import type { UseCases } from '../core/use-cases'
import type { Stores } from './stores'

/** Charts by dashboard, where the vendor says which there are. Apart from the other stores: the first view does without it. */
export interface ChartsState {
  readonly charts: ReadonlyMap<string, readonly LibraryChart[]>
  /** Dashboards whose charts were asked for and did not come. */
  readonly missed: ReadonlySet<string>
  /** Reads those that are not known yet; what cannot be read is asked for again the next time. */
  readonly load: (dashboardIds: readonly string[]) => Promise<void>
}

const made = new WeakMap<Stores, StoreApi<ChartsState>>()

/** One for each page of the portal. */
export function chartsStoreOf(stores: Stores, useCases: Pick<UseCases, 'listCharts'>): StoreApi<ChartsState> {
  const present = made.get(stores)
  if (present !== undefined) return present
  const nothing = { charts: new Map(), missed: new Set<string>() } satisfies Partial<ChartsState>
  const person = (): string => sessionKey(stores.auth.getState())
  const store = createStore<ChartsState>((set, get) => ({
    ...nothing,
    async load(ids) {
      const whose = person()
      const offered = stores.dashboards.getState().can?.charts === true
      const wanted = offered ? ids.filter((id) => !get().charts.has(id)) : []
      if (wanted.length === 0) return
      set(({ missed }) => ({ missed: new Set([...missed].filter((id) => !wanted.includes(id))) }))
      const known = stores.dashboards.getState().dashboards
      const listed = await useCases.listCharts(wanted).catch(() => null)
      if (whose !== person()) return
      // What has changed meanwhile may have been read before it did: it is asked for again.
      const old = overtaken(known, stores.dashboards.getState().dashboards)
      const found = listed?.ok === true ? listed.value.filter(({ dashboardId }) => !old.has(dashboardId)) : []
      set((before) => {
        const charts = new Map([
          ...before.charts,
          ...found.map(({ dashboardId, charts: its }) => [dashboardId, its] as const),
        ])
        return { charts, missed: new Set([...before.missed, ...wanted].filter((id) => !charts.has(id))) }
      })
      const again = listed?.ok === true ? wanted.filter((id) => old.has(id)) : []
      if (again.length > 0) await get().load(again)
    },
  }))
  made.set(stores, store)
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

/** Those that have another time than they had. */
function overtaken(before: readonly SavedDashboard[], now: readonly SavedDashboard[]): ReadonlySet<string> {
  const times = new Map(before.map(({ id, modifiedAt }) => [id, modifiedAt]))
  return new Set(
    now.filter(({ id, modifiedAt }) => times.has(id) && times.get(id) !== modifiedAt).map(({ id }) => id),
  )
}

/** Those that are gone, have changed, or may have. */
function changedIn(before: readonly SavedDashboard[], now: readonly SavedDashboard[]): ReadonlySet<string> {
  const times = new Map(now.map(({ id, modifiedAt }) => [id, modifiedAt]))
  return new Set(
    before
      .filter(({ id, modifiedAt }) => modifiedAt === null || times.get(id) !== modifiedAt)
      .map(({ id }) => id),
  )
}
