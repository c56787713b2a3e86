import Clock from 'lucide-react/icons/clock'
import type { ReactNode } from 'react'
import { LogInOrRetry } from './log-in-or-retry'
import { PageTitle } from './page-title'
import type { Icon as IconType } from './icons'
import { galleryTexts } from '../hooks/dashboard-texts'

/** Shown to signed-out visitors instead of a page that needs a session. The default texts are those of saved dashboards. */
export function SignedOutNotice({
  title = galleryTexts.signedOutTitle,
  text = galleryTexts.signedOut,
  Icon = Clock,
}: {
  readonly title?: string
  readonly text?: string
  readonly Icon?: IconType
}): ReactNode {
  return (
    <div className="state state--page signed-out">
      <Icon className="signed-out__clock" size={48} strokeWidth={1.25} aria-hidden="true" />
      <PageTitle>{title}</PageTitle>
      <LogInOrRetry text={text} textClass="state__text" />
    </div>
  )
}
