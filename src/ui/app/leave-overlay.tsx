import { lazy, Suspense, useCallback, useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { OverlayBoundary } from '../components/overlay-boundary'
import { useApp } from '../hooks/use-app'

const fetchDialog = async () => import('../components/confirm-dialog')
const ConfirmDialog = lazy(async () => ({ default: (await fetchDialog()).ConfirmDialog }))

/** The question before unsaved work is left. */
export function LeaveOverlay(): ReactNode {
  const { stores } = useApp()
  const { work, asking, answer } = useStore(stores.unsavedWork)
  const held = work !== null
  const stay = useCallback(() => answer(false), [answer])
  // At hand from the moment that there is something to lose: the network may be gone when it is to be asked.
  useEffect(() => {
    if (held) void fetchDialog().catch(() => undefined)
  }, [held])
  return (
    <OverlayBoundary area="leave-dialog" open={held && asking} close={stay}>
      <Suspense fallback={null}>
        {held && <ConfirmDialog {...work} keep="Stay" confirm="Leave" answer={answer} />}
      </Suspense>
    </OverlayBoundary>
  )
}
