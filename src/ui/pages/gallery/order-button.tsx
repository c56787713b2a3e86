import type { ReactNode } from 'react'
import type { DashboardOrder } from '../../../core/dashboards/order'

/** Sorts the list by this column; pressed again, it is back at the most recent first. */
export function OrderButton({
  label,
  value,
  order,
  choose,
}: {
  readonly label: string
  readonly value: DashboardOrder
  readonly order: DashboardOrder
  readonly choose: (order: DashboardOrder) => void
}): ReactNode {
  const pressed = order === value
  return (
    <button
      type="button"
      className="gallery__order"
      aria-pressed={pressed}
      aria-label={`Sort by ${label.toLowerCase()}`}
      onClick={() => choose(pressed ? 'recent' : value)}
    >
      {label}
      {pressed && <span aria-hidden="true">{value === 'name' ? ' ↑' : ' ↓'}</span>}
    </button>
  )
}
