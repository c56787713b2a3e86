import type { ReactNode } from 'react'
import { ButtonLink } from '../components/button'
import { StatePanel } from '../components/state-panel'
import { notFoundTitle, paths } from '../hooks/routes'

export function NotFoundPage(): ReactNode {
  return (
    <StatePanel
      place="page"
      level={1}
      trouble="missing"
      title={notFoundTitle}
      text="There is no page at this address. It may have moved, or the link may be incomplete."
      action={
        <ButtonLink main to={paths.home}>
          Back to Home
        </ButtonLink>
      }
    />
  )
}
