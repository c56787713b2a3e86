import type { ReactNode } from 'react'
import { ButtonLink } from '../components/button'
import { StatePanel } from '../components/state-panel'
import { paths } from '../hooks/routes'

/** In place of a page whose view the BI vendor of this portal does not have. `title`: that of the page. */
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
