import type { ReactNode } from 'react'
import { ButtonLink } from '../components/button'
import { StatePanel } from '../components/state-panel'
import { paths } from '../hooks/routes'

/** Shown instead of a page whose view the BI vendor does not offer. `title` is the page's. */
export default function NotOfferedPage({
  params: { title = '' },
}: {
  readonly params: Readonly<Record<string, string | undefined>>
}): ReactNode {
  return (
    <StatePanel
      extent="page"
      level={1}
      trouble="missing"
      title={`${title} isn’t available here`}
      text="The analytics service of this portal doesn’t offer it."
      action={
        <ButtonLink main to={paths.home}>
          Back to Home
        </ButtonLink>
      }
    />
  )
}
