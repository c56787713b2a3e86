import ChartNoAxesCombined from 'lucide-react/icons/chart-no-axes-combined'
import type { ReactNode } from 'react'
import { Link, useRoute } from 'wouter'
import { useStore } from 'zustand'
import { Tooltip } from '../../components/tooltip'
import { paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'

/** To Data Weaver; for signed-in people. */
export function ChartBuilder(): ReactNode {
  const { stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const [here] = useRoute(paths.chartBuilder)
  if (!signedIn) return null
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
