import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../hooks/use-app'

/** Badges for unusual modes. Most users never see one, so they load after the first paint. */
export function ModeBadges(): ReactNode {
  return (
    <>
      <TestHostBadge />
      <PreviewBadge />
    </>
  )
}

/** Shows that the page's data come from another BI host than the configured one. Stays as long as the page is open. */
function TestHostBadge(): ReactNode {
  const { testHost } = useApp()
  if (testHost === null) return null
  return (
    <span className="mode">
      <span className="badge">Test host</span> {testHost}
    </span>
  )
}

/** Shows that the preview bypass is active, with a button to leave it. */
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
