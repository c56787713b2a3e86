import { lazy, Suspense, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../use-app'

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog')).LeaveDialog }))

/** The question before unsaved work is left. */
export function LeaveOverlay(): ReactNode {
  const { stores } = useApp()
  const { work, asking, answer } = useStore(stores.leaving)
  if (work === null || !asking) return null
  return (
    <Suspense fallback={null}>
      <LeaveDialog work={work} answer={answer} />
    </Suspense>
  )
}
