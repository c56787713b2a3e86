import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { folderOfPath } from '../../core/shell/sidebar'
import { GuardedRouter } from '../hooks/leave-guard'
import { roomyQuery } from '../hooks/use-media-query'
import { PortalLost } from './area-error-fallback'
import { AreaBoundary } from '../components/area-boundary'
import { Shell } from './shell'
import { useApp } from '../hooks/use-app'

/** The whole portal, to be rendered once inside an `<AppProvider>`. It reads the browser's location unless a `<Router>` says otherwise. */
export function Portal(): ReactNode {
  useFirstFrame()
  return (
    <AreaBoundary area="portal" Fallback={PortalLost}>
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
