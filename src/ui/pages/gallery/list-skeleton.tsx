import type { ReactNode } from 'react'
import { Spinner } from '../../components/spinner'

/** The shape of the list that is coming. */
export function ListSkeleton(): ReactNode {
  return (
    <div className="gallery__table gallery__table--waiting">
      <div className="gallery__columns" />
      {[0, 1, 2, 3].map((row) => (
        <div className="gallery__row gallery__row--waiting" key={row} aria-hidden="true">
          <span className="gallery__bone" />
        </div>
      ))}
      <div className="gallery__spinner">
        <Spinner />
        <output className="visually-hidden">Loading your dashboards</output>
      </div>
    </div>
  )
}
