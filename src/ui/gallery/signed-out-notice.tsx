import Clock from 'lucide-react/icons/clock'
import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Button } from '../parts/button'
import { PageTitle } from '../parts/page-title'
import { returnPath } from '../routes'
import { useApp } from '../use-app'
import { galleryTexts } from './texts'

/** In place of the gallery and of a saved dashboard for visitors who are not signed in. */
export function SignedOutNotice(): ReactNode {
  const { useCases } = useApp()
  const [path] = useLocation()
  const search = useSearch()
  return (
    <div className="state state--page signed-out">
      <Clock className="signed-out__clock" size={48} strokeWidth={1.25} aria-hidden="true" />
      <PageTitle>{galleryTexts.signedOutTitle}</PageTitle>
      <p className="state__text">{galleryTexts.signedOut}</p>
      <Button main onClick={() => void useCases.signIn(returnPath(path, search))}>
        Log In
      </Button>
    </div>
  )
}
