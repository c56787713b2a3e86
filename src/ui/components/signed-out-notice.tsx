import Clock from 'lucide-react/icons/clock'
import type { ReactNode } from 'react'
import { Button } from './button'
import { PageTitle } from './page-title'
import { useLogIn } from '../hooks/use-log-in'
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
  const logIn = useLogIn()
  return (
    <div className="state state--page signed-out">
      <Icon className="signed-out__clock" size={48} strokeWidth={1.25} aria-hidden="true" />
      <PageTitle>{title}</PageTitle>
      <p className="state__text">{text}</p>
      <Button main onClick={logIn}>
        Log In
      </Button>
    </div>
  )
}
