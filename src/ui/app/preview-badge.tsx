import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../hooks/use-app'

/** While the preview bypass is in force: says so, and offers the way out. */
export function PreviewBadge(): ReactNode {
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
