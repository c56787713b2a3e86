import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useLaterParts } from './use-deferred-ui'
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

export function SidebarLost(): ReactNode {
  return <WayHome className="sidebar area-lost" />
}

export function BarLost(): ReactNode {
  return <WayHome className="top-bar area-lost" />
}

/** Nothing of it was on the page. */
export function OverlayLost(): null {
  return null
}

/** The words alone stand in until the designed page is there, or for good when it cannot come. */
const title = 'Unexpected Application Error!'

export function PageLost({ crash }: { readonly crash: Crash }): ReactNode {
  const parts = useLaterParts()
  return parts === null ? <h1>{title}</h1> : <parts.CrashedPage crash={crash} />
}

export function PortalLost({ crash }: { readonly crash: Crash }): ReactNode {
  const parts = useLaterParts()
  return parts === null ? (
    <main>
      <h1>{title}</h1>
    </main>
  ) : (
    <parts.CrashPage crash={crash} />
  )
}
