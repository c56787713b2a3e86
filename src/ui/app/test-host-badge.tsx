import type { ReactNode } from 'react'
import { useApp } from '../hooks/use-app'

/** Says as long as the page is open that its data comes from another BI host than the configured one. */
export function TestHostBadge(): ReactNode {
  const { testHost } = useApp()
  if (testHost === null) return null
  return (
    <span className="mode">
      <span className="badge">Test host</span> {testHost}
    </span>
  )
}
