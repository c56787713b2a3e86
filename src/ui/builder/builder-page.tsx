import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { PageTitle } from '../parts/page-title'
import { Spinner } from '../parts/spinner'
import { paths } from '../routes'
import { useApp } from '../use-app'
import { Builder } from './builder'

/** `/chart-builder`: the embedded chart builder, for signed-in people (specification, section 2.4). */
export default function BuilderPage(): ReactNode {
  const { stores } = useApp()
  const [, navigate] = useLocation()
  const loading = useStore(stores.auth, (state) => state.isLoading)
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const away = !loading && !signedIn

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
      </div>
      <Builder />
    </>
  )
}
