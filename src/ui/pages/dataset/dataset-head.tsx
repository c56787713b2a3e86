import type { ReactNode } from 'react'
import type { Dataset } from '../../../core/catalogue/catalogue'
import { HomeRoom } from '../../features/favorites/home-strip-slot'
import { useLaterParts } from '../../app/use-deferred-ui'
import { PageTitle } from '../../components/page-title'
import { useApp } from '../../hooks/use-app'
import { Description } from './description'

/** Title and description. On a desktop the subtitle stands in the bar above, so here it is only for the narrow page. */
export function PageHead({
  dataset,
  withSubtitle,
}: {
  readonly dataset: Dataset
  readonly withSubtitle: boolean
}): ReactNode {
  const { stores } = useApp()
  const parts = useLaterParts()
  return (
    <>
      <div className="page-head">
        {withSubtitle && <p className="page-head__subtitle">{dataset.subtitle}</p>}
        <PageTitle>{dataset.title}</PageTitle>
        {parts !== null && (
          <parts.HeadTools
            key={`tools-${dataset.key}`}
            item={{ kind: 'dataset', key: dataset.key }}
            name={dataset.sidebarName ?? dataset.title}
            board={stores.board}
          />
        )}
        {dataset.description !== '' && <Description key={dataset.key} text={dataset.description} />}
      </div>
      {dataset.key === 'home' && <HomeRoom />}
    </>
  )
}
