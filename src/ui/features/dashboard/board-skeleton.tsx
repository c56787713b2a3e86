import type { ReactNode } from 'react'
import type { Dataset, DatasetKey } from '../../../core/catalogue/catalogue'

/** The dashboard's name as frames and regions are titled: "Bitcoin dashboard", for Home "Home dashboard". */
export function boardTitle(dataset: Dataset): string {
  return `${dataset.sidebarName} dashboard`
}

/** How many key figures these boards start with; the others have five. A wrong number moves nothing outside the skeleton. */
const figures: Partial<Record<DatasetKey, 4 | 6>> = {
  home: 6,
  globalCryptoMarket: 4,
  ethereum: 6,
  lending: 6,
  derivatives: 6,
}
const charts = ['wide', 'narrow', 'half', 'half'] as const

/** Placeholder for a loading board: filters, figures, charts. The styles size them as the board lays them out. */
export function BoardSkeleton({ dataset }: { readonly dataset?: Dataset | null }): ReactNode {
  const count = (dataset && figures[dataset.key]) ?? 5
  return (
    <div className="board-skeleton" aria-hidden="true">
      <div className="board-skeleton__bar">
        <span />
        <span />
        <span />
      </div>
      <div className="board-skeleton__grid" data-figures={count} data-board={dataset?.key}>
        {Array.from({ length: count }, (_, index) => (
          <div className="board-skeleton__card board-skeleton__card--figure" key={index}>
            <span className="board-skeleton__line" />
            <span className="board-skeleton__line" />
            <span className="board-skeleton__line" />
          </div>
        ))}
        {charts.map((width, index) => (
          <div className={`board-skeleton__card board-skeleton__card--${width}`} key={`chart-${index}`}>
            <span className="board-skeleton__line" />
            <span className="board-skeleton__line" />
            <div className="board-skeleton__chart" />
          </div>
        ))}
      </div>
    </div>
  )
}
