import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useDeferredUi } from './use-deferred-ui'
import type { Crash } from '../components/area-boundary'
import { paths } from '../hooks/routes'

/** Replaces a part of the shell that crashed: a link to Home. */
function HomeLink({ className }: { readonly className: string }): ReactNode {
  return (
    <nav className={className} aria-label="Main">
      <Link href={paths.home} className="nav-row">
        Home
      </Link>
    </nav>
  )
}

export function SidebarErrorFallback(): ReactNode {
  return <HomeLink className="sidebar area-lost" />
}

export function BarErrorFallback(): ReactNode {
  return <HomeLink className="top-bar area-lost" />
}

/** An overlay takes no space on the page, so nothing replaces it. */
export function OverlayErrorFallback(): null {
  return null
}

/** Shown alone until the designed page has loaded, and for good if it cannot load. */
const title = 'Unexpected Application Error!'

export function PageErrorFallback({ crash }: { readonly crash: Crash }): ReactNode {
  const parts = useDeferredUi(true)
  if (parts !== null) return <parts.CrashedPage crash={crash} />
  // If files are missing, index.html's message says so.
  return crash.partMissing ? null : <h1>{title}</h1>
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
