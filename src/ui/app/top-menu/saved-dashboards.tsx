import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import type { ReactNode } from 'react'
import { Link, useRoute } from 'wouter'
import { useStore } from 'zustand'
import { Tooltip } from '../../components/tooltip'
import { paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'

/** To one's own dashboards; for signed-in people. */
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
