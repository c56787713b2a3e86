import type { ReactNode } from 'react'
import { TopMenu } from './top-menu'
import { useEffect, useState, useSyncExternalStore } from 'react'
import MenuIcon from 'lucide-react/icons/menu'
import { Link } from 'wouter'
import { useDeferredUi } from './use-deferred-ui'
import { Logo } from '../components/logo'
import { paths } from '../hooks/routes'

/** On phones and tablets: the bar with the menu, the logo and what of the top menu fits. */
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

/** Whether this title has gone up behind a bar of that height. */
function useTitleLeft(title: HTMLElement | null, barHeight: number): boolean {
  const [left, setLeft] = useState(false)
  useEffect(() => {
    if (title === null) return
    const observer = new IntersectionObserver(
      ([entry]) =>
        setLeft(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < barHeight),
      { rootMargin: `-${barHeight}px 0px 0px` },
    )
    observer.observe(title)
    return () => observer.disconnect()
  }, [title, barHeight])
  return left && title !== null
}

const barHeight = 56

/** Desktop: where one is at the left, the top menu at the right. Once the title has scrolled away the bar says it. */
export function TopBar({
  subtitle,
  title,
  heading,
}: {
  readonly subtitle: string | null
  readonly title: string
  /** The page's own title, as it stands in the page. */
  readonly heading: HTMLElement | null
}): ReactNode {
  const parts = useDeferredUi()
  const scrolled = useScrolled()
  const titleLeft = useTitleLeft(heading, barHeight)
  return (
    <header className="top-bar" data-scrolled={scrolled}>
      <div className="top-bar__line">
        <div className="top-bar__where">
          {subtitle !== null && <p className="top-bar__subtitle">{subtitle}</p>}
          {titleLeft && (
            <span className="top-bar__title" aria-hidden="true">
              {title}
            </span>
          )}
          {parts !== null && <parts.ModeBadges />}
        </div>
        <TopMenu />
      </div>
    </header>
  )
}
