import { useState, type ReactNode } from 'react'
import { Router, useLocation, useRouter } from 'wouter'
import { useStore } from 'zustand'
import { folderOfPath } from '../../core/shell/sidebar'
import { roomyQuery } from '../hooks/use-media-query'
import { PortalErrorFallback } from './area-error-fallback'
import { AreaBoundary } from '../components/area-boundary'
import { Shell } from './shell'
import { useApp } from '../hooks/use-app'

/** The whole portal, to be rendered once inside an `<AppProvider>`. It reads the browser's location unless a `<Router>` says otherwise. */
export function Portal(): ReactNode {
  useFirstFrame()
  return (
    <AreaBoundary area="portal" Fallback={PortalErrorFallback}>
      <GuardedRouter>
        <Shell />
      </GuardedRouter>
    </AreaBoundary>
  )
}

/** The sidebar is right in the first painted frame already: its width, and the folder of a deep link. */
function useFirstFrame(): void {
  const { catalogue, stores } = useApp()
  const [path] = useLocation()
  useState(() => {
    const { dispatch } = stores.sidebar.getState()
    dispatch({ kind: 'width-changed', roomy: matchMedia(roomyQuery).matches })
    dispatch({ kind: 'navigated', folder: folderOfPath(catalogue, path) })
    return null
  })
}

/** Every link and control that would end unsaved work goes through the question first; Back and Forward: `leave-overlay.tsx`. */
function GuardedRouter({ children }: { readonly children: ReactNode }): ReactNode {
  const { stores } = useApp()
  const leaveBy = useStore(stores.unsavedWork, (state) => state.leaveBy)
  const outer = useRouter()
  return (
    <Router
      // wouter decodes a query as a whole, once, which leaves it neither as it was written nor decoded: `%5C` would become a backslash,
      // and `%25` the beginning of something else. Whoever reads it here decodes what they read.
      searchHook={() => outer.searchHook(outer).replaceAll('%', '%25')}
      // A replaced address is the same page saying where in it one is.
      aroundNav={(navigate, to, options) =>
        options?.replace === true ? navigate(to, options) : leaveBy(() => navigate(to, options))
      }
    >
      {children}
    </Router>
  )
}
