import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Tooltip } from '../../components/tooltip'
import { useApp } from '../../hooks/use-app'
import { useBoardHere, useRefresh } from '../../hooks/use-refresh'

/** For signed-in people. */
export function RefreshData(): ReactNode {
  const { stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const busy = useStore(useBoardHere(), (state) => state.refreshing)
  const refresh = useRefresh()
  if (!signedIn) return null
  return (
    <Tooltip text="Refresh data">
      <button
        type="button"
        className="control control--icon"
        aria-label="Refresh data"
        aria-busy={busy}
        onClick={() => void refresh()}
      >
        <RefreshCw size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </Tooltip>
  )
}
