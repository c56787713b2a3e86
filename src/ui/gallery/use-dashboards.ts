import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { DashboardsState } from '../../state/dashboards-store'
import { useApp } from '../use-app'

/** The gallery's state, read anew whenever a signed-in person comes to a page that shows it. */
export function useDashboards(): DashboardsState {
  const { stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const state = useStore(stores.dashboards)
  const { load } = state
  useEffect(() => {
    if (signedIn) void load()
  }, [signedIn, load])
  return state
}
