import type { ReactNode } from 'react'

/** A rotating ring. The component that shows it says in text what is loading. */
export function Spinner(): ReactNode {
  return <span className="spinner" aria-hidden="true" />
}
