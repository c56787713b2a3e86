import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Tooltip } from '../components/tooltip'
import { useApp } from '../hooks/use-app'
import { useBoardHere, useRefresh } from '../hooks/use-refresh'
import ChartNoAxesCombined from 'lucide-react/icons/chart-no-axes-combined'
import { Link, useRoute } from 'wouter'
import { paths } from '../hooks/routes'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'

/** Link to the user's own dashboards. For signed-in users. */
export function SavedDashboards(): ReactNode {
  const { stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const [here] = useRoute(`${paths.savedDashboards}/*?`)
  if (!signedIn) return null
  return (
    <Tooltip text="Saved Dashboards" whenFolded>
      <Link
        className="control"
        href={paths.savedDashboards}
        aria-current={here ? 'page' : undefined}
        aria-label="Saved Dashboards"
      >
        <LayoutDashboard size={18} strokeWidth={1.75} aria-hidden="true" />
        <span className="control__label">Saved Dashboards</span>
      </Link>
    </Tooltip>
  )
}

/** Link to Data Weaver. For signed-in users. */
export function ChartBuilder(): ReactNode {
  const { offers, stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const [here] = useRoute(paths.chartBuilder)
  if (!signedIn || !offers.includes('builder')) return null
  return (
    <Tooltip text="Chart Builder" whenFolded>
      <Link
        className="control"
        href={paths.chartBuilder}
        aria-current={here ? 'page' : undefined}
        aria-label="Chart Builder"
      >
        <ChartNoAxesCombined size={18} strokeWidth={1.75} aria-hidden="true" />
        <span className="control__label">Chart Builder</span>
      </Link>
    </Tooltip>
  )
}

/** For signed-in users. */
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
