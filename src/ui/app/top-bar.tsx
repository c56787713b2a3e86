import type { ReactNode } from 'react'
import { useScrolled, useTitleLeft } from './use-title-left'
import { TopMenu } from './top-menu/top-menu'
import { PreviewBadge } from './preview-badge'
import { TestHostBadge } from './test-host-badge'

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
          <TestHostBadge />
          <PreviewBadge />
        </div>
        <TopMenu />
      </div>
    </header>
  )
}
