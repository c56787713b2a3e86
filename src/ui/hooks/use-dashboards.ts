import { useEffect } from 'react'
import { useStore } from 'zustand'
import { anonymousSession, sessionKey } from '../../core/session/session-key'
import type { DashboardsState } from '../../state/dashboards-store'
import { useApp } from './use-app'

/** The gallery's state, reloaded when a signed-in user opens a page that shows it, and when the user changes. */
export function useDashboards(): DashboardsState {
  const { stores } = useApp()
  const person = useStore(stores.auth, sessionKey)
  const state = useStore(stores.dashboards)
  const { load } = state
  useEffect(() => {
    if (person !== anonymousSession) void load()
  }, [person, load])
  return state
}
