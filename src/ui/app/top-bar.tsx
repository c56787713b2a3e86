import type { ReactNode } from 'react'
import { TopMenu } from './top-menu'
import { useEffect, useState, useSyncExternalStore } from 'react'
import MenuIcon from 'lucide-react/icons/menu'
import { Link } from 'wouter'
import { useDeferredUi } from './use-deferred-ui'
import { Logo } from '../components/logo'
import { paths } from '../hooks/routes'

/** The bar on phones and tablets: the menu button, the logo, and the part of the top menu that fits. */
export function MobileBar(): ReactNode {
  const [open, setOpen] = useState(false)
  const parts = useDeferredUi()
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
        <Logo wide all={parts !== null} />
      </Link>
      <div className="mobile-bar__controls">
        <TopMenu phone />
      </div>
      {open && parts !== null && <parts.MobileMenu onClose={() => setOpen(false)} />}
    </header>
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true })
  return () => removeEventListener('scroll', listener)
}

function useScrolled(): boolean {
  return useSyncExternalStore(subscribe, () => window.scrollY > 0)
}

/** Whether the title has scrolled up behind a bar of this height. */
function useIsTitleHidden(title: HTMLElement | null, barHeight: number): boolean {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    if (title === null) return
    const observer = new IntersectionObserver(
      ([entry]) =>
        setHidden(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < barHeight),
      { rootMargin: `-${barHeight}px 0px 0px` },
    )
    observer.observe(title)
    return () => observer.disconnect()
  }, [title, barHeight])
  return isHidden && title !== null
}

const barHeight = 56

/** The bar on desktops: the subtitle at the left, the top menu at the right, and the title once it has scrolled away. */
export function TopBar({
  subtitle,
  heading,
}: {
  readonly subtitle: string | null
  /** The page's own title element. */
  readonly heading: HTMLElement | null
}): ReactNode {
  const parts = useDeferredUi()
  const scrolled = useScrolled()
  const isTitleHidden = useIsTitleHidden(heading, barHeight)
  return (
    <header className="top-bar" data-scrolled={scrolled}>
      <div className="top-bar__line">
        <div className="top-bar__where">
          {subtitle !== null && <p className="top-bar__subtitle">{subtitle}</p>}
          {isTitleHidden && (
            <span className="top-bar__title" aria-hidden="true">
              {heading?.textContent}
            </span>
          )}
          {parts !== null && <parts.ModeBadges />}
        </div>
        <TopMenu />
      </div>
    </header>
  )
}
