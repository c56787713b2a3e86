import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useDeferredUi } from './use-deferred-ui'
import type { Crash } from '../components/area-boundary'
import { paths } from '../hooks/routes'

/** What is left of a part of the shell that broke: the way home. */
function WayHome({ className }: { readonly className: string }): ReactNode {
  return (
    <nav className={className} aria-label="Main">
      <Link href={paths.home} className="nav-row">
        Home
      </Link>
    </nav>
  )
}

export function SidebarErrorFallback(): ReactNode {
  return <WayHome className="sidebar area-lost" />
}

export function BarErrorFallback(): ReactNode {
  return <WayHome className="top-bar area-lost" />
}

/** Nothing of it was on the page. */
export function OverlayErrorFallback(): null {
  return null
}

/** The words alone stand in until the designed page is there, or for good when it cannot come. */
const title = 'Unexpected Application Error!'

export function PageErrorFallback({ crash }: { readonly crash: Crash }): ReactNode {
  const parts = useDeferredUi(true)
  return parts === null ? <h1>{title}</h1> : <parts.CrashedPage crash={crash} />
}

export function PortalErrorFallback({ crash }: { readonly crash: Crash }): ReactNode {
  const parts = useDeferredUi(true)
  return parts === null ? (
    <main>
      <h1>{title}</h1>
    </main>
  ) : (
    <parts.CrashPage crash={crash} />
  )
}
