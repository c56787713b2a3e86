import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Icon } from '../components/icons'
import { Tooltip } from '../components/tooltip'
import { useApp } from '../hooks/use-app'
import { useBoardHere, useRefresh } from '../hooks/use-refresh'
import ChartNoAxesCombined from 'lucide-react/icons/chart-no-axes-combined'
import { Link, useRoute } from 'wouter'
import { paths } from '../hooks/routes'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'

/** For signed-in users. `route`: the pages on which the link is the current one. */
function MenuLink({
  text,
  Icon,
  href,
  route = href,
}: {
  readonly text: string
  readonly Icon: Icon
  readonly href: string
  readonly route?: string
}): ReactNode {
  const { stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const [here] = useRoute(route)
  if (!signedIn) return null
  return (
    <Tooltip text={text} whenFolded>
      <Link className="control" href={href} aria-current={here ? 'page' : undefined} aria-label={text}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        <span className="control__label">{text}</span>
      </Link>
    </Tooltip>
  )
}

/** Link to the user's own dashboards. */
export const SavedDashboards = (): ReactNode => (
  <MenuLink
    text="Saved Dashboards"
    Icon={LayoutDashboard}
    href={paths.savedDashboards}
    route={`${paths.savedDashboards}/*?`}
  />
)

/** Link to Data Weaver. */
export const ChartBuilder = (): ReactNode =>
  useApp().offers.includes('builder') && (
    <MenuLink text="Chart Builder" Icon={ChartNoAxesCombined} href={paths.chartBuilder} />
  )

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
