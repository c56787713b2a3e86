import Clock from 'lucide-react/icons/clock'
import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Button } from './button'
import { PageTitle } from './page-title'
import { returnPath } from '../hooks/routes'
import { useApp } from '../hooks/use-app'
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
  const { useCases } = useApp()
  const [path] = useLocation()
  const search = useSearch()
  return (
    <div className="state state--page signed-out">
      <Icon className="signed-out__clock" size={48} strokeWidth={1.25} aria-hidden="true" />
      <PageTitle>{title}</PageTitle>
      <p className="state__text">{text}</p>
      <Button main onClick={() => void useCases.signIn(returnPath(path, search))}>
        Log In
      </Button>
    </div>
  )
}
