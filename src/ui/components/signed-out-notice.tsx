import Clock from 'lucide-react/icons/clock'
import RotateCw from 'lucide-react/icons/rotate-cw'
import type { ReactNode } from 'react'
import { Button } from './button'
import { PageTitle } from './page-title'
import { useLogIn } from '../hooks/use-log-in'
import { useUnanswered } from '../hooks/use-unanswered'
import type { Icon as IconType } from './icons'
import { galleryTexts } from '../hooks/dashboard-texts'

/** In place of a page of one's own for visitors who are not signed in; the gallery's and a saved dashboard's unless told. */
export function SignedOutNotice({
  title = galleryTexts.signedOutTitle,
  text = galleryTexts.signedOut,
  Icon = Clock,
}: {
  readonly title?: string
  readonly text?: string
  readonly Icon?: IconType
}): ReactNode {
  const unanswered = useUnanswered()
  const logIn = useLogIn()
  return (
    <div className="state state--page signed-out">
      <Icon className="signed-out__clock" size={48} strokeWidth={1.25} aria-hidden="true" />
      <PageTitle>{title}</PageTitle>
      <p className="state__text">{unanswered?.text ?? text}</p>
      {unanswered !== null ? (
        <Button main icon={RotateCw} onClick={unanswered.retry}>
          Retry
        </Button>
      ) : (
        <Button main onClick={logIn}>
          Log In
        </Button>
      )}
    </div>
  )
}
