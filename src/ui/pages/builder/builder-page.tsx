import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, type ReactNode } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import { isLiveboardId } from '../../../core/embedding/view-checks'
import { PageTitle } from '../../components/page-title'
import { Spinner } from '../../components/spinner'
import { paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'
import { Builder } from './builder'

/** `/chart-builder`: the embedded chart builder, for signed-in people (specification, section 2.4). */
export default function BuilderPage(): ReactNode {
  const { stores } = useApp()
  const [, navigate] = useLocation()
  const loading = useStore(stores.auth, (state) => state.isLoading)
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const away = !loading && !signedIn
  const board = boardOf(useSearch())

  useEffect(() => {
    if (away) navigate(paths.home, { replace: true })
  }, [away, navigate])

  if (!signedIn)
    return (
      <div className="gallery__waiting">
        <Spinner />
        <output className="visually-hidden">Loading Data Weaver</output>
      </div>
    )
  return (
    <>
      <div className="page-head page-head--builder">
        <p className="page-head__subtitle">Customize Your Insights</p>
        <PageTitle>Data Weaver</PageTitle>
        {/* The menu above calls it by what it is, the sidebar by its name: whoever came by either is here. */}
        <p className="page-head__lead">
          The Chart Builder: ask in words or choose fields, then save the chart or pin it to a dashboard.
        </p>
        {board !== null && (
          <Link className="text-button page-head__back" href={board}>
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
            Back to dashboard
          </Link>
        )}
      </div>
      <Builder />
    </>
  )
}

/** The dashboard that a chart was opened from to be changed; null for every other way here. */
function boardOf(search: string): string | null {
  const id = new URLSearchParams(search).get('dashboard')
  return id !== null && isLiveboardId(id) ? paths.savedDashboard(id) : null
}
