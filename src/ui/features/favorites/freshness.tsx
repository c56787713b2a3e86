import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { BoardStore } from '../../../state/board-store'
import { writeDay } from '../../hooks/dates'

/** How fresh the board is, in its own words: the last day its data covers and where it comes from. One without data is of no day. */
export function Freshness({ board }: { readonly board: BoardStore }): ReactNode {
  const there = useStore(board, (state) => state.phase === 'rendered' && state.hasData)
  const asOf = useStore(board, (state) => state.asOf)
  const source = useStore(board, (state) => state.source)
  if (!there) return <p className="freshness" />
  const date = asOf === null ? null : writeDay(asOf)
  return (
    <p className="freshness">
      <span>As of {asOf === null || date === null ? 'unknown' : <time dateTime={asOf}>{date}</time>}</span>
      {source !== null && (
        <span className="freshness__source" title={source}>
          {source}
        </span>
      )}
    </p>
  )
}
