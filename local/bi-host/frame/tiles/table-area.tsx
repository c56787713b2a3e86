import type { ComponentChildren } from 'preact'

export interface TableAreaProps {
  readonly title: string
  /** Of the vendor's kinds. */
  readonly viz: 'table' | 'pivot'
  readonly className: string
  readonly children: ComponentChildren
}

/** A table of a tile, which scrolls by itself. */
export function TableArea({ title, viz, className, children }: TableAreaProps) {
  return (
    <div
      // Not a landmark: a board would have one for every table.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- nor a set of fields
      role="group"
      class={`viz-content table-scroll ${className}`}
      data-viz-type={viz}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
      tabIndex={0}
      aria-label={`${title}, table`}
    >
      {children}
    </div>
  )
}
