import MenuIcon from 'lucide-react/icons/menu'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useLaterParts } from './use-deferred-ui'
import { Logo } from '../components/logo'
import { paths } from '../hooks/routes'
import { TopMenu } from './top-menu/top-menu'

/** On phones and tablets: the bar with the menu, the logo and what of the top menu fits. */
export function MobileBar(): ReactNode {
  const [open, setOpen] = useState(false)
  const parts = useLaterParts()
  return (
    <header className="mobile-bar">
      <button
        type="button"
        className="control control--icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <MenuIcon size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <Link href={paths.home} className="mobile-bar__logo">
        <Logo wide />
      </Link>
      <div className="mobile-bar__controls">
        <TopMenu phone />
      </div>
      {open && parts !== null && <parts.MobileMenu onClose={() => setOpen(false)} />}
    </header>
  )
}
