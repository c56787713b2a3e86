import type { ReactNode } from 'react'

const rows = [
  [39, 21],
  [32, 28],
  [20, 20, 20],
] as const

/** The shape of the board that is coming: filters, five figures, charts. */
export function BoardSkeleton(): ReactNode {
  return (
    <div className="board-skeleton" aria-hidden="true">
      <div className="board-skeleton__bar">
        <span />
        <span />
        <span />
      </div>
      <div className="board-skeleton__grid">
        {[12, 12, 12, 12, 12].map((span, index) => (
          <div
            className="board-skeleton__card board-skeleton__card--figure"
            style={{ '--span': span } as React.CSSProperties}
            key={index}
          >
            <span className="board-skeleton__line" />
            <span className="board-skeleton__line" />
            <span className="board-skeleton__line" />
          </div>
        ))}
        {rows.flat().map((span, index) => (
          <div
            className="board-skeleton__card"
            style={{ '--span': span } as React.CSSProperties}
            key={`chart-${index}`}
          >
            <span className="board-skeleton__line" />
            <span className="board-skeleton__line" />
            <div className="board-skeleton__chart" />
          </div>
        ))}
      </div>
    </div>
  )
}
