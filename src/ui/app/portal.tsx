import { useState, type ReactNode } from 'react'
import { Router, useLocation, useRouter } from 'wouter'
import { useStore } from 'zustand'
import { folderOfPath } from '../../core/shell/sidebar'
import { roomyQuery } from '../hooks/use-media-query'
import { PortalErrorFallback } from './area-error-fallback'
import { AreaBoundary } from '../components/area-boundary'
import { Shell } from './shell'
import { useApp } from '../hooks/use-app'

/** The whole portal, rendered once inside an `<AppProvider>`. It uses the browser's location unless a `<Router>` provides another. */
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

/** Sets the sidebar's width, and opens a deep link's folder, before the first paint. */
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

/** Makes every link and control that would end unsaved work ask first; for Back and Forward see `leave-overlay.tsx`. */
function GuardedRouter({ children }: { readonly children: ReactNode }): ReactNode {
  const { stores } = useApp()
  const confirmLeave = useStore(stores.unsavedWork, (state) => state.confirmLeave)
  const outer = useRouter()
  return (
    <Router
      // wouter decodes the whole query once, which makes it neither raw nor decoded: `%5C` would become a backslash, and `%25` the start of
      // another escape. Escaping each `%` undoes that, and every reader of the query decodes what it reads.
      searchHook={() => outer.searchHook(outer).replaceAll('%', '%25')}
      // Replacing the address stays on the same page, so there is nothing to ask.
      aroundNav={(navigate, to, options) =>
        options?.replace === true ? navigate(to, options) : confirmLeave(() => navigate(to, options))
      }
    >
      {children}
    </Router>
  )
}
