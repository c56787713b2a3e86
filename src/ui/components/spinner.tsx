import type { ReactNode } from 'react'

/** A ring that rotates. Whoever shows it says in words what is waited for. */
export function Spinner(): ReactNode {
  return <span className="spinner" aria-hidden="true" />
}
