import type { ReactNode } from 'react'
import type { Dataset } from '../../../core/catalogue/catalogue'
import { PageTitle } from '../../components/page-title'
import { Description } from './description'

/** Title and description. On a desktop the subtitle stands in the bar above, so here it is only for the narrow page. */
export function DatasetHead({
  dataset,
  withSubtitle,
  tools,
}: {
  readonly dataset: Dataset
  readonly withSubtitle: boolean
  /** How fresh the dashboard is, its star and its link. */
  readonly tools: ReactNode
}): ReactNode {
  return (
    <div className="page-head">
      {withSubtitle && <p className="page-head__subtitle">{dataset.subtitle}</p>}
      <PageTitle>{dataset.title}</PageTitle>
      {tools}
      {dataset.description !== '' && <Description key={dataset.key} text={dataset.description} />}
    </div>
  )
}
