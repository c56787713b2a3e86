import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../hooks/use-app'

/** What is not as usual about this page. Most people never see any of it, so it comes behind the first paint. */
export function ModeBadges(): ReactNode {
  return (
    <>
      <TestHostBadge />
      <PreviewBadge />
    </>
  )
}

/** Says as long as the page is open that its data comes from another BI host than the configured one. */
function TestHostBadge(): ReactNode {
  const { testHost } = useApp()
  if (testHost === null) return null
  return (
    <span className="mode">
      <span className="badge">Test host</span> {testHost}
    </span>
  )
}

/** While the preview bypass is in force: says so, and offers the way out. */
function PreviewBadge(): ReactNode {
  const { stores, useCases } = useApp()
  const preview = useStore(stores.flags, (state) => state.preview)
  if (!preview) return null
  return (
    <span className="mode">
      <span className="badge">Preview</span>
      <button type="button" className="text-button" onClick={() => void useCases.leavePreview()}>
        Leave preview
      </button>
    </span>
  )
}
